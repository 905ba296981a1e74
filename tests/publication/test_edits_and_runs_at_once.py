"""Files that somebody edited by hand, and runs at the same time."""

from __future__ import annotations

import hashlib
import multiprocessing
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest
from wiki_samples import Home, bad_page, evidence, good_page, mixed_page, promote_many

from wiki_assets.errors import ArtifactError, StoreLockedError
from wiki_assets.publication.checking import check_integrity
from wiki_assets.publication.refreshing import refresh_wiki
from wiki_assets.storage import layout


def edits_kept(home: Home) -> list[str]:
    return [home.store.read(key).decode("utf-8") for key in home.store.keys("edited")]


def test_words_edited_by_hand_are_kept_and_logged_before_they_are_replaced(home: Home) -> None:
    home.publish(mixed_page())
    home.file("circle-packing.md").write_text("my own words", "utf-8")
    home.publish(good_page())
    assert edits_kept(home) == ["my own words"]
    (line,) = home.log_lines("EDITED")
    assert "wiki/circle-packing.md" in line
    assert "artifacts/edited/circle-packing-" in line
    assert "my own words" not in home.text("circle-packing.md")
    assert check_integrity(home.wiki()) == ()


def test_promoting_the_same_page_restores_an_edited_file_and_keeps_the_words(home: Home) -> None:
    home.publish(good_page())
    as_published = home.text("circle-packing.md")
    home.file("circle-packing.md").write_text("my own words", "utf-8")
    assert home.wiki().promote(good_page()).changed
    assert home.text("circle-packing.md") == as_published
    assert edits_kept(home) == ["my own words"]


def test_the_same_edit_made_again_is_logged_again(home: Home) -> None:
    home.publish(good_page())
    for _ in range(2):
        home.later()
        home.file("circle-packing.md").write_text("my own words", "utf-8")
        refresh_wiki(home.wiki())
    assert len(home.log_lines("EDITED")) == 2


def test_a_file_that_somebody_put_where_a_page_goes_is_kept_too(home: Home) -> None:
    home.file("circle-packing.md").parent.mkdir(parents=True)
    home.file("circle-packing.md").write_bytes(b"\xff not even UTF-8")
    home.publish(good_page())
    assert [home.store.read(key) for key in home.store.keys("edited")] == [b"\xff not even UTF-8"]


def test_notes_in_a_draft_are_kept_when_the_draft_goes(home: Home) -> None:
    home.judge(bad_page())
    home.wiki().quarantine(bad_page(), evidence())
    home.file("draft/circle-packing.md").write_text("my notes", "utf-8")
    home.publish(good_page())
    assert edits_kept(home) == ["my notes"]
    assert not home.has("draft/circle-packing.md")


def test_a_kept_edit_is_named_by_its_bytes(home: Home) -> None:
    home.publish(good_page())
    home.file("circle-packing.md").write_text("my own words", "utf-8")
    refresh_wiki(home.wiki())
    assert home.store.keys("edited") == [layout.edited_copy("circle-packing", hashlib.sha256(b"my own words").hexdigest())]


def test_two_processes_that_promote_different_pages_lose_no_line_of_log_and_index(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    batches = [[f"concept-{batch}-{n}" for n in range(6)] for batch in "ab"]
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        changed = list(pool.map(promote_many, [home.folder] * 2, batches))
    assert changed == [6, 6]
    slugs = {slug for batch in batches for slug in batch}
    assert {line.split("`")[1] for line in home.log_lines("PROMOTED")} == slugs
    assert {line.split("](")[1].split(".md")[0] for line in home.text("index.md").splitlines() if line.startswith("* ")} == slugs


def test_threads_that_promote_the_same_page_write_it_once(home: Home) -> None:
    home.judge(good_page())
    with ThreadPoolExecutor(6) as pool:
        outcomes = list(pool.map(lambda n: home.wiki(run_id=f"run-{n}").promote(good_page()), range(6)))
    assert sum(outcome.changed for outcome in outcomes) == 1
    assert len(home.log_lines("PROMOTED")) == 1
    assert check_integrity(home.wiki()) == ()


def test_a_run_that_holds_the_wiki_too_long_is_waited_for_and_then_named(home: Home) -> None:
    home.judge(good_page())
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with home.wiki().shelf.locked():
            held.set()
            done.wait(20)

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait(20)
    try:
        with pytest.raises(StoreLockedError, match=r"more than 0\.2 seconds") as locked:
            home.wiki(wait_seconds=0.2).promote(good_page())
        assert locked.value.retryable
    finally:
        done.set()
        holder.join()


def test_a_home_that_cannot_be_written_gives_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file where the folder should be", "utf-8")
    with pytest.raises(ArtifactError, match=r"lock .* cannot be written"):
        Home(tmp_path / "home").wiki().retire("circle-packing")
