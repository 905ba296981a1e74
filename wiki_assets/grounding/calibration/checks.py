"""The check on `guard_calibration`: a warning, for a corpus that weakens the guard is no reason to stop a build."""

from dagster import AssetCheckResult, AssetCheckSeverity, MetadataValue, asset_check

from resources import ArtifactStoreResource, PolicyResource
from resources.failures import as_failure
from wiki_assets.grounding.calibration import previews
from wiki_assets.grounding.calibration.assets import guard_calibration
from wiki_assets.grounding.calibration.edits.interface import Label
from wiki_assets.grounding.calibration.steps import read_latest_of


@asset_check(asset=guard_calibration)
def guard_catches_edits(artifacts: ArtifactStoreResource, policy: PolicyResource) -> AssetCheckResult:
    """On this corpus the guard catches enough of the claims edited to be false, and refuses few of those that are only reworded."""
    goals = policy.calibration_goals
    with as_failure():
        measured = read_latest_of(policy.load_guard(), artifacts.store())
    missed = goals.missed_by(measured)
    return AssetCheckResult(
        passed=not missed,
        severity=AssetCheckSeverity.WARN,
        description=" ".join(missed) or "It catches enough of the bad edits and refuses few of the good ones.",
        metadata={
            "catch_rate": measured.catch.rate,
            "min_catch": goals.min_catch,
            "false_alarm_rate": measured.false_alarm.rate,
            "max_false_alarm": goals.max_false_alarm,
            "weak kinds": MetadataValue.md(previews.weak_table(measured, goals)),
            "missed edits": MetadataValue.md(previews.wrong_table(measured, Label.UNSUPPORTED)),
        },
    )
