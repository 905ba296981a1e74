"""What stands in Markdown files beside CommonMark: front matter, formulae, footnotes.

Belongs here: taking them out of the source, so that the parser does not take an underscore in a formula for emphasis or a footnote for the
address of a link. Does not belong here: elements (`markdown_tokens`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import yaml

_FRONT_MATTER = re.compile(r"\ufeff?---[ \t]*\n(.*?\n)(?:---|\.\.\.)[ \t]*(?:\n|$)", re.DOTALL)
_MOST_FRONT_MATTER = 16_384  # characters; nobody writes more by hand
_SAFE_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times faster, where PyYAML was built with it
_FENCE = re.compile(r"\s{0,3}(?:>\s*)*(`{3,}|~{3,})")
_NOTE = re.compile(r" {0,3}\[\^([^\]\s]+)\]:[ \t]*(.*)")
_NOTE_MARK = re.compile(r"\[\^[^\]\s]+\]")
# Code first: a dollar in it is a dollar. Inline formulae as pandoc has them: no space inside the dollars, no digit behind them. Lengths are
# bounded, but for fenced code: what is opened often and never closed (a bracket that is only escaped) would else be looked for to the end
# of the file each time.
_FORMULA = re.compile(
    r"(?P<fence>^ {0,3}(?P<marks>`{3,}|~{3,})[^\n]*\n.*?(?:^ {0,3}(?P=marks)|\Z))"
    r"|(?P<code>(?<!`)(?P<ticks>`+)(?!`).{1,2000}?(?<!`)(?P=ticks)(?!`))|(?P<escaped>\\[\\$])"
    r"|(?P<display>\$\$(?P<dollars>.{1,4000}?)\$\$|\\\[(?P<brackets>.{1,2000}?)\\\])"
    r"|\$(?P<inline>[^\s$](?:[^$\n]{0,400}?[^\s$\\])?)\$(?!\d)|\\\((?P<round>[^\n]{1,400}?)\\\)",
    re.DOTALL | re.MULTILINE,
)
_OPEN, _CLOSE, _DISPLAY = "\ue0f0", "\ue0f1", "\ue0f2"
HELD = re.compile(f"{_OPEN}({_DISPLAY}?)(\\d+){_CLOSE}")
"""A formula's place in the text: whether it stands by itself, and its number."""


@dataclass(frozen=True, slots=True)
class Source:
    """A Markdown file, taken apart.

    Attributes:
        text: CommonMark, with `HELD` where formulae were.
        formulae: By number.
        footnotes: Their texts, as Markdown, in order.
        front_matter: What the YAML at the top states.
    """

    text: str
    formulae: tuple[str, ...]
    footnotes: tuple[str, ...]
    front_matter: dict[str, object]


def source_of(text: str) -> Source:
    r"""Takes a file apart. Line ends are `\n`."""
    front_matter, text = _front_matter(text)
    formulae: list[str] = []
    footnotes: list[str] = []
    parts = []
    for part, is_code in _parts(text):
        parts.append(part if is_code else _without_formulae(_without_footnotes(part, footnotes), formulae))
    return Source("".join(parts), tuple(formulae), tuple(_without_formulae(note, formulae) for note in footnotes), front_matter)


def _front_matter(text: str) -> tuple[dict[str, object], str]:
    """The YAML at the top, and the rest. What is no mapping is text between two rules."""
    found = _FRONT_MATTER.match(text[:_MOST_FRONT_MATTER])
    if found is None:
        return {}, text
    try:
        stated = yaml.load(found.group(1), Loader=_SAFE_LOADER)  # noqa: S506 # both are safe ones
    except (yaml.YAMLError, RecursionError, ValueError):
        return {}, text
    return (
        ({str(key).lower(): value for key, value in stated.items()}, text[found.end() :])
        if isinstance(stated, dict)
        else ({}, text)
    )


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """The text in parts, and whether each is a fenced block of code."""
    part: list[str] = []
    fence = ""
    for line in text.splitlines(keepends=True):
        mark = _FENCE.match(line)
        if not fence and mark:
            yield "".join(part), False
            part, fence = [line], mark.group(1)
        elif fence and mark and mark.group(1).startswith(fence) and not line[mark.end() :].strip():
            yield "".join([*part, line]), True
            part, fence = [], ""
        else:
            part.append(line)
    yield "".join(part), bool(fence)


def _without_footnotes(text: str, footnotes: list[str]) -> str:
    """The text without footnotes, which go to `footnotes`, and without the marks that lead to them."""
    if "[^" not in text:
        return text
    kept: list[str] = []
    within = False
    for line in text.splitlines(keepends=True):
        note = _NOTE.match(line)
        if note:
            footnotes.append(note.group(2) + "\n")
            within = True
        elif within and line.startswith(("    ", "\t")):
            footnotes[-1] += line.lstrip()
        elif within and not line.strip():
            kept.append(line)
        else:
            within = False
            kept.append(line)
    return _NOTE_MARK.sub("", "".join(kept))


def _without_formulae(text: str, formulae: list[str]) -> str:
    if "$" not in text and "\\(" not in text and "\\[" not in text:
        return text

    def hold(match: re.Match[str]) -> str:
        if match["fence"] or match["code"] or match["escaped"]:
            return match.group()
        formulae.append((match["dollars"] or match["brackets"] or match["inline"] or match["round"] or "").strip())
        return f"{_OPEN}{_DISPLAY if match['display'] else ''}{len(formulae) - 1}{_CLOSE}"

    return _FORMULA.sub(hold, text)
