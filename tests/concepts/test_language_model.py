"""litellm against a small server of our own that speaks the common chat protocol."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
import stamina

from wiki_assets.concepts.language_model import LitellmModel, Message
from wiki_assets.concepts.prompts import AnsweredPage
from wiki_assets.errors import ModelError, ModelUnavailableError

# litellm's import and its HTTP client warn about their own dependencies.
pytestmark = [pytest.mark.filterwarnings("ignore")]

MESSAGES = (Message("system", "Rules."), Message("user", "Evidence."))


class FakeServer:
    """Answers every request with the next scripted status and text, and remembers what it was asked."""

    def __init__(self) -> None:
        self.script: list[tuple[int, str]] = []
        self.requests: list[dict[str, object]] = []
        owner = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                owner.requests.append({"body": json.loads(body), "key": self.headers.get("Authorization", "")})
                status, text = owner.script.pop(0)
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.end_headers()
                self.wfile.write(text.encode())

            def log_message(self, *arguments: object) -> None:
                return

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self.thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}/v1"

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


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


@pytest.fixture
def server() -> Iterator[FakeServer]:
    fake = FakeServer()
    yield fake
    fake.close()


@pytest.fixture(autouse=True)
def no_waiting() -> Iterator[None]:
    with stamina.set_testing(True, attempts=3):
        yield


def model(server: FakeServer) -> LitellmModel:
    return LitellmModel(name="openai/fake", base_url=server.url, api_key="secret-key", timeout_seconds=10)


def test_a_completion_carries_text_counts_and_the_schema_was_asked_for(server: FakeServer) -> None:
    server.script = [completion('{"summary": []}')]
    answer = model(server).complete(MESSAGES, AnsweredPage)
    assert (answer.text, answer.prompt_tokens, answer.completion_tokens, answer.cost_usd) == ('{"summary": []}', 11, 3, 0.0)
    [request] = server.requests
    body = request["body"]
    assert isinstance(body, dict)
    assert body["messages"] == [{"role": "system", "content": "Rules."}, {"role": "user", "content": "Evidence."}]
    assert body["temperature"] == 0
    assert body["response_format"]["json_schema"]["name"] == "AnsweredPage"
    assert request["key"] == "Bearer secret-key"


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_server_is_asked_again(server: FakeServer, status: int) -> None:
    server.script = [failure(status), completion("{}")]
    assert model(server).complete(MESSAGES, AnsweredPage).text == "{}"
    assert len(server.requests) == 2


def test_a_server_that_stays_busy_is_unavailable(server: FakeServer) -> None:
    server.script = [failure(503)] * 3
    with pytest.raises(ModelUnavailableError, match="did not answer") as caught:
        model(server).complete(MESSAGES, AnsweredPage)
    assert len(server.requests) == 3
    assert "secret-key" not in str(caught.value)


@pytest.mark.parametrize("status", [400, 401, 404])
def test_a_refused_request_is_final(server: FakeServer, status: int) -> None:
    server.script = [failure(status)]
    with pytest.raises(ModelError) as caught:
        model(server).complete(MESSAGES, AnsweredPage)
    assert not isinstance(caught.value, ModelUnavailableError)
    assert len(server.requests) == 1


def test_no_server_at_all_is_unavailable() -> None:
    lonely = LitellmModel(name="openai/fake", base_url="http://127.0.0.1:9/v1", api_key="k", timeout_seconds=2, attempts=1)
    with stamina.set_testing(True, attempts=1), pytest.raises(ModelUnavailableError):
        lonely.complete(MESSAGES, AnsweredPage)
