"""The assembly loads as the code server loads it, and holds exactly what we mean it to."""

from __future__ import annotations

from pathlib import Path

import pytest
from dagster import AssetKey, DagsterInstance, Definitions
from dagster._core.execution.asset_backfill import AssetBackfillData

from wiki_assets.definitions import build_defs
from wiki_assets.settings import Settings


def definitions(tmp_path: Path) -> Definitions:
    return build_defs(Settings.load(home=tmp_path))


def test_the_definitions_load_as_a_code_location(tmp_path: Path) -> None:
    Definitions.validate_loadable(definitions(tmp_path))


def test_the_graph_has_these_assets_and_no_other(tmp_path: Path) -> None:
    keys = definitions(tmp_path).resolve_asset_graph().get_all_asset_keys()
    assert {key.to_user_string() for key in keys} == {
        "raw_documents",
        "chunks",
        "embeddings",
        "evidence",
        "concept_pages",
        "grounding_reports",
        "dashboard",
        "guard_calibration",
        "maintenance",
        "promoted_pages",
        "wiki",
        "audit",
    }


def test_every_asset_has_a_description_a_group_kinds_and_an_owner(tmp_path: Path) -> None:
    for spec in definitions(tmp_path).resolve_all_asset_specs():
        assert spec.description, spec.key
        assert spec.group_name not in (None, "default"), spec.key
        assert spec.kinds, spec.key
        assert spec.owners == ["team:wiki"], spec.key


def test_gated_assets_have_no_backfill_policy_so_that_each_run_has_one_partition(tmp_path: Path) -> None:
    graph = definitions(tmp_path).resolve_asset_graph()
    for name in ("concept_pages", "grounding_reports", "promoted_pages"):
        assert graph.get(AssetKey(name)).backfill_policy is None


def test_the_two_checks_of_the_gate_block(tmp_path: Path) -> None:
    graph = definitions(tmp_path).resolve_asset_graph()
    blocking = {key.name for key in graph.asset_check_keys if graph.get(key).blocking}
    assert blocking == {"grounding_rate_reaches_threshold", "every_published_page_passes"}


def test_no_secret_is_in_the_stored_configuration_of_a_resource(tmp_path: Path) -> None:
    settings = Settings.load(home=tmp_path, llm_api_key="sk-hidden-value", QDRANT_API_KEY="qd-hidden-value")
    resources = build_defs(settings).resources or {}
    assert "hidden-value" not in " ".join(str(resource) for resource in resources.values())


@pytest.mark.filterwarnings("ignore:Function `AssetSelection.sources` is deprecated")  # Dagster calls it itself
def test_materialize_all_anchored_on_papers_reaches_every_concept_and_what_spans_pages(tmp_path: Path) -> None:
    graph = definitions(tmp_path).resolve_asset_graph()
    with DagsterInstance.ephemeral() as instance:
        instance.add_dynamic_partitions("papers", ["A2020", "B2021"])
        instance.add_dynamic_partitions("concepts", ["circle-packing", "edge-flip"])
        backfill = AssetBackfillData.from_asset_partitions(
            asset_graph=graph,
            partition_names=["A2020", "B2021"],
            asset_selection=list(graph.get_all_asset_keys()),
            dynamic_partitions_store=instance,
            backfill_start_timestamp=0.0,
            all_partitions=False,
        )
    targeted = {
        str(part.asset_key.to_user_string()): part.partition_key for part in backfill.target_subset.iterate_asset_partitions()
    }
    assert set(targeted) == {key.to_user_string() for key in graph.get_all_asset_keys()}
    concepts = {
        part.partition_key
        for part in backfill.target_subset.iterate_asset_partitions()
        if part.asset_key == AssetKey("promoted_pages")
    }
    assert concepts == {"circle-packing", "edge-flip"}
