"""The versions of everything that turns a file into elements: when one changes, the papers it read are read again, and no others.

Belongs here: putting versions together for the planner. Does not belong here: the table of parsers (`loaders.versions`).
"""

from __future__ import annotations

import hashlib

from wiki_assets.documents.loaders.versions import all_versions, parser_of
from wiki_assets.documents.redaction import REDACTION_VERSION

READER_VERSION = f"readers-{hashlib.sha256('|'.join((*all_versions(), REDACTION_VERSION)).encode()).hexdigest()[:12]}"
"""One version over all parsers, and over what is taken out of what they read."""


def reader_version(media_type: str) -> str:
    """Version of what reads this format; of all parsers together where none does, so that a new parser has such files tried again."""
    parser = parser_of(media_type).version
    return f"{parser}, redaction {REDACTION_VERSION}" if parser else READER_VERSION
