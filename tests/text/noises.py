"""Texts, and what files, typesetters and models do to the words they copy from them, for property tests.

A text is a row of units: words, names, formulae, numbers. A noise rewrites some units of a quote without changing what they say.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from hypothesis import strategies as st

Noise = Callable[[str, Random], str]

WORDS = (
    "the", "packing", "efficient", "offline", "fluffy", "of", "circles", "converges", "re-ranking", "left-to-right", "Möbius", "map",
    "isn't", "author's", "(rigid)", '"weak"', "classification", "affine", "towards", "error", "nor", "a", "Bose–Einstein", "graphs,",
    "limit.", "self-attention", "we", "show", "naïve", "no-one", "GPU-based", "pre- or postprocessing", "10.5", "−3", "5%", "don't",
)  # fmt: skip
FORMULAE = ("α ≤ 3 × 10⁴", "x² ≥ β₁", "f ∈ ℝⁿ", "θ → ∞", "p ≠ q", "10⁻³", "∇φ ≈ 0", "ε > 0")
NUMBER_WORDS = {
    "2": "two", "7": "seven", "12": "twelve", "23": "twenty-three", "40": "forty", "205": "two hundred and five", "300": "three hundred",
    "12000": "twelve thousand", "1250000": "one million two hundred and fifty thousand", "7000000000": "seven billion",
}  # fmt: skip
NUMBERS = (*NUMBER_WORDS, "2019", "48317")
ABSENT = ("zygote", "unheard-of", "ω ≥ 9", "99", "ninety-one")
"""Units that no text has."""

LATEX = {
    "α": r"\alpha", "β": r"\beta", "θ": r"\theta", "φ": r"\varphi", "ε": r"\varepsilon", "≤": r"\le", "≥": r"\geq", "×": r"\times",
    "∈": r"\in", "ℝ": r"\mathbb{R}", "→": r"\to", "∞": r"\infty", "≠": r"\neq", "∇": r"\nabla ", "≈": r"\approx", "⁴": "^4", "²": "^{2}",
    "₁": "_{1}", "ⁿ": "^n", "⁻³": "^{-3}", ">": ">",
}  # fmt: skip
_LATEX_SIGN = re.compile("|".join(map(re.escape, LATEX)))


def _somewhere(pattern: str, write: Callable[[re.Match[str]], str]) -> Noise:
    """Rewrites about half of the places that a pattern finds."""
    compiled = re.compile(pattern)
    return lambda quote, random: compiled.sub(lambda found: write(found) if random.random() < 0.5 else found.group(), quote)


def _broken(separator: str) -> Noise:
    """Breaks words in two, at least two letters on each side, where no hyphen stands already."""

    def noise(quote: str, random: Random) -> str:
        def write(found: re.Match[str]) -> str:
            word = found.group()
            at = random.randint(2, len(word) - 2)
            return word[:at] + separator + word[at:] if random.random() < 0.5 else word

        return re.sub(r"(?<![\w\\-])[a-z]{5,}(?![\w-])", write, quote)

    return noise


def _set_in_latex(formula: str) -> str:
    return "$" + _LATEX_SIGN.sub(lambda found: LATEX[found.group()], formula) + "$"


def _curly(quote: str, random: Random) -> str:
    return re.sub(r'"([^" ]*)"', "“\\1”", quote).replace("'", random.choice("’ʼ′"))


def _in_words(quote: str, random: Random) -> str:
    return re.sub(r"(?<![\w.,−-])\d+(?![\w.,%])", lambda found: NUMBER_WORDS.get(found.group(), found.group()), quote)


def _separated(quote: str, random: Random) -> str:
    separator = random.choice([",", "\u2009", "\u202f", "\u00a0"])
    return re.sub(
        r"(?<![\w.,/–-])[1-9]\d{3,}(?![\w.,/–-])", lambda found: f"{int(found.group()):,}".replace(",", separator), quote
    )


NOISES: dict[str, Noise] = {
    "ligatures": lambda quote, random: quote.replace("ffi", "ﬃ").replace("ff", "ﬀ").replace("fi", "ﬁ").replace("fl", "ﬂ"),
    "hidden ligatures": lambda quote, random: quote.replace("fi", "\uf0de").replace("fl", "\uf0df"),
    "soft hyphens": _somewhere(r"(?<=[a-z]{2})(?=[a-z]{2})", lambda found: "\u00ad"),
    "zero-width characters": _somewhere(r"(?<=[a-z])(?=[a-z])", lambda found: "\u200b"),
    "line-end hyphens": _broken("-\n"),
    "line-end hyphens with a space": _broken("- "),
    "soft hyphens at the line end": _broken("\u00ad\n"),
    "dashes": _somewhere(r"(?<=\w)[-–](?=\w)", lambda found: "\u2010"),
    "typewriter dashes": _somewhere(r"(?<=\w)–(?=\w)", lambda found: "--"),
    "minus signs": _somewhere("−", lambda found: "-"),
    "line breaks": _somewhere(" ", lambda found: "\n"),
    "wide spaces": _somewhere(" ", lambda found: "\u00a0\t "),
    "number words": _in_words,
    "separators of thousands": _separated,
    "curly quotes": _curly,
    "per cent": lambda quote, random: quote.replace("5%", random.choice(["5 %", "5 per cent", "5 percent"])),
    "decomposed accents": lambda quote, random: quote.replace("ö", "o\u0308").replace("ï", "i\u0308"),
    "accents drawn beside": lambda quote, random: quote.replace("ö", " ¨o").replace("ï", "¨ı"),
    "accents left out": lambda quote, random: quote.replace("ö", "o").replace("ï", "i"),
    "accents in LaTeX": lambda quote, random: quote.replace("ö", r"\"o").replace("ï", r"{\"\i}"),
    "not in full": lambda quote, random: quote.replace("isn't", "is not").replace("don't", "do not"),
    "LaTeX": lambda quote, random: re.sub("|".join(map(re.escape, FORMULAE)), lambda found: _set_in_latex(found.group()), quote),
    "capitals": lambda quote, random: quote.upper() if quote.isascii() and "\\" not in quote else quote,
    "other punctuation": lambda quote, random: (
        quote.replace("graphs,", "graphs;").replace("(rigid)", "rigid").replace("limit.", "limit")
    ),
}
"""By name. They are applied in this order, so that one does not spoil what another looks for."""


@st.composite
def texts(draw: st.DrawFn) -> list[str]:
    """Units of a text. Numbers and formulae have a word between them, for side by side two may make one."""
    units: list[str] = []
    for special, words in draw(
        st.lists(st.tuples(st.sampled_from((*NUMBERS, *FORMULAE)), st.integers(1, 4)), min_size=1, max_size=6)
    ):
        units += draw(st.lists(st.sampled_from(WORDS), min_size=words, max_size=words))
        units.append(special)
    return units


@st.composite
def quoted(draw: st.DrawFn) -> tuple[list[str], int, int]:
    """Units of a text, and which of them are quoted: `units[first:behind]`."""
    units = draw(texts())
    first = draw(st.integers(0, len(units) - 1))
    return units, first, draw(st.integers(first + 1, len(units)))


def noisy(quote: str, names: set[str], random: Random) -> str:
    """A quote with some noises in it."""
    for name, noise in NOISES.items():
        if name in names:
            quote = noise(quote, random)
    return quote
