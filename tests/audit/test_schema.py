from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from wiki_assets.audit import folding, queries
from wiki_assets.audit.folding import fold, rebuild
from wiki_assets.audit.fragments import append
from wiki_assets.audit.mapping import conflict_rows
from wiki_assets.audit.schema import MIGRATIONS, Migration, migrate, schema_version
from wiki_assets.audit.tables import TABLES
from wiki_assets.audit.views import VIEWS, create_views
from wiki_assets.errors import AuditError

from .samples import a_conflict, ask, call_row, page, record_page, record_source, stamp

KNOWN = MIGRATIONS[-1].version
NEXT = (
    *MIGRATIONS,
    Migration(KNOWN + 1, "ALTER TABLE pages ADD COLUMN mood VARCHAR; UPDATE pages SET mood = 'calm'"),
)


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with contextlib.closing(duckdb.connect()) as opened:
        yield opened


def test_migrations_are_numbered_from_one_without_gaps() -> None:
    assert [migration.version for migration in MIGRATIONS] == list(range(1, len(MIGRATIONS) + 1))


def test_tables_have_the_columns_of_their_rows_with_the_same_types_and_nulls(connection: duckdb.DuckDBPyConnection) -> None:
    migrate(connection, MIGRATIONS)
    types = {"string": "VARCHAR", "int64": "BIGINT", "double": "DOUBLE", "bool": "BOOLEAN", "timestamp[us, tz=UTC]": "TIMESTAMP"}
    types |= {"list<item: string>": "VARCHAR[]", "list<item: int64>": "BIGINT[]"}
    for table in TABLES.values():
        described = connection.execute(
            "SELECT column_name, data_type, is_nullable FROM duckdb_columns() WHERE table_name = ?", [table.name]
        ).fetchall()
        expected = {(field.name, types[str(field.type)], field.nullable) for field in table.schema}
        assert set(described) == expected | {("last_recorded_at", "TIMESTAMP", False)}


def test_an_older_database_is_migrated_once_with_its_rows_and_views(
    audit: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record_page(audit, page(), 0)
    fold(audit, database)
    for module in (folding, queries):
        monkeypatch.setattr(module, "MIGRATIONS", NEXT)
    with pytest.raises(AuditError, match=f"older than {KNOWN + 1}"):
        queries.page_overview(database)
    fold(audit, database)
    fold(audit, database)
    assert ask(database, "SELECT slug, mood FROM pages") == [("circle-packing", "calm")]
    assert ask(database, "SELECT version FROM _schema_version ORDER BY version") == [
        (version,) for version in range(1, KNOWN + 2)
    ]
    assert [shown.slug for shown in queries.page_overview(database)] == ["circle-packing"]


def test_what_was_recorded_before_a_column_came_is_there_with_the_column_empty(audit: Path, database: Path) -> None:
    record_page(audit, page(), 0)
    with contextlib.closing(duckdb.connect(database)) as connection:
        migrate(connection, MIGRATIONS[:1])
        connection.execute(
            "INSERT INTO grounding_reports VALUES"
            " ('old', 'sha', 'content-5-gram', '1', 1.0, 0.5, true, 1, 1, 0, 0, 'run', '2025-01-01', '2025-01-01')"
        )
    fold(audit, database)
    query = "SELECT slug, repaired, evidence_coverage, copied_share FROM grounding_reports ORDER BY slug"
    assert ask(database, query) == [("circle-packing", 0, None, None), ("old", None, None, None)]


def test_conflicts_of_before_their_words_were_told_are_there_without_them(audit: Path, database: Path) -> None:
    append(audit, "conflicts", conflict_rows([a_conflict("circle-packing")], "sha", stamp(0)))
    with contextlib.closing(duckdb.connect(database)) as connection:
        migrate(connection, MIGRATIONS[:3])
        connection.execute(
            "INSERT INTO conflicts VALUES ('old', 'sha', 'adversative-1', 'but', 'A1', 1, 'it is', 'B2', 2, 'but no', 'run',"
            " '2025-01-01', '2025-01-01')"
        )
    fold(audit, database)
    query = "SELECT slug, kind, differing_a, differing_b, score, claim FROM conflicts ORDER BY slug"
    assert ask(database, query) == [
        ("circle-packing", "negation", "", "not", 0.75, None),
        ("old", None, None, None, None, None),
    ]


def test_a_newer_database_is_refused_and_left_as_it_is(audit: Path, database: Path) -> None:
    append(audit, "llm_calls", [call_row(1)])
    fold(audit, database)
    with contextlib.closing(duckdb.connect(database)) as connection:
        migrate(connection, NEXT)
    append(audit, "llm_calls", [call_row(2)])
    with pytest.raises(AuditError, match=f"schema version {KNOWN + 1}; this version of the product knows {KNOWN}"):
        fold(audit, database)
    with pytest.raises(AuditError, match=f"schema version {KNOWN + 1}"):
        queries.page_overview(database)
    assert ask(database, "SELECT count(*) FROM llm_calls") == [(1,)]
    rebuild(audit, database)
    assert ask(database, "SELECT count(*) FROM llm_calls") == [(2,)]


def test_a_migration_that_fails_leaves_the_database_as_it_was(connection: duckdb.DuckDBPyConnection) -> None:
    migrate(connection, MIGRATIONS)
    broken = (
        *MIGRATIONS,
        Migration(KNOWN + 1, "ALTER TABLE pages ADD COLUMN mood VARCHAR; ALTER TABLE nowhere ADD COLUMN x VARCHAR"),
    )
    connection.begin()
    with pytest.raises(duckdb.Error):
        migrate(connection, broken)
    connection.rollback()
    assert schema_version(connection) == KNOWN
    assert connection.execute("SELECT count(*) FROM duckdb_columns() WHERE column_name = 'mood'").fetchone() == (0,)


def test_views_are_replaced_when_their_text_changes_and_only_then(
    connection: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    migrate(connection, MIGRATIONS)
    create_views(connection)
    connection.execute("CREATE VIEW of_a_person AS SELECT 1 AS one")
    connection.execute("DROP VIEW model_costs")
    create_views(connection)
    assert connection.execute("SELECT count(*) FROM duckdb_views() WHERE view_name = 'model_costs'").fetchone() == (0,)
    monkeypatch.setitem(VIEWS, "model_costs", "SELECT 42 AS answer")
    create_views(connection)
    assert connection.execute("FROM model_costs").fetchall() == [(42,)]
    assert connection.execute("FROM of_a_person").fetchall() == [(1,)]


def test_documents_and_chunks_of_an_older_database_stay_with_the_new_columns_empty(audit: Path, database: Path) -> None:
    record_source(audit)
    with contextlib.closing(duckdb.connect(database)) as connection:
        migrate(connection, MIGRATIONS[:4])
        connection.execute(
            "INSERT INTO chunks VALUES ('old', 'B', 0, 'sha', '1', 'prose', 1, 1, [], 9, 'Words.', 'hash',"
            " 'run', '2025-01-01', '2025-01-01')"
        )
        connection.execute(
            "INSERT INTO documents VALUES ('B', 'sha', 'ok', '', 1, 'b.pdf', 9, 'application/pdf', 'p', '1', [], [], '', [], 0, '', '',"
            " 'run', '2025-01-01', '2025-01-01')"
        )
    fold(audit, database)
    assert ask(database, "SELECT place, marks, parent_id, sizing FROM chunks WHERE chunk_id = 'old'") == [
        (None, None, None, None)
    ]
    query = "SELECT arxiv_id, flag, pages_garbled, attachments, redaction_kinds, text_digest FROM documents WHERE bibkey = 'B'"
    assert ask(database, query) == [(None, None, None, None, None, None)]
    assert ask(database, "FROM redactions") == []
    assert len(ask(database, "FROM chunks")) == 3
