"""`wiki grounding calibrate`: what a guard makes of this wiki's own claims, edited.

Belongs here: options in, tables or one JSON object out, the exit code. Does not belong here: editing or counting (`grounding.calibration`).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from rich.table import Table

from wiki_assets.cli import printing
from wiki_assets.cli.showing import shown
from wiki_assets.concepts.concepts_file import load_concepts
from wiki_assets.errors import HomeError
from wiki_assets.grounding.calibration.edits.interface import Label
from wiki_assets.grounding.calibration.model import DEFAULT_CLAIMS, Calibration, Goals, KindResult, Share, WrongVerdict
from wiki_assets.grounding.calibration.previews import ADVICE, DESCRIPTIONS, interval, percent
from wiki_assets.grounding.calibration.steps import JudgedPages, find_judged
from wiki_assets.grounding.calibration.steps import calibrate as calibrate_guard
from wiki_assets.grounding.guards.registry import load_guard
from wiki_assets.settings import Settings
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore, open_artifacts

if TYPE_CHECKING:
    from resources import PolicyResource

_WORDS_SHOWN = 160  # characters of an edited claim; the UI and --json show it whole


def calibrate(
    home: Annotated[Path | None, typer.Option("--home", help="Folder of everything derived (WIKI_HOME; default data).")] = None,
    guard: Annotated[
        str | None, typer.Option("--guard", help="Measure this guard instead of the wiki's own (WIKI_GUARD).", show_default=False)
    ] = None,
    claims: Annotated[
        int, typer.Option("--claims", min=1, help="Take at most so many claims, spread over pages.")
    ] = DEFAULT_CLAIMS,
    all_claims: Annotated[bool, typer.Option("--all", help="Take every grounded claim.")] = False,
    min_catch: Annotated[
        float | None, typer.Option(min=0.0, max=1.0, help="Catch rate wanted (WIKI_MIN_CATCH_RATE).", show_default=False)
    ] = None,
    max_false_alarm: Annotated[
        float | None,
        typer.Option(min=0.0, max=1.0, help="False-alarm rate allowed (WIKI_MAX_FALSE_ALARM_RATE).", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
) -> None:
    """Measure the guard on this wiki: edit its grounded claims, and see what the guard makes of them.

    Each kind of edit makes a claim false (a "not" put in, a number changed, halves of two sentences joined …) or only rewords it. The
    catch rate is the share of false ones not called grounded, the false-alarm rate that of reworded ones; each has a 95 % interval. Claims
    that the guard does not call grounded unedited are left out. There is no chance in it: the same wiki gives the same figures.

    Exit code: 0 both goals are reached, 1 one is not, 3 there is nothing to measure.
    """
    settings = Settings.load(home=home, min_catch_rate=min_catch, max_false_alarm_rate=max_false_alarm)
    if not layout.wiki_folder(settings.home).is_dir():
        raise HomeError(f"There is no wiki in {settings.home} yet.", f"Run `wiki build --home {settings.home}` first.")
    store, policy = open_artifacts(settings.home, settings.artifacts), _policy(settings)
    judged = _judged_pages(settings, store, policy)
    measured = calibrate_guard(judged, store, load_guard(guard or settings.guard), None if all_claims else claims)
    if not measured.claims:
        raise HomeError(
            f"None of the {len(judged.pages)} judged pages in {settings.home} has a grounded claim, so there is nothing to edit.",
            "Add papers about its concepts, or see `wiki check`.",
        )
    missed = policy.calibration_goals.missed_by(measured)
    if as_json:
        sys.stdout.write(json.dumps(calibration_as_object(measured, policy.calibration_goals), ensure_ascii=False) + "\n")
    else:
        _print(measured, judged, missed)
    raise typer.Exit(1 if missed else 0)


def _policy(settings: Settings) -> PolicyResource:
    """The rules that the wiki is built by: under which guard and verifier its reports were made, and what is wanted of the guard."""
    from resources import PolicyResource, build_resources  # Dagster takes seconds to import; other commands do without

    policy = build_resources(settings)["policy"]
    assert isinstance(policy, PolicyResource)  # noqa: S101 # for the type checker
    return policy


def _judged_pages(settings: Settings, store: ArtifactStore, policy: PolicyResource) -> JudgedPages:
    """Raises `HomeError` where there is none."""
    slugs = [concept.slug for concept in load_concepts(settings.concepts_file).concepts]
    rule = policy.gate_rule()
    judged = find_judged(slugs, store, policy.load_verified_guard(), rule.threshold)
    if not judged.pages:
        raise HomeError(
            f"No page in {settings.home} has a report of the guard {rule.guard} {rule.guard_version} at the threshold {rule.threshold}.",
            f"Run `wiki build --home {settings.home}`, which judges pages again.",
        )
    return judged


def calibration_as_object(measured: Calibration, goals: Goals) -> dict[str, object]:
    """`wiki grounding calibrate --json`."""
    weakest = measured.weakest
    return {
        "guard": measured.guard,
        "guard_version": measured.guard_version,
        "edits_version": measured.edits_version,
        "claims": measured.claims,
        "claims_found": measured.claims_found,
        "kept_unedited": measured.kept_unedited,
        "edits": measured.edits,
        "catch": _share_as_object(measured.catch),
        "false_alarm": _share_as_object(measured.false_alarm),
        "weakest_kind": weakest.kind if weakest else None,
        "goals": goals.model_dump(),
        "missed_goals": list(goals.missed_by(measured)),
        "kinds": [
            {
                **result.model_dump(mode="json"),
                "description": DESCRIPTIONS.get(result.kind, ""),
                "refused": _share_as_object(result.refused),
            }
            for result in measured.kinds
        ],
        "rules": [result.model_dump() for result in measured.rules],
        "wrong": [wrong.model_dump(mode="json") for wrong in measured.wrong],
    }


def _share_as_object(share: Share) -> dict[str, float | int]:
    low, high = share.interval
    return {"part": share.part, "whole": share.whole, "rate": share.rate, "low": low, "high": high}


def _print(measured: Calibration, judged: JudgedPages, missed: Sequence[str]) -> None:
    if judged.without_report:
        printing.err.print(
            f"Note: {len(judged.without_report)} pages have no report of this guard yet; `wiki build` gives them one.",
            markup=False,
        )
    printing.out.print(
        f"Guard {measured.guard} {measured.guard_version}: {measured.claims} of {measured.claims_found} grounded claims, "
        f"{measured.kept_unedited} of them grounded unedited, {measured.edits} edited claims.\n",
        markup=False,
    )
    _print_kinds("False by construction, to be refused", "caught", measured.of(Label.UNSUPPORTED))
    _print_kinds("Still true, to be kept", "false alarms", measured.of(Label.SUPPORTED))
    _print_unused(measured.kinds)
    _print_rules(measured)
    _print_wrong("Missed, for example", [wrong for wrong in measured.wrong if wrong.label is Label.UNSUPPORTED])
    _print_wrong("Refused wrongly, for example", [wrong for wrong in measured.wrong if wrong.label is Label.SUPPORTED])
    _print_end(measured, missed)


def _print_kinds(title: str, rate_name: str, results: Iterable[KindResult]) -> None:
    table = _table(
        title, ("kind", "edits", rate_name, "95 % interval", "outright", "edit"), numbers=("edits", rate_name, "outright")
    )
    for result in results:
        table.add_row(
            result.kind,
            str(result.edits),
            percent(result.refused.rate),
            interval(result),
            percent(result.refused_outright.rate),
            escape(DESCRIPTIONS.get(result.kind, "")),
        )
    printing.out.print(table)
    printing.out.print()


def _print_unused(results: Iterable[KindResult]) -> None:
    unused = [result.kind for result in results if not result.edits]
    if unused:
        printing.out.print(f"No claim could be edited as {', '.join(unused)}.\n", markup=False)


def _print_rules(measured: Calibration) -> None:
    names = ("rule", "caught", "missed", "false alarms", "kept")
    table = _table("By the rule that decided", names, numbers=names[1:])
    for result in measured.rules:
        table.add_row(escape(result.rule), str(result.caught), str(result.missed), str(result.alarms), str(result.kept))
    printing.out.print(table)
    printing.out.print()


def _print_wrong(title: str, wrong: Iterable[WrongVerdict]) -> None:
    first = {verdict.kind: verdict for verdict in reversed(list(wrong))}
    if not first:
        return
    printing.out.print(f"[bold]{title}[/bold]")
    for verdict in reversed(first.values()):
        made_of = f"{verdict.slug}, claim {verdict.ordinal}; {verdict.verdict} by {verdict.rule}"
        printing.out.print(f"  {verdict.kind}: {_shortened(verdict.change)} ({made_of})", markup=False)
        printing.out.print(f"    {_shortened(verdict.edited)}\n    {ADVICE.get(verdict.kind, '')}", markup=False)
    printing.out.print()


def _print_end(measured: Calibration, missed: Sequence[str]) -> None:
    for name, share in (("Catch rate", measured.catch), ("False-alarm rate", measured.false_alarm)):
        low, high = share.interval
        printing.out.print(
            f"{name} {percent(share.rate)} ({share.part} of {share.whole}; {percent(low)} to {percent(high)})", markup=False
        )
    if (weakest := measured.weakest) is not None:
        printing.out.print(
            f"Weakest kind: {weakest.kind}, {percent(weakest.refused.rate)} of {weakest.edits} caught", markup=False
        )
    for sentence in missed:
        printing.out.print(f"[red]Not reached:[/red] {escape(sentence)}")
    if not missed:
        printing.out.print("[green]Both goals are reached.[/green]")


def _table(title: str, names: Sequence[str], numbers: Iterable[str]) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False, header_style="bold")
    for name in names:
        table.add_column(name, justify="right" if name in numbers else "left")
    return table


def _shortened(text: str) -> str:
    told = shown(" ".join(text.split()))
    return told if len(told) <= _WORDS_SHOWN else f"{told[:_WORDS_SHOWN]} …"
