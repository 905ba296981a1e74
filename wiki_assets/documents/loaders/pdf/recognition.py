"""Reading the text of a page that is a picture, with Tesseract, which MuPDF has built in.

Belongs here: finding Tesseract's language data, and one page. Does not belong here: which pages need it, or what their lines mean.

The engine comes with MuPDF; the data of the languages does not, and is no Python package either. It is never downloaded: what is missing is
said, with the name of the package that brings it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.pdf.engine import mupdf
from wiki_assets.documents.model import DocumentStatus

DOTS_PER_INCH = 300
"""Resolution that Tesseract was trained on. At 150 it loses footnotes, at 600 it takes four times as long for the same words."""

_MOST_DOTS = 40_000_000
"""Dots of one picture: a page of A3 at full resolution has 17 million. A poster is read at fewer dots rather than in gigabytes."""
_POINTS_PER_INCH = 72
_LANGUAGE = re.compile(r"[A-Za-z0-9_]{2,40}")  # letters only: a name becomes part of a path
_USUAL_FOLDERS = (
    "/usr/share/tesseract-ocr/*/tessdata",
    "/usr/share/tessdata",
    "/usr/local/share/tessdata",
    "/opt/homebrew/share/tessdata",
    "C:/Program Files/Tesseract-OCR/tessdata",
)


def recognised_page(page: Any, languages: str) -> dict[str, Any]:
    """The text that Tesseract reads on a page.

    Args:
        page: A page of an open PyMuPDF document. What text it has already is not looked at.
        languages: As Tesseract names them: `eng`, `eng+deu`.

    Returns:
        As PyMuPDF's `Page.get_text("dict")`: boxes in points on the page, without pictures.

    Raises:
        DocumentError: The data of a language is not installed, or Tesseract fails on this page.
    """
    folder = language_folder(languages)
    engine = mupdf()
    area = abs(page.rect.width * page.rect.height) / _POINTS_PER_INCH**2
    dots = max(_POINTS_PER_INCH, min(DOTS_PER_INCH, int((_MOST_DOTS / max(area, 1.0)) ** 0.5)))
    flags = engine.TEXTFLAGS_DICT & ~engine.TEXT_PRESERVE_IMAGES
    try:
        text = page.get_textpage_ocr(flags=flags, language=languages, dpi=dots, full=True, tessdata=str(folder))
        content: dict[str, Any] = page.get_text("dict", textpage=text, flags=flags)
    except (RuntimeError, ValueError, engine.mupdf.FzErrorBase) as error:
        raise DocumentError(
            DocumentStatus.NO_TEXT,
            f"Text recognition failed on page {page.number + 1}: {error}.",
            "Run another text recognition on the document, and put the result in its place.",
        ) from error
    return content


def language_folder(languages: str) -> Path:
    """The folder with the data of all these languages.

    Raises:
        DocumentError: There is none; the remedy names the packages.
    """
    names = languages.split("+")
    if not all(map(_LANGUAGE.fullmatch, names)):
        raise DocumentError(
            DocumentStatus.NO_TEXT,
            f'"{languages}" names no languages for text recognition.',
            "Write them as Tesseract does, for example eng or eng+deu.",
        )
    folders = list(_folders())
    for folder in folders:
        if not _missing(folder, names):
            return folder
    missing = min((_missing(folder, names) for folder in folders), key=len, default=names)
    packages = " ".join(f"tesseract-ocr-{name.replace('_', '-').lower()}" for name in missing)
    raise DocumentError(
        DocumentStatus.NO_TEXT,
        f"Text recognition needs data for {', '.join(missing)}, which is not installed.",
        f"Install it (on Debian and Ubuntu: apt-get install {packages}), or set TESSDATA_PREFIX to the folder that holds it.",
    )


def _missing(folder: Path, names: Sequence[str]) -> list[str]:
    return [name for name in names if not (folder / f"{name}.traineddata").is_file()]


def _folders() -> Iterator[Path]:
    """Folders that may hold language data, the one that the user names first."""
    if stated := os.environ.get("TESSDATA_PREFIX"):
        yield Path(stated)
        yield Path(stated) / "tessdata"
    for pattern in _USUAL_FOLDERS:
        anchor = Path(pattern).anchor
        if anchor and Path(anchor).exists():
            yield from sorted(Path(anchor).glob(pattern.removeprefix(anchor)), reverse=True)
