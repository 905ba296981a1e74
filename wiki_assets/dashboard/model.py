"""What the dashboard tells, as facts: one frozen shape for each thing that a section shows.

Belongs here: the shapes and the arithmetic on them. Does not belong here: where they come from (`queries`), what they amount to
(`standing`), or how they look (`sections`, `charts`). Times have a time zone (UTC); rates go from 0.0 to 1.0.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Rules:
    """What the settings ask for: the rate a page must reach, and what the guard should reach on this corpus."""

    threshold: float
    min_catch: float
    max_false_alarm: float


@dataclass(frozen=True, slots=True)
class RatePoint:
    """Grounded claims among all claims from one moment on."""

    at: datetime
    grounded: int
    claims: int

    @property
    def rate(self) -> float:
        """Share of grounded claims; 0.0 where there are none."""
        return self.grounded / self.claims if self.claims else 0.0


@dataclass(frozen=True, slots=True)
class PublishedPage:
    """A page that stands in the wiki. The counts are 0, and `rate` None, where no verdict on it is known.

    Attributes:
        path: Its file, relative to the home folder.
        coverage: Share of the concept's evidence that it uses; None where not measured.
        history: Verdicts on this slug, oldest first, refused versions included.
    """

    slug: str
    title: str
    path: str
    since: datetime
    composer: str
    rate: float | None
    threshold: float | None
    claims: int
    grounded: int
    uncertain: int
    unsupported: int
    coverage: float | None
    history: tuple[RatePoint, ...] = ()


@dataclass(frozen=True, slots=True)
class WeakClaim:
    """A sentence that its page's verdict does not call grounded. `citation` is "Key #chunk", empty where it cites nothing."""

    slug: str
    text: str
    verdict: str
    rule: str
    explanation: str
    citation: str


@dataclass(frozen=True, slots=True)
class QuarantinedPage:
    """A page that lies among the drafts.

    Attributes:
        withdrawn: It had been published before.
        since: When it was first refused without a promotion since.
        refusals: How often it was refused in that time.
        still_published: Whether an earlier version stands in the wiki.
        weak_claims: The worst of its claims, at most a few.
        ungrounded: How many claims are not grounded, uncertain ones included.
    """

    slug: str
    title: str
    path: str
    rate: float | None
    threshold: float | None
    reason: str
    withdrawn: bool
    since: datetime
    refusals: int
    still_published: bool
    ungrounded: int = 0
    weak_claims: tuple[WeakClaim, ...] = ()


class Severity(StrEnum):
    """How a failed check is meant: `error` stops what lies downstream or says that something is wrong, `warn` asks for a look."""

    ERROR = "error"
    WARN = "warn"


@dataclass(frozen=True, slots=True)
class FailedCheck:
    """A check whose latest result is a failure.

    Attributes:
        asset, name: As in Dagster.
        partition: The concept or paper, empty where the check is about all.
        says: The check's own words.
    """

    asset: str
    name: str
    partition: str
    severity: Severity
    says: str
    at: datetime


@dataclass(frozen=True, slots=True)
class StalePage:
    """A published page that is not what the newest words or evidence would give. `why` is a sentence."""

    slug: str
    title: str
    path: str
    why: str
    since: datetime


@dataclass(frozen=True, slots=True)
class PaperProblem:
    """A file that could not be read, or only in part. `bibkey` is empty where it got none."""

    bibkey: str
    file: str
    status: str
    reason: str
    seen: datetime

    @property
    def partial(self) -> bool:
        """Whether some of it was read."""
        return self.status == "partial"


@dataclass(frozen=True, slots=True)
class FlaggedPaper:
    """A paper that somebody says is retracted or superseded, and the published pages that cite it, as slugs."""

    bibkey: str
    title: str
    flag: str
    note: str
    file: str
    slugs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Signs that papers disagree beside one page, with the words of the clearest."""

    slug: str
    title: str
    published: bool
    count: int
    bibkey_a: str
    words_a: str
    bibkey_b: str
    words_b: str


@dataclass(frozen=True, slots=True)
class DayCost:
    """What one model cost on one day (UTC)."""

    day: date
    model: str
    calls: int
    prompt_tokens: int
    completion_tokens: int
    dollars: float
    seconds: float
    failures: int

    @property
    def tokens(self) -> int:
        """Tokens in and out."""
        return self.prompt_tokens + self.completion_tokens


@dataclass(frozen=True, slots=True)
class EditKind:
    """What the guard made of claims edited in one way. `bad` edits make a claim false; refusing one of the others is a false alarm."""

    name: str
    bad: bool
    edits: int
    refused: int

    @property
    def rate(self) -> float:
        """Share that was refused."""
        return self.refused / self.edits if self.edits else 0.0


@dataclass(frozen=True, slots=True)
class GuardCalibration:
    """The latest calibration of the guard. A rate is None where no claim could be edited so."""

    at: datetime
    guard: str
    guard_version: str
    claims: int
    catch_rate: float | None
    false_alarm_rate: float | None
    kinds: tuple[EditKind, ...] = ()


@dataclass(frozen=True, slots=True)
class JobWork:
    """Runs of one job in the days that the shell looked at. A run that a refused page ended counts as not successful."""

    job: str
    runs: int
    unsuccessful: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Operations:
    """What only the Dagster instance knows; empty where there is none.

    Attributes:
        checks_known: Checks that have run at all.
        work: By job, over the last `work_days`; where `work_cut`, only the newest runs of these days were looked at.
    """

    failed_checks: tuple[FailedCheck, ...] = ()
    checks_known: int = 0
    work: tuple[JobWork, ...] = ()
    work_days: int = 7
    work_cut: bool = False


@dataclass(frozen=True, slots=True)
class Volumes:
    """How much there is. `rows` is over all tables of the audit, `tables` by table."""

    papers: int
    chunks: int
    tables: tuple[tuple[str, int], ...] = ()

    @property
    def rows(self) -> int:
        """Rows of the audit."""
        return sum(count for _, count in self.tables)

    def rows_of(self, table: str) -> int | None:
        """Rows of one table, None where the audit has none of that name."""
        return dict(self.tables).get(table)


@dataclass(frozen=True, slots=True)
class Facts:
    """All that the audit and the instance know of a home at one moment.

    Attributes:
        waiting: Titles by slug of pages that are neither published nor refused: compiled, and not judged or decided yet.
        trend: Claims of all published pages together, oldest first.
        last_work: When a step last recorded anything; None in an empty audit.
        guards: Names and versions of the guards behind the verdicts on published pages.
    """

    as_of: datetime
    rules: Rules
    published: tuple[PublishedPage, ...] = ()
    quarantined: tuple[QuarantinedPage, ...] = ()
    waiting: tuple[tuple[str, str], ...] = ()
    stale: tuple[StalePage, ...] = ()
    trend: tuple[RatePoint, ...] = ()
    papers: tuple[PaperProblem, ...] = ()
    flagged: tuple[FlaggedPaper, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
    costs: tuple[DayCost, ...] = ()
    calibration: GuardCalibration | None = None
    guards: tuple[tuple[str, str], ...] = ()
    last_work: datetime | None = None
    volumes: Volumes = field(default_factory=lambda: Volumes(0, 0))
    operations: Operations = Operations()

    @property
    def claims(self) -> int:
        """Claims on published pages."""
        return sum(page.claims for page in self.published)

    @property
    def grounded(self) -> int:
        """Grounded claims on published pages."""
        return sum(page.grounded for page in self.published)

    @property
    def rate(self) -> float | None:
        """Share of grounded claims over all published ones; None where there are none."""
        return self.grounded / self.claims if self.claims else None

    @property
    def refused_only(self) -> tuple[QuarantinedPage, ...]:
        """Quarantined pages of which no version is published."""
        return tuple(page for page in self.quarantined if not page.still_published)

    @property
    def pages(self) -> int:
        """Pages there are: published, refused or waiting."""
        return len(self.published) + len(self.refused_only) + len(self.waiting)

    @property
    def unread(self) -> tuple[PaperProblem, ...]:
        """Files that gave no text."""
        return tuple(paper for paper in self.papers if not paper.partial)

    @property
    def partly_read(self) -> tuple[PaperProblem, ...]:
        """Papers of which some was lost."""
        return tuple(paper for paper in self.papers if paper.partial)
