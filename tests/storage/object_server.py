"""A server that speaks S3 (moto), started once in this process, with a bucket of its own for each test."""

from __future__ import annotations

import gc
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.request import Request, urlopen

import pytest
from moto.server import ThreadedMotoServer

from wiki_assets.storage import objects


@dataclass(frozen=True)
class ObjectServer:
    """Where it answers."""

    url: str

    def new_bucket(self) -> str:
        """Makes an empty bucket and gives an address in it."""
        name = f"wiki-{uuid.uuid4().hex}"
        with urlopen(Request(f"{self.url}/{name}", method="PUT")):
            return f"s3://{name}/store"


@contextmanager
def running_server() -> Iterator[ObjectServer]:
    """Runs the server until the block ends."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    try:
        host, port = server.get_host_and_port()
        yield ObjectServer(f"http://{host}:{port}")
    finally:
        server.stop()


@contextmanager
def used_by_us(url: str) -> Iterator[pytest.MonkeyPatch]:
    """Environment in which S3 is at this address, and a file system that has seen no other one."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("AWS_ENDPOINT_URL", url)
        patched.setenv("AWS_ACCESS_KEY_ID", "test")
        patched.setenv("AWS_SECRET_ACCESS_KEY", "test")
        patched.setenv("AWS_CONFIG_FILE", "/dev/null")
        patched.setenv("AWS_SHARED_CREDENTIALS_FILE", "/dev/null")
        patched.setenv("AWS_EC2_METADATA_DISABLED", "true")
        patched.delenv("AWS_DEFAULT_REGION", raising=False)
        try:
            yield patched
        finally:
            objects.forget_file_systems()
            gc.collect()
