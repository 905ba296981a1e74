"""Archives: what goes in comes out, and nothing else ever does."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import io
import json
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import pyarrow as pa
import pytest

from wiki_assets.errors import BackupError
from wiki_assets.upkeep import archive
from wiki_assets.upkeep.archive import MANIFEST_NAME, SEAL_NAME, check_archive, read_archive, safe_name, write_archive
from wiki_assets.upkeep.manifest import Manifest, Member, decode_manifest, encode_manifest

FILES = {
    "artifacts/pages/a/latest.json": b'{"a": 1}' * 900,
    "audit/pages/one.parquet": bytes(range(256)) * 40,
    "wiki/a.md": "Ein Satz über Würfel.\n".encode(),
    "wiki/empty.md": b"",
}


def manifest_of(files: dict[str, bytes]) -> Manifest:
    members = tuple(
        Member(name=name, size=len(data), sha256=hashlib.sha256(data).hexdigest(), mtime_ns=1_700_000_000_123_456_789)
        for name, data in files.items()
    )
    return Manifest(
        created_at="2026-01-01T00:00:00+00:00",
        versions={},
        counts={},
        instance="",
        raw_included=False,
        raw=(),
        settled="quiet",
        problems=(),
        members=members,
    )


def write(folder: Path, name: str = "b.tar.zst", files: dict[str, bytes] = FILES) -> Path:
    source = folder / "source"
    for member, data in files.items():
        (source / member).parent.mkdir(parents=True, exist_ok=True)
        (source / member).write_bytes(data)
    write_archive(folder / name, manifest_of(files), source)
    return folder / name


def contents(path: Path) -> dict[str, bytes]:
    found: dict[str, bytes] = {}

    @contextlib.contextmanager
    def sink(member: Member, _private: bool) -> Iterator[IO[bytes]]:
        file = io.BytesIO()
        yield file
        found[member.name] = file.getvalue()

    read_archive(path, sink)
    return found


def handmade(path: Path, fill: Callable[[tarfile.TarFile], None], *, manifest: Manifest, seal: bool = True) -> Path:
    """An archive as an attacker would make it."""
    encoded = encode_manifest(manifest)
    with gzip.open(path, "wb") as stream, tarfile.open(fileobj=stream, mode="w|") as tar:
        add(tar, MANIFEST_NAME, encoded)
        fill(tar)
        if seal:
            add(tar, SEAL_NAME, hashlib.sha256(encoded).hexdigest().encode())
    return path


def add(tar: tarfile.TarFile, name: str, data: bytes) -> None:
    info = tarfile.TarInfo(name)
    info.size = len(data)
    tar.addfile(info, io.BytesIO(data))


@pytest.mark.parametrize("name", ["b.tar.zst", "b.tar.gz", "b.tgz"])
def test_what_goes_in_comes_out_whatever_the_compression(tmp_path: Path, name: str) -> None:
    path = write(tmp_path, name)
    assert check_archive(path) == manifest_of(FILES)
    assert contents(path) == FILES
    assert path.stat().st_mode & 0o077 == 0, "others may not read it, for it may hold passwords of documents"


def test_an_ending_that_names_no_compression_of_ours_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match=r"\.tar\.zst or \.tar\.gz"):
        write(tmp_path, "b.zip")


@pytest.mark.parametrize("name", ["b.tar.zst", "b.tar.gz"])
def test_any_byte_that_is_damaged_is_noticed(tmp_path: Path, name: str) -> None:
    path = write(tmp_path, name)
    data = path.read_bytes()
    for place in range(0, len(data), max(1, len(data) // 60)):
        path.write_bytes(data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :])
        if place in (4, 5, 6, 7, 8, 9) and name.endswith("gz"):
            continue  # time and system in the header of gzip: no byte of ours
        try:
            found = contents(path)
        except BackupError:
            continue
        assert found == FILES, f"byte {place} was changed and something else came out"


@pytest.mark.parametrize("name", ["b.tar.zst", "b.tar.gz"])
def test_an_archive_that_was_cut_short_is_never_taken_for_a_whole_one(tmp_path: Path, name: str) -> None:
    path = write(tmp_path, name)
    data = path.read_bytes()
    for share in (0.1, 0.5, 0.9, 0.99):
        path.write_bytes(data[: int(len(data) * share)])
        with pytest.raises(BackupError):
            check_archive(path)


def test_a_damaged_archive_names_the_first_bad_member(tmp_path: Path) -> None:
    files = dict(FILES) | {"audit/pages/one.parquet": bytes(reversed(FILES["audit/pages/one.parquet"]))}

    def fill(tar: tarfile.TarFile) -> None:
        for name, data in files.items():
            add(tar, name, data)

    with pytest.raises(BackupError, match=r"audit/pages/one\.parquet: its bytes do not match"):
        check_archive(handmade(tmp_path / "b.tar.gz", fill, manifest=manifest_of(FILES)))


def test_a_missing_member_and_a_missing_end_are_named(tmp_path: Path) -> None:
    def half(tar: tarfile.TarFile) -> None:
        add(tar, "artifacts/pages/a/latest.json", FILES["artifacts/pages/a/latest.json"])

    with pytest.raises(BackupError, match=r"one\.parquet: it is missing"):
        check_archive(handmade(tmp_path / "b.tar.gz", half, manifest=manifest_of(FILES)))
    with pytest.raises(BackupError, match="ends too early"):
        check_archive(handmade(tmp_path / "c.tar.gz", half, manifest=manifest_of(FILES), seal=False))


def test_links_devices_strangers_and_duplicates_are_refused(tmp_path: Path) -> None:
    def link(kind: bytes) -> Callable[[tarfile.TarFile], None]:
        def fill(tar: tarfile.TarFile) -> None:
            info = tarfile.TarInfo("wiki/a.md")
            info.type, info.linkname = kind, "/etc/passwd"
            tar.addfile(info)

        return fill

    def stranger(tar: tarfile.TarFile) -> None:
        add(tar, "wiki/stranger.md", b"x")

    def twice(tar: tarfile.TarFile) -> None:
        add(tar, "wiki/a.md", b"x")
        add(tar, "wiki/a.md", b"x")

    one = manifest_of({"wiki/a.md": b"x"})
    for number, kind in enumerate((tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE, tarfile.DIRTYPE)):
        with pytest.raises(BackupError, match="a link, a folder or a device"):
            check_archive(handmade(tmp_path / f"l{number}.tar.gz", link(kind), manifest=one))
    for number, fill in enumerate((stranger, twice)):
        with pytest.raises(BackupError, match="comes twice"):
            check_archive(handmade(tmp_path / f"s{number}.tar.gz", fill, manifest=one))


@pytest.mark.parametrize(
    "name",
    [
        "../x.md",
        "wiki/../../x",
        "/etc/passwd",
        "wiki//a",
        "wiki/./a",
        "x.md",
        "tmp/x",
        "wiki\\..\\x",
        "wiki",
        "",
        "wiki/a\0b",
        ".env",
    ],
)
def test_names_that_leave_the_home_or_lie_elsewhere_are_refused(tmp_path: Path, name: str) -> None:
    assert not safe_name(name)
    if name and "\0" not in name:
        with pytest.raises(BackupError):
            check_archive(handmade(tmp_path / "b.tar.gz", lambda tar: add(tar, name, b"x"), manifest=manifest_of({name: b"x"})))


def test_names_of_a_home_are_safe() -> None:
    for name in ("wiki/a.md", "wiki/draft/b.md", ".dagster/history/runs.db", "raw/ünï 1.pdf", "concepts.yaml", "artifacts/a/b/c"):
        assert safe_name(name), name


def test_a_bomb_is_refused_before_anything_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "_NEVER_A_BOMB", 1000)
    with pytest.raises(BackupError, match="Do not trust it"):
        check_archive(write(tmp_path, files={"wiki/a.md": b"\0" * 2**22}))


def test_more_than_the_manifest_says_never_comes_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "_BLOCK", 1000)
    small = manifest_of({"wiki/a.md": b"x"})

    def flood(tar: tarfile.TarFile) -> None:
        info = tarfile.TarInfo("wiki/a.md")
        info.pax_headers = {"comment": "y" * 200_000}
        info.size = 1
        tar.addfile(info, io.BytesIO(b"x"))

    path = tmp_path / "b.tar.gz"
    encoded = encode_manifest(small)
    with gzip.open(path, "wb") as stream, tarfile.open(fileobj=stream, mode="w|", format=tarfile.PAX_FORMAT) as tar:
        add(tar, MANIFEST_NAME, encoded)
        flood(tar)
    with pytest.raises(BackupError, match="more than its manifest says"):
        check_archive(path)


def test_what_is_no_archive_of_ours_is_told(tmp_path: Path) -> None:
    (tmp_path / "text.tar.zst").write_text("no archive")
    (tmp_path / "empty.tar.gz").write_bytes(b"")
    with gzip.open(tmp_path / "other.tar.gz", "wb") as stream, tarfile.open(fileobj=stream, mode="w|") as tar:
        add(tar, "wiki/a.md", b"x")
    for name in ("text.tar.zst", "empty.tar.gz", "other.tar.gz", "absent.tar.gz"):
        with pytest.raises(BackupError):
            check_archive(tmp_path / name)


def test_a_manifest_of_another_format_or_with_unknown_fields_is_refused() -> None:
    good = json.loads(encode_manifest(manifest_of(FILES)))
    with pytest.raises(BackupError, match="with the version of the product that wrote it"):
        decode_manifest(json.dumps(good | {"format": "wiki-backup/9"}).encode())
    for bad in (good | {"more": 1}, good | {"members": [{"name": "x"}]}, []):
        with pytest.raises(BackupError):
            decode_manifest(json.dumps(bad).encode())
    assert decode_manifest(encode_manifest(manifest_of(FILES))) == manifest_of(FILES)


@pytest.mark.parametrize("name", ["b.tar.zst", "b.tar.gz"])
def test_which_files_only_their_owner_could_read_is_kept(tmp_path: Path, name: str) -> None:
    write(tmp_path)
    (tmp_path / "source/wiki/a.md").chmod(0o600)
    (tmp_path / "source/audit/pages/one.parquet").chmod(0o400)
    path = tmp_path / f"again-{name}"
    write_archive(path, manifest_of(FILES), tmp_path / "source")
    told: dict[str, bool] = {}

    def sink(member: Member, private: bool) -> contextlib.AbstractContextManager[None]:
        told[member.name] = private
        return contextlib.nullcontext(None)

    assert read_archive(path, sink) == manifest_of(FILES)
    assert {name for name, private in told.items() if private} == {"wiki/a.md", "audit/pages/one.parquet"}
    assert told.keys() == FILES.keys()


def test_a_full_disk_or_a_missing_folder_is_told(tmp_path: Path) -> None:
    write(tmp_path)
    with pytest.raises(BackupError, match="cannot be written"):
        write_archive(tmp_path / "no" / "b.tar.gz", manifest_of(FILES), tmp_path / "source")
    assert pa.Codec.is_available("zstd")


def test_an_archive_that_cannot_be_written_names_the_file_that_stands_in_the_way(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "source/wiki/a.md").unlink()
    with pytest.raises(BackupError, match=r"wiki/a\.md: No such file"):
        write_archive(tmp_path / "c.tar.gz", manifest_of(FILES), tmp_path / "source")
