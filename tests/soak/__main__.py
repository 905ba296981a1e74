"""`python -m tests.soak`: tells the stories for a while, prints the table, and exits with 1 if one of them failed."""

from __future__ import annotations

import argparse
import shutil
import signal
import sys
import tempfile
from pathlib import Path

from tests.soak.soak import Soak, table
from tests.soak.stories import FIRST_PASS, SHORT, tell_all


def main() -> int:
    """Exit code: 0 all stories went as expected, 1 one did not, 130 interrupted."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0, help="how long, at least; the first pass is always told whole")
    parser.add_argument("--short", action="store_true", help="the cut that CI runs, and no rounds")
    parser.add_argument("--only", default="", help="only the stories whose name contains this, after the first one; no rounds")
    parser.add_argument("--patience", type=float, default=180.0, help="seconds that anything may take (default 180)")
    parser.add_argument("--seed", type=int, default=1, help="of the order of the rounds")
    parser.add_argument("--keep", type=Path, help="folder for the home, kept afterwards; a temporary one otherwise")
    options = parser.parse_args()
    folder = options.keep or Path(tempfile.mkdtemp(prefix="wiki-soak-"))
    stories = SHORT if options.short else FIRST_PASS
    if options.only:
        stories = (stories[0], *(story for story in FIRST_PASS[1:] if options.only in story.name))
    soak = Soak(folder / "home", options.patience)
    for number in (signal.SIGINT, signal.SIGTERM):
        # Said once more, for a shell that starts it in the background lets it ignore Ctrl-C.
        signal.signal(number, signal.default_int_handler)
    try:
        tell_all(soak, stories, 0 if options.short or options.only else options.minutes, options.seed)
    except KeyboardInterrupt:
        print("Interrupted; the stories told so far:", flush=True)
        return 130
    finally:
        soak.close()
        if soak.told:
            print(f"\n{table(soak.told)}", flush=True)
        if options.keep is None:
            shutil.rmtree(folder, ignore_errors=True)
    return 0 if all(told.seen.passed for told in soak.told) else 1


if __name__ == "__main__":
    sys.exit(main())
