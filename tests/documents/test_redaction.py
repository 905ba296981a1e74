"""Redaction: which secrets go, what stays, and that nothing that points into a text is off afterwards.

All secrets here are made up when the test runs, from their form and fixed random characters.
"""

from __future__ import annotations

import base64
import contextlib
import json
import logging
import random
import string
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import duckdb
import pyarrow.parquet as pq
import pytest
from document_samples import Sheet, draw, prose, wrapped
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from wiki_assets.audit.folding import fold
from wiki_assets.audit.fragments import append
from wiki_assets.audit.mapping import chunk_rows, document_row
from wiki_assets.audit.stamps import Stamp
from wiki_assets.audit.tables import TABLES
from wiki_assets.documents.library import scan_library
from wiki_assets.documents.loaders import registry
from wiki_assets.documents.loaders.building import ElementBuilder
from wiki_assets.documents.model import (
    Box,
    DocumentMetadata,
    Element,
    ElementKind,
    ParsedDocument,
    TextSpan,
)
from wiki_assets.documents.options import ReadingOptions
from wiki_assets.documents.redaction import redact, redact_text
from wiki_assets.documents.redaction.model import PLACEHOLDER
from wiki_assets.documents.steps import cut, ingest
from wiki_assets.retrieval.dense import load_embedder
from wiki_assets.retrieval.embedding import embed_papers
from wiki_assets.retrieval.store import open_store
from wiki_assets.storage.artifacts import ArtifactStore

PLAIN = ReadingOptions()
SHARED = Path(__file__).parents[3] / "shared" / "corpus"
ALPHANUMERIC, HEX, UPPER = string.ascii_letters + string.digits, "0123456789abcdef", string.ascii_uppercase + "234567"


def drawn(letters: str, count: int, seed: int = 1) -> str:
    """Random characters, the same each time, with a digit among the first."""
    source = random.Random(f"{letters}{count}{seed}")
    return "".join(source.choice(letters) for _ in range(count - 2)) + source.choice(letters[:1]) + "7"


def web_token() -> str:
    def part(content: object) -> str:
        return base64.urlsafe_b64encode(json.dumps(content).encode()).decode().rstrip("=")

    return f"{part({'alg': 'HS256', 'typ': 'JWT'})}.{part({'sub': '1234', 'name': 'Anna'})}.{drawn(ALPHANUMERIC + '-_', 43)}"


SECRETS = {
    "AWS access key": "AKIA" + drawn(UPPER, 16),
    "GitHub token": "gh" + "p_" + drawn(ALPHANUMERIC, 36),
    "GitHub fine-grained token": "github" + "_pat_" + drawn(ALPHANUMERIC, 22) + "_" + drawn(ALPHANUMERIC, 59),
    "GitLab token": "gl" + "pat-" + drawn(ALPHANUMERIC + "_-", 20),
    "Slack bot token": "xox" + "b-" + drawn(string.digits, 12) + "-" + drawn(string.digits, 12) + "-" + drawn(ALPHANUMERIC, 24),
    "Slack app token": "xap" + "p-1-A" + drawn(UPPER, 10) + "-" + drawn(string.digits, 13) + "-" + drawn(HEX, 64),
    "Slack webhook": "https://hooks.slack.com/services/T"
    + drawn(UPPER, 8)
    + "/B"
    + drawn(UPPER, 8)
    + "/"
    + drawn(ALPHANUMERIC, 24),
    "Stripe key": "sk_" + "live_" + drawn(ALPHANUMERIC, 24),
    "Anthropic key": "sk-" + "ant-api03-" + drawn(ALPHANUMERIC + "-_", 93),
    "OpenAI project key": "sk-" + "proj-" + drawn(ALPHANUMERIC + "-_", 60),
    "OpenAI key": "sk-" + drawn(ALPHANUMERIC, 20) + "T3Blbk" + "FJ" + drawn(ALPHANUMERIC, 20),
    "sk key": "sk-" + drawn(HEX, 32),
    "Hugging Face token": "hf" + "_" + drawn(ALPHANUMERIC, 34),
    "Google key": "AI" + "za" + drawn(ALPHANUMERIC + "-_", 35),
    "npm token": "np" + "m_" + drawn(ALPHANUMERIC, 36),
    "PyPI token": "py" + "pi-AgEIcHlwaS5vcmc" + drawn(ALPHANUMERIC + "-_", 90),
    "SendGrid key": "SG" + "." + drawn(ALPHANUMERIC, 22) + "." + drawn(ALPHANUMERIC, 43),
    "Twilio key": "SK" + drawn(HEX, 32),
    "Telegram token": drawn(string.digits, 10) + ":AA" + drawn(ALPHANUMERIC + "-_", 33),
    "Discord token": "M" + drawn(ALPHANUMERIC, 23) + "." + drawn(ALPHANUMERIC, 6) + "." + drawn(ALPHANUMERIC, 27),
    "Square token": "sq0" + "csp-" + drawn(ALPHANUMERIC, 43),
    "Mailchimp key": drawn(HEX, 32) + "-us12",
    "JSON Web Token": web_token(),
    "Databricks token": "da" + "pi" + drawn(HEX, 32),
    "DigitalOcean token": "do" + "p_v1_" + drawn(HEX, 64),
    "Vault token": "hv" + "s." + drawn(ALPHANUMERIC, 24),
}
SHORT_SECRETS = [secret for secret in SECRETS.values() if len(secret) < 75]  # such as stand on one line
BEHIND_A_NAME = {  # before, secret, behind
    "aws secret": ("aws_secret_access_key = ", drawn(ALPHANUMERIC + "/+", 40), ""),
    "azure": ("AccountName=lab;AccountKey=", drawn(ALPHANUMERIC, 86) + "==", ";EndpointSuffix=core"),
    "bearer": ("Authorization: Bearer ", drawn(HEX, 40), ""),
    "basic": ("Authorization: Basic ", base64.b64encode(b"anna:" + drawn(ALPHANUMERIC, 10).encode()).decode(), ""),
    "address": ("postgres://anna:", "s3cr!t" + drawn(ALPHANUMERIC, 8), "@db.example.org:5432/lab"),
    "password": ("password = ", "hunter" + drawn(ALPHANUMERIC, 6), ""),
    "quoted": ('"db_password": "', "swordfish-" + drawn(ALPHANUMERIC, 4), '",'),
    "yaml": ("api_key: ", drawn(HEX, 32), ""),
    "spoken": ("Our API key: ", drawn(ALPHANUMERIC, 24), "."),
    "marked": ("**Password:** ", "Tr0ub4dor&" + drawn(ALPHANUMERIC, 3), ""),
    "npmrc": ("//registry.npmjs.org/:_authToken=", "0a1b2c3d-" + drawn(HEX, 4) + "-4e5f-8a9b-" + drawn(HEX, 12), ""),
}
PRIVATE_KEY_LINES = [
    "-----BEGIN RSA " + "PRIVATE KEY-----",
    *(drawn(ALPHANUMERIC + "+/", 64, seed) for seed in range(9)),
    drawn(ALPHANUMERIC, 20) + "==",
    "-----END RSA " + "PRIVATE KEY-----",
]


def element(text: str, kind: ElementKind = ElementKind.PARAGRAPH, path: tuple[str, ...] = ()) -> Element:
    """A drawn paragraph: each line of `text` is a line of its box, and its clean text has spaces for the breaks."""
    spans, start = [], 0
    for number, line in enumerate(text.split("\n")):
        spans.append(TextSpan(start, start + len(line), Box(1, 0.0, float(number), 100.0, number + 1.0)))
        start += len(line) + 1
    return Element(kind, text.replace("\n", " "), text, tuple(spans), path)


def document(*elements: Element) -> ParsedDocument:
    return ParsedDocument("text/plain", "t", "1", 1, elements)


def everything(parsed: ParsedDocument) -> str:
    """All that is stored, without white space: a secret that is broken is a secret."""
    return "".join(repr(parsed).replace("\\n", "").split())


@pytest.mark.parametrize("kind", SECRETS)
@pytest.mark.parametrize(
    "around", ["{}", "Use {} for it.", "key={}", '"{}"', "({})", "| a | {} |", "see {}, then {} again", "`{}`"]
)
def test_a_token_is_gone_wherever_it_stands_and_the_words_around_it_stay(kind: str, around: str) -> None:
    secret = SECRETS[kind]
    text = around.replace("{}", secret)
    redacted = redact(document(element(text)), PLAIN)
    assert secret not in everything(redacted)
    assert PLACEHOLDER.sub("{}", redacted.elements[0].text) == around
    assert sum(count for _, count in redacted.redactions) == around.count("{}")


@pytest.mark.parametrize("kind", BEHIND_A_NAME)
def test_a_secret_behind_a_name_is_gone_and_its_name_stays(kind: str) -> None:
    before, secret, behind = BEHIND_A_NAME[kind]
    redacted = redact(document(element(f"We set {before}{secret}{behind} and went on.")), PLAIN)
    assert secret not in everything(redacted)
    assert PLACEHOLDER.sub("{}", redacted.elements[0].text) == f"We set {before}{{}}{behind} and went on."


@pytest.mark.parametrize(
    "text",
    [
        "The secret key is kept by the first author. Password: the user must choose one.",
        "Each token: a word or a part of one. The tokens = words. A secret: nobody knows. The key: simplicity.",
        "password = getpass.getpass() and api_key = os.environ['OPENAI_API_KEY'], token: str = tokenizer.encode(text)[0]",
        "api_key: YOUR_API_KEY, password: <password>, secret = ${SECRET}, api-key: xxxxxxxxxxxx, password=********",
        "See https://doi.org/10.18653/v1/2020.acl-main.447 and arXiv:2104.08663v4, commit 9fceb02d0ae598e95dc970b74767f19372d61af8.",
        "SHA-256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855, uuid 123e4567-e89b-12d3-a456-426614174000",
        "Write to anna.author@example.org or {anna,ben}@example.org; files in /home/anna/data and C:\\Users\\Anna\\data.",
        "Public key: ssh-ed25519 is a scheme; task-specific and risk-sensitive methods; the keys begin with sk- or ghp_ or AKIA.",
        "A file with the line BEGIN RSA PRIVATE KEY is a private key, and one with END PRIVATE KEY ends it.",
        "The RISK-aware MAKIAVELLIAN agents; secretary: Bob2; tokenizer: wordpiece2021; https://example.org:8080/a@b",
        "| Token | Password length |\n| --- | --- |\n| 12 | 2048 bit |",
        "The bearer of this letter and basic understanding, basic authentication; bearer instruments 2021",
    ],
)
def test_text_about_secrets_is_left_alone(text: str) -> None:
    parsed = document(element(text))
    assert redact(parsed, PLAIN) is parsed


def test_a_password_that_is_one_plain_word_is_left_without_quotes_and_goes_with_them() -> None:
    assert "swordfish" in redact_text("password: swordfish", PLAIN)
    assert "swordfish" not in redact_text('password: "swordfish"', PLAIN)


@pytest.mark.parametrize("parted", ["folded", "elements", "lines", "dashes", "escaped", "without an end"])
def test_a_private_key_goes_whole_however_it_is_parted(parted: str) -> None:
    lines = ["Before.", *PRIVATE_KEY_LINES, "Behind."]
    parsed = {
        "folded": document(element(" ".join(lines))),
        "elements": document(*map(element, lines)),
        "lines": document(element("\n".join(lines))),
        "dashes": document(element(" ".join(lines).replace("-----", "\u2014\u2014"))),
        "escaped": document(element("Before. " + "\\n".join(PRIVATE_KEY_LINES) + " Behind.")),
        "without an end": document(element(" ".join([*lines[:-2], lines[-1]]))),
    }[parted]
    redacted = redact(parsed, PLAIN)
    assert " ".join(one.text for one in redacted.elements) == "Before. [redacted: private key] Behind."
    drawn_words = " ".join(one.original for one in redacted.elements).split()
    assert drawn_words == ["Before.", "[redacted:", "private", "key]", "Behind."]
    assert redacted.redactions == (("private key", 1),)


def test_other_kinds_of_private_keys_go_too() -> None:
    pgp = (
        "-----BEGIN PGP PRIVATE KEY "
        + "BLOCK----- Version: GnuPG v2 "
        + drawn(ALPHANUMERIC, 64)
        + " =aB1c -----END PGP PRIVATE KEY BLOCK-----"
    )
    putty = f"PuTTY-User-Key-File-2: ssh-rsa Encryption: none Private-Lines: 1 {drawn(ALPHANUMERIC, 64)} Private-MAC: {drawn(HEX, 40)}"
    assert redact_text(f"a {pgp} b {putty} c", PLAIN) == "a [redacted: private key] b [redacted: private key] c"


@pytest.mark.parametrize("kind", [kind for kind in SECRETS if kind not in ("Slack webhook",)])
@pytest.mark.parametrize("hyphen", ["", "-"])
@pytest.mark.parametrize("share", [0.4, 0.7])
def test_a_token_broken_over_two_drawn_lines_is_gone(kind: str, hyphen: str, share: float) -> None:
    secret = SECRETS[kind]
    at = int(len(secret) * share)
    text = f"We call it with\nthe key {secret[:at]}{hyphen}\n{secret[at:]} from\nthe shell."
    redacted = redact(document(element(text)), PLAIN)
    (only,) = redacted.elements
    assert PLACEHOLDER.sub("{}", only.text) == "We call it with the key {} from the shell."
    assert only.original.startswith("We call it with\n")
    assert secret[at:] not in everything(redacted)
    assert secret[:at] not in everything(redacted)


def test_a_token_without_a_fixed_length_at_the_end_of_a_line_leaves_the_next_word() -> None:
    redacted = redact(document(element(f"The key is {SECRETS['Hugging Face token']}\nwhich is secret")), PLAIN)
    assert redacted.elements[0].text == "The key is [redacted: Hugging Face token] which is secret"
    assert redacted.elements[0].original == "The key is [redacted: Hugging Face token]\nwhich is secret"


def test_spans_keep_their_boxes_and_a_line_that_was_nothing_else_is_gone() -> None:
    secret = SECRETS["Anthropic key"]
    parsed = document(element(f"one two {secret[:50]}\n{secret[50:]}\nthree four\nfive {SECRETS['AWS access key']} six"))
    (only,) = redact(parsed, PLAIN).elements
    lines = [(only.text[span.start : span.end], span.box.y0) for span in only.spans]
    assert lines == [
        ("one two [redacted: Anthropic API key]", 0.0),
        ("three four", 2.0),
        ("five [redacted: AWS access key] six", 3.0),
    ]
    assert only.original.split("\n") == [line for line, _ in lines]


def test_cells_of_a_table_still_say_what_they_said() -> None:
    builder = ElementBuilder()
    secret = SECRETS["GitHub token"]
    builder.table([["name", "token", "use"], ["Anna", secret, "build"], ["Ben", f"old {secret} here", "none"]])
    (table,) = redact(document(*builder.elements), PLAIN).elements
    assert [(cell.address, table.text[cell.start : cell.end]) for cell in table.cells] == [
        ("A1", "name"), ("B1", "token"), ("C1", "use"), ("A2", "Anna"), ("B2", "[redacted: GitHub token]"), ("C2", "build"),
        ("A3", "Ben"), ("B3", "old [redacted: GitHub token] here"), ("C3", "none"),
    ]  # fmt: skip


def test_a_cell_beside_a_cell_that_says_password_goes() -> None:
    builder = ElementBuilder()
    builder.table(
        [["Setting", "Value"], ["password", "abcdefgh12345x"], ["api key", "0a9b8c7d6e5f4a3b"], ["token", "512 of 1024"]]
    )
    text = redact(document(*builder.elements), PLAIN).elements[0].text
    assert "abcdefgh12345x" not in text
    assert "0a9b8c7d6e5f4a3b" not in text
    assert "512 of 1024" in text


def test_titles_paths_attachments_places_and_reasons_are_redacted_and_counted_once() -> None:
    secret, other = SECRETS["AWS access key"], SECRETS["GitLab token"]
    parsed = replace(
        document(element(f"1 Key {secret}", ElementKind.HEADING), element("Words.", path=(f"1 Key {secret}",))),
        metadata=DocumentMetadata(title=f"On {secret}", authors=(f"Anna {other}",), venue=other, flag_note=other),
        attachments=(f"{other}.txt",),
        reason=f"The name {other} lies.",
    )
    redacted = redact(parsed, PLAIN)
    assert not any(one in everything(redacted) for one in (secret, other))
    assert redacted.elements[1].section_path == ("1 Key [redacted: AWS access key]",)
    assert redacted.metadata.title == "On [redacted: AWS access key]"
    assert redacted.redactions == (("AWS access key", 1), ("GitLab token", 1))


def test_a_secret_known_by_its_name_once_is_gone_where_it_has_no_name_and_where_it_is_drawn_otherwise() -> None:
    value = drawn(ALPHANUMERIC, 20)
    first = element(f"api_key: {value}")
    drawn_wide = replace(element(f"It is {value} there."), original=f"It is {value[:7]}-\n{value[7:]} there.")
    fullwidth = replace(element(f"Or {value}."), original="Or " + "".join(chr(ord(sign) + 0xFEE0) for sign in value) + ".")
    redacted = redact(document(first, drawn_wide, fullwidth), PLAIN)
    assert [one.original.replace("\n", " ") for one in redacted.elements] == [
        "api_key: [redacted: secret key]", "It is [redacted: secret key] there.", "Or [redacted: secret key].",
    ]  # fmt: skip


def test_counts_are_by_kind_and_sorted() -> None:
    text = f"{SECRETS['GitLab token']} {SECRETS['AWS access key']} {SECRETS['GitLab token']}"
    assert redact(document(element(text)), PLAIN).redactions == (("AWS access key", 1), ("GitLab token", 2))


def test_email_addresses_and_names_of_home_folders_go_only_when_asked() -> None:
    text = (
        "Write to anna.author@cs.example.org or {ben, c.d}@example.org, see /home/anna/data, /Users/ben.x/notes, "
        "C:\\Users\\Carl Dee\\paper and https://example.org/home/page or /Users/Shared/x."
    )
    told = redact(document(element(text)), ReadingOptions(redact_emails=True, redact_home_paths=True))
    assert PLACEHOLDER.sub("{}", told.elements[0].text) == (
        "Write to {} or {}, see /home/{}/data, /Users/{}/notes, "
        "C:\\Users\\{}\\paper and https://example.org/home/page or /Users/Shared/x."
    )
    assert told.redactions == (("e-mail address", 2), ("name of a home folder", 3))


def test_nothing_of_a_secret_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        redact(document(*(element(f"a {secret} b") for secret in SECRETS.values())), PLAIN)
    assert not any(secret in caplog.text for secret in SECRETS.values())


def secret_pdf() -> bytes:
    """Two pages of prose with a secret of every form, one broken over lines, and a private key."""
    sheet = Sheet()
    lines = wrapped(prose(8), 450) + [f"The key for {number} is {secret}" for number, secret in enumerate(SHORT_SECRETS)]
    draw(sheet.page(), lines, 72, 72)
    draw(sheet.page(), [*wrapped(prose(4, 50), 450), *PRIVATE_KEY_LINES, "That was the key."], 72, 72)
    sheet.document.set_metadata({"title": f"Notes with {SHORT_SECRETS[0]}", "author": "Anna Author"})
    return sheet.bytes()


def stored(folder: Path) -> Iterator[tuple[Path, str]]:
    """Every file below a folder with all it says: its bytes, and what is packed in them."""
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        content = file.read_bytes()
        told = content.decode("latin-1")
        if content[:4] == b"PAR1":
            told += repr(pq.ParquetFile(file).read().to_pylist())
        elif file.suffix == ".duckdb":
            with contextlib.closing(duckdb.connect(file, read_only=True)) as connection:
                told += repr([connection.execute(f"FROM {name}").fetchall() for name in TABLES])
        yield file, told


def test_no_stored_file_of_an_ingest_holds_anything_of_a_secret(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    content = secret_pdf()
    loaded = registry.load(content, "notes.pdf", PLAIN)
    assert all(secret in " ".join(one.text for one in loaded.elements) for secret in SHORT_SECRETS)
    raw = tmp_path / "raw"
    raw.mkdir()
    (raw / "notes.pdf").write_bytes(content)
    store = ArtifactStore(tmp_path / "data")
    with caplog.at_level(logging.DEBUG):
        (record,) = ingest(["notes"], scan_library(raw, None, {}, {}), raw, store, 1)
        (cut_paper,) = cut([record.bibkey], store, 100)
        embedder = load_embedder("wordllama", tmp_path / "models")
        papers = embed_papers({record.bibkey: cut_paper.chunks}, embedder, store)
        open_store(tmp_path / "data" / "vectors", embedder).replace({one.bibkey: one.points for one in papers})
        stamp = Stamp.now("run")
        append(tmp_path / "audit", "documents", [document_row(record, stamp)])
        append(tmp_path / "audit", "chunks", chunk_rows(cut_paper.chunks, "2", stamp))
        fold(tmp_path / "audit", tmp_path / "audit.duckdb")
    assert (raw / "notes.pdf").read_bytes() == content
    (raw / "notes.pdf").unlink()  # the source holds them, of course
    assert sum(count for _, count in record.redactions) == len(SHORT_SECRETS) + 1
    files = dict(stored(tmp_path))
    assert len(files) >= 6
    assert any("[redacted: private key]" in told for told in files.values())
    for secret in (*SHORT_SECRETS, *PRIVATE_KEY_LINES[1:-1]):
        coded = {secret, base64.b64encode(secret.encode()).decode().rstrip("=")}
        assert not [file for file, told in files.items() if any(one in told for one in coded)], secret[:4]
        assert secret not in caplog.text


WORDS = st.lists(
    st.sampled_from(["alpha", "Beta,", "of", "x=3", "10.1000/182", "(see", "https://example.org/a", "字", "a.b@c.org"]),
    max_size=12,
)
PLANTED = st.sampled_from([*sorted(SECRETS.values()), " ".join(PRIVATE_KEY_LINES)])


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(WORDS, PLANTED, WORDS, st.sampled_from([" ", "\n"])), min_size=1, max_size=4))
def test_every_planted_secret_is_gone_the_rest_is_untouched_and_a_second_time_changes_nothing(
    parts: list[tuple[list[str], str, list[str], str]],
) -> None:
    parsed = document(*(element(gap.join(["Start", *before, secret, *behind])) for before, secret, behind, gap in parts))
    redacted = redact(parsed, PLAIN)
    for secret in (secret for _, secret, _, _ in parts):
        assert "".join(secret.split()) not in everything(redacted)
    for made, (before, _, behind, _) in zip(redacted.elements, parts, strict=True):
        assert PLACEHOLDER.sub("{}", made.text).split() == ["Start", *before, "{}", *behind]
        assert made.original.split("\n") == [made.text[span.start : span.end] for span in made.spans]
    assert redact(redacted, PLAIN) == redacted


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from("ab1=:|\"' \nAKI-_.@/\\skpasword:tnBEGINPRVTY"), max_size=300))
def test_any_text_is_redacted_without_fault_and_only_once(text: str) -> None:
    assume(text.strip())
    redacted = redact(document(element(text)), ReadingOptions(redact_emails=True, redact_home_paths=True))
    assert redact(redacted, ReadingOptions(redact_emails=True, redact_home_paths=True)) == redacted


@pytest.mark.parametrize(
    "text", ["eyJ" * 60_000, "sk-" * 60_000, "password=" * 20_000, "-----BEGIN PRIVATE KEY-----" * 4_000, "a" * 200_000 + "@"]
)
def test_hostile_text_takes_no_more_than_a_few_seconds(text: str) -> None:
    redact(document(element(text)), ReadingOptions(redact_emails=True, redact_home_paths=True))


@pytest.mark.shared
def test_nothing_is_redacted_from_real_papers() -> None:
    papers = sorted((SHARED / "papers").glob("*.pdf"))
    if not papers:
        pytest.skip("../shared/corpus/papers is not here")
    for paper in papers[::4]:
        parsed = registry.load(paper.read_bytes(), paper.name, PLAIN)
        assert redact(parsed, PLAIN) is parsed, paper.name
