"""What bringing a paper up to date does to its words, and to which pages that must lead.

Belongs here: telling what is certain from what is possible, before anything is read. Does not belong here: why a paper has to be ingested
(`plan`), or what that costs (`passages`).
"""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from pathlib import PurePosixPath

from wiki_assets.documents.model import DocumentStatus
from wiki_assets.documents.redaction import REDACTION_VERSION
from wiki_assets.documents.states import SourceState
from wiki_assets.planning.plan import Plan, compile_reason
from wiki_assets.planning.shapes import ConceptState, HomeState, PaperState, Versions


class Effect(StrEnum):
    """What becomes of a paper's passages, as pages and evidence see them.

    `none`: they stay as they are. `possible`: it is only known once the paper has been read or cut. `certain`: each of them gets another
    identity, for that holds the hash of the file and the chunker's version. `gone`: the paper leaves.
    """

    NONE = "none"
    POSSIBLE = "possible"
    CERTAIN = "certain"
    GONE = "gone"


def effect_of(paper: PaperState, versions: Versions) -> Effect:
    """What ingesting a paper again would do to its passages."""
    source, read, chunks = paper.source, paper.read, paper.chunks
    if source is None:
        return Effect.GONE
    if read is None or chunks is None:
        return Effect.POSSIBLE
    if chunks.count and (read.sha256 != source.sha256 or chunks.chunker_version != versions.chunker):
        return Effect.CERTAIN
    same = (
        read.sha256 == source.sha256 == chunks.document_sha256,
        read.status is not DocumentStatus.RETIRED and not paper.twin_gone,
        read.parser_version == paper.wanted_parser == chunks.parser_version,
        read.options_fingerprint == paper.wanted_options,
        chunks.redaction == f"{REDACTION_VERSION} {read.options_fingerprint}",
        chunks.chunker_version == versions.chunker and chunks.target_tokens == versions.target_tokens,
        _same_ending(read, source.file),
        read.status.readable or not chunks.count,
    )
    return Effect.NONE if all(same) else Effect.POSSIBLE


def _same_ending(read: SourceState, file: str) -> bool:
    """A renamed file may be taken for another format only where its ending is another."""
    return PurePosixPath(read.file).suffix.lower() == PurePosixPath(file).suffix.lower()


def effects_of(state: HomeState, plan: Plan) -> dict[str, Effect]:
    """By bibkey, for every paper that is to be ingested."""
    papers = {paper.bibkey: paper for paper in state.papers}
    return {task.key: effect_of(papers[task.key], state.versions) for task in plan.ingest}


def certain_pages(state: HomeState, effects: dict[str, Effect]) -> dict[str, str]:
    """Pages that will be composed again whatever evidence is chosen, each with the reason, while papers or evidence have to come first."""
    changing = {bibkey for bibkey, effect in effects.items() if effect in (Effect.CERTAIN, Effect.GONE)}
    return {concept.slug: reason for concept in state.concepts if (reason := _certain_reason(concept, changing))}


def _certain_reason(concept: ConceptState, changing: set[str]) -> str:
    if concept.page is None:
        return "never compiled"
    cited = [bibkey for bibkey in concept.cited if bibkey in changing and bibkey in concept.page.papers]
    if cited:
        return f"it cites {', '.join(cited)}, which changed or went"
    if concept.wanted is None:
        return ""
    same_evidence = concept.wanted.model_copy(update={"evidence_fingerprint": concept.page.recipe.evidence_fingerprint})
    # What moved before may move back when its paper is read again.
    return compile_reason(replace(concept, wanted=same_evidence, moved=()))
