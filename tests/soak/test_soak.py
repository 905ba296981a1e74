"""The cut of the soak that CI runs: about five minutes with a real `wiki dev`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.soak.soak import Soak, table
from tests.soak.stories import SHORT, tell_all


@pytest.mark.soak
def test_the_wiki_follows_the_folder_by_itself(tmp_path: Path) -> None:
    if not Path("/proc/self/stat").exists():
        pytest.skip("processes are found through /proc, which this system does not have")
    soak = Soak(tmp_path / "home", patience=420.0)
    try:
        tell_all(soak, SHORT, minutes=0, seed=1)
    finally:
        soak.close()
    print(table(soak.told))
    assert [told.seen.words for told in soak.told if not told.seen.passed] == []
