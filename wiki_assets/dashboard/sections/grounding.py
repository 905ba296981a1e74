"""Grounding: the rate of all published claims over time, and every published page with its own.

Belongs here: the sections on what is published. Does not belong here: pages that were refused (`waiting`).
"""

from __future__ import annotations

from collections.abc import Sequence

from wiki_assets.dashboard.charts import meter, sparkline, trend_chart
from wiki_assets.dashboard.html import Html, element, join
from wiki_assets.dashboard.model import Facts, PublishedPage
from wiki_assets.dashboard.sections.frame import calm, folded, page_link, section, table
from wiki_assets.dashboard.words import counted, day, number, percent

_ROWS = 27  # a table that a person still reads; the pages that need a look come first


def grounding_section(facts: Facts) -> Html:
    """Trend and figures of all published claims together."""
    return section("grounding", "Grounding", _lead(facts), *_body(facts))


def pages_section(facts: Facts) -> Html:
    """Every published page with its rate and its verdicts over time, the least grounded first."""
    if not facts.published:
        return calm("pages", "Pages", "Nothing is published yet.", known=False)
    lead = "What stands in the wiki, the least grounded first. The mark on a bar is the rate that the page needs."
    return section("pages", "Pages", lead, _pages(facts))


def _lead(facts: Facts) -> str:
    if not facts.published:
        return "How much of what the wiki says is found in its sources. Nothing is published yet."
    return (
        f"How much of what the wiki says is found in its sources. A page needs {percent(facts.rules.threshold)} to be published; "
        f"all pages together stand at {percent(facts.rate)}."
    )


def _body(facts: Facts) -> list[Html]:
    if not facts.published:
        return [element("p", "The trend begins with the first page that passes the gate.", class_="quiet")]
    drawn = [trend_chart(facts.trend, facts.rules.threshold, facts.as_of)] if facts.trend else []
    if len(facts.trend) == 1:
        drawn.append(element("p", "One build so far. The next one that changes a page makes this a line.", class_="quiet small"))
    return [join(drawn), _figures(facts)]


def _figures(facts: Facts) -> Html:
    uncertain = sum(page.uncertain for page in facts.published)
    unsupported = sum(page.unsupported for page in facts.published)
    coverages = [page.coverage for page in facts.published if page.coverage is not None]
    told = [
        ("Claims published", number(facts.claims)),
        ("Grounded", number(facts.grounded)),
        ("Uncertain", number(uncertain)),
        ("Unsupported", number(unsupported)),
        ("Evidence used, mean", percent(sum(coverages) / len(coverages)) if coverages else "–"),
    ]
    return element("dl", *(element("div", element("dt", name), element("dd", value)) for name, value in told), class_="figures")


def _pages(facts: Facts) -> Html:
    pages = sorted(facts.published, key=lambda page: (page.rate if page.rate is not None else -1.0, page.slug))
    stale = {page.slug for page in facts.stale}
    columns = [
        ("Page", False),
        ("Grounded", False),
        ("Claims", True),
        ("Evidence used", True),
        ("Verdicts so far", False),
        ("Published", False),
    ]
    rows = [_row(page, page.slug in stale) for page in pages[:_ROWS]]
    caption = f"{counted(len(pages), 'published page')}, as last judged."
    lines = [_line(page) for page in pages[_ROWS:]]
    return join([table(caption, columns, rows), folded(lines, "wiki/index.md leads to every page.")])


def _row(page: PublishedPage, stale: bool) -> Sequence[Html | str]:
    title = page_link(page.slug, page.title, page.path)
    return (
        join([title, element("span", " stale", class_="look small")]) if stale else title,
        _rate(page),
        number(page.claims),
        percent(page.coverage),
        _spark(page),
        element("span", day(page.since), class_="nowrap"),
    )


def _rate(page: PublishedPage) -> Html:
    if page.rate is None:
        return element("span", "no verdict known", class_="quiet")
    reached = page.threshold is None or page.rate >= page.threshold
    return element("span", meter(page.rate, page.threshold, reached), element("span", percent(page.rate)), class_="rate")


def _spark(page: PublishedPage) -> Html:
    if not page.history:
        return element("span", "–", class_="quiet")
    rates = [point.rate for point in page.history]
    label = f"{counted(len(rates), 'verdict')}, from {percent(rates[0])} to {percent(rates[-1])}, lowest {percent(min(rates))}"
    return sparkline(page.history, page.threshold, label)


def _line(page: PublishedPage) -> Html:
    return join([page_link(page.slug, page.title, page.path), element("span", f" {percent(page.rate)}", class_="quiet")])
