"""Mails: the body once, quotes under their own section, attachments read by their own loaders, locks and damage said."""

from __future__ import annotations

import email
from email.message import EmailMessage

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from web_samples import PLAIN, texts, words

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.mail.loader import MailLoader
from wiki_assets.documents.model import DocumentStatus, Element, ElementKind, ParsedDocument


def read(content: bytes | EmailMessage, name: str = "mail.eml") -> ParsedDocument:
    return MailLoader().load(content if isinstance(content, bytes) else content.as_bytes(), name, PLAIN)


def refused(content: bytes) -> DocumentError:
    with pytest.raises(DocumentError) as caught:
        read(content)
    return caught.value


def letter(body: str = "Five mice slept.", subject: str = "Grüße aus dem Labor") -> EmailMessage:
    message = EmailMessage()
    message["Subject"] = subject
    message["From"] = "Jörg Doe <joerg@example.org>"
    message["To"] = "lab@example.org"
    message["Date"] = "Tue, 3 Mar 2020 10:00:00 +0100"
    message.set_content(body)
    return message


def element_with(document: ParsedDocument, said: str) -> Element:
    return next(element for element in document.elements if said in element.text)


def test_the_subject_is_the_title_and_the_other_fields_are_front_matter() -> None:
    document = read(letter())
    assert texts(document.elements, ElementKind.TITLE) == ["Grüße aus dem Labor"]
    assert texts(document.elements, ElementKind.FRONT_MATTER)[0] == "From: Jörg Doe <joerg@example.org>"
    known = document.metadata
    assert (known.title, known.authors, known.year) == ("Grüße aus dem Labor", ("Jörg Doe",), 2020)


def test_of_two_versions_of_a_body_one_is_read() -> None:
    message = letter()
    message.add_alternative("<p>Five <b>mice</b> slept.</p>", subtype="html")
    assert texts(read(message).elements, ElementKind.PARAGRAPH) == ["Five mice slept."]


def test_html_is_read_where_it_says_much_more() -> None:
    message = letter("See the table.")
    message.add_alternative("<p>See the table.</p><table><tr><th>a<th>b<tr><td>1<td>2</table>", subtype="html")
    assert ElementKind.TABLE in [element.kind for element in read(message).elements]


def test_a_quoted_reply_is_kept_under_a_section_that_says_so() -> None:
    body = "I think not.\n\nOn Monday, Bob <bob@example.org> wrote:\n> There are four.\n> Really.\n\nThere are five.\n"
    document = read(letter(body))
    assert element_with(document, "four").section_path == ("Quoted message",)
    assert element_with(document, "wrote").section_path == ("Quoted message",)
    assert element_with(document, "five").section_path == ()
    assert "There are four. Really." in element_with(document, "Really").text


def test_a_mail_below_an_answer_is_quoted_to_its_end() -> None:
    body = "Yes.\n\n-----Original Message-----\nFrom: Bob\nSubject: Mice\n\nAre there five?\n"
    assert element_with(read(letter(body)), "Are there five").section_path == ("Quoted message",)


def test_quotes_and_signatures_in_html_are_told_apart() -> None:
    content = (
        b"From: a@example.org\nSubject: x\nContent-Type: text/html\n\n<p>Mine.</p><div class=gmail_signature>Dr. A, Tel. 1</div>"
        b"<blockquote type=cite><h2>Theirs</h2><p>Old words.</p></blockquote><p>Mine again.</p>"
    )
    document = read(content)
    assert element_with(document, "Old words").section_path == ("Quoted message", "Theirs")
    assert element_with(document, "Mine again").section_path == ()
    assert element_with(document, "Tel. 1").kind is ElementKind.FRONT_MATTER


def test_a_signature_is_front_matter() -> None:
    assert element_with(read(letter("Text.\n\n-- \nDr. A\nTel. 1\n")), "Tel. 1").kind is ElementKind.FRONT_MATTER


def test_lists_and_wrapped_lines_of_plain_text_are_put_together() -> None:
    document = read(letter("The mice\nslept:\n- one\n- two\n  and more\n\nThat is all.\n"))
    assert texts(document.elements, ElementKind.PARAGRAPH) == ["The mice slept:", "That is all."]
    assert texts(document.elements, ElementKind.LIST) == ["- one\n- two and more"]


def test_flowed_lines_are_one_line() -> None:
    content = b"From: a\nSubject: x\nContent-Type: text/plain; format=flowed\n\nThis goes \non.\n> and \n> this\n-- \nme\n"
    document = read(content)
    assert texts(document.elements, ElementKind.PARAGRAPH) == ["This goes on.", "and this"]


def test_attachments_are_read_by_their_own_loaders_and_stand_apart() -> None:
    message = letter()
    message.add_attachment(b"a,b\n1,2\n", maintype="text", subtype="csv", filename="../../values.csv")
    message.add_attachment(
        b"<html><h1>T</h1><p>On the page.</p>", maintype="application", subtype="octet-stream", filename="p.html"
    )
    message.add_attachment(b"\x89PNG\r\n\x1a\n", maintype="image", subtype="png", filename="photo.png")
    document = read(message)
    assert document.attachments == ("values.csv", "p.html", "photo.png")
    page = element_with(document, "On the page")
    assert (page.place, page.section_path) == ("attachment p.html", ("p.html",))
    assert element_with(document, "| 1 | 2 |").kind is ElementKind.TABLE
    assert len(texts(document.elements, ElementKind.TITLE)) == 1
    assert document.reason == ""


def test_an_attachment_that_cannot_be_read_costs_itself_and_is_told() -> None:
    message = letter()
    message.add_attachment(b"%PDF-1.4 broken", maintype="application", subtype="pdf", filename="paper.pdf")
    document = read(message)
    assert "Five mice slept." in words(document)
    assert "Attachment paper.pdf was not read" in document.reason


def test_pages_of_an_attached_pdf_are_told_in_words_and_are_not_pages_of_the_mail() -> None:
    from document_samples import simple_pdf

    message = letter()
    message.add_attachment(simple_pdf(), maintype="application", subtype="pdf", filename="paper.pdf")
    attached = [element for element in read(message).elements if "paper.pdf" in element.place]
    assert attached
    assert all(element.place == "attachment paper.pdf, page 1" and not element.spans for element in attached)


def test_mails_in_mails_are_read_three_deep_and_then_only_listed() -> None:
    message = letter("Body 0.", "Mail 0")
    for depth in range(1, 6):
        outer = letter(f"Body {depth}.", f"Mail {depth}")
        outer.add_attachment(message)
        message = outer
    document = read(message)
    assert "Body 2." in words(document)
    assert "Body 1." not in words(document)
    assert "3 deep" in document.reason


def test_a_mailbox_is_read_message_by_message() -> None:
    start = b"From bob@example.org Mon Jan  6 10:00:00 2020\n"
    one, two = letter("First body.\n\nFrom here on.", "One").as_bytes(), letter("Second body.", "Two").as_bytes()
    document = read(start + one.replace(b"\nFrom here", b"\n>From here") + b"\n" + start + two, "box.mbox")
    second = element_with(document, "Second body")
    assert (second.place, second.section_path) == ("message 2", ("Two",))
    assert "From here on." in texts(document.elements, ElementKind.PARAGRAPH)


def test_a_page_saved_by_a_browser_is_read_as_a_page() -> None:
    content = (
        b"From: <Saved by Blink>\nSnapshot-Content-Location: https://example.org/\nSubject: x\nMIME-Version: 1.0\n"
        b'Content-Type: multipart/related; type="text/html"; boundary="b"\n\n--b\nContent-Type: text/html\n'
        b"Content-Transfer-Encoding: quoted-printable\n\n<title>Mice</title><nav><a>Home</a></nav><main><h1>Mice</h1>"
        b"<p>They sleep=\n less in winter than you would think.</p></main>\n--b\nContent-Type: text/css\n\np{}\n--b--\n"
    )
    document = read(content, "page.mhtml")
    assert texts(document.elements, ElementKind.TITLE) == ["Mice"]
    assert texts(document.elements, ElementKind.PARAGRAPH) == ["They sleep less in winter than you would think."]


@pytest.mark.parametrize(
    "head",
    [
        b'Content-Type: multipart/encrypted; boundary="b"\n\n--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--b--\n',
        b"Content-Type: application/pkcs7-mime; smime-type=enveloped-data\nContent-Transfer-Encoding: base64\n\nAAAA\n",
        b"Content-Type: text/plain\n\n-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n",
    ],
)
def test_an_encrypted_mail_says_so(head: bytes) -> None:
    assert refused(b"From: a@example.org\nSubject: x\n" + head).status is DocumentStatus.ENCRYPTED


def test_a_mail_that_was_cut_off_is_read_and_the_damage_told() -> None:
    message = letter()
    message.add_attachment(b"x" * 5000, maintype="application", subtype="octet-stream", filename="a.bin")
    document = read(message.as_bytes()[:900])
    assert "Five mice slept." in words(document)
    assert "damaged" in document.reason


@pytest.mark.parametrize(
    ("charset", "said"), [("iso-8859-1", "Größe"), ("koi8-r", "Привет, мыши"), ("iso-2022-jp", "こんにちは"), ("utf-8", "数学")]
)
def test_the_charset_of_a_part_is_heard(charset: str, said: str) -> None:
    head = f"From: a\nSubject: x\nContent-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: 8bit\n\n"
    assert texts(read(head.encode() + said.encode(charset)).elements, ElementKind.PARAGRAPH) == [said]


def test_an_unknown_charset_and_raw_bytes_in_a_field_cost_nothing() -> None:
    content = (
        "From: Jörg <j@example.org>\nSubject: =?nonsense?Q?Gr=C3=BC=C3=9Fe?=\nContent-Type: text/plain; charset=nonsense\n\nGrüße"
    )
    document = read(content.encode())
    assert texts(document.elements, ElementKind.TITLE) == ["Grüße"]
    assert document.metadata.authors == ("Jörg",)


def test_brackets_without_end_in_a_field_cost_the_name_only() -> None:
    document = read(b"From: " + b"(" * 100_000 + b"\nSubject: x\n\nFive mice slept.")
    assert document.metadata.authors == ()
    assert texts(document.elements, ElementKind.PARAGRAPH) == ["Five mice slept."]


def test_a_mail_of_pictures_has_no_text_and_says_what_is_attached() -> None:
    message = letter("")
    message.add_attachment(b"\x89PNG\r\n\x1a\n", maintype="image", subtype="png", filename="photo.png")
    assert refused(message.as_bytes()).status is DocumentStatus.NO_TEXT


@pytest.mark.parametrize("depth", [60, 2000])
def test_parts_nested_without_end_are_an_attack(depth: int) -> None:
    content = b"From: a\nSubject: x\n"
    for number in range(depth):
        content += b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (number, number)
    assert refused(content + b"\nText.").status is DocumentStatus.BOMB


@settings(deadline=None, max_examples=150)
@given(
    st.binary(max_size=400),
    st.sampled_from([b"", b"Content-Type: multipart/alternative; boundary=b\n\n--b\n", b"Subject: =?utf-8?b?"]),
)
def test_no_bytes_make_the_loader_fail(content: bytes, head: bytes) -> None:
    try:
        read(b"From: a@example.org\n" + head + content)
    except DocumentError:
        return


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 3000), st.binary(max_size=30))
def test_no_damage_to_a_real_mail_makes_the_loader_fail(position: int, noise: bytes) -> None:
    message = letter()
    message.add_alternative("<p>Five <b>mice</b> slept.</p>", subtype="html")
    message.add_attachment(b"a,b\n1,2\n", maintype="text", subtype="csv", filename="values.csv")
    content = message.as_bytes()
    assert email.message_from_bytes(content)["Subject"]
    try:
        read(content[:position] + noise + content[position + len(noise) :])
    except DocumentError:
        return
