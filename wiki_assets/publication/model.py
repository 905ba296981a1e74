"""What the publication room knows and hands on: published pages, drafts, standings, events of the log.

Belongs here: the shapes that are stored. Does not belong here: the decision (`gate`), writing (`shelf`, `publishing`) or words
for a reader (`index`, `log`).
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from pydantic import AwareDatetime, Field

from wiki_assets.storage.frozen import Frozen

WARNING_SIGN = "⚠"
"""Marks on a promoted page a claim that is not grounded, or a cited paper that should not be relied on; `wiki check` counts it."""


@dataclass(frozen=True, slots=True)
class GateRule:
    """Under what a page has to pass now.

    Attributes:
        guard, guard_version: Which guard.
        threshold: Rate that a page must reach, from 0.0 (quarantine is off) to 1.0.
    """

    guard: str
    guard_version: str
    threshold: float


class Cited(Frozen):
    """The papers that a text was rendered with.

    Attributes:
        papers: Bibkeys, in order of first mention.
        digest: Hash of what was known of them.
        flags: `retracted`, `superseded`: what somebody says of any of them.
    """

    papers: tuple[str, ...] = ()
    digest: str = ""
    flags: tuple[str, ...] = ()


class PublishedPage(Frozen):
    """What is published under a slug, and why it may be."""

    slug: str
    title: str
    description: str
    page_sha: str
    guard: str
    guard_version: str
    threshold: float
    rate: float
    claims: int
    promoted_at: AwareDatetime = Field(description="When these words were first published; kept while `page_sha` stays.")
    run_id: str
    stale: bool = False
    stale_reason: str = ""
    disagreements: tuple[str, ...] = Field(default=(), description="Lines for the section on disagreements.")
    looked_through: str = Field(default="", description="Identity of how and in what these were looked for.")
    file_sha256: str = Field(default="", description="Hash of the bytes of `wiki/<slug>.md`.")
    cited: Cited = Field(default=Cited(), description="The papers that it names.")

    @property
    def rule(self) -> GateRule:
        """Under what the page was let through."""
        return GateRule(self.guard, self.guard_version, self.threshold)


class DraftedPage(Frozen):
    """What waits for a reviewer under a slug, and why it may not be published."""

    slug: str
    title: str
    description: str
    page_sha: str
    guard: str
    guard_version: str
    threshold: float
    rate: float
    claims: int
    reason: str
    withdrawn: bool = Field(default=False, description="It had been published before.")
    drafted_at: AwareDatetime
    run_id: str
    file_sha256: str = Field(default="", description="Hash of the bytes of `wiki/draft/<slug>.md`.")
    cited: Cited = Field(default=Cited(), description="The papers that it names.")

    @property
    def rule(self) -> GateRule:
        """Under what the page was refused."""
        return GateRule(self.guard, self.guard_version, self.threshold)


class LogAction(StrEnum):
    """What happened to a page."""

    PROMOTED = "PROMOTED"
    QUARANTINED = "QUARANTINED"
    STALE = "STALE"
    WITHDRAWN = "WITHDRAWN"
    RETIRED = "RETIRED"
    EDITED = "EDITED"


class LogEvent(Frozen):
    """One line of the log, stored as an immutable artifact of its own, so that runs at the same time lose none."""

    at: AwareDatetime
    action: LogAction
    slug: str
    title: str
    page_sha: str
    rate: float
    threshold: float
    claims: int
    reason: str
    run_id: str

    @property
    def name(self) -> str:
        """`<time>-<hash>`: sorts by time; equal events have equal names."""
        digest = hashlib.sha256(self.model_dump_json().encode("utf-8")).hexdigest()
        return f"{self.at.astimezone(UTC):%Y%m%dT%H%M%S.%fZ}-{digest[:12]}"


class PendingChange(Frozen):
    """What a change still has to do outside the standing. Stored with it, so that whoever comes after a crash can finish.

    Attributes:
        events: To be logged.
        replaces: Hashes of the bytes that the change may replace or remove: all others were edited by hand since.
    """

    events: tuple[LogEvent, ...] = ()
    replaces: tuple[str, ...] = ()


class Standing(Frozen):
    """All that is true of one slug: what is published, what waits as a draft, and the exact words of both files.

    One write of this is one change of state; the files below `wiki/` and the log follow from it.
    """

    slug: str
    published: PublishedPage | None = None
    draft: DraftedPage | None = None
    page_text: str = Field(default="", description="`wiki/<slug>.md`; empty when nothing is published.")
    draft_text: str = Field(default="", description="`wiki/draft/<slug>.md`; empty when there is no draft.")
    pending: PendingChange | None = None

    @property
    def vacant(self) -> bool:
        """Whether nothing is published and nothing waits."""
        return self.published is None and self.draft is None


@dataclass(frozen=True, slots=True)
class Promotion:
    """What became of a page.

    Attributes:
        decision: Its last event of importance.
        changed: False when all was so already and nothing was written.
        path: The file that was written or would have been.
    """

    slug: str
    page_sha: str
    decision: LogAction
    reason: str
    rate: float
    threshold: float
    path: Path
    changed: bool


def text_sha256(text: str) -> str:
    """Hash of a file with this text."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def utc_now() -> datetime:
    """The room's clock."""
    return datetime.now(UTC)
