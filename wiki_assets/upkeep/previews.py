"""What a person sees of upkeep in the UI. Pure; knows no Dagster type."""

from __future__ import annotations

from wiki_assets.publication.checking import WikiCheck
from wiki_assets.text.markdown_tables import markdown_table


def check_table(check: WikiCheck) -> str:
    """Everything that `wiki check` lists, as one table; a sentence where there is nothing."""
    rows = [(f"{claim.file}:{claim.line}", claim.kind or "marked by hand", claim.text, claim.reason) for claim in check.claims]
    rows += [(f"{paper.file}:{paper.line}", f"cites a {paper.flag} paper", paper.text, paper.reason) for paper in check.flagged]
    rows += [(draft, "draft", "", "waits for a reviewer") for draft in check.drafts]
    if not rows:
        return "Every claim is grounded, and no draft waits."
    return markdown_table(["where", "what", "words", "why"], rows)
