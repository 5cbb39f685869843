"""The record of the harness's qualification, kept with a run: what a report and a certificate show.

It stays when another run takes the directory, and is replaced by the next one that is given.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from reports.html.qualification import render
from reports.qualification import JSON, Qualification
from reports.records import RunDirError, write_atomic

PAGE = "qualification.html"


def read(path: Path) -> Qualification:
    """A ``qualification.json``.

    Raises:
        RunDirError: there is none, or it cannot be read.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=Qualification)
    except FileNotFoundError as error:
        raise RunDirError(
            f"{path}: no such file; burncard qualify writes one, in the directory of its --out"
        ) from error
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RunDirError(
            f"{path}: cannot be read as a qualification: {error}; burncard qualify makes a new one"
        ) from error


def keep(path: Path, run_dir: Path) -> None:
    """Put the record at `path`, and its page, into the directory of a run.

    Raises:
        RunDirError: it cannot be read, or `run_dir` cannot be written.
    """
    record = read(path)
    if path.resolve() != (run_dir / JSON).resolve():
        write_atomic(run_dir / JSON, path.read_bytes())
    write_atomic(run_dir / PAGE, render(record))


def in_run(run_dir: Path) -> Qualification | None:
    """The record that lies in the directory of a run, with its page; None where there is none.

    Raises:
        RunDirError: it cannot be read, or its page cannot be written.
    """
    path = run_dir / JSON
    if not path.is_file():
        return None
    record = read(path)
    if not (run_dir / PAGE).is_file():
        write_atomic(run_dir / PAGE, render(record))
    return record
