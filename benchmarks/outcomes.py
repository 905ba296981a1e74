"""`make outcomes`: a table over real files of every kind, broken ones too: the outcome that is right, ours, seconds, megabytes.

Belongs here: what a manifest expects of a file, and whether we meet it. Does not belong here: reading. A manifest is a file of JSON lines
beside the documents, each with `file` and either `snippets` (the text must hold them) or `expect` (see `Expectation`).

Each file is read by a command of its own, so that its peak memory is its own.
"""

from __future__ import annotations

import json
import re
import resource
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from wiki_assets.documents.choosing import options_from
from wiki_assets.documents.inspection import Inspection, inspect
from wiki_assets.documents.model import DocumentStatus
from wiki_assets.documents.options import Choices
from wiki_assets.settings import Settings

SHARED = Path(__file__).resolve().parents[1] / ".." / "shared" / "corpus"
FOLDERS = ("formats", "hard")

_GOOD = frozenset({DocumentStatus.OK})
_WARNED = frozenset({DocumentStatus.PARTIAL})


@dataclass(frozen=True, slots=True)
class Expectation:
    """What is right for one file.

    Attributes:
        outcome: `ok`, `warning` (read, but told to be partly unreliable), `error`, `error_or_warning` or `ok_or_error`.
        error_kind: The status that an error must have; empty for any.
        holds, lacks: Words that the text must, and must not, hold.
        ordered: Words that must come in this order.
        page_of: Page on which words must be.
        raw: Whether `holds` are words of the file as it is written: their markup need not be in the text, only what it marks.
    """

    file: str
    outcome: str = "ok"
    error_kind: str = ""
    pages: int = -1
    holds: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    ordered: tuple[tuple[str, ...], ...] = ()
    page_of: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    megabytes: float = 0.0
    raw: bool = False

    @property
    def words(self) -> str:
        """In a word or two."""
        return f"{self.outcome} ({self.error_kind})" if self.error_kind else self.outcome


@dataclass(frozen=True, slots=True)
class Reading:
    """What came of one file, flat, so that it can cross a process border. `seconds` and `megabytes` are of its reading."""

    status: str
    reason: str
    pages: int
    texts: tuple[str, ...]
    page_numbers: tuple[tuple[int, ...], ...]
    seconds: float = 0.0
    megabytes: float = 0.0


def expectations(folder: Path) -> list[Expectation]:
    """What the manifest of a folder expects; nothing where there is none."""
    manifest = folder / "manifest.jsonl"
    lines = manifest.read_text(encoding="utf-8").splitlines() if manifest.is_file() else []
    return [_expectation(json.loads(line)) for line in lines]


def _expectation(row: dict[str, Any]) -> Expectation:
    name = Path(row["file"]).name
    if "expect" not in row:
        return Expectation(name, holds=tuple(row["snippets"]), raw=True)
    wanted = row["expect"]
    return Expectation(
        name,
        wanted["outcome"],
        wanted.get("error_kind", ""),
        wanted.get("page_count", -1),
        tuple(wanted.get("must_contain", wanted.get("must_contain_if_ok", ()))),
        tuple(wanted.get("must_not_contain", ())),
        tuple(map(tuple, wanted.get("order", ()))),
        wanted.get("page_of", {}),
        wanted.get("max_seconds", 0.0),
        wanted.get("max_rss_mb", 0.0),
    )


def reading_of(found: Inspection) -> Reading:
    """An inspection, flat."""
    elements = found.parsed.elements if found.parsed else ()
    return Reading(
        found.record.status.value,
        found.record.reason,
        found.record.pages,
        tuple(element.text for element in elements),
        tuple(element.pages for element in elements),
        found.seconds,
    )


def faults(wanted: Expectation, got: Reading) -> Iterator[str]:
    """What is not as it should be; nothing where all is right."""
    status = DocumentStatus(got.status)
    if not _fits(wanted, status):
        yield f"is {got.status}"
    if status is not DocumentStatus.OK and not got.reason:
        yield "gives no reason"
    if wanted.seconds and got.seconds > wanted.seconds:
        yield f"took {got.seconds:.0f} s"
    if wanted.megabytes and got.megabytes > wanted.megabytes:
        yield f"took {got.megabytes:.0f} MB"
    if not status.readable:
        return
    if wanted.pages >= 0 and got.pages != wanted.pages:
        yield f"has {got.pages} pages"
    yield from _text_faults(wanted, got)


def _fits(wanted: Expectation, status: DocumentStatus) -> bool:
    error = status.value == wanted.error_kind if wanted.error_kind else status.failed
    return {
        "ok": status in _GOOD,
        "warning": status in _WARNED,
        "error": error,
        "error_or_warning": error or status in _WARNED,
        "ok_or_error": status in _GOOD or error,
    }[wanted.outcome]


def _text_faults(wanted: Expectation, got: Reading) -> Iterator[str]:
    text = _folded("\n".join(got.texts))
    for words in wanted.holds:
        if _folded(words) not in text and not (wanted.raw and _folded(_without_markup(words)) in text):
            yield f"lacks “{words[:60]}”"
    for words in wanted.lacks:
        if any(words in each for each in got.texts):
            yield f"holds “{words[:60]}”"
    for row in wanted.ordered:
        places = [text.find(_folded(words)) for words in row]
        if -1 in places or places != sorted(places):
            yield f"has “{row[0][:40]}” out of order"
    for words, page in wanted.page_of.items():
        pages = {
            number
            for each, numbers in zip(got.texts, got.page_numbers, strict=True)
            if _folded(words) in _folded(each)
            for number in numbers
        }
        if page not in pages:
            yield f"has “{words[:40]}” on page {sorted(pages)}"


_MARKUP = re.compile(r"<[^>]*>|^> |\]\([^)]*\)|[\[*`]", re.MULTILINE)


def _without_markup(words: str) -> str:
    """Words of a Markdown or HTML source as a reader sees them."""
    return _MARKUP.sub("", words)


def _folded(text: str) -> str:
    """Text without white space and in one form, as the manifests compare."""
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text))


def read_one(file: Path) -> Reading:
    """Reads a file by a command of its own."""
    done = subprocess.run([sys.executable, "-m", "benchmarks.outcomes", str(file)], capture_output=True, text=True)
    if done.returncode:
        return Reading("unreadable", f"the command itself failed: {done.stderr[-300:]}", 0, (), ())
    told = json.loads(done.stdout.splitlines()[-1])
    told["page_numbers"] = tuple(map(tuple, told["page_numbers"]))
    return Reading(**told)


def tell_one(file: Path) -> None:
    """Prints what came of one file as JSON."""
    settings = Settings.load()
    told = asdict(reading_of(inspect(file, Choices(options_from(settings)), settings.chunk_tokens)))
    told["megabytes"] = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    sys.stdout.write(json.dumps(told) + "\n")


def main() -> None:
    """Without argument, the table; exit code 1 where a row is wrong. With a file, what came of it."""
    if len(sys.argv) > 1:
        tell_one(Path(sys.argv[1]))
        return
    table = Table("file", "expected", "ours", "s", "MB", "", title="Right outcomes of real files")
    wrong = count = 0
    for folder in (SHARED / name for name in FOLDERS):
        for wanted in expectations(folder):
            got = read_one(folder / wanted.file)
            found = list(faults(wanted, got))
            wrong, count = wrong + bool(found), count + 1
            told = "; ".join(found) or (got.reason[:70] if got.status != "ok" or got.reason else "")
            table.add_row(
                f"{folder.name}/{wanted.file}", wanted.words, got.status, f"{got.seconds:.1f}", f"{got.megabytes:.0f}",
                f"[red]WRONG: {told}[/red]" if found else told,
            )  # fmt: skip
    if not count:
        raise SystemExit("make outcomes needs the real files in ../shared/corpus.")
    Console(width=190).print(table)
    sys.stdout.write(f"{count - wrong} of {count} right\n")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
