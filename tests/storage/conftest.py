from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.storage.object_server import ObjectServer, running_server, used_by_us
from wiki_assets.storage.backend import Backend
from wiki_assets.storage.folder import FolderBackend
from wiki_assets.storage.objects import MovingBackend, ObjectBackend


@pytest.fixture(scope="session")
def object_server() -> Iterator[ObjectServer]:
    """One server for all tests."""
    with running_server() as server:
        yield server


@pytest.fixture
def bucket(object_server: ObjectServer) -> Iterator[str]:
    """An address in an empty bucket of a real S3 server."""
    with used_by_us(object_server.url):
        yield object_server.new_bucket()


@pytest.fixture(params=["folder", "memory", "moving", "s3"])
def backend(request: pytest.FixtureRequest, tmp_path: Path) -> Backend:
    """Every kind of backend in turn."""
    if request.param == "s3":
        return ObjectBackend(request.getfixturevalue("bucket"))
    if request.param == "memory":
        return ObjectBackend(f"memory://{uuid.uuid4().hex}")
    return MovingBackend(f"file://{tmp_path}/store") if request.param == "moving" else FolderBackend(tmp_path / "store")
