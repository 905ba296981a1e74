"""The assets of this room: `raw_documents` and `chunks`, one partition per paper, many partitions in one run."""

import time

from dagster import AssetExecutionContext, BackfillPolicy, MaterializeResult, MetadataValue, asset

from resources import ArtifactStoreResource, AuditResource, LibraryResource, PolicyResource
from resources.failures import as_failure
from resources.paper_runs import papers_of_run, tell_partitions
from resources.versions import versions_of
from resources.wiki import open_wiki
from wiki_assets.audit.mapping import chunk_rows, document_row, rejected_rows
from wiki_assets.documents import previews
from wiki_assets.documents.chunking import CHUNKER_VERSION
from wiki_assets.documents.model import DocumentRecord
from wiki_assets.documents.settled import papers_read, papers_to_cut, papers_to_read
from wiki_assets.documents.steps import cut, ingest
from wiki_assets.documents.versions import READER_VERSION
from wiki_assets.partitions import papers_partitions
from wiki_assets.planning.blast_radius import blast_radius, radius_table
from wiki_assets.planning.inputs import require_current_documents

GROUP = "documents"


@asset(
    partitions_def=papers_partitions,
    backfill_policy=BackfillPolicy.single_run(),
    group_name=GROUP,
    kinds={"python", "pdf"},
    code_version=READER_VERSION,
)
def raw_documents(
    context: AssetExecutionContext, library: LibraryResource, artifacts: ArtifactStoreResource, audit: AuditResource
) -> MaterializeResult[None]:
    """Papers as elements in reading order: headings, paragraphs, captions, tables, each with its place on the page.

    A paper that cannot be read is recorded with its status and reason, and stops no other. The file itself is never touched.
    """
    started = time.monotonic()
    store, stamp = artifacts.store(), audit.stamp(context.run.run_id)
    with as_failure():
        listing = library.scan(store)
        choices, known = library.choices(listing), dict.fromkeys([*listing.sources, *papers_read(store)])
        keys = papers_of_run(context, library.partitions, known, lambda papers: papers_to_read(papers, listing, store, choices))
        records = list(ingest(keys, listing, library.raw_folder, store, library.worker_count, choices))
        audit.append("documents", [document_row(record, stamp) for record in records] + rejected_rows(listing.rejected, stamp))
    told = {record.bibkey: {**previews.record_metadata(record), **_addresses(record)} for record in records}
    figures = {record.bibkey: {"pages": record.pages, "bytes": record.size} for record in records}
    tell_partitions(context, library.partitions, told, figures)
    return MaterializeResult(
        metadata={
            **previews.counts(records, len(listing.rejected)),
            "seconds": MetadataValue.float(round(time.monotonic() - started, 3)),
            "outcomes": MetadataValue.md(previews.outcome_table(records, listing.rejected)),
            **({"notes": MetadataValue.md(previews.note_list(listing.warnings))} if listing.warnings else {}),
        }
    )


@asset(
    partitions_def=papers_partitions,
    backfill_policy=BackfillPolicy.single_run(),
    deps=[raw_documents],
    group_name=GROUP,
    kinds={"python", "parquet"},
    code_version=CHUNKER_VERSION,
)
def chunks(
    context: AssetExecutionContext,
    library: LibraryResource,
    policy: PolicyResource,
    artifacts: ArtifactStoreResource,
    audit: AuditResource,
) -> MaterializeResult[None]:
    """Passages of 200 to 300 tokens that a page can cite, with section, pages and boxes; bibliographies are told apart."""
    started = time.monotonic()
    store, stamp = artifacts.store(), audit.stamp(context.run.run_id)
    told: dict[str, dict[str, object]] = {}
    figures: dict[str, dict[str, int]] = {}
    tokens = 0
    with as_failure(), audit.appender("chunks") as append:
        keys = papers_of_run(
            context, library.partitions, papers_read(store), lambda papers: papers_to_cut(papers, store, policy.chunk_tokens)
        )
        require_current_documents(keys, versions_of(policy, "", "", library.choices(library.scan(store))), store)
        for paper in cut(keys, store, policy.chunk_tokens):
            append(chunk_rows(paper.chunks, CHUNKER_VERSION, stamp))
            tokens += sum(chunk.tokens for chunk in paper.chunks)
            figures[paper.record.bibkey] = {"chunks": len(paper.chunks), "citable": paper.state.citable}
            preview = MetadataValue.md(previews.chunk_table(paper.chunks))
            told[paper.record.bibkey] = {**figures[paper.record.bibkey], "preview": preview}
        radius = blast_radius(keys, open_wiki(artifacts, library, policy).shelf.standings(), store)
    for bibkey, struck in radius.by_paper().items():
        told[bibkey] |= {"published claims resting on it": struck.claims, "claims": MetadataValue.md(radius_table(struck))}
    tell_partitions(context, library.partitions, told, figures)
    return MaterializeResult(
        metadata={
            "chunks_in_run": sum(counted["chunks"] for counted in figures.values()),
            "tokens_in_run": tokens,
            "seconds": MetadataValue.float(round(time.monotonic() - started, 3)),
        }
    )


def _addresses(record: DocumentRecord) -> dict[str, MetadataValue]:
    return {name: MetadataValue.url(address) for name, address in previews.links(record).items()}
