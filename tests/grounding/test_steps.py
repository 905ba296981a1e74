"""Judging a page on an artifact store: what is loaded for it, what is measured, and what is kept."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from grounding_samples import WordGuard, a_chunk, a_citation, a_page, evidence_of
from verifier_samples import ScriptedVerifier, supported

from wiki_assets.concepts.model import Page
from wiki_assets.documents import codec
from wiki_assets.documents.model import Chunk
from wiki_assets.grounding.guards.interface import Guard
from wiki_assets.grounding.model import GroundingReport, VerdictKind
from wiki_assets.grounding.steps import find_report, judge
from wiki_assets.grounding.verifiers.identity import VerifiedGuard
from wiki_assets.grounding.verifiers.none import NoVerifier
from wiki_assets.retrieval.codec import encode_evidence
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore

SENTENCE = "Every planar graph has a circle packing in the plane."
WRONG = a_chunk("Nothing here is about the matter at hand, only weather.")
RIGHT = a_chunk(f"Elsewhere it is said: {SENTENCE}", bibkey="Birch2002")


@pytest.fixture
def store(tmp_path: Path) -> ArtifactStore:
    return ArtifactStore(tmp_path)


def keep(store: ArtifactStore, chunks: Sequence[Chunk], evidence: Sequence[Chunk]) -> str:
    """Papers and evidence as the steps before leave them; gives the fingerprint of the evidence."""
    for bibkey in {chunk.bibkey for chunk in chunks}:
        store.write(layout.chunks(bibkey), codec.encode_chunks([chunk for chunk in chunks if chunk.bibkey == bibkey]))
    rows = evidence_of(*evidence)
    store.write(layout.EVIDENCE, encode_evidence([rows]))
    return rows.fingerprint


def page_from(fingerprint: str) -> Page:
    """A page of one claim with the wrong citation, made from this evidence."""
    page = a_page((SENTENCE, (a_citation(WRONG),)))
    return page.model_copy(update={"recipe": page.recipe.model_copy(update={"evidence_fingerprint": fingerprint})})


def judged(page: Page, store: ArtifactStore, guard: Guard) -> GroundingReport:
    """The report of a guard alone."""
    return judge(page, store, VerifiedGuard(guard, NoVerifier()), 0.5).report


def test_a_claim_is_looked_up_in_the_evidence_of_papers_that_the_page_does_not_cite(
    store: ArtifactStore, caplog: pytest.LogCaptureFixture
) -> None:
    page = page_from(keep(store, [WRONG, RIGHT], [RIGHT, WRONG]))
    with caplog.at_level(logging.INFO):
        report = judged(page, store, WordGuard())
    assert [claim.verdict.kind for claim in report.repaired] == [VerdictKind.GROUNDED]
    assert (report.evidence_coverage, report.copied_share) == (0.5, 1.0)
    assert "circle-packing: Claim 0 cited [Ash2001 #chunk 0]" in caplog.text
    assert "it now cites [Birch2002 #chunk 0]" in caplog.text


@pytest.mark.parametrize(
    "now", [(), (replace(RIGHT, text="Other words under the same name."),), (replace(RIGHT, chunk_id="another"),)]
)
def test_a_passage_of_the_evidence_that_is_gone_or_has_changed_is_never_cited(
    store: ArtifactStore, now: tuple[Chunk, ...]
) -> None:
    page = page_from(keep(store, [WRONG, *now], [RIGHT]))
    assert judged(page, store, WordGuard()).repaired == ()


def test_a_report_is_kept_and_not_made_again(store: ArtifactStore) -> None:
    page, guard = page_from(keep(store, [WRONG, RIGHT], [RIGHT])), WordGuard()
    report = judged(page, store, guard)
    asked = len(guard.asked)
    assert judged(page, store, guard) == report == find_report(page.slug, page.page_sha, store, guard, 0.5)
    assert len(guard.asked) == asked


def test_a_report_that_missed_a_passage_is_made_again(store: ArtifactStore) -> None:
    page = page_from(keep(store, [RIGHT], [RIGHT]))
    assert judged(page, store, WordGuard()).claims[0].verdict.rule == "unknown-chunk"
    keep(store, [WRONG], [RIGHT])
    assert judged(page, store, WordGuard()).claims[0].verdict.kind is VerdictKind.GROUNDED


def test_a_page_is_judged_where_no_evidence_was_ever_chosen(store: ArtifactStore) -> None:
    store.write(layout.chunks("Ash2001"), codec.encode_chunks([WRONG]))
    report = judged(page_from("unknown"), store, WordGuard())
    assert (report.claims[0].verdict.kind, report.evidence_coverage) == (VerdictKind.UNSUPPORTED, None)


DOUBTFUL = "Every planar graph has a circle packing, says Koebe of Breslau."


def doubted(store: ArtifactStore) -> Page:
    """A page of one claim of which its passage has more than half the words."""
    fingerprint = keep(store, [RIGHT], [RIGHT])
    page = a_page((DOUBTFUL, (a_citation(RIGHT),)))
    return page.model_copy(update={"recipe": page.recipe.model_copy(update={"evidence_fingerprint": fingerprint})})


def test_what_the_guard_leaves_open_is_put_to_the_verifier_and_its_answer_is_kept(store: ArtifactStore) -> None:
    page, verifier = doubted(store), ScriptedVerifier({DOUBTFUL: supported("Every planar graph has a circle packing")})
    guard = VerifiedGuard(WordGuard(), verifier)
    found = judge(page, store, guard, 0.5)
    assert (found.asked, found.report.claims[0].verdict.rule) == (1, "verifier:scripted")
    assert found.report.claims[0].verdict.kind is VerdictKind.GROUNDED
    assert judge(page, store, guard, 0.5).report == found.report == find_report(page.slug, page.page_sha, store, guard, 0.5)
    assert len(verifier.asked) == 1


def test_a_report_of_an_unreachable_verifier_is_uncertain_says_so_and_is_made_again(
    store: ArtifactStore, caplog: pytest.LogCaptureFixture
) -> None:
    page = doubted(store)
    silent = VerifiedGuard(WordGuard(), ScriptedVerifier(unavailable="Nobody is there."))
    found = judge(page, store, silent, 0.5)
    assert (found.report.claims[0].verdict.kind, found.report.claims[0].verdict.rule) == (
        VerdictKind.UNCERTAIN,
        "verifier-unanswered",
    )
    assert "circle-packing: no second opinion: Nobody is there." in caplog.text
    speaking = VerifiedGuard(WordGuard(), ScriptedVerifier({DOUBTFUL: supported("Every planar graph has a circle packing")}))
    assert speaking.version == silent.version
    assert judge(page, store, speaking, 0.5).report.claims[0].verdict.kind is VerdictKind.GROUNDED


def test_a_verifier_has_reports_of_its_own_beside_those_of_the_guard_alone(store: ArtifactStore) -> None:
    page = doubted(store)
    alone = judged(page, store, WordGuard())
    verified = judge(
        page, store, VerifiedGuard(WordGuard(), ScriptedVerifier({DOUBTFUL: supported("planar graph has a circle")})), 0.5
    )
    assert (alone.claims[0].verdict.kind, verified.report.claims[0].verdict.kind) == (
        VerdictKind.UNCERTAIN,
        VerdictKind.GROUNDED,
    )
    assert judged(page, store, WordGuard()) == alone
