from __future__ import annotations

import contextlib
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import duckdb
import pytest
from filelock import FileLock

from wiki_assets.audit import folding
from wiki_assets.audit.folding import fold, rebuild
from wiki_assets.audit.fragments import append, list_fragments
from wiki_assets.audit.tables import TABLES
from wiki_assets.errors import AuditError, StoreLockedError

from .samples import ask, call_row, contents, every_kind_of_row, opened_elsewhere, page, record_page, stamp


def _append_all(audit: Path, hours: float) -> int:
    rows = every_kind_of_row(stamp(hours))
    for table, of_table in rows.items():
        append(audit, table, of_table)
    return sum(len(of_table) for of_table in rows.values())


def test_the_first_folding_makes_the_database(audit: Path, database: Path) -> None:
    expected = _append_all(audit, 0)
    folded = fold(audit, database)
    assert (folded.rows, folded.fragments, folded.skipped, folded.postponed) == (expected, len(TABLES), (), False)
    assert Counter(folded.added) == Counter({table: len(rows) for table, rows in contents(database).items()})
    assert sorted(path.name for path in database.parent.iterdir()) == ["audit", "audit.duckdb"]


def test_nothing_recorded_yet_makes_empty_tables(audit: Path, database: Path) -> None:
    assert fold(audit, database).rows == 0
    assert all(not rows for rows in contents(database).values())


def test_folding_twice_changes_nothing(audit: Path, database: Path) -> None:
    _append_all(audit, 0)
    fold(audit, database)
    before = contents(database)
    again = fold(audit, database)
    assert (again.rows, again.fragments) == (0, 0)
    assert contents(database) == before


def test_only_new_fragments_are_read(audit: Path, database: Path) -> None:
    append(audit, "llm_calls", [call_row(1)])
    fold(audit, database)
    append(audit, "llm_calls", [call_row(2), call_row(3)])
    folded = fold(audit, database)
    assert (folded.fragments, folded.added["llm_calls"]) == (1, 2)


def test_a_later_run_adds_its_events_but_not_the_same_content_again(audit: Path, database: Path) -> None:
    _append_all(audit, 0)
    fold(audit, database)
    _append_all(audit, 1)
    added = {table: count for table, count in fold(audit, database).added.items() if count}
    assert added == {"documents": 1, "promotions": 1, "conflicts": 1, "calibrations": 2, "reanchorings": 2, "llm_calls": 2}
    stamps = ask(database, "SELECT DISTINCT run_id, hour(recorded_at), hour(last_recorded_at) FROM pages UNION SELECT 'x', 0, 0")
    assert set(stamps) == {("run-0", 12, 13), ("x", 0, 0)}


def test_a_step_that_is_retried_in_its_run_records_its_events_once_but_pays_for_each_call(audit: Path, database: Path) -> None:
    for hours in (0, 1):
        for table, rows in every_kind_of_row(stamp(hours, run_id="one run")).items():
            append(audit, table, rows)
    fold(audit, database)
    counts = {table: len(rows) for table, rows in contents(database).items()}
    assert (counts["documents"], counts["promotions"], counts["conflicts"], counts["llm_calls"]) == (1, 1, 1, 4)


def test_the_earliest_of_equal_rows_is_kept_even_when_it_arrives_late(audit: Path, database: Path) -> None:
    later, earlier = every_kind_of_row(stamp(5))["pages"][0], every_kind_of_row(stamp(1))["pages"][0]
    append(audit, "pages", [later])
    fold(audit, database)
    append(audit, "pages", [earlier])
    assert fold(audit, database).rows == 0
    assert ask(database, "SELECT run_id, hour(recorded_at), hour(last_recorded_at) FROM pages") == [("run-1", 13, 17)]


def test_hostile_text_survives_and_does_no_harm(audit: Path, database: Path) -> None:
    texts = [
        "'; DROP TABLE claims; --",
        'a "quoted" \\ word',
        "nul \0 inside",
        "\U0001f600 é ﬁ \u202e",
        "x" * 3_000_000,
        "",
        "$1 %s {x} \n\t\r",
    ]
    append(audit, "llm_calls", [call_row(n, text=text) for n, text in enumerate(texts)])
    fold(audit, database)
    assert [text for (text,) in ask(database, "SELECT error FROM llm_calls ORDER BY ordinal")] == texts
    assert ask(database, "SELECT count(*) FROM claims") == [(0,)]


def test_an_unusable_fragment_is_named_skipped_and_left(audit: Path, database: Path, caplog: pytest.LogCaptureFixture) -> None:
    whole = append(audit, "llm_calls", [call_row(1)])
    torn = append(audit, "llm_calls", [call_row(2)])
    data = (audit / "llm_calls" / torn).read_bytes()
    (audit / "llm_calls" / torn).write_bytes(data[:-20])
    with caplog.at_level(logging.WARNING):
        folded = fold(audit, database)
    assert (folded.rows, folded.fragments, len(folded.skipped)) == (1, 1, 1)
    assert torn in folded.skipped[0]
    assert torn in caplog.text
    assert list_fragments(audit, "llm_calls") == sorted([whole, torn])
    (audit / "llm_calls" / torn).write_bytes(data)
    assert fold(audit, database).rows == 1, "a fragment that was restored is folded"


def test_a_persons_shell_delays_the_folding_and_loses_nothing(audit: Path, database: Path) -> None:
    append(audit, "llm_calls", [call_row(1)])
    fold(audit, database)
    append(audit, "llm_calls", [call_row(2)])
    for read_only in (True, False):
        with opened_elsewhere(database, read_only=read_only) as shell:
            began = time.monotonic()
            folded = fold(audit, database, wait_seconds=0.2)
            assert folded.postponed
            assert str(shell.pid) in folded.reason
            assert folded.rows == 0
            assert time.monotonic() - began < 2
            append(audit, "llm_calls", [call_row(3)])  # a build goes on
            with pytest.raises(StoreLockedError, match="held by another process"):
                rebuild(audit, database, wait_seconds=0.1)
    folded = fold(audit, database)
    assert (folded.postponed, folded.rows) == (False, 2)


def test_a_shell_that_closes_in_time_does_not_postpone(audit: Path, database: Path) -> None:
    append(audit, "llm_calls", [call_row(1)])
    fold(audit, database)
    append(audit, "llm_calls", [call_row(2)])
    with opened_elsewhere(database, read_only=True) as shell:
        assert shell.stdin is not None
        timer = threading.Timer(0.3, shell.stdin.close)
        timer.start()
        folded = fold(audit, database, wait_seconds=5)
        timer.join()
        shell.stdin = None
    assert (folded.postponed, folded.rows) == (False, 1)


def test_a_reader_in_the_same_process_postpones_too(audit: Path, database: Path) -> None:
    fold(audit, database)
    with contextlib.closing(duckdb.connect(database, read_only=True)):
        assert fold(audit, database, wait_seconds=0.1).postponed


def test_another_folding_that_takes_long_postpones_this_one(audit: Path, database: Path) -> None:
    audit.mkdir(parents=True)
    with FileLock(audit / ".lock"):
        folded = fold(audit, database, wait_seconds=0.1)
    assert folded.postponed
    assert "Another process" in folded.reason


_FOLD = """
import sys
from pathlib import Path
from wiki_assets.audit.folding import fold
print(fold(Path(sys.argv[1]), Path(sys.argv[2]), 20).rows)
"""


def _folding_process(audit: Path, database: Path, program: str = _FOLD) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", program, str(audit), str(database)], stdout=subprocess.PIPE, text=True)


def test_two_processes_that_fold_at_once_add_every_row_once(audit: Path, database: Path) -> None:
    for n in range(40):
        append(audit, "llm_calls", [call_row(n)])
    processes = [_folding_process(audit, database) for _ in range(2)]
    rows = sorted(int(process.communicate()[0]) for process in processes)
    assert rows == [0, 40]
    assert ask(database, "SELECT count(*) FROM llm_calls") == [(40,)]


_FOLD_AND_DIE = """
import os, signal, sys
from pathlib import Path
from wiki_assets.audit import folding
counted = []
def dying(connection, table, fragments, note=folding.note_fragments):
    note(connection, table, fragments)
    counted.append(table.name)
    if len(counted) == 3:
        os.kill(os.getpid(), signal.SIGKILL)
folding.note_fragments = dying
folding.fold(Path(sys.argv[1]), Path(sys.argv[2]))
"""


@pytest.mark.parametrize("fresh", [True, False], ids=["while the database is made", "while rows are added"])
def test_a_folding_that_is_killed_leaves_all_or_nothing(audit: Path, database: Path, fresh: bool) -> None:
    if not fresh:
        _append_all(audit, 0)
        fold(audit, database)
    expected = _append_all(audit, 1)
    before = None if fresh else contents(database)
    process = _folding_process(audit, database, _FOLD_AND_DIE)
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    assert (contents(database) if database.exists() else None) == before
    assert not fold(audit, database).postponed
    rebuilt = database.with_name("other.duckdb")
    rebuild(audit, rebuilt)
    assert contents(database) == contents(rebuilt)
    assert sum(len(rows) for rows in contents(database).values()) >= expected


def test_a_step_that_dies_before_the_folding_has_recorded_its_rows(audit: Path, database: Path) -> None:
    program = (
        "import os, signal, sys; from pathlib import Path; sys.path.insert(0, sys.argv[3]);"
        "from wiki_assets.audit.fragments import append; from wiki_assets.audit.mapping import llm_call_rows;"
        "from wiki_assets.audit.stamps import Stamp; from wiki_assets.concepts.model import ModelCall;"
        "call = ModelCall(slug='s', purpose='p', model='m', prompt_version='1', prompt_sha256='', outcome='ok');"
        "append(Path(sys.argv[1]), 'llm_calls', llm_call_rows([call], Stamp.now('r'))); os.kill(os.getpid(), signal.SIGKILL)"
    )
    assert subprocess.run([sys.executable, "-c", program, str(audit), "", ""], check=False).returncode == -signal.SIGKILL
    assert fold(audit, database).added["llm_calls"] == 1


def test_a_failure_half_way_leaves_nothing_half_written(audit: Path, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _append_all(audit, 0)
    fold(audit, database)
    before = contents(database)
    expected = _append_all(audit, 1)

    def full_disk(*_: object) -> None:
        raise duckdb.IOException("No space left on device")

    with monkeypatch.context() as patched:
        patched.setitem(folding.__dict__, "note_fragments", full_disk)
        with pytest.raises(AuditError, match="No space left"):
            fold(audit, database)
    assert contents(database) == before
    assert 0 < fold(audit, database).rows < expected


def test_nobody_sees_a_half_written_table(audit: Path, database: Path) -> None:
    """Every fragment holds a page with its report and its claims; whoever reads beside foldings finds all three or none."""
    record_page(audit, page("slug-0"), 0)
    fold(audit, database)
    program = (
        "import sys, time; from pathlib import Path; from wiki_assets.audit.folding import fold\n"
        "while not Path(sys.argv[2] + '.stop').exists(): fold(Path(sys.argv[1]), Path(sys.argv[2]), 5); time.sleep(0.02)"
    )
    process = _folding_process(audit, database, program)
    seen = set()
    try:
        for n in range(1, 12):
            record_page(audit, page(f"slug-{n}"), n)
            with contextlib.suppress(duckdb.IOException):
                query = "SELECT (SELECT count(*) FROM pages), (SELECT count(*) FROM _fragments WHERE table_name = 'pages')"
                seen.add(ask(database, query)[0])
            time.sleep(0.02)
    finally:
        Path(f"{database}.stop").touch()
        process.communicate()
    assert all(pages == fragments for pages, fragments in seen)
    fold(audit, database)
    assert ask(database, "SELECT count(*) FROM pages") == [(12,)]


def test_rebuilding_gives_the_same_tables(audit: Path, database: Path) -> None:
    _append_all(audit, 0)
    fold(audit, database)
    _append_all(audit, 1)
    fold(audit, database)
    before = contents(database)
    rebuild(audit, database)
    assert contents(database) == before


@pytest.mark.parametrize("damage", [b"garbage" * 5000, b""], ids=["foreign", "empty"])
def test_a_damaged_database_names_the_way_out_which_works(audit: Path, database: Path, damage: bytes) -> None:
    _append_all(audit, 0)
    fold(audit, database)
    before = contents(database)
    database.write_bytes(damage)
    with pytest.raises(AuditError, match="wiki audit rebuild"):
        fold(audit, database)
    rebuild(audit, database)
    assert contents(database) == before


def test_a_flipped_block_of_the_database_is_an_audit_error(audit: Path, database: Path) -> None:
    _append_all(audit, 0)
    fold(audit, database)
    data = bytearray(database.read_bytes())
    data[4096:] = bytes(byte ^ 0xFF for byte in data[4096:])
    database.write_bytes(data)
    with pytest.raises(AuditError, match="wiki audit rebuild"):
        fold(audit, database)
    rebuild(audit, database)
    assert ask(database, "SELECT count(*) FROM pages") == [(1,)]


def test_a_log_left_by_an_older_database_is_not_applied_to_a_rebuilt_one(audit: Path, database: Path) -> None:
    append(audit, "llm_calls", [call_row(1)])
    fold(audit, database)
    program = (
        'import duckdb, os, signal, sys; c = duckdb.connect(sys.argv[2]); c.execute("PRAGMA disable_checkpoint_on_shutdown");'
        "c.execute('CREATE TABLE mine (x INTEGER)'); os.kill(os.getpid(), signal.SIGKILL)"
    )
    _folding_process(audit, database, program).communicate()
    assert database.with_name("audit.duckdb.wal").exists()
    rebuild(audit, database)
    assert not database.with_name("audit.duckdb.wal").exists()
    assert ask(database, "SELECT count(*) FROM duckdb_tables() WHERE table_name = 'mine'") == [(0,)]


def test_a_folder_in_place_of_the_database_is_an_audit_error(audit: Path, database: Path) -> None:
    database.mkdir(parents=True)
    with pytest.raises(AuditError, match=r"audit\.duckdb"):
        fold(audit, database)
    with pytest.raises(AuditError, match="cannot be written"):
        rebuild(audit, database)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_an_unwritable_audit_folder_is_an_audit_error(audit: Path, database: Path) -> None:
    audit.mkdir(parents=True)
    audit.chmod(0o500)
    with pytest.raises(AuditError, match="cannot be used"):
        fold(audit, database)
    audit.chmod(0o700)


def test_a_file_in_place_of_the_audit_folder_is_an_audit_error(audit: Path, database: Path) -> None:
    audit.parent.mkdir(parents=True)
    audit.write_text("a file")
    with pytest.raises(AuditError, match="cannot be used"):
        fold(audit, database)
