"""The assets of this room: `embeddings`, one partition per paper, and `evidence`, one table over all."""

import time

from dagster import AssetExecutionContext, BackfillPolicy, MaterializeResult, MetadataValue, asset

from resources import ArtifactStoreResource, AuditResource, EmbedderResource, LibraryResource, PolicyResource, VectorStoreResource
from resources.failures import BRIEF_RETRY, as_failure
from resources.paper_runs import papers_of_run, tell_partitions
from resources.versions import versions_of
from wiki_assets.audit.mapping import evidence_rows
from wiki_assets.concepts.queries import query_of
from wiki_assets.documents.assets import chunks
from wiki_assets.documents.settled import papers_read
from wiki_assets.partitions import papers_partitions
from wiki_assets.planning.inputs import keep_retrieval, require_current_chunks, require_current_embeddings
from wiki_assets.planning.state import inputs_of, read_papers
from wiki_assets.retrieval import previews
from wiki_assets.retrieval.search import Fusion, HybridSearch
from wiki_assets.retrieval.selection import SELECTION_VERSION, select_evidence
from wiki_assets.retrieval.settled import papers_to_embed
from wiki_assets.retrieval.steps import chunk_reader, embed, keep_evidence, refill

GROUP = "retrieval"


@asset(
    partitions_def=papers_partitions,
    backfill_policy=BackfillPolicy.single_run(),
    deps=[chunks],
    group_name=GROUP,
    kinds={"qdrant", "python"},
    retry_policy=BRIEF_RETRY,
    pool="vectors",
)
def embeddings(
    context: AssetExecutionContext,
    library: LibraryResource,
    policy: PolicyResource,
    artifacts: ArtifactStoreResource,
    embedder: EmbedderResource,
    vectors: VectorStoreResource,
) -> MaterializeResult[None]:
    """Dense and BM25 vectors of every chunk that may be cited. Only texts that are new to the model's cache are embedded."""
    started, store = time.monotonic(), artifacts.store()
    told: dict[str, dict[str, int]] = {}
    with as_failure():
        model = embedder.load()
        keys = papers_of_run(
            context, library.partitions, papers_read(store), lambda papers: papers_to_embed(papers, store, model.name)
        )
        require_current_chunks(keys, versions_of(policy, model.name, model_name=""), store)
        for paper in embed(keys, store, vectors.for_embedder(model), model):
            told[paper.bibkey] = {"points": len(paper.points), "embedded": paper.embedded, "reused": paper.reused}
    tell_partitions(context, library.partitions, told, told)
    return MaterializeResult(
        metadata={
            "model": model.name,
            "embedded_in_run": sum(facts["embedded"] for facts in told.values()),
            "reused_in_run": sum(facts["reused"] for facts in told.values()),
            "seconds": MetadataValue.float(round(time.monotonic() - started, 3)),
        }
    )


@asset(
    deps=[embeddings],
    group_name=GROUP,
    kinds={"qdrant", "parquet"},
    code_version=SELECTION_VERSION,
    retry_policy=BRIEF_RETRY,
    pool="vectors",
)
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
        require_current_embeddings(papers, versions, store)
        inputs = inputs_of(papers, concepts, versions)
        refill(store, points, model, (paper.bibkey for paper in papers))
        search = HybridSearch(points, model, Fusion(policy.dense_weight, policy.rrf_k))
        chosen = select_evidence([query_of(concept) for concept in concepts], search, chunk_reader(store), policy.selection_rules)
        keep_retrieval(versions, store)
        keep_evidence(chosen, inputs, store)
        audit.append("evidence", [row for item in chosen for row in evidence_rows(item, model.name, stamp)])
    return MaterializeResult(
        metadata={
            "concepts": len(chosen),
            "passages": sum(len(item.rows) for item in chosen),
            "concepts_without_evidence": sum(not item.rows for item in chosen),
            "seconds": MetadataValue.float(round(time.monotonic() - started, 3)),
            "evidence": MetadataValue.md(previews.evidence_table(chosen)),
        }
    )
