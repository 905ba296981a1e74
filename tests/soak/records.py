"""What the product has recorded: runs in its instance, states in its store, files in its wiki.

Belongs here: reading. Does not belong here: waiting (`soak`) or judging (`stories`).
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from dagster import DagsterInstance, DagsterRunStatus, RunsFilter
from dagster._core.storage.dagster_run import RunRecord

from resources import build_resources
from resources.observation import Observation, observe
from sensors.attempts import WANTED
from wiki_assets.documents.states import SourceState
from wiki_assets.retrieval.states import EvidenceState
from wiki_assets.settings import Settings
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore

_FINISHED = (DagsterRunStatus.SUCCESS, DagsterRunStatus.FAILURE, DagsterRunStatus.CANCELED)
_OBSERVED = ("library", "artifacts", "policy", "embedder", "language_model")


@dataclass(frozen=True, slots=True)
class Run:
    """One run as the instance has it.

    Attributes:
        subject: Its concept, or the first of its papers; empty where it has neither.
        wanted: What a sensor asked for; empty for all other runs.
        died: Whether it ended without doing its work: killed, cancelled, or never started.
    """

    id: str
    job: str
    status: str
    subject: str
    wanted: str
    created: float
    started: float
    ended: float
    assets: frozenset[str]
    by_automation: bool
    died: bool

    @property
    def over(self) -> bool:
        return self.status in {status.value for status in _FINISHED}


class Records:
    """Reads one home."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.wiki = home / "wiki"
        self.store = ArtifactStore(home / "artifacts")
        self._instance: DagsterInstance | None = None
        self._over: dict[str, Run] = {}

    def close(self) -> None:
        if self._instance is not None:
            self._instance.dispose()

    def runs(self, since: float = 0.0) -> list[Run]:
        """Runs that were created after a time, in seconds since the epoch; the oldest first."""
        if self._instance is None:
            # Opened once: opening it costs more than all the looks of a story.
            self._instance = DagsterInstance.from_config(str(self.home / ".dagster"))
        created = datetime.datetime.fromtimestamp(since, datetime.UTC)
        records = self._instance.get_run_records(RunsFilter(created_after=created), ascending=True)
        return [self._read(self._instance, record) for record in records]

    def _read(self, instance: DagsterInstance, record: RunRecord) -> Run:
        known = self._over.get(record.dagster_run.run_id)
        run = known or _run(record, instance)
        if run.over:
            self._over[run.id] = run
        return run

    def observe(self, **settings: str) -> Observation:
        """What the product's sensors see now."""
        resources = build_resources(Settings.load(home=self.home, **settings))
        return observe(**{name: resources[name] for name in _OBSERVED})  # type: ignore[arg-type]

    def evidence(self) -> dict[str, str]:
        """Fingerprint of every concept's evidence."""
        state = self.store.find_current(layout.EVIDENCE_STATE, EvidenceState)
        return dict(state.fingerprints) if state else {}

    def paper(self, key: str) -> SourceState | None:
        return self.store.find_current(layout.document_state(key), SourceState)

    def status(self, key: str) -> str:
        """Outcome of reading a paper; empty for one that was never read."""
        state = self.paper(key)
        return str(state.status) if state else ""

    def page(self, slug: str) -> str:
        """A page of the wiki; empty where there is none."""
        try:
            return (self.wiki / f"{slug}.md").read_text("utf-8")
        except FileNotFoundError:
            return ""

    def cites(self, slug: str, key: str) -> bool:
        return f"[{key} #" in self.page(slug)

    def published(self) -> set[str]:
        return {path.stem for path in self.wiki.glob("*.md")} - {"index", "log"}

    def drafted(self) -> set[str]:
        return {path.stem for path in (self.wiki / "draft").glob("*.md")}


def _run(record: RunRecord, instance: DagsterInstance) -> Run:
    run = record.dagster_run
    tags = run.tags
    stats = instance.get_run_stats(run.run_id) if run.status is DagsterRunStatus.FAILURE else None
    selection = run.asset_selection or frozenset()
    return Run(
        id=run.run_id,
        job=run.job_name,
        status=run.status.value,
        subject=tags.get("dagster/partition") or tags.get("dagster/asset_partition_range_start", ""),
        wanted=tags.get(WANTED, ""),
        created=record.create_timestamp.timestamp(),
        started=record.start_time or 0.0,
        ended=record.end_time or 0.0,
        assets=frozenset(key.to_user_string() for key in selection),
        by_automation=tags.get("dagster/from_automation_condition") == "true",
        died=run.status is DagsterRunStatus.CANCELED or (stats is not None and stats.steps_failed == 0),
    )


def by_job(runs: Sequence[Run]) -> str:
    """How many runs of each job, for a person."""
    return ", ".join(f"{count} {job}" for job, count in sorted(Counter(run.job for run in runs).items())) or "no run"


def repeated(runs: Sequence[Run]) -> list[Run]:
    """Runs of sensors for which nothing had changed: the run of the same job and subject before them had done the same work.

    Args:
        runs: The oldest first.
    """
    latest: dict[tuple[str, str], Run] = {}
    found = []
    for run in runs:
        if not run.wanted:
            continue
        # Ingest runs are over ranges, which differ; what they wanted says enough.
        place = (run.job, run.subject if run.job != "ingest" else "")
        former = latest.get(place)
        if former is not None and former.wanted == run.wanted and not former.died:
            found.append(run)
        latest[place] = run
    return found
