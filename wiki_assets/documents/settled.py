"""Which papers of a run are out of date, and which can be left as they are.

Belongs here: comparing what was made of a paper with what would be made of it now, step by step. Does not belong here: the plan over
the whole home (`planning`), which goes by the same states.

A run that a sensor or a build starts may cover more papers than are out of date: a range of partitions, or a bucket. It asks here.
A person who materializes a partition by hand gets it made again, whatever its state.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wiki_assets.documents.chunking import CHUNKER_VERSION
from wiki_assets.documents.library import Library
from wiki_assets.documents.model import DocumentStatus
from wiki_assets.documents.options import Choices
from wiki_assets.documents.redaction import REDACTION_VERSION
from wiki_assets.documents.states import ChunksState, SourceState, metadata_fingerprint
from wiki_assets.documents.twins import twin_is_gone
from wiki_assets.documents.versions import reader_version
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore


def papers_read(store: ArtifactStore) -> list[str]:
    """Every paper that was ever read, by bibkey."""
    return [key.split("/")[1] for key in store.keys("documents") if key.endswith("/state.json")]


def papers_to_read(keys: Iterable[str], library: Library, store: ArtifactStore, choices: Choices) -> list[str]:
    """Papers that are new, changed, back, gone, or were read in another way than they would be now."""
    states = {key: store.find_current(layout.document_state(key), SourceState) for key in keys}
    twins = _owners([state for state in states.values() if state is not None], library, store)
    return [key for key, state in states.items() if _must_be_read(key, state, library, choices, twins)]


def papers_to_cut(keys: Iterable[str], store: ArtifactStore, target_tokens: int) -> list[str]:
    """Papers whose chunks are not those of the document as it was last read."""
    return [key for key in keys if _must_be_cut(key, store, target_tokens)]


def _owners(states: Sequence[SourceState], library: Library, store: ArtifactStore) -> dict[str, SourceState]:
    """States of the papers for which others were left out."""
    owners = dict.fromkeys(state.twin_of for state in states if state.twin_of and state.twin_of in library.sources)
    found = {key: store.find_current(layout.document_state(key), SourceState) for key in owners}
    return {key: state for key, state in found.items() if state is not None}


def _must_be_read(key: str, state: SourceState | None, library: Library, choices: Choices, twins: dict[str, SourceState]) -> bool:
    source = library.sources.get(key)
    if source is None:
        return state is not None and state.status is not DocumentStatus.RETIRED
    if state is None or (state.twin_of and twin_is_gone(state, twins)):
        return True
    made = (state.file, state.sha256, state.metadata_fingerprint, state.parser_version, state.options_fingerprint)
    options = choices.of(source.file).fingerprint(source.sha256)
    return made != (source.file, source.sha256, metadata_fingerprint(source), reader_version(state.media_type), options)


def _must_be_cut(key: str, store: ArtifactStore, target_tokens: int) -> bool:
    read = store.find_current(layout.document_state(key), SourceState)
    chunks = store.find_current(layout.chunks_state(key), ChunksState)
    if chunks is None or read is None:
        return read is not None
    made = (chunks.document_sha256, chunks.parser_version, chunks.chunker_version, chunks.target_tokens, chunks.redaction)
    redaction = f"{REDACTION_VERSION} {read.options_fingerprint}"
    wanted = (read.sha256, read.parser_version, CHUNKER_VERSION, target_tokens, redaction)
    return made != wanted or (chunks.count > 0 and not read.status.readable)
