"""What is known of a document as a work, put together from those who say something of it.

Belongs here: the order of trust, origins, flags by id, and the doubt whether an entry is this document's at all. Does not belong here:
reading any of the sources (`bibliography`, `csl`, `sources_file`, `imprint`, `identifiers`).

Trust rises: the document itself, then a bibliography, then `sources.yaml`, which a person wrote for this very file (decision 11).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from rapidfuzz import fuzz

from wiki_assets.documents.loaders.media_types import PDF
from wiki_assets.documents.model import DocumentMetadata, ElementKind, ParsedDocument
from wiki_assets.documents.works.identifiers import front_elements, identifier_key, normal_arxiv, normal_doi, own_identifiers
from wiki_assets.documents.works.imprint import imprint_of, is_person

DOCUMENT, BIBLIOGRAPHY, SOURCES_FILE = "document", "bibliography", "sources.yaml"
RETRACTED, SUPERSEDED = "retracted", "superseded"

_FIELDS = ("title", "authors", "year", "venue", "doi", "arxiv_id", "flag")
# Publishers write this before the title of a paper they withdrew, in their listings and on its pages.
_RETRACTED_TITLE = re.compile(
    r"\s*(?:RETRACTED|WITHDRAWN|Retracted)(?: (?:ARTICLE|CHAPTER|PAPER|Article|Chapter|Paper))?\s*[:—–]\s*(?=\S)"
)
_UNLIKE_TITLES = 50.0
"""Likeness of two titles, 0 to 100, below which they may be of two papers; see `docs/decisions/0011`."""
_ABSENT_TITLE = 75.0
"""Likeness of a title to its best match on the first page below which it does not stand there."""
_TITLE_WORDS = 3
_COMPARED = 400  # characters of a title; the first page is some twenty times that
_NOTE_SIGNS = " ∗*†‡§¶"  # behind a title they lead to a footnote
_FIRST = 10


@dataclass(frozen=True, slots=True)
class Flag:
    """Somebody says that a work should not be relied on. `kind` is `retracted` or `superseded`, `note` why or by what."""

    kind: str
    note: str = ""


def stated_by(origin: str, metadata: DocumentMetadata) -> DocumentMetadata:
    """The same, with this origin for every field that is known; a title that begins with `RETRACTED:` is a flag as well."""
    title = _RETRACTED_TITLE.match(metadata.title)
    if title is not None and not metadata.flag:
        metadata = replace(metadata, title=metadata.title[title.end() :], flag=RETRACTED, flag_note="its title says so")
    return replace(metadata, origins=tuple((name, origin) for name in _FIELDS if getattr(metadata, name)))


def merged_metadata(trusted: DocumentMetadata, other: DocumentMetadata) -> DocumentMetadata:
    """Field by field what the trusted one says, else what the other says; the flag and its note are one field."""
    origins = dict(other.origins) | dict(trusted.origins)
    flagged = trusted if trusted.flag else other
    return DocumentMetadata(
        title=trusted.title or other.title,
        authors=trusted.authors or other.authors,
        year=trusted.year or other.year,
        venue=trusted.venue or other.venue,
        doi=trusted.doi or other.doi,
        arxiv_id=trusted.arxiv_id or other.arxiv_id,
        flag=flagged.flag,
        flag_note=flagged.flag_note,
        origins=tuple((name, origins[name]) for name in _FIELDS if name in origins),
    )


def from_document(parsed: ParsedDocument, stated: Mapping[str, str], first_page: str = "") -> DocumentMetadata:
    """What a document says of itself.

    Args:
        parsed: What its loader says in `parsed.metadata` comes first.
        stated: Properties of the file by name: `author`, `subject`, `doi`, `prism:doi`, `citation_author` …; authors joined by `; `.
        first_page: All text drawn on the first page, lines as drawn, with what the layout leaves out; empty in formats without pages.
    """
    own = own_identifiers(parsed, stated, first_page)
    imprint = imprint_of(parsed, stated, first_page)
    loader = parsed.metadata
    people = tuple(author for author in loader.authors if is_person(author))
    doi, arxiv_id = normal_doi(loader.doi), normal_arxiv(loader.arxiv_id)
    loader = replace(loader, title=loader.title.rstrip(_NOTE_SIGNS), authors=people, doi=doi, arxiv_id=arxiv_id, origins=())
    found = DocumentMetadata(
        authors=imprint.authors,
        year=imprint.year,
        venue=imprint.venue,
        doi=own.doi,
        arxiv_id=own.arxiv_id,
    )
    return stated_by(DOCUMENT, merged_metadata(loader, found))


def own_metadata(parsed: ParsedDocument) -> DocumentMetadata:
    """What a document that was read says of itself. The loader of PDFs has asked `from_document` with the page as drawn, and knows best."""
    return parsed.metadata if parsed.media_type == PDF else from_document(parsed, {})


def flagged_by_id(
    metadata: DocumentMetadata, flags: Mapping[str, Flag], ids_of: DocumentMetadata | None = None
) -> DocumentMetadata:
    """With the flag that `sources.yaml` gives to its DOI or arXiv id; as it is where it has a flag or neither id is listed.

    Args:
        metadata: What is known, and gets the flag.
        flags: By `identifiers.identifier_key`.
        ids_of: Whose ids are looked up besides.
    """
    if metadata.flag or not flags:
        return metadata
    ids = [metadata.doi, metadata.arxiv_id] + ([ids_of.doi, ids_of.arxiv_id] if ids_of else [])
    flag = next((flags[key] for key in map(identifier_key, ids) if key in flags), None)
    if flag is None:
        return metadata
    return replace(metadata, flag=flag.kind, flag_note=flag.note, origins=(*metadata.origins, ("flag", SOURCES_FILE)))


def doubt(stated: DocumentMetadata, parsed: ParsedDocument, file: str) -> str:
    """One sentence where a file may be another paper than its entry says; empty where nothing speaks for that.

    The title of the entry has to be unlike the document's own, and must not stand anywhere on its first page.
    """
    wanted, own = _plain(stated.title[:_COMPARED]), _plain(parsed.metadata.title[:_COMPARED])
    if len(wanted.split()) < _TITLE_WORDS or len(own.split()) < _TITLE_WORDS:
        return ""
    if fuzz.token_set_ratio(wanted, own) >= _UNLIKE_TITLES:
        return ""
    if fuzz.partial_ratio(wanted, _plain(_first_words(parsed))) >= _ABSENT_TITLE:
        return ""
    origin = dict(stated.origins).get("title", BIBLIOGRAPHY)
    return (
        f"{file} may be another paper than its entry in {_named(origin)} says: the entry's title is “{stated.title}”, "
        f"the document's “{parsed.metadata.title}”. Correct the entry, or put the right file in its place."
    )


def _named(origin: str) -> str:
    return "the bibliography" if origin == BIBLIOGRAPHY else origin


def _first_words(parsed: ParsedDocument) -> str:
    titles = [element for element in parsed.elements[:_FIRST] if element.kind in (ElementKind.TITLE, ElementKind.HEADING)]
    return " ".join(element.text for element in (*titles, *front_elements(parsed)))[: 20 * _COMPARED]


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))
