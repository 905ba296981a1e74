from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock

from wiki_assets.audit.compaction import compact
from wiki_assets.audit.folding import fold, rebuild
from wiki_assets.audit.fragments import append, list_fragments
from wiki_assets.errors import StoreLockedError

from .samples import ask, call_row, contents

MANY = 40


def _append_many(audit: Path) -> None:
    for n in range(MANY):
        append(audit, "llm_calls", [call_row(n, hours=n)])


def test_many_small_fragments_become_one_that_keeps_every_row(audit: Path, database: Path) -> None:
    _append_many(audit)
    fold(audit, database)
    before = contents(database)
    compacted = compact(audit)
    assert (compacted.merged, compacted.into, compacted.skipped) == (MANY, 1, ())
    (merged,) = list_fragments(audit, "llm_calls")
    assert merged.startswith("20260101T12"), "named after its first row"
    assert fold(audit, database).rows == 0
    assert contents(database) == before
    rebuild(audit, database)
    assert contents(database) == before


def test_compacting_before_the_folding_loses_nothing(audit: Path, database: Path) -> None:
    _append_many(audit)
    compact(audit)
    assert fold(audit, database).rows == MANY


def test_few_fragments_are_left_alone(audit: Path) -> None:
    name = append(audit, "llm_calls", [call_row(1)])
    assert compact(audit).merged == 0
    assert compact(audit).into == 0
    assert list_fragments(audit, "llm_calls") == [name]


def test_compacting_twice_changes_nothing_more(audit: Path) -> None:
    _append_many(audit)
    compact(audit)
    before = list_fragments(audit, "llm_calls")
    assert compact(audit).merged == 0
    assert list_fragments(audit, "llm_calls") == before


def test_an_unusable_fragment_is_named_and_never_removed(audit: Path) -> None:
    _append_many(audit)
    torn = list_fragments(audit, "llm_calls")[3]
    (audit / "llm_calls" / torn).write_bytes(b"torn")
    compacted = compact(audit)
    assert (compacted.merged, len(compacted.skipped)) == (MANY - 1, 1)
    assert torn in compacted.skipped[0]
    assert (audit / "llm_calls" / torn).read_bytes() == b"torn"


_COMPACT_AND_DIE = """
import os, signal, sys
from pathlib import Path
from wiki_assets.audit.compaction import compact
removed = []
def dying(path, missing_ok=False, unlink=Path.unlink):
    if path.suffix == ".parquet":
        removed.append(path)
        if len(removed) == int(sys.argv[2]):
            os.kill(os.getpid(), signal.SIGKILL)
    unlink(path, missing_ok)
Path.unlink = dying
compact(Path(sys.argv[1]))
"""


@pytest.mark.parametrize("removals", [1, MANY // 2])
def test_a_compaction_that_is_killed_loses_nothing(audit: Path, database: Path, removals: int) -> None:
    _append_many(audit)
    killed = subprocess.run([sys.executable, "-c", _COMPACT_AND_DIE, str(audit), str(removals)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert len(list_fragments(audit, "llm_calls")) == MANY + 1 - (removals - 1)
    assert fold(audit, database).added["llm_calls"] == MANY
    compact(audit)
    rebuild(audit, database)
    assert ask(database, "SELECT count(*), count(DISTINCT slug) FROM llm_calls") == [(MANY, MANY)]


def test_a_compaction_waits_for_a_folding_but_appending_does_not(audit: Path) -> None:
    audit.mkdir(parents=True)
    with FileLock(audit / ".lock"):
        _append_many(audit)
        with pytest.raises(StoreLockedError, match="folding or compacting"):
            compact(audit, wait_seconds=0.1)
    assert compact(audit).merged == MANY
