"""The sensor `untold_work`: each run that ended badly is told of once, over what it was about, and never beside what the plan wants."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from dagster import DagsterEventType, DagsterInstance, DagsterRunStatus, RunRequest

from jobs.about import about_tags
from jobs.completing import COMPLETES, DONE, LEFT, LOOKED_AT, Completion
from jobs.launching import RANGE_END, RANGE_START
from sensors import new_papers_sensor, untold_work_sensor
from sensors.attempts import MAX_ATTEMPTS
from tests.shell.conftest import Bench
from tests.shell.homes import CONCEPTS, PAPERS, write_paper
from tests.shell.test_sensors import age, tick
from tests.shell.untold import ended_run
from wiki_assets.documents.partitioning import PaperPartitions
from wiki_assets.partitions import ONLY_STALE
from wiki_assets.storage.artifacts import open_artifacts

ALL = {RANGE_START: "Alder2020", RANGE_END: "Cedar2022"}
ALL_TOLD = "Every run that ended has told what it did."
TEXT = "A new paper says that circle packings are configurations of circles, and nothing else that anybody would cite."


def ask(bench: Bench) -> list[RunRequest]:
    return tick(bench, untold_work_sensor)[0]


def dead(bench: Bench, job: str, tags: Mapping[str, str], *began: str) -> str:
    return ended_run(bench.instance, bench.definitions.resolve_job_def(job), tags, began=began)


def launched(bench: Bench, request: RunRequest, status: DagsterRunStatus, *began: str) -> str:
    """The run that Dagster makes of a request, ended."""
    tags = {**request.tags, "dagster/run_key": request.run_key or ""}
    if request.partition_key:
        tags["dagster/partition"] = request.partition_key
    job = bench.definitions.resolve_job_def(request.job_name or "ingest")
    return ended_run(bench.instance, job, tags, began=began, status=status)


def mark(instance: DagsterInstance, run_id: str) -> str:
    run = instance.get_run_by_id(run_id)
    assert run is not None
    return run.tags.get(LOOKED_AT, "")


def over(requests: list[RunRequest]) -> list[tuple[str, str]]:
    return [(request.tags[RANGE_START], request.tags[RANGE_END]) for request in requests]


def change(bench: Bench, bibkey: str) -> None:
    write_paper(bench.settings.raw_folder, bibkey, "Other words", TEXT)
    age(bench.settings.raw_folder)


def test_papers_are_told_again_whatever_is_up_to_date(bench: Bench) -> None:
    run_id = dead(bench, "ingest", {**ALL, **ONLY_STALE}, "raw_documents")
    (request,) = ask(bench)
    assert (request.tags[RANGE_START], request.tags[RANGE_END], request.tags[COMPLETES]) == (*ALL.values(), run_id)
    assert not ONLY_STALE.items() <= request.tags.items()


def test_papers_that_a_range_only_reached_over_are_left_alone(bench: Bench) -> None:
    about = about_tags(list(PAPERS), ["Alder2020", "Cedar2022"])
    dead(bench, "ingest", {**ALL, **about, **ONLY_STALE}, "raw_documents")
    assert over(ask(bench)) == [("Alder2020", "Alder2020"), ("Cedar2022", "Cedar2022")]


def test_no_more_papers_are_told_in_a_run_than_are_ingested_in_one(bench: Bench) -> None:
    dead(bench, "ingest", ALL, "chunks")
    assert over(ask(bench.with_settings(papers_per_run=2))) == [("Alder2020", "Birch2021"), ("Cedar2022", "Cedar2022")]


def test_scattered_papers_are_told_a_few_ranges_at_a_time_and_each_once(bench: Bench) -> None:
    keys = [f"Paper{number:02d}" for number in range(40)]
    bench.instance.add_dynamic_partitions("papers", keys)
    run_id = dead(bench, "ingest", {RANGE_START: keys[0], RANGE_END: keys[-1], **about_tags(keys, keys[::2])}, "chunks")
    told: list[tuple[str, str]] = []
    while requests := ask(bench):
        assert len(requests) <= 8
        told += over(requests)
        for request in requests:
            launched(bench, request, DagsterRunStatus.SUCCESS)
    assert told == [(key, key) for key in keys[::2]]
    assert mark(bench.instance, run_id) == DONE


def test_a_run_is_told_of_once(bench: Bench) -> None:
    run_id = dead(bench, "ingest", ALL, "raw_documents")
    (request,) = ask(bench)
    launched(bench, request, DagsterRunStatus.SUCCESS)
    assert tick(bench, untold_work_sensor)[::2] == ([], ALL_TOLD)
    assert mark(bench.instance, run_id) == DONE


def test_papers_that_the_plan_still_wants_are_told_after_they_were_ingested(bench: Bench) -> None:
    """A run of theirs leaves steps alone that are done in files, and the rows of these may never have been written."""
    change(bench, "Birch2021")
    run_id = dead(bench, "ingest", ALL, "chunks")
    first = ask(bench)
    assert over(first) == [("Alder2020", "Alder2020"), ("Cedar2022", "Cedar2022")]
    for request in first:
        launched(bench, request, DagsterRunStatus.SUCCESS)
    requests, _, reason = tick(bench, untold_work_sensor)
    assert (requests, reason) == ([], "1 runs that ended are told of after what the plan still wants of them.")
    assert mark(bench.instance, run_id) == ""
    assert all(ran.success for ran in bench.launcher.run_ranges("ingest", "papers", ["Birch2021"]))
    assert over(ask(bench)) == [("Birch2021", "Birch2021")]


@pytest.mark.parametrize("step", ["embeddings", "chunks"])
def test_a_vector_store_that_is_down_for_a_night_has_nothing_ingested_beside_the_attempts_of_the_sensor(
    bench: Bench, step: str
) -> None:
    change(bench, "Birch2021")
    (wanted,), _, _ = tick(bench, new_papers_sensor)
    attempts = []
    for _ in range(MAX_ATTEMPTS - 1):
        attempts.append(launched(bench, wanted, DagsterRunStatus.FAILURE, step))
        assert ask(bench) == []
    bench.launcher.run_ranges("ingest", "papers", ["Birch2021"])
    launched(bench, wanted, DagsterRunStatus.SUCCESS)
    after = ask(bench)
    # What was cut and not told is told once for all attempts; vectors have nothing to tell but that they are there.
    assert [request.tags[COMPLETES] for request in after] == ([] if step == "embeddings" else [attempts[-1]])
    marks = [mark(bench.instance, run_id) for run_id in attempts]
    assert marks[:-1] == [DONE] * (MAX_ATTEMPTS - 2)


def test_vectors_of_which_no_later_run_tells_are_told(bench: Bench) -> None:
    dead(bench, "ingest", ALL, "embeddings")
    assert over(ask(bench)) == [tuple(ALL.values())]


@pytest.mark.parametrize("job", ["compile", "report"])
def test_a_page_that_the_plan_still_wants_is_left_to_it(bench: Bench, job: str) -> None:
    run_id = dead(bench, job, {"dagster/partition": "edge-flip"}, "grounding_reports")
    assert ask(bench) == []
    assert mark(bench.instance, run_id) == DONE


def test_a_page_that_is_done_and_untold_is_judged_again_and_one_that_a_later_run_told_is_not(bench: Bench) -> None:
    for slug in CONCEPTS:
        bench.run("compile", slug)
    untold = dead(bench, "compile", {"dagster/partition": "circle-packing"}, "grounding_reports")
    told = dead(bench, "compile", {"dagster/partition": "angle-defect"}, "grounding_reports")
    bench.run("report", "angle-defect")
    (request,) = ask(bench)
    assert (request.job_name, request.partition_key, request.tags[COMPLETES]) == ("report", "circle-packing", untold)
    assert mark(bench.instance, told) == DONE


def test_a_run_that_began_nothing_has_nothing_to_tell(bench: Bench) -> None:
    run_id = dead(bench, "ingest", ALL)
    assert ask(bench) == []
    assert mark(bench.instance, run_id) == DONE


@pytest.mark.parametrize("steps_left", [0, 1], ids=["after the last", "before the last"])
def test_a_run_that_died_between_two_steps_is_told_and_one_after_its_last_is_not(bench: Bench, steps_left: int) -> None:
    """The result of a check is no file: nothing but a run misses it."""
    ran = bench.launcher.run_ranges("ingest", "papers", ["Alder2020"])[0]
    events = bench.instance.all_logs(ran.run_id, of_type=DagsterEventType.STEP_SUCCESS)
    steps = [entry.dagster_event.step_key or "" for entry in events if entry.dagster_event]
    job = bench.definitions.resolve_job_def("ingest")
    ended_run(bench.instance, job, ALL, ended=steps[: len(steps) - steps_left])
    assert len(ask(bench)) == steps_left


def test_what_was_to_complete_another_is_left_to_a_build_whatever_its_log_says(bench: Bench) -> None:
    """Its log is not opened: it would say that there is nothing to tell."""
    dead(bench, "ingest", ALL, "raw_documents")
    (request,) = ask(bench)
    failed = launched(bench, request, DagsterRunStatus.FAILURE)
    assert tick(bench, untold_work_sensor)[::2] == ([], ALL_TOLD)
    assert mark(bench.instance, failed) == LEFT


def test_papers_of_buckets_are_told_by_their_buckets(bench: Bench) -> None:
    spread = PaperPartitions(2).keys_of(PAPERS)
    bench.instance.add_dynamic_partitions("papers", list(spread))
    dead(bench, "ingest", {RANGE_START: min(spread), RANGE_END: min(spread)}, "raw_documents")
    assert over(ask(bench.with_settings(buckets=2))) == [(min(spread), min(spread))]


def test_a_build_tells_only_the_papers_that_a_run_was_about_in_ranges_of_bounded_size(bench: Bench) -> None:
    about = about_tags(list(PAPERS), ["Alder2020", "Cedar2022"])
    run_id = dead(bench, "ingest", {**ALL, **about, **ONLY_STALE}, "raw_documents")
    dead(bench, "ingest", {RANGE_START: "Alder2020", RANGE_END: "Birch2021"}, "chunks")
    completion = Completion(bench.launcher, open_artifacts(bench.settings.home, ""), papers_per_run=2)
    told = [bench.instance.get_run_by_id(ran.run_id) for ran in completion.tell_papers()]
    assert [(run.tags[RANGE_START], run.tags[RANGE_END]) for run in told if run] == [
        ("Alder2020", "Birch2021"),
        ("Cedar2022", "Cedar2022"),
    ]
    completion.end()
    assert mark(bench.instance, run_id) == DONE


def test_a_build_that_does_not_come_to_pages_leaves_what_is_untold_of_them_to_the_next(bench: Bench) -> None:
    papers = dead(bench, "ingest", ALL, "raw_documents")
    page = dead(bench, "compile", {"dagster/partition": "edge-flip"}, "grounding_reports")
    store = open_artifacts(bench.settings.home, "")
    Completion(bench.launcher, store).end()
    assert (mark(bench.instance, papers), mark(bench.instance, page)) == (DONE, "")
    second = Completion(bench.launcher, store)
    second.pages()
    second.end()
    assert mark(bench.instance, page) == DONE
