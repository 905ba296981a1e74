"""The product's error tree. Every error says what is wrong, what to do, and whether a retry can help.

Belongs here: exception classes that cross a room. Does not belong here: catching, logging, or Dagster's `Failure`
(the shell turns these into `Failure`).

    WikiError
    ├── SettingsError            a variable or an option has a value we cannot use
    ├── ConceptsError            concepts.yaml cannot be used
    ├── BibliographyError        the BibTeX file cannot be used
    ├── LibraryError             the folder of raw documents cannot be listed
    ├── DocumentError            one document cannot be read (in `documents.errors`, for it carries a status)
    ├── ArtifactError
    │   ├── ArtifactMissingError an artifact that an earlier step writes is not there
    │   └── StaleInputError      an artifact that an earlier step wrote was made by other versions or settings
    ├── StorageUnavailableError  an object store does not answer                  retry helps
    ├── StoreLockedError         another process holds an embedded store          retry helps
    ├── StoreUnavailableError    a server does not answer                         retry helps
    ├── EmbedderError            the embedding model cannot be loaded or used
    ├── ModelError               a language model gave no usable answer
    │   └── ModelUnavailableError  it did not answer at all                       retry helps
    ├── GateRefusedError         a page may not be published
    ├── AuditError               the audit cannot be written or folded
    ├── HomeError                the home folder cannot be used
    ├── BackupError              a backup cannot be written, or an archive is not what it should be
    ├── AlertError               an alert could not be delivered                  retry helps
    └── InputError               a file that a command was given cannot be read or written
"""

from __future__ import annotations

from typing import ClassVar


class WikiError(Exception):
    """Base of all errors this product raises on purpose.

    Attributes:
        what: One sentence: which thing is wrong, and how.
        remedy: One sentence: what a person can do about it.
        retryable: Whether the same call may succeed later with nothing changed by a person.
        exit_code: What a command exits with when this error ends it.
    """

    retryable: ClassVar[bool] = False
    exit_code: ClassVar[int] = 3

    def __init__(self, what: str, remedy: str = "") -> None:
        self.what = what
        self.remedy = remedy
        super().__init__(f"{what} {remedy}".strip())


class SettingsError(WikiError):
    """A setting has a value that cannot be used."""


class ConceptsError(WikiError):
    """The concepts file cannot be used; the text names file and line."""


class BibliographyError(WikiError):
    """The BibTeX file cannot be used; the text names file and line where known."""


class LibraryError(WikiError):
    """The folder of raw documents cannot be listed. Never the same as an empty folder."""

    retryable = True


class ArtifactError(WikiError):
    """An artifact cannot be read or written."""


class ArtifactMissingError(ArtifactError):
    """An artifact that an earlier step writes is not there yet."""


class StaleInputError(ArtifactError):
    """A step's input was made by another version, or with other settings, than the step expects."""

    def __init__(self, thing: str, stored: str, expected: str, remedy: str) -> None:
        """Says what is stored and what is expected.

        Args:
            thing: The input, as a person knows it: "the chunks of Lewis2020".
            stored: The version or setting it was made with.
            expected: The one in force now.
            remedy: Which step brings it up to date.
        """
        self.stored = stored
        self.expected = expected
        super().__init__(f"{thing[:1].upper()}{thing[1:]} were made with {stored}, and {expected} is expected.", remedy)


class StorageUnavailableError(WikiError):
    """An object store that was configured does not answer."""

    retryable = True


class StoreLockedError(WikiError):
    """Another process holds an embedded store longer than we wait."""

    retryable = True


class StoreUnavailableError(WikiError):
    """A server that was configured does not answer."""

    retryable = True


class EmbedderError(WikiError):
    """The embedding model cannot be loaded or gave vectors that cannot be used."""


class ModelError(WikiError):
    """A language model answered, but not with anything usable."""


class ModelUnavailableError(ModelError):
    """A language model did not answer (network, time-out, rate limit)."""

    retryable = True


class GateRefusedError(WikiError):
    """The gate refuses to publish a page. Retrying never helps: the page itself has to change."""


class AuditError(WikiError):
    """The audit cannot be written, folded or read."""


class HomeError(WikiError):
    """The home folder cannot be created or written."""


class InputError(WikiError):
    """A file that a command was given, to read or to write, cannot be used."""


class BackupError(WikiError):
    """A backup cannot be written, or an archive is incomplete, damaged, or not one of ours."""


class AlertError(WikiError):
    """An alert could not be delivered to the webhook."""

    retryable = True
