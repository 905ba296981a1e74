"""The views a person would ask for, and that `queries` reads.

Belongs here: putting views in place; their SQL is in the modules of this package. Does not belong here: tables (`schema`). Views are
replaced as a whole whenever their text changes, so they need no migrations.

"Latest" always goes by `last_recorded_at`: when a page returns to an earlier version (a paper came and went), that version is the
latest again, though its row was first recorded long ago.
"""

from __future__ import annotations

import hashlib

import duckdb

from wiki_assets.audit.views.operation import OPERATION_VIEWS
from wiki_assets.audit.views.pages import PAGE_VIEWS
from wiki_assets.audit.views.papers import PAPER_VIEWS
from wiki_assets.audit.views.publication import PUBLICATION_VIEWS

# In this order: views of publication are made of those of papers and pages.
VIEWS: dict[str, str] = {**PAPER_VIEWS, **PAGE_VIEWS, **PUBLICATION_VIEWS, **OPERATION_VIEWS}


def create_views(connection: duckdb.DuckDBPyConnection) -> None:
    """Replaces the views where their text has changed; the caller's transaction decides when others see it."""
    digest = hashlib.sha256("\n".join(f"{name} {body}" for name, body in VIEWS.items()).encode("utf-8")).hexdigest()
    if connection.execute("SELECT 1 FROM _views WHERE digest = ?", [digest]).fetchall():
        return
    drop_views(connection)
    for name, body in VIEWS.items():
        connection.execute(f"CREATE VIEW {name} AS {body}")
    connection.execute("INSERT INTO _views VALUES (?)", [digest])


def drop_views(connection: duckdb.DuckDBPyConnection) -> None:
    """Removes our views, and no one else's, before the tables under them change."""
    for name in reversed(VIEWS):
        connection.execute(f"DROP VIEW IF EXISTS {name}")
    connection.execute("DELETE FROM _views")
