"""Says whether a sentence of a paper may stand on a page at all, and how pleasant it is to read there.

Belongs here: rules on one sentence, whatever the concept. Does not belong here: whether it is about the concept, or its
role (`roles`).
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import IntEnum

from wiki_assets.concepts.extractive import vocabulary as v
from wiki_assets.text.words import content_words, stem, stems, tokens

RUN_LENGTH = 5
"""The ADR's guard needs five consecutive content words; a sentence that cannot give them is never chosen."""


class Standard(IntEnum):
    """How much is asked of a sentence; a lower one is used only where the better sentences are too few for a page."""

    STRICT = 0
    PLAIN = 1
    TALK = 2


@dataclass(frozen=True, slots=True)
class _Limits:
    """What a standard allows: words, content words, mathematical signs, and one single letter in how many words."""

    most_words: int
    fewest_content_words: int
    symbols: int
    words_per_letter: int


# The ADR's guard needs five content words. Three signs and a letter in six words still read as prose ("a triangulation T of P").
_LIMITS = {Standard.STRICT: _Limits(45, 6, 2, 10), Standard.PLAIN: _Limits(55, 5, 3, 6), Standard.TALK: _Limits(55, 5, 3, 6)}

_DANGLING = re.compile(
    rf"^(?:[A-Z]\.\s|(?:{v.LEANING_OPENINGS}|{v.SPEECH_TO_THE_READER}|The {v.LEANING_NOUNS})(?!\w)"
    rf"|It\b(?! appears that)(?! is (?:(?:\w+ly|also|often|then|still) )?{v.EXPLETIVES}\b))"
)
_AUTHORS_DID = re.compile(rf"^{v.TALK_OF_THE_PAPER}\b")
# "Like MapReduce, it relies on": who "it" is was said before.
_LATE_PRONOUN = re.compile(
    r"^(?:Like|Unlike|In|To|At|By|For|With|Of|On|From|Under|During)\b[^,]{0,80}, (?:it(?! is \w+ to\b)|they|this|these|he|she) "
)
_LATE_DEMONSTRATIVE = re.compile(r"^[^,]{0,100}, (?:these|this|those)\b")
_LAST_PRONOUN = re.compile(r"\b(?:it|this|them|these|those|so|though)[.!]$")
# What the sentence before resolves, where that sentence stands before this one on the page too.
_RESOLVABLE = re.compile(r"^(?:It|This|These|They|Its|Their|Such)\b")
_SEQUEL_POINTER = re.compile(r"^(?:It|They) (?:also )?(?:follows?|remains?|turns?|seems?)\b")
# "The master then logs": which master was said before, unless the concept itself is the subject.
_DEFINITE = re.compile(
    r"^The (?:(?:new|current|original|associated|whole) )?[a-z-]+(?: \([^)]*\))?,? (?:also |then |being |\w+ly )?"
    rf"(?:{v.AUXILIARIES}|[a-z]+(?:s|ed))\b"
)
_POINTERS = re.compile(
    rf"\b(?:{v.NUMBERED_THINGS}\b\.?\s*(?:\(?(?:\d|[A-Z]\b|[ivx]+\b)|\([a-z]\))|{v.POINTERS}\b)|§|\((?:the )?(?:left|right|top|bottom)\b"
)
# Addresses, bullets, code; three names with initials are a list of authors.
_REFUSED = re.compile(
    rf"\b(?:{v.PUBLISHING}|{v.ASIDES_TO_THE_READER})\b|https?:|www\.|@|©|\bpp\.|\bvol\.\s|\bet al\.?,?\s*$|[’'](?:ll|ve|re)\b"
    r"|(?:\b(?:[A-Z]\.\s?)+[A-Z][a-z]+.*){3}|\b[a-z\d]\. [A-Z]|\.\.|\.\s?\.\s?\.|[{}∶\\←■□▪•∗†‡⋆✓✗?]|//|\|\||:="
)
_RUN_IN = re.compile(rf"(?<=[\w)\]] ){v.HEADING_ENDS_BEFORE}\s+[a-z]")
_FOOTNOTE = re.compile(r"\b[A-Za-z]*[a-z]{3,}\d{1,2}\b(?!-)|\w\.\d{1,2} [A-Z]|[a-z],\d{1,2} [a-z]")
# Characters of private or no meaning, accents set apart from their letter, words that lost their spaces.
_BROKEN = re.compile(
    r"[\ufffd\ue000-\uf8ff\u20dd\u0080-\u009f\U000f0000-\U0010ffff]"
    r"|[ \u00a0][\u0300-\u036f\u02d8-\u02dd\u00a8\u00b4]|[\u02d8-\u02dd\u00a8\u00b4] ?[A-Za-z]|[A-Za-z]`[a-z]|\b\w{28,}"
    # A formula in a line of prose has mostly lost its fractions and raised letters ("E(u) = 1", "V min i (j)").
    r"|\w\([^()]*\)\s*=|\b(?:min|max) [a-z] \(|\w\(\w+\(|= ?\[|\b[A-Z]\+ [a-z]|[A-Za-z][\u0370-\u03ff]\("
)
_ENDING = re.compile(r"[.!][\"'”’)]*$")
_OPENING = re.compile(r"[A-ZÀ-Þ“\"][\w'’“\"-]*")
# An auxiliary, or what looks like a finite verb by its ending and by what follows, or a plural subject and a plain verb.
_FINITE_VERB = re.compile(
    rf"\b(?:{v.AUXILIARIES}|[a-z]{{2,}}(?:s|ed) (?:{v.AFTER_A_VERB}|\d+)|(?:[Ww]e|they|[Oo]ne) (?:\w+ly )?[a-z]+"
    rf"|[a-z]+(?:s|ity|ion|ness) (?:\w+ly |often |also )?(?!{v.AFTER_A_VERB} |and |or |of |which |\w+ing )"
    rf"[a-z]{{3,}} (?:{v.AFTER_A_VERB}|[A-Z]\w+)"
    r"|gave|wrote|held|became|knew|took|made|kept|led|built|found|meant|chose|arose|came|went|ran|sent|lies|lie)\b"
)
# "this fact", "these two quantities"; "those of", "those that" explain themselves.
_DEMONSTRATED = re.compile(
    r"\b(?:[Tt]his|[Tt]hese|[Tt]hose|[Ss]uch(?! as| that| an?\b)) ((?!of|that|which|who|whose|in|with|is|are|for)\w+(?: \w+)?)"
)
_LATE = 10
_RELATIVE = re.compile(r"\b(?:in |of |for |by |to |on )?(?:which|who|whose|where)\b[^,;]*")
_SUBORDINATE = re.compile(r"\b(?:which|that|where|when|who|whose|if|because|as)\b")
_SYMBOLS = re.compile(r"[=<>≤≥∈∉⊂⊆∑∏∫√∞±×·∂∇→↦⇒⇔∀∃∧∨∩∪≈≡∼≅⊗⊕∥|^_∆Δ]")
_GREEK = re.compile(r"[\u0370-\u03ff\u1f00-\u1fff]")
# "H(x)", but not "word(s)".
_APPLICATION = re.compile(r"\w\((?!s\))")
_FIRST_PERSON = re.compile(r"\b(?:we|our|us|ours|my)\b", re.IGNORECASE)
_INTRODUCING = re.compile(r"^We (?:introduce|propose|define|call|derive)\b")
_DEMONSTRATIVE = re.compile(r"\b(?:this|these|those|such|the latter|the former)\b", re.IGNORECASE)
_PRONOUN = re.compile(r"\b(?:it|they|them|here)\b", re.IGNORECASE)


def is_presentable(text: str, standard: Standard = Standard.STRICT) -> bool:
    """Whether a trimmed sentence is whole, self-contained prose without pointers, formulas or broken glyphs."""
    return (
        not _DANGLING.match(text)
        and not (standard is not Standard.TALK and _AUTHORS_DID.match(text))
        and not _points_out_of_itself(text, standard)
        and not _LATE_PRONOUN.match(text)
        and not _LATE_DEMONSTRATIVE.match(text)
        and _is_clean_prose(text, _LIMITS[standard])
    )


def is_main_clause(text: str) -> bool:
    """Whether a clause is presentable by itself, with a verb of its own before any relative clause."""
    return is_presentable(text) and bool(_FINITE_VERB.search(_SUBORDINATE.split(text, maxsplit=1)[0] + " "))


def is_whole_prose(text: str, standard: Standard = Standard.STRICT) -> bool:
    """Whether a sentence is whole prose without pointers, formulas or broken glyphs, whatever it leans on."""
    return _is_clean_prose(text, _LIMITS[standard])


def needs_lead(text: str) -> bool:
    """Whether a sentence would be presentable right after the one before it, to which "this" or "these" in it refers."""
    return is_sequel(text) or (
        not _DANGLING.match(text)
        and not _FIRST_PERSON.search(text)
        and bool(_DEMONSTRATED.search(text))
        and _is_clean_prose(text, _LIMITS[Standard.STRICT])
    )


def _points_out_of_itself(text: str, standard: Standard) -> bool:
    """Whether "this result" or "these systems" speaks of something the sentence itself has not named."""
    for found in _DEMONSTRATED.finditer(text):
        before = text[: found.start()]
        named = not {stem(word.lower()) for word in found[1].split()}.isdisjoint(stems(before))
        # Late in a sentence it mostly takes up what the first half said in other words.
        late = standard is not Standard.STRICT and len(tokens(before)) >= _LATE
        if not named and not late:
            return True
    return False


def is_sequel(text: str) -> bool:
    """Whether a sentence opens with a pronoun and would be presentable right after the sentence that it follows."""
    return bool(_RESOLVABLE.match(text)) and follows_well(text)


def follows_well(text: str) -> bool:
    """Whether a sentence is presentable but for what its first words refer to."""
    return not _FIRST_PERSON.search(text) and not _SEQUEL_POINTER.match(text) and _is_clean_prose(text, _LIMITS[Standard.STRICT])


def _is_clean_prose(text: str, limits: _Limits) -> bool:
    words = tokens(text)
    return (
        len(words) <= limits.most_words
        and len(content_words(text)) >= limits.fewest_content_words
        and _is_whole(text)
        and not _POINTERS.search(text)
        and not _REFUSED.search(text)
        and not _BROKEN.search(text)
        and not _is_formula(text, words, limits)
        and not _RUN_IN.search(text)
        and not _FOOTNOTE.search(text)
        and not _is_title(text)
        and not _LAST_PRONOUN.search(text)
    )


def _is_whole(text: str) -> bool:
    balanced = text.count("(") == text.count(")") and text.count("[") == text.count("]") and text.count("“") == text.count("”")
    return (
        balanced
        and bool(_OPENING.match(text))
        and bool(_ENDING.search(text))
        and bool(_FINITE_VERB.search(_RELATIVE.sub("", text)))
    )


def _is_title(text: str) -> bool:
    """Whether most words have a capital, as in the title of a paper."""
    words = re.findall(r"[A-Za-z][\w-]{2,}", text)
    return sum(1 for word in words if word[0].isupper()) > 0.6 * len(words)


def _is_formula(text: str, words: list[str], limits: _Limits) -> bool:
    symbols = len(_SYMBOLS.findall(text)) + len(_GREEK.findall(text)) + len(_APPLICATION.findall(text))
    single = sum(1 for word in words if len(word) == 1 and word not in {"a", "i"} and not word.isdigit())
    unusual = sum(1 for letter in text if unicodedata.category(letter) in {"Sm", "Mn", "So", "Co", "Cn"})
    return max(symbols, unusual) > limits.symbols or single > max(2, len(words) // limits.words_per_letter)


def has_run(claim: str, source: str) -> bool:
    """Whether the last piece of a claim, cut at every `.!?` as the ADR cuts it, shares a run of content words with its source."""
    pieces = [piece for piece in re.split(r"[.!?]", claim) if piece.strip()]
    if not pieces:
        return False
    words, stream = content_words(pieces[-1]), content_words(source)
    runs = {tuple(stream[i : i + RUN_LENGTH]) for i in range(len(stream) - RUN_LENGTH + 1)}
    return any(tuple(words[i : i + RUN_LENGTH]) in runs for i in range(len(words) - RUN_LENGTH + 1))


def roughness(text: str) -> float:
    """How much worse a presentable sentence reads than an ideal one; 0 is ideal, each unit weighs as much as a role."""
    words = tokens(text)
    length = max(0, len(words) - 28) * 0.05 + max(0, 10 - len(words)) * 0.1
    symbols = 0.4 * (len(_SYMBOLS.findall(text)) + len(_GREEK.findall(text)) + len(_APPLICATION.findall(text)))
    person = 0.6 if _INTRODUCING.match(text) else 1.3 if _FIRST_PERSON.search(text) else 0.0
    definite = 0.7 if _DEFINITE.match(text) else 0.0
    anaphora = 0.6 * len(_DEMONSTRATIVE.findall(text)) + 0.3 * len(_PRONOUN.findall(text))
    asides = 0.2 * (text.count("(") + text.count(";") + text.count(":")) + 0.3 * len(re.findall(r"\bet al\b|\[\d|\d{4}\b", text))
    return length + symbols + person + definite + anaphora + asides
