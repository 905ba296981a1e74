"""`wiki build`: follows the plan until nothing is left to do, each stage as runs in the home's Dagster instance.

Belongs here: the order of stages and what is told of them. Does not belong here: what is stale (`planning`) or how a step works (rooms).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from jobs.about import range_tags
from jobs.completing import Completion
from jobs.launching import Launcher, Ran, open_instance
from resources import build_resources
from resources.observation import Observation, observe
from wiki_assets.cli.home import export_settings, prepare_home
from wiki_assets.cli.outcome import BuildOutcome, concept_outcomes
from wiki_assets.definitions import build_defs
from wiki_assets.documents.partitioning import PaperPartitions
from wiki_assets.documents.steps import read_all_records
from wiki_assets.errors import ConceptsError, LibraryError
from wiki_assets.partitions import CONCEPTS, PAPERS
from wiki_assets.planning.plan import Plan, Task, plan_without_papers
from wiki_assets.planning.ranges import ranges_to_run
from wiki_assets.planning.state import HomeState
from wiki_assets.settings import Settings
from wiki_assets.storage.artifacts import open_artifacts

logger = logging.getLogger(__name__)

Tell = Callable[[str], None]

# Rounds of looking at the papers in one build. More than two are only needed where somebody goes on writing; a build ends all the same.
_MOST_ROUNDS = 5
# Assets whose steps may call a language model: to compose, and for a second opinion.
_CALLING = ("concept_pages", "grounding_reports")


@dataclass(frozen=True, slots=True)
class BuildRequest:
    """What a person asked for.

    Attributes:
        concepts: Slugs to compile; empty for all. Cross-references go by the full list all the same.
        force: Compile those concepts even where nothing changed.
    """

    concepts: tuple[str, ...] = ()
    force: bool = False


@dataclass(slots=True)
class _Tally:
    """What has been run so far."""

    ingested: list[str] = field(default_factory=list)
    compiled: list[str] = field(default_factory=list)
    judged: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    totals: dict[str, float] = field(default_factory=dict)
    runs: int = 0


class Build:
    """One build of one home."""

    def __init__(self, settings: Settings, request: BuildRequest, tell: Tell) -> None:
        self._settings = settings
        self._request = request
        self._tell = tell
        self._resources = build_resources(settings)
        self._partitions = PaperPartitions(settings.buckets)
        self._tally = _Tally()

    def run(self) -> BuildOutcome:
        """Builds. Raises a `WikiError` where nothing could be done."""
        started = time.monotonic()
        instance_folder = prepare_home(self._settings)
        export_settings(self._settings, instance_folder)
        first = self._observe()
        self._require_input(first)
        with open_instance(instance_folder, self._settings) as instance:
            self._launcher = Launcher(instance, build_defs(self._settings))
            self._launcher.register(PAPERS, [*self._partitions.keys_of(first.library.sources)])
            self._launcher.register(CONCEPTS, [concept.slug for concept in first.concepts.concepts])
            store = self._resources["artifacts"].store()  # type: ignore[attr-defined]
            self._completion = Completion(self._launcher, store, self._settings.papers_per_run)
            self._note(told := self._completion.tell_papers())
            self._compile(self._choose_evidence(self._ingest(self._observe() if told else first)))
            self._publish()
            self._completion.end()
        return self._outcome(time.monotonic() - started)

    def _observe(self) -> Observation:
        named = ("library", "artifacts", "policy", "embedder", "language_model")
        return observe(**{name: self._resources[name] for name in named})  # type: ignore[arg-type]

    def _require_input(self, first: Observation) -> None:
        for warning in (*first.library.warnings, *first.concepts.warnings):
            self._tell(f"Note: {warning}")
        if not first.state.papers:
            folder = self._settings.raw_folder
            files = "; ".join(f"{item.file}: {item.reason}" for item in first.library.rejected)
            raise LibraryError(
                f"The folder {folder} holds no papers. {files}".strip(), "Put PDF files there, or give another --raw."
            )
        unknown = set(self._request.concepts) - {concept.slug for concept in first.concepts.concepts}
        if unknown:
            raise ConceptsError(f"No concept has the slug {', '.join(sorted(unknown))}.", f"See {self._settings.concepts_file}.")

    def _ingest(self, seen: Observation) -> Observation:
        """Ingests, and looks again: while papers are read others arrive, change, or lose the one they were left out for."""
        if not seen.plan.ingest:
            self._tell(f"Papers: all {len(seen.state.papers)} are up to date.")
        tried: set[tuple[str, str]] = set()
        for _ in range(_MOST_ROUNDS):
            tasks = _not_tried(seen.plan.ingest, tried)
            if not tasks:
                return seen
            tried.update((task.key, task.fingerprint) for task in tasks)
            self._tell(f"Papers: {len(tasks)} of {len(seen.state.papers)} to ingest ({_reasons(tasks)}).")
            self._ingest_all(tasks)
            seen = self._observe()
        if left := _not_tried(seen.plan.ingest, tried):
            self._tell(f"Papers: {len(left)} changed while others were read, and are left to the next build.")
        return seen

    def _ingest_all(self, tasks: Sequence[Task]) -> None:
        spread = self._partitions.keys_of(task.key for task in tasks)
        self._launcher.register(PAPERS, [*spread])
        order = self._launcher.partition_keys(PAPERS)
        ranges = ranges_to_run(order, spread, self._settings.papers_per_run)
        for number, batch in enumerate(ranges, start=1):
            if len(ranges) > 1:
                self._tell(f"Papers: run {number} of {len(ranges)}, {len(batch.papers)} papers.")
            ran = self._launcher.run_range("ingest", range_tags(batch, order, spread))
            self._note([ran])
            if ran.success:
                self._tally.ingested += batch.papers

    def _choose_evidence(self, seen: Observation) -> Observation:
        if reason := seen.plan.evidence or self._completion.evidence:
            self._tell(f"Evidence: choosing again, {reason}.")
            self._note([self._launcher.run("choose_evidence")])
            return self._observe()
        self._tell("Evidence: up to date.")
        return seen

    def _compile(self, seen: Observation) -> None:
        plan = plan_without_papers(seen.state)
        if plan.evidence:
            self._tell("Pages: they wait, for their evidence is out of date; the next build goes on here.")
            return
        compiling, judging = self._wanted(seen.state, plan)
        if not compiling and not judging:
            self._tell(f"Pages: all {len(seen.state.concepts)} are up to date.")
            return
        self._tell(f"Pages: {len(compiling)} of {len(seen.state.concepts)} to compile, {len(judging)} to judge again.")
        for job, tasks, done in (("report", judging, self._tally.judged), ("compile", compiling, self._tally.compiled)):
            for number, task in enumerate(tasks, start=1):
                ran = self._launcher.run(job, task.key, only_stale=not self._request.force)
                self._note([ran])
                outcome = "quarantined" if ran.refused else "passed" if ran.success else "failed"
                if outcome != "failed":
                    done.append(task.key)
                self._tell(f"Pages: {job} {number} of {len(tasks)}, {task.key}: {outcome} ({task.reason}).")

    def _wanted(self, state: HomeState, plan: Plan) -> tuple[Sequence[Task], Sequence[Task]]:
        chosen = set(self._request.concepts)
        compiling = [task for task in plan.compile if not chosen or task.key in chosen]
        if self._request.force:
            planned = {task.key for task in compiling}
            others = [one for one in state.concepts if (not chosen or one.slug in chosen) and one.slug not in planned]
            compiling += [Task(one.slug, "asked for", one.wanted_fingerprint) for one in others if one.wanted]
        compiled = {task.key for task in compiling}
        judging = [task for task in plan.report if (not chosen or task.key in chosen) and task.key not in compiled]
        planned = compiled | {task.key for task in judging}
        judging += [task for task in self._completion.pages() if task.key not in planned]
        return compiling, judging

    def _publish(self) -> None:
        if self._observe().plan.publish or self._tally.runs or self._completion.publish:
            self._tell("Wiki: refreshing links, index, log and audit.")
            self._note([self._launcher.run("publish")])
        else:
            self._tell("Wiki: up to date.")

    def _note(self, runs: Sequence[Ran]) -> None:
        for ran in runs:
            self._tally.runs += 1
            for name, value in ran.totals.items():
                self._tally.totals[name] = self._tally.totals.get(name, 0) + value
            for failure in ran.failures:
                # A refused promotion is the gate doing its work; the check has said so already.
                if not ran.refused:
                    self._tally.failures.append(failure)

    def _outcome(self, seconds: float) -> BuildOutcome:
        store = open_artifacts(self._settings.home, self._settings.artifacts)
        seen = self._observe()
        records = read_all_records(store)
        return BuildOutcome(
            documents_ingested=len(self._tally.ingested),
            chunks_embedded=int(self._tally.totals.get("embeddings.embedded", 0)),
            pages_compiled=len(self._tally.compiled),
            pages_judged=len(self._tally.judged),
            model_calls=int(sum(self._tally.totals.get(f"{asset}.model_calls", 0) for asset in _CALLING)),
            failed_documents=sum(record.status.failed for record in records) + len(seen.library.rejected),
            failures=tuple(dict.fromkeys(self._tally.failures)),
            documents=tuple((r.bibkey, str(r.status), r.reason) for r in records if r.status.failed)
            + tuple((item.file, str(item.status), item.reason) for item in seen.library.rejected),
            concepts=concept_outcomes(seen.state, store),
            seconds=round(seconds, 2),
        )


def _not_tried(tasks: Sequence[Task], tried: Collection[tuple[str, str]]) -> list[Task]:
    return [task for task in tasks if (task.key, task.fingerprint) not in tried]


def _reasons(tasks: Sequence[Task]) -> str:
    counted: dict[str, int] = {}
    for task in tasks:
        counted[task.reason] = counted.get(task.reason, 0) + 1
    return ", ".join(f"{count} {reason}" for reason, count in counted.items())
