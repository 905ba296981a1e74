"""From what became of pages to rows of the table `promotions`.

Belongs here: the mapping of the publication room's outcomes. Does not belong here: other tables (`mapping`).
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from wiki_assets.audit.mapping import promotion_row
from wiki_assets.audit.rows import Decision, PromotionRow
from wiki_assets.audit.stamps import Stamp
from wiki_assets.grounding.model import GroundingReport
from wiki_assets.publication.model import Promotion
from wiki_assets.publication.shelf import file_sha256


def promotion_rows(
    promotions: Iterable[Promotion], reports: Iterable[GroundingReport], home: Path, stamp: Stamp
) -> list[PromotionRow]:
    """One row for each decision.

    Args:
        promotions: What became of pages in one step.
        reports: The reports the gate went by, in any order.
        home: Paths are told relative to it.
    """
    by_page = {report.page_sha: report for report in reports}
    return [
        promotion_row(
            promotion.slug,
            promotion.page_sha,
            Decision(promotion.decision.value.lower()),
            stamp,
            reason=promotion.reason,
            path=promotion.path.relative_to(home).as_posix(),
            file_sha256=file_sha256(promotion.path),
            report=by_page.get(promotion.page_sha),
        )
        for promotion in promotions
    ]
