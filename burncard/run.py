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
        check_writable(out)
        _check_ours(out)
        _check_free(out)
    from steps import run as runner

    if rig == NO_RIG:
        without = [f"--rig={NO_RIG}", *pytest_args]
        return runner.run(None, out, select, workers, plan, without, repeat)
    return runner.run(rig, out, select, workers, plan, pytest_args, repeat)


def resume(out: Path, rig: Path | None, workers: int, pytest_args: Sequence[str] = ()) -> int:
    """Go on with the run in `out`: play what has no verdict yet, on the same bench.

    Raises:
        UsageError: there is no run, or what it was played with is not there any more.
    """
    from reports.records import RunDirError
    from steps.resume import left

    try:
        rest = left(out)
    except RunDirError as error:
        raise UsageError(str(error)) from error
    if not rest.attempts:
        from burncard.report import build

        print("every scenario has a verdict; nothing is left to play")
        return build(out)
    check_writable(out)
    _check_free(out)
    begun = rest.plan.run
    features = [str(one) for one in begun.get("features", ())]
    for one in features:
        if not Path(one.split("::")[0]).exists():
            raise UsageError(f"{one}: the features of the run in {out} are gone; begin a new run")
    if not features:
        raise UsageError(f"{out}: its plan does not say what was played; begin a new run")
    again = [f"--defect={name}" for name in begun.get("defects", ())]
    if again:
        options = {"probability": "probability", "seed": "defect-seed", "after": "after"}
        again += [f"--{option}={begun[key]}" for key, option in options.items() if key in begun]
    if rig is None and begun.get("rig") == str(NO_RIG):
        rig = NO_RIG
    if rig == NO_RIG:
        again.append(f"--rig={NO_RIG}")
        rig = None
    else:
        rig = rig or Path(str(begun.get("rig_file", "")))
        if not rig.is_file():
            raise UsageError(f"--rig {rig}: no such file; it is the bench of the run in {out}")
        load(rig)
    from steps import run as runner

    repeat = int(begun.get("repeat", 1))
    arguments = [*again, *pytest_args, *features]
    return runner.run(rig, out, "", workers, False, arguments, repeat, resume=True)


def _check_ours(out: Path) -> None:
    """What a run writes replaces what lies there, so nothing but a run may."""
    from reports.records import RunDirError, check_ours

    try:
        check_ours(out)
    except RunDirError as error:
        raise UsageError(f"--out {error}") from error


def _check_free(out: Path) -> None:
    if not out.is_dir():
        return
    from reports.records import RunDirError
    from steps.resume import hold

    try:
        os.close(hold(out))
    except RunDirError as error:
        raise UsageError(str(error)) from error


def check_writable(out: Path) -> None:
    """Without making anything: a run that is refused later leaves no empty directory behind."""
    place = out.absolute()
    while not place.exists() and place != place.parent:
        place = place.parent
    if not place.is_dir():
        raise UsageError(f"--out {out}: {place} is a file; name a directory")
    if not os.access(place, os.W_OK | os.X_OK):
        raise UsageError(f"--out {out}: {place} cannot be written to; name another directory")
    missing = [one for one in (out.absolute(), *out.absolute().parents) if not one.exists()]
    if missing:
        try:  # permissions do not tell all, e.g. of a file system that takes no directories
            missing[-1].mkdir()
            missing[-1].rmdir()
        except OSError as error:
            what = f"{missing[-1]} cannot be made ({error.strerror})"
            raise UsageError(f"--out {out}: {what}; name another directory") from error
