"""Markdown says what a reader of the rendered page sees."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path

import pytest
from document_samples import load
from hypothesis import given, settings
from hypothesis import strategies as st

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.model import DocumentStatus, ElementKind, ParsedDocument

CORPUS = Path(__file__).resolve().parents[2] / ".." / "shared" / "corpus"
HEADING, PARAGRAPH, LIST, CODE = ElementKind.HEADING, ElementKind.PARAGRAPH, ElementKind.LIST, ElementKind.CODE
FORMULA, FOOTNOTE, CAPTION = ElementKind.FORMULA, ElementKind.FOOTNOTE, ElementKind.CAPTION


def parsed(text: str) -> ParsedDocument:
    return load(text.encode(), "a.md")


def read(text: str) -> list[tuple[ElementKind, str]]:
    return [(element.kind, element.text) for element in parsed(text).elements]


def test_headings_make_sections() -> None:
    elements = parsed("# One\n\nWords.\n\nTwo\n---\n\nMore.\n\n# Three\n\nLast.").elements
    assert [(element.text, element.section_path) for element in elements] == [
        ("One", ()),
        ("Words.", ("One",)),
        ("Two", ("One",)),
        ("More.", ("One", "Two")),
        ("Three", ()),
        ("Last.", ("Three",)),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A **strong** and *soft* and ~~gone~~ `code` word", "A strong and soft and gone code word"),
        ("See [the page](https://example.org/a_b) and <https://example.org>.", "See the page and https://example.org."),
        ("See [the page][1].\n\n[1]: https://example.org", "See the page."),
        ("one\ntwo  \nthree", "one two three"),
        ("他们赋有理性\n和良心", "他们赋有理性和良心"),
        ("A &amp; B &copy; \\*no\\*", "A & B © *no*"),
        ("H<sub>2</sub>O<!-- not said --> and<br>more", "H2O and more"),
        ("> Quoted words\n> go on.", "Quoted words go on."),
        ("> [!NOTE]\n> Mind this.", "Mind this."),
        ("An ![icon](i.png) within", "An icon within"),
        ("It costs $5 and $10.", "It costs $5 and $10."),
        ("Where $a_1 * b_2 * c$ holds", "Where a_1 * b_2 * c holds"),
        ("The sign `$x$` is code", "The sign $x$ is code"),
    ],
)
def test_text_is_without_marks(text: str, expected: str) -> None:
    assert read(text) == [(PARAGRAPH, expected)]


def test_lists_are_one_element_with_an_item_a_line() -> None:
    assert read("- one\n  - two\n    go on\n- three\n\n  and more\n\n5. five\n6. six") == [
        (LIST, "- one\n- two go on\n- three and more"),
        (LIST, "5. five\n6. six"),
    ]


def test_code_within_a_list_stays_code() -> None:
    assert read("- run\n\n  ```sh\n  ls  -l\n  ```\n\n- done") == [(LIST, "- run"), (CODE, "ls  -l"), (LIST, "- done")]


def test_tables_have_cells() -> None:
    (table,) = parsed("| Metal | Density |\n|:--|--:|\n| *Iron* | 7.87 |\n| a \\| b | |").elements
    assert table.kind is ElementKind.TABLE
    assert [(cell.address, table.text[cell.start : cell.end]) for cell in table.cells] == [
        ("A1", "Metal"),
        ("B1", "Density"),
        ("A2", "Iron"),
        ("B2", "7.87"),
        ("A3", "a \\| b"),
    ]


def test_code_keeps_its_lines_and_signs() -> None:
    assert read("```python\nif x:\n    y = '$a$ **b**'  # [^1]\n```") == [(CODE, "if x:\n    y = '$a$ **b**'  # [^1]")]
    assert read("Words\n\n    x = $y$\n") == [(PARAGRAPH, "Words"), (CODE, "x = $y$")]


def test_display_formulae_are_formulae() -> None:
    assert read("We have\n\n$$\na_1 * b_1 *\nc\n$$\n\nand \\[x^2\\] at last.") == [
        (PARAGRAPH, "We have"),
        (FORMULA, "a_1 * b_1 * c"),
        (PARAGRAPH, "and"),
        (FORMULA, "x^2"),
        (PARAGRAPH, "at last."),
    ]


def test_footnotes_come_last_and_leave_no_mark() -> None:
    assert read(
        "A claim[^1] and one more[^note].\n\n[^1]: https://example.org\n[^note]: With *more*\n    words.\n\nThe end."
    ) == [
        (PARAGRAPH, "A claim and one more."),
        (PARAGRAPH, "The end."),
        (FOOTNOTE, "https://example.org"),
        (FOOTNOTE, "With more words."),
    ]


def test_an_image_by_itself_gives_its_caption() -> None:
    assert read("![Two circles that touch](circles.png)") == [(CAPTION, "Two circles that touch")]


def test_html_is_read_as_html() -> None:
    found = read("Words.\n\n<ul>\n<li>First item</li>\n</ul>\n\n<!-- not\n\nsaid -->\n\n<script>alert(1)</script>\n")
    assert found[0] == (PARAGRAPH, "Words.")
    assert "First item" in found[1][1]
    assert not re.search("not|said|alert", " ".join(text for _, text in found))


def test_html_that_blank_lines_divide_is_one_piece() -> None:
    (table,) = parsed("<table>\n<tr><th>a</th></tr>\n\n<tr><td>b</td></tr>\n</table>").elements
    assert table.kind is ElementKind.TABLE
    assert len(table.cells) == 2


FRONT = """---
title: "On Circles"
author:
  - name: Ada Lovelace
  - Alan Turing
date: 2021-05-04
doi: https://doi.org/10.1000/ABC.1
journal: Rounds
---

Words.
"""


def test_front_matter_is_metadata_and_no_text() -> None:
    document = parsed(FRONT)
    known = document.metadata
    assert [element.text for element in document.elements] == ["Words."]
    assert (known.title, known.authors, known.year) == ("On Circles", ("Ada Lovelace", "Alan Turing"), 2021)
    assert (known.doi, known.venue) == ("10.1000/abc.1", "Rounds")


def test_a_rule_at_the_top_is_no_front_matter() -> None:
    assert (PARAGRAPH, "Just a remark.") in read("---\n\nJust a remark.\n\n---\n\nWords.")


def test_front_matter_that_unfolds_is_never_unfolded() -> None:
    bomb = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 60))
    assert read(f"---\ntitle: T\n{bomb}---\n\nWords.") == [(PARAGRAPH, "Words.")]


def test_without_front_matter_the_first_heading_is_the_title() -> None:
    assert parsed("# Gravity hill\n\nWords.").metadata.title == "Gravity hill"


def test_letters_in_an_old_encoding_are_read() -> None:
    document = load("## können\n\nkönnen\n\näöüß\n".encode("latin-1"), "a.md")
    assert [element.text for element in document.elements] == ["können", "können", "äöüß"]


def test_nothing_to_see_is_no_text() -> None:
    with pytest.raises(DocumentError) as caught:
        parsed("<!-- only a comment -->")
    assert caught.value.status is DocumentStatus.NO_TEXT


def test_deep_nesting_is_read() -> None:
    assert read(">" * 50 + " deep")[0][1] == "deep"
    parsed(">" * 3000 + " deeper\n\nWords.")


PIECES = st.sampled_from(
    [
        "word ", "**", "*", "_", "`", "```\n", "\n", "\n\n", "# ", "- ", "1. ", "> ", "| a | b |\n", "|---|---|\n", "[x](y)", "[^1]",
        "[^1]: ", "<b>", "</b>", "<div>\n", "</div>\n", "<!--", "-->", "    ", "---\n", "![", "](", "&amp;", "\\", "~~", "$", "$$",
        "\ue0f01\ue0f1", "\\[",
    ]
)  # fmt: skip


@settings(deadline=None, max_examples=400)
@given(st.one_of(st.lists(PIECES, max_size=40).map("".join), st.text(max_size=200)))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        document = load(text.encode("utf-8", errors="ignore"), "a.md")
    except DocumentError:
        return
    assert all(element.text[cell.start : cell.end].strip() for element in document.elements for cell in element.cells)


@settings(deadline=None, max_examples=200)
@given(
    st.lists(
        st.sampled_from(["one", "two", "**three**", "*four*", "\n\n", "- ", "1. ", "> ", "\n", " ", "$x$", "[five](u)"]),
        max_size=30,
    )
)
def test_no_word_is_lost(pieces: list[str]) -> None:
    text = " ".join(pieces)
    expected = [word for piece in pieces for word in re.findall(r"one|two|three|four|five", piece)]
    try:
        found = re.findall(r"one|two|three|four|five", " ".join(words for _, words in read(text)))
    except DocumentError:
        found = []
    assert found == expected


def test_brackets_that_are_only_escaped_are_words_however_many_there_are() -> None:
    line = "* \\[[`abc12`](https://example.org)] - **deps**: costs $5 (Jane Doe)"
    (found,) = read("\n".join([line] * 3000))
    assert found[0] is ElementKind.LIST
    assert found[1].split("\n") == ["- [abc12] - deps: costs $5 (Jane Doe)"] * 3000


def test_dollars_in_fenced_code_are_dollars_however_long_it_is() -> None:
    code = "\n".join(f"cost_{number} = $HOME + $PATH" for number in range(400))
    assert read(f"```sh\n{code}\n```\n\nThe sum is $x + y$ here.") == [
        (ElementKind.CODE, code),
        (ElementKind.PARAGRAPH, "The sum is x + y here."),
    ]


def folded(text: str) -> str:
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text))


def rendered(snippet: str) -> str:
    """A snippet of the source as its reader sees it."""
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", snippet.removeprefix("> ")).replace("`", "")


@pytest.mark.shared
def test_real_files_say_what_they_should() -> None:
    path = CORPUS / "formats" / "manifest.jsonl"
    if not path.is_file():
        pytest.skip("../shared/corpus/formats is not here")
    for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        if row["format"] != "md":
            continue
        content = (CORPUS / row["file"]).read_bytes()
        text = folded(" ".join(element.text for element in load(content, row["file"]).elements))
        shown = folded(re.sub(r"<!--.*?-->", "", content.decode(), flags=re.DOTALL))
        said = [snippet for snippet in row["snippets"] if folded(snippet) in shown]
        assert all(folded(rendered(snippet)) in text for snippet in said), row["file"]
