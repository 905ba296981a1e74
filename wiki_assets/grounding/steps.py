"""The work of this room's step on an artifact store: judging a page and keeping the report.

Belongs here: loading what a page cites and may cite, the order in which a report comes about, and its identity. Does not belong here:
the judgement (`reporting`, `guards`).
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import replace

from wiki_assets.concepts.model import Concept, Page
from wiki_assets.documents.model import Chunk
from wiki_assets.documents.states import ChunksState
from wiki_assets.documents.steps import read_chunks
from wiki_assets.errors import ArtifactMissingError
from wiki_assets.grounding.citations import RULE_UNKNOWN_CHUNK, recited_page
from wiki_assets.grounding.conflicts.finding import conflicts_identity, find_conflicts
from wiki_assets.grounding.guards.interface import Guard
from wiki_assets.grounding.measures import measured
from wiki_assets.grounding.model import Conflict, GroundingReport, VerdictKind
from wiki_assets.grounding.reporting import report_page
from wiki_assets.grounding.verifiers.cache import StoredAnswers
from wiki_assets.grounding.verifiers.identity import VerifiedGuard
from wiki_assets.grounding.verifiers.opinions import SecondOpinions, misses_an_answer, second_opinions
from wiki_assets.grounding.wording import repairs_of
from wiki_assets.retrieval.steps import find_evidence
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore

logger = logging.getLogger(__name__)


def judge(page: Page, store: ArtifactStore, guard: VerifiedGuard, threshold: float) -> SecondOpinions:
    """Judges a page against the chunks there are now, and keeps the report under its identity.

    A report is immutable: where one for the same page, guard, verifier, versions and threshold exists, it is that one. Only a report
    that missed a chunk or an answer is made again: a paper that was gone may be back with the same bytes, and so may a verifier.

    It comes about in this order: the guard's verdicts with the citations put right, then the second opinions on what the guard left
    open, and last the figures that count what carries the page in the end.
    """
    known = find_report(page.slug, page.page_sha, store, guard, threshold)
    if known is not None and not _missed_a_chunk(known) and not misses_an_answer(known):
        return SecondOpinions(known)
    evidence = find_evidence(page.slug, store)
    chunks = chunks_of([*page.bibkeys, *(row.chunk.bibkey for row in evidence.rows)], store)
    passages = [chunks[row.chunk.chunk_id] for row in evidence.rows if row.chunk.chunk_id in chunks]
    opinions = second_opinions(report_page(page, chunks, guard, threshold, passages), page, chunks, guard, StoredAnswers(store))
    report = measured(opinions.report, page, chunks, evidence)
    for line in repairs_of(page, report):
        logger.info("%s: %s", page.slug, line)
    if opinions.unavailable:
        logger.warning("%s: no second opinion: %s", page.slug, opinions.unavailable)
    store.write_model(layout.report(page.slug, page.page_sha, guard.name, guard.version, threshold), report)
    return replace(opinions, report=report)


def find_report(slug: str, page_sha: str, store: ArtifactStore, guard: Guard, threshold: float) -> GroundingReport | None:
    """The report on exactly this page under this guard and threshold; None where there is none that can be read, so that it is made."""
    return store.find_current(layout.report(slug, page_sha, guard.name, guard.version, threshold), GroundingReport)


def chunks_of(papers: Iterable[str], store: ArtifactStore) -> dict[str, Chunk]:
    """By chunk id, the chunks there are now of every paper named."""
    found: dict[str, Chunk] = {}
    for bibkey in dict.fromkeys(papers):
        try:
            found |= {chunk.chunk_id: chunk for chunk in read_chunks(bibkey, store)}
        except ArtifactMissingError:
            continue  # the paper is gone: the guard's report says so for every claim that cites it
    return found


def _missed_a_chunk(report: GroundingReport) -> bool:
    return any(claim.verdict.rule == RULE_UNKNOWN_CHUNK for claim in report.claims)


def conflicts_of(concept: Concept, page: Page, report: GroundingReport | None, store: ArtifactStore) -> tuple[Conflict, ...]:
    """Signs of disagreement between a concept's evidence, what else the papers that its page cites say of it, and grounded claims."""
    grounded = {judged.ordinal for judged in report.claims if judged.verdict.kind is VerdictKind.GROUNDED} if report else set()
    claims = [claim for claim in (recited_page(page, report) if report else page).claims if claim.ordinal in grounded]
    chunks = chunks_of(page.bibkeys, store)
    return find_conflicts(concept.slug, find_evidence(concept.slug, store), concept.names, chunks.values(), claims)


def conflicts_identity_of(page: Page, store: ArtifactStore) -> str:
    """Identity of how and in what the conflicts of a page are looked for now."""
    states = {paper: store.find_current(layout.chunks_state(paper), ChunksState) for paper in page.bibkeys}
    return conflicts_identity(page.bibkeys, {paper: state.digest for paper, state in states.items() if state is not None})
