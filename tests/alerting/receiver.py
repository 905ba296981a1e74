"""A real webhook on this machine that answers as it is told to and keeps what it was sent."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

SECRET_PATH = "/services/T0123456/B0123456/a-very-secret-part"


@dataclass
class Receiver:
    """What is sent here is in `bodies`, with the time of each in `times`.

    Attributes:
        answers: Status and headers of the next answers; 200 when there are none left.
        silent: Nothing is answered until `release` is called.
    """

    address: str = ""
    answers: list[tuple[int, Mapping[str, str]]] = field(default_factory=list)
    silent: bool = False
    bodies: list[dict[str, Any]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)

    def ids(self) -> list[str]:
        return [str(body["alert_id"]) for body in self.bodies]

    def headlines(self) -> list[str]:
        return [str(body["what_failed"]) for body in self.bodies]


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver that listens on a free port."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            receiver.times.append(time.monotonic())
            receiver.paths.append(self.path)
            receiver.bodies.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            if receiver.silent:
                receiver.released.wait(30)
                return
            status, headers = receiver.answers.pop(0) if receiver.answers else (200, {})
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"ok")

        def log_message(self, *_: object) -> None:
            """Quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = False
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    receiver.address = f"http://127.0.0.1:{server.server_port}{SECRET_PATH}"
    try:
        yield receiver
    finally:
        receiver.released.set()
        server.shutdown()
        thread.join()
        server.server_close()
