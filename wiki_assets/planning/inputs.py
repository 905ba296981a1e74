"""Inputs of a step: an error where one was made by other versions or settings than hold now.

Belongs here: that comparison, for each step. Does not belong here: what is out of date over the whole home (`plan`).

A build and the sensors bring inputs up to date before whatever uses them, so this strikes only whoever materializes a single step by
hand after an upgrade or a change of settings. Only versions and settings count: a paper that arrived or changed meanwhile is no error,
and neither is one that failed or was retired, for it has no words to be stale.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wiki_assets.concepts.model import Concept, PageState, Recipe
from wiki_assets.concepts.steps import wanted_recipe
from wiki_assets.documents.states import ChunksState, SourceState
from wiki_assets.documents.versions import reader_version
from wiki_assets.errors import StaleInputError
from wiki_assets.planning.shapes import PaperState, Versions
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore
from wiki_assets.storage.frozen import Frozen

RETRIEVAL_STATE = "evidence/retrieval.json"
_MOST_NAMED = 5


class RetrievalState(Frozen):
    """By which embedder, versions and settings the evidence was chosen last."""

    retrieval: tuple[str | float, ...]


@dataclass(frozen=True, slots=True)
class _Stale:
    bibkey: str
    stored: str
    expected: str


def require_current_documents(bibkeys: Iterable[str], versions: Versions, store: ArtifactStore) -> None:
    """For `chunks`: papers were read by the parser, and in the way, that hold now.

    Args:
        versions: Those of now; `reading` has to be how documents are read now.

    Raises:
        StaleInputError: Some were not; the text names up to five, and how many there are.
    """
    _refuse(
        "the parsed documents", "raw_documents", [stale for key in bibkeys for stale in _stale_document(key, versions, store)]
    )


def _stale_document(bibkey: str, versions: Versions, store: ArtifactStore) -> Iterable[_Stale]:
    read = store.find_current(layout.document_state(bibkey), SourceState)
    if read is None or not read.status.readable:
        return
    parser = reader_version(read.media_type)
    if read.parser_version != parser:
        yield _Stale(bibkey, f"the parser {read.parser_version}", parser)
    elif read.options_fingerprint != versions.reading.of(read.file).fingerprint(read.sha256):
        yield _Stale(bibkey, "other options of reading (password, text recognition, redaction)", "reading with those set now")


def require_current_chunks(bibkeys: Iterable[str], versions: Versions, store: ArtifactStore) -> None:
    """For `embeddings`: papers were cut by the chunker, and to the size, that hold now.

    Raises:
        StaleInputError: Some were not; the text names up to five, and how many there are.
    """
    expected = _cut_with(versions.chunker, versions.target_tokens)
    stale = []
    for bibkey in bibkeys:
        made = store.find_current(layout.chunks_state(bibkey), ChunksState)
        if made is not None and made.count and (stored := _cut_with(made.chunker_version, made.target_tokens)) != expected:
            stale.append(_Stale(bibkey, stored, expected))
    _refuse("the chunks", "chunks", stale)


def _cut_with(chunker: str, tokens: int) -> str:
    return f"the chunker {chunker} at {tokens} tokens"


def require_current_embeddings(papers: Sequence[PaperState], versions: Versions, store: ArtifactStore) -> None:
    """For `evidence`: no paper's vectors are of another embedder or another version of the index.

    Args:
        papers: Every paper, read under these versions.

    Raises:
        StaleInputError: Some are; the text names up to five, and how many there are.
    """
    expected = f"{versions.embedder}, index {versions.index}"
    citable = [paper for paper in papers if paper.chunks is not None and paper.chunks.citable]
    stale = [
        _Stale(paper.bibkey, f"{versions.embedder}, index {paper.embedding.index_version}", expected)
        for paper in citable
        if paper.embedding is not None and paper.embedding.index_version != versions.index
    ]
    missing = {paper.bibkey for paper in citable if paper.embedding is None}
    if missing:
        others = _other_embedders(versions.embedder, store)
        stale += [_Stale(bibkey, other, expected) for bibkey, other in others.items() if bibkey in missing]
    _refuse("the vectors", "embeddings", stale)


def _other_embedders(embedder: str, store: ArtifactStore) -> dict[str, str]:
    """By bibkey, another embedder than this one that a paper was embedded with."""
    found: dict[str, str] = {}
    for key in store.keys("embeddings"):
        name, _, file = key.removeprefix("embeddings/").rpartition("/")
        if name != embedder and file.endswith(".json"):
            found[file.removesuffix(".json")] = name
    return found


def keep_retrieval(versions: Versions, store: ArtifactStore) -> None:
    """Remembers by what evidence is about to be chosen: call it before the evidence is kept, so that a run killed between the two leaves
    evidence that the plan finds out of date, and never evidence that is up to date and refused.
    """
    store.write_model(RETRIEVAL_STATE, RetrievalState(retrieval=_retrieval(versions)))


def require_current_evidence(slug: str, versions: Versions, store: ArtifactStore) -> None:
    """For `concept_pages`: evidence was chosen by the embedder, index, selection and settings that hold now.

    Raises:
        StaleInputError: It was not.
    """
    made = store.find_current(RETRIEVAL_STATE, RetrievalState)
    if made is not None and made.retrieval != (wanted := _retrieval(versions)):
        raise StaleInputError(
            f"the passages of {slug}",
            _chosen_by(made.retrieval),
            _chosen_by(wanted),
            "Materialize evidence, then this concept again, or run `wiki build`.",
        )


def _retrieval(versions: Versions) -> tuple[str | float, ...]:
    return (versions.embedder, versions.index, *versions.retrieval)


_RETRIEVAL_NAMES = ("embedder", "index", "selection", "passages", "passages of one paper", "weight of dense", "rank constant")


def _chosen_by(retrieval: Sequence[str | float]) -> str:
    named = zip(_RETRIEVAL_NAMES, retrieval, strict=False)
    return ", ".join(f"{name} {value:g}" if isinstance(value, float) else f"{name} {value}" for name, value in named)


def require_current_page(concept: Concept, versions: Versions, store: ArtifactStore) -> None:
    """For `grounding_reports`: the latest page was made by the composer or prompt, and the model, that hold now.

    Raises:
        StaleInputError: It was not.
    """
    state = store.find_current(layout.page_state(concept.slug), PageState)
    if state is None:
        return
    made, wanted = state.recipe, wanted_recipe(concept, state.recipe.evidence_fingerprint, versions.model)
    stored, expected = _composed_by(made), _composed_by(wanted)
    if stored != expected:
        raise StaleInputError(
            f"the sentences of {concept.slug}",
            stored,
            expected,
            f"Materialize concept_pages[{concept.slug}], then this step again, or run `wiki build`.",
        )


def _composed_by(recipe: Recipe) -> str:
    return f"the composer {recipe.composer} {recipe.composer_version}" + (
        f" and the model {recipe.model}" if recipe.model else ""
    )


def _refuse(things: str, step: str, stale: Sequence[_Stale]) -> None:
    if not stale:
        return
    named = ", ".join(item.bibkey for item in stale[:_MOST_NAMED])
    more = len(stale) - _MOST_NAMED
    raise StaleInputError(
        f"{things} of {named}" + (f" and {more} more papers" if more > 0 else ""),
        " or ".join(sorted({item.stored for item in stale})[:_MOST_NAMED]),
        " or ".join(sorted({item.expected for item in stale})[:_MOST_NAMED]),
        f"Materialize {step} of these papers, then this step again, or run `wiki build`.",
    )
