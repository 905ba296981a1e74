"""The ONNX graph of MiniLM-L6-v2 (a BERT encoder with mean pooling), built from its plain weights.

Belongs here: weights in, graph out. Does not belong here: tokens, running the graph or where it is cached (`minilm_model`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnx import ModelProto, NodeProto, TensorProto, checker, helper, numpy_helper

Weights = Mapping[str, NDArray[np.float32]]

# 20 is the first operator set with Gelu; ir 10 is what it goes with, and every onnxruntime since 1.18 reads it.
_OPSET = 20
_IR_VERSION = 10
_MASKED = -1e9


@dataclass(frozen=True, slots=True)
class Shape:
    """Numbers of the encoder, out of its `config.json`."""

    layers: int
    heads: int
    hidden: int
    epsilon: float


@dataclass(slots=True)
class _Graph:
    """Nodes and constants as they are added; names are made unique by counting."""

    nodes: list[NodeProto] = field(default_factory=list)
    constants: list[TensorProto] = field(default_factory=list)

    def constant(self, value: NDArray[Any] | np.float32) -> str:
        name = f"constant_{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.asarray(value, order="C"), name))
        return name

    def add(self, operator: str, inputs: Sequence[str], **attributes: Any) -> str:
        output = f"{operator.lower()}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, list(inputs), [output], **attributes))
        return output

    def linear(self, weights: Weights, layer: str, value: str) -> str:
        product = self.add("MatMul", [value, self.constant(weights[f"{layer}.weight"].T)])
        return self.add("Add", [product, self.constant(weights[f"{layer}.bias"])])

    def layer_norm(self, weights: Weights, layer: str, value: str, epsilon: float) -> str:
        scale, bias = self.constant(weights[f"{layer}.weight"]), self.constant(weights[f"{layer}.bias"])
        return self.add("LayerNormalization", [value, scale, bias], axis=-1, epsilon=epsilon)


def build_graph(weights: Weights, shape: Shape) -> ModelProto:
    """The encoder as one graph.

    Its inputs are `input_ids` and `attention_mask` (int64, batch by length); its output is `embedding` (float32, batch by
    hidden, rows of length 1).
    """
    graph = _Graph()
    mask = graph.add("Cast", ["attention_mask"], to=TensorProto.FLOAT)
    hidden = _embeddings(graph, weights, shape)
    bias = _attention_bias(graph, mask)
    for number in range(shape.layers):
        hidden = _layer(graph, weights, f"encoder.layer.{number}", hidden, bias, shape)
    _pool(graph, hidden, mask)
    size = ["batch", "length"]
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "minilm",
            [helper.make_tensor_value_info(name, TensorProto.INT64, size) for name in ("input_ids", "attention_mask")],
            [helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["batch", shape.hidden])],
            graph.constants,
        ),
        opset_imports=[helper.make_opsetid("", _OPSET)],
        ir_version=_IR_VERSION,
    )
    checker.check_model(model)
    return model


def _embeddings(graph: _Graph, weights: Weights, shape: Shape) -> str:
    words = graph.add("Gather", [graph.constant(weights["embeddings.word_embeddings.weight"]), "input_ids"])
    # Every token is of the first sentence, so its type's vector is one constant, added to the positions' vectors.
    positions = weights["embeddings.position_embeddings.weight"] + weights["embeddings.token_type_embeddings.weight"][0]
    length = graph.add("Gather", [graph.add("Shape", ["input_ids"]), graph.constant(np.array([1], dtype=np.int64))])
    zero = graph.constant(np.array([0], dtype=np.int64))
    places = graph.add("Slice", [graph.constant(positions), zero, length, zero])
    return graph.layer_norm(weights, "embeddings.LayerNorm", graph.add("Add", [words, places]), shape.epsilon)


def _attention_bias(graph: _Graph, mask: str) -> str:
    """0 where a token may be looked at, a large negative number where it is padding; shape (batch, 1, 1, length)."""
    absent = graph.add("Sub", [graph.constant(np.float32(1.0)), mask])
    bias = graph.add("Mul", [absent, graph.constant(np.float32(_MASKED))])
    return graph.add("Unsqueeze", [bias, graph.constant(np.array([1, 2], dtype=np.int64))])


def _layer(graph: _Graph, weights: Weights, layer: str, hidden: str, bias: str, shape: Shape) -> str:
    attended = _attention(graph, weights, f"{layer}.attention.self", hidden, bias, shape)
    projected = graph.linear(weights, f"{layer}.attention.output.dense", attended)
    hidden = graph.layer_norm(
        weights, f"{layer}.attention.output.LayerNorm", graph.add("Add", [projected, hidden]), shape.epsilon
    )
    inner = graph.add("Gelu", [graph.linear(weights, f"{layer}.intermediate.dense", hidden)])
    outer = graph.linear(weights, f"{layer}.output.dense", inner)
    return graph.layer_norm(weights, f"{layer}.output.LayerNorm", graph.add("Add", [outer, hidden]), shape.epsilon)


def _attention(graph: _Graph, weights: Weights, layer: str, hidden: str, bias: str, shape: Shape) -> str:
    size = shape.hidden // shape.heads
    split = graph.constant(np.array([0, 0, shape.heads, size], dtype=np.int64))
    heads = {}
    for part, order in (("query", [0, 2, 1, 3]), ("key", [0, 2, 3, 1]), ("value", [0, 2, 1, 3])):
        value = graph.add("Reshape", [graph.linear(weights, f"{layer}.{part}", hidden), split])
        heads[part] = graph.add("Transpose", [value], perm=order)
    scores = graph.add("MatMul", [heads["query"], heads["key"]])
    scaled = graph.add("Mul", [scores, graph.constant(np.float32(size**-0.5))])
    shares = graph.add("Softmax", [graph.add("Add", [scaled, bias])], axis=-1)
    mixed = graph.add("Transpose", [graph.add("MatMul", [shares, heads["value"]])], perm=[0, 2, 1, 3])
    return graph.add("Reshape", [mixed, graph.constant(np.array([0, 0, shape.hidden], dtype=np.int64))])


def _pool(graph: _Graph, hidden: str, mask: str) -> None:
    """Mean over the tokens that are not padding, scaled to length 1."""
    column = graph.add("Unsqueeze", [mask, graph.constant(np.array([2], dtype=np.int64))])
    over_length = graph.constant(np.array([1], dtype=np.int64))
    total = graph.add("ReduceSum", [graph.add("Mul", [hidden, column]), over_length], keepdims=0)
    count = graph.add("ReduceSum", [column, over_length], keepdims=0)
    mean = graph.add("Div", [total, count])
    graph.nodes.append(helper.make_node("LpNormalization", [mean], ["embedding"], axis=-1, p=2))
