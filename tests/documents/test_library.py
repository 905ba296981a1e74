"""The folder of papers: keys, conflicts, and what is passed over."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wiki_assets.documents.bibkeys import is_bibkey, safe_bibkey
from wiki_assets.documents.library import Library, scan_library
from wiki_assets.documents.model import DocumentStatus
from wiki_assets.documents.works.bibliography import read_bibliography
from wiki_assets.errors import BibliographyError, LibraryError

BIBLIOGRAPHY = r"""
@string{tog = "ACM Transactions on Graphics"}
@article{Springborn2008,
  title = {Conformal {E}quivalence of Triangle Meshes},
  author = {Springborn, Boris and Peter Schr{\"o}der and Pinkall, Ulrich},
  journal = tog, year = {2008}, doi = {https://doi.org/10.1145/1360612},
  file = {:papers/mesh paper.pdf:PDF}
}
@book{Stephenson2005, title = "Introduction to Circle Packing", date = {2005-04},
  file = {Full Text:C\:\\Users\\a\\Zotero\\circle\;packing.pdf:application/pdf;Snapshot:/home/a/snap.html:text/html}}
@article{lamport2001, title = {Paxos Made Simple}, year = 2001}
"""


def write(folder: Path, name: str, content: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content.encode())


def scan(
    folder: Path, bibliography: Path | None = None, owners: dict[str, str] | None = None, library: Library | None = None
) -> Library:
    known = {source.file: source for source in library.sources.values()} if library else {}
    return scan_library(folder, bibliography, owners or {}, known)


def reason_for(library: Library, file: str) -> tuple[DocumentStatus, str]:
    (rejection,) = [rejection for rejection in library.rejected if rejection.file == file]
    return rejection.status, rejection.reason


def test_a_folder_and_its_sub_folders_are_listed_and_side_files_are_passed_over(tmp_path: Path) -> None:
    hidden = [".hidden.pdf", ".git/x.pdf", "c.pdf.part", "d.pdf~", "~$e.docx", ".gitkeep"]
    beside = ["library.bib", "c.yaml", "manifest.jsonl", "README.md"]
    names = ["b.pdf", "a/Deep2020.pdf", "notes.docx", *hidden, *beside]
    for name in names:
        write(tmp_path, name, name)
    library = scan(tmp_path)
    assert [(source.bibkey, source.file) for source in library.sources.values()] == [
        ("Deep2020", "a/Deep2020.pdf"),
        ("b", "b.pdf"),
        ("notes", "notes.docx"),
    ]
    assert library.rejected == ()


def test_an_empty_folder_is_an_empty_library_but_a_missing_one_is_an_error(tmp_path: Path) -> None:
    assert scan(tmp_path).sources == {}
    with pytest.raises(LibraryError, match="cannot be listed"):
        scan(tmp_path / "nowhere")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may list every folder")
def test_a_sub_folder_that_may_not_be_listed_is_an_error_and_not_a_shorter_library(tmp_path: Path) -> None:
    write(tmp_path, "sub/a.pdf", "a")
    (tmp_path / "sub").chmod(0)
    with pytest.raises(LibraryError, match="sub"):
        scan(tmp_path)


def test_keys_come_from_the_bibliography_by_file_or_by_key_and_else_from_the_name(tmp_path: Path) -> None:
    write(tmp_path, "library.bib", BIBLIOGRAPHY)
    for name in ("mesh paper.pdf", "circle;packing.pdf", "Lamport2001.pdf", "Über Kreise (2).pdf"):
        write(tmp_path, f"raw/{name}", name)
    library = scan(tmp_path / "raw", tmp_path / "library.bib")
    assert {source.file: source.bibkey for source in library.sources.values()} == {
        "mesh paper.pdf": "Springborn2008",
        "circle;packing.pdf": "Stephenson2005",
        "Lamport2001.pdf": "lamport2001",
        "Über Kreise (2).pdf": "Uber-Kreise-2",
    }
    metadata = library.sources["Springborn2008"].metadata
    assert metadata.title == "Conformal Equivalence of Triangle Meshes"
    assert metadata.authors == ("Boris Springborn", "Peter Schröder", "Ulrich Pinkall")
    assert (metadata.year, metadata.venue, metadata.doi) == (2008, "ACM Transactions on Graphics", "10.1145/1360612")
    assert library.sources["Stephenson2005"].metadata.year == 2005


@pytest.mark.parametrize(
    ("fields", "arxiv_id", "doi"),
    [
        ("eprint={2104.08663v2}, archiveprefix={arXiv}", "2104.08663", ""),
        ("eprint={math.DG/0506203}, eprinttype={arxiv}", "math/0506203", ""),
        ("eprint={2104.08663}", "2104.08663", ""),
        ("eprint={2104.08663}, eprinttype={jstor}", "", ""),
        ("journal={arXiv preprint arXiv:2104.08663}", "2104.08663", ""),
        ("url={https://arxiv.org/abs/2104.08663}", "2104.08663", ""),
        ("doi={10.48550/arXiv.2104.08663}", "2104.08663", "10.48550/arxiv.2104.08663"),
        ("url={https://doi.org/10.1145/ABC}", "", "10.1145/abc"),
        ("doi={see the journal}", "", ""),
    ],
)
def test_ids_are_read_wherever_bibtex_has_them_and_in_one_form(tmp_path: Path, fields: str, arxiv_id: str, doi: str) -> None:
    write(tmp_path, "library.bib", f"@article{{k, title={{A}}, {fields}}}")
    (entry,) = read_bibliography(tmp_path / "library.bib").entries
    assert (entry.metadata.arxiv_id, entry.metadata.doi) == (arxiv_id, doi)
    assert ("title", "bibliography") in entry.metadata.origins


@pytest.mark.parametrize("ending", ["eml", "msg", "csv", "tsv", "docm", "xlsm", "pptm", "xml"])
def test_every_ending_that_people_keep_documents_under_is_listed(tmp_path: Path, ending: str) -> None:
    write(tmp_path, f"a.{ending}", "x")
    assert list(scan(tmp_path).sources) == ["a"]


def test_bibliographies_and_what_is_said_of_files_are_no_documents(tmp_path: Path) -> None:
    for name in ("a.pdf", "a.bib", "a.json", "sources.yaml", "library.json"):
        write(tmp_path, name, "[]" if name.endswith("json") else "")
    assert list(scan(tmp_path).sources) == ["a"]


def test_a_broken_entry_costs_a_warning_with_its_line_and_not_the_others(tmp_path: Path) -> None:
    write(
        tmp_path,
        "library.bib",
        "@article{good, title={A}}\n@article{bad title={B}}\n@article{also, title={C}}\n@article{good, title={D}}\n",
    )
    bibliography = read_bibliography(tmp_path / "library.bib")
    assert [entry.key for entry in bibliography.entries] == ["good", "also"]
    assert [warning.split(": ")[0] for warning in bibliography.warnings] == ["library.bib, line 2", "library.bib, line 4"]


def test_a_bibliography_that_is_not_utf8_is_read_with_a_warning_and_a_missing_one_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "old.bib").write_bytes("@article{k, author={Schröder}}".encode("latin-1"))
    bibliography = read_bibliography(tmp_path / "old.bib")
    assert bibliography.entries[0].metadata.authors == ("Schröder",)
    assert "UTF-8" in bibliography.warnings[0]
    with pytest.raises(BibliographyError, match=r"none\.bib"):
        read_bibliography(tmp_path / "none.bib")


def test_two_files_with_one_key_are_not_mixed_up(tmp_path: Path) -> None:
    write(tmp_path, "a/Paper.pdf", "first")
    write(tmp_path, "b/Paper.pdf", "second")
    library = scan(tmp_path)
    assert library.sources["Paper"].file == "a/Paper.pdf"
    status, reason = reason_for(library, "b/Paper.pdf")
    assert status is DocumentStatus.REJECTED
    assert "a/Paper.pdf" in reason
    assert "Rename" in reason


def test_keys_that_differ_only_by_case_are_one_key_for_some_file_systems(tmp_path: Path) -> None:
    write(tmp_path, "PAPER.pdf", "first")
    write(tmp_path, "x/paper.pdf", "second")
    library = scan(tmp_path)
    assert list(library.sources) == ["PAPER"]
    assert "differs only by case" in reason_for(library, "x/paper.pdf")[1]


def test_the_same_bytes_under_two_names_are_one_document(tmp_path: Path) -> None:
    write(tmp_path, "a.pdf", "same")
    write(tmp_path, "b.pdf", "same")
    library = scan(tmp_path)
    assert list(library.sources) == ["a"]
    status, reason = reason_for(library, "b.pdf")
    assert status is DocumentStatus.DUPLICATE
    assert "a.pdf" in reason


def test_empty_files_are_not_duplicates_of_each_other(tmp_path: Path) -> None:
    write(tmp_path, "a.pdf", "")
    write(tmp_path, "b.pdf", "")
    assert list(scan(tmp_path).sources) == ["a", "b"]


def test_a_file_that_already_owns_a_key_keeps_it_against_one_that_sorts_before_it(tmp_path: Path) -> None:
    write(tmp_path, "z/Paper.pdf", "old")
    write(tmp_path, "a/Paper.pdf", "new")
    library = scan(tmp_path, owners={"Paper": "z/Paper.pdf"})
    assert library.sources["Paper"].file == "z/Paper.pdf"
    assert reason_for(library, "a/Paper.pdf")[0] is DocumentStatus.REJECTED
    (tmp_path / "z/Paper.pdf").unlink()
    assert scan(tmp_path, owners={"Paper": "z/Paper.pdf"}).sources["Paper"].file == "a/Paper.pdf"


def test_a_name_with_nothing_safe_in_it_is_rejected_with_what_to_do(tmp_path: Path) -> None:
    write(tmp_path, "…….pdf", "x")
    status, reason = reason_for(scan(tmp_path), "…….pdf")
    assert status is DocumentStatus.REJECTED
    assert "Rename it" in reason


def test_an_unchanged_file_is_not_hashed_again_and_a_changed_one_is(tmp_path: Path) -> None:
    write(tmp_path, "a.pdf", "first")
    before = scan(tmp_path)
    state = (tmp_path / "a.pdf").stat()
    (tmp_path / "a.pdf").write_bytes(b"other")
    os.utime(tmp_path / "a.pdf", ns=(state.st_atime_ns, state.st_mtime_ns))
    assert scan(tmp_path, library=before).sources["a"].sha256 == before.sources["a"].sha256
    os.utime(tmp_path / "a.pdf", ns=(state.st_atime_ns, state.st_mtime_ns + 1))
    assert scan(tmp_path, library=before).sources["a"].sha256 != before.sources["a"].sha256


@settings(deadline=None)
@given(st.text(max_size=150))
def test_a_name_becomes_a_safe_key_or_none(name: str) -> None:
    key = safe_bibkey(name)
    assert key == "" or is_bibkey(key)


@pytest.mark.parametrize("key", ["", ".a", "-a", "a/b", "a b", "a..b", "x" * 101, "a\n", "é"])
def test_what_is_no_key(key: str) -> None:
    assert not is_bibkey(key)


def test_a_named_pipe_is_told_and_nobody_waits_for_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pdf")
    (tmp_path / "paper.pdf").write_bytes(b"words")
    library = scan_library(tmp_path, None, {}, {})
    assert list(library.sources) == ["paper"]
    assert [(item.file, item.status, "no ordinary file" in item.reason) for item in library.rejected] == [
        ("pipe.pdf", DocumentStatus.UNREADABLE, True)
    ]


def test_a_name_that_is_not_unicode_is_told_and_costs_only_its_file(tmp_path: Path) -> None:
    try:
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.pdf")).write_bytes(b"words")
    except OSError:
        pytest.skip("this file system takes only names in Unicode")
    (tmp_path / "paper.pdf").write_bytes(b"other words")
    library = scan_library(tmp_path, None, {}, {})
    assert list(library.sources) == ["paper"]
    assert [(item.status, "not UTF-8" in item.reason) for item in library.rejected] == [(DocumentStatus.REJECTED, True)]


def test_files_that_differ_by_their_ending_are_papers_of_their_own_and_the_pdf_has_the_plain_key(tmp_path: Path) -> None:
    for name in ("Talk.docx", "Talk.pdf", "Talk.pptx"):
        (tmp_path / name).write_bytes(name.encode())
    library = scan_library(tmp_path, None, {}, {})
    assert {key: source.file for key, source in library.sources.items()} == {
        "Talk-docx": "Talk.docx", "Talk": "Talk.pdf", "Talk-pptx": "Talk.pptx",
    }  # fmt: skip
    assert library.rejected == ()


def test_a_second_key_stays_its_files_when_the_file_with_the_plain_key_goes_and_comes_back(tmp_path: Path) -> None:
    for name in ("Talk.pdf", "Talk.pptx"):
        (tmp_path / name).write_bytes(name.encode())
    owners = {key: source.file for key, source in scan_library(tmp_path, None, {}, {}).sources.items()}
    (tmp_path / "Talk.pdf").unlink()
    alone = scan_library(tmp_path, None, owners, {})
    assert {key: source.file for key, source in alone.sources.items()} == {"Talk-pptx": "Talk.pptx"}
    (tmp_path / "Talk.pdf").write_bytes(b"back")
    owners = {key: source.file for key, source in alone.sources.items()}
    assert set(scan_library(tmp_path, None, owners, {}).sources) == {"Talk", "Talk-pptx"}
