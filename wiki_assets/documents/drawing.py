"""Draws where elements stand on a picture of a page: `python -m wiki_assets.documents.drawing` in a process of its own.

Belongs here: rendering, and the colours. Does not belong here: which elements. A page is rendered in a confined process, as it is read in
one: what crashes a reader would crash a renderer.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import orjson

from wiki_assets.documents.model import Element, ElementKind
from wiki_assets.documents.options import Limits, ReadingOptions
from wiki_assets.documents.reading.reader_process import reader_environment
from wiki_assets.errors import InputError

_RESOLUTION = 110  # dots an inch: a page is read without zooming, and the picture stays under a megabyte
_COLOURS = {
    ElementKind.TITLE: (0.75, 0.1, 0.1),
    ElementKind.HEADING: (0.85, 0.35, 0.0),
    ElementKind.PARAGRAPH: (0.1, 0.35, 0.8),
    ElementKind.LIST: (0.1, 0.6, 0.7),
    ElementKind.TABLE: (0.5, 0.2, 0.7),
    ElementKind.CAPTION: (0.6, 0.45, 0.1),
    ElementKind.FOOTNOTE: (0.4, 0.4, 0.4),
    ElementKind.FORMULA: (0.1, 0.6, 0.2),
    ElementKind.CODE: (0.2, 0.5, 0.4),
    ElementKind.FRONT_MATTER: (0.6, 0.6, 0.6),
    ElementKind.BIBLIOGRAPHY: (0.6, 0.5, 0.6),
}


def draw_elements(file: Path, options: ReadingOptions, page: int, elements: Sequence[tuple[int, Element]]) -> bytes:
    """A picture of a page with a box around every drawn line of these elements, and the element's ordinal beside its first.

    Args:
        page: 1-based number.
        elements: With their ordinals.

    Returns:
        A PNG.

    Raises:
        InputError: The page cannot be drawn; the text says why.
    """
    boxes = [
        (ordinal, element.kind.value, number, span.box.x0, span.box.y0, span.box.x1, span.box.y1)
        for ordinal, element in elements
        for number, span in enumerate(span for span in element.spans if span.box.page == page)
    ]
    request = {
        "file": str(file.resolve()), "password": options.password, "page": page, "boxes": boxes, "limits": asdict(options.limits),
    }  # fmt: skip
    command = [sys.executable, "-m", "wiki_assets.documents.drawing"]
    try:
        with tempfile.TemporaryDirectory(prefix="wiki-drawing-") as folder:
            done = subprocess.run(  # noqa: S603  this interpreter, and nothing of the file in the command
                command,
                input=orjson.dumps(request),
                capture_output=True,
                timeout=options.limits.seconds,
                check=False,
                env=reader_environment(Path(folder)),
                cwd=folder,
            )
    except subprocess.TimeoutExpired as error:
        raise InputError(
            f"Page {page} of {file.name} was not drawn within {options.limits.seconds:.0f} s.", "Raise WIKI_DOCUMENT_SECONDS."
        ) from error
    if done.returncode or not done.stdout:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        why = said[-1] if said else "the process that draws it ended"
        raise InputError(f"Page {page} of {file.name} cannot be drawn: {why}.", "Only pages of a PDF that can be read are drawn.")
    return done.stdout


def _picture(request: dict[str, Any]) -> bytes:
    from wiki_assets.documents.loaders.pdf.engine import mupdf

    engine = mupdf()
    with engine.open(stream=Path(request["file"]).read_bytes(), filetype="pdf") as document:
        if document.needs_pass:
            document.authenticate(request["password"])
        page = document.load_page(request["page"] - 1)
        back = page.derotation_matrix  # boxes are where a reader sees them; drawing is in the page's own coordinates
        for ordinal, kind, number, *corners in request["boxes"]:
            colour = _COLOURS[ElementKind(kind)]
            box = engine.Rect(corners)
            page.draw_rect(box * back, color=colour, width=0.7)
            if number == 0:
                page.insert_text(
                    engine.Point(box.x0, box.y0 - 1) * back, str(ordinal), fontsize=6, color=colour, rotate=page.rotation
                )
        picture: bytes = page.get_pixmap(dpi=_RESOLUTION).tobytes("png")
        return picture


def main() -> None:
    """Reads a request from standard input and writes a picture to standard output."""
    from wiki_assets.documents.reading.confinement import allow, confine

    confine()
    request = orjson.loads(sys.stdin.buffer.read())
    allow(Limits(**request["limits"]))
    try:
        picture = _picture(request)
    except (RuntimeError, ValueError, IndexError, OSError) as error:
        raise SystemExit(" ".join(str(error).split()) or type(error).__name__) from error
    sys.stdout.buffer.write(picture)


if __name__ == "__main__":
    main()
