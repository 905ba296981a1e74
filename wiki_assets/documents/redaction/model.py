"""What redaction hands around: a secret found in a text.

Belongs here: the shape, and the words that stand in a secret's place. Does not belong here: finding.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

PLACEHOLDER = re.compile(r"\[redacted: [^\[\]\n]{1,60}\]")
"""What stands where a secret was; it is never looked into again."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A secret: `text[start:end]` of the text it was found in. `kind` is for people, and never holds any of it."""

    start: int
    end: int
    kind: str


def placeholder(kind: str) -> str:
    """The words that stand in the place of a secret of this kind."""
    return f"[redacted: {kind}]"


def merged(findings: Iterable[Finding]) -> list[Finding]:
    """Findings in order of place, none overlapping another; of those that do, the first given names the kind of the whole."""
    kept: list[Finding] = []
    for finding in findings:
        touching = [other for other in kept if other.start < finding.end and finding.start < other.end]
        if touching:
            start = min(finding.start, *(other.start for other in touching))
            end = max(finding.end, *(other.end for other in touching))
            kept = [other for other in kept if other not in touching]
            kept.append(Finding(start, end, touching[0].kind))
        else:
            kept.append(finding)
    return sorted(kept, key=lambda finding: finding.start)
