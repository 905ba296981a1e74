"""Parts of file names: they are what the standard library says of them."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_assets.documents.file_names import ending_of, name_of, stem_of

_NAMES = st.text(st.characters(blacklist_characters="/\0", blacklist_categories=("Cs",)), min_size=1).filter(
    # A folder is no document, and Python 3.14 changed what it says of a name that ends in a dot.
    lambda name: name not in (".", "..") and not name.endswith(".")
)


@given(st.lists(_NAMES, min_size=1, max_size=3))
def test_name_stem_and_ending_are_those_of_a_pure_path(parts: list[str]) -> None:
    file = "/".join(parts)
    path = PurePosixPath(file)
    assert (name_of(file), stem_of(file), ending_of(file)) == (path.name, path.stem, path.suffix.lower())


@pytest.mark.parametrize(
    ("file", "stem", "ending"),
    [
        ("a/b.tar.GZ", "b.tar", ".gz"),
        (".bib", ".bib", ""),
        ("a.", "a.", ""),
        ("a.b/c", "c", ""),
        ("Möbius 1.PDF", "Möbius 1", ".pdf"),
    ],
)
def test_dots_in_front_and_behind_begin_no_ending(file: str, stem: str, ending: str) -> None:
    assert (stem_of(file), ending_of(file)) == (stem, ending)
