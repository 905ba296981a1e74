"""How fast the grounding guards are, on generated text, against the rule `content-5-gram` written plainly.

Usage: python -m benchmarks.guards [--claims 1000] [--rounds 3]

Claims a second of processor time on one core, against chunks of 300 words: (a) with a chunk never seen before for every claim,
(b) as on a page, ten claims for every chunk. Then seconds for one claim against sources of 25 to 200 pages, which should double
when the pages do. Where ../shared lies beside the project, also the labelled rows there.

In every round each guard gets the same fresh text; the median of the rounds is told. Half of the claims are verbatim sentences of
their chunk, half are edited; how many of each pass is told, too, so that no guard looks fast by doing nothing.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median

from rich.console import Console
from rich.table import Table

from wiki_assets.grounding.checking.rows import Row, parse_row, read_lines
from wiki_assets.grounding.guards.registry import guard_names, load_guard
from wiki_assets.grounding.model import VerdictKind
from wiki_assets.text.words import STOPWORDS

SHARED = Path(__file__).resolve().parents[2] / "shared" / "bench"

CHUNK_WORDS = 300
CLAIMS_A_CHUNK = 10
PAGE_WORDS = 500
PAGES = (25, 50, 100, 200)
GOAL = 2_000
BASELINE = "content-5-gram plainly"

Check = Callable[[str, str], bool]
"""Whether a claim passes as grounded in a source."""

_WORD = re.compile(r"[^\W_]+")
_SENTENCE_END = re.compile(r"[.!?]")


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim, its source, and whether the claim was edited."""

    claim: str
    source: str
    edited: bool


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds for some claims, and how many passed of those that were verbatim and of those that were edited."""

    seconds: float
    claims: int
    verbatim: float
    edited: float


def plain_content_5_gram(claim: str, source: str) -> bool:
    """The baseline: five content words of the claim's last sentence in a row stand in a row in the source. Nothing is kept."""
    sentences = [sentence for sentence in _SENTENCE_END.split(claim) if sentence.strip()]
    words = _content_words(sentences[-1]) if sentences else []
    return not _five_grams(words).isdisjoint(_five_grams(_content_words(source)))


def _content_words(text: str) -> list[str]:
    return [word for word in _WORD.findall(text.lower()) if word not in STOPWORDS]


def _five_grams(words: Sequence[str]) -> set[tuple[str, ...]]:
    return {tuple(words[start : start + 5]) for start in range(len(words) - 4)}


class Prose:
    """English-looking text out of nothing: made-up content words, real function words, names, numbers, units.

    A word is the rarer the later it stands in the vocabulary (Zipf's law), as in real text. The same seed makes the same text.
    """

    _ONSETS = ("b", "c", "d", "f", "g", "l", "m", "n", "p", "r", "s", "t", "v", "st", "tr", "pl", "ch", "gr")
    _RIMES = ("a", "e", "i", "o", "u", "an", "er", "il", "on", "ar", "en", "ist", "ate", "ol")
    _ENDINGS = ("", "", "", "s", "ed", "ing", "al", "ion", "ity", "ous")
    _FUNCTION = (
        "the",
        "of",
        "and",
        "in",
        "a",
        "to",
        "is",
        "that",
        "for",
        "with",
        "by",
        "are",
        "as",
        "on",
        "which",
        "each",
        "at",
        "from",
    )
    _UNITS = ("per cent", "m", "kg", "seconds", "units")
    _VOCABULARY = 6_000

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        shaping = Random(0)
        made = ("".join(self._syllables(shaping)) for _ in iter(int, 1))
        words: dict[str, None] = {}
        while len(words) < self._VOCABULARY:
            words.setdefault(next(made))
        self._words = list(words)
        self._weights = [1 / (rank + 10) for rank in range(self._VOCABULARY)]

    def _syllables(self, shaping: Random) -> Iterator[str]:
        for _ in range(shaping.choice((1, 2, 2, 3))):
            yield shaping.choice(self._ONSETS) + shaping.choice(self._RIMES)
        yield shaping.choice(self._ENDINGS)

    def sentence(self) -> str:
        """Between 10 and 30 words."""
        length = self._random.randint(10, 30)
        content = self._random.choices(self._words, self._weights, k=length)
        words = [self._random.choice(self._FUNCTION) if self._random.random() < 0.4 else word for word in content]
        if self._random.random() < 0.3:
            words[self._random.randrange(3, length)] = self._random.choice(self._words).capitalize()
        if self._random.random() < 0.4:
            words[self._random.randrange(3, length)] = f"{self._random.randint(2, 999)} {self._random.choice(self._UNITS)}"
        if self._random.random() < 0.5:
            words[length // 2] += ","
        return " ".join(words).capitalize() + "."

    def sentences(self, words: int) -> list[str]:
        """As many sentences as give about so many words."""
        made: list[str] = []
        while words > 0:
            made.append(self.sentence())
            words -= made[-1].count(" ") + 1
        return made

    def edited(self, sentence: str) -> str:
        """The sentence with a "not", with another number or with another word, in its middle."""
        words = sentence.split()
        middle = len(words) // 2
        numbers = [place for place, word in enumerate(words) if word.isdigit()]
        if numbers:
            words[numbers[0]] = str(int(words[numbers[0]]) + 1)
        elif self._random.random() < 0.5:
            words.insert(middle, "not")
        else:
            words[middle] = self._random.choice(self._words)
        return " ".join(words)

    def pairs(self, claims: int, claims_a_chunk: int) -> list[Pair]:
        """Claims against fresh chunks, verbatim and edited in turn."""
        made: list[Pair] = []
        while len(made) < claims:
            sentences = self.sentences(CHUNK_WORDS)
            source = " ".join(sentences)
            for _ in range(claims_a_chunk):
                sentence, edit = self._random.choice(sentences), len(made) % 2 == 1
                made.append(Pair(self.edited(sentence) if edit else sentence, source, edit))
        return made


def timed(check: Check, pairs: Sequence[Pair]) -> Timing:
    started = time.process_time()
    passed = [check(pair.claim, pair.source) for pair in pairs]
    seconds = time.process_time() - started

    def share(edited: bool) -> float:
        own = [one for one, pair in zip(passed, pairs, strict=True) if pair.edited is edited]
        return sum(own) / len(own) if own else 0.0

    return Timing(seconds, len(pairs), share(False), share(True))


def guards() -> dict[str, Check]:
    """The baseline, then every guard; each has been asked once, so that what it loads is not timed."""
    checks: dict[str, Check] = {BASELINE: plain_content_5_gram}
    for name in guard_names():
        checks[name] = _check_of(name)
    for check in checks.values():
        timed(check, Prose(1).pairs(10, 1))
    return checks


def _check_of(name: str) -> Check:
    guard = load_guard(name)
    return lambda claim, source: guard.check(claim, source).kind is VerdictKind.GROUNDED


def measured(checks: dict[str, Check], rounds: Sequence[Sequence[Pair]]) -> dict[str, list[Timing]]:
    """Every guard on every round, round by round, so that what else the machine does strikes all alike."""
    timings: dict[str, list[Timing]] = {name: [] for name in checks}
    for pairs in rounds:
        for name, check in checks.items():
            timings[name].append(timed(check, pairs))
    return timings


def rate(timings: Sequence[Timing]) -> float:
    """Claims a second, the median of the rounds."""
    return median(timing.claims / timing.seconds for timing in timings)


def print_rates(title: str, timings: dict[str, list[Timing]], console: Console) -> None:
    table = Table(
        "guard", "claims/s", f"ratio to {BASELINE}", "verbatim pass", "edited pass", "goal", title=title, title_justify="left"
    )
    base = rate(timings[BASELINE])
    for name, rounds in timings.items():
        speed = rate(rounds)
        goal = "" if name == BASELINE else f">= {GOAL:,}, ratio >= 1"
        passes = (f"{median(getattr(one, kind) for one in rounds):.0%}" for kind in ("verbatim", "edited"))
        table.add_row(name, f"{speed:,.0f}", f"{speed / base:.2f}", *passes, goal)
    console.print(table)


def print_growth(checks: dict[str, Check], rounds: int, console: Console) -> None:
    """Seconds for one claim against longer and longer sources."""
    heads = (*(f"{pages} pages, s" for pages in PAGES), f"{PAGES[-1]} : {PAGES[0]}", "goal")
    table = Table("guard", *heads, title=f"One claim against a long source ({PAGE_WORDS} words a page)", title_justify="left")
    seconds: dict[str, list[float]] = {name: [] for name in checks}
    for pages in PAGES:
        prose = Prose(1_000 + pages)
        sources = [prose.sentences(pages * PAGE_WORDS) for _ in range(rounds)]
        pairs = [[Pair(prose.edited(sentences[-2]), " ".join(sentences), True)] for sentences in sources]
        for name, timings in measured(checks, pairs).items():
            seconds[name].append(median(timing.seconds for timing in timings))
    for name, row in seconds.items():
        linear = PAGES[-1] / PAGES[0]
        table.add_row(name, *(f"{one:.3f}" for one in row), f"{row[-1] / row[0]:.1f}", f"about {linear:.0f}")
    console.print(table)


def print_shared(checks: dict[str, Check], console: Console) -> None:
    """The labelled rows, where they are there: when their words come for the first time, and with words known but sources new."""
    files = [SHARED / name for name in ("claims.jsonl", "perturbed.jsonl")]
    if not all(file.is_file() for file in files):
        console.print("The labelled rows of ../shared/bench are not there; not measured.")
        return
    pairs = [pair for file in files for pair in _labelled(file)]
    print_rates(
        f"{len(pairs)} labelled rows of ../shared/bench (verbatim = supported, edited = unsupported)",
        measured(checks, [pairs]),
        console,
    )
    changed = [Pair(pair.claim, f"{pair.source} {number} ends here.", pair.edited) for number, pair in enumerate(pairs)]
    print_rates("the same again, every source changed at its end", measured(checks, [changed]), console)


def _labelled(file: Path) -> Iterator[Pair]:
    with file.open("rb") as stream:
        for line in read_lines(stream):
            row = parse_row(line)
            if isinstance(row, Row):
                yield Pair(row.claim, row.source, row.label == "unsupported")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--claims", type=int, default=1_000, help="claims in a round")
    parser.add_argument("--rounds", type=int, default=3, help="rounds, of which the median is told")
    arguments = parser.parse_args()
    console, checks = Console(width=130), guards()
    for part, (title, claims_a_chunk) in enumerate(
        (
            ("(a) every claim against a chunk never seen before", 1),
            (f"(b) as on a page: {CLAIMS_A_CHUNK} claims a chunk", CLAIMS_A_CHUNK),
        )
    ):
        rounds = [Prose(10 * part + number + 2).pairs(arguments.claims, claims_a_chunk) for number in range(arguments.rounds)]
        print_rates(f"{title} of {CHUNK_WORDS} words", measured(checks, rounds), console)
    print_growth(checks, arguments.rounds, console)
    print_shared(checks, console)


if __name__ == "__main__":
    main()
