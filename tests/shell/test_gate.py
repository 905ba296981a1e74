"""The gate by every door: no page without a passing verdict on its own words reaches the wiki."""

from __future__ import annotations

import pytest
from dagster import AssetKey, ExecuteInProcessResult

from tests.shell.conftest import Bench
from wiki_assets.concepts.steps import read_latest
from wiki_assets.storage.artifacts import ArtifactStore

BAD = "edge-flip"
GOOD = ("circle-packing", "angle-defect")


def launch_alone(bench: Bench, asset: str, partition: str) -> ExecuteInProcessResult:
    """Materializes one asset for one partition, as a person does in the UI."""
    return bench.definitions.resolve_implicit_global_asset_job_def().execute_in_process(
        run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
        asset_selection=[AssetKey(asset)],
        partition_key=partition,
        instance=bench.instance,
        raise_on_error=False,
    )


def run_alone(bench: Bench, asset: str, partition: str) -> bool:
    """Whether that run succeeded."""
    return launch_alone(bench, asset, partition).success


def test_a_good_page_is_published_and_a_bad_one_is_laid_into_the_drafts_in_one_run_each(bench: Bench) -> None:
    for slug in (*GOOD, BAD):
        bench.run("compile", slug)
    assert bench.published() == set(GOOD)
    assert bench.drafted() == {BAD}
    assert "QUARANTINED" in bench.files()["log.md"]


def test_a_refused_page_fails_its_run_by_the_blocking_check(bench: Bench) -> None:
    ran = bench.run("compile", BAD)
    assert not ran.success
    assert ran.refused == ("grounding_rate_reaches_threshold",)
    assert ran.failures == ()


def test_a_quarantined_page_cannot_be_promoted_alone(bench: Bench) -> None:
    bench.run("compile", BAD)
    assert not run_alone(bench, "promoted_pages", BAD)
    assert bench.published() == set()


def test_a_page_that_was_never_judged_cannot_be_promoted_alone(bench: Bench) -> None:
    assert run_alone(bench, "concept_pages", GOOD[0])
    assert not run_alone(bench, "promoted_pages", GOOD[0])
    assert bench.published() == set()


def test_a_page_composed_again_after_its_verdict_cannot_ride_on_the_old_verdict(bench: Bench) -> None:
    assert bench.run("compile", GOOD[0]).success
    before = bench.files()[f"{GOOD[0]}.md"]
    bench.model.inventing.add("Circle packing")
    assert run_alone(bench, "concept_pages", GOOD[0])
    assert not run_alone(bench, "promoted_pages", GOOD[0])
    assert bench.files()[f"{GOOD[0]}.md"] == before


def test_a_refused_promotion_says_that_no_retry_helps(bench: Bench) -> None:
    bench.run("compile", BAD)
    result = launch_alone(bench, "promoted_pages", BAD)
    (failure,) = [event for event in result.all_events if event.is_step_failure]
    told = failure.step_failure_data.user_failure_data
    assert told is not None
    assert "grounding rate of 0.00" in (told.description or "")
    assert f"wiki/draft/{BAD}.md" in (told.description or "")
    assert not any(event.is_step_restarted or event.is_step_up_for_retry for event in result.all_events)


def test_with_the_threshold_at_zero_the_gate_is_off_and_the_bad_page_is_published_with_its_marks(bench: Bench) -> None:
    off = bench.with_settings(min_grounding_rate=0.0)
    assert off.run("compile", BAD).success
    assert off.published() == {BAD}
    assert "⚠ *unsupported*" in off.files()[f"{BAD}.md"]


def test_raising_the_threshold_withdraws_a_published_page_that_no_longer_passes(bench: Bench) -> None:
    off = bench.with_settings(min_grounding_rate=0.0)
    assert off.run("compile", BAD).success
    on = bench.with_settings(min_grounding_rate=0.5)
    assert not on.run("report", BAD).success
    assert on.published() == set()
    assert on.drafted() == {BAD}
    assert "WITHDRAWN" in on.files()["log.md"]


def test_a_good_page_stays_and_is_marked_stale_when_its_successor_is_refused(bench: Bench) -> None:
    assert bench.run("compile", GOOD[0]).success
    bench.model.inventing.add("Circle packing")
    assert not bench.run("compile", GOOD[0]).success
    page = bench.files()[f"{GOOD[0]}.md"]
    assert "stale: true" in page
    assert "prescribed planar graph" in page
    assert GOOD[0] in bench.drafted()
    assert "STALE" in bench.files()["log.md"]


def test_a_model_that_does_not_answer_gives_an_empty_quarantined_page_and_the_extractive_text_for_the_reviewer(
    bench: Bench,
) -> None:
    assert bench.run("compile", GOOD[0]).success
    bench.model.silent.add("Circle packing")
    assert not bench.run("compile", GOOD[0]).success
    assert read_latest(GOOD[0], ArtifactStore(bench.settings.home / "artifacts")).page.claims == ()
    assert GOOD[0] in bench.published()
    draft = bench.files()[f"draft/{GOOD[0]}.md"]
    assert "prescribed planar graph" in draft


def test_a_file_edited_by_hand_fails_the_check_on_the_wiki_and_is_kept_when_it_is_restored(bench: Bench) -> None:
    assert bench.run("compile", GOOD[0]).success
    path = bench.wiki / f"{GOOD[0]}.md"
    original = path.read_text("utf-8")
    path.write_text(original + "\nInvented by hand.\n", encoding="utf-8")
    ran = bench.run("compile", GOOD[1])
    assert "every_published_page_passes" in ran.refused
    assert bench.run("report", GOOD[0]).success
    assert path.read_text("utf-8") == original
    kept = list((bench.settings.home / "artifacts" / "edited").glob("*.md"))
    assert [file.read_text("utf-8") for file in kept] == [original + "\nInvented by hand.\n"]


def test_a_file_that_somebody_drops_into_the_wiki_fails_the_check(bench: Bench) -> None:
    bench.wiki.mkdir(parents=True, exist_ok=True)
    (bench.wiki / "smuggled.md").write_text("---\ntype: Concept\n---\n# Smuggled\n", encoding="utf-8")
    assert "every_published_page_passes" in bench.run("compile", GOOD[0]).refused


@pytest.mark.parametrize("crash_after", ["concept_pages", "grounding_reports"])
def test_a_crash_between_two_steps_leaves_a_state_that_the_next_run_completes(bench: Bench, crash_after: str) -> None:
    for asset in ("concept_pages", "grounding_reports"):
        assert run_alone(bench, asset, GOOD[0])
        if asset == crash_after:
            break
    assert bench.published() == set()
    assert bench.run("report", GOOD[0]).success
    assert bench.published() == {GOOD[0]}


def test_a_second_run_changes_no_byte_of_the_wiki(bench: Bench) -> None:
    for slug in (*GOOD, BAD):
        bench.run("compile", slug)
    bench.run("publish")
    before = bench.files()
    for slug in (*GOOD, BAD):
        bench.run("compile", slug)
    bench.run("publish")
    assert bench.files() == before


def test_every_promoted_partition_has_its_own_check_in_the_instance(bench: Bench) -> None:
    for slug in (*GOOD, BAD):
        bench.run("compile", slug)
    assert bench.instance.get_materialized_partitions(AssetKey("promoted_pages")) == set(GOOD)
