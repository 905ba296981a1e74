"""Which stories are told, in which order: the first pass, the short rounds that fill the time, and the cut for CI."""

from __future__ import annotations

import random
import time

from tests.soak import operating_stories as operating
from tests.soak import paper_stories as paper
from tests.soak.soak import Soak, Story

FIRST_PASS = (
    paper.FROM_EMPTY,
    paper.DROPPED,
    operating.BY_HAND,
    operating.AUTOMATION,
    paper.DURING,
    paper.many_at_once(100),
    paper.SLOWLY,
    paper.MOVED,
    paper.REPLACED,
    paper.DELETED,
    paper.BACK_AND_FORTH,
    paper.BROKEN,
    operating.STOPPED,
    operating.KILLED,
    operating.CANCELLED,
    operating.CONCEPTS_EDITED,
    operating.THRESHOLD,
)
ROUNDS = (
    paper.DROPPED,
    paper.DURING,
    paper.SLOWLY,
    paper.MOVED,
    paper.REPLACED,
    paper.DELETED,
    paper.BROKEN,
    operating.STOPPED,
    operating.KILLED,
    operating.CANCELLED,
    operating.CONCEPTS_EDITED,
)
SHORT = (paper.FROM_EMPTY, paper.DROPPED)
LAST = (operating.COUNTED, operating.READ)


def tell_all(soak: Soak, stories: tuple[Story, ...], minutes: float, seed: int) -> None:
    """Tells the stories, fills the rest of the time with rounds in random order, and ends with what is true of all of it.

    Args:
        minutes: Of the whole; a story that has begun is told to its end.
        seed: Of the order.
    """
    until = time.monotonic() + minutes * 60
    order = random.Random(seed)
    soak.reader.start()
    try:
        for story in stories:
            soak.tell(story)
        while time.monotonic() < until:
            soak.tell(order.choice(ROUNDS))
    finally:
        soak.reader.end()
    for story in LAST:
        soak.tell(story)
