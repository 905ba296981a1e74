"""The seven rules of the gate (house plan, "The gate"), on real folders."""

from __future__ import annotations

import logging

import pytest
import yaml
from wiki_samples import CONCEPTS, FALSE, OFF, RULE, STRICT, TRUE, Home, bad_page, empty_page, evidence, good_page, mixed_page

from wiki_assets.errors import ArtifactError, GateRefusedError
from wiki_assets.publication.checking import check_integrity
from wiki_assets.publication.model import GateRule, LogAction
from wiki_assets.publication.refreshing import refresh_wiki
from wiki_assets.storage import layout


def front_matter(text: str) -> dict[str, object]:
    return yaml.safe_load(text.split("---\n")[1])


# Rule 1: a page that fails is laid into the drafts with its report and evidence, and logged.


def test_a_failing_page_goes_to_the_drafts_with_verdicts_and_evidence_and_is_logged(home: Home) -> None:
    home.judge(bad_page())
    outcome = home.wiki().quarantine(bad_page(), evidence())
    assert (outcome.decision, outcome.changed, outcome.path) == (
        LogAction.QUARANTINED,
        True,
        home.file("draft/circle-packing.md"),
    )
    draft = home.text("draft/circle-packing.md")
    assert not home.has("circle-packing.md")
    assert FALSE[0] in draft
    assert "content words" in draft
    assert TRUE[2] in draft
    assert "0.33" in draft
    assert front_matter(draft)["status"] == "draft"
    (line,) = home.log_lines("QUARANTINED")
    assert "Circle packing" in line
    assert "33 % of 3 claims" in line


def test_quarantine_twice_leaves_what_once_left(home: Home) -> None:
    home.judge(bad_page())
    home.wiki().quarantine(bad_page(), evidence())
    before = home.tree()
    home.later()
    assert not home.wiki(run_id="run-2").quarantine(bad_page(), evidence()).changed
    assert home.tree() == before


def test_a_page_that_passes_cannot_be_quarantined(home: Home) -> None:
    home.judge(good_page())
    with pytest.raises(ArtifactError, match="passes"):
        home.wiki().quarantine(good_page(), evidence())
    assert not home.has("draft/circle-packing.md")


def test_a_page_without_verdict_cannot_be_quarantined(home: Home) -> None:
    with pytest.raises(GateRefusedError, match="no verdict"):
        home.wiki().quarantine(bad_page(), evidence())


def test_the_draft_of_a_silent_model_holds_the_extractive_page(home: Home) -> None:
    home.judge(empty_page())
    home.wiki().quarantine(empty_page(), evidence(), good_page())
    draft = home.text("draft/circle-packing.md")
    assert "The model did not answer." in draft
    assert TRUE[0] in draft


# Rules 2 and 3: the check is the signal, the recorded verdict is the lock.


def test_a_quarantined_page_cannot_be_promoted_alone(home: Home) -> None:
    home.judge(bad_page())
    home.wiki().quarantine(bad_page(), evidence())
    before = home.tree()
    with pytest.raises(GateRefusedError, match=r"0\.33"):
        home.wiki().promote(bad_page())
    assert home.tree() == before


def test_a_page_that_nobody_judged_cannot_be_promoted(home: Home) -> None:
    with pytest.raises(GateRefusedError, match="no verdict"):
        home.wiki().promote(good_page())
    assert home.tree() == {}


@pytest.mark.parametrize("rule", [STRICT, GateRule(RULE.guard, "0", 0.5), GateRule("another-guard", "1", 0.5)])
def test_a_verdict_under_another_rule_does_not_promote(home: Home, rule: GateRule) -> None:
    home.judge(good_page(), rule)
    with pytest.raises(GateRefusedError):
        home.wiki().promote(good_page())


def test_a_verdict_laid_under_another_pages_name_does_not_promote(home: Home) -> None:
    report = home.judge(good_page())
    bad = bad_page()
    home.store.write_model(layout.report(bad.slug, bad.page_sha, RULE.guard, RULE.guard_version, RULE.threshold), report)
    with pytest.raises(GateRefusedError, match="another version"):
        home.wiki().promote(bad)


def test_a_report_whose_rate_was_edited_does_not_promote(home: Home) -> None:
    home.judge(bad_page())
    path = home.store.path(layout.report("circle-packing", bad_page().page_sha, RULE.guard, RULE.guard_version, RULE.threshold))
    path.write_text(path.read_text("utf-8").replace('"threshold":', '"rate": 1.0,\n "passed": true,\n "threshold":'), "utf-8")
    with pytest.raises(GateRefusedError, match="cannot be trusted"):
        home.wiki().promote(bad_page())
    assert not home.has("circle-packing.md")


def test_a_passing_page_is_published_and_its_draft_goes(home: Home) -> None:
    home.judge(bad_page())
    home.wiki().quarantine(bad_page(), evidence())
    home.judge(good_page())
    outcome = home.wiki().promote(good_page())
    assert (outcome.decision, outcome.changed, outcome.rate) == (LogAction.PROMOTED, True, 1.0)
    assert not home.has("draft/circle-packing.md")
    assert home.wiki().draft("circle-packing") is None
    assert len(home.log_lines("PROMOTED")) == 1
    head = front_matter(home.text("circle-packing.md"))
    assert (head["type"], head["title"], head["status"]) == ("Concept", "Circle packing", "stable")
    assert head["x-wiki"]["page"] == good_page().page_sha  # type: ignore[index]


def test_promoting_twice_leaves_what_once_left(home: Home) -> None:
    home.publish(good_page())
    before = home.tree()
    home.later()
    assert not home.wiki(run_id="run-2").promote(good_page()).changed
    assert home.tree() == before


def test_the_same_words_under_a_new_rule_keep_their_time_but_are_logged(home: Home) -> None:
    home.publish(good_page())
    home.later()
    home.publish(good_page(), STRICT)
    published = home.wiki().published("circle-packing")
    assert published is not None
    assert (published.threshold, published.promoted_at, published.run_id) == (0.9, home.now.replace(minute=0), "run-1")
    assert len(home.log_lines("PROMOTED")) == 2


def test_disagreements_are_shown_and_change_the_file_but_not_the_log(home: Home) -> None:
    home.judge(good_page())
    home.wiki().promote(good_page())
    assert home.wiki().promote(good_page(), ("Ash and Birch differ.",)).changed
    assert "Ash and Birch differ." in home.text("circle-packing.md")
    assert len(home.log_lines("PROMOTED")) == 1


def test_the_head_of_a_page_tells_how_much_evidence_it_uses_and_how_much_of_it_is_copied(home: Home) -> None:
    page = good_page()
    home.record(page, home.judge(page).model_copy(update={"evidence_coverage": 1 / 3, "copied_share": 0.5}))
    home.wiki().promote(page)
    figures = front_matter(home.text("circle-packing.md"))["x-wiki"]
    assert isinstance(figures, dict)
    assert (figures["coverage"], figures["copied"]) == (0.3333, 0.5)


def test_an_unsupported_claim_on_a_promoted_page_is_marked_with_the_reason(home: Home) -> None:
    home.publish(mixed_page())
    (line,) = [line for line in home.text("circle-packing.md").splitlines() if "⚠" in line]
    assert FALSE[0] in line
    assert "content words" in line


# Rule 4: every file has a passing verdict for its own hash.


def test_a_wiki_as_published_has_integrity(home: Home) -> None:
    home.publish(good_page())
    home.publish(mixed_page("conformal-map"))
    home.judge(bad_page("delaunay-triangulation"))
    home.wiki().quarantine(bad_page("delaunay-triangulation"), evidence())
    assert check_integrity(home.wiki()) == ()


def test_a_file_edited_by_hand_has_none(home: Home) -> None:
    home.publish(good_page())
    home.file("circle-packing.md").write_text(home.text("circle-packing.md") + "One more sentence.\n", "utf-8")
    (problem,) = check_integrity(home.wiki())
    assert problem.file == "wiki/circle-packing.md"
    assert "edited by hand" in problem.what
    assert problem.remedy


@pytest.mark.parametrize("name", ["left-over.md", "deep/er/page.md", "UPPER.MD"])
def test_a_file_that_nobody_let_through_has_none_at_any_depth(home: Home, name: str) -> None:
    home.publish(good_page())
    home.file(name).parent.mkdir(parents=True, exist_ok=True)
    home.file(name).write_text("---\ntype: Concept\n---\nHello.\n", "utf-8")
    (problem,) = check_integrity(home.wiki())
    assert problem.file == f"wiki/{name}"
    assert "never let through" in problem.what


def test_a_missing_file_is_a_problem_until_the_wiki_is_refreshed(home: Home) -> None:
    home.publish(good_page())
    before = home.tree()
    home.file("circle-packing.md").unlink()
    (problem,) = check_integrity(home.wiki())
    assert "missing" in problem.what
    refresh_wiki(home.wiki())
    assert home.tree() == before


def test_a_page_whose_verdict_vanished_is_a_problem(home: Home) -> None:
    home.publish(good_page())
    home.store.delete(layout.report("circle-packing", good_page().page_sha, RULE.guard, RULE.guard_version, RULE.threshold))
    (problem,) = check_integrity(home.wiki())
    assert "no verdict" in problem.what


def test_a_page_that_fails_under_the_rule_of_now_is_a_problem(home: Home) -> None:
    home.publish(mixed_page())
    assert check_integrity(home.wiki(STRICT)) == ()
    home.judge(mixed_page(), STRICT)
    (problem,) = check_integrity(home.wiki(STRICT))
    assert "0.75" in problem.what


# Rule 5: an empty page is quarantined and never published over a good one.


def test_an_empty_page_is_quarantined(home: Home) -> None:
    report = home.judge(empty_page())
    assert report.rate == 0.0
    with pytest.raises(GateRefusedError):
        home.wiki().promote(empty_page())
    home.wiki().quarantine(empty_page(), evidence())
    assert home.has("draft/circle-packing.md")
    assert "The model did not answer." in home.log_lines("QUARANTINED")[0]


@pytest.mark.parametrize("rule", [RULE, OFF])
def test_an_empty_page_leaves_a_good_one_standing_even_with_the_gate_off(home: Home, rule: GateRule) -> None:
    home.publish(good_page(), rule)
    home.judge(empty_page(), rule)
    with pytest.raises(GateRefusedError):
        home.wiki(rule).promote(empty_page())
    assert home.wiki(rule).refusal(empty_page())
    home.wiki(rule).quarantine(empty_page(), evidence())
    assert TRUE[0] in home.text("circle-packing.md")
    assert home.has("draft/circle-packing.md")


def test_with_the_gate_off_a_bad_page_is_published_with_a_warning(home: Home, caplog: pytest.LogCaptureFixture) -> None:
    home.judge(bad_page(), OFF)
    with caplog.at_level(logging.WARNING):
        home.wiki(OFF).promote(bad_page())
    assert "gate is off" in caplog.text
    assert FALSE[0] in home.text("circle-packing.md")


# Rule 6: a good page stays when its successor is quarantined, and says that it is stale.


def test_a_good_page_stays_and_is_marked_stale_when_its_successor_fails(home: Home) -> None:
    home.publish(good_page())
    home.later()
    home.judge(bad_page())
    home.wiki(run_id="run-2").quarantine(bad_page(), evidence())
    page = home.text("circle-packing.md")
    assert TRUE[0] in page
    assert front_matter(page)["stale"] is True
    assert "(stale: a newer version was quarantined" in home.text("index.md")
    assert len(home.log_lines("STALE")) == 1
    assert home.has("draft/circle-packing.md")
    published = home.wiki().published("circle-packing")
    assert published is not None
    assert published.stale
    assert check_integrity(home.wiki()) == ()


def test_a_successor_that_passes_ends_the_staleness(home: Home) -> None:
    home.publish(good_page())
    home.judge(bad_page())
    home.wiki().quarantine(bad_page(), evidence())
    home.publish(mixed_page())
    assert "stale" not in front_matter(home.text("circle-packing.md"))
    assert "stale" not in home.text("index.md")
    assert not home.has("draft/circle-packing.md")


def test_going_back_to_the_words_that_stand_ends_the_staleness_too(home: Home) -> None:
    home.publish(good_page())
    home.judge(bad_page())
    home.wiki().quarantine(bad_page(), evidence())
    assert home.wiki().promote(good_page()).changed
    assert "stale" not in front_matter(home.text("circle-packing.md"))
    assert not home.has("draft/circle-packing.md")


# Rule 7: a published page that fails under a new guard or threshold is withdrawn.


def test_a_page_that_fails_under_a_new_threshold_is_withdrawn_to_the_drafts(home: Home) -> None:
    home.publish(mixed_page())
    home.judge(mixed_page(), STRICT)
    outcome = home.wiki(STRICT).withdraw_if_failing("circle-packing", evidence())
    assert outcome is not None
    assert outcome.decision is LogAction.WITHDRAWN
    assert not home.has("circle-packing.md")
    assert FALSE[0] in home.text("draft/circle-packing.md")
    assert len(home.log_lines("WITHDRAWN")) == 1
    assert "withdrawn" in home.text("index.md")
    assert home.wiki().published("circle-packing") is None


def test_quarantining_the_published_page_itself_withdraws_it(home: Home) -> None:
    home.publish(mixed_page())
    home.judge(mixed_page(), STRICT)
    for _ in range(2):
        assert home.wiki(STRICT).quarantine(mixed_page(), evidence()).decision is LogAction.WITHDRAWN
    assert not home.has("circle-packing.md")
    assert len(home.log_lines("WITHDRAWN")) == 1
    assert home.log_lines("QUARANTINED") == []


def test_a_stale_page_that_fails_is_withdrawn_while_its_newer_draft_stays(home: Home) -> None:
    home.publish(mixed_page())
    home.judge(bad_page())
    home.wiki().quarantine(bad_page(), evidence())
    home.judge(mixed_page(), STRICT)
    home.wiki(STRICT).withdraw_if_failing("circle-packing")
    assert not home.has("circle-packing.md")
    draft = home.wiki().draft("circle-packing")
    assert draft is not None
    assert draft.page_sha == bad_page().page_sha
    assert bad_page().page_sha in home.text("draft/circle-packing.md")


def test_a_page_that_was_not_judged_or_passes_under_the_rule_of_now_stays(home: Home) -> None:
    home.publish(mixed_page())
    assert home.wiki(STRICT).withdraw_if_failing("circle-packing") is None
    assert home.wiki(RULE).withdraw_if_failing("circle-packing") is None
    assert home.wiki(RULE).withdraw_if_failing("conformal-map") is None
    assert home.has("circle-packing.md")


def test_refreshing_withdraws_what_fails_under_the_rule_of_now(home: Home) -> None:
    home.publish(mixed_page())
    home.judge(mixed_page(), STRICT)
    assert refresh_wiki(home.wiki(STRICT)).withdrawn == ("circle-packing",)
    assert not home.has("circle-packing.md")


def test_a_withdrawn_page_comes_back_when_the_threshold_does(home: Home) -> None:
    home.publish(mixed_page())
    home.judge(mixed_page(), STRICT)
    home.wiki(STRICT).withdraw_if_failing("circle-packing")
    home.wiki(RULE).promote(mixed_page())
    assert home.has("circle-packing.md")
    assert not home.has("draft/circle-packing.md")


# A concept that is gone, and slugs that cannot name a page.


def test_a_retired_concept_leaves_nothing_in_the_wiki_and_a_line_in_the_log(home: Home) -> None:
    home.publish(good_page())
    home.judge(bad_page())
    home.wiki().quarantine(bad_page(), evidence())
    assert home.wiki().retire("circle-packing")
    assert not home.wiki().retire("circle-packing")
    assert not home.has("circle-packing.md")
    assert not home.has("draft/circle-packing.md")
    assert len(home.log_lines("RETIRED")) == 1
    assert "Circle packing" not in home.text("index.md")
    assert home.wiki().shelf.standings() == []


def test_pages_of_concepts_that_are_gone_are_found(home: Home) -> None:
    home.publish(good_page())
    wiki = home.wiki()
    wiki.concepts = CONCEPTS[1:]
    assert wiki.orphans() == ("circle-packing",)


@pytest.mark.parametrize("slug", ["index", "log", "", "..", ".hidden", "a/b", "../escape"])
def test_a_slug_that_cannot_name_a_page_is_refused(home: Home, slug: str) -> None:
    page = good_page().model_copy(update={"slug": slug})
    with pytest.raises(ArtifactError):
        home.wiki().shelf.page_path(page.slug)
