"""Stories of papers: dropped, moved, taken away, put back, broken, many at once."""

from __future__ import annotations

import time

from tests.soak import papers
from tests.soak.papers import UNSUPPORTED
from tests.soak.records import by_job
from tests.soak.soak import Seen, Soak, Story

PAGE = "edge-flip"
GOOD = ("circle-packing", "angle-defect", "edge-flip")


def from_empty(soak: Soak) -> Seen:
    soak.product.start()
    started = time.monotonic()
    soak.until(lambda: soak.records.published() >= set(GOOD), "three pages in wiki/", soak.patience * 3)
    seconds = time.monotonic() - started
    soak.until_quiet(3)
    published, drafted = soak.records.published(), soak.records.drafted()
    return Seen(
        f"wiki/: {', '.join(sorted(published))}; wiki/draft/: {', '.join(sorted(drafted))}; {by_job(soak.records.runs())}",
        published == set(GOOD) and drafted == {UNSUPPORTED},
        seconds,
    )


def dropped(soak: Soak) -> Seen:
    number, began, before = soak.next_number(), time.time(), soak.records.evidence()
    key = f"Fir{number}"
    papers.write(soak.raw / f"{key}.md", papers.about_flips(number))
    seconds = soak.until(lambda: soak.records.cites(PAGE, key), f"{PAGE}.md cites {key}")
    soak.until_quiet()
    after = soak.records.evidence()
    changed = sorted(slug for slug in after if before.get(slug) != after[slug])
    compiled = sorted(run.subject for run in soak.runs_since(began, "compile"))
    return Seen(
        f"cited after {seconds:.0f} s; evidence changed of {', '.join(changed)}; compiled: {', '.join(compiled)}",
        compiled == changed,
        seconds,
    )


def during_a_run(soak: Soak) -> Seen:
    first, second = soak.next_number(), soak.next_number()
    began = time.time()
    papers.write(soak.raw / f"During{first}.md", papers.about_orchards(first))
    soak.until(lambda: bool(soak.runs_since(began, "ingest")), "an ingest run for the first paper")
    papers.write(soak.raw / f"During{second}.md", papers.about_orchards(second))
    seconds = soak.until(lambda: soak.records.status(f"During{second}") == "ok", f"During{second} is read")
    soak.until_quiet()
    runs = soak.runs_since(began)
    return Seen(f"both read; {by_job(runs)}", len([run for run in runs if run.job == "ingest"]) == 2, seconds)


def many_at_once(count: int) -> Story:
    def tell(soak: Soak) -> Seen:
        began, numbers = time.time(), [soak.next_number() for _ in range(count)]
        for number in numbers:
            papers.write(soak.raw / f"Many{number}.md", papers.about_orchards(number))
        seconds = soak.until(
            lambda: all(soak.records.status(f"Many{number}") == "ok" for number in numbers), "all are read", soak.patience * 2
        )
        soak.until_quiet()
        runs = soak.runs_since(began)
        ingests = sum(run.job == "ingest" for run in runs)
        return Seen(f"{count} papers read in {ingests} ingest runs; {by_job(runs)}", ingests <= 3, seconds)

    return Story(f"{count} papers at once", "all read, in at most 3 ingest runs", tell)


def written_slowly(soak: Soak) -> Seen:
    number, began = soak.next_number(), time.time()
    key, text = f"Slow{number}", papers.about_flips(number)
    papers.write_slowly(soak.raw / f"{key}.md", text, seconds=20)
    written = time.monotonic()
    soak.until(lambda: soak.records.cites(PAGE, key), f"{PAGE}.md cites {key}")
    seconds = time.monotonic() - written
    soak.until_quiet()
    failed = [run.job for run in soak.runs_since(began) if run.status == "FAILURE" and run.job != "compile"]
    status = soak.records.status(key)
    return Seen(
        f"{status}, cited {seconds:.0f} s after its last word; failed runs: {', '.join(failed) or 'none'}",
        status == "ok" and not failed,
        seconds,
    )


def moved(soak: Soak) -> Seen:
    """First into a folder below, where it keeps its key, then to another name, which is another key."""
    key, began = _cited_paper(soak), time.time()
    aside = soak.raw / "moved" / f"{key}.md"
    aside.parent.mkdir(exist_ok=True)
    (soak.raw / f"{key}.md").rename(aside)
    seconds = soak.until(lambda: getattr(soak.records.paper(key), "file", "") == f"moved/{key}.md", "its new place is known")
    soak.until_quiet()
    compiled = soak.runs_since(began, "compile")
    kept = soak.records.cites(PAGE, key)
    aside.rename(soak.raw / f"{key}new.md")
    soak.until(lambda: soak.records.cites(PAGE, f"{key}new") and not soak.records.cites(PAGE, key), "cited under its new key")
    soak.until_quiet()
    return Seen(
        f"moved: cited as before, {len(compiled)} pages composed again; renamed: cited as {key}new, "
        f"the old key is {soak.records.status(key)}",
        kept and not compiled and soak.records.status(key) == "retired",
        seconds,
    )


def deleted(soak: Soak) -> Seen:
    key = _cited_paper(soak)
    (soak.raw / f"{key}.md").unlink()
    seconds = soak.until(lambda: not soak.records.cites(PAGE, key), f"{PAGE}.md does not cite {key}")
    soak.until_quiet()
    status = soak.records.status(key)
    return Seen(
        f"{key} is {status}; {PAGE}.md is there without it", status == "retired" and bool(soak.records.page(PAGE)), seconds
    )


def replaced(soak: Soak) -> Seen:
    key, number = _cited_paper(soak), soak.next_number()
    old = soak.records.paper(key)
    papers.write(soak.raw / f"{key}.md", papers.about_flips(number))
    seconds = soak.until(
        lambda: soak.records.cites(PAGE, key) and f"survey {number}" in soak.records.page(PAGE), "the new words are cited"
    )
    soak.until_quiet()
    new = soak.records.paper(key)
    return Seen(
        "its new words are cited under the same key", old is not None and new is not None and old.sha256 != new.sha256, seconds
    )


def back_and_forth(soak: Soak) -> Seen:
    """Every state that is wanted a second time was wanted before: a run key that names only the state would be used up."""
    key = _cited_paper(soak)
    path = soak.raw / f"{key}.md"
    text, seconds = path.read_text("utf-8"), 0.0
    for _ in range(2):
        path.unlink()
        seconds = max(seconds, soak.until(lambda: not soak.records.cites(PAGE, key), f"{PAGE}.md does not cite {key}"))
        soak.until_quiet()
        papers.write(path, text)
        seconds = max(seconds, soak.until(lambda: soak.records.cites(PAGE, key), f"{PAGE}.md cites {key} again"))
        soak.until_quiet()
    return Seen(f"gone, back, gone and back; each within {seconds:.0f} s", True, seconds)


def broken(soak: Soak) -> Seen:
    number, good, began = soak.next_number(), soak.next_number(), time.time()
    key = f"Broken{number}"
    (soak.raw / f"{key}.pdf").write_bytes(b"%PDF-1.7\nthis is no paper, number " + str(number).encode())
    papers.write(soak.raw / f"Beside{good}.md", papers.about_orchards(good))
    seconds = soak.until(lambda: soak.records.status(f"Beside{good}") == "ok", "the good paper is read")
    soak.until_quiet()
    status, ingests = soak.records.status(key), len(soak.runs_since(began, "ingest"))
    time.sleep(20)  # a sensor ticks in that time; it must not ask for the broken paper again
    again = len(soak.runs_since(began, "ingest")) - ingests
    return Seen(
        f"{key} is {status}, the paper beside it ok; {again} further attempts at it",
        status not in ("", "ok") and not again,
        seconds,
    )


def _cited_paper(soak: Soak) -> str:
    """A paper of ours that the page cites now; dropped where there is none."""
    for path in sorted(soak.raw.glob("*.md")):
        if soak.records.cites(PAGE, path.stem):
            return path.stem
    number = soak.next_number()
    key = f"Fir{number}"
    papers.write(soak.raw / f"{key}.md", papers.about_flips(number))
    soak.until(lambda: soak.records.cites(PAGE, key), f"{PAGE}.md cites {key}")
    soak.until_quiet()
    return key


FROM_EMPTY = Story("from empty", "good pages in wiki/, the unsupported one only in wiki/draft/", from_empty)
DROPPED = Story(
    "a paper is dropped", "its page cites it within a minute; only concepts whose evidence changed are compiled", dropped
)
DURING = Story("a paper is dropped while another is read", "both read, in two runs", during_a_run)
SLOWLY = Story("a file is written for 20 s with pauses", "read as it is at the end; no failed run", written_slowly)
MOVED = Story(
    "a paper is moved, then renamed", "moved: cited as before, nothing compiled; renamed: cited under its new key", moved
)
DELETED = Story("a paper is deleted", "retired; its page does not cite it", deleted)
REPLACED = Story("a paper gets other bytes", "its new words are cited under the same key", replaced)
BACK_AND_FORTH = Story("a paper goes and comes back, twice", "the wiki follows every time", back_and_forth)
BROKEN = Story(
    "a broken file is dropped beside a good one", "recorded with its reason and not tried again; the good one is read", broken
)
