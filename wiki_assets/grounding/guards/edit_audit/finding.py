"""What a rule of the edit audit finds.

Belongs here: the shape. Does not belong here: the rules themselves (`rules`).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """A difference that is not harmless.

    Attributes:
        rule: Name of the rule that found it.
        contradicts: The claim says what the source does not (the claim is unsupported); otherwise it may or may not (uncertain).
        claim: Indices of the claim's words.
        source: Indices of the source's words.
        remark: For a person: what is wrong, without the words themselves.
    """

    rule: str
    contradicts: bool
    claim: tuple[int, ...]
    source: tuple[int, ...]
    remark: str
