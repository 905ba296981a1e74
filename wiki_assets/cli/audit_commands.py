"""`wiki audit …`: folding, compacting and rebuilding the audit by hand."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from wiki_assets.audit.compaction import compact
from wiki_assets.audit.folding import Folded, fold, rebuild
from wiki_assets.audit.queries import ask
from wiki_assets.audit.record import open_record
from wiki_assets.cli import printing
from wiki_assets.settings import Settings

app = typer.Typer(no_args_is_help=True, help="Work on the audit: DuckDB tables folded from immutable Parquet fragments.")

HomeOption = Annotated[Path | None, typer.Option("--home", help="Folder of everything derived (WIKI_HOME; default data).")]


@app.command("fold")
def fold_command(home: HomeOption = None) -> None:
    """Fold what steps have recorded since the last time into the tables."""
    settings = Settings.load(home=home)
    _tell(fold(open_record(settings.home, settings.artifacts), settings.home / "audit.duckdb"))


@app.command("rebuild")
def rebuild_command(home: HomeOption = None) -> None:
    """Make the database anew from the fragments, which are the record."""
    settings = Settings.load(home=home)
    _tell(rebuild(open_record(settings.home, settings.artifacts), settings.home / "audit.duckdb"))


@app.command("compact")
def compact_command(home: HomeOption = None) -> None:
    """Merge small fragments into larger ones; no row is lost."""
    settings = Settings.load(home=home)
    compacted = compact(open_record(settings.home, settings.artifacts))
    printing.out.print(str(compacted), markup=False)


@app.command("query")
def query_command(
    sql: Annotated[str, typer.Argument(help='What to ask, for example "FROM ungrounded_claims".')],
    home: HomeOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a row.")] = False,
) -> None:
    """Ask the audit in SQL. Read-only; what steps have recorded is folded first.

    Views: latest_pages, ungrounded_claims, rule_rates, repairs, disagreements, grounding_trend, calibration_trend, page_lineage,
    quarantine, model_costs, latest_documents, latest_evidence, rejected_files, ingest_outcomes, redactions.
    """
    settings = Settings.load(home=home)
    fold(open_record(settings.home, settings.artifacts), settings.home / "audit.duckdb")
    names, rows = ask(settings.home / "audit.duckdb", sql)
    if as_json:
        for row in rows:
            sys.stdout.write(json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False, default=str) + "\n")
    else:
        printing.print_rows(names, rows)


def _tell(folded: Folded) -> None:
    for line in folded.skipped:
        printing.out.print(f"Skipped: {line}", markup=False)
    if folded.postponed:
        printing.out.print(f"Postponed: {folded.reason} Nothing is lost; run it again later.", markup=False)
        raise typer.Exit(1)
    printing.out.print(f"{folded.rows} rows added from {folded.fragments} fragments.")
