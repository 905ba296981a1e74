"""Rows are read from any bytes: what is good is used, what is not is told with its line, and nothing stops the reading."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_assets.errors import InputError
from wiki_assets.grounding.checking.rows import LABELS, Line, Row, RowProblem, parse_row, read_lines
from wiki_assets.grounding.checking.seen_ids import SeenIds

GOOD = {"id": "a", "claim": "Seven disks touch.", "source": "All seven disks touch one another."}


def parsed(data: bytes) -> Row | RowProblem:
    return parse_row(Line(7, data))


def row_of(fields: object) -> Row | RowProblem:
    return parsed(json.dumps(fields).encode())


def told_of(fields: object) -> str:
    problem = row_of(fields)
    assert isinstance(problem, RowProblem), problem
    return str(problem)


def numbers(data: bytes, longest: int = 1000) -> list[int]:
    return [line.number for line in read_lines(io.BytesIO(data), longest)]


def test_a_row_carries_its_line_its_label_and_its_dataset() -> None:
    row = row_of(GOOD | {"label": "unsupported", "dataset": "disks", "note": ["anything"]})
    assert row == Row(7, "a", GOOD["claim"], GOOD["source"], "unsupported", "disks")


def test_label_and_dataset_may_be_missing_or_null() -> None:
    assert row_of(GOOD) == row_of(GOOD | {"label": None, "dataset": None}) == Row(7, "a", GOOD["claim"], GOOD["source"])


def test_a_whole_number_is_an_id_and_stays_one() -> None:
    row = row_of(GOOD | {"id": 12})
    assert isinstance(row, Row) and row.id == 12


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"id": ""}, "id is an empty text"),
        ({"id": None}, "id is null"),
        ({"id": True}, "id is true or false"),
        ({"id": 1.5}, "id is a number"),
        ({"id": ["a"]}, "id is a list"),
        ({"claim": ""}, "claim is empty"),
        ({"claim": " \n\t"}, "claim is empty"),
        ({"claim": None}, "claim is null"),
        ({"claim": 3}, "claim is a number"),
        ({"source": ""}, "source is empty"),
        ({"source": {"text": "x"}}, "source is an object"),
        ({"source": ["x"]}, "source is a list"),
        ({"label": "true"}, "label is 'true'"),
        ({"label": "Supported"}, "Use supported or unsupported"),
        ({"label": 1}, "label is a number"),
        ({"label": False}, "label is true or false"),
        ({"dataset": 4}, "dataset is a number"),
    ],
)
def test_a_wrong_field_is_told_with_the_line_and_what_to_do(change: dict[str, object], said: str) -> None:
    told = told_of(GOOD | change)
    assert told.startswith("line 7: ")
    assert said in told
    assert told.endswith(".") and told.count(". ") >= 1, "a remedy follows"


@pytest.mark.parametrize("name", ["id", "claim", "source"])
def test_a_missing_field_is_named(name: str) -> None:
    assert f"It has no {name}." in told_of({key: value for key, value in GOOD.items() if key != name})


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'{"id": "a", "claim": "\xff"}', "not valid UTF-8 (byte 0xff at position 22)"),
        (b"\xff\xfe{\x00", "not valid UTF-8"),
        (b'{"id": "a"', "not valid JSON"),
        (b"\x00\x00", "not valid JSON"),
        (b'{"id": "a", "claim": "a\x00b"}', "not valid JSON"),
        (b"'id'", "not valid JSON"),
        (b'["a", "b"]', "holds a list, not an object"),
        (b'"text"', "holds a text, not an object"),
        (b"null", "holds null, not an object"),
        (b"[" * 200_000, "cannot be read"),
        (b'{"id": ' + b"1" * 5_000 + b"}", "cannot be read"),
    ],
)
def test_a_line_that_is_no_object_is_told(data: bytes, said: str) -> None:
    problem = parsed(data)
    assert isinstance(problem, RowProblem)
    assert said in str(problem)
    assert len(str(problem)) < 300


def test_a_long_foreign_value_is_cut_in_what_is_told_and_cannot_command_the_terminal() -> None:
    told = told_of(GOOD | {"label": "\x1b[2J" + "x" * 10_000})
    assert "\x1b" not in told
    assert len(told) < 200


def test_a_null_character_written_as_json_is_text() -> None:
    row = parsed(b'{"id": "a", "claim": "a\\u0000b", "source": "c"}')
    assert isinstance(row, Row) and row.claim == "a\0b"


def test_a_lone_surrogate_becomes_one_replacement_character_so_that_offsets_hold() -> None:
    row = parsed(b'{"id": "\\ud800", "claim": "x\\ud800y", "source": "\\udfffabc \\ud83d\\ude00"}')
    assert isinstance(row, Row)
    assert (row.id, row.claim, row.source) == ("\ud800", "x\ufffdy", "\ufffdabc \U0001f600")


def test_a_line_of_a_million_characters_is_read() -> None:
    row = row_of(GOOD | {"source": "word " * 200_000})
    assert isinstance(row, Row) and len(row.source) == 1_000_000


def test_a_byte_order_mark_carriage_returns_and_blank_lines_are_no_problem() -> None:
    line = json.dumps(GOOD).encode()
    lines = list(read_lines(io.BytesIO(b"\xef\xbb\xbf" + line + b"\r\n\r\n  \n" + line)))
    assert [one.number for one in lines] == [1, 4]
    assert all(isinstance(parse_row(one), Row) for one in lines)


def test_a_line_that_would_fill_the_memory_is_skipped_in_pieces_and_told() -> None:
    data = b"a\n" + b"x" * 5_000 + b"\nb\n" + b"y" * 5_000
    lines = list(read_lines(io.BytesIO(data), longest=1_000))
    assert [(one.number, one.data) for one in lines] == [(1, b"a\n"), (2, None), (3, b"b\n"), (4, None)]
    problem = parse_row(lines[1])
    assert isinstance(problem, RowProblem) and "too long" in str(problem)


@pytest.mark.parametrize("length", [998, 999, 1000, 1001, 2000, 2001])
def test_lines_around_the_limit_keep_their_numbers(length: int) -> None:
    for end in (b"", b"\n"):
        assert numbers(b"x" * length + end) == [1]
        assert numbers(b"x" * length + b"\nz" + end) == [1, 2]


class _Failing(io.BytesIO):
    """A disk that fails after its first line."""

    def readline(self, size: int | None = -1, /) -> bytes:
        line = super().readline(size if size is not None else -1)
        if self.tell() > 2:
            raise OSError(5, "Input/output error")
        return line


def test_a_disk_that_fails_is_an_error_with_what_to_do() -> None:
    with pytest.raises(InputError, match="Input/output error"):
        list(read_lines(_Failing(b"a\nb\nc\n")))


@given(st.binary(max_size=200))
def test_no_bytes_raise(data: bytes) -> None:
    for line in read_lines(io.BytesIO(data), longest=50):
        outcome = parse_row(line)
        assert outcome.line == line.number
        str(outcome).encode("utf-8")


@given(st.lists(st.binary(max_size=30).map(lambda data: data.replace(b"\n", b"")), max_size=20))
def test_every_line_that_is_not_blank_comes_once_under_its_number(lines: list[bytes]) -> None:
    data = b"\n".join(lines)
    start = b"\xef\xbb\xbf"
    expected = [(number, line.removeprefix(start) if number == 1 else line) for number, line in enumerate(lines, start=1)]
    found = [(one.number, (one.data or b"").removesuffix(b"\n")) for one in read_lines(io.BytesIO(data))]
    assert found == [(number, line) for number, line in expected if line.strip()]


ANY_TEXT = st.text(st.characters(exclude_categories=()), min_size=1)


@given(
    st.builds(
        dict,
        id=ANY_TEXT | st.integers(),
        claim=ANY_TEXT.filter(str.strip),
        source=ANY_TEXT.filter(str.strip),
        label=st.sampled_from(LABELS),
        dataset=ANY_TEXT,
    )
)
def test_whatever_json_can_write_is_read_back_with_its_length(fields: dict[str, str | int]) -> None:
    row = row_of(fields)
    assert isinstance(row, Row)
    assert (row.id, row.label, row.dataset) == (fields["id"], fields["label"], fields["dataset"])
    # JSON joins a high surrogate and the low one after it to the one character they spell.
    for name in ("claim", "source"):
        text = json.loads(json.dumps(fields[name]))
        assert len(getattr(row, name)) == len(text)
        assert all(mine in (theirs, "\ufffd") for mine, theirs in zip(getattr(row, name), text, strict=True))
        getattr(row, name).encode("utf-8")


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(), lambda inner: st.lists(inner, max_size=3)
)


@given(st.dictionaries(st.sampled_from(["id", "claim", "source", "label", "dataset", "x"]), JSON_VALUES))
def test_any_object_is_a_row_or_a_problem(fields: dict[str, object]) -> None:
    outcome = row_of(fields)
    whole = {"id", "claim", "source"} <= fields.keys() and all(
        isinstance(fields[name], str) and str(fields[name]).strip() for name in ("claim", "source")
    )
    assert not (isinstance(outcome, Row) and not whole)


@pytest.fixture
def seen() -> Iterator[SeenIds]:
    with SeenIds() as ids:
        yield ids


def test_an_id_is_known_by_the_line_where_it_stood_first(seen: SeenIds) -> None:
    assert [seen.first_line(identity, line) for line, identity in enumerate(["a", "b", "a", "a"], start=1)] == [0, 0, 1, 1]


def test_a_number_and_its_digits_are_two_ids(seen: SeenIds) -> None:
    assert [seen.first_line(1, 1), seen.first_line("1", 2), seen.first_line(1, 3), seen.first_line("1", 4)] == [0, 0, 1, 2]


@given(st.lists(st.sampled_from(["a", "b", "\ud800", "\udfff", 1, 2, -1]), max_size=30))
def test_ids_are_told_apart_as_a_dictionary_tells_them(identities: list[str | int]) -> None:
    first: dict[str | int, int] = {}
    with SeenIds() as seen:
        for line, identity in enumerate(identities, start=1):
            assert seen.first_line(identity, line) == first.get(identity, 0)
            first.setdefault(identity, line)
