"""Taking out of an alert what must not leave this machine: secrets, names of persons' folders, and where things lie.

Belongs here: what is taken out of any text of an alert, and how long it may be. Does not belong here: what secrets look like
(`documents.redaction`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlsplit

from wiki_assets.alerting.model import Alert
from wiki_assets.documents.options import ReadingOptions
from wiki_assets.documents.redaction import redact_text

_LONGEST = 1_000  # characters of one text: a chat shows less; the run's log has it all
_LOOKED_AT = 20_000  # characters of a message that are looked at; a trace can have half a million
_LEAST_SECRET = 4  # a shorter value of a setting stands in ordinary words
_OPTIONS = ReadingOptions(redact_home_paths=True)
_HOME_FOLDER = re.compile(r"/(?:home|Users)/\[redacted: name of a home folder\]|(?<![\w.~/])/root(?=/)")
_ABSOLUTE = re.compile(r"(?<![\w.~:/\]<-])/(?:[^\s/:'\"`|,;()<>]+/)+(?P<last>[^\s/:'\"`|,;()<>]*)")
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


@dataclass(frozen=True)
class Cleaner:
    """Cleans texts.

    Attributes:
        home: The home folder, absolute; paths below it are told relative to it.
        secrets: Values that are known to be secret, whatever they look like.
    """

    home: Path
    secrets: tuple[str, ...] = field(default=(), repr=False)

    def clean(self, text: str) -> str:
        """A text that may be sent: without secrets and folders, and short."""
        text = _beginning_of(text)
        for secret in self.secrets:
            text = text.replace(secret, "[redacted: secret of a setting]")
        if len(self.home.parts) > 1:
            text = re.sub(rf"(?<![\w.~/-]){re.escape(str(self.home))}/(?=[\w.-])", "", text)
            text = re.sub(rf"(?<![\w.~/-]){re.escape(str(self.home))}(?![\w-])", "the home folder", text)
        text = redact_text(text, _OPTIONS)
        text = _ABSOLUTE.sub(_shortened, _HOME_FOLDER.sub("~", text))
        text = " ".join(_CONTROLS.sub(" ", text).split())
        return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"

    def clean_alert(self, alert: Alert) -> Alert:
        """The alert with every text that something else wrote cleaned."""
        told = {name: self.clean(getattr(alert, name)) for name in ("why", "what_to_do", "partition", "job", "step")}
        return alert.model_copy(update=told)


def secrets_in(values: Iterable[str]) -> tuple[str, ...]:
    """What must not be told of secret settings: each as it is, the password in an address, and the path of a webhook. Longest first."""
    found: set[str] = set()
    for value in values:
        found.add(value)
        if "://" in value:
            parts = _parts_of(value)
            found.update((*parts, *map(unquote, parts)))
    return tuple(sorted((value for value in found if len(value) >= _LEAST_SECRET), key=lambda value: (-len(value), value)))


def _parts_of(address: str) -> tuple[str, ...]:
    try:
        split = urlsplit(address)
        return split.password or "", split.path.rstrip("/") if split.scheme in ("http", "https") else ""
    except ValueError:
        return ()


def _beginning_of(text: str) -> str:
    """What is looked at of a text; a word that the end cuts goes too, for half a key is not known as one."""
    return text if len(text) <= _LOOKED_AT else text[:_LOOKED_AT].rpartition(" ")[0]


def _shortened(match: re.Match[str]) -> str:
    return f"…/{match['last']}" if match["last"] else "…/"
