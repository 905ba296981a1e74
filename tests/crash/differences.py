"""What a home that was killed and completed lacks, or has too much, against one that was never disturbed; and the gate's invariant.

Belongs here: comparing accounts, and looking at the files right after a kill. Does not belong here: reading a whole home (`accounts`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import yaml

from tests.crash.accounts import Account
from wiki_assets.audit.tables import TABLES

_SPANNING = ("index.md", "log.md")


def differences(calm: Account, home: Account) -> list[str]:
    """One line for each thing in which a completed home is not as the undisturbed one."""
    lines = [
        *_of_files("wiki", calm.wiki, home.wiki),
        *_of_files("artifacts", calm.artifacts, home.artifacts),
        *_of_files("vectors of", calm.vectors, home.vectors),
        *(f"audit {table}: {line}" for table in TABLES for line in _of_rows(table, calm, home)),
        *(f"never materialized: {asset}[{partition}]" for asset, partition in sorted(calm.materialized - home.materialized)),
        *_of_files("check", calm.evaluated, home.evaluated),
        *(f"a run has not ended: {run}" for run in home.unfinished),
    ]
    if calm.log != home.log:
        lines.append(f"log: {(calm.log - home.log).total()} events lost, {(home.log - calm.log).total()} too many")
    if home.left:
        lines.append(f"still to do: {home.left}")
    return lines


def told_again(calm: Account, home: Account) -> int:
    """Events of the audit that the completing run tells a second time, for it did the work a second time, under its own run id."""
    return sum(
        (home.audit[name] - calm.audit[name]).total()
        for name, table in TABLES.items()
        if "run_id" in table.key and not _strange(calm, home, name)
    )


def _of_files(kind: str, calm: Mapping[object, object], home: Mapping[object, object]) -> Iterator[str]:
    for name in sorted(calm.keys() | home.keys(), key=str):
        if name not in home:
            yield f"{kind} {name}: missing"
        elif name not in calm:
            yield f"{kind} {name}: too much"
        elif calm[name] != home[name]:
            yield f"{kind} {name}: other content"


def _of_rows(table: str, calm: Account, home: Account) -> Iterator[str]:
    """Tables of content hold every row once. In tables of events, whose key has the run, each run tells what it did."""
    if lost := [row for row in calm.audit[table] if row not in home.audit[table]]:
        yield f"{len(lost)} rows lost, such as {_short(lost[0])}"
    if strange := _strange(calm, home, table):
        yield f"{len(strange)} rows that no undisturbed build tells, such as {_short(strange[0])}"
    if "run_id" not in TABLES[table].key:
        double = home.audit[table] - calm.audit[table]
        if double and not strange:
            yield f"{double.total()} rows double, such as {_short(next(iter(double)))}"


def _strange(calm: Account, home: Account, table: str) -> list[tuple[str, ...]]:
    return [row for row in home.audit[table] if row not in calm.audit[table]]


def _short(row: tuple[str, ...]) -> str:
    return " | ".join(row)[:120]


def breaches_of_the_gate(home: Path, threshold: float) -> list[str]:
    """Pages of the wiki without a recorded verdict on exactly their words that passes; looks at nothing but files.

    A file is also held against the standing that wrote it, unless a change of it is pending: then it is as before or as after.
    """
    wiki = home / "wiki"
    pages = [path for path in sorted(wiki.glob("*.md")) if path.name not in _SPANNING]
    return [f"{path.name}: {breach}" for path in pages if (breach := _breach(home / "artifacts", path, threshold))]


def _breach(artifacts: Path, path: Path, threshold: float) -> str:
    text = path.read_text("utf-8")
    if not text.startswith("---\n") or "\n---\n" not in text:
        return "is torn: it has no whole front matter"
    told = yaml.safe_load(text[4:].split("\n---\n")[0])["x-wiki"]
    name = f"{told['guard']}-{told['guard_version']}-{told['threshold']!r}.json"
    report = artifacts / "reports" / path.stem / told["page"] / name
    if not report.is_file():
        return f"has no verdict: {report.relative_to(artifacts)} is missing"
    verdicts = [claim["verdict"]["kind"] for claim in json.loads(report.read_text("utf-8"))["claims"]]
    if not verdicts or verdicts.count("grounded") / len(verdicts) < threshold:
        return f"has a verdict that fails: {verdicts.count('grounded')} of {len(verdicts)}"
    return _of_standing(artifacts, path, text)


def _of_standing(artifacts: Path, path: Path, text: str) -> str:
    file = artifacts / "published" / f"{path.stem}.json"
    if not file.is_file():
        return "has no standing"
    standing = json.loads(file.read_text("utf-8"))
    if standing["pending"] is None and hashlib.sha256(text.encode("utf-8")).hexdigest() != standing["published"]["file_sha256"]:
        return "is not as its standing has it"
    return ""
