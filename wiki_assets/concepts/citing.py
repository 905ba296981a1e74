"""Making a citation of words in a passage: the one place that does.

Belongs here: from offsets to a citation. Does not belong here: choosing the words (`quotes`, `reanchoring`), or judging them (`grounding`).
"""

from __future__ import annotations

from wiki_assets.concepts.model import Citation
from wiki_assets.documents.model import Chunk


def citation_to(chunk: Chunk, start: int, end: int) -> Citation:
    """A citation of `chunk.text[start:end]`."""
    return Citation(
        bibkey=chunk.bibkey,
        chunk=chunk.n,
        chunk_id=chunk.chunk_id,
        document_sha256=chunk.document_sha256,
        page=chunk.page_of(start, end),
        quote=chunk.text[start:end],
        start=start,
        end=end,
    )
