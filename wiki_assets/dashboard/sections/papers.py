"""Papers: what could not be read, what is cited though it should not be relied on, and where papers disagree.

Belongs here: sections on sources. Does not belong here: pages (`grounding`, `waiting`).
"""

from __future__ import annotations

from wiki_assets.dashboard.html import Html, element, join
from wiki_assets.dashboard.model import Disagreement, Facts, FlaggedPaper, PaperProblem
from wiki_assets.dashboard.sections.frame import NO_PAGE, calm, code, meta, page_link, section, shortened, state_badge, todo, told
from wiki_assets.dashboard.standing import State
from wiki_assets.dashboard.words import counted, day, number

_TOLD = 10
_DISAGREEMENTS_TOLD = 3
_PAGES_NAMED = 8

_REMEDIES = {
    "partial": "look whether the pages that are lost matter; a better copy of the file replaces it.",
    "no_text": "it holds pictures of pages: set WIKI_OCR to its languages (eng+deu), or give a copy with text.",
    "encrypted": "give its password in sources.yaml, or a copy without one.",
    "corrupt": "fetch the file again from where it came.",
    "empty": "fetch the file again; it holds nothing.",
    "unsupported": "convert it to PDF, or take it out of the folder.",
    "too_large": "raise WIKI_DOCUMENT_MEGABYTES where it is meant to be that large, or give a smaller copy.",
    "bomb": "take it out of the folder, unless you know it; then raise WIKI_DOCUMENT_EXPANSION.",
    "duplicate": "nothing, or take one of the two out of the folder.",
    "unreadable": "check that the file can be opened; where it took too long, raise WIKI_DOCUMENT_SECONDS.",
    "rejected": "give the file another name or key; its reason says which.",
}


def papers_section(facts: Facts) -> Html:
    """Files that gave no text or not all of it, with the reason and what to do."""
    lead = f"{counted(facts.volumes.papers, 'paper')} can be cited. {_count(facts)}".strip()
    problems = (*facts.unread, *facts.partly_read)
    if not problems:
        words = f"{lead} Every file was read in full." if facts.volumes.papers else "No paper has been read yet."
        return calm("papers", "Papers", words, known=bool(facts.volumes.papers))
    return section(
        "papers", "Papers", lead, told(problems, _problem, _TOLD, _problem_line, "the view ingest_problems of the audit has all.")
    )


def flagged_section(facts: Facts) -> Html:
    """Papers that published pages cite though somebody says that they are retracted or superseded."""
    if not facts.flagged:
        words = "No published page cites a paper that is retracted or superseded." if facts.pages else NO_PAGE
        return calm("flagged", "Flagged papers", words, known=bool(facts.pages))
    lead = "Papers that somebody says are retracted or superseded, and that published pages cite all the same."
    where = "the view flagged_citations of the audit has all."
    return section("flagged", "Flagged papers", lead, told(facts.flagged, _flagged, _TOLD, _flagged_line, where))


def disagreements_section(facts: Facts) -> Html:
    """Signs that papers contradict each other, by page."""
    found = facts.disagreements
    if not found:
        words = "No sign that any two cited sources disagree." if facts.pages else NO_PAGE
        return calm("disagreements", "Disagreements", words, known=bool(facts.pages))
    lead = "Where two sources contradict each other. The pages say so themselves; a reader should know before quoting either."
    total = sum(item.count for item in found)
    summed = element(
        "p", f"{counted(total, 'sign')} of disagreement on {counted(len(found), 'page')}. The clearest of each page:"
    )
    return section(
        "disagreements",
        "Disagreements",
        lead,
        summed,
        told(found, _disagreement, _DISAGREEMENTS_TOLD, _disagreement_line, "the view disagreements has all."),
    )


def _count(facts: Facts) -> str:
    said = []
    if facts.unread:
        said.append(f"{counted(len(facts.unread), 'file')} gave no text.")
    if facts.partly_read:
        said.append(f"{counted(len(facts.partly_read), 'paper was', 'papers were')} read only in part.")
    return " ".join(said)


def _problem(paper: PaperProblem) -> Html:
    state = state_badge(State.LOOK if paper.partial else State.BAD, "Read in part" if paper.partial else _status(paper.status))
    heading = element("h3", element("bdi", paper.file or paper.bibkey))
    facts = meta(state, join(["key ", code(paper.bibkey)]) if paper.bibkey else "no key", f"seen {day(paper.seen)}")
    remedy = _REMEDIES.get(paper.status, "see its reason.")
    return join([heading, facts, element("p", shortened(paper.reason), dir="auto"), todo(remedy)])


def _status(status: str) -> str:
    return status.replace("_", " ").capitalize()


def _problem_line(paper: PaperProblem) -> Html:
    return join(
        [element("bdi", paper.file or paper.bibkey), element("span", f" {_status(paper.status).lower()}", class_="quiet")]
    )


def _flagged(paper: FlaggedPaper) -> Html:
    pages = [page_link(slug, slug) for slug in paper.slugs[:_PAGES_NAMED]]
    more = len(paper.slugs) - len(pages)
    named = join([part for page in pages for part in (", ", page)][1:])
    return join(
        [
            element("h3", element("bdi", paper.title or paper.bibkey)),
            meta(state_badge(State.LOOK, _status(paper.flag)), code(paper.bibkey), element("bdi", paper.file)),
            element("p", shortened(paper.note), dir="auto") if paper.note else Html(""),
            element("p", "Cited by ", named, f" and {number(more)} more." if more > 0 else "."),
            todo("read these pages and decide. Taking the paper out of the folder makes them be written again without it."),
        ]
    )


def _flagged_line(paper: FlaggedPaper) -> Html:
    return join([code(paper.bibkey), f" {paper.flag}, cited by {counted(len(paper.slugs), 'page')}"])


def _disagreement(item: Disagreement) -> Html:
    said = element(
        "ul",
        element("li", element("div", element("q", shortened(item.words_a)), dir="auto"), meta(code(item.bibkey_a))),
        element("li", element("div", element("q", shortened(item.words_b)), dir="auto"), meta(code(item.bibkey_b))),
        class_="said",
    )
    return join([element("h3", _name(item)), meta(counted(item.count, "sign")), said])


def _name(item: Disagreement) -> Html:
    return page_link(item.slug, item.title, "" if item.published else f"wiki/draft/{item.slug}.md")


def _disagreement_line(item: Disagreement) -> Html:
    return join([_name(item), element("span", f" {counted(item.count, 'sign')}", class_="quiet")])
