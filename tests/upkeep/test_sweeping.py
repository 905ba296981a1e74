"""Sweeping: what nothing refers to goes when it is old, and nothing else ever does."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from wiki_assets.concepts.model import Composer, Page, PageState, Recipe
from wiki_assets.documents.model import DocumentStatus
from wiki_assets.documents.states import ChunksState, SourceState
from wiki_assets.errors import ArtifactError
from wiki_assets.retrieval.states import EmbeddingState
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore
from wiki_assets.upkeep.leftovers import find_leftovers, find_stray_papers, remove_leftovers
from wiki_assets.upkeep.sweeping import DAY_SECONDS, find_unneeded, sweep

RECIPE = Recipe(evidence_fingerprint="e", definition_hash="d", composer=Composer.EXTRACTIVE, composer_version="1", model="")
KEEP = 90 * DAY_SECONDS


def page(slug: str, title: str) -> Page:
    return Page(slug=slug, title=title, description="", recipe=RECIPE)


class Home:
    """A store with one page of two versions, and papers as a test wants them; everything is a hundred days old."""

    def __init__(self, root: Path) -> None:
        self.store = ArtifactStore(root)
        self.root = root
        self.latest, self.former = page("a", "latest"), page("a", "former")
        for version in (self.latest, self.former):
            self.store.write_model(layout.page("a", version.page_sha), version)
            self.store.write(layout.report("a", version.page_sha, "g", "1", 0.5), b"{}")
            self.store.write(layout.report("a", version.page_sha, "g", "2", 0.5), b"{}")
        self.point_to(self.latest)

    def point_to(self, version: Page, **papers: str) -> None:
        state = PageState(slug="a", page_sha=version.page_sha, recipe=RECIPE, papers=papers)
        self.store.write_model(layout.page_state("a"), state)

    def paper(self, bibkey: str, status: DocumentStatus, digest: str, count: int = 0, points: int = 0) -> None:
        source = SourceState(file=f"{bibkey}.pdf", sha256="s", metadata_fingerprint="", parser_version="1", status=status)
        self.store.write_model(layout.document_state(bibkey), source)
        self.store.write(layout.document_record(bibkey), b"record")
        chunks = ChunksState(
            document_sha256="s",
            parser_version="1",
            chunker_version="1",
            target_tokens=250,
            count=count,
            citable=count,
            digest=digest,
        )
        self.store.write_model(layout.chunks_state(bibkey), chunks)
        self.store.write(layout.chunks(bibkey), b"now")
        self.store.write(layout.earlier_chunks(bibkey), b"earlier")
        embedding = EmbeddingState(chunks_digest=digest, index_version="1", points=points)
        self.store.write_model(layout.embedding_state("some/embedder", bibkey), embedding)
        self.store.write(layout.embedding_cache("some/embedder", bibkey), b"vectors")

    def age(self, days: float = 100.0) -> None:
        then = time.time() - days * DAY_SECONDS
        for path in self.root.rglob("*"):
            os.utime(path, (then, then))

    def unneeded(self) -> set[str]:
        return {one.key for one in find_unneeded(self.store, time.time(), KEEP)}


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "artifacts")


def keys_of(version: Page) -> set[str]:
    reports = {layout.report("a", version.page_sha, "g", number, 0.5) for number in "12"}
    return {layout.page("a", version.page_sha), *reports}


def test_a_version_that_no_pointer_leads_to_goes_with_its_reports(home: Home) -> None:
    home.age()
    before = set(home.store.keys(""))
    assert home.unneeded() == keys_of(home.former)
    found = find_unneeded(home.store, time.time(), KEEP)
    assert set(home.store.keys("")) == before, "finding changes nothing"
    swept = sweep(home.store, found)
    assert swept.removed == 3 and swept.spared == 0
    assert set(home.store.keys("")) == before - keys_of(home.former)
    assert sweep(home.store, find_unneeded(home.store, time.time(), KEEP)).removed == 0, "twice is once"


@pytest.mark.parametrize("days", [0.0, 0.9, 89.0])
def test_what_is_younger_than_the_days_to_keep_stays(home: Home, days: float) -> None:
    home.age(days)
    assert home.unneeded() == set()


def test_nothing_younger_than_a_day_goes_whatever_the_settings_say(home: Home) -> None:
    home.age(0.9)
    assert find_unneeded(home.store, time.time(), 0.0) == ()
    home.age(1.1)
    assert len(find_unneeded(home.store, time.time(), 0.0)) == 3


def test_a_version_composed_anew_is_young_with_all_its_old_reports(home: Home) -> None:
    home.age()
    home.store.write_model(layout.page("a", home.former.page_sha), home.former)
    assert home.unneeded() == set()


def test_what_was_written_again_after_it_was_found_is_spared(home: Home) -> None:
    home.age()
    found = find_unneeded(home.store, time.time(), KEEP)
    home.store.write_model(layout.page("a", home.former.page_sha), home.former)
    home.store.delete(found[1].key)  # another sweep was quicker
    swept = sweep(home.store, found)
    assert (swept.removed, swept.spared) == (1, 1)
    assert home.store.exists(layout.page("a", home.former.page_sha))


def test_a_pointer_that_cannot_be_read_protects_what_it_may_lead_to(home: Home) -> None:
    home.paper("Alder2020", DocumentStatus.RETIRED, "empty")
    home.store.write(layout.page_state("a"), b'{"of": "another version"}')
    home.age()
    assert home.unneeded() == set()
    home.store.write(layout.publication("a"), b'{"of": "another version"}')
    with pytest.raises(ArtifactError):
        home.unneeded()


def test_earlier_chunks_stay_while_a_page_is_compared_with_them(home: Home) -> None:
    home.paper("Alder2020", DocumentStatus.OK, "now", count=3, points=3)
    home.point_to(home.latest, Alder2020="before")
    home.age()
    assert layout.earlier_chunks("Alder2020") not in home.unneeded()
    home.point_to(home.latest, Alder2020="now")
    assert home.unneeded() - keys_of(home.former) == {layout.earlier_chunks("Alder2020")}


def test_a_retired_paper_that_nobody_cites_leaves_its_record_only(home: Home) -> None:
    home.paper("Alder2020", DocumentStatus.RETIRED, "empty")
    home.paper("Birch2021", DocumentStatus.OK, "now", count=3, points=3)
    home.age()
    gone = {key for key in home.unneeded() if "Alder2020" in key}
    assert {key for key in home.store.keys("") if "Alder2020" in key} - gone == {
        layout.document_state("Alder2020"),
        layout.document_record("Alder2020"),
    }
    assert {key for key in home.unneeded() if "Birch2021" in key} == {layout.earlier_chunks("Birch2021")}


def test_a_retired_paper_that_a_page_was_composed_from_keeps_its_passages(home: Home) -> None:
    home.paper("Alder2020", DocumentStatus.RETIRED, "empty")
    home.point_to(home.latest, Alder2020="before")
    home.age()
    assert {key for key in home.unneeded() if "Alder2020" in key} == set()


def test_a_retired_paper_whose_points_are_still_stored_keeps_the_states_that_tell_of_them(home: Home) -> None:
    home.paper("Alder2020", DocumentStatus.RETIRED, "empty", points=3)
    home.age()
    assert {key for key in home.unneeded() if "Alder2020" in key} == {
        layout.embedding_cache("some/embedder", "Alder2020"),
        layout.earlier_chunks("Alder2020"),
    }


def test_the_log_edited_words_answers_and_calibration_always_stay(home: Home) -> None:
    keys = {layout.log_event("x"), layout.edited_copy("a", "f" * 64), layout.verifier_answer("f" * 64), layout.CALIBRATION}
    for key in keys:
        home.store.write(key, b"{}")
    home.age(5000)
    assert not keys & home.unneeded()


def test_leftovers_of_killed_processes_go_after_a_day(home: Home, tmp_path: Path) -> None:
    part = "pages/a/.x.json.0123456789abcdef0123456789abcdef.part"
    made = [
        tmp_path / "artifacts" / part,
        tmp_path / "wiki/draft/.a.md.0123456789abcdef0123456789abcdef.part",
        tmp_path / ".audit.duckdb.building",
        tmp_path / ".dagster/.dagster.yaml.12.part",
        tmp_path / ".backup-0/artifacts/x",
    ]
    for path in (*made, tmp_path / "artifacts/.wiki.lock", tmp_path / "wiki/.hidden"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x")
    backends = (home.store.backend,)
    assert find_leftovers(tmp_path, backends, time.time()).count == 0, "they may be at work"
    then = time.time() - 1.5 * DAY_SECONDS
    for path in (*tmp_path.rglob("*"),):
        os.utime(path, (then, then))
    assert remove_leftovers(tmp_path, backends, find_leftovers(tmp_path, backends, time.time())) == 5
    assert not any(path.exists() for path in made)
    assert (tmp_path / "artifacts/.wiki.lock").exists() and (tmp_path / "wiki/.hidden").exists()


class Points:
    """A vector store that only counts."""

    def __init__(self, held: dict[str, int]) -> None:
        self.held = held

    def papers(self) -> dict[str, int]:
        return self.held


def test_points_of_papers_that_are_gone_are_stray(home: Home) -> None:
    home.paper("Alder2020", DocumentStatus.RETIRED, "empty", points=3)
    home.paper("Birch2021", DocumentStatus.OK, "now", count=3, points=3)
    points = Points({"Alder2020": 3, "Birch2021": 3, "Never1999": 1})
    assert find_stray_papers(home.store, points, time.time()) == ("Never1999",)  # type: ignore[arg-type]
    home.age(2)
    assert find_stray_papers(home.store, points, time.time()) == ("Alder2020", "Never1999")  # type: ignore[arg-type]
