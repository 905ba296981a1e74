"""Holding back Ctrl-C for a moment. Belongs here: that. Does not belong here: what is done after one."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator


@contextlib.contextmanager
def interrupts_held() -> Iterator[None]:
    """Inside, Ctrl-C waits; it comes on leaving, of several such blocks on leaving the outermost.

    A process started inside never hears of Ctrl-C, for the mask is handed on: a terminal sends it to the whole group, and a worker
    would print a traceback of its own. The handler is replaced as well as masked, for another thread of the process may take the
    signal. Outside the main thread, which alone gets `KeyboardInterrupt`, only the mask is set.
    """
    waiting: list[int] = []
    main = threading.current_thread() is threading.main_thread()
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    handler = signal.signal(signal.SIGINT, lambda number, _frame: waiting.append(number)) if main else None
    try:
        yield
    finally:
        if handler is not None:
            signal.signal(signal.SIGINT, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    if waiting:
        signal.raise_signal(signal.SIGINT)
