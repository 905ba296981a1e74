import pytest

from wiki_assets.retrieval.mentions import IndexedText, Mentions, NameFinder


def found(text: str, title: str, *aliases: str) -> Mentions:
    return NameFinder(title, aliases).count(IndexedText(text))


@pytest.mark.parametrize("text", ["Circle packings are rigid.", "the circle-packing of a graph", "CIRCLE PACKING"])
def test_plurals_hyphens_and_capitals_do_not_hide_a_name(text: str) -> None:
    assert found(text, "Circle packing") == Mentions(title=1)


def test_words_that_stand_apart_are_no_name() -> None:
    assert found("Packing a circle", "Circle packing") == Mentions()


def test_an_acronym_must_be_written_in_its_capitals() -> None:
    assert found("DEC and two DECs, received dec 3", "Discrete exterior calculus", "DEC") == Mentions(alias=2)


def test_a_title_in_capitals_is_no_acronym() -> None:
    assert found("We reach consensus.", "CONSENSUS").title == 1


def test_every_place_counts_once_for_its_best_name() -> None:
    text = "An intrinsic Delaunay triangulation is a Delaunay triangulation."
    assert found(text, "Delaunay triangulation", "intrinsic Delaunay triangulation", "Delaunay") == Mentions(title=2)


def test_a_long_name_without_its_last_word_is_a_hint() -> None:
    assert found("trained on Natural Questions", "Natural Questions dataset") == Mentions(partial=1)


def test_another_ending_is_a_hint_and_not_the_name() -> None:
    assert found("Moebius transformations", "Transformer") == Mentions(partial=1)
    assert found("a linearizable object", "Linearizability") == Mentions(partial=1)


def test_beginnings_and_endings_of_names_may_be_exchanged() -> None:
    assert found("the cotangent Laplacian", "Cotangent formula", "cotan Laplacian") == Mentions(alias=1)


def test_a_short_name_has_no_parts() -> None:
    assert found("a circle", "Circle packing") == Mentions()


def test_a_name_without_words_is_never_found() -> None:
    assert found("anything", "—") == Mentions()
