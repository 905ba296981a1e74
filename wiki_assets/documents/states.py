"""What each step of this room leaves behind for the planner: from what its output was made.

A state is written last, after the output it speaks of, so that a step killed half way is seen as not done.
"""

from __future__ import annotations

import hashlib

import orjson

from wiki_assets.documents.model import DocumentStatus, Source
from wiki_assets.storage.frozen import Frozen


class SourceState(Frozen):
    """From which file a paper was read, and what came of it."""

    file: str
    sha256: str
    metadata_fingerprint: str
    parser_version: str
    status: DocumentStatus


class ChunksState(Frozen):
    """From what a paper's chunks were cut. `digest` is the hash of their ids, kinds and texts."""

    document_sha256: str
    parser_version: str
    chunker_version: str
    target_tokens: int
    count: int
    citable: int
    digest: str


def metadata_fingerprint(source: Source) -> str:
    """Hash of what the bibliography says of a paper."""
    return hashlib.sha256(orjson.dumps(source.metadata)).hexdigest()
