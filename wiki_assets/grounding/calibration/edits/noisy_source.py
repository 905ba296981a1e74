"""Good edits `ligatures`, `line-breaks` and `soft-hyphens`: the source as it comes out of a PDF before anything is repaired.

The claim stays as it is. A guard that is handed such text by another parser must read the same words in it.
"""

from __future__ import annotations

import re

from wiki_assets.grounding.calibration.edits.interface import Edit, Label, Rewrite, Specimen

_LIGATURES = {"ffi": "ﬃ", "ffl": "ﬄ", "ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ"}
_LIGATURE = re.compile("|".join(_LIGATURES))
_LONG_WORD = re.compile(
    r"(?<![\w-])[a-z]{8,}(?![\w-])"
)  # capitals and compounds are never divided: their hyphen may be their own
_LINE = 60  # characters of a line of one of two columns


def _with_ligatures(specimen: Specimen) -> Rewrite | None:
    return _changed(specimen, _LIGATURE.sub(lambda match: _LIGATURES[match.group()], specimen.source), "fi → ﬁ in the source")


def _with_soft_hyphens(specimen: Specimen) -> Rewrite | None:
    return _changed(
        specimen, _LONG_WORD.sub(lambda match: _divided(match.group(), "\u00ad"), specimen.source), "soft hyphens in the source"
    )


def _with_line_breaks(specimen: Specimen) -> Rewrite | None:
    return _changed(specimen, "\n".join(_wrapped(line) for line in specimen.source.split("\n")), "lines of the source broken")


def _wrapped(paragraph: str) -> str:
    """Lines of about `_LINE` characters; a long word at the end of one is divided."""
    lines, line = [], ""
    for word in paragraph.split(" "):
        if line and len(line) + len(word) >= _LINE:
            if _LONG_WORD.fullmatch(word):
                half = len(word) // 2
                lines.append(f"{line} {word[:half]}-")
                line = word[half:]
                continue
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, line])


def _divided(word: str, mark: str) -> str:
    half = len(word) // 2
    return word[:half] + mark + word[half:]


def _changed(specimen: Specimen, source: str, change: str) -> Rewrite | None:
    return Rewrite(specimen.claim, source, change) if source != specimen.source else None


_ADVICE = "Repair the text where it is read (wiki_assets.text.cleaning) before the guard sees it."

LIGATURES = Edit("ligatures", Label.SUPPORTED, "ligatures in the source", _ADVICE, _with_ligatures)
LINE_BREAKS = Edit("line-breaks", Label.SUPPORTED, "line breaks and hyphenation in the source", _ADVICE, _with_line_breaks)
SOFT_HYPHENS = Edit("soft-hyphens", Label.SUPPORTED, "soft hyphens in the source", _ADVICE, _with_soft_hyphens)
