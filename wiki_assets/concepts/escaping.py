"""Makes words of a source harmless in Markdown without changing how they read.

Belongs here: escaping for CommonMark, code hosts and Obsidian at once. Does not belong here: the layout of a page (`markdown`).
"""

from __future__ import annotations

import re

from wiki_assets.text.cleaning import with_accents_composed

# Characters that mean something wherever they stand: code, emphasis, links, tables, mathematics, strike-through.
_ALWAYS = re.compile(r"[\\`*\[\]|$~]")
# An underscore inside a word means nothing to CommonMark; at a word's edge it opens emphasis.
_UNDERSCORE = re.compile(r"(?<![^\W_])_|_(?![^\W_])")
# A tag, a comment or an autolink begins with "<" and one of these; "x < 3" stays as it is.
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_ENTITY = re.compile(r"&(?=#?\w+;)")
# Obsidian: #tag, ==highlight==, %%comment%%.
_TAG_MARK = re.compile(r"#(?=\S)")
_DOUBLED = re.compile(r"([=%])(?=\1)|(?<=([=%]))\2")
# Addresses that code hosts and Obsidian link by themselves.
_ADDRESS = re.compile(r"(?<=[A-Za-z])(:)(?=//)|(?<=\bwww)(\.)|(?<=\w)(@)(?=\w)")
# The sign that marks a doubtful claim belongs to us: `wiki check` counts it, so a source's own is written as an entity.
_WARNING_SIGN = "&#9888;"
# What opens a heading, a quotation, a list, a rule or a setext underline at the start of a line.
_LINE_START = re.compile(r"^([#>+=-])|^(\d{1,9})([.)])(?=\s|$)")


def escape(text: str) -> str:
    """A text as one line of Markdown that renders as that text."""
    line = _ALWAYS.sub(r"\\\g<0>", " ".join(with_accents_composed(text).split()))
    line = _UNDERSCORE.sub(r"\_", line)
    line = _ENTITY.sub("&amp;", line)
    line = _TAG.sub("&lt;", line)
    line = _TAG_MARK.sub(r"\#", line)
    line = _DOUBLED.sub(r"\\\g<0>", line)
    line = _ADDRESS.sub(r"\\\g<0>", line)
    return _LINE_START.sub(_escaped_start, line).replace("⚠", _WARNING_SIGN)


def _escaped_start(match: re.Match[str]) -> str:
    return f"{match[2]}\\{match[3]}" if match[2] else f"\\{match[1]}"
