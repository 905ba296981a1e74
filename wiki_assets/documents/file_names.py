"""Parts of a file's name as text: name, stem, ending.

Belongs here: what `PurePosixPath` says of a path relative to the raw folder, ten times faster; a look at 10,000 papers asks 80,000
times. Does not belong here: keys (`bibkeys`), or which files are documents (`library`).
"""

from __future__ import annotations


def name_of(file: str) -> str:
    """The last part of a path with forward slashes: `b.md` of `a/b.md`."""
    return file.rpartition("/")[2]


def stem_of(file: str) -> str:
    """The name without its last ending: `b.tar` of `a/b.tar.gz`; all of it where it has none."""
    name = name_of(file)
    return name[: len(name) - len(_ending(name))]


def ending_of(file: str) -> str:
    """The last ending in lower case with its dot: `.gz` of `a/b.tar.GZ`; empty where there is none."""
    return _ending(name_of(file)).lower()


def _ending(name: str) -> str:
    """As `PurePath.suffix` has it: neither a dot in front nor one at the end begins an ending."""
    at = name.rfind(".")
    return name[at:] if 0 < at < len(name) - 1 else ""
