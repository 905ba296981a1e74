"""The asset of this room, `dashboard`: one HTML page on how the wiki stands.

It is made for a list of checks, for neither a run nor the instance can name the checks that there are (dagster 1.13).
"""

import time
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice

from dagster import (
    AssetCheckEvaluation,
    AssetCheckKey,
    AssetChecksDefinition,
    AssetCheckSeverity,
    AssetExecutionContext,
    AssetsDefinition,
    DagsterInstance,
    DagsterRunStatus,
    FloatMetadataValue,
    IntMetadataValue,
    MaterializeResult,
    MetadataValue,
    RunRecord,
    RunsFilter,
    TextMetadataValue,
    asset,
)
from dagster._core.event_api import PartitionKeyFilter
from dagster._core.storage.asset_check_execution_record import AssetCheckExecutionRecordStatus

from resources import ArtifactStoreResource, AuditResource, PolicyResource
from resources.failures import BRIEF_RETRY, as_failure
from wiki_assets.audit.assets import audit_tables
from wiki_assets.dashboard import previews
from wiki_assets.dashboard.model import FailedCheck, JobWork, Operations, Rules, Severity
from wiki_assets.dashboard.queries import read_facts
from wiki_assets.dashboard.steps import write_dashboard
from wiki_assets.errors import StoreLockedError

_WORK_DAYS = 7
_MOST_RUNS = 2_000  # read in a second (measured on SQLite); the page says where it were more
_MOST_CHECKS = 500  # failing partitions whose words are fetched, one query each
_FAILED = AssetCheckExecutionRecordStatus.FAILED


def build_dashboard(checks: Sequence[AssetChecksDefinition]) -> AssetsDefinition:
    """The asset, which shows the latest results of these checks."""
    keys = tuple(key for check in checks for key in check.check_keys)

    @asset(name="dashboard", deps=[audit_tables], group_name="audit", kinds={"html"}, pool="audit", retry_policy=BRIEF_RETRY)
    def dashboard(
        context: AssetExecutionContext, policy: PolicyResource, artifacts: ArtifactStoreResource, audit: AuditResource
    ) -> MaterializeResult[None]:
        """One page on how the wiki stands: grounding, quarantine, checks, papers, cost. Open `dashboard/index.html` of the home folder."""
        started, as_of, goals = time.monotonic(), datetime.now(UTC), policy.calibration_goals
        rules = Rules(policy.min_grounding_rate, goals.min_catch, goals.max_false_alarm)
        with as_failure():
            try:
                facts = read_facts(audit.database, rules, as_of, operations_of(context.instance, keys, as_of))
            except StoreLockedError as held:  # a person's shell: as the folding waits for the next run, so does the page
                context.log.warning("The dashboard stays as it was: %s", held)
                return MaterializeResult(metadata={"postponed": held.what})
            path = write_dashboard(facts, artifacts.folder)
        return MaterializeResult(
            metadata={
                "overview": MetadataValue.md(previews.overview(facts)),
                "path": MetadataValue.path(path),
                **previews.plotted(facts),
                "seconds": MetadataValue.float(round(time.monotonic() - started, 3)),
            }
        )

    return dashboard


def operations_of(instance: DagsterInstance, keys: Sequence[AssetCheckKey], as_of: datetime) -> Operations:
    """What the instance knows: the latest result of each check, for each partition, and the work of the last days' runs."""
    latest = instance.event_log_storage.get_asset_check_partition_info(list(keys))
    # A run over a range of partitions leaves one result without a partition, which says nothing of any of them (dagster 1.13).
    partitioned = {info.check_key for info in latest if info.partition_key is not None}
    failed = sorted(
        (info.check_key, info.partition_key or "")
        for info in latest
        if info.latest_execution_status is _FAILED and (info.partition_key is not None or info.check_key not in partitioned)
    )
    since = as_of - timedelta(days=_WORK_DAYS)
    records = instance.get_run_records(RunsFilter(created_after=since), limit=_MOST_RUNS)
    return Operations(
        failed_checks=tuple(_failure(instance, key, partition, as_of) for key, partition in islice(failed, _MOST_CHECKS)),
        checks_known=len({info.check_key for info in latest}),
        work=_work(records),
        work_days=_WORK_DAYS,
        work_cut=len(records) == _MOST_RUNS,
    )


def _failure(instance: DagsterInstance, key: AssetCheckKey, partition: str, as_of: datetime) -> FailedCheck:
    """A failed check in its own words. `partition` is empty where there is none."""
    records = instance.event_log_storage.get_asset_check_execution_history(
        key, limit=1, status={_FAILED}, partition_filter=PartitionKeyFilter(key=partition or None)
    )
    evaluation = records[0].evaluation if records else None
    return FailedCheck(
        asset=key.asset_key.to_user_string(),
        name=key.name,
        partition=partition,
        severity=Severity.WARN if evaluation and evaluation.severity is AssetCheckSeverity.WARN else Severity.ERROR,
        says=_words(evaluation) if evaluation else "",
        at=datetime.fromtimestamp(records[0].create_timestamp, UTC) if records else as_of,
    )


def _words(evaluation: AssetCheckEvaluation) -> str:
    """What a check says: its description, or else its figures and short texts."""
    if evaluation.description:
        return evaluation.description
    told = (IntMetadataValue, FloatMetadataValue, TextMetadataValue)
    return "; ".join(f"{name}: {value.value}" for name, value in evaluation.metadata.items() if isinstance(value, told))


def _work(records: Sequence[RunRecord]) -> tuple[JobWork, ...]:
    """Runs that have ended, by job, the most work first."""
    by_job: dict[str, list[RunRecord]] = defaultdict(list)
    for record in records:
        if record.start_time is not None and record.end_time is not None:
            by_job[record.dagster_run.job_name].append(record)
    work = [
        JobWork(
            job="assets started by hand" if name.startswith("__") else name,
            runs=len(ended),
            unsuccessful=sum(record.dagster_run.status is not DagsterRunStatus.SUCCESS for record in ended),
            seconds=sum((record.end_time or 0.0) - (record.start_time or 0.0) for record in ended),
        )
        for name, ended in by_job.items()
    ]
    return tuple(sorted(work, key=lambda of_job: (-of_job.seconds, of_job.job)))
