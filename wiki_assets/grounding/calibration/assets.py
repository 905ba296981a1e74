"""The asset `guard_calibration`: how well the guard does on this corpus, measured when reports have changed."""

import time

from dagster import AssetExecutionContext, MaterializeResult, MetadataValue, asset

from resources import ArtifactStoreResource, AuditResource, LibraryResource, PolicyResource
from resources.failures import as_failure
from wiki_assets.audit.calibrations import calibration_rows
from wiki_assets.grounding.assets import GROUP, grounding_reports
from wiki_assets.grounding.calibration import previews
from wiki_assets.grounding.calibration.edits.catalogue import EDITS_VERSION
from wiki_assets.grounding.calibration.edits.interface import Label
from wiki_assets.grounding.calibration.model import DEFAULT_CLAIMS
from wiki_assets.grounding.calibration.steps import calibrate, find_judged, keep


# The sensor `stale_calibration` has it made again: reports change with every compiled page, and one calibration after all of them will do.
@asset(
    deps=[grounding_reports],
    group_name=GROUP,
    kinds={"python", "json"},
    code_version=f"edits-{EDITS_VERSION}",
)
def guard_calibration(
    context: AssetExecutionContext,
    library: LibraryResource,
    policy: PolicyResource,
    artifacts: ArtifactStoreResource,
    audit: AuditResource,
) -> MaterializeResult[None]:
    """What the guard makes of this wiki's own grounded claims, edited to be false or only reworded: catch and false-alarm rates."""
    started = time.monotonic()
    with as_failure():
        store, slugs = artifacts.store(), [concept.slug for concept in library.load_concepts().concepts]
        judged = find_judged(slugs, store, policy.load_verified_guard(), policy.min_grounding_rate)
        measured = calibrate(judged, store, policy.load_guard(), DEFAULT_CLAIMS)
        keep(measured, store)
        audit.append("calibrations", calibration_rows(measured, audit.stamp(context.run.run_id)))
    return MaterializeResult(
        metadata={
            **previews.calibration_metadata(measured),
            "seconds": MetadataValue.float(round(time.monotonic() - started, 3)),
            "by kind of edit": MetadataValue.md(previews.kind_table(measured)),
            "by rule": MetadataValue.md(previews.rule_table(measured)),
            "missed edits": MetadataValue.md(previews.wrong_table(measured, Label.UNSUPPORTED)),
            "false alarms": MetadataValue.md(previews.wrong_table(measured, Label.SUPPORTED)),
        }
    )
