"""Words and numbers for people: counts with their noun, rates, money, times.

Belongs here: how a figure is said. Does not belong here: which one (`standing`, `sections`). All times are said in UTC.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

NARROW_SPACE = "\u202f"
"""Between a number and its unit, and between groups of three digits, so that neither is torn over two lines."""

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def number(value: int) -> str:
    """A count with its digits in groups of three."""
    return f"{value:,}".replace(",", NARROW_SPACE)


def counted(value: int, one: str, many: str = "") -> str:
    """A count with its noun: `1 page`, `3 pages`."""
    return f"{number(value)} {one if value == 1 else many or one + 's'}"


def percent(rate: float | None) -> str:
    """A rate, cut rather than rounded, so that 0.9999 never reads as 100 %; a dash where there is none."""
    return f"{int(rate * 100 + 1e-9)}{NARROW_SPACE}%" if rate is not None else "–"


def dollars(value: float) -> str:
    """An amount in US dollars: cents, and below a cent as many digits as say something."""
    if 0 < value < 0.01:
        return f"${value:.4f}" if value >= 0.00005 else "under $0.0001"
    return f"${value:,.2f}".replace(",", NARROW_SPACE)


def compact(value: int) -> str:
    """A large count in few signs: `12 k`, `3.4 M`."""
    for unit, size in (("M", 1_000_000), ("k", 1_000)):
        if value >= size:
            shown = value / size
            return f"{shown:.1f}{NARROW_SPACE}{unit}" if shown < 10 else f"{shown:.0f}{NARROW_SPACE}{unit}"
    return str(value)


def day(at: datetime | date) -> str:
    """`3 Nov 2026`."""
    in_utc = at.astimezone(UTC) if isinstance(at, datetime) else at
    return f"{in_utc.day} {_MONTHS[in_utc.month - 1]} {in_utc.year}"


def moment(at: datetime) -> str:
    """`3 Nov 2026, 09:59 UTC`."""
    return f"{day(at)}, {at.astimezone(UTC):%H:%M} UTC"


def tick(at: datetime, span: timedelta) -> str:
    """A time below an axis of this length: the clock where all is within two days, else the date."""
    in_utc = at.astimezone(UTC)
    if span < timedelta(days=2):
        return f"{in_utc:%H:%M}"
    return (
        f"{in_utc.day} {_MONTHS[in_utc.month - 1]}"
        if span < timedelta(days=330)
        else f"{_MONTHS[in_utc.month - 1]} {in_utc.year}"
    )


def lasting(span: timedelta) -> str:
    """A length of time in its largest unit: `3 minutes`, `2 days`."""
    seconds = max(0, int(span.total_seconds()))
    for size, unit in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        # Two of a unit at least, so that 36 hours do not read as one day; a single minute may stand.
        if seconds >= size * (1 if unit == "minute" else 2):
            return counted(seconds // size, unit)
    return "less than a minute"


def seconds_of(value: float) -> str:
    """A duration of work: `12 s`, `4 min`, `2.5 h`."""
    if value < 100:
        return f"{value:.1f}{NARROW_SPACE}s" if value < 10 else f"{value:.0f}{NARROW_SPACE}s"
    if value < 5_400:
        return f"{value / 60:.0f}{NARROW_SPACE}min"
    return f"{value / 3600:.1f}{NARROW_SPACE}h"


def listed(items: list[str], shown: int = 10) -> str:
    """`a, b and 3 more`."""
    if len(items) <= shown:
        return ", ".join(items)
    return f"{', '.join(items[:shown])} and {number(len(items) - shown)} more"
