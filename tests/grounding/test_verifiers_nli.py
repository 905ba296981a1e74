"""The verifier `nli`: a real graph and a real tokenizer, small enough to know what they must answer."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nli_samples import INPUTS, LIMIT, NLI, write_model, write_tokenizer
from onnx import TensorProto
from verifier_samples import question

from wiki_assets.errors import SettingsError
from wiki_assets.grounding.verifiers.interface import Answer, Opinion
from wiki_assets.grounding.verifiers.nli import folder as folder_module
from wiki_assets.grounding.verifiers.nli import running
from wiki_assets.grounding.verifiers.nli import verifier as verifier_module
from wiki_assets.grounding.verifiers.nli.folder import read_folder
from wiki_assets.grounding.verifiers.nli.labels import Labels, read_labels
from wiki_assets.grounding.verifiers.nli.running import open_encoder
from wiki_assets.grounding.verifiers.nli.verifier import load_nli
from wiki_assets.grounding.verifiers.nli.windows import windows

SOURCE = "Every planar graph has a circle packing in the plane. The packing is unique up to reflections of the sphere."
WORDS = [*re.findall(r"\w+", SOURCE), ".", "not", "colder", "filler"]
CLAIM = "Every planar graph has a circle packing."
FOREIGN = "Winters grew colder throughout northern provinces lately."


def answer_of(folder: Path, claim: str = CLAIM, *passages: str) -> Answer:
    given_back = load_nli(folder).ask([question(claim, *(passages or (SOURCE,)), number=4)])
    assert (list(given_back.answers), given_back.unavailable, given_back.calls) == ([4], "", ())
    return given_back.answers[4]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Never change it."""
    return write_model(tmp_path_factory.mktemp("nli"), WORDS)


def test_a_claim_that_the_passage_entails_is_supported_with_the_nearest_words(model: Path) -> None:
    answer = answer_of(model)
    assert answer.opinion is Opinion.SUPPORTED
    assert answer.quote == "Every planar graph has a circle packing in the plane."


def test_a_claim_of_which_the_passage_says_nothing_is_not_supported(model: Path) -> None:
    assert answer_of(model, FOREIGN).opinion is Opinion.NOT_SUPPORTED


def test_a_claim_that_is_half_there_cannot_be_told(model: Path) -> None:
    assert answer_of(model, "Every planar graph grew circle colder grew").opinion is Opinion.CANNOT_TELL


def test_a_passage_that_contradicts_does_not_support(model: Path) -> None:
    answer = answer_of(model, CLAIM, SOURCE.replace("Every", "Not every"))
    assert answer.opinion is Opinion.NOT_SUPPORTED
    assert "contradiction 0.9" in answer.reason


def test_many_questions_are_answered_together_as_they_are_alone(model: Path) -> None:
    claims = [CLAIM, FOREIGN, *(f"The packing is unique up to reflections {'filler ' * n}" for n in range(20))]
    together = load_nli(model).ask([question(claim, SOURCE, number=n) for n, claim in enumerate(claims)]).answers
    assert [together[n].opinion for n in range(len(claims))] == [answer_of(model, claim).opinion for claim in claims]
    assert len({together[n].opinion for n in range(len(claims))}) == 3


@pytest.mark.parametrize("order", [("neutral", "ENTAILMENT", "Contradiction"), ("Entailment", "neutral", "contradiction")])
def test_labels_are_known_by_name_in_any_order_and_case(tmp_path: Path, order: tuple[str, ...]) -> None:
    folder = write_model(tmp_path, WORDS, {str(index): name for index, name in enumerate(order)})
    assert answer_of(folder).opinion is Opinion.SUPPORTED
    assert answer_of(folder, FOREIGN).opinion is Opinion.NOT_SUPPORTED
    assert "contradiction 0.9" in answer_of(folder, CLAIM, SOURCE.replace("Every", "Not every")).reason


@pytest.mark.parametrize(
    "labels", [{"0": "not_entailment", "1": "entailment"}, {"0": "entailment", "1": "other"}, {"0": "LABEL_0"}]
)
def test_models_with_two_labels_and_with_one_figure_are_read(tmp_path: Path, labels: dict[str, str]) -> None:
    folder = write_model(tmp_path, WORDS, labels)
    assert answer_of(folder).opinion is Opinion.SUPPORTED
    assert answer_of(folder, FOREIGN).opinion is Opinion.NOT_SUPPORTED


@pytest.mark.parametrize("kind", [TensorProto.INT32, TensorProto.INT64])
def test_a_graph_below_onnx_and_either_width_of_numbers_are_read(tmp_path: Path, kind: int) -> None:
    assert answer_of(write_model(tmp_path, WORDS, graph="onnx/model.onnx", kind=kind)).opinion is Opinion.SUPPORTED


def test_a_graph_that_knows_no_token_types_is_run_without_them(tmp_path: Path) -> None:
    folder = write_model(tmp_path, WORDS, inputs=INPUTS[:2])
    assert answer_of(folder).opinion is Opinion.NOT_SUPPORTED  # to such a graph all is premise, and nothing hypothesis


def test_words_behind_what_the_model_reads_at_once_are_found(model: Path) -> None:
    source = f"{'Filler filler filler filler filler. ' * 200}{SOURCE} {'Filler filler. ' * 200}"
    answer = answer_of(model, CLAIM, source)
    assert answer.opinion is Opinion.SUPPORTED
    assert answer.quote == "Every planar graph has a circle packing in the plane."


def test_a_long_passage_that_speaks_for_and_against_a_claim_cannot_be_told(model: Path) -> None:
    source = f"{SOURCE} {'Filler filler filler. ' * 60} It is not so. {'Filler filler filler. ' * 60}"
    answer = answer_of(model, CLAIM, source)
    assert answer.opinion is Opinion.CANNOT_TELL
    assert "for and against" in answer.reason


def test_what_is_read_piece_by_piece_is_not_denied(model: Path) -> None:
    assert answer_of(model, FOREIGN, f"{SOURCE} {'Filler filler filler. ' * 60}").opinion is Opinion.CANNOT_TELL


def test_passages_that_fit_are_read_together_and_the_words_are_of_one_of_them(model: Path) -> None:
    first, second = SOURCE.split(". ")
    answer = answer_of(model, f"{CLAIM[:-1]} unique up to reflections.", f"{first}.", second)
    assert answer.opinion is Opinion.SUPPORTED
    assert answer.quote == f"{first}."


def test_a_claim_longer_than_the_model_reads_cannot_be_told(model: Path) -> None:
    answer = answer_of(model, "planar " * LIMIT)
    assert answer.opinion is Opinion.CANNOT_TELL
    assert "longer" in answer.reason


@pytest.mark.parametrize("source", ["", " \n "])
def test_a_passage_without_words_cannot_be_told(model: Path, source: str) -> None:
    assert answer_of(model, CLAIM, source).opinion is Opinion.CANNOT_TELL


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(st.characters()), st.text(st.characters()))
def test_no_text_makes_it_fail(model: Path, claim: str, source: str) -> None:
    given_back = load_nli(model).ask([question(claim, source)])
    assert (len(given_back.answers), given_back.unavailable) == (1, "")


@pytest.mark.parametrize("odd", ["\ud800", "\x00", "\u202e", "𝔽"])
def test_odd_characters_do_not_make_it_fail(model: Path, odd: str) -> None:
    assert answer_of(model, f"{odd} {CLAIM}", f"{odd}{SOURCE}{odd}").opinion is Opinion.SUPPORTED


@dataclass
class RecordingRunner:
    """A model that gives the figures it is told, and remembers what it was given."""

    figure: float = 0.0
    seen: list[Mapping[str, np.ndarray]] = field(default_factory=list)

    def __call__(self, inputs: Mapping[str, np.ndarray]) -> np.ndarray:
        self.seen.append(inputs)
        return np.full((len(inputs["input_ids"]), 3), self.figure, dtype=np.float32)


def test_a_batch_is_filled_up_with_padding_that_is_not_looked_at(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runner = RecordingRunner()
    monkeypatch.setattr(running, "_onnx_runner", lambda folder: runner)
    open_encoder(read_folder(model)).logits([("planar graph", "circle"), ("planar", "circle")])
    [inputs] = runner.seen
    assert inputs["attention_mask"].tolist() == [[1, 1, 1, 1, 1, 0], [1, 1, 1, 1, 1, 1]]
    assert inputs["token_type_ids"].tolist() == [[0, 0, 0, 1, 1, 0], [0, 0, 0, 0, 1, 1]]
    assert inputs["input_ids"][0, -1] == 0
    assert (inputs["input_ids"][1] > 0).all()


def test_no_pair_reaches_the_model_that_is_longer_than_it_reads(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runner = RecordingRunner()
    monkeypatch.setattr(running, "_onnx_runner", lambda folder: runner)
    open_encoder(read_folder(model)).logits([("filler " * 500, CLAIM)])
    assert runner.seen[0]["input_ids"].shape == (1, LIMIT)
    assert runner.seen[0]["token_type_ids"].sum() == len(CLAIM.split()) + 2  # the claim with its stop, and the last token


def test_figures_that_are_no_numbers_are_no_answer(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_onnx_runner", lambda folder: RecordingRunner(float("nan")))
    verifier_module._opened.cache_clear()
    given_back = load_nli(model).ask([question(CLAIM, SOURCE)])
    verifier_module._opened.cache_clear()
    assert given_back.answers == {}
    assert "no numbers" in given_back.unavailable


def test_a_graph_that_cannot_be_opened_is_unavailable_and_named(tmp_path: Path) -> None:
    folder = write_model(tmp_path, WORDS)
    (folder / "model.onnx").write_bytes(b"no graph")
    given_back = load_nli(folder).ask([question()])
    assert given_back.answers == {}
    assert str(folder) in given_back.unavailable


def test_a_graph_with_other_figures_than_its_labels_is_unavailable(tmp_path: Path) -> None:
    folder = write_model(tmp_path, WORDS, NLI)
    configuration = json.loads((folder / "config.json").read_text("utf-8"))
    (folder / "config.json").write_text(json.dumps(configuration | {"id2label": {"0": "entailment", "1": "no"}}), "utf-8")
    assert "(1, 3) for 2 labels" in load_nli(folder).ask([question()]).unavailable


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda folder: (folder / "model.onnx").unlink(), "neither model.onnx"),
        (lambda folder: (folder / "tokenizer.json").unlink(), "no tokenizer.json"),
        (lambda folder: (folder / "config.json").unlink(), "config.json"),
        (lambda folder: (folder / "config.json").write_text("{", "utf-8"), "config.json"),
        (lambda folder: (folder / "config.json").write_text("[]", "utf-8"), "not a JSON object"),
        (lambda folder: (folder / "config.json").write_text("{}", "utf-8"), "id2label"),
        (
            lambda folder: (folder / "config.json").write_text('{"id2label": {"0": "LABEL_0", "1": "LABEL_1"}}', "utf-8"),
            "LABEL_0",
        ),
        (lambda folder: (folder / "config.json").write_text('{"id2label": {"x": "entailment"}}', "utf-8"), "id2label"),
        (lambda folder: (folder / "config.json").write_text('{"id2label": ["entailment"]}', "utf-8"), "id2label"),
    ],
)
def test_a_folder_that_cannot_be_used_is_an_error_that_names_it_and_what_it_lacks(
    tmp_path: Path, spoil: object, told: str
) -> None:
    folder = write_model(tmp_path / "nli", WORDS)
    spoil(folder)  # type: ignore[operator]
    with pytest.raises(SettingsError) as caught:
        load_nli(folder)
    assert told in caught.value.what
    assert str(folder) in caught.value.what
    assert caught.value.remedy


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="is not a folder"):
        load_nli(tmp_path / "nowhere")


@pytest.mark.parametrize("library", ["onnxruntime", "tokenizers"])
def test_without_its_extra_it_says_what_to_install(model: Path, monkeypatch: pytest.MonkeyPatch, library: str) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(SettingsError, match=library) as caught:
        load_nli(model)
    assert "grounded-wiki[nli]" in caught.value.remedy


def test_weights_alone_need_transformers_and_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_model(tmp_path, WORDS)
    (folder / "model.onnx").rename(folder / "model.safetensors")
    for library in ("torch", "transformers"):
        monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(SettingsError, match="torch and transformers") as caught:
        load_nli(folder)
    assert "model.onnx" in caught.value.remedy


def test_the_version_follows_the_bytes_of_the_files_wherever_they_lie(tmp_path: Path) -> None:
    first = load_nli(write_model(tmp_path / "one", WORDS))
    assert load_nli(write_model(tmp_path / "two", WORDS)).version == first.version
    for name in ("model.onnx", "model.onnx_data", "config.json", "tokenizer.json", "tokenizer_config.json"):
        folder = write_model(tmp_path / f"with-{name}", WORDS)
        (folder / "tokenizer_config.json").write_text("{}", "utf-8")
        before = load_nli(folder).version
        with (folder / name).open("ab") as file:
            file.write(b" \n")
        assert load_nli(folder).version != before, name


def test_a_file_is_read_for_its_hash_once_while_it_stays(tmp_path: Path) -> None:
    folder = write_model(tmp_path, WORDS)
    load_nli(folder)
    known = folder_module._sha256.cache_info().misses
    load_nli(folder)
    assert folder_module._sha256.cache_info().misses == known
    os.utime(folder / "model.onnx", ns=(1, 1))
    load_nli(folder)
    assert folder_module._sha256.cache_info().misses == known + 1


@pytest.mark.parametrize(
    ("configuration", "tokenizer", "limit"),
    [
        ({"max_position_embeddings": 512}, None, 512),
        ({"max_position_embeddings": 514, "model_type": "roberta"}, None, 512),
        ({"max_position_embeddings": 512}, {"model_max_length": 128}, 128),
        ({"max_position_embeddings": 512}, {"model_max_length": 10**30}, 512),
        ({"max_position_embeddings": -1}, {"model_max_length": 2048}, 2048),
        ({}, {"model_max_length": 1e30}, 512),
        ({}, {"model_max_length": 10**30}, 512),
        ({"max_position_embeddings": None}, None, 512),
    ],
)
def test_the_limit_is_the_least_that_is_meant(
    tmp_path: Path, configuration: dict[str, object], tokenizer: dict[str, object] | None, limit: int
) -> None:
    folder = write_model(tmp_path, WORDS)
    (folder / "config.json").write_text(json.dumps({"id2label": NLI, **configuration}), "utf-8")
    if tokenizer is not None:
        (folder / "tokenizer_config.json").write_text(json.dumps(tokenizer), "utf-8")
    assert read_folder(folder).limit == limit


@pytest.mark.parametrize(
    ("names", "labels"),
    [
        ({0: "entailment", 1: "neutral", 2: "contradiction"}, Labels(3, 0, 2)),
        ({0: "REFUTES", 1: "NOT ENOUGH INFO", 2: "SUPPORTS"}, Labels(3, 2, 0)),
        ({0: "not_entailment", 1: "entailment"}, Labels(2, 1, None)),
        ({0: "unsupported", 1: "Supported"}, Labels(2, 1, None)),
        ({0: "anything"}, Labels(1, 0, None)),
        ({0: "LABEL_0", 1: "LABEL_1", 2: "LABEL_2"}, None),
        ({0: "entailment", 1: "supported"}, None),
        ({0: "entailment", 1: "refuted", 2: "contradiction"}, None),
        ({0: "entailment", 2: "neutral"}, None),
        ({}, None),
    ],
)
def test_names_of_labels_are_read_and_never_guessed(names: dict[int, str], labels: Labels | None) -> None:
    assert read_labels(names) == labels


def test_figures_become_probabilities_without_overflow() -> None:
    three = Labels(3, 1, 0).probabilities(np.array([[0, 1000, 0], [1000, -1000, 0], [0, 0, 0]], dtype=np.float32))
    assert three[0].tolist() == [1.0, 0.0]
    assert three[1].tolist() == [0.0, 1.0]
    assert three[2] == pytest.approx([1 / 3, 1 / 3])
    one = Labels(1, 0, None).probabilities(np.array([[1000], [-1000], [0]], dtype=np.float32))
    assert one.tolist() == [[1.0, 0.0], [0.0, 0.0], [0.5, 0.0]]


def words(text: str) -> int:
    return len(text.split())


def test_neighbours_share_no_sentence_where_there_is_no_room() -> None:
    text = "One two three. Four five six. Seven eight nine ten eleven."
    assert windows(text, 6, words) == ["One two three. Four five six.", "Seven eight nine ten eleven."]


def test_a_text_that_fits_is_one_window_as_it_is() -> None:
    assert windows("One two. Three four.", 4, words) == ["One two. Three four."]


def test_windows_are_of_whole_sentences_and_neighbours_share_one() -> None:
    text = "One two three. Four five six. Seven eight nine. Ten eleven twelve."
    assert windows(text, 6, words) == [
        "One two three. Four five six.",
        "Four five six. Seven eight nine.",
        "Seven eight nine. Ten eleven twelve.",
    ]


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.text("abcdef", min_size=1, max_size=30), min_size=1, max_size=60),
    st.integers(1, 12),
    st.sampled_from([" ", ". A ", "\n"]),
)
def test_windows_hold_every_word_and_none_is_larger_than_the_room(parts: list[str], room: int, between: str) -> None:
    text = between.join(parts)
    found = windows(text, room, words)
    assert all(words(window) <= room for window in found)
    assert all(window in text for window in found)
    seen = " ".join(found)
    assert set(text.split()) <= set(seen.split())


def test_a_single_word_beyond_the_room_is_cut() -> None:
    found = windows("x" * 100, 10, len)
    assert all(len(window) <= 10 for window in found)
    assert "".join(found) == "x" * 100


class Figures:
    """What transformers gives back: figures behind two calls."""

    def __init__(self, figures: np.ndarray) -> None:
        self.logits = self
        self._figures = figures

    def float(self) -> Figures:
        return self

    def numpy(self) -> np.ndarray:
        return self._figures


class Network:
    """A network that knows no token types and is sure of whatever it reads."""

    loaded: ClassVar[list[tuple[str, dict[str, object]]]] = []

    @classmethod
    def from_pretrained(cls, folder: str, **options: object) -> Network:
        cls.loaded.append((folder, options))
        return cls()

    def eval(self) -> Network:
        return self

    def forward(self, input_ids: np.ndarray, attention_mask: np.ndarray) -> Figures:
        return Figures(np.tile(np.array([[-9.0, 9.0, 0.0]], dtype=np.float32), (len(input_ids), 1)))

    __call__ = forward


def test_weights_are_run_from_the_folder_alone_without_network_pickle_or_foreign_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_model(tmp_path, WORDS)
    (folder / "model.onnx").rename(folder / "model.safetensors")
    torch, transformers = ModuleType("torch"), ModuleType("transformers")
    torch.__dict__.update(inference_mode=nullcontext, from_numpy=lambda array: array)
    transformers.__dict__.update(AutoModelForSequenceClassification=Network)
    for module in (torch, transformers):
        module.__spec__ = ModuleSpec(module.__name__, None)
        monkeypatch.setitem(sys.modules, module.__name__, module)
    assert answer_of(folder).opinion is Opinion.SUPPORTED
    assert Network.loaded == [
        (str(folder), {"local_files_only": True, "use_safetensors": True, "trust_remote_code": False}),
    ]


def test_transformers_gives_the_figures_that_the_network_itself_gives(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    transformers = pytest.importorskip("transformers", reason="transformers is not installed")
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *dict.fromkeys(word.lower() for word in WORDS)]
    write_tokenizer(tmp_path, vocabulary)
    torch.manual_seed(0)
    shape = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16}
    names = {int(index): name for index, name in NLI.items()}
    configuration = transformers.BertConfig(vocab_size=len(vocabulary), max_position_embeddings=LIMIT, id2label=names, **shape)
    network = transformers.BertForSequenceClassification(configuration).eval()
    network.save_pretrained(tmp_path)
    pairs = [(SOURCE, CLAIM), ("Filler.", CLAIM)]
    found = open_encoder(read_folder(tmp_path)).logits(pairs)
    tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_file=str(tmp_path / "tokenizer.json"), pad_token="[PAD]")
    with torch.inference_mode():
        alone = [network(**tokenizer(*pair, return_tensors="pt", return_token_type_ids=True)).logits[0] for pair in pairs]
    assert found == pytest.approx(np.stack([figures.numpy() for figures in alone]), abs=1e-5)
