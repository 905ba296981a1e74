"""The file of verdicts is whole under its name; what an interruption leaves lies beside it, in whole lines."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

import pytest

from wiki_assets.errors import InputError
from wiki_assets.grounding.checking.interrupts import interrupts_held
from wiki_assets.grounding.checking.verdict_file import VerdictFile


def test_the_file_appears_whole_at_the_end(tmp_path: Path) -> None:
    target = tmp_path / "verdicts.jsonl"
    with VerdictFile(target) as verdicts:
        for n in range(20_000):
            verdicts.write(b"line %d\n" % n)
        assert not target.exists()
    assert target.read_bytes() == b"".join(b"line %d\n" % n for n in range(20_000))
    assert list(tmp_path.iterdir()) == [target]
    assert verdicts.kept is None


def test_an_interruption_keeps_whole_lines_under_another_name_and_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "verdicts.jsonl"
    target.write_text("old\n")
    verdicts = VerdictFile(target)
    with pytest.raises(KeyboardInterrupt), verdicts:
        verdicts.write(b"new\n")
        raise KeyboardInterrupt
    assert target.read_text() == "old\n"
    assert verdicts.kept == tmp_path / "verdicts.jsonl.partial"
    assert verdicts.kept.read_text() == "new\n"


def test_an_error_before_the_first_line_leaves_nothing(tmp_path: Path) -> None:
    verdicts = VerdictFile(tmp_path / "verdicts.jsonl")
    with pytest.raises(ValueError, match="early"), verdicts:
        raise ValueError("early")
    assert verdicts.kept is None
    assert list(tmp_path.iterdir()) == []


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target.jsonl", tmp_path / "link.jsonl"
    link.symlink_to(target)
    with VerdictFile(link) as verdicts:
        verdicts.write(b"x\n")
    assert link.is_symlink() and target.read_bytes() == b"x\n"


def test_a_pipe_is_written_directly_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    with VerdictFile(pipe) as verdicts:
        verdicts.write(b"x\n")
    reader.join()
    assert read == [b"x\n"]
    assert pipe.is_fifo()


def test_a_file_that_cannot_be_made_is_an_error_with_what_to_do(tmp_path: Path) -> None:
    for target in (tmp_path / "nowhere" / "verdicts.jsonl", tmp_path):
        with pytest.raises(InputError, match="--out"):
            VerdictFile(target)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device that is always full")
def test_a_full_disk_is_an_error_with_what_to_do() -> None:
    with pytest.raises(InputError, match="space"), VerdictFile(Path("/dev/full")) as verdicts:
        verdicts.write(b"x\n")


def test_an_interruption_that_is_held_waits_for_the_end() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), interrupts_held():
        signal.raise_signal(signal.SIGINT)  # to this thread; os.kill leaves it to any, which may be late under load
        done.append("the work")
    assert done == ["the work"]
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, set())
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_interruption_that_is_held_twice_waits_for_the_outer_end() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), interrupts_held():
        with interrupts_held():
            signal.raise_signal(signal.SIGINT)
        done.append("the rest of the work")
    assert done == ["the rest of the work"]


def test_an_interruption_that_another_thread_takes_waits_too() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), interrupts_held():
        handler = signal.getsignal(signal.SIGINT)
        assert callable(handler)
        handler(signal.SIGINT, None)
        done.append("the work")
    assert done == ["the work"]


def test_holding_twice_and_holding_in_another_thread_change_nothing_after() -> None:
    def hold() -> None:
        with interrupts_held(), interrupts_held():
            pass

    hold()
    thread = threading.Thread(target=hold)
    thread.start()
    thread.join()
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, set())
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
