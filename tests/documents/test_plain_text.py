"""A text without marks has paragraphs, headings and lists by the look of its lines, and TeX by its commands."""

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
from wiki_assets.documents.loaders.media_types import TEX, TEXT
from wiki_assets.documents.model import ElementKind

CORPUS = Path(__file__).resolve().parents[2] / ".." / "shared" / "corpus"
HEADING, PARAGRAPH, LIST = ElementKind.HEADING, ElementKind.PARAGRAPH, ElementKind.LIST


def read(text: str, name: str = "a.txt") -> list[tuple[ElementKind, str]]:
    return [(element.kind, element.text) for element in load(text.encode(), name).elements]


def paragraphs(text: str) -> list[str]:
    found = read(text)
    assert {kind for kind, _ in found} == {PARAGRAPH}
    return [words for _, words in found]


WRAPPED = """\
It was in July, and the speaker was the well-known lady who had a cough for
some days. She was suffering from la grippe, which was then a new word in
the town, and so the guests were frightened by the very sound of an un-
known illness."""


def test_wrapped_lines_are_one_paragraph_and_hyphens_are_undone() -> None:
    (only,) = paragraphs(WRAPPED)
    assert "a cough for some days" in only
    assert only.endswith("of an unknown illness.")


def test_lines_that_end_by_will_are_paragraphs_of_their_own() -> None:
    assert paragraphs("Afrikaans\nAlle menslike wesens word vry, met gelyke waardigheid en regte, gebore. Hulle het rede.") == [
        "Afrikaans",
        "Alle menslike wesens word vry, met gelyke waardigheid en regte, gebore. Hulle het rede.",
    ]


def test_each_line_of_a_text_without_wrapping_is_a_paragraph() -> None:
    long = "This is one paragraph that an editor wraps on the screen, and its writer never broke it into lines at all. " * 3
    assert paragraphs(f"{long}\n{long}\nA short one.") == [long.strip(), long.strip(), "A short one."]


def test_indentation_begins_a_paragraph() -> None:
    text = (
        "   The first paragraph begins with some room before its first line, and\n"
        "then it goes on to the left as books do it, to the end of the thought.\n"
        "   The second paragraph begins in the same way, and it has also a second\n"
        "line which ends it."
    )
    assert [words[:12] for words in paragraphs(text)] == ["The first pa", "The second p"]


def test_a_form_feed_ends_a_paragraph() -> None:
    assert paragraphs("One page ends here\fand another begins") == ["One page ends here", "and another begins"]


def test_chinese_lines_are_joined_without_spaces() -> None:
    first, second = "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系", "的精神相对待。"
    assert paragraphs(f"{first}\n{second}") == [unicodedata.normalize("NFKC", first + second)]


def test_headings_are_known_by_underlines_capitals_names_and_numbers() -> None:
    text = (
        "Notes on circles\n\nIntroduction\n\nSome words.\n\nMethods in detail\n-----------------\nMore words.\n\n"
        "RESULTS AND MORE\n\nWords.\n\n2.1 The second part\n\nLast words."
    )
    assert [words for kind, words in read(text) if kind is HEADING] == [
        "Introduction",
        "Methods in detail",
        "RESULTS AND MORE",
        "2.1 The second part",
    ]
    assert read(text)[0] == (ElementKind.TITLE, "Notes on circles")


@pytest.mark.parametrize(
    "line",
    [
        "We went home.",
        "1. Buy milk.",
        "a short remark, and",
        "THIS IS SHOUTED!",
        "In 1999 there were 5 of them:",
        "他们赋有理性",
        "12 34",
    ],
)
def test_what_only_looks_like_a_heading_is_none(line: str) -> None:
    assert all(kind is not HEADING for kind, _ in read(f"Some words of a text.\n\n{line}\n\nMore words of it."))


def test_numbered_lines_that_follow_each_other_are_no_headings() -> None:
    assert all(kind is not HEADING for kind, _ in read("Words.\n\n1 First thing\n\n2 Second thing\n\n3 Third thing"))


def test_items_are_a_list_with_their_continuation_lines() -> None:
    assert read(
        "Important points:\n\n  - Hamburgers are\n    delicious\n  - Dogs are the best\n\n1. One\n2. Two\n\n(a) alpha\n(b) beta"
    ) == [
        (PARAGRAPH, "Important points:"),
        (LIST, "- Hamburgers are delicious\n- Dogs are the best"),
        (LIST, "1. One\n2. Two"),
        (LIST, "(a) alpha\n(b) beta"),
    ]


def test_a_line_of_running_text_that_begins_with_a_number_is_no_item() -> None:
    text = (
        "The victory at Vicarage Road was the only one of that year for the club.\n"
        "[10] Having made only one full appearance prior to the match, he came on."
    )
    assert all(kind is PARAGRAPH for kind, _ in read(text))


@pytest.mark.parametrize(
    "drawn",
    [
        "+-----+-----+\n| a   | b   |\n+-----+-----+\n| 1   | 2   |\n+-----+-----+",
        "Name     Age     Town\nAda      36      London\nAlan     41      Wilmslow",
        "def area(r):\n    return pi * r ** 2\n\n",
    ],
)
def test_drawn_tables_and_code_keep_their_lines(drawn: str) -> None:
    kinds = read(f"Some words first.\n\n{drawn}\n\nSome words after.")
    assert (ElementKind.CODE, drawn.strip("\n")) in kinds


def test_right_to_left_text_keeps_its_order() -> None:
    assert paragraphs("يولد جميع الناس أحرارا متساوين في الكرامة والحقوق.") == [
        "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق."
    ]


def test_a_stated_title_and_author_are_known() -> None:
    metadata = load(b"The eBook of War\n\nTitle: War and Peace\n\nAuthor: Leo Tolstoy\n\nCHAPTER I\n\nWords.", "a.txt").metadata
    assert (metadata.title, metadata.authors) == ("War and Peace", ("Leo Tolstoy",))


def test_a_guessed_encoding_is_told() -> None:
    assert "read as cp1252" in load("Größe".encode("cp1252"), "a.txt").reason


def letters(text: str) -> str:
    return "".join(character for character in unicodedata.normalize("NFKC", text) if character.isalnum())


PIECES = st.sampled_from(
    [
        "word ", "another", "end.", "\n", "\n\n", "    ", "\t", "- ", "1. ", "2) ", "[3] ", "TITLE", "===\n", "---\n", "| a | b |\n",
        "\f", "un-\n", "well-known ", "人人", "ö", "é", "ﬁ", "x = 1;\n", "Introduction\n\n", "(a) ", "...", "\u2028", "\xad", "1.2 ",
    ]
)  # fmt: skip


@settings(deadline=None, max_examples=400)
@given(st.lists(PIECES, max_size=40).map("".join))
def test_no_letter_is_lost_and_none_moves(text: str) -> None:
    try:
        found = read(text, "a.unknown")
    except DocumentError:
        assert letters(text) == ""
        return
    assert letters("".join(words for _, words in found)) == letters(text)


@settings(deadline=None, max_examples=200)
@given(st.text(max_size=300), st.sampled_from(["a.txt", "a.tex"]))
def test_any_text_is_read_or_refused(text: str, name: str) -> None:
    try:
        load(text.encode("utf-8", errors="ignore"), name)
    except DocumentError:
        return


TEX_SOURCE = r"""
\documentclass{article} % \title{Wrong}
\title{On \emph{Circle} Packings}
\author{Ada Lovelace \and Paul Erd\H{o}s}
\begin{document}
\maketitle
\input{/etc/passwd}
\section{Introduction}\label{sec:one}
Circles \textbf{touch} each other~\cite{koebe}. It costs 5\,\% more.% a remark
Na\"ive words with $a^2$ in them.

\subsection*{A second part}
\begin{equation}\label{eq:x}
  a^2 + b^2 = c^2 % Pythagoras
\end{equation}
\begin{itemize}
  \item First thing
  \item[Two] Second thing
\end{itemize}
\begin{verbatim}
x = 5 % 3
\end{verbatim}
\begin{table}[h]
\begin{tabular}{l|r}
Metal & Density \\ \hline
Iron & 7.87 \\
\end{tabular}
\caption{Densities of \emph{metals}}
\end{table}
\begin{thebibliography}{9}
\bibitem{koebe} P. Koebe. Kontaktprobleme. 1936.
\end{thebibliography}
\end{document}
ignored
"""


def test_tex_is_read_as_its_reader_sees_it() -> None:
    parsed = load(TEX_SOURCE.encode(), "paper.tex")
    assert parsed.media_type == TEX
    assert parsed.metadata.title == "On Circle Packings"
    assert parsed.metadata.authors == ("Ada Lovelace", "Paul Erdős")
    found = [(element.kind, element.text) for element in parsed.elements]
    text = " ".join(words for _, words in found)
    assert (HEADING, "Introduction") in found
    assert "Circles touch each other" in text
    assert "It costs 5 % more." in text
    assert "Naïve words with" in text
    assert (ElementKind.FORMULA, "a^2 + b^2 = c^2") in found
    assert (LIST, "- First thing\nTwo Second thing") in found
    assert (ElementKind.CODE, "x = 5 % 3") in found
    assert (ElementKind.CAPTION, "Densities of metals") in found
    assert any(kind is ElementKind.TABLE and "| Iron | 7.87 |" in words for kind, words in found)
    assert (ElementKind.BIBLIOGRAPHY, "P. Koebe. Kontaktprobleme. 1936.") in found
    assert not re.search(r"remark|Wrong|Pythagoras|passwd|ignored|root:", text)


@settings(deadline=None, max_examples=300)
@given(
    st.lists(
        st.sampled_from(
            [
                "word ", "\\begin{equation}", "\\end{equation}", "\\begin{itemize}", "\\item ", "\\end{itemize}", "\\section{", "}", "{",
                "$", "$$", "\\[", "\\]", "%", "\n", "\n\n", "\\\\", "&", "\\begin{tabular}{l}", "\\end{tabular}", "\\textbf", "\\caption{",
                "\\begin{verbatim}", "\\end{verbatim}", "\\footnote{", "\\begin{x}", "\\title{", "\\author{", "\\begin{document}", "[", "]",
            ]
        ),
        max_size=30,
    ).map("".join)
)  # fmt: skip
def test_broken_tex_is_read_or_refused(text: str) -> None:
    try:
        load(text.encode(), "a.tex")
    except DocumentError:
        return


def folded(text: str) -> str:
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text))


@pytest.mark.shared
def test_real_texts_say_what_they_should() -> None:
    rows = [
        json.loads(line)
        for folder in ("formats", "hard")
        if (CORPUS / folder / "manifest.jsonl").is_file()
        for line in (CORPUS / folder / "manifest.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    if not rows:
        pytest.skip("../shared/corpus is not here")
    for row in rows:
        parsed = load((CORPUS / row["file"]).read_bytes(), row["file"]) if row["file"].endswith(".txt") else None
        if parsed is None or parsed.media_type != TEXT:  # one of them is a page of the web
            continue
        text = folded(" ".join(element.text for element in parsed.elements))
        snippets = row.get("snippets") or row["expect"]["must_contain"]
        assert all(folded(snippet) in text for snippet in snippets), row["file"]
