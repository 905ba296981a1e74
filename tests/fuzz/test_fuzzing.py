"""A short run of the fuzzing harness, and that its inputs can be made again."""

from __future__ import annotations

from pathlib import Path

from tests.fuzz.damage import damaged
from tests.fuzz.harness import fuzz
from tests.fuzz.originals import made_here

SLOW = (".odt", ".rst", ".rtf", ".xml")
"""Read by a library whose import takes four seconds in each worker; `python -m tests.fuzz` takes them too."""


def test_an_input_is_the_same_whenever_it_is_made() -> None:
    sound = made_here()
    assert damaged(7, 3, sound) == damaged(7, 3, sound)
    assert len({damaged(number, 3, sound).content for number in range(50)}) > 40


def test_no_damaged_file_harms_the_run_or_makes_a_loader_fail(tmp_path: Path) -> None:
    sound = [original for original in made_here() if original.suffix not in SLOW]
    findings = fuzz(range(150), seed=1, sound=sound, keep=tmp_path)
    assert findings.faults == []
    assert sum(findings.counts.values()) == 150
