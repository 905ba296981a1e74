"""PowerPoint presentations (PPTX, and those with macros and templates alike).

Belongs here: opening one, its slides in order, and what is said of it as a whole. Does not belong here: what stands on a slide
(`slides_shapes`, `slides_text`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from lxml import etree

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.building import ElementBuilder
from wiki_assets.documents.loaders.media_types import PPTX
from wiki_assets.documents.loaders.office.drawings import add_graphic
from wiki_assets.documents.loaders.office.package import A, P, Package, R, first, integer
from wiki_assets.documents.loaders.office.properties import stated_metadata
from wiki_assets.documents.loaders.slides.remarks import add_remarks, authors_of
from wiki_assets.documents.loaders.slides.shapes import EMU, Rectangle, Shape, Surroundings, shapes_of
from wiki_assets.documents.loaders.slides.text import add_body, table_rows, words_of
from wiki_assets.documents.loaders.versions import parser_of
from wiki_assets.documents.model import Box, DocumentStatus, Element, ParsedDocument, TextSpan
from wiki_assets.documents.options import ReadingOptions

_USUAL_SIZE = (9_144_000, 6_858_000)  # EMU: what the format assumes where a presentation does not say
_TITLE_STYLES = {"title": "titleStyle", "ctrTitle": "titleStyle", "": "otherStyle"}


@dataclass(slots=True)
class _Deck:
    """What was read of a presentation. Slides are numbered from 1, hidden ones too, as PowerPoint does."""

    slides: int = 0
    elements: list[Element] = field(default_factory=list)
    hidden: list[int] = field(default_factory=list)
    empty: list[int] = field(default_factory=list)
    lost: dict[int, str] = field(default_factory=dict)
    title: str = ""


class SlidesLoader:
    """Reads PowerPoint presentations."""

    media_types = frozenset({PPTX})

    def load(self, content: bytes, name: str, options: ReadingOptions) -> ParsedDocument:
        """See `Loader.load`. A slide that cannot be read costs that slide only, and what is wrong on a slide only itself."""
        package = Package.open(content, name, options.limits)
        part = package.main("ppt/presentation.xml")
        parts = _slide_parts(package, part)
        deck = _read(package, part, parts)
        if not deck.elements:
            raise _without_text(name, deck)
        parser = parser_of(PPTX)
        return ParsedDocument(
            media_type=PPTX,
            parser=parser.name,
            parser_version=parser.version,
            pages=deck.slides,
            elements=tuple(deck.elements),
            pages_without_text=tuple(deck.empty),
            pages_lost=tuple(sorted(deck.lost)),
            reason=" ".join(_remarks(package, deck)),
            metadata=stated_metadata(package, deck.title, " ".join(element.text for element in deck.elements[:3])),
            attachments=package.attachments(parts),
        )


def _slide_parts(package: Package, presentation: str) -> tuple[str, ...]:
    """Parts of the slides in order; empty names for those that lead nowhere."""
    listed = first(package.xml(presentation), f"{P}sldIdLst")
    if listed is None:
        return ()
    return tuple(package.target(presentation, slide.get(f"{R}id", "")) for slide in listed.findall(f"{P}sldId"))


def _read(package: Package, presentation: str, parts: Sequence[str]) -> _Deck:
    deck = _Deck(slides=len(parts))
    authors = authors_of(package, presentation)
    whole = _size(package, presentation)
    layouts: dict[str, Surroundings] = {}
    for number, part in enumerate(parts, 1):
        try:
            root = package.xml(part)
            if root.get("show", "1").lower() in ("0", "false"):
                deck.hidden.append(number)
                continue
            around = _surroundings(package, part, whole, layouts)
            slide = _Slide(package, part, number, around)
            slide.read(root, authors)
        except (DocumentError, RecursionError) as error:
            if isinstance(error, DocumentError) and error.status is not DocumentStatus.CORRUPT:
                raise
            deck.lost[number] = error.what if isinstance(error, DocumentError) else "its groups lie too deep in one another."
            continue
        _add_slide(deck, slide, number)
    return deck


def _add_slide(deck: _Deck, slide: _Slide, number: int) -> None:
    if not slide.elements:
        deck.empty.append(number)
    above = (deck.title,) if deck.title else ()
    deck.elements.extend(replace(element, section_path=above + element.section_path) for element in slide.elements)
    if number == 1 and slide.opens_the_deck:
        deck.title = slide.title


class _Slide:
    """One slide as elements.

    Attributes:
        elements: What stands on it, each with its box; then what was said of it.
        title: Empty where it has none.
        opens_the_deck: Whether it is made as a title slide.
    """

    def __init__(self, package: Package, part: str, number: int, around: Surroundings) -> None:
        self._package, self._part, self._number, self._around = package, part, number, around
        self.elements: list[Element] = []
        self.title = ""
        self.opens_the_deck = around.layout is not None and around.layout.get("type") == "title"

    def read(self, root: etree._Element, authors: dict[str, str]) -> None:
        """Reads the slide with this root. Raises `DocumentError` where it has no shapes at all."""
        tree = first(root, f"{P}cSld", f"{P}spTree")
        if tree is None:
            raise DocumentError(DocumentStatus.CORRUPT, f"{self._part} is not a slide.")
        for shape in shapes_of(tree, self._around):
            builder = ElementBuilder()
            if shape.is_title and not self.title:
                self._add_title(builder, shape)
                self._take(builder, shape.box, ())
            else:
                self._add(builder, shape)
                self._take(builder, shape.box, (self.title,))
        remarks = ElementBuilder()
        add_remarks(remarks, self._package, self._part, authors)
        self._take(remarks, None, (self.title,))

    def _take(self, builder: ElementBuilder, box: Rectangle | None, above: tuple[str, ...]) -> None:
        """Takes over what was built, under the headings `above` it."""
        path = tuple(filter(None, above))
        for element in builder.elements:
            spans = _spans(element.text, self._number, box) if box is not None else ()
            self.elements.append(replace(element, spans=spans, section_path=path, place=f"slide {self._number}"))

    def _add_title(self, builder: ElementBuilder, shape: Shape) -> None:
        builder.heading(words_of(shape.element.find(f"{P}txBody")), 1)
        self.title = next((element.text for element in builder.elements), "")
        self.opens_the_deck = self.opens_the_deck or shape.role == "ctrTitle"

    def _add(self, builder: ElementBuilder, shape: Shape) -> None:
        body = shape.element.find(f"{P}txBody")
        if body is not None:
            add_body(builder, body, list(_list_styles(shape, self._around)))
        graphic = first(shape.element, f"{A}graphic", f"{A}graphicData")
        if graphic is None:
            return
        table = graphic.find(f"{A}tbl")
        if table is not None:
            builder.table(table_rows(table))
        else:
            add_graphic(builder, self._package, self._part, graphic)


def _spans(text: str, number: int, box: Rectangle) -> tuple[TextSpan, ...]:
    return (TextSpan(0, len(text), Box(number, box.x0, box.y0, box.x1, box.y1)),)


def _list_styles(shape: Shape, around: Surroundings) -> Iterator[etree._Element]:
    """List styles that a shape's text inherits from, nearest first."""
    for ancestor in shape.ancestors:
        style = first(ancestor, f"{P}txBody", f"{A}lstStyle")
        if style is not None:
            yield style
    style = first(around.master, f"{P}txStyles", f"{P}{_TITLE_STYLES.get(shape.role, 'bodyStyle')}")
    if style is not None:
        yield style


def _surroundings(package: Package, slide: str, whole: Rectangle, known: dict[str, Surroundings]) -> Surroundings:
    layout = next(iter(package.targets(slide, "slideLayout")), "")
    if layout not in known:
        root = package.xml_or_none(layout) if layout else None
        known[layout] = Surroundings(root, package.related(layout, "slideMaster") if layout else None, whole)
    return known[layout]


def _size(package: Package, presentation: str) -> Rectangle:
    size = package.xml(presentation).find(f"{P}sldSz")
    width, height = _USUAL_SIZE
    if size is not None:
        width, height = integer(size.get("cx"), width), integer(size.get("cy"), height)
    return Rectangle(0.0, 0.0, width / EMU, height / EMU)


def _without_text(name: str, deck: _Deck) -> DocumentError:
    if not deck.slides:
        return DocumentError(DocumentStatus.EMPTY, f"{name} has no slides.", "Fetch it again.")
    if deck.lost:
        why = deck.lost[min(deck.lost)].rstrip(".")
        return DocumentError(
            DocumentStatus.CORRUPT,
            f"{name} is damaged: no text of its {deck.slides} slides can be read ({why}).",
            "Fetch it again.",
        )
    if deck.hidden and not deck.empty:
        return DocumentError(
            DocumentStatus.NO_TEXT, f"{name} has no text that is shown: all its slides are hidden.", "Unhide those that count."
        )
    return DocumentError(
        DocumentStatus.NO_TEXT,
        f"{name} has no text on its {deck.slides} slide{'s' if deck.slides != 1 else ''}, only pictures or nothing.",
        "Save it as PDF, run text recognition (OCR) on that, and put the result in its place.",
    )


def _remarks(package: Package, deck: _Deck) -> Iterator[str]:
    """What a reader should know of a presentation that was read."""
    if deck.lost:
        listed = ", ".join(str(number) for number in sorted(deck.lost))
        yield f"Slides that cannot be read: {listed} ({deck.lost[min(deck.lost)].rstrip('.')})."
    if deck.hidden:
        yield f"Slides that are hidden and were left out: {', '.join(map(str, deck.hidden))}."
    if package.has_macros:
        yield f"{package.name} holds macros; they were neither run nor read."
