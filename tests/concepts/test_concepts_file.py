from __future__ import annotations

from pathlib import Path

import pytest

from wiki_assets.concepts.concepts_file import load_concepts
from wiki_assets.errors import ConceptsError

SHARED = Path(__file__).resolve().parents[2] / ".." / "shared" / "corpus" / "papers"


def written(folder: Path, text: str) -> Path:
    path = folder / "concepts.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def problems(folder: Path, text: str) -> str:
    with pytest.raises(ConceptsError) as caught:
        load_concepts(written(folder, text))
    return str(caught.value)


def test_a_list_and_a_mapping_with_concepts_give_the_same_concepts(tmp_path: Path) -> None:
    entry = "- slug: circle-packing\n  title: Circle packing\n  aliases: [coin graph]\n  description: Tangent circles.\n  query: circles\n"
    as_list = load_concepts(written(tmp_path, entry))
    as_mapping = load_concepts(written(tmp_path, "cluster: ddg\nconcepts:\n" + entry))
    assert as_list.concepts == as_mapping.concepts
    [concept] = as_list.concepts
    assert concept.names == ("Circle packing", "coin graph")
    assert (concept.description, concept.query) == ("Tangent circles.", "circles")
    assert as_list.warnings == ()


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConceptsError, match=r"no concepts file nowhere\.yaml"):
        load_concepts(tmp_path / "nowhere.yaml")


@pytest.mark.parametrize("text", ["", "[]", "concepts:\n", "concepts: []\n", "just words\n", "other: 1\n"])
def test_a_file_without_entries_has_no_concepts(tmp_path: Path, text: str) -> None:
    assert "no concepts" in problems(tmp_path, text)


@pytest.mark.parametrize("text", ["- {slug: a, title: A", "- slug: a\n  title: A\n  title: B\n", "a: [1\nb: 2", "\tslug: a"])
def test_bad_yaml_is_an_error_with_its_line(tmp_path: Path, text: str) -> None:
    message = problems(tmp_path, text)
    assert "not valid YAML" in message
    assert "concepts.yaml:" in message


def test_bytes_that_are_no_text_are_an_error(tmp_path: Path) -> None:
    path = tmp_path / "concepts.yaml"
    path.write_bytes(b"\xff\xfe\x00- slug: a")
    with pytest.raises(ConceptsError, match="UTF-8"):
        load_concepts(path)


def test_all_problems_are_listed_each_with_its_line(tmp_path: Path) -> None:
    message = problems(
        tmp_path,
        "- slug: Bad_Slug\n  title: One\n"
        "- title: Without slug\n"
        "- slug: without-title\n"
        "- slug: two\n  title: Two\n  aliases: foo\n"
        "- slug: index\n  title: Index\n"
        "- just a text\n"
        "- slug: six\n  title: 6\n"
        "- slug: seven\n  title: Seven\n  aliases: [1]\n",
    )
    for expected in (
        "concepts.yaml:1: slug 'Bad_Slug'",
        "concepts.yaml:3: the entry has no slug",
        "concepts.yaml:4: the entry has no title",
        "concepts.yaml:7: aliases must be a list",
        "concepts.yaml:8: slug 'index' is reserved",
        "concepts.yaml:10: an entry must be a mapping",
        "concepts.yaml:12: title must be a text, not a number",
        "concepts.yaml:15: an alias must be a text, not a number",
    ):
        assert expected in message


@pytest.mark.parametrize("slug", ["draft", "log", "a--b", "-a", "a-", "a/b", "..", "ä", "a" * 81])
def test_a_slug_that_cannot_name_a_page_is_refused(tmp_path: Path, slug: str) -> None:
    assert "slug" in problems(tmp_path, f"- slug: {slug!r}\n  title: A\n")


def test_a_slug_of_eighty_characters_is_allowed(tmp_path: Path) -> None:
    assert load_concepts(written(tmp_path, f"- slug: {'a' * 80}\n  title: A\n")).concepts


def test_duplicate_slugs_and_titles_are_errors_that_name_both_lines(tmp_path: Path) -> None:
    same_slug = problems(tmp_path, "- slug: a\n  title: A\n- slug: a\n  title: B\n")
    assert "concepts.yaml:3: duplicate slug 'a', first used in line 1" in same_slug
    same_title = problems(tmp_path, "- slug: a\n  title: Paxos\n- slug: b\n  title: paxos\n")
    assert "concepts.yaml:4: duplicate title 'paxos', first used in line 2" in same_title


def test_an_alias_of_two_concepts_stays_with_the_first(tmp_path: Path) -> None:
    loaded = load_concepts(
        written(
            tmp_path, "- slug: a\n  title: A\n  aliases: [shared, own]\n- slug: b\n  title: B\n  aliases: [Shared, A, other]\n"
        )
    )
    assert [concept.aliases for concept in loaded.concepts] == [("shared", "own"), ("other",)]
    assert [warning.split(" ")[0] for warning in loaded.warnings] == ["concepts.yaml:6:", "concepts.yaml:6:"]


def test_unknown_keys_give_one_warning_each_with_their_lines(tmp_path: Path) -> None:
    loaded = load_concepts(
        written(tmp_path, "- slug: a\n  title: A\n  regex: x\n- slug: b\n  title: B\n  regex: y\n  colour: red\n")
    )
    assert len(loaded.warnings) == 2
    assert "unknown key `regex` is ignored (line 3, 6)" in loaded.warnings[0]
    assert "`colour`" in loaded.warnings[1]


def test_an_empty_description_is_no_problem(tmp_path: Path) -> None:
    [concept] = load_concepts(written(tmp_path, "- slug: a\n  title: A\n  description: ''\n  query:\n")).concepts
    assert (concept.description, concept.query) == ("", "")


@pytest.mark.shared
@pytest.mark.parametrize("cluster", ["ddg", "rag", "dist"])
def test_the_shared_concept_files_load_as_they_are(cluster: str) -> None:
    path = SHARED / f"concepts.{cluster}.yaml"
    if not path.is_file():
        pytest.skip("needs ../shared/corpus/papers")
    loaded = load_concepts(path)
    assert len(loaded.concepts) == 15
    assert sum("unknown key" in warning for warning in loaded.warnings) == 3
