"""Text that a broken font made: found, and sound text left alone."""

from __future__ import annotations

import random
import string

import pytest
from document_samples import Sheet, prose
from page_samples import elements, pages_of, paragraph

from wiki_assets.documents.layout.garbled import is_garbled
from wiki_assets.documents.model import Mark

ENGLISH = (
    "Retrieval finds passages in a large collection that may answer a question, and a reader looks through them for the answer.\n"
    "We show that dense vectors learned from few examples are better than weighted counts of words on most of these questions.\n"
)
SOUND = {
    "english": ENGLISH,
    "german": "Die Würde des Menschen ist unantastbar. Sie zu achten und zu schützen ist Verpflichtung aller staatlichen Gewalt im Land.",
    "estonian": "Kõik inimesed sünnivad vabadena ja võrdsetena oma väärikuselt ja õigustelt. Neile on antud mõistus ja südametunnistus "
    "ja nende suhtumist üksteisesse peab kandma vendluse vaim.",
    "welsh": "Genir pawb yn rhydd ac yn gydradd mewn urddas a hawliau. Fe'u cynysgaeddir â rheswm a chydwybod, a dylai pawb ymddwyn "
    "y naill at y llall mewn ysbryd cymodlon, ac mae gan bawb hawl i fywyd a rhyddid",
    "kazakh": "Барлық адамдар тумысынан азат және қадір-қасиеті мен құқықтары тең болып дүниеге келеді. Адамдарға ақыл-парасат, "
    "ар-ождан берілген, сондықтан олар бір-бірімен туыстық, бауырмалдық қарым-қатынас жасаулары тиіс.",
    "arabic": "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق وقد وهبوا عقلا وضميرا وعليهم أن يعامل بعضهم بعضا بروح الإخاء",
    "chinese": "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。" * 4,
    "latin": "Gallia est omnis divisa in partes tres, quarum unam incolunt Belgae, aliam Aquitani, tertiam qui ipsorum lingua Celtae, "
    "nostra Galli appellantur. Hi omnes lingua, institutis, legibus inter se differunt.",
    "formulae": "∂ 1 f + = φ ψ g , λ i j = − ω i j / ∑ k ω i k , u ∈ R m : u i = 0 (1.39)\n"
    "x 2 + y 2 = z 2 \uf8ee\uf8ef\uf8f0 a b c d \uf8f9\uf8fa\uf8fb",
    "table": "NQ 59.1 66.9 55.0 70.9\nBM25 78.4 79.4 73.2 79.8\nDPR 76.6 79.8 71.0 85.2",
    "names": "J. Devlin, M. Chang, K. Lee, K. Toutanova\nP. Lewis, E. Perez, A. Piktus, F. Petroni\nV. Karpukhin, B. Oguz, S. Min",
    "code": "def step(radii, target):\n    for vertex in range(len(radii)):\n        error = angle(radii, vertex) - target[vertex]\n",
    "bullets": "\uf0b7 The first point is here\n\uf0b7 The second point is there and goes on",
    "empty": "",
}


@pytest.mark.parametrize("text", SOUND.values(), ids=SOUND)
def test_sound_text_of_any_kind_is_not_garbled(text: str) -> None:
    assert not is_garbled(text)


def shifted(text: str, by: int) -> str:
    return "".join(letter if letter.isspace() else chr(max(1, ord(letter) + by)) for letter in text)


def exchanged(text: str, seed: int) -> str:
    letters = list(string.ascii_lowercase)
    random.Random(seed).shuffle(letters)
    table = dict(zip(string.ascii_lowercase, letters, strict=True))
    return text.translate(str.maketrans({**table, **{key.upper(): value.upper() for key, value in table.items()}}))


GARBLED = {
    "shifted down as fonts without a map are": shifted(ENGLISH, -29),
    "shifted up": shifted(ENGLISH, 29),
    "shifted by one": shifted(ENGLISH, 1),
    "without its spaces too": shifted(ENGLISH, -29).replace(" ", ""),
    "replacement characters": "".join("\ufffd" if letter.isalpha() else letter for letter in ENGLISH),
    "private codes": shifted(ENGLISH, 0xE000),
    "private codes of a symbol font": shifted(ENGLISH, 0xF000),
    "one letter for all": "".join("a" if letter.isalpha() else letter for letter in ENGLISH),
    "chinese bytes read as Latin": SOUND["chinese"].encode("gb18030").decode("latin-1"),
    "russian bytes read as Latin": "Все люди рождаются свободными и равными в своем достоинстве и правах. ".encode(
        "cp1251"
    ).decode("latin-1")
    * 3,
}


@pytest.mark.parametrize("text", GARBLED.values(), ids=GARBLED)
def test_text_of_a_broken_font_is_garbled(text: str) -> None:
    assert is_garbled(text)


def test_nearly_all_texts_with_their_letters_exchanged_are_found() -> None:
    assert sum(is_garbled(exchanged(ENGLISH, seed)) for seed in range(100)) >= 95


def test_a_short_text_is_garbled_only_where_its_letters_had_to_be_guessed() -> None:
    assert not is_garbled("3HQČåQt SURVWĜHGN")
    assert is_garbled("3HQČåQt SURVWĜHGN", unmapped=16)
    assert not is_garbled(ENGLISH, unmapped=len(ENGLISH))  # guessed right


def test_a_garbled_page_stands_apart_from_the_sound_ones_and_is_marked() -> None:
    sheet = Sheet()
    for text in (f"{ENGLISH} {prose(3)} and then", exchanged(ENGLISH, 1), f"the sentence goes on. {prose(3, 3)}"):
        paragraph(sheet.page(), text, 100)
    content = sheet.bytes()
    assert [page.garbled for page in pages_of(content)] == [False, True, False]
    sound = [element for element in elements(content) if not element.marks]
    unreliable = [element for element in elements(content) if element.marks]
    assert {span.box.page for element in sound for span in element.spans} == {1, 3}
    assert "and then the sentence goes on." in " ".join(element.text for element in sound)
    assert {element.marks for element in unreliable} == {(Mark.UNRELIABLE,)}
    assert {span.box.page for element in unreliable for span in element.spans} == {2}
