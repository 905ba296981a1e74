"""The guard: how well it does on this very corpus.

Belongs here: the section on the latest calibration. Does not belong here: which goals are missed (`standing`).
"""

from __future__ import annotations

from wiki_assets.dashboard.charts import meter
from wiki_assets.dashboard.html import Html, element
from wiki_assets.dashboard.model import EditKind, Facts, GuardCalibration
from wiki_assets.dashboard.sections.frame import code, fine, meta, section, state_badge, table, todo
from wiki_assets.dashboard.standing import State, guard_is_another, missed_goals
from wiki_assets.dashboard.words import moment, number, percent

_LEAD = (
    "Who judges the claims is judged too: grounded claims are edited to be false, or only reworded, and the guard is asked again."
)
_ROWS = 12


def guard_section(facts: Facts) -> Html:
    """Rates against goals, and the kinds of edits that the guard does worst on."""
    measured = facts.calibration
    if measured is None:
        return section(
            "guard",
            "Guard",
            _LEAD,
            element("p", state_badge(State.UNKNOWN, "Not measured yet")),
            todo("run the job ", code("calibrate"), " in the Dagster UI, or ", code("wiki grounding calibrate"), "."),
        )
    return section("guard", "Guard", _LEAD, _told(facts, measured), _figures(facts, measured), _kinds(facts, measured))


def _told(facts: Facts, measured: GuardCalibration) -> Html:
    missed = missed_goals(facts)
    if missed:
        return element("div", *(element("p", state_badge(State.LOOK, sentence)) for sentence in missed))
    if guard_is_another(facts):
        words = "The published pages were judged by another version than this one. Run the job calibrate."
        return element("p", state_badge(State.LOOK, words))
    return (
        fine("It reaches both goals on this corpus.")
        if measured.catch_rate is not None
        else element("p", "No claim could be edited.")
    )


def _figures(facts: Facts, measured: GuardCalibration) -> Html:
    rules = facts.rules
    told = [
        ("False edits caught", percent(measured.catch_rate), f"{percent(rules.min_catch)} wanted"),
        ("Rewordings refused", percent(measured.false_alarm_rate), f"{percent(rules.max_false_alarm)} at most"),
        ("Claims edited", number(measured.claims), f"of the guard {measured.guard} {measured.guard_version}"),
    ]
    figures = (
        element("div", element("dt", name), element("dd", value), element("dd", note, class_="quiet note"))
        for name, value, note in told
    )
    return element("div", element("dl", *figures, class_="figures"), meta(f"measured {moment(measured.at)}"))


def _kinds(facts: Facts, measured: GuardCalibration) -> Html:
    """Worst first: false edits that are missed, then rewordings that are refused."""
    kinds = sorted(measured.kinds, key=lambda kind: (_wrong(kind) == 0, not kind.bad, -_wrong(kind), kind.name))[:_ROWS]
    if not kinds:
        return Html("")
    caption = "By kind of edit, the worst first."
    if len(kinds) < len(measured.kinds):
        caption = f"The {number(len(kinds))} kinds of edit that it does worst on, of {number(len(measured.kinds))}."
    columns = [("Kind of edit", False), ("It should be", False), ("Judged right", False), ("Edits", True)]
    return table(caption, columns, (_row(kind, facts) for kind in kinds))


def _row(kind: EditKind, facts: Facts) -> tuple[Html | str, ...]:
    right = 1 - _wrong(kind)
    goal = facts.rules.min_catch if kind.bad else 1 - facts.rules.max_false_alarm
    share = element("span", meter(right, goal, right >= goal), element("span", percent(right)), class_="rate")
    return kind.name.replace("-", " "), "refused" if kind.bad else "let through", share, number(kind.edits)


def _wrong(kind: EditKind) -> float:
    return 1 - kind.rate if kind.bad else kind.rate
