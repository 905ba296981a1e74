"""Checks of this room."""

from dagster import AssetCheckResult, AssetCheckSeverity, MetadataValue, asset_check

from resources import ArtifactStoreResource
from resources.failures import as_failure
from wiki_assets.retrieval import previews
from wiki_assets.retrieval.assets import evidence
from wiki_assets.retrieval.steps import read_evidence


@asset_check(asset=evidence)
def every_concept_has_evidence(artifacts: ArtifactStoreResource) -> AssetCheckResult:
    """Every concept is named somewhere in the papers; one that is not will have an empty page, which is quarantined."""
    with as_failure():
        found = read_evidence(artifacts.store())
    empty = [item for item in found.values() if not item.rows]
    return AssetCheckResult(
        passed=not empty,
        severity=AssetCheckSeverity.WARN,
        metadata={
            "concepts without evidence": ", ".join(item.concept for item in empty) or "none",
            **({"what to do": "Add a paper on it, or an alias under which the papers know it."} if empty else {}),
            "evidence": MetadataValue.md(previews.evidence_table(found.values())),
        },
    )
