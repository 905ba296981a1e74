"""`wiki plan`: what a build would do now, why, what it would cost, and which published claims rest on what changed.

Belongs here: options of the command, looking at the home, and printing. Does not belong here: the plan or its costs (`planning`).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wiki_assets.cli import printing
from wiki_assets.errors import LibraryError
from wiki_assets.planning.blast_radius import BlastRadius, Words, told
from wiki_assets.planning.call_forecast import Calling, ModelUse
from wiki_assets.planning.forecast import Forecast, PageForecast, PaperForecast, claims_at_stake, make_forecast
from wiki_assets.planning.former_calls import former_calls
from wiki_assets.planning.prices import LitellmTokens, Tokens
from wiki_assets.planning.quantities import Quantity
from wiki_assets.settings import Settings

if TYPE_CHECKING:
    from resources import (
        ArtifactStoreResource,
        AuditResource,
        EmbedderResource,
        LanguageModelResource,
        LibraryResource,
        PolicyResource,
    )

SOMETHING_TO_DO = 2
_LINES_SHOWN = 20


@dataclass(frozen=True, slots=True)
class LookAhead:
    """What a build would do, the published claims that rest on papers that changed, and how many papers there are."""

    forecast: Forecast
    claims: BlastRadius
    papers: int


def plan(
    raw: Annotated[Path | None, typer.Option(help="Folder of the papers (WIKI_RAW; default <home>/raw).")] = None,
    concepts: Annotated[Path | None, typer.Option(help="Concepts file (WIKI_CONCEPTS; default <home>/concepts.yaml).")] = None,
    home: Annotated[Path | None, typer.Option("--home", help="Folder of everything derived (WIKI_HOME; default data).")] = None,
    claims: Annotated[bool, typer.Option("--claims", help="List every published claim that rests on what changed.")] = False,
    exit_code: Annotated[bool, typer.Option("--exit-code", help="Exit with 2 where something is to be done.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
) -> None:
    """Say what `wiki build` would do now, why, and what it would cost. No document is read, no page composed, no model asked.

    Cost follows the change: a paper that changed is read again, and no other; a page is composed again only where its own passages,
    definition, composer or model changed. What can be counted is counted. A number with "about" is an estimate, from the sizes of the
    files and from the papers read so far. While papers or evidence have to come first, pages and model calls are ranges: the pages
    listed will certainly be composed, others may follow once it is known which passages there are.

    Published claims that rest on papers that changed or went are counted by page; `--claims` lists them with their words.

    Exit code: 0, whatever there is to do; with `--exit-code` 0 nothing is to be done, 2 something is; 3 no plan could be made.
    """
    settings = Settings.load(home=home, raw=raw, concepts=concepts)
    seen = look_ahead(settings)
    if as_json:
        sys.stdout.write(json.dumps(as_object(seen, claims), ensure_ascii=False) + "\n")
    else:
        _print(seen, claims)
    raise typer.Exit(SOMETHING_TO_DO if exit_code and not seen.forecast.nothing_to_do else 0)


def look_ahead(settings: Settings, tokens: Tokens | None = None, **overrides: Any) -> LookAhead:
    """Looks at a home and plans.

    Args:
        tokens: Counts tokens and knows prices; litellm's tables when None.
        overrides: Resources by name that replace the configured ones, as tests do.

    Raises:
        WikiError: Anything that stands in the way of a plan.
    """
    from resources import build_resources  # Dagster takes seconds to import; other commands do without
    from resources.observation import observe
    from resources.wiki import open_wiki

    found: dict[str, Any] = {**build_resources(settings), **overrides}
    library: LibraryResource = found["library"]
    artifacts: ArtifactStoreResource = found["artifacts"]
    policy: PolicyResource = found["policy"]
    embedder: EmbedderResource = found["embedder"]
    language_model: LanguageModelResource = found["language_model"]
    audit: AuditResource = found["audit"]
    seen = observe(library, artifacts, policy, embedder, language_model)
    if not seen.state.papers:
        raise LibraryError(f"The folder {settings.raw_folder} holds no papers.", "Put PDF files there, or give another --raw.")
    store = artifacts.store()
    calling = Calling(
        concepts=seen.concepts.concepts,
        guard=policy.load_verified_guard(),
        model=language_model.model,
        verifying_model=policy.verifier.model if policy.verifier.name == "llm" else "",
        former=former_calls(audit.database),
        tokens=tokens or LitellmTokens(),
    )
    at_stake = claims_at_stake(seen.state, seen.plan, open_wiki(artifacts, library, policy).shelf, store)
    return LookAhead(make_forecast(seen.state, seen.plan, store, calling), at_stake, len(seen.state.papers))


def as_object(seen: LookAhead, with_claims: bool) -> dict[str, Any]:
    """A plan for machines."""
    radius = seen.claims
    at_stake: dict[str, Any] = {
        "claims": radius.claims,
        "pages": radius.by_page,
        "words": {words.name.lower(): radius.count(words) for words in Words},
    }
    if with_claims:
        at_stake["rows"] = [asdict(row) for row in radius.rows]
    return {**seen.forecast.model_dump(mode="json"), "published_claims": at_stake}


def _print(seen: LookAhead, with_claims: bool) -> None:
    plan = seen.forecast
    if plan.nothing_to_do:
        printing.out.print(f"Nothing to do: {seen.papers} papers, their evidence, every page and the wiki are up to date.")
        return
    _print_papers(plan, seen.papers)
    _line(f"Evidence: {f'chosen again, {plan.evidence}' if plan.evidence else 'up to date'}.")
    _print_pages(plan)
    _line(f"Wiki: {f'refreshed, {plan.publish}' if plan.publish else 'up to date'}.")
    _line(_calls("Composing", "no model is configured (extractive composer)", plan.calls.composing))
    if plan.calls.verifying.model:
        _line(_calls("Verifying", "", plan.calls.verifying))
    _print_claims(seen.claims, with_claims)


def _print_papers(plan: Forecast, papers: int) -> None:
    totals = plan.totals
    if not plan.papers:
        _line(f"Papers: all {papers} are up to date.")
        return
    pages = f", {totals.pages} pages as far as known" if totals.pages else ""
    _line(f"Papers: {totals.documents} of {papers} to ingest, {totals.megabytes:.1f} MB{pages}.")
    unknown = f" Of {totals.unestimated} papers nothing tells, for none like them was read before." if totals.unestimated else ""
    if totals.unestimated < totals.documents:
        _line(f"  They will have {totals.passages} passages, of which {totals.embedded} have to be embedded.{unknown}")
    else:
        _line("  How many passages they have is known when the first of them has been read.")
    _listed([_paper(paper) for paper in plan.papers])


def _paper(paper: PaperForecast) -> str:
    size = f"{paper.megabytes:.2f} MB" if paper.file else ""
    counts = [f"{paper.passages} passages", f"{paper.embedded} to embed"] if paper.passages and paper.embedded else []
    return f"{paper.key}: {paper.reason}" + _in_brackets([size, f"{paper.pages} pages" if paper.pages else "", *counts])


def _print_pages(plan: Forecast) -> None:
    totals = plan.totals
    if not (totals.composed.most or totals.judged.most):
        _line("Pages: up to date.")
        return
    if plan.settled:
        _line(f"Pages: {totals.composed} to compose and judge, {totals.judged} to judge as they are.")
    else:
        more = totals.composed.most - totals.composed.least
        others = f", up to {more} more may, once evidence is chosen" if more else ""
        _line(f"Pages: {totals.composed.least} will certainly be composed and judged{others}.")
    _listed([_page("compose", page) for page in plan.compose] + [_page("judge", page) for page in plan.judge])


def _page(step: str, page: PageForecast) -> str:
    return f"{step} {page.key}: {page.reason}"


def _calls(what: str, without: str, use: ModelUse) -> str:
    if not use.model:
        return f"{what}: {without}: 0 model calls, 0 tokens."
    if not use.calls.most:
        return f"{what} with {use.model}: 0 model calls, 0 tokens."
    answers = f", {use.completion_tokens} of answers" if use.completion_tokens else ""
    return f"{what} with {use.model}: {use.calls} model calls, {_known(use.prompt_tokens)} tokens of prompts{answers}{_dollars(use)}."


def _known(quantity: Quantity | None) -> str:
    return "an unknown number of" if quantity is None else str(quantity)


def _dollars(use: ModelUse) -> str:
    if use.dollars is None:
        return "; its price is not known"
    least, most = f"${use.dollars.least:.4f}", f"${use.dollars.most:.4f}"
    amount = least if least == most else f"{least} to {most}"
    return f", {amount}" if use.dollars.answers else f", {amount} without its answers"


def _print_claims(radius: BlastRadius, with_claims: bool) -> None:
    if not radius.claims:
        _line("Published claims: none rests on what changed.")
        return
    standing = [f"{count} {words}" for words in Words if (count := radius.count(words))]
    pages = radius.by_page
    _line(f"Published claims: {radius.claims} on {len(pages)} pages rest on what changed; their words: {', '.join(standing)}.")
    if not with_claims:
        _listed([f"{slug}: {count}" for slug, count in pages.items()])
        return
    for row in radius.rows:
        _line(f"  {row.slug} {row.ordinal} [{row.bibkey} #chunk {row.chunk}], words {told(row)}: {row.sentence}")


def _listed(lines: Sequence[str]) -> None:
    for line in lines[:_LINES_SHOWN]:
        _line(f"  {line}")
    if len(lines) > _LINES_SHOWN:
        _line(f"  and {len(lines) - _LINES_SHOWN} more; --json lists all.")


def _in_brackets(parts: Sequence[str]) -> str:
    told_parts = [part for part in parts if part]
    return f" ({', '.join(told_parts)})" if told_parts else ""


def _line(text: str) -> None:
    printing.out.print(text, markup=False)
