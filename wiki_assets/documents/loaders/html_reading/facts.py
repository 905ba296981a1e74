"""What a page says of itself: title, authors, date, identifiers.

Belongs here: meta elements, Dublin Core, JSON-LD. Does not belong here: the page's text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import orjson

from wiki_assets.documents.loaders.html_reading.tree import Node, go_through, raw_text
from wiki_assets.documents.model import DocumentMetadata
from wiki_assets.text.cleaning import clean_line

_TITLES = ("citation_title", "dc.title", "dcterms.title", "og:title", "twitter:title")
_AUTHORS = (
    "citation_author",
    "citation_authors",
    "dc.creator",
    "dcterms.creator",
    "dc.contributor.author",
    "author",
    "article:author",
)
_DATES = (
    "citation_publication_date", "citation_date", "citation_online_date", "citation_year", "dc.date", "dcterms.date", "dcterms.issued",
    "dc.date.issued", "article:published_time", "date", "prism.publicationdate",
)  # fmt: skip
_DOIS = ("citation_doi", "dc.identifier", "dcterms.identifier", "prism.doi", "dc.identifier.doi", "doi")
_VENUES = ("citation_journal_title", "citation_conference_title", "citation_inbook_title", "prism.publicationname", "dc.source")
_WORKS = frozenset(
    {"ScholarlyArticle", "Article", "NewsArticle", "BlogPosting", "TechArticle", "Report", "Thesis", "Book", "Chapter", "Dataset"}
)
_DOI = re.compile(r"\b(10\.\d{4,9}/[^\s\"<>]+)", re.IGNORECASE)
_ARXIV = re.compile(r"(?:arxiv:\s*)?(\d{4}\.\d{4,5}|[a-z.-]+/\d{7})(?:v\d+)?", re.IGNORECASE)
_YEAR = re.compile(r"\b(1[5-9]\d\d|20\d\d)(?:\b|(?=\d{4}\b))")
_LONGEST = 1000  # characters of a title or name; what is longer is none
_MOST_AUTHORS = 500


def facts_of(root: Node, *, title: str) -> DocumentMetadata:
    """What a page says of itself.

    Args:
        root: The whole page.
        title: Its title as a reader sees it, for where the meta elements name none.
    """
    said, linked = _statements(root)
    works = [work for text in linked for work in _works(text)]
    names = _first_all(said, _AUTHORS) or [name for work in works[:1] for name in _names(work.get("author"))]
    dates = _first_all(said, _DATES) or [str(work.get("datePublished", "")) for work in works[:1]]
    dois = [*_first_all(said, _DOIS), *(value for work in works[:1] for value in _texts(work.get("identifier")))]
    stated = next(iter(_first_all(said, _TITLES[:3])), "")
    return made_metadata(
        title=stated or title or next(iter(_first_all(said, _TITLES[3:])), "") or _work_title(works),
        authors=names,
        date=next(iter(dates), ""),
        venue=next(iter(_first_all(said, _VENUES)), ""),
        identifiers=[*dois, *(f"arxiv:{value}" for value in said.get("citation_arxiv_id", []))],
    )


def made_metadata(
    *, title: str = "", authors: Sequence[str] = (), date: str = "", venue: str = "", identifiers: Iterable[str] = ()
) -> DocumentMetadata:
    """Metadata from what a file states, cleaned; what does not look like what it should be is left out.

    Args:
        title: Of the work.
        authors: Names, as written.
        date: In any form that holds a year.
        venue: Journal or conference.
        identifiers: Anything that may be a DOI; an arXiv id begins with `arxiv:`.
    """
    doi = arxiv = ""
    for identifier in identifiers:
        if identifier.lower().startswith("arxiv:") and (match := _ARXIV.fullmatch(identifier.strip())):
            arxiv = arxiv or match.group(1)
        elif match := _DOI.search(identifier[:_LONGEST]):
            doi = doi or match.group(1).rstrip(".,;)").lower()
    year = _YEAR.search(date[:_LONGEST])
    names = tuple(dict.fromkeys(name for author in authors[:_MOST_AUTHORS] if (name := _short(author)) and "://" not in name))
    title, venue = _short(title), _short(venue)
    known = {"title": title, "authors": names, "year": year, "venue": venue, "doi": doi, "arxiv_id": arxiv}
    return DocumentMetadata(
        title=title,
        authors=names,
        year=int(year.group(1)) if year else 0,
        venue=venue,
        doi=doi,
        arxiv_id=arxiv,
        origins=tuple((name, "document") for name, value in known.items() if value),
    )


def _short(text: str) -> str:
    clean = clean_line(text)
    return clean if len(clean) <= _LONGEST else ""


def _statements(root: Node) -> tuple[dict[str, list[str]], list[str]]:
    """Contents of meta elements by lower-case name, and the texts of JSON-LD blocks."""
    said: dict[str, list[str]] = {}
    linked: list[str] = []

    def enter(node: Node) -> Iterable[Node | str] | None:
        if node.tag == "meta":
            name = node.attributes.get("name") or node.attributes.get("property") or ""
            content = node.attributes.get("content", "").strip()
            if name and content:
                said.setdefault(name.lower(), []).append(content)
        elif node.tag == "script":
            if node.attributes.get("type", "").lower().startswith("application/ld+json"):
                linked.append(raw_text(node))
            return None
        return node.children

    go_through(root, enter)
    return said, linked


def _first_all(said: Mapping[str, list[str]], names: Iterable[str]) -> list[str]:
    """All that is said under the first of these names that says anything."""
    return next((said[name] for name in names if name in said), [])


def _works(text: str) -> Iterator[dict[str, Any]]:
    try:
        data = orjson.loads(text)
    except orjson.JSONDecodeError:
        return
    listed = data if isinstance(data, list) else data.get("@graph", [data]) if isinstance(data, dict) else []
    for work in listed if isinstance(listed, list) else []:
        if isinstance(work, dict) and _WORKS & set(_texts(work.get("@type"))):
            yield work


def _work_title(works: Sequence[dict[str, Any]]) -> str:
    return next((title for work in works for title in (*_texts(work.get("headline")), *_texts(work.get("name")))), "")


def _texts(value: object) -> list[str]:
    if isinstance(value, list):
        return [item for item in value if isinstance(item, str)]
    return [value] if isinstance(value, str) else []


def _names(value: object) -> list[str]:
    people = value if isinstance(value, list) else [value]
    names = [person.get("name") if isinstance(person, dict) else person for person in people]
    return [name for name in names if isinstance(name, str)]
