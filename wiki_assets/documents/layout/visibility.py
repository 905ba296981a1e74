"""What of a page's text is drawn at all, and what of it says which letters it draws.

Belongs here: reading MuPDF's marks on spans. Does not belong here: what is done about it (`lines`, `garbled`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

_DRAWN = 16 | 32  # FZ_STEXT_FILLED, FZ_STEXT_STROKED
_GUESSED = 128 | 256  # FZ_STEXT_UNICODE_IS_CID, FZ_STEXT_UNICODE_IS_GID: the font does not say what the glyph is
_USUAL = 16  # of all these: filled letters that are known
_LEAST_SIZE = 1.0  # points; smaller type cannot be read


def is_unusual(line: Mapping[str, Any]) -> bool:
    """Whether any of a line, as `get_text("dict")` gives it, may be invisible or guessed; false of nearly all lines."""
    for span in line["spans"]:
        if span["char_flags"] & (_DRAWN | _GUESSED) != _USUAL or not span["alpha"] or span["size"] < _LEAST_SIZE:
            return True
    return False


def parted(line: Mapping[str, Any]) -> Sequence[tuple[Mapping[str, Any], bool]]:
    """The drawn and the invisible part of a line, each with whether it is invisible."""
    hidden = [not span["char_flags"] & _DRAWN or not span["alpha"] or span["size"] < _LEAST_SIZE for span in line["spans"]]
    if all(hidden) or not any(hidden):
        return ((line, hidden[0]),)
    return [(_only(line, hidden, wanted), wanted) for wanted in (False, True)]


def _only(line: Mapping[str, Any], hidden: Sequence[bool], wanted: bool) -> Mapping[str, Any]:
    spans = [span for span, is_hidden in zip(line["spans"], hidden, strict=True) if is_hidden is wanted]
    boxes = [span["bbox"] for span in spans]
    bbox = (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )
    return {**line, "spans": spans, "bbox": bbox}


def unmapped_letters(line: Mapping[str, Any]) -> int:
    """How many printable characters of a line MuPDF had to guess. Figures drawn with fonts of dots have many that are not printable."""
    return sum(
        sum(character.isprintable() for character in span["text"]) for span in line["spans"] if span["char_flags"] & _GUESSED
    )
