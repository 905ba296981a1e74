"""A made-up audit of some months, and made-up facts of any size, for the tests of the dashboard and for looking at it."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from wiki_assets.audit.fragments import append
from wiki_assets.audit.rows import (
    CalibrationRow,
    ClaimRow,
    ConflictRow,
    Decision,
    DocumentRow,
    GroundingReportRow,
    LlmCallRow,
    PageRow,
    PromotionRow,
)
from wiki_assets.dashboard.model import (
    DayCost,
    Disagreement,
    EditKind,
    Facts,
    FailedCheck,
    FlaggedPaper,
    GuardCalibration,
    JobWork,
    Operations,
    PaperProblem,
    PublishedPage,
    QuarantinedPage,
    RatePoint,
    Rules,
    Severity,
    StalePage,
    Volumes,
    WeakClaim,
)

AS_OF = datetime(2026, 9, 1, 7, 30, tzinfo=UTC)
RULES = Rules(threshold=0.5, min_catch=0.95, max_false_alarm=0.05)
_WORDS = (
    *("curvature", "packing", "edge", "flow", "discrete", "harmonic", "spectral", "cotangent"),
    *("lattice", "boundary", "angle", "mesh", "energy", "conformal", "dual"),
)


def title_of(n: int) -> str:
    """A title of two or three words, different for every number."""
    chosen = random.Random(n)
    return f"{' '.join(chosen.sample(_WORDS, chosen.choice((2, 3)))).capitalize()} {n}"


def slug_of(n: int) -> str:
    return title_of(n).lower().replace(" ", "-")


def document_row(at: datetime, bibkey: str, status: str = "ok", **given: Any) -> DocumentRow:
    fields: dict[str, Any] = {
        "run_id": f"run-{at:%Y%m%d%H}", "recorded_at": at, "bibkey": bibkey, "sha256": f"{bibkey:0<64}"[:64], "status": status,
        "reason": "", "pages": 9, "file": f"{bibkey}.pdf", "size": 1, "media_type": "application/pdf", "parser": "p",
        "parser_version": "1", "pages_without_text": (), "pages_lost": (), "title": f"On {bibkey}", "authors": ("A. Author",),
        "year": 2020, "venue": "", "doi": "", "arxiv_id": "", "flag": "", "flag_note": "", "pages_garbled": (),
        "pages_recognised": (), "attachments": (), "redaction_kinds": (), "redaction_counts": (), "text_digest": "",
    }  # fmt: skip
    return DocumentRow(**{**fields, **given})


def record_verdict(
    audit: Path, n: int, at: datetime, version: int, grounded: int, claims: int, decision: Decision | None
) -> None:
    """One version of one page: composed, judged and decided about."""
    slug, stamp = slug_of(n), {"run_id": f"run-{n}-{version}", "recorded_at": at}
    sha, rate = f"{slug}-{version}", grounded / claims if claims else 0.0
    page = PageRow(
        **stamp, slug=slug, page_sha=sha, title=title_of(n), description="", composer="extractive", composer_version="1", model="",
        evidence_fingerprint=f"evidence-{slug}", definition_hash="", claims=claims, citations=claims,
        bibkeys=(f"Paper{n:04}", f"Paper{n + 1:04}"), reason="", dropped=(),
    )  # fmt: skip
    report = GroundingReportRow(
        **stamp, slug=slug, page_sha=sha, guard="edit-audit", guard_version="1", rate=rate, threshold=0.5, passed=rate >= 0.5,
        claims=claims, grounded=grounded, uncertain=(claims - grounded) // 2, unsupported=claims - grounded - (claims - grounded) // 2,
        repaired=0, evidence_coverage=0.4 + (n % 6) / 10, copied_share=0.2,
    )  # fmt: skip
    append(audit, "pages", [page])
    append(audit, "grounding_reports", [report])
    append(audit, "claims", [claim_row(page, ordinal, ordinal < grounded) for ordinal in range(claims)])
    if decision:
        folder = "wiki/draft" if decision in (Decision.QUARANTINED, Decision.WITHDRAWN) else "wiki"
        reason = f"{grounded} of {claims} claims are grounded, 50 % needed."
        row = PromotionRow(
            **stamp, slug=slug, page_sha=sha, decision=decision.value, reason=reason, path=f"{folder}/{slug}.md", rate=rate,
            threshold=0.5, guard="edit-audit", guard_version="1", file_sha256="",
        )  # fmt: skip
        append(audit, "promotions", [row])


def claim_row(page: PageRow, ordinal: int, grounded: bool) -> ClaimRow:
    verdict = "grounded" if grounded else "unsupported" if ordinal % 2 else "uncertain"
    return ClaimRow(
        run_id=page.run_id, recorded_at=page.recorded_at, slug=page.slug, page_sha=page.page_sha, ordinal=ordinal,
        text=f"The {_WORDS[ordinal % 15]} of a mesh of {ordinal + 3} vertices is bounded by its {_WORDS[(ordinal + 4) % 15]} energy.",
        bibkey=page.bibkeys[0], chunk=ordinal, page=1, quote="q", quote_start=0, quote_end=1, chunk_id="c", document_sha256="d",
        citation=0, citations=1, verdict=verdict, rule="number-changed" if not grounded else "same-words",
        explanation=f"The source says {ordinal + 2}, the claim says {ordinal + 3}.", matched="", matched_start=0, matched_end=0,
        differences="[]", scores="{}", section_kind="results", section="Results", guard="edit-audit", guard_version="1",
        sentences=None, guard_rule=None, replaced_bibkey=None, replaced_chunk=None, replaced_verdict=None, replaced_rule=None,
    )  # fmt: skip


def model_call(at: datetime, n: int, model: str, cost: float) -> LlmCallRow:
    return LlmCallRow(
        run_id=f"run-{n}", recorded_at=at, slug=slug_of(n), purpose="compose", ordinal=0, model=model, prompt_version="1",
        prompt_sha256="", prompt_tokens=4_200, completion_tokens=900, cost_usd=cost, seconds=6.5,
        outcome="failed" if n % 17 == 5 else "ok", error="",
    )  # fmt: skip


def calibration_row(at: datetime, kind: str, label: str, edits: int, grounded: int) -> CalibrationRow:
    return CalibrationRow(
        run_id=f"calibrate-{at:%Y%m%d}", recorded_at=at, guard="edit-audit", guard_version="1", edits_version="1", claims=200,
        claims_found=420, kept_unedited=200, kind=kind, label=label, edits=edits, grounded=grounded, uncertain=0,
        unsupported=edits - grounded, rules="{}",
    )  # fmt: skip


def record_months(audit: Path, concepts: int = 30, days: int = 120) -> None:
    """Some months of a wiki: pages that get better, one that is refused, one withdrawn, papers that cannot be read, model calls."""
    chance = random.Random(5)
    start = AS_OF - timedelta(days=days)
    version = 0
    for n in range(concepts):
        at, quality = start + timedelta(days=chance.randrange(days // 3), hours=n % 9), chance.uniform(0.55, 0.9)
        while at < AS_OF - timedelta(hours=3):
            version += 1
            claims = chance.randrange(9, 22)
            grounded = min(claims, round(claims * min(1.0, quality)))
            record_verdict(audit, n, at, version, grounded, claims, Decision.PROMOTED)
            at, quality = (
                at + timedelta(days=chance.randrange(9, 40), minutes=chance.randrange(600)),
                quality + chance.uniform(-0.06, 0.12),
            )
    for n, decision, grounded in (
        (3, Decision.QUARANTINED, 4),
        (7, Decision.WITHDRAWN, 5),
        (concepts + 1, Decision.QUARANTINED, 2),
    ):
        version += 1
        record_verdict(audit, n, AS_OF - timedelta(hours=2, minutes=n), version, grounded, 14, decision)
    reasons = {
        "partial": "Pages 4 and 5 could not be read: their fonts do not say which letters they draw.",
        "encrypted": "The file is locked with a password.",
        "no_text": "None of its 12 pages has text; they are pictures.",
    }
    rows = [document_row(start, f"Paper{n:04}") for n in range(concepts + 20)]
    rows += [document_row(start, f"Odd{n}", status, reason=reasons[status]) for n, status in enumerate(reasons)]
    rows.append(
        document_row(start, "Paper0004", flag="retracted", flag_note="withdrawn by the journal in 2025", file="Paper0004.pdf")
    )
    append(audit, "documents", [row for row in rows if not (row.bibkey == "Paper0004" and not row.flag)])
    append(audit, "llm_calls", [
        model_call(AS_OF - timedelta(days=d, minutes=n), n, *(("small/model", 0.002) if n % 3 else ("large/model", 0.012)))
        for d in range(45) if d % 7 not in (2, 3) for n in range(chance.randrange(1, 30))
    ])  # fmt: skip
    append(audit, "calibrations", [
        calibration_row(AS_OF - timedelta(days=1), kind, label, 60, grounded)
        for kind, label, grounded in (
            ("number-changed", "unsupported", 0), ("negation-added", "unsupported", 1), ("name-swapped", "unsupported", 9),
            ("stronger-word", "unsupported", 4), ("synonyms", "supported", 58), ("clauses-reordered", "supported", 60),
        )
    ])  # fmt: skip
    newest = {slug_of(n): "" for n in (1, 2, 5)}
    conflicts = [_conflict(audit, slug, n) for slug in newest for n in range(3)]
    append(audit, "conflicts", [row for row in conflicts if row])


def _conflict(audit: Path, slug: str, n: int) -> ConflictRow | None:
    import pyarrow.parquet as parquet

    versions = [
        row
        for path in sorted((audit / "pages").glob("*.parquet"))
        for row in parquet.ParquetFile(path).read().to_pylist()
        if row["slug"] == slug
    ]
    if not versions:
        return None
    return ConflictRow(
        run_id="run-conflict", recorded_at=AS_OF - timedelta(hours=1), slug=slug, page_sha=versions[-1]["page_sha"], heuristic="contrary-1",
        cue="", bibkey_a="Paper0001", chunk_a=n, words_a="The energy grows with the number of edges.", bibkey_b="Paper0002", chunk_b=n,
        words_b=f"The energy does not depend on the number of edges (case {n}).", kind="negation", differing_a="grows",
        differing_b="does not depend", score=0.5 + n / 10, claim=None,
    )  # fmt: skip


def published_page(n: int, points: int = 24, **given: Any) -> PublishedPage:
    history = tuple(RatePoint(AS_OF - timedelta(days=points - k), 8 + (n + k) % 5, 12) for k in range(points))
    fields: dict[str, Any] = {
        "slug": slug_of(n), "title": title_of(n), "path": f"wiki/{slug_of(n)}.md", "since": AS_OF - timedelta(days=3),
        "composer": "extractive", "rate": 10 / 12, "threshold": 0.5, "claims": 12, "grounded": 10, "uncertain": 1, "unsupported": 1,
        "coverage": 0.7, "history": history,
    }  # fmt: skip
    return PublishedPage(**{**fields, **given})


def quarantined_page(n: int, **given: Any) -> QuarantinedPage:
    claims = tuple(
        WeakClaim(slug_of(n), f"Claim {k} says more than its source.", "unsupported", "stronger-word", "Because.", "Paper1 #4")
        for k in range(3)
    )  # fmt: skip
    fields: dict[str, Any] = {
        "slug": slug_of(n), "title": title_of(n), "path": f"wiki/draft/{slug_of(n)}.md", "rate": 0.25, "threshold": 0.5,
        "reason": "3 of 12 claims are grounded, 50 % needed.", "withdrawn": False, "since": AS_OF - timedelta(days=2), "refusals": 1,
        "still_published": False, "ungrounded": 9, "weak_claims": claims,
    }  # fmt: skip
    return QuarantinedPage(**{**fields, **given})


def facts_of(pages: int = 3, refused: int = 1, library: int = 5, problems: int = 1, **given: Any) -> Facts:
    """Facts of any size, with something in every section."""
    statuses = ("no_text", "encrypted", "partial", "corrupt")
    quarantined = tuple(quarantined_page(pages + n) for n in range(refused))
    fields: dict[str, Any] = {
        "as_of": AS_OF,
        "rules": RULES,
        "published": tuple(published_page(n) for n in range(pages)),
        "quarantined": quarantined,
        "stale": tuple(StalePage(slug_of(n), title_of(n), f"wiki/{slug_of(n)}.md", "Other evidence.", AS_OF) for n in range(pages // 3)),
        "trend": tuple(RatePoint(AS_OF - timedelta(days=30 - k), 80 + k % 7, 100) for k in range(30)),
        "papers": tuple(
            PaperProblem(f"Bad{n}", f"Bad{n}.pdf", statuses[n % 4], "It cannot be read, for a reason of some length.", AS_OF)
            for n in range(problems)
        ),
        "flagged": tuple(FlaggedPaper(f"Old{n}", f"Old {n}", "retracted", "", f"Old{n}.pdf", (slug_of(n),)) for n in range(pages // 3)),
        "disagreements": tuple(
            Disagreement(slug_of(n), title_of(n), True, 2, "A1", "It is.", "B2", "It is not.") for n in range(pages // 2)
        ),
        "costs": tuple(DayCost(date(2026, 8, 1 + n), "some/model", 5, 4_000, 900, 0.12, 30.5, n % 2) for n in range(28)),
        "calibration": GuardCalibration(
            AS_OF, "edit-audit", "1", 200, 0.93, 0.02, (EditKind("name-swapped", True, 60, 51), EditKind("synonyms", False, 60, 2))
        ),
        "guards": (("edit-audit", "1"),),
        "last_work": AS_OF - timedelta(minutes=3),
        "volumes": Volumes(library, library * 8, (("claims", pages * 12), ("promotions", pages))),
        "operations": Operations(
            failed_checks=(FailedCheck("wiki", "every_link_resolves", "", Severity.WARN, "2 links lead nowhere.", AS_OF),),
            checks_known=7,
            work=(JobWork("compile", 12, 1, 340.0), JobWork("publish", 4, 0, 12.0)),
        ),
    }  # fmt: skip
    return Facts(**{**fields, **given})
