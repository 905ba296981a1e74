"""`python -m tests.fuzz --inputs 2000 --seed 1`: damaged files through the real pool, a table, and what failed."""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from tests.fuzz.harness import fuzz
from tests.fuzz.originals import made_here, real_ones


def main() -> None:
    """Runs, prints, and ends with code 1 where there are faults."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=2000, help="How many inputs.")
    parser.add_argument("--first", type=int, default=0, help="Number of the first: with --inputs 1, one input again.")
    parser.add_argument("--seed", type=int, default=1, help="Makes the inputs what they are.")
    parser.add_argument("--seconds", type=float, default=0.0, help="No further batch is begun after this time; 0: no end.")
    parser.add_argument("--only", action="append", default=[], help="Only originals with this ending (.docx); may be repeated.")
    parser.add_argument("--keep", type=Path, help="Folder for the inputs that a loader failed at; a new one when not given.")
    options = parser.parse_args()
    keep = options.keep or Path(tempfile.mkdtemp(prefix="wiki-fuzz-kept-"))
    keep.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    numbers = range(options.first, options.first + options.inputs)
    sound = [original for original in made_here() + real_ones() if not options.only or original.suffix in options.only]
    findings = fuzz(numbers, options.seed, sound, options.seconds, keep)
    print(findings.table())
    print(f"{sum(findings.counts.values())} inputs in {time.monotonic() - begun:.0f} s; longest wait {findings.slowest:.1f} s")
    print("workers that ended:", dict(findings.ends) or "none")
    print(f"{len(findings.faults)} faults; inputs kept in {keep}")
    for number, fault in findings.faults:
        print(f"  --seed {options.seed} --first {number} --inputs 1   {fault}")
    raise SystemExit(bool(findings.faults))


if __name__ == "__main__":
    main()
