"""The guard measured on a wiki of its own: the asset, its check, when it runs by itself, and the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from dagster import AssetKey, DagsterEventType, DagsterRun, DagsterRunStatus, FloatMetadataValue
from typer.testing import CliRunner

from sensors import stale_calibration_sensor
from tests.shell.conftest import Bench
from tests.shell.test_commands import wiki
from tests.shell.test_gate import BAD, GOOD, run_alone
from tests.shell.test_sensors import tick
from wiki_assets.audit.folding import fold
from wiki_assets.audit.queries import ask
from wiki_assets.cli.main import app
from wiki_assets.errors import HomeError
from wiki_assets.grounding.calibration.edits.catalogue import ALL_EDITS
from wiki_assets.grounding.calibration.model import Calibration
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore

WEAK, STRONG = "content-5-gram", "edit-audit"
CALIBRATION = AssetKey("guard_calibration")


@pytest.fixture
def compiled(bench: Bench) -> Bench:
    """A bench with its pages compiled, judged and published under a guard that is known to miss much."""
    weak = bench.with_settings(guard=WEAK)
    for slug in (*GOOD, BAD):
        weak.run("compile", slug)
    return weak


def latest(bench: Bench) -> Calibration:
    return ArtifactStore(bench.settings.home / "artifacts").read_model(layout.CALIBRATION, Calibration)


def check_of(bench: Bench, run_id: str):
    """The evaluation of the check in one run."""
    logged = bench.instance.all_logs(run_id, of_type=DagsterEventType.ASSET_CHECK_EVALUATION)
    (found,) = [entry.get_dagster_event().asset_check_evaluation_data for entry in logged]
    return found


def test_the_job_edits_the_grounded_claims_of_all_pages_and_shows_rates_that_plot(compiled: Bench) -> None:
    ran = compiled.run("calibrate")
    assert ran.success
    measured = latest(compiled)
    pages = {wrong.slug for wrong in measured.wrong}
    assert pages <= set(GOOD) and pages
    assert measured.claims == measured.claims_found == measured.kept_unedited >= 4
    assert measured.edits > 10 * measured.claims
    assert {kind.kind for kind in measured.kinds} == {edit.name for edit in ALL_EDITS}
    materialization = compiled.instance.get_latest_materialization_event(CALIBRATION).asset_materialization  # type: ignore[union-attr]
    metadata = materialization.metadata  # type: ignore[union-attr]
    for name in ("catch_rate", "false_alarm_rate", "catch negation-inserted", "false_alarm verbatim", "seconds"):
        assert isinstance(metadata[name], FloatMetadataValue), name
    assert metadata["catch_rate"].value == measured.catch.rate
    assert "negation-inserted" in metadata["by kind of edit"].value
    assert "what to do" in metadata["missed edits"].value


def test_each_calibration_is_a_point_of_the_trend_in_the_audit(compiled: Bench) -> None:
    runs = [compiled.run("calibrate").run_id for _ in range(2)]
    home = compiled.settings.home
    fold(home / "audit", home / "audit.duckdb")
    query = "SELECT run_id, catch_rate, change FROM calibration_trend WHERE kind = 'all' AND label = 'unsupported'"
    _, rows = ask(home / "audit.duckdb", query)
    rate = latest(compiled).catch.rate
    assert rows == [(runs[0], rate, None), (runs[1], rate, 0.0)]


def test_the_check_warns_of_a_guard_that_misses_its_goals_and_fails_no_run(compiled: Bench) -> None:
    ran = compiled.run("calibrate")
    assert ran.success
    evaluation = check_of(compiled, ran.run_id)
    assert (evaluation.passed, evaluation.severity.value, evaluation.blocking) == (False, "WARN", False)
    assert "of bad edits; 95.0% are wanted" in evaluation.description
    assert "Read claims" in evaluation.metadata["missed edits"].value


def test_the_check_passes_under_goals_that_are_reached(compiled: Bench) -> None:
    content = compiled.with_settings(guard=WEAK, min_catch_rate=0.0, max_false_alarm_rate=1.0)
    assert check_of(content, content.run("calibrate").run_id).passed


def test_a_wiki_without_grounded_claims_gives_no_rate_and_a_check_that_says_so(bench: Bench) -> None:
    ran = bench.run("calibrate")
    assert ran.success
    assert "catch_rate" not in bench.instance.get_latest_materialization_event(CALIBRATION).asset_materialization.metadata  # type: ignore[union-attr]
    evaluation = check_of(bench, ran.run_id)
    assert not evaluation.passed
    assert evaluation.description == "No claim could be edited, so nothing is known of the guard."


def test_a_build_does_not_calibrate(compiled: Bench) -> None:
    compiled.run("publish")
    assert not ArtifactStore(compiled.settings.home / "artifacts").exists(layout.CALIBRATION)


def asked_for(bench: Bench) -> tuple[str, str]:
    """The key of the run that the sensor requests, empty for none, and why it keeps still."""
    requests, _, reason = tick(bench, stale_calibration_sensor)
    return (requests[0].run_key or "", "") if requests else ("", reason)


def test_the_guard_is_measured_once_after_pages_were_judged_and_again_after_one_changed(bench: Bench) -> None:
    assert asked_for(bench) == ("", "No page has been judged yet.")
    bench.run("compile", GOOD[0])
    first, _ = asked_for(bench)
    assert first and asked_for(bench) == (first, "")
    bench.run("calibrate")
    assert asked_for(bench) == ("", "The guard was measured on these pages.")
    bench.run("compile", GOOD[1])
    second, _ = asked_for(bench)
    assert second and second != first


def test_a_refused_page_is_judged_too_and_asks_for_nothing_more(bench: Bench) -> None:
    bench.run("compile", BAD)
    assert asked_for(bench)[0]
    bench.run("calibrate")
    assert asked_for(bench)[0] == ""


@pytest.mark.parametrize("job", ["compile", "report", "publish", "calibrate"])
def test_nothing_is_measured_while_pages_are_under_way(compiled: Bench, job: str) -> None:
    assert asked_for(compiled)[0]
    compiled.instance.add_run(DagsterRun(job_name=job, status=DagsterRunStatus.STARTED))
    assert asked_for(compiled) == ("", "Pages are being compiled or the guard is being measured now.")


def test_a_concepts_file_that_cannot_be_read_concludes_nothing(compiled: Bench) -> None:
    (compiled.settings.home / "concepts.yaml").write_text("concepts: []\n", encoding="utf-8")
    key, reason = asked_for(compiled)
    assert key == ""
    assert "nothing is concluded" in reason and "concepts.yaml" in reason


def calibrate(bench: Bench, *arguments: str):
    """The command in this process; options as a person types them."""
    return CliRunner().invoke(
        app,
        ["grounding", "calibrate", "--home", str(bench.settings.home), *arguments],
        env={"WIKI_GUARD": bench.settings.guard},
    )


def test_the_command_prints_rates_by_kind_and_rule_with_examples_and_misses_the_goals(compiled: Bench) -> None:
    done = calibrate(compiled)
    assert done.exit_code == 1
    for told in ("negation-inserted", 'a "not" put behind a verb', "content-5-gram", "Missed, for example", "is → is not"):
        assert told in done.stdout
    assert "Not reached: It catches" in done.stdout
    assert "Catch rate" in done.stdout and "False-alarm rate" in done.stdout


def test_the_command_succeeds_where_the_goals_are_reached(compiled: Bench) -> None:
    done = calibrate(compiled, "--min-catch", "0.1", "--max-false-alarm", "0.9")
    assert done.exit_code == 0
    assert "Both goals are reached." in done.stdout


def test_the_command_prints_one_object_for_a_machine_and_the_same_one_each_time(compiled: Bench) -> None:
    told = [calibrate(compiled, "--json").stdout for _ in range(2)]
    assert told[0] == told[1]
    measured = json.loads(told[0])
    assert (measured["guard"], measured["goals"]) == (WEAK, {"min_catch": 0.95, "max_false_alarm": 0.05})
    assert measured["catch"]["part"] <= measured["catch"]["whole"]
    assert measured["catch"]["low"] <= measured["catch"]["rate"] <= measured["catch"]["high"]
    assert {kind["kind"] for kind in measured["kinds"]} == {edit.name for edit in ALL_EDITS}
    assert measured["missed_goals"] and measured["wrong"] and measured["rules"]


def test_the_command_takes_so_many_claims_or_all(compiled: Bench) -> None:
    few, every = (json.loads(calibrate(compiled, *options, "--json").stdout) for options in (("--claims", "2"), ("--all",)))
    assert few["claims"] == 2
    assert every["claims"] == every["claims_found"] == few["claims_found"] > 2


def test_the_command_measures_another_guard_on_the_same_claims(compiled: Bench) -> None:
    own, named, other = (
        json.loads(calibrate(compiled, *options, "--json").stdout) for options in ((), ("--guard", WEAK), ("--guard", STRONG))
    )
    assert own == named
    assert (other["guard"], other["claims"]) == (STRONG, own["claims"])
    assert other["catch"]["rate"] > own["catch"]["rate"]
    refused = calibrate(compiled, "--guard", "no-such-guard")
    assert "no-such-guard" in str(refused.exception)


def test_the_products_own_guard_reaches_the_goals_here(bench: Bench) -> None:
    strong = bench.with_settings(guard=STRONG)
    for slug in GOOD:
        assert strong.run("compile", slug).success
    assert check_of(strong, strong.run("calibrate").run_id).passed
    assert latest(strong).catch.whole > 30


def test_the_command_and_the_asset_measure_the_same(compiled: Bench) -> None:
    compiled.run("calibrate")
    told = json.loads(calibrate(compiled, "--json").stdout)
    assert told["catch"]["rate"] == latest(compiled).catch.rate


def test_pages_without_a_report_of_this_guard_are_told(compiled: Bench) -> None:
    run_alone(compiled, "concept_pages", GOOD[0])
    for report in (compiled.settings.home / "artifacts" / "reports" / GOOD[0]).rglob("*.json"):
        report.unlink()
    assert "1 pages have no report" in calibrate(compiled).stderr


def test_nothing_to_measure_is_one_clear_line_and_exit_code_three(bench: Bench, tmp_path: Path) -> None:
    no_wiki = wiki("grounding", "calibrate", "--home", str(tmp_path / "nowhere"))
    assert no_wiki.returncode == 3
    assert "There is no wiki in" in no_wiki.stderr and "wiki build" in no_wiki.stderr and "Traceback" not in no_wiki.stderr
    bench.wiki.mkdir(parents=True)
    not_judged = calibrate(bench)
    assert isinstance(not_judged.exception, HomeError)
    assert "No page" in str(not_judged.exception) and bench.settings.guard in str(not_judged.exception)
    bench.run("compile", BAD)
    nothing_grounded = calibrate(bench)
    assert isinstance(nothing_grounded.exception, HomeError)
    assert "None of the 1 judged pages" in str(nothing_grounded.exception)
