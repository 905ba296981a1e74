"""The asset in a real (ephemeral) instance: it reads the audit and the checks' results, and writes the page."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import lxml.html
import pytest
from dagster import (
    AssetCheckExecutionContext,
    AssetCheckResult,
    AssetCheckSeverity,
    AssetsDefinition,
    DagsterInstance,
    ExecuteInProcessResult,
    MarkdownMetadataValue,
    StaticPartitionsDefinition,
    asset,
    asset_check,
    materialize,
)

from resources import build_resources
from tests.dashboard.dashboard_samples import AS_OF, record_months, record_verdict
from wiki_assets.audit.connection import open_database
from wiki_assets.audit.folding import fold
from wiki_assets.audit.rows import Decision
from wiki_assets.dashboard.assets import build_dashboard, operations_of
from wiki_assets.dashboard.model import Severity
from wiki_assets.settings import Settings

_CONCEPTS = StaticPartitionsDefinition(["good", "bad"])


@asset
def links() -> None: ...


@asset_check(asset=links)
def every_link_resolves() -> AssetCheckResult:
    return AssetCheckResult(passed=False, severity=AssetCheckSeverity.WARN, metadata={"broken": 2})


@asset(partitions_def=_CONCEPTS)
def reports() -> None: ...


@asset_check(asset=reports, partitions_def=_CONCEPTS)
def rate_reaches_threshold(context: AssetCheckExecutionContext) -> AssetCheckResult:
    return AssetCheckResult(passed=context.partition_key == "good", description=f"It is {context.partition_key}.")


CHECKS = [every_link_resolves, rate_reaches_threshold]
KEYS = [key for check in CHECKS for key in check.check_keys]


@pytest.fixture
def instance() -> Iterator[DagsterInstance]:
    with DagsterInstance.ephemeral() as made:
        yield made


def run_checks(instance: DagsterInstance) -> None:
    assert materialize([links, every_link_resolves], instance=instance).success
    for key in _CONCEPTS.get_partition_keys():
        materialize([reports, rate_reaches_threshold], instance=instance, partition_key=key)


def make_page(instance: DagsterInstance, home: Path, dashboard: AssetsDefinition | None = None) -> ExecuteInProcessResult:
    resources = build_resources(Settings.load(home=home))
    needed = {name: resources[name] for name in ("policy", "artifacts", "audit")}
    return materialize([dashboard or build_dashboard(CHECKS)], instance=instance, resources=needed, raise_on_error=False)


def test_the_latest_result_of_every_check_and_partition_is_read(instance: DagsterInstance) -> None:
    run_checks(instance)
    operations = operations_of(instance, KEYS, AS_OF)
    assert [(check.name, check.partition, check.severity, check.says) for check in operations.failed_checks] == [
        ("every_link_resolves", "", Severity.WARN, "broken: 2"),
        ("rate_reaches_threshold", "bad", Severity.ERROR, "It is bad."),
    ]
    assert operations.checks_known == 2
    assert sum(work.runs for work in operations.work) == 3


def test_an_instance_in_which_nothing_ran_knows_nothing(instance: DagsterInstance) -> None:
    operations = operations_of(instance, KEYS, AS_OF)
    assert (operations.failed_checks, operations.checks_known, operations.work) == ((), 0, ())


def test_the_asset_writes_the_page_and_its_figures(instance: DagsterInstance, tmp_path: Path) -> None:
    record_months(tmp_path / "audit", concepts=10, days=30)
    fold(tmp_path / "audit", tmp_path / "audit.duckdb")
    run_checks(instance)
    result = make_page(instance, tmp_path)
    assert result.success
    (materialization,) = result.asset_materializations_for_node("dashboard")
    metadata = materialization.metadata
    assert metadata["path"].value == str(tmp_path / "dashboard" / "index.html")
    figures = {name: metadata[name].value for name in ("quarantined", "stale", "ingest_failures", "partly_read", "disagreements")}
    assert figures == {"quarantined": 3, "stale": 1, "ingest_failures": 2, "partly_read": 1, "disagreements": 9}
    assert 0.5 < float(str(metadata["grounding_rate"].value)) < 1.0
    # Three refusals, a flagged paper, a goal missed, a broken link; the page that a check of another home fails for is not here.
    assert metadata["failing_checks"].value == 7
    overview = metadata["overview"]
    assert isinstance(overview, MarkdownMetadataValue)
    assert "3 quarantined" in str(overview.value)
    page = lxml.html.parse(str(tmp_path / "dashboard" / "index.html")).getroot()
    assert "every_link_resolves" in page.get_element_by_id("checks").text_content()
    assert "broken: 2" in page.get_element_by_id("checks").text_content()


def test_a_held_database_leaves_the_page_as_it_was_and_fails_nothing(instance: DagsterInstance, tmp_path: Path) -> None:
    record_verdict(tmp_path / "audit", 1, AS_OF - timedelta(hours=1), 1, 4, 4, Decision.PROMOTED)
    fold(tmp_path / "audit", tmp_path / "audit.duckdb")
    with open_database(tmp_path / "audit.duckdb", read_only=False):
        result = make_page(instance, tmp_path)
    assert result.success
    (materialization,) = result.asset_materializations_for_node("dashboard")
    assert "held by another process" in str(materialization.metadata["postponed"].value)
    assert not (tmp_path / "dashboard").exists()


def test_without_an_audit_it_fails_once_and_says_what_to_do(instance: DagsterInstance, tmp_path: Path) -> None:
    result = make_page(instance, tmp_path)
    (failure,) = [event.step_failure_data for event in result.all_events if event.is_step_failure]
    assert failure.user_failure_data is not None
    assert "wiki build" in str(failure.user_failure_data.description)
    assert not any(event.event_type_value == "STEP_UP_FOR_RETRY" for event in result.all_events)
