"""The three conformance rules of the Open Knowledge Format, as a small validator for the tests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import yaml

_FRONT_MATTER = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
_INDEX_ENTRY = re.compile(r"\* \[(?:[^\[\]\\]|\\.)+\]\([^)\s]+\) - \S.*")
_LOG_DATE = re.compile(r"## \d{4}-\d{2}-\d{2}")
_LOG_ENTRY = re.compile(r"\* \*\*[A-Z]+\*\* \S.*")


def okf_errors(bundle: Path) -> list[str]:
    """What breaks E1, E2 or E3 in a folder; empty where it conforms."""
    errors: list[str] = []
    for file in sorted(bundle.rglob("*.md")):
        text = file.read_bytes().decode("utf-8")
        check = {"index.md": _index_errors, "log.md": _log_errors}.get(file.name, _concept_errors)
        errors += [f"{file.relative_to(bundle)}: {error}" for error in check(text)]
    return errors


def _concept_errors(text: str) -> Iterator[str]:
    block = _FRONT_MATTER.match(text)
    content = yaml.safe_load(block[1]) if block else None
    if not isinstance(content, dict):
        yield "E1 no front matter that is a mapping"
    elif not content.get("type"):
        yield "E2 no type"


def _index_errors(text: str) -> Iterator[str]:
    block = _FRONT_MATTER.match(text)
    if block and set(yaml.safe_load(block[1])) - {"okf_version"}:
        yield "E3 front matter holds more than okf_version"
    for line in text[block.end() if block else 0 :].splitlines():
        if line.startswith("*") and not _INDEX_ENTRY.fullmatch(line):
            yield f"E3 not an entry: {line}"


def _log_errors(text: str) -> Iterator[str]:
    if _FRONT_MATTER.match(text):
        yield "E3 a log has no front matter"
    dates = [line for line in text.splitlines() if line.startswith("## ")]
    if not all(_LOG_DATE.fullmatch(date) for date in dates) or dates != sorted(set(dates), reverse=True):
        yield f"E3 headings are not dates, newest first: {dates}"
    for line in text.splitlines():
        if line.startswith("*") and not _LOG_ENTRY.fullmatch(line):
            yield f"E3 not an entry: {line}"
