"""The assets of this room: `promoted_pages`, one partition and one run per concept, and `wiki`, which spans pages."""

import time

from dagster import AssetExecutionContext, AutomationCondition, MaterializeResult, MetadataValue, asset

from resources import ArtifactStoreResource, AuditResource, LibraryResource, PolicyResource
from resources.failures import as_failure
from resources.wiki import open_wiki
from wiki_assets.audit.decisions import promotion_rows
from wiki_assets.concepts.steps import read_latest
from wiki_assets.grounding.assets import grounding_reports
from wiki_assets.grounding.steps import conflicts_identity_of, conflicts_of
from wiki_assets.partitions import concepts_partitions
from wiki_assets.planning.state import keep_wiki_state
from wiki_assets.publication import previews
from wiki_assets.publication.steps import disagreement_lines, refresh

GROUP = "publication"


# The blocking check stops this asset only within one run; alone, in a backfill or by automation it is the gate inside that refuses.
@asset(
    partitions_def=concepts_partitions,
    deps=[grounding_reports],
    group_name=GROUP,
    kinds={"markdown"},
    automation_condition=AutomationCondition.eager() & AutomationCondition.all_deps_blocking_checks_passed(),
)
def promoted_pages(
    context: AssetExecutionContext,
    library: LibraryResource,
    policy: PolicyResource,
    artifacts: ArtifactStoreResource,
    audit: AuditResource,
) -> MaterializeResult[None]:
    """A page of the wiki, published only with a passing verdict on exactly its words, whatever started the run."""
    started = time.monotonic()
    store, stamp, slug = artifacts.store(), audit.stamp(context.run.run_id), context.partition_key
    with as_failure():
        wiki, page = open_wiki(artifacts, library, policy, context.run.run_id), read_latest(slug, store).page
        report = wiki.recorded_report(page, wiki.rule)
        lines = disagreement_lines(conflicts_of(library.concept(slug), page, report, store))
        promotion = wiki.promote(page, lines, conflicts_identity_of(page, store))
        audit.append("promotions", promotion_rows([promotion], [report] if report else [], artifacts.folder, stamp))
    return MaterializeResult(
        metadata={
            "path": MetadataValue.path(promotion.path),
            "grounding_rate": promotion.rate,
            "threshold": promotion.threshold,
            "changed": promotion.changed,
            "page_sha": promotion.page_sha,
            "seconds": MetadataValue.float(round(time.monotonic() - started, 3)),
            "page": MetadataValue.md(previews.without_front_matter(promotion.path.read_text(encoding="utf-8"))),
        }
    )


@asset(deps=[promoted_pages], group_name=GROUP, kinds={"markdown"})
def wiki(
    context: AssetExecutionContext,
    library: LibraryResource,
    policy: PolicyResource,
    artifacts: ArtifactStoreResource,
    audit: AuditResource,
) -> MaterializeResult[None]:
    """What spans pages: cross-references against the full list of concepts, index, log, and a check of every link."""
    started = time.monotonic()
    with as_failure():
        whole = open_wiki(artifacts, library, policy, context.run.run_id)
        refreshed = refresh(whole)
        audit.append("promotions", promotion_rows(refreshed.left, [], artifacts.folder, audit.stamp(context.run.run_id)))
        keep_wiki_state(whole.concepts, whole.shelf, whole.store)
    return MaterializeResult(
        metadata={
            **previews.refresh_metadata(refreshed),
            "seconds": MetadataValue.float(round(time.monotonic() - started, 3)),
            "index": MetadataValue.md((artifacts.folder / "wiki" / "index.md").read_text(encoding="utf-8")),
        }
    )
