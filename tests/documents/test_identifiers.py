"""DOI and arXiv id: normal forms, and which of those in a document is its own."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wiki_assets.documents.model import Box, Element, ElementKind, Mark, ParsedDocument, TextSpan
from wiki_assets.documents.works.identifiers import Identifiers, identifier_key, normal_arxiv, normal_doi, own_identifiers

STAMP = "arXiv:2104.08663v4  [cs.IR]  21 Oct 2021"


def element(kind: ElementKind, text: str, page: int = 1, marks: tuple[Mark, ...] = ()) -> Element:
    spans = (TextSpan(0, len(text), Box(page, 0, 0, 1, 1)),) if page else ()
    return Element(kind, " ".join(text.split()), text, spans, marks=marks)


def document(*elements: Element) -> ParsedDocument:
    return ParsedDocument("application/pdf", "pymupdf", "1", 3, elements)


def front(text: str, page: int = 1) -> Element:
    return element(ElementKind.FRONT_MATTER, text, page)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("https://doi.org/10.1145/1360612.1360676", "10.1145/1360612.1360676"),
        ("DOI: 10.1145/ABC.Def.", "10.1145/abc.def"),
        ("(doi:10.1145/1360612.1360676)", "10.1145/1360612.1360676"),
        ("http://dx.doi.org/10.1016/S0304-3975(97)00204-1.", "10.1016/s0304-3975(97)00204-1"),
        ("https://doi.org/10.1002%2Fnav.380", "10.1002/nav.380"),
        ("10.1/x", ""),
        ("ten dot 1145", ""),
    ],
)
def test_a_doi_has_one_form_however_it_is_written(written: str, plain: str) -> None:
    assert normal_doi(written) == plain


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("arXiv:2104.08663v4", "2104.08663"),
        ("https://arxiv.org/pdf/2104.08663v2.pdf", "2104.08663"),
        ("arxiv.org/abs/math/0506203", "math/0506203"),
        ("math.DG/0506203v1", "math/0506203"),
        ("hep-th/9901001", "hep-th/9901001"),
        ("10.48550/arXiv.2104.08663", "2104.08663"),
        ("2113.12345", ""),  # there is no thirteenth month
        ("12104.086631", ""),
        ("see 2104.08663", ""),
    ],
)
def test_an_arxiv_id_has_one_form_without_its_version(written: str, plain: str) -> None:
    assert normal_arxiv(written) == plain


def test_arxivs_own_doi_of_a_paper_and_its_id_name_the_same_work() -> None:
    assert identifier_key("https://doi.org/10.48550/arXiv.2104.08663") == identifier_key("2104.08663v1") == "arxiv:2104.08663"
    assert identifier_key("doi:10.1145/1.2") == "doi:10.1145/1.2"
    assert identifier_key("Wakefield1998") == ""


@settings(deadline=None)
@given(st.text(max_size=60))
def test_a_normal_form_is_its_own_normal_form(text: str) -> None:
    doi, arxiv_id = normal_doi(text), normal_arxiv(text)
    assert not doi or normal_doi(doi) == doi
    assert not arxiv_id or normal_arxiv(arxiv_id) == arxiv_id


def test_the_stamp_up_the_side_of_the_first_page_is_the_documents_own_whatever_else_the_page_cites() -> None:
    cited = front("We extend arXiv:1706.03762 and arXiv:1810.04805.")
    assert own_identifiers(document(cited), {}, f"{STAMP}\nA Title").arxiv_id == "2104.08663"
    assert own_identifiers(document(cited), {}).arxiv_id == ""


def test_a_stamp_of_the_old_style_is_read_too() -> None:
    assert own_identifiers(document(), {}, "arXiv:math/0504358v1  [math.DG]  18 Apr 2005").arxiv_id == "math/0504358"


def test_a_line_that_is_nothing_but_an_arxiv_id_is_the_documents_own_and_one_in_a_sentence_is_not() -> None:
    assert own_identifiers(document(front("arXiv:2104.08663")), {}).arxiv_id == "2104.08663"
    assert own_identifiers(document(front("It appeared as arXiv:2104.08663, too.")), {}).arxiv_id == ""


def test_a_doi_in_a_notice_of_the_first_page_is_the_documents_own() -> None:
    notice = front("KDD '19, August 4–8, 2019, Anchorage\n© 2019 ACM.\nhttps://doi.org/10.1145/3292500.3330701")
    assert own_identifiers(document(notice), {}) == Identifiers("10.1145/3292500.3330701")
    assert (
        own_identifiers(document(), {}, "Discrete Comput Geom (2007)\nDOI 10.1007/s00454-007-9006-1\nText").doi
        == "10.1007/s00454-007-9006-1"
    )


@pytest.mark.parametrize(
    "text",
    [
        "Data are archived at https://doi.org/10.5281/zenodo.123456",
        "This is an extended version of doi:10.1145/1.2",
        "Reply to DOI: 10.1145/1.2",
    ],
)
def test_a_doi_that_is_said_to_be_something_elses_is_not_taken(text: str) -> None:
    assert own_identifiers(document(front(text)), {}).doi == ""


def test_a_doi_of_a_reference_is_not_taken_wherever_it_stands() -> None:
    footnote = element(ElementKind.FOOTNOTE, "1 Doe, On Circles. https://doi.org/10.1000/cited")
    reference = element(ElementKind.BIBLIOGRAPHY, "[1] Doe. On Squares. doi:10.1000/listed", page=1)
    page = "1 Doe, On Circles. https://doi.org/10.1000/cited\nhttps://doi.org/10.1000/listed\nReferences\ndoi:10.1000/below"
    assert own_identifiers(document(footnote, reference), {}, page).doi == ""


def test_two_dois_that_both_claim_to_be_its_own_leave_it_unknown_but_a_volumes_gives_way_to_the_papers() -> None:
    assert own_identifiers(document(front("DOI: 10.1000/one\nDOI: 10.1000/two")), {}).doi == ""
    assert own_identifiers(
        document(front("https://doi.org/10.1145/3292500\nhttps://doi.org/10.1145/3292500.3330701")), {}
    ).doi.endswith("3330701")


def test_a_doi_that_goes_on_in_the_next_line_is_not_taken_for_the_half_it_is() -> None:
    assert own_identifiers(document(front("https://doi.org/10.1145/3292500.\n3330701")), {}).doi == ""


def test_later_pages_speak_of_others() -> None:
    assert own_identifiers(document(front("A note"), front("DOI: 10.1000/other", page=2)), {}).doi == ""


def test_notes_and_comments_speak_for_whoever_wrote_them() -> None:
    note = element(ElementKind.FRONT_MATTER, "DOI: 10.1000/other", page=0, marks=(Mark.NOTE,))
    assert own_identifiers(document(note), {}).doi == ""


def test_properties_that_name_a_doi_win_over_the_page_and_a_subject_counts_where_it_says_doi() -> None:
    page = document(front("DOI: 10.1000/page"))
    assert own_identifiers(page, {"prism:doi": "10.1000/Stated"}).doi == "10.1000/stated"
    assert own_identifiers(document(), {"Subject": "Journal of Rounds, 2008. doi:10.1000/subject"}).doi == "10.1000/subject"
    assert own_identifiers(document(), {"subject": "Whitney forms"}).doi == ""
    assert own_identifiers(document(), {"arXivID": "https://arxiv.org/abs/2104.08663v4"}).arxiv_id == "2104.08663"
    assert own_identifiers(document(), {"doi": "10.48550/arXiv.2104.08663"}).arxiv_id == "2104.08663"
