from __future__ import annotations

import io

import pyarrow.parquet as pq
import pytest
from retrieval_samples import chunk

from wiki_assets.documents.model import ChunkKind
from wiki_assets.errors import ArtifactError
from wiki_assets.retrieval.codec import decode_evidence, encode_evidence
from wiki_assets.retrieval.model import ConceptEvidence, Evidence


def sample() -> list[ConceptEvidence]:
    first = chunk("Alpha", 3, "Möbius maps: ½ of “them”.", section=("1 Maps", "1.1 Circles"))
    second = chunk("Beta", 0, "A table.", ChunkKind.TABLE)
    rows = (Evidence("maps", 1, first, 1.25, 0, 4), Evidence("maps", 2, second, 0.5, 7, 0))
    return [
        ConceptEvidence("maps", rows),
        ConceptEvidence("unsupported", ()),
        ConceptEvidence("tables", (Evidence("tables", 1, second, 1.0, 1, 1),)),
    ]


def test_evidence_comes_back_as_it_was() -> None:
    assert decode_evidence(encode_evidence(sample())) == sample()


def test_fingerprints_survive_and_ignore_scores() -> None:
    (first, *_), (again, *_) = sample(), decode_evidence(encode_evidence(sample()))
    assert first.fingerprint == again.fingerprint
    rescored = ConceptEvidence("maps", tuple(Evidence("maps", row.rank, row.chunk, 9.0, 1, 1) for row in first.rows))
    assert rescored.fingerprint == first.fingerprint
    assert ConceptEvidence("maps", first.rows[::-1]).fingerprint != first.fingerprint


def test_equal_evidence_gives_equal_bytes() -> None:
    assert encode_evidence(sample()) == encode_evidence(sample())


def test_the_columns_a_person_asks_for_are_there() -> None:
    row = pq.read_table(io.BytesIO(encode_evidence(sample()))).to_pylist()[0]
    assert (row["concept"], row["rank"], row["bibkey"], row["chunk"], row["page"]) == ("maps", 1, "Alpha", 3, 4)
    assert row["text_hash"] == sample()[0].rows[0].chunk.text_hash


def test_no_concepts_at_all_are_a_table_too() -> None:
    assert decode_evidence(encode_evidence([])) == []


def test_other_bytes_are_refused() -> None:
    with pytest.raises(ArtifactError, match="not a table of evidence"):
        decode_evidence(b"PAR1 but not really")
