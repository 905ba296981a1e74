"""Reading many documents, one result at a time, whatever happens to any of them.

Belongs here: how many workers there are, and telling how far it is. Does not belong here: one document (`single`), the
processes (`pool`), or which files there are (`library`).
"""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path

from wiki_assets.documents.model import ReadDocument, Source
from wiki_assets.documents.options import READ_PLAINLY, Choices
from wiki_assets.documents.reading.pool import read_in_pool

_LOG = logging.getLogger(__name__)


def read_documents(
    raw_folder: Path, sources: Sequence[Source] | Mapping[str, Source], workers: int, choices: Choices = READ_PLAINLY
) -> Generator[ReadDocument, None, None]:
    """Reads documents and yields each outcome as soon as it is there. No bad document raises.

    Args:
        raw_folder: Folder of the sources. Files are only read.
        sources: What to read, each once.
        choices: How to read them.
        workers: Processes; 0 means one for each core. This process itself never looks into a document.

    Yields:
        One outcome for each source, in order of completion.

    Raises:
        LibraryError: No worker process can be started.
    """
    todo = list(sources.values() if isinstance(sources, Mapping) else sources)
    if not todo:
        return
    with contextlib.closing(read_in_pool(raw_folder, todo, workers or os.cpu_count() or 1, choices)) as outcomes:
        for done, outcome in enumerate(outcomes, start=1):
            _LOG.info("Parsed %d of %d documents: %s is %s.", done, len(todo), outcome.record.file, outcome.record.status.value)
            yield outcome
