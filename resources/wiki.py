"""The published wiki, put together from the resources: one object per run."""

from __future__ import annotations

from resources.artifacts import ArtifactStoreResource
from resources.library import LibraryResource
from resources.policy import PolicyResource
from wiki_assets.publication.publishing import Wiki


def open_wiki(artifacts: ArtifactStoreResource, library: LibraryResource, policy: PolicyResource, run_id: str = "") -> Wiki:
    """The wiki as one run sees it. Raises `ConceptsError` or `SettingsError`; opens nothing yet."""
    return Wiki(artifacts.folder, artifacts.store(), library.load_concepts().concepts, policy.gate_rule(), run_id)
