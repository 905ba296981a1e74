"""Leftovers of killed processes, and points of papers that are gone."""

from __future__ import annotations

import os
import time
import uuid
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from qdrant_client import QdrantClient

from tests.upkeep.home_samples import KEEP, Home
from wiki_assets.documents.model import DocumentStatus
from wiki_assets.retrieval.client import ServerStore
from wiki_assets.retrieval.edge import EmbeddedStore
from wiki_assets.retrieval.sparse import SparseVector
from wiki_assets.retrieval.store import StoredPoint, VectorStore
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore
from wiki_assets.storage.backend import Entry
from wiki_assets.storage.folder import FolderBackend
from wiki_assets.upkeep.leftovers import find_leftovers, find_stray_papers, remove_leftovers
from wiki_assets.upkeep.sweeping import DAY_SECONDS, find_unneeded


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "artifacts")


def test_leftovers_of_killed_processes_go_after_a_day(home: Home, tmp_path: Path) -> None:
    part = "pages/a/.x.json.0123456789abcdef0123456789abcdef.part"
    made = [
        tmp_path / "artifacts" / part,
        tmp_path / "wiki/draft/.a.md.0123456789abcdef0123456789abcdef.part",
        tmp_path / ".audit.duckdb.building",
        tmp_path / ".dagster/.dagster.yaml.12.part",
        tmp_path / ".backup-0/artifacts/x",
    ]
    for path in (*made, tmp_path / "artifacts/.wiki.lock", tmp_path / "wiki/.hidden"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x")
    backends = (home.store.backend,)
    assert find_leftovers(tmp_path, backends, time.time()).count == 0, "they may be at work"
    then = time.time() - 1.5 * DAY_SECONDS
    for path in (*tmp_path.rglob("*"),):
        os.utime(path, (then, then))
    assert remove_leftovers(tmp_path, backends, find_leftovers(tmp_path, backends, time.time())) == 5
    assert not any(path.exists() for path in made)
    assert (tmp_path / "artifacts/.wiki.lock").exists() and (tmp_path / "wiki/.hidden").exists()


@dataclass(frozen=True, slots=True)
class Counted(FolderBackend):
    """A folder that counts what it is asked as a store far away would: reading many keys is one question."""

    asked: Counter[str] = field(default_factory=Counter)

    def exists(self, key: str) -> bool:
        self.asked["exists"] += 1
        return FolderBackend(self.root).exists(key)

    def read(self, key: str) -> bytes:
        self.asked["read"] += 1
        return FolderBackend(self.root).read(key)

    def read_many(self, keys: Iterable[str]) -> Mapping[str, bytes]:
        self.asked["read_many"] += 1
        return FolderBackend(self.root).read_many(keys)

    def entries(self, prefix: str, ending: str = "") -> Iterator[Entry]:
        self.asked["entries"] += 1
        return FolderBackend(self.root).entries(prefix, ending)


def test_however_many_papers_there_are_no_more_is_asked_of_the_store(home: Home, tmp_path: Path) -> None:
    def asked(papers: range) -> tuple[Counter[str], Counter[str]]:
        for number in papers:
            home.paper(f"P{number}", DocumentStatus.OK, "now", count=3, points=3)
        home.age()
        sweeping_backend, stray_backend = Counted(home.root), Counted(home.root)
        find_unneeded(ArtifactStore(sweeping_backend), time.time(), KEEP)
        held = folder_of_points(tmp_path / f"vectors-{len(papers)}", [f"P{number}" for number in papers])
        assert find_stray_papers(ArtifactStore(stray_backend), held, time.time()) == ()
        return sweeping_backend.asked, stray_backend.asked

    few, many = asked(range(2)), asked(range(40))
    assert few == many
    assert many[1] <= Counter(entries=1, read_many=1)


def points_of(bibkeys: Iterable[str]) -> dict[str, list[StoredPoint]]:
    dense, sparse = np.eye(1, 4, dtype=np.float32), SparseVector((1,), (1.0,))
    return {bibkey: [StoredPoint(str(uuid.uuid4()), bibkey, 0, "prose", True, "h", dense, sparse)] for bibkey in bibkeys}


def folder_of_points(folder: Path, bibkeys: Iterable[str]) -> VectorStore:
    store = EmbeddedStore(folder, 4, wait_seconds=5.0)
    store.replace(points_of(bibkeys))
    return store


def server_of_points(_folder: Path, bibkeys: Iterable[str]) -> VectorStore:
    store = ServerStore(QdrantClient(":memory:"), "passages", 4)
    store.replace(points_of(bibkeys))
    return store


@pytest.fixture
def held(home: Home) -> tuple[str, ...]:
    """Papers that a vector store holds: one retired, one that is there, one that another version read, one never read here."""
    home.paper("Alder2020", DocumentStatus.RETIRED, "empty", points=3)
    home.paper("Birch2021", DocumentStatus.OK, "now", count=3, points=3)
    home.store.write(layout.document_state("Cedar2022"), b'{"of": "another version"}')
    return "Alder2020", "Birch2021", "Cedar2022", "Never1999"


def test_points_of_papers_that_are_gone_are_stray(home: Home, held: tuple[str, ...], tmp_path: Path) -> None:
    vectors = folder_of_points(tmp_path / "vectors", held)
    assert find_stray_papers(home.store, vectors, time.time()) == ("Never1999",)
    home.age(2)
    assert find_stray_papers(home.store, vectors, time.time()) == ("Alder2020", "Never1999")


def test_on_a_server_points_of_papers_that_were_never_read_here_stay_for_they_may_be_of_another_home(
    home: Home, held: tuple[str, ...], tmp_path: Path
) -> None:
    vectors = server_of_points(tmp_path, held)
    assert find_stray_papers(home.store, vectors, time.time()) == ()
    home.age(2)
    assert find_stray_papers(home.store, vectors, time.time()) == ("Alder2020",)
