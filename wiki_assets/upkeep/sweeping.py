"""Sweeping artifacts: what nothing refers to and nobody has touched for long goes.

Belongs here: which keys, each with the reason, and removing them. Does not belong here: what is in use (`references`), or leftovers of
killed processes (`leftovers`).

Kind by kind, and why:

- Versions of a page and their reports go when no pointer leads to them. All reports on a version in use stay, also those of other
  guards and thresholds: setting one back then costs no judging. A version counts as old by its youngest file, for a page composed anew
  with the very words of an old version is written again first, and only then judged by the report that is there already.
- `…earlier.parquet` of a paper goes when no latest page was composed from other chunks than the present ones: only a page like that is
  compared with them.
- Of a retired paper that no page in use cites: its vectors' caches under every embedder; and where its points are out of every store
  and its chunks are an empty table, also those and their states. Where they are not, the states stay: the planner needs them to see
  that something is left to take out.
- Everything else stays: records and states of papers (the planner tells a retired paper from one never seen), the log and words edited
  by hand (a person's), the calibration, the vectors of papers that are there, and a verifier's answers. Whether such an answer will be
  asked for again only judging every page would tell; it is a few hundred bytes, and asking a model again costs money.

Nothing younger than a day is ever touched, whatever the settings say: a run that is at work may be about to point to it. Ages are looked
at again just before removing.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from wiki_assets.documents.model import DocumentStatus
from wiki_assets.documents.states import ChunksState, SourceState
from wiki_assets.retrieval.states import EmbeddingState
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore
from wiki_assets.storage.backend import Entry
from wiki_assets.upkeep.references import InUse, find_in_use

DAY_SECONDS = 86_400.0
_TOGETHER = 500

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Unneeded:
    """A key that may go, and why."""

    key: str
    size: int
    modified: float
    why: str


@dataclass(frozen=True, slots=True)
class Swept:
    """What was removed; `spared` was written again in the meantime."""

    removed: int
    size: int
    spared: int


def find_unneeded(store: ArtifactStore, now: float, keep_seconds: float) -> tuple[Unneeded, ...]:
    """All keys that nothing refers to and that are old enough to go. Changes nothing: this is the dry run.

    Args:
        store: The artifacts.
        now: Seconds since 1970.
        keep_seconds: How long to keep what nothing refers to; at least a day is kept.

    Raises:
        ArtifactError: What stands in the wiki cannot be read.
    """
    before = now - max(keep_seconds, DAY_SECONDS)
    in_use = find_in_use(store)
    return tuple(sorted([*_versions(store, in_use, before), *_papers(store, in_use, before)], key=lambda unneeded: unneeded.key))


def sweep(store: ArtifactStore, unneeded: Sequence[Unneeded]) -> Swept:
    """Removes keys that are still as they were found; may be interrupted at any time and done again."""
    removed = size = spared = 0
    for start in range(0, len(unneeded), _TOGETHER):
        batch = unneeded[start : start + _TOGETHER]
        still = _modified(store, batch)
        going = [one for one in batch if still.get(one.key) == one.modified]
        store.backend.delete(one.key for one in going)
        removed, size = removed + len(going), size + sum(one.size for one in going)
        spared += sum(one.key in still and still[one.key] != one.modified for one in batch)
    if removed:
        logger.info("Swept %d artifacts that nothing refers to, %d bytes", removed, size)
    return Swept(removed, size, spared)


def _modified(store: ArtifactStore, batch: Iterable[Unneeded]) -> dict[str, float]:
    """When the keys were last written, as listings of their folders tell now."""
    folders = {one.key.rpartition("/")[0] for one in batch}
    return {entry.key: entry.modified for folder in sorted(folders) for entry in store.backend.entries(folder)}


def _versions(store: ArtifactStore, in_use: InUse, before: float) -> Iterator[Unneeded]:
    files: dict[tuple[str, str], list[Entry]] = defaultdict(list)
    for entry in (*store.backend.entries("pages"), *store.backend.entries("reports")):
        _, slug, name, *_ = entry.key.split("/")
        if name != "latest.json":
            files[slug, name.removesuffix(".json")].append(entry)
    for (slug, page_sha), entries in files.items():
        if not in_use.page(slug, page_sha) and max(entry.modified for entry in entries) < before:
            for entry in entries:
                yield Unneeded(entry.key, entry.size, entry.modified, f"no pointer leads to this version of {slug}")


def _papers(store: ArtifactStore, in_use: InUse, before: float) -> Iterator[Unneeded]:
    chunks = {entry.key: entry for entry in store.backend.entries("chunks")}
    embedded: dict[str, list[Entry]] = defaultdict(list)
    for entry in store.backend.entries("embeddings"):
        embedded[entry.key.rpartition("/")[2].removesuffix(".json").removesuffix(".npz")].append(entry)
    states = {entry.key: entry for entry in store.backend.entries("documents") if entry.key.endswith("/state.json")}
    for key, entry in states.items():
        bibkey = key.split("/")[1]
        present = store.find_current(layout.chunks_state(bibkey), ChunksState)
        earlier = chunks.get(layout.earlier_chunks(bibkey))
        if earlier is not None and earlier.modified < before and not in_use.earlier_chunks(bibkey, present):
            yield _unneeded(earlier, f"no page was composed from these earlier chunks of {bibkey}")
        if entry.modified < before and in_use.sure and bibkey not in in_use.cited and _retired(key, store):
            yield from _of_retired(bibkey, store, chunks, embedded[bibkey], present, before)


def _retired(key: str, store: ArtifactStore) -> bool:
    state = store.find_current(key, SourceState)
    return state is not None and state.status is DocumentStatus.RETIRED


def _of_retired(
    bibkey: str,
    store: ArtifactStore,
    chunks: Mapping[str, Entry],
    embedded: Iterable[Entry],
    present: ChunksState | None,
    before: float,
) -> Iterator[Unneeded]:
    why = f"{bibkey} is retired, and no page in use cites it"
    points = [store.find_current(entry.key, EmbeddingState) for entry in embedded if entry.key.endswith(".json")]
    given_up = (present is None or present.count == 0) and all(state is not None and state.points == 0 for state in points)
    for entry in embedded:
        if entry.modified < before and (given_up or entry.key.endswith(".npz")):
            yield _unneeded(entry, why)
    for key in (layout.chunks_state(bibkey), layout.chunks(bibkey)) if given_up else ():
        if (entry_of := chunks.get(key)) is not None and entry_of.modified < before:
            yield _unneeded(entry_of, why)


def _unneeded(entry: Entry, why: str) -> Unneeded:
    return Unneeded(entry.key, entry.size, entry.modified, why)
