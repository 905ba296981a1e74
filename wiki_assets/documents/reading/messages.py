"""What a worker and its pool say to each other: requests one way, frames the other.

Belongs here: the shapes of both and how they become bytes. Does not belong here: pipes and time (`reader_process`), or what a request
makes a worker do (`worker`).

A request is one line of JSON, written by the pool, which the worker trusts. A frame is a kind and the lengths of its two parts, then the
parts; the worker has just read a hostile file, so that the pool looks at lengths before it reads on, and takes nothing but numbers and
what `codec` decodes.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import Enum
from typing import Any

import orjson

from wiki_assets.documents.model import DocumentMetadata, Source
from wiki_assets.documents.options import Limits, ReadingOptions

PDF_MAGIC, PDF_WITHIN = b"%PDF-", 1024
"""How both sides tell a PDF, which alone can be read page by page: readers accept rubbish of so many bytes before its first words."""

MOST_PAGES = 50_000
"""Pages that a document is believed to have. A file can claim any number; the longest documents that people keep have a tenth of this."""

HEADER = struct.Struct("<cQQ")
"""Kind, length of the first part, length of the second part."""

SMALL = 1_000
"""Most bytes of a frame that carries only numbers; also what a record may have besides what the document gives."""


class FrameKind(Enum):
    """What a worker says.

    `ready`: it has imported what it needs. `outcome`: record and parsed document (empty where there is none). `long`: the document has this
    many pages and is better read in ranges. `count`: how many pages it has, said only where the last page asked for is not known. `page`:
    this page is in the file of pages. `end`: the range is read.
    """

    READY = b"R"
    OUTCOME = b"O"
    LONG = b"L"
    COUNT = b"C"
    PAGE = b"P"
    END = b"E"


@dataclass(frozen=True, slots=True)
class Frame:
    """One thing a worker says. `first` and `second` are empty but for outcomes; `number` is 0 but for counts and pages."""

    kind: FrameKind
    number: int = 0
    first: bytes = b""
    second: bytes = b""


@dataclass(frozen=True, slots=True)
class ReadWhole:
    """Read a document; or, where it has very many pages, say only how many."""

    raw_folder: str
    source: Source
    options: ReadingOptions


@dataclass(frozen=True, slots=True)
class ReadPages:
    """Write the pages `first` to `last` (1-based; 0: to the end) to the file `target`, a page a line, and say so after each."""

    raw_folder: str
    source: Source
    options: ReadingOptions
    first: int
    last: int
    target: str


@dataclass(frozen=True, slots=True)
class Compose:
    """Make a document of the pages in the files `parts`. `lost` are the pages that cost a worker its life, and why."""

    raw_folder: str
    source: Source
    options: ReadingOptions
    parts: tuple[str, ...]
    lost: tuple[tuple[int, str], ...]


Request = ReadWhole | ReadPages | Compose
_REQUESTS: dict[str, type[Request]] = {"ReadWhole": ReadWhole, "ReadPages": ReadPages, "Compose": Compose}


def encode_request(request: Request) -> bytes:
    """A request as one line."""
    return orjson.dumps({"task": type(request).__name__, "fields": request}) + b"\n"


def decode_request(line: bytes) -> Request:
    """The request that `encode_request` wrote."""
    message = orjson.loads(line)
    fields: dict[str, Any] = message["fields"]
    fields["source"] = _source(fields["source"])
    options = fields["options"]
    fields["options"] = ReadingOptions(**{**options, "limits": Limits(**options["limits"])})
    if message["task"] == "Compose":
        fields["parts"] = tuple(fields["parts"])
        fields["lost"] = tuple((number, reason) for number, reason in fields["lost"])
    return _REQUESTS[message["task"]](**fields)


def _source(content: dict[str, Any]) -> Source:
    metadata = content["metadata"]
    metadata["authors"] = tuple(metadata["authors"])
    metadata["origins"] = tuple((name, origin) for name, origin in metadata["origins"])
    return Source(**{**content, "metadata": DocumentMetadata(**metadata)})


def encode_frame(frame: Frame) -> bytes:
    """A frame as bytes: header, first part, second part."""
    first = frame.first or (str(frame.number).encode("ascii") if frame.number else b"")
    return HEADER.pack(frame.kind.value, len(first), len(frame.second)) + first + frame.second


def decode_frame(kind: bytes, first: bytes, second: bytes) -> Frame:
    """The frame of these parts. Raises `ValueError` for what is none."""
    found = FrameKind(kind)
    if found is FrameKind.OUTCOME:
        return Frame(found, 0, first, second)
    if second or len(first) > SMALL:
        raise ValueError("only an outcome has parts of its own")
    return Frame(found, int(first) if first else 0)
