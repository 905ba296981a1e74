"""The library `unstructured`, made ready once in a process: without the internet, without its notice, without a third party's model.

Belongs here: what must be so before its first use. Does not belong here: what its elements mean (`partitioned_elements`).

At first use it loads a language model, and fetches it from the internet where it is not installed. We give it an empty English pipeline
that parts sentences by rule: what it decides by part of speech (whether a paragraph is "narrative") means nothing to us. The name of the
model is private to the library, so its version is pinned, and another version is refused in words.
"""

from __future__ import annotations

import os
import tempfile
from functools import cache
from importlib.metadata import version
from types import ModuleType

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.model import DocumentStatus

PINNED = "0.27.35"
"""The version that this was tried with."""

_PRIVATE_NAMES = ("_SPACY_MODEL_NAME", "_install_spacy_model", "_get_nlp")


@cache
def made_ready() -> None:
    """Prepares the library; what it costs is paid by the first document that needs it (about 4 s and 120 MB).

    Raises:
        DocumentError: The installed version has other private names than the pinned one.
    """
    os.environ["DO_NOT_TRACK"] = "1"
    os.environ["UNSTRUCTURED_DISABLE_NOTICE"] = "1"
    import unstructured.nlp.tokenize as tokenize

    missing = [name for name in _PRIVATE_NAMES if not hasattr(tokenize, name)]
    if missing:
        raise DocumentError(
            DocumentStatus.UNREADABLE,
            f"The library unstructured {version('unstructured')} has no {missing[0]} any more, and would load a model from the internet.",
            f"Install unstructured=={PINNED}.",
        )
    _give_sentence_rules(tokenize)


def _give_sentence_rules(tokenize: ModuleType) -> None:
    import spacy

    pipeline = spacy.blank("en")
    pipeline.add_pipe("sentencizer")
    with tempfile.TemporaryDirectory(prefix="wiki-sentences-") as folder:
        pipeline.to_disk(folder)
        tokenize._SPACY_MODEL_NAME = folder  # type: ignore[attr-defined]
        tokenize._install_spacy_model = _refuse_to_install  # type: ignore[attr-defined]
        tokenize._get_nlp()  # the library keeps what it loaded, so the folder may go


def _refuse_to_install() -> None:
    raise RuntimeError("No model is fetched from the internet.")
