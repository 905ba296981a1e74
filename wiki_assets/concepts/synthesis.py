"""The model composer: asks a language model for a page and keeps of its answer what can be traced to the evidence.

Belongs here: reading an answer, resolving numbers and quotes, saying what was dropped. Does not belong here: the words of the
prompt (`prompts`), the call itself (`language_model`), or whether a claim is supported (`grounding`).
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from wiki_assets.concepts.citing import citation_to
from wiki_assets.concepts.extractive.composer import compose_extractive
from wiki_assets.concepts.language_model import LanguageModel
from wiki_assets.concepts.model import (
    Citation,
    Claim,
    Composer,
    Composition,
    Concept,
    ModelCall,
    Page,
    Recipe,
    Section,
    SectionKind,
)
from wiki_assets.concepts.model_calls import audited_call, encodable, parsed_answer, shortened, unusable
from wiki_assets.concepts.prompts import PROMPT_VERSION, AnsweredClaim, AnsweredPage, build_messages
from wiki_assets.concepts.quotes import best_window
from wiki_assets.errors import ModelError
from wiki_assets.retrieval.model import ConceptEvidence, Evidence
from wiki_assets.text.quotes import find_quote

PURPOSE = "compose"

# Far above any page worth reading: a model that writes more has lost its way, and we do not want to store it.
MOST_CLAIMS = 80
MOST_CLAIM_CHARACTERS = 1_200
_MOST_HEADING_CHARACTERS = 80

_INLINE_NUMBERS = re.compile(r"\s*\[\s*(\d{1,3}(?:\s*,\s*\d{1,3})*)\s*\]")
_DEFAULT_HEADINGS = {
    SectionKind.SUMMARY: "",
    SectionKind.DEFINITION: "Definition",
    SectionKind.RESULTS: "What is known",
    SectionKind.RELATIONS: "Relations",
    SectionKind.DISAGREEMENTS: "Disagreements",
    SectionKind.OPEN: "Open questions",
    SectionKind.OTHER: "More",
}

_log = logging.getLogger(__name__)


def compose_with_model(concept: Concept, evidence: ConceptEvidence, model: LanguageModel) -> Composition:
    """A page written by a model from numbered evidence.

    A model that fails or answers nonsense gives an empty page with the reason and the extractive page as `fallback`. Without evidence
    the model is not called. Every call is in `calls`, whatever its outcome.
    """
    extractive = compose_extractive(concept, evidence)
    empty = _empty_page(concept, evidence, model, extractive)
    if not evidence.rows:
        return Composition(page=empty.model_copy(update={"reason": extractive.reason}))
    messages = build_messages(concept, evidence.rows)
    call, completion = audited_call(
        model, messages, AnsweredPage, slug=concept.slug, purpose=PURPOSE, prompt_version=PROMPT_VERSION
    )
    if completion is None:
        return _failed(empty, extractive, call)
    reading = _Reading(evidence.rows)
    try:
        sections = reading.sections(parsed_answer(completion.text, AnsweredPage))
    except ModelError as error:
        return _failed(empty, extractive, unusable(call, error), tuple(reading.dropped))
    for line in reading.dropped:
        _log.info("%s: %s", concept.slug, line)
    return Composition(page=empty.model_copy(update={"sections": sections}), calls=(call,), dropped=tuple(reading.dropped))


def _empty_page(concept: Concept, evidence: ConceptEvidence, model: LanguageModel, extractive: Page) -> Page:
    return Page(
        slug=concept.slug,
        title=concept.title,
        # The front matter is not judged by a guard, so it never says what only the model says.
        description=extractive.description,
        aliases=concept.aliases,
        recipe=Recipe(
            evidence_fingerprint=evidence.fingerprint,
            definition_hash=concept.definition_hash,
            composer=Composer.MODEL,
            composer_version=PROMPT_VERSION,
            model=model.name,
        ),
    )


def _failed(empty: Page, extractive: Page, call: ModelCall, dropped: tuple[str, ...] = ()) -> Composition:
    _log.warning("%s: %s", call.slug, call.error)
    return Composition(page=empty.model_copy(update={"reason": call.error}), fallback=extractive, calls=(call,), dropped=dropped)


@dataclass
class _Reading:
    """Resolves one answer against the evidence it was given, and remembers what had to be dropped."""

    passages: Sequence[Evidence]
    dropped: list[str] = field(default_factory=list)
    _claims: int = 0

    def sections(self, answer: AnsweredPage) -> tuple[Section, ...]:
        """Sections with resolved claims. Raises `ModelError` where no claim is left."""
        sections = [self._section(SectionKind.SUMMARY, "", answer.summary)]
        for answered in answer.sections:
            kind = _kind(answered.kind)
            sections.append(self._section(kind, _heading(answered.heading, kind), answered.claims))
        filled = tuple(section for section in sections if section.claims)
        if not filled:
            raise ModelError("The model's answer holds no claim.")
        return filled

    def _section(self, kind: SectionKind, heading: str, answered: Sequence[AnsweredClaim]) -> Section:
        claims = [claim for item in answered if (claim := self._claim(item)) is not None]
        return Section(kind=kind, heading=heading, claims=tuple(claims))

    def _claim(self, answered: AnsweredClaim) -> Claim | None:
        inline = [int(number) for marks in _INLINE_NUMBERS.findall(answered.text) for number in marks.split(",")]
        text = " ".join(encodable(_INLINE_NUMBERS.sub("", answered.text)).split())
        if not text:
            self.dropped.append("an empty claim")
            return None
        if len(text) > MOST_CLAIM_CHARACTERS or self._claims >= MOST_CLAIMS:
            self.dropped.append(
                f"a claim beyond the limits ({MOST_CLAIM_CHARACTERS} characters, {MOST_CLAIMS} claims): {shortened(text)!r}"
            )
            return None
        ordinal, self._claims = self._claims, self._claims + 1
        passages = [
            passage for number in dict.fromkeys([*answered.evidence, *inline]) if (passage := self._passage(number, text))
        ]
        return Claim(ordinal=ordinal, text=text, citations=self._citations(text, answered.quote, passages))

    def _passage(self, number: int, text: str) -> Evidence | None:
        if 1 <= number <= len(self.passages):
            return self.passages[number - 1]
        self.dropped.append(
            f"evidence number {number} does not exist (1 to {len(self.passages)} were given), cited for {shortened(text)!r}"
        )
        return None

    def _citations(self, text: str, quote: str, passages: Sequence[Evidence]) -> tuple[Citation, ...]:
        places = [find_quote(quote, passage.chunk.text) for passage in passages]
        if passages and quote.strip() and not any(places):
            self.dropped.append(
                f"a quote that its passages do not hold: {shortened(quote)!r}; the nearest words are cited instead"
            )
        return tuple(
            citation_to(passage.chunk, *((place.start, place.end) if place else best_window(text, passage.chunk.text)))
            for passage, place in zip(passages, places, strict=True)
        )


def _kind(name: str) -> SectionKind:
    folded = name.strip().lower()
    return SectionKind(folded) if folded in set(SectionKind) - {SectionKind.SUMMARY} else SectionKind.OTHER


def _heading(heading: str, kind: SectionKind) -> str:
    folded = " ".join(encodable(heading).replace("#", " ").split())[:_MOST_HEADING_CHARACTERS].strip()
    return folded or _DEFAULT_HEADINGS[kind]
