"""Edited claims of one specimen.

Belongs here: applying kinds of edit, and what is demanded of every edited claim whatever its kind. Does not belong here: a kind (`edits`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from wiki_assets.grounding.calibration.edits.interface import Edit, Rewrite, Specimen

LONGEST = 2_000
"""Characters; some patterns of the edits take time that grows with the square of it."""


@dataclass(frozen=True, slots=True)
class EditedClaim:
    """A claim after one edit, with what was edited and how."""

    specimen: Specimen
    edit: Edit
    rewrite: Rewrite


def edited_claims(specimen: Specimen, edits: Iterable[Edit]) -> Iterator[EditedClaim]:
    """The specimen after each kind of edit that applies to it.

    One claim gives at most one edited claim of each kind, so that long pages do not outweigh short ones. The same specimen gives the
    same edited claims in any process. A claim longer than `LONGEST` is no sentence, and gives none.
    """
    if len(specimen.claim) > LONGEST:
        return
    for edit in edits:
        rewrite = edit.rewrite(specimen)
        if rewrite is not None:
            yield EditedClaim(specimen, edit, rewrite)
