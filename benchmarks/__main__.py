"""`make bench`: speed, memory and overhead on the real papers, as one table of ratios.

Belongs here: running the measures and printing. Needs ../shared; says so and stops where it is absent. The speed of the grounding
guards (`benchmarks.guards`) and how well passages are found (`benchmarks.retrieval`) are measured by commands of their own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.measures import RAG

SHARED = Path(__file__).resolve().parents[1] / ".." / "shared" / "corpus" / "papers"


def measure(name: str, *arguments: str) -> dict[str, float]:
    """One measure in a process of its own."""
    done = subprocess.run([sys.executable, "-m", "benchmarks.measures", name, *arguments], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"The measure {name} failed:\n{done.stderr[-2000:]}")
    return dict(json.loads(done.stdout.splitlines()[-1]))


def add_reading(table: Table, papers: Path) -> None:
    """Reading alone, with one and with two workers, beside PyMuPDF's plain text; taken in turns, the middle of three."""
    long = papers.parent / "hard"
    places = [
        ("11 rag papers", papers, RAG),
        ("40 papers", papers, []),
        ("one file of 619 pages", long, ["unstructured-DA-619p"]),
    ]
    for label, folder, keys in places:
        if not folder.is_dir():
            continue
        turns = [
            (
                measure("bare_text", str(folder), *keys),
                *(measure("reading", str(folder), workers, *keys) for workers in ("1", "2")),
            )
            for _ in range(3)
        ]
        bare, one, two = (sorted(turn, key=lambda each: each["seconds"])[1] for turn in zip(*turns, strict=True))
        for name, mine, base, goal in (("one worker", one, bare, ">= 0.8"), ("two workers", two, one, ">= 1.7")):
            speed, against = mine["pages"] / mine["seconds"], base["pages"] / base["seconds"]
            beside = "bare text" if base is bare else "one worker"
            table.add_row(
                f"pages/s read, {name}, {label}", f"{speed:.0f}", f"{against:.0f} {beside}", f"{speed / against:.2f}", goal
            )
        table.add_row(
            f"  peak memory, MB, {label}",
            f"{two['peak_mb']:.0f} + worker {two['peak_worker_mb']:.0f}",
            f"{bare['peak_mb']:.0f} bare text",
            f"{two['peak_worker_mb'] / bare['peak_mb']:.2f}",
            "",
        )
        table.add_row(f"  time to the first chunk, s, {label}", f"{two['first']:.2f}", f"{two['seconds']:.2f} all", "–", "")


def main() -> None:
    """Prints the table."""
    papers = Path(os.environ.get("WIKI_BENCH_PAPERS", SHARED)).resolve()
    if not papers.is_dir():
        raise SystemExit("make bench needs the real papers in ../shared/corpus/papers, or WIKI_BENCH_PAPERS.")
    table = Table("measure", "ours", "baseline", "ratio", "goal", title="Two cores; each row against its baseline in this run")
    add_reading(table, papers)
    for label, keys in (("11 rag papers", RAG), ("40 papers", [])):
        base, mine = measure("bare", str(papers), *keys), measure("ours", str(papers), *keys)
        speed, bare_speed = mine["pages"] / mine["seconds"], base["pages"] / base["seconds"]
        table.add_row(
            f"pages/s, parse+chunk+embed, {label}",
            f"{speed:.0f}",
            f"{bare_speed:.0f} bare",
            f"{speed / bare_speed:.2f}",
            ">= 0.8, >= 100/s",
        )
        table.add_row(
            f"  of which reading, s, {label}",
            f"{mine['read']:.2f}",
            f"{base['read']:.2f}",
            f"{base['read'] / mine['read']:.2f}",
            "",
        )
        table.add_row(f"  of which cutting, s, {label}", f"{mine['cut']:.2f}", "–", "–", "")
        rate, bare_rate = mine["embedded"] / mine["embed"], base["chunks"] / base["embed"]
        table.add_row(
            f"chunks/s embedded and stored, {label}", f"{rate:.0f}", f"{bare_rate:.0f} bare", f"{rate / bare_rate:.2f}", ""
        )
        table.add_row(
            f"peak memory, MB, {label}",
            f"{mine['peak_mb']:.0f} + worker {mine['peak_worker_mb']:.0f}",
            f"{base['peak_mb']:.0f}",
            "–",
            "",
        )
    concepts = str(papers / "concepts.rag.yaml")
    whole, sum_of_parts = measure("graph", str(papers), concepts), measure("parts", str(papers), concepts)
    overhead = whole["seconds"] / sum_of_parts["seconds"]
    table.add_row(
        "wiki build, 40 papers, 15 concepts, s",
        f"{whole['seconds']:.1f}",
        f"{sum_of_parts['seconds']:.1f} parts",
        f"{overhead:.2f}",
        "<= 1.25",
    )
    table.add_row("  one concept, without Dagster, s", f"{sum_of_parts['a_concept']:.2f}", "–", "–", "")
    table.add_row(
        "  the same build again, nothing changed, s",
        f"{whole['again']:.1f}",
        f"{whole['seconds']:.1f} first",
        f"{whole['again'] / whole['seconds']:.2f}",
        "seconds",
    )
    table.add_row(
        "  passages embedded, pages compiled again",
        f"{whole['again_embedded']:.0f}, {whole['again_compiled']:.0f}",
        "–",
        "–",
        "0, 0",
    )
    table.add_row(
        "  peak memory of the build, MB", f"{whole['peak_mb']:.0f} + worker {whole['peak_worker_mb']:.0f}", "–", "–", ""
    )
    Console(width=130).print(table)


if __name__ == "__main__":
    main()
