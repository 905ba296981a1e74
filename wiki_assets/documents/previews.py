"""What a person sees of papers and chunks in the UI: counts and short Markdown tables. Pure; knows no Dagster type."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from urllib.parse import quote

from wiki_assets.documents.library import Rejection
from wiki_assets.documents.model import Chunk, DocumentRecord
from wiki_assets.documents.places import page_runs, place_of
from wiki_assets.text.markdown_tables import escaped, markdown_table

WORDS_SHOWN = 30


def record_metadata(record: DocumentRecord) -> dict[str, str | int]:
    """Facts of one paper, flat: of its file, of how it was read, and of the work. What there is nothing of is left out."""
    known = record.metadata
    of_work: dict[str, str | int] = {
        "authors": "; ".join(known.authors),
        "year": known.year,
        "venue": known.venue,
        "flag": flag_in_words(record),
        "who says so": ", ".join(f"{name}: {origin}" for name, origin in known.origins),
    }
    return {
        "status": str(record.status),
        "reason": record.reason or "none",
        "file": record.file,
        "sha256": record.sha256,
        "pages": record.pages,
        "bytes": record.size,
        "title": known.title or "unknown",
        **{name: value for name, value in (of_work | _of_reading(record)).items() if value},
    }


def _of_reading(record: DocumentRecord) -> dict[str, str | int]:
    return {
        "format": record.media_type,
        "read by": f"{record.parser} ({record.parser_version})" if record.parser else "",
        "pages without text": page_runs(record.pages_without_text),
        "pages lost": page_runs(record.pages_lost),
        "pages garbled": page_runs(record.pages_garbled),
        "pages recognised": page_runs(record.pages_recognised),
        "attachments": ", ".join(record.attachments),
        "taken out": redactions_in_words(record),
    }


def links(record: DocumentRecord) -> dict[str, str]:
    """Addresses of the work by its ids."""
    doi, arxiv_id = record.metadata.doi, record.metadata.arxiv_id
    return {
        **({"doi": f"https://doi.org/{quote(doi, safe='/()')}"} if doi else {}),
        **({"arxiv": f"https://arxiv.org/abs/{arxiv_id}"} if arxiv_id else {}),
    }


def flag_in_words(record: DocumentRecord) -> str:
    """`retracted: why`; empty where nobody says so."""
    known = record.metadata
    return f"{known.flag}: {known.flag_note}" if known.flag and known.flag_note else known.flag


def redactions_in_words(record: DocumentRecord) -> str:
    """`2 private keys, 1 e-mail address`; empty where nothing was taken out."""
    return ", ".join(f"{count} {kind if count == 1 else _several(kind)}" for kind, count in record.redactions)


def _several(kind: str) -> str:
    return f"{kind}es" if kind.endswith("s") else f"{kind}s"


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
    rows = [
        (
            record.bibkey,
            record.file,
            _work(record),
            str(record.status),
            str(record.pages or ""),
            _found(record),
            record.reason,
        )
        for record in listed
    ]
    rows += [("—", item.file, "", str(item.status), "", "", item.reason) for item in rejected]
    return markdown_table(("paper", "file", "work", "status", "pages", "found", "what is wrong and what to do"), rows)


def _work(record: DocumentRecord) -> str:
    known = record.metadata
    flag = f"⚠ {flag_in_words(record)}: " if known.flag else ""
    return f"{flag}{known.title}{f' ({known.year})' if known.year else ''}"


def _found(record: DocumentRecord) -> str:
    """What else there is to know of how it was read."""
    pages = (("garbled", record.pages_garbled), ("recognised", record.pages_recognised), ("lost", record.pages_lost))
    told = [f"pages {name}: {page_runs(numbers)}" for name, numbers in pages if numbers]
    told += [f"attachments: {len(record.attachments)}"] if record.attachments else []
    told += [f"taken out: {redactions_in_words(record)}"] if record.redactions else []
    return "; ".join(told)


def note_list(warnings: Iterable[str]) -> str:
    """What is wrong with bibliographies and `sources.yaml`, as a list."""
    return "\n".join(f"- {escaped(warning)}" for warning in warnings)


def chunk_table(chunks: Iterable[Chunk]) -> str:
    """The first words of each chunk with its place."""
    rows = [
        (
            str(chunk.n),
            str(chunk.kind),
            place_of(chunk),
            " › ".join(chunk.section_path),
            " ".join(chunk.text.split()[:WORDS_SHOWN]),
        )
        for chunk in chunks
    ]
    return markdown_table(("#", "kind", "place", "section", "begins"), rows)
