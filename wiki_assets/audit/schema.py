"""The history of the DuckDB schema: numbered migrations, applied in order, each once.

Belongs here: tables and columns. Does not belong here: views, which are replaced whenever their text changes (`views`).

A released migration is never edited; a change is a new one at the end. A column added later allows NULL, is None-able in
`rows`, and so leaves older fragments readable. Times are TIMESTAMP in UTC rather than TIMESTAMPTZ: a day is then the same day
in every person's shell, whatever its time zone, and no client needs a time zone library to read one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import duckdb

from wiki_assets.errors import AuditError


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema. `version` counts from 1; `statements` may be several, divided by semicolons."""

    version: int
    statements: str


# Every table ends with who recorded the row first and when, and when the same was last recorded.
_STAMP = "run_id VARCHAR NOT NULL, recorded_at TIMESTAMP NOT NULL, last_recorded_at TIMESTAMP NOT NULL"

MIGRATIONS: tuple[Migration, ...] = (
    Migration(
        1,
        f"""
        CREATE TABLE documents (
            bibkey VARCHAR NOT NULL, sha256 VARCHAR NOT NULL, status VARCHAR NOT NULL, reason VARCHAR NOT NULL,
            pages BIGINT NOT NULL, file VARCHAR NOT NULL, size BIGINT NOT NULL, media_type VARCHAR NOT NULL,
            parser VARCHAR NOT NULL, parser_version VARCHAR NOT NULL, pages_without_text BIGINT[] NOT NULL,
            pages_lost BIGINT[] NOT NULL, title VARCHAR NOT NULL, authors VARCHAR[] NOT NULL, year BIGINT NOT NULL,
            venue VARCHAR NOT NULL, doi VARCHAR NOT NULL,
            {_STAMP});
        CREATE TABLE chunks (
            chunk_id VARCHAR NOT NULL, bibkey VARCHAR NOT NULL, chunk BIGINT NOT NULL, document_sha256 VARCHAR NOT NULL,
            chunker_version VARCHAR NOT NULL, kind VARCHAR NOT NULL, page BIGINT NOT NULL, last_page BIGINT NOT NULL,
            section_path VARCHAR[] NOT NULL, tokens BIGINT NOT NULL, text VARCHAR NOT NULL, text_hash VARCHAR NOT NULL,
            {_STAMP});
        CREATE TABLE evidence (
            concept VARCHAR NOT NULL, rank BIGINT NOT NULL, bibkey VARCHAR NOT NULL, chunk BIGINT NOT NULL,
            page BIGINT NOT NULL, text VARCHAR NOT NULL, fingerprint VARCHAR NOT NULL, chunk_id VARCHAR NOT NULL,
            document_sha256 VARCHAR NOT NULL, text_hash VARCHAR NOT NULL, section_path VARCHAR[] NOT NULL,
            score DOUBLE NOT NULL, dense_rank BIGINT NOT NULL, sparse_rank BIGINT NOT NULL, embedder VARCHAR NOT NULL,
            {_STAMP});
        CREATE TABLE pages (
            slug VARCHAR NOT NULL, page_sha VARCHAR NOT NULL, title VARCHAR NOT NULL, description VARCHAR NOT NULL,
            composer VARCHAR NOT NULL, composer_version VARCHAR NOT NULL, model VARCHAR NOT NULL,
            evidence_fingerprint VARCHAR NOT NULL, definition_hash VARCHAR NOT NULL, claims BIGINT NOT NULL,
            citations BIGINT NOT NULL, bibkeys VARCHAR[] NOT NULL, reason VARCHAR NOT NULL, dropped VARCHAR[] NOT NULL,
            {_STAMP});
        CREATE TABLE claims (
            slug VARCHAR NOT NULL, page_sha VARCHAR NOT NULL, ordinal BIGINT NOT NULL, text VARCHAR NOT NULL,
            bibkey VARCHAR, chunk BIGINT, page BIGINT, quote VARCHAR, verdict VARCHAR NOT NULL, rule VARCHAR NOT NULL,
            explanation VARCHAR NOT NULL, matched VARCHAR NOT NULL, matched_start BIGINT NOT NULL,
            matched_end BIGINT NOT NULL, quote_start BIGINT, quote_end BIGINT, chunk_id VARCHAR, document_sha256 VARCHAR,
            citation BIGINT, citations BIGINT NOT NULL, differences VARCHAR NOT NULL, scores VARCHAR NOT NULL,
            section_kind VARCHAR NOT NULL, section VARCHAR NOT NULL, guard VARCHAR NOT NULL,
            guard_version VARCHAR NOT NULL,
            {_STAMP});
        CREATE TABLE grounding_reports (
            slug VARCHAR NOT NULL, page_sha VARCHAR NOT NULL, guard VARCHAR NOT NULL, guard_version VARCHAR NOT NULL,
            rate DOUBLE NOT NULL, threshold DOUBLE NOT NULL, passed BOOLEAN NOT NULL, claims BIGINT NOT NULL,
            grounded BIGINT NOT NULL, uncertain BIGINT NOT NULL, unsupported BIGINT NOT NULL,
            {_STAMP});
        CREATE TABLE promotions (
            slug VARCHAR NOT NULL, page_sha VARCHAR NOT NULL, decision VARCHAR NOT NULL, reason VARCHAR NOT NULL,
            path VARCHAR NOT NULL, rate DOUBLE, threshold DOUBLE, guard VARCHAR, guard_version VARCHAR,
            file_sha256 VARCHAR NOT NULL,
            {_STAMP});
        CREATE TABLE conflicts (
            slug VARCHAR NOT NULL, page_sha VARCHAR NOT NULL, heuristic VARCHAR NOT NULL, cue VARCHAR NOT NULL,
            bibkey_a VARCHAR NOT NULL, chunk_a BIGINT NOT NULL, words_a VARCHAR NOT NULL, bibkey_b VARCHAR NOT NULL,
            chunk_b BIGINT NOT NULL, words_b VARCHAR NOT NULL,
            {_STAMP});
        CREATE TABLE llm_calls (
            slug VARCHAR NOT NULL, purpose VARCHAR NOT NULL, ordinal BIGINT NOT NULL, model VARCHAR NOT NULL,
            prompt_version VARCHAR NOT NULL, prompt_sha256 VARCHAR NOT NULL, prompt_tokens BIGINT NOT NULL,
            completion_tokens BIGINT NOT NULL, cost_usd DOUBLE NOT NULL, seconds DOUBLE NOT NULL, outcome VARCHAR NOT NULL,
            error VARCHAR NOT NULL,
            {_STAMP});
        """,
    ),
    Migration(
        2,
        """
        ALTER TABLE claims ADD COLUMN sentences VARCHAR;
        ALTER TABLE claims ADD COLUMN guard_rule VARCHAR;
        ALTER TABLE claims ADD COLUMN replaced_bibkey VARCHAR;
        ALTER TABLE claims ADD COLUMN replaced_chunk BIGINT;
        ALTER TABLE claims ADD COLUMN replaced_verdict VARCHAR;
        ALTER TABLE claims ADD COLUMN replaced_rule VARCHAR;
        ALTER TABLE grounding_reports ADD COLUMN repaired BIGINT;
        ALTER TABLE grounding_reports ADD COLUMN evidence_coverage DOUBLE;
        ALTER TABLE grounding_reports ADD COLUMN copied_share DOUBLE;
        """,
    ),
    Migration(
        3,
        f"""
        CREATE TABLE calibrations (
            guard VARCHAR NOT NULL, guard_version VARCHAR NOT NULL, edits_version VARCHAR NOT NULL, claims BIGINT NOT NULL,
            claims_found BIGINT NOT NULL, kept_unedited BIGINT NOT NULL, kind VARCHAR NOT NULL, label VARCHAR NOT NULL,
            edits BIGINT NOT NULL, grounded BIGINT NOT NULL, uncertain BIGINT NOT NULL, unsupported BIGINT NOT NULL,
            rules VARCHAR NOT NULL,
            {_STAMP});
        """,
    ),
    Migration(
        4,
        """
        ALTER TABLE conflicts ADD COLUMN kind VARCHAR;
        ALTER TABLE conflicts ADD COLUMN differing_a VARCHAR;
        ALTER TABLE conflicts ADD COLUMN differing_b VARCHAR;
        ALTER TABLE conflicts ADD COLUMN score DOUBLE;
        ALTER TABLE conflicts ADD COLUMN claim BIGINT;
        """,
    ),
    Migration(
        5,
        """
        ALTER TABLE documents ADD COLUMN arxiv_id VARCHAR;
        ALTER TABLE documents ADD COLUMN flag VARCHAR;
        ALTER TABLE documents ADD COLUMN flag_note VARCHAR;
        ALTER TABLE documents ADD COLUMN pages_garbled BIGINT[];
        ALTER TABLE documents ADD COLUMN pages_recognised BIGINT[];
        ALTER TABLE documents ADD COLUMN attachments VARCHAR[];
        ALTER TABLE documents ADD COLUMN redaction_kinds VARCHAR[];
        ALTER TABLE documents ADD COLUMN redaction_counts BIGINT[];
        ALTER TABLE documents ADD COLUMN text_digest VARCHAR;
        ALTER TABLE chunks ADD COLUMN place VARCHAR;
        ALTER TABLE chunks ADD COLUMN marks VARCHAR[];
        ALTER TABLE chunks ADD COLUMN parent_id VARCHAR;
        ALTER TABLE chunks ADD COLUMN sizing VARCHAR;
        """,
    ),
    Migration(
        6,
        f"""
        CREATE TABLE reanchorings (
            slug VARCHAR NOT NULL, page_sha VARCHAR NOT NULL, earlier_page_sha VARCHAR NOT NULL, kept BOOLEAN NOT NULL,
            cause VARCHAR NOT NULL, bibkey VARCHAR NOT NULL, earlier_document_sha256 VARCHAR NOT NULL,
            earlier_chunk BIGINT NOT NULL, quote VARCHAR NOT NULL, document_sha256 VARCHAR, chunk BIGINT, page BIGINT,
            {_STAMP});
        """,
    ),
    Migration(
        7,
        f"""
        CREATE TABLE alerts (
            alert_id VARCHAR NOT NULL, kind VARCHAR NOT NULL, severity VARCHAR NOT NULL, asset VARCHAR NOT NULL,
            check_name VARCHAR NOT NULL, partition VARCHAR NOT NULL, job VARCHAR NOT NULL, step VARCHAR NOT NULL,
            why VARCHAR NOT NULL, what_to_do VARCHAR NOT NULL, owners VARCHAR[] NOT NULL, figures VARCHAR NOT NULL,
            count BIGINT NOT NULL, happened_at TIMESTAMP NOT NULL, delivery VARCHAR NOT NULL, answer VARCHAR NOT NULL,
            attempts BIGINT NOT NULL,
            {_STAMP});
        """,
    ),
)


def schema_version(connection: duckdb.DuckDBPyConnection) -> int:
    """Version of a database; 0 for one that nothing was folded into."""
    if not connection.execute("SELECT 1 FROM duckdb_tables() WHERE table_name = '_schema_version'").fetchall():
        return 0
    ((version,),) = connection.execute("SELECT coalesce(max(version), 0) FROM _schema_version").fetchall()
    return int(version)


def migrate(connection: duckdb.DuckDBPyConnection, migrations: Sequence[Migration]) -> list[int]:
    """Brings a database to the last migration, inside the caller's transaction, and gives the versions applied.

    Raises:
        AuditError: The database is newer than this version of the product.
    """
    version = schema_version(connection)
    if version > migrations[-1].version:
        raise newer_than_known(version, migrations[-1].version)
    if version == 0:
        connection.execute("CREATE TABLE IF NOT EXISTS _schema_version (version BIGINT NOT NULL, applied_at TIMESTAMP NOT NULL)")
        # Names of the fragments whose rows are in the tables.
        connection.execute("CREATE TABLE _fragments (table_name VARCHAR NOT NULL, name VARCHAR NOT NULL, rows BIGINT NOT NULL)")
        connection.execute("CREATE TABLE _views (digest VARCHAR NOT NULL)")
    pending = [migration for migration in migrations if migration.version > version]
    for migration in pending:
        connection.execute(migration.statements)
        connection.execute("INSERT INTO _schema_version VALUES (?, now() AT TIME ZONE 'UTC')", [migration.version])
    return [migration.version for migration in pending]


def newer_than_known(version: int, known: int) -> AuditError:
    """The error for a database that a newer version of the product has folded."""
    return AuditError(
        f"The audit database has schema version {version}; this version of the product knows {known}.",
        "Use the newer version, or run `wiki audit rebuild` to make it anew with this one.",
    )
