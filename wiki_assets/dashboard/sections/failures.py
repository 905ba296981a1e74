"""Checks that fail, from the audit and from the Dagster instance.

Belongs here: the section on checks. Does not belong here: which checks count as failed (`standing`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from wiki_assets.dashboard.html import Html, element, join
from wiki_assets.dashboard.model import Facts, FailedCheck, Severity
from wiki_assets.dashboard.sections.frame import calm, code, meta, section, shortened, state_badge, todo, told
from wiki_assets.dashboard.standing import FLAG_CHECK, GATE_CHECK, GUARD_CHECK, State, failed_checks
from wiki_assets.dashboard.words import counted, listed, moment

_TOLD = 15
_REMEDIES = {
    GATE_CHECK: "see the quarantine above; the gate did what it is for.",
    FLAG_CHECK: "look at the pages named under Flagged papers and decide whether they may go on citing these.",
    GUARD_CHECK: "see Guard below: which kinds of false edits it misses on this corpus.",
}


def checks_section(facts: Facts) -> Html:
    """One entry for each failing check, errors first, with the partitions that it fails for."""
    groups = _grouped(failed_checks(facts))
    if not groups:
        known = facts.operations.checks_known
        words = f"None of {counted(known, 'check')} fails." if known else "Nothing that the audit can tell fails."
        started = bool(known or facts.pages)
        return calm("checks", "Failing checks", words if started else "No check has run yet.", known=started)
    lead = "What the pipeline itself checks, as each check last came out."
    return section(
        "checks", "Failing checks", lead, told(groups, _group, _TOLD, _line, "the Checks tabs in the Dagster UI have all.")
    )


def _grouped(checks: Sequence[FailedCheck]) -> list[tuple[FailedCheck, ...]]:
    return [tuple(group) for _, group in groupby(checks, key=lambda check: (check.severity, check.asset, check.name))]


def _group(checks: tuple[FailedCheck, ...]) -> Html:
    first = checks[0]
    refused = first.name == GATE_CHECK
    error = first.severity is Severity.ERROR and not refused
    badge = state_badge(State.BAD if error else State.LOOK, "Error" if error else "The gate held" if refused else "Warning")
    partitions = [check.partition for check in checks if check.partition]
    newest = max(check.at for check in checks)
    facts = meta(badge, join(["on ", code(first.asset)]), f"last result {moment(newest)}")
    where = element("p", f"For {listed(partitions)}.") if partitions else Html("")
    says = element("p", shortened(first.says), dir="auto") if first.says and len(checks) == 1 and not refused else Html("")
    remedy = _REMEDIES.get(first.name)
    return join(
        [
            element("h3", code(first.name)),
            facts,
            where,
            says,
            todo(remedy)
            if remedy
            else todo("open the asset ", code(first.asset), " in the Dagster UI, tab Checks: its metadata names every case."),
        ]
    )


def _line(checks: tuple[FailedCheck, ...]) -> Html:
    return join([code(checks[0].name), f" on {checks[0].asset}"])
