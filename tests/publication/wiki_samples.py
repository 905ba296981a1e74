"""A small home with chunks, pages and reports, as the steps before this room leave them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from wiki_assets.concepts.model import Citation, Claim, Composer, Concept, Page, Recipe, Section, SectionKind
from wiki_assets.documents.model import Chunk, ChunkKind, chunk_id
from wiki_assets.grounding.guards.registry import load_guard
from wiki_assets.grounding.model import GroundingReport
from wiki_assets.grounding.reporting import report_page
from wiki_assets.publication.model import GateRule
from wiki_assets.publication.publishing import Wiki
from wiki_assets.retrieval.model import ConceptEvidence, Evidence
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore

GUARD = load_guard("content-5-gram")
RULE = GateRule(GUARD.name, GUARD.version, 0.5)
STRICT = GateRule(GUARD.name, GUARD.version, 0.9)
OFF = GateRule(GUARD.name, GUARD.version, 0.0)
START = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)

CONCEPTS = (
    Concept(
        slug="circle-packing", title="Circle packing", aliases=("coin graph",), description="Circles that touch in a pattern."
    ),
    Concept(slug="conformal-map", title="Conformal map", description="A map that keeps angles."),
    Concept(slug="delaunay-triangulation", title="Delaunay triangulation", description="A triangulation with empty circles."),
)

TRUE = (
    "Every planar graph has a circle packing with the same pattern of tangencies.",
    "A conformal map is approximated by ever finer hexagonal circle packings of the region.",
    "The packing realizes its graph as a weighted Delaunay triangulation of the centres.",
)
FALSE = ("The Riemann hypothesis follows from balanced packings of seventeen hyperbolic tetrahedra.",)


def a_chunk(slug: str) -> Chunk:
    """One passage that holds every true sentence."""
    text = " ".join(TRUE)
    return Chunk(chunk_id("sha", "1", 0), "Ash2001", "sha", 0, ChunkKind.PROSE, text, text, (), (), 50)


def a_page(slug: str, *sentences: str, reason: str = "") -> Page:
    chunk = a_chunk(slug)
    claims = tuple(Claim(ordinal=n, text=text, citations=(_citation(chunk, text),)) for n, text in enumerate(sentences))
    concept = next(
        (concept for concept in CONCEPTS if concept.slug == slug), Concept(slug=slug, title=slug.replace("-", " ").title())
    )
    recipe = Recipe(
        evidence_fingerprint="e" * 8, definition_hash="d", composer=Composer.EXTRACTIVE, composer_version="1", model=""
    )
    sections = (Section(kind=SectionKind.SUMMARY, heading="", claims=claims),) if claims else ()
    return Page(slug=slug, title=concept.title, description=concept.description, sections=sections, recipe=recipe, reason=reason)


def _citation(chunk: Chunk, text: str) -> Citation:
    quote = text if text in chunk.text else TRUE[0]
    start = chunk.text.index(quote)
    return Citation(
        bibkey="Ash2001",
        chunk=0,
        chunk_id=chunk.chunk_id,
        document_sha256="sha",
        page=3,
        quote=quote,
        start=start,
        end=start + len(quote),
    )


def good_page(slug: str = "circle-packing") -> Page:
    """Three claims, all grounded."""
    return a_page(slug, *TRUE)


def mixed_page(slug: str = "circle-packing") -> Page:
    """Four claims, three grounded: passes 0.5, fails 0.9."""
    return a_page(slug, *TRUE, *FALSE)


def bad_page(slug: str = "circle-packing") -> Page:
    """Three claims, one grounded."""
    return a_page(slug, *FALSE, TRUE[0], "Unrelated purple elephants dance quietly under moonlight every evening.")


def empty_page(slug: str = "circle-packing") -> Page:
    return a_page(slug, reason="The model did not answer.")


def evidence(slug: str = "circle-packing") -> ConceptEvidence:
    return ConceptEvidence(slug, (Evidence(slug, 1, a_chunk(slug), 1.0, 0, 1),))


class Home:
    """A home folder with a clock of its own: every look at the clock is a second later, unless it stands still."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = ArtifactStore(folder / "artifacts")
        self.now = START

    def clock(self) -> datetime:
        return self.now

    def wiki(
        self, rule: GateRule = RULE, run_id: str = "run-1", wait_seconds: float = 20.0, store: ArtifactStore | None = None
    ) -> Wiki:
        return Wiki(self.folder, store or self.store, CONCEPTS, rule, run_id, self.clock, wait_seconds)

    def later(self, seconds: int = 60) -> None:
        self.now += timedelta(seconds=seconds)

    def judge(self, page: Page, rule: GateRule = RULE) -> GroundingReport:
        """What the step before records: the page and the verdict on it."""
        chunk = a_chunk(page.slug)
        report = report_page(page, {chunk.chunk_id: chunk}, GUARD, rule.threshold)
        report = report.model_copy(update={"guard": rule.guard, "guard_version": rule.guard_version})
        self.record(page, report)
        return report

    def record(self, page: Page, report: GroundingReport) -> None:
        """A page and any verdict on it."""
        self.store.write_model(layout.page(page.slug, page.page_sha), page)
        key = layout.report(page.slug, page.page_sha, report.guard, report.guard_version, report.threshold)
        self.store.write_model(key, report)

    def publish(self, page: Page, rule: GateRule = RULE) -> None:
        self.judge(page, rule)
        self.wiki(rule).promote(page)

    def file(self, name: str) -> Path:
        return self.folder / "wiki" / name

    def text(self, name: str) -> str:
        return self.file(name).read_text("utf-8")

    def has(self, name: str) -> bool:
        return self.file(name).exists()

    def tree(self) -> dict[str, bytes]:
        """Every file of the home but locks, by name."""
        files = (path for path in self.folder.rglob("*") if path.is_file() and not path.name.startswith("."))
        return {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in files}

    def log_lines(self, action: str) -> list[str]:
        return [line for line in self.text("log.md").splitlines() if line.startswith(f"* **{action}**")]


def promote_many(folder: Path, slugs: list[str]) -> int:
    """Judges and promotes pages one after another, as a run of its own; gives the number of pages that changed."""
    home = Home(folder)
    changed = 0
    for slug in slugs:
        home.judge(good_page(slug))
        changed += home.wiki(run_id=f"run-of-{slugs[0]}").promote(good_page(slug)).changed
    return changed
