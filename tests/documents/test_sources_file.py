"""`sources.yaml`: what a person writes of single files, and that no password of it is ever shown."""

from __future__ import annotations

import logging
import os
import traceback
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wiki_assets.documents.library import Library, scan_library
from wiki_assets.documents.model import DocumentMetadata
from wiki_assets.documents.works.metadata import Flag
from wiki_assets.documents.works.sources_file import NOTHING_SAID, Statements, read_statements
from wiki_assets.errors import BibliographyError

SECRET = "correct horse battery"


def written(folder: Path, text: str) -> Path:
    path = folder / "sources.yaml"
    path.write_text(text, encoding="utf-8")
    path.chmod(0o600)
    return path


def read(folder: Path, text: str) -> Statements:
    return read_statements(written(folder, text))


def scan(folder: Path, text: str, *files: str) -> Library:
    for name in files:
        (folder / "raw" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "raw" / name).write_text(name)
    return scan_library(folder / "raw", None, {}, {}, read(folder, text))


def test_an_entry_gives_every_field_with_its_origin(tmp_path: Path) -> None:
    said = read(
        tmp_path,
        """
Paper.pdf:
  title: "A Title: With Colon"
  authors: [Boris Springborn, "Schröder, Peter"]
  year: 2008
  venue: Journal of Rounds
  doi: https://doi.org/10.1145/ABC
  arxiv: arXiv:2104.08660v2
  retracted: the data were invented
""",
    )
    metadata = said.entries["Paper.pdf"].metadata
    assert said.warnings == ()
    assert metadata.title == "A Title: With Colon"
    assert metadata.authors == ("Boris Springborn", "Peter Schröder")
    assert (metadata.year, metadata.venue, metadata.doi, metadata.arxiv_id) == (
        2008,
        "Journal of Rounds",
        "10.1145/abc",
        "2104.08660",
    )
    assert (metadata.flag, metadata.flag_note) == ("retracted", "the data were invented")
    assert {origin for _, origin in metadata.origins} == {"sources.yaml"}


def test_an_absent_file_and_an_empty_one_say_nothing(tmp_path: Path) -> None:
    assert read_statements(tmp_path / "none.yaml") == read_statements(None) == NOTHING_SAID
    assert read(tmp_path, "") == read(tmp_path, "# only a comment\n") == NOTHING_SAID


@pytest.mark.parametrize(
    ("entry", "flag"),
    [
        ("retracted: true", ("retracted", "")),
        ("retracted: false", ("", "")),
        ("superseded_by: Doe 2024", ("superseded", "Doe 2024")),
        ("{superseded_by: Doe 2024, retracted: true}", ("retracted", "")),
    ],
)
def test_a_flag_is_true_or_a_text_and_a_retraction_is_the_graver_one(tmp_path: Path, entry: str, flag: tuple[str, str]) -> None:
    metadata = read(tmp_path, f"P.pdf:\n  {entry}\n").entries["P.pdf"].metadata
    assert (metadata.flag, metadata.flag_note) == flag


def test_works_are_flagged_by_id_as_a_list_or_with_the_reason_and_a_zero_at_the_end_is_kept(tmp_path: Path) -> None:
    said = read(
        tmp_path,
        "retracted: [10.1016/S0140-6736(97)11096-0, 2104.08660, Wakefield1998]\nsuperseded: {math/0506203v1: Doe 2024, 10.1/x: no}\n",
    )
    assert said.flags == {
        "doi:10.1016/s0140-6736(97)11096-0": Flag("retracted"),
        "arxiv:2104.08660": Flag("retracted"),
        "arxiv:math/0506203": Flag("superseded", "Doe 2024"),
    }
    assert [warning.split(":")[1] for warning in said.warnings] == ["1", "2"]
    assert "neither a DOI nor an arXiv id" in said.warnings[0]


def test_an_unknown_key_is_told_with_the_one_that_was_meant_and_costs_only_itself(tmp_path: Path) -> None:
    said = read(tmp_path, "P.pdf:\n  titel: A\n  retract: true\n  colour: red\n  year: 2001\n")
    assert said.entries["P.pdf"].metadata.year == 2001
    assert [warning.split(" in the entry")[0] for warning in said.warnings] == [
        "sources.yaml:2: unknown key 'titel'",
        "sources.yaml:3: unknown key 'retract'",
        "sources.yaml:4: unknown key 'colour'",
    ]
    assert "Did you mean 'title'?" in said.warnings[0]
    assert "Did you mean 'retracted'?" in said.warnings[1]
    assert "Known keys: password" in said.warnings[2]


def test_what_is_there_twice_counts_as_it_first_stands_and_is_told_with_both_lines(tmp_path: Path) -> None:
    said = read(tmp_path, "P.pdf: {year: 2001}\nQ.pdf:\n  year: 2002\n  year: 2003\nP.pdf: {year: 2004}\n")
    assert {name: entry.metadata.year for name, entry in said.entries.items()} == {"P.pdf": 2001, "Q.pdf": 2002}
    assert "sources.yaml:4: 'year' is there twice" in said.warnings[0] and "line 3" in said.warnings[0]
    assert "sources.yaml:5: 'P.pdf' is there twice" in said.warnings[1] and "line 1" in said.warnings[1]


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("year: last", "a year of four digits"),
        ("year: [2001]", "not a list"),
        ("doi: none", "no DOI"),
        ("arxiv: 99", "no arXiv id"),
        ("title: {a: b}", "not a mapping"),
        ("password: [a, b]", "in quotes, not a list"),
    ],
)
def test_a_value_of_the_wrong_kind_costs_that_field_and_says_what_would_fit(tmp_path: Path, entry: str, told: str) -> None:
    said = read(tmp_path, f"P.pdf:\n  {entry}\n  venue: Rounds\n")
    assert said.entries["P.pdf"].metadata.venue == "Rounds"
    (warning,) = said.warnings
    assert warning.startswith("sources.yaml:2: ") and told in warning


def test_an_entry_that_is_no_mapping_costs_only_itself(tmp_path: Path) -> None:
    said = read(tmp_path, "P.pdf: retracted\nQ.pdf:\n  year: 2001\nR.pdf:\n[a]: b\n")
    assert list(said.entries) == ["Q.pdf"]
    assert [warning.split(":")[1] for warning in said.warnings] == ["1", "4", "5"]


@pytest.mark.parametrize("text", ["[a, b]", "text", "a: [1", "a: *b", "a: b: c", "--- {}\n--- {}", "\t", "a: '", "a: \x00"])
def test_a_file_that_is_no_such_yaml_is_one_clear_error_with_its_name(tmp_path: Path, text: str) -> None:
    with pytest.raises(BibliographyError, match=r"sources\.yaml") as caught:
        read(tmp_path, text)
    assert caught.value.remedy


def test_bytes_that_are_no_utf8_are_an_error_with_the_line(tmp_path: Path) -> None:
    (tmp_path / "sources.yaml").write_bytes("a: {}\nb: {title: Schröder}\n".encode("latin-1"))
    with pytest.raises(BibliographyError, match=r"sources\.yaml:2: it is not UTF-8"):
        read_statements(tmp_path / "sources.yaml")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_a_file_that_may_not_be_read_is_an_error_and_not_silence(tmp_path: Path) -> None:
    written(tmp_path, "a: {}").chmod(0)
    with pytest.raises(BibliographyError, match="cannot be read"):
        read_statements(tmp_path / "sources.yaml")


@settings(deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_in_one_way(text: str) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sources.yaml"
        path.write_text(text, encoding="utf-8", errors="replace")
        try:
            read_statements(path)
        except BibliographyError as error:
            assert "sources.yaml" in error.what


def test_many_aliases_of_aliases_unfold_to_nothing(tmp_path: Path) -> None:
    lines = ["a0: &a0 {title: x}"] + [f"a{n}: &a{n} {{title: [{', '.join([f'*a{n - 1}'] * 9)}]}}" for n in range(1, 30)]
    assert len(read(tmp_path, "\n".join(lines)).entries) == 30


# Passwords


def test_a_password_reaches_the_choices_of_its_file_by_name_or_key(tmp_path: Path) -> None:
    text = f'locked/a.pdf: {{password: "{SECRET}"}}\nb: {{password: "0451"}}\nc.pdf:\n  password: " spaced "\n'
    library = scan(tmp_path, text, "locked/a.pdf", "b.docx", "c.pdf")
    assert library.passwords == {"locked/a.pdf": SECRET, "b.docx": "0451", "c.pdf": " spaced "}


@pytest.mark.parametrize(
    ("value", "kind"), [("0451", "a number"), ("2020-01-01", "a date"), ("true", "true or false"), ("1e5", "a number")]
)
def test_a_password_that_yaml_reads_as_something_else_is_taken_as_written_and_told_to_be_quoted(
    tmp_path: Path, value: str, kind: str
) -> None:
    said = read(tmp_path, f"P.pdf:\n  password: {value}\n")
    assert said.entries["P.pdf"].password == value
    (warning,) = said.warnings
    assert warning.startswith("sources.yaml:2: ") and kind in warning and "quotes" in warning
    assert value not in warning.replace(kind, "")


def test_nothing_shows_a_password(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    library = scan(tmp_path, f'a.pdf: {{password: "{SECRET}", titel: x}}\nzzz: {{password: "{SECRET}"}}\n', "a.pdf")
    said = read_statements(tmp_path / "sources.yaml")
    assert said.warnings and library.warnings
    assert SECRET not in f"{said!r} {library!r} {said.entries['a.pdf']!r} {library.warnings} {caplog.text}"


@pytest.mark.parametrize(
    "text",
    [
        "a.pdf:\n  password: *hunter2\n",
        "a.pdf:\n  password: 'hunter2\n",
        "a.pdf:\n  password: hunter2: x\n",
        "a.pdf:\n  password: !x!hunter2 x\n",
        "a.pdf: {password: hunter2\n",
        'a.pdf:\n  password: "hunter2\\q"\n',
        "a.pdf:\n  password: &hunter2 x\nb.pdf:\n  password: &hunter2 hunter2\n",
        "a.pdf: {password:hunter2}\n",
        "a.pdf: {password=hunter2}\n",
        "a.pdf: password hunter2\n",
        "a.pdf:\n  password hunter2:\n",
        "a.pdf:\n- password: hunter2\n",
    ],
)
def test_no_mistake_in_the_file_shows_a_password_in_message_or_traceback(tmp_path: Path, text: str) -> None:
    try:
        told = " ".join(read(tmp_path, text).warnings)
    except BibliographyError:
        told = traceback.format_exc()
        assert "sources.yaml" in told
    assert "hunter2" not in told.replace(text, "")


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_a_file_with_passwords_that_others_may_read_is_told(tmp_path: Path) -> None:
    path = written(tmp_path, 'a.pdf: {password: "x"}')
    assert read_statements(path).warnings == ()
    path.chmod(0o644)
    assert "chmod 600" in read_statements(path).warnings[0]
    path.write_text("a.pdf: {year: 2001}")
    assert read_statements(path).warnings == ()


# Which file an entry is about


def test_an_entry_is_about_the_file_or_the_key_it_names_and_the_files_name_counts_first(tmp_path: Path) -> None:
    text = "sub/Paper.pdf: {year: 2001}\nPaper: {year: 1999, venue: Rounds}\nOTHER: {year: 2002}\nDeep.pdf: {year: 2003}\n"
    library = scan(tmp_path, text, "sub/Paper.pdf", "Other.pdf", "x/y/Deep.pdf")
    assert {key: source.metadata.year for key, source in library.sources.items()} == {"Paper": 2001, "Other": 2002, "Deep": 2003}
    assert library.sources["Paper"].metadata.venue == "Rounds"
    assert library.warnings == ()


def test_accents_are_alike_however_the_system_writes_them(tmp_path: Path) -> None:
    library = scan(tmp_path, "Scho\u0308n.pdf: {year: 2001}\n", "Sch\u00f6n.pdf")
    assert [source.metadata.year for source in library.sources.values()] == [2001]


def test_an_entry_about_no_document_is_told_with_the_nearest_name(tmp_path: Path) -> None:
    library = scan(tmp_path, "Papr.pdf: {year: 2001}\nc/Paper.pdf: {year: 1}\n", "a/Paper.pdf", "b/Paper.pdf")
    assert "Did you mean" in library.warnings[-1]
    assert all(source.metadata == DocumentMetadata() for source in library.sources.values())


def test_what_sources_yaml_says_comes_before_the_bibliography_field_by_field(tmp_path: Path) -> None:
    (tmp_path / "raw").mkdir()
    (tmp_path / "raw" / "k.pdf").write_text("k")
    (tmp_path / "library.bib").write_text("@article{k, title={Of the bibliography}, year={1999}, doi={10.1000/K}}")
    said = read(tmp_path, "k.pdf: {year: 2001}\nretracted: {10.1000/k: no data}\n")
    metadata = scan_library(tmp_path / "raw", tmp_path / "library.bib", {}, {}, said).sources["k"].metadata
    assert (metadata.title, metadata.year, metadata.flag, metadata.flag_note) == (
        "Of the bibliography",
        2001,
        "retracted",
        "no data",
    )
    assert dict(metadata.origins) == {
        "title": "bibliography",
        "year": "sources.yaml",
        "doi": "bibliography",
        "flag": "sources.yaml",
    }
