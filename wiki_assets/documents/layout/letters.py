"""Lines mended letter by letter, where MuPDF's order or spacing of letters is not that of the words.

Belongs here: text that runs from right to left put in the order it is read, and words set with wide gaps between their letters
made words again. Does not belong here: the order of lines (`columns`), or mirrored pages (`right_to_left`).

Reading the place of every letter takes three times as long as reading lines, so a page is first asked whether it needs it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import Any, NamedTuple

RIGHT_TO_LEFT = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_SPACED_OUT = re.compile(r"(?<!\S)(?:[^\W\d_] +){4}[^\W\d_](?!\S)")
_SPACED_TWICE = re.compile(r" [^\W\d_] +[^\W\d_] ")  # inside all that is spaced out, and found five times as fast
_WIDEST_SPACING = 0.75  # em between the letters of one word; entries of a matrix stand further apart
_WORD_GAP = 1.6  # times the usual gap of the line: a gap between words, not letters


class _Letter(NamedTuple):
    """A letter, the span it belongs to, and where it stands from left to right (points)."""

    text: str
    span: int
    x0: float
    x1: float


_SPACE_INSIDE = re.compile(r"(?<=[\u3040-\u30ff\u3400-\u9fff]) (?=[\u3040-\u30ff\u3400-\u9fff])")
_IDEOGRAPHS_A_SPACE = 10  # so many to each space between two of them: a stretched line, not a list of names


def without_stray_spaces(text: str) -> str:
    """A clean line without the few spaces that stand between ideographs where a justified line was stretched."""
    spaces = len(_SPACE_INSIDE.findall(text))
    if not spaces or len(text) < _IDEOGRAPHS_A_SPACE * (spaces + 1):
        return text
    return _SPACE_INSIDE.sub("", text)


def needs_letters(content: Mapping[str, Any]) -> bool:
    """Whether a page, as `Page.get_text("dict")` gives it, has lines that only their letters' places tell right."""
    text = "\n".join([line["spans"][0]["text"] if len(line["spans"]) == 1 else _text_of(line) for line in _lines_of(content)])
    if not text.isascii() and RIGHT_TO_LEFT.search(text) is not None:
        return True
    return _SPACED_TWICE.search(text) is not None and _SPACED_OUT.search(text) is not None


def from_letters(raw: Mapping[str, Any]) -> dict[str, Any]:
    """A page's content in the shape of `get_text("dict")`, out of `get_text("rawdict")`, with such lines mended."""
    return {**raw, "blocks": [_mended_block(block) for block in raw["blocks"]]}


def _lines_of(content: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    return (line for block in content["blocks"] for line in block.get("lines", ()))


def _text_of(line: Mapping[str, Any]) -> str:
    return "".join([span["text"] for span in line["spans"]])


def _mended_block(block: Mapping[str, Any]) -> Mapping[str, Any]:
    if "lines" not in block:
        return block
    return {**block, "lines": [_mended_line(line) for line in block["lines"]]}


def _mended_line(line: Mapping[str, Any]) -> dict[str, Any]:
    letters = [
        _Letter(char["c"], index, char["bbox"][0], char["bbox"][2])
        for index, span in enumerate(line["spans"])
        for char in span["chars"]
    ]
    text = "".join([letter.text for letter in letters])
    if line["dir"] == (1.0, 0.0):
        if RIGHT_TO_LEFT.search(text):
            letters = _as_read(letters)
        elif _SPACED_OUT.search(text):
            letters = _as_words(letters, line["spans"][0]["size"])
    return {**line, "spans": _spans(letters, line["spans"])}


def _spans(letters: Sequence[_Letter], spans: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Letters in their order as spans, each with the type of the one they came from."""
    made: list[dict[str, Any]] = []
    last = -1
    for letter in letters:
        if letter.span == last:
            made[-1]["text"] += letter.text
        else:
            kept = {key: value for key, value in spans[letter.span].items() if key != "chars"}
            made.append({**kept, "text": letter.text})
            last = letter.span
    return made


def _as_words(letters: Sequence[_Letter], size: float) -> list[_Letter]:
    """Letters set apart, with spaces only where the gap is wider than the line's usual one."""
    drawn = [letter for letter in letters if not letter.text.isspace()]
    gaps = [after.x0 - before.x1 for before, after in pairwise(drawn)]
    usual = median(gaps)
    if usual > _WIDEST_SPACING * size:
        return list(letters)
    made = drawn[:1]
    for gap, letter in zip(gaps, drawn[1:], strict=True):
        if gap > max(_WORD_GAP * usual, usual + 0.15 * size):
            made.append(letter._replace(text=" "))
        made.append(letter)
    return made


def _as_read(letters: Sequence[_Letter]) -> list[_Letter]:
    """Letters of a line that runs from right to left, in the order they are read; numbers and Latin words run the other way."""
    clusters = sorted(_clusters(letters), key=lambda cluster: -cluster[0].x0)
    kinds = "".join([_direction(cluster[0].text) for cluster in clusters])
    ordered: list[list[_Letter]] = []
    done = 0
    for run in _LEFT_TO_RIGHT.finditer(kinds):
        ordered += clusters[done : run.start()]
        ordered += reversed(clusters[run.start() : run.end()])
        done = run.end()
    ordered += clusters[done:]
    return _brackets_turned([letter for cluster in ordered for letter in cluster])


# Latin words with numbers and what stands between them, or a number with the signs inside it.
_LEFT_TO_RIGHT = re.compile(r"L(?:[LDSTN ]*[LD])?|D[DSTN ]*L(?:[LDSTN ]*[LD])?|T?D+(?:SD+)*T?")


def _direction(letter: str) -> str:
    """Letter for a kind: `L` runs to the right, `R` to the left, `D` is a digit, `S` stands inside numbers, `T` beside them."""
    return " " if letter.isspace() else _KINDS.get(unicodedata.bidirectional(letter), "N")


_KINDS = {"L": "L", "R": "R", "AL": "R", "NSM": "R", "EN": "D", "AN": "D", "CS": "S", "ES": "S", "ET": "T"}


def _clusters(letters: Sequence[_Letter]) -> list[list[_Letter]]:
    """Letters with those drawn by the same glyph (they have no width and stand at its end) and the marks on them."""
    bases = [letter for letter in letters if letter.x1 - letter.x0 > 0.05 and not _is_mark(letter)]
    clusters = [[base] for base in bases]
    for letter in letters:
        if letter.x1 - letter.x0 > 0.05 and not _is_mark(letter):
            continue
        at = letter.x0 if not _is_mark(letter) else (letter.x0 + letter.x1) / 2
        home = min(clusters, key=lambda cluster: _distance(cluster[0], at, _is_mark(letter)), default=None)
        if home is None:
            clusters.append([letter])
        else:
            home.append(letter)
    return clusters


def _is_mark(letter: _Letter) -> bool:
    return unicodedata.category(letter.text)[0] == "M"


def _distance(base: _Letter, at: float, mark: bool) -> float:
    """How far a place is from a glyph: from its middle for a mark on it, from its end for a letter it also stands for."""
    return abs((base.x0 + base.x1) / 2 - at) if mark else abs(base.x1 - at)


_TURNED = {"(": ")", ")": "(", "[": "]", "]": "[", "{": "}", "}": "{", "«": "»", "»": "«"}


def _brackets_turned(letters: list[_Letter]) -> list[_Letter]:
    """Brackets as they are written: some files give the sign that is drawn, which is its mirror image."""
    signs = [letter.text for letter in letters if letter.text in _TURNED]
    if not signs or signs[0] in "([{«":
        return letters
    if signs[-1] not in "([{«":
        return letters
    return [letter._replace(text=_TURNED.get(letter.text, letter.text)) for letter in letters]
