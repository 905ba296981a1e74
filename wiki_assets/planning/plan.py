"""The plan: which papers, concepts and spanning steps have to run, each with its reason.

Belongs here: the comparison, as pure functions over `state`. Does not belong here: reading state (`state`) or running anything.

The plan is level-triggered: it compares what is with what should be and remembers no events, so no edge can be lost while a run
is in progress, the daemon is down, or a process was killed between two writes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from wiki_assets.documents.model import DocumentStatus
from wiki_assets.documents.redaction import REDACTION_VERSION
from wiki_assets.documents.states import SourceState
from wiki_assets.planning.state import ConceptState, HomeState, PaperState, Versions


@dataclass(frozen=True, slots=True)
class Task:
    """One partition that has to run.

    Attributes:
        key: Bibkey or slug.
        reason: For a person, as the sensor and `wiki build` show it.
        fingerprint: What the task would make it up to date with. A refused page and a broken paper are no task again until something
            changes; while a task stays, a sensor requests its fingerprint up to seven times, later each time (`sensors.attempts`).
    """

    key: str
    reason: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Plan:
    """All that has to run, in order of the graph. An empty reason means that a step is up to date."""

    ingest: tuple[Task, ...]
    evidence: str
    evidence_fingerprint: str
    compile: tuple[Task, ...]
    report: tuple[Task, ...]
    publish: str
    publish_fingerprint: str

    @property
    def empty(self) -> bool:
        """Whether everything is up to date."""
        return not (self.ingest or self.evidence or self.compile or self.report or self.publish)


def make_plan(state: HomeState) -> Plan:
    """Compares a home with its inputs. Pages are planned only against evidence that is up to date."""
    ingest = tuple(task for paper in state.papers if (task := _paper_task(paper, state.versions)))
    evidence = _evidence_reason(state)
    settled = not ingest and not evidence
    compiling = {c.slug: reason for c in state.concepts if settled and (reason := compile_reason(c))}
    judging = {c.slug: reason for c in state.concepts if settled and c.slug not in compiling and (reason := report_reason(c))}
    by_slug = {concept.slug: concept for concept in state.concepts}
    return Plan(
        ingest=ingest,
        evidence=evidence,
        evidence_fingerprint=state.evidence_wanted,
        compile=tuple(Task(slug, reason, by_slug[slug].wanted_fingerprint) for slug, reason in compiling.items()),
        report=tuple(Task(slug, reason, by_slug[slug].verdict_fingerprint) for slug, reason in judging.items()),
        publish=""
        if state.wiki_made == state.wiki_wanted
        else "pages, concepts or what is known of cited papers changed since the wiki was last refreshed",
        publish_fingerprint=state.wiki_wanted,
    )


def plan_without_papers(state: HomeState) -> Plan:
    """The plan for all that comes after papers, though some wait: one that cannot be read, or is being written, holds up no page."""
    return make_plan(replace(state, papers=()))


def _paper_task(paper: PaperState, versions: Versions) -> Task | None:
    reason = paper_reason(paper, versions)
    return Task(paper.bibkey, reason, f"{paper.source_fingerprint}|{versions.documents_fingerprint}") if reason else None


def paper_reason(paper: PaperState, versions: Versions) -> str:
    """Why a paper has to be ingested again; empty when it need not."""
    read = paper.read
    if paper.source is None:
        if read is None:
            return ""
        return given_up_reason(paper, read) if read.status is DocumentStatus.RETIRED else "its file is gone"
    if read is None:
        return "new"
    for changed, words in (
        (read.status is DocumentStatus.RETIRED, "its file is back"),
        (read.sha256 != paper.source.sha256, "its bytes changed"),
        (read.file != paper.source.file, "its file was renamed"),
        (read.metadata_fingerprint != paper.wanted_metadata, "its bibliography entry changed"),
        (
            read.parser_version != paper.wanted_parser,
            f"the parser changed from {read.parser_version} to {paper.wanted_parser}; its file did not",
        ),
        (
            read.options_fingerprint != paper.wanted_options,
            "how it is to be read changed (password, text recognition, redaction)",
        ),
        (paper.twin_gone, f"{read.twin_of}, which has the same words, is gone or changed"),
    ):
        if changed:
            return words
    return _derived_reason(paper, read, versions)


def given_up_reason(paper: PaperState, read: SourceState) -> str:
    """Why a paper without text still has to be cut or embedded: a process died between giving up its words and its chunks or vectors."""
    if not read.status.readable:
        if paper.chunks is not None and paper.chunks.count:
            return "its words were given up, but its chunks are still there"
        if paper.chunks is not None and paper.embedding is not None and paper.embedding.chunks_digest != paper.chunks.digest:
            return "its words were given up, but its vectors are still there"
    return ""


def _derived_reason(paper: PaperState, read: SourceState, versions: Versions) -> str:
    if reason := given_up_reason(paper, read):
        return reason
    chunks, embedding = paper.chunks, paper.embedding
    if chunks is None or (chunks.document_sha256, chunks.parser_version) != (read.sha256, read.parser_version):
        return "its chunks are missing"
    if chunks.redaction != f"{REDACTION_VERSION} {read.options_fingerprint}":
        return "its chunks are of an earlier reading"
    if (chunks.chunker_version, chunks.target_tokens) != (versions.chunker, versions.target_tokens):
        return "the chunker or its size changed"
    if embedding is None or embedding.chunks_digest != chunks.digest:
        return "its vectors are missing"
    if embedding.index_version != versions.index:
        return "the index's version changed"
    return ""


def _evidence_reason(state: HomeState) -> str:
    if not state.concepts:
        return ""
    if not state.evidence_made:
        return "no evidence has been chosen yet"
    return "" if state.evidence_made == state.evidence_wanted else "papers, concepts or retrieval settings changed"


def compile_reason(concept: ConceptState) -> str:
    """Why a concept's page has to be composed again; empty when it need not."""
    if concept.wanted is None:
        return ""
    if concept.page is None:
        return "never compiled"
    made, wanted = concept.page.recipe, concept.wanted
    for changed, words in (
        (made.evidence_fingerprint != wanted.evidence_fingerprint, "its evidence changed"),
        (made.definition_hash != wanted.definition_hash, "its definition changed"),
        (made.composer != wanted.composer, f"the composer changed from {made.composer} to {wanted.composer}"),
        (made.model != wanted.model, f"the model changed from {made.model or 'none'} to {wanted.model or 'none'}"),
        (
            made.composer_version != wanted.composer_version,
            f"its composer is now {wanted.composer_version}, was {made.composer_version}",
        ),
        (bool(concept.moved), f"{', '.join(key for key, _ in concept.moved)} changed: its citations have to be found again"),
        (concept.page.unanswered, "the model could not be reached last time"),
    ):
        if changed:
            return words
    return ""


def report_reason(concept: ConceptState) -> str:
    """Why a page has to be judged or published again, though its words stay; empty when it need not."""
    if concept.wanted is None or concept.page is None:
        return ""
    latest = concept.page.page_sha
    published = concept.published.page_sha if concept.published else ""
    for needed, words in (
        (not concept.latest_judged, "no verdict under the present guard and threshold"),
        (
            bool(published) and not concept.published_judged,
            "the published page has no verdict under the present guard and threshold",
        ),
        (concept.unanswered, "the verifier did not answer last time"),
        (bool(published) and bool(concept.published_refusal), "the published page no longer passes"),
        (not concept.refusal and published != latest, "it passed but is not published"),
        (bool(concept.refusal) and concept.drafted_sha != latest, "it was refused but its draft is missing"),
        (not concept.files_follow, "its file in the wiki is missing or was edited by hand"),
        (_looked_through_otherwise(concept), "its disagreements were looked for in another way, or in other passages"),
    ):
        if needed:
            return words
    return ""


def _looked_through_otherwise(concept: ConceptState) -> bool:
    """Whether publishing the latest page again would look for its disagreements anew; a page that waits or is refused is not published."""
    published = concept.published
    if published is None or concept.page is None or concept.refusal or published.page_sha != concept.page.page_sha:
        return False
    return published.looked_through != concept.conflicts_wanted
