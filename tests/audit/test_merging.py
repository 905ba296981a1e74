from __future__ import annotations

import contextlib
import logging
import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wiki_assets.audit import merging
from wiki_assets.audit.fragments import append, list_fragments, to_arrow
from wiki_assets.audit.merging import FragmentReader, merge_rows
from wiki_assets.audit.schema import MIGRATIONS, migrate
from wiki_assets.audit.tables import TABLES

from .samples import NOON, call_row, every_kind_of_row, stamp

PAGES = TABLES["pages"]


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with contextlib.closing(duckdb.connect()) as opened:
        migrate(opened, MIGRATIONS)
        yield opened


def _merged(connection: duckdb.DuckDBPyConnection, *batches: pa.Table) -> list[tuple[Any, ...]]:
    connection.execute("DELETE FROM pages")
    for batch in batches:
        merge_rows(connection, PAGES, batch)
    return connection.execute("FROM pages ORDER BY ALL").fetchall()


_RECORDED = st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 3)), min_size=1, max_size=5)


@given(_RECORDED, st.randoms(use_true_random=False), st.integers(1, 2))
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_table_does_not_depend_on_the_order_or_the_number_of_merges(
    connection: duckdb.DuckDBPyConnection, recorded: list[tuple[str, int]], shuffled: random.Random, repeats: int
) -> None:
    given_row = every_kind_of_row(stamp())["pages"][0]
    rows = [
        replace(given_row, slug=slug, run_id=f"run-{hours}", recorded_at=NOON + timedelta(hours=hours))
        for slug, hours in recorded
    ]
    in_one = _merged(connection, to_arrow(PAGES, rows))
    one_by_one = [to_arrow(PAGES, [row]) for row in shuffled.sample(rows * repeats, len(rows) * repeats)]
    assert _merged(connection, *one_by_one) == in_one
    assert len(in_one) == len({slug for slug, _ in recorded})


def test_fragments_are_read_in_batches_of_bounded_size(audit: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [append(audit, "llm_calls", [call_row(n, text="x" * 1000)]) for n in range(7)]
    monkeypatch.setattr(merging, "_BATCH_BYTES", 2500)
    batches = list(FragmentReader(audit, TABLES["llm_calls"], {}).batches(sorted(names)))
    assert [rows.num_rows for _, rows in batches] == [3, 3, 1]
    assert [name for counts, _ in batches for name in counts] == sorted(names)


def test_a_fragment_that_vanished_is_noted_and_is_not_called_unusable(audit: Path, caplog: pytest.LogCaptureFixture) -> None:
    name = append(audit, "llm_calls", [call_row(1)])
    listed = list_fragments(audit, "llm_calls")
    (audit / "llm_calls" / name).unlink()
    reader = FragmentReader(audit, TABLES["llm_calls"], {})
    with caplog.at_level(logging.WARNING):
        assert list(reader.batches(listed)) == []
    assert (reader.vanished, reader.skipped, caplog.text) == (True, {}, "")


@pytest.mark.parametrize("name", TABLES)
def test_every_table_can_be_merged_into_twice(connection: duckdb.DuckDBPyConnection, name: str) -> None:
    rows = every_kind_of_row(stamp())[name]
    connection.execute(f"DELETE FROM {name}")
    for _ in range(2):
        merge_rows(connection, TABLES[name], to_arrow(TABLES[name], rows))
    assert connection.execute(f"SELECT count(*) FROM {name}").fetchall() == [(len(rows),)]
