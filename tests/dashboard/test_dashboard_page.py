"""The page itself: whole, inert, self-contained, readable by machines that read it aloud, and of a bounded size."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from urllib.parse import unquote

import lxml.html
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.dashboard.dashboard_samples import AS_OF, RULES, facts_of, published_page, quarantined_page, slug_of
from wiki_assets.dashboard.html import element, link
from wiki_assets.dashboard.model import (
    Disagreement,
    Facts,
    FailedCheck,
    FlaggedPaper,
    Operations,
    PaperProblem,
    RatePoint,
    Severity,
    StalePage,
    WeakClaim,
)
from wiki_assets.dashboard.page import render_dashboard
from wiki_assets.dashboard.style import DARK, LIGHT

EMPTY = Facts(as_of=AS_OF, rules=RULES)
# Every state that a page can be in: nothing yet, one build, a wiki in order, one with something in every section, a long one.
VARIANTS = {
    "empty": EMPTY,
    "one build": facts_of(pages=1, refused=0, problems=0, costs=(), calibration=None, trend=(RatePoint(AS_OF, 10, 12),)),
    "all refused": facts_of(pages=0, refused=3, trend=()),
    "something in every section": facts_of(pages=6, refused=2, problems=4),
    "long": facts_of(pages=60, refused=40, problems=70),
}


def parsed(facts: Facts) -> lxml.html.HtmlElement:
    return lxml.html.document_fromstring(render_dashboard(facts))


@pytest.fixture(params=VARIANTS, scope="module")
def document(request: pytest.FixtureRequest) -> lxml.html.HtmlElement:
    return parsed(VARIANTS[request.param])


def test_equal_facts_give_equal_bytes() -> None:
    assert render_dashboard(facts_of()) == render_dashboard(facts_of())


def test_the_page_loads_nothing_and_runs_nothing(document: lxml.html.HtmlElement) -> None:
    names = {node.tag for node in document.iter() if isinstance(node.tag, str)}
    assert not names & {"script", "link", "img", "iframe", "object", "embed", "form", "video", "audio", "base"}
    attributes = {name for node in document.iter() for name in node.attrib}
    assert not {name for name in attributes if name.startswith("on") or name in {"src", "srcset", "style", "action", "ping"}}
    (style,) = document.iter("style")
    assert "url(" not in style.text
    assert "@import" not in style.text


def test_the_policy_allows_this_style_sheet_and_nothing_else(document: lxml.html.HtmlElement) -> None:
    (policy,) = document.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    (style,) = document.xpath("//style/text()")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def test_every_link_leads_into_the_page_or_to_a_file_of_the_wiki(document: lxml.html.HtmlElement) -> None:
    ids = set(document.xpath("//@id"))
    for target in document.xpath("//@href"):
        assert (
            target.removeprefix("#") in ids if target.startswith("#") else re.fullmatch(r"\.\./wiki/(draft/)?[^/]+\.md", target)
        )


def test_headings_ids_tables_and_drawings_can_be_read_aloud(document: lxml.html.HtmlElement) -> None:
    assert document.get("lang") == "en"
    levels = [int(node.tag[1]) for node in document.iter("h1", "h2", "h3", "h4")]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    ids = document.xpath("//@id")
    assert len(ids) == len(set(ids))
    assert all(node.get("scope") in ("col", "row") for node in document.iter("th"))
    assert all(table.find("caption") is not None for table in document.iter("table"))
    for drawing in document.iter("svg"):
        described = drawing.xpath("./title and ./desc") or drawing.get("aria-label") or drawing.get("aria-hidden") == "true"
        assert described


def test_a_state_is_told_by_shape_and_word_not_by_colour_alone(document: lxml.html.HtmlElement) -> None:
    for badge in document.xpath("//*[contains(concat(' ', @class, ' '), ' state ')]"):
        assert badge.find("svg") is not None
        assert badge.text_content().strip()


def test_a_single_point_of_the_trend_is_a_dot_with_its_rate() -> None:
    document = parsed(VARIANTS["one build"])
    for chart in document.xpath("//*[@id='grounding']//svg[contains(@class, 'chart')]"):
        assert len(chart.xpath("./*[@class='dot']")) == 1
        assert not chart.xpath("./*[@class='line']")
        assert "83\u202f%" in chart.xpath("./text[@class='strong']/text()")
    assert "One build so far" in document.text_content()


def test_points_at_one_moment_and_a_clock_behind_them_are_drawn() -> None:
    points = tuple(RatePoint(AS_OF + timedelta(minutes=20 * n), 5, 10) for n in range(2))
    assert b"nan" not in render_dashboard(facts_of(trend=points, as_of=AS_OF))


def test_a_page_in_quarantine_says_why_which_claims_and_what_to_do() -> None:
    text = parsed(facts_of(pages=1, refused=1)).get_element_by_id("quarantine").text_content()
    for told in (
        "25\u202f% grounded, 50\u202f% needed",
        "refused since 30 Aug 2026, 07:30 UTC",
        "3 of 12 claims",
        "says more than its source",
    ):
        assert told in text
    assert f"wiki/draft/{slug_of(1)}.md" in text


def test_where_no_model_was_asked_the_page_says_so() -> None:
    assert "No model was asked" in parsed(EMPTY).get_element_by_id("cost").text_content()


def test_five_hundred_concepts_and_ten_thousand_papers_stay_one_readable_page() -> None:
    facts = facts_of(pages=500, refused=200, library=10_000, problems=10_000)
    checks = tuple(
        FailedCheck("raw_documents", "papers_were_read", f"Paper{n}", Severity.WARN, "It was not read.", AS_OF)
        for n in range(10_000)
    )
    page = render_dashboard(replace(facts, operations=Operations(failed_checks=checks, checks_known=7)))
    assert len(page) < 2_000_000
    text = lxml.html.document_fromstring(page).text_content()
    assert "and 473 more" in text
    assert "are not listed here" in text


hostile = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        [
            "<script>alert(1)</script>",
            '"><img src=x onerror=alert(1)>',
            "</style></title></svg><script>x</script>",
            "javascript:alert(1)",
            "&lt;b&gt; &amp; &#60;i>",
            "' onmouseover='x",
            "<!-- -->]]>",
            "\u202egnp.exe\u2066",
            "\x00\x1b\ud800",
            "../../../etc/passwd",
            "wiki/../../x",
        ]
    ),
)


def hostile_facts(word: str) -> Facts:
    """Facts in which every text that a paper or a person gives is this word."""
    weak = WeakClaim(word, word, word, word, word, word)
    return facts_of(
        published=(
            published_page(0, slug=word or "x", title=word, path=word),
            published_page(1, title=word, path=f"wiki/{word}.md"),
        ),
        quarantined=(quarantined_page(2, slug=word or "y", title=word, reason=word, weak_claims=(weak,)),),
        stale=(StalePage(word, word, word, word, AS_OF),),
        papers=(PaperProblem(word, word, word or "corrupt", word, AS_OF),),
        flagged=(FlaggedPaper(word, word, word, word, word, (word,)),),
        disagreements=(Disagreement(word, word, False, 1, word, word, word, word),),
        operations=Operations(failed_checks=(FailedCheck(word, word, word, Severity.ERROR, word, AS_OF),), checks_known=1),
    )


@given(hostile)
@settings(deadline=None, max_examples=30)
def test_whatever_papers_and_people_write_is_inert(word: str) -> None:
    page = render_dashboard(hostile_facts(word))
    document = lxml.html.document_fromstring(page)
    plain = lxml.html.document_fromstring(render_dashboard(hostile_facts("plain")))
    # The same elements with the same attributes as with a harmless word, but for links that were left out.
    for name in ("script", "img", "style", "title", "svg", "section", "li", "h3", "th", "td"):
        assert len(list(document.iter(name))) == len(list(plain.iter(name))), name
    assert not [name for node in document.iter() for name in node.attrib if name.startswith("on")]
    for target in document.xpath("//a/@href"):
        assert target.startswith("#") or (target.startswith("../wiki/") and ".." not in unquote(target[3:]).split("/"))
    assert not re.search("[\x00-\x08\u202a-\u202e\u2066-\u2069]", page.decode("utf-8"))


@given(st.text(max_size=80))
@settings(deadline=None)
def test_a_text_comes_back_as_it_was_where_it_can_be_shown(word: str) -> None:
    shown = element("p", word, title=word)
    node = lxml.html.fragment_fromstring(shown)
    if re.fullmatch(r"[\x20-\x7e\u00a1-\u2029]*", word):
        assert (node.text or "") == word
        assert node.get("title") == word


def test_only_files_of_the_wiki_are_linked() -> None:
    assert link("wiki/a b'\".md", "x") == '<a href="../wiki/a%20b%27%22.md">x</a>'
    assert link("raw/a.pdf", "x") == "x"
    assert link("wiki/../../secret", "x") == "x"


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_words_reach_the_contrast_of_level_aa_and_shapes_theirs(theme: dict[str, str]) -> None:
    for ink in ("ink", "quiet", "accent", "good", "look", "bad"):
        for ground in ("paper", "surface", "wash"):
            assert contrast(theme[ink], theme[ground]) >= 4.5, (ink, ground)
    for shape in ("shape", "accent", "bad", "look"):
        assert contrast(theme[shape], theme["paper"]) >= 3, shape
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
