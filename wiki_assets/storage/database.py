"""The PostgreSQL database that a Dagster instance may be kept in: its address, and whether it can be used.

Belongs here: checking before Dagster tries, whose own errors name neither the setting nor a remedy. Does not belong here: what Dagster
keeps there, or SQLite, which needs nothing.
"""

from __future__ import annotations

import importlib
import warnings
from typing import TYPE_CHECKING

from wiki_assets.errors import SettingsError, StoreUnavailableError
from wiki_assets.settings import Settings, variable_of

if TYPE_CHECKING:
    from sqlalchemy.engine import URL

DATABASE_VARIABLE = variable_of("postgres_url")
CONNECT_SECONDS = 10
_EXAMPLE = "Give it as postgresql://user:password@host:5432/name."
_INSTALL = "Install both: `pip install psycopg2-binary` and `pip install --no-deps dagster-postgres==0.29.27`."


def database_address(settings: Settings) -> str:
    """The address as Dagster needs it, with its password; empty where the instance is kept in SQLite.

    The driver is named in it: SQLAlchemy 2.1 takes another one by default than dagster-postgres brings.

    Raises:
        SettingsError: It is no address of a PostgreSQL database. The text never shows it, for it holds a password.
    """
    url = _parse(settings)
    return url.set(drivername="postgresql+psycopg2").render_as_string(hide_password=False) if url else ""


def require_database(settings: Settings) -> None:
    """Makes sure that the database answers; does nothing where none was given.

    Raises:
        SettingsError: The address is none, or a package is missing.
        StoreUnavailableError: The server does not answer, or refuses.
    """
    url = _parse(settings)
    if url is None:
        return
    try:
        with warnings.catch_warnings():
            # It follows Dagster by a patch release in the registry; nothing it uses changed in between.
            warnings.filterwarnings("ignore", message="Found version mismatch between", category=UserWarning)
            importlib.import_module("dagster_postgres")
            driver = importlib.import_module("psycopg2")
    except ImportError as error:
        raise SettingsError(
            f"{DATABASE_VARIABLE} is set, and the package {error.name} that it needs is not installed.", _INSTALL
        ) from error
    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    try:
        driver.connect(address, connect_timeout=CONNECT_SECONDS).close()
    except driver.Error as error:
        raise StoreUnavailableError(
            f"The PostgreSQL database {url.database} on {_server(url)} does not answer: {_reason(error, url)}",
            f"Start the server, or correct {DATABASE_VARIABLE}; without it, the Dagster instance is kept in SQLite.",
        ) from None


def _parse(settings: Settings) -> URL | None:
    given = settings.postgres_url.get_secret_value().strip()
    if not given:
        return None
    # A tenth of a second that commands without a database do without.
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        url = make_url(given)
    except (ArgumentError, ValueError):
        raise SettingsError(f"{DATABASE_VARIABLE} is no address of a database.", _EXAMPLE) from None
    if url.get_backend_name() not in {"postgresql", "postgres"} or not url.database:
        raise SettingsError(f"{DATABASE_VARIABLE} names no PostgreSQL database.", _EXAMPLE)
    return url


def _server(url: URL) -> str:
    host = url.host or url.query.get("host") or "the local socket"
    return f"{host}:{url.port}" if url.port else str(host)


def _reason(error: Exception, url: URL) -> str:
    """The driver's own words on one line; it does not show a password, and if it ever did, it would be taken out."""
    told = " ".join(str(error).split()) or type(error).__name__
    return told.replace(url.password, "…") if url.password else told
