"""What a person sees of a page in the UI before it has been judged. Pure; knows no Dagster type."""

from __future__ import annotations

from wiki_assets.concepts.model import Citation, Composition, Page
from wiki_assets.concepts.steps import Composed


def page_metadata(composition: Composition) -> dict[str, str | int | float]:
    """Facts of one composition, flat."""
    page, calls = composition.page, composition.calls
    return {
        "claims": len(page.claims),
        "papers": len(page.bibkeys),
        "composer": str(page.recipe.composer),
        "model": page.recipe.model or "none",
        "model_calls": len(calls),
        "prompt_tokens": sum(call.prompt_tokens for call in calls),
        "completion_tokens": sum(call.completion_tokens for call in calls),
        "cost_usd": sum(call.cost_usd for call in calls),
        "dropped": len(composition.dropped),
        "reason": page.reason or "none",
        "page_sha": page.page_sha,
    }


def reanchoring_metadata(composed: Composed) -> dict[str, str | int]:
    """What became of the page before, where papers that it cites have changed."""
    found = composed.reanchoring
    if found is None:
        return {"outcome": "found: another run had composed it from the same" if composed.found else "composed"}
    told: dict[str, str | int] = {
        "outcome": "kept, its citations found again" if composed.kept else "composed again",
        "citations_moved": len(found.moves) - len(found.lost),
        "citations_lost": len(found.lost),
        "passages_with_news": composed.news,
    }
    if found.lost:
        told["lost"] = "; ".join(f"{move.earlier.bibkey} ({move.cause}): “{move.earlier.quote[:80]}”" for move in found.lost[:5])
    return told


def page_preview(page: Page) -> str:
    """The page's words with their citations, as Markdown."""
    parts = [f"# {page.title}"]
    for section in page.sections:
        if section.heading:
            parts.append(f"## {section.heading}")
        parts += [f"{claim.text} {_markers(claim.citations)}" for claim in section.claims]
    if not page.claims:
        parts.append(f"*Empty: {page.reason}*")
    return "\n\n".join(parts)


def _markers(citations: tuple[Citation, ...]) -> str:
    return " ".join(f"[{citation.bibkey} #chunk {citation.chunk}]" for citation in citations)
