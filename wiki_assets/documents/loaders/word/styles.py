"""What a Word document's styles say: what a paragraph is, what is hidden, in which font and list it stands.

Belongs here: styles and what they inherit. Does not belong here: text, or counting lists (`word_numbering`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from lxml import etree

from wiki_assets.documents.loaders.office.package import W, first, integer, switch_of, value_of

_DEEPEST = 40  # styles one after the other; Word allows ten or so, and a ring would have no end
_BODY_LEVEL = 9  # the outline level that is none
# Word stores the names of its own styles in English whatever its language; other programs do not all do so.
_HEADING = re.compile(
    r"(?:heading|überschrift|titre|título|titolo|kop|rubrik|nagłówek|заголовок|标题|標題|見出し|제목)\s*([1-9])"
)
_CODE = re.compile(r"(?:html preformatted|source code|verbatim|preformatted text|code(?: block)?|listing|macro text)")
_MONOSPACE = re.compile(
    r"courier|consol|menlo|monaco|\bmono\b|monospace|source code|fira code|typewriter|andale mono|cascadia|sf mono"
)
_CONTENTS = re.compile(r"(?:toc|table of figures|index) ?\d?")
_FRONT_MATTER = ("author", "authors", "affiliation", "affiliations", "date")
_BIBLIOGRAPHY = ("bibliography", "references", "literaturverzeichnis")


class Role(StrEnum):
    """What a style makes of a paragraph."""

    TITLE = "title"
    HEADING = "heading"
    CAPTION = "caption"
    CODE = "code"
    CONTENTS = "contents"
    FRONT_MATTER = "front_matter"
    BIBLIOGRAPHY = "bibliography"
    BODY = "body"


@dataclass(frozen=True, slots=True)
class Style:
    """A style as it is written, without what it inherits. `outline` is -1 where it says nothing."""

    identity: str
    name: str
    based_on: str
    hidden: bool | None
    font: str
    outline: int
    numbered: tuple[str | None, str | None]


class Styles:
    """The styles of a document."""

    def __init__(self, root: etree._Element | None) -> None:
        found = root.findall(f"{W}style") if root is not None else []
        self._styles = {style.identity: style for style in map(_style, found)}
        self._chains: dict[str, tuple[Style, ...]] = {}
        self._usual = next(
            (
                node.get(f"{W}styleId", "")
                for node in found
                if node.get(f"{W}type") == "paragraph" and node.get(f"{W}default") == "1"
            ),
            "",
        )
        self._font = _font(first(root, f"{W}docDefaults", f"{W}rPrDefault", f"{W}rPr")) if root is not None else ""

    def chain(self, identity: str | None) -> tuple[Style, ...]:
        """A style and those it is based on, nearest first."""
        if identity not in self._styles:
            return ()
        if identity not in self._chains:
            chain: list[Style] = []
            following: str | None = identity
            while following in self._styles and len(chain) < _DEEPEST:
                chain.append(self._styles[following])
                following = chain[-1].based_on
            self._chains[identity] = tuple(chain)
        return self._chains[identity]

    def of_paragraph(self, properties: etree._Element | None) -> str:
        """The style of a paragraph with these `w:pPr`."""
        return value_of(properties, f"{W}pStyle") or self._usual

    def hides(self, identity: str | None) -> bool:
        """Whether a style hides text."""
        return next((style.hidden for style in self.chain(identity) if style.hidden is not None), False)

    def font(self, identity: str | None) -> str:
        """The font of a style; the document's own where it names none."""
        return next((style.font for style in self.chain(identity) if style.font), self._font)

    def numbered(self, identity: str) -> tuple[str | None, str | None]:
        """List and level that a style puts its paragraphs into; None where it does not say."""
        chain = self.chain(identity)
        number = next((style.numbered[0] for style in chain if style.numbered[0] is not None), None)
        level = next((style.numbered[1] for style in chain if style.numbered[1] is not None), None)
        return number, level

    @property
    def typewritten(self) -> bool:
        """Whether the whole document is set in a font that elsewhere means code."""
        return is_monospace(self.font(self._usual))

    def role(self, properties: etree._Element | None) -> tuple[Role, int]:
        """What a paragraph with these `w:pPr` is; with its level, from 1, where it is a heading."""
        chain = self.chain(self.of_paragraph(properties))
        role = next((role for style in chain if (role := _role_by_name(style.name)) is not None), None)
        if role is not None and role is not Role.HEADING:
            return role, 0
        level = self._outline(properties, chain)
        return (Role.HEADING, level + 1) if level < _BODY_LEVEL else (Role.BODY, 0)

    def _outline(self, properties: etree._Element | None, chain: tuple[Style, ...]) -> int:
        own = value_of(properties, f"{W}outlineLvl")
        if own is not None:
            return integer(own, _BODY_LEVEL)
        for style in chain:
            if style.outline >= 0:
                return style.outline
            if match := _HEADING.fullmatch(style.name):
                return int(match.group(1)) - 1
        return _BODY_LEVEL


def is_monospace(font: str) -> bool:
    """Whether every letter of a font is as wide as the others."""
    return bool(_MONOSPACE.search(font.lower()))


def font_of(properties: etree._Element | None) -> str:
    """The font that these `w:rPr` name; empty where they name none."""
    return _font(properties)


def _role_by_name(name: str) -> Role | None:
    if name == "title":
        return Role.TITLE
    if name == "caption":
        return Role.CAPTION
    if name in _FRONT_MATTER:
        return Role.FRONT_MATTER
    if name in _BIBLIOGRAPHY:
        return Role.BIBLIOGRAPHY
    if _CONTENTS.fullmatch(name):
        return Role.CONTENTS
    if _HEADING.fullmatch(name):
        return Role.HEADING
    return Role.CODE if _CODE.fullmatch(name) else None


def _style(node: etree._Element) -> Style:
    runs, paragraphs = node.find(f"{W}rPr"), node.find(f"{W}pPr")
    outline = integer(value_of(paragraphs, f"{W}outlineLvl"), -1)
    return Style(
        identity=node.get(f"{W}styleId", ""),
        name=(value_of(node, f"{W}name") or "").strip().lower(),
        based_on=value_of(node, f"{W}basedOn") or "",
        hidden=switch_of(runs, f"{W}vanish"),
        font=_font(runs),
        outline=outline,
        numbered=(value_of(paragraphs, f"{W}numPr", f"{W}numId"), value_of(paragraphs, f"{W}numPr", f"{W}ilvl")),
    )


def _font(properties: etree._Element | None) -> str:
    fonts = first(properties, f"{W}rFonts")
    if fonts is None:
        return ""
    return fonts.get(f"{W}ascii") or fonts.get(f"{W}hAnsi") or fonts.get(f"{W}cs") or ""
