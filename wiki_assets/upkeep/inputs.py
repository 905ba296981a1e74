"""A home's inputs in a backup: concepts, bibliography, what is said of single files, and the papers or their names and hashes.

Belongs here: where each input lies now, and where it lies in a restored home. Does not belong here: what is made of them.

Inputs may lie anywhere; in a restored home they are where the settings look first. Without the papers no folder of papers is made: an
empty one would say that all were removed, and the next build would retire them.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from wiki_assets.documents.model import Source
from wiki_assets.errors import ArtifactMissingError
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore
from wiki_assets.upkeep.areas import FolderArea
from wiki_assets.upkeep.manifest import RawFile
from wiki_assets.upkeep.reasons import printable, reason

T = TypeVar("T")

_SOURCES = TypeAdapter(tuple[Source, ...])
_TRIES = 3
_DISK_FULL = (errno.ENOSPC, errno.EDQUOT)  # of the folder that is written to: no fault of the file that is read


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
    """Copies inputs to where a restored home has them. One that cannot be read is a problem of the home, and stops nothing.

    Args:
        inputs: Where they are now.
        folder: Holds the snapshot already; the catalogue of papers is read there.
        with_raw: Whether the papers themselves are copied.

    Raises:
        OSError: Nothing more can be written to `folder`.
    """
    problems: list[str] = []
    names = [
        name
        for name, path in _small_files(inputs, with_raw=with_raw)
        if _told(name, problems, partial(_copied, path, folder / name))
    ]
    raw = _raw_files(inputs.raw_folder, folder, problems)
    if with_raw:
        names += _papers_set_aside(raw, inputs.raw_folder, folder, problems)
    return SetAside(tuple(sorted(names)), raw, tuple(problems))


def _small_files(inputs: Inputs, *, with_raw: bool) -> list[tuple[str, Path]]:
    found = [("concepts.yaml", inputs.concepts), ("sources.yaml", inputs.sources)]
    if inputs.bibliography is not None:
        inside = inputs.bibliography.parent.absolute() == inputs.raw_folder.absolute()
        if not (with_raw and inside):
            found.append((f"library{'.json' if inputs.bibliography.suffix == '.json' else '.bib'}", inputs.bibliography))
    return found


def _raw_files(raw_folder: Path, folder: Path, problems: list[str]) -> tuple[RawFile, ...]:
    """Every file among the papers with its hash; where the folder is away, as the catalogue has them."""
    known = {source.file: source for source in _catalogue(ArtifactStore(folder / "artifacts"))}
    names = _listed(raw_folder, problems)
    if names is None:
        return tuple(RawFile(file=source.file, size=source.size, sha256=source.sha256) for source in known.values())
    found: list[RawFile] = []
    for name in names:
        if not _is_utf8(name):
            problems.append(f"raw/{printable(name)}: its name is no UTF-8, and it is left out.")
            continue
        file = _told(f"raw/{name}", problems, partial(_raw_file, raw_folder / name, name, known.get(name)))
        if file is not None:
            found.append(file)
    return tuple(found)


def _listed(raw_folder: Path, problems: list[str]) -> list[str] | None:
    """Names below the folder of papers, sorted; None where the folder itself cannot be listed. Links to folders are not followed."""
    failed: list[OSError] = []
    names: list[str] = []
    for at, folders, files in os.walk(raw_folder, onerror=failed.append):
        folders[:] = [name for name in folders if not name.startswith(".")]
        below = Path(at).relative_to(raw_folder)
        names += [(below / name).as_posix() for name in files if not name.startswith(".")]
    away = any(error.filename == str(raw_folder) for error in failed)
    what = "only what was known of it is in the backup" if away else "what is in it is left out"
    problems += [
        f"A folder of papers cannot be listed, and {what} ({reason(error)})."
        for error in failed
        if away or not isinstance(error, FileNotFoundError)
    ]
    return None if away else sorted(names)


def _raw_file(path: Path, name: str, known: Source | None) -> RawFile | None:
    """None for what is no file, such as a named pipe, which one would read for ever."""
    told = path.stat()
    if not stat.S_ISREG(told.st_mode):
        return None
    if known is not None and (known.size, known.mtime_ns) == (told.st_size, told.st_mtime_ns):
        return RawFile(file=name, size=known.size, sha256=known.sha256)
    with path.open("rb") as file:
        return RawFile(file=name, size=told.st_size, sha256=hashlib.file_digest(file, "sha256").hexdigest())


def _papers_set_aside(raw: tuple[RawFile, ...], raw_folder: Path, folder: Path, problems: list[str]) -> Iterator[str]:
    """Names of the papers that could be copied."""
    area = FolderArea("raw", raw_folder, lambda _name: True, linking=False)
    for paper in raw:
        name = f"raw/{paper.file}"
        copied = _told(name, problems, partial(_copy_settled, area, paper.file, folder / name))
        if copied:
            yield name
        elif copied is False:
            problems.append(f"{name}: it went away before it could be copied.")


def _catalogue(store: ArtifactStore) -> tuple[Source, ...]:
    try:
        return _SOURCES.validate_json(store.read(layout.LIBRARY))
    except (ArtifactMissingError, ValidationError):
        return ()


def _copy_settled(area: FolderArea, name: str, target: Path) -> bool:
    """Copies a paper and who may read it, again while it is being written; False where it went away."""
    for _ in range(_TRIES):
        taken = area.take(name, target, "")
        if taken is None:
            return False
        if area.signature(name) == taken.signature:
            break
    with suppress(FileNotFoundError):
        shutil.copymode(area.root / name, target)
    return True


def _copied(source: Path, target: Path) -> bool:
    if not source.is_file():
        return False
    shutil.copy2(source, target)
    return True


def _told(name: str, problems: list[str], read: Callable[[], T]) -> T | None:
    """What reading one file gives; None where it went away or cannot be read, which is added to the problems."""
    try:
        return read()
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno in _DISK_FULL:
            raise
        problems.append(f"{printable(name)}: it cannot be read, and it is left out ({reason(error)}).")
        return None


def _is_utf8(name: str) -> bool:
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
