"""The rows of the audit: one frozen shape per table.

Belongs here: columns and their meaning. Does not belong here: what all rows carry (`stamps`), how a row is made of a page or a report
(`mapping`), what identifies it (`tables`), or where it is kept (`fragments`).

Values follow the rooms they come from: an empty string, 0 or an empty list means unknown or not there (a page number of 0
means that the format has no pages). NULL means that the column does not apply: a claim without any citation has no bibkey.

A column that is added later must allow None and need a migration (`schema`): fragments written before it have no such column.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from wiki_assets.audit.stamps import AuditRow


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentRow(AuditRow):
    """The outcome of reading one file, whether that worked or not. Lists of pages hold 1-based numbers.

    `redaction_kinds` and `redaction_counts` are of equal length: what was taken out, and how often; never the secret. `arxiv_id` to
    `text_digest` are NULL in rows of older versions.
    """

    bibkey: str
    sha256: str
    status: str
    reason: str
    pages: int
    file: str
    size: int
    media_type: str
    parser: str
    parser_version: str
    pages_without_text: tuple[int, ...]
    pages_lost: tuple[int, ...]
    title: str
    authors: tuple[str, ...]
    year: int
    venue: str
    doi: str
    arxiv_id: str | None
    flag: str | None
    flag_note: str | None
    pages_garbled: tuple[int, ...] | None
    pages_recognised: tuple[int, ...] | None
    attachments: tuple[str, ...] | None
    redaction_kinds: tuple[str, ...] | None
    redaction_counts: tuple[int, ...] | None
    text_digest: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkRow(AuditRow):
    """One passage that a page can cite as `[bibkey #chunk n]`; `chunk` is that n, `page` and `last_page` where it was drawn.

    `place` to `sizing` are NULL in rows of older versions.
    """

    chunk_id: str
    bibkey: str
    chunk: int
    document_sha256: str
    chunker_version: str
    kind: str
    page: int
    last_page: int
    section_path: tuple[str, ...]
    tokens: int
    text: str
    text_hash: str
    place: str | None
    marks: tuple[str, ...] | None
    parent_id: str | None
    sizing: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceRow(AuditRow):
    """One passage chosen for one concept. `fingerprint` is that of all the concept's evidence; `rank` counts from 1."""

    concept: str
    rank: int
    bibkey: str
    chunk: int
    page: int
    text: str
    fingerprint: str
    chunk_id: str
    document_sha256: str
    text_hash: str
    section_path: tuple[str, ...]
    score: float
    dense_rank: int
    sparse_rank: int
    embedder: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRow(AuditRow):
    """One version of one page. `claims` and `citations` are counts, `bibkeys` the papers cited in order of first mention."""

    slug: str
    page_sha: str
    title: str
    description: str
    composer: str
    composer_version: str
    model: str
    evidence_fingerprint: str
    definition_hash: str
    claims: int
    citations: int
    bibkeys: tuple[str, ...]
    reason: str
    dropped: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRow(AuditRow):
    """One sentence of a page under one guard.

    `bibkey` to `document_sha256` are of the citation that carried the claim, or was compared, or is the first; NULL where the claim has
    none. `citation` is its index, `citations` how many there are. `matched` are the words of its passage that the verdict is about, at
    `[matched_start, matched_end)`. `differences`, `scores` and `sentences` are JSON, `sentences` one `verdicts.JudgedSentence` each.
    `guard_rule` is the guard's own rule where a second opinion decided. Where the claim was cited anew, all columns are of the citations
    that hold now, and `replaced_…` of the first that it lost, with what the guard said of the claim under it.
    """

    slug: str
    page_sha: str
    ordinal: int
    text: str
    bibkey: str | None
    chunk: int | None
    page: int | None
    quote: str | None
    quote_start: int | None
    quote_end: int | None
    chunk_id: str | None
    document_sha256: str | None
    citation: int | None
    citations: int
    verdict: str
    rule: str
    explanation: str
    matched: str
    matched_start: int
    matched_end: int
    differences: str
    scores: str
    section_kind: str
    section: str
    guard: str
    guard_version: str
    sentences: str | None
    guard_rule: str | None
    replaced_bibkey: str | None
    replaced_chunk: int | None
    replaced_verdict: str | None
    replaced_rule: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundingReportRow(AuditRow):
    """The verdict on one page under one guard and threshold, with the counts behind `rate`.

    `repaired` counts the claims that were cited anew. `evidence_coverage` is the share of the concept's evidence that the page uses,
    `copied_share` the share of its words that are copied in long runs; NULL where they were not measured.
    """

    slug: str
    page_sha: str
    guard: str
    guard_version: str
    rate: float
    threshold: float
    passed: bool
    claims: int
    grounded: int
    uncertain: int
    unsupported: int
    repaired: int | None
    evidence_coverage: float | None
    copied_share: float | None


class Decision(StrEnum):
    """What the gate did with one version of a page.

    Attributes:
        PROMOTED: It is published now.
        QUARANTINED: It lies among the drafts; whatever was published stays.
        STALE: It is published, but its successor was refused.
        WITHDRAWN: It was published and is now among the drafts.
        KEPT: It was published already, and stays.
        RETIRED: Its concept is gone, and so it is neither published nor among the drafts.
    """

    PROMOTED = "promoted"
    QUARANTINED = "quarantined"
    STALE = "stale"
    WITHDRAWN = "withdrawn"
    KEPT = "kept"
    RETIRED = "retired"


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionRow(AuditRow):
    """One decision of the gate. `rate` to `guard_version` are those of the report it went by, NULL where there was none."""

    slug: str
    page_sha: str
    decision: str
    reason: str
    path: str
    rate: float | None
    threshold: float | None
    guard: str | None
    guard_version: str | None
    file_sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConflictRow(AuditRow):
    """A sign that two papers disagree about a concept, as `Conflict` tells it. `kind` to `score` are NULL in rows of older versions."""

    slug: str
    page_sha: str
    heuristic: str
    cue: str
    bibkey_a: str
    chunk_a: int
    words_a: str
    bibkey_b: str
    chunk_b: int
    words_b: str
    kind: str | None
    differing_a: str | None
    differing_b: str | None
    score: float | None
    claim: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LlmCallRow(AuditRow):
    """One call of a language model, whatever its outcome. `ordinal` counts the calls of one composition from 0."""

    slug: str
    purpose: str
    ordinal: int
    model: str
    prompt_version: str
    prompt_sha256: str
    prompt_tokens: int
    completion_tokens: int
    cost_usd: float
    seconds: float
    outcome: str
    error: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationRow(AuditRow):
    """What one guard made of this wiki's grounded claims, edited in one way.

    `claims` of the `claims_found` were taken, of which the guard called `kept_unedited` grounded as they are; only these were edited.
    `label` says what is right of an edited claim. `edits` is the sum of `grounded`, `uncertain` and `unsupported`. `rules` is JSON: how
    many edited claims each rule refused, and how many each called grounded.
    """

    guard: str
    guard_version: str
    edits_version: str
    claims: int
    claims_found: int
    kept_unedited: int
    kind: str
    label: str
    edits: int
    grounded: int
    uncertain: int
    unsupported: int
    rules: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReanchoringRow(AuditRow):
    """What became of one citation when a paper that its page cites had changed.

    `page_sha` is the page as it came out, `earlier_page_sha` as it was; `kept` says whether it is the same page with its citations where
    their words stand now. `cause` is in words. `chunk` and `page` are the new place, NULL where the quoted words are gone.
    """

    slug: str
    page_sha: str
    earlier_page_sha: str
    kept: bool
    cause: str
    bibkey: str
    earlier_document_sha256: str
    earlier_chunk: int
    quote: str
    document_sha256: str | None
    chunk: int | None
    page: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertRow(AuditRow):
    """What became of one alert. `run_id` is the run that it is about, empty for a digest and for a check that no run reported.

    Several rows tell of one `alert_id`, one for each state of `delivery` that it was in: waiting for another attempt, delivered, held
    back by the rate limit, refused, given up, or recorded only. `answer` is what the webhook said, in words; never its address. `count`
    is the number of alerts that a digest tells of, 1 for others. `figures` is JSON. What does not apply is empty.
    """

    alert_id: str
    kind: str
    severity: str
    asset: str
    check_name: str
    partition: str
    job: str
    step: str
    why: str
    what_to_do: str
    owners: tuple[str, ...]
    figures: str
    count: int
    happened_at: datetime
    delivery: str
    answer: str
    attempts: int
