"""Dense embeddings: the one interface over every embedding model, and how a model is chosen by name.

Belongs here: the `Embedder` protocol, normalisation, `load_embedder`. Does not belong here: any particular model (one module
each: `wordllama_model`, `minilm_model`, `litellm_model`) or caching of vectors (`embedding`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from wiki_assets.errors import EmbedderError, SettingsError

Vectors = NDArray[np.float32]
"""Rows of unit length, shape `(n, dimensions)`."""


class Embedder(Protocol):
    """Turns texts into vectors whose dot product is their cosine."""

    @property
    def name(self) -> str:
        """Identity of model and version, safe as a file name: the key of the vector cache and the suffix of the collection."""

    @property
    def dimensions(self) -> int:
        """Length of every vector."""

    @property
    def window_words(self) -> int:
        """Words that one vector holds well; longer passages get a vector for each part. 0 means however many."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of the texts, in order.

        Returns:
            float32 of shape `(len(texts), dimensions)`; rows of length 1, or all zero for a text without any token.

        Raises:
            EmbedderError: The model gave something that is not a vector of that length.
            StoreUnavailableError: A hosted model does not answer.
        """


def load_embedder(name: str, cache_folder: Path) -> Embedder:
    """The embedder of that name. Loading is cheap where the model was loaded in this process before.

    Args:
        name: `wordllama`, `minilm` or `litellm/<model>`.
        cache_folder: Where a model may keep what it derives once (the ONNX graph); created when needed.

    Raises:
        SettingsError: No embedder has that name.
        EmbedderError: The model is not installed or cannot be loaded.
    """
    if name == "wordllama":
        from wiki_assets.retrieval.wordllama_model import load_wordllama

        return load_wordllama()
    if name == "minilm":
        from wiki_assets.retrieval.minilm_model import load_minilm

        return load_minilm(cache_folder)
    if name.startswith("litellm/") and name != "litellm/":
        from wiki_assets.retrieval.litellm_model import LitellmEmbedder

        return LitellmEmbedder(name.removeprefix("litellm/"))
    raise SettingsError(
        f"WIKI_EMBEDDER={name!r} names no embedder.",
        "Use wordllama, minilm, or litellm/<model>, for example litellm/text-embedding-3-small.",
    )


def normalised(vectors: NDArray[np.floating], model: str) -> Vectors:
    """Rows scaled to length 1; a row of zeros stays as it is.

    Raises:
        EmbedderError: A value is not finite.
    """
    rows = np.asarray(vectors, dtype=np.float32)
    if not np.isfinite(rows).all():
        raise EmbedderError(
            f"The embedding model {model} gave values that are not numbers.", "Reinstall it, or choose another in WIKI_EMBEDDER."
        )
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    return np.asarray(rows / np.where(lengths == 0.0, 1.0, lengths)[:, None], dtype=np.float32)
