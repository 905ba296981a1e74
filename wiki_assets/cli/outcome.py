"""What a build came to, for a person and for a machine. Belongs here: shapes and their reading. Printing is in `printing`."""

from __future__ import annotations

from pydantic import Field

from wiki_assets.concepts.model import Page
from wiki_assets.concepts.steps import read_page
from wiki_assets.grounding.citations import recited_page
from wiki_assets.grounding.model import GroundingReport, VerdictKind
from wiki_assets.planning.state import ConceptState, HomeState
from wiki_assets.publication.model import GateRule
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore
from wiki_assets.storage.frozen import Frozen


class ConceptOutcome(Frozen):
    """Where one concept stands.

    Attributes:
        standing: `promoted`, `promoted (stale)`, `quarantined` or `not compiled`.
        sources: Papers cited.
        uncertain, unsupported, repaired: Claims of the page shown with that verdict, and claims cited anew; None where it was not judged.
        evidence_coverage: Share of its evidence that the page uses; None where not measured.
        copied_share: Share of its words copied in long runs; None where not measured.
    """

    slug: str
    title: str
    claims: int
    rate: float
    standing: str
    sources: tuple[str, ...]
    reason: str
    uncertain: int | None = None
    unsupported: int | None = None
    repaired: int | None = None
    evidence_coverage: float | None = None
    copied_share: float | None = None


class BuildOutcome(Frozen):
    """What `wiki build --json` prints. The first four counts are of this build, the rest says how the home stands after it."""

    documents_ingested: int = Field(description="Papers read in this build.")
    chunks_embedded: int = Field(description="Passages the embedding model was asked for in this build.")
    pages_compiled: int = Field(description="Pages composed in this build.")
    pages_judged: int = Field(description="Pages judged again in this build without being composed.")
    model_calls: int = Field(description="Calls of a language model in this build.")
    failed_documents: int = Field(description="Files in the folder of papers that give no text now.")
    failures: tuple[str, ...] = Field(description="Steps that failed, each with what to do. A refused page is no failure.")
    documents: tuple[tuple[str, str, str], ...] = Field(description="The failed documents: key or file, status, reason.")
    concepts: tuple[ConceptOutcome, ...]
    seconds: float

    @property
    def promoted(self) -> int:
        """Concepts with a page in the wiki now."""
        return sum(concept.standing.startswith("promoted") for concept in self.concepts)

    @property
    def quarantined(self) -> int:
        """Concepts whose latest page lies among the drafts now."""
        return sum(concept.standing in ("quarantined", "promoted (stale)") for concept in self.concepts)

    def as_object(self) -> dict[str, object]:
        """For `--json`: all fields and the two counts."""
        return {**self.model_dump(mode="json"), "promoted": self.promoted, "quarantined": self.quarantined}


def concept_outcomes(state: HomeState, store: ArtifactStore) -> tuple[ConceptOutcome, ...]:
    """Where every concept stands, in the order of the concepts file."""
    return tuple(_outcome(concept, store) for concept in state.concepts)


def _outcome(concept: ConceptState, store: ArtifactStore) -> ConceptOutcome:
    published = concept.published
    shown_sha = published.page_sha if published else concept.page.page_sha if concept.page else ""
    page = read_page(concept.slug, shown_sha, store) if shown_sha else None
    if published is not None:
        standing = "promoted (stale)" if published.stale else "promoted"
    else:
        standing = "quarantined" if concept.drafted_sha else "not compiled"
    outcome = ConceptOutcome(
        slug=concept.slug,
        title=page.title if page else concept.slug,
        claims=len(page.claims) if page else 0,
        rate=published.rate if published else concept.latest_rate,
        standing=standing,
        sources=page.bibkeys if page else (),
        reason=concept.refusal,
    )
    return with_verdicts(outcome, page, published.rule if published else concept.rule, store) if page else outcome


def with_verdicts(outcome: ConceptOutcome, page: Page, rule: GateRule, store: ArtifactStore) -> ConceptOutcome:
    """An outcome with what the recorded report on its page says; as it is where there is none that can be read.

    Args:
        page: The page shown.
        rule: Guard and threshold that it was judged by.
    """
    key = layout.report(page.slug, page.page_sha, rule.guard, rule.guard_version, rule.threshold)
    report = store.find_current(key, GroundingReport)
    if report is None:
        return outcome
    return outcome.model_copy(
        update={
            "sources": recited_page(page, report).bibkeys,
            "uncertain": report.count(VerdictKind.UNCERTAIN),
            "unsupported": report.count(VerdictKind.UNSUPPORTED),
            "repaired": len(report.repaired),
            "evidence_coverage": report.evidence_coverage,
            "copied_share": report.copied_share,
        }
    )
