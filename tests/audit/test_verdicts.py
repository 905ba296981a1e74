"""Verdicts in the audit: sentences, rules, claims that were cited anew, and the figures beside the rate."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import duckdb
import pytest

from wiki_assets.audit.fragments import append, list_fragments
from wiki_assets.audit.mapping import page_row
from wiki_assets.audit.merging import FragmentReader, merge_rows
from wiki_assets.audit.schema import MIGRATIONS, migrate
from wiki_assets.audit.tables import TABLES
from wiki_assets.audit.verdicts import JudgedSentence, claim_rows, report_row
from wiki_assets.audit.views import create_views
from wiki_assets.concepts.model import Page
from wiki_assets.grounding.model import (
    AlignedWords,
    ClaimVerdict,
    Difference,
    GroundingReport,
    Repair,
    SentenceVerdict,
    Verdict,
    VerdictKind,
)

from .samples import QUOTE, citation, page, record_page, report, stamp

PAGE = page(texts=("Packings approximate it. They are round.", "They are flat."))
DIFFERENCE = Difference(kind="number", claim_words="seven", source_words="nine", claim_start=3, claim_end=8)


def a_verdict(kind: VerdictKind, rule: str, **more: Any) -> Verdict:
    return Verdict(kind=kind, rule=rule, explanation=f"{rule}.", **more)


def carried(citation_index: int, start: int, end: int, verdict: Verdict, sentence: tuple[int, int]) -> SentenceVerdict:
    words = AlignedWords(citation=citation_index, start=start, end=end, words=QUOTE[: end - start])
    return SentenceVerdict(start=sentence[0], end=sentence[1], verdict=verdict, aligned=(words,))


GROUNDED = a_verdict(VerdictKind.GROUNDED, "aligned", matched=QUOTE, start=5, end=5 + len(QUOTE))
DOUBTED = a_verdict(VerdictKind.UNCERTAIN, "partly", differences=(DIFFERENCE,))
REFUSED = a_verdict(VerdictKind.UNSUPPORTED, "number", matched=QUOTE[:7], start=5, end=12, differences=(DIFFERENCE,))


def judged(*claims: ClaimVerdict, of: Page = PAGE, **more: Any) -> GroundingReport:
    return report(of).model_copy(update={"claims": claims, **more})


def claims_of(*claims: ClaimVerdict) -> list[Any]:
    return list(claim_rows(PAGE, judged(*claims), stamp()))


SECOND = ClaimVerdict(ordinal=1, verdict=a_verdict(VerdictKind.UNSUPPORTED, "no-citation"))


def test_each_sentence_is_told_with_its_words_its_verdict_and_where_the_source_says_so() -> None:
    sentences = (carried(0, 5, 12, GROUNDED, (0, 24)), carried(1, 5, 20, DOUBTED, (25, 40)))
    first, second = claims_of(ClaimVerdict(ordinal=0, verdict=DOUBTED, citation=1, sentences=sentences), SECOND)
    told = [JudgedSentence.model_validate(one) for one in json.loads(first.sentences)]
    assert [(one.text, one.verdict, one.rule) for one in told] == [
        ("Packings approximate it.", "grounded", "aligned"),
        ("They are round.", "uncertain", "partly"),
    ]
    assert [(words.bibkey, words.chunk, words.page, words.words) for one in told for words in one.words] == [
        ("Rodin1987", 4, 7, QUOTE[:7]),
        ("Rodin1987", 5, 7, QUOTE[:15]),
    ]
    assert second.sentences == "[]"


def test_the_words_shown_for_a_refused_claim_are_of_the_citation_they_were_found_at() -> None:
    sentence = carried(1, 5, 12, REFUSED, (0, 24))
    (row, _) = claims_of(ClaimVerdict(ordinal=0, verdict=REFUSED, sentences=(sentence,)), SECOND)
    assert (row.chunk, row.citation, row.matched, row.verdict) == (5, 1, QUOTE[:7], "unsupported")


def test_a_claim_that_was_cited_anew_shows_the_citation_that_holds_and_the_one_that_was_replaced() -> None:
    repair = Repair(citations=(citation(9), citation(4)), replaced=REFUSED)
    sentence = carried(0, 5, 5 + len(QUOTE), GROUNDED, (0, 40))
    (row, other) = claims_of(ClaimVerdict(ordinal=0, verdict=GROUNDED, citation=0, sentences=(sentence,), repair=repair), SECOND)
    assert (row.bibkey, row.chunk, row.citation, row.citations, row.verdict) == ("Rodin1987", 9, 0, 2, "grounded")
    assert (row.replaced_bibkey, row.replaced_chunk, row.replaced_verdict, row.replaced_rule) == (
        "Rodin1987",
        5,
        "unsupported",
        "number",
    )
    assert (other.replaced_bibkey, other.replaced_chunk, other.replaced_verdict, other.replaced_rule) == (None, None, None, None)


def test_the_guards_own_rule_stands_beside_that_of_a_second_opinion() -> None:
    opinion = GROUNDED.model_copy(update={"rule": "verifier:llm", "guard_rule": "partly"})
    row, other = claims_of(ClaimVerdict(ordinal=0, verdict=opinion, citation=0), SECOND)
    assert (row.rule, row.guard_rule, other.guard_rule) == ("verifier:llm", "partly", None)


@pytest.mark.parametrize("share", [None, 0.0, 0.25])
def test_a_report_tells_coverage_copying_and_repairs(share: float | None) -> None:
    repair = Repair(citations=(citation(9),), replaced=REFUSED)
    given = judged(
        ClaimVerdict(ordinal=0, verdict=GROUNDED, citation=0, repair=repair), SECOND, evidence_coverage=share, copied_share=share
    )
    row = report_row(given, stamp())
    assert (row.repaired, row.evidence_coverage, row.copied_share) == (1, share, share)


def _asked(audit: Path, query: str) -> list[tuple[Any, ...]]:
    with contextlib.closing(duckdb.connect()) as connection:
        migrate(connection, MIGRATIONS)
        create_views(connection)
        for name, table in TABLES.items():
            for _, rows in FragmentReader(audit, table, {}).batches(list_fragments(audit, name)):
                merge_rows(connection, table, rows)
        return connection.execute(query).fetchall()


def record(audit: Path, of: Page, given: GroundingReport, hours: float) -> None:
    append(audit, "pages", [page_row(of, (), stamp(hours))])
    append(audit, "grounding_reports", [report_row(given, stamp(hours))])
    append(audit, "claims", claim_rows(of, given, stamp(hours)))


def test_every_rule_that_decided_is_counted_with_its_share_over_the_newest_verdicts(audit: Path) -> None:
    record_page(audit, PAGE, 0)
    record(audit, PAGE, judged(ClaimVerdict(ordinal=0, verdict=DOUBTED), SECOND, guard_version="2"), 1)
    other = page("other", texts=("One.", "Two.", "Three."))
    claims = (GROUNDED, REFUSED, a_verdict(VerdictKind.UNSUPPORTED, "no-citation"))
    record(
        audit,
        other,
        judged(*(ClaimVerdict(ordinal=n, verdict=one) for n, one in enumerate(claims)), of=other, guard_version="2"),
        2,
    )
    query = "SELECT guard, guard_version, rule, verdict, claims, round(share, 2) FROM rule_rates"
    assert _asked(audit, query) == [
        ("content-5-gram", "2", "no-citation", "unsupported", 2, 0.4),
        ("content-5-gram", "2", "aligned", "grounded", 1, 0.2),
        ("content-5-gram", "2", "number", "unsupported", 1, 0.2),
        ("content-5-gram", "2", "partly", "uncertain", 1, 0.2),
    ]


def test_repairs_are_listed_for_the_newest_pages_with_both_citations(audit: Path) -> None:
    repair = Repair(citations=(citation(9),), replaced=REFUSED)
    repaired = ClaimVerdict(ordinal=0, verdict=GROUNDED, citation=0, repair=repair)
    record(audit, PAGE, judged(repaired, SECOND), 0)
    query = "SELECT slug, ordinal, replaced_bibkey, replaced_chunk, replaced_verdict, replaced_rule, bibkey, chunk, published FROM repairs"
    assert _asked(audit, query) == [("circle-packing", 0, "Rodin1987", 4, "unsupported", "number", "Rodin1987", 9, False)]
    assert _asked(audit, "SELECT chunk, replaced_chunk, replaced_rule FROM page_lineage WHERE ordinal = 0") == [(9, 4, "number")]
    record_page(audit, page(texts=("Something else.",)), 1)
    assert _asked(audit, query) == []


def test_ungrounded_claims_tell_unsupported_from_uncertain_ones_and_show_what_differs(audit: Path) -> None:
    record(audit, PAGE, judged(ClaimVerdict(ordinal=0, verdict=DOUBTED), SECOND), 0)
    rows = _asked(audit, "SELECT ordinal, verdict, differences FROM ungrounded_claims")
    assert [(ordinal, verdict) for ordinal, verdict, _ in rows] == [(1, "unsupported"), (0, "uncertain")]
    assert Difference.model_validate(json.loads(rows[1][2])[0]) == DIFFERENCE


def test_a_verdict_that_was_reached_again_under_the_same_guard_replaces_the_one_before_in_every_view(audit: Path) -> None:
    unanswered = DOUBTED.model_copy(update={"rule": "verifier-unanswered"})
    record(audit, PAGE, judged(ClaimVerdict(ordinal=0, verdict=unanswered), SECOND), 0)
    record(audit, PAGE, judged(ClaimVerdict(ordinal=0, verdict=GROUNDED, citation=0), SECOND), 1)
    assert _asked(audit, "SELECT rule FROM page_lineage WHERE ordinal = 0") == [("aligned",)]
    assert _asked(audit, "SELECT ordinal FROM ungrounded_claims") == [(1,)]
    assert _asked(audit, "SELECT rule, claims FROM rule_rates ORDER BY rule") == [("aligned", 1), ("no-citation", 1)]
    assert _asked(audit, "SELECT grounded, rate FROM latest_pages") == [(1, 0.5)]
    assert _asked(audit, "SELECT uncertain, rate, change FROM grounding_trend") == [(1, 0.0, None), (0, 0.5, 0.5)]


def test_the_trend_and_the_newest_pages_have_the_figures_beside_the_rate(audit: Path) -> None:
    claims = (ClaimVerdict(ordinal=0, verdict=DOUBTED), SECOND)
    record(audit, PAGE, judged(*claims, evidence_coverage=0.5, copied_share=0.75), 0)
    columns = "uncertain, unsupported, repaired, evidence_coverage, copied_share"
    for view in ("grounding_trend", "latest_pages"):
        assert _asked(audit, f"SELECT {columns} FROM {view}") == [(1, 1, 0, 0.5, 0.75)]
