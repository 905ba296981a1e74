"""The figures beside the rate: how much of the evidence a page uses, and how much of it is copied."""

from __future__ import annotations

import pytest
from grounding_samples import WordGuard, a_chunk, a_citation, a_page, evidence_of
from hypothesis import given
from hypothesis import strategies as st

from wiki_assets.concepts.model import Page
from wiki_assets.documents.model import Chunk
from wiki_assets.grounding.measures import COPIED_RUN, measured
from wiki_assets.grounding.model import GroundingReport
from wiki_assets.grounding.reporting import report_page

EIGHT = "one two three four five six seven eight"
CHUNKS = [a_chunk(f"{EIGHT} and further words of passage {n}", n=n) for n in range(4)]


def measures(page: Page, *chunks: Chunk, evidence: tuple[Chunk, ...] = ()) -> GroundingReport:
    """The measured report on a page that was made from this evidence."""
    rows = evidence_of(*(evidence or chunks))
    made = page.model_copy(update={"recipe": page.recipe.model_copy(update={"evidence_fingerprint": rows.fingerprint})})
    known = {chunk.chunk_id: chunk for chunk in chunks}
    report = report_page(made, known, WordGuard(), 0.5, [row.chunk for row in rows.rows])
    return measured(report, made, known, rows)


def copied(text: str, source: str) -> float | None:
    chunk = a_chunk(source)
    return measures(a_page((text, (a_citation(chunk),))), chunk).copied_share


def test_coverage_is_the_share_of_the_evidence_that_carries_a_claim() -> None:
    page = a_page((EIGHT, (a_citation(CHUNKS[0]),)), ("further words", (a_citation(CHUNKS[0]), a_citation(CHUNKS[2]))))
    assert measures(page, *CHUNKS).evidence_coverage == 0.5


def test_a_passage_that_carries_no_claim_is_not_used_though_it_is_cited() -> None:
    page = a_page((EIGHT, (a_citation(CHUNKS[0]),)), ("Pigs fly over mountains.", (a_citation(CHUNKS[1]),)))
    assert measures(page, *CHUNKS).evidence_coverage == 0.25
    page = a_page(("One or two pigs fly.", (a_citation(CHUNKS[1]),)))
    report = measures(page, *CHUNKS)
    assert (report.claims[0].citation, report.evidence_coverage) == (0, 0.0)


def test_a_passage_outside_the_evidence_does_not_count() -> None:
    page = a_page((EIGHT, (a_citation(CHUNKS[0]),)), (EIGHT, (a_citation(CHUNKS[1]),)))
    assert measures(page, *CHUNKS, evidence=(CHUNKS[1], CHUNKS[2])).evidence_coverage == 0.5


def test_a_claim_that_was_cited_anew_uses_the_passage_that_it_cites_now() -> None:
    wrong = a_chunk("Only weather here.", n=9)
    report = measures(a_page((EIGHT, (a_citation(wrong),))), wrong, CHUNKS[0], evidence=(CHUNKS[0], CHUNKS[1]))
    assert (len(report.repaired), report.evidence_coverage, report.copied_share) == (1, 0.5, 1.0)


def test_coverage_is_unknown_without_evidence_or_where_the_page_was_made_from_other_evidence() -> None:
    page = a_page((EIGHT, (a_citation(CHUNKS[0]),)))
    known = {CHUNKS[0].chunk_id: CHUNKS[0]}
    report = report_page(page, known, WordGuard(), 0.5)
    assert measured(report, page, known, evidence_of(CHUNKS[0])).evidence_coverage is None
    assert measured(report, page, known, evidence_of()).evidence_coverage is None


@pytest.mark.parametrize(
    ("text", "source", "share"),
    [
        (EIGHT, EIGHT, 1.0),
        (f"Zero {EIGHT}", f"{EIGHT} nine", 8 / 9),
        (EIGHT.removesuffix(" eight"), EIGHT, 0.0),
        (EIGHT.upper().replace(" ", ", "), EIGHT, 1.0),
        (EIGHT.replace("four", "vier"), EIGHT, 0.0),
        (f"{EIGHT} x {EIGHT}", EIGHT, 16 / 17),
        (f"{EIGHT} nine ten", f"{EIGHT} nine ten", 1.0),
        ("...", EIGHT, 0.0),
    ],
)
def test_words_in_runs_of_eight_of_the_cited_passage_are_copied(text: str, source: str, share: float) -> None:
    assert copied(text, source) == pytest.approx(share)


def test_words_of_a_passage_that_the_claim_does_not_cite_are_not_copied_from_it() -> None:
    weather = a_chunk("Only weather.", n=9)
    page = a_page((EIGHT, (a_citation(weather),)))
    assert measures(page, weather, a_chunk(EIGHT, bibkey="Birch2002"), evidence=(weather,)).copied_share == 0.0


def test_a_passage_that_is_gone_or_a_claim_without_citation_counts_as_not_copied() -> None:
    page = a_page((EIGHT, (a_citation(CHUNKS[0]),)), (EIGHT, ()))
    assert measures(page, CHUNKS[1], evidence=(CHUNKS[1],)).copied_share == 0.0


def test_a_page_without_claims_has_no_share_and_uses_no_evidence() -> None:
    report = measures(a_page(), *CHUNKS)
    assert (report.evidence_coverage, report.copied_share) == (0.0, None)


WORDS = st.lists(st.sampled_from("abc"), max_size=30)


@given(WORDS, WORDS)
def test_the_share_is_what_a_plain_count_gives(said: list[str], source: list[str]) -> None:
    text = " ".join(source)
    runs = range(len(said) - COPIED_RUN + 1)
    inside = {
        place
        for start in runs
        if f" {' '.join(said[start : start + COPIED_RUN])} " in f" {text} "
        for place in range(start, start + COPIED_RUN)
    }
    expected = len(inside) / len(said) if said and source else 0.0
    assert copied(" ".join(said), text) == pytest.approx(expected)
