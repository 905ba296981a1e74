"""From what the rooms hand on to rows of the audit, as pure functions.

Belongs here: which field becomes which column. Does not belong here: verdicts (`verdicts`), what became of pages (`decisions`), the
columns (`rows`) or writing them (`fragments`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from wiki_assets.audit.rows import (
    ChunkRow,
    ConflictRow,
    Decision,
    DocumentRow,
    EvidenceRow,
    LlmCallRow,
    PageRow,
    PromotionRow,
    ReanchoringRow,
)
from wiki_assets.audit.stamps import Stamp
from wiki_assets.concepts.model import ModelCall, Page
from wiki_assets.concepts.reanchoring import Move
from wiki_assets.documents.model import Chunk, DocumentMetadata, DocumentRecord, DocumentStatus
from wiki_assets.grounding.model import Conflict, GroundingReport
from wiki_assets.retrieval.model import ConceptEvidence


def document_row(record: DocumentRecord, stamp: Stamp) -> DocumentRow:
    """The outcome of reading one document."""
    return DocumentRow(
        run_id=stamp.run_id,
        recorded_at=stamp.recorded_at,
        bibkey=record.bibkey,
        sha256=record.sha256,
        status=record.status.value,
        reason=record.reason,
        pages=record.pages,
        file=record.file,
        size=record.size,
        media_type=record.media_type,
        parser=record.parser,
        parser_version=record.parser_version,
        pages_without_text=record.pages_without_text,
        pages_lost=record.pages_lost,
        title=record.metadata.title,
        authors=record.metadata.authors,
        year=record.metadata.year,
        venue=record.metadata.venue,
        doi=record.metadata.doi,
        arxiv_id=record.metadata.arxiv_id,
        flag=record.metadata.flag,
        flag_note=record.metadata.flag_note,
        pages_garbled=record.pages_garbled,
        pages_recognised=record.pages_recognised,
        attachments=record.attachments,
        redaction_kinds=tuple(kind for kind, _ in record.redactions),
        redaction_counts=tuple(count for _, count in record.redactions),
        text_digest=record.text_digest,
    )


class RejectedFile(Protocol):
    """A file in the folder of papers that got no bibkey of its own."""

    @property
    def file(self) -> str:
        """Name relative to that folder."""

    @property
    def status(self) -> DocumentStatus:
        """Why, in one word."""

    @property
    def reason(self) -> str:
        """Why, for a person."""


def rejected_rows(rejected: Iterable[RejectedFile], stamp: Stamp) -> list[DocumentRow]:
    """Files without a bibkey, which were never read: their bibkey is empty, and so is all that reading would have told."""
    return [
        document_row(
            DocumentRecord(
                bibkey="",
                file=rejection.file,
                sha256="",
                size=0,
                media_type="",
                status=rejection.status,
                reason=rejection.reason,
                pages=0,
                pages_without_text=(),
                pages_lost=(),
                parser="",
                parser_version="",
                metadata=DocumentMetadata(),
            ),
            stamp,
        )
        for rejection in rejected
    ]


def chunk_rows(chunks: Iterable[Chunk], chunker_version: str, stamp: Stamp) -> list[ChunkRow]:
    """The passages of one document."""
    return [
        ChunkRow(
            run_id=stamp.run_id,
            recorded_at=stamp.recorded_at,
            chunk_id=chunk.chunk_id,
            bibkey=chunk.bibkey,
            chunk=chunk.n,
            document_sha256=chunk.document_sha256,
            chunker_version=chunker_version,
            kind=chunk.kind.value,
            page=min(chunk.pages, default=0),
            last_page=max(chunk.pages, default=0),
            section_path=chunk.section_path,
            tokens=chunk.tokens,
            text=chunk.text,
            text_hash=chunk.text_hash,
            place=chunk.place,
            marks=tuple(mark.value for mark in chunk.marks),
            parent_id=chunk.parent_id,
            sizing=chunk.sizing,
        )
        for chunk in chunks
    ]


def evidence_rows(evidence: ConceptEvidence, embedder: str, stamp: Stamp) -> list[EvidenceRow]:
    """The evidence of one concept; `embedder` names the model whose dense ranks these are."""
    fingerprint = evidence.fingerprint
    return [
        EvidenceRow(
            run_id=stamp.run_id,
            recorded_at=stamp.recorded_at,
            concept=row.concept,
            rank=row.rank,
            bibkey=row.chunk.bibkey,
            chunk=row.chunk.n,
            page=min(row.chunk.pages, default=0),
            text=row.chunk.text,
            fingerprint=fingerprint,
            chunk_id=row.chunk.chunk_id,
            document_sha256=row.chunk.document_sha256,
            text_hash=row.chunk.text_hash,
            section_path=row.chunk.section_path,
            score=row.score,
            dense_rank=row.dense_rank,
            sparse_rank=row.sparse_rank,
            embedder=embedder,
        )
        for row in evidence.rows
    ]


def page_row(page: Page, dropped: Sequence[str], stamp: Stamp) -> PageRow:
    """One version of a page, with what was dropped from the model's answer.

    Record `Composition.page` only: its fallback is for the reviewer, not the page of the slug.
    """
    claims = page.claims
    return PageRow(
        run_id=stamp.run_id,
        recorded_at=stamp.recorded_at,
        slug=page.slug,
        page_sha=page.page_sha,
        title=page.title,
        description=page.description,
        composer=page.recipe.composer.value,
        composer_version=page.recipe.composer_version,
        model=page.recipe.model,
        evidence_fingerprint=page.recipe.evidence_fingerprint,
        definition_hash=page.recipe.definition_hash,
        claims=len(claims),
        citations=sum(len(claim.citations) for claim in claims),
        bibkeys=page.bibkeys,
        reason=page.reason,
        dropped=tuple(dropped),
    )


def reanchoring_rows(earlier_page_sha: str, page: Page, moves: Sequence[Move], kept: bool, stamp: Stamp) -> list[ReanchoringRow]:
    """What became of each citation that had to be looked for.

    Args:
        earlier_page_sha: The page that cites them.
        page: The page that came out of it.
        kept: Whether it is the same page with its citations moved.
    """
    return [
        ReanchoringRow(
            run_id=stamp.run_id,
            recorded_at=stamp.recorded_at,
            slug=page.slug,
            page_sha=page.page_sha,
            earlier_page_sha=earlier_page_sha,
            kept=kept,
            cause=move.cause.value,
            bibkey=move.earlier.bibkey,
            earlier_document_sha256=move.earlier.document_sha256,
            earlier_chunk=move.earlier.chunk,
            quote=move.earlier.quote,
            document_sha256=move.now.document_sha256 if move.now else None,
            chunk=move.now.chunk if move.now else None,
            page=move.now.page if move.now else None,
        )
        for move in moves
    ]


def promotion_row(
    slug: str,
    page_sha: str,
    decision: Decision,
    stamp: Stamp,
    *,
    reason: str,
    path: str,
    file_sha256: str,
    report: GroundingReport | None,
) -> PromotionRow:
    """One decision of the gate.

    Args:
        slug: Slug of the page.
        page_sha: The version decided about.
        decision: What was decided.
        stamp: Run and time.
        reason: For a person.
        path: The file it lies in now, relative to the home folder with forward slashes.
        file_sha256: Hash of that file's bytes, hex; empty where there is no file.
        report: The report the gate went by, None where there was none.
    """
    return PromotionRow(
        run_id=stamp.run_id,
        recorded_at=stamp.recorded_at,
        slug=slug,
        page_sha=page_sha,
        decision=decision.value,
        reason=reason,
        path=path,
        rate=report.rate if report else None,
        threshold=report.threshold if report else None,
        guard=report.guard if report else None,
        guard_version=report.guard_version if report else None,
        file_sha256=file_sha256,
    )


def conflict_rows(conflicts: Iterable[Conflict], page_sha: str, stamp: Stamp) -> list[ConflictRow]:
    """The signs of disagreement found beside one version of a page."""
    return [
        ConflictRow(run_id=stamp.run_id, recorded_at=stamp.recorded_at, page_sha=page_sha, **conflict.model_dump())
        for conflict in conflicts
    ]


def llm_call_rows(calls: Sequence[ModelCall], stamp: Stamp) -> list[LlmCallRow]:
    """The calls of one composition, in order."""
    return [
        LlmCallRow(run_id=stamp.run_id, recorded_at=stamp.recorded_at, ordinal=ordinal, **call.model_dump())
        for ordinal, call in enumerate(calls)
    ]
