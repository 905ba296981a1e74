"""Pages: what a reader sees is text, in order; what the site put around it is kept and never cited."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from web_samples import PLAIN, page, texts, words

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.building import ElementBuilder
from wiki_assets.documents.loaders.html_reading import add_html
from wiki_assets.documents.loaders.web_page import WebPageLoader
from wiki_assets.documents.model import DocumentStatus, Element, ElementKind

CORPUS = Path(__file__).resolve().parents[2] / ".." / "shared" / "corpus"
PROSE = ElementKind.PARAGRAPH


def part(html: str) -> tuple[Element, ...]:
    builder = ElementBuilder()
    add_html(builder, html)
    return builder.elements


@pytest.mark.parametrize(
    "hidden",
    [
        "<script>SECRET</script>",
        "<style>.SECRET{}</style>",
        "<template><p>SECRET</p></template>",
        "<noscript><p>SECRET</p></noscript>",
        "<!-- SECRET -->",
        "<![CDATA[ SECRET ]]>",
        "<p hidden>SECRET</p>",
        '<p style="color:red; display : none">SECRET</p>',
        '<div style="visibility:hidden"><p>SECRET</p></div>',
        '<span aria-hidden="true">SECRET</span>',
        "<style>.gone, p.x { display: none }</style><p class='gone'>SECRET</p><p class='x'>SECRET</p>",
        "<style>#gone{visibility:hidden}</style><p id=gone>SECRET</p>",
        "<p class='sr-only'>SECRET</p>",
        "<dialog>SECRET</dialog>",
        "<svg><title>SECRET</title></svg>",
        "<script>if (a < b) { document.write('<p>SECRET</p>'); }</script>",
        "<object><p>SECRET</p></object>",
    ],
)
def test_what_a_reader_does_not_see_is_not_text(hidden: str) -> None:
    read = page(f"<html><body><p>Before.</p>{hidden}<p>After.</p></body></html>")
    assert "SECRET" not in words(read)
    assert texts(read.elements, PROSE) == ["Before.", "After."]


@pytest.mark.parametrize(
    "shown",
    [
        '<div aria-hidden="true"><p>SHOWN</p></div>',  # a dialog lay over the page when it was saved
        "<style>@media print { .x { display: none } }</style><p class=x>SHOWN</p>",
        "<style>.x{display:none}.x.active{display:block}</style><p class='x active'>SHOWN</p>",
        "<style>/* .x{display:none} */ body{visibility:hidden}</style><p class=x>SHOWN</p>",
        "<details><summary>More</summary><p>SHOWN</p></details>",
    ],
)
def test_what_only_seems_hidden_is_text(shown: str) -> None:
    assert "SHOWN" in texts(page(f"<p>Before.</p>{shown}").elements, PROSE)


SITE = """<!DOCTYPE html><html lang=en><head><title>Mice in winter - The Site</title></head><body>
<header class="site-header"><a href=/>The Site</a><nav><ul><li><a>Home</a></li><li><a>About us</a></li></ul></nav></header>
<main><article><header><h1>Mice in winter</h1><p>By Jane Doe</p></header>
<p>Mice sleep less in winter than in summer, as every winter shows.</p><h2>Methods</h2><p>We counted them.</p>
<aside class="related"><a>Ten other stories</a></aside></article></main>
<div class="cookie-banner">We use cookies. <button>Accept</button></div>
<footer>Text is available under a licence.</footer></body></html>"""


def test_menus_banners_and_footers_are_kept_and_never_cited() -> None:
    read = page(SITE)
    aside = " ".join(texts(read.elements, ElementKind.FRONT_MATTER))
    for said in ("Home About us", "The Site", "We use cookies.", "Accept", "Text is available", "Ten other stories"):
        assert said in aside
    cited = " ".join(texts(read.elements, PROSE))
    assert cited == "By Jane Doe Mice sleep less in winter than in summer, as every winter shows. We counted them."


def test_the_heading_that_the_title_repeats_is_the_title_and_no_section() -> None:
    read = page(SITE)
    assert texts(read.elements, ElementKind.TITLE) == ["Mice in winter"]
    assert read.metadata.title == "Mice in winter"
    assert next(element for element in read.elements if element.text == "We counted them.").section_path == ("Methods",)


def test_text_that_stands_around_the_main_part_in_no_block_is_around_it_too() -> None:
    html = "<title>Levels - The Book</title><a>Skip</a><my-bar><h2>The Bar</h2></my-bar><h1>The Book</h1>"
    read = page(f"<html><body>{html}<main><h1>Levels</h1><p>There are six of them in all.</p></main></body></html>")
    assert texts(read.elements, ElementKind.TITLE) == ["Levels"]
    assert texts(read.elements, ElementKind.HEADING) == []
    assert texts(read.elements, PROSE) == ["There are six of them in all."]


def test_a_page_without_headings_has_the_title_it_states() -> None:
    assert texts(page("<title>Stated</title><p>Text.</p>").elements, ElementKind.TITLE) == ["Stated"]


def test_a_wrapper_named_like_a_menu_that_holds_the_page_is_not_furniture() -> None:
    body = "<p>" + "A sentence about mice. " * 20 + "</p>"
    assert len(texts(page(f"<div class='sidebar'>{body}</div>").elements, PROSE)) == 1


def test_a_list_of_nothing_but_short_links_is_a_menu() -> None:
    links = "<ul><li><a>Home</a></li><li><a>News</a></li><li><a>Staff</a></li></ul>"
    read = part(links + "<ul><li><a>Paper</a> says mice sleep.</li><li>b</li><li>c</li></ul>")
    assert [element.kind for element in read] == [ElementKind.FRONT_MATTER, ElementKind.LIST]


def test_inline_elements_never_add_spaces_and_blocks_always_part() -> None:
    read = part("<div>un<b>believ</b>able<div>next</div>10<sup>4</sup> H<sub>2</sub>O</div>")
    assert texts(read) == ["unbelievable", "next", "104 H2O"]


def test_two_breaks_end_a_paragraph_and_one_does_not() -> None:
    assert texts(part("<p>one<br>line<br><br>two</p>")) == ["one line", "two"]


def test_entities_soft_hyphens_and_zero_width_characters_are_cleaned() -> None:
    assert texts(part("<p>bee&shy;hive &amp; a&#8203;b &hearts; &nbsp;c</p>")) == ["beehive & ab ♥ c"]


def test_of_ruby_the_base_is_kept_so_that_a_quote_is_found() -> None:
    assert texts(part("<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp>字<rt>ji</rt></ruby>です</p>")) == ["漢字です"]


def test_text_from_right_to_left_stays_in_the_order_it_is_read() -> None:
    assert texts(part('<p dir="rtl">الحكومة <b>المصرية</b></p>')) == ["الحكومة المصرية"]


def test_a_list_is_one_element_with_an_item_a_line() -> None:
    html = "<ol start=3><li>three</li><li>four<ul><li>inner</li></ul>still four</li><li value=9 type=a>nine</li></ol>"
    assert texts(part(html)) == ["3. three\n4. four\n◦ inner\nstill four\n9. nine"]


def test_a_definition_list_keeps_terms_with_what_is_said_of_them() -> None:
    assert texts(part("<dl><dt>PCR<dd>copies DNA<dt>RNA<dd>a molecule</dl>")) == ["• PCR\n◦ copies DNA\n• RNA\n◦ a molecule"]


def test_a_list_that_holds_listings_is_read_item_by_item() -> None:
    read = part("<ol><li><p>Run this:</p><pre>a\n  b</pre></li><li>Stop.</li></ol>")
    assert [(element.kind.value, element.text) for element in read] == [
        ("paragraph", "1. Run this:"),
        ("code", "a\n  b"),
        ("paragraph", "2. Stop."),
    ]


def test_spans_of_a_table_are_text_once_and_cells_are_found_again() -> None:
    html = (
        "<table><caption>Table 1. Mice</caption><tr><th colspan=2>Both<th>Last</tr>"
        "<tr><td rowspan=2>tall<td>b1<td>c1</tr><tr><td>b2<td>c|2</tr></table>"
    )
    caption, table = part(html)
    assert (caption.kind, caption.text) == (ElementKind.CAPTION, "Table 1. Mice")
    assert table.text.splitlines()[0] == "| Both |  | Last |"
    assert table.text.splitlines()[3] == "|  | b2 | c\\|2 |"
    assert {cell.address: table.text[cell.start : cell.end] for cell in table.cells}["A2"] == "tall"


def test_a_table_that_only_places_things_is_read_as_text() -> None:
    placing = "<table role=presentation><tr><td><h2>Left</h2><p>One.</p></td><td><p>Two.</p></td></tr></table>"
    assert [element.kind for element in part(placing)] == [ElementKind.HEADING, PROSE, PROSE]
    assert texts(part("<table><tr><td>•</td><td>A point.</td></tr></table>")) == ["• A point."]


def test_a_table_in_a_table_is_read_once() -> None:
    inner = "<table><tr><th>x</th><th>y</th></tr><tr><td>INNER</td><td>2</td></tr></table>"
    outer = f"<table><tr><th>a</th><th>b</th></tr><tr><td>{inner}</td><td>OUTER</td></tr></table>"
    read = part(outer)
    assert [element.kind for element in read] == [ElementKind.TABLE, ElementKind.TABLE]
    assert "\n".join(texts(read)).count("INNER") == 1


def test_a_huge_span_in_a_small_file_costs_nothing() -> None:
    rows = "<tr><td colspan=1000 rowspan=65534>a<td colspan=999999999>b<td>c</tr>" + "<tr><td>d</tr>" * 2000
    start = time.process_time()
    read = part(f"<table><tr><th>h</th></tr>{rows}</table>")
    assert sum(len(element.text) for element in read) < 1_000_000
    assert time.process_time() - start < 5


def test_a_formula_is_shown_once_as_it_was_written() -> None:
    math = (
        "<math {}><semantics><mrow><mfrac><mi>a</mi><mi>b</mi></mfrac></mrow>"
        '<annotation encoding="application/x-tex">\\frac{{a}}{{b}}</annotation></semantics></math>'
    )
    katex = f'<span class="katex-mathml">{math.format("")}</span><span class="katex-html" aria-hidden="true">ab</span>'
    assert texts(part(f"<p>Here {katex} is inline.</p>")) == ["Here \\frac{a}{b} is inline."]
    shown = part(f"<p>So {math.format('display=block')} holds.</p>")
    assert [element.kind for element in shown] == [PROSE, ElementKind.FORMULA, PROSE]


def test_a_formula_alone_with_its_number_is_a_formula() -> None:
    (formula,) = part('<div><math alttext="E=mc^2"><mi>E</mi></math> (3)</div>')
    assert (formula.kind, formula.text) == (ElementKind.FORMULA, "E=mc^2 (3)")


def test_mathml_without_tex_keeps_what_only_its_place_says() -> None:
    assert texts(part("<p>so <math><mfrac><mn>1</mn><mn>2</mn></mfrac><msup><mi>x</mi><mn>2</mn></msup></math></p>")) == [
        "so 1/2x^2"
    ]


def test_a_formula_of_mediawiki_is_its_alternative_text() -> None:
    html = (
        '<p>Let <span class="mwe-math-element"><span style="display: none;"><math><mi>x</mi></math></span>'
        '<img class="mwe-math-fallback-image-inline" aria-hidden="true" alt="{\\displaystyle x_{1}}"></span> be.</p>'
    )
    assert texts(part(html)) == ["Let x_{1} be."]


def test_code_keeps_its_lines_and_loses_line_numbers_and_buttons() -> None:
    html = "<div><pre><span class=linenos>1</span>def f():\n<span class=linenos>2</span>    return 1</pre><button>Copy</button></div>"
    read = part(html)
    assert texts(read, ElementKind.CODE) == ["def f():\n    return 1"]
    assert texts(read, ElementKind.FRONT_MATTER) == ["Copy"]


def test_captions_notes_and_references_are_what_they_are() -> None:
    html = (
        "<figure><img src=a><figcaption>Figure 1. A mouse.</figcaption></figure><h2>References</h2><ol><li>Doe, 2001.</li></ol>"
        '<h2>After</h2><p>Text.</p><section role="doc-endnotes"><p>A note.</p></section>'
    )
    assert [element.kind.value for element in part(html)] == [
        "caption", "heading", "bibliography", "heading", "paragraph", "footnote",
    ]  # fmt: skip


def test_marks_of_an_editor_beside_a_heading_are_not_in_the_section_path() -> None:
    html = '<h2>History<span class="mw-editsection">[edit]</span><a class="headerlink">¶</a></h2><p>Long ago.</p>'
    assert part(html)[1].section_path == ("History",)


def test_a_page_that_leaves_the_end_of_its_head_out_is_read() -> None:
    assert texts(page("<title>T</title><nav>Menu</nav><main><p>One.</p></main>").elements, PROSE) == ["One."]


def test_what_follows_the_end_of_a_page_is_still_read() -> None:
    assert texts(page("<html><body><p>One.</p></body></html><p>Two.</p>").elements, PROSE) == ["One.", "Two."]


@pytest.mark.parametrize(
    ("tag", "times"),
    [
        ("<div>", 100_000),
        ("<math>", 20_000),
        ("<p><b>", 10_000),
        ("<ul><li>", 10_000),
        ("<table><tr><td>", 10_000),
        ("<table><tr><th>a<td>", 10_000),
        ("<span hidden></span><div class='nav menu'>", 10_000),
    ],
)
def test_elements_nested_without_end_neither_hang_nor_lose_the_text(tag: str, times: int) -> None:
    start = time.process_time()
    assert "deep inside" in " ".join(texts(part("<p>Before.</p>" + tag * times + "deep inside")))
    assert time.process_time() - start < 20


def test_a_huge_attribute_costs_nothing() -> None:
    assert texts(part(f"<p class='{'x ' * 5_000_000}' style='{'a' * 5_000_000}'>Text.</p>")) == ["Text."]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("<meta charset=windows-1252><p>Caf\xe9 f\xfcr alle</p>".encode("cp1252"), "Café für alle"),
        ('<?xml version="1.0" encoding="iso-8859-2"?><html><body><p>Łódź</p></body></html>'.encode("iso-8859-2"), "Łódź"),
        ("<meta charset=latin1><p>Café</p>".encode(), "Café"),  # it says so, and is not
        ("<p>Καλημέρα</p>".encode("utf-16"), "Καλημέρα"),
    ],
)
def test_the_encoding_is_what_the_bytes_say_and_then_what_the_page_says(content: bytes, said: str) -> None:
    assert texts(WebPageLoader().load(content, "page.html", PLAIN).elements) == [said]


def test_metadata_comes_from_meta_elements_and_linked_data() -> None:
    head = (
        '<meta name="citation_title" content="On mice"><meta name="citation_author" content="Doe, Jane">'
        '<meta name="citation_author" content="Roe, Rick"><meta name="citation_doi" content="https://doi.org/10.1234/ABC.5">'
        '<meta name="citation_publication_date" content="2019/03/01"><meta name="citation_arxiv_id" content="2104.08663v2">'
    )
    known = page(f"<head>{head}</head><p>Text.</p>").metadata
    assert (known.title, known.authors, known.year) == ("On mice", ("Doe, Jane", "Roe, Rick"), 2019)
    assert (known.doi, known.arxiv_id) == ("10.1234/abc.5", "2104.08663")
    data = {"@type": "ScholarlyArticle", "headline": "H", "author": [{"name": "A B"}], "datePublished": "2020-01-02"}
    linked = page(f'<script type="application/ld+json">{json.dumps(data)}</script><p>Text.</p>').metadata
    assert (linked.title, linked.authors, linked.year) == ("H", ("A B",), 2020)


def test_a_page_that_its_scripts_would_fill_has_no_text() -> None:
    with pytest.raises(DocumentError) as caught:
        page("<html><body><div id=root></div><script>render()</script></body></html>")
    assert caught.value.status is DocumentStatus.NO_TEXT


FRAGMENTS = st.sampled_from(
    ["<p>", "</p>", "<div hidden>", "</div>", "<table>", "<tr>", "<td colspan=3 rowspan=2>", "<th>", "</table>", "<ul>", "<li>", "</ul>",
     "<h2>", "</h2>", "<script>HIDDEN</script>", "<style>HIDDEN</style>", "<script>HIDDEN<!--</script>", "<SCRIPT x='>'>HIDDEN</SCRIPT>",
     "<svg><script>HIDDEN</script>", "<math><annotation encoding='application/x-tex'>", "</math>", "<pre>", "<br>", "<q>", "<nav>",
     "<main>", "<dl><dt>", "<dd>", "<caption>", "<figure>", "<a href='", "'>", "<!--", "-->", "<![CDATA[ HIDDEN ]]>", "]]>", "&amp;",
     "&#x110000;",
     "<select><option>", "</html>", "<body>", "<template>", "</template>", "\x00", "text ", "< ", ">", "<h1>", "<img class=math alt=x>"]
)  # fmt: skip


@settings(deadline=None, max_examples=200)
@given(st.lists(FRAGMENTS, max_size=40))
def test_no_tag_soup_fails_or_lets_a_script_out(fragments: list[str]) -> None:
    try:
        read = page("".join(fragments))
    except DocumentError:
        return
    outside = "".join(fragments)
    if "'" in re.sub(r"<[A-Za-z]+ [a-z=]+'[^']*'>|<SCRIPT x='>'>", "", outside):
        return  # an open quote may make a script's tag part of an attribute, and then a browser shows its text too
    assert "HIDDEN" not in words(read)


@settings(deadline=None, max_examples=100)
@given(st.binary(max_size=300))
def test_no_bytes_make_the_loader_fail(content: bytes) -> None:
    try:
        WebPageLoader().load(b"<html>" + content, "page.html", PLAIN)
    except DocumentError:
        return


def manifest() -> list[dict[str, Any]]:
    listed = []
    for folder in ("formats", "hard"):
        file = CORPUS / folder / "manifest.jsonl"
        if file.exists():
            listed += [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return [entry for entry in listed if entry["file"].endswith(".html")]


@pytest.mark.shared
@pytest.mark.parametrize("entry", manifest() or [None])
def test_real_pages_hold_what_is_known_of_them(entry: dict[str, Any] | None) -> None:
    if entry is None:
        pytest.skip("needs ../shared/corpus")
    read = WebPageLoader().load((CORPUS / entry["file"]).read_bytes(), entry["file"], PLAIN)
    said = "".join(words(read).split())
    expected = entry.get("expect", {})
    for snippet in [*entry.get("snippets", []), *expected.get("must_contain", [])]:
        assert "".join(snippet.split()) in said
    for snippet in expected.get("must_not_contain", []):
        assert snippet not in words(read)
    if "text_chars" in entry:
        assert 0.9 < len(words(read)) / entry["text_chars"] < 1.1
