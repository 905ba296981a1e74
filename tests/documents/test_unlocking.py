"""An encrypted Office document opens with its password, and says what is missing without it."""

from __future__ import annotations

import contextlib
import io
import logging
from functools import cache
from pathlib import Path

import msoffcrypto
import olefile
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msoffcrypto.format.ooxml import OOXMLFile
from openpyxl import Workbook

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.office.unlocking import unlocked
from wiki_assets.documents.model import DocumentStatus

LOCKED = Path(__file__).resolve().parents[2] / ".." / "shared" / "corpus" / "hard" / "unstructured-password-protected.xlsx"
PASSWORD = "corréct horse"


@cache
def plain() -> bytes:
    book = Workbook()
    book.active.append(["figures", 7])
    saved = io.BytesIO()
    book.save(saved)
    return saved.getvalue()


@cache
def locked(password: str) -> bytes:
    sealed = io.BytesIO()
    OOXMLFile(io.BytesIO(plain())).encrypt(password, sealed)
    return sealed.getvalue()


def failure(content: bytes, password: str) -> DocumentError:
    with pytest.raises(DocumentError) as caught:
        unlocked(content, "book.xlsx", password)
    return caught.value


def test_the_right_password_gives_the_document_inside() -> None:
    assert unlocked(locked(PASSWORD), "book.xlsx", PASSWORD) == plain()


def test_without_a_password_the_message_says_where_to_give_it() -> None:
    error = failure(locked(PASSWORD), "")
    assert error.status is DocumentStatus.ENCRYPTED
    assert str(error) == (
        "book.xlsx is protected by a password. Give it in sources.yaml, or put an unprotected copy in its place."
    )


def test_a_wrong_password_is_told_as_wrong_and_never_shown_or_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        error = failure(locked(PASSWORD), "not-this-one")
    assert error.status is DocumentStatus.ENCRYPTED
    assert "the password in sources.yaml does not open it" in str(error)
    assert "not-this-one" not in f"{error!r} {error.__cause__!r} {caplog.text}"


@pytest.mark.parametrize("password", ["", "any"])
def test_the_password_that_everybody_knows_is_tried(password: str) -> None:
    assert unlocked(locked("VelvetSweatshop"), "book.xlsx", password) == plain()


def test_a_format_before_2007_asks_for_an_unprotected_copy_whatever_the_password() -> None:
    # An OLE container with other streams: the names in the directory are those of an old Word document.
    content = locked(PASSWORD).replace("EncryptedPackage".encode("utf-16-le"), "OldWordDocument1".encode("utf-16-le"))
    for password in ("", PASSWORD):
        error = failure(content, password)
        assert error.status is DocumentStatus.ENCRYPTED
        assert "unprotected copy" in str(error)


def test_entities_in_what_says_how_to_open_are_an_attack() -> None:
    content = locked(PASSWORD)
    start = content.index(b"<?xml")
    changed = content[:start] + b'<!DOCTYPE a [<!ENTITY b "c">]>' + content[start + 30 :]
    assert failure(changed, PASSWORD).status is DocumentStatus.BOMB


def test_a_container_that_is_cut_off_is_corrupt() -> None:
    assert failure(locked(PASSWORD)[:1000], PASSWORD).status is DocumentStatus.CORRUPT
    assert failure(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "").status is DocumentStatus.CORRUPT


@settings(deadline=None, max_examples=40)
@given(st.data())
def test_any_damage_gives_a_document_or_an_error_with_a_status(data: st.DataObject) -> None:
    content = bytearray(locked(PASSWORD))
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
    content = content[: data.draw(st.integers(600, len(content)))]
    with contextlib.suppress(DocumentError):
        assert unlocked(bytes(content), "book.xlsx", PASSWORD).startswith(b"PK")


def test_the_samples_are_what_they_are_taken_for() -> None:
    assert olefile.isOleFile(io.BytesIO(locked(PASSWORD)))
    assert msoffcrypto.OfficeFile(io.BytesIO(locked(PASSWORD))).is_encrypted()


@pytest.mark.shared
@pytest.mark.skipif(not LOCKED.exists(), reason="no corpus beside the repository")
def test_a_real_locked_workbook_is_encrypted() -> None:
    assert failure(LOCKED.read_bytes(), "").status is DocumentStatus.ENCRYPTED
