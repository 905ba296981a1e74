"""The folder of papers, what is said of them, and the concepts file as a resource."""

from __future__ import annotations

import os
from pathlib import Path

from dagster import ConfigurableResource
from pydantic import Field

from resources.reading import ReadingConfig
from wiki_assets.concepts.concepts_file import ConceptList, load_concepts
from wiki_assets.concepts.model import Concept
from wiki_assets.documents.catalogue import scan_with_memory
from wiki_assets.documents.library import Library
from wiki_assets.documents.options import Choices
from wiki_assets.documents.partitioning import PaperPartitions
from wiki_assets.errors import ConceptsError
from wiki_assets.settings import find_bibliography
from wiki_assets.storage.artifacts import ArtifactStore


class LibraryResource(ConfigurableResource[None]):
    """What a person puts in: papers, what is known of them, and concepts. Never written to."""

    raw: str = Field(description="Folder of the papers, absolute.")
    bibliography: str = Field(description="BibTeX or CSL-JSON file, absolute; empty to look for one at every scan.")
    sources: str = Field(description="sources.yaml, absolute; it need not exist. It may hold passwords, which stay there.")
    concepts: str = Field(description="The concepts file, absolute.")
    workers: int = Field(description="Processes that parse documents; 0 means one a core.")
    papers_per_run: int = Field(description="At most this many papers are ingested in one run.")
    buckets: int = Field(description="Partitions that papers share; 0 gives every paper one of its own.")
    reading: ReadingConfig = Field(description="How documents are read.")

    @property
    def raw_folder(self) -> Path:
        """Folder of the papers."""
        return Path(self.raw)

    @property
    def worker_count(self) -> int:
        """Processes that parse documents."""
        return self.workers or os.cpu_count() or 1

    @property
    def partitions(self) -> PaperPartitions:
        """Which partition a paper belongs to."""
        return PaperPartitions(self.buckets)

    def scan(self, store: ArtifactStore) -> Library:
        """The papers there are now. Raises `LibraryError` where the folder cannot be listed, `BibliographyError` where what is said of them
        cannot be read.

        A bibliography that nobody named is looked for each time: a sensor lives for weeks, and must see the keys that a run sees.
        """
        bibliography = Path(self.bibliography) if self.bibliography else find_bibliography(self.raw_folder)
        return scan_with_memory(self.raw_folder, bibliography, store, Path(self.sources))

    def choices(self, listing: Library) -> Choices:
        """How each of the papers listed is read, with the passwords that `sources.yaml` gives."""
        return Choices(self.reading.options(), listing.passwords)

    def concept(self, slug: str) -> Concept:
        """One concept as it is defined now. Raises `ConceptsError` where the file does not name it."""
        found = next((concept for concept in self.load_concepts().concepts if concept.slug == slug), None)
        if found is None:
            raise ConceptsError(
                f"{Path(self.concepts).name} has no concept with the slug {slug!r}.",
                "Add it there, or leave this partition alone.",
            )
        return found

    def load_concepts(self) -> ConceptList:
        """The concepts there are now. Raises `ConceptsError`."""
        return load_concepts(Path(self.concepts))
