"""The error of this room: one document that cannot be read.

Belongs here: the one error that carries a document's status. All others are in `wiki_assets.errors`.
"""

from __future__ import annotations

from wiki_assets.documents.model import DocumentStatus
from wiki_assets.errors import WikiError


class DocumentError(WikiError):
    """One document cannot be read. It never stops the others: its record keeps status and reason.

    Attributes:
        status: The outcome to record, a member of `documents.model.DocumentStatus`.
    """

    def __init__(self, status: DocumentStatus, what: str, remedy: str = "") -> None:
        super().__init__(what, remedy)
        self.status = status

    def __reduce__(self) -> tuple[type[DocumentError], tuple[DocumentStatus, str, str]]:
        """Errors cross process borders, and the base class would be rebuilt from its text alone."""
        return type(self), (self.status, self.what, self.remedy)
