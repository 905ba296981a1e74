"""The reading commands: what the home says, as shapes for printing. No Dagster here, so that they answer at once."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from wiki_assets.audit.folding import fold
from wiki_assets.audit.queries import ClaimLineage, claim_lineage
from wiki_assets.audit.record import open_record
from wiki_assets.audit.verdicts import JudgedSentence
from wiki_assets.cli.citing import CitedPassage, cited_passage, passage_as_object, passage_pairs, passages_listed
from wiki_assets.cli.outcome import ConceptOutcome, with_verdicts
from wiki_assets.concepts.steps import read_page
from wiki_assets.documents.steps import read_all_records
from wiki_assets.errors import HomeError
from wiki_assets.grounding.model import Difference
from wiki_assets.publication.checking import WikiCheck, check_wiki
from wiki_assets.publication.shelf import Shelf
from wiki_assets.settings import Settings
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import open_artifacts


@dataclass(frozen=True, slots=True)
class HomeStatus:
    """Where every page stands, and which papers could not be read."""

    concepts: tuple[ConceptOutcome, ...]
    documents: tuple[tuple[str, str, str], ...]

    def as_object(self) -> dict[str, object]:
        """For `--json`."""
        return {
            "concepts": [concept.model_dump(mode="json") for concept in self.concepts],
            "failed_documents": [{"paper": name, "status": status, "reason": reason} for name, status, reason in self.documents],
        }


def check(settings: Settings) -> WikiCheck:
    """`wiki check`. Raises `HomeError` where nothing has been built."""
    _require_wiki(settings.home)
    return check_wiki(settings.home)


def check_as_object(result: WikiCheck) -> dict[str, object]:
    """`wiki check --json`."""
    return {
        "exit_code": result.exit_code,
        "uncertain": result.count("uncertain"),
        "unsupported": result.count("unsupported"),
        "claims": [asdict(claim) for claim in result.claims],
        "flagged": [asdict(paper) for paper in result.flagged],
        "drafts": list(result.drafts),
    }


def status(settings: Settings) -> HomeStatus:
    """`wiki status`. Raises `HomeError` where nothing has been built."""
    _require_wiki(settings.home)
    store = open_artifacts(settings.home, settings.artifacts)
    standings = Shelf(settings.home, store, settings.store_wait_seconds).standings()
    concepts = []
    for standing in standings:
        shown = standing.published or standing.draft
        if shown is None:
            continue
        stale = bool(standing.published and standing.published.stale)
        name = "promoted (stale)" if stale else "promoted" if standing.published else "quarantined"
        page = read_page(standing.slug, shown.page_sha, store)
        reason = standing.draft.reason if standing.draft else ""
        outcome = ConceptOutcome(slug=standing.slug, title=shown.title, claims=shown.claims, rate=shown.rate, standing=name,
                                 sources=page.bibkeys, reason=reason)  # fmt: skip
        concepts.append(with_verdicts(outcome, page, shown.rule, store))
    failed = [record for record in read_all_records(store) if record.status.failed]
    return HomeStatus(tuple(concepts), tuple((record.bibkey, str(record.status), record.reason) for record in failed))


def show(settings: Settings, slug: str) -> str:
    """Text of a page, else of its draft, with what is known of every passage it cites; of the index for no slug.

    Raises:
        HomeError: There is none.
    """
    _require_wiki(settings.home)
    wiki = layout.wiki_folder(settings.home)
    candidates = [wiki / f"{slug or 'index'}.md", layout.draft_folder(settings.home) / f"{slug}.md"]
    found = next(
        (path for path in candidates if path.parent in (wiki, layout.draft_folder(settings.home)) and path.is_file()), None
    )
    if found is None:
        known = ", ".join(sorted(path.stem for path in wiki.glob("*.md")))
        raise HomeError(f"There is no page {slug!r}.", f"There are: {known}.")
    text = found.read_text(encoding="utf-8")
    cited = passages_listed(text, open_artifacts(settings.home, settings.artifacts))
    return f"{text}\n{cited}" if cited else text


def why(settings: Settings, slug: str, number: int) -> ClaimLineage:
    """Lineage of a claim, from the audit, which is folded first. Raises `HomeError` where the page or the claim does not exist."""
    _require_wiki(settings.home)
    database = settings.home / "audit.duckdb"
    fold(open_record(settings.home, settings.artifacts), database)
    found = claim_lineage(database, slug, number)
    if found is None:
        raise HomeError(
            f"The audit knows no claim {number} of a page {slug!r}.",
            f"`wiki status` lists the pages; `wiki show {slug}` its claims.",
        )
    return found


def passage_of(settings: Settings, lineage: ClaimLineage) -> CitedPassage | None:
    """The passage that a claim cites, with the work it is from; None where it cites none."""
    if lineage.bibkey is None or lineage.chunk is None:
        return None
    store = open_artifacts(settings.home, settings.artifacts)
    return cited_passage(store, lineage.bibkey, lineage.chunk, lineage.chunk_id or "", lineage.page or 0)


def lineage_as_object(lineage: ClaimLineage, passage: CitedPassage | None = None) -> dict[str, object]:
    """`wiki why --json`."""
    structured = {name: json.loads(getattr(lineage, name) or "[]") for name in ("differences", "sentences")}
    return {**asdict(lineage), **structured, **(passage_as_object(passage) if passage else {})}


def lineage_pairs(lineage: ClaimLineage, passage: CitedPassage | None = None) -> list[tuple[str, str]]:
    """`wiki why` for a person: from the sentence to the bytes."""
    place = f", page {lineage.page}" if lineage.page else f", {passage.place}" if passage and passage.place else ""
    citation = f"[{lineage.bibkey} #chunk {lineage.chunk}]{place}" if lineage.bibkey else "none"
    model = lineage.model or "none"
    return [
        ("sentence", lineage.text),
        ("citation", citation),
        *(passage_pairs(passage) if passage else ()),
        ("quoted words", lineage.quote or "none"),
        ("aligned words", lineage.matched or "none"),
        ("document", f"{lineage.document_title or ''} ({lineage.document_file or 'unknown file'})".strip()),
        ("document hash", f"sha256 {lineage.document_sha256}"),
        ("read by", f"{lineage.parser} {lineage.parser_version}, chunker {lineage.chunker_version}"),
        (
            "composed by",
            f"{lineage.composer} {lineage.composer_version}, model {model}, run {lineage.page_run_id}, {lineage.composed_at}",
        ),
        ("verdict", f"{lineage.verdict} by rule {lineage.rule} of {lineage.guard} {lineage.guard_version}"),
        ("because", lineage.explanation or "the source holds these words"),
        *_verdict_pairs(lineage),
        ("judged in", f"run {lineage.verdict_run_id}, {lineage.judged_at}"),
        ("decision", f"{lineage.decision or 'none'}, {lineage.decided_at}"),
        ("page version", lineage.page_sha),
    ]


def _verdict_pairs(lineage: ClaimLineage) -> list[tuple[str, str]]:
    """What only some claims have: words that differ, several sentences, citations that were replaced."""
    differences = [Difference.model_validate(one) for one in json.loads(lineage.differences)]
    sentences = [JudgedSentence.model_validate(one) for one in json.loads(lineage.sentences or "[]")]
    pairs = [(f"differs: {one.kind}", f"“{one.claim_words}” → “{one.source_words}”") for one in differences]
    if len(sentences) > 1 or any(len(one.words) > 1 for one in sentences):
        pairs += [(f"sentence {number}", _sentence_told(one)) for number, one in enumerate(sentences, start=1)]
    if lineage.replaced_rule:
        before = f"[{lineage.replaced_bibkey} #chunk {lineage.replaced_chunk}]" if lineage.replaced_bibkey else "the same passage"
        was = f"{lineage.replaced_verdict} by rule {lineage.replaced_rule}"
        pairs.append(("cited anew", f"the page had cited {before}, under which the claim was {was}"))
    return pairs


def _sentence_told(sentence: JudgedSentence) -> str:
    places = "; ".join(
        f"[{one.bibkey} #chunk {one.chunk}]{f', page {one.page}' if one.page else ''}: “{one.words}”" for one in sentence.words
    )
    return f"{sentence.text} — {sentence.verdict} by rule {sentence.rule}. {places or 'No citation carries it.'}"


def _require_wiki(home: Path) -> None:
    if not layout.wiki_folder(home).is_dir():
        raise HomeError(f"There is no wiki in {home} yet.", f"Run `wiki build --home {home}` first.")
