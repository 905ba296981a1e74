"""The tables of the audit: which row belongs in which, what identifies it, and how it is typed in Arrow.

Belongs here: names, natural keys, the Arrow schema that follows from a row's annotations. Does not belong here: the DuckDB
columns, whose history is in `schema` (a test holds the two together).
"""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from functools import cached_property

import pyarrow as pa

from wiki_assets.audit.rows import (
    AlertRow,
    CalibrationRow,
    ChunkRow,
    ClaimRow,
    ConflictRow,
    DocumentRow,
    EvidenceRow,
    GroundingReportRow,
    LlmCallRow,
    PageRow,
    PromotionRow,
    ReanchoringRow,
)
from wiki_assets.audit.stamps import AuditRow

_ARROW_TYPES: Mapping[object, pa.DataType] = {
    str: pa.string(),
    int: pa.int64(),
    float: pa.float64(),
    bool: pa.bool_(),
    datetime: pa.timestamp("us", tz="UTC"),
    tuple[str, ...]: pa.list_(pa.string()),
    tuple[int, ...]: pa.list_(pa.int64()),
}


@dataclass(frozen=True)
class AuditTable:
    """One table.

    Attributes:
        name: Name in DuckDB, and of the folder of its fragments.
        row: Shape of its rows.
        key: Columns that identify what a row tells. Rows with equal keys tell the same; the earliest is kept.
    """

    name: str
    row: type[AuditRow]
    key: tuple[str, ...]

    @cached_property
    def schema(self) -> pa.Schema:
        """Arrow schema of a fragment; a column allows NULL exactly where the row allows None."""
        hints = typing.get_type_hints(self.row)
        return pa.schema([_arrow_field(field.name, hints[field.name]) for field in fields(self.row)])

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns, as in `schema`."""
        return tuple(self.schema.names)


def _arrow_field(name: str, hint: object) -> pa.Field:
    if isinstance(hint, types.UnionType):
        (inner,) = (part for part in typing.get_args(hint) if part is not types.NoneType)
        return pa.field(name, _ARROW_TYPES[inner], nullable=True)
    return pa.field(name, _ARROW_TYPES[hint], nullable=False)


# What identifies a row. Tables that record content (a passage, a page, a verdict) are keyed by that content: recording it
# again adds nothing but a later `last_recorded_at`. Tables that record events have the run in the key, for the same outcome
# in another run is another event; a step that is retried within its run records the same event again.
TABLES: Mapping[str, AuditTable] = {
    table.name: table
    for table in (
        # Status and file are in the key: a retry within the run may end otherwise, and two files may ask for one bibkey.
        AuditTable("documents", DocumentRow, ("run_id", "bibkey", "file", "sha256", "status")),
        # Chunk ids follow from document, chunker and ordinal; another parser gives other words under the same id, which is
        # another fact.
        AuditTable("chunks", ChunkRow, ("chunk_id", "text_hash")),
        AuditTable("evidence", EvidenceRow, ("concept", "fingerprint", "rank")),
        AuditTable("pages", PageRow, ("slug", "page_sha")),
        # A claim is judged alike under every threshold, so the threshold is not in its key. What was decided is: a report that missed a
        # passage or an answer is made again under the same guard, and tells another thing then.
        AuditTable("claims", ClaimRow, ("slug", "page_sha", "ordinal", "guard", "guard_version", "verdict", "rule")),
        AuditTable(
            "grounding_reports",
            GroundingReportRow,
            ("slug", "page_sha", "guard", "guard_version", "threshold", "grounded", "uncertain", "unsupported"),
        ),
        AuditTable("promotions", PromotionRow, ("run_id", "slug", "page_sha", "decision")),
        # The words are in the key: one pair of passages may hold several sentences that disagree.
        AuditTable(
            "conflicts",
            ConflictRow,
            (
                "run_id",
                "slug",
                "page_sha",
                "heuristic",
                "cue",
                "bibkey_a",
                "chunk_a",
                "words_a",
                "bibkey_b",
                "chunk_b",
                "words_b",
            ),
        ),
        # A calibration is an event: the same figures in another run are a point of the trend.
        AuditTable("calibrations", CalibrationRow, ("run_id", "guard", "guard_version", "edits_version", "kind")),
        AuditTable("reanchorings", ReanchoringRow, ("run_id", "slug", "page_sha", "bibkey", "earlier_chunk", "quote")),
        # The time is in the key: a step that is retried within its run calls, and pays, again.
        AuditTable("llm_calls", LlmCallRow, ("run_id", "recorded_at", "slug", "purpose", "ordinal")),
        # An alert is recorded once in each state: whoever was killed before noting that it had recorded one records it again.
        AuditTable("alerts", AlertRow, ("alert_id", "delivery")),
    )
}
