"""Equations as Office writes them (OMML), as text.

Belongs here: an equation's letters in order, and a line that a reader can make sense of. Does not belong here: where equations stand, or
other ways to write them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lxml import etree

from wiki_assets.documents.loaders.office.package import M, W, children_of, first

_GONE = (f"{W}del", f"{W}moveFrom", f"{W}rPr")


def letters_of(equation: etree._Element) -> str:
    """The runs of an equation, in order and with nothing between them: what is matched and quoted."""
    return "".join(_letters(equation))


def readable(equation: etree._Element) -> str:
    """An equation on one line, fractions and powers with signs that say what they are: `(mλ)/a`, `10^(-6)`. For display."""
    return _inside(equation)


def _letters(element: etree._Element) -> Iterator[str]:
    for child in children_of(element):
        if child.tag == f"{M}t":
            yield child.text or ""
        elif child.tag not in _GONE:
            yield from _letters(child)


def _inside(element: etree._Element | None) -> str:
    if element is None:
        return ""
    return "".join(_one(child) for child in children_of(element) if child.tag not in _GONE)


def _one(element: etree._Element) -> str:
    if element.tag == f"{M}t":
        return element.text or ""
    written = _WRITTEN.get(element.tag)
    return written(element) if written else _inside(element)


def _part(element: etree._Element, name: str) -> str:
    return _inside(element.find(f"{M}{name}"))


def _grouped(text: str) -> str:
    """In parentheses, unless it is one sign, one number or one name."""
    return text if text.isalnum() or len(text) <= 1 else f"({text})"


def _sign(element: etree._Element, properties: str, name: str, default: str) -> str:
    found = first(element, f"{M}{properties}", f"{M}{name}")
    return default if found is None else found.get(f"{M}val", "")


def _fraction(element: etree._Element) -> str:
    return f"{_grouped(_part(element, 'num'))}/{_grouped(_part(element, 'den'))}"


def _scripts(element: etree._Element) -> str:
    below, above = _part(element, "sub"), _part(element, "sup")
    return _part(element, "e") + _script("_", below) + _script("^", above)


def _before(element: etree._Element) -> str:
    return _script("_", _part(element, "sub")) + _script("^", _part(element, "sup")) + _part(element, "e")


def _script(sign: str, text: str) -> str:
    return sign + _grouped(text) if text else ""


def _root(element: etree._Element) -> str:
    degree = _part(element, "deg")
    return (f"{_grouped(degree)}" if degree else "") + "√" + _grouped(_part(element, "e"))


def _operator(element: etree._Element) -> str:
    limits = _script("_", _part(element, "sub")) + _script("^", _part(element, "sup"))
    return _sign(element, "naryPr", "chr", "∫") + limits + " " + _part(element, "e")


def _delimited(element: etree._Element) -> str:
    inside = _sign(element, "dPr", "sepChr", "|").join(_inside(one) for one in element.findall(f"{M}e"))
    return _sign(element, "dPr", "begChr", "(") + inside + _sign(element, "dPr", "endChr", ")")


def _function(element: etree._Element) -> str:
    return f"{_part(element, 'fName')} {_part(element, 'e')}"


def _accent(element: etree._Element) -> str:
    return _part(element, "e") + _sign(element, "accPr", "chr", "\u0302")


def _limit(element: etree._Element) -> str:
    return _part(element, "e") + _script("_" if element.tag == f"{M}limLow" else "^", _part(element, "lim"))


def _matrix(element: etree._Element) -> str:
    rows = (", ".join(_inside(one) for one in row.findall(f"{M}e")) for row in element.findall(f"{M}mr"))
    return "; ".join(rows)


def _array(element: etree._Element) -> str:
    return "; ".join(_inside(one) for one in element.findall(f"{M}e"))


_WRITTEN: dict[str, Callable[[etree._Element], str]] = {
    f"{M}f": _fraction,
    f"{M}sSup": _scripts,
    f"{M}sSub": _scripts,
    f"{M}sSubSup": _scripts,
    f"{M}sPre": _before,
    f"{M}rad": _root,
    f"{M}nary": _operator,
    f"{M}d": _delimited,
    f"{M}func": _function,
    f"{M}acc": _accent,
    f"{M}limLow": _limit,
    f"{M}limUpp": _limit,
    f"{M}m": _matrix,
    f"{M}eqArr": _array,
}
