"""The facts of the dashboard, read from the folded audit in one short connection.

Belongs here: which view gives which fact. Does not belong here: the SQL that joins tables (`audit.views`) or what the facts amount to
(`standing`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import duckdb

from wiki_assets.audit.connection import DEFAULT_WAIT_SECONDS
from wiki_assets.audit.queries import open_for_reading
from wiki_assets.audit.tables import TABLES
from wiki_assets.dashboard.history import Move, thinned, trend_of
from wiki_assets.dashboard.model import (
    DayCost,
    Disagreement,
    EditKind,
    Facts,
    FlaggedPaper,
    GuardCalibration,
    Operations,
    PaperProblem,
    PublishedPage,
    QuarantinedPage,
    RatePoint,
    Rules,
    StalePage,
    Volumes,
    WeakClaim,
)

_WEAK_CLAIMS_SHOWN = 3  # a reviewer opens the draft for the rest
_HISTORY_POINTS = 24  # a sparkline is about 100 pixels wide
_STALE = {
    "successor refused": "A newer version was refused, so the last good one stays.",
    "evidence moved": "Other evidence has been chosen since; the page was written from the evidence before.",
}


def read_facts(
    database: Path, rules: Rules, as_of: datetime, operations: Operations, wait_seconds: float = DEFAULT_WAIT_SECONDS
) -> Facts:
    """All facts at one moment.

    Args:
        database: The DuckDB file.
        rules: What the settings ask for.
        as_of: When this is, with a time zone; it goes into the page.
        operations: What only the Dagster instance knows.
        wait_seconds: How long to wait for somebody who holds the database.

    Raises:
        StoreLockedError: Somebody holds the database for longer than that.
        AuditError: There is none, it is damaged, or another version made it.
    """
    with open_for_reading(database, wait_seconds) as connection:
        ask = _Asker(connection)
        titles = dict(ask("SELECT slug, title FROM latest_pages"))
        published = _published(ask)
        return Facts(
            as_of=as_of,
            rules=rules,
            published=published,
            quarantined=_quarantined(ask, titles),
            waiting=_waiting(ask),
            stale=_stale(ask),
            trend=trend_of(Move(*row) for row in ask("SELECT slug, recorded_at, claims, grounded FROM publication_moves")),
            papers=_papers(ask),
            flagged=_flagged(ask),
            disagreements=_disagreements(ask, titles),
            costs=_costs(ask),
            calibration=_calibration(ask),
            guards=tuple(ask("SELECT DISTINCT guard, guard_version FROM published_verdicts WHERE guard <> '' ORDER BY ALL")),
            last_work=_last_work(ask),
            volumes=_volumes(ask),
            operations=operations,
        )


class _Asker:
    """Asks one connection; times come back with their time zone, UTC."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection

    def __call__(self, sql: str) -> list[tuple[Any, ...]]:
        return [tuple(_in_utc(value) for value in row) for row in self._connection.execute(sql).fetchall()]


def _in_utc(value: object) -> object:
    return value.replace(tzinfo=UTC) if isinstance(value, datetime) else value


def _published(ask: _Asker) -> tuple[PublishedPage, ...]:
    histories: dict[str, list[RatePoint]] = defaultdict(list)
    for slug, at, grounded, claims in ask(
        """
        SELECT slug, recorded_at, grounded, claims FROM grounding_reports
        WHERE slug IN (SELECT slug FROM published_pages)
        QUALIFY row_number() OVER (PARTITION BY slug ORDER BY recorded_at DESC, page_sha) <= 200
        ORDER BY slug, recorded_at, page_sha
        """
    ):
        histories[slug].append(RatePoint(at, grounded, claims))
    rows = ask(
        """
        SELECT slug, coalesce(title, slug), path, published_since, coalesce(composer, ''), rate, threshold, coalesce(claims, 0),
            coalesce(grounded, 0), coalesce(uncertain, 0), coalesce(unsupported, 0), evidence_coverage
        FROM published_verdicts
        """
    )
    return tuple(replace(PublishedPage(*row), history=thinned(histories[row[0]], _HISTORY_POINTS)) for row in rows)


def _quarantined(ask: _Asker, titles: Mapping[str, str]) -> tuple[QuarantinedPage, ...]:
    weak = _weak_claims(ask)
    counts = dict(
        ask(
            """
            SELECT slug, count(*) FROM ungrounded_claims WHERE slug IN (SELECT slug FROM quarantine) GROUP BY slug
            """
        )
    )
    rows = ask(
        """
        SELECT slug, path, rate, threshold, reason, decision = 'withdrawn', coalesce(since, recorded_at), coalesce(refusals, 1),
            still_published
        FROM quarantine LEFT JOIN quarantine_since USING (slug) ORDER BY slug
        """
    )
    return tuple(
        replace(
            QuarantinedPage(row[0], titles.get(row[0], row[0]), *row[1:]),
            ungrounded=counts.get(row[0], 0),
            weak_claims=tuple(weak[row[0]]),
        )
        for row in rows
    )


def _weak_claims(ask: _Asker) -> dict[str, list[WeakClaim]]:
    claims: dict[str, list[WeakClaim]] = defaultdict(list)
    for row in ask(
        f"""
        SELECT slug, text, verdict, rule, explanation, coalesce(bibkey || ' #' || chunk, '') FROM ungrounded_claims
        WHERE slug IN (SELECT slug FROM quarantine)
        QUALIFY row_number() OVER (PARTITION BY slug ORDER BY verdict = 'uncertain', ordinal) <= {_WEAK_CLAIMS_SHOWN}
        ORDER BY slug, verdict = 'uncertain', ordinal
        """  # noqa: S608 - a number of ours
    ):
        claims[row[0]].append(WeakClaim(*row))
    return claims


def _waiting(ask: _Asker) -> tuple[tuple[str, str], ...]:
    """Pages that were compiled and of which the gate has not said anything yet; a retired slug has had its last word."""
    return tuple(
        ask(
            """
            SELECT slug, title FROM latest_pages
            WHERE published_page_sha IS NULL AND slug NOT IN (SELECT slug FROM promotions)
            ORDER BY slug
            """
        )
    )


def _stale(ask: _Asker) -> tuple[StalePage, ...]:
    rows = ask("SELECT slug, coalesce(title, slug), path, why, since FROM stale_pages")
    return tuple(StalePage(slug, title, path, _STALE[why], since) for slug, title, path, why, since in rows)


def _papers(ask: _Asker) -> tuple[PaperProblem, ...]:
    return tuple(PaperProblem(*row) for row in ask("SELECT bibkey, file, status, reason, last_recorded_at FROM ingest_problems"))


def _flagged(ask: _Asker) -> tuple[FlaggedPaper, ...]:
    rows = ask("SELECT bibkey, title, flag, coalesce(flag_note, ''), file, slugs FROM flagged_citations")
    return tuple(FlaggedPaper(bibkey, title, flag, note, file, tuple(slugs)) for bibkey, title, flag, note, file, slugs in rows)


def _disagreements(ask: _Asker, titles: Mapping[str, str]) -> tuple[Disagreement, ...]:
    rows = ask(
        """
        SELECT slug, published, count(*) OVER (PARTITION BY slug) AS signs, bibkey_a, words_a, bibkey_b, words_b FROM disagreements
        QUALIFY row_number() OVER (PARTITION BY slug ORDER BY score DESC NULLS LAST, words_a, words_b) = 1
        ORDER BY signs DESC, slug
        """
    )
    return tuple(Disagreement(row[0], titles.get(row[0], row[0]), *row[1:]) for row in rows)


def _costs(ask: _Asker) -> tuple[DayCost, ...]:
    columns = "day, model, calls, prompt_tokens, completion_tokens, cost_usd, seconds, failures"
    return tuple(DayCost(*row) for row in ask(f"SELECT {columns} FROM model_costs"))  # noqa: S608 - the names above


def _calibration(ask: _Asker) -> GuardCalibration | None:
    rows = ask(
        """
        SELECT recorded_at, guard, guard_version, claims, label = 'unsupported', kind, edits, refused FROM calibration_trend
        WHERE run_id = (SELECT run_id FROM calibrations ORDER BY recorded_at DESC, run_id DESC LIMIT 1)
        """
    )
    if not rows:
        return None
    at, guard, version, claims = rows[0][:4]
    kinds = [EditKind(name=kind, bad=bad, edits=edits, refused=refused) for _, _, _, _, bad, kind, edits, refused in rows]
    return GuardCalibration(
        at=at,
        guard=guard,
        guard_version=version,
        claims=claims,
        catch_rate=_rate_of_all(kinds, bad=True),
        false_alarm_rate=_rate_of_all(kinds, bad=False),
        kinds=tuple(kind for kind in kinds if kind.name != "all"),
    )


def _rate_of_all(kinds: Sequence[EditKind], *, bad: bool) -> float | None:
    return next((kind.rate for kind in kinds if kind.name == "all" and kind.bad is bad), None)


def _last_work(ask: _Asker) -> datetime | None:
    tables = ("documents", "pages", "grounding_reports", "promotions")
    union = " UNION ALL ".join(f"SELECT max(last_recorded_at) AS worked_at FROM {table}" for table in tables)  # noqa: S608 - names above
    ((at,),) = ask(f"SELECT max(worked_at) FROM ({union})")  # noqa: S608 - the same
    return at  # type: ignore[no-any-return]


def _volumes(ask: _Asker) -> Volumes:
    ((papers,),) = ask("SELECT count(*) FROM latest_documents WHERE status IN ('ok', 'partial')")
    # A paper's passages are recorded all at once. Their ids do not tell sizes apart, so those of an earlier cut are known by their time.
    ((chunks,),) = ask(
        """
        SELECT count(DISTINCT chunk_id) FROM (
            SELECT chunk_id FROM chunks JOIN latest_documents USING (bibkey)
            WHERE chunks.document_sha256 = latest_documents.sha256 AND status IN ('ok', 'partial')
            QUALIFY chunks.last_recorded_at = max(chunks.last_recorded_at) OVER (PARTITION BY bibkey)
        )
        """
    )
    counts = " UNION ALL ".join(f"SELECT '{name}', count(*) FROM {name}" for name in TABLES)  # noqa: S608 - names of TABLES
    return Volumes(papers, chunks, tuple(sorted(ask(counts))))
