"""What a night has done so far: ``night.json`` in its folder, so that a reboot loses nothing."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
from msgspec import Struct, field

from reports.records import write_json

STATE = "night.json"
WAITING, PLAYING, SOAKING, DONE = "waiting", "playing", "soaking", "done"


class JobState(Struct):
    """A job. `code`: the exit code of its run, `soak` that of its soak; `notes`: what to know."""

    state: str = WAITING
    code: int | None = None
    soak: int | None = None
    notes: list[str] = []

    @property
    def worst(self) -> int:
        """Of both; what was never played is not verified."""
        return worst([3 if self.code is None else self.code, self.soak or 0])


class Night(Struct):
    """A night. `finished`: when, or ""; `code`: its exit code then."""

    plan: str
    plan_sha256: str
    started: str
    jobs: dict[str, JobState] = field(default_factory=dict)
    finished: str = ""
    code: int | None = None
    format: int = 1


def worst(codes: list[int]) -> int:
    """The worst of some exit codes. A code that is no verdict counts as not verified."""
    order = (1, 130, 3, 0)
    known = [code if code in order else 3 for code in codes]
    return min(known, key=order.index, default=3)


def load(folder: Path) -> Night | None:
    """The night in `folder`, or None where there is none that can be read."""
    try:
        return msgspec.json.decode((folder / STATE).read_bytes(), type=Night)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None


def save(folder: Path, night: Night) -> None:
    """Write it in one go. Raises `RunDirError`."""
    write_json(folder / STATE, night)


def nights(out: Path) -> Iterator[tuple[Path, Night]]:
    """All nights in `out`, the newest first."""
    if not out.is_dir():
        return
    for folder in sorted(out.iterdir(), reverse=True):
        night = load(folder) if folder.is_dir() and not folder.is_symlink() else None
        if night is not None:
            yield folder, night


def unfinished(out: Path, plan_sha256: str, hours: float) -> tuple[Path, Night] | None:
    """The night to go on with: unfinished, of the same plan, and not of long ago."""
    for folder, night in nights(out):
        if night.finished or night.plan_sha256 != plan_sha256:
            continue
        try:
            age = datetime.now(UTC) - datetime.fromisoformat(night.started)
        except (ValueError, TypeError):
            continue
        if timedelta(0) <= age <= timedelta(hours=hours):
            return folder, night
    return None


def prune(out: Path, keep: int, current: Path) -> list[Path]:
    """Delete all nights but the newest `keep`, the last good one and `current`."""
    there = list(nights(out))
    good = next((folder for folder, night in there if night.finished and night.code == 0), None)
    gone = [folder for folder, _ in there[keep:] if folder not in (good, current)]
    for folder in gone:
        shutil.rmtree(folder, ignore_errors=True)
    return gone
