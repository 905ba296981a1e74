"""The rules of the edit audit, one a module. Each looks at one comparison and names what in it is not harmless.

A new rule is a new module here that offers `find(comparison) -> Iterator[Finding]` and its line in `STRICT`, `EDITED` or `LOOSE`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from wiki_assets.grounding.guards.edit_audit.comparison import Comparison
from wiki_assets.grounding.guards.edit_audit.finding import Finding
from wiki_assets.grounding.guards.edit_audit.rules import (
    addition,
    condition,
    contrary,
    graft,
    name,
    negation,
    number,
    order,
    replacement,
    sign,
    splice,
    strength,
    substitution,
    symbol,
    unit,
)

Rule = Callable[[Comparison], Iterator[Finding]]

STRICT: tuple[Rule, ...] = (
    negation.find,
    contrary.find,
    number.find,
    sign.find,
    unit.find,
    symbol.find,
    strength.find,
    name.find,
    order.find,
    splice.find,
    condition.find,
    substitution.find,
    addition.find,
)
"""For a claim that is nearly its source's sentence. The telling ones first: the first finding that contradicts, else the first, names
the verdict."""

EDITED: tuple[Rule, ...] = (contrary.find, sign.find, splice.find, graft.find, replacement.find, order.find)
"""For a claim that is partly a copy. What these find makes it doubtful, never unsupported."""

LOOSE: tuple[Rule, ...] = (contrary.find, sign.find, splice.find, graft.find)
"""For a claim in other words, where other differences tell nothing; again it is doubtful at most."""
