"""Reading a text: its words, its sentences, and the way back to its characters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.grounding.edit_audit.samples import words
from wiki_assets.grounding.guards.edit_audit import reading
from wiki_assets.grounding.guards.edit_audit.reading import Reading
from wiki_assets.grounding.guards.edit_audit.vocabulary import WordClass


def surfaces(text: str) -> list[str]:
    return [word.surface for word in Reading.of(text).words]


def sentences(text: str) -> list[str]:
    found = Reading.of(text)
    starts = found.sentence_starts
    return [words(found, range(starts[number], starts[number + 1])) for number in range(len(starts) - 1)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The map, (really) a map!", ["The", "map", "really", "a", "map"]),
        ("CO2 and H2O", ["CO2", "and", "H2O"]),
        ("2D or 3.5 of 1,000", ["2", "D", "or", "3.5", "of", "1000"]),
        ("x<=3, y≥2", ["x", "<", "=", "3", "y", "≥", "2"]),
        ("map_one", ["map", "one"]),
        ("the map's edge", ["the", "map's", "edge"]),
        ("the map 's edge", ["the", "map", "edge"]),
        ("in the 90's", ["in", "the", "90"]),
        ("the letter 's' alone", ["the", "letter", "s", "alone"]),
        ("we don't, you can't", ["we", "do", "not", "you", "can", "not"]),
        ("漢字 map", ["漢", "字", "map"]),
        ("한글", ["한", "글"]),
        ("двa карты", ["двa", "карты"]),
        ("5 per cent", ["5", "%"]),
        ("", []),
        ("...", []),
    ],
)
def test_a_text_is_cut_into_words_numbers_and_signs(text: str, expected: list[str]) -> None:
    assert surfaces(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "A map [Bibkey2020 #chunk 3] here",
        "A map [Bibkey2020  #chunk   31] here",
        "A map [1] here",
        "A map [1][23] here [123]",
        "[Bibkey2020 #chunk 3]A map here",
    ],
)
def test_citation_markers_are_not_read(text: str) -> None:
    assert surfaces(text) == ["A", "map", "here"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[0, 1] here", ["0", "1", "here"]),
        ("[0] here", ["0", "here"]),
        ("[1234] here", ["1234", "here"]),
        ("[a] here", ["a", "here"]),
        ("[see\n #chunk 3] here", ["see", "chunk", "3", "here"]),
    ],
)
def test_brackets_that_cite_nothing_are_read(text: str, expected: list[str]) -> None:
    assert surfaces(text) == expected


@pytest.mark.parametrize(
    ("text", "first", "last", "original"),
    [
        ("An e\ufb03cient map.", 1, 2, "e\ufb03cient"),
        ("A confor-\nmal map.", 1, 2, "confor-\nmal"),
        ("A con\u00adformal map.", 1, 2, "con\u00adformal"),
        ("The angle \\alpha is small.", 2, 3, "\\alpha"),
        ("Some 12,000 maps.", 1, 2, "12,000"),
        ("Some two hundred and five maps.", 1, 2, "two hundred and five"),
        ("A map [Ash2001 #chunk 3] of edges.", 1, 4, "map [Ash2001 #chunk 3] of edges"),
        ("We don't know.", 1, 3, "don't"),
        ("M \u00a8obius maps", 0, 1, "M \u00a8obius"),
        ("The   map\n\nis flat.", 1, 3, "map\n\nis"),
    ],
)
def test_words_lead_back_to_the_characters_they_came_from(text: str, first: int, last: int, original: str) -> None:
    found = Reading.of(text)
    start, end = found.original_span(first, last)
    assert found.original(first, last) == text[start:end] == original


def test_words_of_a_later_sentence_lead_back_into_the_whole_claim() -> None:
    text = "An e\ufb03cient map. Its \\alpha is small [1]. It is flat."
    second = Reading.sentences(text)[1]
    assert second.original(0, 2) == "Its \\alpha"
    assert second.original_span(0, 2) == (text.index("Its"), text.index(" is small"))


@pytest.mark.parametrize(("first", "last"), [(0, 0), (2, 2), (2, 1)])
def test_no_words_have_no_place(first: int, last: int) -> None:
    assert Reading.of("One small map.").original_span(first, last) == (0, 0)
    assert Reading.of("One small map.").original(first, last) == ""


def test_a_claim_is_read_sentence_by_sentence() -> None:
    found = Reading.sentences("The map is flat. Its edges, cf. Fig. 3, are\nlong! Why?")
    assert [one.text for one in found] == ["The map is flat.", "Its edges, cf. Fig. 3, are long!", "Why?"]
    assert [one.sentence_starts for one in found] == [[0, 4], [0, 7], [0, 1]]
    assert [one.first_words for one in found] == [{0, 4}, {0, 7}, {0, 1}]


def test_a_claim_without_characters_has_no_sentences() -> None:
    assert Reading.sentences(" \n ") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The map is flat. The edge is long.", ["The map is flat", "The edge is long"]),
        ("Is it flat? It is! Good.", ["Is it flat", "It is", "Good"]),
        ('He said "it is flat." Then he went.', ["He said it is flat", "Then he went"]),
        ("It is flat (a map.) Then it is not.", ["It is flat a map", "Then it is not"]),
        ("It is flat. (See above.) It is.", ["It is flat", "See above", "It is"]),
        ("It is flat. 3 edges are long.", ["It is flat", "3 edges are long"]),
        ("It is flat. edges are long.", ["It is flat edges are long"]),
        ("It is 3.5 Long.", ["It is 3.5 Long"]),
        ("See Fig. 3 and Eq. 4 of Smith et al. 2019 here.", ["See Fig 3 and Eq 4 of Smith et al 2019 here"]),
        ("By J. Smith, i.e. Smith, vs. Brown.", ["By J Smith i e Smith vs Brown"]),
        ("See no. 5 and vol. 7 for it.", ["See no 5 and vol 7 for it"]),
        ("It is flat.\n\nIt is long.", ["It is flat", "It is long"]),
        ("The map is flat", ["The map is flat"]),
        ("... The map.", ["The map"]),
        ("The map. ...", ["The map"]),
        ("Plan B. It works.", ["Plan B It works"]),
        ("By J. Smith. Then it is.", ["By J Smith", "Then it is"]),
        ("Fig. 3 is flat. It is.", ["Fig 3 is flat", "It is"]),
    ],
)
def test_sentences_of_a_source_end_where_they_seem_to(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def test_every_word_knows_its_sentence() -> None:
    found = Reading.of("It is flat. The long edge is not. Why?")
    assert found.sentence_starts == [0, 3, 8, 9]
    assert found.sentence_of == [0, 0, 0, 1, 1, 1, 1, 1, 2]
    assert found.first_words == {0, 3, 8, 9}


def test_a_text_without_words_has_one_empty_sentence() -> None:
    found = Reading.of("...")
    assert (found.sentence_starts, found.sentence_of, found.starts, found.weight) == ([0, 0], [], [], 0)


@given(
    st.lists(st.sampled_from(["Map", "edge", "Fig", "A", ".", "?", "(", ")", "3", '"', "\n", "漢"]), max_size=30).map(" ".join)
)
def test_the_sentences_of_a_source_cover_its_words_in_order(text: str) -> None:
    found = Reading.of(text)
    starts = found.sentence_starts
    assert starts[0] == 0
    assert starts[-1] == len(found.words) == len(found.starts) == len(found.sentence_of)
    assert starts == sorted(set(starts)) or starts == [0, 0]
    assert found.sentence_of == [number for number in range(len(starts) - 1) for _ in range(starts[number], starts[number + 1])]


def test_a_word_is_found_wherever_it_occurs() -> None:
    found = Reading.of("The map and the maps, the edge.")
    assert found.occurrences == {found.keys[0]: [0, 3, 5], found.keys[1]: [1, 4], found.keys[2]: [2], found.keys[6]: [6]}
    assert found.key_set == set(found.occurrences)


def test_a_text_weighs_what_its_words_weigh() -> None:
    found = Reading.of("The 3 zorbals are not = 4.")
    assert found.weight == 4.0 + 4.5 + 0.5 + 1.0 + 4.0


@pytest.mark.parametrize("text", ["Is it flat?", 'Is it "flat?"', "(Is it flat?)", "[Is it flat?] ", "Is it 'flat?'"])
def test_a_question_asks(text: str) -> None:
    assert Reading.of(text).asks


@pytest.mark.parametrize("text", ["It is flat.", "Is it? It is.", "It is?!", ""])
def test_a_statement_asks_nothing(text: str) -> None:
    assert not Reading.of(text).asks


@pytest.mark.parametrize(
    ("text", "tells"), [("It is not.", False), ("It is flat.", True), ("It is 3.", True), ("=", True), ("", False)]
)
def test_only_words_numbers_and_signs_tell_something(text: str, tells: bool) -> None:
    assert Reading.of(text).tells is tells


def test_what_stands_between_two_words_is_known() -> None:
    assert Reading.of("The map, (flat) one").between(1, 2) == ", ("


def test_a_word_that_is_broken_at_the_end_of_a_line_begins_none() -> None:
    found = Reading.of("Some confor-\nmal maps\nare")
    assert [found.begins_line(index) for index in (1, 2, 3)] == [False, False, True]


@given(st.text(st.characters(codec="ascii") | st.sampled_from("'.sStm19 <")))
def test_plain_text_is_cut_like_any_other(text: str) -> None:
    assert reading._ASCII_TOKEN.findall(text) == reading._TOKEN.findall(text)


@pytest.mark.parametrize(("index", "begins"), [(0, True), (1, False), (2, True), (3, False), (4, True)])
def test_a_word_at_the_beginning_of_a_line_of_the_original_is_noticed(index: int, begins: bool) -> None:
    assert Reading.of("Flat maps\nOne map\n\n * here").begins_line(index) is begins


@pytest.mark.parametrize(
    ("text", "index"),
    [("hepatitis A is", 1), ("type I diabetes", 1), ("at 12 A of current", 2), ("Phase I and phase I", 4), ("Hepatitis A", 1)],
)
def test_a_letter_behind_a_word_or_number_names(text: str, index: int) -> None:
    word = Reading.of(text).words[index]
    assert (word.surface in "AI", word.kind, word.capital) == (True, WordClass.CONTENT, False)


@pytest.mark.parametrize(
    ("text", "index"),
    [
        ("A map", 0),
        ("It is flat. A map is.", 3),
        ("of A map", 1),
        ("the map, A map", 2),
        ("map a map", 1),
        ("Wrong I Do", 1),
        ("man I'm", 1),
        ("When I saw", 1),
    ],
)
def test_an_article_or_pronoun_names_nothing(text: str, index: int) -> None:
    found = Reading.of(text)
    assert found.words[index].kind is WordClass.LIGHT


def test_a_letter_that_names_is_the_same_in_claim_and_source() -> None:
    one, other = Reading.of("Hepatitis A virus"), Reading.of("the hepatitis A\nvirus")
    assert one.keys == other.keys[1:]
    assert [word.kind for word in one.words] == [word.kind for word in other.words[1:]]


@given(st.text(st.characters(max_codepoint=0x7F), max_size=60))
def test_the_quicker_expression_for_plain_text_gives_the_same_words(text: str) -> None:
    assert reading._ASCII_TOKEN.findall(text) == reading._TOKEN.findall(text)
