"""Which text format a file is in: markup, mail, tables and the rest.

Belongs here: what the first kilobytes of a text look like, and what its name may decide among. Does not belong here: reading any of it.
"""

from __future__ import annotations

import re

from wiki_assets.documents.loaders import media_types
from wiki_assets.documents.loaders.delimited.delimiters import delimiter_of
from wiki_assets.documents.loaders.encoding.decoding import SAMPLE, beginning

_SVG = "image/svg+xml"
_BY_ENDING = {
    **dict.fromkeys(("md", "markdown", "mdown", "mkd", "mkdn", "mdx", "qmd", "rmd"), media_types.MARKDOWN),
    **dict.fromkeys(("rst", "rest"), media_types.RST),
    **dict.fromkeys(("tex", "latex", "ltx"), media_types.TEX),
}
_TABLES = {"csv": media_types.CSV, "tsv": media_types.TSV, "tab": media_types.TSV}
_WEB = ("html", "htm", "xhtml", "xht", "shtml")
_MAIL = ("eml", "mht", "mhtml", "mbox")
_MAIL_HEADERS = frozenset(
    {"from", "to", "cc", "subject", "date", "message-id", "mime-version", "received", "return-path", "delivered-to", "reply-to"}
)
_HEADER = re.compile(r"([!-9;-~]+)[ \t]*:(?: |\t|$)")
_MBOX = re.compile(r"From \S+ .*\d{2}:\d{2}.*\d{4}")
_MISC = re.compile(r"\s*(?:<\?.*?\?>|<!--.*?-->|<!DOCTYPE\b[^>\[]*(?:\[.*?\]\s*)?>|<!\[CDATA\[)", re.DOTALL | re.IGNORECASE)
_DOCTYPE_HTML = re.compile(r"<!DOCTYPE\s+html\b", re.IGNORECASE)
_ROOT = re.compile(r"\s*<([A-Za-z_][\w:.-]*)(?=[\s/>])")
_TAG = re.compile(r"</?([A-Za-z][A-Za-z0-9]*)(?:\s[^<>]*)?/?>")
_HTML_TAGS = {
    "a", "abbr", "address", "article", "aside", "b", "base", "blockquote", "body", "br", "button", "caption", "center",
    "code", "dd", "div", "dl", "dt", "em", "font", "footer", "form", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head",
    "header", "hr", "html", "i", "iframe", "img", "input", "li", "link", "main", "meta", "nav", "noscript", "ol", "option",
    "p", "pre", "script", "section", "select", "small", "span", "strong", "style", "sub", "sup", "table", "tbody", "td",
    "th", "thead", "title", "tr", "tt", "u", "ul", "video",
}  # fmt: skip
_TEX_DOCUMENT = re.compile(r"^\s*\\documentclass\b.*\{", re.MULTILINE)
_CLOSED_TAGS = 2  # closed tags that make a text a piece of HTML: one may be quoted


def text_type(content: bytes, name: str) -> str:
    """Media type of a file that is text.

    Args:
        content: The whole file; its first kilobytes are looked at.
        name: Decides among what the content allows.
    """
    start = beginning(content, 2 * SAMPLE)
    ending = name.lower().rpartition("/")[2].rpartition(".")[2] if "." in name else ""
    return (
        _mail_type(start, ending)
        or _markup_type(start, ending)
        or _table_type(start, ending)
        or _BY_ENDING.get(ending, "")
        or (media_types.TEX if _TEX_DOCUMENT.search(start) and "\\begin{" in start else "")
        or media_types.TEXT
    )


def _mail_type(start: str, ending: str) -> str:
    """Mail begins with header fields, at least two of which every mail has."""
    lines = start.lstrip("\r\n").splitlines()
    mailbox = bool(lines) and _MBOX.match(lines[0]) is not None
    known: set[str] = set()
    for line in lines[1:] if mailbox else lines:
        if line[:1] in " \t" and line.strip() and known:
            continue
        header = _HEADER.match(line)
        if header is None:
            break
        known.add(header.group(1).lower())
    enough = 1 if mailbox or ending in _MAIL else 2
    return media_types.MAIL if len(known & _MAIL_HEADERS) >= enough else ""


def _markup_type(start: str, ending: str) -> str:
    """HTML, XML or SVG; empty where a text is none of them."""
    body, prolog = _without_prolog(start)
    root = _ROOT.match(body)
    tag = root.group(1).lower() if root else ""
    if tag.rpartition(":")[2] == "html" or _DOCTYPE_HTML.search(prolog):
        return media_types.HTML
    if tag.rpartition(":")[2] == "svg":
        return _SVG
    if "<?xml" in prolog or (tag and ending == "xml"):
        return media_types.XML
    if tag and tag not in _HTML_TAGS and (_is_closed(start, tag) or "xmlns" in start):
        return media_types.XML
    if ending in _BY_ENDING or ending in _TABLES:
        return ""
    return media_types.HTML if _is_piece_of_html(start, tag, ending) else ""


def _without_prolog(start: str) -> tuple[str, str]:
    """The text from its first tag on, and the declarations, comments and the document type before it."""
    position = 0
    while match := _MISC.match(start, position):
        position = match.end()
    return start[position:], start[:position]


def _is_closed(start: str, tag: str) -> bool:
    return f"</{tag}>" in start.lower()


def _is_piece_of_html(start: str, tag: str, ending: str) -> bool:
    """HTML without its frame, or behind something else, such as the headers of the answer it came in."""
    tags = [match.group(1).lower() for match in _TAG.finditer(start)]
    known = [found for found in tags if found in _HTML_TAGS]
    if ending in _WEB:
        return bool(known)
    if "html" in known and ("head" in known or "body" in known) and _stands_alone(start):
        return True
    return tag in _HTML_TAGS and sum(_is_closed(start, found) for found in set(known)) >= (
        1 if len(known) == len(tags) else _CLOSED_TAGS
    )


def _stands_alone(start: str) -> bool:
    return re.search(r"^\s*<html\b", start, re.MULTILINE | re.IGNORECASE) is not None


def _table_type(start: str, ending: str) -> str:
    if ending not in _TABLES:
        return ""
    return _TABLES[ending] if delimiter_of(start) else ""
