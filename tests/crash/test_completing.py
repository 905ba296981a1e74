"""Runs that ended badly are completed once; runs that were refused did their work."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from dagster import (
    AssetCheckResult,
    AssetKey,
    AssetMaterialization,
    DagsterInstance,
    DagsterRun,
    DagsterRunStatus,
    Definitions,
    asset,
    asset_check,
    define_asset_job,
)

from jobs.completing import COMPLETES, JOBS, LEFT, Untold, cut_short, ended_badly, look_at, tell_pages, untold_work
from jobs.launching import RANGE_END, RANGE_START
from sensors.untold_work import completion, paper_completions
from wiki_assets.partitions import CONCEPTS, concepts_partitions


@asset(partitions_def=concepts_partitions)
def concept_pages(context) -> None:  # type: ignore[no-untyped-def]
    if context.partition_key == "broken":
        raise OSError("no space left")


@asset_check(asset=concept_pages, blocking=True)
def reaches_threshold(context) -> AssetCheckResult:  # type: ignore[no-untyped-def]
    return AssetCheckResult(passed=context.run.tags["dagster/partition"] != "refused")


JOB = define_asset_job("compile", selection=[concept_pages])


@pytest.fixture
def instance() -> Iterator[DagsterInstance]:
    with DagsterInstance.ephemeral() as instance:
        instance.add_dynamic_partitions(CONCEPTS, ["good", "broken", "refused"])
        yield instance


def run(instance: DagsterInstance, slug: str) -> str:
    job = Definitions([concept_pages], asset_checks=[reaches_threshold], jobs=[JOB]).resolve_job_def("compile")
    return job.execute_in_process(instance=instance, partition_key=slug, raise_on_error=False).run_id


def test_a_run_that_failed_is_completed_and_one_that_was_refused_or_succeeded_is_not(instance: DagsterInstance) -> None:
    failed = run(instance, "broken")
    run(instance, "refused")
    run(instance, "good")
    assert untold_work(instance, ["compile"]) == [Untold(failed, "compile", ("broken",))]


def test_a_run_is_completed_once(instance: DagsterInstance) -> None:
    look_at(instance, [run(instance, "broken")])
    assert untold_work(instance, ["compile"]) == []


def test_a_run_of_another_job_is_left_alone(instance: DagsterInstance) -> None:
    run(instance, "broken")
    assert untold_work(instance, ["ingest"]) == []


def test_a_partition_that_is_gone_is_not_completed(instance: DagsterInstance) -> None:
    failed = run(instance, "broken")
    instance.delete_dynamic_partition(CONCEPTS, "broken")
    assert untold_work(instance, ["compile"]) == [Untold(failed, "compile", ())]


def test_a_page_that_was_kept_and_not_told_is_told_without_composing_it_again(instance: DagsterInstance) -> None:
    failed = run(instance, "broken")
    work = untold_work(instance, ["compile"])
    assert tell_pages(instance, work, lambda _slug: failed) == ["broken"]
    assert instance.get_materialized_partitions(AssetKey("concept_pages")) == {"broken"}


def test_a_page_that_was_told_or_never_kept_is_not_told_again(instance: DagsterInstance) -> None:
    failed = run(instance, "broken")
    work = untold_work(instance, ["compile"])
    assert tell_pages(instance, work, lambda _slug: "a run before") == []
    told = run(instance, "good")
    assert tell_pages(instance, [Untold(told, "compile", ("good",))], lambda _slug: told) == []
    assert failed != told


def test_the_oldest_run_is_completed_first(instance: DagsterInstance) -> None:
    first, second = run(instance, "broken"), run(instance, "broken")
    assert [work.run_id for work in untold_work(instance, ["compile"])] == [first, second]


def test_what_is_told_afterwards_says_so(instance: DagsterInstance) -> None:
    failed = run(instance, "broken")
    tell_pages(instance, untold_work(instance, ["compile"]), lambda _slug: failed)
    record = instance.fetch_materializations(AssetKey("concept_pages"), limit=1).records[0]
    assert isinstance(record.asset_materialization, AssetMaterialization)
    assert failed in str(record.asset_materialization.metadata["told afterwards"].value)


def test_a_page_that_was_told_afterwards_is_not_told_again(instance: DagsterInstance) -> None:
    failed = run(instance, "broken")
    work = untold_work(instance, ["compile"])
    assert [tell_pages(instance, work, lambda _slug: failed) for _ in range(2)] == [["broken"], []]


def test_a_page_is_judged_again_to_tell_of_it_and_never_composed() -> None:
    request = completion(Untold("dead", "compile", ("good",)), {"good"})
    assert request is not None
    assert (request.job_name, request.partition_key, request.tags[COMPLETES]) == ("report", "good", "dead")


def test_a_page_that_was_never_kept_is_left_to_the_plan() -> None:
    assert completion(Untold("dead", "compile", ("good",)), set()) is None
    assert completion(Untold("gone", "report", ()), {"good"}) is None


def test_papers_are_told_in_ranges_of_those_that_the_run_was_about() -> None:
    work = Untold("dead", "ingest", ("Alder2020", "Birch2021", "Dogwood2023"))
    requests = list(paper_completions(work, ["Alder2020", "Birch2021", "Cedar2022", "Dogwood2023"], 500))
    ranges = [(request.tags[RANGE_START], request.tags[RANGE_END]) for request in requests]
    assert ranges == [("Alder2020", "Birch2021"), ("Dogwood2023", "Dogwood2023")]
    assert not any("wiki/only_stale" in request.tags for request in requests)
    assert len({request.run_key for request in requests}) == 2


def test_what_spans_pages_is_run_again_once_for_each_run_that_ended() -> None:
    requests = [completion(work, set()) for work in (Untold("one", "publish", ()), Untold("two", "choose_evidence", ()))]
    assert [(r.job_name, r.run_key) for r in requests if r is not None] == [("publish", "one"), ("choose_evidence", "two")]


def test_an_untold_run_is_found_behind_any_number_of_refused_ones(instance: DagsterInstance) -> None:
    """More than are asked for by one query, as in a home of years."""
    untold = run(instance, "broken")
    for number in range(510):
        instance.run_storage.add_run(DagsterRun("compile", f"refused-{number}", status=DagsterRunStatus.FAILURE))
    assert len(ended_badly(instance, ["compile"])) == 511
    assert [work.run_id for work in untold_work(instance, ["compile"])] == [untold]
    assert [work.run_id for work in ended_badly(instance, ["compile"])] == [untold]


def test_runs_of_every_job_are_found(instance: DagsterInstance) -> None:
    job = Definitions([concept_pages], jobs=[define_asset_job(name, [concept_pages]) for name in JOBS])
    made = [instance.create_run_for_job(job.resolve_job_def(name), status=DagsterRunStatus.CANCELED).run_id for name in JOBS]
    assert [work.run_id for work in ended_badly(instance)] == made


def test_what_sensors_leave_to_a_build_is_found_by_a_build(instance: DagsterInstance) -> None:
    failed = run(instance, "broken")
    look_at(instance, [failed], LEFT)
    assert ended_badly(instance, ["compile"]) == []
    assert [work.run_id for work in untold_work(instance, ["compile"])] == [failed]


def test_a_step_is_cut_short_if_it_began_and_neither_ended_well_nor_was_refused(instance: DagsterInstance) -> None:
    assert [sorted(cut_short(instance, run(instance, slug))) for slug in ("broken", "refused", "good")] == [
        ["concept_pages"],
        [],
        [],
    ]
