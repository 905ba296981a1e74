"""How things stand: one sentence for all, and for each part a state, a figure and a line.

Belongs here: what the facts amount to, and when a part needs a person. Does not belong here: the facts (`model`) or their look.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from wiki_assets.dashboard.model import Facts, FailedCheck, GuardCalibration, Severity
from wiki_assets.dashboard.words import counted, dollars, lasting, number, percent

GATE_CHECK = "grounding_rate_reaches_threshold"
FLAG_CHECK = "no_page_rests_on_flagged_papers"
GUARD_CHECK = "guard_catches_edits"


class State(StrEnum):
    """What a part asks of its reader: nothing, a look, or action; or nothing is known of it."""

    GOOD = "good"
    LOOK = "look"
    BAD = "bad"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the whole.

    Attributes:
        key: Name of the section that tells more.
        figure: The number that matters.
        line: What it means, in a few words.
    """

    key: str
    name: str
    state: State
    figure: str
    line: str


def headline(facts: Facts) -> str:
    """One sentence on how things stand."""
    if not facts.pages:
        begun = f"; last work {_ago(facts)}" if facts.last_work else ""
        return f"No page has been compiled yet{begun}."
    quarantined = f", {number(len(facts.quarantined))} quarantined" if facts.quarantined else ""
    told = [f"{number(len(facts.published))} of {counted(facts.pages, 'page')} published{quarantined}", _reading(facts)]
    if facts.last_work:
        told.append(f"last work {_ago(facts)}")
    return f"{'; '.join(told)}."


def trust(facts: Facts) -> str:
    """One sentence for whoever asks whether the wiki can be relied on."""
    if facts.rate is None:
        return "Nothing is published, so there is nothing to rely on yet."
    missing = facts.claims - facts.grounded
    share = f"{number(facts.grounded)} of {counted(facts.claims, 'published claim')} ({percent(facts.rate)})"
    told = f"{share} have the words of a source behind them"
    if not missing:
        return f"{told}."
    return f"{told}; the other {number(missing)} carry a warning sign on their page."


def parts(facts: Facts) -> tuple[Part, ...]:
    """The six parts, in the order of their importance."""
    return (_pages(facts), _quarantine(facts), _checks(facts), _ingest(facts), _guard(facts), _cost(facts))


def failed_checks(facts: Facts) -> tuple[FailedCheck, ...]:
    """What failed, errors first: the instance's own results, and what the audit knows where the instance says nothing.

    The same failure is told once: a refused page that the gate's check has reported is not added again, nor is a check on a page that has
    left the wiki.
    """
    known = (
        {page.slug for page in facts.quarantined} | {page.slug for page in facts.published} | {slug for slug, _ in facts.waiting}
    )
    found = {
        (check.name, check.partition): check
        for check in (*_audited(facts), *facts.operations.failed_checks)
        if check.name != GATE_CHECK or check.partition in known
    }
    return tuple(
        sorted(found.values(), key=lambda check: (check.severity is Severity.WARN, check.asset, check.name, check.partition))
    )


def missed_goals(facts: Facts) -> tuple[str, ...]:
    """What the guard does not reach on this corpus, one sentence each."""
    measured, rules = facts.calibration, facts.rules
    found = []
    if measured and measured.catch_rate is not None and measured.catch_rate < rules.min_catch:
        found.append(
            f"It catches {percent(measured.catch_rate)} of claims edited to be false; {percent(rules.min_catch)} are wanted."
        )
    if measured and measured.false_alarm_rate is not None and measured.false_alarm_rate > rules.max_false_alarm:
        found.append(
            f"It refuses {percent(measured.false_alarm_rate)} of claims that are only reworded; "
            f"{percent(rules.max_false_alarm)} at most are wanted."
        )
    return tuple(found)


def guard_is_another(facts: Facts) -> bool:
    """Whether published pages were judged by a guard that the latest calibration did not measure."""
    measured = facts.calibration
    return measured is not None and bool(facts.guards) and not any(_measures(measured, *guard) for guard in facts.guards)


def _measures(measured: GuardCalibration, guard: str, version: str) -> bool:
    """A page's version also names the verifier behind the guard, after the guard's own."""
    return measured.guard == guard and (version == measured.guard_version or version.startswith(f"{measured.guard_version}+"))


def _ago(facts: Facts) -> str:
    assert facts.last_work is not None  # noqa: S101 - both callers have looked
    return f"{lasting(facts.as_of - facts.last_work)} before this page was written"


def _reading(facts: Facts) -> str:
    if facts.unread:
        return f"{counted(len(facts.unread), 'file')} could not be read"
    if facts.partly_read:
        return f"{counted(len(facts.partly_read), 'paper')} could be read only in part"
    return "every file could be read" if facts.volumes.papers else "no paper has been read"


def _pages(facts: Facts) -> Part:
    figure = f"{number(len(facts.published))} of {number(facts.pages)}"
    if not facts.pages:
        return Part("pages", "Pages", State.UNKNOWN, "0", "none compiled yet")
    if not facts.published:
        return Part("pages", "Pages", State.BAD, figure, "nothing is published")
    if facts.flagged:
        pages = {slug for paper in facts.flagged for slug in paper.slugs}
        return Part("pages", "Pages", State.LOOK, figure, f"published, {number(len(pages))} on flagged papers")
    if facts.stale:
        return Part("pages", "Pages", State.LOOK, figure, f"published, {number(len(facts.stale))} stale")
    return Part("pages", "Pages", State.GOOD, figure, f"published, {percent(facts.rate)} grounded")


def _quarantine(facts: Facts) -> Part:
    if not facts.quarantined:
        state = State.GOOD if facts.pages else State.UNKNOWN
        return Part("quarantine", "Quarantine", state, "0", "no page was refused")
    withdrawn = sum(page.withdrawn for page in facts.quarantined)
    line = f"{number(withdrawn)} withdrawn from the wiki" if withdrawn else "refused, to be read"
    return Part("quarantine", "Quarantine", State.LOOK, number(len(facts.quarantined)), line)


def _checks(facts: Facts) -> Part:
    failed = failed_checks(facts)
    refusals = [check for check in failed if check.name == GATE_CHECK]
    errors = [check for check in failed if check.severity is Severity.ERROR and check.name != GATE_CHECK]
    if errors:
        return Part("checks", "Checks", State.BAD, number(len(failed)), f"failed, {counted(len(errors), 'error')}")
    if failed:
        line = "failed: the gate held" if len(refusals) == len(failed) else "failed, none an error"
        return Part("checks", "Checks", State.LOOK, number(len(failed)), line)
    if not facts.operations.checks_known and not facts.pages:
        return Part("checks", "Checks", State.UNKNOWN, "–", "none has run")
    return Part("checks", "Checks", State.GOOD, "0", "none fails")


def _ingest(facts: Facts) -> Part:
    unread, partial = len(facts.unread), len(facts.partly_read)
    if not facts.volumes.papers:
        line = f"{counted(unread, 'file')} could not be read" if unread else "no paper yet"
        return Part("papers", "Papers", State.BAD if unread else State.UNKNOWN, "0", line)
    figure = number(facts.volumes.papers)
    if unread:
        return Part("papers", "Papers", State.LOOK, figure, f"read, {counted(unread, 'file')} not")
    if partial:
        return Part("papers", "Papers", State.LOOK, figure, f"read, {number(partial)} only in part")
    return Part("papers", "Papers", State.GOOD, figure, "read, none failed")


def _guard(facts: Facts) -> Part:
    measured = facts.calibration
    if measured is None or measured.catch_rate is None:
        return Part("guard", "Guard", State.UNKNOWN, "–", "not measured yet")
    figure = percent(measured.catch_rate)
    if missed_goals(facts):
        return Part("guard", "Guard", State.LOOK, figure, "caught, a goal is missed")
    if guard_is_another(facts):
        return Part("guard", "Guard", State.LOOK, figure, "caught, by another version")
    return Part("guard", "Guard", State.GOOD, figure, "of false edits caught")


def _cost(facts: Facts) -> Part:
    calls = sum(cost.calls for cost in facts.costs)
    if not calls:
        return Part("cost", "Cost", State.GOOD, dollars(0.0), "no model was asked")
    failures = sum(cost.failures for cost in facts.costs)
    figure = dollars(sum(cost.dollars for cost in facts.costs))
    if failures:
        return Part("cost", "Cost", State.LOOK, figure, f"{number(failures)} of {counted(calls, 'call')} failed")
    return Part("cost", "Cost", State.GOOD, figure, f"for {counted(calls, 'model call')}")


def _audited(facts: Facts) -> list[FailedCheck]:
    """Failures that the audit knows of by itself."""
    found = [
        FailedCheck("grounding_reports", GATE_CHECK, page.slug, Severity.ERROR, page.reason, page.since)
        for page in facts.quarantined
    ]
    if facts.flagged:
        papers = f"{counted(len(facts.flagged), 'paper')} that published pages cite"
        says = f"{papers} should not be relied on any more: retracted or superseded."
        found.append(FailedCheck("wiki", FLAG_CHECK, "", Severity.WARN, says, facts.last_work or facts.as_of))
    if facts.calibration and (missed := missed_goals(facts)):
        found.append(FailedCheck("guard_calibration", GUARD_CHECK, "", Severity.WARN, " ".join(missed), facts.calibration.at))
    return found
