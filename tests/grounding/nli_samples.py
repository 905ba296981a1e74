"""A cross-encoder so small that its answers can be worked out by hand, written to a folder as real ones are.

It counts which part of the hypothesis' tokens stand in the premise too, and looks for the word "not" in the premise. Its tokens are
words, and it reads at most `LIMIT` of them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from onnx import ModelProto, NodeProto, TensorProto, checker, helper, numpy_helper
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

LIMIT = 64
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
NLI = {"0": "contradiction", "1": "entailment", "2": "neutral"}
INPUTS = ("input_ids", "attention_mask", "token_type_ids")


def write_model(
    folder: Path,
    words: Sequence[str],
    labels: Mapping[str, str] = NLI,
    graph: str = "model.onnx",
    inputs: Sequence[str] = INPUTS,
    kind: int = TensorProto.INT64,
) -> Path:
    """A folder with tokenizer, configuration and graph.

    Args:
        words: All that the tokenizer knows; anything else is one unknown token.
        labels: `id2label`; a graph of as many figures is built.
        inputs: Inputs that the graph has.
    """
    folder.mkdir(parents=True, exist_ok=True)
    vocabulary = [*SPECIAL, *dict.fromkeys(word.lower() for word in words)]
    write_tokenizer(folder, vocabulary)
    configuration = {"id2label": dict(labels), "max_position_embeddings": LIMIT, "pad_token_id": 0, "model_type": "bert"}
    (folder / "config.json").write_text(json.dumps(configuration), encoding="utf-8")
    path = folder / graph
    path.parent.mkdir(exist_ok=True)
    unknown, negation = vocabulary.index("[UNK]"), vocabulary.index("not") if "not" in vocabulary else -1
    path.write_bytes(_graph([*labels.values()], unknown, negation, inputs, kind).SerializeToString())
    return folder


def write_tokenizer(folder: Path, vocabulary: Sequence[str]) -> None:
    """`tokenizer.json` of a tokenizer by words that sets pairs as BERT does."""
    tokenizer = Tokenizer(models.WordLevel({word: index for index, word in enumerate(vocabulary)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer.save(str(folder / "tokenizer.json"))


class _Nodes:
    def __init__(self) -> None:
        self.nodes: list[NodeProto] = []
        self.constants: list[TensorProto] = []

    def constant(self, value: object) -> str:
        self.constants.append(numpy_helper.from_array(np.asarray(value), f"constant_{len(self.constants)}"))
        return self.constants[-1].name

    def add(self, operator: str, *inputs: str, **attributes: object) -> str:
        self.nodes.append(helper.make_node(operator, list(inputs), [f"node_{len(self.nodes)}"], **attributes))
        return self.nodes[-1].output[0]

    def number(self, value: float) -> str:
        return self.constant(np.float32(value))

    def axes(self, *axes: int) -> str:
        return self.constant(np.array(axes, dtype=np.int64))


def _graph(labels: Sequence[str], unknown: int, negation: int, inputs: Sequence[str], kind: int) -> ModelProto:
    make = _Nodes()
    ids = make.add("Cast", "input_ids", to=TensorProto.INT64)
    present = make.add("Cast", "attention_mask", to=TensorProto.FLOAT)
    second = (
        make.add("Cast", "token_type_ids", to=TensorProto.FLOAT)
        if "token_type_ids" in inputs
        else make.add("Sub", present, present)
    )
    hypothesis = make.add("Mul", second, present)
    premise = make.add("Sub", present, hypothesis)
    equal = make.add("Equal", make.add("Unsqueeze", ids, make.axes(2)), make.add("Unsqueeze", ids, make.axes(1)))
    known = make.add("Not", make.add("Equal", ids, make.constant(np.int64(unknown))))
    pairs = make.add("Cast", make.add("And", equal, make.add("Unsqueeze", known, make.axes(1))), to=TensorProto.FLOAT)
    found = make.add("ReduceMax", make.add("Mul", pairs, make.add("Unsqueeze", premise, make.axes(1))), make.axes(2), keepdims=0)
    shared = make.add("ReduceSum", make.add("Mul", found, hypothesis), make.axes(1), keepdims=1)
    total = make.add("Max", make.add("ReduceSum", hypothesis, make.axes(1), keepdims=1), make.number(1.0))
    part = make.add("Sub", make.add("Div", shared, total), make.number(0.6))
    negated = make.add("Cast", make.add("Equal", ids, make.constant(np.int64(negation))), to=TensorProto.FLOAT)
    against = make.add("ReduceMax", make.add("Mul", negated, premise), make.axes(1), keepdims=1)
    support = make.add("Mul", part, make.number(20.0))
    opposed = make.add("Sub", make.add("Mul", against, make.number(24.0)), make.number(12.0))
    nothing = make.add("Mul", support, make.number(0.0))
    columns = {"entailment": support, "contradiction": opposed}
    logits = [columns.get(name.lower(), nothing) for name in labels] if len(labels) > 1 else [support]
    make.nodes.append(helper.make_node("Concat", logits, ["logits"], axis=1))
    graph = helper.make_graph(
        make.nodes,
        "tiny",
        [helper.make_tensor_value_info(name, kind, ["batch", "length"]) for name in inputs],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", len(labels)])],
        make.constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=10)
    checker.check_model(model)
    return model
