"""litellm against a small server of our own that speaks the common chat protocol."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import stamina

from tests.chat_server import FakeServer, completion, failure
from wiki_assets.concepts.language_model import LitellmModel, Message
from wiki_assets.concepts.prompts import AnsweredPage
from wiki_assets.errors import ModelError, ModelUnavailableError

# litellm's import and its HTTP client warn about their own dependencies.
pytestmark = [pytest.mark.filterwarnings("ignore")]

MESSAGES = (Message("system", "Rules."), Message("user", "Evidence."))


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
