"""What was said of a slide and is not on it: speaker notes and comments.

Belongs here: finding them and who said it. Does not belong here: the slide itself.
"""

from __future__ import annotations

from lxml import etree

from wiki_assets.documents.loaders.building import ElementBuilder
from wiki_assets.documents.loaders.office.package import A, P, Package, children_of, first
from wiki_assets.documents.loaders.slides.shapes import placeholder_of
from wiki_assets.documents.loaders.slides.text import words_of
from wiki_assets.documents.model import ElementKind, Mark


def authors_of(package: Package, presentation: str) -> dict[str, str]:
    """Names of those who comment, by id; comments of both kinds, old and threaded, have their own list of them."""
    roots = [package.related(presentation, kind) for kind in ("commentAuthors", "authors")]
    return {author.get("id", ""): author.get("name", "").strip() for root in roots if root is not None for author in root}


def add_remarks(builder: ElementBuilder, package: Package, slide: str, authors: dict[str, str]) -> None:
    """Adds the notes of a slide's speaker, then the comments on it, each with its answers."""
    notes = package.related(slide, "notesSlide")
    for shape in children_of(tree) if (tree := first(notes, f"{P}cSld", f"{P}spTree")) is not None else ():
        placeholder = placeholder_of(shape)
        if placeholder is not None and placeholder.get("type") == "body":
            for line in words_of(shape.find(f"{P}txBody")).splitlines():
                builder.text(ElementKind.PARAGRAPH, line, marks=(Mark.NOTE,))
    for target in package.targets(slide, "comments"):
        root = package.xml_or_none(target)
        for comment in root.iter(etree.Element) if root is not None else ():
            if etree.QName(comment).localname in ("cm", "reply"):
                _add_comment(builder, comment, authors)


def _add_comment(builder: ElementBuilder, comment: etree._Element, authors: dict[str, str]) -> None:
    text = ""
    for child in comment:
        name = etree.QName(child).localname
        if name == "text":
            text = child.text or ""
        elif name == "txBody":
            text = "\n".join("".join(node.text or "" for node in paragraph.iter(f"{A}t")) for paragraph in child.iter(f"{A}p"))
    author = authors.get(comment.get("authorId", ""), "")
    if text.strip():
        builder.text(ElementKind.PARAGRAPH, f"{author}: {text}" if author else text, marks=(Mark.COMMENT,))
