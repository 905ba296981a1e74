"""What a person sees of evidence in the UI. Pure; knows no Dagster type."""

from __future__ import annotations

from collections.abc import Iterable

from wiki_assets.retrieval.model import ConceptEvidence
from wiki_assets.text.markdown_tables import markdown_table


def evidence_table(evidence: Iterable[ConceptEvidence]) -> str:
    """For every concept, how many passages of which papers."""
    rows = []
    for item in evidence:
        papers: dict[str, int] = {}
        for row in item.rows:
            papers[row.chunk.bibkey] = papers.get(row.chunk.bibkey, 0) + 1
        rows.append(
            (item.concept, str(len(item.rows)), ", ".join(f"{key} ({n})" for key, n in papers.items()), item.fingerprint[:12])
        )
    return markdown_table(("concept", "passages", "papers", "fingerprint"), rows)
