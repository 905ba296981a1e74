"""Partition keys: what may be one, and how a name becomes one.

Belongs here: the rule for keys. Dagster does not validate dynamic partition keys, so we do. Does not belong here: which file
owns a key (`library`).
"""

from __future__ import annotations

import re

from slugify import slugify

_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_UNSAFE = r"[^A-Za-z0-9._-]+"
_DOTS = re.compile(r"\.{2,}")


def is_bibkey(key: str) -> bool:
    """Whether a text can be a partition key, a file name on every system and part of a citation."""
    return _KEY.fullmatch(key) is not None and ".." not in key


def safe_bibkey(name: str) -> str:
    """A key made from a name: transliterated, case kept, other characters replaced by hyphens. Empty where nothing is left."""
    made = slugify(name, lowercase=False, regex_pattern=_UNSAFE, separator="-")
    return _DOTS.sub(".", made).lstrip("._-")[:100].rstrip("._-")
