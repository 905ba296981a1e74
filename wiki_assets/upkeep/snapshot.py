"""A snapshot: the files of a home as they all were at one moment, set aside while builds go on.

Belongs here: when which file is read again, and when it is enough. Does not belong here: how a file is set aside (`areas`), whether what
was set aside makes a whole wiki (`proof`), Dagster's databases (`instance_files`).

What is relied on. Artifacts, the wiki's files and the audit's fragments are each written whole and renamed into place, so no file is
ever half. But files speak of each other: a standing of a page and its verdict, a state of the output it was written after, a fragment
of artifacts. Any state in which a process may be killed is one that the next run completes (that is how the product is built), so it is
enough that all files are as they were at *one* moment, whichever.

Quiet. A pass lists everything and sets aside what is not set aside as listed. When a pass finds nothing to do, every file was what is set
aside from the end of the pass before until this one listed it, so all were at the beginning of this one: that is the moment. A first
pass over a large home takes a while, the later ones only as long as a listing, so this ends well wherever builds pause for a listing.

Locked. Under a constant stream of writes no pass finds nothing to do. After `PASSES` of them the snapshot takes the product's own two
write locks: the shelf's (`publication.shelf.Shelf.locked`: nobody publishes, so standings, log and wiki stand still) and the audit's
(`audit.locking.single_writer`: no compaction removes a fragment that was listed). Papers may still be read and pages composed, which no
lock covers. So, for at most `LOCKED_SECONDS`, what belongs to the same paper or page as a file that changed is looked at again, alone,
which takes no time, until it has not changed between two looks: every paper and every page is as it was at one moment, though not all
at the same one. Between them there are only comparisons of hashes (a state of chunks names the document's hash, a page those of its
chunks), which the planner makes at every build. At last new files of the kinds that never change (page versions, verdicts, events of
the log, answers, fragments) are added: whatever a file that was set aside speaks of had been written before it.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from wiki_assets.storage import layout
from wiki_assets.upkeep.areas import Area

PASSES = 6
LOCKED_SECONDS = 10.0
_NEVER_CHANGES = re.compile(r"(artifacts/(pages|reports|log|verifier_answers|edited)/(?!.*latest\.json$)|audit/).*")
_CHUNK_ENDINGS = (".earlier.parquet", ".parquet", ".json")

logger = logging.getLogger(__name__)

Locks = Callable[[], AbstractContextManager[None]]


class Snapshot:
    """Files set aside below one folder, under their names in the home."""

    def __init__(self, areas: Sequence[Area], folder: Path) -> None:
        self._areas = {area.prefix: area for area in areas}
        self._folder = folder
        self._held: dict[str, str] = {}

    @property
    def names(self) -> list[str]:
        """Names of all files set aside, sorted."""
        return sorted(self._held)

    def take(self, locks: Locks) -> str:
        """Brings what is set aside to one moment; again, to a later one.

        Args:
            locks: Holds back those who publish and those who compact.

        Returns:
            `quiet` or `locked`: how the moment was found.

        Raises:
            StoreLockedError: A lock was held by others all the time.
        """
        for _ in range(PASSES):
            if not self._pass():
                return "quiet"
        logger.info("Files change all the time; publishing and compaction are held back for a moment.")
        with locks():
            changed, deadline = self._pass(), time.monotonic() + LOCKED_SECONDS
            while changed and time.monotonic() < deadline:
                changed = self._look_again(changed)
            self._add_new()
        return "locked"

    def _pass(self) -> set[str]:
        """Sets aside all that is not as listed, and gives the names of what was other than before."""
        changed: set[str] = set()
        seen: set[str] = set()
        for prefix, area in self._areas.items():
            for name, listed in area.listed().items():
                full = f"{prefix}/{name}"
                seen.add(full)
                if not (listed and self._held.get(full) == listed) and self._take(full, listed):
                    changed.add(full)
        for full in self._held.keys() - seen:
            self._drop(full)
            changed.add(full)
        return changed

    def _look_again(self, names: Iterable[str]) -> set[str]:
        related = {other for name in names for other in together(name)}
        return {name for name in sorted(related) if self._differs(name) and self._take(name, "")}

    def _differs(self, full: str) -> bool:
        """Whether a file may be other than what is set aside; without a signature, it has to be read to tell."""
        held = self._held.get(full)
        prefix, _, name = full.partition("/")
        now = self._areas[prefix].signature(name)
        return now is None or now != (held or "")

    def _add_new(self) -> None:
        for prefix, area in self._areas.items():
            for name, listed in area.listed().items():
                full = f"{prefix}/{name}"
                if full not in self._held and _NEVER_CHANGES.fullmatch(full):
                    self._take(full, listed)

    def _take(self, full: str, listed: str) -> bool:
        """Sets one file aside and says whether anything changed by it."""
        prefix, _, name = full.partition("/")
        taken = self._areas[prefix].take(name, self._folder / full, listed)
        if taken is None:
            return self._held.pop(full, None) is not None
        self._held[full] = taken.signature
        return taken.changed

    def _drop(self, full: str) -> None:
        (self._folder / full).unlink(missing_ok=True)
        del self._held[full]


def together(full: str) -> frozenset[str]:
    """Names of the files that belong to the same paper, page or table as one file, itself among them."""
    prefix, _, key = full.partition("/")
    if prefix != "artifacts":
        return frozenset((full,))
    room, _, rest = key.partition("/")
    keys = {key}
    if room == "documents":
        keys |= _of_paper(rest.partition("/")[0])
    elif room == "chunks":
        keys |= _of_paper(_without_ending(rest))
    elif room == "embeddings":
        embedder, _, name = rest.rpartition("/")
        bibkey = name.removesuffix(".json").removesuffix(".npz")
        keys |= {layout.embedding_state(embedder, bibkey), layout.embedding_cache(embedder, bibkey)}
    elif room == "evidence":
        keys |= {layout.EVIDENCE, layout.EVIDENCE_STATE}
    return frozenset(f"{prefix}/{one}" for one in keys)


def _of_paper(bibkey: str) -> set[str]:
    documents = {layout.document_record(bibkey), layout.document_state(bibkey), layout.parsed_document(bibkey)}
    return documents | {layout.chunks(bibkey), layout.earlier_chunks(bibkey), layout.chunks_state(bibkey)}


def _without_ending(name: str) -> str:
    return next((name.removesuffix(ending) for ending in _CHUNK_ENDINGS if name.endswith(ending)), name)
