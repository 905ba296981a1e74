"""From settings to how documents are read.

Belongs here: the one place that does. Does not belong here: what the options mean (`options`), or what is said of single files
(`sources_file`).
"""

from __future__ import annotations

from wiki_assets.documents.options import Limits, ReadingOptions
from wiki_assets.settings import Settings

_MEGABYTE = 1_000_000


def options_from(settings: Settings) -> ReadingOptions:
    """How documents are read by these settings."""
    limits = Limits(
        seconds=settings.document_seconds,
        memory=settings.document_memory * _MEGABYTE,
        file_bytes=settings.document_megabytes * _MEGABYTE,
        output_bytes=settings.document_output * _MEGABYTE,
        expansion=settings.document_expansion,
    )
    return ReadingOptions(limits, settings.ocr, settings.redact_emails, settings.redact_home_paths)
