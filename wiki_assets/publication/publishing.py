"""Publishing: the one object through which pages come into the wiki, leave it, or are held back.

Belongs here: which change of standing each verdict leads to. Does not belong here: the decision (`gate`), the order of writes
(`shelf`), the words (`rendering`, `index`, `log`), or what spans pages (`refreshing`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from wiki_assets.concepts.cross_references import CrossReferences
from wiki_assets.concepts.model import Concept, Page
from wiki_assets.errors import ArtifactError, GateRefusedError
from wiki_assets.grounding.model import GroundingReport
from wiki_assets.grounding.wording import repairs_of
from wiki_assets.publication import builders, index, log
from wiki_assets.publication.gate import refusal, require_passing
from wiki_assets.publication.model import (
    DraftedPage,
    GateRule,
    LogAction,
    LogEvent,
    Promotion,
    PublishedPage,
    Standing,
    text_sha256,
    utc_now,
)
from wiki_assets.publication.rendering import render_drafted, render_published
from wiki_assets.publication.shelf import Shelf
from wiki_assets.publication.sources import cited_as, cited_sources
from wiki_assets.publication.words import per_cent
from wiki_assets.retrieval.model import ConceptEvidence
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore, write_atomically

_logger = logging.getLogger(__name__)


class Wiki:
    """The published wiki of one home, as one run sees it. Every method takes the wiki's lock for itself."""

    def __init__(
        self,
        home: Path,
        store: ArtifactStore,
        concepts: Sequence[Concept],
        rule: GateRule,
        run_id: str = "",
        clock: Callable[[], datetime] = utc_now,
        wait_seconds: float = 60.0,
    ) -> None:
        """Opens nothing yet.

        Args:
            home: Home folder; the wiki is `<home>/wiki`.
            store: Where pages and reports are read and standings are kept.
            concepts: The full list of `concepts.yaml`, whatever subset is being built.
            rule: Guard and threshold that hold now.
            run_id: Told in the log and the records.
            clock: Gives the time of events.
            wait_seconds: How long to wait for another run that writes the wiki.
        """
        self.home = home
        self.store = store
        self.concepts = tuple(concepts)
        self.rule = rule
        self.shelf = Shelf(home, store, wait_seconds)
        self._run_id = run_id
        self._clock = clock

    def published(self, slug: str) -> PublishedPage | None:
        """What is published under a slug."""
        return self.shelf.standing(slug).published

    def draft(self, slug: str) -> DraftedPage | None:
        """What waits for a reviewer under a slug."""
        return self.shelf.standing(slug).draft

    def refusal(self, page: Page) -> str:
        """Why `promote` would refuse a page now, in one line; empty when it would not."""
        return refusal(page, self.recorded_report(page, self.rule), self.rule, self.published(page.slug))

    def promote(self, page: Page, disagreements: Sequence[str] = (), looked_through: str = "") -> Promotion:
        """Publishes a page whose recorded verdict lets it through, and removes its draft.

        The verdict is read from the artifact store, for exactly this page, guard, version and threshold; no caller can bring one.

        Args:
            page: The page; its `wiki/<slug>.md` is written.
            disagreements: Lines for its section on disagreements between sources.
            looked_through: Identity of how and in what these were looked for.

        Raises:
            GateRefusedError: It may not be published.
            StoreLockedError: Another run is writing the wiki.
        """
        with self._turn(page.slug) as before:
            report = require_passing(page, self.recorded_report(page, self.rule), self.rule, before.published)
            if self.rule.threshold <= 0.0:
                _logger.warning("The gate is off (WIKI_MIN_GROUNDING_RATE=0.0): %s is published whatever its rate.", page.slug)
            self._keep_page(page)
            published = builders.published_page(
                page, report, before.published, disagreements, looked_through, self._clock(), self._run_id
            )
            after = self._with_page_text(Standing(slug=page.slug, published=published), page, report, self.references())
            promoted = self._event(LogAction.PROMOTED, published, " ".join(repairs_of(page, report)))
            events = () if builders.same_publication(published, before.published) else (promoted,)
            changed = self.shelf.commit(after, events, self._clock(), self._run_id)
        reason = f"{per_cent(published.rate)} of {published.claims} claims are grounded, {per_cent(published.threshold)} needed."
        return _outcome(published, LogAction.PROMOTED, reason, self.shelf.page_path(page.slug), changed)

    def quarantine(self, page: Page, evidence: ConceptEvidence | None = None, fallback: Page | None = None) -> Promotion:
        """Lays a page that may not be published into the drafts, with its verdicts and evidence.

        A good page that is published stays and is marked stale; where the published page is this very one, it is withdrawn.

        Args:
            page: The page that the gate refuses.
            evidence: The passages it was made from, for the reviewer.
            fallback: The extractive page, where a model failed.

        Raises:
            GateRefusedError: There is no recorded verdict on the page.
            ArtifactError: The gate would let the page through.
        """
        with self._turn(page.slug) as before:
            report = self.recorded_report(page, self.rule)
            reason = refusal(page, report, self.rule, before.published)
            if report is None:
                raise GateRefusedError(reason, f"Materialize grounding_reports[{page.slug}].")
            if not reason:
                raise ArtifactError(f"The page {page.slug!r} passes and cannot be quarantined.", "Promote it.")
            return self._hold_back(page, report, reason, before, evidence, fallback)

    def withdraw_if_failing(self, slug: str, evidence: ConceptEvidence | None = None) -> Promotion | None:
        """Moves a published page to the drafts where its own recorded verdict under the guard and threshold of now fails.

        Returns:
            None where nothing is published, nothing is recorded under the rule of now, or the page passes.
        """
        with self._turn(slug) as before:
            reason, page = self.failure_of(before), self.page_of(before.published)
            if not reason or page is None or (report := self._readable_report(page, self.rule)) is None:
                return None
            return self._hold_back(page, report, reason, before, evidence, None)

    def failure_of(self, standing: Standing) -> str:
        """Why what is published fails its own recorded verdict under the rule of now; empty where it passes or there is none."""
        page = self.page_of(standing.published)
        report = self._readable_report(page, self.rule) if page else None
        return refusal(page, report, self.rule, standing.published) if page and report else ""

    def retire(self, slug: str, reason: str = "The concept is no longer in concepts.yaml.") -> bool:
        """Removes what is published and drafted under a slug; its artifacts stay. Returns whether there was anything."""
        with self._turn(slug) as before:
            shown = before.published or before.draft
            if shown is None:
                return False
            events = (self._event(LogAction.RETIRED, shown, reason),)
            return self.shelf.commit(Standing(slug=slug), events, self._clock(), self._run_id)

    def orphans(self) -> tuple[str, ...]:
        """Slugs that have a page or a draft but are no longer among the concepts; candidates for `retire`."""
        known = {concept.slug for concept in self.concepts}
        return tuple(standing.slug for standing in self.shelf.standings() if not standing.vacant and standing.slug not in known)

    def references(self) -> CrossReferences:
        """Links from any page to every published one, for the names of all concepts."""
        return CrossReferences(self.concepts, {standing.slug for standing in self.shelf.standings() if standing.published})

    def recorded_report(self, page: Page, rule: GateRule) -> GroundingReport | None:
        """The verdict on a page as the artifact store has it; None where there is none.

        Raises:
            GateRefusedError: There is something, but it cannot be read as a report.
        """
        key = layout.report(page.slug, page.page_sha, rule.guard, rule.guard_version, rule.threshold)
        try:
            return self.store.find_model(key, GroundingReport)
        except ArtifactError as error:
            remedy = f"Delete artifacts/{key} and materialize grounding_reports[{page.slug}] again."
            raise GateRefusedError(f"The recorded verdict on {page.slug!r} cannot be trusted: {error.what}", remedy) from error

    def page_of(self, record: PublishedPage | DraftedPage | None) -> Page | None:
        """The structured page behind a record; None without a record or where the store has lost or damaged it."""
        if record is None:
            return None
        try:
            return self.store.find_model(layout.page(record.slug, record.page_sha), Page)
        except ArtifactError as error:
            _logger.warning("%s", error)
            return None

    def rerendered(self, standing: Standing, references: CrossReferences) -> Standing:
        """A standing with its published page's text made anew, as it is where the store has lost the page or its verdict."""
        page = self.page_of(standing.published)
        if page is None or standing.published is None:
            return standing
        report = self._readable_report(page, standing.published.rule)
        return self._with_page_text(standing, page, report, references) if report else standing

    def redrafted(self, standing: Standing, evidence: ConceptEvidence | None, fallback: Page | None) -> Standing:
        """A standing with its draft's text made anew, as it is where there is none or the store has lost its page or verdict."""
        drafted, page = standing.draft, self.page_of(standing.draft)
        report = self._readable_report(page, drafted.rule) if drafted and page else None
        if drafted is None or page is None or report is None:
            return standing
        return self._with_draft_text(standing, drafted, page, report, evidence, fallback)

    def project(self) -> None:
        """Brings `index.md` and `log.md` to what is true; the caller holds the lock."""
        folder = layout.wiki_folder(self.home)
        _write_if_other(folder / index.INDEX_FILE, index.render_index(self.shelf.standings()))
        _write_if_other(folder / log.LOG_FILE, log.render_log(log.read_events(self.store)))

    def restore(self, standing: Standing) -> bool:
        """Commits a standing in which at most words changed; the caller holds the lock. Returns whether it wrote anything."""
        return self.shelf.commit(standing, (), self._clock(), self._run_id)

    @contextmanager
    def _turn(self, slug: str) -> Iterator[Standing]:
        """Holds the lock and gives the standing of a slug, nothing pending; index and log follow, also where a crash kept them."""
        with self.shelf.locked():
            if self.shelf.recover(slug):
                self.project()
            yield self.shelf.standing(slug)
            self.project()

    def _hold_back(
        self,
        page: Page,
        report: GroundingReport,
        reason: str,
        before: Standing,
        evidence: ConceptEvidence | None,
        fallback: Page | None,
    ) -> Promotion:
        withdrawing = before.published is not None and before.published.page_sha == page.page_sha
        self._keep_page(page)
        drafted = builders.drafted_page(page, report, reason, before.draft, withdrawing, self._clock(), self._run_id)
        after = self._with_draft_text(before, drafted, page, report, evidence, fallback)
        action = LogAction.WITHDRAWN if drafted.withdrawn else LogAction.QUARANTINED
        known = builders.same_draft(drafted, before.draft) and not withdrawing
        events = () if known else (self._event(action, drafted, page.reason),)
        if withdrawing:
            after = self._without_published(after, before, page)
        elif before.published is not None:
            after, marked = self._marked_stale(after, before.published, drafted)
            events = (*events, *marked)
        changed = self.shelf.commit(after, events, self._clock(), self._run_id)
        return _outcome(drafted, action, reason, self.shelf.draft_path(page.slug), changed)

    def _without_published(self, after: Standing, before: Standing, page: Page) -> Standing:
        """Nothing published; a draft of newer words than the withdrawn ones stays what the reviewer sees."""
        update: dict[str, object] = {"published": None, "page_text": ""}
        if before.draft is not None and before.draft.page_sha != page.page_sha:
            update |= {"draft": before.draft, "draft_text": before.draft_text}
        return after.model_copy(update=update)

    def _marked_stale(
        self, after: Standing, published: PublishedPage, drafted: DraftedPage
    ) -> tuple[Standing, tuple[LogEvent, ...]]:
        stale = builders.stale_page(published, drafted)
        events = () if published.stale else (self._event(LogAction.STALE, stale, stale.stale_reason),)
        return self.rerendered(after.model_copy(update={"published": stale}), self.references()), events

    def _with_page_text(self, standing: Standing, page: Page, report: GroundingReport, references: CrossReferences) -> Standing:
        if standing.published is None:
            return standing
        sources = cited_sources(page, report, self.store)
        text = render_published(standing.published, page, report, sources, references)
        published = standing.published.model_copy(update={"file_sha256": text_sha256(text), "cited": cited_as(sources)})
        return standing.model_copy(update={"published": published, "page_text": text})

    def _with_draft_text(
        self,
        standing: Standing,
        drafted: DraftedPage,
        page: Page,
        report: GroundingReport,
        evidence: ConceptEvidence | None,
        fallback: Page | None,
    ) -> Standing:
        sources = cited_sources(page, report, self.store)
        rows = evidence.rows if evidence else ()
        text = render_drafted(drafted, page, report, sources, self.concepts, rows, fallback)
        drafted = drafted.model_copy(update={"file_sha256": text_sha256(text), "cited": cited_as(sources)})
        return standing.model_copy(update={"draft": drafted, "draft_text": text})

    def _readable_report(self, page: Page, rule: GateRule) -> GroundingReport | None:
        """The recorded verdict, None also where it is damaged; the check of integrity tells of that."""
        try:
            return self.recorded_report(page, rule)
        except GateRefusedError as error:
            _logger.warning("%s", error)
            return None

    def _keep_page(self, page: Page) -> None:
        key = layout.page(page.slug, page.page_sha)
        if not self.store.exists(key):
            self.store.write_model(key, page)

    def _event(self, action: LogAction, record: PublishedPage | DraftedPage, reason: str) -> LogEvent:
        return builders.event(action, record, reason, self._clock(), self._run_id)


def _outcome(record: PublishedPage | DraftedPage, decision: LogAction, reason: str, path: Path, changed: bool) -> Promotion:
    return Promotion(record.slug, record.page_sha, decision, reason, record.rate, record.threshold, path, changed)


def _write_if_other(path: Path, text: str) -> None:
    data = text.encode("utf-8")
    if not path.is_file() or path.read_bytes() != data:
        write_atomically(path, data)
