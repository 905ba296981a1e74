"""No alert holds a secret, a person's name, or where things lie on the machine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.alerting.samples import alert
from wiki_assets.alerting.cleaning import Cleaner, secrets_in
from wiki_assets.alerting.model import Kind
from wiki_assets.alerting.wording import payload_of

# Whose home is no folder of /home.
SUPERUSER = "root"

HOME = Path("/home/anna/wiki/data")
CLEANER = Cleaner(HOME)
# Made up here, in the forms that services use.
KEYS = (
    "AKIA" + "IOSFODNN7EXAMPLQ",
    "ghp_" + "abcdefghijklmnopqrstuvwxyz0123456789",
    "sk-proj-" + "abcdefghijklmnopqrstuvwx1234567890",
    "https://hooks.slack.com/services/" + "T00000000/B00000000/abcdefghijklmnopqrstuvwx",
    "postgresql://wiki:" + "hunter2secret@db.example/wiki",
)


@pytest.mark.parametrize(
    ("told", "cleaned"),
    [
        ("The file /home/anna/wiki/data/raw/x.pdf is torn.", "The file raw/x.pdf is torn."),
        ("Nothing is in /home/anna/wiki/data.", "Nothing is in the home folder."),
        ("See /home/anna/wiki/database/x.", "See ~/wiki/database/x."),
        (f"'/{SUPERUSER}/.cache/x' and /Users/ben/x/y", "'~/.cache/x' and ~/x/y"),
        ('File "/usr/lib/python3.11/json/decoder.py", line 3', 'File "…/decoder.py", line 3'),
        ("/srv/papers/deep/x.pdf: no", "…/x.pdf: no"),
        (r"C:\Users\Anna Smith\x.pdf", r"C:\Users\[redacted: name of a home folder]\x.pdf"),
        ("https://a.b/c/d and and/or 1/2/3", "https://a.b/c/d and and/or 1/2/3"),
        ("wiki/draft/edge-flip.md", "wiki/draft/edge-flip.md"),
        ("a\x00b\u202ec\n  d\ud800", "a b c d"),
    ],
)
def test_paths_are_told_from_the_home_folder_on_or_by_their_last_part(told: str, cleaned: str) -> None:
    assert CLEANER.clean(told) == cleaned


@pytest.mark.parametrize("key", KEYS)
def test_a_key_in_a_message_is_taken_out(key: str) -> None:
    cleaned = CLEANER.clean(f"The model refused the request with {key} today.")
    assert key not in cleaned
    assert "hunter2" not in cleaned
    assert "[redacted: " in cleaned


def test_the_secrets_of_the_settings_are_taken_out_whatever_they_look_like() -> None:
    secrets = secrets_in(["plainword", "postgresql://u:pass%20word@h/name", "http://hooks.example/services/T0/abc", "xy", ""])
    cleaner = Cleaner(HOME, secrets)
    cleaned = cleaner.clean(
        "plainword / pass%20word / 'pass word' / POST /services/T0/abc / http://hooks.example/services/T0/abc / xy"
    )
    assert cleaned == " / ".join(["[redacted: secret of a setting]"] * 2) + (
        " / '[redacted: secret of a setting]' / POST [redacted: secret of a setting] / [redacted: secret of a setting] / xy"
    )
    assert "plainword" not in repr(cleaner)


def test_an_address_that_cannot_be_taken_apart_is_a_secret_as_a_whole() -> None:
    assert secrets_in(["http://[bad/secret"]) == ("http://[bad/secret",)


def test_a_long_text_is_cut_and_no_key_is_cut_in_two() -> None:
    cleaned = CLEANER.clean("word " * 197 + KEYS[1] + " word" * 100)
    assert len(cleaned) <= 1_000
    assert "ghp_" not in cleaned
    assert "ghp_" not in CLEANER.clean("x" * 19_990 + " " + KEYS[1])


def test_every_text_of_an_alert_is_cleaned() -> None:
    key = KEYS[1]
    texts = dict.fromkeys(("why", "what_to_do", "partition", "job", "step"), f"see {key}")
    posted = json.dumps(payload_of(CLEANER.clean_alert(alert(kind=Kind.RUN, **texts))))
    assert key not in posted
    assert posted.count("redacted: GitHub token") == 13


@settings(deadline=None, max_examples=60)
@given(
    st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=60),
    st.sampled_from(KEYS),
    st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=60),
)
@example("Error: ", KEYS[0], "\n/home/anna/wiki/data/raw/x.pdf")
def test_no_key_survives_in_any_surroundings(before: str, key: str, after: str) -> None:
    posted = json.dumps(payload_of(CLEANER.clean_alert(alert(why=f"{before} {key} {after}"))), ensure_ascii=False)
    assert key not in posted
    assert key.rpartition("/")[2] not in posted or key.startswith("postgresql")
    assert "hunter2secret" not in posted


@settings(deadline=None, max_examples=60)
@given(
    st.sampled_from(["", "File ", "in '", '("', "path=", "\n"]),
    st.sampled_from(["/home/anna", "/Users/anna", "/home/anna/wiki/data"]),
    st.lists(st.from_regex(r"[a-z0-9_.-]{1,12}", fullmatch=True), max_size=5),
)
def test_no_name_of_a_home_folder_survives(before: str, folder: str, parts: list[str]) -> None:
    cleaned = CLEANER.clean(f"{before}{'/'.join([folder, *parts])}")
    assert "/anna" not in cleaned
    assert "/wiki/data/" not in cleaned or "~/wiki/data" not in cleaned


@settings(deadline=None, max_examples=100)
@given(st.text(st.characters(codec="utf-8"), max_size=300))
def test_cleaning_again_changes_nothing(text: str) -> None:
    cleaned = CLEANER.clean(text)
    assert CLEANER.clean(cleaned) == cleaned
