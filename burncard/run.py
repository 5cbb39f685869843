"""`burncard run`: what can be wrong with its arguments is said before anything starts."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from burncard.errors import UsageError
from burncard.rig import load

NO_RIG = Path("none")


def run(
    rig: Path | None,
    out: Path,
    select: str,
    workers: int,
    plan: bool,
    pytest_args: Sequence[str],
    repeat: int = 1,
) -> int:
    """Play the scenarios; see `steps.run.run`, which does it.

    Raises:
        UsageError: the rig file is wrong, or nothing can be written to `out`.
    """
    if rig != NO_RIG:
        load(rig)
    if not plan:
        _check_writable(out)
    from steps import run as runner

    if rig == NO_RIG:
        without = [f"--rig={NO_RIG}", *pytest_args]
        return runner.run(None, out, select, workers, plan, without, repeat)
    return runner.run(rig, out, select, workers, plan, pytest_args, repeat)


def _check_writable(out: Path) -> None:
    """Without making anything: a run that is refused later leaves no empty directory behind."""
    place = out.absolute()
    while not place.exists() and place != place.parent:
        place = place.parent
    if not place.is_dir():
        raise UsageError(f"--out {out}: {place} is a file; name a directory")
    if not os.access(place, os.W_OK | os.X_OK):
        raise UsageError(f"--out {out}: {place} cannot be written to; name another directory")
