"""DOI and arXiv id: how they are written alike, and which of those in a document is its own.

Belongs here: normal forms, and finding a document's own id on its first page or in its properties. Does not belong here: looking anything
up, or the rest of what is known of a work (`metadata`).

A wrong id is worse than none: an id that the text merely mentions (a cited paper, a data set, an earlier version) is not taken, and
where two claim to be the document's own, neither is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import unquote

from wiki_assets.documents.model import Element, ElementKind, ParsedDocument

_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>“”‘’|\\^`{}]{1,250}")
_TRAILING = ".,;:!?*'’”†‡"
_CLOSING = {")": "(", "]": "["}
_ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(?P<id>.+)", re.IGNORECASE)
_NEW_ARXIV = r"\d{2}(?:0[1-9]|1[0-2])\.\d{4,5}"
_OLD_ARXIV = r"[a-z]+(?:-[a-z]+)?(?:\.[A-Za-z]{2})?/\d{2}(?:0[1-9]|1[0-2])\d{3}"
_ARXIV_ID = rf"(?P<id>{_NEW_ARXIV}|{_OLD_ARXIV})(?:v\d{{1,2}})?(?![\d.]*\d)"
_ARXIV = re.compile(
    rf"(?:arxiv\s*:\s*|(?:https?://)?(?:www\.|export\.)?arxiv\.org/(?:abs|pdf|html)/)?{_ARXIV_ID}(?:\.pdf)?", re.IGNORECASE
)
_SUBJECT = re.compile(r"\.[a-z]{2}/")
# What arXiv prints up the side of a first page: id, version, subject in brackets, date. No other text has all four.
STAMP = re.compile(
    rf"arXiv\s*:\s*{_ARXIV_ID}\s*\[[a-z]+(?:-[a-z]+)?(?:\.[A-Za-z]{{2}}(?:-[A-Za-z]+)?)?\]\s*\d{{1,2}}\s+[A-Z][a-z]{{2}}\s+(?P<year>(?:19|20)\d\d)"
)
_LONE_ARXIV = re.compile(rf"(?:preprint\s*[:,]?\s*)?arXiv\s*:\s*{_ARXIV_ID}\s*(?:\[[\w.-]+\])?\s*\.?", re.IGNORECASE)
_LABEL = re.compile(
    r"(?:doi\b\s*[:=]?|digital object identi[fﬁ]i?er\b\s*[:=]?|https?://(?:dx\.)?doi\.org/)\s*(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?$",
    re.IGNORECASE,
)
# How a notice begins that is nothing but a DOI.
_BEGINS = re.compile(r"\s*(?:https?://(?:dx\.)?doi\.org/|doi\b|digital object identi[fﬁ]i?er\b)", re.IGNORECASE)
# A DOI breaks at the end of a line behind a mark; what follows then begins as an id would go on.
_GOES_ON = re.compile(r"[ \t]{0,9}\n[ \t]{0,99}[\da-z]")
_REFERENCES = re.compile(
    r"^[ \t]*(?:references|bibliography|literature(?: cited)?|works cited)[ \t]{0,9}:?[ \t]*$", re.IGNORECASE | re.MULTILINE
)
# Words before a DOI that say it is something else's, though it stands on the first page.
_ANOTHERS = re.compile(
    r"\b(data ?sets?|data|code|software|source|available|archived?|repository|supplement\w*|see|cf|cited?|citing|extend\w*"
    r"|errat\w*|corrig\w*|versions? of|reply|comments? on|based on|appendix|materials?|accompan\w*|companion|proceedings? at|review of)\b",
    re.IGNORECASE,
)
_STATED_DOI = (
    "doi",
    "prism:doi",
    "pdfx:doi",
    "crossmark:doi",
    "citation_doi",
    "dc.identifier.doi",
    "bepress_citation_doi",
    "wps-articledoi",
)
_PERHAPS_DOI = ("dc:identifier", "dc.identifier", "prism:url", "identifier", "subject", "dc:description", "description", "title")
_STATED_ARXIV = ("arxivid", "arxiv", "eprint", "citation_arxiv_id")
_OF_FRONT = frozenset(
    (ElementKind.FRONT_MATTER, ElementKind.FOOTNOTE, ElementKind.PARAGRAPH, ElementKind.LIST, ElementKind.CAPTION)
)
_FRONT_ELEMENTS = 12
"""Elements of a format without pages that are looked at: a title, authors, notices, an abstract."""
_MENTION = 60
"""Characters before a DOI in which a word says whose it is."""


@dataclass(frozen=True, slots=True)
class Identifiers:
    """Ids of one work, in normal form; empty where unknown."""

    doi: str = ""
    arxiv_id: str = ""


def normal_doi(text: str) -> str:
    """The first DOI in a text: lower case, without address or label, without punctuation behind it. Empty where there is none."""
    plain = unquote(text) if "%" in text else text
    match = _DOI.search(plain)
    return _trimmed(match.group()).lower() if match else ""


def normal_arxiv(text: str) -> str:
    """The arXiv id that a text is: without `arXiv:`, address, version, and subject class of the old style. Empty where it is none."""
    given = text.strip()
    if of_doi := _ARXIV_DOI.search(given):
        given = of_doi["id"]
    match = _ARXIV.fullmatch(given)
    return _plain_arxiv(match["id"]) if match else ""


def identifier_key(text: str) -> str:
    """One name for a work by any id: `arxiv:2104.08663` (also for arXiv's own DOI of it) or `doi:10.1000/1`. Empty for anything else."""
    if arxiv_id := normal_arxiv(text):
        return f"arxiv:{arxiv_id}"
    doi = normal_doi(text)
    return f"doi:{doi}" if doi else ""


def own_identifiers(parsed: ParsedDocument, stated: Mapping[str, str], first_page: str = "") -> Identifiers:
    """The document's own ids.

    Args:
        parsed: Only its first page, or its first elements where it has no pages, is looked at; never its bibliography.
        stated: Properties that the file states, by name in any case: those of a PDF, its XMP (`prism:doi`), `meta` elements of HTML.
        first_page: All text drawn on the first page, lines as drawn, with what the layout leaves out (arXiv's stamp, running heads).
    """
    named = {name.lower(): value for name, value in stated.items()}
    doi = _stated_doi(named) or _own_doi(parsed, first_page)
    arxiv_id = _stated_arxiv(named) or _own_arxiv(parsed, first_page)
    if not arxiv_id and (of_doi := _ARXIV_DOI.fullmatch(doi)) is not None:
        arxiv_id = normal_arxiv(of_doi["id"])
    return Identifiers(doi, arxiv_id)


def front_elements(parsed: ParsedDocument) -> list[Element]:
    """What may speak of the document itself: the first page that has text, or the first elements; no bibliography, no other's words."""
    first = next((element.spans[0].box.page for element in parsed.elements if element.spans), 0)
    near = [
        element
        for index, element in enumerate(parsed.elements)
        if (element.spans[0].box.page == first if element.spans and first else index < _FRONT_ELEMENTS)
    ]
    return [element for element in near if element.kind in _OF_FRONT and not element.marks]


def _trimmed(doi: str) -> str:
    """Without what ends a sentence, and without a closing bracket that no opening one belongs to."""
    while doi:
        last = doi[-1]
        unopened = last in _CLOSING and doi.count(_CLOSING[last]) < doi.count(last)
        if not (last in _TRAILING or unopened):
            break
        doi = doi[:-1]
    return doi


def _plain_arxiv(identifier: str) -> str:
    return _SUBJECT.sub("/", identifier.lower())


def _stated_doi(named: Mapping[str, str]) -> str:
    plainly = {normal_doi(named[name]) for name in _STATED_DOI if name in named} - {""}
    if plainly:
        return _only(plainly)
    return _only({doi for name in _PERHAPS_DOI if name in named for doi in _labelled(named[name])})


def _stated_arxiv(named: Mapping[str, str]) -> str:
    return _only({normal_arxiv(named[name]) for name in _STATED_ARXIV if name in named} - {""})


def _own_doi(parsed: ParsedDocument, first_page: str) -> str:
    """The one DOI that a notice presents as such (`DOI: …`, an address at doi.org) and that is not a reference's."""
    presented = set(_labelled(_REFERENCES.split(first_page, maxsplit=1)[0]))
    mentioned = {
        doi for element in parsed.elements if element.kind is ElementKind.BIBLIOGRAPHY for doi in _all_dois(element.text)
    }
    for element in front_elements(parsed):
        drawn = element.original or element.text
        found = set(_labelled(drawn))
        if element.kind is not ElementKind.FRONT_MATTER and not _BEGINS.match(drawn):
            mentioned |= set(_all_dois(drawn))
        presented |= found
    return _only(presented - mentioned)


def _labelled(text: str) -> Iterator[str]:
    """DOIs that have a label, without those that may be cut off at the end of a line or are said to be another work's."""
    for match in _DOI.finditer(text):
        before = text[max(0, match.start() - _MENTION) : match.start()]
        another = _ANOTHERS.search(before)
        cut_off = match.group()[-1] in ".-_/(" and _GOES_ON.match(text, match.end()) is not None
        if _LABEL.search(before) and not another and not cut_off:
            yield _trimmed(unquote(match.group())).lower()


def _all_dois(text: str) -> Iterator[str]:
    return (_trimmed(unquote(match.group())).lower() for match in _DOI.finditer(text))


def _only(found: set[str]) -> str:
    """The one there is. Of a DOI and others that it begins with (a volume's), the longest; empty where they are several."""
    if not found:
        return ""
    longest = max(found, key=lambda doi: (len(doi), doi))
    return longest if all(longest.startswith(doi) for doi in found) else ""


def _own_arxiv(parsed: ParsedDocument, first_page: str) -> str:
    """The id in arXiv's stamp, else in a line that holds nothing else."""
    drawn = [first_page, *(element.original or element.text for element in front_elements(parsed))]
    stamped = {_plain_arxiv(match["id"]) for text in drawn for match in STAMP.finditer(text)}
    if stamped:
        return _only(stamped)
    lines = [line.strip() for text in drawn for line in text.splitlines()]
    return _only({_plain_arxiv(match["id"]) for line in lines if (match := _LONE_ARXIV.fullmatch(line)) is not None})
