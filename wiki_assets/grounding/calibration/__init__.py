"""Self-calibration: what the guard catches and what it refuses wrongly on this very corpus.

Belongs here: editing claims so that they are false, or reworded and still true, by construction; asking a guard about them; counting.
Does not belong here: a guard or its rules (`guards`), or a verdict on a page (`reporting`).
"""
