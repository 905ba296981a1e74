"""`make simulate`: libraries of made-up papers, a hundred passages each, through the real product; time and memory side by side.

Belongs here: what is measured, and the table. Does not belong here: the texts (`simulated_library`).

Every stage runs in a process of its own, so that its peak memory is its own. Papers share buckets as partitions, as a library of this size
should have them; all else is as shipped: embedded vectors, the static embedding model, the extractive composer.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.simulated_library import write_library

SIZES = (1_000, 10_000)
_ENVIRONMENT = {"WIKI_CHUNK_TOKENS": "50", "WIKI_BUCKETS": "100"}
# A sensor is cut off after 60 seconds by default (dagster 1.13), a person waits less long for a page.
_SENSOR_LIMIT, _PAGE_LIMIT = 60.0, 5.0


def main() -> None:
    """Measures all sizes and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", nargs="*", type=int, default=list(SIZES), help="Numbers of papers (default: 1000 10000).")
    parser.add_argument("--stage", choices=sorted(STAGES), help=argparse.SUPPRESS)
    parser.add_argument("--home", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.stage:
        print(json.dumps(STAGES[asked.stage](asked.home)))  # the parent reads the last line
        return
    found = {size: measure(size) for size in asked.sizes}
    Console(width=130).print(table_of(found))


def measure(papers: int) -> dict[str, float]:
    """Every figure for one size, by name."""
    folder = Path(tempfile.mkdtemp(prefix="wiki-simulation-"))
    home = folder / "home"
    try:
        write_library(home, papers)
        first = _stage("build", home)
        again = _stage("build", home)
        write_library(home, 1, first=papers)
        one_more = _stage("build", home)
        watched = _stage("sensors", home)
        asked = _stage("interface", home)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return {
        "papers": papers,
        "passages": first["chunks_embedded"],
        "build, seconds": first["seconds"],
        "  papers and vectors, seconds": first["Papers"],
        "  evidence, seconds": first["Evidence"],
        "  pages, seconds": first["pages"],
        "build, peak memory, MB": first["peak_mb"],
        "build with nothing to do, seconds": again["seconds"],
        "  its peak memory, MB": again["peak_mb"],
        "one paper more, seconds": one_more["seconds"],
        "  pages compiled": one_more["pages_compiled"],
        **{f"sensor {name}, seconds": seconds for name, seconds in watched.items()},
        **{f"UI: {name}, seconds": seconds for name, seconds in asked.items()},
    }


def table_of(found: dict[int, dict[str, float]]) -> Table:
    """One row a figure, one column a size, and the ratio of the last to the first."""
    table = Table(title="Simulated libraries", title_justify="left")
    sizes = list(found)
    for name in ("", *(f"{size:,} papers" for size in sizes), "ratio", "limit"):
        table.add_column(name, justify="left" if not name else "right")
    for name in found[sizes[0]]:
        values = [found[size][name] for size in sizes]
        ratio = f"{values[-1] / values[0]:.2f}" if len(values) > 1 and values[0] else "–"
        limit = f"{_SENSOR_LIMIT:g}" if name.startswith("sensor") else f"{_PAGE_LIMIT:g}" if name.startswith("UI") else ""
        table.add_row(name, *(f"{value:,.2f}" if value % 1 else f"{value:,.0f}" for value in values), ratio, limit)
    return table


def _stage(name: str, home: Path) -> dict[str, float]:
    command = [sys.executable, "-W", "ignore", "-m", "benchmarks.simulate", "--stage", name, "--home", str(home)]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **_ENVIRONMENT})
    if done.returncode:
        raise SystemExit(f"The stage {name} failed:\n{done.stderr[-3000:]}")
    print(f"{name}: {done.stdout.splitlines()[-1]}", file=sys.stderr, flush=True)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def build(home: Path) -> dict[str, float]:
    """`wiki build`: seconds of every part, and the peak memory of its process.

    A child's peak is not told: the system counts what it shares with its parent before it becomes another program.
    """
    from benchmarks.timed_build import timed_build

    found = timed_build(home)
    return {**found, "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)}


def sensors(home: Path) -> dict[str, float]:
    """Every sensor that looks at the home, evaluated twice in one process, as the daemon's code server does: the second time counts."""
    from dagster import build_sensor_context

    from jobs.launching import open_instance
    from sensors import all_sensors
    from wiki_assets.cli.home import export_settings, prepare_home
    from wiki_assets.definitions import build_defs
    from wiki_assets.settings import Settings

    settings = Settings.load(home=home)
    folder = prepare_home(settings)
    export_settings(settings, folder)
    definitions = build_defs(settings)
    seconds = {}
    with open_instance(folder) as instance:
        for name in ("new_papers", "concepts", "stale_pages", "stale_wiki"):
            (found,) = [one for one in all_sensors if one.name == name]
            for _ in range(2):
                started = time.monotonic()
                found(build_sensor_context(instance=instance, resources=dict(definitions.resources or {})))
                seconds[name] = round(time.monotonic() - started, 2)
    return seconds


_PAGE_QUERY = """
query Page($key: AssetKeyInput!) {
  assetNodeOrError(assetKey: $key) { ... on AssetNode {
    id description partitionStats { numMaterialized numFailed numPartitions }
    assetPartitionStatuses { __typename }
    assetMaterializations(limit: 100) { partition timestamp }
  } }
}
"""


def interface(home: Path) -> dict[str, float]:
    """What the UI asks for the page of an asset, of a real web server on this home; the second answer counts."""
    from wiki_assets.cli.home import export_settings, prepare_home
    from wiki_assets.cli.serving import workspace_file
    from wiki_assets.settings import Settings

    settings = Settings.load(home=home)
    export_settings(settings, prepare_home(settings))
    port = _free_port()
    webserver = Path(sys.executable).with_name("dagster-webserver")
    server = subprocess.Popen(
        [webserver, "-w", str(workspace_file()), "-p", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        address = f"http://127.0.0.1:{port}/graphql"
        _until_answering(address)
        return {asset: _asked(address, asset) for asset in ("raw_documents", "concept_pages")}
    finally:
        server.terminate()
        server.wait(30)


def _asked(address: str, asset: str) -> float:
    for _ in range(2):
        started = time.monotonic()
        answer = _post(address, {"query": _PAGE_QUERY, "variables": {"key": {"path": [asset]}}})
        seconds = round(time.monotonic() - started, 2)
    if "errors" in answer or not answer["data"]["assetNodeOrError"].get("partitionStats"):
        raise SystemExit(f"The UI gave no answer on {asset}: {str(answer)[:500]}")
    return seconds


def _post(address: str, body: dict[str, object]) -> dict[str, dict[str, dict[str, object]]]:
    request = urllib.request.Request(address, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=120) as response:
        return dict(json.loads(response.read()))


def _until_answering(address: str) -> None:
    deadline = time.monotonic() + 120
    while True:
        try:
            _post(address, {"query": "{ version }"})
            return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.5)


def _free_port() -> int:
    import socket

    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


STAGES: dict[str, Callable[[Path], dict[str, float]]] = {"build": build, "sensors": sensors, "interface": interface}


if __name__ == "__main__":
    main()
