"""Builds a page from the sources' own sentences, or says why there is none.

Belongs here: sections, headings, citations and the reasons for abstaining. Does not belong here: choosing (`selection`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count

from wiki_assets.concepts.citing import citation_to
from wiki_assets.concepts.extractive.candidates import Candidate, Survey, survey
from wiki_assets.concepts.extractive.roles import Role
from wiki_assets.concepts.extractive.selection import FEWEST_CLAIMS, Selection, select
from wiki_assets.concepts.model import Claim, Composer, Concept, Page, Recipe, Section, SectionKind
from wiki_assets.concepts.names import ConceptNames
from wiki_assets.retrieval.model import ConceptEvidence

EXTRACTIVE_VERSION = "2"
"""Raise it with every change that alters a page: pages made by another version are stale."""

_SECTIONS: tuple[tuple[Role, SectionKind, str], ...] = (
    (Role.RESULT, SectionKind.RESULTS, "What is known"),
    (Role.METHOD, SectionKind.OTHER, "How it works and is used"),
    (Role.RELATION, SectionKind.RELATIONS, "Relations"),
)


def compose_extractive(concept: Concept, evidence: ConceptEvidence) -> Page:
    """A page whose every claim is one sentence of the evidence with its place; a page without claims where evidence is thin.

    The same concept and evidence always give the same page.
    """
    names = ConceptNames(concept)
    found = survey(names, evidence)
    selection = select(found.candidates) if found.naming else Selection()
    good = sum(1 for candidate in selection.chosen if candidate.topic > 0)
    enough = good >= FEWEST_CLAIMS
    sections = tuple(_sections(selection)) if enough else ()
    return Page(
        slug=concept.slug,
        title=concept.title,
        description=concept.description or (sections[0].claims[0].text if sections else ""),
        aliases=concept.aliases,
        sections=sections,
        recipe=recipe(concept, evidence),
        reason="" if enough else _reason(concept, evidence, found, good),
    )


def recipe(concept: Concept, evidence: ConceptEvidence) -> Recipe:
    """Everything the extractive page of a concept depends on."""
    return Recipe(
        evidence_fingerprint=evidence.fingerprint,
        definition_hash=concept.definition_hash,
        composer=Composer.EXTRACTIVE,
        composer_version=EXTRACTIVE_VERSION,
        model="",
    )


def _sections(selection: Selection) -> Iterable[Section]:
    ordinals = count()
    groups: list[tuple[SectionKind, str, Sequence[Candidate]]] = [(SectionKind.SUMMARY, "", selection.summary)]
    groups += [(kind, heading, selection.roles[role]) for role, kind, heading in _SECTIONS]
    groups.append((SectionKind.DISAGREEMENTS, "Disagreements", selection.disagreements))
    groups.append((SectionKind.OPEN, "Open questions", selection.roles[Role.OPEN]))
    for kind, heading, candidates in groups:
        if candidates:
            yield Section(kind=kind, heading=heading, claims=tuple(_claim(next(ordinals), candidate) for candidate in candidates))


def _claim(ordinal: int, candidate: Candidate) -> Claim:
    citation = citation_to(candidate.evidence.chunk, candidate.start, candidate.end)
    return Claim(ordinal=ordinal, text=candidate.text, citations=(citation,))


def _reason(concept: Concept, evidence: ConceptEvidence, found: Survey, good: int) -> str:
    if not evidence.rows:
        return (
            f"No passage was found for {concept.title!r}: no paper in the library has its words. "
            "Missing: a paper that treats it, or the alias under which the papers know it."
        )
    papers = len({row.chunk.bibkey for row in evidence.rows})
    looked = f"{found.sentences} sentences of {_plural(len(evidence.rows), 'passage')} from {_plural(papers, 'paper')} were read"
    names = ", ".join(repr(name) for name in concept.names)
    if not found.naming:
        return f"{looked}, and none names {names}. Missing: a paper that treats it, or the alias under which the papers know it."
    return (
        f"{looked}: {found.naming} name {names}, but only {good} can stand on a page as they are (whole sentences, clear without "
        f"their neighbours); at least {FEWEST_CLAIMS} are needed. Missing: a paper that explains it in prose."
    )


def _plural(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
