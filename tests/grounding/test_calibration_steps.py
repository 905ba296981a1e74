"""Which claims of a wiki are calibrated with, and the calibration that is kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from grounding_samples import WordGuard, a_chunk, a_citation, a_page

from wiki_assets.concepts import steps as concepts
from wiki_assets.concepts.model import Composition, Page
from wiki_assets.documents import codec
from wiki_assets.documents.model import Chunk
from wiki_assets.errors import ArtifactMissingError
from wiki_assets.grounding.calibration.edits.interface import Specimen
from wiki_assets.grounding.calibration.steps import JudgedPages, calibrate, find_judged, grounded_claims, keep, read_latest_of
from wiki_assets.grounding.steps import judge
from wiki_assets.grounding.verifiers.identity import VerifiedGuard
from wiki_assets.grounding.verifiers.none import NoVerifier
from wiki_assets.retrieval.model import ConceptEvidence
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore

GUARD = WordGuard()
THRESHOLD = 0.5
CHARTER = (
    "The charter of the brewers forbids herbs. " + "Barrels must be sealed with wax before winter and stored under the hall. " * 4
)
ALE = a_chunk("Ale is brewed from malted barley and spring water.", "Brewer1510", 0)
RULES = a_chunk(CHARTER, "Brewer1510", 1)
BOAT = a_chunk("A boat of oak was found in the harbour beside the old mill. " * 5, "Shipman1620", 0)


@pytest.fixture
def store(tmp_path: Path) -> ArtifactStore:
    found = ArtifactStore(tmp_path)
    for bibkey, chunks in {"Brewer1510": [ALE, RULES], "Shipman1620": [BOAT]}.items():
        found.write(layout.chunks(bibkey), codec.encode_chunks(chunks))
    return found


def judged(store: ArtifactStore, *slugs: str, guard: WordGuard = GUARD) -> JudgedPages:
    return find_judged(slugs, store, guard, THRESHOLD)


def claims_of(store: ArtifactStore, slug: str) -> list[Specimen]:
    """The grounded claims of a page in reading order."""
    return sorted(grounded_claims(judged(store, slug), store), key=lambda one: one.ordinal)


def stored(store: ArtifactStore, *claims: tuple[str, Chunk], slug: str = "ale", reported: bool = True) -> Page:
    """A page kept as its latest, and judged."""
    page = a_page(*((text, (a_citation(chunk),)) for text, chunk in claims), slug=slug)
    concepts.keep(Composition(page=page), ConceptEvidence(page.slug, ()), store, "run")
    if reported:
        judge(page, store, VerifiedGuard(GUARD, NoVerifier()), THRESHOLD)
    return page


def test_grounded_claims_come_with_their_passage_the_rest_of_the_paper_and_a_stranger(store: ArtifactStore) -> None:
    stored(store, ("Ale is brewed from barley.", ALE), ("A boat of oak was found.", BOAT))
    ale, boat = claims_of(store, "ale")
    assert (ale.slug, ale.ordinal, ale.bibkey, ale.chunk, ale.claim) == ("ale", 0, "Brewer1510", 0, "Ale is brewed from barley.")
    assert ale.source[ale.quote_start : ale.quote_end] == ALE.text
    assert (ale.source, ale.document, ale.stranger) == (ALE.text, (RULES.text,), BOAT.text)
    assert (boat.ordinal, boat.document, boat.stranger) == (1, (), RULES.text)


def test_a_stranger_is_long_enough_to_be_mistaken_and_of_another_paper(store: ArtifactStore) -> None:
    stored(store, ("Ale is brewed from barley.", ALE))
    (alone,) = claims_of(store, "ale")
    assert alone.stranger == ""
    stored(store, ("A boat of oak was found.", BOAT), ("Ale is brewed from barley.", ALE), slug="boat")
    strangers = {one.bibkey: one.stranger for one in claims_of(store, "boat")}
    assert strangers == {"Shipman1620": RULES.text, "Brewer1510": BOAT.text}


def test_only_claims_that_are_grounded_are_taken(store: ArtifactStore) -> None:
    stored(store, ("Ale is brewed from barley.", ALE), ("Ale was brewed by seven dwarfs of copper.", ALE))
    assert [one.claim for one in claims_of(store, "ale")] == ["Ale is brewed from barley."]


def test_a_claim_that_was_cited_anew_comes_with_the_passage_that_carries_it(store: ArtifactStore) -> None:
    page = stored(store, ("The charter forbids herbs.", ALE), ("Ale is brewed from barley.", ALE))
    found = claims_of(store, "ale")
    assert page.claims[0].citations[0].chunk == 0
    assert [(one.ordinal, one.chunk, one.source) for one in found] == [(0, 1, RULES.text), (1, 0, ALE.text)]


def test_a_page_without_a_verdict_of_this_guard_is_told_and_one_never_compiled_is_passed_over(store: ArtifactStore) -> None:
    stored(store, ("Ale is brewed from barley.", ALE))
    stored(store, ("A boat of oak was found.", BOAT), slug="boat", reported=False)
    found = judged(store, "ale", "boat", "never")
    assert ([page.slug for page, _ in found.pages], found.without_report) == (["ale"], ("boat",))
    other = judged(store, "ale", "boat", guard=WordGuard(version="2"))
    assert (other.pages, other.without_report) == ((), ("ale", "boat"))


def test_claims_of_a_paper_that_is_gone_are_left_out(store: ArtifactStore) -> None:
    stored(store, ("Ale is brewed from barley.", ALE), ("A boat of oak was found.", BOAT))
    store.delete(layout.chunks("Shipman1620"))
    assert [one.bibkey for one in claims_of(store, "ale")] == ["Brewer1510"]


def test_a_calibration_takes_at_most_so_many_claims_and_says_how_many_there_are(store: ArtifactStore) -> None:
    stored(store, ("Ale is brewed from barley.", ALE), ("A boat of oak was found.", BOAT), ("Barrels must be sealed.", RULES))
    few, every = (calibrate(judged(store, "ale"), store, GUARD, most) for most in (2, None))
    assert (few.claims, few.claims_found) == (2, 3)
    assert (every.claims, every.claims_found) == (3, 3)


def test_the_fingerprint_changes_with_pages_and_guard_and_with_nothing_else(store: ArtifactStore) -> None:
    stored(store, ("Ale is brewed from barley.", ALE))
    stored(store, ("A boat of oak was found.", BOAT), slug="boat")
    before = judged(store, "ale", "boat").fingerprint
    assert before == judged(store, "boat", "ale", "never").fingerprint
    assert calibrate(judged(store, "ale", "boat"), store, GUARD, 1).fingerprint == before
    assert judged(store, "ale").fingerprint != before
    stored(store, ("A boat of oak was found again.", BOAT), slug="boat")
    assert judged(store, "ale", "boat").fingerprint != before
    assert judged(store, "ale", "boat", guard=WordGuard(version="2")).fingerprint == ""


def test_the_latest_calibration_is_read_back_for_the_guard_it_is_about(store: ArtifactStore) -> None:
    stored(store, ("Ale is brewed from barley.", ALE))
    measured = calibrate(judged(store, "ale"), store, GUARD, None)
    with pytest.raises(ArtifactMissingError, match=r"no calibration of the guard words 1\. Materialize guard_calibration"):
        read_latest_of(GUARD, store)
    keep(measured, store)
    assert read_latest_of(GUARD, store) == measured
    with pytest.raises(ArtifactMissingError, match="guard words 2; the latest is about words 1"):
        read_latest_of(WordGuard(version="2"), store)
    store.write(layout.CALIBRATION, b'{"written by": "another version"}')
    with pytest.raises(ArtifactMissingError, match="no calibration"):
        read_latest_of(GUARD, store)
