"""From a calibration to rows of the audit.

Belongs here: which figure becomes which column. Does not belong here: the columns (`rows`) or writing them (`fragments`).
"""

from __future__ import annotations

import orjson

from wiki_assets.audit.rows import CalibrationRow
from wiki_assets.audit.stamps import Stamp
from wiki_assets.grounding.calibration.model import Calibration


def calibration_rows(calibration: Calibration, stamp: Stamp) -> list[CalibrationRow]:
    """One row for each kind of edit that some claim could be edited in."""
    return [
        CalibrationRow(
            run_id=stamp.run_id,
            recorded_at=stamp.recorded_at,
            guard=calibration.guard,
            guard_version=calibration.guard_version,
            edits_version=calibration.edits_version,
            claims=calibration.claims,
            claims_found=calibration.claims_found,
            kept_unedited=calibration.kept_unedited,
            kind=result.kind,
            label=result.label.value,
            edits=result.edits,
            grounded=result.grounded,
            uncertain=result.uncertain,
            unsupported=result.unsupported,
            rules=orjson.dumps({"refused": result.refusing_rules, "grounded": result.grounding_rules}).decode(),
        )
        for result in calibration.kinds
        if result.edits
    ]
