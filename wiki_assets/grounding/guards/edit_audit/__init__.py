"""The guard `edit-audit`: what a claim changes in the nearest words of its source, and whether that changes what is said.

A package, because it asks many questions; pure, with no model and no network. A text is read into words (`reading`, `vocabulary`), a
sentence of the claim is aligned with one or two of the source (`alignment`), what is equal is taken out (`comparison`), each of the
`rules` looks at what is left, and `guard` decides; where too little is aligned, by `coverage`. Why it is so: docs/decisions/0010.
"""

from __future__ import annotations

from wiki_assets.grounding.guards.edit_audit.guard import EditAudit


def create() -> EditAudit:
    """The guard, ready for use."""
    return EditAudit()
