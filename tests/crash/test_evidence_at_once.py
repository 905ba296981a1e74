"""Two builds that choose evidence from different papers at the same time leave one's table with its own state."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from wiki_assets.errors import StoreLockedError
from wiki_assets.retrieval.model import ConceptEvidence
from wiki_assets.retrieval.states import EvidenceState
from wiki_assets.retrieval.steps import keep_evidence, read_evidence
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore

OURS, OTHERS = [ConceptEvidence("circle-packing", ())], [ConceptEvidence("angle-defect", ())]


def meddled(store: ArtifactStore, monkeypatch: pytest.MonkeyPatch, times: int) -> ArtifactStore:
    """The same store, in which another build writes all of its own between our table and our state, so many times."""
    left = [times]
    write_model: Callable[..., None] = store.write_model

    def write(key: str, value: object) -> None:
        if left[0] and isinstance(value, EvidenceState) and value.inputs == "ours":
            left[0] -= 1
            keep_evidence(OTHERS, "others", store)
        write_model(key, value)

    monkeypatch.setattr(store, "write_model", write)
    return store


def test_a_table_and_its_state_are_of_one_build_whoever_wrote_between(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = meddled(ArtifactStore(tmp_path), monkeypatch, 1)
    keep_evidence(OURS, "ours", store)
    state = store.read_model(layout.EVIDENCE_STATE, EvidenceState)
    assert (state.inputs, set(state.fingerprints)) == ("ours", set(read_evidence(store)))


def test_a_build_that_never_gets_through_says_who_is_in_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = meddled(ArtifactStore(tmp_path), monkeypatch, 1_000)
    with pytest.raises(StoreLockedError, match="Another build has written other evidence") as error:
        keep_evidence(OURS, "ours", store)
    assert error.value.retryable
