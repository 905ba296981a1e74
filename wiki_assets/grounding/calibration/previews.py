"""What a person sees of a calibration in the UI: figures that plot, tables by kind and by rule, wrong verdicts and what to do.

Belongs here: figures and Markdown, pure; knows no Dagster type. Does not belong here: the terminal (`cli.calibrating`).
"""

from __future__ import annotations

from wiki_assets.grounding.calibration.edits.catalogue import ALL_EDITS
from wiki_assets.grounding.calibration.edits.interface import Label
from wiki_assets.grounding.calibration.model import Calibration, Goals, KindResult
from wiki_assets.text.markdown_tables import markdown_table

DESCRIPTIONS = {edit.name: edit.description for edit in ALL_EDITS}
ADVICE = {edit.name: edit.advice for edit in ALL_EDITS}


def calibration_metadata(calibration: Calibration) -> dict[str, str | int | float]:
    """Facts of one calibration, flat, that plot over time; a kind that no claim could be edited in has no figure."""
    weakest = calibration.weakest
    facts: dict[str, str | int | float] = {
        "claims": calibration.claims,
        "claims_found": calibration.claims_found,
        "kept_unedited": calibration.kept_unedited,
        "edits": calibration.edits,
        "guard": f"{calibration.guard} {calibration.guard_version}",
        "edits_version": calibration.edits_version,
        "weakest_kind": weakest.kind if weakest else "none",
    }
    if calibration.edits:  # without any, a rate of 0.0 would be a point of the trend that says nothing
        facts |= {"catch_rate": calibration.catch.rate, "false_alarm_rate": calibration.false_alarm.rate}
    facts |= {f"catch {kind.kind}": kind.refused.rate for kind in calibration.of(Label.UNSUPPORTED)}
    return facts | {f"false_alarm {kind.kind}": kind.refused.rate for kind in calibration.of(Label.SUPPORTED)}


def kind_table(calibration: Calibration) -> str:
    """One row for each kind of edit, with the interval of its rate."""
    rows = [
        (
            result.kind,
            DESCRIPTIONS.get(result.kind, ""),
            "refused" if result.label is Label.UNSUPPORTED else "kept",
            str(result.edits),
            percent(result.refused.rate) if result.edits else "–",
            interval(result),
            percent(result.refused_outright.rate) if result.edits else "–",
        )
        for result in calibration.kinds
    ]
    return markdown_table(("kind", "edit", "to be", "edits", "refused", "95 % interval", "outright"), rows)


def weak_table(calibration: Calibration, goals: Goals) -> str:
    """The kinds that surely miss the goals, by their intervals, with what to do."""
    rows = [
        (result.kind, f"{percent(result.refused.rate)} of {result.edits} refused", interval(result), ADVICE.get(result.kind, ""))
        for result in goals.surely_missed_in(calibration)
    ]
    return markdown_table(("kind", "verdicts", "95 % interval", "what to do"), rows) if rows else "None."


def rule_table(calibration: Calibration) -> str:
    """One row for each rule that decided something."""
    bad, good = calibration.catch.whole, calibration.false_alarm.whole
    rows = [
        (
            result.rule,
            f"{result.caught} ({percent(result.caught / bad if bad else 0.0)})",
            str(result.missed),
            f"{result.alarms} ({percent(result.alarms / good if good else 0.0)})",
            str(result.kept),
        )
        for result in calibration.rules
    ]
    return markdown_table(("rule", "caught", "missed", "false alarms", "kept"), rows)


def wrong_table(calibration: Calibration, label: Label) -> str:
    """Claims of one label that the guard got wrong, with what was changed and what to do."""
    rows = [
        (
            wrong.kind,
            wrong.change,
            wrong.edited,
            f"{wrong.slug}, claim {wrong.ordinal} [{wrong.bibkey} #chunk {wrong.chunk}]",
            f"{wrong.verdict} ({wrong.rule})",
            ADVICE.get(wrong.kind, ""),
        )
        for wrong in calibration.wrong
        if wrong.label is label
    ]
    if not rows:
        return "None."
    return markdown_table(("kind", "change", "edited claim", "made of", "verdict", "what to do"), rows)


def interval(result: KindResult) -> str:
    """The interval of a kind's rate, for a person."""
    if not result.edits:
        return "–"
    low, high = result.refused.interval
    return f"{percent(low)} to {percent(high)}"


def percent(rate: float) -> str:
    """A rate as a person reads it; a hundred per cent only where nothing is missing, none only where there is nothing."""
    shown = f"{rate:.1%}"
    if shown == "100.0%" and rate < 1.0:
        return ">99.9 %"
    if shown == "0.0%" and rate > 0.0:
        return "<0.1 %"
    return shown.replace("%", " %")
