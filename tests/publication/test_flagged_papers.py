"""Retracted and superseded papers: how a flag reaches every page that cites one, and leaves it again."""

from __future__ import annotations

from dataclasses import replace

import pytest
import yaml
from okf_rules import okf_errors
from wiki_samples import RULE, STRICT, TRUE, Home, bad_page, evidence, good_page, mixed_page

from wiki_assets.documents import codec
from wiki_assets.documents.model import DocumentMetadata, DocumentRecord, DocumentStatus
from wiki_assets.planning.state import wiki_fingerprint
from wiki_assets.publication.checking import FlaggedPaper, check_integrity, check_wiki
from wiki_assets.publication.previews import flag_table
from wiki_assets.publication.refreshing import refresh_wiki
from wiki_assets.storage import layout

KNOWN = DocumentMetadata(
    title="Circles *that* Touch", authors=("Ann Ash", "Bo Birch"), year=2001, doi="10.1000/ash", arxiv_id="2104.08660"
)
RETRACTED = replace(KNOWN, flag="retracted", flag_note="the data — all of them — were invented")


def know(home: Home, metadata: DocumentMetadata, recognised: tuple[int, ...] = ()) -> None:
    """What the step that reads papers records of the one paper that all pages cite."""
    record = DocumentRecord(
        "Ash2001", "ash.pdf", "sha", 1, "application/pdf", DocumentStatus.OK, "", 3, (), (), "p", "1", metadata, (), recognised
    )
    home.store.write(layout.document_record("Ash2001"), codec.encode_record(record))


def fingerprint(home: Home) -> str:
    return wiki_fingerprint((), {standing.slug: standing for standing in home.wiki().shelf.standings()}, home.store)


def front_matter(text: str) -> dict[str, object]:
    return dict(yaml.safe_load(text.split("---\n")[1]))


def test_a_page_names_its_papers_with_all_that_is_known_and_keeps_ids_that_look_like_numbers(home: Home) -> None:
    know(home, KNOWN)
    home.publish(good_page())
    assert front_matter(home.text("circle-packing.md"))["sources"] == [
        {
            "id": "Ash2001",
            "resource": "ash.pdf",
            "title": "Circles *that* Touch",
            "author": "Ann Ash; Bo Birch",
            "year": 2001,
            "doi": "10.1000/ash",
            "arxiv": "2104.08660",
        }
    ]
    assert "⚠" not in home.text("circle-packing.md")


@pytest.mark.parametrize(("pages", "told"), [((1, 2, 3, 7), "pages 1–3, 7"), ((2,), "page 2")])
def test_a_page_says_which_pages_of_a_source_were_read_by_text_recognition(home: Home, pages: tuple[int, ...], told: str) -> None:
    know(home, KNOWN, pages)
    home.publish(good_page())
    text = home.text("circle-packing.md")
    assert f"*Read by text recognition: Ash2001, {told}.*" in text
    (source,) = front_matter(text)["sources"]  # type: ignore[misc]
    assert source["recognised"] == told.partition(" ")[2]
    assert "⚠" not in text


def test_a_flag_is_a_line_below_the_title_with_what_rests_on_the_paper_and_stands_in_the_front_matter(home: Home) -> None:
    know(home, RETRACTED)
    home.publish(good_page())
    text = home.text("circle-packing.md")
    line = (
        r"⚠ Retracted: Ash2001, *Circles \*that\* Touch* (2001), cited by 3 of 3 claims — the data – all of them – were invented"
    )
    assert f"# Circle packing\n\n{line}\n\n{TRUE[0]}" in text
    (source,) = front_matter(text)["sources"]  # type: ignore[misc]
    assert (source["flag"], source["flag_note"]) == ("retracted", RETRACTED.flag_note)
    assert okf_errors(home.folder / "wiki") == []


def test_a_check_lists_the_paper_apart_from_claims_and_exits_with_one(home: Home) -> None:
    know(home, RETRACTED)
    home.publish(good_page())
    checked = check_wiki(home.folder)
    assert (checked.exit_code, checked.claims) == (1, ())
    (paper,) = checked.flagged
    assert home.text("circle-packing.md").splitlines()[paper.line - 1].startswith("⚠ Retracted: Ash2001")
    assert (paper.file, paper.flag, paper.reason) == (
        "wiki/circle-packing.md",
        "retracted",
        "the data – all of them – were invented",
    )
    assert "retracted" in flag_table(checked.flagged) and "No page cites" in flag_table(())


def test_a_flag_without_a_reason_or_a_title_is_told_all_the_same(home: Home) -> None:
    know(home, DocumentMetadata(flag="superseded"))
    home.publish(mixed_page())
    checked = check_wiki(home.folder)
    assert checked.flagged == (
        FlaggedPaper("wiki/circle-packing.md", checked.flagged[0].line, "superseded", "Ash2001, cited by 4 of 4 claims", ""),
    )
    assert checked.count("unsupported") == len(checked.claims) == 1


def test_a_flag_set_later_reaches_a_published_page_by_a_refresh_and_goes_the_same_way(home: Home) -> None:
    know(home, KNOWN)
    home.publish(good_page())
    before, made = home.text("circle-packing.md"), fingerprint(home)
    know(home, RETRACTED)
    assert fingerprint(home) != made
    assert refresh_wiki(home.wiki()).relinked == ("circle-packing",)
    assert "⚠ Retracted: Ash2001" in home.text("circle-packing.md")
    assert "(cites a paper that is retracted)" in home.text("index.md") and "⚠" not in home.text("index.md")
    assert check_integrity(home.wiki()) == ()
    flagged = home.tree()
    assert refresh_wiki(home.wiki()).relinked == ()
    assert home.tree() == flagged
    know(home, KNOWN)
    refresh_wiki(home.wiki())
    assert home.text("circle-packing.md") == before
    assert "retracted" not in home.text("index.md")
    assert fingerprint(home) == made


def test_a_flag_changes_neither_the_words_nor_the_verdict_nor_the_log(home: Home) -> None:
    know(home, KNOWN)
    home.publish(good_page())
    before = home.wiki().published("circle-packing")
    know(home, RETRACTED)
    home.later()
    refresh_wiki(home.wiki())
    after = home.wiki().published("circle-packing")
    assert before is not None and after is not None
    assert (after.page_sha, after.promoted_at, after.rate) == (before.page_sha, before.promoted_at, before.rate)
    assert len(home.log_lines("PROMOTED")) == 1
    home.wiki().promote(good_page())
    assert len(home.log_lines("PROMOTED")) == 1


@pytest.mark.parametrize("metadata", [replace(KNOWN, title="Another"), replace(KNOWN, year=2002), replace(KNOWN, doi="")])
def test_any_change_of_what_is_known_of_a_cited_paper_is_seen_and_of_another_is_not(
    home: Home, metadata: DocumentMetadata
) -> None:
    know(home, KNOWN)
    home.publish(good_page())
    made = fingerprint(home)
    home.store.write(layout.document_record("Other"), home.store.read(layout.document_record("Ash2001")))
    assert fingerprint(home) == made
    know(home, metadata)
    assert fingerprint(home) != made


def test_a_draft_is_written_again_with_the_flag_and_else_stays_as_it_is(home: Home) -> None:
    know(home, KNOWN)
    home.judge(bad_page())
    home.wiki().quarantine(bad_page(), evidence())
    before = home.text("draft/circle-packing.md")
    assert refresh_wiki(home.wiki()).relinked == ()
    made = fingerprint(home)
    know(home, RETRACTED)
    assert fingerprint(home) != made
    assert refresh_wiki(home.wiki()).relinked == ("circle-packing",)
    text = home.text("draft/circle-packing.md")
    assert "⚠ Retracted: Ash2001" in text and "Not published" in text
    assert "⚠ Retracted" not in before
    assert refresh_wiki(home.wiki()).relinked == ()
    assert check_wiki(home.folder).flagged == ()


def test_a_stale_page_and_its_draft_both_get_the_flag(home: Home) -> None:
    know(home, KNOWN)
    home.publish(mixed_page(), RULE)
    home.judge(bad_page(), RULE)
    home.wiki().quarantine(bad_page(), evidence())
    know(home, RETRACTED)
    refresh_wiki(home.wiki())
    for name in ("circle-packing.md", "draft/circle-packing.md"):
        assert home.text(name).count("⚠ Retracted: Ash2001") == 1
    assert front_matter(home.text("circle-packing.md"))["stale"] is True


def test_a_withdrawn_page_takes_its_flag_to_the_drafts(home: Home) -> None:
    know(home, RETRACTED)
    home.publish(mixed_page())
    home.judge(mixed_page(), STRICT)
    home.wiki(STRICT).withdraw_if_failing("circle-packing", evidence())
    assert "⚠ Retracted: Ash2001" in home.text("draft/circle-packing.md")
    assert check_wiki(home.folder).exit_code == 2


def test_a_paper_whose_record_is_missing_is_named_by_its_key(home: Home) -> None:
    home.publish(good_page())
    assert front_matter(home.text("circle-packing.md"))["sources"] == [{"id": "Ash2001", "resource": "Ash2001"}]
