"""The proof of a snapshot: what was set aside makes a whole wiki, judged by the rooms that made it.

Belongs here: which relations between files must hold in a backup. Does not belong here: taking it (`snapshot`). A relation that does not
hold in the live home either is a problem of the home; the backup is written all the same and says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from wiki_assets.audit.folding import rebuild
from wiki_assets.audit.queries import ask
from wiki_assets.concepts.model import PageState
from wiki_assets.documents.states import ChunksState, SourceState
from wiki_assets.publication.checking import check_integrity
from wiki_assets.publication.model import DraftedPage, GateRule, PublishedPage, Standing
from wiki_assets.publication.publishing import Wiki
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore

# No verdict is recorded under it, so that pages are held only against the rule that let them in.
_NO_RULE = GateRule("", "", 0.0)


@dataclass(frozen=True, slots=True)
class Proof:
    """What a snapshot holds, and every relation in it that does not hold, as sentences."""

    counts: dict[str, int]
    problems: tuple[str, ...]


def prove(folder: Path) -> Proof:
    """Looks at a snapshot as if it were a home: gate, standings, states, audit. Leaves the audit folded in it as `audit.duckdb`."""
    store = ArtifactStore(folder / "artifacts")
    wiki = Wiki(folder, store, (), _NO_RULE)
    standings = wiki.shelf.standings()
    folded = rebuild(folder / "audit", folder / "audit.duckdb")
    problems = [
        *(f"{problem.file}: {problem.what}" for problem in check_integrity(wiki)),
        *_unsettled(standings, wiki),
        *_missing(standings, store),
        *(f"audit: {line}" for line in folded.skipped),
        *_untold(standings, folder / "audit.duckdb"),
    ]
    counts = {
        "published": sum(standing.published is not None for standing in standings),
        "drafts": sum(standing.draft is not None for standing in standings),
        "papers": sum(key.endswith("/state.json") for key in store.keys("documents")),
        "audit_fragments": folded.fragments,
        "audit_rows": folded.rows,
    }
    return Proof(counts, tuple(dict.fromkeys(problems)))


def _unsettled(standings: list[Standing], wiki: Wiki) -> Iterator[str]:
    for standing in standings:
        if standing.pending is not None:
            yield f"{standing.slug}: a change of what is published is half done; the next build finishes it."
        elif not wiki.shelf.files_follow(standing):
            yield f"{standing.slug}: its files in the wiki are not what was let through; the next build restores them."


def _missing(standings: list[Standing], store: ArtifactStore) -> Iterator[str]:
    for standing in standings:
        for shown in _shown(standing):
            for key in (
                layout.page(shown.slug, shown.page_sha),
                layout.report(shown.slug, shown.page_sha, shown.guard, shown.guard_version, shown.threshold),
            ):
                if not store.exists(key):
                    yield f"artifacts/{key} is missing, and {shown.slug} rests on it."
    yield from _missing_by_states(store)


def _missing_by_states(store: ArtifactStore) -> Iterator[str]:
    for key in store.keys("pages"):
        if key.endswith("/latest.json") and (page := store.find_current(key, PageState)) is not None:
            for sha in filter(None, (page.page_sha, page.fallback_sha)):
                if not store.exists(layout.page(page.slug, sha)):
                    yield f"artifacts/{layout.page(page.slug, sha)} is missing, and {key} speaks of it."
    for key in store.keys("documents"):
        if not key.endswith("/state.json"):
            continue
        bibkey = key.split("/")[1]
        state = store.find_current(key, SourceState)
        if state is not None and state.status.readable and not store.exists(layout.parsed_document(bibkey)):
            yield f"artifacts/{layout.parsed_document(bibkey)} is missing, and {key} speaks of it."
        chunks = store.find_current(layout.chunks_state(bibkey), ChunksState)
        if chunks is not None and not store.exists(layout.chunks(bibkey)):
            yield f"artifacts/{layout.chunks(bibkey)} is missing, and its state speaks of it."


def _untold(standings: list[Standing], database: Path) -> Iterator[str]:
    """Pages that a reader sees and of which the audit does not tell: `wiki why` would not answer for them."""
    _, judged = ask(database, "SELECT slug, page_sha, count(DISTINCT ordinal) FROM claims GROUP BY ALL")
    told = {(str(slug), str(sha)): int(str(count)) for slug, sha, count in judged}
    _, published = ask(database, "SELECT slug, page_sha FROM published_pages")
    stands = {str(slug): str(sha) for slug, sha in published}
    for standing in standings:
        for shown in _shown(standing):
            if told.get((shown.slug, shown.page_sha), 0) < shown.claims:
                yield f"audit: it does not know all {shown.claims} claims of {shown.slug} ({shown.page_sha[:12]})."
        if standing.published and stands.get(standing.slug) != standing.published.page_sha:
            yield f"audit: it does not know that {standing.slug} ({standing.published.page_sha[:12]}) was published."


def _shown(standing: Standing) -> tuple[PublishedPage | DraftedPage, ...]:
    return tuple(shown for shown in (standing.published, standing.draft) if shown is not None)
