"""A language model on this machine, so that a page can be partly supported: it repeats the evidence and adds an invention to one page."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.chat_server import completion
from tests.shell.homes import INVENTED, FakeLanguageModel
from wiki_assets.concepts.language_model import Message


class ModelServer:
    """Speaks the common chat protocol and counts how often it is asked."""

    def __init__(self, partly_inventing: str) -> None:
        """Starts it.

        Args:
            partly_inventing: Title of the concept whose page gets one invented sentence.
        """
        self.calls = 0
        model, owner = FakeLanguageModel(), self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["messages"]
                owner.calls += 1
                status, text = completion(_answer(model, asked, partly_inventing))
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.end_headers()
                self.wfile.write(text.encode())

            def log_message(self, *arguments: object) -> None:
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def _answer(model: FakeLanguageModel, asked: list[dict[str, str]], partly_inventing: str) -> str:
    messages = [Message(role=one["role"], content=one["content"]) for one in asked]
    answer: dict[str, Any] = json.loads(model.complete(messages, Any).text)  # type: ignore[arg-type]
    model.history.clear()
    if partly_inventing in messages[-1].content.split("\n\n")[0]:
        answer["summary"] = [*answer["summary"][:2], {"text": INVENTED, "evidence": [1], "quote": ""}]
    return json.dumps(answer)
