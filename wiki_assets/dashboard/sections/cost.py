"""What it costs and how much there is: model calls, work of runs, volumes.

Belongs here: sections on cost and volumes. Does not belong here: anything on quality.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date, timedelta

from wiki_assets.dashboard.charts import day_bars
from wiki_assets.dashboard.html import Html, element
from wiki_assets.dashboard.model import DayCost, Facts
from wiki_assets.dashboard.sections.frame import calm, fine, section, table
from wiki_assets.dashboard.words import compact, counted, dollars, number, seconds_of

_DAYS = 60  # two months: enough to see a habit, and a bar is still four pixels wide on a phone


def cost_section(facts: Facts) -> Html:
    """Dollars, or calls where nothing is charged, by day; then by model; then the work of runs."""
    lead = "What language models were asked, and how long runs worked."
    nothing = "No model was asked: pages are made of the papers' own sentences, which costs nothing."
    if not facts.costs and not facts.operations.work:
        return calm("cost", "Cost", nothing)
    body = [_models(facts) if facts.costs else fine(nothing)]
    if facts.operations.work:
        body.append(_work(facts))
    return section("cost", "Cost", lead, *body)


def volumes_section(facts: Facts) -> Html:
    """How much there is of everything."""
    volumes = facts.volumes
    told = [
        ("Papers", volumes.papers),
        ("Passages", volumes.chunks),
        ("Pages", facts.pages),
        ("Claims published", facts.claims),
        ("Verdicts on claims", volumes.rows_of("claims")),
        ("Decisions of the gate", volumes.rows_of("promotions")),
        ("Alerts", volumes.rows_of("alerts")),
        ("Rows in the audit", volumes.rows),
    ]
    figures = (element("div", element("dt", name), element("dd", number(count))) for name, count in told if count is not None)
    return section(
        "volumes", "Volumes", "How much there is now, and what the audit has kept.", element("dl", *figures, class_="figures")
    )


def _models(facts: Facts) -> Html:
    charged = any(cost.dollars > 0 for cost in facts.costs)
    days = _days(facts.costs, facts.as_of.date(), charged)
    most = max(value for _, value in days)
    top = dollars(most) if charged else counted(int(most), "call")
    title = "Dollars for models" if charged else "Model calls"
    caption = "By model, over all time. Tokens in are what the model was shown, tokens out what it wrote."
    columns = [
        ("Model", False),
        ("Calls", True),
        ("Failed", True),
        ("Tokens in", True),
        ("Tokens out", True),
        ("Seconds", True),
        ("Dollars", True),
    ]
    chart = day_bars(days, title, "", top) if most else Html("")
    label = (
        element("p", f"{title} by day (UTC), the last {counted(len(days), 'day')}", class_="quiet small") if most else Html("")
    )
    return element("div", label, chart, table(caption, columns, _by_model(facts.costs)))


def _days(costs: Iterable[DayCost], today: date, charged: bool) -> list[tuple[date, float]]:
    values: dict[date, float] = defaultdict(float)
    for cost in costs:
        values[cost.day] += cost.dollars if charged else cost.calls
    first = max(min(values), today - timedelta(days=_DAYS - 1))
    return [(day, values.get(day, 0.0)) for day in (first + timedelta(days=n) for n in range(max((today - first).days, 0) + 1))]


def _by_model(costs: Iterable[DayCost]) -> list[tuple[Html | str, ...]]:
    models: dict[str, list[DayCost]] = defaultdict(list)
    for cost in costs:
        models[cost.model].append(cost)
    ordered = sorted(models.items(), key=lambda item: (-sum(cost.dollars for cost in item[1]), item[0]))
    return [
        (
            element("bdi", model),
            number(sum(cost.calls for cost in of_model)),
            number(sum(cost.failures for cost in of_model)),
            compact(sum(cost.prompt_tokens for cost in of_model)),
            compact(sum(cost.completion_tokens for cost in of_model)),
            seconds_of(sum(cost.seconds for cost in of_model)),
            dollars(sum(cost.dollars for cost in of_model)),
        )
        for model, of_model in ordered
    ]


def _work(facts: Facts) -> Html:
    operations = facts.operations
    caption = (
        f"{'The newest runs' if operations.work_cut else 'Runs'} of the last {counted(operations.work_days, 'day')} by job. "
        "A run in which the gate refused a page counts as not successful."
    )
    columns = [("Job", False), ("Runs", True), ("Not successful", True), ("Work", True)]
    rows = ((work.job, number(work.runs), number(work.unsuccessful), seconds_of(work.seconds)) for work in operations.work)
    return table(caption, columns, rows)
