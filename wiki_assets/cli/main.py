"""The `wiki` command: options in, a room called, an exit code out."""

from __future__ import annotations

import json
import logging
import sys
import warnings
from pathlib import Path
from typing import Annotated

import typer
from rich.markdown import Markdown

from wiki_assets.cli import (
    audit_commands,
    backup_commands,
    grounding_commands,
    parse_command,
    plan_command,
    printing,
    reading,
    serving,
)
from wiki_assets.errors import WikiError
from wiki_assets.settings import Settings, variable_of

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    help="Papers in, a wiki out in which every sentence leads to the words that support it.\n\n"
    "Start with `wiki build`, then `wiki show`, `wiki why SLUG N` and `wiki check`. Settings: `wiki settings`.",
)
app.add_typer(audit_commands.app, name="audit")
app.add_typer(grounding_commands.app, name="grounding")

HomeOption = Annotated[Path | None, typer.Option("--home", help="Folder of everything derived (WIKI_HOME; default data).")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]


@app.command()
def build(
    raw: Annotated[Path | None, typer.Option(help="Folder of the papers (WIKI_RAW; default <home>/raw).")] = None,
    concepts: Annotated[Path | None, typer.Option(help="Concepts file (WIKI_CONCEPTS; default <home>/concepts.yaml).")] = None,
    home: HomeOption = None,
    concept: Annotated[list[str] | None, typer.Option(help="Compile only this concept; may be repeated.")] = None,
    force: Annotated[bool, typer.Option(help="Compile even where nothing changed.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Bring the wiki up to date: read what is new, compile what changed, publish what passes.

    Exit code: 0 built (a quarantined page is no failure), 1 some step failed and the rest was built, 3 nothing could be done,
    130 interrupted (what was finished is kept).
    """
    settings = Settings.load(home=home, raw=raw, concepts=concepts)
    _show_progress(quiet=as_json)
    from wiki_assets.cli.build import Build, BuildRequest  # Dagster takes seconds to import; other commands do without

    try:
        outcome = Build(settings, BuildRequest(tuple(concept or ()), force), _teller(quiet=as_json)).run()
    except KeyboardInterrupt:
        printing.err.print("wiki: interrupted; what was finished is kept, and `wiki build` goes on from there.", markup=False)
        raise typer.Exit(130) from None
    if as_json:
        sys.stdout.write(json.dumps(outcome.as_object(), ensure_ascii=False) + "\n")
    else:
        printing.print_outcome(outcome, settings.home)
    raise typer.Exit(1 if outcome.failures else 0)


app.command("parse")(parse_command.parse)


@app.command()
def check(home: HomeOption = None, as_json: JsonOption = False) -> None:
    """List unsupported claims in the wiki, retracted or superseded papers that it cites, and drafts that wait for a reviewer.

    Exit code: 0 all claims are grounded and no draft waits, 1 at least one ⚠ in wiki/*.md, 2 drafts are present (2 wins over 1).
    """
    result = reading.check(Settings.load(home=home))
    if as_json:
        sys.stdout.write(json.dumps(reading.check_as_object(result), ensure_ascii=False) + "\n")
    else:
        printing.print_check(result)
    raise typer.Exit(result.exit_code)


@app.command()
def status(home: HomeOption = None, as_json: JsonOption = False) -> None:
    """Show every concept's page: claims, grounding rate, promoted or quarantined, sources; and papers that could not be read."""
    found = reading.status(Settings.load(home=home))
    if as_json:
        sys.stdout.write(json.dumps(found.as_object(), ensure_ascii=False) + "\n")
        return
    printing.print_concepts(found.concepts)
    for name, state, reason in found.documents:
        printing.out.print(f"Not read: {name} ({state}): {reason}", markup=False)


@app.command()
def show(slug: Annotated[str, typer.Argument(help="Which page; the index when left out.")] = "", home: HomeOption = None) -> None:
    """Read a page, a draft, or the index in the terminal, and where every passage it cites stands; plain Markdown in a pipe."""
    text = reading.show(Settings.load(home=home), slug)
    if sys.stdout.isatty():
        printing.out.print(Markdown(text))
    else:
        sys.stdout.write(text)


@app.command()
def why(
    slug: Annotated[str, typer.Argument(help="Which page.")],
    number: Annotated[int, typer.Argument(help="Which claim, from 0 in reading order.", min=0)],
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say why a sentence is there: its citation, the words of the source, page, document, run, model, verdict and rule."""
    settings = Settings.load(home=home)
    lineage = reading.why(settings, slug, number)
    passage = reading.passage_of(settings, lineage)
    if as_json:
        sys.stdout.write(json.dumps(reading.lineage_as_object(lineage, passage), ensure_ascii=False, default=str) + "\n")
    else:
        printing.print_pairs(reading.lineage_pairs(lineage, passage))


@app.command()
def settings() -> None:
    """Print every setting: variable, value now, meaning."""
    loaded = Settings.load()
    for name, field in Settings.model_fields.items():
        printing.print_pairs([(variable_of(name), f"{getattr(loaded, name)}  —  {field.description}")])


app.command("dev")(serving.dev)
app.command("plan")(plan_command.plan)
app.command("backup")(backup_commands.backup_command)
app.command("restore")(backup_commands.restore_command)


def _teller(*, quiet: bool) -> printing.Tell:
    return (lambda _line: None) if quiet else lambda line: printing.out.print(line, markup=False)


def _show_progress(*, quiet: bool) -> None:
    """The rooms tell their progress to the logger `wiki_assets`; Dagster's own log stays in the instance, for the UI."""
    logging.getLogger("dagster").setLevel(logging.CRITICAL)
    # Ctrl-C may strike while Dagster gives a connection back; its pool would print the trace, and we say in words what happened.
    logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL + 1)
    progress = logging.getLogger("wiki_assets")
    progress.setLevel(logging.WARNING if quiet else logging.INFO)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("  %(message)s"))
    progress.addHandler(handler)
    progress.propagate = False


def main() -> None:
    """Entry point: every error on purpose is one clear line, and its own exit code."""
    # Dagster marks much of what we lean on as beta or preview; docs/decisions says so once, a person need not read it at every start.
    warnings.filterwarnings("ignore", message=".*currently in (beta|preview).*")
    try:
        app()
    except WikiError as error:
        printing.err.print(f"wiki: {error}", markup=False, style="red")
        raise SystemExit(error.exit_code) from error


if __name__ == "__main__":
    main()
