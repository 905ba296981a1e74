"""What the stories drop into the folder: small Markdown papers, made here.

Belongs here: words and files. Does not belong here: expectations.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from tests.shell.homes import CONCEPTS, make_home, write_concepts

UNSUPPORTED = "neck-pinch"
ALL_CONCEPTS = {**CONCEPTS, UNSUPPORTED: "Neck pinch"}
_TREES = ("ash", "elm", "fir", "hazel", "juniper", "larch", "maple", "oak", "pine", "rowan", "spruce", "yew")


def fill_home(home: Path) -> None:
    """Three papers and four concepts, of which the last has no support; nothing built."""
    make_home(home)
    write_concepts(home, ALL_CONCEPTS)


def about_flips(number: int) -> str:
    """A paper on edge flips that no other one equals, and that a page on them would cite."""
    tree = _TREES[number % len(_TREES)]
    return (
        f"# Edge flips in the {tree} survey {number}\n\n"
        f"An edge flip is the exchange of one diagonal of a quadrilateral for the other diagonal in survey {number}. "
        f"Every edge flip of survey {number} keeps the vertices of the triangulation where they are. "
        f"An edge flip of the {tree} mesh {number} takes constant time when the half edges of the mesh are linked.\n"
    )


def about_orchards(number: int) -> str:
    """A paper that no concept is about."""
    tree = _TREES[number % len(_TREES)]
    return (
        f"# Orchard report {number}\n\n"
        f"The {tree} orchard number {number} was pruned late in winter and gave a harvest that was smaller than usual. "
        f"Frost in the valley of orchard {number} damaged the blossoms of the {tree} trees before the bees arrived. "
        f"The growers of orchard {number} decided to plant hedges of {tree} against the wind.\n"
    )


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def write_slowly(path: Path, text: str, seconds: float, pieces: int = 5) -> None:
    """Appends piece by piece, with pauses that are longer than a file has to be quiet to be taken for finished."""
    size = -(-len(text) // pieces)
    for piece in _pieces(text, size):
        with path.open("a", encoding="utf-8") as file:
            file.write(piece)
        time.sleep(seconds / pieces)


def _pieces(text: str, size: int) -> Iterator[str]:
    for start in range(0, len(text), size):
        yield text[start : start + size]
