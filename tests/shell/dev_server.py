"""Starting the real `wiki dev` for a test, and ending whatever is left of it, by number."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_DEV = "import typer; from wiki_assets.cli.serving import dev; typer.run(dev)"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def clean_environment(**variables: str) -> dict[str, str]:
    """Ours without any setting of the product or of Dagster."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("WIKI_", "DAGSTER_", "QDRANT_"))}
    return kept | variables


def wait_for(condition: Callable[[], object], seconds: float = 900.0) -> None:
    """Waits; the limit only guards against hanging."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.1)


def group_of(parent: int) -> int:
    """The process group that a `wiki dev` put its services into."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return os.getpgid(int(children[0])) if children else 0


@contextmanager
def wiki_dev(home: Path, port: int, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A running `wiki dev`, whose services answer; ended with all of them at the end of the block."""
    command = [sys.executable, "-c", _DEV, "--home", str(home), "--port", str(port)]
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, env=clean_environment(), cwd=home)
        group = 0
        try:
            wait_for(lambda: process.poll() is not None or (group_of(process.pid) not in (0, os.getpgrp())))
            group = group_of(process.pid)
            yield process
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(40)
            process.kill()
            process.wait()
            if group:
                with suppress(ProcessLookupError):
                    os.killpg(group, signal.SIGKILL)
