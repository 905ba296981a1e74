"""One form for what says the same, and the way back to the characters it came from."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wiki_assets.text.characters import PLAIN
from wiki_assets.text.normalising import normalise, with_plain_characters


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("e\ufb03cient \uff21\uff22 and \uf0dfow", "efficient AB and flow"),
        ("soft\u00adly, soft\u00ad\nly, in\u200bvisible\ufeff", "softly, softly, invisible"),
        ("  two  \n spaces\tand\u00a0more ", "2 spaces and more"),
        ("\u201ca\u201d \u2018b\u2019 ``c'' \u00abd\u00bb", '"a" \'b\' "c" "d"'),
        ("a \u2212 b \u2013 c\u2014d e\u2010f -- g---h", "a - b - c-d e-f - g-h"),
        ("word\u2014 another", "word - another"),
        ("\u2a7d \u2206 \u2217 \u22c5", "\u2264 \u0394 * \u00b7"),
        ("\u00bd and 2\u00bd, \u2460", "1/2 and 2 1/2, 1"),
        ("10\u207b\u2074 x\u00b2 y\u207f\u207a\u00b9 a\u2081\u2082 10\u2082", "10^-4 x^2 y^n+1 a12 10_2"),
    ],
)
def test_characters_that_look_alike_come_out_alike(written: str, normal: str) -> None:
    assert normalise(written).text == normal


@pytest.mark.parametrize(
    "drawn",
    ["M\u00f6bius", "Mo\u0308bius", "M\u00a8obius", "M \u00a8obius", "M \u0308obius", r"M\"obius", r"M{\"o}bius", r"M\"{o}bius"],
)
def test_an_accent_is_put_on_its_letter_however_it_is_drawn(drawn: str) -> None:
    assert normalise(f"the {drawn} map").text == "the M\u00f6bius map"


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("die \u00a8Uberlagerung", "die \u00dcberlagerung"),
        ("for \u02c6x and \u02dcy", "for x\u0302 and \u1ef9"),
        ("na\u00a8\u0131ve Franc\u00b8ois Erd\u02ddos", "na\u00efve Fran\u00e7ois Erd\u0151s"),
        ("Poincar \u00b4e", "Poincar\u00e9"),
    ],
)
def test_the_space_before_an_accent_goes_only_within_a_word(written: str, normal: str) -> None:
    assert normalise(written).text == normal


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("exam-\nple and exam- ple", "example and example"),
        ("pre- and postprocessing", "pre- and postprocessing"),
        ("pre-\nand postprocessing", "pre- and postprocessing"),
        ("first- second- and third-order", "first- second- and third-order"),
        ("state-\nof-the-art", "state-of-the-art"),
        ("Bose-\nEinstein, GPU- based, 3-\nfold", "Bose-Einstein, GPU-based, 3- fold"),
        ("twenty-\nthree", "23"),
        ("a - b, x- y", "a - b, x- y"),
    ],
)
def test_a_word_broken_at_a_line_end_is_mended_and_a_hyphen_that_stands_for_more_stays(written: str, normal: str) -> None:
    assert normalise(written).text == normal


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("12,000 or 12\u2009000 or 12 000 of 1,234.5", "12000 or 12000 or 12000 of 1234.5"),
        ("3\u202f000\u202f000", "3000000"),
        ("(1, 2), 2019, 2020 and 300", "(1, 2), 2019, 2020 and 300"),
        ("[101,102] {128,256} 1,23 2019,300 0,123 x1,000", "[101,102] {128,256} 1,23 2019,300 0,123 x1,000"),
        ("300 400, 1\u00a02", "300 400, 1 2"),
        (r"$12{,}000$ and $12\,000$", "12000 and 12000"),
    ],
)
def test_separators_of_thousands_go_and_lists_stay(written: str, normal: str) -> None:
    assert normalise(written).text == normal


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("twenty-three, Seven billion, TWO and zero-shot", "23, 7000000000, 2 and 0-shot"),
        ("one of them, no one, one hundred, twenty-one", "one of them, no one, 100, 21"),
        ("two hundred and five; one million two hundred thousand", "205; 1200000"),
        ("2 million, 7.5 billion, 48.07-million, two trillion", "2000000, 7500000000, 48070000, 2000000000000"),
        ("one hundred and two hundred, five and six", "100 and 200, 5 and 6"),
        ("between one hundred and one thousand", "between 100 and 1000"),
        ("forty and two, seven million and two", "40 and 2, 7000000 and 2"),
        ("two three-dimensional, twenty two-layer, one thousand-byte", "2 3-dimensional, 20 2-layer, 1000-byte"),
        ("hundreds of thousands, non-zero, Ten\u00e9, tens", "hundreds of thousands, non-zero, Ten\u00e9, tens"),
        ("in two.5 We, half a million", "in two.5 We, half a million"),
        ("2\u00d7two, \u00a7four, (five) \u2265six", "2\u00d72, \u00a74, (5) \u22656"),
        ("two trillion three million and five", "2000003000000 and 5"),
    ],
)
def test_numbers_in_words_are_digits(written: str, normal: str) -> None:
    assert normalise(written).text == normal


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("can't, won\u2019t, cannot, don't, isn`t, do n't", "can not, will not, can not, do not, is not, do not"),
        ("Can't Cannot CANNOT WON'T", "Can not Can not CAN NOT Will not"),
        ("author's, can 't, n't", "author's, can 't, n't"),
        ("5 percent, five per cent, 5 %, a 5-percent gain, percentage", "5%, 5%, 5%, a 5% gain, percentage"),
    ],
)
def test_not_and_per_cent_are_written_one_way(written: str, normal: str) -> None:
    assert normalise(written).text == normal


@pytest.mark.parametrize(
    ("latex", "unicode"),
    [
        (r"$\alpha \le 3 \times 10^4$", "\u03b1 \u2264 3 \u00d7 10\u2074"),
        (r"\(\mathbf{x}_{i}^{2} \in \mathbb{R}^{n}\)", "x\u1d62\u00b2 \u2208 \u211d\u207f"),
        (r"$\frac{1}{2}$ of $5 and $6", "\u00bd of $5 and $6"),
        (r"$O(n\log n)$, $\sqrt{d_k}$", "O(n log n), \u221adk"),
        (r"$x \not\in A$, $a \neq b$, $a \not= b$", "x \u2209 A, a \u2260 b, a \u2260 b"),
        (r"$90^\circ$, $90^{\circ}$, $f^\prime$", "90\u00b0, 90\u00b0, f\u2032"),
        (r"x_1 x_{1} $\hat{x}$ $\overline{AB}$", "x\u2081 x\u2081 x\u0302 AB"),
        (r"\textbf{bold} and \emph{it}, 5\% \& \{a,b\} \#1", "bold and it, 5% & {a,b} #1"),
        (r"$\epsilon$, $\varepsilon$, $\phi$, $\varphi$", "\u03b5, \u03f5, \u03c6, \u03d5"),
        (r"$\theta$2 and $\pm$$\kappa$", "\u03b82 and \u00b1\u03ba"),
        (r"$$E = mc^2$$, \[a\]", "E = mc\u00b2, a"),
        (r"$\left( a \right., b$, Fig.~3, \begin{equation}x\end{equation}", "( a , b, Fig. 3, x"),
        (r"\$5 or 3\$, snake_case, C:\Users\bob \unknown{x} {1, 2}", r"$5 or 3$, snake_case, C:\Users\bob \unknown{x} {1, 2}"),
        (r"costs $5 or $6 and US$", "costs $5 or $6 and US$"),
    ],
)
def test_latex_comes_out_as_the_characters_it_is_set_in(latex: str, unicode: str) -> None:
    assert normalise(latex).text == normalise(unicode).text


def test_a_brace_that_is_never_closed_stays() -> None:
    assert normalise(r"\textbf{bold $x^{2$").text == "{bold x^{2"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a fall of \u22123", "a fall of 3"),
        ("3.5", "35"),
        ("10\u2074", "104"),
        ("2\u00bd", "21/2"),
        ("p \u2260 q", "p = q"),
        ("a \u2264 b", "a \u2265 b"),
        ("1, 2", "12"),
        ("x\u0302", "x"),
        ("May", "may"),
        ("it can", "it cannot"),
        ("5%", "5"),
        ("$5", "5"),
        ("10\u2082", "102"),
        ("a/b", "ab"),
        ("one", "1"),
        (r"$\frac12$", "12"),
    ],
)
def test_what_says_something_else_stays_apart(one: str, other: str) -> None:
    assert normalise(one).text != normalise(other).text


@pytest.mark.parametrize(
    ("written", "part", "origin"),
    [
        ("We use twenty-three \ufb01lters.", "23", "twenty-three"),
        ("We use twenty-three \ufb01lters.", "filters", "\ufb01lters"),
        ("It doesn't con-\nverge at  all.", "not", "n't"),
        ("It doesn't con-\nverge at  all.", "converge at all", "con-\nverge at  all"),
        (r"where $\alpha \le 10^{4}$ holds", "\u03b1", r"\alpha"),
        (r"where $\alpha \le 10^{4}$ holds", "10^4", "10^{4"),
        ("12,000 of 7.5 million", "12000 of 7500000", "12,000 of 7.5 million"),
        ("a map of M \u00a8obius", "M\u00f6b", "M \u00a8ob"),
        ("what we cannot do", "can", "ca\u006e"),
        ("what we cannot do", "not", "not"),
    ],
)
def test_a_part_leads_back_to_what_it_came_from(written: str, part: str, origin: str) -> None:
    normalised = normalise(written)
    start = normalised.text.index(part)
    assert written[slice(*normalised.original_span(start, start + len(part)))] == origin


def test_a_text_that_is_normal_is_left_alone() -> None:
    text = "The rate of 12 papers, e.g. those of 2019 (see [3, 4]), fell by -3.5% at x^2 < 4; one-way only."
    normalised = normalise(text)
    assert normalised.text is text
    assert normalised.splices == ()
    assert list(normalised.starts) == list(range(len(text)))


def test_a_span_outside_the_text_is_refused() -> None:
    normalised = normalise("two words")
    for start, end in [(-1, 2), (3, 2), (0, 99)]:
        with pytest.raises(ValueError, match="do not lie in a text of 7"):
            normalised.original_span(start, end)
    assert normalised.original_span(7, 7) == (9, 9)
    assert normalised.original_span(2, 2) == (4, 4)


def test_only_what_is_sure_leaves_words_and_numbers_as_they_are() -> None:
    assert (
        with_plain_characters("two hundred e\ufb03cient exam- ples of 12,000").text == "two hundred efficient examples of 12000"
    )


FRAGMENTS = (
    "two", "one", "hundred", "thousand", "million", "twenty", "cannot", "n't", "can't", "per cent", "percent", "%", "5", "12", "000",
    ",000", "1,234", ".", ",", "-", "--", "\u2014", "\u2013", " ", " ", " ", "\n", "\t", "\u00a0", "\u2009", "\u00ad", "exam", "ple", "and",
    "GPU", "e", "\u0131", "\u0301", "\u0308", "\u00a8", "\u00b4", "\u02c6", "\u00b2", "\u2081", "\u00bd", "\u2460", "\ufb01", "\uff0d",
    "\uff04", "$", "$$", "\\", "\\alpha", "\\mathbf", "{", "}", "^", "_", "^{", "_{", "\\frac", "\\(", "\\)", "\\[", "\\]", "\\,", "\\$",
    "\\{", "\\'", '\\"', "\\not", "=", "\\hat", "x", "\\i", "`", "'", "''", "\u201c", "\u201d", "~", "\u200b", "\x00", "\ud800", "\u1100",
    "\u1161", "\u11a8", "\u304b", "\u3099", "\uff76\uff9e", "\u03b1", "\u0130", "\ufdfa", "\u00b8", "c",
)  # fmt: skip
FRAGMENTS_OF_TEXTS = st.lists(st.sampled_from(FRAGMENTS), max_size=12).map("".join)


@settings(max_examples=400, deadline=None)
@given(st.one_of(st.text(), FRAGMENTS_OF_TEXTS))
def test_every_character_knows_where_it_came_from(text: str) -> None:
    normalised = normalise(text)
    spans = list(zip(normalised.starts, normalised.ends, strict=True))
    assert len(spans) == len(normalised.text)
    assert spans == sorted(spans)
    for offset, (start, end) in enumerate(spans):
        assert 0 <= start < end <= len(text)
        assert normalised.original_span(offset, offset + 1) == (start, end)
    if spans:
        assert normalised.original_span(0, len(spans)) == (spans[0][0], spans[-1][1])


@settings(max_examples=1000, deadline=None)
@given(st.one_of(st.text(), FRAGMENTS_OF_TEXTS))
def test_what_is_normal_stays_as_it_is(text: str) -> None:
    normal = normalise(text).text
    assert normalise(normal).text == normal
    assert normalise(text).text == normal


@given(st.lists(st.sampled_from(["circles", "converge", "towards", "a", "limit", "of", "radii."]), min_size=1), st.data())
def test_line_breaks_and_spaces_between_words_make_no_difference(words: list[str], data: st.DataObject) -> None:
    spaces = data.draw(st.lists(st.sampled_from([" ", "\n", "  ", "\u00a0", "\t\n "]), min_size=len(words), max_size=len(words)))
    spaced = "".join(space + word for space, word in zip(spaces, words, strict=True)) + data.draw(
        st.sampled_from(["", " ", "\n"])
    )
    assert normalise(spaced).text == " ".join(words)


@pytest.mark.parametrize(
    "repeated",
    [
        "\\{", "$", "$$", " $x$", "- ", "ab- ", "ab-\n", "\\", "\\alpha", "{", "^{", "\\frac{", "\\(", "\\'", "\u0301", "\u0301\u0323",
        "\u00a8", " ", "\n", " \n", "1\u2009", "1,000", ",000", " 000", "two ", "one hundred and ", " million", "5 million ", "n't", "' ",
        " %", "percent ", "--", "`", "\u00ad", "\u00ad\n", "\ufb01", "\u00b2", "\ud800", "\u4f60", "c\u00b8", " \u0301", "\\not",
    ],
)  # fmt: skip
def test_a_long_repetition_of_anything_is_taken(repeated: str) -> None:
    """Quadratic time would take hours here."""
    text = repeated * 100_000
    normalised = normalise(text)
    assert normalised.original_length == len(text)
    if normalised.text:
        assert normalised.original_span(0, len(normalised.text))[1] <= len(text)


def test_the_characters_that_are_passed_over_are_plain() -> None:
    """The pattern that finds what may need an edit leaves out whole scripts: none of their characters may need one."""
    for code in [*range(0x80, 0xD800), *range(0xE000, 0x10000)]:
        character = chr(code)
        if re.fullmatch(f"[{PLAIN}]", character):
            assert unicodedata.normalize("NFKC", character) == character
            assert unicodedata.category(character)[0] not in "MZ"
            assert normalise(f"a{character}a\u0301").text == f"a{character}á"
