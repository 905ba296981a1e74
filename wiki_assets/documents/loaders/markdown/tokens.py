"""From Markdown's tokens to elements.

Belongs here: what each block is, and the text of a line of it. Does not belong here: files (`markdown`), or HTML (`html_reading`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from wiki_assets.documents.loaders.building import ElementBuilder
from wiki_assets.documents.loaders.html_reading import add_html
from wiki_assets.documents.loaders.markdown.source import HELD, Source
from wiki_assets.documents.model import ElementKind, Mark

_DEEPEST = 60  # blocks within each other; the parser drops what is deeper than it is told, and asks the stack for each level
_ALERT = re.compile(r"^\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\s*", re.IGNORECASE)
_IDEOGRAPH = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")  # scripts written without spaces
_REMARK = re.compile(r"<!--(.*?)(?:-->|\Z)", re.DOTALL)
_WORD = re.compile(r"[^\W\d_]{2,}")
_WORDS_OF_A_REMARK = 4  # what is shorter is a switch for some tool ("markdownlint-disable MD033"), not what somebody has to say
_LINE_BREAK_TAG = re.compile(r"</?(?:br|p|div|li|tr|td|hr)\b", re.IGNORECASE)


def add_markdown(builder: ElementBuilder, source: Source) -> None:
    """Adds a document's elements, its footnotes last."""
    parser = MarkdownIt("commonmark", {"html": True, "maxNesting": _DEEPEST}).enable(["table", "strikethrough"])
    reader = _Reader(builder, source.formulae)
    reader.blocks(SyntaxTreeNode(parser.parse(source.text)).children)
    for footnote in source.footnotes:
        tokens = parser.parseInline(footnote)
        builder.text(ElementKind.FOOTNOTE, reader.inline(tokens[0].children or []))


class _Reader:
    """Adds blocks.

    Attributes:
        builder: Gets the elements.
        formulae: What stands in the places that `HELD` finds.
    """

    def __init__(self, builder: ElementBuilder, formulae: Sequence[str]) -> None:
        self.builder = builder
        self.formulae = formulae

    def blocks(self, nodes: Sequence[SyntaxTreeNode]) -> None:
        """Adds blocks in order. HTML that a blank line divides is one piece of HTML."""
        html: list[str] = []
        for node in nodes:
            if node.type == "html_block":
                html.append(node.content)
                continue
            self._html(html)
            html = []
            self._block(node)
        self._html(html)

    def _html(self, pieces: Sequence[str]) -> None:
        if not pieces:
            return
        html = self._with_formulae("\n".join(pieces))
        add_html(self.builder, html)
        for remark in _REMARK.findall(html):
            if len(_WORD.findall(remark)) >= _WORDS_OF_A_REMARK:
                self.builder.text(ElementKind.PARAGRAPH, remark, marks=(Mark.COMMENT,))

    def _block(self, node: SyntaxTreeNode) -> None:
        if node.type == "heading":
            self.builder.heading(self._text(node), int(node.tag[1]))
        elif node.type == "paragraph":
            self._paragraph(node)
        elif node.type in ("bullet_list", "ordered_list"):
            self._list(node)
        elif node.type == "table":
            self.builder.table([[self._text(cell) for cell in row.children] for part in node.children for row in part.children])
        elif node.type in ("fence", "code_block"):
            kind = ElementKind.FORMULA if node.type == "fence" and node.info.strip() == "math" else ElementKind.CODE
            self.builder.text(kind, self._as_written(node.content))
        elif node.type != "hr":
            self.blocks(node.children)

    def _paragraph(self, node: SyntaxTreeNode) -> None:
        tokens = self._tokens(node)
        visible = [
            token
            for token in tokens
            if token.type not in ("softbreak", "link_open", "link_close") and (token.content or token.children)
        ]
        if visible and all(token.type == "image" for token in visible):
            for token in visible:
                self.builder.text(ElementKind.CAPTION, self.inline(token.children or []))
            return
        text = _ALERT.sub("", self._unfilled(tokens))
        position = 0
        for held in HELD.finditer(text):
            if held.group(1) and int(held.group(2)) < len(self.formulae):
                self.builder.text(ElementKind.PARAGRAPH, self._with_formulae(text[position : held.start()]))
                self.builder.text(ElementKind.FORMULA, self.formulae[int(held.group(2))])
                position = held.end()
        self.builder.text(ElementKind.PARAGRAPH, self._with_formulae(text[position:]))

    def _list(self, node: SyntaxTreeNode) -> None:
        """Adds a list: one element, unless blocks of other kinds stand in it."""
        lines: list[str] = []
        for line in self._lines(node):
            if isinstance(line, str):
                lines.append(line)
            else:
                self.builder.text(ElementKind.LIST, "\n".join(lines))
                lines = []
                self.blocks([line])
        self.builder.text(ElementKind.LIST, "\n".join(lines))

    def _lines(self, node: SyntaxTreeNode) -> Iterator[str | SyntaxTreeNode]:
        """Items, nested ones behind the one they belong to, each a line; and blocks that are no line."""
        number = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else 0
        for offset, item in enumerate(node.children):
            line = f"{number + offset}." if node.type == "ordered_list" else "-"
            begun = False
            for child in item.children:
                if child.type == "paragraph":
                    line = f"{line} {self._text(child)}".replace("\n", " ")
                    begun = True
                    continue
                if begun:
                    yield line
                    line, begun = "", False
                if child.type in ("bullet_list", "ordered_list"):
                    yield from self._lines(child)
                else:
                    yield child
            if begun:
                yield line

    def _text(self, node: SyntaxTreeNode) -> str:
        return self.inline(self._tokens(node))

    def _tokens(self, node: SyntaxTreeNode) -> list[Token]:
        return [
            token
            for child in node.children
            if child.type == "inline"
            for token in (child.token.children if child.token else None) or []
        ]

    def inline(self, tokens: Sequence[Token]) -> str:
        """The words of a line as a reader sees them, formulae in place."""
        return self._with_formulae(self._unfilled(tokens))

    def _unfilled(self, tokens: Sequence[Token]) -> str:
        parts: list[str] = []
        for index, token in enumerate(tokens):
            if token.type in ("text", "code_inline", "text_special"):
                parts.append(token.content)
            elif token.type == "image":
                parts.append(self._unfilled(token.children or []))
            elif token.type == "softbreak":
                following = next((later.content for later in tokens[index + 1 :] if later.content), "")
                between_ideographs = _IDEOGRAPH.match("".join(parts)[-1:]) and _IDEOGRAPH.match(following)
                parts.append("" if between_ideographs else " ")
            elif token.type == "hardbreak" or (token.type == "html_inline" and _LINE_BREAK_TAG.match(token.content)):
                parts.append(" ")
        return "".join(parts)

    def _with_formulae(self, text: str) -> str:
        def fill(match: re.Match[str]) -> str:
            number = int(match.group(2))
            return self.formulae[number] if number < len(self.formulae) else match.group()

        return HELD.sub(fill, text)

    def _as_written(self, code: str) -> str:
        """Code that is only indented, in which formulae were looked for."""
        return HELD.sub(lambda match: f"${self._with_formulae(match.group())}$", code)
