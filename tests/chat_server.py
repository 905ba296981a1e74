"""A small server of our own that speaks the common chat protocol, for round trips of litellm without a network."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class ChatServer:
    """Speaks the protocol; what it answers is a subclass's own."""

    def __init__(self) -> None:
        owner = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status, text = owner.answer(json.loads(body), self.headers.get("Authorization", ""))
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.end_headers()
                self.wfile.write(text.encode())

            def log_message(self, *arguments: object) -> None:
                return

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self.thread.start()

    def answer(self, body: dict[str, Any], key: str) -> tuple[int, str]:
        """Status and text for one request, given its body and the key it was sent with."""
        raise NotImplementedError

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}/v1"

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


class FakeServer(ChatServer):
    """Answers every request with the next scripted status and text, and remembers what it was asked."""

    def __init__(self) -> None:
        self.script: list[tuple[int, str]] = []
        self.requests: list[dict[str, object]] = []
        super().__init__()

    def answer(self, body: dict[str, Any], key: str) -> tuple[int, str]:
        self.requests.append({"body": body, "key": key})
        return self.script.pop(0)


def completion(text: str) -> tuple[int, str]:
    return 200, json.dumps(
        {
            "id": "1",
            "object": "chat.completion",
            "created": 0,
            "model": "fake",
            "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}],
            "usage": {"prompt_tokens": 11, "completion_tokens": 3, "total_tokens": 14},
        }
    )


def failure(status: int) -> tuple[int, str]:
    return status, json.dumps({"error": {"message": "no luck with secret-key", "type": "error"}})
