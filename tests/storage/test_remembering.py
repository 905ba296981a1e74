"""States that were read before are not read again while their bytes have not changed, over every backend."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping

import pytest

from wiki_assets.errors import ArtifactError
from wiki_assets.storage import remembering
from wiki_assets.storage.artifacts import ArtifactStore
from wiki_assets.storage.backend import Backend
from wiki_assets.storage.frozen import Frozen
from wiki_assets.storage.layout import DOCUMENT_STATES, document_record, document_state
from wiki_assets.storage.remembering import StateMemory


class Note(Frozen):
    words: str


class OtherNote(Frozen):
    words: str


@pytest.fixture
def reads(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Keys read from now on. What was written just now counts as settled, for no test waits for a clock."""
    asked: list[str] = []
    real = type(backend).read_many

    def noting(self: Backend, keys: Iterable[str]) -> Mapping[str, bytes]:
        keys = list(keys)
        asked.extend(keys)
        return real(self, keys)  # type: ignore[arg-type]

    monkeypatch.setattr(type(backend), "read_many", noting)
    monkeypatch.setattr(remembering, "SETTLED_SECONDS", -10)
    return asked


def _look(memory: StateMemory, backend: Backend) -> dict[str, str]:
    return {key: note.words for key, note in memory.read(backend, "documents", "/state.json", Note).items() if note}


def _write(backend: Backend, **words: str) -> None:
    for bibkey, said in words.items():
        ArtifactStore(backend).write_model(document_state(bibkey), Note(words=said))


def test_a_second_look_reads_nothing_and_tells_the_same(backend: Backend, reads: list[str]) -> None:
    _write(backend, a="1", b="2")
    backend.write(document_record("a"), b"not a state")
    memory = StateMemory()
    first = _look(memory, backend)
    assert first == {"documents/a/state.json": "1", "documents/b/state.json": "2"}
    assert len(reads) == 2
    assert _look(memory, backend) == first
    assert len(reads) == 2


def test_only_what_changed_is_read_and_what_is_gone_is_forgotten(backend: Backend, reads: list[str]) -> None:
    _write(backend, a="1", b="2", c="3")
    memory = StateMemory()
    _look(memory, backend)
    reads.clear()
    _write(backend, b="22", d="4")
    backend.delete([document_state("a")])
    assert sorted(_look(memory, backend).items()) == [
        ("documents/b/state.json", "22"),
        ("documents/c/state.json", "3"),
        ("documents/d/state.json", "4"),
    ]
    assert sorted(reads) == ["documents/b/state.json", "documents/d/state.json"]
    assert len(memory) == 3


def test_what_was_written_a_moment_ago_is_read_again(backend: Backend, reads: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembering, "SETTLED_SECONDS", 3600)
    _write(backend, a="1")
    memory = StateMemory()
    assert _look(memory, backend) == _look(memory, backend)
    assert reads == ["documents/a/state.json"] * 2
    assert len(memory) == 0


def test_a_state_of_another_version_is_left_out_and_told_once(
    backend: Backend, reads: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    _write(backend, a="1")
    backend.write(document_state("b"), b'{"letters": "x"}')
    memory = StateMemory()
    with caplog.at_level(logging.INFO, logger=remembering.__name__):
        assert _look(memory, backend) == _look(memory, backend) == {"documents/a/state.json": "1"}
    assert caplog.text.count("cannot be read as Note") == 1
    assert len(reads) == 2


def test_the_store_tells_what_find_current_would(backend: Backend) -> None:
    _write(backend, a="1", b="2")
    backend.write(document_state("c"), b"{}")
    store = ArtifactStore(backend)
    found = store.all_current(DOCUMENT_STATES, Note)
    keys = store.keys("documents")
    assert {key: found.get(key) for key in keys} == {key: store.find_current(key, Note) for key in keys}
    with pytest.raises(ArtifactError, match=r"documents/c/state\.json.*cannot be read as Note"):
        store.all_models(DOCUMENT_STATES, Note)
    store.delete(document_state("c"))
    assert store.all_models(DOCUMENT_STATES, Note) == found
    other = store.all_current(DOCUMENT_STATES, OtherNote)
    assert other[document_state("a")] == OtherNote(words="1"), "another shape is another memory"


def test_memory_is_bounded_and_the_oldest_listing_goes_first(backend: Backend, reads: list[str]) -> None:
    for n in range(5):
        backend.write(f"one/{n}.json", b'{"words": "1"}')
        backend.write(f"two/{n}.json", b'{"words": "2"}')
    memory = StateMemory(most=6)
    assert len(memory.read(backend, "one", ".json", Note)) == 5
    assert len(memory.read(backend, "two", ".json", Note)) == 5
    assert len(memory) == 5
    reads.clear()
    assert len(memory.read(backend, "two", ".json", Note)) == 5
    assert reads == []
    assert len(memory.read(backend, "", ".json", Note)) == 10, "a listing larger than the memory is whole all the same"
    assert len(memory) == 6
