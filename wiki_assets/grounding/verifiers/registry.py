"""Verifiers by name.

Belongs here: making the verifier that the settings name, and saying what it lacks. Does not belong here: reading settings.
"""

from __future__ import annotations

from pathlib import Path

from wiki_assets.concepts.language_model import LanguageModel
from wiki_assets.errors import SettingsError
from wiki_assets.grounding.verifiers.interface import Verifier
from wiki_assets.grounding.verifiers.llm import LlmVerifier
from wiki_assets.grounding.verifiers.nli.verifier import load_nli
from wiki_assets.grounding.verifiers.none import NoVerifier

VERIFIERS = ("none", "llm", "nli")


def load_verifier(name: str, model: LanguageModel | None = None, nli_folder: Path | None = None) -> Verifier:
    """The verifier of a name. Cheap: no model is opened or contacted before it is asked.

    Args:
        model: The language model that `llm` asks.
        nli_folder: The folder of the model that `nli` asks.

    Raises:
        SettingsError: There is no such verifier, or it lacks its model, folder or extra; the text says what to do.
    """
    if name == "none":
        return NoVerifier()
    if name == "llm":
        if model is None:
            raise SettingsError("WIKI_VERIFIER=llm names no model.", "Set WIKI_VERIFIER_MODEL, or WIKI_LLM_MODEL for both.")
        return LlmVerifier(model)
    if name == "nli":
        if nli_folder is None:
            raise SettingsError(
                "WIKI_VERIFIER=nli names no folder.", "Set WIKI_NLI_FOLDER to the folder of a cross-encoder for NLI."
            )
        return load_nli(nli_folder)
    raise SettingsError(f"WIKI_VERIFIER={name!r} is not a verifier.", f"Use one of: {', '.join(VERIFIERS)}.")
