"""The work of the calibration on an artifact store: finding grounded claims, keeping what was measured.

Belongs here: reading pages, reports and passages, and what a calibration depends on. Does not belong here: editing, asking or counting
(`measuring`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import orjson

from wiki_assets.concepts.model import Page
from wiki_assets.concepts.steps import read_latest
from wiki_assets.documents.model import Chunk
from wiki_assets.documents.steps import read_chunks
from wiki_assets.errors import ArtifactMissingError
from wiki_assets.grounding.calibration.edits.catalogue import EDITS_VERSION
from wiki_assets.grounding.calibration.edits.interface import Specimen
from wiki_assets.grounding.calibration.edits.places import choose
from wiki_assets.grounding.calibration.measuring import measure
from wiki_assets.grounding.calibration.model import Calibration
from wiki_assets.grounding.calibration.sampling import in_turns
from wiki_assets.grounding.citations import citations_of
from wiki_assets.grounding.guards.interface import Guard
from wiki_assets.grounding.model import GroundingReport, VerdictKind
from wiki_assets.grounding.steps import find_report
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore

# A passage shorter than this is no fair stranger: too little in it to be mistaken for the right one.
_LEAST_STRANGER_WORDS = 40


@dataclass(frozen=True, slots=True)
class JudgedPages:
    """The latest pages of a wiki with their reports.

    Attributes:
        guard, guard_version: What the reports were made with, a verifier included.
        pages: Those that have a report under this guard and the wiki's threshold.
        without_report: Slugs of those that have none.
    """

    guard: str
    guard_version: str
    pages: tuple[tuple[Page, GroundingReport], ...]
    without_report: tuple[str, ...]

    @property
    def fingerprint(self) -> str:
        """Hash of all that a calibration's figures depend on: two equal ones need no second calibration. Empty without any page."""
        if not self.pages:
            return ""
        told = (self.guard, self.guard_version, EDITS_VERSION, sorted((page.slug, page.page_sha) for page, _ in self.pages))
        return hashlib.sha256(orjson.dumps(told)).hexdigest()


def find_judged(slugs: Iterable[str], store: ArtifactStore, guard: Guard, threshold: float) -> JudgedPages:
    """The latest pages with the reports that the wiki goes by.

    Args:
        slugs: The concepts; those never compiled are passed over.
        guard: The one that the wiki's reports were made with, as its verifier makes it.
        threshold: The one that they were made with.
    """
    judged: list[tuple[Page, GroundingReport]] = []
    without: list[str] = []
    for slug in slugs:
        try:
            page = read_latest(slug, store).page
        except ArtifactMissingError:
            continue
        report = find_report(slug, page.page_sha, store, guard, threshold)
        if report is None:
            without.append(slug)
        else:
            judged.append((page, report))
    return JudgedPages(guard.name, guard.version, tuple(judged), tuple(without))


def grounded_claims(judged: JudgedPages, store: ArtifactStore) -> tuple[Specimen, ...]:
    """The grounded claims of the pages, each with the passage that carries it, so that any first few are a fair sample."""
    papers = _Papers(store, (bibkey for page, report in judged.pages for bibkey in _cited_papers(page, report)))
    return in_turns(specimen for page, report in judged.pages for specimen in _specimens(page, report, papers))


def calibrate(judged: JudgedPages, store: ArtifactStore, guard: Guard, most: int | None) -> Calibration:
    """What a guard makes of the pages' grounded claims, edited.

    Args:
        guard: Any guard, not only the one that judged the pages. No verifier is asked: it is the guard that is measured.
        most: Take at most so many claims; None for all.
    """
    specimens = grounded_claims(judged, store)
    measured = measure(specimens[:most], guard, len(specimens))
    return measured.model_copy(update={"fingerprint": judged.fingerprint})


def keep(calibration: Calibration, store: ArtifactStore) -> None:
    """Stores the calibration as the wiki's latest."""
    store.write_model(layout.CALIBRATION, calibration)


def find_latest(store: ArtifactStore) -> Calibration | None:
    """The wiki's latest calibration; None where there is none that can be read."""
    return store.find_current(layout.CALIBRATION, Calibration)


def read_latest_of(guard: Guard, store: ArtifactStore) -> Calibration:
    """The wiki's latest calibration.

    Raises:
        ArtifactMissingError: There is none that can be read, or it is about another guard.
    """
    latest = find_latest(store)
    if latest is None or (latest.guard, latest.guard_version) != (guard.name, guard.version):
        about = f"; the latest is about {latest.guard} {latest.guard_version}" if latest else ""
        raise ArtifactMissingError(
            f"There is no calibration of the guard {guard.name} {guard.version}{about}.", "Materialize guard_calibration."
        )
    return latest


class _Papers:
    """The passages of the papers that pages cite."""

    def __init__(self, store: ArtifactStore, bibkeys: Iterable[str]) -> None:
        self._chunks: dict[str, tuple[Chunk, ...]] = {}
        for bibkey in sorted(set(bibkeys)):
            try:
                self._chunks[bibkey] = read_chunks(bibkey, store)
            except ArtifactMissingError:
                continue  # the paper is gone: claims that cite it are not grounded any more
        self._by_id = {chunk.chunk_id: chunk for chunks in self._chunks.values() for chunk in chunks}
        self._texts = {bibkey: tuple(chunk.text for chunk in chunks) for bibkey, chunks in self._chunks.items()}
        self._strangers = [
            (bibkey, text)
            for bibkey, texts in self._texts.items()
            for text in texts
            if len(text.split()) >= _LEAST_STRANGER_WORDS
        ]

    def find(self, chunk_id: str) -> Chunk | None:
        """A passage, None where it does not exist now."""
        return self._by_id.get(chunk_id)

    def rest_of(self, chunk: Chunk) -> tuple[str, ...]:
        """Texts of the paper's other passages."""
        return tuple(text for text in self._texts[chunk.bibkey] if text != chunk.text)

    def stranger_to(self, chunk: Chunk, claim: str) -> str:
        """A passage of another paper, another one for another claim; empty where no other paper is cited."""
        return choose([text for bibkey, text in self._strangers if bibkey != chunk.bibkey], claim) or ""


def _cited_papers(page: Page, report: GroundingReport) -> Iterator[str]:
    """The papers that a page cites, before its citations were put right and after."""
    yield from page.bibkeys
    verdicts = {verdict.ordinal: verdict for verdict in report.claims}
    for claim in page.claims:
        if claim.ordinal in verdicts:
            yield from (citation.bibkey for citation in citations_of(claim, verdicts[claim.ordinal]))


def _specimens(page: Page, report: GroundingReport, papers: _Papers) -> Iterator[Specimen]:
    verdicts = {verdict.ordinal: verdict for verdict in report.claims}
    for claim in page.claims:
        given = verdicts.get(claim.ordinal)
        if given is None or given.verdict.kind is not VerdictKind.GROUNDED:
            continue
        citation = citations_of(claim, given)[given.citation]
        chunk = papers.find(citation.chunk_id)
        if chunk is not None:
            yield Specimen(
                slug=page.slug,
                ordinal=claim.ordinal,
                bibkey=chunk.bibkey,
                chunk=chunk.n,
                claim=claim.text,
                source=chunk.text,
                quote_start=citation.start,
                quote_end=citation.end,
                document=papers.rest_of(chunk),
                stranger=papers.stranger_to(chunk, claim.text),
            )
