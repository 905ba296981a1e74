"""`wiki parse FILE`: what the product sees in one file; the tool with which a bug of reading is reported.

Belongs here: options of the command, and how an inspection is printed. Does not belong here: reading (`documents.inspection`) or drawing
boxes (`documents.drawing`).
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from wiki_assets.cli import printing
from wiki_assets.documents.choosing import options_from
from wiki_assets.documents.drawing import draw_elements
from wiki_assets.documents.inspection import Inspection, inspect, stands_on
from wiki_assets.documents.markdown_view import as_markdown
from wiki_assets.documents.model import Chunk, Element
from wiki_assets.documents.options import Choices
from wiki_assets.documents.places import place_of
from wiki_assets.documents.works.sources_file import read_statements
from wiki_assets.errors import InputError
from wiki_assets.settings import Settings

_WORDS_SHOWN = 14


def parse(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Any document.")],
    home: Annotated[Path | None, typer.Option("--home", help="Home whose settings and sources.yaml count.")] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object: outcome, elements with boxes and cells, chunks.")
    ] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the text as Markdown.")] = False,
    page: Annotated[int, typer.Option("--page", min=0, help="Only what stands on this page or slide, from 1.")] = 0,
    png: Annotated[
        Path | None,
        typer.Option(
            "--png", help="Draw the boxes of every element on a picture of the page (PDF; page 1 without --page), into this file."
        ),
    ] = None,
    ask_password: Annotated[
        bool, typer.Option("--ask-password", help="Ask for the file's password; it is kept nowhere.")
    ] = False,
) -> None:
    """Show what the product sees in one file: the outcome with its reason, and every element with kind, place and section.

    The file is read as ingest reads it: in a process of its own, within the same limits, secrets taken out. Nothing is stored. To report
    a document that is read wrong, send the output of `--json` for its page, and the picture of `--png`.

    Exit code: 0 it was read (`ok` or `partial`), 1 it was not, 3 there is no such file or a setting is wrong.
    """
    settings = Settings.load(home=home)
    password = typer.prompt("Password", hide_input=True, err=True) if ask_password else _known_password(file, settings)
    choices = Choices(options_from(settings), {file.name: password} if password else {})
    found = inspect(file, choices, settings.chunk_tokens)
    if page and found.parsed is not None and found.record.pages and page > found.record.pages:
        raise InputError(f"{file.name} has {found.record.pages} pages; there is no page {page}.", "Give another --page.")
    if png is not None:
        _draw(file, choices, found, page or 1, png)
    if as_json:
        sys.stdout.write(json.dumps(as_object(found, page), ensure_ascii=False) + "\n")
    elif markdown:
        elements = found.parsed.elements if found.parsed else ()
        sys.stdout.write(as_markdown(element for element in elements if stands_on(element, page)))
    elif png is None:
        _print(found, page)
    if not found.record.status.readable:
        if not as_json and (markdown or png is not None):
            printing.err.print(f"{found.record.status}: {found.record.reason}", markup=False)
        raise typer.Exit(1)


def _known_password(file: Path, settings: Settings) -> str:
    """The password that `sources.yaml` gives a file by its name in the folder of papers, by its name alone, or by its key."""
    entries = read_statements(settings.sources_file).entries
    names = [file.name, file.stem]
    if file.resolve().is_relative_to(settings.raw_folder.resolve()):
        names.insert(0, file.resolve().relative_to(settings.raw_folder.resolve()).as_posix())
    return next((entries[name].password for name in names if name in entries and entries[name].password), "")


def as_object(found: Inspection, page: int) -> dict[str, Any]:
    """An inspection for machines."""
    chunks = [chunk for chunk in found.chunks if stands_on(chunk, page)]
    return {
        **{name: value for name, value in asdict(found.record).items() if name != "bibkey"},
        "redactions": dict(found.record.redactions),
        "seconds": round(found.seconds, 3),
        "elements": [_element(ordinal, element) for ordinal, element in _elements(found, page)],
        "chunks": [_chunk(chunk) for chunk in chunks],
    }


def _elements(found: Inspection, page: int) -> list[tuple[int, Element]]:
    """Elements with their ordinals; only those of one page, or all where `page` is 0."""
    elements = found.parsed.elements if found.parsed else ()
    return [(ordinal, element) for ordinal, element in enumerate(elements) if stands_on(element, page)]


def _element(ordinal: int, element: Element) -> dict[str, Any]:
    return {
        "ordinal": ordinal,
        "kind": element.kind.value,
        "text": element.text,
        "original": element.original,
        "pages": element.pages,
        "place": element.place,
        "section_path": element.section_path,
        "marks": [mark.value for mark in element.marks],
        "spans": [asdict(span) for span in element.spans],
        "cells": [asdict(cell) for cell in element.cells],
    }


def _chunk(chunk: Chunk) -> dict[str, Any]:
    return {
        "n": chunk.n,
        "kind": chunk.kind.value,
        "text": chunk.text,
        "pages": chunk.pages,
        "place": chunk.place,
        "section_path": chunk.section_path,
        "marks": [mark.value for mark in chunk.marks],
        "tokens": chunk.tokens,
        "parent_id": chunk.parent_id,
        "sizing": chunk.sizing,
        "citable": chunk.kind.citable,
    }


def _print(found: Inspection, page: int) -> None:
    record = found.record
    numbers = {
        "without text": record.pages_without_text,
        "lost": record.pages_lost,
        "garbled": record.pages_garbled,
        "recognised": record.pages_recognised,
    }
    pairs = [
        ("outcome", record.status.value),
        ("reason", record.reason),
        ("format", record.media_type),
        ("read by", f"{record.parser} ({record.parser_version})" if record.parser else ""),
        ("pages", str(record.pages) if record.pages else ""),
        *((f"pages {name}", ", ".join(map(str, pages))) for name, pages in numbers.items()),
        ("title", record.metadata.title),
        ("authors", ", ".join(record.metadata.authors)),
        ("year", str(record.metadata.year or "")),
        ("doi", record.metadata.doi),
        ("arXiv", record.metadata.arxiv_id),
        ("files inside", ", ".join(record.attachments)),
        ("taken out", ", ".join(f"{count} {kind}" for kind, count in record.redactions)),
        ("chunks", str(len(found.chunks))),
        ("seconds", f"{found.seconds:.2f}"),
    ]
    printing.print_pairs([(name, value) for name, value in pairs if value])
    if found.parsed is None:
        return
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")
    for name in ("#", "kind", "place", "section", "begins"):
        table.add_column(name, no_wrap=name != "begins", justify="right" if name == "#" else "left")
    for ordinal, element in _elements(found, page):
        table.add_row(
            str(ordinal), element.kind.value, place_of(element), _shortened(element.section_path),
            escape(" ".join(element.text.split()[:_WORDS_SHOWN])),
        )  # fmt: skip
    printing.out.print(table)


def _shortened(path: tuple[str, ...]) -> str:
    last = path[-1] if path else ""
    return escape(last if len(last) <= 30 else f"{last[:29]}…")


def _draw(file: Path, choices: Choices, found: Inspection, page: int, target: Path) -> None:
    picture = draw_elements(file, choices.of(file.name), page, _elements(found, page))
    try:
        target.write_bytes(picture)
    except OSError as error:
        raise InputError(f"{target} cannot be written: {error.strerror or error}.", "Give another file to --png.") from error
    printing.err.print(f"Drew page {page} of {file.name} into {target}.", markup=False)
