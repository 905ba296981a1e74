from __future__ import annotations

import pytest

from wiki_assets.concepts.extractive.quality import (
    Standard,
    has_run,
    is_main_clause,
    is_presentable,
    is_sequel,
    needs_lead,
    roughness,
)

GOOD = "A circle packing is a configuration of circles with a prescribed pattern of tangencies."


@pytest.mark.parametrize(
    "sentence",
    [
        GOOD,
        "Consensus algorithms typically arise in the context of replicated state machines.",
        "It is possible to provide high availability and partition tolerance without atomic consistency.",
        "Koebe proved that every triangulated planar graph has a circle-contact representation.",
        "Natural Questions (NQ) is a dataset containing pairs of queries and documents from an encyclopedia.",
        "One of the earliest approaches embeds hierarchies into the plane by placing children around an arc.",
        "Both the replicated state machine and the lock service can give programmers an illusion of sequence.",
        "The difference between packings and patterns of circles is that the latter may overlap freely.",
        "On Natural Questions the reader obtains 44.1% accuracy with 770M parameters and sparse retrieval.",
    ],
)
def test_whole_self_contained_prose_is_presentable(sentence: str) -> None:
    assert is_presentable(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "This is a configuration of circles with a prescribed pattern of tangencies.",
        "They are configurations of circles with a prescribed pattern of tangencies.",
        "It follows a configuration of circles with a prescribed pattern of tangencies.",
        "In this paper we study configurations of circles with a prescribed pattern of tangencies.",
        "Figure 3 shows a configuration of circles with a prescribed pattern of tangencies.",
        "A packing, shown in Fig. 3, is a configuration of circles with prescribed tangencies.",
        "By Theorem 2.1 a packing of circles with prescribed tangencies exists and is unique.",
        "configuration of circles with a prescribed pattern of tangencies is called a packing.",
        "A configuration of circles with a prescribed pattern of tangencies and",
        "Is a configuration of circles with a prescribed pattern of tangencies a packing?",
        "Circle packing algorithms.",
        "Evidence aggregation for answer re-ranking in open-domain question answering.",
        "Packing radii satisfy Σ αi = 2π and H(x) = f(x) + g(y) for all x ∈ V and y ∈ W.",
        "A circle packing is a congu\ufffdration of circles with a prescribed pattern of tangencies.",
        "A circle packing by M ̈obius is a configuration of circles with prescribed tangencies.",
        "Department of Mathematics, University of Somewhere, is where circles and packings are studied.",
        "The code that computes a packing of circles with prescribed tangencies is at https://example.org/packing.",
        "Final remarks When circles have a prescribed pattern of tangencies, a packing is unique.",
        "Like earlier work on tangent circles, it relies on re-packing to implement tolerance against faults.",
        "Luo proved this result in greater generality for triangulated surfaces with hyperbolic geometry.",
        "Metadata for many packings of circles,10 a dataset of tangencies,11 and models are made available.",
        "Notions of geometry are relevant to packings of tangent circles, as we briefly review next.",
        "The interval of a lease = [TT.now, vi + 10] is set for circles with prescribed tangencies.",
        "One reason is that circles with a prescribed pattern of tangencies are hard to compute.",
        "Effective and Robust Packing of Tangent Circles Remains Surprisingly Hard.",
        "The energy of a packing can be expressed as E(u) = 1 where circles have prescribed tangencies.",
        "Tangent circles, in fair executions in which no prescribed messages are lost.",
        "You can press a key to see a packing of circles with prescribed tangencies change.",
        "Smith, A. B. Jones, C. D. Miller, E. F. Brown, Packing circles with tangencies is hard.",
        " ".join(["A packing is a set of circles with prescribed tangencies"] * 6) + ".",
    ],
)
def test_what_cannot_stand_alone_is_not_presentable(sentence: str) -> None:
    assert not is_presentable(sentence)


def test_a_sentence_that_opens_with_a_pronoun_may_follow_its_antecedent() -> None:
    assert is_sequel("It states that every planar graph is the tangency graph of some family of disjoint discs.")
    assert not is_sequel("This paper states that every planar graph is the tangency graph of disjoint discs.")
    assert not is_sequel(GOOD)


def test_the_last_piece_must_share_five_content_words_in_a_row() -> None:
    assert has_run(GOOD, f"We say: {GOOD}")
    assert not has_run(GOOD, "A configuration of circles has tangencies.")
    assert not has_run(
        "A circle packing is a configuration of tangent circles. Yes.",
        "A circle packing is a configuration of tangent circles. Yes.",
    )


def test_talk_of_the_authors_reads_worse() -> None:
    assert roughness(GOOD) < roughness(
        "We say that a circle packing is a configuration of circles with a prescribed pattern of tangencies."
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "Hyperbolic space has constant negative curvature.",
        "A triangulation T of a surface S is Delaunay if and only if all interior edges of T have empty open disks.",
    ],
)
def test_the_plain_standard_takes_what_the_strict_one_refuses(sentence: str) -> None:
    assert is_presentable(sentence, Standard.PLAIN)
    assert not is_presentable(sentence)


def test_what_the_authors_did_meets_the_lowest_standard_only() -> None:
    sentence = "We describe a set of natural properties of circles with a prescribed pattern of tangencies."
    assert [standard for standard in Standard if is_presentable(sentence, standard)] == [Standard.TALK]


def test_no_standard_takes_a_figure_or_a_dangling_pronoun() -> None:
    assert not is_presentable("Figure 3 shows a configuration of circles with prescribed tangencies.", Standard.PLAIN)
    assert not is_presentable("This is a configuration of circles with prescribed tangencies.", Standard.PLAIN)


def test_a_demonstrative_may_take_up_what_the_sentence_named() -> None:
    assert is_presentable("Systems such as Chubby keep leases, and clients of these systems may cache the files they read.")
    assert needs_lead("Koebe implies that one can always arrange these circles such that two of them touch along edges.")


def test_a_clause_needs_a_verb_of_its_own() -> None:
    assert is_main_clause("Constrained triangulations offer a way to force a mesh to respect prescribed edges.")
    assert not is_main_clause("Large packing, in any plane that is tiled by prescribed tangent circles.")
