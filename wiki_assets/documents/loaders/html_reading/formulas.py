"""Formulas in HTML as text.

Belongs here: MathML, TeX beside it, pictures of formulas. Does not belong here: where a formula stands in the text.
"""

from __future__ import annotations

import re

from wiki_assets.documents.loaders.html_reading.hiding import is_picture_of_formula
from wiki_assets.documents.loaders.html_reading.tree import Node, go_through, raw_text

_TEX = frozenset({"application/x-tex", "application/x-latex", "tex", "latex", "text/x-tex"})
_DISPLAY_STYLE = re.compile(r"\{\\(?:displaystyle|textstyle)\s+(.*)\}", re.DOTALL)
_BETWEEN = {"mfrac": "/", "msup": "^", "msub": "_", "mover": "^", "munder": "_", "mroot": " root ", "mtr": " ", "mtable": " "}
_BETWEEN_THREE = {"msubsup": ("_", "^"), "munderover": ("_", "^")}


def is_formula(node: Node) -> bool:
    """Whether an element is a formula, to be read as a whole."""
    return node.tag == "math" or is_picture_of_formula(node)


def is_display(node: Node) -> bool:
    """Whether a formula stands in a line of its own."""
    return node.attributes.get("display", "").lower() == "block" or node.attributes.get("mode", "").lower() == "display"


def formula_text(node: Node) -> str:
    """A formula once: as TeX where it is written beside it, else its alternative text, else its signs in a row."""
    if node.tag != "math":
        return _without_style(node.attributes.get("alt", ""))
    written = _annotation(node) or node.attributes.get("alttext", "")
    return _without_style(written) if written.strip() else _signs(node)


def _without_style(tex: str) -> str:
    match = _DISPLAY_STYLE.fullmatch(tex.strip())
    return " ".join((match.group(1) if match else tex).split())


def _annotation(node: Node) -> str:
    found: list[Node] = []

    def enter(inner: Node) -> list[Node | str] | None:
        if inner.tag == "annotation":
            if inner.attributes.get("encoding", "").lower() in _TEX:
                found.append(inner)
            return None
        return None if inner.tag in ("annotation-xml", "script", "style") else inner.children

    go_through(node, enter)
    return raw_text(found[0]) if found else ""


def _signs(node: Node) -> str:
    """Signs in the order they are drawn, with `/`, `^` and `_` where only their place tells what they mean."""
    parts: list[str] = []

    def enter(inner: Node) -> list[Node | str] | None:
        if inner.tag == "#between":
            parts.extend(str(child) for child in inner.children)
            return None
        return None if inner.tag in ("annotation", "annotation-xml", "script", "style") else _with_signs_between(inner)

    go_through(node, enter, lambda text: parts.append(text.strip()))
    return " ".join("".join(parts).split())


def _with_signs_between(node: Node) -> list[Node | str]:
    elements = list(node.elements)
    if node.tag in _BETWEEN_THREE and len(elements) == 3:
        first, second = _BETWEEN_THREE[node.tag]
        return [elements[0], _sign(first), elements[1], _sign(second), elements[2]]
    if node.tag not in _BETWEEN:
        return node.children
    inside: list[Node | str] = []
    for element in elements:
        inside += [_sign(_BETWEEN[node.tag]), element] if inside else [element]
    return inside


def _sign(sign: str) -> Node:
    return Node("#between", children=[sign])
