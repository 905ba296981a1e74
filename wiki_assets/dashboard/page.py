"""The whole page: one HTML file that needs nothing but itself.

Belongs here: the order of sections, the head, and what the page may load (nothing). Does not belong here: what a section says
(`sections`) or the look (`style`). Equal facts give equal bytes.
"""

from __future__ import annotations

import base64
import hashlib

from wiki_assets.dashboard.html import Html, element, join, link
from wiki_assets.dashboard.model import Facts
from wiki_assets.dashboard.sections.cost import cost_section, volumes_section
from wiki_assets.dashboard.sections.failures import checks_section
from wiki_assets.dashboard.sections.frame import code, state_badge
from wiki_assets.dashboard.sections.grounding import grounding_section, pages_section
from wiki_assets.dashboard.sections.guard import guard_section
from wiki_assets.dashboard.sections.papers import disagreements_section, flagged_section, papers_section
from wiki_assets.dashboard.sections.waiting import quarantine_section, stale_section
from wiki_assets.dashboard.standing import Part, headline, parts, trust
from wiki_assets.dashboard.style import style_sheet
from wiki_assets.dashboard.words import moment

_SECTIONS = (
    grounding_section,
    quarantine_section,
    checks_section,
    stale_section,
    flagged_section,
    papers_section,
    disagreements_section,
    guard_section,
    pages_section,
    cost_section,
    volumes_section,
)


def render_dashboard(facts: Facts) -> bytes:
    """The page as UTF-8."""
    page = element("html", _head(), element("body", _skip(), _header(facts), _main(facts), _footer(facts)), lang="en")
    return f"<!DOCTYPE html>\n{page}\n".encode()


def _head() -> Html:
    style = style_sheet()
    # Nothing is loaded, run or sent; the one style sheet is named by its hash, so that no other would be applied.
    policy = f"default-src 'none'; style-src 'sha256-{_digest(style)}'; base-uri 'none'; form-action 'none'"
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="referrer", content="no-referrer"),
        element("title", "How the wiki stands"),
        element("style", Html(style)),
    )


def _digest(style: str) -> str:
    return base64.b64encode(hashlib.sha256(style.encode("utf-8")).digest()).decode("ascii")


def _skip() -> Html:
    return element("a", "To the details", href="#main", class_="skip")


def _header(facts: Facts) -> Html:
    written = element(
        "p", "How the wiki stands, ", element("time", moment(facts.as_of), datetime=facts.as_of.isoformat()), class_="over"
    )
    tiles = element("ul", *(_tile(part) for part in parts(facts)), class_="parts", aria_label="How each part stands")
    return element("header", written, element("h1", headline(facts)), element("p", trust(facts), class_="trust"), tiles)


def _tile(part: Part) -> Html:
    inner = [
        element("span", part.name, class_="name"),
        element("span", part.figure, class_="figure"),
        element("span", part.line, class_="line"),
        state_badge(part.state),
    ]
    return element("li", element("a", *(join([piece, " "]) for piece in inner), href=f"#{part.key}"))


def _main(facts: Facts) -> Html:
    return element("main", *(make(facts) for make in _SECTIONS), id="main")


def _footer(facts: Facts) -> Html:
    files = element(
        "p",
        "Read the wiki: ",
        link("wiki/index.md", "index"),
        ", ",
        link("wiki/log.md", "log of what happened to its pages"),
        ".",
    )
    asking = element("p", "Ask the audit yourself: ", code('wiki audit query "FROM latest_pages"'), ".")
    written = element(
        "p",
        f"Written {moment(facts.as_of)} by the asset dashboard, from the audit. It shows that moment and does not change by itself: "
        "materialize the asset again for a newer one.",
    )
    return element("footer", element("div", files, asking, written, class_="inner"))
