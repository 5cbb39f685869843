"""The history on SQLite and PostgreSQL: what is written is read, whoever writes beside it."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Timer

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import func, select, text

from reports.history import database, store, tables
from reports.history.database import HistoryError, history, parse, shown
from reports.history.trend import trend
from tests.history.views import measured, played, view


def test_a_run_comes_back_as_it_was(url: str) -> None:
    run = view(
        "r1",
        [played("a"), played("b", "finding", reason="says \x00 \ud800", discrepancies=("x",))],
        latencies=(measured([1.5, 2.25, 3.0]),),
        label="nightly:lab/one",
        partial=True,
        exit_code=1,
    )
    with history(url) as engine:
        store.record(engine, run)
        found = store.load(engine, "r1")
    assert found.scenarios[0] == run.scenarios[0]
    # Neither database's text holds a NUL or half a character.
    assert found.scenarios[1].reason == "says ␀ \\ud800"
    for name in ("label", "started", "devices", "clauses", "latencies", "house_rules", "partial"):
        assert getattr(found, name) == getattr(run, name), name


def test_a_run_that_is_recorded_again_takes_its_own_place(url: str) -> None:
    with history(url) as engine:
        store.record(engine, view("r1", [played("a", "not run"), played("b")]))
        store.record(engine, view("r1", [played("a")]))
        assert [one.verdict for one in store.load(engine, "r1").scenarios] == ["conforms"]
        with engine.connect() as connection:
            count = select(func.count()).select_from(tables.result)
            assert connection.execute(count).scalar() == 1


def test_a_run_is_found_by_the_beginning_of_its_id(url: str) -> None:
    with history(url) as engine:
        for name in ("abc1", "abd2", "x%"):
            store.record(engine, view(name))
        assert store.find(engine, "abc") == "abc1"
        assert store.find(engine, "x") == "x%"
        with pytest.raises(HistoryError, match="several recorded runs begin so"):
            store.find(engine, "ab")
        with pytest.raises(HistoryError, match="no recorded run"):
            store.find(engine, "%")


def test_several_rigs_write_at_once(url: str) -> None:
    """Each opens the empty history too, so each may want to make the tables."""

    def rig(number: int) -> None:
        for night in range(3):
            with history(url) as engine:
                run = view(
                    f"{number}-{night}", [played(f"s{n}") for n in range(20)], rig=f"{number}"
                )
                store.record(engine, run)

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(rig, range(6)))
    with history(url) as engine:
        assert len(store.runs(engine)) == 18
        assert len(store.load(engine, "5-2").scenarios) == 20
        with engine.connect() as connection:
            count = select(func.count()).select_from(tables.scenario)
            assert connection.execute(count).scalar() == 20


def test_a_writer_delays_the_change_to_write_ahead_logging(tmp_path: Path) -> None:
    """SQLite does not wait for it by itself."""
    where = tmp_path / "new.db"
    with closing(sqlite3.connect(where, isolation_level=None, check_same_thread=False)) as other:
        other.execute("CREATE TABLE anything (x)")
        other.execute("BEGIN IMMEDIATE")
        later = Timer(0.2, other.execute, ["ROLLBACK"])
        later.start()
        with history(str(where)) as engine:
            assert store.runs(engine) == []
        later.join()


KILLED = """
import os, signal, sys
from reports.history import store
from reports.history.database import history
from tests.history.views import played, view

before = store._result_row
def die(keys, one):
    if one.id == "s7":
        print("now", flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    return before(keys, one)

with history(sys.argv[1]) as engine:
    store.record(engine, view("whole", [played("s1")]))
    store._result_row = die
    store.record(engine, view("torn", [played(f"s{n}") for n in range(20)]))
"""


def test_a_killed_writer_loses_its_unfinished_run_only(url: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED, url],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        check=False,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert done.stdout == "now\n"
    with history(url) as engine:
        assert [one.id for one in store.runs(engine)] == ["whole"]
        store.record(engine, view("next", [played("s7")]))
        assert len(store.runs(engine)) == 2


def test_the_migrations_make_the_tables_that_the_code_uses(url: str) -> None:
    with history(url) as engine, engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, tables.metadata) == []
        assert context.get_current_revision() == database.HEAD
    migrations = Path(database.__file__).parent / "migrations"
    assert ScriptDirectory(str(migrations)).get_current_head() == database.HEAD


def test_a_history_of_a_newer_version_is_left_alone(url: str) -> None:
    with history(url) as engine, database.writing(engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(HistoryError, match="made by a newer Burncard"), history(url):
        pass


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("mysql://lab:secret@server/burncard", "neither SQLite nor PostgreSQL"),
        ("://lab:secret@server", "is no URL"),
    ],
)
def test_a_wrong_url_is_said_without_its_password(given: str, said: str) -> None:
    with pytest.raises(HistoryError, match=said) as caught:
        parse(given)
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unreachable_server_and_a_file_that_is_none(tmp_path: Path) -> None:
    pytest.importorskip("psycopg")
    nowhere = f"postgresql://lab:secret@/x?host={tmp_path}"
    with pytest.raises(HistoryError, match="the history ") as caught, history(nowhere):
        pass
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)
    other = tmp_path / "notes.txt"
    other.write_text("no database at all, " * 100)
    with pytest.raises(HistoryError, match="not a database"), history(str(other)):
        pass


def test_the_default_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("BURNCARD_DB", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert shown(parse(None)) == str(tmp_path / "burncard" / "history.db")
    monkeypatch.setenv("BURNCARD_DB", "postgresql://lab@server/b")
    assert shown(parse(None)) == "postgresql://lab@server/b"


def test_the_course_over_nights(url: str) -> None:
    verdicts = ["conforms", "finding", "conforms", "finding"]
    with history(url) as engine:
        for n, verdict in enumerate(verdicts):
            store.record(
                engine,
                view(
                    f"n{n}",
                    [played("flips", verdict), played("steady")],
                    started=f"2026-11-{10 + n}T22:00:00.000+00:00",
                    latencies=(measured([1.0 + n]),),
                ),
            )
        course = trend(engine)
        last = trend(engine, nights=2)
        other = trend(engine, rig="another")
    assert [one.run for one in course.nights] == ["n0", "n1", "n2", "n3"]
    assert [(one.scenario, one.flips, one.judged) for one in course.flaky] == [("flips", 3, 4)]
    assert [one.clause for one in course.rows] == ["665a.9(c)"]
    (plot,) = course.plots
    assert [(value.night, value.median) for value in plot.values] == [
        (0, 1.0),
        (1, 2.0),
        (2, 3.0),
        (3, 4.0),
    ]
    assert [one.run for one in last.nights] == ["n2", "n3"]
    assert other.nights == ()
