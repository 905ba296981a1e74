"""The state of concept pages: what each would be made of now, its verdicts, and where it stands.

Belongs here: reading that. Does not belong here: why a page has to be composed or judged again (`plan`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wiki_assets.concepts.model import Concept, PageState
from wiki_assets.concepts.steps import read_page, wanted_recipe
from wiki_assets.errors import ArtifactError
from wiki_assets.grounding.conflicts.finding import conflicts_identity
from wiki_assets.grounding.guards.interface import Guard
from wiki_assets.grounding.model import GroundingReport
from wiki_assets.grounding.steps import find_report
from wiki_assets.grounding.verifiers.opinions import misses_an_answer
from wiki_assets.planning.shapes import ConceptState, PaperState, Versions
from wiki_assets.publication.gate import recounted_rate, refusal
from wiki_assets.publication.model import GateRule, PublishedPage, Standing
from wiki_assets.publication.shelf import Shelf
from wiki_assets.retrieval.states import EvidenceState
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore


def read_concepts(
    concepts: Iterable[Concept],
    evidence: EvidenceState | None,
    standings: Mapping[str, Standing],
    papers: Iterable[PaperState],
    store: ArtifactStore,
    shelf: Shelf,
    versions: Versions,
    guard: Guard,
    rule: GateRule,
) -> tuple[ConceptState, ...]:
    """Where every concept stands, in the order of the concepts file."""
    digests = {paper.bibkey: paper.chunks.digest for paper in papers if paper.chunks}
    return tuple(_concept(concept, evidence, standings, digests, store, shelf, versions, guard, rule) for concept in concepts)


def _concept(
    concept: Concept,
    evidence: EvidenceState | None,
    standings: Mapping[str, Standing],
    digests: Mapping[str, str],
    store: ArtifactStore,
    shelf: Shelf,
    versions: Versions,
    guard: Guard,
    rule: GateRule,
) -> ConceptState:
    fingerprint = evidence.fingerprints.get(concept.slug) if evidence else None
    page = store.find_current(layout.page_state(concept.slug), PageState)
    standing = standings.get(concept.slug) or Standing(slug=concept.slug)
    published = standing.published
    latest, latest_refusal, papers = _verdict(concept.slug, page.page_sha if page else "", store, guard, rule, published)
    judged, published_refusal, _ = _verdict(concept.slug, published.page_sha if published else "", store, guard, rule, published)
    return ConceptState(
        slug=concept.slug,
        wanted=wanted_recipe(concept, fingerprint, versions.model) if fingerprint is not None else None,
        page=page,
        published=published,
        drafted_sha=standing.draft.page_sha if standing.draft else "",
        latest_judged=latest is not None,
        latest_rate=recounted_rate(latest) if latest else 0.0,
        refusal=latest_refusal,
        published_judged=judged is not None,
        published_refusal=published_refusal,
        files_follow=standing.pending is None and shelf.files_follow(standing),
        rule=rule,
        unanswered=any(report is not None and misses_an_answer(report) for report in (latest, judged)),
        conflicts_wanted=conflicts_identity(papers, digests) if page else "",
        moved=_moved(page, papers, digests),
    )


def _moved(page: PageState | None, cited: Iterable[str], digests: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    made_of = page.papers if page else {}
    return tuple((key, digests.get(key, "")) for key in cited if key in made_of and made_of[key] != digests.get(key, ""))


def _verdict(
    slug: str, page_sha: str, store: ArtifactStore, guard: Guard, rule: GateRule, published: PublishedPage | None
) -> tuple[GroundingReport | None, str, tuple[str, ...]]:
    """The verdict on a version of a page by the present rule, why the gate would refuse it, and the papers that it cites."""
    if not page_sha:
        return None, "", ()
    try:
        page = read_page(slug, page_sha, store)
    except ArtifactError:
        return None, "its words are missing from the artifact store, or another version wrote them", ()
    report = find_report(slug, page_sha, store, guard, rule.threshold)
    return report, refusal(page, report, rule, published), page.bibkeys
