"""What holds of every claim and every source."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tests.grounding.forgetting import forget
from wiki_assets.grounding.guards.edit_audit import create
from wiki_assets.grounding.guards.edit_audit.reading import Reading
from wiki_assets.grounding.model import Verdict, VerdictKind
from wiki_assets.text.normalising import normalise
from wiki_assets.text.sentences import split_sentences

GUARD = create()
ROOT = Path(__file__).resolve().parents[3]

ANY = st.text(st.characters() | st.characters(categories=["Cs"]), max_size=60)
"""Any Unicode, lone surrogates among it."""

NOUNS = ["map", "surface", "circle packing", "graph", "Möbius strip", "patient", "vaccine", "enzyme", "IBM", "Gauss", "vitamin D"]
VERBS = [
    "preserves",
    "has",
    "may reduce",
    "does not change",
    "suggests",
    "contains",
    "is",
    "was found by",
    "increases",
    "cannot see",
]
WHAT = [
    "all edges",
    "3.5 % of the cases",
    "an efficient flow",
    "the office in Paris",
    "1,000 km of road",
    "no holes",
    "x ≤ y",
    "some risk",
    "two hundred plants",
    "it",
]
TAILS = [
    "",
    " in the plane",
    " if n is even",
    ", but not always",
    " (see Fig. 3)",
    " [0, 1]",
    " et al. 2019",
    " with 12 kg",
    " because it fits",
]
STATEMENT = st.builds(
    "{} {} {}{}{}".format,
    st.sampled_from(NOUNS).map(lambda noun: f"The {noun}") | st.sampled_from(NOUNS).map(lambda noun: f"Every {noun}"),
    st.sampled_from(VERBS),
    st.sampled_from(WHAT),
    st.sampled_from(TAILS),
    st.sampled_from([".", ".", ".", "?", "!"]),
)
SOURCE = st.lists(STATEMENT, min_size=1, max_size=6).map(" ".join)


def decided(claim: str, source: str) -> tuple[VerdictKind, str]:
    found = GUARD.check(claim, source)
    return found.kind, found.rule


@st.composite
def claim_and_source(draw: st.DrawFn) -> tuple[str, str]:
    """A source, and one or two statements of which some are its own."""
    source = draw(st.lists(STATEMENT, min_size=1, max_size=5))
    claim = draw(st.lists(st.sampled_from(source) | STATEMENT, min_size=1, max_size=2))
    return " ".join(claim), " ".join(source)


@settings(deadline=None)
@given(ANY, ANY)
@example("\ud800", "\udfff\ud800")
@example("\0", "\0 a \0")
@example("a\0b", "a b")
@example("e\u0301\u0301 ﬁ ﬃ ² ½ Ⅻ ⅔", "eﬁ")
@example("'s 't '' don't 's", "'")
@example("[ #chunk 1] [1", "#chunk 2] [")
@example("1.2.3.4 ٣.٤ 0.0 00", ".1 1.")
@example("A I A I", "x A I")
@example("\u202eabc\u202c \ufeff", "\u200d\u200c")
def test_no_text_is_too_strange(claim: str, source: str) -> None:
    for one, other in ((claim, source), (source, claim), (claim, claim), (claim, f"{source} {claim} {source}")):
        found = GUARD.check(one, other)
        assert 0 <= found.start <= found.end <= len(other)
        assert len(found.matched) == found.end - found.start
        assert found.explanation
        assert Verdict.model_validate_json(found.model_dump_json()) == found


@settings(deadline=None)
@given(claim_and_source())
def test_words_stand_where_a_verdict_says(pair: tuple[str, str]) -> None:
    claim, source = pair
    found = GUARD.check(claim, source)
    assert found.matched == source[found.start : found.end]
    for difference in found.differences:
        assert difference.claim_words == claim[difference.claim_start : difference.claim_end]
        assert difference.source_words == source[difference.source_start : difference.source_end]
        assert difference.claim_words or difference.source_words


@settings(deadline=None)
@given(st.text(max_size=60), st.text(max_size=80))
def test_words_of_any_text_stand_where_a_verdict_says(claim: str, source: str) -> None:
    found = GUARD.check(claim, f"{source} {claim} {source}")
    assert found.matched == f"{source} {claim} {source}"[found.start : found.end]


WHITE = st.sampled_from(["\n", "  ", "\t", " \n ", "\r\n", "\u00a0", "\u2009"])
MARKER = st.sampled_from(["[Bibkey2020 #chunk 3]", "[Ash2001 #chunk 0]", "[Ash2001 #chunk 12][Bibkey2020 #chunk 3]"])


@settings(deadline=None)
@given(claim_and_source(), st.data())
def test_white_space_and_line_breaks_change_no_verdict(pair: tuple[str, str], data: st.DataObject) -> None:
    claim, source = pair
    expected = decided(claim, source)
    assert decided(data.draw(WHITE) + claim + data.draw(WHITE), source) == expected
    assert decided(claim, data.draw(WHITE) + source + data.draw(WHITE)) == expected
    assert decided("".join(data.draw(WHITE) if one == " " else one for one in claim), source) == expected


@settings(deadline=None)
@given(claim_and_source(), st.data())
def test_where_a_source_is_wrapped_changes_no_verdict(pair: tuple[str, str], data: st.DataObject) -> None:
    """Behind a small letter or a comma, in front of a small letter: elsewhere a new line may begin a new heading."""
    claim, source = pair
    breaks = [index for index in range(1, len(source) - 1) if source[index] == " " and source[index + 1].islower()]
    wrapped = list(source)
    for index in data.draw(st.lists(st.sampled_from(breaks), max_size=4)) if breaks else []:
        wrapped[index] = "\n"
    assume("".join(wrapped) != source)
    assert GUARD.check(claim, "".join(wrapped)).kind is GUARD.check(claim, source).kind


@settings(deadline=None)
@given(claim_and_source())
def test_ligatures_change_no_verdict(pair: tuple[str, str]) -> None:
    claim, source = pair
    expected = decided(claim, source)
    for letters, ligature in (("ffi", "\ufb03"), ("fi", "\ufb01"), ("fl", "\ufb02"), ("ff", "\ufb00")):
        assert decided(claim.replace(letters, ligature), source) == expected
        assert decided(claim, source.replace(letters, ligature)) == expected


@settings(deadline=None)
@given(claim_and_source(), MARKER)
def test_citation_markers_change_no_verdict(pair: tuple[str, str], marker: str) -> None:
    claim, source = pair
    expected = decided(claim, source)
    assert decided(f"{claim} {marker}", source) == expected
    assert decided(f"{claim[:-1]} {marker}{claim[-1]}", source) == expected
    assert decided(f"{marker} {claim}", source) == expected


@settings(deadline=None, max_examples=200)
@given(SOURCE, st.data())
def test_a_sentence_of_its_source_is_grounded(source: str, data: st.DataObject) -> None:
    sentence = data.draw(st.sampled_from(split_sentences(source)))
    assert GUARD.check(sentence.text, source).kind is VerdictKind.GROUNDED


PARAGRAPHS = st.lists(SOURCE | st.text(max_size=40), min_size=1, max_size=4).map("\n".join)


def spaced(text: str) -> str:
    return " ".join(normalise(text).text.split())


@settings(deadline=None, max_examples=200)
@given(PARAGRAPHS, st.data())
def test_a_sentence_of_any_source_is_grounded_if_it_has_words(source: str, data: st.DataObject) -> None:
    """Where typesetting joins no lines ("exam-" and "ple"); a sentence of light words only must have a line of its own."""
    lines = [line.strip() for line in source.split("\n")]
    assume(spaced(source) == " ".join(spaced(line) for line in lines if line))
    sentences = split_sentences(source)
    assume(sentences)
    sentence = data.draw(st.sampled_from(sentences))
    read = Reading.of(sentence.text)
    assume(read.tells or (read.words and sentence.text in lines))
    assert GUARD.check(sentence.text, source).kind is VerdictKind.GROUNDED


@settings(deadline=None)
@given(st.lists(claim_and_source(), min_size=1, max_size=5))
def test_what_was_asked_before_changes_no_verdict(pairs: list[tuple[str, str]]) -> None:
    together = [GUARD.check(claim, source) for claim, source in pairs]
    assert [GUARD.check(claim, source) for claim, source in pairs] == together
    assert [GUARD.check(claim, source) for claim, source in reversed(pairs)] == together[::-1]
    alone = []
    for claim, source in pairs:
        forget()
        alone.append(GUARD.check(claim, source))
    assert alone == together


CLAIMS = [
    (
        "The drug will reduce the risk of large strokes in 12 % of patients.",
        "The drug may reduce the risk of small strokes in 21 % of patients.",
    ),
    ("In the plane every map has an edge and a face.", "Every map has a face and an edge in the plane. It is not so."),
    (
        "Gauss proved it in 1801 [Ash2001 #chunk 3]. Many know.",
        "Euler proved it in 1801. Few know. It is big, huge, large and tall.",
    ),
    ("Non linear big flows of e\ufb03cient cars started.", "Nonlinear large flows of efficient vehicles began, if at all."),
    ("Purple whales sing.", "A map of the US and of vitamin D, x ≤ y, 12 mW."),
]
_ASK = """
import json, sys
from wiki_assets.grounding.guards.edit_audit import create
guard = create()
print([guard.check(claim, source).model_dump_json() for claim, source in json.load(sys.stdin)])
"""


def test_verdicts_are_the_same_in_every_process_and_for_every_hash_seed() -> None:
    def asked(seed: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(Path.cwd())}
        return subprocess.run(
            [sys.executable, "-c", _ASK], input=json.dumps(CLAIMS), capture_output=True, text=True, check=True, env=environment
        ).stdout

    answers = {asked(seed) for seed in ("0", "1", "2")}
    assert answers == {f"{[GUARD.check(claim, source).model_dump_json() for claim, source in CLAIMS]}\n"}


def calls(claim: str, source: str) -> int:
    """Function calls, of Python and of C, that one check makes."""
    forget()
    count = 0

    def counting(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counting)
    try:
        GUARD.check(claim, source)
    finally:
        sys.setprofile(None)
    return count


LONG_CLAIM = (
    "The efficient map of 3 surfaces does not preserve all edges if Gauss may see them in Paris, because the flow is green."
)


@pytest.mark.parametrize(
    "piece",
    [
        "The map of a surface preserves all of its edges, says Gauss in Paris, if there are 3 of them. ",
        "the map of a surface ",
        "map ",
        "the efficient map of 3 surfaces does not ",
        "A. B. C. ",
        "e\ufb03-\ncient 1,000 two hundred $\\alpha$ don't ",
        "漢字",
    ],
)
def test_the_work_grows_no_faster_than_the_source(piece: str) -> None:
    few, many = piece * 200, piece * 800
    GUARD.check(LONG_CLAIM, few)
    assert calls(LONG_CLAIM, many) <= 5 * calls(LONG_CLAIM, few)


@pytest.mark.parametrize("piece", ["map ", "A. ", "?!", "[a #chunk ", "\n"])
def test_a_million_characters_of_anything_come_to_an_end(piece: str) -> None:
    million = piece * (1_000_000 // len(piece))
    assert GUARD.check(million, LONG_CLAIM).explanation
    assert GUARD.check("A map of 漢 can not be 1000.", million).explanation


@pytest.mark.parametrize(
    "piece", ["$", "\\frac{", "a-\n", "1,000 ", "two hundred and ", "漢", "e\u0301", "can't ", "the ", "[1] "]
)
def test_what_must_be_normalised_comes_to_an_end_too(piece: str) -> None:
    many = piece * (150_000 // len(piece))
    assert GUARD.check(many, many).explanation
    assert GUARD.check("A map e\u0301 of 漢 can not be 1000.", many).explanation
