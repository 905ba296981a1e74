"""Small homes that tests build for real, and a fake language model whose answers they choose."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pymupdf
from pydantic import BaseModel

from resources import LanguageModelResource
from wiki_assets.concepts.language_model import Completion, LanguageModel, Message
from wiki_assets.errors import ModelUnavailableError
from wiki_assets.settings import Settings

PAPERS = {
    "Alder2020": (
        "Circle packings",
        "A circle packing is a configuration of circles whose tangencies follow a prescribed planar graph. "
        "Every triangulation of the sphere has a circle packing that is unique up to Moebius transformations. "
        "Circle packings approximate conformal maps when the circles become small and the pattern is hexagonal. "
        "The radii of a circle packing can be computed by minimising a convex energy over logarithmic radii.",
    ),
    "Birch2021": (
        "Angle defects",
        "The angle defect of a vertex is the difference between two pi and the sum of the adjacent angles. "
        "The sum of all angle defects of a closed surface equals two pi times its Euler characteristic. "
        "An angle defect of zero means that the neighbourhood of the vertex can be developed into the plane. "
        "A circle packing of a triangulated surface changes the angle defect of its vertices with the radii.",
    ),
    "Cedar2022": (
        "Edge flips",
        "An edge flip replaces one diagonal of a convex quadrilateral in a triangulation by the other diagonal. "
        "Repeated edge flips turn every triangulation of a polyhedral surface into an intrinsic Delaunay triangulation. "
        "The edge flip algorithm terminates because every single flip decreases the discrete Dirichlet energy. "
        "The angle defect of every vertex stays the same when an edge flip changes the triangulation.",
    ),
}
CONCEPTS = {"circle-packing": "Circle packing", "angle-defect": "Angle defect", "edge-flip": "Edge flip"}
INVENTED = "Every edge flip was proven in 1742 by Leonhard Euler to halve quantum entanglement of hyperbolic tetrahedra."


def write_paper(raw: Path, bibkey: str, title: str, text: str) -> Path:
    """A one-page PDF with a title and one paragraph."""
    raw.mkdir(parents=True, exist_ok=True)
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_textbox((72, 60, 520, 100), title, fontsize=18)
        page.insert_textbox((72, 110, 520, 700), text, fontsize=11)
        path = raw / f"{bibkey}.pdf"
        path.write_bytes(document.tobytes())
    return path


def write_concepts(home: Path, concepts: dict[str, str]) -> None:
    """A concepts file; title and slug only."""
    lines = "".join(f"  - slug: {slug}\n    title: {title}\n" for slug, title in concepts.items())
    (home / "concepts.yaml").write_text(f"concepts:\n{lines}", encoding="utf-8")


def make_home(home: Path) -> Settings:
    """Three papers and three concepts, nothing built."""
    for bibkey, (title, text) in PAPERS.items():
        write_paper(home / "raw", bibkey, title, text)
    write_concepts(home, CONCEPTS)
    return Settings.load(home=home)


class FakeLanguageModel:
    """Answers from what it is shown: for most concepts with words of the evidence, for the named ones with inventions.

    `history` holds every conversation; concepts in `silent` are never answered.
    """

    name = "fake/model"

    def __init__(self, inventing: Sequence[str] = (), silent: Sequence[str] = ()) -> None:
        self.inventing = set(inventing)
        self.silent = set(silent)
        self.history: list[Sequence[Message]] = []

    def complete(self, messages: Sequence[Message], schema: type[BaseModel]) -> Completion:
        self.history.append(messages)
        asked = messages[-1].content
        if any(title in asked for title in self.silent):
            raise ModelUnavailableError("The fake model does not answer.", "It never will.")
        if any(f"{title}" in asked.split("\n\n")[0] for title in self.inventing):
            claims = [{"text": INVENTED, "evidence": [1], "quote": ""}]
        else:
            claims = [{"text": sentence, "evidence": [1], "quote": sentence} for sentence in _sentences(asked)]
        return Completion(json.dumps({"title": "Any", "summary": claims, "sections": []}), 100, 50, 0.001)


def _sentences(asked: str) -> list[str]:
    first = re.search(r"\[1\](.*?)(?:\[2\]|-----\s*$|\Z)", asked, re.DOTALL)
    text = re.sub(r"[-]{3,}", " ", first.group(1) if first else "")
    found = re.findall(r"[A-Z][^.]{40,}\.", re.sub(r"\s+", " ", text))
    return [sentence for sentence in found if not sentence.startswith("Circle packings A")][:3]


_MODELS: dict[str, FakeLanguageModel] = {}


class FakeLanguageModelResource(LanguageModelResource):
    """The resource over a fake model, found by name so that Dagster can copy the resource."""

    def load(self) -> LanguageModel:
        return _MODELS[self.base_url]


def fake_resource(model: FakeLanguageModel) -> FakeLanguageModelResource:
    """A resource that hands out this very model."""
    key = str(id(model))
    _MODELS[key] = model
    return FakeLanguageModelResource(model=model.name, base_url=key, timeout_seconds=1.0, attempts=1)
