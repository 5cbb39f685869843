"""The plan of a night: a TOML file."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct, field

from burncard.errors import UsageError

Name = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$")]
"""Names folders."""
Minutes = Annotated[float, Meta(gt=0, le=10_080)]


class Build(Struct, frozen=True, forbid_unknown_fields=True):
    """A firmware build that the bench is to be tested with.

    `install`: a command (no shell) that puts it on the devices; `expect`: device name of the rig
    file to the firmware version that it must tell afterwards.
    """

    name: Name
    install: tuple[str, ...] = ()
    install_minutes: Minutes = 30.0
    expect: dict[str, str] = {}


class BenchPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """A bench and what is played on it."""

    name: Name
    rig: str = ""
    """Rig file, from the plan's folder; "" is the emulated bench."""
    features: tuple[str, ...] = ()
    select: str = ""
    """As ``run -k``."""
    repeat: Annotated[int, Meta(ge=1, le=100_000)] = 1
    workers: Annotated[int, Meta(ge=1, le=64)] = 1
    soak_minutes: Annotated[float, Meta(ge=0, le=10_080)] = 0.0
    limit_minutes: Minutes = 480.0
    """After which its run is ended; what it has by then counts."""
    firmware: tuple[Build, ...] = ()


class Keep(Struct, frozen=True, forbid_unknown_fields=True):
    """What stays: the newest nights, and always the last good one."""

    nights: Annotated[int, Meta(ge=1)] = 30


class Webhook(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the short text goes, as ``{"text": ...}``. `url_env`: the variable that holds the URL,
    where it is a secret."""

    url: str = ""
    url_env: str = ""
    timeout_s: Annotated[float, Meta(gt=0, le=120)] = 10.0


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """A night. Paths are taken from the plan's folder."""

    name: Name
    bench: Annotated[tuple[BenchPlan, ...], Meta(min_length=1)]
    out: str = "nights"
    together: Annotated[int, Meta(ge=1, le=64)] = 1
    """How many benches are played side by side."""
    db: str = ""
    resume_hours: Annotated[float, Meta(gt=0, le=168)] = 18.0
    """How long after its start an unfinished night is gone on with."""
    keep: Keep = field(default_factory=Keep)
    webhook: Webhook = field(default_factory=Webhook)


class Job(Struct, frozen=True):
    """One bench with one build of firmware (or as it stands there)."""

    name: str
    bench: BenchPlan
    build: Build | None


class Read(Struct, frozen=True):
    """A plan as it was read."""

    path: Path
    sha256: str
    plan: Plan

    @property
    def out(self) -> Path:
        return self.place(self.plan.out)

    @property
    def jobs(self) -> list[Job]:
        return list(_jobs(self.plan))

    @property
    def lanes(self) -> list[list[Job]]:
        """The jobs, those of one rig file in one list: a bench plays one after the other."""
        found: dict[str, list[Job]] = {}
        for job in self.jobs:
            rig = job.bench.rig
            key = f"rig {self.place(rig).resolve()}" if rig else f"emulated {job.bench.name}"
            found.setdefault(key, []).append(job)
        return list(found.values())

    def place(self, path: str) -> Path:
        """A path of the plan, from the plan's folder."""
        return self.path.parent / Path(path).expanduser()


def read(path: Path) -> Read:
    """The plan in `path`.

    Raises:
        UsageError: it is missing or wrong; the line names file and key.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}; name the plan of a night") from error
    try:
        plan = msgspec.toml.decode(content, type=Plan)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        where = re.sub(r"`\$\.?([^`]*)`", r"\1", str(error))
        raise UsageError(f"{path}: {where} (docs/nightly.md lists the keys)") from error
    found = Read(path.absolute(), hashlib.sha256(content).hexdigest(), plan)
    _check(found)
    return found


def _check(found: Read) -> None:
    names: set[str] = set()
    for job in found.jobs:
        if job.name.casefold() in names:
            raise UsageError(f"{found.path}: two jobs are called {job.name}; rename a bench")
        names.add(job.name.casefold())
    from steps.run import select_problem

    for bench in found.plan.bench:
        if problem := select_problem(bench.select):
            raise UsageError(f"{found.path}: bench {bench.name}: select {problem}")
        for key, path in (("rig", bench.rig), *(("features", one) for one in bench.features)):
            if path and not found.place(path).exists():
                raise UsageError(
                    f"{found.path}: bench {bench.name}: {key} {path!r}: no such file; paths are "
                    "taken from the plan's folder"
                )
    hook = found.plan.webhook
    if hook.url and not hook.url.startswith(("http://", "https://")):
        raise UsageError(f"{found.path}: webhook: url: must begin with http:// or https://")


def _jobs(plan: Plan) -> Iterator[Job]:
    for bench in plan.bench:
        if not bench.firmware:
            yield Job(bench.name, bench, None)
        for build in bench.firmware:
            yield Job(f"{bench.name}-{build.name}", bench, build)
