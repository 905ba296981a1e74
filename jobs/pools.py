"""How many steps may use a scarce thing at the same time, over all runs of an instance.

Belongs here: names of the pools and their limits. Does not belong here: which asset is in which (`pool=` on the asset).
"""

from __future__ import annotations

from dagster import DagsterInstance

from wiki_assets.settings import Settings

MODEL_CALLS = "model_calls"
VECTORS = "vectors"
AUDIT = "audit"
# The embedded engine and the audit's file have one writer at a time. A server takes several; more than this wait on its disk anyway.
SERVER_WRITERS = 4


def pool_limits(settings: Settings) -> dict[str, int]:
    """Slots of each pool under these settings."""
    return {MODEL_CALLS: settings.model_calls_at_once, VECTORS: SERVER_WRITERS if settings.qdrant_url else 1, AUDIT: 1}


def set_pool_limits(instance: DagsterInstance, limits: dict[str, int]) -> None:
    """Brings the instance's pools to these limits; does nothing where they are so already. Slots in use are kept until they are freed."""
    present = {pool.name: pool.limit for pool in instance.event_log_storage.get_pool_limits() if not pool.from_default}
    for name, limit in limits.items():
        if present.get(name) != limit:
            instance.event_log_storage.set_concurrency_slots(name, limit)
