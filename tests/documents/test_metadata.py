"""What is known of a work: the order of trust, what a document says of itself, flags, and entries of another paper."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from wiki_assets.documents import codec
from wiki_assets.documents.catalogue import scan_with_memory
from wiki_assets.documents.model import (
    Box,
    DocumentMetadata,
    DocumentRecord,
    DocumentStatus,
    Element,
    ElementKind,
    ParsedDocument,
    TextSpan,
)
from wiki_assets.documents.works.imprint import imprint_of, split_names
from wiki_assets.documents.works.metadata import (
    Flag,
    doubt,
    flagged_by_id,
    from_document,
    merged_metadata,
    own_metadata,
    stated_by,
)
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore


def element(kind: ElementKind, text: str, page: int = 1) -> Element:
    return Element(kind, " ".join(text.split()), text, (TextSpan(0, len(text), Box(page, 0, 0, 1, 1)),))


def document(*elements: Element, title: str = "") -> ParsedDocument:
    return ParsedDocument("application/pdf", "pymupdf", "1", 3, elements, metadata=DocumentMetadata(title=title))


def front(*texts: str) -> ParsedDocument:
    return document(*(element(ElementKind.FRONT_MATTER, text) for text in texts))


PLAIN = document()


def test_the_more_trusted_word_counts_field_by_field_and_every_field_says_whose_it_is() -> None:
    own = stated_by("document", DocumentMetadata(title="Drawn", year=2001, arxiv_id="2104.08663"))
    listed = stated_by("bibliography", DocumentMetadata(title="Listed", authors=("A B",), flag="superseded", flag_note="by C"))
    written = stated_by("sources.yaml", DocumentMetadata(year=2002, flag="retracted"))
    known = merged_metadata(written, merged_metadata(listed, own))
    assert (known.title, known.authors, known.year, known.arxiv_id) == ("Listed", ("A B",), 2002, "2104.08663")
    assert (known.flag, known.flag_note) == ("retracted", "")
    assert dict(known.origins) == {
        "title": "bibliography",
        "authors": "bibliography",
        "year": "sources.yaml",
        "arxiv_id": "document",
        "flag": "sources.yaml",
    }


def test_nothing_known_stays_nothing() -> None:
    assert merged_metadata(DocumentMetadata(), DocumentMetadata()) == from_document(PLAIN, {}) == DocumentMetadata()


def test_a_document_says_what_its_loader_found_and_what_its_first_page_states() -> None:
    parsed = replace(
        front("© 2019 ACM.\nhttps://doi.org/10.1145/3292500.3330701"), metadata=DocumentMetadata(title="Drawn∗†", venue="Kept")
    )
    known = from_document(parsed, {})
    assert (known.title, known.year, known.venue, known.doi) == ("Drawn", 2019, "Kept", "10.1145/3292500.3330701")
    assert {origin for _, origin in known.origins} == {"document"}


def test_what_a_loader_found_is_put_in_one_form_and_accounts_are_no_authors() -> None:
    found = DocumentMetadata(
        doi="https://doi.org/10.1000/ABC",
        arxiv_id="arXiv:2104.08663v2",
        authors=("eng-dept", "Ann Ash", "ODIN", "山田太郎", "Plato"),
    )
    known = from_document(replace(PLAIN, metadata=found), {})
    assert (known.doi, known.arxiv_id, known.authors) == ("10.1000/abc", "2104.08663", ("Ann Ash", "山田太郎", "Plato"))
    assert from_document(replace(PLAIN, metadata=known), {}) == known


@pytest.mark.parametrize(
    "title", ["RETRACTED: Lesions in Children", "RETRACTED ARTICLE: Lesions in Children", "WITHDRAWN: Lesions in Children"]
)
def test_a_title_that_begins_with_retracted_is_a_flag(title: str) -> None:
    known = stated_by("bibliography", DocumentMetadata(title=title))
    assert (known.title, known.flag, known.flag_note) == ("Lesions in Children", "retracted", "its title says so")
    assert ("flag", "bibliography") in known.origins


def test_a_title_about_retractions_is_none() -> None:
    assert stated_by("document", DocumentMetadata(title="Retracted papers: a survey")).flag == ""
    assert stated_by("document", DocumentMetadata(title="Retraction notice")).flag == ""


def test_what_the_loader_of_pdfs_left_open_stays_open_and_other_formats_are_looked_through_here() -> None:
    notice = front("DOI: 10.1000/only")
    assert own_metadata(notice) == DocumentMetadata()
    assert own_metadata(replace(notice, media_type="text/html")).doi == "10.1000/only"


# Year, venue, authors


@pytest.mark.parametrize(
    ("text", "year", "venue"),
    [
        (
            "Proceedings of the 58th Annual Meeting of Rounds, pages 2270–2282 July 5 - 10, 2020. c⃝2020 Association",
            2020,
            "Proceedings of the 58th Annual Meeting of Rounds",
        ),
        ("Published in the Proceedings of OSDI 2012", 2012, "Proceedings of OSDI 2012"),
        ("Discrete Comput Geom (2007) 38: 740–756", 2007, "Discrete Comput Geom"),
        ("31st Conference on Rounds (ROUND 2017), Long Beach, CA, USA.", 2017, "31st Conference on Rounds (ROUND 2017)"),
        ("Published as a conference paper at ICLR 2023", 2023, "ICLR 2023"),
        (
            "ACM Transactions on Graphics, Vol. 27, No. 3, Article 77, Publication date: August 2008.",
            2008,
            "ACM Transactions on Graphics",
        ),
        ("978-1-4244-9233-6/11/$26.00 ©2011 IEEE", 2011, ""),
        ("© Springer Science+Business Media, LLC 2007", 2007, ""),
        ("Copyright 2003 ACM 1-58113-757-5/03/0010 ...$5.00.", 2003, ""),
        ("© 2010–2014 The Authors", 2014, ""),
    ],
)
def test_year_and_venue_are_read_from_plain_notices(text: str, year: int, venue: str) -> None:
    imprint = imprint_of(front(text), {})
    assert (imprint.year, imprint.venue) == (year, venue)


@pytest.mark.parametrize(
    "text",
    [
        "(Draft of October 7, 2013)",
        "December 1995, revised June 1996",
        "1991 Mathematics Subject Classification",
        "Last updated: May 1, 2019",
    ],
)
def test_dates_that_are_not_of_publication_are_no_year(text: str) -> None:
    assert imprint_of(front(text), {}).year == 0


def test_notices_of_two_years_leave_the_year_open() -> None:
    assert imprint_of(front("© 2019 ACM", "© 2021 the authors"), {}).year == 0


def test_the_year_of_a_first_version_is_that_of_its_stamp_and_of_a_later_years_version_open() -> None:
    assert imprint_of(PLAIN, {}, "arXiv:math/0504358v1  [math.DG]  18 Apr 2005").year == 2005
    assert imprint_of(PLAIN, {}, "arXiv:2104.08663v4  [cs.IR]  21 Oct 2021").year == 2021
    assert imprint_of(PLAIN, {}, "arXiv:2005.11401v4  [cs.CL]  12 Apr 2021").year == 0


def test_an_author_in_the_properties_counts_where_every_name_stands_on_the_first_page() -> None:
    parsed = document(element(ElementKind.FRONT_MATTER, "Boris Springborn and Peter Schröder"))
    assert imprint_of(parsed, {"author": "Boris Springborn, Peter Schroder"}).authors == ("Boris Springborn", "Peter Schroder")
    assert imprint_of(parsed, {"author": "Boris Springborn; Someone Else"}).authors == ()
    assert imprint_of(PLAIN, {"author": "Boris Springborn"}).authors == ()


@pytest.mark.parametrize("author", ["Administrator", "user", "Microsoft Office User", "a@b.org", "springborn", "TeX User 2"])
def test_whoever_saved_the_file_is_no_author(author: str) -> None:
    assert imprint_of(document(element(ElementKind.FRONT_MATTER, author)), {"author": author}).authors == ()


def test_what_a_web_page_says_in_tags_for_citation_is_believed() -> None:
    stated = {
        "citation_author": "Springborn, Boris; Schröder, Peter",
        "citation_journal_title": "Rounds",
        "citation_date": "2008/08/01",
    }
    imprint = imprint_of(PLAIN, stated)
    assert imprint.authors == ("Boris Springborn", "Peter Schröder")
    assert (imprint.year, imprint.venue) == (2008, "Rounds")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("A. Bee, C. Dee and E. Eff", ("A. Bee", "C. Dee", "E. Eff")),
        ("Bee, A.; Dee, C.", ("A. Bee", "C. Dee")),
        ("Bee, A. and Dee, C.", ("A. Bee", "C. Dee")),
        ("Springborn, Boris", ("Boris Springborn",)),
        ("Ann Bee", ("Ann Bee",)),
        ("", ()),
    ],
)
def test_names_are_split_as_they_are_usually_written(text: str, names: tuple[str, ...]) -> None:
    assert split_names(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "\n" * 200_000,
        "© " + " " * 200_000,
        "©\n" * 50_000,
        "10.1000/" + ")" * 200_000,
        "doi:10.1000/a.\n" * 20_000,
        "arXiv: " * 50_000,
        "A " * 200_000,
    ],
    ids=["lines", "spaces", "signs", "brackets", "dois", "arxiv", "words"],
)
def test_what_a_hostile_page_says_is_read_in_time_that_grows_with_its_length(text: str) -> None:
    started = time.process_time()
    from_document(front(text), {"subject": text, "author": text[:5_000]}, text)
    assert time.process_time() - started < 5


# Flags by id, and entries of another paper


def test_a_flag_by_id_reaches_the_work_by_either_id_and_never_replaces_one_it_has() -> None:
    flags = {"doi:10.1000/1": Flag("retracted", "no data"), "arxiv:2104.08663": Flag("superseded", "Doe 2024")}
    assert flagged_by_id(DocumentMetadata(doi="10.1000/1"), flags).flag_note == "no data"
    assert flagged_by_id(DocumentMetadata(doi="10.48550/arxiv.2104.08663"), flags).flag == "superseded"
    assert flagged_by_id(DocumentMetadata(), flags, DocumentMetadata(arxiv_id="2104.08663")).flag == "superseded"
    assert flagged_by_id(DocumentMetadata(doi="10.1000/1", flag="superseded"), flags).flag == "superseded"
    assert flagged_by_id(DocumentMetadata(doi="10.1000/2"), flags) == DocumentMetadata(doi="10.1000/2")


def test_a_flag_by_an_id_that_only_the_document_states_is_found_by_its_record_and_goes_when_the_bytes_are_others(
    tmp_path: Path,
) -> None:
    raw, store = tmp_path / "raw", ArtifactStore(tmp_path / "artifacts")
    raw.mkdir()
    (raw / "k.pdf").write_text("bytes")
    sources = tmp_path / "sources.yaml"
    sources.write_text("retracted: {10.1000/1: no data}\n")
    source = scan_with_memory(raw, None, store, sources).sources["k"]
    assert source.metadata == DocumentMetadata()
    own = DocumentMetadata(doi="10.1000/1")
    record = DocumentRecord("k", "k.pdf", source.sha256, 5, "application/pdf", DocumentStatus.OK, "", 1, (), (), "p", "1", own)
    store.write(layout.document_record("k"), codec.encode_record(record))
    library = scan_with_memory(raw, None, store, sources)
    assert (library.sources["k"].metadata.flag, library.sources["k"].metadata.doi) == ("retracted", "")
    assert library.sources["k"] == replace(library, sources={"k": source}).source_as_read("k", own)
    store.write(layout.document_record("k"), codec.encode_record(replace(record, sha256="other")))
    assert scan_with_memory(raw, None, store, sources).sources["k"].metadata.flag == ""
    sources.write_text("")
    assert scan_with_memory(raw, None, store, sources).sources["k"].metadata.flag == ""


PAPER = document(
    element(ElementKind.TITLE, "Patterns of Circles on Surfaces"),
    element(ElementKind.FRONT_MATTER, "Anna Author, University of Rounds"),
    title="Patterns of Circles on Surfaces",
)


def test_an_entry_with_a_very_unlike_title_is_told() -> None:
    stated = stated_by("bibliography", DocumentMetadata(title="Retrieval-Augmented Generation for Knowledge-Intensive Tasks"))
    told = doubt(stated, PAPER, "k.pdf")
    assert told.startswith("k.pdf may be another paper than its entry in the bibliography says")
    assert "Patterns of Circles on Surfaces" in told and "Correct the entry" in told


@pytest.mark.parametrize(
    "title",
    [
        "Patterns of circles on surfaces.",
        "Circles on Surfaces",
        "",
        "Rounds",
        "Patterns of Circles: Part II, Surfaces of Genus Two",
    ],
)
def test_titles_that_are_alike_or_say_too_little_are_no_doubt(title: str) -> None:
    assert doubt(DocumentMetadata(title=title), PAPER, "k.pdf") == ""


def test_a_title_that_stands_on_the_first_page_is_no_doubt_whatever_was_taken_for_the_title() -> None:
    wrong = replace(PAPER, metadata=DocumentMetadata(title="Technical Report of the Institute Number Nine"))
    assert doubt(DocumentMetadata(title="Patterns of Circles on Surfaces"), wrong, "k.pdf") == ""
