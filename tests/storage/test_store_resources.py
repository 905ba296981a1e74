"""The resources open the artifacts and the record wherever the address says, and a refused address is an error before any work."""

from __future__ import annotations

import uuid
from pathlib import Path

import pytest

from resources.artifacts import ArtifactStoreResource
from resources.audit import AuditResource
from wiki_assets.audit.mapping import llm_call_rows
from wiki_assets.concepts.model import ModelCall
from wiki_assets.errors import SettingsError
from wiki_assets.storage.folder import FolderBackend
from wiki_assets.storage.objects import ObjectBackend


def test_without_an_address_both_lie_in_the_home_folder(tmp_path: Path) -> None:
    assert ArtifactStoreResource(home=str(tmp_path)).store().backend == FolderBackend(tmp_path / "artifacts")
    assert AuditResource(home=str(tmp_path)).record().backend == FolderBackend(tmp_path / "audit")


def test_with_an_address_rows_are_appended_there_and_folded_at_home(tmp_path: Path) -> None:
    address = f"memory://{uuid.uuid4().hex}"
    assert ArtifactStoreResource(home=str(tmp_path), address=address).store().backend == ObjectBackend(f"{address}/artifacts")
    audit = AuditResource(home=str(tmp_path), address=address)
    call = ModelCall(slug="s", purpose="p", model="m", prompt_version="1", prompt_sha256="", outcome="ok")
    audit.append("llm_calls", llm_call_rows([call], audit.stamp("run")))
    assert len(list(audit.record().backend.keys("llm_calls"))) == 1
    assert audit.fold().rows == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["audit", "audit.duckdb"], "the lock and the database"


def test_an_address_with_a_login_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="login"):
        ArtifactStoreResource(home=str(tmp_path), address="s3://key:secret@bucket").store()
