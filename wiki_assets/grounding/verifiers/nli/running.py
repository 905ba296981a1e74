"""Opens a cross-encoder and runs it on pairs of premise and hypothesis.

Belongs here: tokens in batches, and the two ways to run a model, onnxruntime and transformers. Does not belong here: what the figures mean
(`labels`).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from wiki_assets.grounding.verifiers.nli.folder import NliFolder

if TYPE_CHECKING:
    from tokenizers import Encoding, Tokenizer

Pair = tuple[str, str]
Inputs = Mapping[str, NDArray[np.int64]]
Runner = Callable[[Inputs], NDArray[np.float32]]
"""Logits, shape (pairs, labels), of `input_ids`, `attention_mask` and `token_type_ids`, each of shape (pairs, tokens)."""

# Passages of 512 tokens: larger batches gain nothing on two cores and take memory.
_BATCH = 8


class CrossEncoder:
    """An open model."""

    def __init__(self, folder: NliFolder, counting: Tokenizer, pairing: Tokenizer, runner: Runner) -> None:
        self._folder = folder
        self._counting = counting
        self._pairing = pairing
        self._runner = runner
        self.special_tokens: int = pairing.num_special_tokens_to_add(True)

    def count(self, text: str) -> int:
        """Tokens of a text alone."""
        return len(self._counting.encode(text, add_special_tokens=False).ids)

    def logits(self, pairs: Sequence[Pair]) -> NDArray[np.float32]:
        """Figures for pairs of premise and hypothesis, shape (pairs, labels).

        Raises:
            ValueError: The model gives another number of figures than its configuration names.
        """
        encodings = self._pairing.encode_batch(list(pairs))
        rows = np.zeros((len(pairs), self._folder.labels.count), dtype=np.float32)
        order = sorted(range(len(pairs)), key=lambda index: len(encodings[index].ids))
        for start in range(0, len(order), _BATCH):
            batch = order[start : start + _BATCH]
            found = self._runner(self._inputs([encodings[index] for index in batch]))
            if found.shape != (len(batch), self._folder.labels.count):
                raise ValueError(f"it gives figures of shape {found.shape} for {self._folder.labels.count} labels")
            rows[batch] = found
        if not np.isfinite(rows).all():
            raise ValueError("it gives figures that are no numbers")
        return rows

    def _inputs(self, encodings: Sequence[Encoding]) -> Inputs:
        longest = max(len(encoding.ids) for encoding in encodings)
        ids = np.full((len(encodings), longest), self._folder.padding, dtype=np.int64)
        mask = np.zeros((len(encodings), longest), dtype=np.int64)
        kinds = np.zeros((len(encodings), longest), dtype=np.int64)
        for row, encoding in enumerate(encodings):
            length = len(encoding.ids)
            ids[row, :length], mask[row, :length], kinds[row, :length] = encoding.ids, 1, encoding.type_ids
        return {"input_ids": ids, "attention_mask": mask, "token_type_ids": kinds}


def open_encoder(folder: NliFolder) -> CrossEncoder:
    """Opens the model of a folder. Raises whatever the libraries raise for files they cannot use."""
    from tokenizers import Tokenizer

    counting, pairing = (Tokenizer.from_file(str(folder.tokenizer)) for _ in range(2))
    for tokenizer in (counting, pairing):
        tokenizer.no_padding()
        tokenizer.no_truncation()
    # Windows are measured sentence by sentence. A token more where two are joined must not end behind the model's last position.
    pairing.enable_truncation(folder.limit, strategy="only_first")
    return CrossEncoder(folder, counting, pairing, _onnx_runner(folder) if folder.graph else _transformers_runner(folder))


def _onnx_runner(folder: NliFolder) -> Runner:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3  # errors only: it warns about processors it does not know
    session = onnxruntime.InferenceSession(str(folder.graph), options, providers=["CPUExecutionProvider"])
    wanted = {item.name: np.int32 if item.type == "tensor(int32)" else np.int64 for item in session.get_inputs()}
    output = session.get_outputs()[0].name

    def run(inputs: Inputs) -> NDArray[np.float32]:
        return np.asarray(session.run([output], {name: inputs[name].astype(kind) for name, kind in wanted.items()})[0])

    return run


def _transformers_runner(folder: NliFolder) -> Runner:
    import torch
    from transformers import AutoModelForSequenceClassification

    model = AutoModelForSequenceClassification.from_pretrained(
        str(folder.path),
        local_files_only=True,  # nothing is downloaded
        use_safetensors=True,  # a pickle runs code
        trust_remote_code=False,  # nor does code in the folder run
    ).eval()
    known = inspect.signature(model.forward).parameters  # some models know no token types

    def run(inputs: Inputs) -> NDArray[np.float32]:
        with torch.inference_mode():
            found = model(**{name: torch.from_numpy(array) for name, array in inputs.items() if name in known})
        return np.asarray(found.logits.float().numpy())

    return run
