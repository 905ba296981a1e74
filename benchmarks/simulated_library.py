"""A made-up library of any size: papers as Markdown files, concepts that some of them name, everything from one seed.

Belongs here: the texts. Does not belong here: what is measured on them (`benchmarks.simulate`).
"""

from __future__ import annotations

import random
from pathlib import Path

from wordfreq import top_n_list

CONCEPTS = 40
PASSAGES = 100
"""Passages a paper, so that 10,000 papers have a million."""

_SENTENCES = 3
_WORDS = 17  # three sentences of these are a passage of about 60 tokens, the smallest that chunks aim at
_SHARE_NAMED = 0.02  # of passages name some concept: each of forty is named fifty times in every thousand papers


def concept_names() -> list[str]:
    """Two made-up words each, which no sentence holds together by chance."""
    words = _made_up(2 * CONCEPTS, seed=1)
    return [f"{first} {second}" for first, second in zip(words[::2], words[1::2], strict=True)]


def vocabulary() -> list[str]:
    """Common English words, three of four, and made-up ones, so that passages differ as those of real papers do."""
    common = [word for word in top_n_list("en", 600) if word.isalpha()]
    return common * 12 + _made_up(2500, seed=2)


def _made_up(count: int, seed: int) -> list[str]:
    chooser = random.Random(seed)
    heads = [
        "bar",
        "cor",
        "del",
        "fer",
        "gan",
        "hol",
        "jun",
        "kel",
        "lor",
        "mar",
        "nor",
        "pel",
        "quin",
        "ros",
        "sal",
        "tor",
        "ul",
        "ver",
        "wil",
        "zan",
    ]
    middles = ["a", "e", "i", "o", "u", "an", "el", "in", "or", "un", "ast", "ent", "ist", "olt", "und"]
    tails = ["tion", "ment", "ness", "ity", "ance", "ure", "graph", "form", "scope", "plex"]
    made: dict[str, None] = {}
    while len(made) < count:
        made[chooser.choice(heads) + chooser.choice(middles) + chooser.choice(heads) + chooser.choice(tails)] = None
    return list(made)


def write_library(home: Path, papers: int, first: int = 0, passages: int = PASSAGES) -> None:
    """Writes papers `first` to `first + papers`, and the concepts file; a paper depends on its number alone."""
    raw = home / "raw"
    raw.mkdir(parents=True, exist_ok=True)
    names = concept_names()
    listed = "".join(f"  - slug: {name.replace(' ', '-')}\n    title: {name.capitalize()}\n" for name in names)
    (home / "concepts.yaml").write_text(f"concepts:\n{listed}", encoding="utf-8")
    words = vocabulary()
    for number in range(first, first + papers):
        (raw / f"Paper{number:06d}.md").write_text(_paper(number, words, names, passages), encoding="utf-8")


def _paper(number: int, words: list[str], names: list[str], passages: int) -> str:
    chooser = random.Random(number)
    lines = [f"# On {' '.join(chooser.choices(words, k=4))}, part {number}"]
    for passage in range(passages):
        if passage % 10 == 0:
            lines.append(f"## {' '.join(chooser.choices(words, k=3)).capitalize()}")
        sentences = [_sentence(chooser, words) for _ in range(_SENTENCES)]
        if chooser.random() < _SHARE_NAMED:
            name = chooser.choice(names)
            sentences[0] = f"The {name} is a {' '.join(chooser.choices(words, k=3))} that determines the {chooser.choice(words)}."
        lines.append(" ".join(sentences))
    return "\n\n".join(lines) + "\n"


def _sentence(chooser: random.Random, words: list[str]) -> str:
    body = chooser.choices(words, k=_WORDS - 4)
    return f"The {body[0]} of the {' '.join(body[1:6])} is the {' '.join(body[6:])}."
