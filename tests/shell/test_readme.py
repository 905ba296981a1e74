"""The README's table of settings is the settings class, no more and no less."""

from __future__ import annotations

from pathlib import Path

from wiki_assets.settings import Settings, variable_of


def test_the_readme_lists_every_setting_with_its_meaning() -> None:
    readme = (Path(__file__).resolve().parents[2] / "README.md").read_text("utf-8")
    for name, field in Settings.model_fields.items():
        (line,) = [line for line in readme.splitlines() if line.startswith(f"| `{variable_of(name)}` |")]
        assert field.description and field.description in line
