"""Boundaries of a real build: every point at which its home has changed, or is about to change.

Belongs here: wrapping, in the process that is to be killed, whatever writes; counting; the kill. Does not belong here: builds or
comparisons. The product has no hook: it is wrapped from outside.
"""

from __future__ import annotations

import functools
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dagster._core.storage.event_log.sql_event_log import SqlEventLogStorage
from dagster._core.storage.event_log.sqlite.sqlite_event_log import SqliteEventLogStorage
from dagster._core.storage.runs.sql_run_storage import SqlRunStorage

from wiki_assets.audit import folding
from wiki_assets.retrieval.edge import EmbeddedStore

Reach = Callable[[str], None]

RUN_BEGINS = "before a run"

_PASSING = (".lock", ".part")
"""Files that come and go around every write and hold nothing, as do those whose name begins with a dot."""


class Boundaries:
    """Counts the boundaries that this process reaches, and kills it at one of them."""

    def __init__(self, home: Path, kill_at: int = 0, seen: Reach | None = None, dying: Reach | None = None) -> None:
        """Nothing is wrapped yet.

        Args:
            home: Only files below it count.
            kill_at: Number of the boundary to die at, from 1; 0 for none.
            seen: Is told the name of each boundary, in order.
            dying: Is told the name of the last one.
        """
        self.count = 0
        self._home = os.fspath(home)
        self._kill_at = kill_at
        self._seen = seen
        self._dying = dying
        self._lock = threading.Lock()

    def reach(self, name: str) -> None:
        """One boundary. Does not return from the one to die at."""
        with self._lock:
            self.count += 1
            if self._seen:
                self._seen(name)
            if self.count == self._kill_at:
                if self._dying:
                    self._dying(name)
                os.kill(os.getpid(), signal.SIGKILL)

    def wrap(self) -> None:
        """Wraps everything that writes, for the rest of this process."""
        self._wrap_files()
        self._wrap_vectors()
        self._wrap_audit()
        self._wrap_dagster()

    def _wrap_files(self) -> None:
        for name in ("replace", "rename"):
            _around(os, name, self._around_rename)
        for name in ("unlink", "remove"):
            _around(os, name, self._after_removal)

    @contextmanager
    def _around_rename(self, source: Any, target: Any, **_: Any) -> Iterator[None]:
        shown = self._shown(target)
        if shown:
            self.reach(f"before the rename of {shown}")
        yield
        if shown:
            self.reach(f"after the rename of {shown}")

    @contextmanager
    def _after_removal(self, path: Any, **_: Any) -> Iterator[None]:
        shown = self._shown(path)
        there = bool(shown) and Path(path).exists()
        yield
        if there:
            self.reach(f"after the removal of {shown}")

    def _shown(self, path: Any) -> str:
        name = os.fspath(path)
        if not isinstance(name, str) or not name.startswith(self._home) or name.endswith(_PASSING):
            return ""
        shown = Path(name).relative_to(self._home)
        if shown.name.startswith("."):
            return ""
        # Audit fragments and events of the log have names that begin with the time.
        return (shown.parent if shown.name[:8].isdecimal() else shown).as_posix()

    def _wrap_vectors(self) -> None:
        opened = EmbeddedStore._open
        reach = self.reach

        def counting(store: EmbeddedStore, deadline: float) -> Any:
            return _CountingShard(opened(store, deadline), reach)

        EmbeddedStore._open = counting  # type: ignore[method-assign]

    def _wrap_audit(self) -> None:
        for name in ("merge_rows", "note_fragments"):
            _around(folding, name, self._named(name, before=False))
        # Between the two lies the commit.
        _around(folding, "_fold_into", self._named("the commit of the folding", before=False))

    def _wrap_dagster(self) -> None:
        _around(SqliteEventLogStorage, "store_event", self._around_event)
        # Within the storing of one event: the run's own file has it, the index of assets or checks has not.
        _around(SqlEventLogStorage, "_store_asset_event_tags", self._named("an asset's event in the index", before=True))
        _around(SqlEventLogStorage, "store_asset_check_event", self._named("a check's event in the index", before=True))
        _around(SqlEventLogStorage, "add_dynamic_partitions", self._named("partition keys", before=True))
        _around(SqlRunStorage, "add_run", self._named("a run", before=True))
        _around(SqlRunStorage, "handle_run_event", self._named("a run's status", before=False))

    @contextmanager
    def _around_event(self, _storage: Any, event: Any) -> Iterator[None]:
        kind = event.dagster_event.event_type_value if event.is_dagster_event else "a line of log"
        step = event.step_key or ""
        self.reach(f"before the event {kind} {step}")
        yield
        self.reach(f"after the event {kind} {step}")

    def _named(self, name: str, *, before: bool) -> Callable[..., Any]:
        @contextmanager
        def around(*_: Any, **__: Any) -> Iterator[None]:
            if before:
                self.reach(f"before {name}")
            yield
            self.reach(f"after {name}")

        return around


class _CountingShard:
    """The vector engine's open folder, every change of which is a boundary."""

    def __init__(self, shard: Any, reach: Reach) -> None:
        self._shard = shard
        self._reach = reach

    def __getattr__(self, name: str) -> Any:
        call = getattr(self._shard, name)
        if name not in ("update", "optimize", "flush", "close"):
            return call

        def counted(*arguments: Any) -> Any:
            answer = call(*arguments)
            self._reach(f"after {name} of the vectors")
            return answer

        return counted


def _around(owner: Any, name: str, around: Callable[..., Any]) -> None:
    """Puts a context manager, made from the same arguments, around a function of a module or class."""
    wrapped = getattr(owner, name)

    @functools.wraps(wrapped)
    def within(*arguments: Any, **named: Any) -> Any:
        with around(*arguments, **named):
            return wrapped(*arguments, **named)

    setattr(owner, name, within)
