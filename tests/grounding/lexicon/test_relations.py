"""Relations between two words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wiki_assets.grounding.lexicon.closed_classes import OPPOSED
from wiki_assets.grounding.lexicon.relations import Relation, contrary, relation

WORDS = st.sampled_from(
    ["large", "big", "small", "dog", "animal", "reduce", "lower", "cut", "increase", "decrease", "able", "unable"]
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("large", "big"),
        ("car", "automobile"),
        ("begin", "start"),
        ("started", "began"),
        ("reduce", "cut"),
        ("lowered", "reduced"),
        ("rapid", "fast"),
        ("quickly", "rapidly"),
        ("quick", "quickly"),
        ("sun", "solar"),
        ("decide", "decision"),
        ("huge", "large"),
        ("cars", "automobiles"),
        ("people", "person"),
        ("zorbal", "zorbal"),
        ("arise", "rise"),
        ("awaited", "waited"),
        ("around", "round"),
    ],
)
def test_words_that_say_the_same_do_so_both_ways(one: str, other: str) -> None:
    assert relation(one, other) is relation(other, one) is Relation.SAME


@pytest.mark.parametrize(
    ("general", "special"),
    [("animal", "dog"), ("person", "patient"), ("people", "patients"), ("city", "berlin"), ("vehicle", "car"), ("move", "walk")],
)
def test_a_more_general_word_holds_of_the_special_and_not_the_other_way(general: str, special: str) -> None:
    assert relation(general, special) is Relation.GENERAL
    assert relation(special, general) is Relation.NONE


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("large", "small"),
        ("increase", "decrease"),
        ("increased", "decreases"),
        ("negatively", "positively"),
        ("regular", "irregular"),
        ("able", "unable"),
        ("linear", "nonlinear"),
        ("linear", "non-linear"),
        ("war", "antiwar"),
        ("activate", "deactivate"),
        ("typical", "atypical"),
        ("symptomatic", "asymptomatic"),
        ("cellular", "acellular"),
        ("harmless", "harmful"),
        ("harmless", "harm"),
        ("zorballess", "zorbalful"),
        ("useless", "use"),
        ("man", "woman"),
        ("before", "after"),
        ("with", "without"),
        ("he", "she"),
    ],
)
def test_contraries_are_so_both_ways(one: str, other: str) -> None:
    assert contrary(one, other)
    assert contrary(other, one)
    assert relation(one, other) is relation(other, one) is Relation.CONTRARY


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("mean", "median"),
        ("line", "point"),
        ("reduce", "lower"),
        ("dog", "cat"),
        ("under", "uns"),
        ("undo", "do"),
        ("less", "useless"),
        ("bless", "b"),
        ("tactless", "tacts"),
        ("unless", "un"),
        ("overall", "all"),
        ("regular", "ir"),
        ("zorbal", "quindle"),
        ("entity", "dog"),
        ("thing", "dog"),
        ("", "un"),
        ("dog", ""),
    ],
)
def test_other_words_are_no_contraries_and_do_not_say_the_same(one: str, other: str) -> None:
    assert relation(one, other) in (Relation.NONE, Relation.GENERAL)
    assert not contrary(one, other)
    assert not contrary(other, one)


def test_two_steps_up_still_name_the_thing_and_three_do_not() -> None:
    assert relation("canine", "dog") is Relation.GENERAL
    assert relation("carnivore", "dog") is Relation.GENERAL
    assert relation("placental", "dog") is Relation.NONE


def test_every_pair_of_opposed_words_is_contrary_both_ways() -> None:
    assert all(contrary(one, other) and contrary(other, one) for one, other in OPPOSED)


@settings(deadline=None)
@given(WORDS | st.text(max_size=8), WORDS | st.text(max_size=8))
def test_any_two_words_have_one_relation(one: str, other: str) -> None:
    assert relation(one, one) is Relation.SAME
    assert contrary(one, other) is contrary(other, one)
    found = relation(one, other)
    assert (found is Relation.SAME) is (relation(other, one) is Relation.SAME)
