"""What WIKI_ARTIFACTS may hold, and which backend that is.

Belongs here: reading an address. Does not belong here: using it (`folder`, `objects`).
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from wiki_assets.errors import SettingsError
from wiki_assets.storage.backend import Backend
from wiki_assets.storage.folder import FolderBackend

_LOCAL = {"file", "local"}
_BUCKETS = {"s3", "s3a", "gs", "gcs", "az", "abfs", "abfss", "oss"}
_WHOLE_OR_NOT = {*_BUCKETS, "memory"}  # a write replaces an object at once; everything else is taken for a file system


def settled_address(address: str) -> str:
    """An address as it is kept in the configuration of a resource, which Dagster stores and shows.

    Args:
        address: A folder, or an fsspec address; empty for the home folder.

    Returns:
        The folder, absolute; the address without a slash at its end; empty for empty.

    Raises:
        SettingsError: It cannot be used, or it holds a secret.
    """
    if not address or "://" not in address:
        return str(Path(address).expanduser().resolve()) if address else ""
    place = _split(address)
    if place.scheme in _LOCAL:
        return str(Path(place.path).resolve())
    if place.scheme in _BUCKETS and not place.netloc:
        raise SettingsError(f"WIKI_ARTIFACTS={address!r} names no bucket.", f"Write it as {place.scheme}://bucket/folder.")
    return address.rstrip("/") if place.netloc or place.path.strip("/") else f"{place.scheme}://wiki"


def open_backend(home: Path, address: str, room: str) -> Backend:
    """Where one room's bytes lie. Nothing is opened or contacted.

    Args:
        home: The home folder.
        address: As `settled_address` takes it; empty for the home folder.
        room: Folder below: `artifacts` or `audit`.

    Raises:
        SettingsError: The address cannot be used, or it holds a secret.
    """
    settled = settled_address(address)
    if "://" not in settled:
        return FolderBackend((Path(settled) if settled else home) / room)
    from wiki_assets.storage.objects import MovingBackend, ObjectBackend  # fsspec takes 0.2 s to import, which a folder spares

    whole = settled.partition("://")[0] in _WHOLE_OR_NOT
    return (ObjectBackend if whole else MovingBackend)(f"{settled}/{room}")


def _split(address: str) -> SplitResult:
    """Parts of an address. Nothing that may be a secret is ever told."""
    scheme = address.partition("://")[0]
    if "::" in scheme:
        raise SettingsError("WIKI_ARTIFACTS holds a chain of addresses (::), which cannot be written.", "Give one address.")
    place = urlsplit(address)
    login = place.netloc.rpartition("@")[0]
    # A secret key of S3 may hold a slash, which ends the host before its @: a bucket's name has neither @ nor colon.
    if ":" in login or (scheme in {"s3", "s3a"} and any(sign in place.netloc for sign in "@:")):
        raise SettingsError(
            "WIKI_ARTIFACTS holds a login, and Dagster would store and show it.",
            "Take it out and give it by the store's own environment variables (for S3: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY).",
        )
    if place.query or place.fragment:
        raise SettingsError(
            "WIKI_ARTIFACTS holds a query (?…) or a fragment (#…), which may be a secret.",
            "Give the bare address, and the rest by the store's own environment variables.",
        )
    return place
