"""Dagster resources: thin, typed shells that hand the plain objects of `wiki_assets` to assets, checks and sensors.

Belongs here: configuration and life time of a client. Does not belong here: what is done with it. No secret is a field, for
Dagster stores and shows resource configuration; secrets are read from the settings when a client is made.
"""

from __future__ import annotations

from dagster import ConfigurableResource

from resources.alerts import AlertsResource
from resources.artifacts import ArtifactStoreResource
from resources.audit import AuditResource
from resources.embedder import EmbedderResource
from resources.language_model import LanguageModelResource
from resources.library import LibraryResource
from resources.policy import PolicyResource
from resources.reading import ReadingConfig
from resources.vectors import VectorStoreResource
from resources.verifier import VerifierConfig
from wiki_assets.documents.choosing import options_from
from wiki_assets.settings import Settings
from wiki_assets.storage.addresses import settled_address

__all__ = [
    "AlertsResource",
    "ArtifactStoreResource",
    "AuditResource",
    "EmbedderResource",
    "LanguageModelResource",
    "LibraryResource",
    "PolicyResource",
    "VectorStoreResource",
    "VerifierConfig",
    "build_resources",
]


def build_resources(settings: Settings) -> dict[str, ConfigurableResource]:  # type: ignore[type-arg]
    """Every resource, by the name under which assets ask for it. Nothing is opened or contacted."""
    home = str(settings.home.resolve())
    address = settled_address(settings.artifacts)
    return {
        "alerts": AlertsResource(home=home, per_hour=settings.alerts_per_hour),
        "artifacts": ArtifactStoreResource(home=home, address=address),
        "audit": AuditResource(home=home, address=address),
        "embedder": EmbedderResource(model=settings.embedder, home=home),
        "language_model": LanguageModelResource(
            model=settings.llm_model,
            base_url=settings.llm_base_url,
            timeout_seconds=settings.llm_timeout_seconds,
            attempts=settings.llm_attempts,
        ),
        "library": LibraryResource(
            raw=str(settings.raw_folder.resolve()),
            bibliography=str(settings.bibliography.resolve()) if settings.bibliography else "",
            sources=str(settings.sources_file.resolve()),
            concepts=str(settings.concepts_file.resolve()),
            workers=settings.workers,
            papers_per_run=settings.papers_per_run,
            buckets=settings.buckets,
            reading=ReadingConfig.of(options_from(settings)),
        ),
        "policy": PolicyResource(
            guard=settings.guard,
            verifier=VerifierConfig(
                name=settings.verifier,
                model=settings.verifier_model or settings.llm_model,
                base_url=settings.llm_base_url,
                timeout_seconds=settings.llm_timeout_seconds,
                attempts=settings.llm_attempts,
                nli_folder=str(settings.nli_folder.resolve()) if settings.nli_folder else "",
            ),
            min_grounding_rate=settings.min_grounding_rate,
            min_catch_rate=settings.min_catch_rate,
            max_false_alarm_rate=settings.max_false_alarm_rate,
            chunk_tokens=settings.chunk_tokens,
            evidence_count=settings.evidence_count,
            evidence_per_paper=settings.evidence_per_paper,
            dense_weight=settings.dense_weight,
            rrf_k=settings.rrf_k,
        ),
        "vectors": VectorStoreResource(home=home, url=settings.qdrant_url, wait_seconds=settings.store_wait_seconds),
    }
