"""OpenDocument texts (ODT), as LibreOffice writes them.

Belongs here: what their elements are in HTML, which the walk through pages reads; deleted and hidden text, notes, remarks. Does not belong
here: that walk (`html_reading`), or unpacking (`office_archive`).

Our own and not through `unstructured`: that has pandoc write a DOCX, which pandoc refuses in its sandbox, and needs pandoc at all.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from lxml import etree

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.building import ElementBuilder, unpaged
from wiki_assets.documents.loaders.html_reading.facts import made_metadata
from wiki_assets.documents.loaders.html_reading.furniture import PartSurroundings
from wiki_assets.documents.loaders.html_reading.measuring import measured
from wiki_assets.documents.loaders.html_reading.tree import Node
from wiki_assets.documents.loaders.html_reading.walking import Walk
from wiki_assets.documents.loaders.media_types import ODT
from wiki_assets.documents.loaders.office.archive import Archive, open_archive, parse_xml
from wiki_assets.documents.model import DocumentMetadata, DocumentStatus, ElementKind, Mark, ParsedDocument
from wiki_assets.documents.options import ReadingOptions

_CONTENT, _STYLES, _META, _MANIFEST = "content.xml", "styles.xml", "meta.xml", "META-INF/manifest.xml"
_AS_HTML = {
    "p": "p", "section": "div", "list-item": "li", "list-header": "li", "table": "table", "table-header-rows": "thead", "table-row": "tr",
    "table-cell": "td", "line-break": "br", "text-box": "div",
    "table-of-content": "nav", "illustration-index": "nav", "table-index": "nav", "object-index": "nav", "alphabetical-index": "nav",
}  # fmt: skip
_DROPPED = frozenset(
    {"tracked-changes", "hidden-text", "hidden-paragraph", "note-citation", "forms", "ruby-text", "covered-table-cell", "title", "desc",
     "annotation-end", "sequence-decls", "variable-decls", "user-field-decls", "table-of-content-source", "event-listeners"}
)  # fmt: skip
_APART = frozenset({"note-body", "text-box"})  # stand in a paragraph and are none of its text
_MOST_SPACES = 100
_HOW_DEEP_STYLES = 20


@dataclass(slots=True)
class _Styles:
    """Styles by name: what they rest on, and which hide their text or number their lists."""

    parents: dict[str, str] = field(default_factory=dict)
    hidden: set[str] = field(default_factory=set)
    numbered: set[str] = field(default_factory=set)

    def line(self, name: str) -> list[str]:
        """A style and those it rests on."""
        found: list[str] = []
        while name and name not in found and len(found) < _HOW_DEEP_STYLES:
            found.append(name)
            name = self.parents.get(name, "")
        return found


def opendocument_text(content: bytes, name: str, options: ReadingOptions) -> ParsedDocument:
    """Reads an OpenDocument text. Raises `DocumentError` where it is damaged, has a password or no text."""
    archive = open_archive(content, name, options.limits)
    if _MANIFEST in archive and b":encryption-data" in archive.read(_MANIFEST):
        raise DocumentError(
            DocumentStatus.ENCRYPTED, f"{name} is protected by a password.", "Put an unprotected copy in its place."
        )
    root = parse_xml(archive.read(_CONTENT), name, _CONTENT)
    styles = _Styles()
    for part in (_other(archive, name, _STYLES), root):
        _read_styles(part, styles)
    reader = _Reader(archive, name, styles)
    body = next(root.iter("{*}text"), root)
    page = reader.page(body)
    builder = ElementBuilder()
    Walk(builder, PartSurroundings(), reader.title).through(measured(page).root)
    for remark in reader.remarks:
        builder.text(ElementKind.PARAGRAPH, remark, marks=(Mark.COMMENT,))
    if not builder.elements:
        raise DocumentError(DocumentStatus.NO_TEXT, f"{name} has no text.", "Put a document with text in its place.")
    return unpaged(
        ODT,
        builder.elements,
        metadata=_metadata(_other(archive, name, _META)),
    )


class _Reader:
    """One document while it is turned into a page.

    Attributes:
        title: The paragraph that has the style of a title.
        remarks: Texts of remarks that somebody attached.
    """

    def __init__(self, archive: Archive, name: str, styles: _Styles) -> None:
        self.title: Node | None = None
        self.remarks: list[str] = []
        self._archive = archive
        self._name = name
        self._styles = styles

    def page(self, body: etree._Element) -> Node:
        """The document as a page; without recursion, for lists nest deep."""
        page = Node("#document")
        # Element, the node above it, and the node that holds the paragraph it is in: what stands apart goes after that paragraph.
        stack: list[tuple[etree._Element, Node, Node]] = [
            (child, page, page) for child in reversed(body) if isinstance(child.tag, str)
        ]
        while stack:
            element, above, around = stack.pop()
            node = self._node(element)
            if node is not None:
                apart = _name(element) in _APART
                (around if apart else above).children.append(node)
                holder = above if node.tag in ("p", "h1", "h2", "h3", "h4", "h5", "h6") else node if apart else around
                inside = [] if node.tag == "math" else [child for child in element if isinstance(child.tag, str)]
                stack.extend((child, node, holder if node.tag != "td" else node) for child in reversed(inside))
            if element.tail:
                above.children.append(element.tail)
        return page

    def _node(self, element: etree._Element) -> Node | None:
        """An element as HTML, with its own text and without its children; None where it is no text."""
        name = _name(element)
        if name == "annotation":
            self.remarks.append("\n".join("".join(part.itertext()) for part in element.iter("{*}p")))
            return None
        style = _said(element, "style-name")
        if name in _DROPPED or _said(element, "display") == "none" or self._styles.hidden & set(self._styles.line(style)):
            return None
        if name == "s":
            return Node("span", children=[" " * min(_number(_said(element, "c")), _MOST_SPACES)])
        if name == "tab":
            return Node("span", children=[" "])
        if name == "object":
            return self._formula(element)
        text: list[Node | str] = [element.text] if element.text else []
        return self._block(element, name, style, text)

    def _block(self, element: etree._Element, name: str, style: str, text: list[Node | str]) -> Node:
        if name == "h":
            return Node(f"h{min(max(_number(_said(element, 'outline-level')), 1), 6)}", children=text)
        if name == "p" and self.title is None and "Title" in self._styles.line(style):
            self.title = Node("h1", children=text)
            return self.title
        if name == "list":
            return Node("ol" if style in self._styles.numbered else "ul", children=text)
        if name == "note-body":
            return Node("div", {"class": "footnote"}, text)
        if name == "bibliography":
            return Node("div", {"class": "references"}, text)
        spans = {
            html: said
            for html, said in (
                ("colspan", _said(element, "number-columns-spanned")),
                ("rowspan", _said(element, "number-rows-spanned")),
            )
            if said
        }
        return Node(_AS_HTML.get(name, "span"), spans, text)

    def _formula(self, element: etree._Element) -> Node | None:
        """A formula, which is a document of its own in the archive; None for another object."""
        part = _said(element, "href").removeprefix("./") + "/content.xml"
        if part not in self._archive:
            return None
        try:
            root = parse_xml(self._archive.read(part), self._name, part)
        except DocumentError as error:
            if error.status is not DocumentStatus.CORRUPT:
                raise
            return None
        if _name(root) != "math":
            return None
        top = Node("math", children=[root.text or ""])
        stack = [(root, top)]
        while stack:
            above, node = stack.pop()
            for child in above:
                if isinstance(child.tag, str):
                    below = Node(_name(child), {"encoding": _said(child, "encoding")}, [child.text or ""])
                    node.children += [below, child.tail or ""]
                    stack.append((child, below))
        return top


def _other(archive: Archive, name: str, part: str) -> etree._Element | None:
    """A part beside the text; None where it is not there or damaged: the text can be read without it."""
    if part not in archive:
        return None
    try:
        return parse_xml(archive.read(part), name, part)
    except DocumentError as error:
        if error.status is not DocumentStatus.CORRUPT:
            raise
        return None


def _read_styles(part: etree._Element | None, styles: _Styles) -> None:
    if part is None:
        return
    for style in part.iter("{*}style"):
        name = _said(style, "name")
        styles.parents[name] = _said(style, "parent-style-name")
        if any(_said(properties, "display") == "none" for properties in style.iterchildren("{*}text-properties")):
            styles.hidden.add(name)
    for style in part.iter("{*}list-style"):
        first = next((level for level in style if isinstance(level.tag, str)), None)
        if first is not None and _name(first) == "list-level-style-number":
            styles.numbered.add(_said(style, "name"))


def _metadata(meta: etree._Element | None) -> DocumentMetadata:
    if meta is None:
        return DocumentMetadata()

    def said(name: str) -> str:
        return next(("".join(element.itertext()).strip() for element in meta.iter(f"{{*}}{name}")), "")

    author = said("initial-creator") or said("creator")
    return made_metadata(title=said("title"), authors=[author] if author else [], date=said("creation-date") or said("date"))


def _name(element: etree._Element) -> str:
    return str(etree.QName(element).localname)


def _said(element: etree._Element, name: str) -> str:
    """An attribute by its name without namespace: each name has one meaning on its element."""
    return next((str(value) for key, value in element.attrib.items() if etree.QName(key).localname == name), "")


def _number(said: str) -> int:
    return int(said) if said.isdecimal() and len(said) < 6 else 1
