"""The record's fragments: immutable Parquet files, `<audit>/<table>/<time>-<content hash>.parquet`.

Belongs here: naming, writing, listing and reading one fragment. Does not belong here: merging (`compaction`) or the tables
made from them (`folding`).

A name is the time of the first row and the hash of the file's bytes. So the same rows written twice are one file, any number of
writers on any hosts need no lock, and a reader can tell a whole fragment from a torn one.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice

import pyarrow as pa
import pyarrow.parquet as pq

from wiki_assets.audit.record import Place, record_of
from wiki_assets.audit.stamps import AuditRow
from wiki_assets.audit.tables import TABLES, AuditTable
from wiki_assets.errors import ArtifactError, ArtifactMissingError, AuditError

_NAME = re.compile(r"\d{8}T\d{12}Z-(?P<hash>[0-9a-f]{20})\.parquet")
_HASH_LENGTH = 20  # 80 bits: two of a million fragments share one with a chance of about 4e-13


class FragmentUnusableError(AuditError):
    """A file among the fragments is torn, foreign, or of a newer version. It is named, left where it is, and skipped."""


class FragmentVanishedError(AuditError):
    """A fragment was listed and is gone: a compaction has merged it, so its rows are in another one."""


@dataclass(frozen=True, slots=True)
class ReadFragment:
    """One fragment and its rows, or why there are none."""

    name: str
    rows: pa.Table | FragmentUnusableError | FragmentVanishedError


def append(record: Place, table: str, rows: Sequence[AuditRow]) -> str:
    """Writes rows as one fragment; writing the same rows again changes nothing.

    Args:
        record: Where the fragments lie.
        table: One of `TABLES`.
        rows: Rows of that table; none at all write nothing.

    Returns:
        Name of the fragment, empty where there were no rows.

    Raises:
        AuditError: The table is unknown, a row belongs elsewhere or holds what cannot be stored, or the folder cannot be written.
        StorageUnavailableError: The record lies on a store that does not answer.
    """
    target = _table(table)
    if not rows:
        return ""
    data = serialize(to_arrow(target, rows))
    return write_fragment(record, table, min(row.recorded_at for row in rows).astimezone(UTC), data)


def to_arrow(table: AuditTable, rows: Sequence[AuditRow]) -> pa.Table:
    """Rows as an Arrow table of `table.schema`. Raises `AuditError`."""
    for row in rows:
        if type(row) is not table.row:
            raise AuditError(
                f"A {type(row).__name__} cannot be recorded in the audit table {table.name!r}.", f"It takes {table.row.__name__}."
            )
    try:
        columns = [pa.array([_storable(getattr(row, field.name)) for row in rows], type=field.type) for field in table.schema]
    except (pa.ArrowException, OverflowError, TypeError, ValueError) as error:
        raise AuditError(
            f"Rows of the audit table {table.name!r} hold a value that does not fit: {error}",
            "This is a defect; please report it.",
        ) from error
    return pa.Table.from_arrays(columns, schema=table.schema)


def serialize(table: pa.Table) -> bytes:
    """Parquet bytes. Equal tables give equal bytes."""
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="zstd")
    return bytes(sink.getvalue())


def write_fragment(record: Place, table: str, first: datetime, data: bytes) -> str:
    """Writes the bytes of one fragment under the name that follows from them. Raises `AuditError`."""
    name = f"{first:%Y%m%dT%H%M%S%f}Z-{_content_hash(data)}.parquet"
    backend = record_of(record).backend
    try:
        backend.write(f"{table}/{name}", data)
    except (ArtifactError, OSError) as error:
        raise AuditError(
            f"The audit cannot be written: {error}", f"Check that {backend.address} is a folder that can be written."
        ) from error
    return name


def list_fragments(record: Place, table: str) -> list[str]:
    """Names of what looks like fragments of a table, oldest first. Raises `AuditError` where the folder cannot be listed."""
    return sorted(sizes_of_fragments(record, table))


def sizes_of_fragments(record: Place, table: str) -> dict[str, int]:
    """What looks like fragments of a table: name to bytes. Raises `AuditError` where the folder cannot be listed."""
    start = len(table) + 1
    try:
        entries = [(entry.key[start:], entry.size) for entry in record_of(record).backend.entries(table, ".parquet")]
    except ArtifactError as error:
        raise AuditError(f"The audit cannot be listed: {error.what}", error.remedy) from error
    return {name: size for name, size in entries if "/" not in name}


def read_fragments(record: Place, table: AuditTable, names: Iterable[str]) -> Iterator[ReadFragment]:
    """Fragments one after the other, read some at a time. What cannot be used is told and not raised."""
    waiting = iter(names)
    while some := list(islice(waiting, record_of(record).backend.large_reads)):
        found = _read_together(record, table, some)
        for name in some:
            yield ReadFragment(name, _rows_or_why(record, table, name, found.get(f"{table.name}/{name}")))


def _read_together(record: Place, table: AuditTable, names: list[str]) -> Mapping[str, bytes]:
    try:
        return record_of(record).backend.read_many(f"{table.name}/{name}" for name in names)
    except ArtifactError:
        return {}  # one of them cannot be read: each by itself tells which


def _rows_or_why(
    record: Place, table: AuditTable, name: str, data: bytes | None
) -> pa.Table | FragmentUnusableError | FragmentVanishedError:
    try:
        return read_fragment(record, table, name) if data is None else _decoded(data, table, name)
    except (FragmentUnusableError, FragmentVanishedError) as error:
        return error


def read_fragment(record: Place, table: AuditTable, name: str) -> pa.Table:
    """One fragment as a table of `table.schema`; columns that it was written without are NULL.

    Raises:
        FragmentVanishedError: It is gone.
        FragmentUnusableError: It is torn, foreign, or written by a newer version.
    """
    try:
        data = record_of(record).backend.read(f"{table.name}/{name}")
    except ArtifactMissingError as error:
        raise _vanished(table, name) from error
    except ArtifactError as error:
        raise FragmentUnusableError(f"The audit fragment {table.name}/{name} cannot be read: {error.what}") from error
    return _decoded(data, table, name)


def _vanished(table: AuditTable, name: str) -> FragmentVanishedError:
    return FragmentVanishedError(f"The audit fragment {table.name}/{name} is gone.")


def _decoded(data: bytes, table: AuditTable, name: str) -> pa.Table:
    matched = _NAME.fullmatch(name)
    if matched is None:
        raise FragmentUnusableError(
            f"The file {table.name}/{name} is not a fragment of the audit (its name is not one).", "Move it elsewhere."
        )
    if matched["hash"] != _content_hash(data):
        raise FragmentUnusableError(
            f"The audit fragment {table.name}/{name} is damaged: its bytes do not match its name.", "Restore it from a copy."
        )
    return _fit(_parse(data, table, name), table, name)


def _parse(data: bytes, table: AuditTable, name: str) -> pa.Table:
    try:
        # Most fragments hold a few rows: handing columns to threads costs more than decoding them.
        return pq.ParquetFile(pa.BufferReader(data)).read(use_threads=False)
    except (pa.ArrowException, OSError) as error:
        raise FragmentUnusableError(
            f"The audit fragment {table.name}/{name} cannot be read: {error}", "Move it elsewhere."
        ) from error


def _fit(found: pa.Table, table: AuditTable, name: str) -> pa.Table:
    """Orders columns as in the schema and fills those that did not exist yet."""
    unknown = set(found.schema.names) - set(table.columns)
    if unknown:
        raise FragmentUnusableError(
            f"The audit fragment {table.name}/{name} has columns this version does not know: {', '.join(sorted(unknown))}.",
            "Fold with the version that wrote it.",
        )
    columns = []
    for field in table.schema:
        index = found.schema.get_field_index(field.name)
        if index < 0 and field.nullable:
            columns.append(pa.nulls(found.num_rows, field.type))
        elif index >= 0 and found.schema.field(index).equals(field):
            columns.append(found.column(index))
        else:
            raise FragmentUnusableError(
                f"The column {field.name!r} of the audit fragment {table.name}/{name} is not as expected.", "Move it elsewhere."
            )
    return pa.Table.from_arrays(columns, schema=table.schema)


def _table(name: str) -> AuditTable:
    try:
        return TABLES[name]
    except KeyError as error:
        raise AuditError(f"The audit has no table {name!r}.", f"It has {', '.join(TABLES)}.") from error


def _content_hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:_HASH_LENGTH]


def _storable(value: object) -> object:
    """The value, with lone surrogates spelled out: names of files that are not UTF-8 hold them, and Parquet cannot."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(value, tuple):
        return [_storable(part) for part in value]
    return value
