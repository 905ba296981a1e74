"""Re-anchoring: words that still stand keep their place, words that are gone are told, and news is what nobody could have read before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from concept_samples import chunk, evidence, good_evidence
from hypothesis import given, settings
from hypothesis import strategies as st

from wiki_assets.concepts.citing import citation_to
from wiki_assets.concepts.extractive.composer import compose_extractive
from wiki_assets.concepts.model import Concept, Page
from wiki_assets.concepts.reanchoring import Cause, news, reanchor
from wiki_assets.documents.model import Chunk, ChunkKind
from wiki_assets.text.sentences import split_sentences

ALPHA, BETA = (row.chunk for row in good_evidence().rows)
PAGE = compose_extractive(Concept(slug="circle-packing", title="Circle packing"), good_evidence())


def papers(*chunks: Chunk) -> Callable[[str], Sequence[Chunk]]:
    """Chunks by paper; ordinals are their places in the paper, as everywhere."""

    def of(bibkey: str) -> list[Chunk]:
        return [replace(one, n=n) for n, one in enumerate(one for one in chunks if one.bibkey == bibkey)]

    return of


def before(bibkey: str) -> list[Chunk]:
    """The papers that the page was composed from, Beta's passage at its ordinal 3."""
    filler = [chunk(bibkey, n, f"Filler number {n} says nothing.") for n in range(3)]
    return [ALPHA] if bibkey == "Alpha2001" else [*filler, BETA]


def quotes(page: Page) -> list[str]:
    return [citation.quote for claim in page.claims for citation in claim.citations]


def under(document: str, one: Chunk) -> Chunk:
    """The same passage in a file with other bytes."""
    return replace(one, document_sha256=document, chunk_id=f"{document}-{one.n}")


def test_a_page_whose_papers_are_as_they_were_is_the_same_page() -> None:
    found = reanchor(PAGE, before)
    assert (found.page, found.moves, found.lost) == (PAGE, (), ())
    assert PAGE.claims


def test_the_same_words_in_other_bytes_keep_their_place_under_the_new_hash() -> None:
    found = reanchor(PAGE, lambda bibkey: [under("new", one) for one in before(bibkey)])
    assert {move.cause for move in found.moves} == {Cause.SOURCE}
    assert found.lost == ()
    assert quotes(found.page) == quotes(PAGE)
    assert {citation.document_sha256 for claim in found.page.claims for citation in claim.citations} == {"new"}
    assert found.page.page_sha != PAGE.page_sha


def test_a_new_cut_of_the_same_file_is_told_from_a_change_of_the_file() -> None:
    cut_again = papers(*(replace(one, chunk_id=f"again-{one.n}") for one in (*before("Beta2002"), ALPHA)))
    assert {move.cause for move in reanchor(PAGE, cut_again).moves} == {Cause.READER}


def test_words_that_moved_to_another_passage_are_found_there_with_their_page() -> None:
    new = chunk("Beta2002", 0, "A new introduction comes first.", pages=(1,))
    moved = chunk("Beta2002", 1, BETA.text, pages=(7,))
    found = reanchor(PAGE, papers(ALPHA, new, moved))
    cited = [citation for claim in found.page.claims for citation in claim.citations if citation.bibkey == "Beta2002"]
    assert cited
    assert {(citation.chunk, citation.page) for citation in cited} == {(1, 7)}
    assert all(moved.text[citation.start : citation.end] == citation.quote for citation in cited)


def test_words_that_are_gone_are_lost_and_the_others_are_not() -> None:
    edited = replace(BETA, text=BETA.text.replace("minimizing a convex energy", "solving a linear system"))
    found = reanchor(PAGE, papers(ALPHA, edited))
    assert ["minimizing a convex energy" in move.earlier.quote for move in found.lost] == [True]
    assert len(found.moves) > 1


def test_every_citation_of_a_paper_that_is_gone_is_lost() -> None:
    found = reanchor(PAGE, papers(ALPHA))
    assert found.lost
    assert {(move.earlier.bibkey, move.cause) for move in found.lost} == {("Beta2002", Cause.GONE)}
    assert found.page == PAGE


def test_words_that_are_only_in_the_bibliography_now_are_lost() -> None:
    listed = replace(BETA, kind=ChunkKind.BIBLIOGRAPHY)
    assert len(reanchor(PAGE, papers(ALPHA, listed)).lost) == len(reanchor(PAGE, papers(ALPHA)).lost)


def test_words_that_stand_twice_stay_in_the_nearest_passage() -> None:
    copies = [under("new", chunk("Beta2002", n, BETA.text if n in (0, 4) else f"Filler {n}.")) for n in range(5)]
    found = reanchor(PAGE, papers(ALPHA, *copies))
    cited = {citation.chunk for claim in found.page.claims for citation in claim.citations if citation.bibkey == "Beta2002"}
    assert cited == {4}


@settings(deadline=None, max_examples=40)
@given(st.integers(1, 60), st.integers(0, 3))
def test_however_a_paper_is_cut_anew_no_cited_sentence_that_is_whole_in_a_passage_is_lost(size: int, shift: int) -> None:
    sentences = [BETA.text[one.start : one.end] for one in split_sentences(BETA.text)]
    passages = ["Something else comes first."] * shift + [
        " ".join(sentences[at : at + size]) for at in range(0, len(sentences), size)
    ]
    found = reanchor(PAGE, papers(ALPHA, *(chunk("Beta2002", n, text) for n, text in enumerate(passages))))
    assert found.lost == ()
    assert quotes(found.page) == quotes(PAGE)


KNOWN = {("Alpha2001", ALPHA.text_hash), ("Beta2002", BETA.text_hash)}


def none_earlier(bibkey: str) -> Sequence[Chunk]:
    return ()


def test_evidence_that_a_page_was_composed_from_is_no_news() -> None:
    assert news(good_evidence(), KNOWN, none_earlier) == ()


def test_a_passage_nobody_has_seen_is_news() -> None:
    fresh = chunk("Gamma2003", 0, "Circle packings also exist on surfaces of higher genus.")
    assert [row.chunk for row in news(evidence(ALPHA, BETA, fresh), KNOWN, none_earlier)] == [fresh]


def test_a_passage_cut_otherwise_from_words_that_stood_in_the_paper_is_no_news() -> None:
    first, second = (BETA.text[one.start : one.end] for one in split_sentences(BETA.text)[:2])
    shifted = chunk("Beta2002", 2, "Filler number 2 says nothing.", first, second)
    assert news(evidence(ALPHA, shifted), KNOWN, before) == ()


def test_one_new_sentence_in_a_known_passage_is_news() -> None:
    corrected = chunk("Beta2002", 3, BETA.text, "The authors have since withdrawn this theorem about packings.")
    assert [row.chunk for row in news(evidence(ALPHA, corrected), KNOWN, before)] == [corrected]


def test_a_changed_passage_is_news_where_the_earlier_words_are_not_known_any_more() -> None:
    assert len(news(evidence(ALPHA, under("new", replace(BETA, text=BETA.text + " "))), KNOWN, none_earlier)) == 1


def test_a_citation_is_made_of_the_words_it_points_to() -> None:
    made = citation_to(ALPHA, 2, 16)
    assert (made.quote, made.chunk, made.chunk_id, made.document_sha256) == (
        ALPHA.text[2:16], ALPHA.n, ALPHA.chunk_id, ALPHA.document_sha256,
    )  # fmt: skip
