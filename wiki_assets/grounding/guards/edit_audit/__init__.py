"""The guard `edit-audit` as a package: pure, no model, no network. `create()` gives it."""

from __future__ import annotations

from wiki_assets.grounding.guards.edit_audit.guard import EditAudit


def create() -> EditAudit:
    """The guard, ready for use."""
    return EditAudit()
