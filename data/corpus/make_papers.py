"""Sets the sample papers: `papers/*.md` in, PDF files out, the same bytes at every run.

    python data/corpus/make_papers.py             writes to data/raw
    python data/corpus/make_papers.py --out DIR   writes to DIR

File names come from the `file` fields of `data/library.bib`. Needs PyMuPDF and ruamel.yaml, which the product needs anyway; the
fonts are those inside PyMuPDF. Another version of PyMuPDF may break lines or write objects differently, so the version is
recorded in each file as its producer.

A source opens with YAML front matter and then knows: `# Heading`, paragraphs, `$$ formula $$`, `![caption](figure:name)`,
`Table: caption` followed by `| rows |`, `- references`; inline `*italic*`, `_{below}` and
`^{above}`.

Belongs here: reading sources, and the order of things in a paper. Does not belong here: measures and pages (`layout`).
"""

from __future__ import annotations

import argparse
import html
import re
from dataclasses import dataclass
from pathlib import Path

import pymupdf
from ruamel.yaml import YAML

from figures import FIGURES
from layout import STYLES, Heads, Sheet

HERE = Path(__file__).resolve().parent
SERIES = "Grounded Wiki Sample Notes"
DISCLAIMER = "Written by hand for this software and not published elsewhere; authors and affiliations are invented."
_FILE_FIELD = re.compile(r"@\w+\{(?P<key>\w+),.*?\bfile\s*=\s*\{(?P<file>[^}]+)\}", re.S)
_FIGURE = re.compile(r"!\[(?P<caption>.*)\]\(figure:(?P<name>\w+)\)", re.S)


@dataclass(frozen=True)
class Paper:
    """One source file.

    Attributes:
        blocks: What lies between blank lines, in order.
    """

    key: str
    number: int
    year: int
    title: str
    running: str
    authors: tuple[str, ...]
    affiliation: str
    columns: int
    blocks: tuple[str, ...]


def read_paper(path: Path) -> Paper:
    """Read one source."""
    _, front, body = path.read_text(encoding="utf-8").split("---\n", 2)
    fields = YAML(typ="safe").load(front)
    authors = tuple(fields.pop("authors"))
    body = re.sub(r"^(# .*)\n", r"\1\n\n", body, flags=re.M)
    return Paper(**fields, authors=authors, blocks=tuple(block.strip() for block in re.split(r"\n{2,}", body) if block.strip()))


def inline(text: str) -> str:
    """HTML of a line of the source."""
    text = html.escape(" ".join(text.split()), quote=False)
    for _ in range(2):  # an index may stand inside an exponent
        text = re.sub(r"_\{([^{}]*)\}", r"<sub>\1</sub>", text)
        text = re.sub(r"\^\{([^{}]*)\}", r"<sup>\1</sup>", text)
    return re.sub(r"\*([^*]+)\*", r"<i>\1</i>", text)


def typeset(paper: Paper) -> bytes:
    """The PDF of a paper, the columns of its last page balanced to one line."""
    sheet = _laid_out(paper, (0, 0.0))
    pages, style = sheet.pages, sheet.style
    if style.columns > 1 and pages > 1:
        low, high = 0, int((style.bottom - style.top) / style.leading)  # lines: too few, enough
        while high - low > 1:
            middle = (low + high) // 2
            fits = _laid_out(paper, (pages, style.top + middle * style.leading)).pages == pages
            low, high = (low, middle) if fits else (middle, high)
        sheet = _laid_out(paper, (pages, style.top + high * style.leading))
    return sheet.finish(
        {
            "title": paper.title,
            "author": ", ".join(paper.authors),
            "subject": f"{SERIES}, No. {paper.number}",
            "creator": "data/corpus/make_papers.py",
            "producer": f"PyMuPDF {pymupdf.VersionBind}",
            "creationDate": f"D:{paper.year}0301120000Z",
            "modDate": f"D:{paper.year}0301120000Z",
        }
    )


def _laid_out(paper: Paper, last_bottom: tuple[int, float]) -> Sheet:
    names = [re.sub(r"(\w)\S* (.*)", r"\1. \2", name) for name in paper.authors]
    foot = f"{SERIES}, No. {paper.number}, {paper.year}. {DISCLAIMER}"
    sheet = Sheet(STYLES[paper.columns], Heads(" and ".join(names), html.escape(paper.running), foot), last_bottom)
    sheet.across(f'<p class="title">{inline(paper.title)}</p>')
    sheet.gap(8)
    sheet.across(f'<p class="authors">{" and ".join(paper.authors)}</p>')
    sheet.across(f'<p class="affiliation">{paper.affiliation}</p>')
    sheet.gap(16)
    _Body(sheet).set(paper.blocks)
    sheet.place_rest()
    return sheet


class _Body:
    """Sets the blocks one after the other and counts headings, formulas, figures and tables."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._counts = {"section": 0, "formula": 0, "figure": 0, "table": 0}
        self._part = ""
        self._first = True

    def set(self, blocks: tuple[str, ...]) -> None:
        for block in blocks:
            if block.startswith("# "):
                self._heading(block[2:])
            elif block.startswith("$$"):
                self._sheet.formula(inline(block.strip("$ ")), self._count("formula"))
                self._first = not block.rstrip("$ ").endswith(".")
            elif match := _FIGURE.fullmatch(block):
                caption = f"<b>Figure {self._count('figure')}.</b> {inline(match['caption'])}"
                self._sheet.figure(FIGURES[match["name"]](), caption)
            elif block.startswith("Table: "):
                self._table(block)
            elif block.startswith("- "):
                self._references(block)
            else:
                self._paragraph(block)

    def _count(self, kind: str) -> int:
        self._counts[kind] += 1
        return self._counts[kind]

    def _heading(self, title: str) -> None:
        self._part, self._first = title, True
        numbered = title not in ("Abstract", "References")
        self._sheet.heading(f"{self._count('section')}&#160;&#160;{inline(title)}" if numbered else title)

    def _paragraph(self, block: str) -> None:
        style = self._sheet.style
        if self._part == "Abstract":
            self._sheet.text(
                f'<p class="abstract">{inline(block)}</p>', margin=0 if style.columns == 2 else 24, leading=style.leading - 1
            )
        else:
            kind = "first" if self._first else "indented"
            self._sheet.text(f'<p class="{kind}">{inline(block)}</p>')
        self._first = False

    def _table(self, block: str) -> None:
        caption, *lines = block.splitlines()
        rows = [[inline(cell.strip()) for cell in line.strip("| ").split("|")] for line in lines]
        rows[0] = [f"<b>{cell}</b>" for cell in rows[0]]
        self._sheet.table(rows, f"<b>Table {self._count('table')}.</b> {inline(caption.removeprefix('Table: '))}")

    def _references(self, block: str) -> None:
        leading = self._sheet.style.leading - 1.5
        for number, line in enumerate(block.splitlines(), start=1):
            self._sheet.text(f'<p class="reference">[{number}]&#160;&#160;{inline(line[2:])}</p>', leading=leading)


def files_by_key(bibliography: Path) -> dict[str, str]:
    """File name of each entry of the bibliography."""
    text = bibliography.read_text(encoding="utf-8")
    return {match["key"]: match["file"] for match in _FILE_FIELD.finditer(text)}


def main() -> None:
    """Set every paper."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=HERE.parent / "raw", help="folder to write to")
    out = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    files = files_by_key(HERE.parent / "library.bib")
    for source in sorted((HERE / "papers").glob("*.md")):
        paper = read_paper(source)
        data = typeset(paper)
        (out / files[paper.key]).write_bytes(data)
        print(f"{paper.key} -> {files[paper.key]} ({len(data) // 1024} KiB)")


if __name__ == "__main__":
    main()
