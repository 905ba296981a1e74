"""An alert in words and as JSON."""

from __future__ import annotations

import json

import pytest

from tests.alerting.samples import alert
from wiki_assets.alerting.model import Kind, Severity
from wiki_assets.alerting.wording import headline, payload_of, text_of


def test_the_text_says_all_a_person_needs() -> None:
    told = text_of(alert(figures={"grounding_rate": 0.0, "threshold": 0.5, "claims": 3}, owners=("team:wiki", "a@b.org")))
    assert told.splitlines() == [
        "🔴 *Check failed: grounding_rate_reaches_threshold of grounding_reports, page-0*",
        "Too few claims are grounded.",
        "grounding_rate 0.00, threshold 0.50, claims 3",
        "What to do: Read the draft.",
        "For: team:wiki, a@b.org",
        "Run run-0, 2026-11-30 12:00 UTC",
    ]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"kind": Kind.RUN, "job": "compile", "step": "concept_pages"}, "Run failed: compile, step concept_pages, page-0"),
        ({"kind": Kind.RUN, "job": "publish", "partition": ""}, "Run failed: publish"),
        ({"kind": Kind.RECOVERY, "check": "c", "asset": "a"}, "Check passes again: c of a, page-0"),
        ({"severity": Severity.WARNING, "check": "c", "asset": "a", "partition": ""}, "Check warns: c of a"),
        ({"kind": Kind.DIGEST, "count": 480}, "480 more alerts"),
    ],
)
def test_the_headline_says_what_failed(changes: dict[str, object], told: str) -> None:
    assert headline(alert(**changes)) == told


def test_no_words_of_an_error_call_everybody_or_make_a_link() -> None:
    text = str(payload_of(alert(why="<!channel> @here @Channel a & b <http://x|y> anna@hereford.org"))["text"])
    assert "<" not in text
    assert "@here " not in text
    assert "@Channel" not in text
    assert "a &amp; b" in text
    assert "anna@hereford.org" in text


def test_the_run_is_found_by_its_path_in_the_ui() -> None:
    assert payload_of(alert(run_id="abc"))["run_path"] == "/runs/abc"
    assert payload_of(alert(run_id=""))["run_path"] == ""
    assert "Run" not in text_of(alert(run_id="")).splitlines()[-1]


def test_the_payload_is_json() -> None:
    assert json.loads(json.dumps(payload_of(alert(figures={"passed": True}))))["figures"] == {"passed": True}
