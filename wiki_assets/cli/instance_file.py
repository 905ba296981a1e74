"""The `dagster.yaml` of a home: written from the template, brought up to date, and left alone once a person has changed it.

Belongs here: telling our text from a person's, by a hash in its first line. Does not belong here: the settings in it (the template,
`dagster.yaml` beside this package).
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from wiki_assets.storage.database import DATABASE_VARIABLE

INSTANCE_FILE = "dagster.yaml"
INSTANCE_TEMPLATE = Path(__file__).resolve().parents[2] / INSTANCE_FILE
_HEADER = "# Written by wiki; change anything below and it is left alone from then on. sha256 as written: "
_DATABASE = f"""
storage:
  postgres:
    postgres_url:
      env: {DATABASE_VARIABLE} # the address with its password stays in the environment
"""
# Before there was a header, the template was copied as it was: a file of one of these hashes is no person's.
_HASHES_WITHOUT_HEADER = frozenset({"7cee4fafea80658c7608a0ab6ae3679b75ad20b11685c0103c777e35103241f4"})


def refresh_instance_file(folder: Path, *, with_database: bool) -> str:
    """Writes a home's `dagster.yaml` where it is missing or ours and out of date.

    Args:
        folder: The instance's folder; it exists.
        with_database: Whether the instance is kept in the PostgreSQL database that the environment names.

    Returns:
        A note for a person; empty where there is nothing to say.
    """
    target = folder / INSTANCE_FILE
    wanted = INSTANCE_TEMPLATE.read_text("utf-8") + (_DATABASE if with_database else "")
    present = target.read_text("utf-8") if target.is_file() else None
    if present is None or is_ours(present):
        if present != (text := _with_header(wanted)):
            partial = folder / f".{INSTANCE_FILE}.{os.getpid()}.part"
            partial.write_text(text, encoding="utf-8")
            partial.replace(target)
        return ""
    return _note(target, present, wanted, with_database=with_database)


def is_ours(text: str) -> bool:
    """Whether a file is as some version of this command wrote it."""
    written, body = _split(text)
    return _hash(body) == written if written else _hash(text) in _HASHES_WITHOUT_HEADER


def _note(target: Path, present: str, wanted: str, *, with_database: bool) -> str:
    written, body = _split(present)
    if with_database and f"env: {DATABASE_VARIABLE}" not in body:
        return (
            f"Note: {target} was changed by hand and does not use {DATABASE_VARIABLE}, so the Dagster instance stays where that file says. "
            "Remove the file to have it written anew."
        )
    if written != _hash(wanted):
        return (
            f"Note: {target} was changed by hand and is left alone, though what it was made from is no longer current. "
            "Remove the file to have it written anew."
        )
    return ""


def _with_header(body: str) -> str:
    return f"{_HEADER}{_hash(body)}\n{body}"


def _split(text: str) -> tuple[str, str]:
    """Hash in the header, and what follows; an empty hash and the whole text where there is no header."""
    first, _, body = text.partition("\n")
    return (first.removeprefix(_HEADER).strip(), body) if first.startswith(_HEADER) else ("", text)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
