from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wiki_assets.audit.fragments import (
    FragmentUnusableError,
    FragmentVanishedError,
    append,
    list_fragments,
    read_fragment,
    serialize,
    to_arrow,
    write_fragment,
)
from wiki_assets.audit.mapping import page_row
from wiki_assets.audit.stamps import AuditRow
from wiki_assets.audit.tables import TABLES
from wiki_assets.errors import AuditError

from .samples import call_row, every_kind_of_row, page, stamp


def test_the_same_rows_written_twice_are_one_file(audit: Path) -> None:
    rows = [call_row(1), call_row(2)]
    name = append(audit, "llm_calls", rows)
    assert append(audit, "llm_calls", rows) == name
    assert list_fragments(audit, "llm_calls") == [name]
    assert name.startswith("20260101T120000000000Z-")


def test_other_rows_are_another_file(audit: Path) -> None:
    append(audit, "llm_calls", [call_row(1)])
    append(audit, "llm_calls", [call_row(2)])
    assert len(list_fragments(audit, "llm_calls")) == 2


def test_names_sort_by_utc_whatever_the_time_zone_of_the_stamp(audit: Path) -> None:
    abroad = replace(call_row(1), recorded_at=datetime(2026, 1, 1, 14, 0, tzinfo=timezone(timedelta(hours=2))))
    assert append(audit, "llm_calls", [abroad]).startswith("20260101T120000000000Z-")


def test_no_rows_write_no_file(audit: Path) -> None:
    assert append(audit, "llm_calls", []) == ""
    assert not audit.exists()


def test_rows_of_another_table_are_refused(audit: Path) -> None:
    with pytest.raises(AuditError, match="PageRow cannot be recorded"):
        append(audit, "llm_calls", [page_row(page(), (), stamp())])
    with pytest.raises(AuditError, match="no table 'pagse'"):
        append(audit, "pagse", [page_row(page(), (), stamp())])
    assert not audit.exists()


def test_a_value_that_does_not_fit_is_refused_and_leaves_nothing(audit: Path) -> None:
    with pytest.raises(AuditError, match="does not fit"):
        append(audit, "llm_calls", [replace(call_row(1), prompt_tokens=2**70)])
    assert not audit.exists()


def test_a_folder_that_cannot_be_written_is_named(audit: Path) -> None:
    audit.parent.mkdir(parents=True)
    audit.write_text("a file, not a folder")
    with pytest.raises(AuditError, match="cannot be written"):
        append(audit, "llm_calls", [call_row(1)])


def test_a_half_written_file_is_never_listed(audit: Path) -> None:
    append(audit, "llm_calls", [call_row(1)])
    (audit / "llm_calls" / ".20260101T120000000000Z-00.parquet.abc.part").write_bytes(b"half")
    (audit / "llm_calls" / ".hidden.parquet").write_bytes(b"half")
    assert len(list_fragments(audit, "llm_calls")) == 1


def _as_read(audit: Path, table: str, rows: list[AuditRow]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = read_fragment(audit, TABLES[table], append(audit, table, rows)).to_pylist()
    return found


def _as_given(rows: list[AuditRow]) -> list[dict[str, Any]]:
    return [{name: list(value) if isinstance(value, tuple) else value for name, value in asdict(row).items()} for row in rows]


def test_every_kind_of_row_reads_back_as_it_was_given(audit: Path) -> None:
    for table, rows in every_kind_of_row(stamp()).items():
        assert _as_read(audit, table, rows) == _as_given(rows)


_TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
_VALUES: dict[pa.DataType, st.SearchStrategy[Any]] = {
    pa.string(): _TEXTS,
    pa.int64(): st.integers(-(2**63), 2**63 - 1),
    pa.float64(): st.floats(allow_nan=False),
    pa.bool_(): st.booleans(),
    pa.timestamp("us", tz="UTC"): st.datetimes(datetime(2000, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC)),
    pa.list_(pa.string()): st.lists(_TEXTS, max_size=3).map(tuple),
    pa.list_(pa.int64()): st.lists(st.integers(0, 9), max_size=3).map(tuple),
}


@st.composite
def _rows(draw: Callable[[st.SearchStrategy[Any]], Any]) -> tuple[str, list[AuditRow]]:
    table = TABLES[draw(st.sampled_from(sorted(TABLES)))]
    value = {field.name: _VALUES[field.type] | st.none() if field.nullable else _VALUES[field.type] for field in table.schema}
    return table.name, draw(st.lists(st.builds(table.row, **value), min_size=1, max_size=3))


@given(_rows())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_any_row_reads_back_as_it_was_given(audit: Path, drawn: tuple[str, list[AuditRow]]) -> None:
    table, rows = drawn
    assert _as_read(audit, table, rows) == _as_given(rows)


def test_names_of_files_that_are_not_utf8_are_spelled_out(audit: Path) -> None:
    (found,) = _as_read(audit, "llm_calls", [call_row(1, text=b"caf\xe9.pdf".decode("utf-8", "surrogateescape"))])
    assert found["error"] == "caf\\udce9.pdf"


def _damage(path: Path, data: bytes) -> str:
    path.write_bytes(data)
    return path.name


def test_a_torn_fragment_is_told_apart(audit: Path) -> None:
    name = append(audit, "llm_calls", [call_row(n) for n in range(50)])
    path = audit / "llm_calls" / name
    whole = path.read_bytes()
    for torn in (whole[:-10], whole[: len(whole) // 2], b"", whole[:100] + bytes([whole[100] ^ 1]) + whole[101:]):
        with pytest.raises(FragmentUnusableError, match="do not match its name"):
            read_fragment(audit, TABLES["llm_calls"], _damage(path, torn))


def test_a_foreign_file_is_told_apart(audit: Path) -> None:
    folder = audit / "llm_calls"
    folder.mkdir(parents=True)
    with pytest.raises(FragmentUnusableError, match="its name is not one"):
        read_fragment(audit, TABLES["llm_calls"], _damage(folder / "export.parquet", b"PAR1"))
    for data, why in [
        (b"not parquet", "cannot be read"),
        (serialize(pa.table({"x": [1]})), "does not know: x"),
        (serialize(to_arrow(TABLES["llm_calls"], [call_row(1)]).drop_columns(["run_id"])), "'run_id'"),
        (serialize(to_arrow(TABLES["llm_calls"], [call_row(1)]).set_column(2, "slug", pa.array([5]))), "'slug'"),
    ]:
        name = write_fragment(audit, "llm_calls", datetime(2026, 1, 1, tzinfo=UTC), data)
        with pytest.raises(FragmentUnusableError, match=why):
            read_fragment(audit, TABLES["llm_calls"], name)


def test_a_fragment_from_before_a_column_existed_reads_as_null(audit: Path) -> None:
    rows = every_kind_of_row(stamp())["promotions"]
    older = to_arrow(TABLES["promotions"], rows).drop_columns(["guard_version"])
    name = write_fragment(audit, "promotions", datetime(2026, 1, 1, tzinfo=UTC), serialize(older))
    assert read_fragment(audit, TABLES["promotions"], name).column("guard_version").to_pylist() == [None]


def test_a_fragment_that_is_gone_is_not_called_damaged(audit: Path) -> None:
    with pytest.raises(FragmentVanishedError):
        read_fragment(audit, TABLES["llm_calls"], "20260101T120000000000Z-00000000000000000000.parquet")


def test_fragments_can_be_read_by_any_parquet_reader(audit: Path) -> None:
    name = append(audit, "llm_calls", [call_row(1)])
    assert pq.read_table(audit / "llm_calls" / name).num_rows == 1
