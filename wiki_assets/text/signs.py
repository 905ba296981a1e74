"""Signs that carry meaning.

Belongs here: which characters a quote or a claim may not change, beside letters and digits. Does not belong here: bringing equal signs
to one form (`characters`, `latex`), or comparing texts.
"""

from __future__ import annotations

OPERATORS = (
    r"=<>+%£¥€±×÷¬\u20a0-\u20c0\u2190-\u220d\u220f-\u2218\u221a-\u2235\u2237-\u22ed\u22f2-\u22ff\u27c0-\u27e5\u27f0-\u27ff"
    r"\u2900-\u2982\u2999-\u2aff"
)
"""For a character class of a regular expression: relations, operators, arrows, currency, per cent. Blocks of Unicode's mathematical
operators without the dots among them, which are punctuation as often. A dollar is one only before a digit, else it opens a formula."""
