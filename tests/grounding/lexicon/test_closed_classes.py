"""The closed classes hang together."""

from __future__ import annotations

from wiki_assets.grounding.lexicon import closed_classes as classes


def test_words_are_told_apart_by_white_space() -> None:
    assert classes._words(" a b\n c ") == {"a", "b", "c"}


def test_every_word_is_in_lower_case_and_one_word() -> None:
    words = classes.LIGHT | classes.NEGATORS | classes.STRONG | classes.HEDGES | classes.HEDGING_VERBS | classes.CONDITIONS
    assert all(word == word.lower() and " " not in word for word in words)


def test_what_decides_a_statement_is_never_light() -> None:
    deciding = classes.NEGATORS | classes.STRONG | classes.HEDGES | classes.APPROXIMATORS | classes.DOWNWARD
    assert not classes.LIGHT & (deciding | classes.UPWARD_RANKS.keys() | classes.CONDITIONS)


def test_strong_words_are_not_weak() -> None:
    weak = classes.HEDGES | classes.HEDGING_VERBS | classes.APPROXIMATORS | classes.DOWNWARD | classes.UPWARD_RANKS.keys()
    assert not classes.STRONG & weak


def test_pronouns_are_light_and_names_in_capitals_would_be() -> None:
    assert classes.PRONOUNS <= classes.LIGHT
    assert {name.lower() for name in classes.NAMES_IN_CAPITALS} <= classes.LIGHT


def test_ranks_go_from_some_over_many_to_most() -> None:
    assert classes.UPWARD_RANKS["some"] < classes.UPWARD_RANKS["many"] < classes.UPWARD_RANKS["most"]


def test_no_connective_stands_in_two_groups() -> None:
    words = [word for group in classes.CONNECTIVES for word in group]
    assert len(words) == len(set(words))


def test_no_word_is_opposed_to_itself() -> None:
    assert all(one != other for one, other in classes.OPPOSED)
