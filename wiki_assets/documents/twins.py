"""Twins: papers that hold the same words in other bytes, such as two downloads of one preprint.

Belongs here: which of them keeps the words. Does not belong here: files of the same bytes, which `library` tells apart before reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wiki_assets.documents.model import DocumentStatus
from wiki_assets.documents.states import SourceState


def find_twins(states: Mapping[str, SourceState], fresh: Iterable[str]) -> dict[str, str]:
    """Which papers say only what another says.

    Args:
        states: State of every paper that is there, by bibkey.
        fresh: Keys that were read just now. A paper that was there before keeps its words; among equals the first by file name does.

    Returns:
        Key of the paper that keeps the words, by the key of each that does not.
    """
    just_read = set(fresh)
    by_digest: dict[str, list[str]] = {}
    for key, state in states.items():
        if state.text_digest and (state.status.readable or state.status is DocumentStatus.DUPLICATE):
            by_digest.setdefault(state.text_digest, []).append(key)
    twins: dict[str, str] = {}
    for keys in by_digest.values():
        if len(keys) > 1:
            owner, *others = sorted(keys, key=lambda key: (not _owns(key, states[key], just_read), states[key].file))
            twins.update(dict.fromkeys(others, owner))
    return twins


def _owns(key: str, state: SourceState, just_read: set[str]) -> bool:
    return key not in just_read and state.status.readable


def twin_is_gone(state: SourceState, states: Mapping[str, SourceState]) -> bool:
    """Whether a duplicate has to be read after all, for the paper that kept its words does not have them any more."""
    if state.status is not DocumentStatus.DUPLICATE or not state.twin_of:
        return False
    owner = states.get(state.twin_of)
    return owner is None or not owner.status.readable or owner.text_digest != state.text_digest
