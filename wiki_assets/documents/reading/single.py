"""Reading one document in this process: whatever is wrong with it becomes its record.

Belongs here: from bytes to a record and a parsed document, and what a document's record says of it. Does not belong here: formats
(`loaders`), or many documents (`reading`, `pool`).
"""

from __future__ import annotations

import errno
import hashlib
import logging
import stat
import traceback
from collections.abc import Callable
from pathlib import Path

from wiki_assets.documents.codec import encode_parsed
from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.registry import load
from wiki_assets.documents.loaders.sniffing.content import sniff
from wiki_assets.documents.model import DocumentRecord, DocumentStatus, ParsedDocument, ReadDocument, Source
from wiki_assets.documents.options import Limits, ReadingOptions
from wiki_assets.documents.redaction import redact, redact_text
from wiki_assets.documents.works.metadata import doubt, merged_metadata, own_metadata

_LOG = logging.getLogger(__name__)

_MEGABYTE = 1_000_000


def read_document(raw_folder: Path, source: Source, options: ReadingOptions) -> ReadDocument:
    """Reads one document in this process. Never raises for what is wrong with the document."""
    return document_of(raw_folder, source, options, lambda content: load(content, source.file, options))


def document_of(
    raw_folder: Path, source: Source, options: ReadingOptions, make: Callable[[bytes], ParsedDocument]
) -> ReadDocument:
    """The outcome of making a parsed document of a file's bytes, whatever happens on the way. Secrets are taken out of it.

    Args:
        raw_folder: Folder of the sources.
        source: Which file.
        options: How it is read, and what it may cost; time and memory are kept from outside.
        make: From bytes to a parsed document. Whatever it raises becomes the outcome.
    """
    limits = options.limits
    content = content_of(raw_folder, source, limits)
    if isinstance(content, ReadDocument):
        return content
    try:
        parsed = redact(make(content), options)
        outcome = ReadDocument(_record(source, parsed, content), encode_parsed(parsed))
    except Exception as error:
        return failure(source, options, content, error)
    if len(outcome.parsed or b"") > limits.output_bytes:
        return failed(source, DocumentStatus.TOO_LARGE, too_much_output(source, limits), content)
    return outcome


def failure(source: Source, options: ReadingOptions, content: bytes, error: Exception) -> ReadDocument:
    """The outcome where reading raised this. What an error says may quote the document, so secrets are taken out of that, too."""
    limits = options.limits
    if isinstance(error, DocumentError):
        return failed(source, error.status, redact_text(str(error), options), content)
    if isinstance(error, OSError) and error.errno == errno.EFBIG:  # see `confinement.allow`
        return failed(source, DocumentStatus.TOO_LARGE, too_much_output(source, limits), content)
    if isinstance(error, MemoryError):
        return failed(source, DocumentStatus.TOO_LARGE, too_much_memory(source, limits), content)
    if isinstance(error, RecursionError):
        reason = f"{source.file} is nested so deeply that it cannot be read; it is damaged or meant to. Fetch it again."
        return failed(source, DocumentStatus.CORRUPT, reason, content)
    said = redact_text(f"{type(error).__name__}: {str(error)[:200]}; {_place(error)}", options)
    _LOG.error("Reading %s failed: %s", source.file, said)  # a fault of ours must cost one document, not the batch
    reason = f"{source.file} made the reader fail ({said}). Please report this with the file."
    return failed(source, DocumentStatus.UNREADABLE, reason, content)


def content_of(raw_folder: Path, source: Source, limits: Limits) -> bytes | ReadDocument:
    """The bytes of a source; the outcome where it cannot be read or is too large."""
    try:
        state = (raw_folder / source.file).stat()
        size = state.st_size
        if not stat.S_ISREG(state.st_mode):
            return failed(
                source,
                DocumentStatus.UNREADABLE,
                f"{source.file} is no ordinary file. Put a copy of what it stands for in its place.",
            )
        if size > limits.file_bytes:
            limit = f"{source.file} has {size:,} bytes; the limit is {limits.file_bytes:,}. Split it, or raise WIKI_DOCUMENT_MEGABYTES."
            return failed(source, DocumentStatus.TOO_LARGE, limit)
        return (raw_folder / source.file).read_bytes()
    except FileNotFoundError:
        return failed(source, DocumentStatus.RETIRED, f"{source.file} is no longer there.")
    except OSError as error:
        problem = f"{source.file} cannot be read: {error.strerror or error}. Check its permissions."
        return failed(source, DocumentStatus.UNREADABLE, problem)


def too_much_memory(source: Source, limits: Limits) -> str:
    """What a person is told of a document that takes more memory than it may."""
    most = limits.memory // _MEGABYTE
    return f"Reading {source.file} takes more than {most:,} MB of memory. Split it, or raise WIKI_DOCUMENT_MEMORY."


def too_much_output(source: Source, limits: Limits) -> str:
    """What a person is told of a document that gives more than it may."""
    most = limits.output_bytes / _MEGABYTE
    return f"{source.file} gives more than {most:g} MB of text. Split it, or raise WIKI_DOCUMENT_OUTPUT."


def _place(error: Exception) -> str:
    """Where in our code it came from, for the report: the innermost line of ours."""
    ours = [frame for frame in traceback.extract_tb(error.__traceback__) if "wiki_assets" in Path(frame.filename).parts]
    return f"{Path(ours[-1].filename).name}:{ours[-1].lineno}" if ours else "no line of ours"


def _record(source: Source, parsed: ParsedDocument, content: bytes) -> DocumentRecord:
    lost = bool(parsed.pages_lost or parsed.pages_garbled or parsed.parts_lost)
    return DocumentRecord(
        bibkey=source.bibkey,
        file=source.file,
        sha256=hashlib.sha256(content).hexdigest(),
        size=len(content),
        media_type=parsed.media_type,
        status=DocumentStatus.PARTIAL if lost else DocumentStatus.OK,
        reason=" ".join(filter(None, (parsed.reason, doubt(source.metadata, parsed, source.file)))),
        pages=parsed.pages,
        pages_without_text=parsed.pages_without_text,
        pages_lost=parsed.pages_lost,
        parser=parsed.parser,
        parser_version=parsed.parser_version,
        metadata=merged_metadata(source.metadata, own_metadata(parsed)),
        pages_garbled=parsed.pages_garbled,
        pages_recognised=parsed.pages_recognised,
        attachments=parsed.attachments,
        redactions=parsed.redactions,
        text_digest=parsed.text_digest,
    )


def failed(source: Source, status: DocumentStatus, reason: str, content: bytes | None = None) -> ReadDocument:
    """The outcome for a document that gave nothing. `content` is what was read, where anything was."""
    record = DocumentRecord(
        bibkey=source.bibkey,
        file=source.file,
        sha256=source.sha256 if content is None else hashlib.sha256(content).hexdigest(),
        size=source.size if content is None else len(content),
        media_type="" if content is None else sniff(content, source.file),
        status=status,
        reason=reason.encode("utf-8", "replace").decode("utf-8"),  # what a file says may hold half characters
        pages=0,
        pages_without_text=(),
        pages_lost=(),
        parser="",
        parser_version="",
        metadata=source.metadata,
    )
    return ReadDocument(record, None)
