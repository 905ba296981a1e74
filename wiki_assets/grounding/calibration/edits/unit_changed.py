"""Bad edit `unit-changed`: behind a number, a unit becomes another one of the same kind that never stands beside that number.

The units are this edit's own, chosen without looking at what any guard knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from wiki_assets.grounding.calibration.edits.interface import Edit, Label, Rewrite, Specimen
from wiki_assets.grounding.calibration.edits.numbers import counting_numbers
from wiki_assets.grounding.calibration.edits.places import Substitution, choose

_KINDS = (
    *(("nm", "µm", "mm", "cm", "m", "km"), ("inches", "feet", "miles"), ("metres", "kilometres"), ("meters", "kilometers")),
    *(("mg", "g", "kg"), ("grams", "kilograms", "tonnes"), ("ns", "µs", "ms"), ("milliseconds", "seconds", "minutes", "hours")),
    *(("days", "weeks", "months", "years"), ("day", "week", "month", "year"), ("second", "minute", "hour")),
    *(("bits", "bytes"), ("KB", "MB", "GB", "TB"), ("Hz", "kHz", "MHz", "GHz"), ("W", "kW", "MW"), ("Pa", "kPa", "MPa")),
    *(("thousand", "million", "billion"), ("degrees", "radians"), ("%", "‰"), ("percent", "per mille"), ("°C", "°F")),
    *(("pixels", "centimetres"), ("words", "sentences"), ("tokens", "documents"), ("dollars", "euros")),
)
_UNIT = re.compile(
    r"[ \u00a0-]?("
    + "|".join(
        re.escape(unit) for unit in sorted((unit for kind in _KINDS for unit in kind), key=lambda unit: (-len(unit), unit))
    )
    + r")(?![\w-])"
)


def _rewrite(specimen: Specimen) -> Rewrite | None:
    found = choose(list(_places(specimen)), specimen.claim)
    return Rewrite(found.apply(specimen.claim), specimen.source, found.change) if found else None


def _places(specimen: Specimen) -> Iterator[Substitution]:
    for number in counting_numbers(specimen.claim):
        unit = _UNIT.match(specimen.claim, number.end)
        if unit is None:
            continue
        for kind in _KINDS:
            others = [other for other in kind if other != unit.group(1)] if unit.group(1) in kind else []
            for other in others:
                if not _beside(number.text, other, specimen.source):
                    yield Substitution(unit.start(1), unit.end(1), unit.group(1), other)


def _beside(number: str, unit: str, source: str) -> bool:
    return re.search(rf"{re.escape(number)}[\s-]?{re.escape(unit)}", source) is not None


EDIT = Edit(
    name="unit-changed",
    label=Label.UNSUPPORTED,
    description="the unit behind a number changed",
    advice="Read claims with units against their passages.",
    rewrite=_rewrite,
)
