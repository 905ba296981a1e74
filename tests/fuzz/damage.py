"""Ways to damage a file, from single bytes to what only somebody who means it would write.

Belongs here: from bytes and chance to other bytes. Does not belong here: originals, or reading what comes out.
"""

from __future__ import annotations

import io
import re
import warnings
import zipfile
import zlib
from collections.abc import Callable
from random import Random

from tests.fuzz.originals import Original

Damage = Callable[[bytes, Random], bytes]

_BYTES = (
    b"\0", b"\xff" * 4, b"\xed\xa0\x80", b"\xfe\xff", b"\xef\xbb\xbf", b"<" * 300, b"[" * 3000, b"(" * 3000, b">" * 500,
    b"%PDF-1.7\n", b"PK\x03\x04", b"\x1b[2J", "\u202e\u200d\U000e0041\u0301".encode(), b"A" * 20_000, b"\r", b"{\\rtf",
    b"&#x0;&#xD800;&lol;", b"\\" * 500,
)  # fmt: skip
_VALUES = (
    b"",
    b"0",
    b"-1",
    b"1e309",
    b"NaN",
    b"2147483648",
    b"99999999999999999999",
    b"../../x",
    b"\xef\xbf\xbe",
    b"A" * 5000,
    b"%s%n",
    b"true",
)
_ENTITIES = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "0123456789"><!ENTITY c "&b;&b;&b;&b;"><!ENTITY d SYSTEM "file:///etc/hostname">]>'
_TAG = re.compile(rb"<[^<>]{1,300}>")
_ATTRIBUTE = re.compile(rb'="[^"<>]*"')
_NUMBER = re.compile(rb"(?<![\w.])-?\d+(?:\.\d+)?")
_OBJECT = re.compile(rb"\d+ \d+ obj.*?endobj", re.DOTALL)
_STREAM = re.compile(rb"stream\r?\n(.*?)endstream", re.DOTALL)
_REFERENCE = re.compile(rb"\d+ 0 R\b")
_NAME = re.compile(rb"/[A-Za-z]{2,20}")


def damaged(number: int, seed: int, originals: list[Original]) -> Original:
    """The input of a number: the same for the same seed and originals, in whatever order inputs are asked for."""
    chance = Random(f"{seed}/{number}")
    original = originals[number % len(originals)] if chance.random() < 0.5 else chance.choice(originals)
    content = original.content
    for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
        content = _damage_for(content, chance)(content, chance)
    if chance.random() < 0.08:
        content = _spliced(content, chance.choice(originals).content, chance)
    return Original(chance.choice(originals).suffix if chance.random() < 0.03 else original.suffix, content)


def _damage_for(content: bytes, chance: Random) -> Damage:
    of_bytes: list[Damage] = [_flipped, _cut_off, _inserted, _without_slice, _repeated_slice, _value_changed]
    if content.startswith(b"PK") and chance.random() < 0.8:
        return _member_changed
    if b"%PDF-" in content[:1024] and chance.random() < 0.8:
        return chance.choice([_stream_changed, _object_changed, _matched(_NUMBER), _matched(_REFERENCE), _matched(_NAME)])
    if b"<" in content[:200] and chance.random() < 0.7:
        return _markup_changed
    return chance.choice(of_bytes)


def _place(content: bytes, chance: Random) -> int:
    return chance.randrange(len(content) + 1)


def _flipped(content: bytes, chance: Random) -> bytes:
    changed = bytearray(content)
    for _ in range(min(len(changed), chance.choice((1, 4, 16, 64)))):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _cut_off(content: bytes, chance: Random) -> bytes:
    return content[: _place(content, chance)]


def _inserted(content: bytes, chance: Random) -> bytes:
    at = _place(content, chance)
    return content[:at] + chance.choice(_BYTES) + content[at:]


def _without_slice(content: bytes, chance: Random) -> bytes:
    at = _place(content, chance)
    return content[:at] + content[at + chance.choice((1, 10, 100, 1000)) :]


def _repeated_slice(content: bytes, chance: Random) -> bytes:
    at, length = _place(content, chance), chance.choice((1, 10, 100, 1000))
    return content[:at] + content[at : at + length] * chance.choice((2, 5, 300)) + content[at + length :]


def _spliced(content: bytes, other: bytes, chance: Random) -> bytes:
    return content[: _place(content, chance)] + other[_place(other, chance) :]


def _matched(pattern: re.Pattern[bytes]) -> Damage:
    """Replaces one match of a pattern by another one, or by a value that is rarely thought of."""

    def change(content: bytes, chance: Random) -> bytes:
        found = list(pattern.finditer(content[:200_000]))
        if not found:
            return _flipped(content, chance)
        one = chance.choice(found)
        other = chance.choice(found).group() if chance.random() < 0.5 else chance.choice(_VALUES)
        return content[: one.start()] + other + content[one.end() :]

    return change


_value_changed = _matched(_NUMBER)


def _markup_changed(content: bytes, chance: Random) -> bytes:
    way = chance.randrange(7)
    if way == 0:
        return _matched(_TAG)(content, chance)
    if way == 1:
        found = list(_ATTRIBUTE.finditer(content[:200_000]))
        if found:
            one = chance.choice(found)
            return content[: one.start()] + b'="' + chance.choice(_VALUES) + b'"' + content[one.end() :]
    if way == 2:
        found = list(_TAG.finditer(content[:200_000]))
        if found:
            one, depth = chance.choice(found), chance.choice((50, 500, 5000))
            return content[: one.start()] + one.group() * depth + content[one.end() :]
    if way == 3:
        return _ENTITIES + content.removeprefix(b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>')
    if way == 4:
        return content.replace(b">", b">&c;&d;&nbsp;", 3)
    if way == 5:
        return _repeated_slice(content, chance)
    return chance.choice((_flipped, _cut_off, _inserted, _value_changed))(content, chance)


def _member_changed(content: bytes, chance: Random) -> bytes:
    """Changes a member of a ZIP, and writes the archive anew, so that lengths and check sums are right."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = [(name, archive.read(name)) for name in archive.namelist()]
    except (zipfile.BadZipFile, OSError, RuntimeError, ValueError, NotImplementedError, zlib.error, EOFError, KeyError):
        return _flipped(content, chance)
    if not members:
        return _flipped(content, chance)
    at = chance.randrange(len(members))
    name, data = members[at]
    way = chance.randrange(12)
    if way == 0:
        del members[at]
    elif way == 1:
        members[at] = (chance.choice((*(other for other, _ in members), "../../x", "/etc/x", "a\\b", "\u202e.xml")), data)
    elif way == 2:
        members.append((name, data[: len(data) // 2]))
    elif way == 3:
        members[at] = (name, chance.choice((b"", bytes(5_000_000), b"<a>" * 100_000, chance.choice(members)[1])))
    else:
        change = _markup_changed if data.lstrip(b"\xef\xbb\xbf \r\n").startswith(b"<") else _flipped
        members[at] = (name, change(data, chance))
    return _archived(members)


def _archived(members: list[tuple[str, bytes]]) -> bytes:
    stream = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        warnings.simplefilter("ignore")  # of a name that is there twice
        for name, data in members:
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return stream.getvalue()


def _object_changed(content: bytes, chance: Random) -> bytes:
    found = list(_OBJECT.finditer(content))
    if not found:
        return _flipped(content, chance)
    one, other = chance.choice(found), chance.choice(found)
    way = chance.randrange(3)
    if way == 0:
        return content[: one.start()] + content[one.end() :]
    if way == 1:
        return (
            content[: one.start()]
            + one.group().split(b"obj")[0]
            + b"obj"
            + other.group().split(b"obj", 1)[1]
            + content[one.end() :]
        )
    inner = chance.choice((_matched(_NUMBER), _matched(_REFERENCE), _matched(_NAME), _flipped))(one.group(), chance)
    return content[: one.start()] + inner + content[one.end() :]


def _stream_changed(content: bytes, chance: Random) -> bytes:
    """Changes what a compressed stream unpacks to, and packs it again."""
    found = list(_STREAM.finditer(content))
    if not found:
        return _flipped(content, chance)
    one = chance.choice(found)
    try:
        data, packed = zlib.decompress(one.group(1)), True
    except zlib.error:
        data, packed = one.group(1), False
    way = chance.randrange(4)
    if way == 0:
        data = chance.choice((bytes(30_000_000), b"q " * 200_000, b"[(a)" * 50_000, b"/X Do " * 1000))
    else:
        data = (_flipped, _value_changed, _repeated_slice)[way - 1](data, chance)
    data = zlib.compress(data) if packed else data
    return content[: one.start(1)] + data + b"\n" + content[one.end(1) :]
