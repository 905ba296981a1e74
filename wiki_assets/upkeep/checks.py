"""The check of this room: what `wiki check` says of the wiki, every night and with every refresh."""

from dagster import AssetCheckResult, AssetCheckSeverity, MetadataValue, asset_check

from resources import ArtifactStoreResource
from resources.failures import as_failure
from wiki_assets.publication.assets import wiki
from wiki_assets.publication.checking import check_wiki
from wiki_assets.upkeep.previews import check_table


@asset_check(asset=wiki)
def wiki_check(artifacts: ArtifactStoreResource) -> AssetCheckResult:
    """No claim of the wiki is marked ⚠, no page cites a paper that should not be relied on, and no draft waits for a reviewer."""
    with as_failure():
        found = check_wiki(artifacts.folder)
    return AssetCheckResult(
        passed=found.exit_code == 0,
        # Never blocking: marked claims and drafts are for a person to look at, and both were let stand on purpose.
        severity=AssetCheckSeverity.WARN,
        metadata={
            "exit_code": found.exit_code,
            "unsupported": found.count("unsupported"),
            "uncertain": found.count("uncertain"),
            "marked_by_hand": found.count(""),
            "flagged": len(found.flagged),
            "drafts": len(found.drafts),
            "what waits": MetadataValue.md(check_table(found)),
        },
    )
