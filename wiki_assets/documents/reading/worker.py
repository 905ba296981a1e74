"""The process that reads documents for the pool: `python -m wiki_assets.documents.reading.worker`.

Belongs here: answering requests, one after the other. Does not belong here: reading (`single`, `loaders`), what it may take
(`confinement`), or who reads what (`pool`).
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from wiki_assets.documents.codec import encode_record
from wiki_assets.documents.model import ParsedDocument, ReadDocument
from wiki_assets.documents.reading import confinement
from wiki_assets.documents.reading.messages import (
    PDF_MAGIC,
    PDF_WITHIN,
    Compose,
    Frame,
    FrameKind,
    ReadPages,
    ReadWhole,
    Request,
    decode_request,
    encode_frame,
)
from wiki_assets.documents.reading.single import content_of, document_of, failure, read_document

LONG_FROM = 100_000
"""Bytes up to which no PDF is looked at for its number of pages: very many pages of any text take more."""

Answers = Callable[[Request], Iterator[Frame]]
"""What is said to a request. Ordinary failures are outcomes; an exception ends the worker."""


def answers(request: Request) -> Iterator[Frame]:
    """What the product says to a request."""
    match request:
        case ReadWhole():
            return _whole(request)
        case ReadPages():
            return _pages(request)
        case Compose():
            return _composed(request)


def _whole(request: ReadWhole) -> Iterator[Frame]:
    folder = Path(request.raw_folder)
    count = _count_if_long(folder / request.source.file, request)
    yield Frame(FrameKind.LONG, count) if count else outcome(read_document(folder, request.source, request.options))


def _count_if_long(path: Path, request: ReadWhole) -> int:
    """Pages of a very long PDF, else 0. Whatever is wrong with the file is left for its reading to say."""
    with contextlib.suppress(Exception):
        if not path.is_file() or not LONG_FROM < path.stat().st_size <= request.options.limits.file_bytes:
            return 0
        with path.open("rb") as file:
            start = file.read(PDF_WITHIN)
        if PDF_MAGIC in start:
            from wiki_assets.documents.loaders.pdf.ranges import count_if_long

            return count_if_long(path.read_bytes(), request.source.file, request.options)
    return 0


def _pages(request: ReadPages) -> Iterator[Frame]:
    from wiki_assets.documents.loaders.pdf.ranges import write_pages

    folder, source, options = Path(request.raw_folder), request.source, request.options
    content = content_of(folder, source, options.limits)
    if isinstance(content, ReadDocument):
        yield outcome(content)
        return
    try:
        for count, number in write_pages(content, source.file, options, request.first, request.last, Path(request.target)):
            yield Frame(FrameKind.PAGE, number) if number else Frame(FrameKind.COUNT, count)
    except Exception as error:
        yield outcome(failure(source, options, content, error))
        return
    yield Frame(FrameKind.END)


def _composed(request: Compose) -> Iterator[Frame]:
    from wiki_assets.documents.loaders.pdf.ranges import compose_pages
    from wiki_assets.documents.loaders.registry import with_lie_told

    source, options = request.source, request.options
    parts = [Path(part) for part in request.parts]

    def make(content: bytes) -> ParsedDocument:
        return with_lie_told(compose_pages(content, source.file, parts, request.lost), source.file)

    yield outcome(document_of(Path(request.raw_folder), source, options, make))


def outcome(document: ReadDocument) -> Frame:
    """The frame that tells an outcome."""
    return Frame(FrameKind.OUTCOME, 0, encode_record(document.record), document.parsed or b"")


def serve(answers: Answers = answers) -> None:
    """Answers requests until there are no more."""
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints must not mix with the replies
    confinement.confine()
    replies.write(encode_frame(Frame(FrameKind.READY)))
    replies.flush()
    for line in sys.stdin.buffer:
        request = decode_request(line)
        with contextlib.suppress(OSError):
            os.ftruncate(sys.stderr.fileno(), 0)  # what was printed about the document before
        confinement.allow(request.options.limits)
        for frame in answers(request):
            replies.write(encode_frame(frame))
            replies.flush()
        confinement.rest()


if __name__ == "__main__":
    serve()
