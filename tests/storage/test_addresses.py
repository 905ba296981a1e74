"""What WIKI_ARTIFACTS may hold: a folder, an address, and never a secret."""

from __future__ import annotations

from pathlib import Path

import pytest
from fsspec.registry import known_implementations

from wiki_assets.audit.record import open_record
from wiki_assets.errors import SettingsError
from wiki_assets.storage.addresses import open_backend, settled_address
from wiki_assets.storage.artifacts import open_artifacts
from wiki_assets.storage.folder import FolderBackend
from wiki_assets.storage.objects import MovingBackend, ObjectBackend


def test_without_an_address_everything_lies_in_the_home_folder(tmp_path: Path) -> None:
    assert open_artifacts(tmp_path, "").backend == FolderBackend(tmp_path / "artifacts")
    assert open_record(tmp_path, "").backend == FolderBackend(tmp_path / "audit")
    assert not list(tmp_path.iterdir()), "nothing is made by opening"


def test_a_folder_keeps_both_rooms_and_locks_stay_at_home(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    for address in (str(shared), f"file://{shared}", f"{shared}/"):
        assert open_artifacts(tmp_path, address).backend == FolderBackend(shared / "artifacts")
        record = open_record(tmp_path, address)
        assert (record.backend, record.lock_folder) == (FolderBackend(shared / "audit"), tmp_path / "audit")


@pytest.mark.parametrize(
    ("address", "backend"),
    [
        ("s3://bucket", ObjectBackend("s3://bucket/artifacts")),
        ("s3://bucket/wiki/", ObjectBackend("s3://bucket/wiki/artifacts")),
        ("gs://bucket/wiki", ObjectBackend("gs://bucket/wiki/artifacts")),
        ("abfs://box@account.dfs.core.windows.net/wiki", ObjectBackend("abfs://box@account.dfs.core.windows.net/wiki/artifacts")),
        ("memory://", ObjectBackend("memory://wiki/artifacts")),
        ("sftp://user@host/srv/wiki", MovingBackend("sftp://user@host/srv/wiki/artifacts")),
        ("ssh://host/srv/wiki", MovingBackend("ssh://host/srv/wiki/artifacts")),
    ],
)
def test_an_object_store_is_written_at_once_and_a_file_system_moves_files(address: str, backend: object, tmp_path: Path) -> None:
    assert open_backend(tmp_path, address, "artifacts") == backend


BUCKETS = {"s3", "s3a", "gs", "gcs", "az", "abfs", "abfss", "oss"}
FILE_SYSTEMS = {"sftp", "ssh", "file", "local"}


@pytest.mark.parametrize("scheme", sorted({*known_implementations, "nonsense"} - BUCKETS - FILE_SYSTEMS - {"memory"}))
def test_every_other_file_system_is_refused_for_a_rewrite_may_be_lost_there(scheme: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=f"WIKI_ARTIFACTS begins with {scheme}://.*replace") as told:
        open_artifacts(tmp_path, f"{scheme}://host/wiki")
    assert "Mount it and give the folder" in str(told.value)
    with pytest.raises(SettingsError):
        open_record(tmp_path, f"{scheme}://host/wiki")


def test_a_folder_is_made_absolute_for_a_daemon_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert settled_address("shared") == str(tmp_path / "shared")
    assert settled_address("") == ""
    assert settled_address("s3://bucket/wiki/") == "s3://bucket/wiki"


@pytest.mark.parametrize(
    "address",
    [
        "s3://AKIDEXAMPLE:verysecret@bucket/wiki",
        "s3://AKIDEXAMPLE:very/secret@bucket/wiki",
        "s3://verysecret@bucket/wiki",
        "sftp://user:verysecret@host/srv",
        "abfs://box@account.dfs.core.windows.net/wiki?sig=verysecret",
        "https://host/wiki#verysecret",
        "simplecache::s3://AKIDEXAMPLE:verysecret@bucket/wiki",
    ],
)
def test_an_address_with_a_secret_is_refused_and_the_secret_is_not_told(address: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as told:
        open_artifacts(tmp_path, address)
    assert "secret@" not in str(told.value)
    assert "verysecret" not in str(told.value)
    assert "AKIDEXAMPLE" not in str(told.value)


def test_an_address_without_a_bucket_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="names no bucket"):
        open_artifacts(tmp_path, "s3:///wiki")
