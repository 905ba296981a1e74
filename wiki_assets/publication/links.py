"""Relative links of the wiki's files.

Belongs here: finding them and saying which lead nowhere. Does not belong here: making links (`concepts.cross_references`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

_FENCE = re.compile(r"^(`{3,}|~{3,}).*?^\1[`~]*\s*?$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
_LINK = re.compile(r"(?<!\\)\]\(\s*<?([^)\s>]+)>?[^)]*\)")
_ELSEWHERE = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//|#")


@dataclass(frozen=True, slots=True)
class BrokenLink:
    """A relative link that resolves to nothing: file name below the wiki, 1-based line, and the target as written."""

    file: str
    line: int
    target: str


def broken_links(wiki: Path) -> tuple[BrokenLink, ...]:
    """Relative links of `wiki/*.md` that lead to no file or folder inside the wiki."""
    return tuple(link for file in sorted(wiki.glob("*.md")) for link in _broken_in(file, wiki))


def relative_links(markdown: str) -> Iterator[tuple[int, str]]:
    """Line and target of every link that is neither absolute nor within its own page; code is skipped."""
    bare = _CODE.sub(_blank, _FENCE.sub(_blank, markdown))
    for number, line in enumerate(bare.splitlines(), start=1):
        for link in _LINK.finditer(line):
            if not _ELSEWHERE.match(link.group(1)):
                yield number, link.group(1)


def _broken_in(file: Path, wiki: Path) -> Iterator[BrokenLink]:
    for line, target in relative_links(file.read_text("utf-8", errors="replace")):
        path = (file.parent / unquote(target.split("#")[0])).resolve()
        if not path.exists() or not path.is_relative_to(wiki.resolve()):
            yield BrokenLink(file.relative_to(wiki).as_posix(), line, target)


def _blank(code: re.Match[str]) -> str:
    """As many lines, with nothing on them."""
    return "\n" * code.group().count("\n")
