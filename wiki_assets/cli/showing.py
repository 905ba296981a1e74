"""Foreign text made fit for a terminal. Belongs here: that. Does not belong here: layout or colour."""

from __future__ import annotations

import re

_SPACE = re.compile(r"\s")
# Control characters move the cursor or recolour the screen, directional ones reorder the line, lone surrogates are no text at all.
_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def shown(text: str) -> str:
    """The same text, character for character, so that offsets hold: white space is a space, what a terminal obeys is U+FFFD."""
    return _UNSAFE.sub("\ufffd", _SPACE.sub(" ", text))
