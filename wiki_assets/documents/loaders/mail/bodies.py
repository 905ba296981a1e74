"""The text of a mail as elements: plain text with quotes and signatures, or HTML.

Belongs here: paragraphs of plain text, what is repeated of other mails, which of two versions of a body is read. Does not belong here: the
parts of a mail (`mail`).

What a mail repeats of other mails is kept as paragraphs under the section "Quoted message": often it is the only copy we have, so it must
be citable, and whoever reads the citation must see that these are somebody else's words. A signature is front matter: kept, never
evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from wiki_assets.documents.loaders.building import ElementBuilder
from wiki_assets.documents.loaders.html_reading import QUOTED, add_mail, add_under
from wiki_assets.documents.model import ElementKind

_MARK = re.compile(r"[ \t]?(?:>[ \t]?)+")
_SIGNATURE = re.compile(r"^-- ?$")
_WROTE = re.compile(
    r"(?:On|Am|Le|El|Op|Il|Em|Den)\b.{6,200}\b"
    r"(?:wrote|schrieb\b.{0,80}|a écrit|escribió|schreef\b.{0,80}|ha scritto|escreveu|skrev\b.{0,80})\s*:\s*$"
)
_ORIGINAL = re.compile(
    r"[ \t]*[-_]{2,}\s*(?:Original Message|Original-Nachricht|Ursprüngliche Nachricht|Message d'origine|Mensaje original"
    r"|Forwarded message|Begin forwarded message)\s*[-_]{2,}[ \t]*|_{20,}[ \t]*|Begin forwarded message:[ \t]*",
    re.IGNORECASE,
)
_ITEM = re.compile(r"[ \t]*(?:[-*•+]|\d{1,3}[.)])[ \t]+\S")
_AS_MUCH = 0.8  # HTML with a table is the better version only if it has the rest too
_RICHER = 1.5  # HTML with so many times the letters of the plain version says what that leaves out


def add_plain_body(builder: ElementBuilder, text: str, *, flowed: bool) -> None:
    """Adds a body of plain text.

    Args:
        builder: Gets the elements.
        text: The body; lines end with line feeds.
        flowed: Whether lines that end with a space go on in the next, as `format=flowed` says (RFC 3676).
    """
    lines = text.split("\n")
    for section, block in _sections(_joined(lines) if flowed else lines):
        target = ElementBuilder() if section is QUOTED else builder
        target.place = builder.place
        for paragraph in _paragraphs(block):
            target.text(ElementKind.FRONT_MATTER if section is _SIGNED else _kind(paragraph), paragraph)
        if section is QUOTED:
            add_under(builder, QUOTED, target.elements)


def add_html_body(builder: ElementBuilder, html: str) -> None:
    """Adds a body of HTML."""
    add_mail(builder, html)


def richer_html(plain: str, html: str) -> bool:
    """Whether the HTML version of a body says more than its plain version: a table, or much more text."""
    if not plain.strip():
        return True
    read = ElementBuilder()
    add_mail(read, html)
    elements = read.elements
    said = sum(_letters(element.text) for element in elements)
    whole = said >= _AS_MUCH * _letters(plain)
    return said > _RICHER * _letters(plain) or (whole and any(element.kind is ElementKind.TABLE for element in elements))


def _letters(text: str) -> int:
    return len("".join(text.split()))


_OWN, _SIGNED = "own", "signed"


def _sections(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Runs of lines: the mail's own, quoted, or its signature, in order."""
    section, block = _OWN, list[str]()
    rest_quoted = False
    for index, line in enumerate(lines):
        rest_quoted = rest_quoted or (
            _ORIGINAL.fullmatch(line) is not None and any(map(str.strip, lines[index + 1 : index + 21]))
        )
        marked = line.startswith((">", " >"))
        announced = not marked and _announces(lines, index)
        if marked or rest_quoted or announced:
            now = QUOTED
        elif section == _SIGNED or _SIGNATURE.match(line):
            now = _SIGNED
        else:
            now = QUOTED if section == QUOTED and not line.strip() else _OWN
        if now != section:
            yield section, block
            section, block = now, []
        block.append(_MARK.sub("", line, count=1) if marked else line)
    yield section, block


def _announces(lines: list[str], index: int) -> bool:
    """Whether a line, alone or with its neighbour, says who wrote what is quoted below it ("On … wrote:")."""
    line = lines[index].strip()
    if len(line) > 300:
        return False
    following = lines[index + 1].strip() if index + 1 < len(lines) else ""
    before = lines[index - 1].strip() if index else ""
    for text, after in ((line, index + 1), (f"{line} {following}", index + 2), (f"{before} {line}", index + 1)):
        if _WROTE.fullmatch(text[:600]):
            rest = [later for later in lines[after : after + 3] if later.strip()]
            return bool(rest) and rest[0].startswith((">", " >"))
    return False


def _joined(lines: list[str]) -> list[str]:
    """Lines of flowed text, each whole."""
    joined: list[list[str]] = []
    open_depth: int | None = None
    for line in lines:
        mark = _MARK.match(line) if line.startswith(">") else None
        depth = mark.group().count(">") if mark else 0
        body = line[mark.end() :] if mark else line.removeprefix(" ")  # a space before was put there to protect the line
        if open_depth == depth and not _SIGNATURE.match(body):
            joined[-1].append(body)
        else:
            joined.append(["> " * depth, body])
        open_depth = depth if body.endswith(" ") and body != "-- " else None
    return ["".join(parts) for parts in joined]


def _paragraphs(lines: list[str]) -> Iterator[str]:
    """Blocks between empty lines; items of a list together, one line each."""
    block: list[str] = []
    for line in [*lines, ""]:
        if block and (not line.strip() or _parts(block, line)):
            yield _written(block)
            block = []
        if line.strip():
            block.append(line)


def _parts(block: list[str], line: str) -> bool:
    """Whether a line begins another block without an empty line before it: the first item of a list, or the text after one."""
    if _is_list(block):
        return not line.startswith((" ", "\t")) and not _ITEM.match(line)
    return _ITEM.match(line) is not None and block[-1].rstrip().endswith(":")


def _is_list(block: list[str]) -> bool:
    return _ITEM.match(block[0]) is not None


def _kind(paragraph: str) -> ElementKind:
    return ElementKind.LIST if _is_list([paragraph]) else ElementKind.PARAGRAPH


def _written(block: list[str]) -> str:
    if not _is_list(block):
        return "\n".join(block)
    items: list[list[str]] = []
    for line in block:
        if _ITEM.match(line) or not items:
            items.append([line.strip()])
        else:
            items[-1].append(line.strip())
    return "\n".join(" ".join(item) for item in items)
