"""Forgets what the guard and the lexicon have worked out, so that no test leans on what one before it asked."""

from __future__ import annotations

from wiki_assets.grounding.guards.edit_audit import guard, vocabulary
from wiki_assets.grounding.lexicon import relations, wordnet

_REMEMBERING = (
    guard._read_source,
    wordnet.offsets,
    wordnet.lemmas,
    wordnet.sense,
    wordnet.senses,
    relations.relation,
    relations._antonyms,
    relations._lemmas,
    relations._adjectives_of,
    relations._senses,
    relations._near_senses,
    relations._fellow_words,
    relations._frequent_senses,
)


def forget() -> None:
    """Empties every cache but those of files and registries, which hold no answers."""
    for function in _REMEMBERING:
        function.cache_clear()
    vocabulary.WORDS.clear()
    vocabulary._KEYS.clear()
