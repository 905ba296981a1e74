"""The asset of this room: `grounding_reports`, one partition and one run per concept."""

import time

from dagster import AssetExecutionContext, MaterializeResult, MetadataValue, asset

from resources import ArtifactStoreResource, AuditResource, LanguageModelResource, LibraryResource, PolicyResource
from resources.failures import as_failure
from resources.versions import versions_of
from resources.wiki import open_wiki
from wiki_assets.audit.decisions import promotion_rows
from wiki_assets.audit.mapping import conflict_rows, llm_call_rows
from wiki_assets.audit.verdicts import claim_rows, report_row
from wiki_assets.concepts.assets import concept_pages
from wiki_assets.concepts.steps import read_latest
from wiki_assets.grounding import previews
from wiki_assets.grounding.steps import conflicts_of, judge
from wiki_assets.partitions import concepts_partitions
from wiki_assets.planning.inputs import require_current_page
from wiki_assets.publication.steps import hold_back

GROUP = "grounding"


@asset(partitions_def=concepts_partitions, deps=[concept_pages], group_name=GROUP, kinds={"python", "json"}, pool="model_calls")
def grounding_reports(
    context: AssetExecutionContext,
    library: LibraryResource,
    policy: PolicyResource,
    artifacts: ArtifactStoreResource,
    language_model: LanguageModelResource,
    audit: AuditResource,
) -> MaterializeResult[None]:
    """The guard's verdict on every claim of a page. A page that fails is laid into wiki/draft here, for promotion will not run."""
    started = time.monotonic()
    store, stamp, slug = artifacts.store(), audit.stamp(context.run.run_id), context.partition_key
    with as_failure():
        guard, wiki = policy.load_verified_guard(), open_wiki(artifacts, library, policy, context.run.run_id)
        require_current_page(library.concept(slug), versions_of(policy, "", language_model.model), store)
        latest = read_latest(slug, store)
        opinions = judge(latest.page, store, guard, policy.min_grounding_rate)
        report = opinions.report
        conflicts = conflicts_of(library.concept(slug), latest.page, report, store)
        held = hold_back(wiki, latest, guard)
        audit.append("grounding_reports", [report_row(report, stamp)])
        audit.append("claims", claim_rows(latest.page, report, stamp))
        audit.append("conflicts", conflict_rows(conflicts, latest.page.page_sha, stamp))
        audit.append("llm_calls", llm_call_rows(calls := [*opinions.calls, *held.calls], stamp))
        audit.append("promotions", promotion_rows(held.promotions, [report], artifacts.folder, stamp))
    return MaterializeResult(
        metadata={
            **previews.report_metadata(report, len(conflicts)),
            **previews.opinion_metadata(opinions, calls),
            "seconds": MetadataValue.float(round(time.monotonic() - started, 3)),
            "page": MetadataValue.md(previews.judged_page(latest.page, report)),
            "failing claims": MetadataValue.md(previews.failing_claims(latest.page, report)),
            "claims cited anew": MetadataValue.md(previews.repaired_claims(latest.page, report)),
            "conflicting words": MetadataValue.md(previews.conflict_table(conflicts)),
        }
    )
