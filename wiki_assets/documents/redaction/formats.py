"""Secrets that are known by their own form: tokens with a prefix, web tokens, credentials in an address.

Belongs here: the rules, made of detect-secrets' plugins and of ours on its `RegexBasedDetector`, and what must stand in a text for a rule
to be worth trying. Does not belong here: secrets known by the name before them (`assignments`), or private keys (`blocks`).

All patterns are bounded, so that no text takes more than linear time. Ours are needed where 1.5.0 lacks a form or gives less than the
token: its GitHub pattern gives the prefix, its JWT pattern leaves the signature, its npm pattern takes the rest of the line, its
pattern for addresses stops at `!`.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from detect_secrets.plugins.artifactory import ArtifactoryDetector
from detect_secrets.plugins.aws import AWSKeyDetector
from detect_secrets.plugins.base import RegexBasedDetector
from detect_secrets.plugins.cloudant import CloudantDetector
from detect_secrets.plugins.discord import DiscordBotTokenDetector
from detect_secrets.plugins.gitlab_token import GitLabTokenDetector
from detect_secrets.plugins.ibm_cloud_iam import IbmCloudIamDetector
from detect_secrets.plugins.ibm_cos_hmac import IbmCosHmacDetector
from detect_secrets.plugins.mailchimp import MailchimpDetector
from detect_secrets.plugins.openai import OpenAIDetector
from detect_secrets.plugins.sendgrid import SendGridDetector
from detect_secrets.plugins.slack import SlackDetector
from detect_secrets.plugins.softlayer import SoftlayerDetector
from detect_secrets.plugins.square_oauth import SquareOAuthDetector
from detect_secrets.plugins.telegram_token import TelegramBotTokenDetector
from detect_secrets.plugins.twilio import TwilioKeyDetector

from wiki_assets.documents.redaction.judging import is_mixed, is_random, is_stand_in
from wiki_assets.documents.redaction.model import Finding

_ALPHANUMERIC = re.compile(r"[A-Za-z0-9]")
_TAIL = re.compile(r"[A-Za-z0-9_-]*")  # the rest of a token that goes on beyond what a pattern takes
_DOTTED_TAIL = re.compile(r"[A-Za-z0-9_.-]*[A-Za-z0-9_-]|")
_NO_TAIL = re.compile("")


class FormatDetector(RegexBasedDetector):  # type: ignore[misc]  # the library is not type checked
    """A plugin for tokens of one issuer."""

    secret_type = ""
    denylist: tuple[re.Pattern[str], ...] = ()

    def __init__(self, secret_type: str, *patterns: str) -> None:
        self.secret_type = secret_type
        self.denylist = tuple(re.compile(pattern) for pattern in patterns)


def _anything(_: str) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Rule:
    """How one kind of secret is found.

    Attributes:
        kind: Its name, for people.
        plugin: Says what it looks like.
        hints: One of them stands in every text that has such a secret, or a word of `LONG_WORD` characters where there are none.
        captured: Whether a pattern's first group is the secret, where it has one.
        tail: What else belongs to the token behind a match.
        accept: Whether a value is one.
    """

    kind: str
    plugin: RegexBasedDetector
    hints: tuple[str, ...] = ()
    captured: bool = False
    tail: re.Pattern[str] = _TAIL
    accept: Callable[[str], bool] = _anything

    def find(self, text: str) -> Iterator[Finding]:
        """Every such secret in a text."""
        for pattern in self.plugin.denylist:
            for match in pattern.finditer(text):
                group = 1 if self.captured and pattern.groups else 0
                start, end = match.span(group)
                if _goes_on(text, start - 1) or (group == 0 and self.tail is _NO_TAIL and _goes_on(text, end - 1)):
                    continue
                widened = self.tail.match(text, end)
                end = widened.end() if widened else end
                if self.accept(text[start:end]):
                    yield Finding(start, end, self.kind)


def _goes_on(text: str, at: int) -> bool:
    """Whether the characters at `at` and behind it are of one word."""
    return 0 <= at < len(text) - 1 and bool(_ALPHANUMERIC.match(text[at]) and _ALPHANUMERIC.match(text[at + 1]))


LONG_WORD = 24
"""Length of a word, in characters, from which it may be a token without a prefix."""


def _web_token(value: str) -> bool:
    """Whether the first part of a token is the header of a JSON Web Token (RFC 7519) or of an encrypted one (RFC 7516)."""
    header = value.partition(".")[0].encode("ascii")
    try:
        content = json.loads(base64.urlsafe_b64decode(header + b"=" * (-len(header) % 4)))
    except (binascii.Error, ValueError):
        return False
    return isinstance(content, dict) and ("alg" in content or "typ" in content)


def _basic_credentials(value: str) -> bool:
    """Whether a value is `name:password` in Base64 (RFC 7617)."""
    try:
        return b":" in base64.b64decode(value + "=" * (-len(value) % 4), validate=True)
    except (binascii.Error, ValueError):
        return False


def _real(value: str) -> bool:
    return not is_stand_in(value)


def _upper_lower_digit(value: str) -> bool:
    return is_random(value) and value.upper() != value and value.lower() != value


@cache
def rules() -> tuple[Rule, ...]:
    """Every rule, the more telling before the less telling."""
    return (*_issuers(), *_model_services(), *_clouds(), *_headers(), *_without_prefix())


def _rule(kind: str, patterns: tuple[str, ...], hints: tuple[str, ...], captured: bool = False, **rest: object) -> Rule:
    return Rule(kind, FormatDetector(kind, *patterns), hints, captured, **rest)  # type: ignore[arg-type]


def _issuers() -> tuple[Rule, ...]:
    """Code hosts, registries, chat and payment. The forms are those that the issuers document for secret scanning."""
    return (
        _rule(
            "GitHub token",
            (r"gh[pousr]_[A-Za-z0-9]{30,400}", r"github_pat_[A-Za-z0-9_]{22,400}"),
            ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
        ),
        Rule("GitLab token", GitLabTokenDetector(), ("gl", "GR1348941"), accept=is_mixed),
        _rule(
            "GitLab token",
            (r"gl(?:pat|dt|ft|rt|rtr|wt|oas|soat|imt|ptt|ffct|cbt|agent)-[\w.-]{20,400}",),
            ("gl",),
            accept=is_mixed,
        ),
        Rule("Slack token", SlackDetector(), ("xox", "hooks.slack.com")),
        _rule(
            "Slack token", (r"xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{10,400}", r"xapp-\d-[A-Za-z0-9-]{10,400}"), ("xox", "xapp-")
        ),
        _rule(
            "Discord webhook",
            (r"https://(?:\w{1,10}\.)?discord(?:app)?\.com/api/webhooks/\d{5,30}/[\w-]{20,200}",),
            ("/api/webhooks/",),
        ),
        _rule(
            "Stripe key",
            (r"[rs]k_(?:live|test)_[0-9A-Za-z]{10,400}", r"whsec_[A-Za-z0-9+/=]{20,400}"),
            ("k_live_", "k_test_", "whsec_"),
        ),
        Rule("Square token", SquareOAuthDetector(), ("sq0",)),
        _rule(
            "Square token", (r"sq0[a-z]{3}-[0-9A-Za-z_-]{22,100}", r"EAAA[A-Za-z0-9_-]{56,100}"), ("sq0", "EAAA"), accept=is_mixed
        ),
        Rule("SendGrid API key", SendGridDetector(), ("SG.",)),
        _rule("npm token", (r"npm_[A-Za-z0-9]{36,100}", r"_authToken\s?=\s?([A-Fa-f0-9-]{36})"), ("npm_", "_authToken"), True),
        _rule("PyPI token", (r"pypi-[A-Za-z0-9_-]{50,400}",), ("pypi-",), accept=is_mixed),
        _rule("Docker token", (r"dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,100}",), ("dckr_",)),
        _rule("Shopify token", (r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}",), ("shp",)),
        _rule("Notion token", (r"secret_[A-Za-z0-9]{43}", r"ntn_[A-Za-z0-9]{40,100}"), ("secret_", "ntn_"), accept=is_mixed),
        _rule("age secret key", (r"AGE-SECRET-KEY-1[0-9A-Z]{58}",), ("AGE-SECRET-KEY-",)),
    )


def _model_services() -> tuple[Rule, ...]:
    return (
        _rule("Anthropic API key", (r"sk-ant-[A-Za-z0-9_-]{16,400}",), ("sk-ant-",), accept=is_mixed),
        Rule("OpenAI API key", OpenAIDetector(), ("T3BlbkFJ",)),
        _rule("OpenAI API key", (r"sk-(?:proj|svcacct|admin|service|None)-[A-Za-z0-9_-]{16,400}",), ("sk-",), accept=is_mixed),
        _rule("API key", (r"sk-(?:[a-z]{1,10}-)?(?:v1-)?[A-Za-z0-9]{20,400}",), ("sk-",), accept=is_mixed),
        _rule("Hugging Face token", (r"(?:hf|api_org)_[A-Za-z0-9]{30,100}",), ("hf_", "api_org_")),
        _rule("Replicate token", (r"r8_[A-Za-z0-9]{37}",), ("r8_",)),
        _rule("Groq API key", (r"gsk_[A-Za-z0-9]{30,100}",), ("gsk_",)),
        _rule("xAI API key", (r"xai-[A-Za-z0-9]{40,100}",), ("xai-",)),
        _rule("Perplexity API key", (r"pplx-[A-Za-z0-9]{40,100}",), ("pplx-",)),
        _rule("LangSmith API key", (r"lsv2_(?:pt|sk)_[A-Za-z0-9]{20,100}",), ("lsv2_",)),
    )  # fmt: skip


def _clouds() -> tuple[Rule, ...]:
    azure = (
        r"AccountKey\s?=\s?([A-Za-z0-9+/]{80,100}={0,2})",
        r"SharedAccessKey\s?=\s?([A-Za-z0-9+/]{40,100}={0,2})",
        r"[?&]sig=([A-Za-z0-9%+/]{40,100}(?:=|%3D){0,2})",
        r"([A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,34})",
    )
    return (
        Rule(
            "AWS access key", AWSKeyDetector(), ("AKIA", "ASIA", "ABIA", "ACCA", "A3T", "aws", "AWS"), True, _NO_TAIL, _aws_form
        ),
        _rule("Google API key", (r"AIza[0-9A-Za-z_-]{35}",), ("AIza",)),
        _rule("Google OAuth secret", (r"GOCSPX-[A-Za-z0-9_-]{20,100}", r"ya29\.[A-Za-z0-9_.-]{20,400}"), ("GOCSPX-", "ya29.")),
        _rule("Azure key", azure, ("AccountKey", "SharedAccessKey", "sig=", "Q~"), True, tail=_NO_TAIL),
        _rule("DigitalOcean token", (r"do[opr]_v1_[a-f0-9]{64}",), ("_v1_",)),
        _rule("Databricks token", (r"dapi[a-f0-9]{32}(?:-\d)?",), ("dapi",)),
        _rule("Vault token", (r"hv[sbr]\.[A-Za-z0-9_-]{20,400}",), ("hvs.", "hvb.", "hvr."), accept=is_mixed),
    )


def _aws_form(value: str) -> bool:
    """Key ids have 20 characters, secret keys 40; both have a digit or a capital, which names of things in lower case lack."""
    return len(value) in (20, 40) and value.lower() != value


def _headers() -> tuple[Rule, ...]:
    """Web tokens, headers of HTTP (RFC 6750, RFC 7617), and passwords in addresses (RFC 3986)."""
    return (
        _rule(
            "JSON Web Token",
            (r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{4,8000}(?:\.[A-Za-z0-9_-]{0,8000}){0,3}",),
            ("eyJ",),
            tail=_DOTTED_TAIL,
            accept=_web_token,
        ),
        _rule(
            "bearer token", (r"(?i:bearer)\s{1,3}([A-Za-z0-9._~+/-]{16,2000}={0,2})",), ("earer", "EARER"), True, accept=is_random
        ),
        _rule(
            "basic credentials",
            (r"(?i:\bbasic)\s{1,3}([A-Za-z0-9+/]{8,400}={0,2})",),
            ("asic", "ASIC"),
            True,
            tail=_NO_TAIL,
            accept=_basic_credentials,
        ),
        _rule(
            "password in an address",
            (r"[a-z]{1,4}://[^\s/:@\[\]]{0,100}:([^\s/\[\]]{1,200})@(?=[\w.-])",),
            ("://",),
            True,
            tail=_NO_TAIL,
            accept=_real,
        ),
    )


def _without_prefix() -> tuple[Rule, ...]:
    """Forms without a prefix to look for: tried on texts with a long word only, and no part of a longer word."""
    return (
        Rule("Telegram token", TelegramBotTokenDetector(), tail=_NO_TAIL, accept=_upper_lower_digit),
        Rule("Twilio key", TwilioKeyDetector(), tail=_NO_TAIL, accept=is_mixed),
        Rule("Mailchimp key", MailchimpDetector(), tail=_NO_TAIL, accept=is_mixed),
        Rule("Discord token", DiscordBotTokenDetector(), accept=_upper_lower_digit),
        Rule("Artifactory credentials", ArtifactoryDetector(), tail=_NO_TAIL, accept=_upper_lower_digit),
        Rule("Cloudant credentials", CloudantDetector(), captured=True, tail=_NO_TAIL, accept=is_mixed),
        Rule("IBM Cloud key", IbmCloudIamDetector(), captured=True, tail=_NO_TAIL, accept=_upper_lower_digit),
        Rule("IBM Cloud key", IbmCosHmacDetector(), captured=True, tail=_NO_TAIL, accept=is_mixed),
        Rule("SoftLayer credentials", SoftlayerDetector(), captured=True, tail=_NO_TAIL, accept=is_mixed),
    )
