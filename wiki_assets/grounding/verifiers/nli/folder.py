"""The folder of a cross-encoder: which files it has, what its configuration says, and the hash of all of it.

Belongs here: looking, and saying what is missing. Does not belong here: opening a model (`running`).
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from wiki_assets.errors import SettingsError
from wiki_assets.grounding.verifiers.nli.labels import Labels, read_labels

_GRAPHS = ("model.onnx", "onnx/model.onnx")
_TOKENIZER = "tokenizer.json"
_CONFIGURATION = "config.json"
_TOKENIZER_CONFIGURATION = "tokenizer_config.json"

# What BERT and its kin were trained at, and what a configuration that names no length most likely means.
_USUAL_LENGTH = 512
# A configuration that means "no limit" says 10^30. None of these models reads as much as this.
_LONGEST_BELIEVED = 100_000
# Models of this family count positions from behind their padding token, so two of them are never used.
_ROBERTA_KIN = frozenset({"roberta", "xlm-roberta", "camembert", "mpnet", "longformer"})
_ROBERTA_OFFSET = 2

_INSTALL_ONNX = "Install the extra: pip install 'grounded-wiki[nli]'."
_INSTALL_TRANSFORMERS = "Export the model to ONNX (model.onnx in the same folder), or: pip install torch transformers."


@dataclass(frozen=True, slots=True)
class NliFolder:
    """A folder that can be used.

    Attributes:
        graph: The ONNX graph; None where the model is run by transformers.
        limit: Tokens the model reads at once, premise, hypothesis and special tokens together.
        padding: Token that fills up a batch.
        version: Hash of the files, ten hex digits.
    """

    path: Path
    graph: Path | None
    labels: Labels
    limit: int
    padding: int
    version: str

    @property
    def tokenizer(self) -> Path:
        """The tokenizer's file."""
        return self.path / _TOKENIZER


def read_folder(path: Path) -> NliFolder:
    """Looks at the folder of a model; opens none.

    Raises:
        SettingsError: It is no folder, a file or a library is missing, or its configuration does not say what the figures mean.
    """
    if not path.is_dir():
        raise SettingsError(f"WIKI_NLI_FOLDER={str(path)!r} is not a folder.", "Give the folder of a cross-encoder for NLI.")
    graph = next((path / name for name in _GRAPHS if (path / name).is_file()), None)
    weights = sorted(path.glob("*.safetensors"))
    if graph is None and not weights:
        raise _lacking(path, "neither model.onnx nor onnx/model.onnx nor a .safetensors file")
    if not (path / _TOKENIZER).is_file():
        raise _lacking(
            path, f"no {_TOKENIZER}", "Write one with transformers: AutoTokenizer.from_pretrained(…).save_pretrained(folder)."
        )
    _require(("tokenizers",), _INSTALL_ONNX)
    _require(("onnxruntime",), _INSTALL_ONNX) if graph else _require(("torch", "transformers"), _INSTALL_TRANSFORMERS)
    configuration = _json(path, _CONFIGURATION)
    tokenizer_configuration = _json(path, _TOKENIZER_CONFIGURATION) if (path / _TOKENIZER_CONFIGURATION).is_file() else {}
    files = [path / _TOKENIZER, path / _CONFIGURATION, path / _TOKENIZER_CONFIGURATION, *_model_files(graph, weights)]
    return NliFolder(
        path=path,
        graph=graph,
        labels=_labels(path, configuration),
        limit=_limit(configuration, tokenizer_configuration),
        padding=_whole_number(configuration.get("pad_token_id"), 0),
        version=_version(path, files),
    )


def _model_files(graph: Path | None, weights: Iterable[Path]) -> Iterable[Path]:
    """The files of the model itself: a graph beyond 2 GB keeps its weights beside it, in files named after it."""
    return sorted(graph.parent.glob(f"{graph.name}*")) if graph else weights


def _require(modules: Iterable[str], remedy: str) -> None:
    missing = [name for name in modules if importlib.util.find_spec(name) is None]
    if missing:
        raise SettingsError(f"WIKI_VERIFIER=nli needs {' and '.join(missing)}, not installed here.", remedy)


def _lacking(path: Path, what: str, remedy: str = "Give the folder of a cross-encoder for NLI.") -> SettingsError:
    return SettingsError(f"The folder WIKI_NLI_FOLDER={str(path)!r} holds {what}.", remedy)


def _json(path: Path, name: str) -> dict[str, Any]:
    try:
        found = json.loads((path / name).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise SettingsError(
            f"{name} of WIKI_NLI_FOLDER={str(path)!r} cannot be read: {error}.", "Copy the model again."
        ) from error
    if not isinstance(found, dict):
        raise SettingsError(f"{name} of WIKI_NLI_FOLDER={str(path)!r} is not a JSON object.", "Copy the model again.")
    return found


def _labels(path: Path, configuration: Mapping[str, Any]) -> Labels:
    names = configuration.get("id2label")
    readable = isinstance(names, dict) and all(str(key).isdecimal() and isinstance(name, str) for key, name in names.items())
    labels = read_labels({int(key): name for key, name in names.items()}) if isinstance(names, dict) and readable else None
    if labels is None:
        raise SettingsError(
            f"id2label in {_CONFIGURATION} of WIKI_NLI_FOLDER={str(path)!r} does not say which label means support: {names!r}.",
            'Name the labels there as the model\'s authors describe them, for example {"0": "entailment", "1": "not_entailment"}.',
        )
    return labels


def _limit(configuration: Mapping[str, Any], tokenizer_configuration: Mapping[str, Any]) -> int:
    """The least of what the configurations say; lengths nobody means are left out."""
    offset = _ROBERTA_OFFSET if configuration.get("model_type") in _ROBERTA_KIN else 0
    said = (
        _whole_number(configuration.get("max_position_embeddings"), 0) - offset,
        _whole_number(tokenizer_configuration.get("model_max_length"), 0),
    )
    return min((length for length in said if 0 < length < _LONGEST_BELIEVED), default=_USUAL_LENGTH)


def _whole_number(value: object, default: int) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else default


def _version(folder: Path, files: Iterable[Path]) -> str:
    """Hash of the files' names and bytes."""
    total = hashlib.sha256()
    for file in files:
        if file.is_file():
            state = file.stat()
            total.update(f"{file.relative_to(folder).as_posix()} {_sha256(file, state.st_size, state.st_mtime_ns)}\n".encode())
    return total.hexdigest()[:10]


@lru_cache(maxsize=64)
def _sha256(file: Path, size: int, mtime_ns: int) -> str:  # noqa: ARG001 # a changed file is another entry
    """Hash of a file, worked out once a process: a sensor asks for it every few seconds, and a model has a gigabyte."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
