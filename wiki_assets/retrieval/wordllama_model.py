"""The default embedding model: WordLlama's static token vectors (256 dimensions, no neural network at run time).

Belongs here: loading it without a network and embedding. Does not belong here: any other model.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from wiki_assets.errors import EmbedderError
from wiki_assets.retrieval.dense import Vectors, normalised

if TYPE_CHECKING:
    from wordllama.inference import WordLlamaInference

# Texts of one batch are padded to the longest of them: sorted by length, 64 at a time, little is padded.
_BATCH = 64


class WordllamaEmbedder:
    """Mean of static token vectors: a thousand chunks a second on one core."""

    # A mean blurs with length, yet vectors for 40, 60 or 90 words found no more than one for the whole passage.
    window_words = 0

    def __init__(self, model: WordLlamaInference) -> None:
        self._model = model
        self.name = f"wordllama-l2-supercat-{version('wordllama')}"
        self.dimensions = int(model.embedding.shape[1])

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of the texts, in order; see `Embedder.embed`."""
        order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        present = [index for index in order if texts[index].strip()]
        if present:
            rows[present] = self._model.embed([texts[index] for index in present], batch_size=_BATCH)
        return normalised(rows, self.name)


@cache
def load_wordllama() -> WordllamaEmbedder:
    """The model out of its own package. Nothing is written and nothing is asked of the network.

    The package's loader looks for the tokenizer in a folder it does not ship, and then asks a hub. Given its own folder as the
    cache it finds the file that it does ship.

    Raises:
        EmbedderError: The package lacks its files.
    """
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    try:
        import wordllama

        model = wordllama.WordLlama.load(cache_dir=Path(wordllama.__file__).parent, disable_download=True)
    except (ImportError, OSError) as error:
        raise EmbedderError(
            f"The embedding model wordllama cannot be loaded: {error}",
            "Install it again: pip install --force-reinstall wordllama.",
        ) from error
    finally:
        # Importing the package calls logging.basicConfig; how a program logs is not a model's business.
        root.handlers[:] = handlers
        root.setLevel(level)
    return WordllamaEmbedder(model)
