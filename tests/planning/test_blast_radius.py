"""The blast radius: which published claims rest on a paper, and where their words stand."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from wiki_assets.concepts.model import Citation, Claim, Composer, Page, Recipe, Section, SectionKind
from wiki_assets.documents import codec
from wiki_assets.documents.model import Chunk, ChunkKind, chunk_id
from wiki_assets.planning import blast_radius as module
from wiki_assets.planning.blast_radius import Words, blast_radius, radius_table
from wiki_assets.publication.model import Cited, PublishedPage, Standing
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore

FIRST, SECOND = "Circle packings follow a prescribed planar graph.", "An edge flip replaces one diagonal by the other."
RECIPE = Recipe(evidence_fingerprint="e", definition_hash="d", composer=Composer.EXTRACTIVE, composer_version="1", model="")


def chunk(bibkey: str, n: int, text: str, sha256: str = "aa") -> Chunk:
    return Chunk(chunk_id(sha256, "1", n), bibkey, sha256, n, ChunkKind.PROSE, text, text, (), (), 10)


def cite(source: Chunk, words: str) -> Citation:
    start = source.text.index(words)
    return Citation(
        bibkey=source.bibkey, chunk=source.n, chunk_id=source.chunk_id, document_sha256=source.document_sha256, page=0, quote=words,
        start=start, end=start + len(words),
    )  # fmt: skip


ALDER, BIRCH = chunk("Alder2020", 0, FIRST), chunk("Birch2021", 0, SECOND)


def keep(store: ArtifactStore, bibkey: str, *chunks: Chunk) -> None:
    store.write(layout.chunks(bibkey), codec.encode_chunks(chunks))


def publish(store: ArtifactStore, slug: str, *claims: Claim, named: bool = True) -> Standing:
    """Stores a page and gives the standing under which it is published."""
    section = Section(kind=SectionKind.SUMMARY, heading="", claims=claims)
    page = Page(slug=slug, title=slug, description="", sections=(section,), recipe=RECIPE)
    store.write_model(layout.page(slug, page.page_sha), page)
    published = PublishedPage(
        slug=slug, title=slug, description="", page_sha=page.page_sha, guard="g", guard_version="1", threshold=0.5, rate=1.0,
        claims=len(claims), promoted_at=datetime(2026, 1, 1, tzinfo=UTC), run_id="run", cited=Cited(papers=page.bibkeys if named else ()),
    )  # fmt: skip
    return Standing(slug=slug, published=published)


@pytest.fixture
def store(tmp_path: Path) -> ArtifactStore:
    made = ArtifactStore(tmp_path)
    keep(made, "Alder2020", ALDER)
    keep(made, "Birch2021", BIRCH)
    return made


@pytest.fixture
def standings(store: ArtifactStore) -> list[Standing]:
    both = Claim(ordinal=1, text="Both.", citations=(cite(ALDER, "planar graph"), cite(BIRCH, "edge flip")))
    return [
        publish(store, "circle-packing", Claim(ordinal=0, text=FIRST, citations=(cite(ALDER, FIRST),)), both),
        publish(store, "edge-flip", Claim(ordinal=0, text=SECOND, citations=(cite(BIRCH, SECOND),))),
        Standing(slug="vacant"),
    ]


def test_the_claims_that_cite_a_paper_are_found_with_their_page_and_words(
    store: ArtifactStore, standings: list[Standing]
) -> None:
    radius = blast_radius(["Alder2020"], standings, store)
    assert [(row.slug, row.ordinal, row.bibkey, row.quote) for row in radius.rows] == [
        ("circle-packing", 0, "Alder2020", FIRST),
        ("circle-packing", 1, "Alder2020", "planar graph"),
    ]
    assert radius.by_page == {"circle-packing": 2}
    assert {row.words for row in radius.rows} == {Words.STAND}


def test_words_that_moved_are_told_from_words_that_are_gone(store: ArtifactStore, standings: list[Standing]) -> None:
    keep(store, "Alder2020", chunk("Alder2020", 0, "A new beginning.", "bb"), chunk("Alder2020", 1, "On a planar graph.", "bb"))
    radius = blast_radius(["Alder2020"], standings, store)
    assert [(row.words, row.chunk_now) for row in radius.rows] == [(Words.GONE, None), (Words.ELSEWHERE, 1)]
    assert (radius.claims, radius.count(Words.GONE), radius.count(Words.ELSEWHERE)) == (2, 1, 1)


def test_a_paper_that_is_still_to_be_read_says_nothing_of_its_words_yet(store: ArtifactStore, standings: list[Standing]) -> None:
    radius = blast_radius(["Alder2020"], standings, store, unread=["Alder2020"])
    assert {row.words for row in radius.rows} == {Words.UNREAD}


def test_a_paper_whose_file_is_gone_takes_its_words_along_though_its_chunks_are_still_there(
    store: ArtifactStore, standings: list[Standing]
) -> None:
    radius = blast_radius(["Birch2021"], standings, store, gone=["Birch2021"])
    assert [(row.slug, row.words) for row in radius.rows] == [("circle-packing", Words.GONE), ("edge-flip", Words.GONE)]


def test_a_paper_that_was_never_cut_has_no_words(standings: list[Standing], store: ArtifactStore) -> None:
    store.delete(layout.chunks("Alder2020"))
    assert {row.words for row in blast_radius(["Alder2020"], standings, store).rows} == {Words.GONE}


def test_only_pages_that_name_a_paper_are_read(store: ArtifactStore, standings: list[Standing]) -> None:
    lost = standings[0].published
    assert lost is not None
    store.delete(layout.page(lost.slug, lost.page_sha))
    assert blast_radius(["Alder2020"], standings, store).rows == ()
    assert blast_radius(["Birch2021"], standings, store).by_page == {"edge-flip": 1}


def test_a_page_published_before_its_papers_were_kept_is_looked_into(store: ArtifactStore) -> None:
    standing = publish(store, "edge-flip", Claim(ordinal=0, text=SECOND, citations=(cite(BIRCH, SECOND),)), named=False)
    assert blast_radius(["Birch2021"], [standing], store).claims == 1


def test_a_run_over_many_papers_parts_its_radius_by_paper(store: ArtifactStore, standings: list[Standing]) -> None:
    parts = blast_radius(["Alder2020", "Birch2021", "Cedar2022"], standings, store).by_paper()
    assert {bibkey: part.claims for bibkey, part in parts.items()} == {"Alder2020": 2, "Birch2021": 2}


def test_the_table_names_page_claim_and_words_and_stays_short(
    store: ArtifactStore, standings: list[Standing], monkeypatch: pytest.MonkeyPatch
) -> None:
    radius = blast_radius(["Birch2021"], standings, store)
    assert f"| edge-flip | 0 | {SECOND} | Birch2021 #chunk 0 | still there |" in radius_table(radius)
    monkeypatch.setattr(module, "ROWS_SHOWN", 1)
    assert radius_table(radius).endswith("1 more rows are left out.")
    assert radius_table(blast_radius([], standings, store)) == "No published claim rests on it."


def cells(line: str) -> list[str]:
    """The cells of a row as Markdown reads them: a backslash takes the meaning from the sign behind it."""
    parts, rest = [""], iter(line)
    for sign in rest:
        if sign == "|":
            parts.append("")
        else:
            parts[-1] += next(rest, "") if sign == "\\" else sign
    return [part.strip() for part in parts[1:-1]]


@pytest.mark.parametrize(
    "sentence",
    [
        "Run <img src=x onerror=alert(1)> and <script>x</script>.",
        r"The sign | stands here, \| is escaped already, \\| twice.",
        "Two\nlines | of\r\na paper.",
        "It ends with a backslash \\",
        r"\| " * 100,
        "<b>" * 100,
    ],
)
def test_no_sentence_of_a_paper_breaks_the_table_or_brings_a_tag_into_it(sentence: str, store: ArtifactStore) -> None:
    claim = Claim(ordinal=0, text=sentence, citations=(cite(BIRCH, SECOND),))
    head, _, row = radius_table(blast_radius(["Birch2021"], [publish(store, "edge-flip", claim)], store)).split("\n")
    assert len(cells(row)) == len(cells(head)) == 5
    assert "<" not in row
    shown = cells(row)[2].replace("&lt;", "<").removesuffix(" …")
    assert shown and " ".join(sentence.split()).startswith(shown)
