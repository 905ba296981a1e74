"""The blast radius of a change: which published claims rest on papers that changed, went, or are warned of.

Belongs here: finding those claims, and where their words stand now. Does not belong here: which papers changed (`plan`), or what has to
run because of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from wiki_assets.concepts.model import Citation, Page
from wiki_assets.concepts.reanchoring import reanchor
from wiki_assets.concepts.steps import read_page
from wiki_assets.documents.model import Chunk
from wiki_assets.documents.steps import read_chunks
from wiki_assets.errors import ArtifactError, ArtifactMissingError
from wiki_assets.grounding.citations import recited_page
from wiki_assets.grounding.model import GroundingReport
from wiki_assets.publication.model import PublishedPage, Standing
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore
from wiki_assets.text.markdown_tables import escaped

ROWS_SHOWN = 50
"""Rows of a table: it is stored with every materialization, and nobody reads more; the counts tell the rest."""
_WORDS_SHOWN = 160


class Words(StrEnum):
    """What is known of the words that a claim rests on."""

    STAND = "still there"
    ELSEWHERE = "elsewhere in the paper"
    GONE = "gone"
    UNREAD = "not known before the paper is read"


@dataclass(frozen=True, slots=True)
class RestingClaim:
    """One citation of a published claim.

    Attributes:
        slug: Page.
        ordinal: Of the claim on its page, from 0, as `wiki why` takes it.
        sentence: The claim.
        chunk: Ordinal of the passage that the page cites.
        quote: The cited words.
        chunk_now: Ordinal of the passage in which they stand now; None where that is not known, or nowhere.
    """

    slug: str
    ordinal: int
    sentence: str
    bibkey: str
    chunk: int
    quote: str
    words: Words
    chunk_now: int | None


@dataclass(frozen=True, slots=True)
class BlastRadius:
    """What rests on some papers: a row for each citation, by page and in reading order."""

    rows: tuple[RestingClaim, ...] = ()

    @property
    def claims(self) -> int:
        """Claims, each counted once however often it cites these papers."""
        return len({(row.slug, row.ordinal) for row in self.rows})

    @property
    def by_page(self) -> dict[str, int]:
        """Number of such claims by page."""
        counted: dict[str, int] = {}
        for slug, _ in dict.fromkeys((row.slug, row.ordinal) for row in self.rows):
            counted[slug] = counted.get(slug, 0) + 1
        return counted

    def count(self, words: Words) -> int:
        """Claims of which some cited words have this standing."""
        return len({(row.slug, row.ordinal) for row in self.rows if row.words is words})

    def of(self, bibkey: str) -> BlastRadius:
        """The part that rests on one paper."""
        return BlastRadius(tuple(row for row in self.rows if row.bibkey == bibkey))

    def by_paper(self) -> dict[str, BlastRadius]:
        """Every part by its paper, in one pass; papers that nothing rests on are not in it."""
        parts: dict[str, list[RestingClaim]] = {}
        for row in self.rows:
            parts.setdefault(row.bibkey, []).append(row)
        return {bibkey: BlastRadius(tuple(rows)) for bibkey, rows in parts.items()}


def blast_radius(
    bibkeys: Collection[str],
    standings: Iterable[Standing],
    store: ArtifactStore,
    unread: Collection[str] = (),
    gone: Collection[str] = (),
) -> BlastRadius:
    """Finds the published claims that cite some papers, and where their words stand in the chunks there are now.

    Published pages are gone through once, however many papers are asked about; only those that name one of them are read.

    Args:
        bibkeys: Papers that changed, went, or are warned of.
        standings: What is published now (`Shelf.standings`).
        unread: Those of them whose words are not known yet: they have to be read or cut first.
        gone: Those whose file is gone, though their chunks may still be there.

    Returns:
        The claims with the citations that their readers see. A page that the store has lost is left out.
    """
    wanted = frozenset(bibkeys)
    rows: list[RestingClaim] = []
    for standing in standings:
        published = standing.published
        if published is None or not _may_cite(published, wanted):
            continue
        page = _shown_page(published, store)
        if page is not None:
            rows += _resting(_citing_only(page, wanted), store, frozenset(unread), frozenset(gone))
    return BlastRadius(tuple(rows))


def _may_cite(published: PublishedPage, bibkeys: frozenset[str]) -> bool:
    """Whether a page has to be read to know; a standing from before its papers were kept does not say."""
    return not published.cited.papers or not bibkeys.isdisjoint(published.cited.papers)


def _shown_page(published: PublishedPage, store: ArtifactStore) -> Page | None:
    """The page with the citations that a reader sees; None where the store has lost it."""
    rule = published.rule
    key = layout.report(published.slug, published.page_sha, rule.guard, rule.guard_version, rule.threshold)
    try:
        page = read_page(published.slug, published.page_sha, store)
    except ArtifactError:
        return None
    report = store.find_current(key, GroundingReport)
    return page if report is None else recited_page(page, report)


def _citing_only(page: Page, bibkeys: frozenset[str]) -> Page:
    """A page with no other citations than those of some papers, so that no other paper's chunks are read for it."""
    sections = []
    for section in page.sections:
        claims = tuple(
            claim.model_copy(update={"citations": tuple(c for c in claim.citations if c.bibkey in bibkeys)})
            for claim in section.claims
        )
        sections.append(section.model_copy(update={"claims": claims}))
    return page.model_copy(update={"sections": tuple(sections)})


def _resting(page: Page, store: ArtifactStore, unread: frozenset[str], gone: frozenset[str]) -> Iterator[RestingClaim]:
    def chunks_now(bibkey: str) -> Sequence[Chunk]:
        return () if bibkey in gone or bibkey in unread else _chunks(bibkey, store)

    moved = {move.earlier: move.now for move in reanchor(page, chunks_now).moves}
    for claim in page.claims:
        for citation in claim.citations:
            words, now = (Words.UNREAD, None) if citation.bibkey in unread else _words(citation, moved)
            yield RestingClaim(page.slug, claim.ordinal, claim.text, citation.bibkey, citation.chunk, citation.quote, words, now)


def _words(citation: Citation, moved: dict[Citation, Citation | None]) -> tuple[Words, int | None]:
    if citation not in moved:
        return Words.STAND, citation.chunk
    now = moved[citation]
    if now is None:
        return Words.GONE, None
    return (Words.STAND if now.chunk == citation.chunk else Words.ELSEWHERE), now.chunk


def _chunks(bibkey: str, store: ArtifactStore) -> tuple[Chunk, ...]:
    try:
        return read_chunks(bibkey, store)
    except ArtifactMissingError:
        return ()


def radius_table(radius: BlastRadius) -> str:
    """A Markdown table of what rests on the papers, the first `ROWS_SHOWN` rows of it; one sentence where nothing does."""
    if not radius.rows:
        return "No published claim rests on it."
    lines = ["| page | claim | sentence | cites | its words |", "| --- | ---: | --- | --- | --- |"]
    lines += [f"| {' | '.join(map(escaped, _cells(row)))} |" for row in radius.rows[:ROWS_SHOWN]]
    if (more := len(radius.rows) - ROWS_SHOWN) > 0:
        lines.append(f"\n{more} more rows are left out.")
    return "\n".join(lines)


def told(row: RestingClaim) -> str:
    """Where the words of a row stand, for a person."""
    return f"{row.words} (#chunk {row.chunk_now})" if row.words is Words.ELSEWHERE else str(row.words)


def _cells(row: RestingClaim) -> tuple[str, ...]:
    return row.slug, str(row.ordinal), _shortened(row.sentence), f"{row.bibkey} #chunk {row.chunk}", told(row)


def _shortened(text: str) -> str:
    """One line of a few words; it is cut before it is escaped, so that no sign is cut from what it escapes."""
    line = " ".join(text.split())
    return line if len(line) <= _WORDS_SHOWN else line[:_WORDS_SHOWN].rsplit(" ", 1)[0] + " …"
