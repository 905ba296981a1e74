"""`wiki grounding explain`: why a guard says what it says of one claim and one source.

Belongs here: reading the source, asking the guard, laying claim and source side by side with what differs marked. Does not belong
here: the guard's rules.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from wiki_assets.cli.showing import shown
from wiki_assets.errors import InputError
from wiki_assets.grounding.checking.rows import without_lone_surrogates
from wiki_assets.grounding.checking.verdict_lines import verdict_fields
from wiki_assets.grounding.guards.interface import Guard
from wiki_assets.grounding.model import Difference, Verdict, VerdictKind
from wiki_assets.text.sentences import Sentence, split_sentences

CONTEXT = 160
"""Characters of the source shown on either side of what matters."""

MOST_SHOWN = 1_600
"""Characters of one stretch of the source; of a longer one its two ends are shown."""

_STYLES = {VerdictKind.GROUNDED: "bold green", VerdictKind.UNCERTAIN: "bold yellow", VerdictKind.UNSUPPORTED: "bold red"}
_CLAIM_STYLE, _SOURCE_STYLE, _MATCH_STYLE = "red strike", "green", "bold"
_INDENT = (0, 0, 0, 2)


@dataclass(frozen=True, slots=True)
class SourceText:
    """A source and how many stretches of bytes in it were no UTF-8."""

    text: str
    replaced: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """A claim, a source, what the guard says of the whole and, where there are several, of each sentence."""

    claim: str
    source: str
    guard: Guard
    verdict: Verdict
    sentences: tuple[tuple[Sentence, Verdict], ...]


def read_source(file: str) -> SourceText:
    """Text of a file, `-` for standard input. Bytes that are no UTF-8 become U+FFFD.

    Raises:
        InputError: The file cannot be read, or is a PDF.
    """
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise InputError(
            f"The source {file} cannot be read: {error.strerror or error}.", "Give a text file, or - for standard input."
        ) from error
    if data.startswith(b"%PDF-"):
        raise InputError(
            f"The source {file} is a PDF, not a text.",
            "Build a wiki with it and ask `wiki why`, or give the text of the passage.",
        )
    data = data.removeprefix(b"\xef\xbb\xbf")
    text = data.decode("utf-8", "replace")
    return SourceText(text, text.count("\ufffd") - data.count("\ufffd".encode()))


def explain(claim: str, source: str, guard: Guard) -> Explanation:
    """Asks a guard about a claim and about each of its sentences."""
    claim = without_lone_surrogates(claim)  # bytes of the command line that are no UTF-8
    sentences = split_sentences(claim)
    judged = tuple((one, guard.check(one.text, source)) for one in sentences) if len(sentences) > 1 else ()
    return Explanation(claim, source, guard, guard.check(claim, source), judged)


def explanation_as_object(explanation: Explanation) -> dict[str, object]:
    """`wiki grounding explain --json`; offsets count characters of the decoded source."""
    guard = explanation.guard
    return {
        "claim": explanation.claim,
        **verdict_fields(explanation.verdict, guard),
        "sentences": [
            {"sentence": sentence.text, "sentence_start": sentence.start, "sentence_end": sentence.end}
            | {name: value for name, value in verdict_fields(verdict, guard).items() if not name.startswith("guard")}
            for sentence, verdict in explanation.sentences
        ],
    }


def print_explanation(explanation: Explanation, console: Console) -> None:
    """For a person: colours on a terminal, else `[-claim words-]{+source words+}` and `<<matched words>>`."""
    plain = console.color_system is None or console.no_color
    marks = _Marks(plain)
    verdict, guard = explanation.verdict, explanation.guard
    console.print(_headline(verdict, f" by rule {verdict.rule} of {guard.name} {guard.version}"))
    if verdict.explanation:
        console.print(Text(shown(verdict.explanation)))
    console.print()
    _print_part(console, "claim", [marks.claim(explanation.claim, verdict.differences)])
    _print_part(console, "source", _source_lines(explanation.source, verdict, marks))
    _print_part(console, "differences", _difference_lines(verdict.differences, marks))
    if explanation.sentences:
        _print_part(console, "sentence by sentence", _sentence_lines(explanation, marks))
    _print_part(console, "scores", _score_lines(verdict))


class _Marks:
    """How matched and differing words are set off: by colour, or by characters where there is none."""

    def __init__(self, plain: bool) -> None:
        self._plain = plain

    def claim_words(self, words: str) -> Text:
        return Text(f"[-{shown(words)}-]") if self._plain else Text(shown(words), _CLAIM_STYLE)

    def source_words(self, words: str) -> Text:
        return Text(f"{{+{shown(words)}+}}") if self._plain else Text(shown(words), _SOURCE_STYLE)

    def claim(self, claim: str, differences: Iterable[Difference]) -> Text:
        """The claim; where it departs, its words and then the source's."""
        text = Text()
        reached = 0
        for one in _apart((one.claim_start, one.claim_end, one) for one in differences if _placed(one, claim)):
            text.append(shown(claim[reached : one.claim_start]))
            self._replace(text, one)
            reached = one.claim_end
        return text.append(shown(claim[reached:]))

    def _replace(self, text: Text, one: Difference) -> None:
        if one.claim_words:
            text.append_text(self.claim_words(one.claim_words))
        if one.source_words:
            if one.claim_words and not self._plain:
                text.append(" ")
            text.append_text(self.source_words(one.source_words))

    def source(self, source: str, start: int, end: int, verdict: Verdict) -> Text:
        """Part of the source with the matched span and the source's side of each difference set off."""
        text = Text()
        spans = _apart((one.source_start, one.source_end, one) for one in verdict.differences if _placed_in_source(one, source))
        edges = {start, end, verdict.start, verdict.end, *(edge for one in spans for edge in (one.source_start, one.source_end))}
        for first, last in pairwise(sorted(edge for edge in edges if start <= edge <= end)):
            matched = verdict.start <= first and last <= verdict.end
            if self._plain and matched and first == verdict.start:
                text.append("<<")
            words = source[first:last]
            if any(one.source_start <= first and last <= one.source_end for one in spans):
                piece = self.source_words(words)
            else:
                piece = Text(shown(words))
            if matched and not self._plain:
                piece.stylize(_MATCH_STYLE)
            text.append_text(piece)
            if self._plain and matched and last == verdict.end:
                text.append(">>")
        return text


def _placed(one: Difference, claim: str) -> bool:
    """Whether its place in the claim is known; a guard that knows none leaves all offsets at 0."""
    return claim[one.claim_start : one.claim_end] == one.claim_words and one.source_end - one.source_start == len(
        one.source_words
    )


def _placed_in_source(one: Difference, source: str) -> bool:
    return bool(one.source_words) and source[one.source_start : one.source_end] == one.source_words


def _apart(placed: Iterable[tuple[int, int, Difference]]) -> list[Difference]:
    """In order of place; of two that overlap the first one."""
    kept: list[Difference] = []
    reached = 0
    for start, end, one in sorted(placed, key=lambda entry: entry[:2]):
        if start >= reached:
            kept.append(one)
            reached = end
    return kept


def _headline(verdict: Verdict, rest: str) -> Text:
    return Text.assemble((verdict.kind.upper(), _STYLES[verdict.kind]), shown(rest))


def _source_lines(source: str, verdict: Verdict, marks: _Marks) -> list[Text]:
    """The stretches of the source that matter, with a little around each."""
    spans = [(one.source_start, one.source_end) for one in verdict.differences if _placed_in_source(one, source)]
    if verdict.end > verdict.start:
        spans.append((verdict.start, verdict.end))
    if not spans:
        return [Text("No words of the source carry the claim.", "dim")]
    return [_stretch(source, start, end, verdict, marks) for start, end in _stretches(source, spans)]


def _stretch(source: str, start: int, end: int, verdict: Verdict, marks: _Marks) -> Text:
    pieces = [(start, end)]
    if end - start > MOST_SHOWN:
        pieces = [(start, start + MOST_SHOWN // 2), (end - MOST_SHOWN // 2, end)]
    text = Text("… " if start else "")
    text.append_text(Text(" … ").join(marks.source(source, first, last, verdict) for first, last in pieces))
    return text.append(" …" if end < len(source) else "")


def _stretches(source: str, spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans widened by the context, cut between words, joined where they meet."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        first, last = _word_start(source, start), _word_end(source, end)
        if joined and first <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    return joined


def _word_start(source: str, start: int) -> int:
    first = max(0, start - CONTEXT)
    if first == 0:
        return 0
    return next((place + 1 for place in range(first, start) if source[place].isspace()), first)


def _word_end(source: str, end: int) -> int:
    last = min(len(source), end + CONTEXT)
    if last == len(source):
        return last
    return next((place for place in range(last, end, -1) if source[place].isspace()), last)


def _difference_lines(differences: Sequence[Difference], marks: _Marks) -> Iterator[Text]:
    for one in differences:
        claim = marks.claim_words(one.claim_words) if one.claim_words else Text("nothing")
        source = marks.source_words(one.source_words) if one.source_words else Text("nothing")
        yield Text.assemble(f"{shown(one.kind)}: the claim says ", claim, ", the source ", source)


def _sentence_lines(explanation: Explanation, marks: _Marks) -> Iterator[Text]:
    for sentence, verdict in explanation.sentences:
        yield _headline(verdict, f" by rule {verdict.rule}: ").append_text(marks.claim(sentence.text, verdict.differences))
        if verdict.explanation:
            yield Text(f"  {shown(verdict.explanation)}", "dim")
        if verdict.end > verdict.start:
            yield from (Text("  source: ").append_text(line) for line in _source_lines(explanation.source, verdict, marks))


def _print_part(console: Console, heading: str, lines: Iterable[Text]) -> None:
    listed = list(lines)
    if not listed:
        return
    console.print(Text(heading, "dim"))
    for line in listed:
        if console.is_terminal:
            console.print(Padding(line, _INDENT), soft_wrap=False)
        else:  # one line stays one line
            console.print(Text("  ").append_text(line), soft_wrap=True)
    console.print()


def _score_lines(verdict: Verdict) -> Iterator[Text]:
    """A small table."""
    width = max(map(len, verdict.scores), default=0)
    for name, score in verdict.scores.items():
        yield Text.assemble((shown(name).ljust(width), "dim"), f"  {score:.3g}")
