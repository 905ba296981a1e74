"""What became of alerts, as the audit's view tells it."""

from __future__ import annotations

import contextlib
from dataclasses import asdict

import duckdb

from tests.audit.samples import alert_row, stamp
from wiki_assets.audit.schema import MIGRATIONS, migrate
from wiki_assets.audit.views import create_views


def test_each_alert_stands_once_with_its_last_state_the_newest_first() -> None:
    states = [("a1", "waiting", 1), ("a1", "delivered", 1), ("a2", "waiting", 2), ("a2", "given up", 26), ("a3", "held back", 3)]
    with contextlib.closing(duckdb.connect()) as connection:
        migrate(connection, MIGRATIONS)
        create_views(connection)
        for alert_id, delivery, hours in states:
            row = asdict(alert_row(stamp(hours), alert_id, delivery))
            row |= {"last_recorded_at": row["recorded_at"], "owners": list(row["owners"])}
            names, places = ", ".join(row), ", ".join("?" for _ in row)
            connection.execute(f"INSERT INTO alerts ({names}) VALUES ({places})", list(row.values()))
        told = connection.execute("SELECT alert_id, delivery FROM recent_alerts").fetchall()
    assert told == [("a2", "given up"), ("a3", "held back"), ("a1", "delivered")]
