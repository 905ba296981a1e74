"""Checks of this room. Papers that cannot be read are shown and stop nothing."""

from dagster import AssetCheckResult, AssetCheckSeverity, MetadataValue, asset_check

from resources import ArtifactStoreResource, LibraryResource
from resources.failures import as_failure
from wiki_assets.documents import previews
from wiki_assets.documents.assets import raw_documents
from wiki_assets.documents.model import DocumentStatus
from wiki_assets.documents.steps import read_all_records


@asset_check(asset=raw_documents)
def papers_were_read(artifacts: ArtifactStoreResource, library: LibraryResource) -> AssetCheckResult:
    """Every file in the folder of papers was read; those that were not, each with the reason and what to do."""
    store = artifacts.store()
    with as_failure():
        rejected, records = library.scan(store).rejected, read_all_records(store)
    failed = [record for record in records if record.status.failed]
    partly = [record for record in records if record.status is DocumentStatus.PARTIAL]
    flagged = [record for record in records if record.metadata.flag]
    return AssetCheckResult(
        passed=not failed and not rejected,
        severity=AssetCheckSeverity.WARN,
        metadata={
            "papers": len(records),
            "failed": len(failed),
            "partly read": len(partly),
            "retracted or superseded": len(flagged),
            "rejected files": len(rejected),
            "outcomes": MetadataValue.md(
                previews.outcome_table([*failed, *partly], rejected) if failed or partly or rejected else "Every file was read."
            ),
        },
    )
