"""Reading many documents, one result at a time, whatever happens to any of them.

Belongs here: whether to use worker processes, and telling how far it is. Does not belong here: one document (`single`), the
processes (`pool`), or which files there are (`library`).
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from wiki_assets.documents.model import ReadDocument, Source
from wiki_assets.documents.options import READ_PLAINLY, Choices
from wiki_assets.documents.pool import read_in_pool
from wiki_assets.documents.single import read_document

__all__ = ["ReadDocument", "read_document", "read_documents"]

_LOG = logging.getLogger(__name__)

_SMALL_BATCH = 400_000
"""Bytes of documents below which workers cost more than they save: they take about 0.3 s to start, in which one process reads
some thirty pages."""


def read_documents(
    raw_folder: Path, sources: Sequence[Source] | Mapping[str, Source], workers: int, choices: Choices = READ_PLAINLY
) -> Iterator[ReadDocument]:
    """Reads documents and yields each outcome as soon as it is there. No bad document raises.

    Args:
        raw_folder: Folder of the sources. Files are only read.
        sources: What to read, each once.
        choices: How to read them.
        workers: Processes; 0 means one for each core. With 1, or with little to read, this process reads.

    Yields:
        One outcome for each source, in order of completion.

    Raises:
        LibraryError: No worker process can be started.
    """
    todo = list(sources.values() if isinstance(sources, Mapping) else sources)
    workers = min(workers or os.cpu_count() or 1, len(todo))
    if workers <= 1 or sum(source.size for source in todo) < _SMALL_BATCH:
        outcomes: Iterator[ReadDocument] = (read_document(raw_folder, source, choices.of(source.file)) for source in todo)
    else:
        outcomes = read_in_pool(raw_folder, todo, workers, choices)
    for done, outcome in enumerate(outcomes, start=1):
        _LOG.info("Parsed %d of %d documents: %s is %s.", done, len(todo), outcome.record.file, outcome.record.status.value)
        yield outcome
