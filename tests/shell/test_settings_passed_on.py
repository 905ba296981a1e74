"""Sensors and the runs they start go by the same settings and the same bibliography, however far apart they start."""

from __future__ import annotations

from pathlib import Path

import pytest

from resources import LibraryResource, build_resources
from tests.shell.homes import make_home
from wiki_assets.settings import Settings, variable_of
from wiki_assets.storage.artifacts import open_artifacts

CHANGED = {
    "home": "home",
    "raw": "papers",
    "llm_model": "openai/one",
    "llm_api_key": "a secret = with signs #1",
    "min_grounding_rate": 0.75,
    "redact_emails": True,
    "buckets": 12,
    "qdrant_url": "http://localhost:6333",
    "qdrant_api_key": "",
    "ocr": "eng",
}


def test_settings_given_as_environment_are_the_same_settings_whatever_env_file_lies_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(variable_of(name), raising=False)
    given = Settings.load(**CHANGED)
    for variable, text in given.as_environment().items():
        monkeypatch.setenv(variable, text)
    (tmp_path / ".env").write_text("WIKI_LLM_MODEL=openai/other\nWIKI_CHUNK_TOKENS=100\n", encoding="utf-8")
    passed_on = Settings.load()
    expected = given.model_copy(update={"home": tmp_path / "home", "raw": tmp_path / "papers"})
    assert passed_on == expected
    assert Settings.load().chunk_tokens == Settings.model_fields["chunk_tokens"].default


def test_a_bibliography_laid_beside_the_papers_later_is_seen_by_the_next_scan(tmp_path: Path) -> None:
    settings = make_home(tmp_path / "home")
    library = build_resources(settings)["library"]
    assert isinstance(library, LibraryResource)
    store = open_artifacts(settings.home, settings.artifacts)
    assert "Alder2020" in library.scan(store).sources
    bibliography = settings.raw_folder / "library.bib"
    bibliography.write_text("@article{alder, title={Packings}, file={Alder2020.pdf}}", encoding="utf-8")
    assert library.scan(store).sources["alder"].metadata.title == "Packings"
    bibliography.unlink()
    assert "Alder2020" in library.scan(store).sources
