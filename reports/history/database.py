"""Open the history: SQLite in a file, or PostgreSQL by a URL. Its tables are brought up to date.

Several rigs may write at once. SQLite lets one writer in after the other (each waits up to
`PATIENCE_S`); whoever migrates the tables does it alone, on both databases.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

HEAD = "0001"
"""The newest migration. A test holds it against the migrations that are there."""
PATIENCE_S = 60
VARIABLE = "BURNCARD_DB"
_MIGRATION_LOCK = 0x6275726E63617264
"""PostgreSQL's advisory locks are numbers; this one spells the project."""


class HistoryError(Exception):
    """The history cannot be opened, read or written: one line with what to do."""


class NoHistory(HistoryError):
    """There is none yet where it was said to be."""


def default_url() -> str:
    """``BURNCARD_DB``, else a file below ``XDG_DATA_HOME`` (``~/.local/share``)."""
    if url := os.environ.get(VARIABLE, ""):
        return url
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return str(Path(base) / "burncard" / "history.db")


def parse(where: str | None) -> URL:
    """A URL, or a file's path as SQLite's URL; None is `default_url`.

    Raises:
        HistoryError: it is neither, or of a database that is not supported.
    """
    given = where or default_url()
    if "://" not in given:
        return URL.create("sqlite+pysqlite", database=str(Path(given).expanduser().absolute()))
    try:
        url = make_url(given)
    except ArgumentError as error:
        raise HistoryError(
            f"the history {given.partition('://')[0]}://…: is no URL; write it as "
            "postgresql://user@host/name"
        ) from error
    if url.drivername in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise HistoryError(
            f"the history {shown(url)}: is neither SQLite nor PostgreSQL; name a file, or "
            "postgresql://user@host/name"
        )
    return url


def shown(url: URL) -> str:
    """A URL without its password; of SQLite the file."""
    if url.get_backend_name() == "sqlite":
        return url.database or "in memory"
    return url.render_as_string(hide_password=True).replace("+psycopg", "")


@contextlib.contextmanager
def history(where: str | None = None, to_read: bool = False) -> Iterator[Engine]:
    """The history, with its tables as this version knows them.

    Args:
        where: a file or a URL; None is `default_url`.
        to_read: a file that was named must be there; none is made for a slip of the pen.

    Raises:
        HistoryError: it cannot be opened; a newer Burncard has been there; or what happens inside
            fails in the database.
    """
    url = parse(where)
    try:
        if url.get_backend_name() == "sqlite" and url.database:
            if to_read and where and not Path(url.database).exists():
                raise NoHistory(
                    f"the history {shown(url)}: there is no such file; "
                    "`burncard report record` and `burncard run --record` make it"
                )
            Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        engine = _engine(url)
    except (OSError, NoSuchModuleError, ModuleNotFoundError) as error:
        raise HistoryError(f"the history {shown(url)}: cannot be opened: {error}") from error
    try:
        _up_to_date(engine)
        yield engine
    except SQLAlchemyError as error:
        # Some drivers' messages have several lines, and repeat the statement below them.
        why = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise HistoryError(f"the history {shown(url)}: {why}") from error
    finally:
        engine.dispose()


@contextlib.contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """One transaction: all of it is there afterwards, or nothing."""
    connection = engine.connect().execution_options(burncard_writes=True)
    with connection, connection.begin():
        yield connection


def _engine(url: URL) -> Engine:
    if url.get_backend_name() != "sqlite":
        return create_engine(url, connect_args={"connect_timeout": 10})
    engine = create_engine(url, connect_args={"timeout": PATIENCE_S})

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _: object) -> None:
        # The module would begin transactions late, and a late writer fails instead of waiting.
        connection.isolation_level = None
        _write_ahead(connection)
        for pragma in ("synchronous=NORMAL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("burncard_writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _write_ahead(connection: Any) -> None:
    """SQLite waits for every lock but the one that turns a new file to write-ahead logging."""
    limit = time.monotonic() + PATIENCE_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > limit:
                raise
            time.sleep(0.02)


def _version(connection: Connection) -> str:
    if not inspect(connection).has_table("alembic_version"):
        return ""
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return str(found or "")


def _up_to_date(engine: Engine) -> None:
    with engine.connect() as connection:
        version = _version(connection)
    if version == HEAD:
        return
    if version > HEAD:
        raise HistoryError(
            f"the history {shown(engine.url)}: was made by a newer Burncard (tables {version}, "
            f"this one knows {HEAD}); update this one"
        )
    with writing(engine) as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})"))
        if _version(connection) != HEAD:  # another may have been faster
            migrate(connection)


def migrate(connection: Connection, revision: str = "head") -> None:
    """Bring the tables to `revision`, within the connection's transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "reports.history:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
