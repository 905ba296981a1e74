"""The measurement behind the sweep counts in Bergmann2022 and Foss2025: run it to print both columns.

Hexagonal packings of m rings, boundary radii 1 + sin(3 angle)/2, inner radii start at 1. A sweep visits every inner circle
once (three colours of the hexagonal lattice, so neighbours are never changed together) and applies the uniform-neighbour
update of Collins and Stephenson. It stops when every angle sum is within 1e-6 of two pi. Needs numpy only.
"""

from __future__ import annotations

import numpy as np

NEIGHBOURS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
TOLERANCE = 1e-6


def sweeps(rings: int, relaxation: float) -> tuple[int, int]:
    """Number of circles and of sweeps; relaxation 1.0 is the plain method, above it over-relaxed."""
    size = 2 * rings + 3
    q, r = np.meshgrid(np.arange(size) - rings - 1, np.arange(size) - rings - 1, indexing="ij")
    distance = np.maximum.reduce([np.abs(q), np.abs(r), np.abs(q + r)])
    angle = np.arctan2(r * np.sqrt(3) / 2, q + r / 2)
    radii = np.where(distance >= rings, 1 + 0.5 * np.sin(3 * angle), 1.0)
    colours = [(distance < rings) & ((q - r) % 3 == colour) for colour in range(3)]
    delta = np.sin(np.pi / 6)
    for count in range(1, 1_000_000):
        worst = 0.0
        for colour in colours:
            around = [np.roll(radii, (-a, -b), (0, 1))[colour] for a, b in NEIGHBOURS]
            inner = radii[colour]
            total = np.zeros_like(inner)
            for one, two in zip(around, around[1:] + around[:1], strict=True):
                cosine = 1 - 2 * one * two / ((inner + one) * (inner + two))
                total += np.arccos(cosine)
            worst = max(worst, float(np.abs(total - 2 * np.pi).max()))
            beta = np.sin(total / 12)
            updated = (1 - delta) / delta * beta / (1 - beta) * inner
            radii[colour] = inner * (updated / inner) ** relaxation
        if worst < TOLERANCE:
            return int((distance <= rings).sum()), count
    raise RuntimeError("The sweeps did not converge.")


if __name__ == "__main__":
    for rings in (8, 16, 32, 64):
        over = 2 / (1 + np.sin(np.pi / rings))
        print(rings, sweeps(rings, 1.0), sweeps(rings, over))
