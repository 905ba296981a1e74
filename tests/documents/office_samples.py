"""Word documents and presentations made for tests: with the libraries for them, then changed in the ZIP."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Mapping
from functools import cache

import docx
import pptx
from pptx.presentation import Presentation

from wiki_assets.documents.loaders.slides.loader import SlidesLoader
from wiki_assets.documents.loaders.word.loader import WordLoader
from wiki_assets.documents.model import Element, ElementKind, Mark, ParsedDocument
from wiki_assets.documents.options import ReadingOptions

W_NAMES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:v="urn:schemas-microsoft-com:vml"'
)
RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

Change = Callable[[str], str] | bytes | None


def edited(content: bytes, changes: Mapping[str, Change]) -> bytes:
    """The archive with members changed by a function, replaced or added as bytes, or taken out where None."""
    members = unpacked(content)
    for name, change in changes.items():
        if change is None:
            del members[name]
        else:
            members[name] = change if isinstance(change, bytes) else change(members[name].decode()).encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return packed.getvalue()


def unpacked(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def related(rels: str, identity: str, kind: str, target: str) -> str:
    """A part of relationships with one more."""
    return rels.replace(
        "</Relationships>", f'<Relationship Id="{identity}" Type="{RELATIONSHIPS}/{kind}" Target="{target}"/></Relationships>'
    )


@cache
def _plain_docx() -> bytes:
    saved = io.BytesIO()
    docx.Document().save(saved)
    return saved.getvalue()


def word_file(
    body: str, parts: Mapping[str, tuple[str, str]] | None = None, changes: Mapping[str, Change] | None = None
) -> bytes:
    """A Word document.

    Args:
        body: What stands in its body, as XML.
        parts: More parts, by file: their kind, and what stands in their root as XML. The root is named after the file.
        changes: What else to change in the archive.
    """
    made: dict[str, Change] = {"word/document.xml": f"<w:document {W_NAMES}><w:body>{body}</w:body></w:document>".encode()}
    rels = unpacked(_plain_docx())["word/_rels/document.xml.rels"].decode()
    for number, (file, (kind, inside)) in enumerate((parts or {}).items()):
        rels = re.sub(rf"<Relationship [^>]*/{kind}\"[^>]*/>", "", rels)
        rels = related(rels, f"rIdTest{number}", kind, file)
        root = file.removesuffix(".xml")
        made[f"word/{file}"] = f"<w:{root} {W_NAMES}>{inside}</w:{root}>".encode()
    made["word/_rels/document.xml.rels"] = rels.encode()
    return edited(edited(_plain_docx(), made), changes or {})


def p(text: str = "", style: str = "", properties: str = "") -> str:
    """A paragraph with one run."""
    return para(run(text), style, properties)


def para(inside: str, style: str = "", properties: str = "") -> str:
    """A paragraph."""
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    return f"<w:p><w:pPr>{named}{properties}</w:pPr>{inside}</w:p>"


def run(text: str, properties: str = "") -> str:
    """A run of text."""
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def read_word(content: bytes, name: str = "paper.docx") -> ParsedDocument:
    return WordLoader().load(content, name, ReadingOptions())


def read_body(body: str, parts: Mapping[str, tuple[str, str]] | None = None) -> tuple[Element, ...]:
    return read_word(word_file(body, parts)).elements


def texts(elements: tuple[Element, ...], kind: ElementKind | None = None, mark: Mark | None = None) -> list[str]:
    """Texts of the elements, of one kind or with one mark only."""
    return [one.text for one in elements if (kind is None or one.kind is kind) and (mark is None or mark in one.marks)]


def deck() -> Presentation:
    """An empty presentation in the library's template."""
    return pptx.Presentation()


def saved(presentation: Presentation) -> bytes:
    buffer = io.BytesIO()
    presentation.save(buffer)
    return buffer.getvalue()


def read_slides(content: bytes, name: str = "talk.pptx") -> ParsedDocument:
    return SlidesLoader().load(content, name, ReadingOptions())
