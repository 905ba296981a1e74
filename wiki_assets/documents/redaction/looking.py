"""One round of looking through a document: its elements, then its other texts, then all of them again for what was found.

Belongs here: bringing together what the detectors find in all texts of a document, and counting it. Does not belong here: the detectors,
or changing the document (`document`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from wiki_assets.documents.model import Element
from wiki_assets.documents.options import ReadingOptions
from wiki_assets.documents.redaction.blocks import BlockPart, find_blocks
from wiki_assets.documents.redaction.finding import find_secrets
from wiki_assets.documents.redaction.model import Finding, merged, placeholder
from wiki_assets.documents.redaction.personal import find_personal
from wiki_assets.documents.redaction.replacing import Change
from wiki_assets.documents.redaction.seams import Stretch, lines_of
from wiki_assets.documents.redaction.suspicion import is_suspicious
from wiki_assets.documents.redaction.traces import Trace, find_traces, traces_of


@dataclass(frozen=True, slots=True)
class Found:
    """What has to change.

    Attributes:
        in_texts: By index of the element, in its text.
        in_originals: The same, in its text as drawn.
        in_loose: By text, in all others.
        counts: Secrets by kind. One that stands in several texts of an element, or in paths and titles too, is counted where it stands
            in elements' texts; one that stands in none of these once.
    """

    in_texts: Mapping[int, tuple[Change, ...]]
    in_originals: Mapping[int, tuple[Change, ...]]
    in_loose: Mapping[str, tuple[Change, ...]]
    counts: Counter[str]

    @property
    def anything(self) -> bool:
        """Whether there is anything to change."""
        return bool(self.in_texts or self.in_originals or self.in_loose)


class _Texts:
    """Texts of one sort, by number, and what was found in each."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts
        self.findings: dict[int, list[Finding]] = {}
        self.continued: set[tuple[int, int]] = set()  # (number, start) of parts of a block that began in an earlier text

    def add_blocks(self, parts: Iterable[BlockPart]) -> None:
        for part in parts:
            self.findings.setdefault(part.text, []).append(part.finding)
            if not part.first:
                self.continued.add((part.text, part.finding.start))

    def add(self, number: int, findings: Iterable[Finding]) -> None:
        told = list(findings)
        if told:
            self.findings.setdefault(number, []).extend(told)

    def add_traces(self, traces: Sequence[Trace]) -> None:
        if traces:
            for number, text in enumerate(self.texts):
                self.add(number, find_traces(text, traces))

    def values(self) -> list[tuple[str, str]]:
        """Found secrets with their kinds, as `(value, kind)`."""
        return [
            (self.texts[number][finding.start : finding.end], finding.kind)
            for number, findings in self.findings.items()
            for finding in merged(findings)
            if (number, finding.start) not in self.continued
        ]

    def changes(self) -> dict[int, tuple[Change, ...]]:
        return {number: tuple(self._change(number, one) for one in merged(told)) for number, told in self.findings.items()}

    def _change(self, number: int, finding: Finding) -> Change:
        if (number, finding.start) not in self.continued:
            return Change(finding.start, finding.end, placeholder(finding.kind))
        text = self.texts[number]
        rest = text[finding.end :]
        return Change(finding.start, len(text) - len(rest.lstrip()), "")


def look_through(elements: Sequence[Element], loose: Sequence[str], options: ReadingOptions) -> Found:
    """Everything that is to be taken out of these elements and other texts."""
    texts, originals = _Texts([element.text for element in elements]), _Texts([element.original for element in elements])
    others = _Texts(loose)
    for kept in (texts, originals):
        kept.add_blocks(find_blocks(kept.texts))
    for number, element in enumerate(elements):
        if not is_suspicious((element.text,), options):
            continue
        texts.add(number, _find(element.text, [(span.start, span.end) for span in element.spans], options))
        if element.original != element.text:
            originals.add(number, _find(element.original, lines_of(element.original), options))
        else:
            originals.add(number, texts.findings.get(number, ()))
    for number, text in enumerate(loose):
        others.add_blocks(BlockPart(number, part.finding, part.first) for part in find_blocks([text]))
        others.add(number, _find(text, (), options))
    traces = traces_of((*texts.values(), *originals.values(), *others.values()))
    for kept in (texts, originals, others):
        kept.add_traces(traces)
    in_loose = {loose[number]: changes for number, changes in others.changes().items()}
    return Found(texts.changes(), originals.changes(), in_loose, _counts(texts, (originals, others)))


def _find(text: str, lines: Sequence[Stretch], options: ReadingOptions) -> list[Finding]:
    return merged((*find_secrets(text, lines), *find_personal(text, options)))


def _counts(texts: _Texts, others: Iterable[_Texts]) -> Counter[str]:
    told = texts.values()
    counts = Counter(kind for _, kind in told)
    known = ["".join(value.split()) for value, _ in told]
    for kept in others:
        for value, kind in kept.values():
            packed = "".join(value.split())
            if not any(packed in one or one in packed for one in known):
                known.append(packed)
                counts[kind] += 1
    return counts
