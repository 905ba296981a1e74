"""A kill between any two writes: the next run completes the change, and never makes it twice."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from wiki_samples import STRICT, Home, bad_page, evidence, good_page, mixed_page

from wiki_assets.publication.checking import check_integrity
from wiki_assets.publication.refreshing import refresh_wiki

Change = Callable[[Home], object]


class Killed(BaseException):
    """Not an `Exception`: no handler of the product may tidy up, as none could after a real kill."""


@contextmanager
def killed_before_write(number: int) -> Iterator[list[str]]:
    """Lets `number` files be renamed into place or removed, then kills; yields the names of those that were."""
    done: list[str] = []
    replace, unlink = Path.replace, Path.unlink

    def count(path: Path) -> None:
        if len(done) == number:
            raise Killed
        done.append(path.name)

    def counted_replace(self: Path, target: Path) -> Path:
        count(target)
        return replace(self, target)

    def counted_unlink(self: Path, missing_ok: bool = False) -> None:
        if self.exists() and not self.name.endswith((".lock", ".part")):
            count(self)
        unlink(self, missing_ok=missing_ok)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "replace", counted_replace)
        patch.setattr(Path, "unlink", counted_unlink)
        yield done


def nothing(home: Home) -> None:
    home.judge(good_page())
    home.judge(bad_page())
    home.judge(mixed_page())
    home.judge(mixed_page(), STRICT)


def published(home: Home) -> None:
    nothing(home)
    home.wiki().promote(mixed_page())


def published_neighbour(home: Home) -> None:
    published(home)
    home.publish(good_page("conformal-map"))


def drafted(home: Home) -> None:
    nothing(home)
    home.wiki().quarantine(bad_page(), evidence())


def published_and_drafted(home: Home) -> None:
    published(home)
    home.wiki().quarantine(bad_page(), evidence())


def edited(home: Home) -> None:
    published(home)
    home.file("circle-packing.md").write_text("my own words\n", "utf-8")


def draft_edited(home: Home) -> None:
    drafted(home)
    home.file("draft/circle-packing.md").write_text("my notes\n", "utf-8")


def promote(home: Home) -> object:
    return home.wiki(run_id="run-2").promote(good_page())


def quarantine(home: Home) -> object:
    return home.wiki(run_id="run-2").quarantine(bad_page(), evidence())


def withdraw(home: Home) -> object:
    return home.wiki(STRICT, run_id="run-2").withdraw_if_failing("circle-packing", evidence())


def withdraw_by_quarantine(home: Home) -> object:
    return home.wiki(STRICT, run_id="run-2").quarantine(mixed_page(), evidence())


def retire(home: Home) -> object:
    return home.wiki(run_id="run-2").retire("circle-packing")


def refresh(home: Home) -> object:
    return refresh_wiki(home.wiki(run_id="run-2"))


SCENARIOS = [
    (nothing, promote),
    (published, promote),
    (drafted, promote),
    (published_and_drafted, promote),
    (edited, promote),
    (draft_edited, promote),
    (nothing, quarantine),
    (published, quarantine),
    (published_neighbour, quarantine),
    (edited, quarantine),
    (draft_edited, quarantine),
    (published, withdraw),
    (published_and_drafted, withdraw),
    (published, withdraw_by_quarantine),
    (published_and_drafted, retire),
    (edited, retire),
    (published_neighbour, refresh),
    (edited, refresh),
]
NAMES = [f"{prepare.__name__}-{change.__name__}" for prepare, change in SCENARIOS]


def prepared(folder: Path, prepare: Change) -> Home:
    home = Home(folder)
    prepare(home)
    home.later()
    return home


def copied(home: Home, folder: Path) -> Home:
    shutil.copytree(home.folder, folder)
    copy = Home(folder)
    copy.now = home.now
    return copy


def killed_everywhere(start: Home, change: Change, writes: int) -> Iterator[tuple[int, Home]]:
    """Homes in which a change was killed, one for each of its writes."""
    for number in range(writes):
        home = copied(start, start.folder.with_name(f"killed-{number}"))
        with killed_before_write(number), pytest.raises(Killed):
            change(home)
        yield number + 1, home


@pytest.mark.parametrize(("prepare", "change"), SCENARIOS, ids=NAMES)
def test_a_change_killed_between_any_two_writes_is_completed_by_the_next_run(
    tmp_path: Path, prepare: Change, change: Change
) -> None:
    start = prepared(tmp_path / "start", prepare)
    calm = copied(start, tmp_path / "calm")
    with killed_before_write(10_000) as done:
        change(calm)
    assert len(done) >= 3
    before, after = copied(start, tmp_path / "before"), copied(calm, tmp_path / "after")
    refresh(before)
    refresh(after)
    happened = 0
    for number, home in killed_everywhere(start, change, len(done)):
        refreshed = copied(home, tmp_path / f"refreshed-{number}")
        change(home)
        assert home.tree() == calm.tree(), f"run again after a kill before write {number} of {len(done)}"
        refresh(refreshed)
        assert of_the_wiki(refreshed) in (of_the_wiki(before), of_the_wiki(after)), (
            f"refreshed after a kill before write {number}"
        )
        assert check_integrity(refreshed.wiki()) == ()
        happened += of_the_wiki(refreshed) == of_the_wiki(after)
    assert happened


def test_words_written_by_hand_after_a_kill_are_kept_whenever_it_was(tmp_path: Path) -> None:
    start = prepared(tmp_path / "start", published)
    calm = copied(start, tmp_path / "calm")
    with killed_before_write(10_000) as done:
        promote(calm)
    for number, home in killed_everywhere(start, promote, len(done)):
        home.file("circle-packing.md").write_text("written after the kill", "utf-8")
        promote(home)
        kept = [home.store.read(key) for key in home.store.keys("edited")]
        assert kept == [b"written after the kill"], f"killed before write {number}"
        assert home.text("circle-packing.md") == calm.text("circle-packing.md")


def of_the_wiki(home: Home) -> dict[str, bytes]:
    """What the change is about: pages that only lie ready in the store do not count."""
    return {
        name: data for name, data in home.tree().items() if name.startswith(("wiki/", "artifacts/published/", "artifacts/log/"))
    }
