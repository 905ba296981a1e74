"""A home's inputs in a backup: concepts, bibliography, what is said of single files, and the papers or their names and hashes.

Belongs here: where each input lies now, and where it lies in a restored home. Does not belong here: what is made of them.

Inputs may lie anywhere; in a restored home they are where the settings look first. Without the papers no folder of papers is made: an
empty one would say that all were removed, and the next build would retire them.
"""

from __future__ import annotations

import hashlib
import shutil
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from wiki_assets.documents.model import Source
from wiki_assets.errors import ArtifactMissingError
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore
from wiki_assets.upkeep.areas import FolderArea
from wiki_assets.upkeep.manifest import RawFile

_SOURCES = TypeAdapter(tuple[Source, ...])
_TRIES = 3


@dataclass(frozen=True, slots=True)
class Inputs:
    """Where a home's inputs lie; None or absent where there is none."""

    raw_folder: Path
    concepts: Path
    bibliography: Path | None
    sources: Path


@dataclass(frozen=True, slots=True)
class SetAside:
    """What was set aside of the inputs.

    Attributes:
        names: Of the files, relative to the home.
        raw: Every paper, set aside or not.
        problems: What could not be.
    """

    names: tuple[str, ...]
    raw: tuple[RawFile, ...]
    problems: tuple[str, ...]


def set_aside(inputs: Inputs, folder: Path, *, with_raw: bool) -> SetAside:
    """Copies inputs to where a restored home has them.

    Args:
        inputs: Where they are now.
        folder: Holds the snapshot already; the catalogue of papers is read there.
        with_raw: Whether the papers themselves are copied.
    """
    names = [name for name, path in _small_files(inputs, with_raw=with_raw) if _copied(path, folder / name)]
    area = FolderArea("raw", inputs.raw_folder, lambda name: "/." not in f"/{name}", linking=False)
    raw, problems = _raw_files(area, inputs.raw_folder, folder)
    if with_raw:
        for file in raw:
            if _copy_settled(area, file.file, folder / "raw" / file.file):
                names.append(f"raw/{file.file}")
            else:
                problems.append(f"raw/{file.file}: it went away before it could be copied.")
    return SetAside(tuple(sorted(names)), raw, tuple(problems))


def _small_files(inputs: Inputs, *, with_raw: bool) -> list[tuple[str, Path]]:
    found = [("concepts.yaml", inputs.concepts), ("sources.yaml", inputs.sources)]
    if inputs.bibliography is not None:
        inside = inputs.bibliography.parent.absolute() == inputs.raw_folder.absolute()
        if not (with_raw and inside):
            found.append((f"library{'.json' if inputs.bibliography.suffix == '.json' else '.bib'}", inputs.bibliography))
    return found


def _raw_files(area: FolderArea, raw_folder: Path, folder: Path) -> tuple[tuple[RawFile, ...], list[str]]:
    """Every file among the papers with its hash; where the folder is away, as the catalogue has them."""
    known = {source.file: source for source in _catalogue(ArtifactStore(folder / "artifacts"))}
    if not raw_folder.is_dir():
        files = tuple(RawFile(file=source.file, size=source.size, sha256=source.sha256) for source in known.values())
        return files, [f"The folder of papers {raw_folder} is not there; only what was known of it is in the backup."]
    files_found: list[RawFile] = []
    problems: list[str] = []
    for name in sorted(area.listed()):
        if not _is_utf8(name):
            problems.append(f"raw/{_shown(name)}: its name is no UTF-8, and it is left out.")
        elif (file := _raw_file(raw_folder / name, name, known.get(name))) is not None:
            files_found.append(file)
    return tuple(files_found), problems


def _raw_file(path: Path, name: str, known: Source | None) -> RawFile | None:
    try:
        told = path.stat()
        if known is not None and (known.size, known.mtime_ns) == (told.st_size, told.st_mtime_ns):
            return RawFile(file=name, size=known.size, sha256=known.sha256)
        with path.open("rb") as file:
            return RawFile(file=name, size=told.st_size, sha256=hashlib.file_digest(file, "sha256").hexdigest())
    except FileNotFoundError:
        return None


def _catalogue(store: ArtifactStore) -> tuple[Source, ...]:
    try:
        return _SOURCES.validate_json(store.read(layout.LIBRARY))
    except (ArtifactMissingError, ValidationError):
        return ()


def _copy_settled(area: FolderArea, name: str, target: Path) -> bool:
    """Copies a paper, again while it is being written; False where it went away."""
    for _ in range(_TRIES):
        taken = area.take(name, target, "")
        if taken is None:
            return False
        if area.signature(name) == taken.signature:
            break
    return True


def _copied(source: Path, target: Path) -> bool:
    if not source.is_file():
        return False
    shutil.copy2(source, target)
    return True


def _is_utf8(name: str) -> bool:
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _shown(name: str) -> str:
    return name.encode("utf-8", "backslashreplace").decode("utf-8")
