"""What a person is told of a cited passage: which work, whether it should be relied on, and where in it the words stand.

Belongs here: reading that from the artifact store, for `wiki show` and `wiki why`. Does not belong here: a claim's lineage (`reading`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from wiki_assets.concepts.escaping import escape
from wiki_assets.documents.model import Chunk, DocumentMetadata
from wiki_assets.documents.places import MARKS_IN_WORDS, in_words, place_of
from wiki_assets.documents.steps import find_record, read_chunks
from wiki_assets.errors import ArtifactError
from wiki_assets.storage.artifacts import ArtifactStore

_CITATION = re.compile(r"\[(?P<bibkey>[A-Za-z0-9][A-Za-z0-9._-]*) #chunk (?P<n>\d+)\]")
_HEADING = "## Cited passages"


@dataclass(frozen=True, slots=True)
class CitedPassage:
    """A passage and the work it is from; empty or 0 where unknown.

    Attributes:
        place: In words, with how it came in: `page 3`, `slide 3, speaker notes`.
        marks: How it came in, alone.
    """

    bibkey: str
    chunk: int
    title: str = ""
    authors: tuple[str, ...] = ()
    year: int = 0
    doi: str = ""
    arxiv: str = ""
    place: str = ""
    marks: tuple[str, ...] = ()
    flag: str = ""
    flag_note: str = ""

    @property
    def work(self) -> str:
        """Authors, title, year and id on one line."""
        ids = (f"doi:{self.doi}" if self.doi else "", f"arXiv:{self.arxiv}" if self.arxiv else "")
        known = ("; ".join(self.authors), self.title, str(self.year or ""), *ids)
        return ", ".join(part for part in known if part)

    @property
    def warning(self) -> str:
        """`Retracted: why`; empty where nobody says so."""
        return f"{self.flag.capitalize()}{f': {self.flag_note}' if self.flag_note else ''}" if self.flag else ""


def cited_passage(store: ArtifactStore, bibkey: str, number: int, chunk_id: str = "", page: int = 0) -> CitedPassage:
    """What is known of a passage now.

    Args:
        number: Ordinal of the chunk.
        chunk_id: Where given, the place of another chunk that has this number now is not told.
        page: Page on which the quoted words stand, where that is known: more exact than the chunk's.
    """
    known, chunk = _known(store, bibkey), _chunk(store, bibkey, number, chunk_id)
    exact = f"page {page}" if page else ""
    place = (in_words(chunk.place or exact, chunk.marks) if exact else place_of(chunk)) if chunk else exact
    return CitedPassage(
        bibkey=bibkey,
        chunk=number,
        title=known.title,
        authors=known.authors,
        year=known.year,
        doi=known.doi,
        arxiv=known.arxiv_id,
        place=place,
        marks=tuple(MARKS_IN_WORDS[mark] for mark in chunk.marks) if chunk else (),
        flag=known.flag,
        flag_note=known.flag_note,
    )


def passages_listed(text: str, store: ArtifactStore) -> str:
    """A section in Markdown: of every citation on a page, which work it is and where the passage stands. Empty without citations."""
    cited = dict.fromkeys((match["bibkey"], int(match["n"])) for match in _CITATION.finditer(text))
    lines = [_line(cited_passage(store, bibkey, number)) for bibkey, number in cited]
    return f"{_HEADING}\n\n" + "\n".join(lines) + "\n" if lines else ""


def passage_as_object(passage: CitedPassage) -> dict[str, object]:
    """For `--json`: the work and the place, named apart from what the audit says of the claim."""
    told = asdict(passage)
    return {"place": told["place"], "marks": told["marks"], "work": {key: told[key] for key in _OF_WORK}}


def passage_pairs(passage: CitedPassage) -> Iterator[tuple[str, str]]:
    """For a person: lines of `wiki why`."""
    yield "place", passage.place or "not known"
    yield "work", passage.work or "nothing is known of it"
    if passage.warning:
        yield "⚠", passage.warning


_OF_WORK = ("title", "authors", "year", "doi", "arxiv", "flag", "flag_note")


def _line(passage: CitedPassage) -> str:
    title = f" *{escape(passage.title)}*" if passage.title else ""
    told = [part for part in (title.strip(), str(passage.year or ""), escape(passage.place)) if part]
    warning = f" — ⚠ {escape(passage.warning)}" if passage.warning else ""
    return f"- [{passage.bibkey} #chunk {passage.chunk}] {', '.join(told)}{warning}".rstrip()


def _known(store: ArtifactStore, bibkey: str) -> DocumentMetadata:
    try:
        record = find_record(bibkey, store)
    except ArtifactError:
        return DocumentMetadata()
    return record.metadata if record else DocumentMetadata()


def _chunk(store: ArtifactStore, bibkey: str, number: int, chunk_id: str) -> Chunk | None:
    try:
        chunks = read_chunks(bibkey, store)
    except ArtifactError:
        return None
    chunk = chunks[number] if number < len(chunks) else None
    return chunk if chunk is not None and chunk_id in ("", chunk.chunk_id) else None
