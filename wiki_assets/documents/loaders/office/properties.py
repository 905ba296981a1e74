"""What an office document's properties say of the work.

Belongs here: title, authors, year and DOI, where they are not what a program or template left there. Does not belong here: what the
document itself says.
"""

from __future__ import annotations

import re

from lxml import etree

from wiki_assets.documents.loaders.office.package import Package
from wiki_assets.documents.model import DocumentMetadata

_DC = "{http://purl.org/dc/elements/1.1/}"
_TERMS = "{http://purl.org/dc/terms/}"
_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>,;]+")
_YEAR = re.compile(r"(?:19|20)\d\d")
_NOBODY = re.compile(
    r"(?:microsoft|ms)(?: office)?(?: word| powerpoint)?(?: user)?|python-docx|python-pptx|pptxgenjs|docx4j|apache poi|openpyxl"
    r"|unknown(?: author)?|user\d*|admin(?:istrator)?|owner|author|windows user|office user|un-named|google docs|libreoffice"
    r"|openoffice(?:\.org)?|pandoc",
    re.IGNORECASE,
)
_NO_TITLE = re.compile(
    r"(?:microsoft )?word document|(?:microsoft )?powerpoint[- ]?(?:presentation|präsentation|slides)?|présentation powerpoint"
    r"|presentation|presentación de powerpoint|presentazione standard di powerpoint|pptxgenjs presentation|slide \d+|document\d*"
    r"|untitled(?: .*)?|title|normal|template|no slide title|(?:microsoft (?:word|powerpoint) - )?\S*\.(?:docx?|pptx?|dotx?|potx?)",
    re.IGNORECASE,
)
_SEVERAL = re.compile(r"\s*[;\n]\s*|\s+and\s+|\s*&\s*")
_TEMPLATES = ("2013-12-23T23:15:00Z", "2013-01-27T09:14:16Z")  # when those of python-docx and python-pptx were made
_LONGEST = 500


def stated_metadata(package: Package, drawn_title: str, first_words: str) -> DocumentMetadata:
    """Title, authors, year and DOI of a work.

    The title that the properties state is trusted where the document has none of its own or begins with the same words; else it was
    left there when an older document was written over.

    Args:
        package: The document.
        drawn_title: The title that the document itself shows; empty where it shows none.
        first_words: What the document begins with.
    """
    core = package.related("", "core-properties")
    if core is None:
        return DocumentMetadata(title=drawn_title)
    stated = _text(core, f"{_DC}title")
    if _NO_TITLE.fullmatch(stated) or (drawn_title and _plain(stated) not in _plain(first_words)):
        stated = ""
    creator = _text(core, f"{_DC}creator")
    authors = tuple(name for name in _SEVERAL.split(creator) if name and not _NOBODY.fullmatch(name))
    told = " ".join(_text(core, tag) for tag in (f"{_DC}identifier", f"{_DC}description", f"{_DC}subject"))
    doi = _DOI.search(f"{told} {_custom(package)}")
    return DocumentMetadata(
        title=stated or drawn_title,
        authors=authors,
        year=_year(core) if authors else 0,
        doi=doi.group().rstrip(".)").lower() if doi else "",
    )


def _year(core: etree._Element) -> int:
    """The year of a work; 0 where it was made in one and changed in another, for nobody knows which counts, or a library left its own."""
    if _text(core, f"{_TERMS}created") in _TEMPLATES:
        return 0
    told = [_YEAR.match(_text(core, f"{_TERMS}{when}")) for when in ("created", "modified")]
    years = {int(match.group()) for match in told if match}
    return years.pop() if len(years) == 1 else 0


def _custom(package: Package) -> str:
    """Values of the properties that somebody added and called DOI."""
    root = package.related("", "custom-properties")
    found = root if root is not None else ()
    return " ".join("".join(node.itertext()) for node in found if node.get("name", "").strip().lower() == "doi")


def _text(core: etree._Element, tag: str) -> str:
    return " ".join((core.findtext(tag) or "").split())[:_LONGEST]


def _plain(text: str) -> str:
    return "".join(character for character in text.lower() if character.isalnum())
