"""`wiki check`: the exit codes of ADR-F12 and what is listed."""

from __future__ import annotations

from wiki_samples import FALSE, RULE, TRUE, Home, bad_page, evidence, good_page, mixed_page

from wiki_assets.grounding.model import Difference, VerdictKind
from wiki_assets.publication.checking import check_integrity, check_wiki
from wiki_assets.storage import layout


def test_all_claims_grounded_and_no_draft_is_zero(home: Home) -> None:
    home.publish(good_page())
    assert check_wiki(home.folder).exit_code == 0


def test_a_home_without_a_wiki_is_zero(home: Home) -> None:
    assert check_wiki(home.folder).exit_code == 0


def test_a_marked_claim_is_one_and_listed_with_file_line_words_and_reason(home: Home) -> None:
    home.publish(good_page("conformal-map"))
    home.publish(mixed_page())
    checked = check_wiki(home.folder)
    assert checked.exit_code == 1
    (claim,) = checked.claims
    assert claim.file == "wiki/circle-packing.md"
    assert home.text("circle-packing.md").splitlines()[claim.line - 1].startswith("⚠")
    assert claim.kind == "unsupported"
    assert claim.text == f"{FALSE[0]} [Ash2001 #chunk 0]"
    assert claim.reason.startswith("No 5 content words in a row")


def test_doubt_and_lack_of_support_are_counted_apart_with_the_words_that_differ(home: Home) -> None:
    page = mixed_page()
    report = home.judge(page)
    doubt = Difference(kind="quantifier", claim_words="every — at least", source_words="at *most*")
    verdict = report.claims[1].verdict.model_copy(update={"kind": VerdictKind.UNCERTAIN, "differences": (doubt,)})
    doubted = report.claims[1].model_copy(update={"verdict": verdict})
    home.record(page, report.model_copy(update={"claims": (report.claims[0], doubted, *report.claims[2:])}))
    home.wiki().promote(page)
    checked = check_wiki(home.folder)
    assert (checked.count("uncertain"), checked.count("unsupported"), checked.count("")) == (1, 1, 0)
    (claim,) = [claim for claim in checked.claims if claim.kind == "uncertain"]
    assert claim.text == f"{TRUE[1]} [Ash2001 #chunk 0]"
    assert claim.reason == r"the source says “at \*most\*”, not “every – at least”"


def test_a_draft_is_two_and_wins_over_a_mark(home: Home) -> None:
    home.publish(mixed_page())
    home.judge(bad_page("conformal-map"))
    home.wiki().quarantine(bad_page("conformal-map"), evidence())
    checked = check_wiki(home.folder)
    assert (checked.exit_code, checked.drafts, len(checked.claims)) == (2, ("wiki/draft/conformal-map.md",), 1)


def test_a_draft_alone_is_two_though_its_claims_are_marked_only_there(home: Home) -> None:
    home.judge(bad_page())
    home.wiki().quarantine(bad_page(), evidence())
    checked = check_wiki(home.folder)
    assert (checked.exit_code, checked.claims) == (2, ())


def test_unfinished_writes_are_no_drafts(home: Home) -> None:
    home.publish(good_page())
    home.file("draft").mkdir(exist_ok=True)
    home.file("draft/.circle-packing.md.0.part").write_text("half", "utf-8")
    assert check_wiki(home.folder).exit_code == 0


def test_a_sign_written_by_hand_counts_and_bytes_that_are_no_text_do_not_stop_the_check(home: Home) -> None:
    home.publish(good_page())
    home.file("notes.md").write_bytes(b"\xff\xfe\n a line \xe2\x9a\xa0 with the sign\n")
    (claim,) = check_wiki(home.folder).claims
    assert (claim.file, claim.line, claim.kind, claim.text, claim.reason) == ("wiki/notes.md", 2, "", "with the sign", "")


def test_integrity_survives_a_verdict_that_cannot_be_read(home: Home) -> None:
    home.publish(good_page())
    home.store.write(layout.report("circle-packing", good_page().page_sha, RULE.guard, RULE.guard_version, RULE.threshold), b"{}")
    (problem,) = check_integrity(home.wiki())
    assert "cannot be trusted" in problem.what


def test_drafts_indexes_and_logs_need_no_verdict(home: Home) -> None:
    home.judge(bad_page())
    home.wiki().quarantine(bad_page(), evidence())
    assert check_integrity(home.wiki()) == ()
