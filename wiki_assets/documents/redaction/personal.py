"""Names of persons that are taken out on request: e-mail addresses, and home folders in paths.

Belongs here: what they look like. Does not belong here: secrets, which are always taken out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from wiki_assets.documents.options import ReadingOptions
from wiki_assets.documents.redaction.model import Finding

# RFC 5321: at most 64 characters before the sign. Papers write `{anna, ben}@example.org` for several authors of one place.
_EMAIL = re.compile(
    r"(?:(?<![\w.%+-])[\w.%+-]{1,64}|\{[\w.%+, -]{1,300}\}|\([\w.%+, -]{1,300}\))\s?@\s?(?:[\w-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![\w-])"
)
_NAME = r"[^\\/:*?\"'<>|()\[\]{},;`\s]"
_HOME = re.compile(
    rf"(?:(?<![\w.~])/(?:home|Users)/(?P<unix>{_NAME}{{1,64}})"
    rf"|\b[A-Za-z]:[\\/]{{1,2}}(?:Users|Documents and Settings)[\\/]{{1,2}}"
    rf"(?P<windows>{_NAME}{{1,64}}(?:(?: {_NAME}{{1,64}}){{1,3}}(?=\\))?))"
)
_NOBODY = frozenset(("Shared", "Public", "Default", "[redacted:"))


def find_personal(text: str, options: ReadingOptions) -> Iterator[Finding]:
    """What the options say is to be taken out of a text besides secrets."""
    if options.redact_emails and "@" in text:
        for match in _EMAIL.finditer(text):
            yield Finding(*match.span(), "e-mail address")
    if options.redact_home_paths:
        for match in _HOME.finditer(text):
            group = "unix" if match["unix"] else "windows"
            name = match[group].rstrip(".")
            if name and name not in _NOBODY:
                yield Finding(match.start(group), match.start(group) + len(name), "name of a home folder")
