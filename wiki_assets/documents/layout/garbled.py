"""Whether a page's text is what a reader sees on it, or what a broken font made of it.

Belongs here: the verdict on one page's text. Does not belong here: reading the page, or what becomes of it.

Text is trusted where anything speaks for it: a few of the most frequent words of a language are enough, and cost nothing to look for.
Only a page without them is looked up in the word lists of its script's languages, which take a second to load.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from wiki_assets.documents.layout.languages import known_shares, lawfulness, script_of

_MOST_UNMAPPED = 0.25  # of all characters; formulae come to 0.03 on our papers, and a figure's letters to 0.1
_FEWEST_UNMAPPED = 8
_MOST_LOST = 0.1  # of all characters: replacement characters, private codes other than those below
_LEAST_WORDS = 12  # words of four letters from which a verdict is given
_LEAST_COMMON = 0.05  # of the words of three letters and more; 0.2 to 0.4 in prose
_LEAST_KNOWN = 0.12  # of the words of four letters and more: prose has 0.6 to 0.95, ciphered prose at most 0.08
_LEAST_KNOWN_WRITTEN_TOGETHER = 0.05  # in Arabic and Hebrew, which write "and", "the" and "in" onto the word; ciphered: 0.01
_LEAST_LAWFUL = 3.2  # see `lawfulness`
_LONGEST_MEAN = 30  # letters without a space; only text that lost its spaces or its letters has that many
_MANY_LETTERS, _FEWEST_DIFFERENT = 150, 7  # so many letters, only so many of them different: no alphabet is that small
_MOST_ACCENTED = 0.6  # of all Latin letters; Vietnamese comes to 0.35

# Bullets and pieces of tall brackets, which symbol fonts keep among the private codes, are not lost.
_LOST = re.compile(r"[\x80-\x9f\ufffd\ue000-\uf019\uf100-\uf8e4]|[\uf021-\uf07e\uf0a1-\uf0ff]{3,}")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_WORD = re.compile(r"[^\W\d_]{3,}")
_LATIN_1 = re.compile(r"[\xaa\xb5\xba\xc0-\xff]")
_LATIN = re.compile(r"[A-Za-z\xaa\xb5\xba\xc0-\u024f\u1e00-\u1eff]")
_COMMON_WORDS = """
the and for that with this are not from which have was were can been has its our but each all when where such than then
if we is in of to as by it on or be an at their they these one two may will only also
der die das und den von mit dem des ist ein eine nicht sich auf auch wie bei oder wird sind werden
les des est une dans que qui pour par sur pas plus avec sont aux cette nous
los las del una por con para como más este esta son sus entre pero
della che per non sono con nel alla anche gli dei
não uma com para dos das mais como foi pelo ser
het een van voor zijn niet met dat deze worden ook
och att det som för med den inte till kan ett han var
ikke til fra der som men hun skal
nie się jest oraz jak dla przez tym które
jako která které pro jsou nebo bylo není být
hogy nem egy vagy mint csak meg
olan için ile daha gibi veya olarak
yang dan untuk dengan dari ini pada tidak
что как это для или его при они все был том так также
και του της την των από για που είναι
non sed cum quod qui quae sit amet vel nec quis atque enim eius
mae wedi gan sydd bod oedd mewn hawl hefyd
agus bhí atá leis chun
eta dira izan ere bat egin dute
dhe për një është nga janë
ning see kui oma nende peab
kwa katika hii yake watu
wat aan vir kaj estas oni
għal huma kull üçün olub
және үшін бұл болып осы што гэта яны
"""
_COMMON = frozenset(_COMMON_WORDS.split())


def is_garbled(text: str, unmapped: int = 0) -> bool:
    """Whether a page's text is not what is drawn there.

    Args:
        text: Clean text of the page, lines parted by line breaks.
        unmapped: How many of its characters the reader had to guess, for their font does not say what they are.
    """
    count = len(text) - text.count(" ") - text.count("\n")
    if count == 0:
        return False
    if sum(map(len, _LOST.findall(text))) > _MOST_LOST * count:
        return True
    words = _WORD.findall(text)
    if _speaks(words):
        return False
    if unmapped >= _FEWEST_UNMAPPED and unmapped > _MOST_UNMAPPED * count:
        return True
    return _reads_like_nothing(text, words, count)


def _speaks(words: Sequence[str]) -> bool:
    """Whether enough of the words, and three different ones, are frequent in some language: no cipher has that."""
    found = Counter(word for word in words if word in _COMMON)
    return len(found) >= 3 and sum(found.values()) >= _LEAST_COMMON * len(words)


def _reads_like_nothing(text: str, words: Sequence[str], count: int) -> bool:
    if len(_UNSPACED.findall(text)) * 4 > count:  # no words to look up
        return False
    letters = sum(map(len, words))
    if letters < 60:
        return False
    if letters >= _MANY_LETTERS and len(set("".join(words).lower())) <= _FEWEST_DIFFERENT:
        return True
    latin = len(_LATIN.findall(text))
    if latin * 2 > count and len(_LATIN_1.findall(text)) > _MOST_ACCENTED * latin:
        return True
    pieces = [piece for piece in text.split() if not piece.isdecimal()]
    if letters * 2 > count and count > _LONGEST_MEAN * len(pieces):
        return True
    long = [word.lower() for word in words if len(word) >= 4]
    return len(long) >= _LEAST_WORDS and not _is_language(long)


def _is_language(words: Sequence[str]) -> bool:
    """Whether enough of the words are in the list of one language of their script, or could be words of one without a list."""
    script = script_of(words)
    if not script:
        return True
    least = _LEAST_KNOWN_WRITTEN_TOGETHER if script in ("arabic", "hebrew") else _LEAST_KNOWN
    return any(share >= least for share in known_shares(words, script)) or lawfulness(words, script) >= _LEAST_LAWFUL
