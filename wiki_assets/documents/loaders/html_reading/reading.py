"""HTML into a builder: a whole page, a part of one, or a mail.

Belongs here: the three ways in (page, part, mail). Does not belong here: how they are walked (`walking`).
"""

from __future__ import annotations

from wiki_assets.documents.loaders.building import ElementBuilder
from wiki_assets.documents.loaders.html_reading.facts import facts_of
from wiki_assets.documents.loaders.html_reading.furniture import MailSurroundings, PageSurroundings, PartSurroundings
from wiki_assets.documents.loaders.html_reading.lines import text_of
from wiki_assets.documents.loaders.html_reading.measuring import Page, measured
from wiki_assets.documents.loaders.html_reading.tree import Node, parse
from wiki_assets.documents.loaders.html_reading.walking import Walk
from wiki_assets.documents.model import DocumentMetadata, ElementKind
from wiki_assets.text.cleaning import clean_line

_MOST_HEADINGS = 100  # of the first rank that may be the title


def add_html(builder: ElementBuilder, html: str) -> DocumentMetadata:
    """Adds a part of HTML that has no site around it: in Markdown, in a mail, a chapter of a book.

    Its headings go under those that the builder is under already only if they are of lower rank.

    Args:
        builder: Gets the elements, in order.
        html: Well-formed or not; `html`, `head` and `body` may be there.

    Returns:
        What it says of itself.
    """
    page = measured(parse(html))
    Walk(builder, PartSurroundings()).through(page.root)
    heading = clean_line(text_of(page.first_headings[0]).replace("\n", " ")) if page.first_headings else ""
    title = heading or clean_line(page.title)
    return facts_of(page.root, title=title)


def add_mail(builder: ElementBuilder, html: str) -> None:
    """Adds the HTML of a mail: as a part, with what it quotes of other mails in a section of its own.

    Args:
        builder: Gets the elements, in order.
        html: The text of the mail.
    """
    Walk(builder, MailSurroundings()).through(measured(parse(html)).root)


def add_page(builder: ElementBuilder, html: str) -> DocumentMetadata:
    """Adds a page of a site: its title first, what belongs to the site as front matter.

    Args:
        builder: Gets the elements, in order.
        html: The whole page.

    Returns:
        What it says of itself.
    """
    page = measured(parse(html))
    stated = clean_line(page.title)
    heading = _title_heading(page, stated)
    shown = clean_line(text_of(heading).replace("\n", " ")) if heading is not None else ""
    if stated and stated != shown:
        builder.text(ElementKind.FRONT_MATTER if shown else ElementKind.TITLE, page.title)
    Walk(builder, PageSurroundings(page), heading).through(page.root)
    title = shown or stated
    return facts_of(page.root, title=title)


def _title_heading(page: Page, stated: str) -> Node | None:
    """The heading that is the page's title: the one that `<title>` begins with or repeats, or the only one of its rank."""
    repeated: list[tuple[int, int, Node]] = []
    for number, heading in enumerate(page.first_headings[:_MOST_HEADINGS]):
        text = clean_line(text_of(heading).replace("\n", " ")).lower()
        if text and text in stated.lower():
            repeated.append((stated.lower().index(text), number, heading))
    if repeated:
        return min(repeated, key=lambda found: found[:2])[2]
    return page.first_headings[0] if len(page.first_headings) == 1 else None
