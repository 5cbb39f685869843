"""The history on both databases. PostgreSQL is started here, where it is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

_LIMIT_S = 60
_NUMBER = iter(range(10_000))


def _programs() -> Path | None:
    """Where initdb lies: distributions keep it out of the path."""
    for place in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (place / "initdb").exists():
            return place
    found = shutil.which("initdb")
    return Path(found).parent if found else None


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Callable[[], str]]:
    """Makes an empty database each time it is called, and gives its URL."""
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    programs = _programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    user: list[str] = []
    if os.geteuid() == 0:  # it refuses to run as root
        runuser = shutil.which("runuser")
        known = subprocess.run(["id", "postgres"], capture_output=True, check=False)
        if runuser is None or known.returncode:
            pytest.skip("PostgreSQL does not run as root, and there is no user postgres")
        user = [runuser, "-u", "postgres", "--"]
    # A socket's path must be short, which pytest's own folders are not.
    home = Path(tempfile.mkdtemp(prefix="burncard-pg-"))
    try:
        if user:
            shutil.chown(home, "postgres")
        data = home / "data"

        def call(program: str, *words: str) -> None:
            done = subprocess.run(
                [*user, str(programs / program), *words],
                capture_output=True,
                text=True,
                timeout=_LIMIT_S,
                cwd=home,
                check=False,
            )
            assert done.returncode == 0, done.stderr

        call("initdb", "-D", str(data), "-U", "postgres", "--auth=trust", "--no-sync")
        options = f"-c listen_addresses='' -c unix_socket_directories={home} -c fsync=off"
        call("pg_ctl", "-D", str(data), "-w", "-l", str(home / "log"), "-o", options, "start")
        try:

            def make() -> str:
                name = f"history{next(_NUMBER)}"
                call("createdb", "-h", str(home), "-U", "postgres", name)
                return f"postgresql://postgres@/{name}?host={home}"

            yield make
        finally:
            call("pg_ctl", "-D", str(data), "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(home, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty history, on each database."""
    if request.param == "sqlite":
        return str(tmp_path / "history.db")
    made: str = request.getfixturevalue("postgresql")()
    return made
