"""Stories of operation: stopped and killed, concepts edited, thresholds, launches by hand, automation, and the count of runs."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Callable

from tests.shell.homes import write_concepts
from tests.soak import papers
from tests.soak.model_server import ModelServer
from tests.soak.paper_stories import GOOD, PAGE
from tests.soak.papers import ALL_CONCEPTS, UNSUPPORTED
from tests.soak.product import environment, send, wiki_command
from tests.soak.records import Run, by_job, repeated
from tests.soak.soak import Seen, Soak, Story

PARTLY = "angle-defect"
ADDED = "triangulation"  # of which the first papers say enough for a page composed by extraction
CHECK = ("grounding_reports", "grounding_rate_reaches_threshold")
# Ticks of the automation sensor that a refused page is watched for after a good one was promoted.
_TICKS_SECONDS = 40


def stopped(soak: Soak) -> Seen:
    """The daemon gets a TERM, then all of `wiki dev`; a paper comes in between and another while nothing runs."""
    first, second = f"Fir{soak.next_number()}", f"Fir{soak.next_number()}"
    send(soak.product.daemon_pid(), signal.SIGTERM)
    papers.write(soak.raw / f"{first}.md", papers.about_flips(int(first[3:])))
    time.sleep(3)
    soak.product.stop()
    papers.write(soak.raw / f"{second}.md", papers.about_flips(int(second[3:])))
    soak.product.start()
    seconds = soak.until(lambda: all(soak.records.status(key) == "ok" for key in (first, second)), "both papers are read")
    soak.until_quiet()
    return Seen("both papers are read after the start", True, seconds)


def killed(soak: Soak) -> Seen:
    """Every process at once, in the middle of a run."""
    number, began = soak.next_number(), time.time()
    key = f"Fir{number}"
    papers.write(soak.raw / f"{key}.md", papers.about_flips(number))
    soak.until(lambda: _under_way(soak, began), "a run is under way")
    processes, running = soak.product.kill(), [run.job for run in soak.runs_since(began) if not run.over]
    soak.product.start()
    seconds = soak.until(lambda: soak.records.cites(PAGE, key), f"{PAGE}.md cites {key}", soak.patience * 3)
    soak.until_quiet(3)
    left = [run.job for run in soak.runs_since(began) if not run.over]
    return Seen(
        f"{processes} processes killed during {', '.join(running)}; cited {seconds:.0f} s after the start; runs left over: {len(left)}",
        not left,
        seconds,
    )


def cancelled(soak: Soak) -> Seen:
    number, began = soak.next_number(), time.time()
    key = f"Fir{number}"
    papers.write(soak.raw / f"{key}.md", papers.about_flips(number))
    soak.until(lambda: _under_way(soak, began), "a run is under way")
    (run, *_) = [run for run in soak.runs_since(began) if not run.over]
    soak.product.cancel(run.id)
    seconds = soak.until(lambda: soak.records.cites(PAGE, key), f"{PAGE}.md cites {key}", soak.patience * 2)
    soak.until_quiet()
    (ended,) = [one for one in soak.runs_since(began) if one.id == run.id]
    return Seen(f"the {run.job} run ended as {ended.status}; cited {seconds:.0f} s later", True, seconds)


def concepts_edited(soak: Soak) -> Seen:
    began = time.time()
    write_concepts(soak.home, {**ALL_CONCEPTS, ADDED: "Triangulation"})
    seconds = soak.until(lambda: ADDED in soak.records.published(), "the new concept's page")
    soak.until_quiet()
    added = sorted({run.subject for run in soak.runs_since(began, "compile")})
    write_concepts(soak.home, {**ALL_CONCEPTS, ADDED: "Triangulations"})
    soak.until(lambda: "title: Triangulations" in soak.records.page(ADDED), "its new title")
    soak.until_quiet()
    write_concepts(soak.home, ALL_CONCEPTS)
    soak.until(lambda: ADDED not in soak.records.published(), "the removed concept's page is gone")
    soak.until_quiet()
    return Seen(
        f"published, its title changed, withdrawn; compiled for the new one: {', '.join(added)}",
        added == [ADDED],
        seconds,
    )


def threshold_raised(soak: Soak) -> Seen:
    """With a model, for an extractive page is grounded throughout."""
    server = ModelServer(ALL_CONCEPTS[PARTLY])
    try:
        model = {
            "WIKI_LLM_MODEL": "openai/fake",
            "WIKI_LLM_BASE_URL": server.url,
            "WIKI_LLM_API_KEY": "none",
            "WIKI_LLM_ATTEMPTS": "1",
        }
        _restart(soak, 0.5, **model)
        soak.until(lambda: "⚠" in soak.records.page(PARTLY), f"{PARTLY}.md with an invented sentence", soak.patience * 3)
        soak.until_quiet(3)
        calls = server.calls
        seconds = _restart(soak, 0.9, until=lambda: PARTLY not in soak.records.published())
        withdrawn = PARTLY in soak.records.drafted()
        soak.until_quiet(3)
        _restart(soak, 0.5, until=lambda: PARTLY in soak.records.published())
        soak.until_quiet(3)
        asked = server.calls - calls
        _restart(soak, 0.5, WIKI_LLM_MODEL="")
        soak.until_quiet(4)
    finally:
        server.close()
    return Seen(
        f"withdrawn to wiki/draft/ at 0.9, back at 0.5; the model was asked {calls} times for {len(ALL_CONCEPTS)} pages "
        f"and {asked} times more",
        withdrawn and asked == 0,
        seconds,
    )


def by_hand(soak: Soak) -> Seen:
    """The refused page, launched alone, by a backfill over all concepts, and by `wiki build` beside the daemon."""
    product, began = soak.product, time.time()
    run = product.launch(["promoted_pages"], UNSUPPORTED)
    seconds = soak.until(lambda: _over(soak, run), "the run launched by hand is over")
    (launched,) = [one for one in soak.runs_since(began) if one.id == run]
    backfill = product.backfill("promoted_pages", list(ALL_CONCEPTS))
    soak.until(
        lambda: product.backfill_status(backfill) not in ("REQUESTED", "COMPLETING", "FAILING"),
        "the backfill is over",
        soak.patience * 2,
    )
    status = product.backfill_status(backfill)
    built = subprocess.run(
        [*wiki_command("build", "--json"), "--home", str(soak.home)],
        cwd=soak.home,
        env=environment(product.settings),
        capture_output=True,
    )
    soak.until_quiet()
    inside = UNSUPPORTED in soak.records.published()
    return Seen(
        f"alone: {launched.status}; backfill over {len(ALL_CONCEPTS)}: {status}; wiki build: exit code {built.returncode}; "
        f"in wiki/: {'yes' if inside else 'no'}",
        launched.status == "FAILURE" and not inside and built.returncode == 0 and soak.records.published() >= set(GOOD),
        seconds,
    )


def automation(soak: Soak) -> Seen:
    """Reports are made again by hand, without promotion: the condition on `promoted_pages` promotes the good page by itself."""
    began = time.time()
    for slug in (UNSUPPORTED, PAGE):
        soak.product.launch(["concept_pages", "grounding_reports"], slug, [CHECK])
    seconds = soak.until(
        lambda: any(run.subject == PAGE and run.by_automation for run in soak.runs_since(began)), "automation promotes"
    )
    time.sleep(_TICKS_SECONDS)
    soak.until_quiet()
    acted = sorted(run.subject for run in soak.runs_since(began) if run.by_automation)
    ever = [run for run in soak.records.runs() if run.by_automation and run.subject == UNSUPPORTED]
    return Seen(
        f"automation launched: {', '.join(acted)}; for the refused page, ever: {len(ever)}",
        PAGE in acted and not ever and UNSUPPORTED not in soak.records.published(),
        seconds,
    )


def counted(soak: Soak) -> Seen:
    """Over the whole soak: no run of a sensor without a change, and the refused page exactly as often as its inputs changed."""
    runs = soak.records.runs()
    again = repeated(runs)
    refused = [run for run in runs if run.subject == UNSUPPORTED and run.job == "compile"]
    inputs = len(_changes(refused))
    automatic = [run for run in runs if run.by_automation]
    return Seen(
        f"{by_job(runs)}; without a change: {by_job(again)}; the refused page was compiled {len(refused)} times for {inputs} states of its "
        f"inputs; by automation: {len(automatic)}",
        not again and len([run for run in refused if not run.died]) <= inputs,
    )


def read_all_the_time(soak: Soak) -> Seen:
    problems = soak.reader.problems
    return Seen(
        f"{soak.reader.looks} looks; wrong: {'; '.join(problems[:5]) or 'nothing'}", soak.reader.looks > 0 and not problems
    )


def _changes(runs: list[Run]) -> list[str]:
    """What was wanted, one after another, without repetitions."""
    wanted = [run.wanted for run in runs]
    return [one for at, one in enumerate(wanted) if at == 0 or wanted[at - 1] != one]


def _under_way(soak: Soak, since: float) -> bool:
    return any(run.started and not run.over for run in soak.runs_since(since))


def _over(soak: Soak, run: str) -> bool:
    return any(one.id == run and one.over for one in soak.records.runs())


def _restart(soak: Soak, threshold: float, until: Callable[[], bool] | None = None, **settings: str) -> float:
    """Ends `wiki dev` and starts it with another threshold; returns the seconds until something has happened after that."""
    soak.reader.pause()
    soak.product.stop()
    soak.threshold = threshold
    soak.product.start(WIKI_MIN_GROUNDING_RATE=str(threshold), **settings)
    seconds = soak.until(until, f"what the threshold {threshold} brings", soak.patience * 3) if until else 0.0
    soak.until_quiet(4)
    soak.reader.resume(min_grounding_rate=str(threshold))
    return seconds


STOPPED = Story("stopped while papers arrive", "nothing lost: both are read after the start", stopped)
KILLED = Story("killed with -9 in the middle of a run", "the paper is cited after the start; no run is left over", killed)
CANCELLED = Story("a run is cancelled by a person", "its work is done by another", cancelled)
CONCEPTS_EDITED = Story(
    "a concept is added, edited, removed", "published, changed, withdrawn; no other page compiled for it", concepts_edited
)
THRESHOLD = Story(
    "the threshold is raised and lowered",
    "a published page that fails is withdrawn, and comes back; no model is asked for it",
    threshold_raised,
)
BY_HAND = Story(
    "the refused page is launched by hand", "refused alone, in a backfill over all concepts, and by wiki build", by_hand
)
AUTOMATION = Story("reports are made again by hand", "automation promotes the good page, never the refused one", automation)
COUNTED = Story("runs over the whole soak", "none without a change; the refused page as often as its inputs changed", counted)
READ = Story("a reader looks all the time", "no torn page; a passing verdict for every file at every look", read_all_the_time)
