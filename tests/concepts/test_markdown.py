from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
import yaml
from concept_samples import claim, front_matter, good_evidence, page, summary
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from wiki_assets.concepts.cross_references import CrossReferences
from wiki_assets.concepts.escaping import escape
from wiki_assets.concepts.markdown import ClaimMark, render_draft, render_page
from wiki_assets.concepts.model import Claim, Concept, Section, SectionKind

PAXOS = CrossReferences([Concept(slug="paxos", title="Paxos")], {"paxos"})
NOTHING = CrossReferences([], ())


def text_of(markdown: str) -> str:
    """What a reader sees of one paragraph."""
    [_, inline, *_] = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(markdown)
    return "".join("\n" if child.type == "softbreak" else child.content for child in inline.children or ())


def body_of(markdown: str) -> str:
    return markdown.split("---\n", 2)[2]


def head_of(markdown: str) -> dict[str, object]:
    head = yaml.safe_load(markdown.split("---\n", 2)[1])
    assert isinstance(head, dict)
    return head


FULL = page(
    summary(claim(0, "A packing is a set of tangent circles."), claim(1, "Paxos has nothing to do with it.")),
    Section(kind=SectionKind.RESULTS, heading="What is known", claims=(claim(2, "Paxos is unique."),)),
    Section(kind=SectionKind.OPEN, heading="Open questions", claims=(claim(3, "Nothing is open."),)),
    Section(
        kind=SectionKind.RELATIONS, heading="Relations", claims=(claim(4, "Packings resemble Paxos."), claim(5, "Paxos again."))
    ),
)


def test_a_page_reads_as_title_summary_sections_disagreements_and_what_is_open() -> None:
    body = body_of(render_page(FULL, front_matter(), {}, PAXOS))
    assert body == (
        "\n# Circle packing\n\n"
        "A packing is a set of tangent circles. [Alpha2001 #chunk 0] [Paxos](paxos.md) has nothing to do with it. [Alpha2001 #chunk 0]\n\n"
        "## What is known\n\n[Paxos](paxos.md) is unique. [Alpha2001 #chunk 0]\n\n"
        "## Relations\n\n- Packings resemble [Paxos](paxos.md). [Alpha2001 #chunk 0]\n- Paxos again. [Alpha2001 #chunk 0]\n\n"
        "## Disagreements\n\nNone found between the sources.\n\n"
        "## Open questions\n\n- Nothing is open. [Alpha2001 #chunk 0]\n"
    )


def test_a_claim_that_is_not_grounded_is_marked_with_its_reason_and_stands_alone() -> None:
    marks = {0: ClaimMark(kind="grounded", reason="fine"), 1: ClaimMark(kind="unsupported", reason="*No* word stands there.")}
    body = body_of(render_page(FULL, front_matter(), marks, NOTHING))
    assert (
        "A packing is a set of tangent circles. [Alpha2001 #chunk 0]\n\n⚠ *unsupported* Paxos has nothing to do with it." in body
    )
    assert "[Alpha2001 #chunk 0] — \\*No\\* word stands there.\n\n" in body
    assert body.count("⚠") == 1


def test_disagreements_come_from_the_page_and_from_outside() -> None:
    contrary = Section(kind=SectionKind.DISAGREEMENTS, heading="Disagreements", claims=(claim(0, "It is not unique."),))
    body = body_of(render_page(page(contrary), front_matter(), {}, NOTHING, disagreements=["A says so, B does <b>not</b>.", " "]))
    assert "- It is not unique. [Alpha2001 #chunk 0]\n- A says so, B does &lt;b>not&lt;/b>.\n" in body
    assert "None found" not in body


def test_an_empty_page_says_why() -> None:
    assert (
        body_of(render_page(page(reason="Nothing names it."), front_matter(), {}, NOTHING))
        == "\n# Circle packing\n\nNothing names it.\n"
    )


def test_a_claim_without_citation_and_one_with_two_chunks_render() -> None:
    twice = claim(1, "Twice.").citations + claim(1, "Twice.", "Beta2002", 7).citations + claim(1, "Other words.").citations
    body = body_of(
        render_page(
            page(summary(Claim(ordinal=0, text="Bare."), Claim(ordinal=1, text="Twice.", citations=twice))),
            front_matter(),
            {},
            NOTHING,
        )
    )
    assert "Bare. Twice. [Alpha2001 #chunk 0] [Beta2002 #chunk 7]\n" in body


def test_the_head_follows_the_open_knowledge_format() -> None:
    head = head_of(render_page(FULL, front_matter(stale="A source changed."), {}, NOTHING))
    assert list(head) == [
        "type",
        "title",
        "description",
        "aliases",
        "timestamp",
        "generated",
        "sources",
        "status",
        "stale",
        "stale_reason",
        "x-wiki",
    ]
    assert head["type"] == "Concept"
    assert head["aliases"] == ["coin graph", "yes"]
    assert head["timestamp"] == "2026-11-29T22:10:00+00:00"
    assert head["generated"] == {"by": "grounded-wiki/0.1.0", "at": "2026-11-29T22:10:00+00:00"}
    assert head["sources"] == [{"id": "Alpha2001", "resource": "Alpha2001.pdf", "title": "On packings", "author": "A. Alpha"}]
    figures = head["x-wiki"]
    assert isinstance(figures, dict)
    assert list(figures)[:8] == ["page", "evidence", "grounded", "uncertain", "unsupported", "rate", "threshold", "guard"]
    assert (figures["rate"], figures["run"], figures["page"][:3]) == (0.6667, "12e34", "1e5")


def test_coverage_and_copied_words_stand_in_the_head_where_they_were_measured_and_are_left_out_where_not() -> None:
    bare = head_of(render_page(FULL, front_matter(), {}, NOTHING))["x-wiki"]
    assert isinstance(bare, dict)
    assert not {"coverage", "copied"} & set(bare)
    figures = front_matter().figures.model_copy(update={"coverage": 7 / 12, "copied": 0.0})
    measured = head_of(render_page(FULL, front_matter(figures=figures), {}, NOTHING))["x-wiki"]
    assert isinstance(measured, dict)
    assert list(measured)[5:9] == ["rate", "threshold", "coverage", "copied"]
    assert (measured["coverage"], measured["copied"]) == (0.5833, 0.0)


def test_doubt_and_lack_of_support_are_marked_apart_in_lists_too() -> None:
    marks = {4: ClaimMark(kind="uncertain", reason="the source says “some”, not “all”"), 5: ClaimMark(kind="unsupported")}
    body = body_of(render_page(FULL, front_matter(), marks, NOTHING))
    assert "- ⚠ *uncertain* Packings resemble Paxos. [Alpha2001 #chunk 0] — the source says “some”, not “all”\n" in body
    assert "- ⚠ *unsupported* Paxos again. [Alpha2001 #chunk 0]\n" in body


def test_texts_that_look_like_numbers_or_times_are_in_double_quotes() -> None:
    markdown = render_page(FULL, front_matter(), {}, NOTHING)
    assert 'timestamp: "2026-11-29T22:10:00+00:00"\n' in markdown
    assert 'run: "12e34"\n' in markdown


def test_a_page_that_is_not_stale_does_not_speak_of_it() -> None:
    assert "stale" not in head_of(render_page(FULL, front_matter(), {}, NOTHING))


def test_a_time_without_offset_is_refused() -> None:
    with pytest.raises(ValueError, match="timezone"):
        front_matter(at=datetime(2026, 1, 1))
    assert front_matter(at=datetime(2026, 1, 1, tzinfo=timezone(timedelta(hours=2)))).render().count("+02:00") == 2
    assert front_matter(at=datetime(2026, 1, 1, tzinfo=UTC)).render().count("+00:00") == 2


def test_a_head_of_hostile_words_is_still_one_mapping() -> None:
    hostile = front_matter(title="---\n# not: a title", description="a: b\n- c", aliases=("*x", "&y", "!z", "2001-01-01", "null"))
    head = head_of(render_page(FULL, hostile, {}, NOTHING))
    assert head["title"] == "--- # not: a title"
    assert head["aliases"] == ["*x", "&y", "!z", "2001-01-01", "null"]
    assert head["description"] == "a: b - c"


def test_equal_input_gives_equal_bytes() -> None:
    assert render_page(FULL, front_matter(), {}, PAXOS) == render_page(FULL, front_matter(), {}, PAXOS)


def test_a_draft_tells_a_reviewer_everything() -> None:
    marks = {0: ClaimMark(kind="unsupported", reason="No such words."), 1: ClaimMark(kind="grounded")}
    draft = render_draft(FULL, front_matter(), marks, PAXOS, "Its rate 0.17 is below 0.5.", good_evidence().rows, fallback=FULL)
    assert head_of(draft)["status"] == "draft"
    assert "# Circle packing\n\n> [!WARNING]\n> Not published: Its rate 0.17 is below 0.5.\n\n⚠ *unsupported* A packing" in draft
    assert "1. **unsupported**: A packing is a set of tangent circles. — No such words.\n" in draft
    assert "2. **grounded**: Paxos has nothing to do with it.\n" in draft
    assert "3. **not judged**: Paxos is unique." in draft
    assert "## Instead, from the sources' own sentences\n\nA packing is" in draft
    assert "**1.** [Alpha2001 #chunk 0], *On packings*, page 1\n\n> A circle packing is a configuration" in draft
    assert "(../paxos.md)" in draft


def test_the_draft_of_an_empty_page_shows_the_fallback_but_no_verdicts() -> None:
    draft = render_draft(page(reason="The model timed out."), front_matter(), {}, NOTHING, "No claims.", fallback=FULL)
    assert "The model timed out." in draft
    assert "## Verdicts" not in draft
    assert "### What is known" in draft


HOSTILE = [
    "<script>alert(1)</script>",
    "x < 3 and y > 4",
    "a | b | c",
    "`code` and ``more``",
    "[x](y) and ![i](j) and [[wiki]] and [^1]",
    "# heading",
    "- item",
    "+ item",
    "1. item",
    "2) item",
    "> quote",
    "---",
    "===",
    "*bold* and _it_ and __x__ but snake_case",
    "~~gone~~",
    "$x$ and $$y$$",
    "&lt;b&gt; &amp; AT&T &#60;",
    "a\\b \\* c",
    "<!-- hidden -->",
    "<https://example.org>",
    "line\n\n# heading",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_words_of_a_source_render_as_themselves(text: str) -> None:
    assert text_of(escape(text)) == " ".join(text.split())


@given(
    st.text(alphabet=st.sampled_from(list("ab1 .#<>&;[]()!*_`~|\\-+=$%^/:@\n\t\"'")), min_size=1, max_size=40).filter(
        lambda text: bool(text.strip())
    )
)
def test_any_words_of_a_source_render_as_themselves(text: str) -> None:
    assert text_of(escape(text)) == " ".join(text.split())


@pytest.mark.parametrize("text", ["#tag", "==high==", "%%gone%%", "https://example.org", "www.example.org", "a@example.org"])
def test_what_only_obsidian_and_code_hosts_read_is_escaped_too(text: str) -> None:
    assert escape(text) != text
    assert text_of(escape(text)) == text


def test_a_warning_sign_of_a_source_is_not_one_of_ours() -> None:
    assert "⚠" not in escape("⚠ careful")
    assert text_of(escape("⚠ careful")) == "⚠ careful"


def test_a_disagreement_from_outside_keeps_its_citations_as_they_are() -> None:
    line = "It grows [sic] linearly. [Alder2020 #chunk 3] \u2014 but: It grows slower. [Birch2021 #chunk 1]"
    body = body_of(render_page(FULL, front_matter(), {}, NOTHING, disagreements=[line]))
    assert "linearly. [Alder2020 #chunk 3] \u2014 but: It grows slower. [Birch2021 #chunk 1]" in body
    assert "\\[sic" in body
