"""What all sections share: their frame, their signs, and how a long list stays short.

Belongs here: parts that two sections use. Does not belong here: anything about one subject.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from wiki_assets.dashboard.html import Html, element, join, link
from wiki_assets.dashboard.standing import State
from wiki_assets.dashboard.words import number

T = TypeVar("T")

NO_PAGE = "No page has been compiled yet."

MOST_LISTED = 500
"""What a folded list holds at most, so that a library of ten thousand broken files is still a page that opens at once."""
_LONGEST = 600  # letters of a reason or a claim: two or three sentences, more is in the draft

_SHAPES = {
    # One outline for each state, so that a state is known without its colour: a tick, a triangle, a cross, a dash.
    State.GOOD: "M8 0a8 8 0 1 0 0 16A8 8 0 0 0 8 0zM7 11.6 3.6 8.2l1.3-1.3L7 9l4.2-4.2 1.3 1.3z",
    State.LOOK: "M8 .8 16 15H0zM7.1 5.8l.2 4.4h1.4l.2-4.4zM8 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2z",
    State.BAD: "M4.7 0h6.6L16 4.7v6.6L11.3 16H4.7L0 11.3V4.7z"
    "M5.6 4.3 4.3 5.6 6.7 8l-2.4 2.4 1.3 1.3L8 9.3l2.4 2.4 1.3-1.3L9.3 8l2.4-2.4-1.3-1.3L8 6.7z",
    State.UNKNOWN: "M8 0a8 8 0 1 0 0 16A8 8 0 0 0 8 0zM4 7h8v2H4z",
}
_WORDS = {State.GOOD: "In order", State.LOOK: "Look at it", State.BAD: "Needs work", State.UNKNOWN: "Not known"}


def sign(state: State) -> Html:
    """The shape of a state, without words."""
    return element(
        "svg", element("path", d=_SHAPES[state], fill_rule="evenodd"), viewBox="0 0 16 16", aria_hidden="true", focusable="false"
    )


def state_badge(state: State, words: str = "") -> Html:
    """A state by shape, colour and word."""
    return element("span", sign(state), words or _WORDS[state], class_=f"state {state}")


def section(key: str, title: str, lead: str, *body: Html) -> Html:
    """A section with its heading and one sentence on it.

    Args:
        key: Its anchor.
        lead: What a reader has to know of it, in a sentence or two.
    """
    head = element("div", element("h2", title, id=f"{key}-title"), element("p", lead), class_="head")
    return element("section", head, element("div", *body, class_="body"), id=key, aria_labelledby=f"{key}-title")


def calm(key: str, title: str, words: str, *, known: bool = True) -> Html:
    """A section in one line, for what asks nothing of its reader.

    Args:
        key: Its anchor.
        words: What is in order; where nothing is `known` yet, what is missing.
    """
    line = fine(words) if known else element("p", words, class_="quiet")
    head = element("div", element("h2", title, id=f"{key}-title"), class_="head")
    return element("section", head, element("div", line, class_="body"), id=key, class_="calm", aria_labelledby=f"{key}-title")


def fine(words: str) -> Html:
    """A line that says that nothing is amiss."""
    return element("p", sign(State.GOOD), element("span", words), class_="fine")


def meta(*facts: Html | str) -> Html:
    """Small facts in a row; empty ones are left out."""
    return element("p", *(element("span", fact) for fact in facts if fact), class_="meta")


def todo(*words: Html | str) -> Html:
    """What a person can do about it."""
    return element("p", element("b", "What to do: "), *words, class_="todo")


def code(words: str) -> Html:
    """A name or a command as it is typed."""
    return element("code", words)


def page_link(slug: str, title: str, path: str = "") -> Html:
    """A page by its title, leading to its file."""
    return link(path or f"wiki/{slug}.md", title or slug)


def draft_link(slug: str) -> Html:
    """The draft of a page by its path, leading to it."""
    return link(f"wiki/draft/{slug}.md", code(f"wiki/draft/{slug}.md"))


def shortened(words: str) -> str:
    """A text cut where it is long, at a word."""
    if len(words) <= _LONGEST:
        return words
    return f"{words[:_LONGEST].rsplit(' ', 1)[0]} …"


def told(items: Sequence[T], show: Callable[[T], Html], shown: int, line: Callable[[T], Html], where: str) -> Html:
    """A list whose first entries are told in full and whose others in a line each, folded away.

    Args:
        items: Most important first; at least one.
        show: An entry in full.
        shown: How many of these.
        line: An entry as a line.
        where: Where all are found when even the folded list is cut, in words.
    """
    listing = element("ul", *(element("li", show(item)) for item in items[:shown]), class_="items")
    return join([listing, folded([line(item) for item in items[shown:]], where)])


def folded(lines: Sequence[Html], where: str) -> Html:
    """Lines behind "and 473 more"; nothing where there are none."""
    if not lines:
        return Html("")
    body = element("ul", *(element("li", line) for line in lines[:MOST_LISTED]), class_="columns")
    left_out = len(lines) - MOST_LISTED
    cut = (
        element("p", f"{number(left_out)} more are not listed here; {where}", class_="quiet small") if left_out > 0 else Html("")
    )
    return element("details", element("summary", f"and {number(len(lines))} more"), body, cut)


def table(caption: str, columns: Sequence[tuple[str, bool]], rows: Iterable[Sequence[Html | str]]) -> Html:
    """A table whose first column names its rows. On a phone each row becomes a block, so roles are said outright.

    Args:
        caption: What it shows.
        columns: Title of each and whether it holds numbers.
        rows: Cells of each row.
    """
    heads = [
        element("th", title, scope="col", role="columnheader", class_="n" if numeric else None) for title, numeric in columns
    ]
    body = [element("tr", *_cells(columns, row), role="row") for row in rows]
    return element(
        "table",
        element("caption", caption),
        element("thead", element("tr", *heads, role="row"), role="rowgroup"),
        element("tbody", *body, role="rowgroup"),
        role="table",
    )


def _cells(columns: Sequence[tuple[str, bool]], row: Sequence[Html | str]) -> list[Html]:
    cells = [element("th", row[0], scope="row", role="rowheader")]
    for (title, numeric), cell in zip(columns[1:], row[1:], strict=True):
        cells.append(element("td", cell, role="cell", data_label=title, class_="n" if numeric else None))
    return cells
