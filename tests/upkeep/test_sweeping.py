"""Sweeping: what nothing refers to goes when it is old, and nothing else ever does."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tests.upkeep.home_samples import KEEP, Home, keys_of, page
from wiki_assets.documents.model import DocumentStatus
from wiki_assets.errors import ArtifactError
from wiki_assets.publication.model import LogAction, Standing
from wiki_assets.storage import layout
from wiki_assets.upkeep import sweeping
from wiki_assets.upkeep.replacing import find_replacements
from wiki_assets.upkeep.sweeping import DAY_SECONDS, find_unneeded, sweep


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "artifacts")


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


@pytest.mark.parametrize("pointer", [layout.page_state("a"), layout.publication("a")])
def test_a_version_that_was_replaced_this_night_is_kept_from_now_on_however_old_it_is(home: Home, pointer: str) -> None:
    home.store.write_model(layout.publication("a"), Standing(slug="a"))
    home.age()
    assert home.unneeded() == keys_of(home.former)
    os.utime(home.store.path(pointer))
    assert home.unneeded() == set()


def test_a_page_that_was_published_for_long_is_kept_from_its_replacement_on(home: Home) -> None:
    home.logged(LogAction.PROMOTED, home.former, 200)
    home.logged(LogAction.PROMOTED, home.latest, 80)
    home.age(200)
    assert home.unneeded() == set()


def test_a_version_goes_when_its_replacement_is_old_though_its_page_was_linked_anew_this_night(home: Home) -> None:
    home.logged(LogAction.PROMOTED, home.former, 200)
    home.logged(LogAction.PROMOTED, home.latest, 95)
    home.age(200)
    os.utime(home.store.path(layout.page_state("a")))
    assert home.unneeded() == keys_of(home.former), "or nothing of a page that changes often would ever go"


PROMOTED, QUARANTINED, WITHDRAWN, RETIRED = LogAction.PROMOTED, LogAction.QUARANTINED, LogAction.WITHDRAWN, LogAction.RETIRED


@pytest.mark.parametrize(
    ("history", "leaving"),
    [
        ("the draft gave way to another one", [(QUARANTINED, "former", 200), (QUARANTINED, "latest", 50)]),
        ("the draft gave way to a page", [(QUARANTINED, "former", 200), (PROMOTED, "latest", 50)]),
        ("it stayed published while others were refused", [
            (PROMOTED, "former", 200), (QUARANTINED, "other", 190), (QUARANTINED, "latest", 180), (PROMOTED, "latest", 50),
        ]),
        ("it stayed the draft after a page was withdrawn", [
            (PROMOTED, "other", 250), (QUARANTINED, "former", 200), (WITHDRAWN, "other", 150), (PROMOTED, "latest", 50),
        ]),
        ("it was composed again, and withdrawn, while another was the draft", [
            (PROMOTED, "former", 200), (QUARANTINED, "other", 150), (WITHDRAWN, "former", 140), (QUARANTINED, "latest", 50),
        ]),
        ("it became the draft when it was withdrawn", [(PROMOTED, "former", 200), (WITHDRAWN, "former", 150), (PROMOTED, "latest", 50)]),
        ("it stayed the latest one of a concept that was away", [
            (PROMOTED, "former", 200), (RETIRED, "former", 150), (PROMOTED, "latest", 50),
        ]),
        ("it left twice", [
            (PROMOTED, "former", 200), (PROMOTED, "other", 190), (PROMOTED, "former", 180), (PROMOTED, "latest", 50),
        ]),
        ("what else is told of it changes nothing", [
            (PROMOTED, "former", 200), (PROMOTED, "latest", 50), (LogAction.STALE, "latest", 10), (LogAction.EDITED, "latest", 5),
        ]),
    ],
)  # fmt: skip
def test_the_log_tells_when_a_version_was_replaced(home: Home, history: str, leaving: list[tuple[LogAction, str, float]]) -> None:
    versions = {"former": home.former, "latest": home.latest, "other": page("a", "other")}
    for action, version, days_ago in leaving:
        home.logged(action, versions[version], days_ago)
    home.age(200)
    replacements = find_replacements(home.store)
    since = replacements.unneeded_since("a", home.former.page_sha, time.time() - 200 * DAY_SECONDS)
    assert (time.time() - since) / DAY_SECONDS == pytest.approx(50, abs=0.1), history


def test_a_version_that_was_written_again_after_the_log_saw_it_leave_is_kept_from_its_pointers_on(home: Home) -> None:
    home.logged(LogAction.PROMOTED, home.former, 300)
    home.logged(LogAction.PROMOTED, home.latest, 250)
    home.age(200)
    os.utime(home.store.path(layout.page_state("a")))
    assert home.unneeded() == set(), "as the reviewer's fallback, of which the log says nothing"


def test_a_log_that_cannot_be_read_lets_nothing_go(home: Home) -> None:
    home.age()
    home.store.write(layout.log_event("x"), b'{"of": "another version"}')
    with pytest.raises(ArtifactError, match=r"log/x\.json"):
        home.unneeded()


def test_what_was_written_again_after_it_was_found_is_spared_with_all_its_reports(home: Home) -> None:
    home.age()
    found = find_unneeded(home.store, time.time(), KEEP)
    home.store.write_model(layout.page("a", home.former.page_sha), home.former)
    home.store.delete(found[1].key)  # another sweep was quicker
    swept = sweep(home.store, found)
    assert (swept.removed, swept.spared) == (0, 2)
    assert {key for key in home.store.keys("") if key in keys_of(home.former)} == keys_of(home.former) - {found[1].key}


@pytest.mark.parametrize("together", [1, 2, 500])
@pytest.mark.parametrize("number", ["1", "9"])
def test_a_version_that_was_judged_again_or_anew_after_it_was_found_is_spared_whole_and_others_go(
    home: Home, number: str, together: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeping, "_TOGETHER", together)
    others = [page("a", "another"), page("b", "of another page")]
    for other in others:
        home.store.write_model(layout.page(other.slug, other.page_sha), other)
        home.store.write(layout.report(other.slug, other.page_sha, "g", "1", 0.5), b"{}")
    home.age()
    found = find_unneeded(home.store, time.time(), KEEP)
    assert len(found) == 3 + 4
    home.store.write(layout.report("a", home.former.page_sha, "g", number, 0.5), b"{}")
    swept = sweep(home.store, found)
    assert (swept.removed, swept.spared) == (4, 3)
    assert keys_of(home.former) <= set(home.store.keys(""))


def test_a_version_without_reports_that_was_judged_after_it_was_found_is_spared(home: Home) -> None:
    for number in "12":
        home.store.delete(layout.report("a", home.former.page_sha, "g", number, 0.5))
    home.age()
    found = find_unneeded(home.store, time.time(), KEEP)
    home.store.write(layout.report("a", home.former.page_sha, "g", "1", 0.5), b"{}")
    assert sweep(home.store, found).spared == len(found) == 1


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
    home.logged(LogAction.EDITED, home.latest, 5000)
    (event,) = home.store.keys("log")
    keys = {event, layout.edited_copy("a", "f" * 64), layout.verifier_answer("f" * 64), layout.CALIBRATION}
    for key in keys - {event}:
        home.store.write(key, b"{}")
    home.age(5000)
    assert not keys & home.unneeded()
