"""The version of everything that turns a file into elements: when it changes, papers are read again."""

from __future__ import annotations

from importlib.metadata import version

from wiki_assets.documents.loaders.pdf import LAYOUT_VERSION

READER_VERSION = f"pymupdf-{version('pymupdf')}-layout-{LAYOUT_VERSION}"
"""One version over all loaders."""
