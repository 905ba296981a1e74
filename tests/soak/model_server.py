"""A language model on this machine, so that a page can be partly supported: it repeats the evidence and adds an invention to one page."""

from __future__ import annotations

import json
from typing import Any

from tests.chat_server import ChatServer, completion
from tests.shell.homes import INVENTED, FakeLanguageModel
from wiki_assets.concepts.language_model import Message


class ModelServer(ChatServer):
    """Counts how often it is asked."""

    def __init__(self, partly_inventing: str) -> None:
        """Starts it.

        Args:
            partly_inventing: Title of the concept whose page gets one invented sentence.
        """
        self.calls = 0
        self._model, self._partly_inventing = FakeLanguageModel(), partly_inventing
        super().__init__()

    def answer(self, body: dict[str, Any], key: str) -> tuple[int, str]:
        self.calls += 1
        return completion(_answer(self._model, body["messages"], self._partly_inventing))


def _answer(model: FakeLanguageModel, asked: list[dict[str, str]], partly_inventing: str) -> str:
    messages = [Message(role=one["role"], content=one["content"]) for one in asked]
    answer: dict[str, Any] = json.loads(model.complete(messages, Any).text)  # type: ignore[arg-type]
    model.history.clear()
    if partly_inventing in messages[-1].content.split("\n\n")[0]:
        answer["summary"] = [*answer["summary"][:2], {"text": INVENTED, "evidence": [1], "quote": ""}]
    return json.dumps(answer)
