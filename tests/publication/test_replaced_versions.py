"""The log of a real wiki tells upkeep when a version was replaced: never earlier than the last pointer left it."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from wiki_samples import RULE, STRICT, Home, a_page, bad_page, good_page, mixed_page

from wiki_assets.concepts.model import Page
from wiki_assets.publication.model import GateRule
from wiki_assets.upkeep.replacing import find_replacements

SLUG = "circle-packing"
PAGES = [good_page(), mixed_page(), bad_page(), a_page(SLUG, *(claim.text for claim in good_page().claims[:2]))]


class Life:
    """One page's life, and when versions of it left as its pointers saw it."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.latest = ""
        self.left: dict[str, float] = {}

    def pointed(self) -> set[str]:
        standing = self.home.wiki().shelf.standing(SLUG)
        shown = [record.page_sha for record in (standing.published, standing.draft) if record]
        return {self.latest, *shown} - {""}

    def compose(self, page: Page, rule: GateRule) -> None:
        for each in (RULE, STRICT):
            self.home.judge(page, each)
        self.latest, wiki = page.page_sha, self.home.wiki(rule)
        if (published := wiki.published(SLUG)) and published.page_sha != page.page_sha:
            wiki.withdraw_if_failing(SLUG)
        if wiki.refusal(page):
            wiki.quarantine(page)
        else:
            wiki.promote(page)

    def live(self, page: Page | None, rule: GateRule, *, retiring: bool) -> None:
        """One thing happens: a page is composed and judged, or the wiki is refreshed, or the concept goes."""
        self.home.later()
        before = self.pointed()
        if page is not None:
            self.compose(page, rule)
        elif retiring:
            self.home.wiki(rule).retire(SLUG)
        else:
            self.home.wiki(rule).withdraw_if_failing(SLUG)
        after = self.pointed()
        self.left |= dict.fromkeys(before - after, self.home.now.timestamp())
        for page_sha in after:
            self.left.pop(page_sha, None)


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(st.sampled_from([*PAGES, *PAGES, None]), st.sampled_from([RULE, STRICT]), st.booleans()), max_size=8))
def test_the_log_never_says_that_a_version_left_before_its_last_pointer_did(
    happenings: list[tuple[Page | None, GateRule, bool]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        life = Life(Home(Path(folder)))
        for page, rule, retiring in happenings:
            life.live(page, rule, retiring=retiring)
        told = {page_sha: at for (_, page_sha), at in find_replacements(life.home.store).left.items()}
        assert not told.keys() & life.pointed()
    assert {page_sha for page_sha, at in told.items() if at < life.left[page_sha]} == set()
