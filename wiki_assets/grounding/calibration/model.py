"""What a calibration hands on: counts by kind of edit, shares with their intervals, examples of what was got wrong.

Belongs here: shapes and arithmetic. Does not belong here: editing (`edits`) or asking a guard (`measuring`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist

from pydantic import Field

from wiki_assets.grounding.calibration.edits.interface import Label
from wiki_assets.storage.frozen import Frozen

CONFIDENCE = 0.95
DEFAULT_CLAIMS = 200
"""Claims that a calibration takes unless told otherwise: a few seconds' work, and an interval of a few per cent for the common kinds."""


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a whole, both counts."""

    part: int
    whole: int

    @property
    def rate(self) -> float:
        """Part over whole; 0.0 where there is no whole."""
        return self.part / self.whole if self.whole else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the rate lies at `CONFIDENCE`, by the score interval of Wilson (1927), J. Am. Stat. Assoc. 22, 209-212.

        Returns:
            Lower and upper bound, from 0.0 to 1.0; all of it where there is no whole.
        """
        if not self.whole:
            return 0.0, 1.0
        z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
        shrink = 1 + z * z / self.whole
        centre = (self.rate + z * z / (2 * self.whole)) / shrink
        reach = z / shrink * math.sqrt(self.rate * (1 - self.rate) / self.whole + (z / (2 * self.whole)) ** 2)
        # At the ends the bound is the end itself, which floating point misses by a hair.
        low = max(0.0, centre - reach) if self.part else 0.0
        high = min(1.0, centre + reach) if self.part < self.whole else 1.0
        return low, high


class KindResult(Frozen):
    """What a guard said of all claims edited in one way.

    Attributes:
        kind: Name of the edit.
        label: What is right.
        grounded, uncertain, unsupported: Number of edited claims with each verdict.
        refusing_rules: By name of a rule, how many edited claims it did not call grounded.
        grounding_rules: By name of a rule, how many it called grounded.
    """

    kind: str
    label: Label
    grounded: int = 0
    uncertain: int = 0
    unsupported: int = 0
    refusing_rules: dict[str, int] = Field(default_factory=dict)
    grounding_rules: dict[str, int] = Field(default_factory=dict)

    @property
    def edits(self) -> int:
        """Edited claims."""
        return self.grounded + self.uncertain + self.unsupported

    @property
    def refused(self) -> Share:
        """Edited claims that were not called grounded: caught where the edit is bad, false alarms where it is good."""
        return Share(self.uncertain + self.unsupported, self.edits)

    @property
    def refused_outright(self) -> Share:
        """Those of them that were called unsupported rather than uncertain."""
        return Share(self.unsupported, self.edits)


class RuleResult(Frozen):
    """What one rule of a guard decided, over all kinds.

    Attributes:
        caught: Bad edits that it refused.
        missed: Bad edits that it called grounded.
        alarms: Good edits that it refused.
        kept: Good edits that it called grounded.
    """

    rule: str
    caught: int = 0
    missed: int = 0
    alarms: int = 0
    kept: int = 0


class WrongVerdict(Frozen):
    """An edited claim that the guard got wrong, for a person to look at."""

    kind: str
    label: Label
    slug: str
    ordinal: int
    bibkey: str
    chunk: int
    claim: str
    edited: str
    change: str
    verdict: str
    rule: str
    explanation: str


class Calibration(Frozen):
    """What one guard does with edited claims of this corpus.

    Attributes:
        edits_version: Version of the edits.
        claims: Grounded claims that were taken.
        claims_found: Grounded claims that there are.
        kept_unedited: How many of those taken the guard calls grounded as they are. Only they are edited, for of the others no
            verdict would say anything about the edit.
        kinds: One entry for each kind of edit, in the order of the catalogue, those without any edited claim included.
        wrong: The first few wrong verdicts of each kind.
        fingerprint: Of the pages whose claims were edited; empty where the claims came from elsewhere.
    """

    guard: str
    guard_version: str
    edits_version: str
    claims: int
    claims_found: int
    kept_unedited: int
    kinds: tuple[KindResult, ...]
    wrong: tuple[WrongVerdict, ...] = ()
    fingerprint: str = ""

    def of(self, label: Label) -> tuple[KindResult, ...]:
        """The kinds with this label that some claim could be edited in."""
        return tuple(kind for kind in self.kinds if kind.label is label and kind.edits)

    @property
    def catch(self) -> Share:
        """Bad edits that were not called grounded, over all kinds."""
        return _together(kind.refused for kind in self.of(Label.UNSUPPORTED))

    @property
    def false_alarm(self) -> Share:
        """Good edits that were not called grounded, over all kinds."""
        return _together(kind.refused for kind in self.of(Label.SUPPORTED))

    @property
    def edits(self) -> int:
        """Edited claims of all kinds."""
        return sum(kind.edits for kind in self.kinds)

    @property
    def weakest(self) -> KindResult | None:
        """The kind of bad edit that is caught least; None without bad edits. Of equal ones the one with more edits says more."""
        return min(self.of(Label.UNSUPPORTED), key=lambda kind: (kind.refused.rate, -kind.edits), default=None)

    @property
    def rules(self) -> tuple[RuleResult, ...]:
        """What each rule decided; the ones that catch most come first."""
        counts: dict[str, dict[str, int]] = {}
        for kind in self.kinds:
            bad = kind.label is Label.UNSUPPORTED
            for rules, column in (
                (kind.refusing_rules, "caught" if bad else "alarms"),
                (kind.grounding_rules, "missed" if bad else "kept"),
            ):
                for rule, count in rules.items():
                    row = counts.setdefault(rule, {})
                    row[column] = row.get(column, 0) + count
        results = [RuleResult(rule=rule, **columns) for rule, columns in counts.items()]
        return tuple(sorted(results, key=lambda result: (-result.caught, -result.alarms, -result.missed, result.rule)))


class Goals(Frozen):
    """What a guard should reach on a corpus."""

    min_catch: float = Field(default=0.95, ge=0.0, le=1.0)
    max_false_alarm: float = Field(default=0.05, ge=0.0, le=1.0)

    def missed_by(self, calibration: Calibration) -> tuple[str, ...]:
        """What does not hold, one sentence each; empty where all does."""
        found = []
        if calibration.catch.whole == 0:
            found.append("No claim could be edited, so nothing is known of the guard.")
        elif calibration.catch.rate < self.min_catch:
            found.append(f"It catches {calibration.catch.rate:.1%} of bad edits; {self.min_catch:.1%} are wanted.")
        if calibration.false_alarm.rate > self.max_false_alarm:
            found.append(
                f"It refuses {calibration.false_alarm.rate:.1%} of good edits; at most {self.max_false_alarm:.1%} are wanted."
            )
        return tuple(found)

    def surely_missed_in(self, calibration: Calibration) -> tuple[KindResult, ...]:
        """Kinds whose whole interval misses the goal: with few edits a bad rate may be chance."""
        weak = [kind for kind in calibration.of(Label.UNSUPPORTED) if kind.refused.interval[1] < self.min_catch]
        return (*weak, *(kind for kind in calibration.of(Label.SUPPORTED) if kind.refused.interval[0] > self.max_false_alarm))


def _together(shares: Iterable[Share]) -> Share:
    part, whole = 0, 0
    for share in shares:
        part, whole = part + share.part, whole + share.whole
    return Share(part, whole)
