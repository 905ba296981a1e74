"""Typed answers from the folded audit, for the command line. Connections are read-only and short.

Belongs here: questions a command asks. Does not belong here: the SQL that joins tables (`views`). Nothing that decides
anything may use this: the tables may lag behind the fragments.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import duckdb

from wiki_assets.audit.connection import DEFAULT_WAIT_SECONDS, open_database
from wiki_assets.audit.schema import MIGRATIONS, newer_than_known, schema_version
from wiki_assets.errors import AuditError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ClaimLineage:
    """Where one sentence comes from: its words, its source, and who judged and published it.

    All that belongs to the citation is None where the claim has none; the document's own columns are None where the audit
    does not know the document. `differences` and `sentences` are JSON; `replaced_…` is None where the claim was not cited anew. Times
    are UTC.
    """

    slug: str
    page_sha: str
    title: str | None
    ordinal: int
    section: str
    text: str
    quote: str | None
    bibkey: str | None
    chunk: int | None
    chunk_id: str | None
    page: int | None
    citation: int | None
    citations: int
    document_sha256: str | None
    document_file: str | None
    document_title: str | None
    parser: str | None
    parser_version: str | None
    chunker_version: str | None
    page_run_id: str | None
    composed_at: datetime | None
    composer: str | None
    composer_version: str | None
    model: str | None
    verdict: str
    rule: str
    explanation: str
    matched: str
    matched_start: int
    matched_end: int
    differences: str
    sentences: str | None
    guard_rule: str | None
    replaced_bibkey: str | None
    replaced_chunk: int | None
    replaced_verdict: str | None
    replaced_rule: str | None
    guard: str
    guard_version: str
    verdict_run_id: str
    judged_at: datetime
    decision: str | None
    decided_at: datetime | None
    promoted_at: datetime | None


@dataclass(frozen=True, slots=True)
class PageOverview:
    """The newest version of one page. The verdict is None where it has not been judged. Times are UTC."""

    slug: str
    title: str
    page_sha: str
    composer: str
    model: str
    claims: int
    grounded: int | None
    uncertain: int | None
    unsupported: int | None
    rate: float | None
    threshold: float | None
    passed: bool | None
    guard: str | None
    guard_version: str | None
    evidence_coverage: float | None
    copied_share: float | None
    bibkeys: list[str]
    reason: str
    published: bool
    published_page_sha: str | None
    published_since: datetime | None
    run_id: str
    recorded_at: datetime


@contextmanager
def open_for_reading(database: Path, wait_seconds: float = DEFAULT_WAIT_SECONDS) -> Iterator[duckdb.DuckDBPyConnection]:
    """A read-only connection. Close it soon: a folding cannot begin while it is open.

    Raises:
        StoreLockedError: A folding, or a person's shell that may write, holds the database for longer than `wait_seconds`.
        AuditError: There is no database yet, it is damaged, or another version made it.
    """
    if not database.exists():
        raise AuditError(
            f"There is no audit database {database} yet.", "Run `wiki build`, or `wiki audit rebuild` where fragments are there."
        )
    with open_database(database, read_only=True, wait_seconds=wait_seconds) as connection:
        _check_version(connection)
        yield connection


def claim_lineage(database: Path, slug: str, ordinal: int, page_sha: str = "") -> ClaimLineage | None:
    """Lineage of one claim, None where the audit knows none such.

    Args:
        database: The DuckDB file.
        slug: Slug of the page.
        ordinal: Which claim, from 0.
        page_sha: Which version; when empty the published one, since that is what a reader of the wiki sees, else the newest.

    Raises:
        StoreLockedError, AuditError: As `open_for_reading`.
    """
    with open_for_reading(database) as connection:
        found = _rows(
            connection,
            ClaimLineage,
            """
            FROM page_lineage WHERE slug = $slug AND ordinal = $ordinal AND page_sha = coalesce(
                nullif($page_sha, ''),
                (SELECT page_sha FROM published_pages WHERE slug = $slug),
                (SELECT page_sha FROM latest_pages WHERE slug = $slug)
            )
            """,
            {"slug": slug, "ordinal": ordinal, "page_sha": page_sha},
        )
    return found[0] if found else None


def ask(database: Path, sql: str) -> tuple[list[str], list[tuple[object, ...]]]:
    """Any question in SQL, on a read-only connection.

    Returns:
        Names of the columns, and the rows.

    Raises:
        StoreLockedError, AuditError: As `open_for_reading`; also where DuckDB does not understand the question.
    """
    with open_for_reading(database) as connection:
        try:
            answer = connection.execute(sql)
            return [str(column[0]) for column in answer.description or []], answer.fetchall()
        except duckdb.Error as error:
            raise AuditError(f"The audit cannot answer this: {error}", "`SHOW TABLES` lists tables and views.") from error


def page_overview(database: Path) -> list[PageOverview]:
    """The newest version of every page, by slug. Raises `StoreLockedError` or `AuditError` as `open_for_reading`."""
    with open_for_reading(database) as connection:
        return _rows(connection, PageOverview, "FROM latest_pages ORDER BY slug", {})


def _check_version(connection: duckdb.DuckDBPyConnection) -> None:
    version, known = schema_version(connection), MIGRATIONS[-1].version
    if version > known:
        raise newer_than_known(version, known)
    if version < known:
        raise AuditError(
            f"The audit database has schema version {version}, older than {known}.",
            "Run `wiki build` once; it brings it up to date.",
        )


def _rows(connection: duckdb.DuckDBPyConnection, shape: type[T], source: str, parameters: dict[str, object]) -> list[T]:
    """Rows of a view as instances of a dataclass whose fields are its columns."""
    columns = ", ".join(field.name for field in fields(shape))  # type: ignore[arg-type]
    found = connection.execute(f"SELECT {columns} {source}", parameters).fetchall()
    return [shape(*(_in_utc(value) for value in row)) for row in found]


def _in_utc(value: object) -> object:
    return value.replace(tzinfo=UTC) if isinstance(value, datetime) else value
