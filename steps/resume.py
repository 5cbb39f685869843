"""Go on with a run that was cut short: play what has no verdict yet, as further attempts.

The plan stays what it was, and so do the records: a resumed run adds to them. Whatever could make
the two parts answer different questions (another rig file, other scenarios) is refused.
"""

from __future__ import annotations

import fcntl
import os
import platform
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from reports.records import (
    ENDED,
    RECORDS,
    RESUMED,
    Plan,
    RunDirError,
    Scenario,
    now,
    read_plan,
    read_record,
    record_name,
    resumptions,
)
from reports.verdicts import INCONCLUSIVE, INTERRUPTED, NOT_RUN, Attempts, attempt_verdict

_WITHOUT = (INCONCLUSIVE, INTERRUPTED, NOT_RUN)
"""Verdicts that say nothing of a device."""
_PATIENCE_S = 5.0
"""How long to wait for the last of a killed run to leave its directory."""
_LOOK_S = 0.1


class Left(Struct, frozen=True):
    """What a run has left to play."""

    plan: Plan
    attempts: dict[str, tuple[int, ...]]
    """Scenario id to the numbers of the attempts that are due; only scenarios with some."""
    number: int
    """Which resumption this would be, from 1."""

    @property
    def run_id(self) -> str:
        return str(self.plan.run.get("id", ""))


def left(run_dir: Path) -> Left:
    """What `run_dir` has left: each scenario without a verdict, each repetition without one.

    Raises:
        RunDirError: there is no plan, so nothing of it was played.
    """
    plan = read_plan(run_dir)
    repeat = int(plan.run.get("repeat", 1))
    files: dict[str, list[Path]] = {}
    for path in sorted((run_dir / RECORDS).glob("*.jsonl"), key=record_name):
        files.setdefault(record_name(path)[0], []).append(path)
    due: dict[str, tuple[int, ...]] = {}
    for scenario in plan.scenarios:
        attempts, good, last = Attempts(scenario), 0, 0
        for path in files.get(scenario.id, ()):
            record = read_record(path)
            attempts.take(record)
            good += attempt_verdict(record) not in _WITHOUT
            last = max(last, record.attempt)
        missing = repeat - good
        if missing <= 0 and attempts.verdict in _WITHOUT:
            missing = 1
        if missing > 0:
            due[scenario.id] = tuple(range(last + 1, last + 1 + missing))
    return Left(plan, due, len(resumptions(run_dir)) + 1)


def begin(run_dir: Path, info: Mapping[str, Any], scenarios: int) -> None:
    """Note that the run goes on, and that it has not come to its end.

    Raises:
        RunDirError: the directory cannot be written.
    """
    line = msgspec.json.encode(
        {
            "resumed": now(),
            "scenarios": scenarios,
            "command": info["command"],
            "python": platform.python_version(),
            "platform": platform.platform(),
            "versions": info["versions"],
        }
    )
    try:
        with (run_dir / RESUMED).open("ab") as file:
            file.write(line + b"\n")
        (run_dir / ENDED).unlink(missing_ok=True)
    except OSError as error:
        raise RunDirError(f"{run_dir}: cannot be written: {error.strerror}") from error


def check_rig(plan: Plan, run_dir: Path, path: str, sha256: str) -> None:
    """Refuse another bench than the one that the run was begun on.

    Raises:
        RunDirError: naming both rig files.
    """
    begun = str(plan.run.get("rig_file", ""))
    if sha256 != str(plan.run.get("rig_sha256", "")):
        if path == begun:
            what = f"{path}: has changed since the run in {run_dir} began"
        else:
            what = f"{path}: is not the rig file of the run in {run_dir}, which is {begun}"
        raise RunDirError(f"{what}; resume with the same bench, or begin a new run")


def check_scenarios(plan: Plan, run_dir: Path, collected: Iterable[Scenario]) -> None:
    """Refuse other scenarios than those that the run was planned with.

    Raises:
        RunDirError: naming the first scenario that is new, gone or changed.
    """
    remedy = f"; the run in {run_dir} cannot be resumed with other features, begin a new one"
    planned = {one.id: one for one in plan.scenarios}
    left_out = {str(one) for one in plan.run.get("deselected", ())}
    found = {one.id: one for one in collected}
    for name, one in found.items():
        place = f"{one.file}:{one.line}: scenario {name}"
        if name not in planned and name not in left_out:
            raise RunDirError(f"{place} is not in the plan{remedy}")
        if name in planned and one.sha256 != planned[name].sha256:
            raise RunDirError(f"{place} is not what was planned{remedy}")
    for name, one in planned.items():
        if name not in found:
            raise RunDirError(f"{one.file}:{one.line}: scenario {name} is gone{remedy}")


def check_devices(
    before: Iterable[Mapping[str, Any]], now_there: Sequence[Mapping[str, Any]]
) -> str:
    """What is wrong if the devices are not those that the run was begun with, or ""."""
    known = {str(one.get("name")): one.get("identity", {}) for one in before}
    for device in now_there:
        name = str(device.get("name"))
        if name in known and known[name] != device.get("identity", {}):
            was, is_now = known[name], device.get("identity", {})
            key = next(key for key in (*is_now, *was) if was.get(key) != is_now.get(key))
            return f"{name}: {key} was {was.get(key, '')!r} and is {is_now.get(key, '')!r}"
    return ""


def hold(run_dir: Path) -> int:
    """Be the only one who writes to `run_dir`, until the file descriptor is closed or we are gone.

    Raises:
        RunDirError: another run is writing there.
    """
    try:
        run_dir.mkdir(parents=True, exist_ok=True)
        fd = os.open(run_dir, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        raise RunDirError(f"{run_dir}: cannot be opened: {error.strerror}") from error
    deadline = time.monotonic() + _PATIENCE_S
    while True:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                os.close(fd)
                raise RunDirError(
                    f"{run_dir}: a run is writing there; wait for its end, or name another "
                    "directory"
                ) from None
            time.sleep(_LOOK_S)
        else:
            return fd
