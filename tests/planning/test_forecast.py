"""What a plan would cost: what is known of a paper is told as known, what is not as an estimate or a range."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.planning.test_plan import CHUNKS, CONCEPT, PAGE, PAPER, READ, RECIPE, SOURCE, VERSIONS, home
from wiki_assets.concepts.language_model import Message
from wiki_assets.documents.model import DocumentStatus
from wiki_assets.planning.effects import Effect, certain_pages, effect_of
from wiki_assets.planning.former_calls import former_calls
from wiki_assets.planning.passages import Density, measured_density, passages_of
from wiki_assets.planning.prices import LitellmTokens
from wiki_assets.planning.quantities import Quantity
from wiki_assets.retrieval.states import EmbeddingState
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore

PRESENT = replace(PAPER, source=replace(SOURCE, size=3_000))
NEW = replace(PRESENT, bibkey="New2024", read=None, chunks=None, embedding=None)
NO_DENSITY = Density({}, {})

EFFECTS = {
    "nothing changed": (PRESENT, Effect.NONE),
    "the bibliography changed": (replace(PRESENT, read=READ.model_copy(update={"metadata_fingerprint": "other"})), Effect.NONE),
    "renamed": (replace(PRESENT, read=READ.model_copy(update={"file": "older.pdf"})), Effect.NONE),
    "renamed to another ending": (replace(PRESENT, read=READ.model_copy(update={"file": "Alder2020.txt"})), Effect.POSSIBLE),
    "its vectors are missing": (replace(PRESENT, embedding=None), Effect.NONE),
    "new": (NEW, Effect.POSSIBLE),
    "back": (replace(PRESENT, read=READ.model_copy(update={"status": DocumentStatus.RETIRED})), Effect.POSSIBLE),
    "another parser": (replace(PRESENT, wanted_parser="reader-2"), Effect.POSSIBLE),
    "another password": (replace(PRESENT, wanted_options="with password"), Effect.POSSIBLE),
    "another size": (replace(PRESENT, chunks=CHUNKS.model_copy(update={"target_tokens": 100})), Effect.POSSIBLE),
    "cut before it was read again": (replace(PRESENT, chunks=CHUNKS.model_copy(update={"redaction": "older"})), Effect.POSSIBLE),
    "other bytes": (replace(PRESENT, source=replace(SOURCE, sha256="bb")), Effect.CERTAIN),
    "another chunker": (replace(PRESENT, chunks=CHUNKS.model_copy(update={"chunker_version": "chunker-0"})), Effect.CERTAIN),
    "gone": (replace(PRESENT, source=None), Effect.GONE),
}


@pytest.mark.parametrize("change", EFFECTS)
def test_what_a_change_does_to_the_passages_of_a_paper_is_told_before_it_is_read(change: str) -> None:
    paper, effect = EFFECTS[change]
    assert effect_of(paper, VERSIONS) is effect


def test_pages_that_cite_a_changed_paper_certainly_follow_and_those_with_another_recipe_too() -> None:
    cites = replace(CONCEPT, slug="cites", cited=("Alder2020",), page=PAGE.model_copy(update={"papers": {"Alder2020": "dd"}}))
    evidence_only = replace(CONCEPT, slug="evidence", wanted=RECIPE.model_copy(update={"evidence_fingerprint": "other"}))
    edited = replace(CONCEPT, slug="edited", wanted=RECIPE.model_copy(update={"definition_hash": "other"}))
    new = replace(CONCEPT, slug="new", page=None, wanted=None)
    state = home(concepts=(cites, evidence_only, edited, new, replace(CONCEPT, wanted=None)))
    assert certain_pages(state, {"Alder2020": Effect.GONE}) == {
        "cites": "it cites Alder2020, which changed or went",
        "edited": "its definition changed",
        "new": "never compiled",
    }
    assert set(certain_pages(state, {"Alder2020": Effect.POSSIBLE})) == {"edited", "new"}


def test_a_new_paper_is_estimated_from_the_papers_read_so_far(tmp_path: Path) -> None:
    density = measured_density([PRESENT, NEW])
    assert density.passages_of("any.pdf", 9_000) == 9
    assert density.passages_of("any.html", 9_000) == 9  # by all papers, where none of its ending was read
    found = passages_of(replace(NEW, source=replace(SOURCE, size=9_000)), VERSIONS, density, ArtifactStore(tmp_path))
    assert (found.count, found.embedded) == (Quantity.about(9), Quantity.about(6))


def test_where_no_paper_was_read_yet_nothing_is_made_up(tmp_path: Path) -> None:
    found = passages_of(NEW, VERSIONS, NO_DENSITY, ArtifactStore(tmp_path))
    assert (found.count, found.embedded) == (None, None)


def test_passages_that_stay_are_counted_and_only_those_without_a_vector_are_embedded(tmp_path: Path) -> None:
    store = ArtifactStore(tmp_path)
    lost = passages_of(replace(PRESENT, embedding=None), VERSIONS, NO_DENSITY, store)
    assert (lost.count, lost.embedded) == (Quantity.exactly(3), Quantity.exactly(2))
    store.write(layout.embedding_cache("wordllama", "Alder2020"), b"vectors")
    reindexed = replace(PRESENT, embedding=EmbeddingState(chunks_digest="dd", index_version="0", points=2))
    assert passages_of(reindexed, VERSIONS, NO_DENSITY, store).embedded == Quantity.exactly(0)
    assert passages_of(replace(PRESENT, embedding=None), VERSIONS, NO_DENSITY, store).embedded == Quantity.between(0, 2)


def test_a_paper_that_is_cut_to_another_size_or_read_anew_is_estimated_from_what_it_was(tmp_path: Path) -> None:
    halved = replace(PRESENT, chunks=CHUNKS.model_copy(update={"target_tokens": 500}))
    found = passages_of(halved, VERSIONS, NO_DENSITY, ArtifactStore(tmp_path))
    assert (found.count, found.embedded) == (Quantity.about(6), Quantity.between(0, 4))


def test_a_paper_that_went_costs_nothing(tmp_path: Path) -> None:
    found = passages_of(replace(PRESENT, source=None), VERSIONS, NO_DENSITY, ArtifactStore(tmp_path))
    assert (found.count, found.embedded) == (Quantity.exactly(0), Quantity.exactly(0))


@pytest.mark.parametrize(
    ("quantity", "told"),
    [
        (Quantity.exactly(1200), "1,200"),
        (Quantity.about(40), "about 40"),
        (Quantity.between(0, 58), "0 to about 58"),
        (Quantity(least=0, most=3), "0 to 3"),
    ],
)
def test_a_quantity_says_how_well_it_is_known(quantity: Quantity, told: str) -> None:
    assert str(quantity) == told


def test_a_sum_is_as_well_known_as_its_parts() -> None:
    assert Quantity.total([Quantity.exactly(2), Quantity.between(0, 3)]) == Quantity.between(2, 5)
    assert Quantity.total([]).known


def test_an_audit_that_is_not_there_or_not_one_tells_nothing(tmp_path: Path) -> None:
    assert former_calls(tmp_path / "audit.duckdb") == {}
    (tmp_path / "audit.duckdb").write_bytes(b"no database")
    assert former_calls(tmp_path / "audit.duckdb") == {}


def test_tokens_and_prices_come_from_litellms_own_tables() -> None:
    tokens = LitellmTokens()
    assert tokens.count([Message("user", "hello world")]) == 2 + 3 + 3
    price = tokens.price_of("openai/gpt-4o-mini")
    assert price is not None and 0 < price.prompt < price.completion
    assert tokens.price_of("ollama/no-such-model") is None
