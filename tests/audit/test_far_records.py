"""The record on a store far away: the same tables as from a folder, and no row lost to compactions of two hosts at once."""

from __future__ import annotations

import socket
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.storage.object_server import ObjectServer, running_server, used_by_us
from wiki_assets.audit import compaction
from wiki_assets.audit.compaction import compact
from wiki_assets.audit.folding import fold, rebuild
from wiki_assets.audit.fragments import FragmentUnusableError, append, list_fragments, read_fragments
from wiki_assets.audit.record import Record, open_record
from wiki_assets.audit.tables import TABLES
from wiki_assets.errors import StorageUnavailableError
from wiki_assets.storage import answers

from .samples import ask, call_row, contents, every_kind_of_row, stamp

MANY = 4


@pytest.fixture(autouse=True)
def _few_fragments_are_compacted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compaction, "_LEAST_FRAGMENTS", 2)


@pytest.fixture(scope="module")
def object_server() -> Iterator[ObjectServer]:
    with running_server() as server:
        yield server


@pytest.fixture(params=["memory", "s3"])
def address(request: pytest.FixtureRequest, object_server: ObjectServer) -> Iterator[str]:
    if request.param == "s3":
        with used_by_us(object_server.url):
            yield object_server.new_bucket()
    else:
        yield f"memory://{uuid.uuid4().hex}"


@pytest.fixture
def record(address: str, tmp_path: Path) -> Record:
    return open_record(tmp_path / "home", address)


def test_appending_compacting_folding_and_rebuilding_give_the_same_tables_as_in_a_folder(
    record: Record, audit: Path, database: Path, tmp_path: Path
) -> None:
    far = tmp_path / "far.duckdb"
    for place, into in ((record, far), (audit, database)):
        for table, rows in every_kind_of_row(stamp()).items():
            append(place, table, rows)
        fold(place, into)
        for n in range(MANY):
            append(place, "llm_calls", [call_row(n, hours=n)])
    names = {table: list_fragments(record, table) for table in TABLES}
    assert names == {table: list_fragments(audit, table) for table in TABLES}, "names say what is in them, not where they lie"
    assert compact(record) == compact(audit)
    assert list_fragments(record, "llm_calls") == list_fragments(audit, "llm_calls") != names["llm_calls"]
    assert fold(record, far).rows == fold(audit, database).rows == MANY
    before = contents(far)
    assert before == contents(database)
    assert fold(record, far).fragments == 0
    rebuild(record, far)
    assert contents(far) == before


def test_a_torn_fragment_is_named_skipped_and_left(record: Record, database: Path) -> None:
    for n in range(MANY):
        append(record, "llm_calls", [call_row(n)])
    torn = list_fragments(record, "llm_calls")[3]
    record.backend.write(f"llm_calls/{torn}", b"torn")
    folded = fold(record, database)
    assert (folded.rows, len(folded.skipped)) == (MANY - 1, 1)
    assert torn in folded.skipped[0]
    assert torn in compact(record).skipped[0]
    assert torn in list_fragments(record, "llm_calls")


def test_a_fragment_that_vanished_between_listing_and_reading_is_passed_over(record: Record) -> None:
    names = [append(record, "llm_calls", [call_row(n)]) for n in range(3)]
    record.backend.delete([f"llm_calls/{names[1]}"])
    read = list(read_fragments(record, TABLES["llm_calls"], names))
    assert [one.name for one in read if not isinstance(one.rows, Exception)] == [names[0], names[2]]
    assert not isinstance(read[1].rows, FragmentUnusableError)


def test_two_hosts_that_compact_at_once_lose_no_row(
    address: str, tmp_path: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two more hosts compact, each after another one has listed and read what it is about to merge and remove."""
    here = open_record(tmp_path / "here", address)
    others = iter([open_record(tmp_path / "there", address), open_record(tmp_path / "elsewhere", address)])
    for n in range(MANY):
        append(here, "llm_calls", [call_row(n)])
    write = compaction.write_fragment

    def written_when_another_has_compacted(*arguments: object) -> str:
        if (other := next(others, None)) is not None:
            append(other, "llm_calls", [call_row(MANY + 1)])
            compact(other)
        return write(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(compaction, "write_fragment", written_when_another_has_compacted)
    for _ in range(3):
        compact(here)
    fold(here, database)
    assert next(others, None) is None
    assert ask(database, "SELECT count(*), count(DISTINCT slug) FROM llm_calls") == [(MANY + 1, MANY + 1)]


def test_locks_and_database_stay_in_the_home_folder(record: Record, database: Path, tmp_path: Path) -> None:
    append(record, "llm_calls", [call_row(1)])
    fold(record, database)
    assert sorted(
        path.relative_to(tmp_path / "home").as_posix() for path in (tmp_path / "home").rglob("*") if path.is_file()
    ) == [
        "audit.duckdb",
        "audit/.lock",
    ]


def test_a_store_that_does_not_answer_leaves_the_tables_as_they_were(
    audit: Path, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append(audit, "llm_calls", [call_row(1)])
    fold(audit, database)
    before = contents(database)
    monkeypatch.setattr(answers, "_FIRST_WAIT", 0.01)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with used_by_us(f"http://127.0.0.1:{port}"):
        record = open_record(tmp_path / "home", "s3://bucket/wiki")
        for work in (
            lambda: append(record, "llm_calls", [call_row(2)]),
            lambda: fold(record, database),
            lambda: rebuild(record, database),
            lambda: compact(record),
        ):
            with pytest.raises(StorageUnavailableError):
                work()
    assert contents(database) == before
