"""Sweeping artifacts: what nothing refers to and nobody has touched for long goes.

Belongs here: which keys, each with the reason, and removing them. Does not belong here: what is in use (`references`), or leftovers of
killed processes (`leftovers`).

Kind by kind, and why:

- Versions of a page and their reports go when no pointer leads to them. All reports on a version in use stay, also those of other
  guards and thresholds: setting one back then costs no judging. The days to keep it count from when it was replaced (`replacing`), or from
  its youngest file: a page composed anew with the very words of an old version is written again first, and only then judged by the report
  that is there already.
- `…earlier.parquet` of a paper goes when no latest page was composed from other chunks than the present ones: only a page like that is
  compared with them.
- Of a retired paper that no page in use cites: its vectors' caches under every embedder; and where its points are out of every store
  and its chunks are an empty table, also those and their states. Where they are not, the states stay: the planner needs them to see
  that something is left to take out.
- Everything else stays: records and states of papers (the planner tells a retired paper from one never seen), the log and words edited
  by hand (a person's), the calibration, the vectors of papers that are there, and a verifier's answers. Whether such an answer will be
  asked for again only judging every page would tell; it is a few hundred bytes, and asking a model again costs money.

Nothing younger than a day is ever touched, whatever the settings say: a run that is at work may be about to point to it. Ages are looked
at again just before removing, and a version stays with all its reports where any of its files was written since.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from wiki_assets.documents.model import DocumentStatus
from wiki_assets.documents.states import ChunksState, SourceState
from wiki_assets.retrieval.states import EmbeddingState
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore
from wiki_assets.storage.backend import Entry
from wiki_assets.upkeep.references import InUse, find_in_use
from wiki_assets.upkeep.replacing import find_replacements

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
    """What was removed; `spared` was written again in the meantime, or belongs to what was."""

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
        ArtifactError: What stands in the wiki, or its log, cannot be read.
    """
    before = now - max(keep_seconds, DAY_SECONDS)
    in_use = find_in_use(store)
    return tuple(sorted([*_versions(store, in_use, before), *_papers(store, in_use, before)], key=lambda unneeded: unneeded.key))


def sweep(store: ArtifactStore, unneeded: Sequence[Unneeded]) -> Swept:
    """Removes keys that are still as they were found; may be interrupted at any time and done again."""
    removed = size = spared = 0
    for batch in _batches(unneeded):
        found = {one.key: one.modified for one in batch}
        now = _modified(store, batch)
        changed = {_whole(key) for key, modified in now.items() if found.get(key) != modified}
        going = [one for one in batch if one.key in now and _whole(one.key) not in changed]
        store.backend.delete(one.key for one in going)
        removed, size = removed + len(going), size + sum(one.size for one in going)
        spared += sum(one.key in now for one in batch) - len(going)
    if removed:
        logger.info("Swept %d artifacts that nothing refers to, %d bytes", removed, size)
    return Swept(removed, size, spared)


def _whole(key: str) -> str:
    """What goes or stays together with a key: the version of a page with all its reports, or the key alone."""
    room, *names = key.split("/")
    return f"pages/{names[0]}/{names[1].removesuffix('.json')}" if room in ("pages", "reports") and len(names) > 1 else key


def _batches(unneeded: Sequence[Unneeded]) -> Iterator[list[Unneeded]]:
    """Some hundred keys at a time, never half of what goes together."""
    batch: list[Unneeded] = []
    for _, together in groupby(sorted(unneeded, key=lambda one: _whole(one.key)), key=lambda one: _whole(one.key)):
        batch += together
        if len(batch) >= _TOGETHER:
            yield batch
            batch = []
    if batch:
        yield batch


def _modified(store: ArtifactStore, batch: Iterable[Unneeded]) -> dict[str, float]:
    """When the keys and whatever else belongs to the same versions were last written, as listings of their folders tell now."""
    folders = {folder for one in batch for folder in _folders(one.key)}
    return {entry.key: entry.modified for folder in sorted(folders) for entry in store.backend.entries(folder)}


def _folders(key: str) -> Iterator[str]:
    yield key.rpartition("/")[0]
    if (whole := _whole(key)) != key:
        yield whole.rpartition("/")[0]
        yield f"reports/{whole.removeprefix('pages/')}"


def _versions(store: ArtifactStore, in_use: InUse, before: float) -> Iterator[Unneeded]:
    replaced = find_replacements(store)
    files: dict[tuple[str, str], list[Entry]] = defaultdict(list)
    for entry in (*store.backend.entries("pages"), *store.backend.entries("reports")):
        _, slug, name, *_ = entry.key.split("/")
        if name != "latest.json":
            files[slug, name.removesuffix(".json")].append(entry)
    for (slug, page_sha), entries in files.items():
        written = max(entry.modified for entry in entries)
        if not in_use.page(slug, page_sha) and replaced.unneeded_since(slug, page_sha, written) < before:
            for entry in entries:
                yield Unneeded(entry.key, entry.size, entry.modified, f"no pointer leads to this version of {slug}")


def _papers(store: ArtifactStore, in_use: InUse, before: float) -> Iterator[Unneeded]:
    chunks = {entry.key: entry for entry in store.backend.entries("chunks")}
    embedded: dict[str, list[Entry]] = defaultdict(list)
    for entry in store.backend.entries("embeddings"):
        embedded[entry.key.rpartition("/")[2].removesuffix(".json").removesuffix(".npz")].append(entry)
    read = store.all_current(layout.DOCUMENT_STATES, SourceState)
    cut = store.all_current(layout.CHUNKS_STATES, ChunksState)
    for entry in store.backend.entries(layout.DOCUMENT_STATES.folder, layout.DOCUMENT_STATES.ending):
        bibkey = entry.key.split("/")[1]
        present = cut.get(layout.chunks_state(bibkey))
        earlier = chunks.get(layout.earlier_chunks(bibkey))
        if earlier is not None and earlier.modified < before and not in_use.earlier_chunks(bibkey, present):
            yield _unneeded(earlier, f"no page was composed from these earlier chunks of {bibkey}")
        if entry.modified < before and in_use.sure and bibkey not in in_use.cited and _retired(read.get(entry.key)):
            yield from _of_retired(bibkey, store, chunks, embedded[bibkey], present, before)


def _retired(state: SourceState | None) -> bool:
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
