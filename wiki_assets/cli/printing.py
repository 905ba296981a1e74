"""What the commands print for a person. Belongs here: tables and sentences. Does not belong here: deciding anything."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from wiki_assets.cli.outcome import BuildOutcome, ConceptOutcome
from wiki_assets.publication.checking import WikiCheck

Tell = Callable[[str], None]

# Without a terminal (a pipe, CI) rich assumes 80 columns, or what COLUMNS was when a terminal was there, and folds the tables.
_COLUMNS = shutil.get_terminal_size((120, 24)).columns if sys.stdout.isatty() else 120
out = Console(highlight=False, soft_wrap=True, width=_COLUMNS)
err = Console(stderr=True, highlight=False, soft_wrap=True, width=_COLUMNS)

_STYLES = {"promoted": "green", "quarantined": "yellow", "promoted (stale)": "yellow", "not compiled": "dim"}
_SOURCES_SHOWN = 2  # more would fold every row at 120 columns


def print_concepts(concepts: Iterable[ConceptOutcome]) -> None:
    """The table of concepts: claims, rate, standing, sources."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")
    numbers = ("claims", "grounded", "uncertain", "unsupported", "coverage", "copied")
    for name in ("concept", *numbers, "standing", "sources"):
        table.add_column(name, justify="right" if name in numbers else "left", no_wrap=name == "concept")
    for concept in concepts:
        more = len(concept.sources) - _SOURCES_SHOWN
        sources = ", ".join(concept.sources[:_SOURCES_SHOWN]) + (f" +{more}" if more > 0 else "")
        style = _STYLES.get(concept.standing, "")
        rate = f"{concept.rate:.0%}" if concept.claims else "–"
        table.add_row(
            concept.slug,
            str(concept.claims),
            rate,
            _count(concept.uncertain),
            _count(concept.unsupported),
            _share(concept.evidence_coverage),
            _share(concept.copied_share),
            f"[{style}]{concept.standing}[/{style}]",
            sources or "–",
        )
    out.print(table)


def _count(number: int | None) -> str:
    return "–" if number is None else str(number)


def _share(share: float | None) -> str:
    return "–" if share is None else f"{share:.0%}"


def print_outcome(outcome: BuildOutcome, home: Path) -> None:
    """The end of `wiki build`: table, what failed, where the wiki lies, what to type next."""
    out.print()
    print_concepts(outcome.concepts)
    out.print()
    if not (outcome.documents_ingested or outcome.pages_compiled or outcome.pages_judged):
        out.print("Nothing had changed: no passage was embedded, no page compiled, no model called.")
    out.print(
        f"{outcome.documents_ingested} papers read, {outcome.chunks_embedded} passages embedded, {outcome.pages_compiled} pages compiled, "
        f"{outcome.model_calls} model calls, {outcome.promoted} concepts promoted, {outcome.quarantined} in quarantine, "
        f"{outcome.seconds:.1f} s."
    )
    for name, status, reason in outcome.documents:
        out.print(f"[yellow]Not read:[/yellow] {escape(name)} ({status}): {escape(reason)}")
    for failure in outcome.failures:
        out.print(f"[red]Failed:[/red] {escape(failure)}")
    for concept in outcome.concepts:
        if concept.standing in ("quarantined", "promoted (stale)") and concept.reason:
            out.print(f"[yellow]Quarantined:[/yellow] {concept.slug}: {escape(concept.reason)}")
    _print_next(outcome, home)


def _print_next(outcome: BuildOutcome, home: Path) -> None:
    slug = next((concept.slug for concept in outcome.concepts if concept.standing == "promoted"), "")
    at = f" --home {home}" if str(home) != "data" else ""
    out.print(f"\nThe wiki lies in [bold]{home / 'wiki'}[/bold]; start with index.md. Next:")
    if slug:
        out.print(f"  wiki show {slug}{at}      read a page\n  wiki why {slug} 0{at}    see the words behind its first sentence")
    out.print(
        f"  wiki check{at}          what is unsupported or waits for a reviewer\n  wiki dev{at}            the same in the Dagster UI"
    )


def print_check(check: WikiCheck) -> None:
    """The end of `wiki check`."""
    for claim in check.claims:
        out.print(
            f"{claim.file}:{claim.line}: [yellow]⚠ {escape(claim.kind)}[/yellow] {escape(claim.text)} — {escape(claim.reason)}"
        )
    for paper in check.flagged:
        reason = f" — {escape(paper.reason)}" if paper.reason else ""
        out.print(f"{paper.file}:{paper.line}: [yellow]⚠ cites a {paper.flag} paper[/yellow] {escape(paper.text)}{reason}")
    for draft in check.drafts:
        out.print(f"{draft}: [yellow]draft[/yellow], waits for a reviewer")
    if not check.claims and not check.drafts and not check.flagged:
        out.print("[green]Every claim is grounded, and no draft waits.[/green]")
    else:
        flagged = f"; {len(check.flagged)} citations of retracted or superseded papers" if check.flagged else ""
        by_hand = f", {check.count('')} marked by hand" if check.count("") else ""
        out.print(
            f"{len(check.claims)} marked claims: {check.count('unsupported')} unsupported, {check.count('uncertain')} uncertain{by_hand}; "
            f"{len(check.drafts)} drafts{flagged}."
        )


def print_rows(names: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table of anything."""
    table = Table(*(escape(name) for name in names), box=None, pad_edge=False, header_style="bold")
    for row in rows:
        table.add_row(*(escape("" if value is None else str(value)) for value in row))
    out.print(table)


def print_pairs(pairs: Sequence[tuple[str, str]]) -> None:
    """Names and values, aligned."""
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in pairs:
        table.add_row(name, escape(value))
    out.print(table)
