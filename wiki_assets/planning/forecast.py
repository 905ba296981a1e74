"""The forecast: a plan with what it would cost, as `wiki plan` shows it.

Belongs here: its shapes, and putting them together. Does not belong here: what has to run (`plan`), single counts (`passages`,
`model_calls`, `prices`), or which published claims are struck (`blast_radius`).

What can be counted is counted, and a build then comes to the same. Where papers or evidence have to come first, pages and calls are ranges.
"""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import Field

from wiki_assets.documents.steps import find_record
from wiki_assets.errors import ArtifactError
from wiki_assets.planning.blast_radius import BlastRadius, blast_radius
from wiki_assets.planning.call_forecast import CallForecast, Calling
from wiki_assets.planning.effects import Effect, certain_pages, effects_of
from wiki_assets.planning.passages import Density, measured_density, passages_of
from wiki_assets.planning.plan import Plan, Task, compile_reason, report_reason
from wiki_assets.planning.quantities import Quantity
from wiki_assets.planning.shapes import HomeState, PaperState, Versions
from wiki_assets.publication.shelf import Shelf
from wiki_assets.storage.artifacts import ArtifactStore
from wiki_assets.storage.frozen import Frozen


class PaperForecast(Frozen):
    """One paper that would be ingested."""

    key: str
    reason: str
    file: str = Field(description="Empty where the file is gone.")
    megabytes: float
    pages: int = Field(description="0 where it has none, or was not read from these bytes before.")
    effect: Effect = Field(description="What becomes of its passages.")
    passages: Quantity | None = Field(description="How many it will have; null where nothing tells.")
    embedded: Quantity | None = Field(description="How many of them the embedding model will be given.")


class PageForecast(Frozen):
    """One page that would be composed, or judged again as it is."""

    key: str
    reason: str


class Totals(Frozen):
    """What `wiki build` would come to."""

    documents: int
    pages: int
    megabytes: float
    passages: Quantity
    embedded: Quantity
    unestimated: int = Field(
        description="Papers of which nothing tells how many passages they have: none like them was read yet."
    )
    composed: Quantity
    judged: Quantity


class Forecast(Frozen):
    """The whole plan. Papers, evidence, pages and wiki are in the order in which they would run."""

    nothing_to_do: bool
    settled: bool = Field(description="Whether pages are planned exactly: neither papers nor evidence have to come first.")
    papers: tuple[PaperForecast, ...]
    evidence: str = Field(description="Why evidence is chosen again, or may be; empty where it is not.")
    compose: tuple[PageForecast, ...] = Field(
        description="Pages that will be composed; where not settled, only those that certainly are."
    )
    judge: tuple[PageForecast, ...] = Field(
        description="Pages that will be judged as they are; where not settled, unless composed."
    )
    publish: str = Field(description="Why links, index and log are refreshed; empty where they are not.")
    totals: Totals
    calls: CallForecast


def make_forecast(state: HomeState, plan: Plan, store: ArtifactStore, calling: Calling) -> Forecast:
    """What a build would do now, and what it would cost.

    Args:
        calling: What is known of the language models in use.
    """
    effects = effects_of(state, plan)
    papers = _papers(state, plan, effects, store)
    settled = not plan.evidence and all(effect is Effect.NONE for effect in effects.values())
    compose, judge = _settled_pages(state) if settled else _certain_pages(state, effects)
    more = 0 if settled else len(state.concepts) - len(compose)
    totals = Totals(
        documents=len(papers),
        pages=sum(paper.pages for paper in papers),
        megabytes=round(sum(paper.megabytes for paper in papers), 3),
        passages=Quantity.total(paper.passages for paper in papers if paper.passages),
        embedded=Quantity.total(paper.embedded for paper in papers if paper.embedded),
        unestimated=sum(paper.passages is None for paper in papers),
        composed=Quantity(least=len(compose), most=len(compose) + more),
        judged=Quantity(least=len(judge) if settled else 0, most=len(judge)),
    )
    running = bool(papers or plan.evidence or compose or judge)
    return Forecast(
        nothing_to_do=plan.empty,
        settled=settled,
        papers=papers,
        evidence=plan.evidence or _evidence_follows(effects),
        compose=compose,
        judge=judge,
        publish=plan.publish or ("what it is made from changes" if running else ""),
        totals=totals,
        calls=calling.settled(compose, judge, state, store) if settled else calling.open(totals.composed, totals.judged, store),
    )


def claims_at_stake(state: HomeState, plan: Plan, shelf: Shelf, store: ArtifactStore) -> BlastRadius:
    """The published claims that rest on the papers of a plan."""
    effects = effects_of(state, plan)
    gone = [bibkey for bibkey, effect in effects.items() if effect is Effect.GONE]
    unread = [bibkey for bibkey, effect in effects.items() if effect in (Effect.POSSIBLE, Effect.CERTAIN)]
    return blast_radius(effects, shelf.standings(), store, unread=unread, gone=gone) if effects else BlastRadius()


def _evidence_follows(effects: Mapping[str, Effect]) -> str:
    if any(effect in (Effect.CERTAIN, Effect.GONE) for effect in effects.values()):
        return "papers that it is chosen from change"
    return "papers that it is chosen from may change" if Effect.POSSIBLE in effects.values() else ""


def _papers(state: HomeState, plan: Plan, effects: dict[str, Effect], store: ArtifactStore) -> tuple[PaperForecast, ...]:
    by_key = {paper.bibkey: paper for paper in state.papers}
    density = measured_density(state.papers) if plan.ingest else Density({}, {})
    return tuple(_paper(by_key[task.key], task, effects[task.key], state.versions, density, store) for task in plan.ingest)


def _paper(
    paper: PaperState, task: Task, effect: Effect, versions: Versions, density: Density, store: ArtifactStore
) -> PaperForecast:
    found = passages_of(paper, versions, density, store)
    return PaperForecast(
        key=paper.bibkey,
        reason=task.reason,
        file=paper.source.file if paper.source else "",
        megabytes=round(paper.source.size / 1_000_000, 3) if paper.source else 0.0,
        pages=_pages_of(paper, store),
        effect=effect,
        passages=found.count,
        embedded=found.embedded,
    )


def _pages_of(paper: PaperState, store: ArtifactStore) -> int:
    """Pages of a paper that was read from these very bytes before, else 0."""
    if paper.source is None or paper.read is None or paper.read.sha256 != paper.source.sha256:
        return 0
    try:
        record = find_record(paper.bibkey, store)
    except ArtifactError:
        return 0
    return record.pages if record else 0


def _settled_pages(state: HomeState) -> tuple[tuple[PageForecast, ...], tuple[PageForecast, ...]]:
    """By the same comparison as the plan, which gives none of them while papers wait that will not change a word."""
    compose = {concept.slug: reason for concept in state.concepts if (reason := compile_reason(concept))}
    judge = {c.slug: reason for c in state.concepts if c.slug not in compose and (reason := report_reason(c))}
    return _forecasts(compose), _forecasts(judge)


def _certain_pages(state: HomeState, effects: dict[str, Effect]) -> tuple[tuple[PageForecast, ...], tuple[PageForecast, ...]]:
    certain = certain_pages(state, effects)
    judge = {c.slug: reason for c in state.concepts if c.slug not in certain and (reason := report_reason(c))}
    return _forecasts(certain), _forecasts(judge)


def _forecasts(reasons: dict[str, str]) -> tuple[PageForecast, ...]:
    return tuple(PageForecast(key=slug, reason=reason) for slug, reason in reasons.items())
