"""A night's maintenance: its parts one after the other, none of which can spoil another.

Belongs here: what a part gives back, and what happens when one has to wait or fails. Does not belong here: the parts.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from wiki_assets.audit.compaction import compact
from wiki_assets.audit.fragments import sizes_of_fragments
from wiki_assets.audit.record import Record
from wiki_assets.audit.tables import TABLES
from wiki_assets.errors import WikiError
from wiki_assets.retrieval.store import VectorStore
from wiki_assets.storage.artifacts import ArtifactStore
from wiki_assets.storage.backend import Backend
from wiki_assets.upkeep.database import measure_database, shrink_database
from wiki_assets.upkeep.leftovers import find_leftovers, find_stray_papers, remove_leftovers
from wiki_assets.upkeep.reasons import reason
from wiki_assets.upkeep.sweeping import DAY_SECONDS, find_unneeded, sweep

Counts = Mapping[str, int]
Part = Callable[[], Counts]

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Premises:
    """What maintenance works on.

    Attributes:
        keep_days: Days to keep what nothing refers to any more.
    """

    home: Path
    store: ArtifactStore
    record: Record
    database: Path
    vectors: VectorStore
    keep_days: int


@dataclass(slots=True)
class Night:
    """What the parts came to.

    Attributes:
        counts: By `part.figure`.
        postponed: Parts that have to wait until the next night, with the reason: somebody held what they need.
        failed: Parts that failed, each with what is wrong and what to do.
    """

    counts: dict[str, int] = field(default_factory=dict)
    postponed: dict[str, str] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)


def run_parts(parts: Mapping[str, Part]) -> Night:
    """Runs parts in order; one that cannot be done is told and stops no other."""
    night = Night()
    for name, part in parts.items():
        try:
            for figure, value in part().items():
                night.counts[f"{name}.{figure}"] = value
        except WikiError as error:
            (night.postponed if error.retryable else night.failed)[name] = str(error)
            logger.warning("Maintenance, %s: %s", name, error)
        except Exception as error:  # whatever it is, the parts that follow have nothing to do with it
            night.failed[name] = _in_words(error)
            logger.warning("Maintenance, %s: %s", name, night.failed[name], exc_info=True)
    return night


def _in_words(error: Exception) -> str:
    """What is wrong, on one line: databases add the statement on further ones."""
    first = (str(error).splitlines() or [""])[0].strip()
    what = reason(error) if isinstance(error, OSError) else ": ".join(filter(None, (type(error).__name__, first)))
    return f"{what.removesuffix('.')}. It is tried again the next night; the log has the trace."


def parts_of(premises: Premises, now: float) -> dict[str, Part]:
    """Everything that maintenance does to a home's own files, in order."""
    return {
        "leftovers": lambda: _leftovers(premises, now),
        "artifacts": lambda: _artifacts(premises, now),
        "vectors": lambda: _vectors(premises, now),
        "fragments": lambda: _fragments(premises),
        "database": lambda: _database(premises),
    }


def dry_run_of(premises: Premises, now: float) -> dict[str, Part]:
    """The same parts, each of which changes nothing and counts: what it would remove, or what it would look at."""
    return {
        "leftovers": lambda: {"found": find_leftovers(premises.home, _backends(premises), now).count},
        "artifacts": lambda: _unneeded(premises, now),
        "vectors": lambda: {"stray_papers": len(find_stray_papers(premises.store, premises.vectors, now))},
        "fragments": lambda: _fragment_sizes(premises),
        "database": lambda: {"bytes": (size := measure_database(premises.database)).size, "free_bytes": size.free},
    }


def _backends(premises: Premises) -> tuple[Backend, ...]:
    return premises.store.backend, premises.record.backend


def _leftovers(premises: Premises, now: float) -> Counts:
    found = find_leftovers(premises.home, _backends(premises), now)
    return {"removed": remove_leftovers(premises.home, _backends(premises), found)}


def _artifacts(premises: Premises, now: float) -> Counts:
    swept = sweep(premises.store, find_unneeded(premises.store, now, premises.keep_days * DAY_SECONDS))
    return {"removed": swept.removed, "bytes": swept.size, "spared": swept.spared}


def _unneeded(premises: Premises, now: float) -> Counts:
    found = find_unneeded(premises.store, now, premises.keep_days * DAY_SECONDS)
    return {"unneeded": len(found), "bytes": sum(one.size for one in found)}


def _vectors(premises: Premises, now: float) -> Counts:
    stray = find_stray_papers(premises.store, premises.vectors, now)
    premises.vectors.delete(stray)
    return {"stray_papers": len(stray)}


def _fragments(premises: Premises) -> Counts:
    compacted = compact(premises.record)
    return {"merged": compacted.merged, "into": compacted.into, "unusable": len(compacted.skipped)}


def _fragment_sizes(premises: Premises) -> Counts:
    """All there are: which of them are worth merging is known only when they have been read."""
    sizes = [size for table in TABLES for size in sizes_of_fragments(premises.record, table).values()]
    return {"found": len(sizes), "bytes": sum(sizes)}


def _database(premises: Premises) -> Counts:
    before = measure_database(premises.database)
    after = shrink_database(premises.record, premises.database)
    return {"bytes": after.size, "freed_bytes": before.size - after.size}
