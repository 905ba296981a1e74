"""What a person sees of the dashboard in the UI, where its page cannot be opened by a click: browsers follow no link from http to a file.

Belongs here: figures that plot, and the page's main points as Markdown. Does not belong here: the page (`page`). Knows no Dagster type.
"""

from __future__ import annotations

from wiki_assets.dashboard.model import Facts
from wiki_assets.dashboard.standing import State, failed_checks, headline, parts, trust
from wiki_assets.dashboard.words import percent
from wiki_assets.text.markdown_tables import escaped, markdown_table

_SIGNS = {State.GOOD: "✓ in order", State.LOOK: "⚠ look at it", State.BAD: "✗ needs work", State.UNKNOWN: "– not known"}


def plotted(facts: Facts) -> dict[str, int | float]:
    """Figures that the UI plots over materializations. `grounding_rate` is left out where nothing is published."""
    rate = {} if facts.rate is None else {"grounding_rate": facts.rate}
    return {
        "published": len(facts.published),
        "quarantined": len(facts.quarantined),
        "stale": len(facts.stale),
        **rate,
        "failing_checks": len(failed_checks(facts)),
        "ingest_failures": len(facts.unread),
        "partly_read": len(facts.partly_read),
        "disagreements": sum(item.count for item in facts.disagreements),
        "model_calls": sum(cost.calls for cost in facts.costs),
        "tokens": sum(cost.tokens for cost in facts.costs),
        "cost_usd": float(sum(cost.dollars for cost in facts.costs)),
    }


def overview(facts: Facts) -> str:
    """How things stand, as Markdown: the sentence, the parts, the refused pages."""
    rows = [(part.name, _SIGNS[part.state], part.figure, part.line) for part in parts(facts)]
    told = [f"**{escaped(headline(facts))}**", trust(facts), markdown_table(("part", "state", "figure", "meaning"), rows)]
    if facts.quarantined:
        refused = [(page.title, percent(page.rate), page.reason, f"wiki/draft/{page.slug}.md") for page in facts.quarantined]
        told.append(markdown_table(("quarantined", "grounded", "why", "read"), refused))
    return "\n\n".join(told)
