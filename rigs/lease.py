"""Who has a bench: one file a rig, in a folder that all who use the rig can write.

A lease is held by its owner as long as its file is touched, and is nobody's once it has not been
for `expires_s`. So it is never held for ever, and only its owner lets go of it before. Every change
is made under a lock of the kernel's, which a crash releases, and replaces the file as a whole.
Ages are differences between times that the file system gave, so clocks of several computers that
share the folder need not agree.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pwd
import socket
import tempfile
import threading
import time
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

import msgspec
from msgspec import Struct

from rigs.errors import LeaseHeld, LeaseLost, RigUnfit
from rigs.rigfile import Rig

FOLDER = "BURNCARD_LEASES"
"""The environment variable that names the folder for rig files that name none."""
_LOCK_S = 5.0
_AGAIN_S = 0.1
_BEATS = 4
"""Signs of life in the time after which a lease expires."""


class Holder(Struct, frozen=True):
    """What a lease's file says."""

    name: str
    """``rig-NAME``, or ``shared-NAME`` of an instrument."""
    owner: str
    """The user."""
    pid: int
    host: str
    since: str
    """Wall time, ISO 8601, UTC."""
    expires_s: float
    token: str
    """Of this very lease."""


class State(Struct, frozen=True):
    """A lease as it is found."""

    holder: Holder
    silent_s: float
    """Since its owner's last sign of life."""

    @property
    def expired(self) -> bool:
        """Whether it is anybody's to take."""
        return self.silent_s > self.holder.expires_s

    def words(self) -> str:
        """Who has it since when, for a person."""
        one = self.holder
        return (
            f"{one.owner} has it since {one.since} (process {one.pid} on {one.host}, "
            f"last sign of life {self.silent_s:.0f} s ago)"
        )


def names(rig: Rig) -> tuple[str, ...]:
    """The leases that a run on `rig` needs: none for a bench that each run starts for itself."""
    shared = sorted({one.shared for one in rig.devices.values() if one.shared})
    own = [f"rig-{rig.name}"] if rig.has_fixed_ports else []
    return (*own, *(f"shared-{name}" for name in shared))


def folder(rig: Rig) -> Path:
    """Where the leases of `rig` are."""
    if rig.lease.folder:
        return (rig.path.parent / rig.lease.folder).resolve()
    return Path(os.environ.get(FOLDER) or Path(tempfile.gettempdir()) / "burncard-leases")


def look(where: Path, name: str) -> State | None:
    """Who has the lease `name` in the folder `where`; None: nobody has.

    Raises:
        RigUnfit: the folder cannot be used.
    """
    if not where.is_dir():
        return None
    with _alone(where, name) as lock:
        return _read(where, name, lock)


class Lease:
    """A lease that this process holds, with a thread that gives its signs of life."""

    def __init__(self, where: Path, holder: Holder) -> None:
        self.where, self.holder = where, holder
        self._over = threading.Event()
        beat = threading.Thread(target=self._live, name=f"lease {holder.name}", daemon=True)
        beat.start()

    @classmethod
    def take(cls, where: Path, name: str, expires_s: float, wait_s: float = 0.0) -> Self:
        """The lease `name` in the folder `where`, within `wait_s` seconds.

        Raises:
            LeaseHeld: another has it; says who, and since when.
            RigUnfit: the folder cannot be used.
        """
        _make(where)
        deadline = time.monotonic() + wait_s
        while True:
            with _alone(where, name) as lock:
                state = _read(where, name, lock)
                if state is None or state.expired:
                    holder = _holder(name, expires_s)
                    _write(where, holder)
                    return cls(where, holder)
            if time.monotonic() + _AGAIN_S > deadline:
                raise LeaseHeld(
                    f"{_plain(name)}: {state.words()}",
                    remedy="wait for the end of that run; without a sign of life its lease ends "
                    f"after {state.holder.expires_s:g} s",
                )
            time.sleep(_AGAIN_S)

    def check(self) -> None:
        """Makes sure that it is still held.

        Raises:
            LeaseLost: it has expired, and another has it or it is gone.
            RigUnfit: the folder cannot be used any more.
        """
        state = look(self.where, self.holder.name)
        if state is None or state.holder.token != self.holder.token:
            now = "nobody has it" if state is None else state.words()
            raise LeaseLost(
                f"this run has lost its lease of {_plain(self.holder.name)}: {now}",
                remedy="nothing may stop this process, or the folder of leases, for longer than "
                f"{self.holder.expires_s:g} s; run again",
            )

    def release(self) -> None:
        """Lets go of it. Again, or when another has it, is harmless."""
        self._over.set()
        drop(self.where, self.holder.name, self.holder.token)

    def _live(self) -> None:
        while not self._over.wait(self.holder.expires_s / _BEATS):
            # What keeps it from being touched is found by `check`, in the runner's own thread.
            with contextlib.suppress(OSError, RigUnfit), _alone(self.where, self.holder.name) as it:
                state = _read(self.where, self.holder.name, it)
                if state is not None and state.holder.token == self.holder.token:
                    os.utime(_file(self.where, self.holder.name))


def drop(where: Path, name: str, token: str) -> bool:
    """Lets go of the lease `name` if it is the one of `token`; whether it was."""
    with contextlib.suppress(OSError, RigUnfit), _alone(where, name) as lock:
        state = _read(where, name, lock)
        if state is not None and state.holder.token == token:
            _file(where, name).unlink()
            return True
    return False


def release_as(where: Path, name: str, owner: str) -> State:
    """Lets go of a lease that a run of `owner`'s has left behind; what it was.

    Raises:
        LeaseHeld: nobody has it, it is another user's, or its run still goes on.
    """
    state = look(where, name)
    if state is None:
        raise LeaseHeld(f"{_plain(name)}: nobody has it", remedy="there is nothing to release")
    if owner != state.holder.owner or user() != owner:
        raise LeaseHeld(
            f"{_plain(name)}: {state.words()}; you are {user()}",
            remedy=f"only {state.holder.owner} releases it; it ends by itself after "
            f"{state.holder.expires_s:g} s without a sign of life",
        )
    if state.holder.host == socket.gethostname() and _runs(state.holder.pid) and not state.expired:
        raise LeaseHeld(
            f"{_plain(name)}: {state.words()}, and that process still runs",
            remedy=f"end process {state.holder.pid}",
        )
    drop(where, name, state.holder.token)
    return state


def user() -> str:
    """The user of this process."""
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())


def _holder(name: str, expires_s: float) -> Holder:
    return Holder(
        name=name,
        owner=user(),
        pid=os.getpid(),
        host=socket.gethostname(),
        since=datetime.now(UTC).isoformat(timespec="seconds"),
        expires_s=expires_s,
        token=uuid.uuid4().hex,
    )


def _plain(name: str) -> str:
    kind, _, rest = name.partition("-")
    return f"the {'bench' if kind == 'rig' else 'shared instrument'} {rest!r}"


def _file(where: Path, name: str) -> Path:
    return where / f"{name}.lease"


def _make(where: Path) -> None:
    if where.is_dir():
        return
    try:
        where.mkdir(parents=True, exist_ok=True)
        # Whoever comes next may be another user, and must be able to take an expired lease.
        where.chmod(0o777)
    except OSError as error:
        raise _unusable(where, error) from None


def _unusable(where: Path, error: OSError) -> RigUnfit:
    return RigUnfit(
        f"the folder of leases {where} cannot be used ({error.strerror or error})",
        remedy="name one in the rig file, [lease] folder, that all users of the bench can write, "
        "without the sticky bit",
    )


@contextlib.contextmanager
def _alone(where: Path, name: str) -> Iterator[int]:
    """While in here, nobody else looks at or changes the lease. Gives the lock's descriptor."""
    try:
        lock = os.open(where / f"{name}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    except OSError as error:
        raise _unusable(where, error) from None
    try:
        with contextlib.suppress(PermissionError):  # another user's: it was made so by him
            os.fchmod(lock, 0o666)
        deadline = time.monotonic() + _LOCK_S
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError as error:
                if time.monotonic() > deadline:
                    raise _unusable(where, error) from None
                time.sleep(0.01)
        yield lock
    finally:
        os.close(lock)


def _read(where: Path, name: str, lock: int) -> State | None:
    file = _file(where, name)
    try:
        raw, touched = file.read_bytes(), file.stat().st_mtime
        os.utime(lock)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _unusable(where, error) from None
    silent_s = max(0.0, os.fstat(lock).st_mtime - touched)
    try:
        return State(msgspec.json.decode(raw, type=Holder), silent_s)
    except (msgspec.DecodeError, msgspec.ValidationError):
        # Somebody else's writing. It is respected as long as any lease without a sign of life.
        return State(Holder(name, "(unknown)", 0, "", "(unknown)", 60.0, ""), silent_s)


def _write(where: Path, holder: Holder) -> None:
    part = where / f".{holder.name}.{holder.token}"
    try:
        with part.open("xb") as out:
            os.fchmod(out.fileno(), 0o666)
            out.write(msgspec.json.format(msgspec.json.encode(holder), indent=2) + b"\n")
            out.flush()
            os.fsync(out.fileno())
        part.replace(_file(where, holder.name))
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink()
        raise _unusable(where, error) from None


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return pid > 0
