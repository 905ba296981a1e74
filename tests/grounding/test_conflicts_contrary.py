"""Contrary statements: which differences between two otherwise equal sentences contradict, and which do not."""

from __future__ import annotations

import pytest
from conflict_samples import a_statement, between

from wiki_assets.grounding.conflicts.contrary import ALIKE, Kind, chief_difference, contradiction

SLOW = "The relaxation of a hexagonal packing needs forty sweeps until every angle fits."
CONTRADICTIONS = {
    "another number": (SLOW, SLOW.replace("forty", "ninety"), Kind.NUMBER, "forty", "ninety"),
    "a number out of bounds": (SLOW, SLOW.replace("forty", "at most thirty"), Kind.NUMBER, "forty", "at most thirty"),
    "a number in a word": (
        "Four times as many tiles cost between three and four times as many sweeps in every run.",
        "Four times as many tiles cost less than twice as many sweeps in every run.",
        Kind.NUMBER,
        "between three and four times",
        "less than twice",
    ),
    "another unit": (
        "A session with the lock server ends 12 seconds after the last heartbeat of its client.",
        "A session with the lock server ends 12 minutes after the last heartbeat of its client.",
        Kind.UNIT,
        "seconds",
        "minutes",
    ),
    "a negation": (
        "A late heartbeat of the client ends the session with the lock server.",
        "A late heartbeat of the client does not end the session with the lock server.",
        Kind.NEGATION,
        "",
        "does not",
    ),
    "a negation in front": (
        "No heuristic converges to the optimal radii of a hexagonal packing.",
        "Every heuristic converges to the optimal radii of a hexagonal packing.",
        Kind.NEGATION,
        "No",
        "Every",
    ),
    "a contrary word": (
        "The write path of the replicated log is slower than its read path under load.",
        "The write path of the replicated log is faster than its read path under load.",
        Kind.CONTRARY,
        "slower",
        "faster",
    ),
    "another quantifier": (
        "Most clients of the lock server renew their sessions before the heartbeat is late.",
        "Few clients of the lock server renew their sessions before the heartbeat is late.",
        Kind.STRENGTH,
        "Most",
        "Few",
    ),
    "another growth, which a reservation tells": (
        "The relaxation needs a number of sweeps that grows nearly in proportion to the number of tiles.",
        "However, in our runs the relaxation needs a number of sweeps that grows only with the root of the number of tiles.",
        Kind.STRENGTH,
        "nearly in proportion to",
        "only with the root of",
    ),
}


@pytest.mark.parametrize("difference", CONTRADICTIONS)
def test_otherwise_equal_statements_contradict_by(difference: str) -> None:
    one, other, kind, words, other_words = CONTRADICTIONS[difference]
    found = between(one, other)
    assert found is not None
    assert (found.kind, found.words, found.other_words) == (kind, words, other_words)
    assert ALIKE <= found.alike <= 1.0


@pytest.mark.parametrize("difference", CONTRADICTIONS)
def test_it_is_found_from_either_side(difference: str) -> None:
    one, other, *_ = CONTRADICTIONS[difference]
    there, back = between(one, other), between(other, one)
    assert there is not None
    assert back is not None
    assert (there.kind, there.alike) == (back.kind, pytest.approx(back.alike))


AGREEING = {
    "the same": (SLOW, SLOW),
    "other words for the same": (SLOW, "To relax a hexagonal packing takes forty sweeps until every angle fits."),
    "a number within the bounds of the other": (SLOW, SLOW.replace("forty", "more than thirty")),
    "a rounded number": (SLOW.replace("forty", "about forty"), SLOW.replace("forty", "41.5")),
    "the same number of another magnitude": (SLOW.replace("forty", "3 thousand"), SLOW.replace("forty", "3,000")),
    "another number of something else": (
        "The first server needs forty sweeps until every angle of the packing fits.",
        "The last relaxation needs ninety sweeps until every angle of the packing fits.",
    ),
    "another number under other conditions": (
        "With the uniform update the relaxation needs forty sweeps until every angle fits on hexagonal meshes.",
        "With the uniform update the relaxation needs ninety sweeps until every angle fits on random surfaces.",
    ),
    "a negation of the contrary": (
        "The write path of the replicated log is not slower than its read path under load.",
        "The write path of the replicated log is faster than its read path under load.",
    ),
    "the contrary the other way round": (
        "The write path of the replicated log is slower than the read path of the replicated log.",
        "The read path of the replicated log is faster than the write path of the replicated log.",
    ),
    "a conjunction": (
        "The relaxation of a hexagonal packing is unique up to rotations and reflections of the disc.",
        "The relaxation of a hexagonal packing is unique up to rotations or reflections of the disc.",
    ),
    "a negation in a statement of its own": (
        "The relaxation of a hexagonal packing needs forty sweeps, and nobody knows a faster one.",
        "The relaxation of a hexagonal packing needs forty sweeps.",
    ),
    "a question": (SLOW, "The relaxation of a hexagonal packing needs ninety sweeps until every angle fits?"),
    "another number of things that have changed places": (
        "The token of the leader sends forty messages to the replicas of every cell in a round.",
        "The leader of the token sends ninety messages to the replicas of every cell in a round.",
    ),
    "another number far into other words": (
        "The relaxation of a hexagonal packing needs forty sweeps until every angle fits.",
        "The relaxation of a hexagonal packing needs, as slow recent careful measurements revealed, ninety sweeps until every angle fits.",
    ),
    "another number of another unit": (
        "A session with the lock server ends 5 minutes after the last heartbeat of its client.",
        "A session with the lock server ends 300 seconds after the last heartbeat of its client.",
    ),
    "the same words in no common phrase": (
        "Stale leases of distant clients expire on primary servers at midnight.",
        "Stale leases from distant clients never expire with primary servers by midnight.",
    ),
    "a common phrase in a much longer statement": (
        "The relaxation of a hexagonal packing converges.",
        "The relaxation of a hexagonal packing never converges, and later surveys recommend variational algorithms for discrete metrics.",
    ),
    "another subject": (
        "Rivers carry more water in spring than in the autumn of a dry year.",
        "Canals carry more water in spring than in the autumn of a dry year.",
    ),
    "other words in statements that are not nearly the same": (
        "A late heartbeat of the client ends the session with the lock server in the cell of Alder.",
        "A late heartbeat of the client ends the session with the name registry during maintenance windows.",
    ),
    "other words in statements that copy little": (
        "Stale leases of distant clients expire on primary servers at the next full midnight.",
        "Stale leases from distant clients do expire with primary replicas at the next full midnight.",
    ),
    "other words in statements of which the longer one copies little": (
        "Stale leases of distant clients expire on primary servers at the next full midnight for good.",
        "Those stale leases that are from these distant clients expire with the primary replicas at the next full midnight for good.",
    ),
    "only a few shared words": (
        "The relaxation of a packing does not start before all radii of its boundary are known.",
        "Boundary radii make the relaxation easy.",
    ),
}


@pytest.mark.parametrize("reason", AGREEING)
def test_statements_do_not_contradict_with(reason: str) -> None:
    assert between(*AGREEING[reason]) is None


LABELS = {
    "the number of a thing": ("layer no. 4 of the model", "layer no. 7 of the model"),
    "the version of a name": ("the model Alder-3", "the model Alder-4"),
    "the year of a citation": ("the sampler of Ash (2001)", "the sampler of Ash (2004)"),
    "the place in a series": ("phase 2 of the model", "phase 3 of the model"),
    "the degree of a form": ("a 1-form of the model", "a 2-form of the model"),
}


@pytest.mark.parametrize("label", LABELS)
def test_a_number_that_only_names_something_contradicts_nothing(label: str) -> None:
    one, other = (f"The hidden state at every step is copied into {thing} during the first epoch." for thing in LABELS[label])
    assert between(one, other) is None


def test_close_copies_with_other_words_in_one_place_are_told_apart_from_contradictions() -> None:
    found = between(
        "A late heartbeat of the client ends the session with the lock server.",
        "A late heartbeat of the client ends the session with the name registry.",
    )
    assert found is not None
    assert (found.kind, found.words, found.other_words) == (Kind.WORDS, "lock server", "name registry")


def test_words_that_face_each_other_are_told_of_any_two_sentences() -> None:
    one = "The leader of the cell writes its log to disk before it answers."
    assert chief_difference(one, "The leader of the cell writes its log to memory before it answers.") == ("disk", "memory")
    assert chief_difference(one, one) == ("", "")
    assert chief_difference(one, "Weather was pleasant.") == ("", "")


def test_sentences_without_words_contradict_nothing() -> None:
    for words in ("", "…", "¿?", "of the"):
        assert contradiction(a_statement(words), a_statement(words, "Birch2002")) is None
        assert contradiction(a_statement(words), a_statement(SLOW, "Birch2002")) is None
