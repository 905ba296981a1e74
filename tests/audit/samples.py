"""Domain objects and rows that the tests of this room share."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import duckdb

from wiki_assets.audit.calibrations import calibration_rows
from wiki_assets.audit.fragments import append
from wiki_assets.audit.mapping import (
    chunk_rows,
    conflict_rows,
    document_row,
    evidence_rows,
    llm_call_rows,
    page_row,
    promotion_row,
    reanchoring_rows,
)
from wiki_assets.audit.rows import AlertRow, Decision, LlmCallRow
from wiki_assets.audit.stamps import AuditRow, Stamp
from wiki_assets.audit.tables import TABLES
from wiki_assets.audit.verdicts import claim_rows, report_row
from wiki_assets.concepts.model import Citation, Claim, Composer, ModelCall, Page, Recipe, Section, SectionKind
from wiki_assets.concepts.reanchoring import Cause, Move
from wiki_assets.documents.model import (
    Box,
    Chunk,
    ChunkKind,
    DocumentMetadata,
    DocumentRecord,
    DocumentStatus,
    TextSpan,
    chunk_id,
)
from wiki_assets.grounding.calibration.edits.interface import Label
from wiki_assets.grounding.calibration.model import Calibration, KindResult
from wiki_assets.grounding.model import ClaimVerdict, Conflict, GroundingReport, Verdict, VerdictKind
from wiki_assets.retrieval.model import ConceptEvidence, Evidence

NOON = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)
DOCUMENT_SHA = "d" * 64
CHUNKER = "chunker-1"
QUOTE = "circle packings approximate the Riemann map"


def stamp(hours: float = 0, run_id: str = "") -> Stamp:
    """A stamp some hours after noon; each hour is another run unless told."""
    return Stamp(run_id=run_id or f"run-{hours:g}", recorded_at=NOON + timedelta(hours=hours))


def record(bibkey: str = "Rodin1987", status: DocumentStatus = DocumentStatus.OK, file: str = "rodin.pdf") -> DocumentRecord:
    return DocumentRecord(
        bibkey=bibkey,
        file=file,
        sha256=DOCUMENT_SHA,
        size=1234,
        media_type="application/pdf",
        status=status,
        reason="" if status is DocumentStatus.OK else "It cannot be read.",
        pages=9,
        pages_without_text=(3,),
        pages_lost=(),
        parser="pymupdf",
        parser_version="pymupdf-1",
        metadata=DocumentMetadata(title="Convergence", authors=("B. Rodin", "D. Sullivan"), year=1987, venue="J.", doi="10.1/x"),
    )


def chunk(n: int = 4, text: str = f"Here {QUOTE} under refinement.") -> Chunk:
    span = TextSpan(0, len(text), Box(7, 0.0, 0.0, 10.0, 10.0))
    return Chunk(
        chunk_id=chunk_id(DOCUMENT_SHA, CHUNKER, n),
        bibkey="Rodin1987",
        document_sha256=DOCUMENT_SHA,
        n=n,
        kind=ChunkKind.PROSE,
        text=text,
        original=text,
        spans=(span,),
        section_path=("1 Introduction", "1.1 Results"),
        tokens=8,
    )


def citation(n: int = 4) -> Citation:
    return Citation(
        bibkey="Rodin1987",
        chunk=n,
        chunk_id=chunk_id(DOCUMENT_SHA, CHUNKER, n),
        document_sha256=DOCUMENT_SHA,
        page=7,
        quote=QUOTE,
        start=5,
        end=5 + len(QUOTE),
    )


def page(
    slug: str = "circle-packing", texts: tuple[str, ...] = ("Circle packings approximate the Riemann map.", "They are round.")
) -> Page:
    """A page whose first claim cites chunks 4 and 5, and whose others cite nothing."""
    claims = tuple(
        Claim(ordinal=n, text=text, citations=(citation(4), citation(5)) if n == 0 else ()) for n, text in enumerate(texts)
    )
    recipe = Recipe(
        evidence_fingerprint="e" * 64, definition_hash="f" * 64, composer=Composer.EXTRACTIVE, composer_version="x-1", model=""
    )
    return Page(
        slug=slug,
        title="Circle packing",
        description="",
        sections=(Section(kind=SectionKind.RESULTS, heading="Results", claims=claims),) if claims else (),
        recipe=recipe,
    )


def report(of: Page, threshold: float = 0.5, guard_version: str = "1") -> GroundingReport:
    """A report in which the first claim is grounded by its second citation, and the others are unsupported."""
    verdicts = tuple(
        ClaimVerdict(
            ordinal=claim.ordinal,
            citation=1 if claim.citations else -1,
            verdict=Verdict(
                kind=VerdictKind.GROUNDED,
                rule="5-gram",
                matched=QUOTE,
                start=5,
                end=48,
                explanation="It is said.",
                scores={"share": 1.0},
            )
            if claim.citations
            else Verdict(kind=VerdictKind.UNSUPPORTED, rule="no-citation", explanation="Nothing is cited."),
        )
        for claim in of.claims
    )
    return GroundingReport(
        slug=of.slug,
        page_sha=of.page_sha,
        guard="content-5-gram",
        guard_version=guard_version,
        threshold=threshold,
        claims=verdicts,
    )


def call_row(n: int, hours: float = 0, text: str = "") -> LlmCallRow:
    """A small row of its own for every n."""
    given = stamp(hours)
    return LlmCallRow(
        run_id=given.run_id,
        recorded_at=given.recorded_at,
        slug=f"slug-{n}",
        purpose="compose",
        ordinal=n,
        model="m",
        prompt_version="1",
        prompt_sha256="",
        prompt_tokens=100,
        completion_tokens=10,
        cost_usd=0.5,
        seconds=1.0,
        outcome="ok",
        error=text,
    )


def record_page(audit: Path, of: Page, hours: float, threshold: float = 0.5, guard_version: str = "1") -> GroundingReport:
    """Appends a page, its report and its claims, as the steps do."""
    given, verdict = stamp(hours), report(of, threshold, guard_version)
    append(audit, "pages", [page_row(of, (), given)])
    append(audit, "grounding_reports", [report_row(verdict, given)])
    append(audit, "claims", claim_rows(of, verdict, given))
    return verdict


def record_decision(audit: Path, of: Page, decision: Decision, hours: float) -> None:
    """Appends one decision of the gate."""
    row = promotion_row(
        of.slug,
        of.page_sha,
        decision,
        stamp(hours),
        reason="because",
        path=f"wiki/{of.slug}.md",
        file_sha256="",
        report=report(of),
    )
    append(audit, "promotions", [row])


def record_source(audit: Path, hours: float = 0) -> None:
    """Appends the document and the two chunks that pages here cite."""
    append(audit, "documents", [document_row(record(), stamp(hours))])
    append(audit, "chunks", chunk_rows([chunk(4), chunk(5)], CHUNKER, stamp(hours)))


def ask(database: Path, query: str) -> list[tuple[Any, ...]]:
    """Rows of a query, by a connection of its own."""
    with contextlib.closing(duckdb.connect(database, read_only=True)) as connection:
        return connection.execute(query).fetchall()


def contents(database: Path) -> Mapping[str, list[tuple[Any, ...]]]:
    """Every row of every table, in an order that does not depend on how it got there."""
    with contextlib.closing(duckdb.connect(database, read_only=True)) as connection:
        return {name: sorted(connection.execute(f"SELECT * FROM {name}").fetchall(), key=repr) for name in TABLES}


@contextlib.contextmanager
def opened_elsewhere(database: Path, *, read_only: bool) -> Iterator[subprocess.Popen[str]]:
    """A person's shell: another process that has the database open until the block ends."""
    program = (
        "import duckdb, sys; c = duckdb.connect(sys.argv[1], read_only=sys.argv[2] == 'True');"
        "print('open', flush=True); sys.stdin.read()"
    )
    arguments = [sys.executable, "-c", program, str(database), str(read_only)]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        try:
            yield process
        finally:
            process.communicate()


def calibration(caught: int = 1, guard_version: str = "1") -> Calibration:
    """One bad edit of two claims, of which so many are caught, one good edit of two, of which one is refused, and one never made."""
    return Calibration(
        guard="content-5-gram",
        guard_version=guard_version,
        edits_version="1",
        claims=3,
        claims_found=9,
        kept_unedited=2,
        kinds=(
            KindResult(kind="number-invented", label=Label.UNSUPPORTED, grounded=2 - caught, unsupported=caught),
            KindResult(kind="unit-changed", label=Label.UNSUPPORTED),
            KindResult(kind="synonyms", label=Label.SUPPORTED, grounded=1, uncertain=1, refusing_rules={"coverage": 1}),
        ),
    )


def a_conflict(slug: str) -> Conflict:
    """Two papers that say the contrary."""
    return Conflict(
        slug=slug,
        heuristic="adversative",
        bibkey_a="A1",
        chunk_a=1,
        words_a="it is",
        bibkey_b="B2",
        chunk_b=2,
        words_b="it is not",
        cue="however",
        kind="negation",
        differing_a="",
        differing_b="not",
        score=0.75,
    )


def moves(of: Page) -> tuple[Move, ...]:
    """One citation that was found again, and one that was lost."""
    cited = of.claims[0].citations[0]
    return Move(cited, cited.model_copy(update={"chunk": cited.chunk + 1}), Cause.READER), Move(
        cited.model_copy(update={"quote": "gone"}), None, Cause.SOURCE
    )


def alert_row(given: Stamp, alert_id: str = "a1", delivery: str = "delivered") -> AlertRow:
    """One state of one alert."""
    return AlertRow(
        run_id=given.run_id,
        recorded_at=given.recorded_at,
        alert_id=alert_id,
        kind="check",
        severity="error",
        asset="grounding_reports",
        check_name="grounding_rate_reaches_threshold",
        partition="circle-packing",
        job="",
        step="",
        why="The page has a grounding rate of 0.00.",
        what_to_do="Read wiki/draft/circle-packing.md.",
        owners=("team:wiki",),
        figures="{}",
        count=1,
        happened_at=given.recorded_at,
        delivery=delivery,
        answer="",
        attempts=1,
    )


def every_kind_of_row(given: Stamp) -> dict[str, list[AuditRow]]:
    """One row or more for every table, from domain objects."""
    of = page()
    evidence = ConceptEvidence("circle-packing", tuple(Evidence("circle-packing", r, chunk(3 + r), 1 / r, r, 0) for r in (1, 2)))
    call = ModelCall(slug=of.slug, purpose="compose", model="m", prompt_version="1", prompt_sha256="p", outcome="ok")
    return {
        "documents": [document_row(record(), given)],
        "chunks": [*chunk_rows([chunk(4), chunk(5)], CHUNKER, given)],
        "evidence": [*evidence_rows(evidence, "wordllama", given)],
        "pages": [page_row(of, ("a number that resolves to nothing",), given)],
        "claims": [*claim_rows(of, report(of), given)],
        "grounding_reports": [report_row(report(of), given)],
        "promotions": [
            promotion_row(of.slug, of.page_sha, Decision.QUARANTINED, given, reason="r", path="p", file_sha256="", report=None),
        ],
        "conflicts": [*conflict_rows([a_conflict(of.slug)], of.page_sha, given)],
        "calibrations": [*calibration_rows(calibration(), given)],
        "reanchorings": [*reanchoring_rows("earlier", of, moves(of), kept=False, stamp=given)],
        "llm_calls": [*llm_call_rows([call, call], given)],
        "alerts": [alert_row(given)],
    }
