"""Words: tokens with offsets, stop words, stems.

Belongs here: what retrieval, composing and the guard must agree on. Does not belong here: sentence boundaries (`sentences`).
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

import snowballstemmer
from bm25s.stopwords import STOPWORDS_EN_PLUS

STOPWORDS: frozenset[str] = frozenset(STOPWORDS_EN_PLUS)
"""The 179 English function words of the Snowball/NLTK list, as the maintained package `bm25s` ships them ("not" is one)."""

# A run of letters and digits; a CJK ideograph, kana or hangul syllable is a word of its own, for such text has no spaces.
_TOKEN = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]|[^\W_\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]+"
)


def tokens(text: str) -> list[str]:
    """Lower-case words and numbers of a text, in order."""
    return _TOKEN.findall(text.lower())


def token_spans(text: str) -> list[tuple[str, int, int]]:
    """Lower-case tokens with their offsets in `text`: `(token, start, end)`."""
    return [(match.group().lower(), match.start(), match.end()) for match in _TOKEN.finditer(text)]


def content_words(text: str) -> list[str]:
    """Tokens of a text that are not stop words, in order."""
    return [token for token in tokens(text) if token not in STOPWORDS]


@cache
def _stemmer() -> object:
    return snowballstemmer.stemmer("english")


@lru_cache(maxsize=200_000)
def stem(token: str) -> str:
    """Snowball (Porter 2) stem of a lower-case token."""
    return str(_stemmer().stemWord(token))  # type: ignore[attr-defined]


def stems(text: str) -> list[str]:
    """Stems of the content words of a text, in order."""
    return [stem(token) for token in content_words(text)]
