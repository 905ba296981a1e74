"""Pages wait for papers to which something is going to happen, and for no others."""

from __future__ import annotations

import pytest
from dagster import DagsterRunStatus

from sensors import concepts_sensor, new_papers_sensor, stale_pages_sensor, stale_wiki_sensor
from tests.shell.conftest import Bench
from tests.shell.homes import CONCEPTS, write_concepts, write_paper
from tests.shell.test_sensors import age, tick

TEXT = "A new paper says that circle packings are configurations of circles."


def leave_ingestion(bench: Bench, status: DagsterRunStatus) -> None:
    """Asks for the ingestion of what is new, and leaves its run in that status."""
    (request,), new, _ = tick(bench, new_papers_sensor)
    bench.instance.add_dynamic_partitions("papers", new)
    tags = {**request.tags, "dagster/run_key": request.run_key or ""}
    bench.instance.create_run_for_job(bench.definitions.resolve_job_def("ingest"), tags=tags, status=status)


def test_a_file_that_is_still_being_written_holds_up_no_page(bench: Bench) -> None:
    write_paper(bench.settings.raw_folder, "Dogwood2023", "Slow", TEXT)
    requests, _, _ = tick(bench, stale_pages_sensor)
    assert {request.partition_key for request in requests} == set(CONCEPTS)


def test_a_file_that_is_still_being_written_holds_up_no_concept(bench: Bench) -> None:
    write_concepts(bench.settings.home, {**CONCEPTS, "edge-flip": "Edge flips"})
    write_paper(bench.settings.raw_folder, "Dogwood2023", "Slow", TEXT)
    requests, _, _ = tick(bench, concepts_sensor)
    assert len(requests) == 1


def test_pages_wait_for_a_paper_that_is_about_to_be_ingested(bench: Bench) -> None:
    write_paper(bench.settings.raw_folder, "Dogwood2023", "New", TEXT)
    age(bench.settings.raw_folder)
    requests, _, reason = tick(bench, stale_pages_sensor)
    assert (requests, reason) == ([], "Papers or evidence have to be brought up to date first.")


@pytest.mark.parametrize("status", [DagsterRunStatus.FAILURE, DagsterRunStatus.CANCELED])
def test_a_paper_whose_ingestion_came_to_nothing_holds_up_no_page_and_the_sensor_says_that_it_is_tried_again(
    bench: Bench, status: DagsterRunStatus
) -> None:
    write_paper(bench.settings.raw_folder, "Dogwood2023", "New", TEXT)
    age(bench.settings.raw_folder)
    leave_ingestion(bench, status)
    requests, _, reason = tick(bench, new_papers_sensor)
    assert (requests, reason) == ([], "Papers to ingest: 1 failed or was stopped, and will be tried again.")
    pages, _, _ = tick(bench, stale_pages_sensor)
    assert {request.partition_key for request in pages} == set(CONCEPTS)


def test_an_empty_wiki_is_not_refreshed_before_its_first_pages(bench: Bench) -> None:
    requests, _, reason = tick(bench, stale_wiki_sensor)
    assert requests == []
    assert "first pages" in reason
