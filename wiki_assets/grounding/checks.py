"""The signal of the gate: a partitioned, blocking check. The lock is in `promoted_pages`, which reads the verdict for itself."""

import warnings

from dagster import AssetCheckExecutionContext, AssetCheckResult, AssetCheckSeverity, MetadataValue, asset_check
from dagster_shared.utils.warnings import PreviewWarning

from resources import ArtifactStoreResource, LibraryResource, PolicyResource
from resources.failures import as_failure
from resources.wiki import open_wiki
from wiki_assets.concepts.steps import read_latest
from wiki_assets.grounding import previews
from wiki_assets.grounding.assets import grounding_reports
from wiki_assets.partitions import concepts_partitions

with warnings.catch_warnings():
    # Partitioned checks are in preview on 1.13; an unpartitioned one is last-run-wins and lets a quarantined page through (measured).
    warnings.simplefilter("ignore", PreviewWarning)

    @asset_check(asset=grounding_reports, blocking=True, partitions_def=concepts_partitions)
    def grounding_rate_reaches_threshold(
        context: AssetCheckExecutionContext, artifacts: ArtifactStoreResource, library: LibraryResource, policy: PolicyResource
    ) -> AssetCheckResult:
        """The gate would let this page through; where not, the rate, the failing claims and what to do. Partitions shows each page."""
        with as_failure():
            wiki = open_wiki(artifacts, library, policy)
            page = read_latest(context.partition_key, wiki.store).page
            report, refusal = wiki.recorded_report(page, wiki.rule), wiki.refusal(page)
        return AssetCheckResult(
            passed=not refusal,
            severity=AssetCheckSeverity.ERROR,
            description=refusal or "The page may be published.",
            metadata={
                **(previews.verdict_metadata(report) if report else {"grounding_rate": 0.0}),
                "threshold": policy.min_grounding_rate,
                "page_sha": page.page_sha,
                "failing claims": MetadataValue.md(previews.failing_claims(page, report) if report else "There is no verdict."),
                **({"what to do": f"Read wiki/draft/{page.slug}.md."} if refusal else {}),
            },
        )
