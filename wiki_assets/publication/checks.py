"""Checks of this room: what lies in the wiki is what the gate let through, and every link leads somewhere."""

from dagster import AssetCheckResult, AssetCheckSeverity, MetadataValue, asset_check

from resources import ArtifactStoreResource, LibraryResource, PolicyResource
from resources.failures import as_failure
from resources.wiki import open_wiki
from wiki_assets.publication import previews
from wiki_assets.publication.assets import promoted_pages, wiki
from wiki_assets.publication.checking import check_integrity, check_wiki
from wiki_assets.publication.links import broken_links
from wiki_assets.storage import layout


# Not partitioned on purpose: it is about all files, and its last run says how they are now.
@asset_check(asset=promoted_pages, blocking=True)
def every_published_page_passes(
    artifacts: ArtifactStoreResource, library: LibraryResource, policy: PolicyResource
) -> AssetCheckResult:
    """Every file in the wiki has a passing verdict for its own hash; one edited by hand or left over has none."""
    with as_failure():
        problems = check_integrity(open_wiki(artifacts, library, policy))
    return AssetCheckResult(
        passed=not problems,
        severity=AssetCheckSeverity.ERROR,
        metadata={"problems": len(problems), "files": MetadataValue.md(previews.integrity_table(problems))},
    )


@asset_check(asset=wiki)
def every_link_resolves(artifacts: ArtifactStoreResource) -> AssetCheckResult:
    """Every relative link in the wiki leads to a file that is there."""
    with as_failure():
        broken = broken_links(layout.wiki_folder(artifacts.folder))
    return AssetCheckResult(
        passed=not broken,
        severity=AssetCheckSeverity.WARN,
        metadata={"broken": len(broken), "links": MetadataValue.md(previews.link_table(broken))},
    )


@asset_check(asset=wiki)
def no_page_rests_on_flagged_papers(artifacts: ArtifactStoreResource) -> AssetCheckResult:
    """No published page cites a paper that somebody says is retracted or superseded; such a page stays, and a person should look at it."""
    flagged = check_wiki(artifacts.folder).flagged
    return AssetCheckResult(
        passed=not flagged,
        severity=AssetCheckSeverity.WARN,
        metadata={
            "pages": len({paper.file for paper in flagged}),
            "papers": MetadataValue.md(previews.flag_table(flagged)),
        },
    )
