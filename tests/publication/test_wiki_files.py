"""Index, log, cross-references, links and conformance of everything below `wiki/`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from okf_rules import okf_errors
from wiki_samples import OFF, RULE, STRICT, Home, a_page, bad_page, empty_page, evidence, good_page, mixed_page

from wiki_assets.publication.checking import check_integrity
from wiki_assets.publication.index import render_index
from wiki_assets.publication.links import broken_links, relative_links
from wiki_assets.publication.log import render_log
from wiki_assets.publication.model import LogAction, LogEvent, PublishedPage, Standing
from wiki_assets.publication.refreshing import refresh_wiki
from wiki_assets.storage import layout


def busy(home: Home) -> None:
    """One page published, one published and stale with a draft, one withdrawn."""
    home.publish(good_page())
    home.publish(good_page("conformal-map"))
    home.judge(empty_page("conformal-map"))
    home.later(86_400)
    home.wiki().quarantine(empty_page("conformal-map"), evidence(), bad_page("conformal-map"))
    home.publish(mixed_page("delaunay-triangulation"))
    home.judge(mixed_page("delaunay-triangulation"), STRICT)
    home.wiki(STRICT).withdraw_if_failing("delaunay-triangulation", evidence())


def test_everything_in_the_wiki_conforms_to_the_open_knowledge_format(home: Home) -> None:
    busy(home)
    refresh_wiki(home.wiki())
    files = {path.name for path in (home.folder / "wiki").rglob("*.md")}
    assert files == {"index.md", "log.md", "circle-packing.md", "conformal-map.md", "delaunay-triangulation.md"}
    assert okf_errors(home.folder / "wiki") == []


def test_the_validator_of_these_tests_finds_each_kind_of_error(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("no head\n", "utf-8")
    (tmp_path / "b.md").write_text("---\ntitle: x\n---\n", "utf-8")
    (tmp_path / "index.md").write_text("---\ntype: x\n---\n* plain\n", "utf-8")
    (tmp_path / "log.md").write_text("## 2026-01-01\n## 2026-01-02\n* plain\n", "utf-8")
    assert [error.split()[1] for error in okf_errors(tmp_path)] == ["E1", "E2", "E3", "E3", "E3", "E3"]


def test_the_index_tells_published_stale_and_unpublished_pages_apart(home: Home) -> None:
    busy(home)
    published, drafts = home.text("index.md").split("# Drafts (not published)")
    assert published.startswith('---\nokf_version: "0.1"\n---\n\n# Concepts\n')
    assert "* [Circle packing](circle-packing.md) - Circles that touch in a pattern.\n" in published
    assert "* [Conformal map](conformal-map.md) - A map that keeps angles. (stale: a newer version was quarantined" in published
    assert "delaunay" not in published
    assert "* [Conformal map](draft/conformal-map.md) - quarantined: no claims, 50 % needed" in drafts
    assert "* [Delaunay triangulation](draft/delaunay-triangulation.md) - withdrawn: 75 % of 4 claims grounded" in drafts


def test_neither_index_nor_log_ever_holds_the_sign_of_warning_or_markup_of_a_title() -> None:
    title, reason = "⚠ [evil](x.md)\n# *bold*", "⚠ because\nof this"
    shared = {"slug": "x", "title": title, "page_sha": "s", "rate": 0.5, "threshold": 0.5, "claims": 2, "run_id": "r"}
    page = PublishedPage(
        **shared,
        description=reason,
        guard="g",
        guard_version="1",
        promoted_at="2026-01-01T00:00:00Z",
        stale=True,
        stale_reason=reason,
    )
    event = LogEvent(**shared, at="2026-01-01T00:00:00Z", action=LogAction.EDITED, reason=reason)
    for text in (render_index([Standing(slug="x", published=page)]), render_log([event])):
        assert "⚠" not in text
        assert "](x.md)\n" not in text
        assert len([line for line in text.splitlines() if line.startswith("* ")]) == 1
        assert "\n# \\*" not in text


def test_the_log_is_newest_first_under_days_in_utc_and_begins_with_the_action(home: Home) -> None:
    busy(home)
    lines = home.text("log.md").splitlines()
    assert [line for line in lines if line.startswith("#")] == ["# Log", "## 2026-11-30", "## 2026-11-29"]
    actions = [line.split("**")[1] for line in lines if line.startswith("* ")]
    assert sorted(actions[:4]) == ["PROMOTED", "QUARANTINED", "STALE", "WITHDRAWN"]
    assert actions[4:] == ["PROMOTED", "PROMOTED"]


def test_an_event_is_named_by_time_and_content() -> None:
    event = LogEvent(
        at="2026-01-01T01:00:00+01:00", action=LogAction.STALE, slug="x", title="X", page_sha="s", rate=0, threshold=0, claims=0,
        reason="", run_id="a",
    )  # fmt: skip
    assert event.name.startswith("20260101T000000.000000Z-")
    assert event.name != event.model_copy(update={"run_id": "b"}).name


def test_a_refresh_links_pages_that_were_published_before_the_page_they_mention(home: Home) -> None:
    home.publish(good_page())
    assert "](conformal-map.md)" not in home.text("circle-packing.md")
    home.publish(good_page("conformal-map"))
    refreshed = refresh_wiki(home.wiki())
    assert "[conformal map](conformal-map.md)" in home.text("circle-packing.md")
    assert (refreshed.pages, refreshed.relinked, refreshed.broken_links) == (
        ("circle-packing", "conformal-map"),
        ("circle-packing",),
        (),
    )
    published = home.wiki().published("circle-packing")
    assert published is not None
    assert published.promoted_at == home.now
    assert len(home.log_lines("PROMOTED")) == 2


def test_a_refresh_unlinks_a_page_that_is_gone(home: Home) -> None:
    home.publish(good_page())
    home.publish(good_page("conformal-map"))
    refresh_wiki(home.wiki())
    home.wiki().retire("conformal-map")
    assert broken_links(home.folder / "wiki") != ()
    assert refresh_wiki(home.wiki()).broken_links == ()
    assert "](conformal-map.md)" not in home.text("circle-packing.md")


def test_a_draft_is_never_linked_from_a_page(home: Home) -> None:
    home.publish(good_page())
    home.judge(bad_page("conformal-map"))
    home.wiki().quarantine(bad_page("conformal-map"), evidence())
    refresh_wiki(home.wiki())
    assert "conformal-map.md" not in home.text("circle-packing.md")


def test_refreshing_twice_leaves_what_once_left(home: Home) -> None:
    busy(home)
    refresh_wiki(home.wiki())
    before = home.tree()
    home.later()
    again = refresh_wiki(home.wiki(run_id="run-9"))
    assert (again.relinked, again.withdrawn, again.recovered) == ((), (), ())
    assert home.tree() == before


def test_refreshing_an_empty_home_gives_an_empty_index_and_log(home: Home) -> None:
    assert refresh_wiki(home.wiki()).pages == ()
    assert okf_errors(home.folder / "wiki") == []
    assert home.text("log.md") == "# Log\n"


def test_a_refresh_restores_a_draft_that_was_deleted(home: Home) -> None:
    busy(home)
    before = home.tree()
    home.file("draft/conformal-map.md").unlink()
    assert refresh_wiki(home.wiki()).drafts == ("conformal-map", "delaunay-triangulation")
    assert home.has("draft/conformal-map.md")
    assert set(home.tree()) == set(before)


def _lose(path: Path) -> None:
    path.unlink()


def _damage(path: Path) -> None:
    path.write_text("{half", "utf-8")


@pytest.mark.parametrize("harm", [_lose, _damage])
@pytest.mark.parametrize("what", ["page", "report"])
def test_a_page_whose_words_or_verdict_are_lost_stays_as_it_is_and_does_not_stop_the_others(
    home: Home, harm: Callable[[Path], None], what: str
) -> None:
    page = good_page()
    home.publish(page)
    before = home.text("circle-packing.md")
    report = layout.report(page.slug, page.page_sha, RULE.guard, RULE.guard_version, RULE.threshold)
    harm(home.store.path(report if what == "report" else layout.page(page.slug, page.page_sha)))
    home.publish(good_page("conformal-map"))
    refresh_wiki(home.wiki())
    assert home.text("circle-packing.md") == before
    assert [problem.file for problem in check_integrity(home.wiki())] == ["wiki/circle-packing.md"]


@pytest.mark.parametrize(
    ("markdown", "targets"),
    [
        ("[a](b.md) and [c](<d.md>) and ![e](f.png 'title')", ["b.md", "d.md", "f.png"]),
        ("`[a](b.md)` and ``x ` [c](d.md)``", []),
        ("```\n[a](b.md)\n```\n[c](d.md)", ["d.md"]),
        ("[a](https://example.org/x.md) [b](#part) [c](mailto:x@y.z) [d](//host/x)", []),
        ("an escaped \\[bracket\\](b.md) is no link", []),
        ("[Ash2001 #chunk 3] is a citation", []),
    ],
)
def test_relative_links_are_found_outside_code(markdown: str, targets: list[str]) -> None:
    assert [target for _, target in relative_links(markdown)] == targets


def test_a_broken_link_is_told_with_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("x\n\n```\n[no](code.md)\n```\n[good](a.md#part) [bad](b.md) [out](../../etc)\n", "utf-8")
    assert [(link.file, link.line, link.target) for link in broken_links(tmp_path)] == [
        ("a.md", 6, "b.md"),
        ("a.md", 6, "../../etc"),
    ]


def test_a_page_without_claims_that_the_open_gate_let_through_conforms_too(home: Home) -> None:
    home.judge(a_page("circle-packing"), OFF)
    home.wiki(OFF).promote(a_page("circle-packing"))
    assert okf_errors(home.folder / "wiki") == []
