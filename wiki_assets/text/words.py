"""Words: tokens with offsets, stop words, stems.

Belongs here: what retrieval, composing and the guard must agree on. Does not belong here: sentence boundaries (`sentences`).
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from runpy import run_path
from typing import Any

import snowballstemmer


def _stop_words() -> frozenset[str]:
    """The list alone: the package around it brings a compiler (numba, 0.4 s) into every process."""
    package = find_spec("bm25s")
    if package is None or package.origin is None:
        raise ModuleNotFoundError("bm25s is not installed; install this package with its dependencies.")
    words: tuple[str, ...] = run_path(str(Path(package.origin).with_name("stopwords.py")))["STOPWORDS_EN_PLUS"]
    return frozenset(words)


STOPWORDS: frozenset[str] = _stop_words()
"""The 179 English function words of the Snowball/NLTK list, as the maintained package `bm25s` ships them ("not" is one)."""

# A CJK ideograph, kana or hangul syllable is a word of its own, for such text has no spaces.
_CJK = r"\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af"
# A run of letters and digits. TeX draws an accent beside its letter, and NFKC makes "M\u00a8obius" a space, a combining mark and the rest:
# that is one word, too.
_TOKEN = re.compile(rf"[{_CJK}]|[^\W_{_CJK}]+(?: ?[\u0300-\u036f]+[^\W_{_CJK}]*)*")


def tokens(text: str) -> list[str]:
    """Lower-case words and numbers of a text, in order, without accents: "Möbius" is `mobius` however it is drawn."""
    found = _TOKEN.findall(text.lower())
    return found if text.isascii() else [_plain(token) for token in found]


def token_spans(text: str) -> list[tuple[str, int, int]]:
    """The same tokens with their offsets in `text`: `(token, start, end)`."""
    return [(_plain(match.group().lower()), match.start(), match.end()) for match in _TOKEN.finditer(text)]


def _plain(token: str) -> str:
    if token.isascii():
        return token
    return "".join(
        letter for letter in unicodedata.normalize("NFKD", token) if letter != " " and not unicodedata.combining(letter)
    )


def content_words(text: str) -> list[str]:
    """Tokens of a text that are not stop words, in order."""
    return [token for token in tokens(text) if token not in STOPWORDS]


@cache
def _stemmer() -> Any:
    return snowballstemmer.stemmer("english")


class _KnownStems(dict[str, str]):
    """Stems by token, empty for a stop word: each is worked out once."""

    _MOST = 500_000  # tokens kept, about 60 MB; the vocabulary of some ten thousand papers

    def __missing__(self, token: str) -> str:
        if len(self) >= self._MOST:
            self.clear()
        found = self[token] = "" if token in STOPWORDS else stem(token)
        return found


_KNOWN_STEMS = _KnownStems()


def stem(token: str) -> str:
    """Snowball (Porter 2) stem of a lower-case token."""
    return str(_stemmer().stemWord(token))


def stems(text: str) -> list[str]:
    """Stems of the content words of a text, in order."""
    return [found for token in tokens(text) if (found := _KNOWN_STEMS[token])]
