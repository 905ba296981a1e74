"""The real product: `wiki dev` with its daemon as processes of their own, started, asked over GraphQL, and ended by their numbers.

Belongs here: processes and requests. Does not belong here: what is expected of them (`stories`).
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[2]
# Guards against hanging only: it takes about fifteen seconds on a free machine.
START_SECONDS = 600.0
END_SECONDS = 40.0

_LAUNCH = """mutation($params: ExecutionParams!) { launchRun(executionParams: $params) { __typename
  ... on LaunchRunSuccess { run { runId } } ... on PythonError { message } } }"""
_BACKFILL = """mutation($params: LaunchBackfillParams!) { launchPartitionBackfill(backfillParams: $params) { __typename
  ... on LaunchBackfillSuccess { backfillId } ... on PythonError { message } } }"""
_BACKFILL_STATUS = "query($id: String!) { partitionBackfillOrError(backfillId: $id) { ... on PartitionBackfill { status } } }"
_CANCEL = "mutation($id: String!) { terminateRun(runId: $id) { __typename } }"
_READY = "{ repositoriesOrError { ... on RepositoryConnection { nodes { name } } } }"


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Product:
    """One `wiki dev` on one home, which may be ended, killed and started again."""

    def __init__(self, home: Path, log: Path) -> None:
        self.home = home
        self.port = free_port()
        self.settings: dict[str, str] = {}
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, **settings: str) -> None:
        """Starts it and waits until the UI answers. Settings stay for later starts."""
        self.settings |= settings
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [*wiki_command("dev"), "--home", str(self.home), "--port", str(self.port)],
                cwd=self.home,
                env=environment(self.settings),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        deadline = time.monotonic() + START_SECONDS
        while not self.ready():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"wiki dev did not start; the end of its log:\n{self.log_tail()}")
            time.sleep(0.5)

    def ready(self) -> bool:
        """Whether the UI answers and knows the assets."""
        try:
            return bool(self.ask(_READY)["repositoriesOrError"]["nodes"])
        except (OSError, KeyError, ValueError):
            return False

    def log_tail(self) -> str:
        return "\n".join(self._log.read_text("utf-8", errors="replace").splitlines()[-20:])

    def stop(self) -> None:
        """Ends it in good order, as TERM from a service manager does, and whatever outlives it."""
        if self._process is None:
            return
        family = family_of(self._process.pid)
        self._process.terminate()
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        end_all(family, signal.SIGTERM)
        self._process = None

    def kill(self) -> int:
        """Kills every process of it at once, runs too, as a power cut does. Returns how many there were."""
        assert self._process is not None
        family = family_of(self._process.pid)
        for pid in family:
            send(pid, signal.SIGKILL)
        self._process.wait()
        self._process = None
        return len(family)

    def daemon_pid(self) -> int:
        """Number of the daemon's own process."""
        assert self._process is not None
        return next(pid for pid in family_of(self._process.pid) if "dagster._daemon" in command_of(pid))

    def ask(self, query: str, **variables: Any) -> Any:
        """Asks the UI's GraphQL."""
        body = json.dumps({"query": query, "variables": variables}).encode()
        request = urllib.request.Request(f"{self.address}/graphql", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read())["data"]

    def launch(self, assets: Sequence[str], partition: str, checks: Sequence[tuple[str, str]] = ()) -> str:
        """Materializes assets for one partition, as a person does in the UI. Returns the run's id."""
        selector = {
            "repositoryLocationName": "wiki",
            "repositoryName": "__repository__",
            "jobName": "__ASSET_JOB",
            "assetSelection": [{"path": [asset]} for asset in assets],
            "assetCheckSelection": [{"assetKey": {"path": [asset]}, "name": name} for asset, name in checks],
        }
        tags = [{"key": "dagster/partition", "value": partition}]
        params = {"selector": selector, "mode": "default", "runConfigData": {}, "executionMetadata": {"tags": tags}}
        return str(self.ask(_LAUNCH, params=params)["launchRun"]["run"]["runId"])

    def backfill(self, asset: str, partitions: Sequence[str]) -> str:
        """Starts a backfill of one asset. Returns its id."""
        params = {"assetSelection": [{"path": [asset]}], "partitionNames": list(partitions)}
        return str(self.ask(_BACKFILL, params=params)["launchPartitionBackfill"]["backfillId"])

    def backfill_status(self, backfill: str) -> str:
        return str(self.ask(_BACKFILL_STATUS, id=backfill)["partitionBackfillOrError"]["status"])

    def cancel(self, run: str) -> None:
        """Cancels a run, as a person does in the UI."""
        self.ask(_CANCEL, id=run)


def wiki_command(*words: str) -> list[str]:
    """The command line of the product, by this very interpreter and this very tree."""
    return [sys.executable, "-m", "wiki_assets.cli.main", *words]


def environment(settings: Mapping[str, str]) -> dict[str, str]:
    """What the product's processes see: no setting of whoever runs the stories, and this tree before any that is installed."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("WIKI_", "QDRANT_", "DAGSTER_"))}
    return {**kept, "PYTHONPATH": str(REPOSITORY), **settings}


def family_of(pid: int) -> list[int]:
    """A process and all its descendants, parents first. Needs /proc."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
            children.setdefault(parent, []).append(int(folder.name))
    family, at = [pid], 0
    while at < len(family):
        family += children.get(family[at], [])
        at += 1
    return family


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def send(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)


def end_all(pids: Sequence[int], number: signal.Signals) -> None:
    """Ends processes that outlived their parent, and kills what does not go."""
    for pid in pids:
        send(pid, number)
    deadline = time.monotonic() + 10
    while any(Path(f"/proc/{pid}").exists() for pid in pids) and time.monotonic() < deadline:
        time.sleep(0.2)
    for pid in pids:
        send(pid, signal.SIGKILL)
