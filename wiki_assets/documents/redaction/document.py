"""Redaction of one document: every secret out of every text of it, and everything that points into its texts moved along.

Belongs here: which texts a document has, the order of looking, counting. Does not belong here: finding (`looking` for one round of it) or
replacing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from wiki_assets.documents.model import DocumentMetadata, Element, ParsedDocument
from wiki_assets.documents.options import ReadingOptions
from wiki_assets.documents.redaction.replacing import changed, changed_lines, moved_cells, moved_spans
from wiki_assets.documents.redaction.suspicion import is_suspicious

REDACTION_VERSION = "1"
"""Raised whenever the same document may give another text: all papers are read again."""

_ROUNDS = 4  # what another secret hid shows in the second round; the last only has to find nothing


def redact(parsed: ParsedDocument, options: ReadingOptions) -> ParsedDocument:
    """A document without secrets: each is replaced by words that say what it was, and counted by kind in `redactions`.

    Redacting again changes nothing. The file is not touched.

    Args:
        parsed: As a loader gives it.
        options: Whether e-mail addresses and names of home folders go too.
    """
    for _ in range(_ROUNDS):
        if not is_suspicious(_texts(parsed), options):
            break
        cleaner = _redacted_once(parsed, options)
        if cleaner is None:
            break
        parsed = cleaner
    return parsed


def redact_text(text: str, options: ReadingOptions) -> str:
    """One text without secrets: a message about a document that could not be read may quote it."""
    wrapped = ParsedDocument("", "", "", 0, (), reason=text)
    return redact(wrapped, options).reason


def _texts(parsed: ParsedDocument) -> Iterator[str]:
    """Every text of a document that may hold a secret; originals say the same, broken into lines."""
    yield from (element.text for element in parsed.elements)
    yield from loose_texts(parsed)


def loose_texts(parsed: ParsedDocument) -> Iterator[str]:
    """Texts beside the elements' own: metadata, names of attachments, what there is to say, headings above and places."""
    yield from _metadata_texts(parsed.metadata)
    yield from parsed.attachments
    yield parsed.reason
    yield from dict.fromkeys(heading for element in parsed.elements for heading in element.section_path)
    yield from dict.fromkeys(element.place for element in parsed.elements if element.place)


def _metadata_texts(metadata: DocumentMetadata) -> Iterator[str]:
    yield from (metadata.title, *metadata.authors, metadata.venue, metadata.doi, metadata.arxiv_id, metadata.flag_note)


def _redacted_once(parsed: ParsedDocument, options: ReadingOptions) -> ParsedDocument | None:
    """The document without what one round finds; None where that is nothing."""
    # Imported here: detect-secrets takes 0.3 s to load, and most documents never need it.
    from wiki_assets.documents.redaction.looking import look_through

    found = look_through(parsed.elements, list(dict.fromkeys(loose_texts(parsed))), options)
    if not found.anything:
        return None

    def clean(text: str) -> str:
        return changed(text, found.in_loose.get(text, ()))

    elements = []
    for index, element in enumerate(parsed.elements):
        text_changes, original_changes = found.in_texts.get(index, ()), found.in_originals.get(index, ())
        text = changed(element.text, text_changes)
        if not text:
            continue
        elements.append(
            Element(
                kind=element.kind,
                text=text,
                original=changed_lines(element.original, original_changes) or text,
                spans=moved_spans(element.spans, text_changes),
                section_path=tuple(map(clean, element.section_path)),
                place=clean(element.place),
                marks=element.marks,
                cells=moved_cells(element.cells, text_changes),
            )
        )
    metadata = parsed.metadata
    return replace(
        parsed,
        elements=tuple(elements),
        reason=clean(parsed.reason),
        attachments=tuple(map(clean, parsed.attachments)),
        redactions=tuple(sorted((Counter(dict(parsed.redactions)) + found.counts).items())),
        metadata=replace(
            metadata,
            title=clean(metadata.title),
            authors=tuple(map(clean, metadata.authors)),
            venue=clean(metadata.venue),
            doi=clean(metadata.doi),
            arxiv_id=clean(metadata.arxiv_id),
            flag_note=clean(metadata.flag_note),
        ),
    )
