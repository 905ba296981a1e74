"""Bytes become text in the encoding they are in, and what is no text is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.encoding.decoding import decode
from wiki_assets.documents.model import DocumentStatus

GERMAN = "Die Größe der Fläche wächst über alle Maße, während die Länge fällt."


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Plain words.", "ascii"),
        (GERMAN, "utf-8"),
        (GERMAN, "utf-8-sig"),
        (GERMAN, "utf-16"),
        (GERMAN, "utf-16-le"),
        (GERMAN, "utf-16-be"),
        (GERMAN, "utf-32"),
        (GERMAN, "utf-32-be"),
        ("你好，世界。\n这是第二行。", "utf-16-le"),
        ("你好，世界。\n这是第二行。", "utf-16-be"),
        ("これは日本語の文章です。", "iso2022_jp"),
    ],
)
def test_what_the_bytes_say_is_certain(text: str, encoding: str) -> None:
    decoded = decode(text.encode(encoding), "a.txt")
    assert decoded.text == text
    assert decoded.certain


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("## können\n\nkönnen\n\näöüß\n", "latin-1"),
        ("naïve café", "latin-1"),
        (GERMAN, "cp1252"),
        (GERMAN, "mac_roman"),
        (GERMAN, "cp850"),
        ("The donor’s “gift” wasn’t here – 50 €", "cp1252"),
        ("Tous les êtres humains naissent libres et égaux en dignité et en droits.", "cp1252"),
        ("Alle mennesker er født frie og lige i værdighed og rettigheder.", "cp1252"),
        ("Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw.", "cp1250"),
        ("Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw.", "iso8859_2"),
        ("Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv.", "cp1250"),
        ("Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler.", "cp1254"),
        ("Visi žmonės gimsta laisvi ir lygūs savo orumu ir teisėmis.", "cp1257"),
        ("Все люди рождаются свободными и равными в своем достоинстве и правах.", "cp1251"),
        ("Все люди рождаются свободными и равными в своем достоинстве и правах.", "koi8_r"),
        ("Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια.", "cp1253"),
        ("כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם.", "cp1255"),
        ("يولد جميع الناس أحرارا متساوين في الكرامة والحقوق.", "cp1256"),
        ("すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。", "cp932"),
        ("すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。", "euc_jp"),
        ("人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心。", "gb18030"),
        ("人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心。", "big5"),
        ("모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.", "cp949"),
    ],
)
def test_what_the_bytes_do_not_say_is_guessed_right(text: str, encoding: str) -> None:
    decoded = decode(text.encode(encoding), "a.txt")
    assert decoded.text == text
    assert not decoded.certain


def test_english_with_foreign_names_is_western() -> None:
    text = "The work of Müller, Søren, José and François is well known. " * 3 + "Nothing here is of any one language. " * 30
    assert decode(text.encode("cp1252"), "a.txt").text == text


def test_a_declared_encoding_counts_where_the_bytes_allow_it() -> None:
    text = "Привет"
    decoded = decode(text.encode("koi8_r"), "a.html", "KOI8-R")
    assert (decoded.text, decoded.certain) == (text, True)
    assert decode("50 € “x”".encode("cp1252"), "a.html", "iso-8859-1").text == "50 € “x”"


@pytest.mark.parametrize("declared", ["latin-1", "no-such-encoding", "utf-16", "base64", "rot13", "\0", "x" * 1000])
def test_a_declaration_that_is_wrong_does_not_count(declared: str) -> None:
    assert decode(GERMAN.encode(), "a.html", declared).text == GERMAN


def test_a_text_with_damaged_bytes_is_read_and_uncertain() -> None:
    decoded = decode((GERMAN * 20).encode() + b"\xc3", "a.txt")
    assert decoded.text.startswith(GERMAN)
    assert not decoded.certain


def test_an_odd_byte_behind_a_wide_text_costs_nothing_else() -> None:
    assert decode(GERMAN.encode("utf-16-le") + b"x", "a.txt").text.startswith(GERMAN)


def test_a_stray_nul_makes_no_text_a_wide_one() -> None:
    assert decode(b"one\0two three", "a.txt").text == "onetwo three"
    assert decode(b"name,value\none,\0 1\n" * 50, "a.csv").text == "name,value\none, 1\n" * 50


def test_line_ends_are_all_the_same() -> None:
    assert decode(b"one\r\ntwo\rthree\nfour", "a.txt").text == "one\ntwo\nthree\nfour"


@pytest.mark.parametrize("content", [bytes(range(256)) * 10, b"\x00\x01\x02\x03" * 100, b"words" + bytes(200)])
def test_what_is_no_text_is_corrupt(content: bytes) -> None:
    with pytest.raises(DocumentError) as caught:
        decode(content, "a.txt")
    assert caught.value.status is DocumentStatus.CORRUPT


@settings(deadline=None, max_examples=400)
@given(st.binary(max_size=400), st.sampled_from(["", "utf-8", "latin-1", "shift_jis", "utf-16", "nonsense"]))
def test_any_bytes_are_text_or_refused(content: bytes, declared: str) -> None:
    try:
        text = decode(content, "a.txt", declared).text
    except DocumentError as error:
        assert error.status is DocumentStatus.CORRUPT
    else:
        assert "\0" not in text
        assert "\r" not in text


@settings(deadline=None, max_examples=300)
@given(
    st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cn", "Co")), min_size=1, max_size=200),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-32"]),
)
def test_unicode_with_a_mark_comes_back(text: str, encoding: str) -> None:
    if text.startswith("\ufeff"):
        return
    try:
        assert decode(text.encode(encoding), "a.txt").text == text
    except DocumentError:  # noncharacters and replacement characters alone
        assert any(character in "\ufffd\ufffe\uffff" for character in text)
