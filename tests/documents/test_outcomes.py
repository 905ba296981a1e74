"""Every real file of ../shared, the broken ones too, has the outcome that is right for it; and the table that says so can be wrong."""

from __future__ import annotations

import pytest

from benchmarks.outcomes import FOLDERS, SHARED, Expectation, Reading, expectations, faults, reading_of
from wiki_assets.documents.inspection import inspect
from wiki_assets.documents.options import READ_PLAINLY


@pytest.mark.shared
@pytest.mark.parametrize("folder", FOLDERS)
def test_every_real_file_has_the_right_outcome(folder: str) -> None:
    wanted = expectations(SHARED / folder)
    if not wanted:
        pytest.skip(f"../shared/corpus/{folder} is not here")
    found = {one.file: list(faults(one, reading_of(inspect(SHARED / folder / one.file, READ_PLAINLY, 250)))) for one in wanted}
    assert {file: faulty for file, faulty in found.items() if faulty} == {}


GOOD = Reading("ok", "", 2, ("First words.", "Last words."), ((1,), (2,)))


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        (Expectation("a", holds=("First words.",), pages=2, page_of={"Last words": 2}, ordered=(("First", "Last"),)), []),
        (Expectation("a", "error", "corrupt"), ["is ok"]),
        (Expectation("a", "warning"), ["is ok"]),
        (Expectation("a", pages=3), ["has 2 pages"]),
        (Expectation("a", holds=("Other words",)), ["lacks “Other words”"]),
        (Expectation("a", holds=("First *words*",)), ["lacks “First *words*”"]),
        (Expectation("a", holds=("First *words*",), raw=True), []),
        (Expectation("a", lacks=("Last",)), ["holds “Last”"]),
        (Expectation("a", ordered=(("Last", "First"),)), ["has “Last” out of order"]),
        (Expectation("a", page_of={"Last words": 1}), ["has “Last words” on page [2]"]),
        (Expectation("a", "ok_or_error"), []),
    ],
)
def test_the_table_of_outcomes_sees_every_fault(wanted: Expectation, told: list[str]) -> None:
    assert list(faults(wanted, GOOD)) == told


def test_an_error_without_a_reason_or_of_another_kind_or_beyond_its_limits_is_a_fault() -> None:
    got = Reading("corrupt", "", 0, (), (), seconds=30.0, megabytes=900.0)
    wanted = Expectation("a", "error", "bomb", seconds=20.0, megabytes=600.0)
    assert list(faults(wanted, got)) == ["is corrupt", "gives no reason", "took 30 s", "took 900 MB"]
