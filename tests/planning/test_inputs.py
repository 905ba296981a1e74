"""Inputs made by other versions or settings are an error that names what is stored, what is expected, and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from wiki_assets.concepts.model import Composer, Concept, PageState
from wiki_assets.concepts.steps import wanted_recipe
from wiki_assets.documents.model import DocumentStatus
from wiki_assets.documents.options import READ_PLAINLY, Choices, ReadingOptions
from wiki_assets.documents.states import ChunksState, SourceState
from wiki_assets.documents.versions import reader_version
from wiki_assets.errors import StaleInputError
from wiki_assets.planning.inputs import (
    keep_retrieval,
    require_current_chunks,
    require_current_documents,
    require_current_embeddings,
    require_current_evidence,
    require_current_page,
)
from wiki_assets.planning.papers import read_papers
from wiki_assets.planning.shapes import Versions
from wiki_assets.retrieval.states import EmbeddingState
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore

VERSIONS = Versions("reader", "chunker-2", 250, "wordllama", "2", ("1", 12, 4, 0.25, 10), "")
MARKDOWN = "text/markdown"
CONCEPT = Concept(slug="edge-flip", title="Edge flip")


@pytest.fixture
def store(tmp_path: Path) -> ArtifactStore:
    return ArtifactStore(tmp_path)


def read(store: ArtifactStore, bibkey: str, **changes: object) -> None:
    state = SourceState(
        file=f"{bibkey}.md",
        sha256="aa",
        metadata_fingerprint="m",
        parser_version=reader_version(MARKDOWN),
        status=DocumentStatus.OK,
        media_type=MARKDOWN,
        options_fingerprint=READ_PLAINLY.common.fingerprint("aa"),
    )
    store.write_model(layout.document_state(bibkey), state.model_copy(update=changes))


def cut(store: ArtifactStore, bibkey: str, chunker: str = "chunker-2", tokens: int = 250, count: int = 3) -> None:
    state = ChunksState(
        document_sha256="aa",
        parser_version="any",
        chunker_version=chunker,
        target_tokens=tokens,
        count=count,
        citable=count,
        digest="dd",
    )
    store.write_model(layout.chunks_state(bibkey), state)


def embedded(store: ArtifactStore, bibkey: str, embedder: str = "wordllama", index: str = "2") -> None:
    state = EmbeddingState(chunks_digest="dd", index_version=index, points=3)
    store.write_model(layout.embedding_state(embedder, bibkey), state)


def test_documents_read_by_this_parser_in_this_way_are_fine_and_so_are_those_never_read(store: ArtifactStore) -> None:
    read(store, "Alder2020")
    require_current_documents(["Alder2020", "Unread2020"], VERSIONS, store)


def test_a_document_read_by_another_parser_may_not_be_cut(store: ArtifactStore) -> None:
    read(store, "Alder2020", parser_version="older")
    with pytest.raises(StaleInputError) as caught:
        require_current_documents(["Alder2020"], VERSIONS, store)
    assert caught.value.what == (
        f"The parsed documents of Alder2020 were made with the parser older, and {reader_version(MARKDOWN)} is expected."
    )
    assert caught.value.remedy == "Materialize raw_documents of these papers, then this step again, or run `wiki build`."


def test_a_document_read_with_other_options_may_not_be_cut(store: ArtifactStore) -> None:
    read(store, "Alder2020")
    redacting = Versions(
        *(getattr(VERSIONS, name) for name in VERSIONS.__slots__[:-1]), Choices(ReadingOptions(redact_emails=True))
    )
    with pytest.raises(StaleInputError, match="other options of reading"):
        require_current_documents(["Alder2020"], redacting, store)


@pytest.mark.parametrize("status", [DocumentStatus.CORRUPT, DocumentStatus.RETIRED, DocumentStatus.DUPLICATE])
def test_a_paper_without_words_is_never_stale(store: ArtifactStore, status: DocumentStatus) -> None:
    read(store, "Alder2020", parser_version="older", status=status)
    cut(store, "Alder2020", chunker="chunker-1", count=0)
    require_current_documents(["Alder2020"], VERSIONS, store)
    require_current_chunks(["Alder2020"], VERSIONS, store)


def test_chunks_of_another_size_or_chunker_may_not_be_embedded(store: ArtifactStore) -> None:
    cut(store, "Alder2020", tokens=100)
    cut(store, "Birch2021", chunker="chunker-1")
    cut(store, "Cedar2022")
    with pytest.raises(StaleInputError) as caught:
        require_current_chunks(["Alder2020", "Birch2021", "Cedar2022"], VERSIONS, store)
    assert caught.value.stored == "the chunker chunker-1 at 250 tokens or the chunker chunker-2 at 100 tokens"
    assert "of Alder2020, Birch2021 were" in caught.value.what


def test_of_many_stale_papers_five_are_named_and_the_rest_counted(store: ArtifactStore) -> None:
    keys = [f"Paper{number}" for number in range(12)]
    for key in keys:
        cut(store, key, tokens=100)
    with pytest.raises(StaleInputError, match="Paper0, Paper1, Paper2, Paper3, Paper4 and 7 more papers"):
        require_current_chunks(keys, VERSIONS, store)


def test_vectors_of_another_index_or_embedder_may_not_be_searched_and_a_paper_that_just_arrived_is_no_error(
    store: ArtifactStore,
) -> None:
    for key in ("Alder2020", "Birch2021", "Arrived2024"):
        read(store, key)
        cut(store, key)
    embedded(store, "Alder2020")
    require_current_embeddings(read_papers(store, VERSIONS), VERSIONS, store)
    embedded(store, "Birch2021", embedder="minilm")
    with pytest.raises(StaleInputError, match="vectors of Birch2021 were made with minilm, and wordllama, index 2 is expected"):
        require_current_embeddings(read_papers(store, VERSIONS), VERSIONS, store)
    embedded(store, "Birch2021", index="1")
    with pytest.raises(StaleInputError, match="made with wordllama, index 1"):
        require_current_embeddings(read_papers(store, VERSIONS), VERSIONS, store)


def test_evidence_chosen_by_other_settings_may_not_be_composed_from(store: ArtifactStore) -> None:
    require_current_evidence("edge-flip", VERSIONS, store)  # nothing is known of it: no error
    keep_retrieval(VERSIONS, store)
    require_current_evidence("edge-flip", VERSIONS, store)
    fewer = Versions(*VERSIONS_UP_TO_INDEX, ("1", 6, 4, 0.25, 10), "")
    with pytest.raises(StaleInputError, match=r"passages 12, .* and embedder wordllama, index 2, selection 1, passages 6"):
        require_current_evidence("edge-flip", fewer, store)


VERSIONS_UP_TO_INDEX = ("reader", "chunker-2", 250, "wordllama", "2")


def test_a_page_of_another_composer_or_model_may_not_be_judged(store: ArtifactStore) -> None:
    require_current_page(CONCEPT, VERSIONS, store)
    recipe = wanted_recipe(CONCEPT, "e", "fake/model")
    store.write_model(layout.page_state("edge-flip"), PageState(slug="edge-flip", page_sha="p", recipe=recipe))
    with pytest.raises(StaleInputError) as caught:
        require_current_page(CONCEPT, VERSIONS, store)
    assert caught.value.stored.startswith(f"the composer {Composer.MODEL}")
    assert caught.value.stored.endswith("the model fake/model")
    assert "Materialize concept_pages[edge-flip]" in caught.value.remedy


def test_new_content_is_no_error_for_a_page(store: ArtifactStore) -> None:
    recipe = wanted_recipe(CONCEPT, "older evidence", "")
    store.write_model(layout.page_state("edge-flip"), PageState(slug="edge-flip", page_sha="p", recipe=recipe))
    require_current_page(CONCEPT.model_copy(update={"title": "Edge flips"}), VERSIONS, store)
