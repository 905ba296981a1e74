"""What belongs to the site and not to the document: menus, banners, what stands around the main part.

Belongs here: the signs by which it is known. Does not belong here: what is not seen at all (`hiding`), or what is done with it (`walking`).

Furniture is kept, so that nothing is lost, and never cited. So the cost of a wrong judgement is a passage that cannot be cited; a
block that holds the main part of the page, or much of its text, is never furniture by its name alone.
"""

from __future__ import annotations

from wiki_assets.documents.loaders.html_reading.measuring import Page
from wiki_assets.documents.loaders.html_reading.tags import BLOCKS, ITEMS, LISTS
from wiki_assets.documents.loaders.html_reading.tree import Node
from wiki_assets.documents.model import ElementKind

_ROLES = frozenset({
    "navigation", "banner", "contentinfo", "search", "menu", "menubar", "toolbar", "dialog", "alertdialog", "tablist",
    "doc-toc", "toc", "doc-pagelist",
})  # fmt: skip
_NAMES = frozenset({
    "nav", "nav-panel", "navheader", "navfooter", "topbar", "navbar", "navigation", "main-nav", "main-navigation",
    "site-nav", "site-navigation", "nav-menu", "menu", "main-menu", "mobile-menu", "topnav", "top-nav", "subnav",
    "breadcrumb", "breadcrumbs", "site-header", "page-header-nav", "site-footer", "page-footer", "footer-nav",
    "footer-links", "footer", "sidebar", "side-bar", "sidenav", "sidebar-nav", "cookie-banner", "cookie-notice",
    "cookie-consent", "cookies", "consent-banner", "cookie-bar", "gdpr", "onetrust-consent-sdk", "newsletter",
    "newsletter-signup", "subscribe", "social", "social-links", "social-share", "share", "share-buttons", "sharing",
    "addtoany_share_save_container", "related", "related-posts", "related-articles", "recommended", "pagination", "pager",
    "skip-link", "skip-links", "skip-nav", "skiplinks", "toc", "table-of-contents", "tableofcontents", "toctree-wrapper",
    "sphinxsidebar", "catlinks", "printfooter", "noprint", "navbox", "vertical-navbox", "mw-hidden-catlinks", "p-lang-btn",
    "interlanguage-link", "langlist", "language-list", "mw-navigation", "sitesub", "contentsub", "comment-form", "advert",
    "advertisement", "ad-banner", "ads", "related-links", "promo", "theme-doc-toc-mobile", "theme-doc-breadcrumbs",
    "theme-doc-footer", "pagination-nav",
})  # fmt: skip
_SIGNATURES = frozenset({"gmail_signature", "moz-signature", "signature", "x_signature", "mobile-signature"})
_QUOTES = frozenset(
    {"gmail_quote", "gmail_quote_container", "gmail_extra", "yahoo_quoted", "moz-cite-prefix", "divrplyfwdmsg", "outlookmessageheader",
     "appendonsend", "protonmail_quote", "tutanota_quote", "zmail_extra"}
)  # fmt: skip
QUOTED = "Quoted message"
"""Section of what a mail repeats of others: its words are somebody else's, and a reader of a citation must see that."""
_AROUND = frozenset({"header", "footer", "aside"})
_NOTE_NAMES = frozenset({"footnote", "footnotes", "endnotes", "references", "reflist", "bibliography"})
_MOST_OF_PAGE = 0.4  # share of the page's text; a menu of that size would be the page
_MAIN_IS_MAIN = 0.5  # share of the page's text outside of links in its main part for the rest to be around it
_MENU_ITEMS = 3
_MENU_LETTERS = 30  # mean letters of an item of a menu
_MENU_LINKED = 0.95  # share of its letters in links

_KINDS_BY_ROLE = {
    "doc-bibliography": ElementKind.BIBLIOGRAPHY,
    "bibliography": ElementKind.BIBLIOGRAPHY,
    "doc-footnote": ElementKind.FOOTNOTE,
    "doc-endnotes": ElementKind.FOOTNOTE,
    "footnote": ElementKind.FOOTNOTE,
    "footnotes": ElementKind.FOOTNOTE,
    "endnote": ElementKind.FOOTNOTE,
    "endnotes": ElementKind.FOOTNOTE,
    "rearnote": ElementKind.FOOTNOTE,
    "rearnotes": ElementKind.FOOTNOTE,
}
_KINDS_BY_NAME = {
    "references": ElementKind.BIBLIOGRAPHY,
    "reflist": ElementKind.BIBLIOGRAPHY,
    "ref-list": ElementKind.BIBLIOGRAPHY,
    "bibliography": ElementKind.BIBLIOGRAPHY,
    "ltx_bibliography": ElementKind.BIBLIOGRAPHY,
    "csl-bib-body": ElementKind.BIBLIOGRAPHY,
    "footnotes": ElementKind.FOOTNOTE,
    "footnote": ElementKind.FOOTNOTE,
    "endnotes": ElementKind.FOOTNOTE,
    "ltx_authors": ElementKind.FRONT_MATTER,
    "ltx_dates": ElementKind.FRONT_MATTER,
    "byline": ElementKind.FRONT_MATTER,
    "authors": ElementKind.FRONT_MATTER,
    "author-list": ElementKind.FRONT_MATTER,
    "thumbcaption": ElementKind.CAPTION,
    "gallerytext": ElementKind.CAPTION,
    "wp-caption-text": ElementKind.CAPTION,
}


def kind_said(node: Node) -> ElementKind | None:
    """What a block says that all its text is: notes, references, authors; None where it says nothing."""
    if node.tag not in BLOCKS:
        return None
    by_role = _KINDS_BY_ROLE.get(node.role)
    if by_role is not None:
        return by_role
    return next((_KINDS_BY_NAME[name] for name in sorted(node.names & _KINDS_BY_NAME.keys())), None)


def is_menu(node: Node) -> bool:
    """Whether a list is nothing but short links."""
    if node.tag not in LISTS or not node.letters or node.linked < node.letters * _MENU_LINKED:
        return False
    items = sum(element.tag in ITEMS for element in node.elements)
    return items >= _MENU_ITEMS and node.letters <= items * _MENU_LETTERS


class PartSurroundings:
    """Judges a part of a page, a chapter or a mail: there is no site around it, so only navigation is furniture."""

    def is_furniture(self, node: Node, *, in_main: bool) -> bool:  # noqa: ARG002 # there is no main part
        """Whether a block is no part of the document; `in_main`: it stands in the main part of its page."""
        return node.tag == "nav" or (node.tag in BLOCKS and node.role in ("navigation", "doc-toc", "toc", "doc-pagelist"))

    def section(self, node: Node) -> str:  # noqa: ARG002 # only mails have such parts
        """The section that a block is by itself, where no heading says so; empty for most."""
        return ""


class MailSurroundings(PartSurroundings):
    """Judges the HTML of a mail: signatures are furniture, and what is quoted of other mails is a section."""

    def is_furniture(self, node: Node, *, in_main: bool) -> bool:
        """Whether a block is no part of the document."""
        signature = node.tag in BLOCKS and not node.names.isdisjoint(_SIGNATURES)
        return signature or super().is_furniture(node, in_main=in_main)

    def section(self, node: Node) -> str:
        """The section that a block is by itself, where no heading says so; empty for most."""
        if node.tag == "blockquote" and node.attributes.get("type", "").lower() == "cite":
            return QUOTED
        return QUOTED if node.tag in BLOCKS and not node.names.isdisjoint(_QUOTES) else ""


class PageSurroundings:
    """Judges the blocks of a page of a site.

    Args:
        page: After its first pass.
    """

    def __init__(self, page: Page) -> None:
        self._letters = page.root.letters
        unlinked = page.root.letters - page.root.linked
        self._all_around = page.unlinked_in_main >= unlinked * _MAIN_IS_MAIN > 0

    def is_furniture(self, node: Node, *, in_main: bool) -> bool:
        """Whether a block is no part of the document; `in_main`: it stands in the main part of its page."""
        if node.tag == "body":  # with the text that stands in no block of its own
            return self._all_around
        if node.tag not in BLOCKS or node.holds_main or node.tag in ("html", "head"):
            return False
        if node.tag in ("nav", "search") or node.role in _ROLES:
            return True
        if not in_main and (self._all_around or node.tag in _AROUND) and not node.names & _NOTE_NAMES:
            return True
        return bool(node.names & _NAMES) and node.letters <= self._letters * _MOST_OF_PAGE

    def section(self, node: Node) -> str:  # noqa: ARG002 # only mails have such parts
        """The section that a block is by itself, where no heading says so; empty for most."""
        return ""
