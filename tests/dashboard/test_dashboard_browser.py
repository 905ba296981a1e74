"""The page in a real browser: it fits every window, in both themes, with nothing loaded, and can be used without a mouse."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.dashboard.dashboard_samples import AS_OF, RULES, facts_of, published_page, quarantined_page
from wiki_assets.dashboard.model import Facts, PaperProblem
from wiki_assets.dashboard.page import render_dashboard

CHROMIUM = Path("/usr/bin/chromium")
LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft" * 3

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="There is no Chromium at /usr/bin/chromium."),
]

PAGES = {
    "empty": Facts(as_of=AS_OF, rules=RULES),
    "full": facts_of(pages=40, refused=15, problems=20),
    "long words": facts_of(
        published=(published_page(0, title=LONG, slug=LONG[:200]),),
        quarantined=(quarantined_page(1, title=LONG, slug=LONG[:200], reason=LONG),),
        papers=(PaperProblem(LONG, f"{LONG}.pdf", "corrupt", LONG, AS_OF),),
    ),
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed.")
    with playwright.sync_playwright() as driver:
        launched = driver.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox", "--disable-gpu"])
        yield launched
        launched.close()


@pytest.fixture(params=PAGES)
def page(request: pytest.FixtureRequest, browser: Any, tmp_path: Path) -> Iterator[Any]:
    file = tmp_path / "index.html"
    file.write_bytes(render_dashboard(PAGES[request.param]))
    opened = browser.new_page(viewport={"width": 360, "height": 740})
    opened.problems = []
    opened.on("console", lambda message: opened.problems.append(message.text))
    opened.on("request", lambda asked: opened.problems.append(asked.url) if asked.url != file.as_uri() else None)
    opened.goto(file.as_uri())
    yield opened
    opened.close()


def test_no_window_has_to_be_scrolled_sideways_with_everything_unfolded(page: Any) -> None:
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    for width in (360, 390, 640, 700, 830, 840, 1000, 1125, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width
    assert page.problems == []


def test_both_themes_are_applied_and_words_stay_apart_from_the_ground(page: Any) -> None:
    seen = {}
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        seen[theme] = page.evaluate("[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]")
    assert seen == {"light": ["rgb(29, 30, 32)", "rgb(246, 245, 242)"], "dark": ["rgb(233, 232, 228)", "rgb(19, 20, 22)"]}


def test_no_letters_of_a_drawing_lie_on_each_other(page: Any) -> None:
    for width in (360, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        crossing = page.evaluate(
            """() => [...document.querySelectorAll('svg.chart')].filter(s => s.getBoundingClientRect().width).flatMap(s => {
                const boxes = [...s.querySelectorAll('text')].map(t => [t.textContent, t.getBoundingClientRect()]);
                return boxes.flatMap(([a, p], i) => boxes.slice(i + 1).filter(([b, q]) =>
                    p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 3 && q.top < p.bottom - 3).map(([b]) => [a, b]));
            })"""
        )
        assert crossing == [], width


def test_a_keyboard_reaches_every_part_and_what_is_folded(page: Any) -> None:
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "To the details"
    reached = []
    for _ in range(6):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.getAttribute('href')"))
    assert reached == ["#pages", "#quarantine", "#checks", "#papers", "#guard", "#cost"]
