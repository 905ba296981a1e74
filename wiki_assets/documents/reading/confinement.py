"""What a worker process takes from itself before it reads a stranger's file.

Belongs here: limits of the process, and its end when nobody waits for it any more. Does not belong here: the limits that the pool keeps
from outside (`reader_process`), which are the ones that count: these are the second line.

What holds where: core files, file sizes, the alarm and the address space on every Unix (macOS does not enforce the last); the end with the
parent, and a network without any interface, on Linux only. Where the system refuses such a network, connections are refused to Python code
alone: a C library that opens sockets by itself would not be held up. None that we use does.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import sys
from pathlib import Path

from wiki_assets.documents.options import Limits

_GRACE = 10
"""Seconds after which a worker ends itself when the pool, which should have, has not: it is gone."""

_LONGEST = 10_000_000
"""Seconds at most; alarms cannot be set for much longer."""

_HEADROOM = 1_000_000_000
"""Bytes of address space beyond the memory limit: libraries reserve much that they never use, and the pool, which looks at what is
used, should strike first, for it can say why."""

_PR_SET_PDEATHSIG = 1
_CLONE_NEWUSER, _CLONE_NEWNET = 0x10000000, 0x40000000
_CONNECTIONS = frozenset((
    "socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo", "socket.gethostbyname",
    "socket.gethostbyaddr", "socket.getnameinfo",
))  # fmt: skip


def confine() -> None:
    """Confines this process for good. To be called once, before anything of a document is looked at, and while it has one thread."""
    os.umask(0o077)
    _, most = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, most))  # a core file would hold the document, and is as large as the memory
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(
            "500"
        )  # when memory runs out, the system should take this process, not the run
    sys.addaudithook(_refuse_connections)
    if sys.platform == "linux":
        library = ctypes.CDLL(None)
        if library.unshare(_CLONE_NEWNET) != 0:
            library.unshare(_CLONE_NEWUSER | _CLONE_NEWNET)  # what everybody may do, where the system allows it at all
        library.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)  # after the line above, which may undo it


def allow(limits: Limits) -> None:
    """Sets what the next document may take. The alarm ends the process even inside a C library that holds the interpreter."""
    _lower(resource.RLIMIT_AS, _address_space() + limits.memory + _HEADROOM)
    _lower(resource.RLIMIT_FSIZE, 2 * limits.output_bytes)
    signal.alarm(int(min(limits.seconds, _LONGEST)) + _GRACE)


def rest() -> None:
    """The document is done: waiting for the next one may take as long as it likes."""
    signal.alarm(0)


def _lower(kind: int, value: int) -> None:
    _, most = resource.getrlimit(kind)
    resource.setrlimit(kind, (value if most == resource.RLIM_INFINITY else min(value, most), most))


def _address_space() -> int:
    """Bytes of address space in use now; 0 where the system does not tell."""
    with contextlib.suppress(OSError):
        return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    return 0


def _refuse_connections(event: str, _arguments: tuple[object, ...]) -> None:
    if event in _CONNECTIONS:
        raise PermissionError("Reading a document must not use the network.")
