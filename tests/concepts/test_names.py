from __future__ import annotations

import pytest

from wiki_assets.concepts.model import Concept
from wiki_assets.concepts.names import ConceptNames


def found(concept: Concept, text: str) -> list[str]:
    return [text[mention.start : mention.end] for mention in ConceptNames(concept).find(text)]


RERANKING = Concept(slug="reranking", title="Re-ranking", aliases=("cross-encoder",))
RAG = Concept(slug="rag", title="Retrieval-augmented generation", aliases=("RAG",))


@pytest.mark.parametrize(
    ("concept", "text", "expected"),
    [
        (RERANKING, "Reranking with a re-ranker or cross encoders.", ["Reranking", "re-ranker", "cross encoders"]),
        (RAG, "RAG is no rag; retrieval augmented\ngeneration is.", ["RAG", "retrieval augmented\ngeneration"]),
        (Concept(slug="m", title="Möbius transformation"), "Mobius transformations abound.", ["Mobius transformations"]),
        (Concept(slug="nq", title="Natural Questions dataset"), "On Natural Questions we gain.", ["Natural Questions"]),
        (
            Concept(slug="c", title="Chubby lock service", aliases=("lock service",)),
            "Chubby is a lock service.",
            ["Chubby", "lock service"],
        ),
        (Concept(slug="t", title="Transformer"), "Transformers transform; a transformation does not.", ["Transformers"]),
        (Concept(slug="p", title="Circle packing"), "Circle. Packing is hard.", []),
    ],
)
def test_names_are_found_by_stem_whatever_the_hyphens(concept: Concept, text: str, expected: list[str]) -> None:
    assert found(concept, text) == expected


def test_the_title_is_worth_more_than_an_alias() -> None:
    title, alias = ConceptNames(RAG).find("Retrieval-augmented generation, or RAG.")
    assert title.strength > alias.strength


def test_a_genitive_does_not_hide_a_name() -> None:
    assert found(Concept(slug="g", title="Google File System"), "Google’s File System is large.") == ["Google’s File System"]


def test_the_last_word_of_a_name_stands_for_it_in_the_next_sentence() -> None:
    names = ConceptNames(Concept(slug="a", title="Apollonian gasket"))
    assert names.opens_with_head("The gasket can also be built of circles.")
    assert not names.opens_with_head("The circle is tangent to the gasket.")
    assert not ConceptNames(RAG).opens_with_head("The rag is wet.")
