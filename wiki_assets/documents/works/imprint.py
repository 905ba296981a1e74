"""Year, venue and authors, where the front of a document plainly states them.

Belongs here: reading notices such as "Proceedings of …", "© 2011 IEEE", and the properties that name authors. Does not belong here: ids
(`identifiers`), or what to believe where somebody else says otherwise (`metadata`).

Unknown is better than wrong: an author's name has to stand on the first page too, and of two years that notices state neither is taken.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from wiki_assets.documents.model import ElementKind, ParsedDocument
from wiki_assets.documents.works.identifiers import STAMP, front_elements

_YEAR = r"(?P<year>(?:19[5-9]|20)\d\d)(?!\d)"
_ONE_YEAR = re.compile(rf"(?<![\d/.-]){_YEAR}")
# c⃝ is how TeX's circled c comes out of many fonts.
_COPYRIGHT = re.compile(
    rf"(?:©|\(c\)|c\s?⃝|⃝|copyright)\s{{0,3}}(?:©|\(c\)|c\s?⃝)?\s{{0,3}}(?:by\s+|the author\(?s?\)?,?\s*|(?:19|20)\d\d\s*[-–,]\s*)?{_YEAR}",
    re.IGNORECASE,
)
_HOLDER_THEN_YEAR = re.compile(
    rf"^[ \t]*(?:©|copyright\b)[^.\d]{{3,80}}?,?\s+{_YEAR}[ \t]{{0,9}}\.?[ \t]*$", re.IGNORECASE | re.MULTILINE
)
_DATED_LICENCE = re.compile(r"licen[sc]e|creative commons|cc[- ]by", re.IGNORECASE)
_PROCEEDINGS = re.compile(
    r"^(?:(?:published|appears?|appeared|accepted)\s+in\s+(?:the\s+)?|in\s*:?\s+(?:the\s+)?)?(?P<venue>Proceedings of [^.;:\n]{4,160}?)"
    r"(?=,?\s*(?:pages?\b|pp\b|vol\b|volume\b|\(?(?:january|february|march|april|may|june|july|august|september|october|november|december)\b)|[.;:\n]|$)",
    re.IGNORECASE,
)
_CONFERENCE = re.compile(
    r"^(?P<venue>(?:\d{1,3}(?:st|nd|rd|th)|[A-Z][\w-]+(?: [A-Z][\w-]+)?)\s[^.;\n]{0,80}?\b(?:Conference|Symposium|Workshop)\b"
    r"[^.;\n(]{0,100}?)\s*\((?P<short>[A-Za-z][\w/ '’-]{1,30}?\s?[’']?\d{2,4}|(?:19|20)\d\d)\)"
)
_PUBLISHED_AT = re.compile(
    rf"^(?:published as an? (?:conference|workshop|journal) (?:paper|article) (?:at|in) )(?P<venue>[A-Z][\w ]{{2,40}}?\s{_YEAR})",
    re.IGNORECASE,
)
_JOURNAL = re.compile(
    rf"^(?P<venue>[A-Z][A-Za-z&’' -]{{4,80}}?)(?:,?\s+Vol(?:\.|ume)?\s*\d+|\s+\({_YEAR}\)\s+\d+\s*(?:\(\d+\))?\s*:)", re.MULTILINE
)
_NAME_PARTS = re.compile(r"[^\W\d_]{2,}")
_NOT_NAMES = re.compile(
    r"\d|@|\b(administrator|admin|user|owner|unknown|anonymous|author|microsoft|office|latex|tex|dell|hp|windows|scanner|lenovo|universit\w+"
    r"|institute|department|press|publish\w+|et al)\b",
    re.IGNORECASE,
)
_AUTHOR_TAGS = ("citation_author", "citation_authors", "dc:creator", "dc.creator", "dcterms.creator")
_AUTHOR_PROPERTIES = ("author", "authors", "pdf:author", "meta:author", *_AUTHOR_TAGS)
_DATE_TAGS = (
    "citation_publication_date",
    "citation_date",
    "citation_year",
    "prism:publicationdate",
    "prism:coverdate",
    "dc.date.issued",
)
_VENUE_TAGS = ("citation_journal_title", "citation_conference_title", "prism:publicationname")
_MOST_AUTHORS = 60
_FIRST_ARXIV = 90
"""arXiv began in 1991: a two-digit year above this is of the last century."""


@dataclass(frozen=True, slots=True)
class Imprint:
    """What the front of a document says of when and where it came out, and who wrote it; empty or 0 where it does not say."""

    year: int = 0
    venue: str = ""
    authors: tuple[str, ...] = ()


def imprint_of(parsed: ParsedDocument, stated: Mapping[str, str], first_page: str = "") -> Imprint:
    """Reads the imprint. Arguments are those of `identifiers.own_identifiers`."""
    named = {name.lower(): value.strip() for name, value in stated.items() if value.strip()}
    front = front_elements(parsed)
    notices = [element.original or element.text for element in front if element.kind is not ElementKind.PARAGRAPH]
    notices += [line for line in first_page.splitlines() if line.strip()]
    venue, venue_years = _venue(notices)
    venue = next((named[tag] for tag in _VENUE_TAGS if tag in named), "") or venue
    tagged = [year for tag in _DATE_TAGS if tag in named for year in _years(named[tag])[:1]]
    copyright_years = [int(match["year"]) for text in (*notices, first_page) for match in _copyrights(text)]
    stamps = [year for text in (first_page, *notices) for match in STAMP.finditer(text) for year in _stamped(match)]
    year = next((found for years in (tagged, venue_years, copyright_years, stamps) if (found := _agreed(years))), 0)
    shown = " ".join(element.text for element in parsed.elements[:_SHOWN] if element.kind is not ElementKind.BIBLIOGRAPHY)
    return Imprint(year, venue, _authors(named, f"{shown} {first_page}"))


_SHOWN = 25
"""Elements in which the names of the authors have to be found."""


def split_names(text: str) -> tuple[str, ...]:
    """Names in reading order from one line: `A. B. Cee; Dee, E.`, `A Cee, B Dee and C Eff`, or `Cee, A. and Dee, B.`."""
    if ";" in text:
        parts = text.split(";")
    elif re.search(r"\s(?:and|&)\s", text):
        parts = re.split(r",?\s+(?:and|&)\s+", text)
        if any(part.count(",") > 1 or (part.count(",") == 1 and " " in part.split(",")[0].strip()) for part in parts):
            parts = [piece for part in parts for piece in part.split(",")]
    else:
        parts = text.split(",") if all(" " in piece.strip() for piece in text.split(",")) else [text]
    return tuple(name for part in parts if (name := in_reading_order(part)))


def in_reading_order(name: str) -> str:
    """A name as it is read: `Boris Springborn` for `Springborn, Boris`."""
    family, comma, given = name.partition(",")
    return " ".join((f"{given} {family}" if comma else name).split())


def _venue(notices: Sequence[str]) -> tuple[str, list[int]]:
    """The venue of the first notice that names one, with the years in its line."""
    for pattern in (_PUBLISHED_AT, _PROCEEDINGS, _CONFERENCE, _JOURNAL):
        for notice in notices:
            joined = " ".join(notice.split())
            if (match := pattern.match(joined)) is not None:
                short = match.groupdict().get("short") or ""
                venue = f"{match['venue'].strip(' ,')} ({short})" if short and not short.isdigit() else match["venue"].strip(" ,")
                return venue, _years(joined[: match.end() + 80])
    return "", []


def _copyrights(text: str) -> Iterator[re.Match[str]]:
    yield from _COPYRIGHT.finditer(text)
    yield from _HOLDER_THEN_YEAR.finditer(text)


def _stamped(stamp: re.Match[str]) -> list[int]:
    """The year of a stamp and that of the id in it: a version of a later year than the first leaves open when the work came out."""
    submitted = int(stamp["id"].rpartition("/")[2][:2])
    return [int(stamp["year"]), submitted + (1900 if submitted > _FIRST_ARXIV else 2000)]


def _years(text: str) -> list[int]:
    return [int(match["year"]) for match in _ONE_YEAR.finditer(text)]


def _agreed(years: Iterable[int]) -> int:
    """The year that all of them are, else 0."""
    distinct = set(years)
    return distinct.pop() if len(distinct) == 1 else 0


def _authors(named: Mapping[str, str], shown: str) -> tuple[str, ...]:
    """Authors from properties. What an article's page says in tags of its own is believed; a plain `author`, which is often whoever saved
    the file, only where every name stands on the first page.
    """
    words = set(_folded_words(shown))
    for tag in _AUTHOR_PROPERTIES:
        names = split_names(named.get(tag, ""))
        if not names or len(names) > _MOST_AUTHORS or any(not _is_name(name) for name in names):
            continue
        if tag.startswith("citation_") or all(_folded_words(name)[-1] in words for name in names):
            return names
    return ()


def is_person(name: str) -> bool:
    """Whether a name can be an author's: no account or program, such as `admin`, `eng-dept`, `ODIN` or `Microsoft Office User`."""
    account = name.isascii() and " " not in name and (name.islower() or name.isupper())
    return bool(name) and not account and not _NOT_NAMES.search(name)


def _is_name(name: str) -> bool:
    return len(_NAME_PARTS.findall(name)) >= 1 and " " in name and len(name) <= 60 and not _NOT_NAMES.search(name)


def _folded_words(text: str) -> list[str]:
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)).casefold()
    return [word for word in re.findall(r"[^\W\d_]+", plain) if len(word) > 1]
