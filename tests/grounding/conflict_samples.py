"""Statements of invented papers that the tests of conflicts share."""

from __future__ import annotations

from wiki_assets.grounding.conflicts.contrary import Contradiction, contradiction
from wiki_assets.grounding.conflicts.statements import Statement


def a_statement(words: str, bibkey: str = "Ash2001", chunk: int = 0, *, chosen: bool = True) -> Statement:
    return Statement(bibkey, chunk, words, frozenset({bibkey}), chosen)


def between(one: str, other: str) -> Contradiction | None:
    """What makes the sentences of two papers contrary."""
    return contradiction(a_statement(one, "Ash2001"), a_statement(other, "Birch2002"))
