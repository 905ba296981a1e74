"""What a source says already: an edited claim is false by construction only where its source does not happen to say it.

Belongs here: containment of words, numbers and sentences. Does not belong here: any judgement a guard would make.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from wiki_assets.text.sentences import Sentence, split_sentences

_WORDS = re.compile(r"\w+")
_CACHED_SOURCES = 512
_LONG = 4  # letters; shorter words are mostly function words, which any two texts share


@lru_cache(maxsize=_CACHED_SOURCES)
def plain(text: str) -> str:
    """The words of a text, lower case, one space between them and around."""
    return f" {' '.join(_WORDS.findall(unicodedata.normalize('NFKC', text).casefold()))} "


def says(source: str, words: str) -> bool:
    """Whether the source holds these words in a row, whatever their punctuation."""
    return plain(words) in plain(source)


def times_said(source: str, words: str) -> int:
    """How often the source holds these words in a row."""
    return len(re.findall(f"(?={re.escape(plain(words))})", plain(source)))


@lru_cache(maxsize=_CACHED_SOURCES)
def sentences_of(source: str) -> tuple[Sentence, ...]:
    """Sentences of a source, in order."""
    return tuple(split_sentences(source))


def said_together(source: str, one: str, other: str) -> bool:
    """Whether any sentence of the source holds both, each as whole words."""
    return any(says(sentence.text, one) and says(sentence.text, other) for sentence in sentences_of(source))


def long_words(text: str) -> frozenset[str]:
    """Words of at least four letters, lower case."""
    return frozenset(word for word in plain(text).split() if len(word) >= _LONG)


def shared_share(text: str, source: str) -> float:
    """Share of the long words of a text that the source holds, too; 1.0 for a text without any."""
    words = long_words(text)
    return len(words & long_words(source)) / len(words) if words else 1.0
