"""The versions of everything that turns a file into elements: when one changes, the papers it read are read again, and no others.

Belongs here: putting versions together for the planner. Does not belong here: the table of parsers (`loaders.versions`).
"""

from __future__ import annotations

import hashlib

from wiki_assets.documents.loaders.versions import all_versions, parser_of

READER_VERSION = f"readers-{hashlib.sha256('|'.join(all_versions()).encode()).hexdigest()[:12]}"
"""One version over all parsers."""


def reader_version(media_type: str) -> str:
    """Version of what reads this format; of all parsers together where none does, so that a new parser has such files tried again."""
    return parser_of(media_type).version or READER_VERSION
