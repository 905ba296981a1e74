"""Turns mentions of other concepts in Markdown into relative links.

Belongs here: which parts of a Markdown text may hold a link, and which words become one. Does not belong here: rendering a
page (`markdown`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from wiki_assets.concepts.model import Concept
from wiki_assets.concepts.names import is_acronym

# Left to right, the first that matches at a place wins; what it matches is copied as it stands. Link labels may hold one level
# of brackets. Order matters: blocks before inline, code before brackets.
_PROTECTED = re.compile(
    r"""
      (?P<front>\A---[ \t]*\n.*?^(?:---|\.\.\.)[ \t]*(?:\n|\Z))
    | (?P<fence>^[ ]{0,3}(?P<ticks>`{3,}|~{3,})[^\n]*\n(?:.*?^[ ]{0,3}(?P=ticks)[`~]*[ \t]*(?:\n|\Z)|.*\Z))
    | (?P<indented>^(?:[ ]{4}|\t)[^\n]*(?:\n|\Z))
    | (?P<heading>^[ ]{0,3}\#{1,6}(?:[ \t][^\n]*)?(?:\n|\Z))
    | (?P<setext>^[^\n]+\n[ ]{0,3}(?:=+|-+)[ \t]*(?:\n|\Z))
    | (?P<definition>^[ ]{0,3}\[[^\]\n]+\]:[^\n]*)
    | (?P<escape>\\[!-/:-@\[-`{-~])
    | (?P<code>(?<!`)(?P<run>`+)(?!`).*?(?<!`)(?P=run)(?!`))
    | (?P<comment><!--.*?-->)
    | (?P<tag></?[A-Za-z][^<>]*>|<[^<>\s]+>)
    | (?P<link>!?\[(?:[^\[\]\\]|\\.|\[(?:[^\[\]\\]|\\.)*\])*\](?:\((?:[^()\\]|\\.|\([^()]*\))*\)|\[[^\[\]]*\])?)
    | (?P<url>(?:[a-z][a-z0-9+.-]*://|www\.|mailto:)[^\s<>]+)
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL | re.IGNORECASE,
)
_HYPHENS = "[-\u2010\u2011\u2013]"


class CrossReferences:
    """Links to the pages that exist, for the names of all concepts."""

    def __init__(self, concepts: Iterable[Concept], existing: Collection[str]) -> None:
        """Takes all concepts, whatever subset is being built, and the slugs whose pages exist: others stay plain text."""
        names = [(name, concept.slug) for concept in concepts for name in concept.names if concept.slug in existing]
        self._slugs: dict[str, str] = {}
        for name, slug in names:
            self._slugs.setdefault(_fold(name), slug)
        self._acronyms = {_fold(name) for name, _ in names if is_acronym(name)}
        self._names = _alternatives(self._slugs)

    def link(self, text: str, own_slug: str, seen: set[str], prefix: str = "") -> str:
        """A Markdown text with the first mention of every other concept linked.

        Args:
            own_slug: Slug of the page itself, which is never linked.
            seen: Slugs that the section has linked already; those linked now are added.
            prefix: What leads from the page's folder to the wiki, `""` or `"../"`.
        """
        names = self._names
        if names is None:
            return text

        def replaced(match: re.Match[str]) -> str:
            words, folded = match.group(), _fold(match.group("name"))
            slug = self._slugs.get(folded, own_slug)
            if slug == own_slug or slug in seen or (folded in self._acronyms and words.islower()):
                return words
            seen.add(slug)
            return f"[{words}]({prefix}{slug}.md)"

        return "".join(names.sub(replaced, part) if free else part for part, free in _parts(text))


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """Consecutive parts of a text, and whether a link may be put into each."""
    position = 0
    for protected in _PROTECTED.finditer(text):
        if protected.start() > position:
            yield text[position : protected.start()], True
        yield protected.group(), False
        position = protected.end()
    if position < len(text):
        yield text[position:], True


def _alternatives(slugs: Collection[str]) -> re.Pattern[str] | None:
    names = sorted((name for name in slugs if name and not set(name) & set("[]<>`\\")), key=lambda name: (-len(name), name))
    if not names:
        return None
    alternatives = "|".join(_pattern(name) for name in names)
    return re.compile(rf"(?<![\w!\[-])(?P<name>{alternatives})(?:s|['’]s)?(?![\w-])", re.IGNORECASE)


def _pattern(name: str) -> str:
    words = (_HYPHENS.join(re.escape(part) for part in word.split("-")) for word in name.split(" "))
    return r"(?:[ \t]+|[ \t]*\n[ \t]*)".join(words)


def _fold(name: str) -> str:
    """The key of a name: however its words were drawn, it leads to the same page."""
    return " ".join(re.sub(_HYPHENS, "-", name).lower().split())
