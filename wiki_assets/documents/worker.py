"""The process that reads documents for the pool: `python -m wiki_assets.documents.worker`.

Belongs here: the two messages between a worker and its pool. Does not belong here: reading (`reading`), or who reads what
(`pool`).

A worker says `READY` once it has imported all it needs. A request is one line of JSON. A reply is two lengths (eight bytes
each) and then a record and a parsed document, both as `codec` writes them; a length of zero means that there is no parsed
document.
"""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import IO

import orjson
from pydantic import TypeAdapter

from wiki_assets.documents import codec
from wiki_assets.documents.model import ReadDocument, Source
from wiki_assets.documents.options import ReadingOptions

Reader = Callable[[Path, Source, ReadingOptions], ReadDocument]

READY = b"R"
_SOURCE = TypeAdapter(Source)
_OPTIONS = TypeAdapter(ReadingOptions)
_LENGTHS = struct.Struct("<QQ")


def write_request(stream: IO[bytes], raw_folder: Path, source: Source, options: ReadingOptions) -> None:
    """Asks a worker to read a source."""
    request = {"raw_folder": str(raw_folder), "source": asdict(source), "options": asdict(options)}
    stream.write(orjson.dumps(request) + b"\n")
    stream.flush()


def read_reply(stream: IO[bytes]) -> ReadDocument | None:
    """A worker's answer; None where it died instead of answering."""
    lengths = stream.read(_LENGTHS.size)
    if len(lengths) < _LENGTHS.size:
        return None
    record_length, parsed_length = _LENGTHS.unpack(lengths)
    record, parsed = stream.read(record_length), stream.read(parsed_length)
    if len(record) + len(parsed) < record_length + parsed_length:
        return None
    return ReadDocument(codec.decode_record(record), parsed or None)


def serve(read: Reader) -> None:
    """Answers requests until there are no more."""
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints must not mix with the replies
    replies.write(READY)
    replies.flush()
    for line in sys.stdin.buffer:
        request = orjson.loads(line)
        source = _SOURCE.validate_python(request["source"])
        options = _OPTIONS.validate_python(request["options"])
        outcome = read(Path(request["raw_folder"]), source, options)
        record, parsed = codec.encode_record(outcome.record), outcome.parsed or b""
        replies.write(_LENGTHS.pack(len(record), len(parsed)))
        replies.write(record)
        replies.write(parsed)
        replies.flush()


if __name__ == "__main__":
    from wiki_assets.documents.loaders.media_types import PDF
    from wiki_assets.documents.loaders.registry import loader_for
    from wiki_assets.documents.single import read_document

    loader_for(PDF)  # what most documents are: imported before the first is handed out
    serve(read_document)
