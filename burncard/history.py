"""`burncard report record, runs, diff, trend`: the history on the command line."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from burncard.errors import UsageError
from reports.history.database import HistoryError, NoHistory, history
from reports.history.store import find, load, runs
from reports.history.store import record as store
from reports.history.view import View, of_directory
from reports.records import RunDirError, write_atomic
from reports.summary import PIPED_WIDTH, STYLES

if TYPE_CHECKING:
    from sqlalchemy import Engine


def record(run_dir: Path, db: str | None, label: str = "") -> int:
    """Put the run in `run_dir` into the history.

    Raises:
        UsageError: it is no run, or the history cannot be written.
    """
    with _said(), history(db) as engine:
        view = of_directory(run_dir, label)
        store(engine, view)
        print(f"recorded {view.id} ({view.overall})")
    return 0


def record_after(run_dir: Path, db: str | None, label: str = "") -> None:
    """As `record`, after a run: what goes wrong here changes nothing of the run's own result."""
    try:
        record(run_dir, db, label)
    except UsageError as error:
        print(f"burncard: not recorded: {error}", file=sys.stderr)


def listing(db: str | None, limit: int, as_json: bool) -> int:
    """List the recorded runs, the newest first."""
    with _said(), history(db, to_read=True) as engine:
        found = runs(engine, limit=limit)
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())
        return 0
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("Run", "Started", "Rig", "Overall", "Series"):
        table.add_column(name, no_wrap=name in ("Run", "Started"))
    for one in found:
        overall = one.overall + (" (a part)" if one.partial else "")
        table.add_row(
            Text(one.id[:12]),
            Text(one.started[:19].replace("T", " ")),
            Text(one.rig),
            Text(overall, STYLES.get(one.overall, "")),
            Text(one.label),
        )
    _console().print(table if found else "no run is recorded")
    return 0


def diff(before: str, after: str, db: str | None, as_json: bool, html: Path | None) -> int:
    """Compare two runs, each a run's directory or the id of a recorded run.

    Returns:
        1 for a regression, 3 where something verified before is not any more, else 0.

    Raises:
        UsageError: one of them is neither.
    """
    from reports.history.diff import compare
    from reports.history.words import sections, sentence

    with _said():
        views = _views((before, after), db)
        found = compare(*views)
        if html is not None:
            from reports.history.page import diff_page

            write_atomic(html, diff_page(found))
    if as_json:
        more = {"regression": found.regression, "exit_code": found.exit_code, "format": 1}
        content = {**msgspec.to_builtins(found), **more}
        print(msgspec.json.format(msgspec.json.encode(content), indent=1).decode())
        return found.exit_code
    console = _console()
    for section in sections(found):
        console.print(Text(f"{section.title}: {len(section.lines)}", STYLES.get(section.look, "")))
        for line in section.lines:
            console.print(Text(f"  {line}"))
    console.print(Text(sentence(found), "bold"))
    return found.exit_code


def trend(db: str | None, html: Path | None, label: str, rig: str, nights: int) -> int:
    """Write the page of the course over the last recorded runs.

    Raises:
        UsageError: the history cannot be read, or the page not written.
    """
    from reports.history.page import trend_page
    from reports.history.trend import trend as course

    with _said(), history(db, to_read=True) as engine:
        page = html or Path("trend.html")
        found = course(engine, label=label, rig=rig, nights=nights)
        write_atomic(page, trend_page(found))
    print(f"{len(found.nights)} runs, {len(found.flaky)} flaky scenarios: {page}")
    return 0


def _views(given: tuple[str, ...], db: str | None) -> list[View]:
    recorded = [one for one in given if not Path(one).is_dir()]
    if not recorded:
        return [of_directory(Path(one)) for one in given]
    try:
        with history(db, to_read=True) as engine:
            return [_view(engine, one) for one in given]
    except NoHistory as error:
        raise UsageError(f"{recorded[0]}: no run directory and no recorded run; {error}") from error


def _view(engine: Engine, given: str) -> View:
    path = Path(given)
    return of_directory(path) if path.is_dir() else load(engine, find(engine, given))


@contextlib.contextmanager
def _said() -> Iterator[None]:
    try:
        yield
    except (HistoryError, RunDirError) as error:
        raise UsageError(str(error)) from error


def _console() -> Console:
    width = None if sys.stdout.isatty() else max(PIPED_WIDTH, 400)
    return Console(width=width, highlight=False, markup=False, soft_wrap=True)
