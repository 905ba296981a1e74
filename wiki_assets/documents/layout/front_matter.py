"""The title and what surrounds it: authors, addresses, notices, keywords.

Belongs here: telling front matter from text. Does not belong here: references (`references`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from wiki_assets.documents.layout.blocks import Block
from wiki_assets.documents.layout.metrics import Metrics
from wiki_assets.documents.layout.roles import HEADING_NUMBER, content_words
from wiki_assets.documents.model import ElementKind

_ABSTRACT = re.compile(r"(abstract|summary)\b[.:—–-]?\s*", re.IGNORECASE)
_NOTICE = re.compile(
    r"(permission to (make|copy)|copyright|©|\(c\)\s+\d{4}|c\s?[⃝○]|all rights reserved|this work is licensed|licensed under"
    r"|keywords?\b|key words|index terms|ccs concepts|categories and subject descriptors|general terms|acm reference format"
    r"|e-?mails?:|correspond|received\b|accepted\b|submitted (to|on)\b|published (by|in)\b|doi:|https?://doi|isbn|issn"
    r"|(\d{4} )?(mathematics|acm) subject classification|editors?:|leibniz international"
    r"|digital object identifier|(ams )?subject classification|msc\b|preprint\b|to appear in|in proceedings of"
    r"|proceedings of the|[∗*†‡§¶]?\s?(equal contribution|work (done|performed) (while|during|at)))",
    re.IGNORECASE,
)
_EMAIL = re.compile(r"\S@\S+\.\w|\{[\w,. ]+\}@")
_PROSE_WORDS = 35  # words from which a block before the first heading is taken for text, not for a list of authors


def mark_front_matter(blocks: Sequence[Block], metrics: Metrics) -> int:
    """Marks the title and what stands around it. Returns the index of the first block of the text proper."""
    title = _title_index(blocks, metrics)
    start = _text_start(blocks, title)
    for index, block in enumerate(blocks[:start]):
        if index == title:
            block.kind = ElementKind.TITLE
        elif not is_prose(block):
            block.kind = ElementKind.FRONT_MATTER
    return start


def _title_index(blocks: Sequence[Block], metrics: Metrics) -> int:
    """Index of the block in the largest type on the first page that has text; -1 where none is larger than the text."""
    if not blocks:
        return -1
    first = blocks[0].page
    candidates = [
        (block.size, -index) for index, block in enumerate(blocks)
        if block.page == first and len(block.text) >= 8 and len(content_words(block.text)) >= 1 and not _ABSTRACT.match(block.text)
    ]  # fmt: skip
    size, index = max(candidates, default=(0.0, 0))
    if size > metrics.size + 0.9:
        return -index
    return 0 if blocks[0].text.isupper() and len(content_words(blocks[0].text)) >= 3 else -1


def _text_start(blocks: Sequence[Block], title: int) -> int:
    """Index of the first block of the text: abstract or first section heading within the first pages, else the first prose."""
    first_page = blocks[0].page if blocks else 0
    for index, block in enumerate(blocks):
        if block.page > first_page + 2:
            break
        if index <= title:
            continue
        text = block.text
        if _EMAIL.search(text):
            continue
        if _ABSTRACT.match(text) or re.match(r"(\d\.?|I\.)?\s*introduction\b", text, re.IGNORECASE):
            return index
        if (
            block.kind is ElementKind.HEADING
            and (number := HEADING_NUMBER.match(text))
            and number["number"].strip(".:) ") in ("1", "0", "I")
        ):
            return index
    for index, block in enumerate(blocks):
        if index > title and is_prose(block):
            return index
    return 0 if title < 0 else title + 1


def is_prose(block: Block) -> bool:
    """Whether a block is long enough, and enough of it in lower case, to be running text."""
    text = block.text
    words = text.split()
    lower = sum(word[0].islower() for word in words)
    return (
        block.kind is ElementKind.PARAGRAPH
        and len(words) >= _PROSE_WORDS
        and lower > 0.5 * len(words)
        and not _EMAIL.search(text)
    )


def mark_notices(blocks: Sequence[Block]) -> None:
    """Copyright lines, keywords and addresses are front matter wherever they stand on the first pages."""
    first_page = blocks[0].page if blocks else 0
    for block in blocks:
        if block.page > first_page + 1:
            return
        if block.kind in (ElementKind.PARAGRAPH, ElementKind.FOOTNOTE, ElementKind.LIST) and (
            _NOTICE.match(block.text) or (_EMAIL.search(block.text) and len(block.text) < 300)
        ):
            block.kind = ElementKind.FRONT_MATTER


_FRONT_SECTION = re.compile(
    r"(keywords?|key words|index terms|ccs concepts|general terms|categories and subject descriptors|categories & subject descriptors"
    r"|(mathematics |ams )?subject classifications?( \(\w+\))?|mots.cl[ée]s?|about the authors?|image credits?)\b",
    re.IGNORECASE,
)


def mark_front_sections(blocks: Sequence[Block]) -> None:
    """Keywords, classifications and the like below a heading of their own are no text."""
    inside = False
    for block in blocks:
        if block.kind is ElementKind.HEADING:
            inside = _FRONT_SECTION.match(block.text) is not None
        if inside and block.kind in (ElementKind.HEADING, ElementKind.PARAGRAPH, ElementKind.LIST):
            block.kind = ElementKind.FRONT_MATTER
