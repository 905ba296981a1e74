"""A claim that was cited anew: whatever shows or follows its citations goes by the report, and the page stays the page."""

from __future__ import annotations

import pytest
import yaml
from wiki_samples import FALSE, GUARD, RULE, STRICT, TRUE, Home, a_chunk, a_page, good_page

from wiki_assets.concepts.model import Citation, Claim, Page
from wiki_assets.documents.model import Chunk, ChunkKind, chunk_id
from wiki_assets.grounding.model import GroundingReport
from wiki_assets.grounding.reporting import report_page
from wiki_assets.publication.checking import check_integrity, check_wiki
from wiki_assets.publication.model import GateRule
from wiki_assets.publication.refreshing import refresh_wiki

WEATHER = "The weather in the mountains was remarkably pleasant all summer long."
WRONG = Chunk(chunk_id("birch", "1", 7), "Birch2002", "birch", 7, ChunkKind.PROSE, WEATHER, WEATHER, (), (), 10)
RIGHT = a_chunk("circle-packing")


def wrongly_cited(*sentences: str) -> Page:
    """A page every claim of which cites the weather report of Birch2002."""
    page = a_page("circle-packing", *sentences)
    citation = Citation(
        bibkey="Birch2002",
        chunk=7,
        chunk_id=WRONG.chunk_id,
        document_sha256="birch",
        page=2,
        quote=WEATHER,
        start=0,
        end=len(WEATHER),
    )
    claims = tuple(Claim(ordinal=claim.ordinal, text=claim.text, citations=(citation,)) for claim in page.claims)
    return page.model_copy(update={"sections": (page.sections[0].model_copy(update={"claims": claims}),)})


def judge(home: Home, page: Page, rule: GateRule = RULE, evidence: tuple[Chunk, ...] = (RIGHT,)) -> GroundingReport:
    """Records the verdict on a page, with these passages to look in."""
    report = report_page(page, {WRONG.chunk_id: WRONG}, GUARD, rule.threshold, evidence)
    home.record(page, report)
    return report


def test_a_published_page_shows_the_citation_that_holds_in_its_text_and_its_sources(home: Home) -> None:
    page = wrongly_cited(TRUE[0])
    assert len(judge(home, page).repaired) == 1
    home.wiki().promote(page)
    text = home.text("circle-packing.md")
    assert f"{TRUE[0]} [Ash2001 #chunk 0]" in text
    assert "Birch2002" not in text
    head = yaml.safe_load(text.split("---\n")[1])
    assert [source["id"] for source in head["sources"]] == ["Ash2001"]


def test_the_page_stays_the_version_it_was(home: Home) -> None:
    page = wrongly_cited(TRUE[0])
    judge(home, page)
    home.wiki().promote(page)
    published = home.wiki().published("circle-packing")
    assert published is not None
    assert published.page_sha == page.page_sha
    assert page.page_sha in home.text("circle-packing.md")
    assert home.wiki().page_of(published) == page


def test_the_log_tells_what_was_cited_anew_and_only_once(home: Home) -> None:
    page = wrongly_cited(TRUE[0])
    judge(home, page)
    home.wiki().promote(page)
    home.later()
    assert not home.wiki().promote(page).changed
    (line,) = home.log_lines("PROMOTED")
    assert r"Claim 0 cited \[Birch2002 #chunk 7\] and was unsupported by the rule no-content-5-gram;" in line
    assert r"it now cites \[Ash2001 #chunk 0\]." in line


def test_a_page_whose_claims_were_found_elsewhere_passes_the_gate_and_one_whose_were_not_does_not(home: Home) -> None:
    page = wrongly_cited(*TRUE)
    judge(home, page, evidence=())
    assert "0.00" in home.wiki().refusal(page)
    judge(home, page)
    assert home.wiki().refusal(page) == ""


def test_a_page_with_repairs_has_integrity_and_a_refresh_changes_no_byte_of_it(home: Home) -> None:
    page = wrongly_cited(*TRUE)
    judge(home, page)
    home.wiki().promote(page)
    assert check_integrity(home.wiki()) == ()
    before = home.tree()
    home.later()
    assert refresh_wiki(home.wiki()).relinked == ()
    assert home.tree() == before
    assert check_wiki(home.folder).exit_code == 0


def test_the_file_follows_the_report_when_the_same_page_is_judged_otherwise(home: Home) -> None:
    page = wrongly_cited(TRUE[0], *FALSE)
    judge(home, page)
    home.wiki().promote(page)
    assert home.text("circle-packing.md").count("[Ash2001 #chunk 0]") == 1
    off = GateRule(RULE.guard, RULE.guard_version, 0.0)
    judge(home, page, off, evidence=())
    home.wiki(off).promote(page)
    text = home.text("circle-packing.md")
    assert "[Ash2001 #chunk 0]" not in text
    assert text.count("[Birch2002 #chunk 7]") == text.count("⚠ *unsupported*") == 2


def test_a_draft_shows_the_citation_that_holds_and_says_that_it_is_a_new_one(home: Home) -> None:
    page = wrongly_cited(TRUE[0], *FALSE)
    judge(home, page, STRICT)
    home.wiki(STRICT).quarantine(page)
    draft = home.text("draft/circle-packing.md")
    assert f"{TRUE[0]} [Ash2001 #chunk 0]" in draft
    assert "It is cited anew; under what it cited before it was unsupported by the rule no-content-5-gram." in draft
    assert f"{FALSE[0]} [Birch2002 #chunk 7]" in draft


@pytest.mark.parametrize("rule", [RULE, STRICT])
def test_a_page_without_repairs_is_written_as_before(home: Home, rule: GateRule) -> None:
    home.publish(good_page(), rule)
    assert "cited anew" not in home.text("circle-packing.md") + home.text("log.md")
