"""One soak: a home, the product on it, a reader beside it, and the stories told so far.

Belongs here: telling a story, waiting, and the table. Does not belong here: the stories (`stories`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.soak.papers import fill_home
from tests.soak.product import Product
from tests.soak.reader import Reader
from tests.soak.records import Records, Run
from wiki_assets.errors import WikiError

POLL_SECONDS = 1.5
# Nothing may be left to do for so long before a story is over: longer than a tick of the sensors.
QUIET_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class Seen:
    """What came of a story.

    Attributes:
        words: What was seen, for the table.
        passed: Whether it is what was expected.
        seconds: From the deed to its effect in the wiki; None where the story as a whole is what took the time.
    """

    words: str
    passed: bool
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Story:
    """Something that happens to a home, and what should come of it."""

    name: str
    expected: str
    tell: Callable[[Soak], Seen]


@dataclass(frozen=True, slots=True)
class Told:
    """One line of the table."""

    story: str
    expected: str
    seen: Seen
    seconds: float


class NeverHappenedError(Exception):
    """What a story waited for did not happen in time."""


@dataclass
class Soak:
    """What stories work with.

    Attributes:
        patience: Seconds that anything may take before it is said never to happen; generous, for the machine may be shared.
        number: Counts up, so that no two papers are the same.
    """

    home: Path
    patience: float
    product: Product = field(init=False)
    records: Records = field(init=False)
    reader: Reader = field(init=False)
    told: list[Told] = field(default_factory=list)
    number: int = 0
    threshold: float = 0.5

    def __post_init__(self) -> None:
        fill_home(self.home)
        self.product = Product(self.home, self.home / "wiki-dev.log")
        self.records = Records(self.home)
        self.reader = Reader(self.home)

    @property
    def raw(self) -> Path:
        return self.home / "raw"

    def next_number(self) -> int:
        self.number += 1
        return self.number

    def close(self) -> None:
        """Ends the product with all its processes."""
        self.product.stop()
        self.records.close()

    def tell(self, story: Story) -> Told:
        """Tells one story; one that breaks has failed, and the next is told all the same."""
        started = time.monotonic()
        try:
            seen = story.tell(self)
        except NeverHappenedError as error:
            seen = Seen(f"never happened within {self.patience:g} s: {error}", passed=False)
        except Exception as error:  # a story that breaks must not take the table with it
            print(f"{type(error).__name__}: {error}", flush=True)
            seen = Seen(f"{type(error).__name__}: {str(error)[:200]}", passed=False)
        told = Told(story.name, story.expected, seen, time.monotonic() - started)
        self.told.append(told)
        print(line_of(told), flush=True)
        return told

    def until(self, happened: Callable[[], bool], what: str, patience: float | None = None) -> float:
        """Waits until something has happened. Returns the seconds it took.

        Raises:
            NeverHappenedError: It did not.
        """
        started = time.monotonic()
        while not happened():
            if time.monotonic() - started > (patience or self.patience):
                raise NeverHappenedError(what)
            time.sleep(POLL_SECONDS)
        return time.monotonic() - started

    def until_quiet(self, times: float = 2.0) -> float:
        """Waits until no run is under way and nothing is left to do.

        Args:
            times: How much more than the usual patience: all pages may have to be composed.
        """
        last_busy = [time.monotonic()]

        def quiet() -> bool:
            if self.left_to_do():
                last_busy[0] = time.monotonic()
            return time.monotonic() - last_busy[0] >= QUIET_SECONDS

        started = time.monotonic()
        try:
            self.until(quiet, "quiet", self.patience * times)
        except NeverHappenedError as error:
            raise NeverHappenedError(f"the end of all work; left is: {self.left_to_do()}") from error
        return time.monotonic() - started

    def left_to_do(self) -> str:
        """What is under way or planned, for a person; empty where nothing is."""
        unfinished = [run.job for run in self.records.runs() if not run.over]
        if unfinished:
            return f"runs of {', '.join(sorted(set(unfinished)))}"
        try:
            plan = self.records.observe(min_grounding_rate=str(self.threshold), **self.model()).plan
        except WikiError as error:
            return str(error)
        parts = {
            "ingest": [task.key for task in plan.ingest],
            "evidence": plan.evidence,
            "compile": [task.key for task in plan.compile],
            "report": [f"{task.key} ({task.reason})" for task in plan.report],
            "publish": plan.publish,
        }
        return "; ".join(f"{name}: {what}" for name, what in parts.items() if what)

    def model(self) -> dict[str, str]:
        """The settings of the product's model, as the planner needs them."""
        model = self.product.settings.get("WIKI_LLM_MODEL", "")
        return {"llm_model": model} if model else {}

    def runs_since(self, moment: float, job: str = "") -> list[Run]:
        return [run for run in self.records.runs(moment) if not job or run.job == job]


def line_of(told: Told) -> str:
    seconds = told.seconds if told.seen.seconds is None else told.seen.seconds
    return f"{'ok    ' if told.seen.passed else 'FAILED'} {told.story} [{seconds:.0f} s, {told.seconds:.0f} s in all]: {told.seen.words}"


def table(told: Sequence[Told]) -> str:
    """Story, expected, seen, seconds, verdict, as Markdown."""
    lines = ["| story | expected | seen | seconds | verdict |", "|---|---|---|---:|---|"]
    for one in told:
        seconds = one.seconds if one.seen.seconds is None else one.seen.seconds
        cells = (one.story, one.expected, one.seen.words.replace("|", "/").replace("\n", " "), f"{seconds:.0f}")
        lines.append(f"| {' | '.join(cells)} | {'ok' if one.seen.passed else 'FAILED'} |")
    return "\n".join(lines)
