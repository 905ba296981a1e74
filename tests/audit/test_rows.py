from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from types import SimpleNamespace

import pytest

from wiki_assets.audit.mapping import chunk_rows, document_row, evidence_rows, page_row, promotion_row, rejected_rows
from wiki_assets.audit.rows import Decision
from wiki_assets.audit.stamps import Stamp
from wiki_assets.audit.tables import TABLES
from wiki_assets.audit.verdicts import claim_rows, report_row
from wiki_assets.documents.model import DocumentStatus, Mark
from wiki_assets.errors import AuditError
from wiki_assets.retrieval.model import ConceptEvidence, Evidence

from .samples import DOCUMENT_SHA, QUOTE, chunk, every_kind_of_row, page, record, report, stamp


def test_a_stamp_without_a_time_zone_is_refused() -> None:
    with pytest.raises(AuditError, match="without a time zone"):
        Stamp(run_id="r", recorded_at=datetime(2026, 1, 1))


def test_every_table_has_rows_that_carry_run_and_time() -> None:
    given = stamp(3)
    rows = every_kind_of_row(given)
    assert rows.keys() == TABLES.keys()
    for name, of_table in rows.items():
        assert of_table
        assert all(
            type(row) is TABLES[name].row and (row.run_id, row.recorded_at) == ("run-3", given.recorded_at) for row in of_table
        )


def test_keys_are_columns_that_never_are_null() -> None:
    for table in TABLES.values():
        assert all(not table.schema.field(column).nullable for column in (*table.key, "run_id", "recorded_at"))


def test_columns_that_others_build_on_keep_their_names() -> None:
    promised = {
        "evidence": {"concept", "rank", "bibkey", "chunk", "page", "text"},
        "claims": {"slug", "page_sha", "ordinal", "text", "bibkey", "chunk", "page", "quote", "verdict", "rule"},
        "grounding_reports": {"slug", "page_sha", "guard", "rate", "threshold", "passed"},
        "promotions": {"slug", "page_sha", "decision", "reason", "path"},
        "documents": {"bibkey", "sha256", "status", "reason", "pages"},
    }
    assert all(names <= set(TABLES[table].columns) for table, names in promised.items())


def test_a_claim_shows_the_citation_that_carried_it() -> None:
    of = page()
    carried, uncited = claim_rows(of, report(of), stamp())
    assert (carried.bibkey, carried.chunk, carried.page, carried.quote, carried.document_sha256) == (
        "Rodin1987",
        5,
        7,
        QUOTE,
        DOCUMENT_SHA,
    )
    assert (carried.citation, carried.citations, carried.verdict, carried.matched) == (1, 2, "grounded", QUOTE)
    assert (uncited.bibkey, uncited.chunk, uncited.page, uncited.quote, uncited.citation) == (None, None, None, None, None)
    assert (uncited.verdict, uncited.section, uncited.section_kind) == ("unsupported", "Results", "results")


def test_a_claim_that_no_citation_carried_shows_its_first() -> None:
    of = page()
    given = report(of)
    lost = given.model_copy(update={"claims": (given.claims[0].model_copy(update={"citation": -1}), given.claims[1])})
    assert (claim_rows(of, lost, stamp())[0].chunk, claim_rows(of, lost, stamp())[0].citation) == (4, 0)


def test_a_report_on_another_version_is_never_mixed_with_a_page() -> None:
    with pytest.raises(AuditError, match="about version"):
        claim_rows(page(), report(page(texts=("Other.",))), stamp())


def test_a_report_that_misses_a_claim_is_refused() -> None:
    of = page()
    with pytest.raises(AuditError, match="no verdict for claim 1"):
        claim_rows(of, report(of).model_copy(update={"claims": report(of).claims[:1]}), stamp())


def test_counts_of_a_report_and_a_page_are_those_of_their_claims() -> None:
    of = page()
    row = report_row(report(of), stamp())
    assert (row.claims, row.grounded, row.uncertain, row.unsupported, row.rate, row.passed) == (2, 1, 0, 1, 0.5, True)
    listed = page_row(of, ("[9] resolves to nothing",), stamp())
    assert (listed.claims, listed.citations, listed.bibkeys, listed.dropped) == (
        2,
        2,
        ("Rodin1987",),
        ("[9] resolves to nothing",),
    )


def test_an_empty_page_has_a_rate_of_zero_and_no_claim_rows() -> None:
    empty = page(texts=())
    assert claim_rows(empty, report(empty), stamp()) == []
    assert (report_row(report(empty), stamp()).rate, report_row(report(empty), stamp()).passed) == (0.0, False)


def test_evidence_keeps_rank_place_and_fingerprint() -> None:
    evidence = ConceptEvidence("c", (Evidence("c", 1, chunk(4), 0.9, 2, 1),))
    (row,) = evidence_rows(evidence, "wordllama", stamp())
    assert (row.concept, row.rank, row.chunk, row.page, row.fingerprint) == ("c", 1, 4, 7, evidence.fingerprint)
    assert (row.score, row.dense_rank, row.sparse_rank, row.embedder) == (0.9, 2, 1, "wordllama")


def test_a_chunk_without_pages_has_page_zero() -> None:
    unpaged = chunk()
    (row,) = chunk_rows(
        [type(unpaged)(**{name: getattr(unpaged, name) for name in unpaged.__slots__} | {"spans": ()})], "c", stamp()
    )
    assert (row.page, row.last_page) == (0, 0)


def test_a_promotion_without_a_report_has_no_rate() -> None:
    row = promotion_row("s", "p", Decision.WITHDRAWN, stamp(), reason="r", path="", file_sha256="", report=None)
    assert (row.decision, row.rate, row.threshold, row.guard) == ("withdrawn", None, None, None)


def test_a_rejected_file_is_a_document_without_a_bibkey() -> None:
    (row,) = rejected_rows([SimpleNamespace(file="a b.pdf", status=DocumentStatus.REJECTED, reason="Unsafe name.")], stamp())
    assert (row.bibkey, row.file, row.status, row.reason) == ("", "a b.pdf", "rejected", "Unsafe name.")


def test_a_document_tells_its_findings_and_what_was_redacted_by_kind() -> None:
    found = replace(
        record(),
        pages_garbled=(2,),
        pages_recognised=(4, 5),
        attachments=("data.csv",),
        redactions=(("AWS access key", 2), ("password", 1)),
        text_digest="e" * 64,
        metadata=replace(record().metadata, arxiv_id="2104.08663", flag="retracted", flag_note="Withdrawn by its authors."),
    )
    row = document_row(found, stamp())
    assert (row.doi, row.arxiv_id, row.flag, row.flag_note) == ("10.1/x", "2104.08663", "retracted", "Withdrawn by its authors.")
    assert (row.pages_garbled, row.pages_recognised, row.attachments) == ((2,), (4, 5), ("data.csv",))
    assert (row.redaction_kinds, row.redaction_counts) == (("AWS access key", "password"), (2, 1))
    assert row.text_digest == "e" * 64


def test_a_chunk_tells_its_place_marks_parent_and_size() -> None:
    noted = replace(
        chunk(), place="slide 3", marks=(Mark.NOTE, Mark.RECOGNISED), parent_id="p", sizing="prose: aims at 300 tokens"
    )
    (row,) = chunk_rows([noted], "2", stamp())
    assert (row.place, row.marks, row.parent_id, row.sizing) == (
        "slide 3",
        ("note", "recognised"),
        "p",
        "prose: aims at 300 tokens",
    )
