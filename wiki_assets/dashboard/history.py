"""The trend of the whole wiki: from single promotions to the rate of all published claims over time.

Belongs here: folding moves into points, and thinning points for a drawing. Does not belong here: reading the moves (`queries`) or
drawing (`charts`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from wiki_assets.dashboard.model import RatePoint

MOST_POINTS = 120
"""Points of a trend: on the widest drawing one for every six pixels, closer than which a step cannot be told from its neighbour."""


@dataclass(frozen=True, slots=True)
class Move:
    """One change of what is published: the claims of a page that came, or none where it left."""

    slug: str
    at: datetime
    claims: int
    grounded: int


def trend_of(moves: Iterable[Move]) -> tuple[RatePoint, ...]:
    """Claims of all published pages together after each move.

    A first build publishes page after page: its points all lie within minutes, and thinning leaves the last one, the whole build.

    Args:
        moves: Oldest first.

    Returns:
        About `MOST_POINTS` points at most, oldest first; moments at which nothing was published are left out.
    """
    standing: dict[str, tuple[int, int]] = {}
    claims = grounded = 0
    points = []
    for move in moves:
        before = standing.get(move.slug, (0, 0))
        standing[move.slug] = (move.claims, move.grounded)
        claims += move.claims - before[0]
        grounded += move.grounded - before[1]
        if claims:
            points.append(RatePoint(move.at, grounded, claims))
    return thinned(points, MOST_POINTS)


def thinned(points: Sequence[RatePoint], most: int) -> tuple[RatePoint, ...]:
    """The last point of each of about `most` equal stretches of time; a stretch is ten minutes at least.

    The last of a stretch, not its mean: a trend shows what stood in the wiki, never a rate that nobody could have seen.
    """
    if not points:
        return ()
    start = points[0].at
    length = max((points[-1].at - start).total_seconds() / most, 600.0)
    kept: dict[int, RatePoint] = {}
    for point in points:
        kept[int((point.at - start).total_seconds() // length)] = point
    return tuple(kept[stretch] for stretch in sorted(kept))
