"""Sound files to damage: small ones made here, one or more for every loader, and real ones where `../shared` is there.

Belongs here: originals. Does not belong here: damaging them (`damage`).
"""

from __future__ import annotations

import csv
import io
import zipfile
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

import docx
import openpyxl
import pptx

from wiki_assets.documents.loaders.pdf.engine import mupdf

SHARED = Path(__file__).resolve().parents[2] / ".." / "shared" / "corpus"
_LARGEST = 400_000  # bytes: larger ones make few inputs in much time

_WORDS = "Circle packings carry a discrete metric. Every angle adds to the sum around a point, so that edges meet in 42 patterns."
_HTML = f"""<!DOCTYPE html><html lang="en"><head><title>Circles</title><meta charset="utf-8"><style>p {{color: red}}</style></head>
<body><nav>Home</nav><article><h1>Circles</h1><p>{_WORDS} <b>Bold</b> <a href="x">link</a></p><ul><li>one<li>two</ul>
<table><tr><th>a<th>b</tr><tr><td rowspan="2">1<td>2</tr><tr><td colspan="3">3</tr></table><pre>code</pre><script>x()</script>
<math><mi>x</mi></math></article></body></html>"""
_MARKDOWN = f"""---
title: Circles
---
# Circles

{_WORDS} *emphasis* `code` [link](http://example.org) $x^2$

- one
  - two
1. three

| a | b |
|---|---|
| 1 | 2 |

> quoted

```python
print("circle")
```
[^1]: A note.
"""
_TEX = (
    rf"\documentclass{{article}}\begin{{document}}\section{{Circles}} {_WORDS} \emph{{x}} $\frac12$ % note"
    + "\n\\end{document}\n"
)
_RULE = "====  ===="
_RST = f"Circles\n=======\n\n{_WORDS}\n\n* one\n* two\n\n.. code::\n\n   x = 1\n\n{_RULE}\na     b\n{_RULE}\n1     2\n{_RULE}\n"
_RTF = rf"{{\rtf1\ansi\deff0{{\fonttbl{{\f0 Times;}}}}\f0\fs24 {_WORDS}\par \b Bold\b0 \'e4\u228?\par}}"
_XML = f'<?xml version="1.0" encoding="utf-8"?><library><book id="1"><title>Circles</title><text>{_WORDS}</text></book></library>'


@dataclass(frozen=True, slots=True)
class Original:
    """A sound file: its ending tells its format."""

    suffix: str
    content: bytes


def made_here() -> list[Original]:
    """Small ones, the same everywhere."""
    return [
        Original(".pdf", _pdf()), Original(".docx", _docx()), Original(".pptx", _pptx()), Original(".xlsx", _xlsx()),
        Original(".epub", _epub()), Original(".odt", _odt()), Original(".eml", _mail()), Original(".csv", _csv(",")),
        Original(".tsv", _csv("\t")), Original(".html", _HTML.encode()), Original(".md", _MARKDOWN.encode()),
        Original(".txt", f"Circles\n\n{_WORDS}\n\n1. one\n2. two\n".encode()), Original(".txt", _WORDS.encode("utf-16")),
        Original(".tex", _TEX.encode()), Original(".rst", _RST.encode()), Original(".rtf", _RTF.encode()), Original(".xml", _XML.encode()),
    ]  # fmt: skip


def real_ones() -> list[Original]:
    """Those of `../shared`, none where it is not there."""
    found = [path for folder in ("formats", "hard", "papers") for path in sorted((SHARED / folder).glob("*"))]
    taken = [path for path in found if path.suffix not in ("", ".jsonl") and 0 < path.stat().st_size <= _LARGEST]
    return [Original(path.suffix, path.read_bytes()) for path in taken]


def _pdf() -> bytes:
    document = mupdf().open()
    for number in range(3):
        page = document.new_page()
        page.insert_text((72, 90), f"{number + 1} Circles", fontsize=16)
        page.insert_textbox((72, 120, 500, 700), _WORDS * 3, fontsize=10)
        page.draw_rect((72, 710, 300, 740))
    document.set_metadata({"title": "Circles", "author": "Anna Author"})
    return bytes(document.tobytes())


def _docx() -> bytes:
    document = docx.Document()
    document.add_heading("Circles", 1)
    document.add_paragraph(_WORDS)
    document.add_paragraph("one", style="List Bullet")
    table = document.add_table(2, 2)
    table.cell(0, 0).text, table.cell(1, 1).text = "a", "1"
    return _saved(document)


def _pptx() -> bytes:
    presentation = pptx.Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[1])
    slide.shapes.title.text = "Circles"
    slide.placeholders[1].text = _WORDS
    slide.notes_slide.notes_text_frame.text = "Speak slowly."
    slide.shapes.add_table(2, 2, 0, 0, 100, 100).table.cell(0, 0).text = "a"
    return _saved(presentation)


def _xlsx() -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    for row in (("name", "count", "share"), ("circle", 3, 0.25), ("square", 4, "=B2/B3")):
        sheet.append(row)
    sheet.merge_cells("A5:B6")
    book.create_sheet("Other")["C3"] = "alone"
    return _saved(book)


def _saved(document: object) -> bytes:
    stream = io.BytesIO()
    document.save(stream)  # type: ignore[attr-defined]
    return stream.getvalue()


def _zipped(members: dict[str, str]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name, text, zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def _epub() -> bytes:
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        "<dc:title>Circles</dc:title><dc:creator>Anna Author</dc:creator></metadata><manifest>"
        '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/><item id="b" href="b.xhtml" media-type="application/xhtml+xml"/>'
        '</manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>'
    )
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>'
        '<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
    )
    chapter = '<html xmlns="http://www.w3.org/1999/xhtml"><body><h1>{}</h1><p>{}</p></body></html>'
    members = {"mimetype": "application/epub+zip", "META-INF/container.xml": container, "book.opf": package}
    return _zipped({**members, "a.xhtml": chapter.format("One", _WORDS), "b.xhtml": chapter.format("Two", _WORDS)})


def _odt() -> bytes:
    content = (
        '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2"><office:body><office:text>'
        f'<text:h text:outline-level="1">Circles</text:h><text:p>{_WORDS}</text:p></office:text></office:body></office:document-content>'
    )
    manifest = (
        '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        '<manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/>'
        '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>'
    )
    kind = "application/vnd.oasis.opendocument.text"
    return _zipped({"mimetype": kind, "content.xml": content, "META-INF/manifest.xml": manifest})


def _mail() -> bytes:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "Anna <anna@example.org>", "ben@example.org", "Circles \u00e4"
    mail.set_content(_WORDS)
    mail.add_alternative(_HTML, subtype="html")
    mail.add_attachment(_csv(",").decode(), filename="table.csv")
    return mail.as_bytes()


def _csv(separator: str) -> bytes:
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=separator)
    writer.writerows([["name", "count"], ["circle", "3"], [f"a {separator} b", "4"], ['say "x"', "5"]] * 3)
    return stream.getvalue().encode()
