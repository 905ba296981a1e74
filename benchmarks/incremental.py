"""What one paper more costs where there are 40 already, against what it costs where there is none; model calls, too.

Belongs here: that one comparison. Needs ../shared; says so and stops where it is absent. A small server in this process stands in for the
model, so that every call is counted and takes no time worth mentioning.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.soak.model_server import ModelServer

PAPERS = Path(__file__).resolve().parents[1] / ".." / "shared" / "corpus" / "papers"
CONCEPTS = PAPERS / "concepts.rag.yaml"
ADDED = "Izacard2021.pdf"
# Reading, embedding, choosing evidence and refreshing the wiki: all but the pages, whose number follows from the evidence.
GOAL = 1.2


def main() -> None:
    """Measures both and prints the table."""
    if not CONCEPTS.is_file():
        raise SystemExit("This needs the real papers in ../shared/corpus/papers, which are not here.")
    folder = Path(tempfile.mkdtemp(prefix="wiki-incremental-"))
    server = ModelServer(partly_inventing="no such concept")
    try:
        alone = _added(folder / "alone", [], server)
        beside = _added(folder / "beside", [path for path in sorted(PAPERS.glob("*.pdf")) if path.name != ADDED], server)
    finally:
        server.close()
        shutil.rmtree(folder, ignore_errors=True)
    Console(width=130).print(_table(alone, beside))


def _added(home: Path, before: list[Path], server: ModelServer) -> dict[str, float]:
    """What the build after adding the paper took."""
    raw = home / "raw"
    raw.mkdir(parents=True)
    for path in before:
        shutil.copy(path, raw)
    shutil.copy(CONCEPTS, home / "concepts.yaml")
    if before:
        _build(home, server)
    shutil.copy(PAPERS / ADDED, raw)
    calls, started = server.calls, time.monotonic()
    built = _build(home, server)
    seconds = time.monotonic() - started
    again = _build(home, server)
    return {
        "papers before": len(before),
        "seconds, with starting": seconds,
        "papers read": built["documents_ingested"],
        "passages embedded": built["chunks_embedded"],
        "pages compiled": built["pages_compiled"],
        "model calls": server.calls - calls,
        "seconds of papers, evidence and wiki": built["apart"],
        "seconds of pages": built["pages"],
        "build after it: pages compiled": again["pages_compiled"],
    }


def _build(home: Path, server: ModelServer) -> dict[str, float]:
    environment = {"WIKI_LLM_MODEL": "openai/stand-in", "WIKI_LLM_BASE_URL": server.url, "WIKI_LLM_API_KEY": "none"}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "benchmarks.timed_build", str(home)],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )
    if done.returncode:
        raise SystemExit(f"The build failed:\n{done.stderr[-2000:]}")
    return dict(json.loads(done.stdout.splitlines()[-1]))


def _table(alone: dict[str, float], beside: dict[str, float]) -> Table:
    table = Table(title=f"{ADDED} added", title_justify="left")
    for name in ("", "to none", f"to {beside['papers before']:.0f}", "ratio", "goal"):
        table.add_column(name, justify="left" if not name else "right")
    for name in alone:
        ratio = f"{beside[name] / alone[name]:.2f}" if alone[name] else "–"
        goal = f"<= {GOAL}" if name.startswith("seconds of papers") else ""
        table.add_row(name, f"{alone[name]:.1f}", f"{beside[name]:.1f}", ratio, goal)
    a_page = [found["seconds of pages"] / max(1, found["pages compiled"]) for found in (alone, beside)]
    table.add_row("seconds a compiled page", f"{a_page[0]:.2f}", f"{a_page[1]:.2f}", f"{a_page[1] / a_page[0]:.2f}", "")
    return table


if __name__ == "__main__":
    main()
