"""The asset of this room: `maintenance`, which keeps a home small and quick, every night."""

import time
from datetime import timedelta

from dagster import AssetExecutionContext, Config, Failure, FreshnessPolicy, MaterializeResult, MetadataValue, asset
from pydantic import Field

from jobs.maintenance import history_part
from resources import ArtifactStoreResource, AuditResource, EmbedderResource, VectorStoreResource
from resources.failures import as_failure
from wiki_assets.settings import Settings
from wiki_assets.text.markdown_tables import markdown_table
from wiki_assets.upkeep.exclusion import upkeep_lock
from wiki_assets.upkeep.nightly import Night, Premises, dry_run_of, parts_of, run_parts

GROUP = "upkeep"


class MaintenanceConfig(Config):
    """What one run of maintenance may be told."""

    dry_run: bool = Field(default=False, description="Only count what would go; nothing is changed.")
    keep_days: int = Field(default=0, ge=0, description="Days to keep what nothing refers to; WIKI_KEEP_DAYS where 0.")


# It runs every night; a night that was missed is worth a look, two are a failure. Nothing else in the graph goes by the clock.
NIGHTLY = FreshnessPolicy.time_window(fail_window=timedelta(hours=50), warn_window=timedelta(hours=26))


@asset(group_name=GROUP, kinds={"python"}, pool="audit", freshness_policy=NIGHTLY)
def maintenance(
    context: AssetExecutionContext,
    config: MaintenanceConfig,
    artifacts: ArtifactStoreResource,
    audit: AuditResource,
    embedder: EmbedderResource,
    vectors: VectorStoreResource,
) -> MaterializeResult[None]:
    """Leftovers of killed processes, artifacts that nothing refers to, stray vectors, small fragments, free space and old runs: gone."""
    started, days = time.monotonic(), config.keep_days or Settings.load().keep_days
    with as_failure():
        store, points = artifacts.store(), vectors.for_embedder(embedder.load())
        premises = Premises(artifacts.folder, store, audit.record(), audit.database, points, days)
        choose = dry_run_of if config.dry_run else parts_of
        history = history_part(context.instance, days, dry_run=config.dry_run)
        with upkeep_lock(artifacts.folder, vectors.wait_seconds):
            night = run_parts({**choose(premises, time.time()), "runs": history})
    if night.failed:
        raise Failure(description=" ".join(f"{name}: {what}" for name, what in night.failed.items()), metadata=_facts(night))
    return MaterializeResult(metadata={**_facts(night), "seconds": MetadataValue.float(round(time.monotonic() - started, 3))})


def _facts(night: Night) -> dict[str, MetadataValue]:
    told = [("postponed", name, why) for name, why in night.postponed.items()]
    told += [("failed", name, why) for name, why in night.failed.items()]
    facts: dict[str, MetadataValue] = {name: MetadataValue.int(value) for name, value in night.counts.items()}
    return facts | {"not done": MetadataValue.md(markdown_table(["what", "part", "why"], told))}
