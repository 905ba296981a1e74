"""HTML as values: text is escaped unless it already is markup, so that nothing from a paper can become a tag.

Belongs here: elements, attributes, escaping. Does not belong here: what is shown (`sections`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from urllib.parse import quote

# Controls that HTML forbids, halves of surrogate pairs, and the marks that turn the direction of the text around them.
_UNSHOWABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069\ufffe\uffff]")
_VOID = {"meta", "link", "br"}


class Html(str):
    """Markup. Only this module makes it, out of names of elements in our own code and text that it escapes."""

    __slots__ = ()


def text(value: str) -> Html:
    """A text as markup: nothing in it is a tag, a reference or the end of an attribute."""
    return Html(escape(_UNSHOWABLE.sub("\ufffd", value), quote=True))


def join(parts: Iterable[Html | str]) -> Html:
    """Parts one after another; those that are not markup are escaped."""
    return Html("".join(part if isinstance(part, Html) else text(part) for part in parts))


def element(name: str, /, *children: Html | str, **attributes: str | float | bool | None) -> Html:
    """One element.

    Args:
        name: Name of the element.
        children: What is in it; plain text is escaped.
        attributes: By name, `_` for `-`, one at the end is dropped (`class_`). None and False leave the attribute out, True sets it
            without a value.
    """
    written = "".join(
        f" {_attribute(key)}" if value is True else f' {_attribute(key)}="{text(_plain(value))}"'
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if name in _VOID:
        return Html(f"<{name}{written}>")
    return Html(f"<{name}{written}>{join(children)}</{name}>")


def link(path: str, *children: Html | str) -> Html:
    """A link to a file of the home folder; only the words where the path is none below `wiki/`."""
    if not path.startswith("wiki/") or ".." in path.split("/"):
        return join(children)
    return element("a", *children, href=f"../{quote(path.encode('utf-8', 'replace'), safe='/')}")


def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _plain(value: str | float) -> str:
    """Coordinates with two decimals at most: a fiftieth of a pixel is nothing to the eye, and something to the size of a page."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
