"""What a PDF says about itself as a work, in its properties and its XMP packet.

Belongs here: reading both, whatever is in them. Does not belong here: believing it (`documents.metadata`).
"""

from __future__ import annotations

import html
import re
from typing import Any

_NAMES = ("author", "subject", "keywords")
_LONGEST = 2000  # characters of one property; more is no name and no identifier
_LONGEST_XMP = 1_000_000
# Read by pattern and not as XML: nothing in a packet is then ever expanded or followed. A property is an element or an attribute, and a
# list of one or more entries inside an element.
_XMP = re.compile(r"<(prism:\w+|dc:identifier|pdfx:doi)\b[^>]{0,500}>(.{1,2000}?)</\1>", re.DOTALL | re.IGNORECASE)
_XMP_ATTRIBUTE = re.compile(r"""\b(prism:\w+|dc:identifier|pdfx:doi)\s*=\s*["']([^"'<]{1,500})["']""", re.IGNORECASE)
_MARKUP = re.compile(r"<[^>]*>")
_NO_TITLE = re.compile(
    r"\S*|untitled.*|.*\.(dvi|pdf|docx?|tex|ps|eps|rtf|odt|indd|qxd|pptx?|xlsx?|txt)\W*|microsoft \w+ - .*|document\d*|.*\bprint\b.*job.*",
    re.IGNORECASE | re.DOTALL,
)


def properties_of(document: Any) -> tuple[tuple[str, str], ...]:
    """Names and values of an open document's properties, as `documents.metadata.from_document` takes them; dates are not among them, for
    the day a file was made is not the year of the work.

    Raises:
        RuntimeError, ValueError, mupdf.FzErrorBase: They are damaged.
    """
    stated = document.metadata or {}
    found = {name: plain(stated.get(name) or "") for name in _NAMES}
    packet = document.get_xml_metadata()[:_LONGEST_XMP]
    for name, value in (*_XMP_ATTRIBUTE.findall(packet), *_XMP.findall(packet)):
        found.setdefault(name.lower(), plain(html.unescape(_MARKUP.sub(" ", value))))
    return tuple((name, value) for name, value in found.items() if value)


def stated_title(document: Any) -> str:
    """The title in the properties; empty where it is the name of a file or of nothing, as programs put there by themselves."""
    title = plain((document.metadata or {}).get("title") or "")
    return "" if _NO_TITLE.fullmatch(title) else title


def plain(text: str) -> str:
    """A text from the file in one line that can be shown and stored: no control characters, no halves of characters, not endless."""
    shown = "".join([character if character.isprintable() else " " for character in text[:_LONGEST]])
    return " ".join(shown.split())
