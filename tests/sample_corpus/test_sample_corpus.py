"""The sample corpus in `data/` keeps its promises: it is what its script makes, and it supports every concept but one."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pymupdf
import pytest
from ruamel.yaml import YAML

from wiki_assets.text.cleaning import clean_line, join_lines, words_of

DATA = Path(__file__).resolve().parents[2] / "data"
RAW = DATA / "raw"
SCRIPT = DATA / "corpus" / "make_papers.py"
SOURCES = sorted((DATA / "corpus" / "papers").glob("*.md"))
BIBLIOGRAPHY = (DATA / "library.bib").read_text(encoding="utf-8")
FILES = dict(re.findall(r"@\w+\{(\w+),.*?\bfile\s*=\s*\{([^}]+)\}", BIBLIOGRAPHY, re.S))
CONCEPTS = {
    entry["slug"]: (entry["title"], *entry["aliases"]) for entry in YAML(typ="safe").load(DATA / "concepts.yaml")["concepts"]
}
UNSUPPORTED = "ricci-flow-surgery"
PAPERS = [RAW / file for file in sorted(FILES.values())]


@cache
def text_of(path: Path) -> str:
    """A paper's text in the order in which the file draws it: NFKC, dehyphenated, one line."""
    with pymupdf.open(path) as document:
        lines = [cleaned for page in document for line in page.get_text(sort=False).splitlines() if (cleaned := clean_line(line))]
    vocabulary = words_of(" ".join(lines))
    text, previous = "", lines[0]
    for line in lines[1:]:
        previous, separator = join_lines(previous, line, vocabulary)
        text, previous = text + previous + separator, line
    return text + previous


def body_of(path: Path) -> str:
    return text_of(path).rsplit(" References ", 1)[0]


def mentions(path: Path, names: tuple[str, ...]) -> bool:
    text = body_of(path).lower()
    return any(re.search(rf"\b{re.escape(name.lower())}\b", text) for name in names)


def the_recorded_renderer() -> str:
    with pymupdf.open(PAPERS[0]) as document:
        return str(document.metadata["producer"])


def run_script(out: Path) -> dict[str, bytes]:
    subprocess.run([sys.executable, str(SCRIPT), "--out", str(out)], check=True, capture_output=True)
    return {path.name: path.read_bytes() for path in out.iterdir()}


def test_the_papers_on_disk_are_what_the_script_makes(tmp_path: Path) -> None:
    made_with, here = the_recorded_renderer(), f"PyMuPDF {pymupdf.VersionBind}"
    if made_with != here:
        pytest.skip(f"The papers were set with {made_with}, this is {here}: other bytes are to be expected.")
    assert run_script(tmp_path) == {path.name: path.read_bytes() for path in PAPERS}


def test_every_entry_of_the_bibliography_has_its_file_and_every_source_its_entry() -> None:
    assert [path.name for path in PAPERS if not path.is_file()] == []
    assert sorted(FILES) == [path.stem for path in SOURCES]


def test_some_file_names_differ_from_their_keys() -> None:
    differing = [key for key, file in FILES.items() if Path(file).stem != key]
    assert 3 <= len(differing) < len(FILES)


def test_the_concept_without_support_is_named_in_no_paper() -> None:
    words = ("ricci", "surgery", *(name.lower() for name in CONCEPTS[UNSUPPORTED]))
    assert [(path.name, word) for path in PAPERS for word in words if word in text_of(path).lower()] == []


@pytest.mark.parametrize("slug", [slug for slug in CONCEPTS if slug != UNSUPPORTED])
def test_every_other_concept_is_discussed_in_at_least_three_papers(slug: str) -> None:
    assert sum(mentions(path, CONCEPTS[slug]) for path in PAPERS) >= 3


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_every_plain_paragraph_of_a_source_stands_in_its_paper(source: Path) -> None:
    """Floats and page breaks cut a paragraph in two, so its sentences are looked for, and one of them may be cut."""
    blocks = source.read_text(encoding="utf-8").split("---\n", 2)[2].split("\n\n")
    plain = [re.sub(r"^# .*\n", "", block) for block in blocks if not re.search(r"[*_^$|]|^- |^!\[|^Table:", block, re.M)]
    sentences = [sentence for block in plain for sentence in re.split(r"(?<=[a-z]\.) (?=[A-Z])", " ".join(block.split()))]
    drawn = re.sub(r"[\s-]", "", text_of(RAW / FILES[source.stem]))
    missing = [sentence for sentence in sentences if re.sub(r"[\s-]", "", sentence) not in drawn]
    assert len(sentences) > 25
    assert len(missing) <= 1, missing


def test_two_papers_contradict_each_other_about_the_sweeps_of_the_relaxation() -> None:
    claim = "number of sweeps that grows {} the number of circles"
    assert claim.format("nearly in proportion to") in body_of(RAW / FILES["Bergmann2022"])
    foss = body_of(RAW / FILES["Foss2025"])
    assert "However, in our runs" in foss
    assert claim.format("only with the square root of") in foss


def test_the_corpus_shows_what_makes_papers_hard_to_read() -> None:
    """Two columns, line-end hyphens, ligatures, running heads, figures, tables: without them the sample would prove little."""
    two_columns = ligatures = hyphens = figures = tables = 0
    for path in PAPERS:
        with pymupdf.open(path) as document:
            assert 2 <= len(document) <= 4
            raw = "\n".join(page.get_text() for page in document)
            middle = document[0].rect.width / 2
            two_columns += any(block[0] > middle and block[2] - block[0] > 100 for block in document[1].get_text("blocks"))
            assert all(re.search(rf"^{page.number + 1}$", page.get_text(), re.M) for page in document)
        ligatures += bool(re.search("[\ufb00-\ufb04]", raw))
        hyphens += bool(re.search(r"[a-z]-\n[a-z]", raw))
        figures += "Figure 1." in raw
        tables += "Table 1." in raw
    assert (two_columns, ligatures, hyphens, figures, tables) == (4, 8, 8, 8, 2)


def test_the_papers_say_that_they_are_samples_and_are_small() -> None:
    assert all(
        "Grounded Wiki Sample Notes, No. " in text_of(path) and "authors and affiliations are invented" in text_of(path)
        for path in PAPERS
    )
    assert sum(path.stat().st_size for path in PAPERS) < 1_000_000
