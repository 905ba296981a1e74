"""Which requests are due: what was wanted, tried and not reached is tried again, later each time, and not for ever.

Dagster launches a run key once, whatever came of it. The plan says what is still to be done; a key that names only what is wanted would
lose it when its run was killed, cancelled or stopped by a locked store, and when a person takes a change back (a paper put back, a
threshold lowered again) and then makes it once more. So every key is numbered here. A refused page and an unreadable paper are never
tried again for all that: what came of them is kept, and the plan does not name them.

Belongs here: numbering requests, and when the next attempt is due. Does not belong here: what is wanted (`wiki_assets.planning`).
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dagster import DagsterEventType, DagsterInstance, DagsterRun, DagsterRunStatus, RunRequest, RunsFilter
from dagster._core.storage.dagster_run import RunRecord

from jobs.about import PARTITION, same_thing
from sensors.in_flight import ABANDONED_SECONDS

# Tags of every run that a sensor of ours requests: what it would bring up to date, and which attempt at it this is, from 1.
WANTED = "wiki/wanted"
ATTEMPT = "wiki/attempt"
# Tag of a run after which the same was wanted still: it may have ended well, and did not settle what it was for.
UNSETTLED = {"wiki/unsettled": "true"}
_RUN_KEY = "dagster/run_key"
# Seconds from the end of one attempt to the next: a killed run is repeated at the next tick, and a model that is away for a night is
# still asked when it is back (the sum is about fifteen hours).
DELAYS = (15.0, 60.0, 300.0, 1_800.0, 7_200.0, 43_200.0)
# So many attempts at the same thing with nothing changed in between, and a person has to look.
MAX_ATTEMPTS = len(DELAYS) + 1
# A run that failed in one of these ways did its work: the gate refused the page.
_REFUSALS = ("DagsterAssetCheckFailedError", "GateRefusedError")
_WANTED_PER_QUERY = 500


@dataclass(frozen=True, slots=True)
class Former:
    """The latest run for the same thing.

    Attributes:
        attempt: Which attempt it was, from 1.
        ended: Seconds since the epoch; None while it is not over.
        settled: Whether it did its work, so that the same is wanted anew: a later run brought the same partitions to something else, or
            nothing was wanted for longer than any attempt waits, as where a person edits the same file again after months.
    """

    attempt: int
    ended: float | None
    settled: bool


@dataclass(frozen=True, slots=True)
class Due:
    """Requests that are due, and those that are not.

    Attributes:
        requests: To be launched now, each with a key that was never used.
        under_way, later, given_up: Keys as they were given: whose run is not over, that wait for their next attempt, that were tried
            too often.
    """

    requests: tuple[RunRequest, ...]
    under_way: tuple[str, ...]
    later: tuple[str, ...]
    given_up: tuple[str, ...]

    @property
    def told(self) -> str:
        """For a person, why what is still to be done is not requested; empty where nothing waits."""
        words = []
        if self.under_way:
            words.append(f"{len(self.under_way)} under way.")
        if self.later:
            words.append(f"{len(self.later)} failed or was stopped, and will be tried again.")
        if self.given_up:
            words.append(
                f"{len(self.given_up)} was tried {MAX_ATTEMPTS} times and is left alone: look at its last run, then launch it by hand."
            )
        return " ".join(words)


def due(instance: DagsterInstance, job: str, requests: Sequence[RunRequest], now: float | None = None) -> Due:
    """Numbers the requests that are due.

    Args:
        job: Name of the job of requests that name none.
        requests: Each with a run key that names what it would bring up to date.
        now: Seconds since the epoch; the clock when None.
    """
    moment = time.time() if now is None else now
    records = _records(instance, [request.run_key or "" for request in requests])
    chosen: list[RunRequest] = []
    waiting: dict[str, list[str]] = {"under_way": [], "later": [], "given_up": []}
    for request in requests:
        wanted = request.run_key or ""
        earlier = records.get(wanted, [])
        former = _former(instance, request.job_name or job, request, earlier[0], moment) if earlier else None
        if reason := why_not(former, moment):
            waiting[reason].append(wanted)
            _note_unsettled(instance, earlier[0])
        else:
            attempt = 1 if former is None or former.settled else former.attempt + 1
            chosen.append(_numbered(request, wanted, attempt, 1 + max(map(_number, earlier), default=-1)))
    return Due(tuple(chosen), tuple(waiting["under_way"]), tuple(waiting["later"]), tuple(waiting["given_up"]))


def why_not(former: Former | None, now: float) -> str:
    """Why the next attempt is not due: `under_way`, `given_up` or `later`; empty where it is."""
    if former is None:
        return ""
    if former.ended is None:
        return "under_way"
    if former.settled:
        return ""
    if former.attempt >= MAX_ATTEMPTS:
        return "given_up"
    return "later" if now - former.ended < DELAYS[former.attempt - 1] else ""


def _numbered(request: RunRequest, wanted: str, attempt: int, number: int) -> RunRequest:
    return RunRequest(
        run_key=f"{wanted}|{number}",
        job_name=request.job_name,
        partition_key=request.partition_key,
        # Attempts are numbered here; Dagster's own retry of a crashed run would do the same work a second time.
        tags={**request.tags, WANTED: wanted, ATTEMPT: str(attempt), "dagster/max_retries": "0"},
    )


def _records(instance: DagsterInstance, wanted: Sequence[str]) -> Mapping[str, list[RunRecord]]:
    """Former runs for each of what is wanted, the newest first."""
    found: dict[str, list[RunRecord]] = {}
    for start in range(0, len(wanted), _WANTED_PER_QUERY):
        for record in instance.get_run_records(RunsFilter(tags={WANTED: list(wanted[start : start + _WANTED_PER_QUERY])})):
            found.setdefault(record.dagster_run.tags[WANTED], []).append(record)
    return found


def _former(instance: DagsterInstance, job: str, request: RunRequest, record: RunRecord, now: float) -> Former:
    run = record.dagster_run
    attempt = int(run.tags.get(ATTEMPT, "") or 1)
    abandoned = run.status is DagsterRunStatus.NOT_STARTED and now - record.create_timestamp.timestamp() > ABANDONED_SECONDS
    if not run.is_finished and not abandoned:
        return Former(attempt, None, settled=False)
    ended = record.end_time or record.update_timestamp.timestamp()
    long_ago = now - ended > DELAYS[-1] and not UNSETTLED.items() <= run.tags.items()
    anew = long_ago or _brought_to_something_else(instance, job, request, run)
    return Former(attempt, ended, settled=anew and _did_its_work(instance, record))


def _brought_to_something_else(instance: DagsterInstance, job: str, request: RunRequest, run: DagsterRun) -> bool:
    """Whether the latest run about the very same partitions had another aim; one of other papers says nothing of these."""
    of_the_same = same_thing({**request.tags, **({PARTITION: request.partition_key} if request.partition_key else {})})
    (latest, *_) = instance.get_runs(RunsFilter(job_name=job, tags=of_the_same), limit=1) or [run]
    return latest.tags.get(WANTED) != run.tags[WANTED]


def _note_unsettled(instance: DagsterInstance, record: RunRecord) -> None:
    """Notes on a run that is over that what it was for is wanted still, which nobody could tell when months have passed."""
    run = record.dagster_run
    if run.is_finished and not UNSETTLED.items() <= run.tags.items():
        instance.add_run_tags(run.run_id, UNSETTLED)


def _did_its_work(instance: DagsterInstance, record: RunRecord) -> bool:
    run = record.dagster_run
    if run.status is DagsterRunStatus.SUCCESS:
        return True
    errors = [
        event.event_log_entry.dagster_event.step_failure_data.error
        for event in instance.get_records_for_run(run.run_id, of_type=DagsterEventType.STEP_FAILURE).records
        if event.event_log_entry.dagster_event
    ]
    return bool(errors) and all(error is not None and _refused(error) for error in errors)


def _refused(error: object) -> bool:
    while error is not None:
        if getattr(error, "cls_name", "") in _REFUSALS:
            return True
        error = getattr(error, "cause", None)
    return False


def _number(record: RunRecord) -> int:
    _, _, number = record.dagster_run.tags.get(_RUN_KEY, "").rpartition("|")
    digits = number.split(" ")[0]  # a key given back to its sensor says so behind it
    return int(digits) if digits.isdecimal() else 0
