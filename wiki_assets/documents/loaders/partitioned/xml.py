"""XML: articles in the formats of publishers and libraries (JATS, DocBook, TEI), and any other XML as its texts in order.

Belongs here: what the elements of such formats are in HTML, which the walk through pages reads. Does not belong here: that walk
(`html_reading`), or parsing without entities (`office_archive`).

Our own and not through `unstructured`: that reads XML as lines of text, without headings, tables or inline elements kept together, and
expands entities.
"""

from __future__ import annotations

import itertools
import re

from lxml import etree

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.building import ElementBuilder, unpaged
from wiki_assets.documents.loaders.html_reading.facts import made_metadata
from wiki_assets.documents.loaders.html_reading.furniture import PartSurroundings
from wiki_assets.documents.loaders.html_reading.measuring import measured
from wiki_assets.documents.loaders.html_reading.tree import Node
from wiki_assets.documents.loaders.html_reading.walking import Walk
from wiki_assets.documents.loaders.media_types import XML
from wiki_assets.documents.loaders.office.archive import parse_xml
from wiki_assets.documents.model import DocumentMetadata, DocumentStatus, ParsedDocument
from wiki_assets.documents.options import ReadingOptions

_SECTIONS = frozenset(
    {"sec", "section", "sect1", "sect2", "sect3", "sect4", "sect5", "chapter", "part", "appendix", "app", "div", "div1", "div2", "div3",
     "ack", "ref-list", "abstract", "trans-abstract", "boxed-text", "bibliography", "preface", "glossary", "listbibl"}
)  # fmt: skip
_TITLE_PARENTS = _SECTIONS | {
    "article", "book", "info", "articleinfo", "bookinfo", "chapterinfo", "sectioninfo", "title-group", "titlestmt", "front", "body",
    "report",
}  # fmt: skip
_TITLES = frozenset({"title", "head", "article-title"})
_AS_HTML = {
    "p": "p", "para": "p", "simpara": "p", "ab": "p",
    "itemizedlist": "ul", "orderedlist": "ol", "listitem": "li", "list-item": "li", "item": "li", "list": "ul",
    "variablelist": "dl", "def-list": "dl", "term": "dt", "def": "dd",
    "table": "table", "informaltable": "table", "thead": "thead", "tbody": "tbody", "tr": "tr", "row": "tr", "td": "td", "th": "th",
    "entry": "td", "cell": "td", "ul": "ul", "ol": "ol", "li": "li", "fig": "figure", "figure": "figure",
    "caption": "figcaption", "figdesc": "figcaption",
    "programlisting": "pre", "screen": "pre", "preformat": "pre", "eg": "pre",
    "break": "br", "lb": "br", "disp-quote": "blockquote", "blockquote": "blockquote",
}  # fmt: skip
_ONE_LINE = frozenset({"p", "figcaption", "td", "th", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "span", "pre"})
_INLINE = frozenset(
    {"italic", "bold", "sup", "sub", "xref", "emph", "emphasis", "hi", "ext-link", "link", "ulink", "uri", "email", "named-content",
     "styled-content", "monospace", "sc", "underline", "inline-formula", "code", "literal", "quote", "tex-math", "superscript", "subscript"}
)  # fmt: skip
# Elements made of fields, each without space around it: names, dates, entries of a bibliography.
_RECORDS = frozenset({
    "ref", "element-citation", "citation", "contrib", "author", "pub-date", "biblstruct", "bibl", "biblioentry", "aff",
    "name", "person-group", "persname", "monogr", "analytic", "imprint", "date", "journal-meta", "article-id", "kwd-group",
    "history", "permissions", "personname",
})  # fmt: skip
_CLASSES = {
    "ref-list": "references", "listbibl": "references", "bibliolist": "references", "bibliography": "references",
    "fn": "footnote", "fn-group": "footnotes", "footnote": "footnote", "table-wrap-foot": "footnotes",
    "contrib-group": "authors", "aff": "authors", "author-notes": "authors", "author": "authors", "history": "authors",
    "permissions": "authors", "journal-meta": "authors", "publisher": "authors", "pub-date": "authors", "revisiondesc": "authors",
    "article-id": "authors", "article-categories": "authors", "funding-group": "authors", "custom-meta-group": "authors",
    "kwd-group": "authors", "volume": "authors", "issue": "authors", "fpage": "authors", "lpage": "authors", "elocation-id": "authors",
    "publicationstmt": "authors", "profiledesc": "authors", "encodingdesc": "authors", "sourcedesc": "authors",
}  # fmt: skip
_ARTICLES = frozenset({"article", "book", "book-part", "tei", "tei.2", "teicorpus", "chapter", "section", "report"})
"""Roots of the formats we know. In other XML such names as `title` and `author` may mean anything, and all is text in order."""
_DROPPED = frozenset({"script", "style", "object-id", "processing-meta", "counts", "graphic", "media", "inline-graphic"})
_MATHML = "http://www.w3.org/1998/Math/MathML"
_TEX_BODY = re.compile(r"\\begin\{document\}(.*?)\\end\{document\}", re.DOTALL)


def xml_document(content: bytes, name: str, options: ReadingOptions) -> ParsedDocument:  # noqa: ARG001 # nothing to choose
    """Reads an XML file. Raises `DocumentError` where it is not well formed, declares entities or has no text."""
    root = parse_xml(content, name)
    builder = ElementBuilder()
    tree, title = _as_page(root)
    Walk(builder, PartSurroundings(), title).through(measured(tree).root)
    if not builder.elements:
        raise DocumentError(DocumentStatus.NO_TEXT, f"{name} is XML without text.", "Put a document with text in its place.")
    return unpaged(
        XML,
        builder.elements,
        metadata=_metadata(root),
    )


def _as_page(root: etree._Element) -> tuple[Node, Node | None]:
    """The document as a page, and the heading that is its title; without recursion, for XML nests deep."""
    page = Node("#document")
    title: Node | None = None
    stack: list[tuple[etree._Element, Node, int]] = [(root, page, 0)]
    while stack:
        element, above, level = stack.pop()
        name = _name(element)
        if not _is_left_out(element, name):
            node = _node(element, name, above, level)
            above.children.append(node)
            title = node if title is None and node.tag == "h1" else title
            inside = _inside(element, name, node)
            if (element.text or "").strip() or any((child.tail or "").strip() for child in element):
                node.attributes["mixed"] = "yes"
            stack.extend((child, node, level + (name in _SECTIONS)) for child in reversed(inside))
        above.children.append((element.tail or "") + (" " if above.attributes.get("record") else ""))
    return page, title


def _is_left_out(element: etree._Element, name: str) -> bool:
    """Whether an element is no text, or is put before the title or caption that follows it."""
    if name in _DROPPED:
        return True
    following = element.getnext() if name == "label" else None
    return following is not None and _name(following) in _TITLES | {"caption"}


def _node(element: etree._Element, name: str, above: Node, level: int) -> Node:
    """An element as HTML, with its own text and without its children."""
    text = element.text or ""
    if name == "tex-math":
        body = _TEX_BODY.search(text)
        tex = (body.group(1) if body else text).strip().strip("$").strip()
        return Node("math", {"alttext": tex, **_display(element)})
    if etree.QName(element).namespace == _MATHML:
        return Node(name, {**_plain(element), **(_display(element) if name == "math" else {})}, [text])
    label = element.getprevious()
    before = "".join(label.itertext()).strip() + " " if label is not None and _name(label) == "label" else ""
    known = _name(element.getroottree().getroot()) in _ARTICLES
    if known and name in _TITLES and _is_title(element):
        return Node(f"h{min(level + 1, 6)}", {}, [before + text])
    if name == "caption":
        return Node("figcaption", {}, [before + text])
    attributes = {key: value for key, value in _plain(element).items() if key in ("colspan", "rowspan", "start")}
    if known and name in _CLASSES:
        attributes["class"] = _CLASSES[name]
    if (known and name in _RECORDS) or above.attributes.get("record"):
        attributes["record"] = "yes"
    return Node(_tag(element, name, above), attributes, [text])


def _tag(element: etree._Element, name: str, above: Node) -> str:
    """The HTML element it is. One we do not know is a part of a line if it stands among text, and a block if it does not."""
    if name == "list" and element.get("list-type") == "order":
        return "ol"
    if name in _AS_HTML:
        return _AS_HTML[name]
    if name in _INLINE or above.tag in _ONE_LINE or above.attributes.get("record"):
        return "span"
    return "span" if above.attributes.get("mixed") else "div"


def _inside(element: etree._Element, name: str, node: Node) -> list[etree._Element]:
    """Children to be read: of several versions of one thing the TeX, or else the first."""
    if node.tag == "math" and name == "tex-math":
        return []
    children = [child for child in element if isinstance(child.tag, str)]
    if name != "alternatives":
        return children
    return [child for child in children if _name(child) == "tex-math"][:1] or children[:1]


def _is_title(element: etree._Element) -> bool:
    parent = element.getparent()
    return parent is None or _name(parent) in _TITLE_PARENTS


def _display(element: etree._Element) -> dict[str, str]:
    shown = any(
        _name(above) in ("disp-formula", "equation", "informalequation") for above in itertools.islice(element.iterancestors(), 3)
    )
    return {"display": "block"} if shown else {}


def _plain(element: etree._Element) -> dict[str, str]:
    return {str(etree.QName(key).localname): str(value) for key, value in element.attrib.items()}


def _name(element: etree._Element) -> str:
    return str(etree.QName(element).localname).lower() if isinstance(element.tag, str) else ""


def _metadata(root: etree._Element) -> DocumentMetadata:
    """What JATS says of the article, in its front matter."""
    front = next(root.iter("{*}article-meta"), None)
    if front is None:
        return made_metadata(title=_first(root, "titleStmt/{*}title") or _first(root, "info/{*}title"))
    people = [_person(person) for person in front.iter("{*}contrib") if person.get("contrib-type", "author") == "author"]
    identifiers = [
        f"arxiv:{text}" if item.get("pub-id-type") == "arxiv" else text
        for item in front.iterchildren("{*}article-id")
        if (text := "".join(item.itertext()).strip())
    ]
    return made_metadata(
        title=_first(front, "title-group/{*}article-title"),
        authors=[person for person in people if person],
        date=_first(front, "pub-date/{*}year"),
        venue=_first(root, "journal-title"),
        identifiers=identifiers,
    )


def _person(person: etree._Element) -> str:
    given, family = _first(person, "given-names"), _first(person, "surname")
    return f"{given} {family}".strip() or _first(person, "string-name") or _first(person, "collab")


def _first(root: etree._Element, path: str) -> str:
    found = root.find(f".//{{*}}{path}")
    return " ".join("".join(found.itertext()).split()) if found is not None else ""
