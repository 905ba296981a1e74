"""Pages that wait for a person: refused ones, and published ones that have fallen behind.

Belongs here: quarantine and stale pages. Does not belong here: checks (`failures`).
"""

from __future__ import annotations

from wiki_assets.dashboard.charts import meter
from wiki_assets.dashboard.html import Html, element, join
from wiki_assets.dashboard.model import Facts, QuarantinedPage, StalePage, WeakClaim
from wiki_assets.dashboard.sections.frame import NO_PAGE, calm, code, draft_link, meta, page_link, section, shortened, todo, told
from wiki_assets.dashboard.words import counted, moment, number, percent

_TOLD = 12  # with their claims, about as much as is read in one go


def quarantine_section(facts: Facts) -> Html:
    """Every refused page: rate, reason, worst claims, since when, and what to do."""
    pages = sorted(facts.quarantined, key=lambda page: (not page.withdrawn, page.still_published, page.rate or 0.0, page.slug))
    if not pages:
        return calm("quarantine", "Quarantine", "No page is in quarantine." if facts.pages else NO_PAGE, known=bool(facts.pages))
    lead = f"{counted(len(pages), 'page')} may not be published and {'lies' if len(pages) == 1 else 'lie'} among the drafts."
    return section("quarantine", "Quarantine", lead, told(pages, _refused, _TOLD, _line, "wiki/draft holds every one."))


def stale_section(facts: Facts) -> Html:
    """Published pages that are not what the newest words or evidence would give."""
    if not facts.stale:
        return calm(
            "stale", "Stale pages", "Every published page is up to date." if facts.pages else NO_PAGE, known=bool(facts.pages)
        )
    lead = "Published pages that have fallen behind. They passed the gate as they stand."
    return section(
        "stale", "Stale pages", lead, told(facts.stale, _stale, _TOLD, _stale_line, "the view stale_pages of the audit has all.")
    )


def _refused(page: QuarantinedPage) -> Html:
    rate = page.rate or 0.0
    grounded = "no verdict known" if page.rate is None else f"{percent(rate)} grounded, {percent(page.threshold)} needed"
    bar = element("div", meter(rate, page.threshold, False), element("span", grounded), class_="rate")
    heading = element("h3", _draft(page))
    facts = meta(
        f"{'withdrawn' if page.withdrawn else 'refused'} since {moment(page.since)}",
        f"{number(page.refusals)} times in all" if page.refusals > 1 else "",
        "an earlier version stays published" if page.still_published else "no version is published",
    )
    return join([heading, bar, facts, element("p", shortened(page.reason), dir="auto"), _claims(page), _remedy(page)])


def _draft(page: QuarantinedPage) -> Html:
    return page_link(page.slug, page.title, f"wiki/draft/{page.slug}.md")


def _claims(page: QuarantinedPage) -> Html:
    if not page.weak_claims:
        return Html("")
    shown = len(page.weak_claims)
    words = f"The worst {number(shown)} of {counted(page.ungrounded, 'claim')} that are not grounded"
    if page.ungrounded <= shown:
        words = f"{counted(page.ungrounded, 'claim')} that {'is' if page.ungrounded == 1 else 'are'} not grounded"
    return element(
        "details", element("summary", words), element("ul", *(_claim(claim) for claim in page.weak_claims), class_="said")
    )


def _claim(claim: WeakClaim) -> Html:
    cites = f"cites {claim.citation}" if claim.citation else "cites nothing"
    said = element("div", element("q", shortened(claim.text)), dir="auto")
    return element(
        "li",
        said,
        meta(claim.verdict, claim.rule, cites),
        element("div", shortened(claim.explanation), class_="small", dir="auto"),
    )


def _remedy(page: QuarantinedPage) -> Html:
    if not page.ungrounded:
        return todo(
            "add a paper that treats it, or give the concept the name under which the papers know it in ",
            code("concepts.yaml"),
            ". The draft is ",
            draft_link(page.slug),
            ".",
        )
    return todo(
        "read ",
        draft_link(page.slug),
        ", which sets every claim beside its evidence. It is compiled again when its papers, its concept, "
        "the model or the guard change.",
    )


def _line(page: QuarantinedPage) -> Html:
    return join([_draft(page), element("span", f" {percent(page.rate)}", class_="quiet")])


def _stale(page: StalePage) -> Html:
    return join(
        [element("h3", _stale_line(page)), meta(f"since {moment(page.since)}"), element("p", page.why), _stale_remedy(page)]
    )


def _stale_remedy(page: StalePage) -> Html:
    if "refused" in page.why:
        return todo("read ", draft_link(page.slug), ", the version that was refused.")
    return todo("run ", code("wiki build"), ", which writes it again from the new evidence.")


def _stale_line(page: StalePage) -> Html:
    return page_link(page.slug, page.title, page.path)
