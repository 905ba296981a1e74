"""`python -m tests.crash --points all`: a build killed at every boundary, as a table; `--concurrency 20`: builds at once."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import warnings
from pathlib import Path

from tests.crash import forking

_TOLD_EVERY = 50  # points, some minutes

forking.quiet_libraries()
warnings.simplefilter("ignore")  # Dagster's notes on beta features, once for every import


def main() -> None:
    """Runs, prints, and ends with code 1 where anything differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.crash", description=__doc__)
    parser.add_argument("--points", default="", help="`all`, or how many points in each scenario, spread over it.")
    parser.add_argument("--seed", type=int, default=1, help="Chooses the points of a spread.")
    parser.add_argument("--scenario", action="append", default=[], help="Only this scenario; may be repeated.")
    parser.add_argument("--at", type=int, action="append", default=[], help="Only this point; may be repeated.")
    parser.add_argument("--part", default="1/1", help="`2/3`: the second of three parts of the points, for several processes.")
    parser.add_argument("--together", type=int, default=1, help="How many points at a time.")
    parser.add_argument("--concurrency", type=int, default=0, help="Rounds of builds at once.")
    parser.add_argument("--keep", type=Path, help="Folder for the homes in which something differs.")
    options = parser.parse_args()
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    sound = True
    with tempfile.TemporaryDirectory(prefix="wiki-crash-", dir=_memory()) as folder:
        if options.points or options.at:
            sound &= _kill(options, Path(folder))
        if options.concurrency:
            from tests.crash.at_once import run_rounds

            sound &= run_rounds(options.concurrency, options.seed, Path(folder), print)
    print(f"{time.monotonic() - begun:.0f} s")
    raise SystemExit(not sound)


def _kill(options: argparse.Namespace, folder: Path) -> bool:
    from tests.crash import killing
    from tests.crash.homes import SCENARIOS

    killing.warm_up(folder)
    print(
        "| scenario | boundaries | points killed | rows compared | files compared | told again | breaches | points that differ |"
    )
    print("|---|---|---|---|---|---|---|---|")
    found: list[killing.Killed] = []
    earlier = None
    interrupted = False
    for scenario in SCENARIOS:
        if options.scenario and scenario.name not in options.scenario:
            continue
        earlier = surveyed = killing.survey(scenario, folder, earlier)
        numbers = _numbers(options, surveyed.points)
        done: list[killing.Killed] = []
        try:
            for one in killing.kill_at_each(surveyed, numbers, folder, options.keep, options.together):
                done.append(one)
                if not one.sound:
                    print(f"  {one.scenario} {one.number}: {one.boundary}", file=sys.stderr, flush=True)
                if len(done) % _TOLD_EVERY == 0:
                    print(f"  {scenario.name}: {len(done)} of {len(numbers)}", file=sys.stderr, flush=True)
        except KeyboardInterrupt:  # what was found until then is told; `--part` goes on where it stopped
            interrupted = True
        found += done
        figures = (
            scenario.name,
            len(surveyed.boundaries),
            len(done),
            sum(one.rows for one in done),
            sum(one.files for one in done),
            sum(one.again for one in done),
            sum(bool(one.breaches) for one in done),
            sum(not one.sound for one in done),
        )
        print("| " + " | ".join(map(str, figures)) + " |", flush=True)
        if interrupted:
            break
    for one in found:
        for line in (*one.breaches, *one.differing):
            print(f"--scenario {one.scenario} --at {one.number} ({one.boundary}): {line}")
    return not interrupted and all(one.sound for one in found)


def _numbers(options: argparse.Namespace, points: tuple[int, ...]) -> list[int]:
    from tests.crash.killing import spread

    if options.at:
        return list(options.at)
    part, of = map(int, options.part.split("/"))
    chosen = list(points) if options.points == "all" else spread(points, int(options.points), options.seed)
    return chosen[part - 1 :: of]


def _memory() -> str | None:
    """A folder in memory where there is one: a killed process loses nothing that it wrote, wherever that lies, and homes come and go."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


if __name__ == "__main__":
    main()
