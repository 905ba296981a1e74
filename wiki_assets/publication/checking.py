"""Checking: what a person or a check wants to know of the wiki as it lies there.

Belongs here: `wiki check` (the sign of warning, drafts; its exit codes are those of ADR-F12) and the integrity of the files
against their records (rule 4 of the gate). Does not belong here: repairing anything (`refreshing`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from wiki_assets.errors import GateRefusedError
from wiki_assets.publication.gate import refusal
from wiki_assets.publication.index import INDEX_FILE
from wiki_assets.publication.log import LOG_FILE
from wiki_assets.publication.model import WARNING_SIGN, GateRule, PublishedPage
from wiki_assets.publication.publishing import Wiki
from wiki_assets.publication.shelf import file_sha256
from wiki_assets.storage import layout

EXIT_GROUNDED = 0
EXIT_WARNINGS = 1
EXIT_DRAFTS = 2

_RESERVED_FILES = frozenset({INDEX_FILE, LOG_FILE})
_MARKED = re.compile(rf"{WARNING_SIGN}\s*(?:\*(?P<kind>\w+)\*\s*)?(?P<told>.*)")
_FLAGGED = re.compile(rf"{WARNING_SIGN}\s*(?P<flag>Retracted|Superseded): (?P<told>.*)")
_REASON = " — "


@dataclass(frozen=True, slots=True)
class OffendingClaim:
    """A line of a published page with the sign ⚠.

    Attributes:
        file: Relative to the home, with forward slashes.
        line: 1-based.
        kind: `unsupported` or `uncertain`; empty where the line does not say.
        text: The words behind the sign, as Markdown.
        reason: Why it is marked; empty where the line does not say.
    """

    file: str
    line: int
    kind: str
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class FlaggedPaper:
    """A line of a published page that says of a paper it cites that it should not be relied on.

    Attributes:
        file, line: As in `OffendingClaim`.
        flag: `retracted` or `superseded`.
        text: Which paper, and how many claims rest on it, as Markdown.
        reason: Why, or by what; empty where nobody says.
    """

    file: str
    line: int
    flag: str
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class WikiCheck:
    """Outcome of `wiki check`: claims that are marked, drafts (files relative to the home), and flagged papers that pages cite."""

    claims: tuple[OffendingClaim, ...]
    drafts: tuple[str, ...]
    flagged: tuple[FlaggedPaper, ...] = ()

    def count(self, kind: str) -> int:
        """How many marked claims are `uncertain`, `unsupported`, or marked by hand (an empty kind)."""
        return sum(claim.kind == kind for claim in self.claims)

    @property
    def exit_code(self) -> int:
        """0 all claims grounded and no drafts; 1 at least one ⚠ in `wiki/*.md`, of a claim or of a paper cited; 2 drafts present, which
        wins over 1.
        """
        if self.drafts:
            return EXIT_DRAFTS
        return EXIT_WARNINGS if self.claims or self.flagged else EXIT_GROUNDED


@dataclass(frozen=True, slots=True)
class IntegrityProblem:
    """A file of the wiki that is not what its record says, or a record that does not let it stand.

    Attributes:
        file: Relative to the home, with forward slashes.
        what: What is wrong.
        remedy: What to do.
    """

    file: str
    what: str
    remedy: str


def check_wiki(home: Path) -> WikiCheck:
    """Looks for the sign ⚠ in `wiki/*.md` and for files in `wiki/draft/`. A home without a wiki has neither."""
    wiki, drafts = layout.wiki_folder(home), layout.draft_folder(home)
    marked = [found for file in sorted(wiki.glob("*.md")) for found in _marked_lines(file, home)]
    waiting = sorted(
        path.relative_to(home).as_posix() for path in drafts.rglob("*") if path.is_file() and not path.name.startswith(".")
    )
    return WikiCheck(
        tuple(found for found in marked if isinstance(found, OffendingClaim)),
        tuple(waiting),
        tuple(found for found in marked if isinstance(found, FlaggedPaper)),
    )


def _marked_lines(file: Path, home: Path) -> Iterator[OffendingClaim | FlaggedPaper]:
    for number, line in enumerate(file.read_text("utf-8", errors="replace").split("\n"), start=1):
        marked = _FLAGGED.match(line) or _MARKED.search(line)
        if marked is None:
            continue
        before, dash, after = marked["told"].rpartition(_REASON)
        text, reason = (before.strip(), after.strip()) if dash else (after.strip(), "")
        name = file.relative_to(home).as_posix()
        if "flag" in marked.groupdict():
            yield FlaggedPaper(name, number, marked["flag"].lower(), text, reason)
        else:
            yield OffendingClaim(name, number, marked["kind"] or "", text, reason)


def check_integrity(wiki: Wiki) -> tuple[IntegrityProblem, ...]:
    """Everything in the wiki that is not exactly what was let through (rule 4 of the gate), by file.

    Every `.md` below `wiki/`, other than drafts, indexes and logs, must be recorded, its bytes must be those recorded, and its
    page must pass under the guard and threshold recorded, and under those of now where a verdict for them is recorded.
    """
    with wiki.shelf.locked():
        published = {wiki.shelf.page_path(s.slug): s.published for s in wiki.shelf.standings() if s.published}
        problems = [
            problem for path in _page_files(wiki.home) if path not in published for problem in [_left_over(path, wiki.home)]
        ]
        for path, page in published.items():
            problems += _problems_of(path, page, wiki)
    return tuple(sorted(problems, key=lambda problem: problem.file))


def _page_files(home: Path) -> Iterator[Path]:
    folder, drafts = layout.wiki_folder(home), layout.draft_folder(home)
    for path in sorted(folder.rglob("*")):
        if (
            path.suffix.lower() == ".md"
            and not path.is_relative_to(drafts)
            and path.name not in _RESERVED_FILES
            and not path.is_dir()
        ):
            yield path


def _left_over(path: Path, home: Path) -> IntegrityProblem:
    return IntegrityProblem(
        path.relative_to(home).as_posix(),
        "It was never let through by the gate: somebody put it there, or it was left over.",
        "Move it out of the wiki folder.",
    )


def _problems_of(path: Path, published: PublishedPage, wiki: Wiki) -> Iterator[IntegrityProblem]:
    file = path.relative_to(wiki.home).as_posix()
    sha = file_sha256(path)
    if not sha:
        yield IntegrityProblem(
            file, "The page is recorded as published, but its file is missing.", "Run `wiki build` to restore it."
        )
    elif sha != published.file_sha256:
        remedy = "Run `wiki build`: it keeps the edited words in artifacts/edited and restores what was let through."
        yield IntegrityProblem(file, "It was edited by hand since it was let through.", remedy)
    for rule in dict.fromkeys((published.rule, wiki.rule)):
        if why := _not_passing(published, rule, wiki):
            yield IntegrityProblem(
                file, why, f"Materialize grounding_reports[{published.slug}]; a page that fails is then withdrawn."
            )


def _not_passing(published: PublishedPage, rule: GateRule, wiki: Wiki) -> str:
    """Why the published page may not stand under a rule; empty when it may, or when the rule of now has not judged it yet."""
    page = wiki.page_of(published)
    if page is None:
        return (
            "The page that the file was rendered from is missing from the artifact store or damaged."
            if rule == published.rule
            else ""
        )
    try:
        report = wiki.recorded_report(page, rule)
    except GateRefusedError as error:
        return error.what
    if report is None and rule != published.rule:
        return ""
    return refusal(page, report, rule, published)
