"""Sensors: what each requests, when it keeps still, and that it always says why."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from dagster import DagsterInstance, RunRequest, SensorDefinition, SensorResult, SkipReason, build_sensor_context

from jobs.launching import RANGE_END, RANGE_START
from sensors import concepts_sensor, new_papers_sensor, stale_pages_sensor, stale_wiki_sensor
from sensors.new_papers import range_requests, settled
from tests.shell.conftest import Bench
from tests.shell.homes import CONCEPTS, PAPERS, FakeLanguageModel, fake_resource, make_home, write_concepts, write_paper
from wiki_assets.definitions import build_defs
from wiki_assets.planning.plan import Task

OLD = time.time() - 60


def tick(bench: Bench, sensor: SensorDefinition) -> tuple[list[RunRequest], list[str], str]:
    """Run requests, partition keys to add, and the reason for keeping still."""
    context = build_sensor_context(instance=bench.instance, resources=dict(bench.definitions.resources or {}))
    result = sensor(context)
    if isinstance(result, SkipReason):
        return [], [], result.skip_message or ""
    assert isinstance(result, SensorResult)
    added = [key for request in result.dynamic_partitions_requests or [] for key in request.partition_keys]
    reason = result.skip_reason
    told = reason if isinstance(reason, str) else (reason.skip_message or "" if reason else "")
    return list(result.run_requests or []), added, told


def age(raw: Path) -> None:
    """Lets every paper look as if it had been written a minute ago."""
    for path in raw.iterdir():
        os.utime(path, (OLD, OLD))


@pytest.fixture
def empty_bench(tmp_path: Path) -> Iterator[Bench]:
    """Papers and concepts lie there, nothing was ever built, and no partition exists."""
    settings = make_home(tmp_path / "home")
    age(settings.raw_folder)
    model = FakeLanguageModel()
    with DagsterInstance.ephemeral() as instance:
        yield Bench(settings, instance, build_defs(settings, language_model=fake_resource(model)), model)


def test_a_batch_of_new_papers_is_one_range_run_over_keys_that_are_added_with_it(empty_bench: Bench) -> None:
    requests, added, _ = tick(empty_bench, new_papers_sensor)
    assert added == list(PAPERS)
    (request,) = requests
    assert (request.tags[RANGE_START], request.tags[RANGE_END]) == ("Alder2020", "Cedar2022")


def test_an_up_to_date_folder_is_left_alone_and_the_sensor_says_so(bench: Bench) -> None:
    requests, _, reason = tick(bench, new_papers_sensor)
    assert requests == []
    assert reason == "All 3 papers are up to date."


def test_changed_bytes_ingest_that_paper_again(bench: Bench) -> None:
    write_paper(
        bench.settings.raw_folder, "Birch2021", "Angle defects", "The angle defect of a vertex is something else entirely now."
    )
    age(bench.settings.raw_folder)
    (request,), added, _ = tick(bench, new_papers_sensor)
    assert (request.tags[RANGE_START], request.tags[RANGE_END]) == ("Birch2021", "Birch2021")
    assert added == []


def test_a_vanished_file_is_retired_and_its_partition_is_not_deleted(bench: Bench) -> None:
    (bench.settings.raw_folder / "Birch2021.pdf").unlink()
    (request,), _, _ = tick(bench, new_papers_sensor)
    assert request.tags[RANGE_START] == "Birch2021"
    assert all(ran.success for ran in bench.launcher.run_ranges("ingest", "papers", ["Birch2021"]))
    assert "Birch2021" in bench.instance.get_dynamic_partitions("papers")
    requests, _, reason = tick(bench, new_papers_sensor)
    assert requests == []
    assert "up to date" in reason


def test_a_folder_that_cannot_be_listed_is_not_an_empty_folder(bench: Bench) -> None:
    bench.settings.raw_folder.rename(bench.settings.home / "away")
    requests, _, reason = tick(bench, new_papers_sensor)
    assert requests == []
    assert "nothing is concluded" in reason


def test_a_file_that_is_still_being_written_is_waited_for(bench: Bench) -> None:
    write_paper(bench.settings.raw_folder, "Dogwood2023", "Slow", "A slow paper is written slowly into the folder of papers.")
    requests, _, reason = tick(bench, new_papers_sensor)
    assert requests == []
    assert "Dogwood2023.pdf" in reason


def test_the_same_request_is_made_with_the_same_key_and_another_with_another(bench: Bench) -> None:
    write_paper(
        bench.settings.raw_folder, "Dogwood2023", "New", "A new paper says that circle packings are configurations of circles."
    )
    age(bench.settings.raw_folder)
    (first,), _, _ = tick(bench, new_papers_sensor)
    (second,), _, _ = tick(bench, new_papers_sensor)
    assert first.run_key == second.run_key
    write_paper(
        bench.settings.raw_folder, "Dogwood2023", "Newer", "A newer paper says it with other words and therefore other bytes."
    )
    age(bench.settings.raw_folder)
    (third,), _, _ = tick(bench, new_papers_sensor)
    assert third.run_key != first.run_key


def test_papers_that_are_not_neighbours_are_requested_as_separate_ranges() -> None:
    tasks = {key: Task(key, "new", key) for key in "abd"}
    requests = range_requests(["a", "b", "c", "d"], {key: [key] for key in tasks}, tasks, 500)
    assert [(request.tags[RANGE_START], request.tags[RANGE_END]) for request in requests] == [("a", "b"), ("d", "d")]


def test_a_paper_whose_file_is_gone_is_not_waited_for() -> None:
    assert settled([Task("gone", "its file is gone", "x")], {}, time.time()) == ([Task("gone", "its file is gone", "x")], [])


def test_a_new_concept_becomes_a_partition_and_has_evidence_chosen(bench: Bench) -> None:
    write_concepts(bench.settings.home, {**CONCEPTS, "dirichlet-energy": "Dirichlet energy"})
    requests, added, _ = tick(bench, concepts_sensor)
    assert added == ["dirichlet-energy"]
    assert len(requests) == 1


def test_an_edited_concept_has_evidence_chosen_again(bench: Bench) -> None:
    write_concepts(bench.settings.home, {**CONCEPTS, "edge-flip": "Edge flips"})
    requests, added, _ = tick(bench, concepts_sensor)
    assert (len(requests), added) == (1, [])


def test_a_broken_concepts_file_concludes_nothing_and_says_which_line(bench: Bench) -> None:
    (bench.settings.home / "concepts.yaml").write_text("concepts:\n  - slug: Bad Slug\n    title: x\n", encoding="utf-8")
    requests, added, reason = tick(bench, concepts_sensor)
    assert (requests, added) == ([], [])
    assert "concepts.yaml:2" in reason


def test_exactly_the_stale_pages_are_compiled(bench: Bench) -> None:
    for slug in CONCEPTS:
        bench.run("compile", slug)
    requests, _, reason = tick(bench, stale_pages_sensor)
    assert (requests, reason) == ([], "Every page is as its evidence, definition and guard want it.")
    write_concepts(bench.settings.home, {**CONCEPTS, "angle-defect": "Angle defects"})
    assert bench.run("choose_evidence").success
    requests, _, _ = tick(bench, stale_pages_sensor)
    assert [(request.job_name, request.partition_key) for request in requests] == [("compile", "angle-defect")]


def test_a_refused_page_is_requested_once_and_not_again(bench: Bench) -> None:
    first, _, _ = tick(bench, stale_pages_sensor)
    bench.run("compile", "edge-flip")
    second, _, _ = tick(bench, stale_pages_sensor)
    assert "edge-flip" in {request.partition_key for request in first}
    assert "edge-flip" not in {request.partition_key for request in second}


def test_a_new_threshold_has_pages_judged_again_and_none_compiled(bench: Bench) -> None:
    for slug in CONCEPTS:
        bench.run("compile", slug)
    requests, _, _ = tick(bench.with_settings(min_grounding_rate=0.9), stale_pages_sensor)
    assert {(request.job_name, request.partition_key) for request in requests} == {("report", slug) for slug in CONCEPTS}


def test_pages_wait_while_papers_have_to_be_ingested(bench: Bench) -> None:
    write_paper(
        bench.settings.raw_folder, "Dogwood2023", "New", "A new paper says that circle packings are configurations of circles."
    )
    age(bench.settings.raw_folder)
    requests, _, reason = tick(bench, stale_pages_sensor)
    assert requests == []
    assert "first" in reason


def test_the_wiki_is_refreshed_once_after_pages_changed(bench: Bench) -> None:
    bench.run("compile", "circle-packing")
    (request,), _, _ = tick(bench, stale_wiki_sensor)
    assert request.run_key
    assert bench.run("publish").success
    requests, _, reason = tick(bench, stale_wiki_sensor)
    assert requests == []
    assert "up to date" in reason
