"""What a person sees of papers and chunks in the UI: counts and short Markdown tables. Pure; knows no Dagster type."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wiki_assets.documents.library import Rejection
from wiki_assets.documents.model import Chunk, DocumentRecord
from wiki_assets.text.markdown_tables import markdown_table

WORDS_SHOWN = 30


def record_metadata(record: DocumentRecord) -> dict[str, str | int]:
    """Facts of one paper, flat."""
    return {
        "status": str(record.status),
        "reason": record.reason or "none",
        "file": record.file,
        "sha256": record.sha256,
        "pages": record.pages,
        "bytes": record.size,
        "title": record.metadata.title or "unknown",
    }


def counts(records: Sequence[DocumentRecord], rejected: int) -> dict[str, int]:
    """How many papers were read, how many could not be, and how many files have no key of their own."""
    return {
        "papers_in_run": len(records),
        "pages_in_run": sum(record.pages for record in records),
        "failed_in_run": sum(record.status.failed for record in records),
        "rejected_files": rejected,
    }


def outcome_table(records: Iterable[DocumentRecord], rejected: Iterable[Rejection]) -> str:
    """Outcome of every paper, those that need a person first."""
    listed = sorted(records, key=lambda record: (not record.status.failed, record.bibkey))
    rows = [(record.bibkey, record.file, str(record.status), str(record.pages), record.reason) for record in listed]
    rows += [("—", item.file, str(item.status), "", item.reason) for item in rejected]
    return markdown_table(("paper", "file", "status", "pages", "what is wrong and what to do"), rows)


def chunk_table(chunks: Iterable[Chunk]) -> str:
    """The first words of each chunk with its place."""
    rows = [
        (
            str(chunk.n),
            str(chunk.kind),
            ", ".join(map(str, chunk.pages)),
            " › ".join(chunk.section_path),
            " ".join(chunk.text.split()[:WORDS_SHOWN]),
        )
        for chunk in chunks
    ]
    return markdown_table(("#", "kind", "pages", "section", "begins"), rows)
