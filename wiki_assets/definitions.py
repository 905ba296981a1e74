"""The only assembly: `build_defs` puts assets, checks, jobs, sensors and resources together. Nothing is opened or contacted here."""

from __future__ import annotations

from dagster import AssetsDefinition, AssetSelection, AssetSpec, Definitions, ExecutorDefinition, with_source_code_references

from jobs import all_jobs, all_schedules
from jobs.executors import executor_of
from resources import build_resources
from resources.columns import audit_metadata
from sensors import all_sensors
from wiki_assets.audit.assets import audit_tables
from wiki_assets.concepts.assets import concept_pages
from wiki_assets.dashboard.assets import build_dashboard
from wiki_assets.documents.assets import chunks, raw_documents
from wiki_assets.documents.checks import papers_were_read
from wiki_assets.grounding.assets import grounding_reports
from wiki_assets.grounding.calibration.assets import guard_calibration
from wiki_assets.grounding.calibration.checks import guard_catches_edits
from wiki_assets.grounding.checks import grounding_rate_reaches_threshold
from wiki_assets.publication.assets import promoted_pages, wiki
from wiki_assets.publication.checks import every_link_resolves, every_published_page_passes, no_page_rests_on_flagged_papers
from wiki_assets.retrieval.assets import embeddings, evidence
from wiki_assets.retrieval.checks import every_concept_has_evidence
from wiki_assets.settings import Settings
from wiki_assets.upkeep.assets import maintenance
from wiki_assets.upkeep.checks import wiki_check

ALL_CHECKS = [
    papers_were_read,
    every_concept_has_evidence,
    grounding_rate_reaches_threshold,
    every_published_page_passes,
    every_link_resolves,
    no_page_rests_on_flagged_papers,
    guard_catches_edits,
    wiki_check,
]
ALL_ASSETS: list[AssetsDefinition] = [
    raw_documents,
    chunks,
    embeddings,
    evidence,
    concept_pages,
    grounding_reports,
    promoted_pages,
    wiki,
    audit_tables,
    guard_calibration,
    build_dashboard(ALL_CHECKS),
    maintenance,
]
OWNER = "team:wiki"


def build_defs(
    settings: Settings | None = None, executor: ExecutorDefinition | None = None, **resource_overrides: object
) -> Definitions:
    """A fresh assembly.

    Args:
        settings: Read from the environment when None.
        executor: What runs the steps of launched runs; as the settings say when None.
        resource_overrides: Resources by name that replace the configured ones, as tests do.

    Raises:
        SettingsError: A setting cannot be used.
    """
    settings = settings or Settings.load()
    definitions = Definitions(
        assets=with_source_code_references(ALL_ASSETS),
        asset_checks=ALL_CHECKS,
        jobs=all_jobs,
        sensors=all_sensors,
        schedules=all_schedules,
        resources={**build_resources(settings), **resource_overrides},
        executor=executor or executor_of(settings),
    )
    return definitions.permissive_map_resolved_asset_specs(func=_described, selection=AssetSelection.all())


def _described(spec: AssetSpec) -> AssetSpec:
    """Who owns an asset, and which table of the audit its rows go to, with its columns."""
    return spec.replace_attributes(owners=[OWNER]).merge_attributes(metadata=audit_metadata(spec.key.to_user_string()))


defs = build_defs()
