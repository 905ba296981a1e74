"""`wiki/index.md`: what the wiki holds, as a projection of the standings.

Belongs here: the words of the index, in the structure that the Open Knowledge Format asks of it (headings over
`* [Title](file) - description`, no front matter but `okf_version`). Does not belong here: writing the file (`publishing`).
"""

from __future__ import annotations

from collections.abc import Iterable

from wiki_assets.publication.model import DraftedPage, PublishedPage, Standing
from wiki_assets.publication.words import one_line, per_cent

INDEX_FILE = "index.md"
OKF_VERSION = "0.1"


def render_index(standings: Iterable[Standing]) -> str:
    """The index. Published pages by title, a stale one saying so; then, apart, what is not published and why."""
    entries = list(standings)
    published = sorted(
        (entry.published for entry in entries if entry.published), key=lambda page: (page.title.casefold(), page.slug)
    )
    drafts = sorted((entry.draft for entry in entries if entry.draft), key=lambda page: (page.title.casefold(), page.slug))
    blocks = [f'---\nokf_version: "{OKF_VERSION}"\n---']
    if published:
        blocks += ["# Concepts", "\n".join(_published_line(page) for page in published)]
    if drafts:
        blocks += ["# Drafts (not published)", "\n".join(_draft_line(page) for page in drafts)]
    if not published and not drafts:
        blocks += ["# Concepts", "No page has been published yet."]
    return "\n\n".join(blocks) + "\n"


def _published_line(page: PublishedPage) -> str:
    told = one_line(page.description) or f"{page.claims} claims"
    stale = f" (stale: {one_line(page.stale_reason)})" if page.stale else ""
    flagged = f" (cites a paper that is {' and one that is '.join(page.cited.flags)})" if page.cited.flags else ""
    return f"* [{one_line(page.title)}]({page.slug}.md) - {told}{stale}{flagged}"


def _draft_line(page: DraftedPage) -> str:
    fate = "withdrawn" if page.withdrawn else "quarantined"
    counted = f"{per_cent(page.rate)} of {page.claims} claims grounded" if page.claims else "no claims"
    return f"* [{one_line(page.title)}](draft/{page.slug}.md) - {fate}: {counted}, {per_cent(page.threshold)} needed"
