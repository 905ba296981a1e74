"""Renders a page as Markdown that reads well in any editor, in Obsidian and on code hosts.

Belongs here: the layout of a published page and of a draft. Does not belong here: the head (`front_matter`), links between
pages (`cross_references`), escaping (`escaping`), or any decision about what is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Literal

from pydantic import Field

from wiki_assets.concepts.cross_references import CrossReferences
from wiki_assets.concepts.escaping import escape
from wiki_assets.concepts.front_matter import FrontMatter, SourceEntry
from wiki_assets.concepts.model import Citation, Claim, Page, Section, SectionKind
from wiki_assets.documents.places import place_of
from wiki_assets.retrieval.model import Evidence
from wiki_assets.storage.frozen import Frozen

NO_DISAGREEMENTS = "None found between the sources."
WARNING = "⚠"
_BULLETED = frozenset({SectionKind.RELATIONS, SectionKind.DISAGREEMENTS, SectionKind.OPEN})


class ClaimMark(Frozen):
    """What a guard said of one claim."""

    kind: Literal["grounded", "uncertain", "unsupported"]
    reason: str = Field(default="", description="One sentence for a person; names the words that differ.")


def render_page(
    page: Page,
    front_matter: FrontMatter,
    marks: Mapping[int, ClaimMark],
    references: CrossReferences,
    link_prefix: str = "",
    disagreements: Sequence[str] = (),
) -> str:
    """A page as Markdown.

    Args:
        marks: By ordinal of claim. A claim that is not grounded is marked; one without a mark is shown as it stands.
        link_prefix: What leads from the page's folder to the wiki, `""` or `"../"`.
        disagreements: Lines for "Disagreements" beside the page's own claims there; plain text and citations.

    Returns:
        Text with a final newline; equal arguments give equal text.
    """
    title, *body = _Body(page, marks, references, link_prefix).blocks(disagreements)
    return _joined([front_matter.render().rstrip("\n"), title, *source_lines(page, front_matter.sources), *body])


def render_draft(
    page: Page,
    front_matter: FrontMatter,
    marks: Mapping[int, ClaimMark],
    references: CrossReferences,
    refusal: str,
    evidence: Sequence[Evidence] = (),
    fallback: Page | None = None,
    link_prefix: str = "../",
    disagreements: Sequence[str] = (),
) -> str:
    """A refused page for a reviewer: why it was refused, the page, the verdict on every claim, and the passages it rests on.

    Args:
        refusal: Why it may not be published, and what to do.
        evidence: The passages that the composer was given, best first.
        fallback: The extractive page, where a model failed.
    """
    draft = front_matter.model_copy(update={"status": "draft"})
    title, *body = _Body(page, marks, references, link_prefix).blocks(disagreements)
    flags = source_lines(page, front_matter.sources)
    blocks = [draft.render().rstrip("\n"), title, f"> [!WARNING]\n> Not published: {escape(refusal)}", *flags, *body]
    if page.claims:
        blocks += ["## Verdicts", "\n".join(_verdict_lines(page, marks))]
    if fallback is not None and fallback.claims:
        blocks += ["## Instead, from the sources' own sentences", *_Body(fallback, {}, references, link_prefix).fallback_blocks()]
    if evidence:
        blocks += ["## Evidence", *_evidence_blocks(evidence, {source.id: source.title for source in front_matter.sources})]
    return _joined(blocks)


MARKDOWN_VERSION = "3"
"""Changes whenever an equal page may be written with other words or marks: the wiki is then refreshed."""

# The capturing group keeps the citations when a line is split at them. A key is what `documents.bibkeys` lets through.
_CITATION = re.compile(r"(\[[A-Za-z0-9][A-Za-z0-9._-]* #chunk \d+\])")


class _Body:
    """The body of one page as blocks, to be joined by empty lines."""

    def __init__(self, page: Page, marks: Mapping[int, ClaimMark], references: CrossReferences, link_prefix: str) -> None:
        self._page = page
        self._marks = marks
        self._references = references
        self._link_prefix = link_prefix

    def blocks(self, disagreements: Sequence[str]) -> Iterable[str]:
        yield f"# {escape(self._page.title)}"
        if not self._page.claims:
            yield escape(self._page.reason or "Nothing has been written yet.")
            return
        sections = [section for section in self._page.sections if section.claims]
        of_open = [section for section in sections if section.kind is SectionKind.OPEN]
        contrary = [section for section in sections if section.kind is SectionKind.DISAGREEMENTS]
        for section in sections:
            if section.kind not in (SectionKind.OPEN, SectionKind.DISAGREEMENTS):
                yield from self._section(section)
        yield from self._disagreements(contrary, disagreements)
        for section in of_open:
            yield from self._section(section)

    def fallback_blocks(self) -> Iterable[str]:
        """Without title, one level deeper."""
        for section in self._page.sections:
            if section.heading:
                yield f"### {escape(section.heading)}"
            yield self._claims(section, set())

    def _section(self, section: Section) -> Iterable[str]:
        if section.kind is not SectionKind.SUMMARY and section.heading:
            yield f"## {escape(section.heading)}"
        yield self._claims(section, set())

    def _disagreements(self, sections: Sequence[Section], lines: Sequence[str]) -> Iterable[str]:
        yield "## Disagreements"
        seen: set[str] = set()
        found = [self._claims(section, seen) for section in sections]
        found += [f"- {self._line(line, seen)}" for line in lines if line.strip()]
        yield "\n".join(found) or NO_DISAGREEMENTS

    def _claims(self, section: Section, seen: set[str]) -> str:
        """Bullets, or paragraphs of claims in a row; a marked claim stands alone, so that its reason cannot be read as the next one's."""
        shown = [(self._claim(claim, seen), self._marked(claim)) for claim in section.claims]
        if section.kind in _BULLETED:
            return "\n".join(f"- {text}" for text, _ in shown)
        runs = groupby(enumerate(shown), key=lambda item: (item[1][1], item[0] if item[1][1] else 0))
        return "\n\n".join(" ".join(text for _, (text, _) in run) for _, run in runs)

    def _marked(self, claim: Claim) -> bool:
        mark = self._marks.get(claim.ordinal)
        return mark is not None and mark.kind != "grounded"

    def _claim(self, claim: Claim, seen: set[str]) -> str:
        parts = [self._linked(claim.text, seen), *(citation_text(citation) for citation in _distinct(claim.citations))]
        mark = self._marks.get(claim.ordinal)
        if mark is None or not self._marked(claim):
            return " ".join(parts)
        reason = f" — {escape(mark.reason)}" if mark.reason else ""
        return f"{WARNING} *{mark.kind}* {' '.join(parts)}{reason}"

    def _line(self, line: str, seen: set[str]) -> str:
        """A line of plain words and citations; the citations stay as they are."""
        parts = _CITATION.split(line)
        return " ".join(part if _CITATION.fullmatch(part) else self._linked(part, seen) for part in parts if part.strip())

    def _linked(self, text: str, seen: set[str]) -> str:
        return self._references.link(escape(text), self._page.slug, seen, self._link_prefix)


def source_lines(page: Page, sources: Sequence[SourceEntry]) -> list[str]:
    """What a reader has to know of the papers cited, a line each: that one should not be relied on, or how its text was come by."""
    flags = [_flag_line(page, source) for source in sources if source.flag]
    return flags + [_recognition_line(source) for source in sources if source.recognised]


def _recognition_line(source: SourceEntry) -> str:
    """Without the warning sign: the words may well be right, but who doubts one should look at the page."""
    several = "s" if any(mark in source.recognised for mark in ",–") else ""
    return f"*Read by text recognition: {escape(source.id)}, page{several} {source.recognised}.*"


def _flag_line(page: Page, source: SourceEntry) -> str:
    resting = sum(any(citation.bibkey == source.id for citation in claim.citations) for claim in page.claims)
    title = f", *{escape(source.title)}*" if source.title else ""
    year = f" ({source.year})" if source.year else ""
    note = f" — {escape(source.flag_note).replace(' — ', ' – ')}" if source.flag_note else ""
    return f"{WARNING} {source.flag.capitalize()}: {escape(source.id)}{title}{year}, cited by {resting} of {len(page.claims)} claims{note}"


def citation_text(citation: Citation) -> str:
    """A citation as it stands on a page."""
    return f"[{citation.bibkey} #chunk {citation.chunk}]"


def _distinct(citations: Iterable[Citation]) -> list[Citation]:
    """One citation for each chunk."""
    return list({(citation.bibkey, citation.chunk): citation for citation in citations}.values())


def _verdict_lines(page: Page, marks: Mapping[int, ClaimMark]) -> Iterable[str]:
    for claim in page.claims:
        mark = marks.get(claim.ordinal)
        kind = mark.kind if mark else "not judged"
        reason = f" — {escape(mark.reason)}" if mark and mark.reason else ""
        yield f"{claim.ordinal + 1}. **{kind}**: {escape(claim.text)}{reason}"
        for citation in _distinct(claim.citations):
            where = f", page {citation.page}" if citation.page else ""
            yield f"   - {citation_text(citation)}{where}: “{escape(citation.quote)}”"


def _evidence_blocks(evidence: Sequence[Evidence], titles: Mapping[str, str]) -> Iterable[str]:
    for number, row in enumerate(evidence, start=1):
        place = place_of(row.chunk)
        where = f", {escape(place)}" if place else ""
        title = f", *{escape(titles[row.chunk.bibkey])}*" if titles.get(row.chunk.bibkey) else ""
        yield f"**{number}.** [{row.chunk.bibkey} #chunk {row.chunk.n}]{title}{where}\n\n> {escape(row.chunk.text)}"


def _joined(blocks: Iterable[str]) -> str:
    return "\n\n".join(blocks) + "\n"
