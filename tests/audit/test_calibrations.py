"""Rows of a calibration."""

from __future__ import annotations

import json

from wiki_assets.audit.calibrations import calibration_rows

from .samples import calibration, stamp


def test_a_calibration_has_a_row_for_each_kind_that_some_claim_was_edited_in() -> None:
    bad, good = calibration_rows(calibration(caught=1), stamp())
    assert (bad.kind, bad.label, bad.edits, bad.grounded, bad.uncertain, bad.unsupported) == (
        "number-invented",
        "unsupported",
        2,
        1,
        0,
        1,
    )
    assert (good.kind, good.label, good.edits, good.grounded, good.uncertain, good.unsupported) == (
        "synonyms",
        "supported",
        2,
        1,
        1,
        0,
    )
    assert json.loads(good.rules) == {"refused": {"coverage": 1}, "grounded": {}}


def test_every_row_says_of_how_many_claims_and_of_which_guard_it_speaks() -> None:
    for row in calibration_rows(calibration(guard_version="7"), stamp()):
        assert (row.guard, row.guard_version, row.edits_version) == ("content-5-gram", "7", "1")
        assert (row.claims, row.claims_found, row.kept_unedited, row.run_id) == (3, 9, 2, "run-0")
