"""Rows are judged in their order, alike in one process and in several, a bounded number at a time."""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, count, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_assets.errors import InputError
from wiki_assets.grounding.checking.judging import JudgedRow, Outcome, Pace, judge_lines
from wiki_assets.grounding.checking.rows import Line, RowProblem
from wiki_assets.grounding.checking.verdict_lines import json_line, verdict_fields
from wiki_assets.grounding.guards.registry import load_guard
from wiki_assets.grounding.model import Difference, Verdict, VerdictKind

GUARD = load_guard("content-5-gram")
ALONE = Pace(workers=1)
TOGETHER = Pace(workers=2, alone_seconds=0, batch_lines=3)

SOURCE = "Seven disks of equal radius touch one another around a central disk."
TRUE = "Seven disks of equal radius touch one another."
FALSE = "Eight squares overlap several hundred narrow triangles."


@dataclass(frozen=True)
class ScriptedGuard:
    """Says what its script says of a claim, or raises it."""

    script: dict[str, Verdict | Exception]
    name: str = "scripted"
    version: str = "1"

    def check(self, claim: str, source: str) -> Verdict:
        answer = self.script[claim]
        if isinstance(answer, Exception):
            raise answer
        return answer


def line(number: int, identity: str | int | None = None, claim: str = TRUE, **more: str) -> Line:
    row = {"id": f"row-{number}" if identity is None else identity, "claim": claim, "source": SOURCE, **more}
    return Line(number, json.dumps(row).encode())


def mixed_lines() -> Iterator[Line]:
    """True, false and unusable ones in turn, without end."""
    for n in count(1):
        yield (line(n), line(n, claim=FALSE), Line(n, b"{"))[n % 3]


def outcomes(lines: Iterable[Line], pace: Pace = ALONE) -> list[Outcome]:
    return list(judge_lines(lines, GUARD, pace))


class Ahead:
    """Lines that count how many were taken; they end some way after other processes have begun to take them in batches."""

    def __init__(self, more: int) -> None:
        self.taken = 0
        self.given_out = 0
        self._more = more

    def __iter__(self) -> Iterator[Line]:
        for one in mixed_lines():
            self.taken += 1
            yield one
            # One process takes a line only after it has given out the one before.
            self._more -= self.taken - self.given_out > 1
            if not self._more:
                return


def test_a_verdict_carries_the_row_it_belongs_to() -> None:
    (judged,) = outcomes([line(4, label="supported", dataset="disks")])
    assert isinstance(judged, JudgedRow)
    assert (judged.line, judged.id, judged.label, judged.dataset) == (4, "row-4", "supported", "disks")
    assert (judged.verdict, judged.rule) == (VerdictKind.GROUNDED, "content-5-gram")
    written = json.loads(judged.written)
    assert SOURCE[written["start"] : written["end"]] == written["matched"] != ""
    assert list(written) == [
        *("id", "verdict", "rule", "matched", "start", "end", "explanation", "differences", "scores", "guard", "guard_version")
    ]


def test_several_processes_say_what_one_says_in_the_same_order() -> None:
    lines, together = Ahead(more=100), []
    for outcome in judge_lines(lines, GUARD, TOGETHER):
        lines.given_out += 1
        together.append(outcome)
    alone = outcomes(islice(mixed_lines(), lines.taken))
    assert together == alone
    assert [outcome.line for outcome in alone] == list(range(1, lines.taken + 1))
    assert {type(outcome) for outcome in alone[-6:]} == {JudgedRow, RowProblem}


def test_only_a_bounded_number_of_lines_is_taken_ahead() -> None:
    lines, ahead = Ahead(more=200), 0
    for _ in judge_lines(lines, GUARD, TOGETHER):
        lines.given_out += 1
        ahead = max(ahead, lines.taken - lines.given_out)
    assert 1 < ahead <= TOGETHER.workers * TOGETHER.batches_per_worker * TOGETHER.batch_lines
    assert lines.taken == lines.given_out


def test_few_lines_start_no_process() -> None:
    before = set(multiprocessing.active_children())
    judged = judge_lines(islice(mixed_lines(), 20), GUARD, Pace(workers=2, alone_seconds=1e9))
    for _ in judged:
        assert set(multiprocessing.active_children()) == before


def test_a_second_row_of_the_same_id_is_a_problem_that_names_both_lines() -> None:
    found = outcomes([line(1, "x"), line(2, "y"), line(3, "x", claim=FALSE), line(4, "z")])
    (problem,) = [one for one in found if isinstance(one, RowProblem)]
    assert str(problem).startswith("line 3: The id 'x' stands already on line 1.")
    assert [one.line for one in found] == [1, 2, 3, 4]


def test_an_id_that_another_process_reads_again_is_a_problem_all_the_same() -> None:
    lines = Ahead(more=30)
    again = chain(lines, [line(100_000, "row-1", claim=FALSE)])
    found = []
    for outcome in judge_lines(again, GUARD, TOGETHER):
        lines.given_out += 1
        found.append(outcome)
    assert str(found[-1]).startswith("line 100000: The id 'row-1' stands already on line 1.")


def test_an_unusable_row_does_not_take_its_id_from_a_good_one() -> None:
    found = outcomes([line(1, "x", label="perhaps"), line(2, "x")])
    assert [type(one) for one in found] == [RowProblem, JudgedRow]


def test_a_guard_that_fails_on_one_row_costs_that_row_only() -> None:
    good = Verdict(kind=VerdictKind.GROUNDED, rule="r")
    guard = ScriptedGuard({"one": good, "two": ZeroDivisionError("by nothing"), "three": good})
    found = list(judge_lines([line(n, claim=claim) for n, claim in enumerate(guard.script, start=1)], guard, ALONE))
    assert [type(one) for one in found] == [JudgedRow, RowProblem, JudgedRow]
    assert "scripted failed on it: ZeroDivisionError('by nothing')" in str(found[1])


def begun(lines: Ahead) -> Generator[Outcome]:
    """Judging that other processes have begun to share in."""
    judged = judge_lines(lines, GUARD, TOGETHER)
    while lines.taken - lines.given_out <= 1:
        next(judged)
        lines.given_out += 1
    return judged


def test_a_process_that_dies_is_an_error_with_what_to_do_and_leaves_none_behind() -> None:
    before = set(multiprocessing.active_children())
    judged = begun(Ahead(more=10_000))
    for child in set(multiprocessing.active_children()) - before:
        child.kill()
    with pytest.raises(InputError, match="--workers 1"):
        list(judged)
    assert set(multiprocessing.active_children()) == before


def test_who_stops_reading_leaves_no_process_behind() -> None:
    before = set(multiprocessing.active_children())
    judged = begun(Ahead(more=10_000))
    assert set(multiprocessing.active_children()) > before
    judged.close()
    assert set(multiprocessing.active_children()) == before


def test_a_score_that_is_no_number_is_null() -> None:
    scores = {"coverage": 0.5, "odd": float("nan"), "odder": float("inf")}
    verdict = Verdict(kind=VerdictKind.UNCERTAIN, rule="r", scores=scores)
    fields = json.loads(json_line(verdict_fields(verdict, GUARD)))
    assert fields["scores"] == {"coverage": 0.5, "odd": None, "odder": None}


def test_differences_are_written_with_their_places() -> None:
    difference = Difference(
        kind="number", claim_words="8", source_words="7", claim_start=1, claim_end=2, source_start=3, source_end=4
    )
    verdict = Verdict(kind=VerdictKind.UNSUPPORTED, rule="number", differences=(difference,))
    assert json.loads(json_line(verdict_fields(verdict, GUARD)))["differences"] == [difference.model_dump()]


@given(st.text(st.characters(exclude_categories=())))
def test_a_line_is_valid_utf_8_and_comes_back_as_it_was(text: str) -> None:
    written = json_line({"id": text})
    assert written.count(b"\n") == 1
    assert json.loads(written.decode("utf-8")) == {"id": json.loads(json.dumps(text))}
