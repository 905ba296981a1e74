"""Verdicts against labels, counted as they come.

Belongs here: the figures and how each is computed. Does not belong here: printing them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from wiki_assets.grounding.model import VerdictKind

ALL = "ALL"
_GOOD, _BAD = "supported", "unsupported"


@dataclass(frozen=True, slots=True)
class Score:
    """One line of the table; figures are per cent, None where there is nothing to divide by.

    Attributes:
        dataset: Name of the group; `ALL` for all together, empty for rows that name none.
        n: Labelled rows.
        balanced_accuracy: Mean of the two classes' recall, `grounded` read as yes and the rest as no.
        good_passes: Of the supported claims, those called grounded.
        bad_passes: Of the unsupported claims, those called grounded.
        uncertain: Of all, those left undecided.
        grounded_precision: Of the claims called grounded, those that are supported.
        unsupported_precision: Of the claims called unsupported, those that are.
    """

    dataset: str
    n: int
    balanced_accuracy: float | None
    good_passes: float | None
    bad_passes: float | None
    uncertain: float | None
    grounded_precision: float | None
    unsupported_precision: float | None


@dataclass(frozen=True, slots=True)
class RuleCount:
    """How often a rule decided; `supported` and `unsupported` count its labelled rows by label."""

    rule: str
    verdict: VerdictKind
    rows: int
    supported: int
    unsupported: int


@dataclass(slots=True)
class Tally:
    """Counts of verdicts; grows with data sets and rules, never with rows."""

    _cells: Counter[tuple[str, str, VerdictKind]] = field(default_factory=Counter)
    _rules: Counter[tuple[str, VerdictKind, str]] = field(default_factory=Counter)

    def add(self, dataset: str, label: str, verdict: VerdictKind, rule: str) -> None:
        """Counts one verdict; an empty label keeps it out of the table."""
        self._rules[rule, verdict, label] += 1
        if label:
            self._cells[dataset, label, verdict] += 1

    def verdicts(self) -> dict[VerdictKind, int]:
        """Number of rows by verdict, labelled or not."""
        return {kind: sum(count for (_, k, _), count in self._rules.items() if k is kind) for kind in VerdictKind}

    @property
    def rows(self) -> int:
        """Rows judged."""
        return self._rules.total()

    @property
    def labelled(self) -> int:
        """Rows judged that had a label."""
        return self._cells.total()

    def table(self) -> tuple[Score, ...]:
        """A line for each data set by name, then one for all; empty without labels."""
        if not self._cells:
            return ()
        names = sorted({dataset for dataset, _, _ in self._cells})
        return (*(_score(name, self._of([name])) for name in names), _score(ALL, self._of(names)))

    def rules(self) -> tuple[RuleCount, ...]:
        """Every rule that decided a row, the commonest first."""
        pairs = {(rule, verdict) for rule, verdict, _ in self._rules}
        counted = [
            RuleCount(rule, verdict, *(self._count(rule, verdict, labels) for labels in ((_GOOD, _BAD, ""), (_GOOD,), (_BAD,))))
            for rule, verdict in pairs
        ]
        return tuple(sorted(counted, key=lambda one: (-one.rows, one.rule, one.verdict)))

    def _count(self, rule: str, verdict: VerdictKind, labels: Iterable[str]) -> int:
        return sum(self._rules[rule, verdict, label] for label in labels)

    def _of(self, datasets: Iterable[str]) -> Counter[tuple[str, VerdictKind]]:
        wanted = frozenset(datasets)
        cells: Counter[tuple[str, VerdictKind]] = Counter()
        for (dataset, label, verdict), count in self._cells.items():
            if dataset in wanted:
                cells[label, verdict] += count
        return cells


def _score(dataset: str, cells: Counter[tuple[str, VerdictKind]]) -> Score:
    good, bad = (sum(count for (of, _), count in cells.items() if of == label) for label in (_GOOD, _BAD))
    true_pass, false_pass = cells[_GOOD, VerdictKind.GROUNDED], cells[_BAD, VerdictKind.GROUNDED]
    refused_good, refused_bad = cells[_GOOD, VerdictKind.UNSUPPORTED], cells[_BAD, VerdictKind.UNSUPPORTED]
    undecided = cells[_GOOD, VerdictKind.UNCERTAIN] + cells[_BAD, VerdictKind.UNCERTAIN]
    return Score(
        dataset=dataset,
        n=good + bad,
        balanced_accuracy=50 * (true_pass / good + 1 - false_pass / bad) if good and bad else None,
        good_passes=_share(true_pass, good),
        bad_passes=_share(false_pass, bad),
        uncertain=_share(undecided, good + bad),
        grounded_precision=_share(true_pass, true_pass + false_pass),
        unsupported_precision=_share(refused_bad, refused_good + refused_bad),
    )


def _share(part: int, whole: int) -> float | None:
    return 100 * part / whole if whole else None
