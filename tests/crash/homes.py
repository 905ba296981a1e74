"""The small homes that are killed: what lies in them, and what changes in a home with history.

Belongs here: files that a person puts in. Does not belong here: building, killing or comparing.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from wiki_assets.settings import Settings

PAPERS = {
    "Alder2020": "A circle packing is a configuration of circles whose tangencies follow a prescribed planar graph. "
    "Every triangulation of the sphere has a circle packing that is unique up to Moebius transformations.",
    "Birch2021": "The angle defect of a vertex is the difference between two pi and the sum of the adjacent angles. "
    "The sum of all angle defects of a closed surface equals two pi times its Euler characteristic.",
    "Cedar2022": "The radii of a circle packing can be computed by minimising a convex energy over logarithmic radii. "
    "The angle defect of every vertex stays the same when an edge flip changes the triangulation.",
}
CONCEPTS = {
    "circle-packing": ("Circle packing", ""),
    "angle-defect": ("Angle defect", ""),
    "unheard-of": ("Quantum lattices", ""),
}
"""Slug to title and definition. No paper speaks of the last one: its page is empty, and the gate refuses it."""

ADDED = "An angle defect of zero means that the neighbourhood of the vertex can be developed into the plane."
CHANGED = " Circle packings approximate conformal maps when the circles become small and the pattern is hexagonal."


@dataclass(frozen=True, slots=True)
class Scenario:
    """One kind of build that is killed.

    Attributes:
        name: For the table.
        change: What happens to a home that was built before; None for the first build of a fresh home.
    """

    name: str
    change: Callable[[Path], None] | None


def make_home(home: Path) -> None:
    """Three papers and three concepts, nothing built."""
    (home / "raw").mkdir(parents=True)
    for bibkey, text in PAPERS.items():
        _write_paper(home, bibkey, text)
    _write_concepts(home, CONCEPTS)


def change_much(home: Path) -> None:
    """One paper changed, one added, one retired, one concept edited."""
    _write_paper(home, "Alder2020", PAPERS["Alder2020"] + CHANGED)
    _write_paper(home, "Dogwood2023", ADDED)
    (home / "raw" / "Cedar2022.md").unlink()
    _write_concepts(home, {**CONCEPTS, "angle-defect": ("Angle defect", "What an angle lacks at a vertex.")})


SCENARIOS = (Scenario("fresh", None), Scenario("history", change_much))


def settings_of(home: Path) -> Settings:
    """The settings of such a home: one reader, no model."""
    return Settings.load(home=home, workers=1)


def copy_home(home: Path, target: Path) -> Path:
    """A copy with the same times of files, for those of papers are looked at."""
    shutil.copytree(home, target)
    return target


def _write_paper(home: Path, bibkey: str, text: str) -> None:
    (home / "raw" / f"{bibkey}.md").write_text(f"# On {bibkey}\n\n{text}\n", "utf-8")


def _write_concepts(home: Path, concepts: dict[str, tuple[str, str]]) -> None:
    lines = [
        f"  - slug: {slug}\n    title: {title}\n" + (f"    description: {definition}\n" if definition else "")
        for slug, (title, definition) in concepts.items()
    ]
    (home / "concepts.yaml").write_text("concepts:\n" + "".join(lines), "utf-8")
