"""`wiki grounding …` as a person types it: figures, explanations, bad input, interruptions."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from wiki_assets.cli import explaining
from wiki_assets.cli.explaining import Explanation, explain, print_explanation
from wiki_assets.cli.main import main
from wiki_assets.cli.showing import shown
from wiki_assets.grounding.guards.registry import guard_names, load_guard
from wiki_assets.grounding.model import Difference, Verdict, VerdictKind

WIKI = str(Path(sys.executable).with_name("wiki"))
SHARED = Path(__file__).resolve().parents[3] / "shared" / "bench"

SOURCE = "Seven disks of equal radius touch one another around a central disk. Thue showed in 1892 that no packing is denser."
TRUE = "Seven disks of equal radius touch one another."
FALSE = "Eight squares overlap several hundred narrow triangles."


def row(identity: str | int, claim: str = TRUE, **more: object) -> dict[str, object]:
    return {"id": identity, "claim": claim, "source": SOURCE, **more}


def as_lines(*rows: dict[str, object]) -> bytes:
    return b"".join(json.dumps(one).encode() + b"\n" for one in rows)


LABELLED = as_lines(
    row("a", label="supported", dataset="disks"),
    row("b", FALSE, label="unsupported", dataset="disks"),
    row("c", FALSE, label="supported", dataset="squares"),
    row("d", label="unsupported", dataset="squares"),
)


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str

    @property
    def verdicts(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.out.splitlines()]


Run = Callable[..., Done]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> Run:
    """The command in this process, in an empty folder; `stdin` is what it reads. What it prints must be UTF-8."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith(("WIKI_", "NO_COLOR", "FORCE_COLOR"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("WIKI_GUARD", "content-5-gram")

    def run(*arguments: str, stdin: bytes = b"") -> Done:
        monkeypatch.setattr(sys, "argv", ["wiki", "grounding", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as ended:
            main()
        captured = capsysbinary.readouterr()
        return Done(int(ended.value.code or 0), captured.out.decode("utf-8"), captured.err.decode("utf-8"))

    return run


def test_every_row_gets_a_line_in_its_order(run: Run, tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_bytes(as_lines(row("a"), row(2, FALSE), row("c")))
    done = run("check", "rows.jsonl")
    assert done.code == 0
    assert [(one["id"], one["verdict"]) for one in done.verdicts] == [("a", "grounded"), (2, "unsupported"), ("c", "grounded")]
    assert "3 rows judged by content-5-gram" in done.err


def test_rows_may_come_from_standard_input(run: Run) -> None:
    assert [one["id"] for one in run("check", "-", stdin=LABELLED).verdicts] == ["a", "b", "c", "d"]


def test_verdicts_go_to_the_file_and_figures_to_standard_output(run: Run, tmp_path: Path) -> None:
    done = run("check", "-", "--out", "verdicts.jsonl", stdin=LABELLED)
    assert done.code == 0
    assert [json.loads(line)["id"] for line in (tmp_path / "verdicts.jsonl").read_text("utf-8").splitlines()] == [
        "a",
        "b",
        "c",
        "d",
    ]
    table = {line.split()[0]: line.split()[1:] for line in done.out.splitlines() if line}
    assert table["disks"] == ["2", "100.0", "100.0", "0.0", "0.0", "100.0", "100.0"]
    assert table["squares"] == ["2", "0.0", "0.0", "100.0", "0.0", "0.0", "0.0"]
    assert table["ALL"] == ["4", "50.0", "50.0", "50.0", "0.0", "50.0", "50.0"]
    assert table["no-content-5-gram"] == ["unsupported", "2", "1", "1"]
    assert "The verdicts are in verdicts.jsonl." in done.out


def test_without_labels_there_is_no_table_but_the_rules(run: Run) -> None:
    done = run("check", "-", "--out", "verdicts.jsonl", stdin=as_lines(row("a"), row("b", FALSE)))
    assert "balanced" not in done.out
    assert [line.split() for line in done.out.splitlines()[:3]] == [
        ["rule", "verdict", "rows"],
        ["content-5-gram", "grounded", "1"],
        ["no-content-5-gram", "unsupported", "1"],
    ]


def test_labels_without_data_sets_give_the_line_of_all_only(run: Run) -> None:
    done = run("check", "-", "--out", "x", stdin=as_lines(row("a", label="supported"), row("b")))
    assert [line.split()[0] for line in done.out.splitlines()[:2]] == ["dataset", "ALL"]
    assert "1 of them have no label" in done.out


def test_a_data_set_or_rule_cannot_command_the_terminal_or_the_markup(run: Run) -> None:
    hostile = "\x1b[2J[bold]\u202ex\ud800"
    done = run("check", "-", "--out", "x", stdin=as_lines(row("a", label="supported", dataset=hostile)))
    assert "\ufffd[2J[bold]\ufffdx\ufffd" in done.out
    assert "\x1b" not in done.out + done.err


def test_one_object_for_a_machine(run: Run) -> None:
    done = run("check", "-", "--json", stdin=LABELLED + b"nonsense\n")
    summary = json.loads(done.out)
    assert done.code == 1
    assert (summary["rows"], summary["labelled"], summary["unusable_lines"], summary["out"]) == (4, 4, 1, None)
    assert summary["verdicts"] == {"grounded": 2, "uncertain": 0, "unsupported": 2}
    assert [line["dataset"] for line in summary["table"]] == ["disks", "squares", "ALL"]
    assert summary["table"][-1]["balanced_accuracy"] == 50.0
    assert {rule["rule"]: rule["rows"] for rule in summary["rules"]} == {"content-5-gram": 2, "no-content-5-gram": 2}
    assert (summary["guard"], summary["guard_version"]) == ("content-5-gram", load_guard("content-5-gram").version)


def test_lines_that_cannot_be_used_are_told_by_number_and_the_rest_is_judged(run: Run) -> None:
    bad = [b'{"id": "u", "claim": "\xff"}\n', b"{\n", b"[]\n", as_lines(row("a")), as_lines(row("z", label="maybe"))]
    done = run("check", "-", stdin=b"\xef\xbb\xbf" + as_lines(row("a")) + b"\r\n" + b"".join(bad) + as_lines(row("e")))
    assert done.code == 1
    assert [one["id"] for one in done.verdicts] == ["a", "e"]
    told = [line for line in done.err.splitlines() if line.startswith("-, line")]
    assert [line.split(":")[0] for line in told] == ["-, line 3", "-, line 4", "-, line 5", "-, line 6", "-, line 7"]
    assert "UTF-8" in told[0] and "line 1" in told[3] and "supported or unsupported" in told[4]
    assert "5 lines could not be used" in done.err


def test_a_row_of_a_million_characters_and_one_of_odd_characters_are_judged(run: Run) -> None:
    long = {"id": "long", "claim": TRUE, "source": "Circles meet. " * 70_000 + SOURCE}
    odd = b'{"id": "\\ud800", "claim": "\\udfff\\u0000", "source": "\\ud800 \xe6\xbc\xa2"}\n'
    done = run("check", "-", stdin=as_lines(long) + odd)
    assert done.code == 0
    assert [(one["id"], one["verdict"]) for one in done.verdicts] == [("long", "grounded"), ("\ud800", "unsupported")]


def test_an_empty_file_is_no_failure_and_says_so(run: Run) -> None:
    done = run("check", "-")
    assert done.code == 0
    assert "0 rows judged" in done.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("check", "nowhere.jsonl"), "nowhere.jsonl cannot be read: No such file"),
        (("check", "."), "Is a directory"),
        (("check", "rows.jsonl", "--guard", "nonsense"), "content-5-gram"),
        (("check", "rows.jsonl", "--out", "nowhere/verdicts.jsonl"), "cannot be written"),
        (("check", "rows.jsonl", "--out", "rows.jsonl"), "from which the rows come"),
        (("check", "bad.jsonl", "--out", "kept.jsonl"), "None of the 2 lines can be used"),
        (("explain", TRUE, "--source", "nowhere.txt"), "nowhere.txt cannot be read"),
        (("explain", TRUE, "--source", "."), "Is a directory"),
        (("explain", TRUE, "--source", "paper.pdf"), "PDF"),
        (("explain", TRUE, "--source", "rows.jsonl", "--guard", "nonsense"), "content-5-gram"),
    ],
)
def test_where_nothing_can_be_done_one_line_says_why_and_no_file_changes(
    run: Run, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    files = {"rows.jsonl": LABELLED, "bad.jsonl": b"x\ny\n", "paper.pdf": b"%PDF-1.7\n\xff", "kept.jsonl": b"old\n"}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    done = run(*arguments)
    assert done.code == 3
    assert done.out == ""
    assert said in done.err.splitlines()[-1]
    assert done.err.splitlines()[-1].startswith("wiki: ")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == files


def test_the_guard_of_the_settings_is_asked_unless_another_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WIKI_GUARD", "nonsense")
    assert run("check", "-", stdin=LABELLED).code == 3
    assert run("check", "-", "--guard", "content-5-gram", stdin=LABELLED).code == 0


@pytest.mark.shared
@pytest.mark.parametrize("guard", guard_names())
@pytest.mark.parametrize("name", ["claims.jsonl", "perturbed.jsonl"])
def test_the_figures_are_those_of_the_benchmark_itself(run: Run, tmp_path: Path, name: str, guard: str) -> None:
    if not SHARED.is_dir():
        pytest.skip("needs ../shared/bench")
    summary = json.loads(
        run("check", str(SHARED / name), "--guard", guard, "--json", "--out", "verdicts.jsonl", "--workers", "1").out
    )
    told = subprocess.run(
        [sys.executable, str(SHARED / "evaluate.py"), str(SHARED / name), str(tmp_path / "verdicts.jsonl")],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    names = {
        "n=": "n",
        "balanced": "balanced_accuracy",
        "good passes": "good_passes",
        "bad passes": "bad_passes",
        "uncertain": "uncertain",
        "grounded precision": "grounded_precision",
        "unsupported precision": "unsupported_precision",
    }
    ours = [
        [score["dataset"]]
        + [
            f"{label} {'-' if score[key] is None else format(score[key], '.0f' if key == 'n' else '.1f')}"
            for label, key in names.items()
        ]
        for score in summary["table"]
    ]
    assert [" ".join(line) for line in ours] == [" ".join(line.split()) for line in told.splitlines()]


def test_explain_shows_the_verdict_the_matched_words_and_the_rule(run: Run, tmp_path: Path) -> None:
    (tmp_path / "source.txt").write_text(SOURCE, "utf-8")
    done = run("explain", TRUE, "--source", "source.txt")
    assert done.code == 0
    assert done.out.startswith("GROUNDED by rule content-5-gram of content-5-gram ")
    assert "\n  <<Seven disks of equal radius touch one another>> around a central disk." in done.out
    assert "\x1b" not in done.out


def test_explain_judges_each_sentence_of_several(run: Run) -> None:
    done = run("explain", f"{TRUE} {FALSE}", "--source", "-", stdin=SOURCE.encode())
    assert f"GROUNDED by rule content-5-gram: {TRUE}" in done.out
    assert f"UNSUPPORTED by rule no-content-5-gram: {FALSE}" in done.out
    sentences = json.loads(run("explain", f"{TRUE} {FALSE}", "--source", "-", "--json", stdin=SOURCE.encode()).out)["sentences"]
    assert [(one["sentence"], one["verdict"]) for one in sentences] == [(TRUE, "grounded"), (FALSE, "unsupported")]
    assert "sentence by sentence" not in run("explain", TRUE, "--source", "-", stdin=SOURCE.encode()).out


def test_explain_tells_of_bytes_it_had_to_replace_and_goes_on(run: Run) -> None:
    done = run("explain", TRUE, "--source", "-", "--json", stdin=b"\xef\xbb\xbf" + SOURCE.encode() + b" \xff \xfe \xef\xbf\xbd")
    assert done.code == 0
    assert "2 stretches of bytes are no UTF-8" in done.err
    assert json.loads(done.out)["start"] == 0
    assert run("explain", TRUE, "--source", "-", stdin=SOURCE.encode()).err == ""


def test_explain_answers_also_for_nothing_at_all(run: Run) -> None:
    for claim in ("", " ", "?", "\udcff", "\x1b[2J"):
        done = run("explain", claim, "--source", "-")
        assert done.code == 0
        assert "UNSUPPORTED" in done.out and "\x1b" not in done.out


def test_guards_are_listed_with_version_and_one_line(run: Run) -> None:
    listed = json.loads(run("guards", "--json").out)["guards"]
    assert [one["name"] for one in listed] == list(guard_names())
    assert all(one["version"] and one["description"] for one in listed)
    assert [one["name"] for one in listed if one["chosen"]] == ["content-5-gram"]
    assert "* content-5-gram" in " ".join(run("guards").out.split())


CLAIM = "Eight disks always touch."
TEXT = "Long before that it was known that seven disks touch one another."


@dataclass(frozen=True)
class OneVerdictGuard:
    verdict: Verdict
    name: str = "one-verdict"
    version: str = "1"

    def check(self, claim: str, source: str) -> Verdict:
        return self.verdict


def differing(*differences: Difference, source: str = TEXT, matched: str = "seven disks touch") -> Explanation:
    start = source.find(matched)
    verdict = Verdict(
        kind=VerdictKind.UNSUPPORTED,
        rule="number",
        matched=matched,
        start=start,
        end=start + len(matched),
        differences=differences,
        scores={"coverage": 0.75, "longest": 3},
    )
    return explain(CLAIM, source, OneVerdictGuard(verdict))


def difference(claim_words: str, source_words: str, claim_at: int = -1, source_at: int = -1) -> Difference:
    claim_at = CLAIM.find(claim_words) if claim_at < 0 else claim_at
    source_at = TEXT.find(source_words) if source_at < 0 else source_at
    return Difference(
        kind="number",
        claim_words=claim_words,
        source_words=source_words,
        claim_start=claim_at,
        claim_end=claim_at + len(claim_words),
        source_start=source_at,
        source_end=source_at + len(source_words),
    )


def printed(explanation: Explanation, **options: object) -> str:
    out = io.StringIO()
    print_explanation(explanation, Console(file=out, width=200, highlight=False, **options))  # type: ignore[arg-type]
    return out.getvalue()


def test_differences_stand_in_claim_and_source_with_signs_where_there_is_no_colour() -> None:
    explanation = differing(difference("Eight", "seven"), difference("always", "", source_at=TEXT.index("touch")))
    for plain in (printed(explanation), printed(explanation, force_terminal=True, color_system="standard", no_color=True)):
        assert "[-Eight-]{+seven+} disks [-always-] touch." in plain
        assert "known that <<{+seven+} disks touch>> one another." in plain
        assert "number: the claim says [-Eight-], the source {+seven+}" in plain
        assert "number: the claim says [-always-], the source nothing" in plain
    assert "  coverage  0.75\n  longest   3\n" in printed(explanation)


def test_words_that_the_claim_leaves_out_stand_where_they_are_missing() -> None:
    plain = printed(differing(difference("", "touch", claim_at=CLAIM.index("disks"))))
    assert "Eight {+touch+}disks always touch." in plain
    assert "<<seven disks {+touch+}>>" in plain


def test_differences_are_coloured_on_a_terminal() -> None:
    coloured = printed(differing(difference("Eight", "seven")), force_terminal=True, color_system="standard")
    assert "\x1b[9;31mEight\x1b[0m \x1b[32mseven\x1b[0m disks" in coloured
    assert "\x1b[1;32mseven\x1b[0m\x1b[1m disks touch\x1b[0m one another" in coloured
    assert "[-" not in coloured and "<<" not in coloured


def test_a_difference_without_a_place_is_told_and_marks_nothing() -> None:
    lost = Difference(kind="number", claim_words="", source_words="seven")
    plain = printed(differing(lost))
    assert f"  {CLAIM}\n" in plain
    assert "<<seven disks touch>>" in plain
    assert "number: the claim says nothing, the source {+seven+}" in plain


def test_of_a_long_source_only_the_surroundings_are_shown() -> None:
    long = "before " * 1_000 + "seven disks touch" + " after" * 1_000
    plain = printed(differing(source=long))
    assert "… before" in plain and "after …" in plain and "<<seven disks touch>>" in plain
    assert len(plain) < 1_000


def test_of_a_long_match_the_two_ends_are_shown() -> None:
    matched = "first " + "word " * 5_000 + "last"
    plain = printed(differing(source=matched, matched=matched))
    assert "<<first word" in plain and "word last>>" in plain and " … " in plain
    assert len(plain) < explaining.MOST_SHOWN + 500


@given(
    st.text(max_size=60),
    st.text(max_size=60),
    st.lists(st.tuples(*[st.integers(0, 60)] * 4), max_size=4),
    st.tuples(st.integers(0, 60), st.integers(0, 60)),
)
def test_the_signs_taken_away_claim_and_source_stand_there_as_they_are(
    claim: str, source: str, places: list[tuple[int, int, int, int]], match: tuple[int, int]
) -> None:
    differences = tuple(
        Difference(
            kind="k", claim_words=claim[a:b], source_words=source[c:d], claim_start=a, claim_end=b, source_start=c, source_end=d
        )
        for a, b, c, d in places
        if a <= b <= len(claim) and c <= d <= len(source)
    )
    start, end = sorted(min(place, len(source)) for place in match)
    verdict = Verdict(
        kind=VerdictKind.GROUNDED, rule="r", matched=source[start:end], start=start, end=end, differences=differences
    )
    text = printed(explain(claim, source, OneVerdictGuard(verdict)), force_terminal=True, color_system=None, no_color=True)
    assert shown(text.replace("\n", "")) == text.replace("\n", "")
    shown_source = shown(source[start:end])
    if shown_source and not any(one.source_words for one in differences):
        assert f"<<{shown_source}>>" in text.replace("\n", "")


@given(st.text(st.characters(exclude_categories=())))
def test_foreign_text_is_shown_character_for_character_and_commands_nothing(text: str) -> None:
    made = shown(text)
    assert len(made) == len(text)
    made.encode("utf-8")
    assert made.isprintable() or not any(ord(character) < 32 or ord(character) == 127 for character in made)


# What follows needs a process of its own.

IN_PROCESSES = """
import functools, sys
from wiki_assets.cli import grounding_commands, main
grounding_commands.Pace = functools.partial(grounding_commands.Pace, alone_seconds=0.0)
sys.argv = ["wiki", "grounding", *sys.argv[1:]]
main.main()
"""


def environment() -> dict[str, str]:
    return {key: value for key, value in os.environ.items() if not key.startswith("WIKI_")} | {"WIKI_GUARD": "content-5-gram"}


def start(*command: str) -> subprocess.Popen[bytes]:
    """A process in a group of its own, as a terminal has it."""
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command,
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        env=environment(),
        start_new_session=True,
        cwd=Path(__file__).resolve().parents[2],
    )


def feed(process: subprocess.Popen[bytes]) -> threading.Thread:
    """Rows without end, until nobody reads them."""
    assert process.stdin is not None
    stream = process.stdin

    def write() -> None:
        try:
            for number in range(10**9):
                stream.write(as_lines(row(number, (TRUE, FALSE)[number % 2])))
        except (BrokenPipeError, ValueError):
            return

    thread = threading.Thread(target=write, daemon=True)
    thread.start()
    return thread


def wait_for(what: Callable[[], bool]) -> None:
    until = time.monotonic() + 120
    while not what():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.02)


def group_is_gone(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def workers_of(process: subprocess.Popen[bytes]) -> list[str]:
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    commands = {pid: Path(f"/proc/{pid}/cmdline") for pid in children}
    return [pid for pid, file in commands.items() if file.exists() and b"spawn_main" in file.read_bytes()]


@pytest.fixture
def begun(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A check of endless rows in other processes, with verdicts in a file, some way along."""
    if not Path("/proc/self/task").is_dir():
        pytest.skip("needs /proc to see the processes")
    process = start(sys.executable, "-c", IN_PROCESSES, "check", "-", "--workers", "2", "--out", str(tmp_path / "verdicts.jsonl"))
    thread = feed(process)
    try:
        wait_for(lambda: bool(workers_of(process)))
        wait_for(lambda: any(path.stat().st_size > 0 for path in tmp_path.glob(".verdicts.jsonl.*.part")))
        yield process
    finally:
        if not group_is_gone(process.pid):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        thread.join()
        for stream in (process.stdin, process.stdout, process.stderr):
            assert stream is not None
            with contextlib.suppress(BrokenPipeError):
                stream.close()


def test_an_interrupted_check_keeps_whole_lines_under_a_name_that_it_tells(
    begun: subprocess.Popen[bytes], tmp_path: Path
) -> None:
    os.killpg(begun.pid, signal.SIGINT)
    assert begun.wait(timeout=120) == 130
    assert begun.stderr is not None
    told = begun.stderr.read().decode()
    assert "interrupted" in told and "Traceback" not in told
    partial = tmp_path / "verdicts.jsonl.partial"
    assert str(partial) in told
    assert [path.name for path in tmp_path.iterdir()] == [partial.name]
    data = partial.read_bytes()
    assert data.endswith(b"\n")
    ids = [json.loads(line)["id"] for line in data.splitlines()]
    assert ids == list(range(len(ids))) != []
    assert f"{len(ids)} rows were judged" in told
    wait_for(lambda: group_is_gone(begun.pid))


def test_workers_end_when_their_parent_is_killed(begun: subprocess.Popen[bytes]) -> None:
    begun.kill()
    begun.wait()
    wait_for(lambda: group_is_gone(begun.pid))


def test_an_interruption_on_standard_output_leaves_whole_lines() -> None:
    process = start(WIKI, "grounding", "check", "-")
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(as_lines(row("a"), row("b")))
    process.stdin.flush()
    first = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    rest, told = process.communicate(timeout=120)
    assert process.returncode == 130, told
    assert {json.loads(line)["verdict"] for line in (first + rest).splitlines()} == {"grounded"}
    assert (first + rest).endswith(b"\n")
    assert b"interrupted" in told and b"Traceback" not in told


def test_a_verdict_is_given_out_before_the_next_row_comes() -> None:
    process = start(WIKI, "grounding", "check", "-")
    assert process.stdin is not None and process.stdout is not None
    for identity in ("a", "b"):
        process.stdin.write(as_lines(row(identity)))
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == identity
    rest, _ = process.communicate(timeout=120)
    assert (rest, process.returncode) == (b"", 0)


def test_a_reader_that_has_had_enough_ends_the_check_quietly() -> None:
    process = start(WIKI, "grounding", "check", "-")
    assert process.stdout is not None and process.stderr is not None
    thread = feed(process)
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(timeout=120) == 1
    told = process.stderr.read()
    assert b"Traceback" not in told and b"Exception" not in told
    thread.join()
    process.stderr.close()
    assert process.stdin is not None
    with contextlib.suppress(BrokenPipeError):
        process.stdin.close()


def test_letters_that_the_terminal_cannot_show_end_nothing(tmp_path: Path) -> None:
    source = tmp_path / "source.txt"
    source.write_text(f"Möbius ∀ {SOURCE}", "utf-8")
    done = subprocess.run(
        [WIKI, "grounding", "explain", f"Möbius {TRUE}", "--source", str(source)],
        capture_output=True,
        env=environment() | {"PYTHONIOENCODING": "ascii"},
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert b"GROUNDED" in done.stdout and b"\\xf6bius" in done.stdout
