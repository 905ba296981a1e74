"""TeX source as text.

Belongs here: headings, formulae, code, lists and the prose between them. Does not belong here: running TeX. Nothing is expanded beyond what
`pylatexenc` knows by heart, and no file that the source names is read.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from wiki_assets.documents.loaders.building import ElementBuilder
from wiki_assets.documents.model import DocumentMetadata, ElementKind

_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*(?:\n[ \t]*(?=\S))?")
_INPUT = re.compile(
    r"\\(?:input|include|includeonly|subfile|import|bibliography|bibliographystyle|usepackage|includegraphics)\b\*?\s*(?:\[[^\]]*\])?(?:\{[^{}]*\})*"
)
_VERBATIM_BEGINS = re.compile(
    r"(?<![\\%])\\begin\{(verbatim\*?|lstlisting|minted|Verbatim|alltt)\}(?:\[[^\]\n]*\])?(?:\{[^}\n]*\})?"
)
_FORMULAE = (
    "equation", "align", "gather", "multline", "eqnarray", "displaymath", "math", "flalign", "alignat", "dmath", "subequations",
)  # fmt: skip
_LISTS = ("itemize", "enumerate", "description")
_TABLES = ("tabular", "tabularx", "longtable", "array", "tabulary")
_LEVELS = {"part": 1, "chapter": 1, "section": 1, "subsection": 2, "subsubsection": 3, "paragraph": 4, "subparagraph": 5}
_MARK = re.compile(
    r"\\begin\s*\{(?P<environment>[A-Za-z]+\*?)\}|(?P<display>\$\$|\\\[)|\\(?P<heading>part|chapter|(?:sub){0,2}section|(?:sub)?paragraph)\*?"
    r"\s*(?:\[[^\]]*\]\s*)?(?=\{)|\\(?P<caption>caption|footnote)\*?\s*(?:\[[^\]]*\]\s*)?(?=\{)|(?P<blank>\n[ \t]*\n)"
)
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_DEEPEST = 20  # environments within each other; more is no document


def add_tex(builder: ElementBuilder, source: str) -> DocumentMetadata:
    """Adds a TeX source's elements. Returns the title and authors that it states."""
    kept: list[str] = []
    source = _without_comments(source, kept)
    before, begin, body = source.partition("\\begin{document}")
    body = body.partition("\\end{document}")[0] if begin else source
    body = re.sub(r"\\(?:maketitle|tableofcontents)\b", "", body)
    title, authors = _prose(_argument(source, "title")), _prose(_argument(source, "author").replace("\\and", ";"))
    if title:
        builder.text(ElementKind.TITLE, title)
    if authors:
        builder.text(ElementKind.FRONT_MATTER, authors)
    body = _without_command(_without_command(body, "title"), "author")
    _Reader(builder, kept).read(body if begin else before, 0)
    named = tuple(part.strip() for part in authors.split(";") if part.strip())
    return DocumentMetadata(title=title, authors=named if all(len(name) < 60 for name in named) else ())


class _Reader:
    """Reads a body from mark to mark.

    Attributes:
        builder: Gets the elements.
        kept: Verbatim parts, taken out before comments were.
    """

    def __init__(self, builder: ElementBuilder, kept: list[str]) -> None:
        self.builder = builder
        self.kept = kept

    def read(self, body: str, depth: int, kind: ElementKind = ElementKind.PARAGRAPH) -> None:
        """Adds all elements of a body whose plain text is of the given kind."""
        position = start = 0
        while mark := _MARK.search(body, position):
            if mark["caption"] == "footnote":
                end = _end_of_argument(body, mark.end())
                self._text(body[start : mark.start()], kind)
                self._text(body[mark.end() + 1 : end - 1], ElementKind.FOOTNOTE)
                position = start = end
                continue
            self._text(body[start : mark.start()], kind)
            position = start = self._marked(body, mark, depth, kind)
        self._text(body[start:], kind)

    def _marked(self, body: str, mark: re.Match[str], depth: int, kind: ElementKind) -> int:
        """Adds what a mark begins. Returns where it ends."""
        if mark["blank"]:
            return mark.end()
        if mark["display"]:
            closing = "$$" if mark["display"] == "$$" else "\\]"
            end = body.find(closing, mark.end())
            end = len(body) if end < 0 else end
            self.builder.text(ElementKind.FORMULA, body[mark.end() : end])
            return end + len(closing)
        if mark["heading"] or mark["caption"]:
            end = _end_of_argument(body, mark.end())
            text = _prose(body[mark.end() + 1 : end - 1])
            if mark["heading"]:
                self.builder.heading(text, _LEVELS[mark["heading"]])
            else:
                self.builder.text(ElementKind.CAPTION, text)
            return end
        end, after = _end_of_environment(body, mark)
        self._environment(mark["environment"], body[mark.end() : end], depth, kind)
        return after

    def _environment(self, name: str, inner: str, depth: int, kind: ElementKind) -> None:
        plain = name.rstrip("*")
        if name == "keptverbatim":
            number = inner.strip()
            self.builder.text(
                ElementKind.CODE, self.kept[int(number)] if number.isdigit() and int(number) < len(self.kept) else inner
            )
        elif plain in _FORMULAE:
            self.builder.text(ElementKind.FORMULA, re.sub(r"\\label\{[^}]*\}", "", inner))
        elif plain in _LISTS:
            self.builder.text(ElementKind.LIST, "\n".join(_items(inner, numbered=plain == "enumerate")))
        elif plain in _TABLES:
            self.builder.table(list(_rows(inner)))
        elif plain == "thebibliography":
            for entry in inner.split("\\bibitem")[1:]:
                self._text(re.sub(r"^\s*(?:\[[^\]]*\])?\{[^}]*\}", "", entry), ElementKind.BIBLIOGRAPHY)
        elif depth < _DEEPEST:
            self.read(re.sub(r"^\s*(?:\[[^\]]*\]|\{[^{}]*\})+", "", inner), depth + 1, kind)
        else:
            self._text(inner, kind)

    def _text(self, tex: str, kind: ElementKind) -> None:
        if tex.strip():
            self.builder.text(kind, _prose(tex))


def _without_comments(source: str, kept: list[str]) -> str:
    """The source without comments and commands that name files; verbatim parts, where "%" is a sign, go to `kept`."""
    parts: list[str] = []
    position = 0
    while opening := _VERBATIM_BEGINS.search(source, position):
        closing = f"\\end{{{opening.group(1)}}}"
        end = source.find(closing, opening.end())
        if end < 0:
            break
        kept.append(source[opening.end() : end])
        parts += [source[position : opening.start()], f"\\begin{{keptverbatim}}{len(kept) - 1}\\end{{keptverbatim}}"]
        position = end + len(closing)
    source = "".join(parts) + source[position:]
    return _INPUT.sub("", _COMMENT.sub(r"\1", source))


def _argument(source: str, command: str) -> str:
    found = re.search(rf"\\{command}\s*(?:\[[^\]]*\]\s*)?(?=\{{)", source)
    return source[found.end() + 1 : _end_of_argument(source, found.end()) - 1] if found else ""


def _without_command(source: str, command: str) -> str:
    found = re.search(rf"\\{command}\s*(?:\[[^\]]*\]\s*)?(?=\{{)", source)
    return source[: found.start()] + source[_end_of_argument(source, found.end()) :] if found else source


def _end_of_argument(body: str, start: int) -> int:
    """Where the braces that open at `start` have closed; the end of the line where they never do."""
    depth = 0
    for match in _BRACE.finditer(body, start):
        depth += {"{": 1, "}": -1}.get(match.group(), 0)
        if depth == 0:
            return match.end()
    line_end = body.find("\n", start)
    return len(body) if line_end < 0 else line_end


def _end_of_environment(body: str, mark: re.Match[str]) -> tuple[int, int]:
    """Where an environment's inside ends, and where what is behind it begins."""
    name = re.escape(mark["environment"])
    depth = 1
    for match in re.compile(rf"\\(begin|end)\s*\{{{name}\}}").finditer(body, mark.end()):
        depth += 1 if match.group(1) == "begin" else -1
        if depth == 0:
            return match.start(), match.end()
    return len(body), len(body)


def _items(inner: str, *, numbered: bool) -> Iterator[str]:
    inner = re.sub(r"\\(?:begin|end)\{(?:itemize|enumerate|description)\}(?:\[[^\]]*\])?", "", inner)
    for number, item in enumerate(re.split(r"\\item\b", inner)[1:], start=1):
        label = re.match(r"\s*\[([^\]]*)\]", item)
        text = _prose(item[label.end() :] if label else item)
        marker = _prose(label.group(1)) if label else f"{number}." if numbered else "-"
        yield " ".join(f"{marker} {text}".split())


def _rows(inner: str) -> Iterator[list[str]]:
    inner = re.sub(r"^\s*(?:\[[^\]]*\])?(?:\{(?:[^{}]|\{[^{}]*\})*\})+", "", inner)
    inner = re.sub(r"\\(?:hline|toprule|midrule|bottomrule|endhead|cline\{[^}]*\}|cmidrule(?:\([^)]*\))?\{[^}]*\})", "", inner)
    for row in re.split(r"\\\\(?:\[[^\]]*\])?", inner):
        if row.strip():
            yield [_prose(field) for field in re.split(r"(?<!\\)&", row)]


def _prose(tex: str) -> str:
    """A piece of TeX as a reader sees it."""
    if not re.search(r"[\\{}$~`'&_^-]", tex):
        return tex.strip()
    tex = re.sub(r"\\(?:label|ref|eqref|vspace|hspace|pagestyle|thispagestyle)\*?\{[^{}]*\}", "", tex)
    try:
        text = _converted(tex)
    except (RecursionError, ValueError, IndexError, TypeError, AttributeError, KeyError):  # what it raises for TeX that is none
        text = re.sub(r"\\[A-Za-z]+\*?|[{}$]", " ", tex)
    return str(text).strip()


def _converted(tex: str) -> str:
    """What pylatexenc makes of it. Its tables of commands are made once: for a short paragraph they cost more than reading it."""
    from pylatexenc.latexwalker import LatexWalker

    commands, converter = _tables()
    nodes, _, _ = LatexWalker(tex, latex_context=commands, tolerant_parsing=True).get_latex_nodes()
    return str(converter.nodelist_to_text(nodes))


@cache
def _tables() -> tuple[Any, Any]:
    from pylatexenc.latex2text import LatexNodes2Text
    from pylatexenc.latexwalker import get_default_latex_context_db

    logging.getLogger("pylatexenc").setLevel(logging.ERROR)
    return get_default_latex_context_db(), LatexNodes2Text(math_mode="text", strict_latex_spaces=False)
