"""Ending a group of processes that this one started. Belongs here: signals to one group, named by its number, and nothing wider."""

from __future__ import annotations

import os
import signal
import time

_TERM_SECONDS = 5.0
_POLL_SECONDS = 0.1


def is_there(group: int) -> bool:
    """Whether any process of the group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        # macOS says so of a group whose last process has ended and was not yet taken note of.
        return False
    return True


def end_group(group: int) -> None:
    """Asks what is left of a group to end, and ends what has not gone some seconds later."""
    for number, seconds in ((signal.SIGTERM, _TERM_SECONDS), (signal.SIGKILL, _TERM_SECONDS)):
        if not is_there(group):
            return
        os.killpg(group, number)
        deadline = time.monotonic() + seconds
        while is_there(group) and time.monotonic() < deadline:
            time.sleep(_POLL_SECONDS)
