"""Secrets that are known by the name before them: `password = …`, `api_key: …`, a cell beside a cell that says `Password`.

Belongs here: names, what stands between name and value, and which values count for which name. Does not belong here: secrets with a form
of their own (`formats`).

detect-secrets' own keyword plugin is for lines of code: without quotes it takes all that follows, which in prose is the paragraph. Its
list of names is used, with ours. In prose a name is often followed by a colon and words; a value without quotes must look random.
A single plain word without quotes is therefore left, even behind `password:`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from detect_secrets.plugins.keyword import DENYLIST

from wiki_assets.documents.redaction import judging
from wiki_assets.documents.redaction.model import Finding

_PASSWORDS = (
    "passwor[dt]",
    "pass_?phrase",
    "pass_?code",
    "passwd",
    "pwd",
    "contraseña",
    "contrasena",
    "kennwort",
    "mot_?de_?passe",
)
_KEYS = (
    "api_?key", "access_?key(?:_?id)?", "secret_?(?:access_?)?key", "encryption_?key", "signing_?key", "credentials?", "client_?secret",
    "app_?secret", "secret", "auth_?token", "access_?token", "api_?token", "refresh_?token", "bot_?token",
)  # fmt: skip
_TOKENS = ("token",)
_OPERATOR = r"(?:\\?[\"'`\]*]){0,3}\s{0,3}(?P<operator>:=|=>|={1,3}|:|\\?\|)\s{0,3}(?:[*_]{2}\s)?"
_VALUE = r"(?:@?(?P<quote>[\"'`“‘])(?P<quoted>[^\s\"'`“”‘’]{4,400})[\"'`”’]|(?P<bare>[^\s\"'`“”‘’|]{4,400}))"
_NEXT_SETTING = re.compile(r"[;,&](?=[\w.-]{1,40}[=:])")  # `password=…;user=…`
_CLOSING = ".,;:)]}>*_\\"

_KINDS = {"password": "password", "key": "secret key", "token": "token"}

_LEAST_KEY = 8  # characters of a key behind its name; issuers give 16 and more, people who make one up for a test give fewer
_LEAST_TOKEN = 16  # `token` is a word of our papers, so more is asked for
_LEAST_CELL = 12  # beside a cell: a table says less than a sign of equality


@cache
def _assignment() -> re.Pattern[str]:
    names = {
        "password": (*_PASSWORDS, *(name for name in DENYLIST if "pass" in name)),
        "key": (*_KEYS, *(name for name in DENYLIST if name not in _PASSWORDS and "pass" not in name)),
        "token": _TOKENS,
    }
    groups = [f"(?P<{family}>{'|'.join(alternatives).replace('_?', '[ _-]?')})" for family, alternatives in names.items()]
    # A name may go on (`secret_key_2`, `passwordHash`), but not to another word (`secretary`, `tokenizer`).
    suffix = r"(?:s(?![A-Za-z])|[_-]\w[\w-]{0,40}|[A-Z0-9][\w-]{0,40})?(?![A-Za-z])"
    return re.compile(rf"(?i:{'|'.join(groups)}){suffix}{_OPERATOR}{_VALUE}")


def find_assigned(text: str) -> Iterator[Finding]:
    """Every value in a text that its name calls a secret and that looks like one."""
    for match in _assignment().finditer(text):
        group = "quoted" if match["quoted"] is not None else "bare"
        value = _NEXT_SETTING.split(match[group], maxsplit=1)[0].rstrip(_CLOSING) if group == "bare" else match[group]
        family = next(name for name in _KINDS if match[name] is not None)
        if _counts(family, value, group == "quoted", match["operator"]):
            start = match.start(group)
            yield Finding(start, start + len(value), _KINDS[family])


def _counts(family: str, value: str, quoted: bool, operator: str) -> bool:
    if judging.is_stand_in(value) or judging.is_code(value):
        return False
    if operator.endswith("|"):
        return family != "token" and len(value) >= _LEAST_CELL and judging.is_random(value)
    if family == "password":
        return len(value) >= (4 if quoted else 6) and (quoted or judging.is_weak_password(value))
    if family == "key":
        return len(value) >= _LEAST_KEY and judging.is_random(value)
    return len(value) >= _LEAST_TOKEN and judging.is_random(value)
