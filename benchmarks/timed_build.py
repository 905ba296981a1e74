"""`wiki build` with the seconds of its parts, as one JSON object. Belongs here: what several benchmarks measure of one build."""

from __future__ import annotations

import json
import logging
import sys
import time
from itertools import pairwise
from pathlib import Path

from wiki_assets.cli.build import Build, BuildRequest
from wiki_assets.settings import Settings


def timed_build(home: Path) -> dict[str, float]:
    """Builds a home; seconds by part (`Papers`, `Evidence`, `Pages`, `Wiki`), beside what was done."""
    logging.getLogger("dagster").setLevel(logging.CRITICAL)
    marks: list[tuple[float, str]] = []
    started = time.monotonic()
    outcome = Build(
        Settings.load(home=home), BuildRequest(), lambda line: marks.append((time.monotonic(), line.partition(":")[0]))
    ).run()
    marks.append((time.monotonic(), "end"))
    parts = dict.fromkeys(("Papers", "Evidence", "Pages", "Wiki"), 0.0)
    for (start, part), (end, _) in pairwise(marks):  # the first line of a part is told when it begins
        parts[part] = parts.get(part, 0.0) + end - start
    return {
        **parts,
        "pages": parts["Pages"],
        "apart": time.monotonic() - started - parts["Pages"],
        "seconds": outcome.seconds,
        "documents_ingested": outcome.documents_ingested,
        "chunks_embedded": outcome.chunks_embedded,
        "pages_compiled": outcome.pages_compiled,
    }


if __name__ == "__main__":
    print(json.dumps(timed_build(Path(sys.argv[1]))))
