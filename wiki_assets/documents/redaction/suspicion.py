"""Suspicion: whether anything in a document is worth looking into, told cheaply.

Belongs here: the one test that every document takes, a few milliseconds for a paper. Does not belong here: finding; the detectors, and
detect-secrets with them, are only loaded for a document under suspicion.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from wiki_assets.documents.options import ReadingOptions

# Beginnings of tokens, as `formats` has them, that no ordinary text holds. They are looked for with all white space taken out, so that a
# line break hides none.
_BEGINNINGS = (
    "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "gldt-", "glft-", "glrt-", "glrtr-", "glwt-", "gloas-", "glsoat-",
    "glimt-", "glptt-", "glffct-", "glcbt-", "glagent-", "GR1348941", "xox", "hooks.slack.com", "xapp-", "/api/webhooks/", "k_live_",
    "k_test_", "whsec_", "sq0", "EAAA", "npm_", "_authToken", "pypi-", "dckr_", "shpat_", "shpca_", "shppa_", "shpss_", "secret_",
    "ntn_", "AGE-SECRET-KEY-", "sk-ant-", "T3BlbkFJ", "hf_", "api_org_", "r8_", "gsk_", "xai-", "pplx-", "lsv2_", "AKIA",
    "AIza", "GOCSPX-", "ya29.", "AccountKey", "SharedAccessKey", "sig=", "Q~", "_v1_", "dapi", "hvs.", "hvb.", "hvr.",
    "sk-proj-", "sk-svcacct-", "sk-or-v1-", "eyJ", "PRIVATEKEY", "PuTTY-User-Key-File",
)  # fmt: skip
# Beginnings that stand in ordinary text too, with what comes behind them; looked for with all white space taken out.
_LONGER_BEGINNINGS = (re.compile(r"A(?:3T[A-Z0-9]|BIA|CCA|SIA)[0-9A-Z-]{16}"), re.compile(r"SG\.[\w-]{22,24}\.[\w-]{20}"))
# What needs more than a beginning to be told from ordinary text; looked for in long words only.
_FORMS = re.compile(
    r"sk-[A-Za-z0-9_-]{0,60}[A-Za-z]\d"  # keys of model services; `task-specific` has no digit
    r"|\d{8,10}:[\w-]{35}"  # Telegram
    r"|[0-9a-z]{32}-us\d"  # Mailchimp
    r"|(?:AC|SK)[a-z0-9]{32}"  # Twilio
    r"|[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27}"  # Discord
    r"|AKC[a-zA-Z0-9]{10}|\bAP[\dA-F][a-zA-Z0-9]{8}"  # Artifactory
)
_LONG_WORD = 13
_DIGIT = re.compile(r"\d")
_HALF, _WHOLE = 5, 28  # characters of the halves of a token, and of both
_ADDRESS = re.compile(r"://[^\s/:@]{0,100}:[^\s/]{1,200}@")
# Names before a value, in lower case. One pattern for each, for a pattern that begins with fixed letters is found ten times as fast.
_ASSIGNED = r"[\w-]{0,41}(?:\\?[\"'`\]*]){0,3}\s{0,3}(?::?={1,3}>?|:|\\?\|)\s{0,3}(?:[*_]{2}\s)?(?:@?[\"'`“‘]|[^\s]{0,400}[\d!@#$%^&*+?~])"
_NAMES = tuple(
    re.compile(name + _ASSIGNED)
    for name in (
        "passwor[dt]", "pass[ _-]?phrase", "pass[ _-]?code", "passwd", "pwd", "db[ _-]?pass", "database[ _-]?pass", "key[ _-]?pass",
        "contrase[ñn]a", "kennwort", "mot[ _-]?de[ _-]?passe", "key", "secret", "credential", "token",
    )
)  # fmt: skip
_SPOKEN = (
    re.compile(r"bearer\s{1,3}[\w.+/~-]{0,2000}\d"),
    re.compile(r"basic\s{1,3}(?:[\w+/]{16}|[\w+/]{7,400}[\d=])"),
    re.compile(r"aws.{0,20}?(?:key|pwd|pw|password|pass|token).{0,20}?['\"]"),
    re.compile(r"key\s{1,9}[\w-]{44}"),
    re.compile(r"token\s{1,9}[\w-]{44}"),
    re.compile(r"pass(?:word)?\s{1,9}[\w-]{24}"),
    re.compile(r"api\.softlayer\.com"),
)


def is_suspicious(texts: Iterable[str], options: ReadingOptions) -> bool:
    """Whether a secret may stand in these texts, or what the options say is to be taken out. Errs on the side of suspicion."""
    whole = "\n".join(texts)
    if options.redact_emails and "@" in whole:
        return True
    if options.redact_home_paths and ("/home/" in whole or "Users" in whole or "Documents and Settings" in whole):
        return True
    words = whole.split()
    packed = "".join(words)
    if any(beginning in packed for beginning in _BEGINNINGS) or any(pattern.search(packed) for pattern in _LONGER_BEGINNINGS):
        return True
    if _ADDRESS.search(whole):
        return True
    if _FORMS.search(" ".join(_long_words(words))):
        return True
    lowered = whole.lower()
    return any(pattern.search(lowered) for pattern in (*_NAMES, *_SPOKEN))


def _long_words(words: Sequence[str]) -> Iterator[str]:
    """Words with a digit that may be tokens, and pairs of words that a line break may have made of one."""
    for word in words:
        if len(word) >= _LONG_WORD and _DIGIT.search(word):
            yield word
            if "-" in word:
                yield word.replace("-", "", 1)
    for first, second in pairwise(words):
        halves = len(first) >= _HALF and len(second) >= _HALF and len(first) + len(second) >= _WHOLE
        if halves and _DIGIT.search(first + second):
            yield first + second
            yield first.rstrip("-\u2010") + second
