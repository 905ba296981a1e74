"""The record: immutable Parquet fragments, `<audit>/<table>/<time>-<content hash>.parquet`.

Belongs here: naming, writing, listing and reading one fragment. Does not belong here: merging (`compaction`) or the tables
made from them (`folding`).

A name is the time of the first row and the hash of the file's bytes. So the same rows written twice are one file, any number of
writers on any hosts need no lock, and a reader can tell a whole fragment from a torn one.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from wiki_assets.audit.rows import AuditRow
from wiki_assets.audit.tables import TABLES, AuditTable
from wiki_assets.errors import ArtifactError, AuditError
from wiki_assets.storage.artifacts import write_atomically

_NAME = re.compile(r"\d{8}T\d{12}Z-(?P<hash>[0-9a-f]{20})\.parquet")
_HASH_LENGTH = 20  # 80 bits: two of a million fragments share one with a chance of about 4e-13


class FragmentUnusableError(AuditError):
    """A file among the fragments is torn, foreign, or of a newer version. It is named, left where it is, and skipped."""


class FragmentVanishedError(AuditError):
    """A fragment was listed and is gone: a compaction has merged it, so its rows are in another one."""


def append(audit_folder: Path, table: str, rows: Sequence[AuditRow]) -> str:
    """Writes rows as one fragment; writing the same rows again changes nothing.

    Args:
        audit_folder: Folder of all fragments.
        table: One of `TABLES`.
        rows: Rows of that table; none at all write nothing.

    Returns:
        Name of the fragment, empty where there were no rows.

    Raises:
        AuditError: The table is unknown, a row belongs elsewhere or holds what cannot be stored, or the folder cannot be written.
    """
    target = _table(table)
    if not rows:
        return ""
    data = serialize(to_arrow(target, rows))
    return write_fragment(audit_folder / table, min(row.recorded_at for row in rows).astimezone(UTC), data)


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


def write_fragment(folder: Path, first: datetime, data: bytes) -> str:
    """Writes the bytes of one fragment under the name that follows from them. Raises `AuditError`."""
    name = f"{first:%Y%m%dT%H%M%S%f}Z-{_content_hash(data)}.parquet"
    try:
        write_atomically(folder / name, data)
    except (ArtifactError, OSError) as error:
        raise AuditError(
            f"The audit cannot be written: {error}", f"Check that {folder} is a folder that can be written."
        ) from error
    return name


def list_fragments(audit_folder: Path, table: str) -> list[str]:
    """Names of what looks like fragments of a table, oldest first. Raises `AuditError` where the folder cannot be listed."""
    try:
        return sorted(
            path.name for path in (audit_folder / table).iterdir() if path.suffix == ".parquet" and not path.name.startswith(".")
        )
    except FileNotFoundError:
        return []
    except OSError as error:
        raise AuditError(
            f"The audit folder {audit_folder / table} cannot be listed: {error.strerror}.", "Check its permissions."
        ) from error


def read_fragment(audit_folder: Path, table: AuditTable, name: str) -> pa.Table:
    """One fragment as a table of `table.schema`; columns that it was written without are NULL.

    Raises:
        FragmentVanishedError: It is gone.
        FragmentUnusableError: It is torn, foreign, or written by a newer version.
    """
    try:
        data = (audit_folder / table.name / name).read_bytes()
    except FileNotFoundError as error:
        raise FragmentVanishedError(f"The audit fragment {table.name}/{name} is gone.") from error
    except OSError as error:
        raise FragmentUnusableError(f"The audit fragment {table.name}/{name} cannot be read: {error.strerror}.") from error
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
