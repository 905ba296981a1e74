"""Finding secrets in one text.

Belongs here: which detectors are tried on a text, and in which order. Does not belong here: what they look for (`formats`,
`assignments`, `personal`), private keys over several elements (`blocks`), or what is worth looking into at all (`suspicion`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wiki_assets.documents.redaction.assignments import find_assigned
from wiki_assets.documents.redaction.formats import LONG_WORD, Rule, rules
from wiki_assets.documents.redaction.model import PLACEHOLDER, Finding, merged
from wiki_assets.documents.redaction.seams import Stretch, find_parted


def find_secrets(text: str, lines: Sequence[Stretch] = ()) -> list[Finding]:
    """Secrets in a text, in order, none overlapping another. What was redacted before is as good as not there.

    Args:
        text: The text.
        lines: `(start, end)` of its lines, where it is known how it was drawn.
    """
    text = PLACEHOLDER.sub(lambda match: " " * len(match[0]), text)
    tried = list(_worth_trying(text))
    found = list(_find_tokens(text, tried))
    if len(lines) > 1:
        found.extend(find_parted(text, lines, _find_joined))
    found.extend(find_assigned(text))
    return merged(found)


def _find_joined(text: str) -> Iterator[Finding]:
    yield from _find_tokens(text, list(_worth_trying(text)))


def _find_tokens(text: str, tried: Sequence[Rule]) -> Iterator[Finding]:
    for rule in tried:
        yield from rule.find(text)


def _worth_trying(text: str) -> Iterator[Rule]:
    has_long_word = any(len(word) >= LONG_WORD for word in text.split())
    for rule in rules():
        if any(hint in text for hint in rule.hints) if rule.hints else has_long_word:
            yield rule
