"""Small models that this process has read before and whose bytes have not changed since: not read and parsed again.

Belongs here: what is remembered, for how long, and how much. Does not belong here: listing and reading (`backend`).

A sensor looks at three states of every paper at every tick. With this memory a second look costs one listing.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from pydantic import ValidationError

from wiki_assets.storage.backend import Backend, Entry
from wiki_assets.storage.frozen import Frozen

logger = logging.getLogger(__name__)

F = TypeVar("F", bound=Frozen)

SETTLED_SECONDS = 2.0
"""Two writes within one tick of a store's clock (4 ms on Linux, a second on S3, two on FAT) can look the same in a listing, so what
was written less than this before the listing is read again next time."""

MOST_STATES = 300_000
"""States remembered by one process: three of each of 100,000 papers. One takes 1.4 kB: 42 MB for 10,000 papers, 420 MB at most."""


@dataclass(frozen=True, slots=True)
class _Remembered:
    identity: str
    model: Frozen | None


_Place = tuple[str, str, str, type[Frozen]]


class StateMemory:
    """Models by listing and key. A listing replaces what was remembered of the same one, so what is gone is forgotten."""

    def __init__(self, most: int = MOST_STATES) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._listings: OrderedDict[_Place, Mapping[str, _Remembered]] = OrderedDict()

    def __len__(self) -> int:
        """Number of states remembered."""
        with self._lock:
            return self._count()

    def read(self, backend: Backend, prefix: str, ending: str, model: type[F]) -> dict[str, F | None]:
        """Every model below a folder, by key; None for what another version wrote.

        Args:
            backend: Where they lie.
            prefix: Folder.
            ending: End of the keys wanted.
            model: Their shape.
        """
        place = (backend.address, prefix, ending, model)
        listed_at = time.time()
        listing = list(backend.entries(prefix, ending))
        with self._lock:
            before = self._listings.get(place, {})
        known = {entry.key: before[entry.key] for entry in listing if _is_unchanged(entry, before.get(entry.key))}
        unknown = {entry.key: entry for entry in listing if entry.key not in known}
        fresh = {
            key: _Remembered(unknown[key].identity, _parsed(key, data, model)) for key, data in backend.read_many(unknown).items()
        }
        self._keep(place, known, {key: told for key, told in fresh.items() if _is_settled(unknown[key], listed_at)})
        models = {key: told.model for key, told in {**known, **fresh}.items()}
        return {key: found if isinstance(found, model) else None for key, found in models.items()}

    def _keep(self, place: _Place, known: Mapping[str, _Remembered], fresh: Mapping[str, _Remembered]) -> None:
        with self._lock:
            self._listings[place] = dict(list({**known, **fresh}.items())[: self._most])
            self._listings.move_to_end(place)
            while self._count() > self._most:
                self._listings.popitem(last=False)

    def _count(self) -> int:
        return sum(len(listing) for listing in self._listings.values())


def _is_unchanged(entry: Entry, before: _Remembered | None) -> bool:
    return before is not None and before.identity == entry.identity


def _is_settled(entry: Entry, listed_at: float) -> bool:
    return bool(entry.identity) and entry.modified < listed_at - SETTLED_SECONDS


def _parsed(key: str, data: bytes, model: type[F]) -> F | None:
    try:
        return model.model_validate_json(data)
    except ValidationError as error:
        logger.info(
            "The artifact %r cannot be read as %s (%d fields). It is made again.", key, model.__name__, error.error_count()
        )
        return None
