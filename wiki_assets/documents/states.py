"""What each step of this room leaves behind for the planner: from what its output was made.

A state is written last, after the output it speaks of, so that a step killed half way is seen as not done.
"""

from __future__ import annotations

import hashlib

import orjson

from wiki_assets.documents.model import DocumentStatus, Source
from wiki_assets.storage.frozen import Frozen


class SourceState(Frozen):
    """From which file a paper was read, how, and what came of it.

    Attributes:
        parser_version: `versions.reader_version` of its format, not of all.
        options_fingerprint: `ReadingOptions.fingerprint` it was read with.
        text_digest: Hash of its words; empty where it has none, and in a state from before this was kept.
        twin_of: Key of the paper that has the same words, where its status is `duplicate`.
    """

    file: str
    sha256: str
    metadata_fingerprint: str
    parser_version: str
    status: DocumentStatus
    media_type: str = ""
    options_fingerprint: str = ""
    text_digest: str = ""
    twin_of: str = ""


class ChunksState(Frozen):
    """From what a paper's chunks were cut. `digest` is the hash of their ids, kinds and texts.

    Attributes:
        redaction: Version and options of the redaction that its text went through.
    """

    document_sha256: str
    parser_version: str
    chunker_version: str
    target_tokens: int
    count: int
    citable: int
    digest: str
    redaction: str = ""


def metadata_fingerprint(source: Source) -> str:
    """Hash of what the bibliography says of a paper."""
    return hashlib.sha256(orjson.dumps(source.metadata)).hexdigest()
