"""The assets of this room: `embeddings`, one partition per paper, and `evidence`, one table over all."""

import time

from dagster import AssetExecutionContext, BackfillPolicy, MaterializeResult, MetadataValue, asset

from resources import ArtifactStoreResource, AuditResource, EmbedderResource, LibraryResource, PolicyResource, VectorStoreResource
from resources.failures import BRIEF_RETRY, as_failure
from resources.versions import versions_of
from wiki_assets.audit.mapping import evidence_rows
from wiki_assets.concepts.queries import query_of
from wiki_assets.documents.assets import chunks
from wiki_assets.partitions import papers_partitions
from wiki_assets.planning.state import inputs_of, read_papers
from wiki_assets.retrieval import previews
from wiki_assets.retrieval.search import Fusion, HybridSearch
from wiki_assets.retrieval.selection import SELECTION_VERSION, select_evidence
from wiki_assets.retrieval.steps import chunk_reader, embed, keep_evidence, refill

GROUP = "retrieval"


@asset(
    partitions_def=papers_partitions,
    backfill_policy=BackfillPolicy.single_run(),
    deps=[chunks],
    group_name=GROUP,
    kinds={"qdrant", "python"},
    retry_policy=BRIEF_RETRY,
)
def embeddings(
    context: AssetExecutionContext, artifacts: ArtifactStoreResource, embedder: EmbedderResource, vectors: VectorStoreResource
) -> MaterializeResult[None]:
    """Dense and BM25 vectors of every chunk that may be cited. Only texts that are new to the model's cache are embedded."""
    started = time.monotonic()
    with as_failure():
        model = embedder.load()
        papers = embed(context.partition_keys, artifacts.store(), vectors.for_embedder(model), model)
    for paper in papers:
        context.add_asset_metadata(
            {"points": len(paper.points), "embedded": paper.embedded, "reused": paper.reused}, partition_key=paper.bibkey
        )
    return MaterializeResult(
        metadata={
            "model": model.name,
            "embedded_in_run": sum(paper.embedded for paper in papers),
            "reused_in_run": sum(paper.reused for paper in papers),
            "seconds": MetadataValue.float(time.monotonic() - started),
        }
    )


@asset(deps=[embeddings], group_name=GROUP, kinds={"qdrant", "parquet"}, code_version=SELECTION_VERSION, retry_policy=BRIEF_RETRY)
def evidence(
    context: AssetExecutionContext,
    library: LibraryResource,
    policy: PolicyResource,
    artifacts: ArtifactStoreResource,
    embedder: EmbedderResource,
    vectors: VectorStoreResource,
    audit: AuditResource,
) -> MaterializeResult[None]:
    """The passages every concept rests on, from several papers, with a fingerprint per concept that decides what is recompiled."""
    started = time.monotonic()
    store, stamp = artifacts.store(), audit.stamp(context.run.run_id)
    with as_failure():
        concepts = library.load_concepts().concepts
        model = embedder.load()
        versions = versions_of(policy, model.name, model_name="")
        papers, points = read_papers(store, versions), vectors.for_embedder(model)
        inputs = inputs_of(papers, concepts, versions)
        refill(store, points, model, (paper.bibkey for paper in papers))
        search = HybridSearch(points, model, Fusion(policy.dense_weight, policy.rrf_k))
        chosen = select_evidence([query_of(concept) for concept in concepts], search, chunk_reader(store), policy.selection_rules)
        keep_evidence(chosen, inputs, store)
        audit.append("evidence", [row for item in chosen for row in evidence_rows(item, model.name, stamp)])
    return MaterializeResult(
        metadata={
            "concepts": len(chosen),
            "passages": sum(len(item.rows) for item in chosen),
            "concepts_without_evidence": sum(not item.rows for item in chosen),
            "seconds": MetadataValue.float(time.monotonic() - started),
            "evidence": MetadataValue.md(previews.evidence_table(chosen)),
        }
    )
