"""The asset of this room: `concept_pages`, one partition and one run per concept."""

import time

from dagster import AllPartitionMapping, AssetDep, AssetExecutionContext, MaterializeResult, MetadataValue, asset

from resources import (
    ArtifactStoreResource,
    AuditResource,
    EmbedderResource,
    LanguageModelResource,
    LibraryResource,
    PolicyResource,
)
from resources.failures import as_failure
from resources.versions import versions_of
from wiki_assets.audit.mapping import llm_call_rows, page_row, reanchoring_rows
from wiki_assets.concepts import previews
from wiki_assets.concepts.steps import compose_or_keep, find_composed, keep
from wiki_assets.documents.assets import chunks
from wiki_assets.partitions import ONLY_STALE, concepts_partitions
from wiki_assets.planning.inputs import require_current_evidence
from wiki_assets.retrieval.assets import evidence
from wiki_assets.retrieval.model import ConceptEvidence
from wiki_assets.retrieval.steps import read_evidence

GROUP = "concepts"


# No backfill policy, here and below: only then has every run the tag of its one partition, which the partitioned check needs.
# The edge from `chunks` is a true one (every page cites chunks), and the one by which "Materialize all" anchored on papers reaches the
# concepts: a backfill follows partitioned assets only, and `evidence` between them is not. Unnamed, the mapping would be by equal keys.
@asset(
    partitions_def=concepts_partitions,
    deps=[evidence, AssetDep(chunks, partition_mapping=AllPartitionMapping())],
    group_name=GROUP,
    kinds={"python", "json"},
    pool="model_calls",
)
def concept_pages(
    context: AssetExecutionContext,
    library: LibraryResource,
    policy: PolicyResource,
    artifacts: ArtifactStoreResource,
    embedder: EmbedderResource,
    language_model: LanguageModelResource,
    audit: AuditResource,
) -> MaterializeResult[None]:
    """A page on one concept in which every sentence cites the words it rests on; empty, with the reason, where there is nothing to say."""
    started = time.monotonic()
    store, stamp, slug = artifacts.store(), audit.stamp(context.run.run_id), context.partition_key
    with as_failure():
        concept = library.concept(slug)
        require_current_evidence(slug, versions_of(policy, embedder.load().name, language_model.model), store)
        found = read_evidence(store).get(slug, ConceptEvidence(slug, ()))
        only_stale = ONLY_STALE.items() <= context.run.tags.items()
        composed = find_composed(concept, found, language_model.model, store) if only_stale else None
        if composed is None:
            composed = compose_or_keep(concept, found, language_model.load() if language_model.configured else None, store)
            audit.append("llm_calls", llm_call_rows(composed.composition.calls, stamp))
            audit.append("pages", [page_row(composed.composition.page, composed.composition.dropped, stamp)])
            moved = reanchoring_rows(composed.earlier_sha, composed.composition.page, composed.moves, composed.kept, stamp)
            audit.append("reanchorings", moved)
            # Last: whoever dies before it composes again; a page that is kept is in the record.
            keep(composed.composition, found, store, context.run.run_id)
    composition = composed.composition
    return MaterializeResult(
        metadata={
            **previews.page_metadata(composition),
            **previews.reanchoring_metadata(composed),
            "seconds": MetadataValue.float(round(time.monotonic() - started, 3)),
            "page": MetadataValue.md(previews.page_preview(composition.page)),
        }
    )
