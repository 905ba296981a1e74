"""Whether a value is a secret or only stands where one could stand.

Belongs here: placeholders, code, plain words, and what random characters look like. Does not belong here: where values stand
(`assignments`, `formats`).
"""

from __future__ import annotations

import re

from detect_secrets.filters.heuristic import is_sequential_string, is_templated_secret

_LETTER = re.compile(r"[A-Za-z]")
_DIGIT = re.compile(r"\d")
_SYMBOL = re.compile(r"[!@#$%^&*+?~]")
_STAND_IN = re.compile(
    r"(?:your|my|the|some|an?|enter|insert|put|replace|change|example|dummy|fake|sample|placeholder|todo|redacted|hidden)(?:[_\-. ]|$)"
    r"|x{3,}|\*{3,}|\.{3}|…|<|\{|\$|%|\[|-+$|_+$"
    r"|(?:user|username|pass|passw|passwd|password|passphrase|pwd|secret|token|key|apikey|api_key|str|string|text|bytes|int|bool|none|null"
    r"|nil|true|false|undefined|optional|required|default|yes|no|empty|self|args|kwargs|env|config|settings|os|getenv|getpass|request|req"
    r"|params|process|input|data|options|opts|changeme)(?:$|[.,:;()\[\]])",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"[A-Za-z_][\w.]*[(\[{]|\w*://|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$|(?:~|\.{1,2})?/[\w./-]+$|[\w-]+(?:/[\w.-]+)+\.\w{1,5}$"
)
_PLAIN_WORDS = re.compile(r"[A-Za-z]+(?:[_\-./][A-Za-z]+|[_\-./]\d{1,4})*[.,;:!?]?$")


def is_stand_in(value: str) -> bool:
    """Whether a value is a placeholder, a reference or a counting-up sequence instead of a secret."""
    return bool(_STAND_IN.match(value)) or is_templated_secret(value) or is_sequential_string(value)


def is_code(value: str) -> bool:
    """Whether a value is an expression, an address or a path: where a secret is fetched from, not the secret."""
    return bool(_CODE.match(value))


def is_words(value: str) -> bool:
    """Whether a value is plain words, perhaps joined or numbered: `sha-256`, `my_key_2`, `authentication-based`."""
    return bool(_PLAIN_WORDS.match(value))


def is_mixed(value: str) -> bool:
    """Whether a value has both letters and digits."""
    return bool(_LETTER.search(value) and _DIGIT.search(value))


def is_random(value: str) -> bool:
    """Whether a value looks drawn at random: letters and digits, and no plain words."""
    return is_mixed(value) and not is_words(value)


def is_weak_password(value: str) -> bool:
    """Whether a value looks like a password that a person chose: letters with digits or symbols."""
    return bool(_LETTER.search(value) and (_DIGIT.search(value) or _SYMBOL.search(value)))
