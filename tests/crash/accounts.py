"""The account of a home: all that it holds that does not depend on time, in a form that two homes can be compared by.

Belongs here: reading files, audit and Dagster instance of one home. Does not belong here: what differs (`differences`).

What depends on time is left out: run ids, times (in front matter, log, records and events), and, with them, the hash of a page's file,
which holds both. Names of log events and of audit fragments begin with a time, so these are compared by what they say.
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import orjson
from dagster import AssetCheckKey, AssetKey, DagsterInstance

from resources import build_resources
from resources.observation import observe
from sensors.in_flight import UNFINISHED
from tests.crash.homes import settings_of
from wiki_assets.audit.folding import fold
from wiki_assets.audit.tables import TABLES
from wiki_assets.definitions import build_defs

_PAGE_SIZE = 1_000
"""More events of one asset than any of these homes has."""

_TIMES = re.compile(
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)?|\(\d\d:\d\d:\d\d UTC\)"
    r"|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
)
_TIMED_FIELDS = frozenset({"file_sha256"})
_UNTOLD_COLUMNS = frozenset({"run_id", "recorded_at", "last_recorded_at", "file_sha256"})
_APART = ("log/", "vectors/")
"""Artifacts that are not compared byte for byte: events by what they say, the vector engine's own files by its points."""

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Account:
    """One home.

    Attributes:
        wiki: Files below `wiki/`, by name, without times.
        artifacts: Hashes of the artifacts, by key, without times.
        log: Events of the wiki's log, and how often.
        vectors: Points in the vector store by paper.
        audit: By table, rows without run and times, and how often they are told.
        materialized: `(asset, partition)` of everything materialized since the build that is killed began.
        evaluated: The latest result of every `(check, partition)` since then.
        unfinished: Runs that have not ended, as the instance sees it.
        left: What the plan would still do.
        runs: Ids of all runs that left a trace.
    """

    wiki: Mapping[str, str]
    artifacts: Mapping[str, str]
    log: Counter[str]
    vectors: Mapping[str, int]
    audit: Mapping[str, Counter[Row]]
    materialized: frozenset[tuple[str, str]]
    evaluated: Mapping[tuple[str, str], bool]
    unfinished: tuple[str, ...]
    left: str
    runs: frozenset[str]

    @property
    def rows(self) -> int:
        """Rows of the audit."""
        return sum(counted.total() for counted in self.audit.values())

    @property
    def files(self) -> int:
        """Files of wiki and artifact store."""
        return len(self.wiki) + len(self.artifacts) + self.log.total()


def account_of(home: Path, before: frozenset[str] = frozenset()) -> Account:
    """Reads a home. Folds its audit first.

    Args:
        before: Runs that are not looked at, in audit and instance: those of the builds before the one that is killed.
    """
    fold(home / "audit", home / "audit.duckdb")
    with duckdb.connect(str(home / "audit.duckdb"), read_only=True) as connection:
        audit, told = _audit(connection, before)
    with DagsterInstance.from_config(str(home / ".dagster")) as instance:
        runs = instance.get_runs()
        unfinished = tuple(f"{run.job_name} {run.status.value}" for run in runs if run.status in UNFINISHED)
        materialized, evaluated = _materialized(instance, before), _evaluated(instance, before)
    resources = build_resources(settings_of(home))
    model = resources["embedder"].load()
    artifacts = _artifacts(home)
    return Account(
        wiki={path.relative_to(home).as_posix(): _timeless(path.read_text("utf-8")) for path in (home / "wiki").rglob("*.md")},
        artifacts={key: digest for key, digest in artifacts.items() if not key.startswith(_APART)},
        log=Counter(digest for key, digest in artifacts.items() if key.startswith("log/")),
        vectors=resources["vectors"].for_embedder(model).papers(),
        audit=audit,
        materialized=materialized,
        evaluated=evaluated,
        unfinished=unfinished,
        left=left_to_do(home),
        runs=frozenset(told | {run.run_id for run in runs}),
    )


def left_to_do(home: Path) -> str:
    """What a build would do now, in words; empty where all is up to date."""
    resources = build_resources(settings_of(home))
    named = ("library", "artifacts", "policy", "embedder", "language_model")
    plan = observe(**{name: resources[name] for name in named}).plan  # type: ignore[arg-type]
    tasks = [f"{task.key}: {task.reason}" for task in (*plan.ingest, *plan.compile, *plan.report)]
    return "; ".join([*tasks, *filter(None, (plan.evidence, plan.publish))])


@functools.cache
def check_keys() -> tuple[AssetCheckKey, ...]:
    """Every asset check there is; worth knowing before children are forked."""
    return tuple(build_defs().resolve_asset_graph().asset_check_keys)


def _artifacts(home: Path) -> dict[str, str]:
    root = home / "artifacts"
    files = (path for path in root.rglob("*") if path.is_file() and not path.name.startswith(".") and path.suffix != ".lock")
    return {path.relative_to(root).as_posix(): _digest(path) for path in files}


def _digest(path: Path) -> str:
    data = path.read_bytes()
    if path.suffix == ".json":
        data = orjson.dumps(_without_times(orjson.loads(data)), option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(data).hexdigest()


def _without_times(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_times(part) for name, part in value.items() if name not in _TIMED_FIELDS}
    if isinstance(value, list):
        return [_without_times(part) for part in value]
    return _timeless(value) if isinstance(value, str) else value


def _timeless(text: str) -> str:
    return _TIMES.sub("…", text)


def _audit(connection: duckdb.DuckDBPyConnection, before: frozenset[str]) -> tuple[dict[str, Counter[Row]], set[str]]:
    tables: dict[str, Counter[Row]] = {}
    runs: set[str] = set()
    for table in TABLES.values():
        found = connection.execute(f"SELECT * FROM {table.name}").fetchall()
        names = [column[0] for column in connection.description or ()]
        rows = [dict(zip(names, values, strict=True)) for values in found]
        runs |= {row["run_id"] for row in rows}
        tables[table.name] = Counter(
            tuple(_timeless(str(value)) for name, value in row.items() if name not in _UNTOLD_COLUMNS)
            for row in rows
            if row["run_id"] not in before
        )
    return tables, runs


def _materialized(instance: DagsterInstance, before: frozenset[str]) -> frozenset[tuple[str, str]]:
    found = set()
    for key in instance.all_asset_keys():
        for record in instance.fetch_materializations(key, limit=_PAGE_SIZE).records:
            if record.run_id not in before:
                found.add((key.to_user_string(), record.partition_key or ""))
    return frozenset(found)


def _evaluated(instance: DagsterInstance, before: frozenset[str]) -> dict[tuple[str, str], bool]:
    found: dict[tuple[str, str], bool] = {}
    for key in check_keys():
        history = instance.event_log_storage.get_asset_check_execution_history(key, limit=_PAGE_SIZE)
        for record in sorted(history, key=lambda record: record.id):
            data = record.event.get_dagster_event().event_specific_data if record.event else None
            if record.run_id not in before and hasattr(data, "passed"):
                found[f"{AssetKey(key.asset_key.path).to_user_string()}:{key.name}", data.partition or ""] = data.passed  # type: ignore[union-attr]
    return found
