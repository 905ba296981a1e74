"""The plan: what has to run, and why, for every way in which what there is can differ from what was made of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from wiki_assets.concepts.model import Composer, PageState, Recipe
from wiki_assets.documents.model import DocumentMetadata, DocumentStatus, Source
from wiki_assets.documents.redaction import REDACTION_VERSION
from wiki_assets.documents.states import ChunksState, SourceState, metadata_fingerprint
from wiki_assets.planning.plan import compile_reason, make_plan, paper_reason, report_reason
from wiki_assets.planning.state import ConceptState, HomeState, PaperState, Versions, inputs_of
from wiki_assets.publication.model import GateRule, PublishedPage
from wiki_assets.retrieval.states import EmbeddingState

VERSIONS = Versions("reader-1", "chunker-1", 250, "wordllama", "1", ("1", 12), "")
SOURCE = Source("Alder2020", "Alder2020.pdf", "aa", 10, 1, DocumentMetadata(title="Packings"))
READ = SourceState(
    file="Alder2020.pdf",
    sha256="aa",
    metadata_fingerprint=metadata_fingerprint(SOURCE),
    parser_version="reader-1",
    status=DocumentStatus.OK,
)
CHUNKS = ChunksState(
    document_sha256="aa",
    parser_version="reader-1",
    chunker_version="chunker-1",
    target_tokens=250,
    count=3,
    citable=2,
    digest="dd",
    redaction=f"{REDACTION_VERSION} ",
)
PAPER = PaperState(
    "Alder2020", SOURCE, READ, CHUNKS, EmbeddingState(chunks_digest="dd", index_version="1", points=2), wanted_parser="reader-1"
)

RECIPE = Recipe(evidence_fingerprint="e", definition_hash="d", composer=Composer.EXTRACTIVE, composer_version="1", model="")
PAGE = PageState(slug="circle-packing", page_sha="p1", recipe=RECIPE)
CONCEPT = ConceptState(
    slug="circle-packing",
    wanted=RECIPE,
    page=PAGE,
    published=None,
    drafted_sha="p1",
    latest_judged=True,
    latest_rate=0.2,
    refusal="too low",
    published_judged=False,
    published_refusal="",
    files_follow=True,
    rule=GateRule("content-5-gram", "1", 0.5),
)


def home(**changes: object) -> HomeState:
    state = HomeState(VERSIONS, (PAPER,), (CONCEPT,), "inputs", "inputs", "wiki", "wiki")
    return replace(state, **changes)  # type: ignore[arg-type]


def test_a_home_that_is_up_to_date_has_an_empty_plan() -> None:
    assert make_plan(home()).empty


PAPER_CHANGES = {
    "new": replace(PAPER, read=None),
    "its file is gone": replace(PAPER, source=None),
    "its file is back": replace(PAPER, read=READ.model_copy(update={"status": DocumentStatus.RETIRED})),
    "its bytes changed": replace(PAPER, source=replace(SOURCE, sha256="bb")),
    "its file was renamed": replace(PAPER, source=replace(SOURCE, file="packings.pdf")),
    "its bibliography entry changed": replace(PAPER, source=replace(SOURCE, metadata=DocumentMetadata(title="Other"))),
    "the parser changed from reader-0 to reader-1; its file did not": replace(
        PAPER, read=READ.model_copy(update={"parser_version": "reader-0"})
    ),
    "how it is to be read changed (password, text recognition, redaction)": replace(PAPER, wanted_options="with password"),
    "Birch2021, which has the same words, is gone or changed": replace(
        PAPER, read=READ.model_copy(update={"status": DocumentStatus.DUPLICATE, "twin_of": "Birch2021"}), twin_gone=True
    ),
    "its chunks are missing": replace(PAPER, chunks=None),
    "its chunks are of an earlier reading": replace(PAPER, chunks=CHUNKS.model_copy(update={"redaction": "before it was back"})),
    "the chunker or its size changed": replace(PAPER, chunks=CHUNKS.model_copy(update={"target_tokens": 200})),
    "its vectors are missing": replace(PAPER, embedding=None),
    "the index's version changed": replace(PAPER, embedding=EmbeddingState(chunks_digest="dd", index_version="0", points=2)),
}


@pytest.mark.parametrize("reason", PAPER_CHANGES)
def test_every_change_of_a_paper_is_ingested_and_named(reason: str) -> None:
    assert paper_reason(PAPER_CHANGES[reason], VERSIONS) == reason
    (task,) = make_plan(home(papers=(PAPER_CHANGES[reason],))).ingest
    assert (task.key, task.reason) == ("Alder2020", reason)


NEW_CHUNKS = CHUNKS.model_copy(update={"digest": "ee"})
UNFINISHED = {
    "it was never embedded": (replace(PAPER, embedding=None), PAPER),
    "its chunks changed": (
        replace(PAPER, chunks=NEW_CHUNKS),
        replace(PAPER, chunks=NEW_CHUNKS, embedding=EmbeddingState(chunks_digest="ee", index_version="1", points=2)),
    ),
}


@pytest.mark.parametrize("stopped", UNFINISHED)
def test_evidence_chosen_before_a_papers_vectors_were_there_is_out_of_date_when_they_are(stopped: str) -> None:
    before, after = UNFINISHED[stopped]
    assert inputs_of([before], [], VERSIONS) != inputs_of([after], [], VERSIONS)


def test_a_paper_that_nothing_finds_does_not_have_evidence_chosen_again() -> None:
    assert inputs_of([replace(PAPER, embedding=None)], [], VERSIONS) == inputs_of([], [], VERSIONS)
    without_text = replace(PAPER, chunks=CHUNKS.model_copy(update={"citable": 0}))
    assert inputs_of([without_text], [], VERSIONS) == inputs_of([], [], VERSIONS)


def test_a_retired_paper_is_left_alone() -> None:
    retired = replace(
        PAPER,
        source=None,
        read=READ.model_copy(update={"status": DocumentStatus.RETIRED}),
        chunks=CHUNKS.model_copy(update={"digest": "none", "count": 0, "citable": 0}),
        embedding=EmbeddingState(chunks_digest="none", index_version="1", points=0),
    )
    assert paper_reason(retired, VERSIONS) == ""
    assert "chunks are still there" in paper_reason(replace(retired, chunks=CHUNKS), VERSIONS)
    assert "vectors are still there" in paper_reason(replace(retired, embedding=PAPER.embedding), VERSIONS)


def test_a_broken_paper_that_was_read_once_is_not_read_again() -> None:
    broken = replace(
        PAPER,
        read=READ.model_copy(update={"status": DocumentStatus.CORRUPT}),
        chunks=CHUNKS.model_copy(update={"digest": "none", "count": 0, "citable": 0}),
        embedding=EmbeddingState(chunks_digest="none", index_version="1", points=0),
    )
    assert paper_reason(broken, VERSIONS) == ""


CONCEPT_CHANGES = {
    "its evidence changed": {"evidence_fingerprint": "other"},
    "its definition changed": {"definition_hash": "other"},
    "the composer changed from extractive to model": {"composer": Composer.MODEL},
    "the model changed from none to ollama/qwen": {"model": "ollama/qwen"},
    "its composer is now 2, was 1": {"composer_version": "2"},
}


@pytest.mark.parametrize("reason", CONCEPT_CHANGES)
def test_a_page_is_stale_exactly_when_its_recipe_differs(reason: str) -> None:
    changed = replace(CONCEPT, wanted=RECIPE.model_copy(update=CONCEPT_CHANGES[reason]))
    assert compile_reason(changed) == reason
    plan = make_plan(home(concepts=(changed,)))
    assert [task.key for task in plan.compile] == ["circle-packing"]
    assert plan.report == ()


def test_a_page_whose_model_was_away_is_compiled_again_and_a_refused_one_is_not() -> None:
    assert (
        compile_reason(replace(CONCEPT, page=PAGE.model_copy(update={"unanswered": True})))
        == "the model could not be reached last time"
    )
    assert compile_reason(CONCEPT) == ""
    assert report_reason(CONCEPT) == ""


REPORT_CHANGES = {
    "no verdict under the present guard and threshold": replace(CONCEPT, latest_judged=False),
    "the verifier did not answer last time": replace(CONCEPT, unanswered=True),
    "it passed but is not published": replace(CONCEPT, refusal=""),
    "it was refused but its draft is missing": replace(CONCEPT, drafted_sha=""),
    "its file in the wiki is missing or was edited by hand": replace(CONCEPT, files_follow=False),
}


@pytest.mark.parametrize("reason", REPORT_CHANGES)
def test_a_page_is_judged_or_published_again_without_being_compiled(reason: str) -> None:
    plan = make_plan(home(concepts=(REPORT_CHANGES[reason],)))
    assert plan.compile == ()
    assert [task.reason for task in plan.report] == [reason]


def test_pages_are_not_planned_before_papers_and_evidence_are_settled() -> None:
    stale = replace(CONCEPT, page=None)
    assert make_plan(home(concepts=(stale,), papers=(replace(PAPER, read=None),))).compile == ()
    assert make_plan(home(concepts=(stale,), evidence_made="older")).compile == ()
    assert make_plan(home(concepts=(stale,))).compile


def test_the_same_request_has_the_same_fingerprint_and_a_new_one_another() -> None:
    first = make_plan(home(concepts=(replace(CONCEPT, page=None),))).compile[0].fingerprint
    again = make_plan(home(concepts=(replace(CONCEPT, page=None),))).compile[0].fingerprint
    other = replace(CONCEPT, page=None, wanted=RECIPE.model_copy(update={"evidence_fingerprint": "other"}))
    assert first == again
    assert make_plan(home(concepts=(other,))).compile[0].fingerprint != first


SHOWN = PublishedPage(
    slug="circle-packing",
    title="Circle packing",
    description="",
    page_sha="p1",
    guard="content-5-gram",
    guard_version="1",
    threshold=0.5,
    rate=1.0,
    claims=3,
    promoted_at=datetime(2026, 1, 1, tzinfo=UTC),
    run_id="run",
    looked_through="as before",
)
PUBLISHED = replace(
    CONCEPT, published=SHOWN, published_judged=True, refusal="", drafted_sha="", latest_rate=1.0, conflicts_wanted="as before"
)


def test_a_published_page_is_looked_through_again_when_its_disagreements_are_looked_for_in_another_way() -> None:
    assert report_reason(PUBLISHED) == ""
    changed = replace(PUBLISHED, conflicts_wanted="otherwise")
    assert report_reason(changed) == "its disagreements were looked for in another way, or in other passages"
    assert changed.verdict_fingerprint != PUBLISHED.verdict_fingerprint


def test_a_page_that_would_not_be_published_again_is_not_looked_through_again() -> None:
    refused = replace(PUBLISHED, conflicts_wanted="otherwise", refusal="too low", page=PAGE.model_copy(update={"page_sha": "p2"}))
    assert report_reason(replace(refused, drafted_sha="p2")) == ""
