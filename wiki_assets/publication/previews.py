"""What a person sees of published pages and of the whole wiki in the UI. Pure; knows no Dagster type."""

from __future__ import annotations

from collections.abc import Iterable

from wiki_assets.publication.checking import FlaggedPaper, IntegrityProblem
from wiki_assets.publication.links import BrokenLink
from wiki_assets.publication.steps import Refreshed
from wiki_assets.text.markdown_tables import markdown_table

_FENCE = "---\n"


def without_front_matter(text: str) -> str:
    """A page's Markdown without its YAML block, which the UI would show as text."""
    if text.startswith(_FENCE) and (end := text.find(f"\n{_FENCE}", len(_FENCE) - 1)) >= 0:
        return text[end + len(_FENCE) + 1 :].lstrip()
    return text


def refresh_metadata(refreshed: Refreshed) -> dict[str, str | int]:
    """Facts of a refresh, flat."""
    wiki = refreshed.wiki
    return {
        "pages": len(wiki.pages),
        "stale": len(wiki.stale),
        "drafts": len(wiki.drafts),
        "relinked": len(wiki.relinked),
        "left_the_wiki": len(refreshed.left),
        "broken_links": len(wiki.broken_links),
    }


def integrity_table(problems: Iterable[IntegrityProblem]) -> str:
    """Files of the wiki that are not what their record says, and what to do."""
    rows = [(problem.file, problem.what, problem.remedy) for problem in problems]
    return markdown_table(("file", "what is wrong", "what to do"), rows) if rows else "Every file is as it was published."


def flag_table(flagged: Iterable[FlaggedPaper]) -> str:
    """Pages that cite papers which should not be relied on."""
    rows = [(paper.file, paper.flag, paper.text, paper.reason) for paper in flagged]
    if not rows:
        return "No page cites a paper that is retracted or superseded."
    return markdown_table(("page", "the paper is", "which", "why or by what"), rows)


def link_table(links: Iterable[BrokenLink]) -> str:
    """Links that lead nowhere."""
    rows = [(link.file, str(link.line), link.target) for link in links]
    return markdown_table(("file", "line", "leads to"), rows) if rows else "Every link resolves."
