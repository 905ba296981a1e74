"""What the documents room hands on: elements, parsed documents, document records and chunks.

Belongs here: the shapes, their invariants and their ids. Does not belong here: reading files (`loaders`), cutting text
(`chunking`) or storing (`codec`).
"""

from __future__ import annotations

import hashlib
import uuid
from dataclasses import dataclass, field
from enum import StrEnum

CHUNK_NAMESPACE = uuid.UUID("6a1f0d9e-6f0c-5b8e-9a57-2f5f3c1d7b11")
"""Namespace of every chunk id; fixed for ever, or all citations would change."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page.

    Attributes:
        page: 1-based page number.
        x0, y0, x1, y1: Corners in points, origin at the top left of the page.
    """

    page: int
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class TextSpan:
    """Says where on a page a part of a text was drawn: `text[start:end]` lies in `box` (one line of one column)."""

    start: int
    end: int
    box: Box


class ElementKind(StrEnum):
    """What an element is. `front_matter` is author blocks, affiliations and dates; `furniture` never leaves a loader."""

    TITLE = "title"
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST = "list"
    TABLE = "table"
    CAPTION = "caption"
    FOOTNOTE = "footnote"
    FORMULA = "formula"
    CODE = "code"
    FRONT_MATTER = "front_matter"
    BIBLIOGRAPHY = "bibliography"


class Mark(StrEnum):
    """How an element came into the document, where it is not plainly its visible body text.

    `note`: speaker notes of a slide. `comment`: a remark somebody attached. `invisible`: a text layer that is not drawn, as text
    recognition stores it. `recognised`: read by text recognition from a picture. `unreliable`: the fonts do not say which letters they
    draw; such text is shown, never chunked.
    """

    NOTE = "note"
    COMMENT = "comment"
    INVISIBLE = "invisible"
    RECOGNISED = "recognised"
    UNRELIABLE = "unreliable"


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table: `text[start:end]` of the table's element, as Markdown writes it.

    Attributes:
        address: `B2` is the second column of the second row: the sheet's own address in a spreadsheet, else counted from the table's
            first cell.
    """

    address: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Element:
    """One block of a document in reading order.

    Attributes:
        kind: What it is.
        text: Clean text: NFKC, no ligatures or soft hyphens, line-end hyphenation undone, white space folded. This is the
            text that is chunked, matched and quoted.
        original: The text as the file draws it, line breaks kept, for display.
        spans: Where each line of `text` was drawn, ascending, not overlapping. Empty where the format has no pages.
        section_path: Headings above it, outermost first.
        place: Where it stands, in words, in a format without pages: `slide 3`, `sheet Totals`. Empty where `spans` name pages, and where
            there is nothing to say. Slides whose boxes are known have both.
        marks: How it came in, where it is not plain body text.
        cells: Cells of a table that are not empty, in order of `start`.
    """

    kind: ElementKind
    text: str
    original: str
    spans: tuple[TextSpan, ...] = ()
    section_path: tuple[str, ...] = ()
    place: str = ""
    marks: tuple[Mark, ...] = ()
    cells: tuple[Cell, ...] = ()

    @property
    def pages(self) -> tuple[int, ...]:
        """1-based pages or slides it was drawn on, ascending; empty where its place is not known."""
        return tuple(sorted({span.box.page for span in self.spans}))


class DocumentStatus(StrEnum):
    """The outcome of reading one document. Only `ok` and `partial` documents have chunks.

    `partial`: some of it is lost or cannot be trusted, and the reason names the pages. `bomb`: it would unfold to far more than it says.
    `unreadable`: the file itself cannot be read, or reading it took too long.
    """

    OK = "ok"
    PARTIAL = "partial"
    NO_TEXT = "no_text"
    ENCRYPTED = "encrypted"
    CORRUPT = "corrupt"
    EMPTY = "empty"
    UNSUPPORTED = "unsupported"
    TOO_LARGE = "too_large"
    BOMB = "bomb"
    DUPLICATE = "duplicate"
    UNREADABLE = "unreadable"
    REJECTED = "rejected"
    RETIRED = "retired"

    @property
    def readable(self) -> bool:
        """Whether a document of this status has text that pages may cite."""
        return self in (DocumentStatus.OK, DocumentStatus.PARTIAL)

    @property
    def failed(self) -> bool:
        """Whether a person should look: the file is there but gave no text."""
        return not self.readable and self is not DocumentStatus.RETIRED


@dataclass(frozen=True, slots=True)
class DocumentMetadata:
    """What is known about a document as a work. Empty string, 0 or empty tuple where unknown.

    Attributes:
        doi: Without `https://doi.org/`, lower case.
        arxiv_id: As `2104.08663` or `math/0506203`, without version.
        flag: `retracted` or `superseded`, where somebody said so.
        flag_note: Why, or by what.
        origins: `(field, who says so)` for every field that is known: `document`, `bibliography` or `sources.yaml`.
    """

    title: str = ""
    authors: tuple[str, ...] = ()
    year: int = 0
    venue: str = ""
    doi: str = ""
    arxiv_id: str = ""
    flag: str = ""
    flag_note: str = ""
    origins: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """One file that owns a partition key.

    Attributes:
        bibkey: Partition key.
        file: Name relative to the raw folder, with forward slashes.
        sha256: Hash of the bytes, hex.
        size: Bytes.
        mtime_ns: Modification time; only a hint to save hashing, never identity.
        metadata: From the bibliography, empty where there is no entry.
    """

    bibkey: str
    file: str
    sha256: str
    size: int
    mtime_ns: int
    metadata: DocumentMetadata = field(default_factory=DocumentMetadata)


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """The readable content of one document.

    Attributes:
        media_type: By content, for example `application/pdf`.
        pages: Number of pages, 0 where the format has none.
        pages_without_text: 1-based numbers of pages that gave no text.
        pages_lost: 1-based numbers of pages that could not be read, with `reason` saying why.
        pages_garbled: 1-based numbers of pages whose text layer cannot be trusted; their elements are marked `unreliable`.
        pages_recognised: 1-based numbers of pages read by text recognition.
        attachments: Names of files inside. They are never written; those of a mail are read as parts of it.
        parts_lost: Chapters, sheets, messages or attachments that could not be read, where pages are not numbered.
        redactions: `(kind, count)` of secrets taken out, by kind; never the secret.
        metadata: Title and so on as the document itself states them.
    """

    media_type: str
    parser: str
    parser_version: str
    pages: int
    elements: tuple[Element, ...]
    pages_without_text: tuple[int, ...] = ()
    pages_lost: tuple[int, ...] = ()
    reason: str = ""
    metadata: DocumentMetadata = field(default_factory=DocumentMetadata)
    pages_garbled: tuple[int, ...] = ()
    pages_recognised: tuple[int, ...] = ()
    attachments: tuple[str, ...] = ()
    parts_lost: tuple[str, ...] = ()
    redactions: tuple[tuple[str, int], ...] = ()

    @property
    def text_digest(self) -> str:
        """SHA-256 of all its words, hex: equal for the same text in other bytes; empty without elements."""
        words = " ".join(" ".join(element.text.split()) for element in self.elements)
        return hashlib.sha256(words.encode("utf-8")).hexdigest() if words else ""


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """What is known of a document after reading it, whether that worked or not.

    Attributes:
        reason: For a person: what is wrong and what to do. An `ok` document may have one too: a note, such as a name that lies.
        text_digest: `ParsedDocument.text_digest`.
    """

    bibkey: str
    file: str
    sha256: str
    size: int
    media_type: str
    status: DocumentStatus
    reason: str
    pages: int
    pages_without_text: tuple[int, ...]
    pages_lost: tuple[int, ...]
    parser: str
    parser_version: str
    metadata: DocumentMetadata
    pages_garbled: tuple[int, ...] = ()
    pages_recognised: tuple[int, ...] = ()
    attachments: tuple[str, ...] = ()
    redactions: tuple[tuple[str, int], ...] = ()
    text_digest: str = ""


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """The outcome of reading one source.

    Attributes:
        parsed: The parsed document as `codec.encode_parsed` gives it; None where the record's status is not readable.
    """

    record: DocumentRecord
    parsed: bytes | None


class ChunkKind(StrEnum):
    """What a chunk holds. `bibliography` and `front_matter` chunks exist, so that ordinals are complete, but are never evidence."""

    PROSE = "prose"
    TABLE = "table"
    CAPTION = "caption"
    CODE = "code"
    FORMULA = "formula"
    FRONT_MATTER = "front_matter"
    BIBLIOGRAPHY = "bibliography"

    @property
    def citable(self) -> bool:
        """Whether a page may rest a claim on a chunk of this kind."""
        return self not in (ChunkKind.FRONT_MATTER, ChunkKind.BIBLIOGRAPHY)


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage that a page can cite as `[bibkey #chunk n]`.

    Attributes:
        chunk_id: `uuid5(CHUNK_NAMESPACE, sha256 | chunker version | n)`, so equal input gives equal ids anywhere.
        n: Ordinal in the document, from 0, without gaps.
        text: Clean text (see `Element.text`).
        original: Text as drawn, for display.
        spans: Where each line of `text` was drawn.
        tokens: Estimated number of tokens of `text`.
        place: See `Element.place`.
        marks: Marks of the elements it was cut from.
        parent_id: Names the passage of its section that it is a part of: chunks of one parent, in order, are that passage
            (small-to-big retrieval).
        sizing: Why it has the size it has, for a person.
    """

    chunk_id: str
    bibkey: str
    document_sha256: str
    n: int
    kind: ChunkKind
    text: str
    original: str
    spans: tuple[TextSpan, ...]
    section_path: tuple[str, ...]
    tokens: int
    place: str = ""
    marks: tuple[Mark, ...] = ()
    parent_id: str = ""
    sizing: str = ""

    @property
    def text_hash(self) -> str:
        """SHA-256 of `text`, hex: the identity of what is embedded and matched."""
        return hashlib.sha256(self.text.encode("utf-8")).hexdigest()

    @property
    def pages(self) -> tuple[int, ...]:
        """1-based pages the chunk was drawn on, ascending; empty where the format has none."""
        return tuple(sorted({span.box.page for span in self.spans}))

    def page_of(self, start: int, end: int) -> int:
        """Page on which `text[start:end]` begins; 0 where the format has no pages."""
        for span in self.spans:
            if span.end > start and span.start < end:
                return span.box.page
        return self.spans[0].box.page if self.spans else 0

    def boxes_of(self, start: int, end: int) -> tuple[Box, ...]:
        """Boxes of the lines that `text[start:end]` touches, in reading order."""
        return tuple(span.box for span in self.spans if span.end > start and span.start < end)


def chunk_id(document_sha256: str, chunker_version: str, n: int) -> str:
    """Id of the n-th chunk of a document under one chunker version."""
    return str(uuid.uuid5(CHUNK_NAMESPACE, f"{document_sha256}|{chunker_version}|{n}"))
