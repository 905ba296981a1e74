"""A real PostgreSQL server for tests, in a folder of its own, on a Unix socket only."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_USER = "nobody"


def _programs() -> Path:
    """Folder of the newest server's programs; skips where there is none."""
    on_path = shutil.which("initdb")
    folders = [Path(on_path).resolve().parent] if on_path else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name), reverse=True)
    for folder in folders:
        if (folder / "initdb").is_file() and (folder / "pg_ctl").is_file():
            return folder
    pytest.skip("no PostgreSQL server is installed (Debian: apt-get install postgresql)")


def _as_somebody() -> list[str]:
    """The server refuses to run as root: a prefix that gives it another user where that is needed."""
    if os.geteuid() != 0:
        return []
    if shutil.which("setpriv") is None:
        pytest.skip("PostgreSQL does not run as root, and there is no setpriv to run it as somebody else")
    return ["setpriv", f"--reuid={_USER}", "--clear-groups", "--"]


@contextmanager
def postgres_server() -> Iterator[Path]:
    """A running server.

    Yields:
        Folder of its socket. The address of a database in it is `postgresql://wiki@/postgres?host=<folder>`.
    """
    programs, prefix = _programs(), _as_somebody()
    # The path of a Unix socket may have a hundred signs, and pytest's folders are root's alone.
    folder = Path(tempfile.mkdtemp(prefix="wiki-pg-"))
    if prefix:
        shutil.chown(folder, _USER)

    def run(program: str, *arguments: str) -> None:
        command = [*prefix, str(programs / program), "-D", str(folder / "data"), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=120)
        assert done.returncode == 0, done.stderr

    options = f"-c listen_addresses='' -c fsync=off -c unix_socket_directories={folder}"
    try:
        run("initdb", "-A", "trust", "-U", "wiki", "--no-sync", "-E", "UTF8", "--locale=C")
        run("pg_ctl", "start", "-w", "-o", options, "-l", str(folder / "log"))
        try:
            yield folder
        finally:
            run("pg_ctl", "stop", "-m", "immediate")
    finally:
        shutil.rmtree(folder)
