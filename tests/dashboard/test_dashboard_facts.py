"""The facts are what the audit recorded: read from real fragments, folded."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.dashboard.dashboard_samples import AS_OF, RULES, document_row, model_call, record_months, record_verdict, slug_of
from wiki_assets.audit.connection import open_database
from wiki_assets.audit.folding import fold
from wiki_assets.audit.fragments import append
from wiki_assets.audit.rows import ChunkRow, Decision, EvidenceRow
from wiki_assets.dashboard.model import Facts, Operations
from wiki_assets.dashboard.queries import read_facts
from wiki_assets.errors import AuditError, StoreLockedError


def facts_in(home: Path) -> Facts:
    assert not fold(home / "audit", home / "audit.duckdb").skipped
    return read_facts(home / "audit.duckdb", RULES, AS_OF, Operations())


def record_evidence(home: Path, n: int, fingerprint: str, days_ago: float) -> None:
    at = AS_OF - timedelta(days=days_ago)
    row = EvidenceRow(
        run_id=f"evidence-{days_ago}", recorded_at=at, concept=slug_of(n), rank=1, bibkey="A", chunk=0, page=1, text="t",
        fingerprint=fingerprint, chunk_id="c", document_sha256="d", text_hash="h", section_path=(), score=1.0, dense_rank=1,
        sparse_rank=1, embedder="e",
    )  # fmt: skip
    append(home / "audit", "evidence", [row])


def test_a_home_without_an_audit_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(AuditError, match="wiki build"):
        read_facts(tmp_path / "audit.duckdb", RULES, AS_OF, Operations())


def test_a_held_database_is_an_error_that_a_retry_helps(tmp_path: Path) -> None:
    fold(tmp_path / "audit", tmp_path / "audit.duckdb")
    with open_database(tmp_path / "audit.duckdb", read_only=False), pytest.raises(StoreLockedError) as caught:
        read_facts(tmp_path / "audit.duckdb", RULES, AS_OF, Operations(), wait_seconds=0)
    assert caught.value.retryable


def test_an_empty_audit_gives_facts_without_anything(tmp_path: Path) -> None:
    facts = facts_in(tmp_path)
    assert (facts.pages, facts.rate, facts.trend, facts.last_work, facts.volumes.rows) == (0, None, (), None, 0)


def test_months_of_history_are_told_as_they_were_recorded(tmp_path: Path) -> None:
    record_months(tmp_path / "audit", concepts=10, days=60)
    facts = facts_in(tmp_path)
    assert len(facts.published) == 9
    assert [(page.slug, page.withdrawn, page.still_published) for page in facts.quarantined] == sorted(
        [(slug_of(3), False, True), (slug_of(7), True, False), (slug_of(11), False, False)]
    )
    assert facts.pages == 11
    assert facts.trend[-1].claims == facts.claims
    assert facts.trend[-1].grounded == facts.grounded
    assert [point.at for point in facts.trend] == sorted(point.at for point in facts.trend)
    assert [page.slug for page in facts.stale] == [slug_of(3)]
    assert sorted(paper.status for paper in facts.papers) == ["encrypted", "no_text", "partial"]
    assert [paper.slugs for paper in facts.flagged] == [tuple(sorted((slug_of(3), slug_of(4))))]
    assert sum(item.count for item in facts.disagreements) == 9
    assert facts.calibration is not None
    assert facts.calibration.catch_rate == pytest.approx(226 / 240)
    assert facts.calibration.false_alarm_rate == pytest.approx(2 / 120)
    assert dict(facts.volumes.tables)["promotions"] == facts.volumes.rows_of("promotions")
    assert facts.volumes.rows_of("no such table") is None


def test_the_worst_claims_of_a_refused_page_come_first_and_are_few(tmp_path: Path) -> None:
    record_verdict(tmp_path / "audit", 1, AS_OF, 1, grounded=4, claims=14, decision=Decision.QUARANTINED)
    (page,) = facts_in(tmp_path).quarantined
    assert page.ungrounded == 10
    assert [claim.verdict for claim in page.weak_claims] == ["unsupported"] * 3
    assert page.weak_claims[0].citation == "Paper0001 #5"
    assert page.weak_claims[0].explanation == "The source says 7, the claim says 8."


def test_a_page_is_in_quarantine_since_it_was_first_refused_without_a_promotion_since(tmp_path: Path) -> None:
    for hours, version, decision in (
        (9, 1, Decision.QUARANTINED),
        (8, 2, Decision.PROMOTED),
        (7, 3, Decision.QUARANTINED),
        (6, 4, Decision.QUARANTINED),
    ):
        record_verdict(tmp_path / "audit", 1, AS_OF - timedelta(hours=hours), version, 1, 4, decision)
    (page,) = facts_in(tmp_path).quarantined
    assert (page.since, page.refusals, page.still_published) == (AS_OF - timedelta(hours=7), 2, True)


def test_a_page_that_was_judged_and_not_decided_about_waits(tmp_path: Path) -> None:
    record_verdict(tmp_path / "audit", 1, AS_OF, 1, 4, 4, None)
    record_verdict(tmp_path / "audit", 2, AS_OF, 2, 4, 4, Decision.RETIRED)
    facts = facts_in(tmp_path)
    assert [slug for slug, _ in facts.waiting] == [slug_of(1)]
    assert facts.pages == 1


def test_a_page_is_stale_where_other_evidence_was_chosen_after_its_publication(tmp_path: Path) -> None:
    for n in (1, 2):
        record_verdict(tmp_path / "audit", n, AS_OF - timedelta(days=5), n, 4, 4, Decision.PROMOTED)
        record_evidence(tmp_path, n, f"evidence-{slug_of(n)}", days_ago=6)
    record_evidence(tmp_path, 2, "other", days_ago=1)
    (stale,) = facts_in(tmp_path).stale
    assert (stale.slug, stale.since) == (slug_of(2), AS_OF - timedelta(days=1))
    assert "evidence" in stale.why


def test_a_file_without_a_key_counts_only_while_the_folder_still_has_it(tmp_path: Path) -> None:
    rejected = {"bibkey": "", "status": "rejected", "reason": "It has no key."}
    for days, files in ((3, ("gone.pdf", "there.pdf")), (1, ("there.pdf",))):
        at = AS_OF - timedelta(days=days)
        append(
            tmp_path / "audit", "documents", [document_row(at, "A"), *(document_row(at, file=file, **rejected) for file in files)]
        )
    assert [paper.file for paper in facts_in(tmp_path).papers] == ["there.pdf"]


def test_a_retired_paper_is_no_failure(tmp_path: Path) -> None:
    append(tmp_path / "audit", "documents", [document_row(AS_OF - timedelta(days=2), "A"), document_row(AS_OF, "A", "retired")])
    facts = facts_in(tmp_path)
    assert (facts.papers, facts.volumes.papers) == ((), 0)


def record_chunks(home: Path, bibkey: str, count: int, hours_ago: float, **given: Any) -> None:
    """A paper was cut into so many passages."""
    at, sha = AS_OF - timedelta(hours=hours_ago), f"{bibkey:0<64}"
    fields: dict[str, Any] = {
        "run_id": f"cut-{hours_ago}", "recorded_at": at, "bibkey": bibkey, "document_sha256": sha, "chunker_version": "1",
        "kind": "prose", "page": 1, "last_page": 1, "section_path": (), "tokens": 9, "place": "", "marks": (), "parent_id": "",
        "sizing": "",
    }  # fmt: skip
    fields |= given
    rows = [
        ChunkRow(
            **fields, chunk=n, chunk_id=f"{fields['document_sha256']}-{fields['chunker_version']}-{n}", text=f"{n} of {count}",
            text_hash=f"{n} of {count}",
        )
        for n in range(count)
    ]  # fmt: skip
    append(home / "audit", "chunks", rows)


@pytest.mark.parametrize(
    "cuts",
    [
        [(5, {})],
        [(9, {}), (5, {})],
        [(5, {}), (9, {}), (5, {})],
        [(9, {"chunker_version": "0"}), (5, {})],
        [(9, {"document_sha256": "other"}), (5, {})],
        [(5, {}), (5, {})],
    ],
)
def test_passages_are_those_of_the_last_cut_of_each_paper(tmp_path: Path, cuts: list[tuple[int, dict[str, Any]]]) -> None:
    append(tmp_path / "audit", "documents", [document_row(AS_OF, bibkey) for bibkey in ("A", "B")])
    append(tmp_path / "audit", "documents", [document_row(AS_OF, "C", "retired")])
    record_chunks(tmp_path, "B", 2, hours_ago=99)
    record_chunks(tmp_path, "C", 3, hours_ago=99)
    for hours, (count, given) in enumerate(reversed(cuts)):
        record_chunks(tmp_path, "A", count, hours, **given)
    assert facts_in(tmp_path).volumes.chunks == 5 + 2


def test_cost_is_summed_by_day_and_model(tmp_path: Path) -> None:
    calls = [
        model_call(AS_OF - timedelta(days=day, minutes=n), n, model, 0.25)
        for n, (day, model) in enumerate(((0, "m"), (0, "m"), (1, "k")))
    ]
    append(tmp_path / "audit", "llm_calls", calls)
    told = [(str(cost.day), cost.model, cost.calls, cost.dollars, cost.tokens) for cost in facts_in(tmp_path).costs]
    assert told == [("2026-08-31", "k", 1, 0.25, 5_100), ("2026-09-01", "m", 2, 0.5, 10_200)]


def test_one_build_is_one_point_of_the_trend(tmp_path: Path) -> None:
    for n in range(4):
        record_verdict(tmp_path / "audit", n, AS_OF - timedelta(minutes=9 - n), n, 4, 5, Decision.PROMOTED)
    assert [(point.grounded, point.claims) for point in facts_in(tmp_path).trend] == [(16, 20)]


def test_a_page_that_leaves_takes_its_claims_out_of_the_trend(tmp_path: Path) -> None:
    for days, n, decision in ((3, 1, Decision.PROMOTED), (2, 2, Decision.PROMOTED), (1, 1, Decision.RETIRED)):
        record_verdict(tmp_path / "audit", n, AS_OF - timedelta(days=days), days, 4, 5, decision)
    assert [point.claims for point in facts_in(tmp_path).trend] == [5, 10, 5]
