"""Values of a sheet as the sheet shows them.

Belongs here: the number formats that are simple: digits, thousands, percent, literal text, sections by sign, dates and times. Does not
belong here: fractions, conditions and colours, for which a value is shown plainly.
"""

from __future__ import annotations

import datetime
import re
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from functools import lru_cache

_SECTIONS = re.compile(r'(?:"[^"]*"|\\.|[^;"\\])+|(?<=;)(?=;|$)|^(?=;)')
_TOKEN = re.compile(
    r"""(?P<quoted>"[^"]*")|\\(?P<escaped>.)|_(?P<space>.)|\*(?P<fill>.)|\[\$(?P<currency>[^\]-]*)(?:-[^\]]*)?\]|(?P<bracket>\[[^\]]*\])
    |(?P<number>[0#?][0#?,]*(?:\.[0#?]*)?(?:E[+-]0+)?,*|\.[0#?]+)|(?P<percent>%)|(?P<text>@)|(?P<plain>[^0#?.,"\\_*\[\]@%]|.)""",
    re.VERBOSE,
)
_DATE_TOKEN = re.compile(r'"([^"]*)"|\\(.)|\[[^\]]*\]|(AM/PM|A/P|y+|m+|d+|h+|s+(?:\.0+)?)|(.)', re.IGNORECASE)
_LOCAL_DATES = ("mm-dd-yy", "m/d/yy h:mm", "General")
"""Formats that every reader sees in the order of his own country: ISO is the same for all."""
_PLAIN_DIGITS = 15
"""Digits that a sheet keeps of a number."""
_HUGE = 1e15


def shown(value: object, number_format: str) -> str:
    """A cell's value as text.

    Args:
        value: As openpyxl gives it; None for an empty cell.
        number_format: The cell's format, as Excel writes it.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        return _date(value, number_format)
    if isinstance(value, datetime.timedelta):
        return _duration(value)
    if isinstance(value, int | float):
        return _number(value, number_format)
    return str(value)


def _plainly(value: float) -> str:
    if isinstance(value, int) or (value.is_integer() and abs(value) < _HUGE):
        return str(int(value))
    return f"{value:.{_PLAIN_DIGITS}g}"


def _number(value: float, number_format: str) -> str:
    if isinstance(value, float) and not abs(value) < float("inf"):
        return str(value)
    section, signed = _section(_sections(number_format), value)
    if section.strip().lower() in ("", "general", "@") and not signed:
        return _plainly(value)
    try:
        return _formatted(Decimal(repr(value)), section, signed)
    except (ValueError, InvalidOperation):
        return _plainly(value)


@lru_cache(maxsize=512)
def _sections(number_format: str) -> tuple[str, ...]:
    """Parts for positive, negative and zero numbers, and for text."""
    return tuple(_SECTIONS.findall(number_format)[:4])


def _section(sections: tuple[str, ...], value: float) -> tuple[str, bool]:
    """The part of the format for this value, and whether that part says by itself that the value is negative."""
    if not sections:
        return "General", False
    if value < 0 and len(sections) > 1:
        return sections[1], True
    if value == 0 and len(sections) > 2:
        return sections[2], False
    return sections[0], False


def _formatted(value: Decimal, section: str, signed: bool) -> str:
    """Raises `ValueError` where the format is none of the simple ones."""
    number = abs(value)
    if "%" in re.sub(r'"[^"]*"|\\.', "", section):
        number *= 100
    parts: list[str] = []
    numbers = 0
    for token in _TOKEN.finditer(section):
        kind, text = token.lastgroup or "", token.group(token.lastgroup or 0)
        if kind == "number":
            numbers += 1
            parts.append(_digits(number, text))
        elif kind == "bracket" and text.lower().strip("[]") not in _COLOURS:
            raise ValueError(section)
        else:
            parts.append(_literal(kind, text))
    shown_text = "".join(parts).strip()
    if numbers > 1 or "General" in shown_text or "/" in shown_text:
        raise ValueError(section)
    return f"-{shown_text}" if value < 0 and not signed else shown_text


_COLOURS = frozenset({"black", "blue", "cyan", "green", "magenta", "red", "white", "yellow"})


def _literal(kind: str, text: str) -> str:
    if kind == "quoted":
        return text[1:-1]
    return {"escaped": text, "space": " ", "currency": text, "percent": "%", "plain": text}.get(kind, "")


def _digits(number: Decimal, pattern: str) -> str:
    if "E" in pattern:
        mantissa, _, exponent = pattern.partition("E")
        written = f"{number:.{len(mantissa.partition('.')[2])}E}"
        digits, _, power = written.partition("E")
        return f"{digits}E{power[0]}{power[1:].zfill(len(exponent) - 1)}"
    scaled = pattern.rstrip(",")
    number = number / Decimal(1000) ** (len(pattern) - len(scaled))
    whole, _, fraction = scaled.partition(".")
    rounded = number.quantize(Decimal(1).scaleb(-len(fraction)), ROUND_HALF_UP)
    digits, _, decimals = f"{rounded:f}".partition(".")
    needed = sum(character == "0" for character in whole)
    digits = digits.zfill(needed) if needed else digits.lstrip("0")
    if "," in whole:
        digits = f"{int(digits or 0):,}" if digits else digits
    optional = len(fraction) - len(fraction.rstrip("#?"))
    kept = decimals.rstrip("0") if optional else decimals
    decimals = decimals[: max(len(kept), len(fraction) - optional)]
    return f"{digits}.{decimals}" if decimals else digits or "0" if needed else digits


def _duration(value: datetime.timedelta) -> str:
    seconds = round(value.total_seconds())
    sign, seconds = ("-", -seconds) if seconds < 0 else ("", seconds)
    return f"{sign}{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"


def _date(value: datetime.datetime | datetime.date | datetime.time, number_format: str) -> str:
    pattern = _sections(number_format)[:1]
    if not pattern or pattern[0] in _LOCAL_DATES:
        return _iso(value)
    moment = value if isinstance(value, datetime.datetime) else _moment(value)
    tokens = [match.groups() for match in _DATE_TOKEN.finditer(pattern[0])]
    twelve_hours = any((token or "").upper() in ("AM/PM", "A/P") for _, _, token, _ in tokens)
    parts: list[str] = []
    for index, (quoted, escaped, token, plain) in enumerate(tokens):
        if token is None:
            parts.append(quoted or escaped or (plain if plain not in ("@", None) else "") or "")
        else:
            minutes = token.lower() in ("m", "mm") and _beside_time([row[2] for row in tokens], index)
            parts.append(_date_part(moment, token.lower(), minutes, twelve_hours))
    return "".join(parts).strip() or _iso(value)


def _moment(value: datetime.date | datetime.time) -> datetime.datetime:
    if isinstance(value, datetime.time):
        return datetime.datetime.combine(datetime.date(1900, 1, 1), value)
    return datetime.datetime.combine(value, datetime.time())


def _iso(value: datetime.datetime | datetime.date | datetime.time) -> str:
    if isinstance(value, datetime.datetime):
        midnight = value.time() == datetime.time()
        return value.date().isoformat() if midnight else value.isoformat(sep=" ", timespec="seconds")
    return value.isoformat()


def _beside_time(tokens: list[str | None], index: int) -> bool:
    """Whether `m` means minutes: after hours or before seconds."""
    before = next((token for token in reversed(tokens[:index]) if token), "")
    after = next((token for token in tokens[index + 1 :] if token), "")
    return before[:1].lower() == "h" or after[:1].lower() == "s"


def _date_part(moment: datetime.datetime, token: str, minutes: bool, twelve_hours: bool) -> str:
    letter, length = token[0], len(token)
    if token in ("am/pm", "a/p"):
        return ("AM" if moment.hour < 12 else "PM")[: 2 if length > 3 else 1]
    if letter == "y":
        return f"{moment.year:04d}" if length > 2 else f"{moment.year % 100:02d}"
    if letter == "d":
        return str(moment.day).zfill(min(length, 2)) if length < 3 else _DAYS[moment.weekday()][: 3 if length == 3 else None]
    if letter == "m" and not minutes:
        return str(moment.month).zfill(length) if length < 3 else _MONTHS[moment.month - 1][: 3 if length == 3 else None]
    hour = (moment.hour % 12 or 12) if twelve_hours else moment.hour
    number = {"h": hour, "m": moment.minute, "s": moment.second}[letter]
    return str(number).zfill(min(length, 2))


_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip
