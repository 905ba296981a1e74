"""EPUB books.

Belongs here: the order of chapters, their names, what a book says of itself, locks and damage. Does not belong here: what is in a chapter
(`html_reading`), or unpacking (`office_archive`).
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from urllib.parse import unquote

from lxml import etree

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.building import ElementBuilder, unpaged
from wiki_assets.documents.loaders.encoding.decoding import decode
from wiki_assets.documents.loaders.html_reading import add_html
from wiki_assets.documents.loaders.html_reading.facts import made_metadata
from wiki_assets.documents.loaders.html_reading.lines import text_of
from wiki_assets.documents.loaders.html_reading.tree import Node, go_through, parse
from wiki_assets.documents.loaders.media_types import EPUB
from wiki_assets.documents.loaders.office.archive import Archive, open_archive, parse_xml
from wiki_assets.documents.loaders.web_page import declared_encoding
from wiki_assets.documents.model import DocumentMetadata, DocumentStatus, ElementKind, ParsedDocument
from wiki_assets.documents.options import ReadingOptions
from wiki_assets.text.cleaning import clean_line

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_OBFUSCATED_FONT = (
    "http://www.idpf.org/2008/embedding",
    "http://ns.adobe.com/pdf/enc#RC",
)  # not locked, only made useless elsewhere
_CHAPTERS = ("application/xhtml+xml", "text/html", "application/xml", "text/x-oeb1-document", "application/x-dtbook+xml")
_CHAPTER_ENDINGS = (".xhtml", ".html", ".htm", ".xht")
_NAMED_LOST = 5  # chapters that a message names; the rest is counted
_LONGEST_NAME = 150  # characters of a chapter's name in `place`


@dataclass(frozen=True, slots=True)
class Chapter:
    """A file of the book.

    Attributes:
        path: In the archive.
        name: As the table of contents calls it; empty where it is not listed.
        is_contents: Whether it is the table of contents.
    """

    path: str
    name: str
    is_contents: bool


@dataclass(frozen=True, slots=True)
class Book:
    """What the package document says.

    Attributes:
        chapters: In reading order; those that are not part of it last.
        problem: What had to be guessed, for a person.
    """

    chapters: tuple[Chapter, ...]
    metadata: DocumentMetadata
    problem: str = ""


class EpubLoader:
    """Reads EPUB books, versions 2 and 3."""

    media_types = frozenset({EPUB})

    def load(self, content: bytes, name: str, options: ReadingOptions) -> ParsedDocument:
        """See `Loader.load`. A chapter that cannot be read costs that chapter only."""
        archive = open_archive(content, name, options.limits)
        book = _book(archive, name)
        locked = _locked(archive, name)
        if book.chapters and all(chapter.path in locked for chapter in book.chapters if not chapter.is_contents):
            raise DocumentError(
                DocumentStatus.ENCRYPTED,
                f"{name} is locked: its chapters are encrypted (DRM).",
                "Put a copy without copy protection in its place.",
            )
        builder = ElementBuilder()
        builder.text(ElementKind.TITLE, book.metadata.title)
        before = len(builder.elements)
        lost = _add_chapters(builder, archive, name, book.chapters, locked)
        if len(builder.elements) == before:
            raise _without_text(name, lost)
        return unpaged(
            EPUB,
            builder.elements,
            reason=" ".join(filter(None, (book.problem, _told(name, lost)))),
            metadata=book.metadata,
            parts_lost=tuple(path for path, _ in lost),
        )


def _add_chapters(
    builder: ElementBuilder, archive: Archive, name: str, chapters: Sequence[Chapter], locked: frozenset[str]
) -> list[tuple[str, str]]:
    """Adds the chapters, and returns which could not be read and why."""
    lost: list[tuple[str, str]] = []
    named = any(chapter.name for chapter in chapters)
    for number, chapter in enumerate(chapters, start=1):
        if chapter.name or not named:
            builder.leave_sections()
        if chapter.name or not named or not builder.place:
            builder.place = chapter.name or f"chapter {number}"
        if chapter.path in locked:
            lost.append((chapter.path, "it is encrypted"))
            continue
        try:
            data = archive.read(chapter.path)
            html = decode(data, f"{chapter.path} in {name}", declared_encoding(data)).text if data.strip() else ""
        except DocumentError as error:
            if error.status is not DocumentStatus.CORRUPT:
                raise
            lost.append((chapter.path, error.what))
            continue
        _add_chapter(builder, html, chapter)
    return lost


def _add_chapter(builder: ElementBuilder, html: str, chapter: Chapter) -> None:
    if not chapter.is_contents:
        add_html(builder, html)
        return
    contents = ElementBuilder()
    contents.place = builder.place
    add_html(contents, html)
    builder.add(replace(element, kind=ElementKind.FRONT_MATTER, section_path=(), cells=()) for element in contents.elements)


def _without_text(name: str, lost: Sequence[tuple[str, str]]) -> DocumentError:
    if lost:
        return DocumentError(
            DocumentStatus.CORRUPT, f"{name} is damaged: none of its chapters can be read. {_told(name, lost)}", "Fetch it again."
        )
    return DocumentError(
        DocumentStatus.NO_TEXT,
        f"{name} has no text: its pages are pictures.",
        "Put a copy with text, or a PDF with text, in its place.",
    )


def _told(name: str, lost: Sequence[tuple[str, str]]) -> str:
    if not lost:
        return ""
    listed = "; ".join(f"{path} ({why.rstrip('.')})" for path, why in lost[:_NAMED_LOST])
    more = f" and {len(lost) - _NAMED_LOST} more" if len(lost) > _NAMED_LOST else ""
    return f"Chapters of {name} that cannot be read: {listed}{more}. Fetch it again."


def _locked(archive: Archive, name: str) -> frozenset[str]:
    """Members that are encrypted in earnest."""
    if _ENCRYPTION not in archive:
        return frozenset()
    root = parse_xml(archive.read(_ENCRYPTION), name, _ENCRYPTION)
    locked = set()
    for data in _all(root, "EncryptedData"):
        algorithm = next((method.get("Algorithm", "") for method in _all(data, "EncryptionMethod")), "")
        if algorithm not in _OBFUSCATED_FONT:
            locked |= {unquote(reference.get("URI", "")) for reference in _all(data, "CipherReference")}
    return frozenset(locked)


def _book(archive: Archive, name: str) -> Book:
    """Chapters in order. Where no package document can be read: all pages by name, and a note."""
    try:
        path = _package_path(archive, name)
        package = parse_xml(archive.read(path), name, path)
        book = _book_of(archive, name, package, posixpath.dirname(path))
        if book.chapters:
            return book
        problem = f"{name} lists no chapters that are in it"
    except DocumentError as error:
        if error.status is not DocumentStatus.CORRUPT:
            raise
        problem = error.what.rstrip(".")
    pages = sorted(member for member in archive.names if member.lower().endswith(_CHAPTER_ENDINGS))
    if not pages:
        raise DocumentError(DocumentStatus.CORRUPT, f"{problem}, and it has no pages to read instead.", "Fetch it again.")
    note = f"{problem}. Its {len(pages)} pages were read in the order of their names. Fetch it again."
    return Book(tuple(Chapter(page, "", is_contents=False) for page in pages), DocumentMetadata(), note)


def _package_path(archive: Archive, name: str) -> str:
    if _CONTAINER in archive:
        container = parse_xml(archive.read(_CONTAINER), name, _CONTAINER)
        for rootfile in _all(container, "rootfile"):
            if (path := unquote(rootfile.get("full-path", ""))) in archive:
                return path
    path = next((member for member in archive.names if member.lower().endswith(".opf")), "")
    if not path:
        raise DocumentError(DocumentStatus.CORRUPT, f"{name} has no package document.", "Fetch it again.")
    return path


def _book_of(archive: Archive, name: str, package: etree._Element, folder: str) -> Book:
    items = {item.get("id", ""): item for item in _all(package, "item")}
    paths = {identity: _path(folder, item.get("href", "")) for identity, item in items.items()}
    contents = {paths[identity] for identity, item in items.items() if "nav" in item.get("properties", "").split()}
    names = _names_of_chapters(archive, name, items, paths, contents)
    listed = [reference for spine in _all(package, "spine") for reference in _all(spine, "itemref")]
    ordered = sorted(listed, key=lambda reference: reference.get("linear", "yes") == "no")
    chapters: dict[str, Chapter] = {}
    for reference in ordered:
        identity = reference.get("idref", "")
        item = items.get(identity)
        if item is None or not _is_chapter(item):
            continue
        path = paths[identity]
        chapters.setdefault(path, Chapter(path, names.get(path, ""), is_contents=path in contents))
    found = any(chapter.path in archive for chapter in chapters.values())
    return Book(tuple(chapters.values()) if found else (), _metadata(package))


def _is_chapter(item: etree._Element) -> bool:
    media_type = item.get("media-type", "")
    return media_type in _CHAPTERS or (not media_type and item.get("href", "").lower().endswith(_CHAPTER_ENDINGS))


def _names_of_chapters(
    archive: Archive, name: str, items: dict[str, etree._Element], paths: dict[str, str], contents: set[str]
) -> dict[str, str]:
    """What the tables of contents call each file: the first entry that leads into it. A table that is damaged names nothing."""
    names: dict[str, str] = {}
    older = [paths[identity] for identity, item in items.items() if item.get("media-type") == "application/x-dtbncx+xml"]
    for path, entries in ((path, reader) for reader, found in ((_nav, contents), (_ncx, older)) for path in sorted(found)):
        try:
            data = archive.read(path)
            for target, text in entries(data, name, path):
                if (said := clean_line(text)) and len(said) <= _LONGEST_NAME:
                    names.setdefault(_path(posixpath.dirname(path), target), said)
        except DocumentError as error:
            if error.status is not DocumentStatus.CORRUPT:
                raise
    return names


def _nav(data: bytes, name: str, path: str) -> Iterator[tuple[str, str]]:
    links: list[Node] = []

    def enter(node: Node) -> Sequence[Node | str] | None:
        if node.tag == "nav" and node.role not in ("toc", ""):
            return None
        if node.tag == "a":
            links.append(node)
            return None
        return node.children

    go_through(parse(decode(data, f"{path} in {name}", declared_encoding(data)).text), enter)
    for link in links:
        yield link.attributes.get("href", ""), text_of(link)


def _ncx(data: bytes, name: str, path: str) -> Iterator[tuple[str, str]]:
    for point in _all(parse_xml(data, name, path), "navPoint"):
        text = next(("".join(label.itertext()) for label in _children(point, "navLabel")), "")
        target = next((content.get("src", "") for content in _children(point, "content")), "")
        yield target, text


def _metadata(package: etree._Element) -> DocumentMetadata:
    said: dict[str, list[str]] = {"title": [], "creator": [], "date": [], "identifier": [], "source": []}
    for metadata in _all(package, "metadata"):
        for element in metadata.iter("{*}title", "{*}creator", "{*}date", "{*}identifier", "{*}source"):
            if text := "".join(element.itertext()).strip():
                said[etree.QName(element).localname].append(text)
    return made_metadata(
        title=next(iter(said["title"]), ""),
        authors=said["creator"],
        date=next(iter(said["date"]), ""),
        identifiers=[*said["identifier"], *said["source"]],
    )


def _path(folder: str, target: str) -> str:
    """Where a reference leads in the archive; never out of it, for a member is only ever read by a name that the archive lists."""
    return posixpath.normpath(posixpath.join(folder, unquote(target.partition("#")[0])))


def _all(root: etree._Element, name: str) -> Iterator[etree._Element]:
    found: Iterator[etree._Element] = root.iter(f"{{*}}{name}")
    return found


def _children(root: etree._Element, name: str) -> Iterator[etree._Element]:
    found: Iterator[etree._Element] = root.iterchildren(f"{{*}}{name}")
    return found
