"""Parts of an office package and the relationships between them, for documents and slides.

Belongs here: which part leads to which, namespaces, small readers of attributes, what a package's properties say of the work. Does not
belong here: unpacking and parsing safely (`office_archive`), or what a part's XML means (`word_*`, `slides_*`).

The libraries for these formats load every part before the first word can be read, and stop at one picture that is damaged or one
relationship that leads nowhere. Here a part is read when it is asked for, and what is wrong with it costs nothing else.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from lxml import etree

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.office.archive import Archive, open_archive, parse_xml
from wiki_assets.documents.model import DocumentStatus
from wiki_assets.documents.options import Limits

_STRICT = b"http://purl.oclc.org/ooxml/"
_TRANSITIONAL = {
    b"wordprocessingml/main": b"wordprocessingml/2006/main",
    b"presentationml/main": b"presentationml/2006/main",
    b"drawingml/main": b"drawingml/2006/main",
    b"drawingml/chart": b"drawingml/2006/chart",
    b"drawingml/diagram": b"drawingml/2006/diagram",
    b"drawingml/wordprocessingDrawing": b"drawingml/2006/wordprocessingDrawing",
    b"officeDocument/math": b"officeDocument/2006/math",
    b"officeDocument/relationships": b"officeDocument/2006/relationships",
}

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
DGM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"

_TEXT_NAMES = ("t", "noBreakHyphen", "sym", "drawing", "graphicFrame", "footnoteReference", "endnoteReference")
_INTEGER = re.compile(r"\s*([+-]?\d{1,15})(?:\.\d*)?\s*")


@dataclass(frozen=True, slots=True)
class Relationship:
    """One part leads to another.

    Attributes:
        kind: Last word of its type, such as `footnotes`: the rest differs between the two dialects of the format.
        target: Name of the part it leads to; empty where it leads outside, which is never followed.
    """

    identity: str
    kind: str
    target: str


class Package:
    """The parts of an office file."""

    def __init__(self, archive: Archive, name: str) -> None:
        self.archive = archive
        self.name = name
        self._relationships: dict[str, tuple[Relationship, ...]] = {}

    @classmethod
    def open(cls, content: bytes, name: str, limits: Limits) -> Package:
        """Opens a package. Raises `DocumentError` as `open_archive` does."""
        return cls(open_archive(content, name, limits), name)

    def xml(self, part: str) -> etree._Element:
        """The root of a part, in the dialect that everybody writes. Raises `DocumentError`: parts have no document type, for one."""
        data = self.archive.read(part)
        if _STRICT in data:
            for strict, transitional in _TRANSITIONAL.items():
                data = data.replace(_STRICT + strict, b"http://schemas.openxmlformats.org/" + transitional)
        root = parse_xml(data, self.name, part)
        if root.getroottree().docinfo.doctype:
            raise DocumentError(
                DocumentStatus.CORRUPT,
                f"{self.name} is damaged: {part} has a document type, which its format does not allow.",
                "Save it anew with the program it comes from.",
            )
        return root

    def xml_or_none(self, part: str) -> etree._Element | None:
        """The root of a part that a document can do without; None where it is missing or damaged."""
        try:
            return self.xml(part) if part in self.archive else None
        except DocumentError as error:
            if error.status is not DocumentStatus.CORRUPT:
                raise
            return None

    def relationships(self, part: str = "") -> tuple[Relationship, ...]:
        """Where a part leads; the package itself where `part` is empty. Nothing where that cannot be read."""
        if part not in self._relationships:
            folder, file = posixpath.split(part)
            root = self.xml_or_none(posixpath.join(folder, "_rels", f"{file}.rels"))
            self._relationships[part] = tuple(_relationship(node, folder) for node in root) if root is not None else ()
        return self._relationships[part]

    def target(self, part: str, identity: str) -> str:
        """The part that a relationship of `part` leads to; empty where it leads nowhere."""
        return next((found.target for found in self.relationships(part) if found.identity == identity), "")

    def targets(self, part: str, kind: str) -> tuple[str, ...]:
        """All parts of a kind that `part` leads to and that are there."""
        return tuple(found.target for found in self.relationships(part) if found.kind == kind and found.target in self.archive)

    def related(self, part: str, kind: str) -> etree._Element | None:
        """The root of the first part of a kind that `part` leads to; None where there is none that can be read."""
        return next((root for target in self.targets(part, kind) if (root := self.xml_or_none(target)) is not None), None)

    def main(self, usual: str) -> str:
        """The part that holds the document: as the package says, else under its `usual` name."""
        return next(iter(self.targets("", "officeDocument")), usual)

    def attachments(self, parts: Sequence[str]) -> tuple[str, ...]:
        """Names of files that these parts embed."""
        names = (posixpath.basename(target) for part in parts for target in self._embedded(part))
        return tuple(dict.fromkeys(names))

    def _embedded(self, part: str) -> Iterator[str]:
        for found in self.relationships(part):
            if found.kind in ("oleObject", "package", "aFChunk", "subDocument", "control") and found.target:
                yield found.target

    @property
    def has_macros(self) -> bool:
        """Whether it holds programs."""
        return any(name.lower().endswith(("vbaproject.bin", "vbadata.xml")) for name in self.archive.names)

    @property
    def has_pictures(self) -> bool:
        """Whether it holds pictures, its own thumbnail aside."""
        return any("/media/" in name.lower() for name in self.archive.names)


def _relationship(node: etree._Element, folder: str) -> Relationship:
    kind = node.get("Type", "").rsplit("/", 1)[-1]
    target = unquote(node.get("Target", "")).replace("\\", "/")
    if node.get("TargetMode") == "External" or not target:
        return Relationship(node.get("Id", ""), kind, "")
    whole = target if target.startswith("/") else f"/{folder}/{target}"
    return Relationship(node.get("Id", ""), kind, posixpath.normpath(whole).lstrip("/"))


def children_of(element: etree._Element) -> Iterator[etree._Element]:
    """Children, those of alternatives included: the first alternative that says anything, and only that one."""
    for child in element:
        if child.tag == f"{MC}AlternateContent":
            chosen = next((one for one in child if _says_something(one)), None)
            if chosen is not None:
                yield from children_of(chosen)
        elif isinstance(child.tag, str):
            yield child


def _says_something(alternative: etree._Element) -> bool:
    return any(etree.QName(node).localname in _TEXT_NAMES for node in alternative.iter(etree.Element))


def first(element: etree._Element | None, *path: str) -> etree._Element | None:
    """The element down a path of tags; None where a step is missing."""
    for tag in path:
        if element is None:
            return None
        element = element.find(tag)
    return element


def value_of(element: etree._Element | None, *path: str) -> str | None:
    """`w:val` of the element down a path; None where it is missing."""
    found = first(element, *path)
    return found.get(f"{W}val") if found is not None else None


def switch_of(element: etree._Element | None, tag: str) -> bool | None:
    """Whether a switch such as `w:vanish` is on; None where it is not mentioned."""
    found = element.find(tag) if element is not None else None
    return None if found is None else found.get(f"{W}val", "1").lower() not in ("0", "false", "off", "none")


def integer(text: str | None, default: int = 0) -> int:
    """A number as an attribute has it; `default` where it is none."""
    match = _INTEGER.fullmatch(text) if text else None
    return int(match.group(1)) if match else default
