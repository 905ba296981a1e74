"""CSL-JSON, as Zotero, Mendeley and others export it: entries by key, and which file each belongs to.

Belongs here: reading that format. Does not belong here: BibTeX (`bibliography`), or which bibliographies there are (`bibliographies`).
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from wiki_assets.documents.bibkeys import is_bibkey
from wiki_assets.documents.model import DocumentMetadata
from wiki_assets.documents.works.bibliography import Bibliography, Entry, base_name
from wiki_assets.documents.works.identifiers import normal_arxiv, normal_doi
from wiki_assets.documents.works.imprint import in_reading_order
from wiki_assets.documents.works.metadata import BIBLIOGRAPHY, stated_by
from wiki_assets.errors import BibliographyError

_YEAR = re.compile(r"(?<!\d)(1[5-9]|20)\d\d(?!\d)")
_TAG = re.compile(r"</?(?:i|b|em|strong|sup|sub|sc|span)\b[^>]*>", re.IGNORECASE)
_LABELLED_DOI = re.compile(r"\bdoi\s*:\s*(\S+)", re.IGNORECASE)
_ARXIV_WORD = re.compile(r"(?:arxiv\s*:\s*|https?://(?:www\.)?arxiv\.org/(?:abs|pdf)/)\S+", re.IGNORECASE)
_FILE = re.compile(r"[^/\\;]+\.\w{2,5}$")
_LISTS = ("items", "references")  # what wraps the list in exports of some programs
_REMEDY = "Export it again as CSL-JSON."


def read_csl(path: Path) -> Bibliography:
    """Reads a CSL-JSON file: a list of entries, or one alone. An entry that is broken costs a warning, not the file.

    Raises:
        BibliographyError: The file cannot be read, or is no CSL-JSON at all.
    """
    items = _items(path.name, _content(path))
    entries: dict[str, Entry] = {}
    warnings: list[str] = []
    for number, item in enumerate(items, start=1):
        try:
            entry = _entry(item)
        except _BadEntryError as error:
            warnings.append(f"{path.name}, entry {number}: {error} It is ignored. Correct it.")
            continue
        if entry.key and entry.key in entries:
            warnings.append(
                f"{path.name}, entry {number}: the key {entry.key!r} is already taken by an earlier entry; this one is ignored. "
                "Give it another key."
            )
            continue
        entries[entry.key or f"\0{number}"] = entry
    return Bibliography(tuple(entries.values()), tuple(warnings))


class _BadEntryError(Exception):
    """An entry cannot be used; the text says why."""


def _content(path: Path) -> object:
    try:
        return json.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        problem = f"The bibliography {path.name} cannot be read: {error.strerror or error}."
        raise BibliographyError(problem, "Correct WIKI_BIBLIOGRAPHY, or unset it.") from error
    except UnicodeDecodeError as error:
        raise BibliographyError(f"The bibliography {path.name} is not UTF-8.", _REMEDY) from error
    except json.JSONDecodeError as error:
        raise BibliographyError(
            f"The bibliography {path.name} is not valid JSON: line {error.lineno}: {error.msg}.", _REMEDY
        ) from error
    except (RecursionError, ValueError) as error:  # nested without end, or a number of thousands of digits
        raise BibliographyError(f"The bibliography {path.name} cannot be read as JSON.", _REMEDY) from error


def _items(name: str, content: object) -> list[object]:
    if isinstance(content, dict):
        content = next((content[key] for key in _LISTS if isinstance(content.get(key), list)), [content])
    if not isinstance(content, list):
        raise BibliographyError(f"The bibliography {name} is no CSL-JSON: it holds no list of entries.", _REMEDY)
    return content


def _entry(item: object) -> Entry:
    if not isinstance(item, dict):
        raise _BadEntryError("an entry has to be an object with a title.")
    if not (_text(item, "title") or _text(item, "DOI") or item.get("author")):
        raise _BadEntryError("it has neither title, author nor DOI.")
    return Entry(_key(item), tuple(dict.fromkeys(_files(item))), stated_by(BIBLIOGRAPHY, _metadata(item)))


def _key(item: Mapping[str, Any]) -> str:
    """The citation key; an id only where it looks like one, for programs put their own addresses there."""
    for name in ("citation-key", "citationKey", "citekey", "id"):
        key = _text(item, name)
        if key and (name != "id" or is_bibkey(key)):
            return key
    return ""


def _files(item: Mapping[str, Any]) -> Iterator[str]:
    """Base names of the files that the entry names: `attachments` with paths, or a `file` field as BibTeX has it."""
    attached = item.get("attachments")
    for one in attached if isinstance(attached, list) else []:
        path = (
            one
            if isinstance(one, str)
            else next((one[k] for k in ("path", "localPath", "file") if k in one), "")
            if isinstance(one, dict)
            else ""
        )
        if isinstance(path, str) and path:
            yield base_name(path)
    for part in re.split(r"[;:]", _text(item, "file")):
        if _FILE.search(part.strip()):
            yield base_name(part)


def _metadata(item: Mapping[str, Any]) -> DocumentMetadata:
    extra = f"{_text(item, 'note')}\n{_text(item, 'annote')}"
    labelled = _LABELLED_DOI.search(extra)
    url = _text(item, "URL")
    doi = (
        normal_doi(_text(item, "DOI"))
        or normal_doi(labelled[1] if labelled else "")
        or normal_doi(url if "doi.org/" in url else "")
    )
    return DocumentMetadata(
        title=_plain(_text(item, "title")),
        authors=tuple(_names(item.get("author") or item.get("editor"))),
        year=_year(item.get("issued")) or _year(item.get("original-date")),
        venue=_plain(_text(item, "container-title", "collection-title", "event-title", "event", "publisher")),
        doi=doi,
        arxiv_id=_arxiv(item, extra) or normal_arxiv(doi),
    )


def _arxiv(item: Mapping[str, Any], extra: str) -> str:
    """From fields that name arXiv, and `number` or `archive_location` where `archive` or `publisher` does."""
    of_arxiv = "arxiv" in f"{_text(item, 'archive')} {_text(item, 'publisher')}".lower()
    bare = [_text(item, name) for name in ("archive_location", "archive-location", "number")] if of_arxiv else []
    stated = " ".join((_text(item, "number"), _text(item, "archive_location"), _text(item, "URL"), extra))
    named = [match.group().rstrip(".,;)") for match in _ARXIV_WORD.finditer(stated)]
    return next((found for text in (*bare, *named) if (found := normal_arxiv(text))), "")


def _names(people: object) -> Iterator[str]:
    for person in people if isinstance(people, list) else []:
        name = _name(person)
        if name:
            yield name


def _name(person: object) -> str:
    if isinstance(person, str):
        return in_reading_order(_plain(person))
    if not isinstance(person, dict):
        return ""
    if literal := _text(person, "literal", "name"):
        return _plain(literal)
    parts = (_text(person, key) for key in ("given", "dropping-particle", "non-dropping-particle", "family", "suffix"))
    return " ".join(_plain(part) for part in parts if part)


def _year(issued: object) -> int:
    """From `{"date-parts": [[2008, 8]]}`, `{"raw": "August 2008"}`, `{"literal": …}`, or a date as text or number."""
    if isinstance(issued, dict):
        parts = issued.get("date-parts")
        first = parts[0] if isinstance(parts, list) and parts else None
        told = first[0] if isinstance(first, list) and first else next((issued[k] for k in ("raw", "literal") if k in issued), "")
    else:
        told = issued
    match = _YEAR.search(str(told)) if isinstance(told, str | int) and not isinstance(told, bool) else None
    return int(match.group()) if match else 0


def _text(item: Mapping[str, Any], *names: str) -> str:
    """The first of these fields that holds a text or a number, or a list that begins with one."""
    for name in names:
        value = item.get(name)
        if isinstance(value, list) and value:
            value = value[0]
        if isinstance(value, str | int | float) and not isinstance(value, bool) and str(value).strip():
            return str(value).strip()
    return ""


def _plain(text: str) -> str:
    return " ".join(html.unescape(_TAG.sub("", text)).split())
