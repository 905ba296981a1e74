"""Asking a guard about edited claims, and counting what it says.

Belongs here: that. Does not belong here: making the edited claims (`generating`), the arithmetic of rates (`model`), tables (`previews`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from wiki_assets.grounding.calibration.edits.catalogue import ALL_EDITS, EDITS_VERSION
from wiki_assets.grounding.calibration.edits.interface import Edit, Label, Specimen
from wiki_assets.grounding.calibration.generating import EditedClaim, edited_claims
from wiki_assets.grounding.calibration.model import Calibration, KindResult, WrongVerdict
from wiki_assets.grounding.guards.interface import Guard
from wiki_assets.grounding.model import Verdict, VerdictKind
from wiki_assets.grounding.support import claim_sentences

EXAMPLES_KEPT = 3
"""Wrong verdicts kept for each kind: enough to see what they have in common."""

_WORST_FIRST = (VerdictKind.UNSUPPORTED, VerdictKind.UNCERTAIN, VerdictKind.GROUNDED)


@dataclass(slots=True)
class _Tally:
    """Counts for one kind of edit so far."""

    edit: Edit
    verdicts: Counter[VerdictKind] = field(default_factory=Counter)
    refusing: Counter[str] = field(default_factory=Counter)
    grounding: Counter[str] = field(default_factory=Counter)
    wrong: list[WrongVerdict] = field(default_factory=list)

    def count(self, edited: EditedClaim, verdict: Verdict) -> None:
        grounded = verdict.kind is VerdictKind.GROUNDED
        self.verdicts[verdict.kind] += 1
        (self.grounding if grounded else self.refusing)[verdict.rule] += 1
        if grounded is not (self.edit.label is Label.SUPPORTED) and len(self.wrong) < EXAMPLES_KEPT:
            self.wrong.append(_wrong_verdict(edited, verdict))

    def result(self) -> KindResult:
        return KindResult(
            kind=self.edit.name,
            label=self.edit.label,
            grounded=self.verdicts[VerdictKind.GROUNDED],
            uncertain=self.verdicts[VerdictKind.UNCERTAIN],
            unsupported=self.verdicts[VerdictKind.UNSUPPORTED],
            refusing_rules=dict(sorted(self.refusing.items())),
            grounding_rules=dict(sorted(self.grounding.items())),
        )


def measure(specimens: Sequence[Specimen], guard: Guard, claims_found: int, edits: Iterable[Edit] = ALL_EDITS) -> Calibration:
    """What a guard says of the specimens after each kind of edit.

    Args:
        specimens: Claims that are grounded; the guard's verdicts on them unedited decide which are edited.
        guard: Any guard, not only the one that grounded them.
        claims_found: How many grounded claims there are, of which these are a sample.
    """
    tallies = {edit.name: _Tally(edit) for edit in edits}
    kept = 0
    for specimen in specimens:
        if judge(specimen.claim, specimen.source, guard).kind is not VerdictKind.GROUNDED:
            continue
        kept += 1
        for edited in edited_claims(specimen, (tally.edit for tally in tallies.values())):
            tallies[edited.edit.name].count(edited, judge(edited.rewrite.claim, edited.rewrite.source, guard))
    return Calibration(
        guard=guard.name,
        guard_version=guard.version,
        edits_version=EDITS_VERSION,
        claims=len(specimens),
        claims_found=claims_found,
        kept_unedited=kept,
        kinds=tuple(tally.result() for tally in tallies.values()),
        wrong=tuple(wrong for tally in tallies.values() for wrong in tally.wrong),
    )


def judge(claim: str, source: str, guard: Guard) -> Verdict:
    """The verdict on a claim as a page's report has it: that of its worst sentence, the first of equals."""
    verdicts = [guard.check(sentence.text, source) for sentence in claim_sentences(claim)]
    return min(verdicts, key=lambda verdict: _WORST_FIRST.index(verdict.kind))


def _wrong_verdict(edited: EditedClaim, verdict: Verdict) -> WrongVerdict:
    specimen = edited.specimen
    return WrongVerdict(
        kind=edited.edit.name,
        label=edited.edit.label,
        slug=specimen.slug,
        ordinal=specimen.ordinal,
        bibkey=specimen.bibkey,
        chunk=specimen.chunk,
        claim=specimen.claim,
        edited=edited.rewrite.claim,
        change=edited.rewrite.change,
        verdict=verdict.kind.value,
        rule=verdict.rule,
        explanation=verdict.explanation,
    )
