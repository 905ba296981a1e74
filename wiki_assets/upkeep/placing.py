"""Putting a finished home in place: renames that happen together or not at all, and what of the former home goes on in the new one.

Belongs here: which rename follows which, and taking them back. Does not belong here: what is in the new home (`restoring`).
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from wiki_assets.errors import HomeError
from wiki_assets.upkeep.reasons import reason

# Folders and files of a home that a backup speaks for, whether or not it holds them.
_DERIVED = frozenset({"wiki", "artifacts", "audit", ".dagster", "audit.duckdb", "audit.duckdb.wal", ".upkeep.lock"})


@dataclass(slots=True)
class Placed:
    """What became of the home that was there before.

    Attributes:
        kept: Where it lies now; None where there was none.
        carried: What of it goes on in the new one.
        stayed: What should, and could not be moved: the name, and why.
    """

    kept: Path | None = None
    carried: list[str] = field(default_factory=list)
    stayed: dict[str, str] = field(default_factory=dict)


@contextmanager
def in_place(scratch: Path, home: Path, present: Sequence[str], kept: Path) -> Iterator[Placed]:
    """Puts a new home where the former one is, which is kept beside it; as it was again where the block or anything before it fails.

    Args:
        scratch: The new home, beside where it goes.
        home: Where it goes; need not exist.
        present: Names of what is there now.
        kept: Where that goes; does not exist.

    Raises:
        HomeError: A rename was refused.
    """
    renames: list[tuple[Path, Path]] = []

    def move(source: Path, target: Path) -> None:
        renames.append((source, target))  # before it is done: an interrupt may fall right after it
        source.rename(target)

    try:
        try:
            scratch.chmod(_rights(home, scratch))
            placed = Placed(kept if present else None)
            if present:
                move(home, kept)
            move(scratch, home)  # onto an empty folder, or nothing
        except OSError as error:
            raise HomeError(
                f"The home {home} cannot be put in place ({reason(error)}); it is as it was.",
                "Name a folder that is no mount point, such as a new one below it.",
            ) from error
        _carry(placed, home, present, move)
        yield placed
    except BaseException:
        _take_back(renames)
        raise


def _rights(home: Path, scratch: Path) -> int:
    """Those of the former home, or those that a new folder gets: `wiki` was made as any."""
    return stat.S_IMODE((home if home.exists() else scratch / "wiki").stat().st_mode)


def _carry(placed: Placed, home: Path, present: Sequence[str], move: Callable[[Path, Path], None]) -> None:
    if placed.kept is None:
        return
    for name in present:
        if name in _DERIVED or os.path.lexists(home / name):
            continue
        try:
            move(placed.kept / name, home / name)
            placed.carried.append(name)
        except OSError as error:  # a mount point cannot be renamed
            placed.stayed[name] = error.strerror or str(error)


def _take_back(renames: Sequence[tuple[Path, Path]]) -> None:
    for source, target in reversed(renames):
        if not os.path.lexists(target) or os.path.lexists(source):
            continue  # it was never done
        try:
            target.rename(source)
        except OSError as error:
            raise HomeError(
                f"The restore failed, and {target} cannot be renamed back to {source} ({reason(error)}).",
                f"Rename {target} to {source} yourself: it is whole.",
            ) from error
