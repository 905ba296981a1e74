"""What a person is told of a document that ended its worker, or that the pool had to take from it.

Belongs here: status and reason for each way a worker can end. Does not belong here: watching it (`reader_process`), or what a document's
own reading says (`single`).
"""

from __future__ import annotations

import signal

from wiki_assets.documents.model import DocumentStatus, ReadDocument, Source
from wiki_assets.documents.options import Limits
from wiki_assets.documents.reading.reader_process import Cause, End
from wiki_assets.documents.reading.single import failed, too_much_memory, too_much_output

_EVIDENTLY = 10
"""A file that takes so many times more than its bytes may unfold to is taken for a bomb; others are just large. Reading well-formed files
takes up to some ten times their unpacked size."""

_IN_WORDS = {
    signal.SIGSEGV: "it reached into memory that is not its own",
    signal.SIGBUS: "it reached into memory that is not there",
    signal.SIGABRT: "a library gave up",
    signal.SIGFPE: "it calculated with an impossible number",
    signal.SIGILL: "it ran into what is no instruction",
    signal.SIGTRAP: "it ran into what is no instruction",
    signal.SIGTERM: "something asked it to end",
}


def verdict(source: Source, end: End, limits: Limits) -> ReadDocument:
    """The outcome of a document whose worker ended like this."""
    file = source.file
    if end.cause is Cause.LATE:
        reason = (
            f"{file} was not read within {limits.seconds:g} s. Split it, print it to a new PDF, or raise WIKI_DOCUMENT_SECONDS."
        )
        return failed(source, DocumentStatus.UNREADABLE, reason)
    if end.cause is Cause.MEMORY:
        return _too_hungry(source, limits)
    if end.cause is Cause.OUTPUT:
        return failed(source, DocumentStatus.TOO_LARGE, too_much_output(source, limits))
    if end.signal == signal.SIGKILL:
        remedy = "Set WIKI_WORKERS to a smaller number, or split it."
        reason = f"The system ended the reading of {file} twice, as it does when memory runs out. {remedy}"
        return failed(source, DocumentStatus.UNREADABLE, reason)
    reason = f"{file} makes the reader crash ({how(end)}); it is damaged or meant to. Fetch it again, or print it to a new PDF."
    return failed(source, DocumentStatus.CORRUPT, reason)


def lost_page(end: End, limits: Limits) -> str:
    """Why a page that ended its worker like this is lost, as a part of a sentence."""
    if end.cause is Cause.LATE:
        return "reading it takes too long; WIKI_DOCUMENT_SECONDS allows more"
    if end.cause is Cause.MEMORY:
        return f"reading it takes more than {limits.memory // 1_000_000:,} MB of memory; WIKI_DOCUMENT_MEMORY allows more"
    return f"reading it makes the reader crash: {how(end)}"


def how(end: End) -> str:
    """How a worker died, in words."""
    if not end.signal:
        return f"it ended with code {end.code}" if end.code else "it ended without an answer"
    try:
        known = signal.Signals(end.signal)
    except ValueError:
        return f"signal {end.signal}"
    return f"{_IN_WORDS.get(known, 'it was ended')}, {known.name}"


def _too_hungry(source: Source, limits: Limits) -> ReadDocument:
    if source.size * limits.expansion * _EVIDENTLY > limits.memory:
        return failed(source, DocumentStatus.TOO_LARGE, too_much_memory(source, limits))
    reason = (
        f"{source.file} has only {source.size:,} bytes, but reading it takes more than {limits.memory // 1_000_000:,} MB of memory: "
        "it seems to be made to unfold. Fetch it from where you trust it; if it is right, raise WIKI_DOCUMENT_MEMORY."
    )
    return failed(source, DocumentStatus.BOMB, reason)
