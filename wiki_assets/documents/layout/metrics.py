"""Typical measures of one document: size of its text, distance of its lines, its headings' styles.

Belongs here: numbers that every later step compares with. Does not belong here: decisions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from wiki_assets.documents.layout.columns import Run


@dataclass(frozen=True, slots=True)
class Metrics:
    """Of the running text: type size, distance of baselines (points), whether lines are set to both edges, and its weight."""

    size: float
    leading: float
    justified: bool
    bold: bool
    mono: bool


def measure(runs: Sequence[Run]) -> Metrics:
    """Measures of a document; those of an ordinary letter where there is too little text to tell."""
    sizes: Counter[float] = Counter()
    weights: Counter[tuple[bool, bool]] = Counter()
    for run in runs:
        for line in run.lines:
            sizes[line.size] += len(line.text)
            weights[line.bold, line.mono] += len(line.text)
    if not sizes:
        return Metrics(10.0, 12.0, justified=True, bold=False, mono=False)
    size = sizes.most_common(1)[0][0]
    bold, mono = weights.most_common(1)[0][0]
    gaps: Counter[float] = Counter()
    full = total = 0
    for run in runs:
        for above, below in zip(run.lines, run.lines[1:], strict=False):
            gap = below.base - above.base
            if above.size == below.size == size and 0.8 * size < gap < 2.5 * size:
                gaps[round(gap * 2) / 2] += 1
            if above.size == size and len(above.text) >= 30:
                total += 1
                full += abs(above.x1 - run.right) < 0.5 * size
    leading = gaps.most_common(1)[0][0] if gaps else 1.2 * size
    return Metrics(size, leading, justified=full * 2 > total, bold=bold, mono=mono)
