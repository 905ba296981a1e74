"""Spellings of one word or number, as one.

Belongs here: numbers in words, numbers with a scale behind them, contractions of "not", "per cent". Does not belong here: synonyms.
English only; a text in another language has hardly any of these words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from text_to_num import text2num

from wiki_assets.text.edits import Edit

_UNITS = ["two", "three", "four", "five", "six", "seven", "eight", "nine"]
_TEENS = ["ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
# "One" is a pronoun as well, and begins a number only where more of it follows. "Hundreds" is no number at all.
_FIRST_WORDS = ["zero", *_UNITS, *_TEENS, *_TENS]
_ALL_WORDS = ["one", *_FIRST_WORDS, "hundred", *_SCALES]
_MULTIPLIERS = frozenset(("hundred", *_SCALES))


def _any_case(words: list[str]) -> str:
    """A pattern of any of the words, in small letters, with a capital first, or in capitals."""
    return "|".join(f"[{word[0]}{word[0].upper()}]{word[1:]}|{word.upper()}" for word in words)


# Behind a number word no digits may follow that it would run into ("in two.5 We": the mark of a note).
_END = r"(?!\w|[.,]\d|[ ]000)"
_ANY_WORD = rf"(?:{_any_case(_ALL_WORDS)})\b"
_NUMBER_WORD = re.compile(_ANY_WORD)
_RUN = re.compile(
    rf"(?:(?:{_any_case(_FIRST_WORDS)})\b|(?:{_any_case(['one'])})(?=[ -](?:{_any_case(sorted(_MULTIPLIERS))})\b))"
    rf"(?:[ -](?:and[ -]|AND[ -])?{_ANY_WORD})*{_END}"
)
_TIED = re.compile("-(?!per[ -]?cent)[a-z]")
_LIST = re.compile("(?<!hundred)(?<!thousand)[ -]and")  # "forty and two", "seven million and two": two numbers
_MOST_WORDS = 24  # of one number: "nine hundred and ninety-nine trillion ..." has no more
_SCALES_BEHIND = re.compile(rf"(?:[ -](?:{_any_case(list(_SCALES))})\b){{1,4}}{_END}")
_DIGITS_BEFORE = re.compile(r"(?<![\w.,/])[0-9]+(?:\.[0-9]+)?$")
_MOST_DIGITS = 20
_CANNOT = re.compile(r"[Cc](?:an(?=not\b)|AN(?=NOT\b))")
_PER_CENT = re.compile(r"(?:[Pp]er[ -]?cent|PER[ -]?CENT)\b|%")
_REACH = 12  # characters that are looked at before it
_NOT_CONTRACTED = re.compile(r"'[tT]\b")
_BEFORE_IT = re.compile(r"(?:\b(?P<odd>[Cc]a|CA|[Ww]o|WO|[Ss]ha|SHA|[Aa]i|AI)\s*|(?<=[A-Za-z])\s+|(?<=[A-Za-z])(?<!'t))[nN]$")
_ODD = {"ca": "can", "wo": "will", "sha": "shall", "ai": "is"}

# Looking for words at each of some hundred spaces is what costs. So all that may part words is made a space, in a string of bytes of the
# same length, and one pattern with a literal space in front looks for how the words begin. "?" stands for whatever Latin-1 has not.
_SIGNS = "!\"#$&'()*+-/:;<=>?@[]^{|}~¡¢£¤¥¦§©«¬®°±¶·»¿×÷".encode("latin-1")
_PARTING = bytes.maketrans(_SIGNS, b" " * len(_SIGNS))
_BEGINNING = re.compile(
    rb" (?:t(?:wo|hree|en|welve|hirt|went|hous|rill)|f(?:our|ive|ift|ort)|s(?:ix|even)|e(?:igh|leven)|nin|zero|one(?= [htmb])|[mb]illion"
    rb"|cannot|per.?cent|%)"
)


def contraction_edits(text: str) -> list[Edit]:
    """Writes out the "n't" of "don't" and of "do n't" as " not"."""
    return list(_written_out(text)) if "'" in text else []


def _written_out(text: str) -> Iterator[Edit]:
    for match in _NOT_CONTRACTED.finditer(text):
        before = _BEFORE_IT.search(text, max(0, match.start() - _REACH), match.start())
        if before is None:
            continue
        odd = before["odd"] or ""
        whole = _ODD.get(odd.lower(), "")
        yield Edit(before.start(), match.end(), (whole.capitalize() if odd[:1].isupper() else whole) + " not")


def wording_edits(text: str) -> list[Edit]:
    """Numbers to digits, "cannot" to two words, "per cent" to its sign; expects white space in order."""
    edits: list[Edit] = []
    skeleton = b" " + text.encode("latin-1", "replace").lower().translate(_PARTING)
    done = 0
    for match in _BEGINNING.finditer(skeleton):
        at = match.start()  # the skeleton is one ahead: here its space is, and here in the text the word begins
        if at >= done and not text[at - 1 : at].isalnum():
            edits += _edits_at(text, at)
            done = edits[-1].end if edits else 0
    return edits


def _edits_at(text: str, at: int) -> list[Edit]:
    if text[at] in "%pP":
        return _per_cent(text, at)
    if text[at] in "cC":
        cannot = _CANNOT.match(text, at)
        return [Edit(cannot.end() - 1, cannot.end(), text[cannot.end() - 1] + " ")] if cannot else []
    scale = _scaled(text, at)
    return [scale] if scale else list(_numbers(text, at))


def _per_cent(text: str, at: int) -> list[Edit]:
    found = _PER_CENT.match(text, at)
    if found is None:
        return []
    tied = " " if text[at] == "%" else " -"
    start = max(0, at - _REACH) + len(text[max(0, at - _REACH) : at].rstrip(tied))
    return [Edit(start, found.end(), "%")] if text[start : found.end()] != "%" else []


def _scaled(text: str, at: int) -> Edit | None:
    """Digits with a scale behind them: the "7 billion" of which `at` is the b."""
    scales = _SCALES_BEHIND.match(text, at - 1) if at else None
    digits = _DIGITS_BEFORE.search(text, max(0, at - 1 - _MOST_DIGITS), at - 1) if scales else None
    if scales is None or digits is None:
        return None
    value = Decimal(digits.group())
    for word in _NUMBER_WORD.findall(scales.group()):
        value *= _SCALES[word.lower()]
    return Edit(digits.start(), scales.end(), _plain_digits(value))


def _plain_digits(value: Decimal) -> str:
    digits = format(value, "f")
    return digits.rstrip("0").rstrip(".") if "." in digits else digits


def _numbers(text: str, at: int) -> Iterator[Edit]:
    """The numbers of a run of number words: "two" and "300" of "two three hundred"."""
    run = _RUN.match(text, at)
    if run is None or (text[at - 1 : at] == "-" and text[max(0, at - 4) : at].lower() == "non-"):
        return
    end = run.end()
    parted = text.rfind(" and ", at, end) if text[max(0, at - 8) : at].lower() == "between " else -1
    if parted >= 0:  # "between one hundred and two thousand"
        yield from _numbers_in(text, at, parted)
        at = parted
    yield from _numbers_in(text, at, end)


def _numbers_in(text: str, start: int, end: int) -> Iterator[Edit]:
    words = [match.span() for match in _NUMBER_WORD.finditer(text, start, end)]
    first = 0
    while first < len(words):
        count, value = _longest_number(text, words[first : first + _MOST_WORDS])
        if count:
            yield Edit(words[first][0], words[first + count - 1][1], str(value))
        first += max(count, 1)


def _longest_number(text: str, words: list[tuple[int, int]]) -> tuple[int, int]:
    """How many of the words make one number, and which; no words where the first is none by itself."""
    start, longest = words[0][0], (0, 0)
    if text[slice(*words[0])].lower() in _MULTIPLIERS:
        return longest
    for count, (last, end) in enumerate(words, start=1):
        value = _value(text[start:end].lower())
        if value is None:  # what begins a number is a number itself
            break
        goes_on = count < len(words) and text[slice(*words[count])].lower() in _MULTIPLIERS  # "one hundred and two hundred"
        multiplies = text[last:end].lower() in _MULTIPLIERS  # "one thousand-byte blocks"
        tied = (
            count > 1 and not multiplies and _TIED.match(text, end) and text[words[count - 2][1] : last] == " "
        )  # "twenty two-layer"
        if not (goes_on or tied or (count == 1 and value == 1)):
            longest = count, value
    return longest


def _value(words: str) -> int | None:
    """The number that some words make, by the maintained parser, which stops at billions."""
    if _LIST.search(words):
        return None
    many, _, rest = words.partition("trillion")
    try:
        if many == words:
            return int(text2num(words, "en"))
        rest = rest.lstrip(" -")
        return int(text2num(many.rstrip(" -"), "en")) * _SCALES["trillion"] + (int(text2num(rest, "en")) if rest else 0)
    except ValueError:
        return None
