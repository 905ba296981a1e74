"""The manifest of a backup: what the archive holds, by size and hash, and what made it.

Belongs here: the shape, and its bytes. Does not belong here: archives (`archive`) or what goes into one (`backup`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from pydantic import Field, ValidationError

from wiki_assets.errors import BackupError
from wiki_assets.storage.frozen import Frozen

FORMAT = "wiki-backup/1"


class Member(Frozen):
    """One file. `name` is relative to the home, with forward slashes; bytes of it that are no UTF-8 are lone surrogates."""

    name: str
    size: int = Field(ge=0)
    sha256: str
    mtime_ns: int


class RawFile(Frozen):
    """One paper as the home knew it: which file a restored home expects in its folder of papers."""

    file: str
    size: int
    sha256: str


class Manifest(Frozen):
    """What an archive holds.

    Attributes:
        versions: What made it, by name: the product, Python, and the versions that decide whether anything is made again.
        counts: Facts for a person: pages, drafts, papers, fragments.
        instance: Which Dagster instance is in the archive, in words.
        raw_included: Whether the papers themselves are.
        raw: The papers, whether or not they are.
        settled: How the moment of the snapshot was found: `quiet` or `locked`.
        problems: What was wrong with the home when it was backed up; none for a sound one.
    """

    format: str = FORMAT
    created_at: str
    versions: dict[str, str]
    counts: dict[str, int]
    instance: str
    raw_included: bool
    raw: tuple[RawFile, ...]
    settled: str
    problems: tuple[str, ...]
    members: tuple[Member, ...]

    @property
    def by_name(self) -> Mapping[str, Member]:
        """Members by name."""
        return {member.name: member for member in self.members}

    @property
    def total_bytes(self) -> int:
        """Size of all members together."""
        return sum(member.size for member in self.members)


def encode_manifest(manifest: Manifest) -> bytes:
    """The manifest as JSON in ASCII, for names may hold bytes that are no UTF-8."""
    return json.dumps(manifest.model_dump(mode="python"), indent=1, ensure_ascii=True).encode("ascii")


def decode_manifest(data: bytes) -> Manifest:
    """What `encode_manifest` wrote. Raises `BackupError` for other bytes and for another version's."""
    try:
        content = json.loads(data)
        found = content.get("format", "") if isinstance(content, dict) else ""
        if found != FORMAT:
            raise BackupError(
                f"The archive is of the format {found or 'unknown'!r}, and this version reads {FORMAT!r}.",
                "Restore it with the version of the product that wrote it.",
            )
        return Manifest.model_validate(content)
    except (ValueError, ValidationError, RecursionError) as error:
        raise BackupError(
            "The archive's manifest is damaged: it cannot be read.", "Take another copy of the archive, or an older one."
        ) from error
