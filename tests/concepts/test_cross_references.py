from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_assets.concepts.cross_references import CrossReferences
from wiki_assets.concepts.model import Concept

CONCEPTS = (
    Concept(slug="circle-packing", title="Circle packing", aliases=("coin graph",)),
    Concept(slug="circle-packing-theorem", title="Circle packing theorem"),
    Concept(slug="paxos", title="Paxos"),
    Concept(slug="rag", title="Retrieval-augmented generation", aliases=("RAG",)),
    Concept(slug="missing", title="Missing page"),
)
REFERENCES = CrossReferences(CONCEPTS, {"circle-packing", "circle-packing-theorem", "paxos", "rag"})


def linked(text: str, own: str = "other", prefix: str = "") -> str:
    return REFERENCES.link(text, own, set(), prefix)


def test_the_longest_name_wins_and_the_words_stay_as_they_are() -> None:
    assert linked("The circle packing theorem gives circle packings.") == (
        "The [circle packing theorem](circle-packing-theorem.md) gives [circle packings](circle-packing.md)."
    )


def test_only_the_first_mention_of_a_section_is_linked_whatever_its_name() -> None:
    seen: set[str] = set()
    assert (
        REFERENCES.link("Circle packings and Paxos.", "other", seen)
        == "[Circle packings](circle-packing.md) and [Paxos](paxos.md)."
    )
    assert REFERENCES.link("A coin graph again.", "other", seen) == "A coin graph again."
    assert seen == {"circle-packing", "paxos"}


def test_a_page_never_links_to_itself_and_never_to_a_page_that_is_not_there() -> None:
    assert linked("Paxos and a missing page.", own="paxos") == "Paxos and a missing page."


def test_a_draft_links_one_folder_up() -> None:
    assert linked("Paxos", prefix="../") == "[Paxos](../paxos.md)"


@pytest.mark.parametrize(
    "text",
    [
        "`Paxos` and ``a ` Paxos``",
        "```\nPaxos\n```\n",
        "~~~text\nPaxos\n~~~",
        "    Paxos indented",
        "# About Paxos",
        "About Paxos\n===========\n",
        "[see Paxos here](other.md)",
        "![Paxos](paxos.png)",
        "[Paxos][1]",
        "[Paxos2001 #chunk 3]",
        "[Paxos #chunk 3]",
        "[1]: https://paxos.example Paxos",
        "<https://example.org/Paxos>",
        "https://example.org/Paxos/Paxos",
        '<a title="Paxos">',
        "<!-- Paxos -->",
        "---\ntitle: Paxos\n---\n",
        "Paxoslike, subPaxos, Paxos-based, Multi-Paxos",
        "rag rags",
    ],
)
def test_protected_places_hold_no_link(text: str) -> None:
    assert linked(text) == text


def test_words_around_protected_places_are_linked() -> None:
    assert linked("`x` Paxos [K #chunk 1] RAG") == "`x` [Paxos](paxos.md) [K #chunk 1] [RAG](rag.md)"


def test_hyphens_and_line_breaks_inside_a_name_do_not_matter() -> None:
    assert linked("retrieval\u2010augmented\ngeneration") == "[retrieval\u2010augmented\ngeneration](rag.md)"


def test_a_concept_without_pages_around_it_changes_nothing() -> None:
    assert CrossReferences(CONCEPTS, ()).link("Paxos", "other", set()) == "Paxos"


PIECES = st.sampled_from(
    [
        "Paxos",
        "circle packings",
        "RAG",
        " ",
        "\n",
        "`",
        "``",
        "```",
        "[",
        "]",
        "(",
        ")",
        "#",
        "<",
        ">",
        "!",
        "\\",
        "~~~",
        "---",
        "x",
        "[K #chunk 1]",
        "\x00",
        "\ue000",
        "*",
    ]
)


@given(st.lists(PIECES, max_size=25).map("".join))
def test_taking_the_links_away_gives_the_text_back(text: str) -> None:
    result = linked(text)
    targets = r"\((?:circle-packing|circle-packing-theorem|paxos|rag)\.md\)"
    assert re.sub(rf"\[([^\[\]]*)\]{targets}", r"\1", result) == text


@given(st.text(max_size=80))
def test_any_text_survives(text: str) -> None:
    assert len(linked(text)) >= len(text)
