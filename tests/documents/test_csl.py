"""CSL-JSON, as reference managers export it, and small bibliographies beside single files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wiki_assets.documents.library import scan_library
from wiki_assets.documents.model import DocumentMetadata
from wiki_assets.documents.works import bibliographies
from wiki_assets.documents.works.bibliographies import read_entries
from wiki_assets.documents.works.bibliography import Bibliography, Entry
from wiki_assets.documents.works.csl import read_csl
from wiki_assets.errors import BibliographyError
from wiki_assets.settings import Settings

ZOTERO = {
    "id": "springborn2008",
    "type": "article-journal",
    "title": "Conformal <i>Equivalence</i> of Triangle Meshes &amp; More",
    "author": [
        {"family": "Springborn", "given": "Boris"},
        {"family": "Dyck", "given": "Walther", "non-dropping-particle": "von"},
        {"literal": "The Mesh Group"},
    ],
    "container-title": "ACM Transactions on Graphics",
    "issued": {"date-parts": [["2008", 8, 1]]},
    "DOI": "10.1145/1360612.1360676",
}


def write(path: Path, content: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def entries(folder: Path, *items: object) -> Bibliography:
    return read_csl(write(folder / "library.json", list(items)))


def only(folder: Path, **changes: object) -> DocumentMetadata:
    (entry,) = entries(folder, {**ZOTERO, **changes}).entries
    return entry.metadata


def test_an_entry_gives_title_authors_year_venue_and_doi(tmp_path: Path) -> None:
    metadata = only(tmp_path)
    assert metadata.title == "Conformal Equivalence of Triangle Meshes & More"
    assert metadata.authors == ("Boris Springborn", "Walther von Dyck", "The Mesh Group")
    assert (metadata.year, metadata.venue, metadata.doi) == (2008, "ACM Transactions on Graphics", "10.1145/1360612.1360676")
    assert dict(metadata.origins) == dict.fromkeys(("title", "authors", "year", "venue", "doi"), "bibliography")


@pytest.mark.parametrize(
    "issued",
    [
        {"date-parts": [[2008]]},
        {"raw": "August 2008"},
        {"literal": "circa 2008"},
        "2008-08-01",
        2008,
        {"date-parts": [["2008-08"]]},
    ],
)
def test_a_year_is_found_in_every_form_that_programs_write(tmp_path: Path, issued: object) -> None:
    assert only(tmp_path, issued=issued).year == 2008


@pytest.mark.parametrize("issued", [{"date-parts": [[]]}, {"date-parts": None}, {}, None, True, [2008], {"raw": {"a": 1}}])
def test_a_date_of_no_known_form_is_no_year_and_no_error(tmp_path: Path, issued: object) -> None:
    assert only(tmp_path, issued=issued).year == 0


@pytest.mark.parametrize(
    "changes",
    [
        {"note": "arXiv:2104.08663 [cs]"},
        {"number": "arXiv:2104.08663"},
        {"archive": "arXiv", "archive_location": "2104.08663"},
        {"publisher": "arXiv", "number": "2104.08663"},
        {"URL": "http://arxiv.org/abs/2104.08663v4"},
        {"DOI": "10.48550/arXiv.2104.08663"},
    ],
)
def test_an_arxiv_id_is_found_wherever_programs_put_it(tmp_path: Path, changes: dict[str, str]) -> None:
    assert only(tmp_path, **changes).arxiv_id == "2104.08663"


def test_a_report_number_is_no_arxiv_id_where_nothing_says_arxiv(tmp_path: Path) -> None:
    assert only(tmp_path, number="2104.08663").arxiv_id == ""


def test_a_doi_in_the_notes_or_the_address_is_found(tmp_path: Path) -> None:
    assert only(tmp_path, DOI="", note="PMID: 1\nDOI: 10.1000/noted").doi == "10.1000/noted"
    assert only(tmp_path, DOI="", URL="https://doi.org/10.1000/linked").doi == "10.1000/linked"


def test_a_broken_entry_costs_a_warning_with_its_number_and_not_the_others(tmp_path: Path) -> None:
    found = entries(tmp_path, "text", ZOTERO, {"id": "empty"}, {**ZOTERO, "title": "Again"}, {**ZOTERO, "id": "other"})
    assert [entry.key for entry in found.entries] == ["springborn2008", "other"]
    assert [warning.split(": ")[0] for warning in found.warnings] == [f"library.json, entry {number}" for number in (1, 3, 4)]
    assert "already taken" in found.warnings[2]


@pytest.mark.parametrize("content", ["[{", "{", '"text"', "3", "[" * 100_000, "[" + "9" * 5000 + "]"])
def test_a_file_that_is_no_csl_json_is_one_clear_error(tmp_path: Path, content: str) -> None:
    with pytest.raises(BibliographyError, match=r"library\.json"):
        read_csl(write(tmp_path / "library.json", content))


def test_a_bibliography_is_read_by_its_ending(tmp_path: Path) -> None:
    assert read_entries(write(tmp_path / "a.JSON", [ZOTERO])).entries[0].key == "springborn2008"
    assert read_entries(write(tmp_path / "a.bib", "@article{k, title={A}}")).entries[0].key == "k"
    assert read_entries(None) == Bibliography()


def test_a_bibliography_is_parsed_once_and_again_only_when_it_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[Path] = []
    read = bibliographies.read_bibliography

    def counting(path: Path) -> Bibliography:
        parsed.append(path)
        return read(path)

    monkeypatch.setattr(bibliographies, "read_bibliography", counting)
    path = write(tmp_path / "a.bib", "@article{k, title={A}}")
    assert [read_entries(path).entries[0].key for _ in range(3)] == ["k"] * 3
    assert len(parsed) == 1
    write(path, "@article{other, title={A}}")
    assert read_entries(path).entries[0].key == "other"
    path.unlink()
    with pytest.raises(BibliographyError, match=r"a\.bib"):
        read_entries(path)


def test_the_first_of_several_entries_that_claim_a_file_has_it_and_a_file_field_comes_before_a_key() -> None:
    first, second, named = (
        Entry("Paper", (), DocumentMetadata(title="first")),
        Entry("paper", (), DocumentMetadata(title="second")),
        Entry("x", ("other.pdf",), DocumentMetadata(title="named")),
    )
    bibliography = Bibliography(
        (first, second, Entry("Other", (), DocumentMetadata()), named, Entry("y", ("other.pdf",), named.metadata))
    )
    assert bibliography.entry_for("a/PAPER.pdf") is first
    assert bibliography.entry_for("Other.pdf") is named
    assert bibliography.entry_for("nobody.pdf") is None


def test_files_are_matched_by_key_by_attachment_and_by_citation_key_and_an_address_is_no_key(tmp_path: Path) -> None:
    items = [
        ZOTERO,
        {
            "id": "http://zotero.org/users/1/items/ABC",
            "title": "By file",
            "attachments": [{"path": "C:\\papers\\Circle Packing.pdf"}],
        },
        {"id": "x/1", "citation-key": "stephenson2005", "title": "By citation key", "file": "storage/AB12/packing-book.pdf"},
    ]
    bibliography = write(tmp_path / "library.json", items)
    for name in ("Springborn2008.pdf", "Circle Packing.pdf", "packing-book.pdf"):
        write(tmp_path / "raw" / name, name)
    sources = scan_library(tmp_path / "raw", bibliography, {}, {}).sources
    assert {key: source.metadata.title for key, source in sources.items()} == {
        "Circle-Packing": "By file",
        "springborn2008": "Conformal Equivalence of Triangle Meshes & More",
        "stephenson2005": "By citation key",
    }


def test_a_small_bibliography_beside_a_file_speaks_of_it_whatever_its_key_and_before_the_large_one(tmp_path: Path) -> None:
    raw = tmp_path / "raw"
    for name in ("Paper.pdf", "Other.pdf", "sub/Third.docx", "Plain.pdf"):
        write(raw / name, name)
    write(raw / "Paper.bib", "@article{anything, title={Beside}, eprint={math/0506203}, archiveprefix={arXiv}}")
    write(raw / "Other.pdf.json", {**ZOTERO, "id": "nothing"})
    write(raw / "sub" / "Third.json", [ZOTERO])
    large = write(tmp_path / "library.bib", "@article{Paper, title={Large}, year={1999}}\n@article{Plain, title={Plain}}")
    library = scan_library(raw, large, {}, {})
    assert library.warnings == ()
    assert {key: (s.metadata.title[:9], s.metadata.year, s.metadata.arxiv_id) for key, s in library.sources.items()} == {
        "Other": ("Conformal", 2008, ""),
        "Paper": ("Beside", 1999, "math/0506203"),
        "Plain": ("Plain", 0, ""),
        "Third": ("Conformal", 2008, ""),
    }


def test_a_small_bibliography_that_cannot_be_used_is_a_warning_and_costs_no_paper(tmp_path: Path) -> None:
    write(tmp_path / "A.pdf", "a")
    write(tmp_path / "A.json", "{not json")
    write(tmp_path / "B.pdf", "b")
    write(tmp_path / "B.bib", "@article{x, title={X}}\n@article{y, title={Y}}")
    library = scan_library(tmp_path, None, {}, {})
    assert list(library.sources) == ["A", "B"]
    told_a, told_b = library.warnings
    assert "A.json" in told_a and "A.pdf" in told_a
    assert "B.bib holds 2 entries" in told_b


def test_the_bibliography_of_all_papers_is_no_sidecar_of_a_paper_called_library(tmp_path: Path) -> None:
    write(tmp_path / "library.pdf", "a")
    bibliography = write(tmp_path / "library.json", [ZOTERO])
    assert scan_library(tmp_path, bibliography, {}, {}).sources["library"].metadata == DocumentMetadata()


def test_a_library_json_among_the_papers_is_found_by_itself_and_bibtex_comes_first(tmp_path: Path) -> None:
    settings = Settings.load(home=tmp_path, raw=tmp_path / "raw")
    assert settings.bibliography_file is None
    beside = write(tmp_path / "library.json", [ZOTERO])
    assert settings.bibliography_file == beside
    among = write(tmp_path / "raw" / "library.json", [ZOTERO])
    assert settings.bibliography_file == among
    assert settings.bibliography_file != write(tmp_path / "raw" / "library.bib", "")
    assert settings.bibliography_file == tmp_path / "raw" / "library.bib"
