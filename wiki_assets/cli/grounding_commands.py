"""`wiki grounding …`: what a guard says of claims and sources, without any wiki."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from wiki_assets.cli import printing, row_checking
from wiki_assets.cli.calibrating import calibrate
from wiki_assets.cli.explaining import explain, explanation_as_object, print_explanation, read_source
from wiki_assets.cli.row_checking import Check, CheckRequest
from wiki_assets.grounding.checking.judging import Pace
from wiki_assets.grounding.checking.verdict_lines import json_line
from wiki_assets.grounding.guards.interface import Guard
from wiki_assets.grounding.guards.registry import describe_guard, guard_names, load_guard
from wiki_assets.settings import Settings

app = typer.Typer(
    no_args_is_help=True,
    help="Ask the grounding guard about claims and sources, without a wiki.\n\n"
    "A guard decides whether the words of a source support a claim: `grounded`, `uncertain` or `unsupported`, each by a named rule. "
    "Try one claim with `explain`, measure on many with `check`; `wiki why SLUG N` explains a claim of a page.",
)

GuardOption = Annotated[
    str | None, typer.Option("--guard", help="Which guard (WIKI_GUARD); `wiki grounding guards` lists them.", show_default=False)
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]


@app.callback()
def prepare() -> None:
    """A terminal that cannot show a letter of a source gets a sign for it, instead of the command an end."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


@app.command("check")
def check_command(
    file: Annotated[str, typer.Argument(metavar="FILE.jsonl", help="Rows, one JSON object a line; - for standard input.")],
    guard: GuardOption = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Write the verdicts to this file, whole or not at all, and print figures.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object with the figures instead of verdicts.")] = False,
    workers: Annotated[int, typer.Option(min=0, max=256, help="Processes for large files; 0 means one a core.")] = 0,
) -> None:
    """Judge rows of claims and sources; with labels, measure the guard.

    A row is an object on one line: `{"id": "a1", "claim": "…", "source": "…"}`, and if you like `"label": "supported"` (or
    `"unsupported"`) and `"dataset": "…"`. For each there is one line `{id, verdict, rule, matched, start, end, explanation,
    differences, scores, guard, guard_version}`, in the order of the rows: on standard output, or in --out. Offsets count characters
    of the source.

    With labels, a table says for each data set and for ALL: balanced accuracy (grounded read as yes), good passes (supported claims
    called grounded), bad passes (unsupported claims called grounded; this should be near 0), uncertain, and how often a grounded and
    an unsupported verdict was right, all in per cent. Then how often each rule decided.

    A file may be larger than the memory. A line that cannot be used is told with its number; the rest is judged.

    Exit code: 0 every line was used, 1 some could not be, 3 nothing could be done, 130 interrupted (what is done is kept).
    """
    chosen = _guard(guard)
    pace = Pace(workers=workers or os.cpu_count() or 1)
    lines_wanted = out is None and not as_json
    check = Check(CheckRequest(file, chosen, pace, out, lines_wanted), _tell)
    try:
        check.run()
    except KeyboardInterrupt:
        _tell(row_checking.interrupted(check))
        raise typer.Exit(130) from None
    if as_json:
        _print_object(check.as_object())
    else:
        row_checking.print_figures(check, printing.err if lines_wanted else printing.out)
    raise typer.Exit(row_checking.exit_code(check))


@app.command("explain")
def explain_command(
    claim: Annotated[str, typer.Argument(help="What is claimed: a sentence, or a few.")],
    source: Annotated[str, typer.Option("--source", help="File of the text that should support it; - for standard input.")],
    guard: GuardOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show why a claim is grounded in a source or not: verdict, rule, matched words, differences.

    On a terminal the matched words are bold, and where the two differ the claim's words are red and the source's green. Elsewhere,
    and with NO_COLOR, they stand as `<<matched words>>` and `[-claim's words-]{+source's words+}`. A claim of several sentences is
    judged as a whole and sentence by sentence.

    For a claim of a page, with the document behind it, use `wiki why SLUG N`.

    Exit code: 0 whatever the verdict is, 3 nothing could be done.
    """
    chosen = _guard(guard)
    text = read_source(source)
    if text.replaced:
        _tell(f"{source}: {text.replaced} stretches of bytes are no UTF-8 and were replaced; save it as UTF-8 to have them read.")
    explanation = explain(claim, text.text, chosen)
    if as_json:
        _print_object(explanation_as_object(explanation))
    else:
        print_explanation(explanation, printing.out)


@app.command("guards")
def guards_command(as_json: JsonOption = False) -> None:
    """List the guards: name, version, and what each asks of a claim. The chosen one (WIKI_GUARD) has a star."""
    chosen = Settings.load().guard
    listed = [(name, load_guard(name).version, describe_guard(name)) for name in guard_names()]
    if as_json:
        guards = [
            {"name": name, "version": version, "description": line, "chosen": name == chosen} for name, version, line in listed
        ]
        _print_object({"guards": guards})
    else:
        rows = [("*" if name == chosen else "", name, version, line) for name, version, line in listed]
        printing.print_rows(("", "guard", "version", "what it asks"), rows)


app.command("calibrate")(calibrate)


def _guard(name: str | None) -> Guard:
    return load_guard(name or Settings.load().guard)


def _tell(line: str) -> None:
    printing.err.print(line, markup=False)


def _print_object(fields: dict[str, object]) -> None:
    sys.stdout.buffer.write(json_line(fields))
    sys.stdout.buffer.flush()
