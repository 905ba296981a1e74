"""A sensor asks for the same work only once; runs that came to nothing through no fault of the work give that one chance back.

Dagster never launches a second run for a sensor's run key, however the first one ended. A refused page must stay refused, so keys are
what keeps it from being run again; but a run that was killed, or that found a store locked, would take its work with it for ever.

Belongs here: giving a key back, and how often. Does not belong here: finding dead processes (`jobs.dead_runs`).
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Mapping

from dagster import DagsterEventType, DagsterInstance, DagsterRun, DagsterRunStatus, RunsFilter

from wiki_assets.errors import WikiError

RUN_KEY = "dagster/run_key"
FORMER_KEY = "wiki/former_run_key"
FAILURE_REASON = "dagster/failure_reason"
WILL_RETRY = "dagster/will_retry"
MAX_RETRIES = "dagster/max_retries"
# A crash that comes back each time, such as memory that does not suffice, must not be repeated for ever.
CHANCES = 3
# Failed runs are looked at for this long; what no daemon saw in time is done by `wiki build`.
LOOK_BACK = datetime.timedelta(days=1)
_SEEN_AT_ONCE = 200
_CRASHES = {"UNEXPECTED_TERMINATION", "START_TIMEOUT", "RUN_WORKER_RESTART", "UNKNOWN", ""}


def ask_again(instance: DagsterInstance, run: DagsterRun) -> bool:
    """Lets a sensor ask again for the work of a run that it asked for, and keeps Dagster from repeating it as well.

    Returns:
        False where no sensor asked for it, or its chances are used up.
    """
    key = run.tags.get(RUN_KEY)
    if not key or instance.get_runs_count(RunsFilter(tags={FORMER_KEY: key})) >= CHANCES - 1:
        return False
    for same in instance.get_runs(RunsFilter(tags={RUN_KEY: key})):
        if same.run_id == run.run_id or same.status is DagsterRunStatus.FAILURE:
            given_back = {RUN_KEY: f"{key} (given back by {same.run_id})", FORMER_KEY: key, MAX_RETRIES: "0"}
            instance.add_run_tags(same.run_id, given_back)
    return True


def give_chances_back(instance: DagsterInstance, now: datetime.datetime) -> list[str]:
    """Gives back the keys of runs that failed lately through no fault of their work.

    Returns:
        Ids of the runs whose work a sensor may ask for again.
    """
    since = RunsFilter(statuses=[DagsterRunStatus.FAILURE], updated_after=now - LOOK_BACK)
    failed = [run for run in instance.get_runs(since, limit=_SEEN_AT_ONCE) if RUN_KEY in run.tags and FORMER_KEY not in run.tags]
    return [run.run_id for run in failed if came_to_nothing(run.tags, _causes(instance, run)) and ask_again(instance, run)]


def came_to_nothing(tags: Mapping[str, str], causes: Iterable[Collection[str]]) -> bool:
    """Whether a failed run may be asked for again.

    Args:
        tags: The run's own.
        causes: For each failed step the class names of what it raised, with what had caused that.
    """
    if tags.get(WILL_RETRY) == "true":
        return False
    steps = list(causes)
    if steps:
        return all(not _retryable(WikiError).isdisjoint(chain) for chain in steps)
    return tags.get(FAILURE_REASON, "") in _CRASHES


def _causes(instance: DagsterInstance, run: DagsterRun) -> list[set[str]]:
    causes = []
    for entry in instance.all_logs(run.run_id, of_type=DagsterEventType.STEP_FAILURE):
        error = entry.dagster_event.step_failure_data.error if entry.dagster_event else None
        chain: set[str] = set()
        while error is not None:
            chain.add(error.cls_name or "")
            error = error.cause
        causes.append(chain)
    return causes


def _retryable(base: type[WikiError]) -> set[str]:
    """Names of the errors a second try can mend."""
    own = {base.__name__} if base.retryable else set()
    return own.union(*(_retryable(kind) for kind in base.__subclasses__()))
