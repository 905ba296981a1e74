from __future__ import annotations

import contextlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb

from wiki_assets.audit.calibrations import calibration_rows
from wiki_assets.audit.fragments import append, list_fragments
from wiki_assets.audit.mapping import conflict_rows, document_row, evidence_rows, page_row, rejected_rows
from wiki_assets.audit.merging import FragmentReader, merge_rows
from wiki_assets.audit.rows import Decision
from wiki_assets.audit.schema import MIGRATIONS, migrate
from wiki_assets.audit.tables import TABLES
from wiki_assets.audit.views import VIEWS, create_views
from wiki_assets.concepts.model import Page
from wiki_assets.documents.model import DocumentStatus
from wiki_assets.retrieval.model import ConceptEvidence, Evidence

from .samples import a_conflict, calibration, call_row, chunk, page, record, record_decision, record_page, record_source, stamp

GOOD, NEXT = page(), page(texts=("Circle packings approximate the Riemann map.", "They are round.", "They are flat."))


def _asked(audit: Path, query: str) -> list[tuple[Any, ...]]:
    """Answer from all fragments, folded in memory: what a file adds is tested with the folding."""
    with contextlib.closing(duckdb.connect()) as connection:
        migrate(connection, MIGRATIONS)
        create_views(connection)
        for name, table in TABLES.items():
            for _, rows in FragmentReader(audit, table, {}).batches(list_fragments(audit, name)):
                merge_rows(connection, table, rows)
        return connection.execute(query).fetchall()


def test_every_view_answers_on_an_empty_audit() -> None:
    with contextlib.closing(duckdb.connect()) as connection:
        migrate(connection, MIGRATIONS)
        create_views(connection)
        for view in VIEWS:
            assert connection.execute(f"FROM {view}").fetchall() == [], view


def test_the_latest_page_is_the_newest_version_with_its_newest_verdict(audit: Path) -> None:
    record_page(audit, GOOD, 0)
    record_page(audit, NEXT, 1)
    record_page(audit, NEXT, 2, guard_version="2")
    query = "SELECT slug, page_sha, guard_version, round(rate, 2), threshold, passed, claims, published FROM latest_pages"
    assert _asked(audit, query) == [("circle-packing", NEXT.page_sha, "2", 0.33, 0.5, False, 3, False)]


def test_a_page_that_returns_to_an_earlier_version_is_the_latest_again(audit: Path) -> None:
    for hours, version in enumerate((GOOD, NEXT, GOOD)):
        record_page(audit, version, hours)
    assert _asked(audit, "SELECT page_sha, hour(recorded_at) FROM latest_pages") == [(GOOD.page_sha, 12)]


def test_a_page_without_a_verdict_is_shown_without_one(audit: Path) -> None:
    append(audit, "pages", [page_row(GOOD, (), stamp())])
    assert _asked(audit, "SELECT slug, rate, passed, published FROM latest_pages") == [("circle-packing", None, None, False)]


def test_published_since_counts_from_the_first_promotion_of_this_version_that_still_stands(audit: Path) -> None:
    record_page(audit, GOOD, 0)
    for hours, decision in [
        (1, Decision.PROMOTED),
        (2, Decision.WITHDRAWN),
        (3, Decision.PROMOTED),
        (4, Decision.PROMOTED),
        (5, Decision.KEPT),
    ]:
        record_decision(audit, GOOD, decision, hours)
    query = "SELECT published, published_page_sha = page_sha, hour(published_since) FROM latest_pages"
    assert _asked(audit, query) == [(True, True, 15)]


def test_a_good_page_stays_published_beside_its_quarantined_successor(audit: Path) -> None:
    record_page(audit, GOOD, 0)
    record_decision(audit, GOOD, Decision.PROMOTED, 0)
    record_page(audit, NEXT, 1)
    record_decision(audit, NEXT, Decision.QUARANTINED, 1)
    record_decision(audit, GOOD, Decision.STALE, 1)
    assert _asked(audit, "SELECT published, published_page_sha FROM latest_pages") == [(False, GOOD.page_sha)]
    assert _asked(audit, "SELECT page_sha, decision, reason, still_published FROM quarantine") == [
        (NEXT.page_sha, "quarantined", "because", True)
    ]


def test_a_withdrawn_page_is_no_longer_published_and_lies_in_quarantine(audit: Path) -> None:
    record_page(audit, GOOD, 0)
    record_decision(audit, GOOD, Decision.PROMOTED, 0)
    record_decision(audit, GOOD, Decision.WITHDRAWN, 1)
    assert _asked(audit, "SELECT published, published_since FROM latest_pages") == [(False, None)]
    assert _asked(audit, "SELECT decision, still_published FROM quarantine") == [("withdrawn", False)]


def test_a_retired_page_is_neither_published_nor_in_quarantine(audit: Path) -> None:
    record_page(audit, GOOD, 0)
    for hours, decision in enumerate((Decision.PROMOTED, Decision.QUARANTINED, Decision.RETIRED)):
        record_decision(audit, GOOD, decision, hours)
    assert _asked(audit, "SELECT published, published_since FROM latest_pages") == [(False, None)]
    assert _asked(audit, "FROM quarantine") == []


def test_promotion_ends_a_quarantine(audit: Path) -> None:
    record_decision(audit, NEXT, Decision.QUARANTINED, 0)
    record_decision(audit, GOOD, Decision.PROMOTED, 1)
    assert _asked(audit, "FROM quarantine") == []


def test_ungrounded_claims_are_those_of_the_newest_pages_only(audit: Path) -> None:
    record_page(audit, GOOD, 0)
    record_page(audit, NEXT, 1)
    record_page(audit, page("other", texts=("Only this, which is cited.",)), 1)
    query = "SELECT slug, ordinal, text, verdict, rule, bibkey, explanation FROM ungrounded_claims"
    assert _asked(audit, query) == [
        ("circle-packing", 1, "They are round.", "unsupported", "no-citation", None, "Nothing is cited."),
        ("circle-packing", 2, "They are flat.", "unsupported", "no-citation", None, "Nothing is cited."),
    ]


def test_the_trend_has_one_row_a_verdict_with_its_change(audit: Path) -> None:
    record_page(audit, GOOD, 0)
    record_page(audit, NEXT, 24)
    query = "SELECT slug, day::VARCHAR, run_id, claims, round(rate, 2), passed, round(change, 2) FROM grounding_trend"
    assert _asked(audit, query) == [
        ("circle-packing", "2026-01-01", "run-0", 2, 0.5, True, None),
        ("circle-packing", "2026-01-02", "run-24", 3, 0.33, False, -0.17),
    ]


def test_lineage_has_one_row_a_claim_of_every_version(audit: Path) -> None:
    record_source(audit)
    record_page(audit, GOOD, 0)
    record_page(audit, GOOD, 1, guard_version="2")
    record_page(audit, NEXT, 2)
    query = """
        SELECT page_sha, ordinal, chunk, document_file, parser, parser_version, chunker_version, page_run_id, guard_version
        FROM page_lineage ORDER BY page_sha = $$%s$$, ordinal
    """
    source = ("rodin.pdf", "pymupdf", "pymupdf-1", "chunker-1")
    assert _asked(audit, query % NEXT.page_sha) == [
        (GOOD.page_sha, 0, 5, *source, "run-0", "2"),
        (GOOD.page_sha, 1, None, None, None, None, None, "run-0", "2"),
        (NEXT.page_sha, 0, 5, *source, "run-2", "1"),
        (NEXT.page_sha, 1, None, None, None, None, None, "run-2", "1"),
        (NEXT.page_sha, 2, None, None, None, None, None, "run-2", "1"),
    ]


def test_a_retired_document_is_the_latest_but_its_claims_still_lead_to_how_it_was_read(audit: Path) -> None:
    record_source(audit)
    record_page(audit, GOOD, 0)
    append(audit, "documents", [document_row(record(status=DocumentStatus.RETIRED), stamp(1))])
    assert _asked(audit, "SELECT bibkey, status FROM latest_documents") == [("Rodin1987", "retired")]
    assert _asked(audit, "SELECT document_file, parser FROM page_lineage WHERE ordinal = 0") == [("rodin.pdf", "pymupdf")]


def test_a_refused_file_never_hides_the_readable_one_of_its_key(audit: Path) -> None:
    rows = [record(), record(status=DocumentStatus.DUPLICATE, file="a copy.pdf")]
    append(audit, "documents", [document_row(row, stamp()) for row in rows])
    assert _asked(audit, "SELECT file, status FROM latest_documents") == [("rodin.pdf", "ok")]


def test_a_rejected_file_is_listed_until_it_has_a_bibkey(audit: Path) -> None:
    rejected = record(bibkey="", status=DocumentStatus.REJECTED)
    append(audit, "documents", rejected_rows([rejected], stamp()))
    assert _asked(audit, "SELECT file, reason FROM rejected_files") == [("rodin.pdf", "It cannot be read.")]
    assert _asked(audit, "FROM latest_documents") == []
    append(audit, "documents", [document_row(record(), stamp(1))])
    assert _asked(audit, "FROM rejected_files") == []


def test_latest_evidence_is_what_a_concept_was_last_given(audit: Path) -> None:
    first = ConceptEvidence("c", tuple(Evidence("c", rank, chunk(3 + rank), 1.0, 0, rank) for rank in (1, 2)))
    second = ConceptEvidence("c", first.rows[:1])
    for hours, evidence in enumerate((first, second)):
        append(audit, "evidence", evidence_rows(evidence, "wordllama", stamp(hours)))
    assert _asked(audit, "SELECT rank, chunk FROM latest_evidence") == [(1, 4)]
    append(audit, "evidence", evidence_rows(first, "wordllama", stamp(2)))
    assert _asked(audit, "SELECT rank, chunk FROM latest_evidence") == [(1, 4), (2, 5)]


def test_model_costs_are_added_up_by_day_and_model(audit: Path) -> None:
    append(audit, "llm_calls", [call_row(1), call_row(2), call_row(3, hours=24)])
    query = "SELECT day::VARCHAR, model, calls, prompt_tokens, completion_tokens, cost_usd, failures FROM model_costs"
    assert _asked(audit, query) == [("2026-01-01", "m", 2, 200, 20, 1.0, 0), ("2026-01-02", "m", 1, 100, 10, 0.5, 0)]


def test_the_calibration_trend_has_a_row_a_kind_and_one_for_all_with_the_change_since_the_run_before(audit: Path) -> None:
    for hours, caught in ((0, 1), (24, 2)):
        append(audit, "calibrations", calibration_rows(calibration(caught), stamp(hours)))
    query = """
        SELECT day::VARCHAR, run_id, claims, label, kind, edits, refused, catch_rate, false_alarm_rate, change FROM calibration_trend
    """
    assert _asked(audit, query) == [
        ("2026-01-01", "run-0", 3, "unsupported", "all", 2, 1, 0.5, None, None),
        ("2026-01-01", "run-0", 3, "unsupported", "number-invented", 2, 1, 0.5, None, None),
        ("2026-01-01", "run-0", 3, "supported", "all", 2, 1, None, 0.5, None),
        ("2026-01-01", "run-0", 3, "supported", "synonyms", 2, 1, None, 0.5, None),
        ("2026-01-02", "run-24", 3, "unsupported", "all", 2, 2, 1.0, None, 0.5),
        ("2026-01-02", "run-24", 3, "unsupported", "number-invented", 2, 2, 1.0, None, 0.5),
        ("2026-01-02", "run-24", 3, "supported", "all", 2, 1, None, 0.5, 0.0),
        ("2026-01-02", "run-24", 3, "supported", "synonyms", 2, 1, None, 0.5, 0.0),
    ]


def test_the_same_calibration_in_another_run_is_another_point_of_the_trend_and_in_the_same_run_is_not(audit: Path) -> None:
    for hours in (0, 0, 24):
        append(audit, "calibrations", calibration_rows(calibration(), stamp(hours)))
    query = "SELECT run_id, catch_rate FROM calibration_trend WHERE kind = 'all' AND label = 'unsupported'"
    assert _asked(audit, query) == [("run-0", 0.5), ("run-24", 0.5)]


def _record_conflict(audit: Path, of: Page, hours: float, kind: str) -> None:
    row = conflict_rows([a_conflict(of.slug).model_copy(update={"kind": kind})], of.page_sha, stamp(hours))
    append(audit, "conflicts", row)


def test_disagreements_are_those_found_last_beside_the_newest_pages(audit: Path) -> None:
    record_page(audit, GOOD, 0)
    _record_conflict(audit, GOOD, 0, "number")
    record_page(audit, NEXT, 1)
    _record_conflict(audit, NEXT, 1, "negation")
    query = "SELECT slug, heuristic, kind, differing_a, differing_b, score, claim, run_id FROM disagreements"
    assert _asked(audit, query) == [("circle-packing", "adversative", "negation", "", "not", 0.75, None, "run-1")]
    record_page(audit, NEXT, 2)
    assert _asked(audit, query) == []


def test_ingest_outcomes_count_the_files_of_the_latest_run_by_status_and_format(audit: Path) -> None:
    append(audit, "documents", [document_row(record("Old1999", file="old.pdf"), stamp(0))])
    rows = [record("A", file="a.pdf"), record("B", file="b.pdf"), record("C", DocumentStatus.ENCRYPTED, "c.pdf")]
    append(audit, "documents", [document_row(row, stamp(1)) for row in rows])
    append(audit, "documents", [document_row(replace(record("D", file="d.docx"), media_type="word"), stamp(1))])
    query = "SELECT status, media_type, files, bytes, pages, example, run_id FROM ingest_outcomes"
    assert _asked(audit, query) == [
        ("encrypted", "application/pdf", 1, 1234, 9, "c.pdf", "run-1"),
        ("ok", "application/pdf", 2, 2468, 18, "a.pdf", "run-1"),
        ("ok", "word", 1, 1234, 9, "d.docx", "run-1"),
    ]


def test_redactions_are_told_by_kind_document_and_time(audit: Path) -> None:
    found = replace(record(), redactions=(("AWS access key", 2), ("password", 1)))
    append(audit, "documents", [document_row(found, stamp(0)), document_row(record("Clean2000", file="clean.pdf"), stamp(0))])
    append(audit, "documents", [document_row(replace(found, redactions=(("password", 1),)), stamp(1))])
    query = "SELECT kind, count, bibkey, file, run_id, hour(recorded_at) FROM redactions"
    assert _asked(audit, query) == [
        ("AWS access key", 2, "Rodin1987", "rodin.pdf", "run-0", 12),
        ("password", 1, "Rodin1987", "rodin.pdf", "run-0", 12),
        ("password", 1, "Rodin1987", "rodin.pdf", "run-1", 13),
    ]
