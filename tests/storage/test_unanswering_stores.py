"""An object store that is down, slow, refuses, or is not what the address says: told apart, with what to do, and never for long."""

from __future__ import annotations

import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import pytest

from tests.storage.object_server import used_by_us
from wiki_assets.errors import SettingsError, StorageUnavailableError
from wiki_assets.storage import answers, objects
from wiki_assets.storage.backend import Backend
from wiki_assets.storage.objects import ObjectBackend

ASKING: dict[str, Callable[[Backend], object]] = {
    "exists": lambda backend: backend.exists("a/b"),
    "read": lambda backend: backend.read("a/b"),
    "read_many": lambda backend: backend.read_many(["a/b", "a/c"]),
    "write": lambda backend: backend.write("a/b", b"x"),
    "delete": lambda backend: backend.delete(["a/b"]),
    "keys": lambda backend: list(backend.keys("a")),
    "entries": lambda backend: list(backend.entries("a")),
    "unfinished": lambda backend: list(backend.unfinished(older_than=0)),
}


@pytest.fixture(autouse=True)
def _short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "_FIRST_WAIT", 0.01)


def test_a_store_that_is_down_is_told_by_every_call_and_may_be_tried_again() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with used_by_us(f"http://127.0.0.1:{port}"):
        for ask in ASKING.values():
            with pytest.raises(StorageUnavailableError, match="does not answer") as told:
                ask(ObjectBackend("s3://bucket/wiki"))
            assert told.value.retryable
            assert "AWS_ENDPOINT_URL" in told.value.remedy


def test_a_store_that_accepts_and_says_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(objects._S3["config_kwargs"], "read_timeout", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent, used_by_us(f"http://127.0.0.1:{silent.getsockname()[1]}"):
        began = time.monotonic()
        with pytest.raises(StorageUnavailableError):
            ObjectBackend("s3://bucket/wiki").read("a")
        assert time.monotonic() - began < 30, "only a guard against hanging"


@pytest.mark.usefixtures("bucket")
def test_a_bucket_that_does_not_exist_is_a_setting_and_not_an_empty_store() -> None:
    for ask in ASKING.values():
        with pytest.raises(SettingsError, match="no such bucket"):
            ask(ObjectBackend("s3://nobody-made-this-bucket/wiki"))


class _Answering(BaseHTTPRequestHandler):
    """Answers with one status and S3 code so many times, then with the bytes."""

    status, code, times = 403, "AccessDenied", sys.maxsize
    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        type(self).asked.append(self.command)
        refused = len(type(self).asked) <= type(self).times
        body = (
            f"<Error><Code>{self.code}</Code><Message>No, says {self.code}.</Message></Error>".encode() if refused else b"bytes"
        )
        self.send_response(self.status if refused else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_HEAD = do_PUT = do_DELETE = do_GET  # noqa: N815 - names that the standard library wants

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@contextmanager
def _answering(status: int, code: str, times: int = sys.maxsize) -> Iterator[list[str]]:
    handler = type("Handler", (_Answering,), {"status": status, "code": code, "times": times, "asked": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with used_by_us(f"http://127.0.0.1:{server.server_port}"):
            yield handler.asked
    finally:
        server.shutdown()
        server.server_close()


def test_keys_that_are_refused_are_a_setting_and_are_tried_once() -> None:
    with _answering(403, "AccessDenied") as asked:
        for name, ask in ASKING.items():
            asked.clear()
            with pytest.raises(SettingsError, match="refuses") as told:
                ask(ObjectBackend("s3://bucket/wiki"))
            assert "AWS_ACCESS_KEY_ID" in told.value.remedy
            assert len(asked) == (2 if name == "read_many" else 1)


@pytest.mark.parametrize(("status", "code"), [(503, "SlowDown"), (500, "InternalError"), (503, "ServiceUnavailable")])
def test_a_store_that_is_busy_for_a_moment_is_asked_again(status: int, code: str) -> None:
    with _answering(status, code, times=2) as asked:
        assert ObjectBackend("s3://bucket/wiki").read("a") == b"bytes"
    assert len(asked) == 3


def test_a_store_that_stays_busy_is_given_up() -> None:
    with _answering(503, "SlowDown") as asked, pytest.raises(StorageUnavailableError, match="SlowDown"):
        ObjectBackend("s3://bucket/wiki").read("a")
    assert len(asked) == answers._ATTEMPTS


def test_no_keys_at_all_are_a_setting(bucket: str, monkeypatch: pytest.MonkeyPatch) -> None:
    objects.forget_file_systems()
    monkeypatch.delenv("AWS_ACCESS_KEY_ID")
    monkeypatch.delenv("AWS_SECRET_ACCESS_KEY")
    with pytest.raises(SettingsError, match="credentials"):
        ObjectBackend(bucket).read("a")


def test_a_name_that_no_bucket_has_is_a_setting(bucket: str) -> None:
    with pytest.raises(SettingsError, match="refuses"):
        ObjectBackend("s3://no bucket!/wiki").read("a")


def test_a_missing_package_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    objects.forget_file_systems()
    monkeypatch.setitem(sys.modules, "s3fs", None)
    monkeypatch.delitem(sys.modules["fsspec.registry"]._registry, "s3", raising=False)
    with pytest.raises(SettingsError, match=r"grounded-wiki\[s3\]"):
        ObjectBackend("s3://bucket/wiki").read("a")


def test_a_missing_package_of_another_store_is_named_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gcsfs", None)
    with pytest.raises(SettingsError, match="gcsfs"):
        ObjectBackend("gs://bucket/wiki").read("a")


def test_what_fsspec_does_not_know_is_a_setting() -> None:
    with pytest.raises(SettingsError, match="nope"):
        ObjectBackend("nope://bucket/wiki").read("a")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("cannot reach https://h/b?X-Amz-Signature=abc now", "cannot reach https://h/b now"),
        ("cannot reach sftp://user:secret@host/x", "cannot reach sftp:host/x"),
        ("", "OSError"),
    ],
)
def test_what_may_be_a_secret_is_not_told(said: str, told: str) -> None:
    assert answers.first_line(OSError(said)) == told


def test_a_defect_of_ours_is_not_called_a_store_that_does_not_answer() -> None:
    def defect() -> None:
        raise TypeError("ours")

    with pytest.raises(TypeError):
        answers.ask("s3://bucket", defect)
