"""Reading one document in this process: whatever is wrong with it becomes its record.

Belongs here: from bytes to a record and a parsed document. Does not belong here: formats (`loaders`), or many documents
(`reading`, `pool`).
"""

from __future__ import annotations

import hashlib
import logging
from pathlib import Path

from wiki_assets.documents.codec import encode_parsed
from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.registry import load
from wiki_assets.documents.loaders.sniffing import sniff
from wiki_assets.documents.model import DocumentMetadata, DocumentRecord, DocumentStatus, ParsedDocument, ReadDocument, Source
from wiki_assets.documents.options import ReadingOptions

_LOG = logging.getLogger(__name__)


def read_document(raw_folder: Path, source: Source, options: ReadingOptions) -> ReadDocument:
    """Reads one document in this process. Never raises for what is wrong with the document."""
    try:
        size = (raw_folder / source.file).stat().st_size
        limits = options.limits
        if size > limits.file_bytes:
            limit = f"{source.file} has {size:,} bytes; the limit is {limits.file_bytes:,}. Split it, or raise WIKI_DOCUMENT_MEGABYTES."
            return failed(source, DocumentStatus.TOO_LARGE, limit)
        content = (raw_folder / source.file).read_bytes()
    except FileNotFoundError:
        return failed(source, DocumentStatus.RETIRED, f"{source.file} is no longer there.")
    except OSError as error:
        problem = f"{source.file} cannot be read: {error.strerror or error}. Check its permissions."
        return failed(source, DocumentStatus.UNREADABLE, problem)
    try:
        parsed = load(content, source.file, options)
    except DocumentError as error:
        return failed(source, error.status, str(error), content)
    except MemoryError:
        return failed(source, DocumentStatus.TOO_LARGE, f"{source.file} needs more memory than there is. Split it.", content)
    except Exception as error:  # a fault of ours must cost one document, not the batch
        _LOG.exception("Reading %s failed.", source.file)
        reason = f"{source.file} made the reader fail ({type(error).__name__}: {error}). Please report this with the file."
        return failed(source, DocumentStatus.UNREADABLE, reason, content)
    return ReadDocument(_record(source, parsed, content), encode_parsed(parsed))


def _record(source: Source, parsed: ParsedDocument, content: bytes) -> DocumentRecord:
    lost = bool(parsed.pages_lost or parsed.pages_garbled)
    return DocumentRecord(
        bibkey=source.bibkey,
        file=source.file,
        sha256=hashlib.sha256(content).hexdigest(),
        size=len(content),
        media_type=parsed.media_type,
        status=DocumentStatus.PARTIAL if lost else DocumentStatus.OK,
        reason=parsed.reason,
        pages=parsed.pages,
        pages_without_text=parsed.pages_without_text,
        pages_lost=parsed.pages_lost,
        parser=parsed.parser,
        parser_version=parsed.parser_version,
        metadata=merged_metadata(source.metadata, parsed.metadata),
        pages_garbled=parsed.pages_garbled,
        pages_recognised=parsed.pages_recognised,
        attachments=parsed.attachments,
        redactions=parsed.redactions,
        text_digest=parsed.text_digest,
    )


def merged_metadata(stated: DocumentMetadata, found: DocumentMetadata) -> DocumentMetadata:
    """The bibliography's word first; what it does not say is taken from the document."""
    return DocumentMetadata(
        title=stated.title or found.title,
        authors=stated.authors or found.authors,
        year=stated.year or found.year,
        venue=stated.venue or found.venue,
        doi=stated.doi or found.doi,
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
        reason=reason,
        pages=0,
        pages_without_text=(),
        pages_lost=(),
        parser="",
        parser_version="",
        metadata=source.metadata,
    )
    return ReadDocument(record, None)
