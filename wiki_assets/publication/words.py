"""Words that go into the lists of the wiki.

Belongs here: making any text safe for one line of Markdown. Does not belong here: the lists themselves (`index`, `log`).
"""

from __future__ import annotations

import re

from wiki_assets.publication.model import WARNING_SIGN

_MARKDOWN = re.compile(r"([\\`*_\[\]<>])")
_WHITE_SPACE = re.compile(r"\s+")


def one_line(text: str) -> str:
    """A text as plain words on one line of Markdown: no markup of its own, and no warning sign, which only claims may carry."""
    plain = _WHITE_SPACE.sub(" ", text.replace(WARNING_SIGN, "(!)")).strip()
    return _MARKDOWN.sub(r"\\\1", plain)


def per_cent(rate: float) -> str:
    """A rate for a reader, cut rather than rounded, so that 0.4999 never reads as 50 %."""
    return f"{int(rate * 100 + 1e-9)} %"
