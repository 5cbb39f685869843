"""The guard: a small process that makes the bench safe when the runner is gone, however it went.

The runner starts it (`Guard`) and holds a pipe to it. When the pipe ends without the word *done*,
or the run takes longer than it may, the guard puts every device in its safe state, writes down what
it did, ends the emulators, and runs the command that derives the reports. It hears no signal that
is meant for the runner.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

import msgspec
from msgspec import Struct

from rigs import lease
from rigs.errors import BenchError, EmulatorFailed, GuardFailed, LinkLost, PortBusy
from rigs.links.wirelog import WireLog
from rigs.processes import environment, python
from rigs.rigfile import DeviceSpec, Limits, Reconnect
from rigs.roles import POWER_SUPPLY
from rigs.wirehead import head

_FIRST_WAVE = 0.7
_FINALISE_S = 120.0
_END_S = 2.0
_DYING_S = 0.3
_BUSY_S = 0.005
_SAY_S = 0.05
"""Before its time is over, one that waits for its port says who has it."""


class Plan(Struct, frozen=True):
    """What the guard has to know."""

    runner: int
    """Process id."""
    devices: dict[str, DeviceSpec]
    """With the links where they really are."""
    limits: Limits
    emulators: dict[str, int]
    """Device to process id."""
    run_limit_s: float
    rig: str = ""
    """Its name."""
    finalise: tuple[str, ...] = ()
    """A command to run after an end that was not normal."""
    leases: tuple[tuple[str, str, str], ...] = ()
    """Folder, name and token of what the runner holds: let go of when all has been made safe."""


class Order(Struct, frozen=True):
    """A line from the runner: a new plan, or that it is done."""

    plan: Plan | None = None
    done: bool = False
    without_power: tuple[str, ...] = ()
    """Done: devices that cannot answer because the bench has taken their power."""


class Outcome(Struct, frozen=True):
    """How one device was left."""

    safe: bool
    how: str
    ms: float
    """From the end of the run until it was so."""


class Account(Struct, frozen=True):
    """``guard.json``: what the guard did, and when."""

    end: str
    """``normal``, ``runner gone`` or ``time limit``."""
    at: str
    all_safe: bool
    took_ms: float
    devices: dict[str, Outcome]


# -- the runner's side -----------------------------------------------------------------------------


class Guard:
    """The guard process of one bench, as the runner sees it.

    `life`: the descriptor that keeps the emulators alive; the guard holds it too, so that they
    outlive the runner until they are safe.
    """

    def __init__(self, run_dir: Path, life: int, label: str = "") -> None:
        self.account = run_dir / f"guard{'-' if label else ''}{label}.json"
        self.account.unlink(missing_ok=True)
        with (run_dir / "guard.log").open("ab") as log:
            self._process = subprocess.Popen(
                python("rigs.guard", str(self.account), str(life)),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                env=environment(),
                pass_fds=(life,),
                start_new_session=True,
            )

    def arm(self, plan: Plan, limit_s: float) -> None:
        """Tells it the plan, or a new one, and waits until it has it.

        Raises:
            GuardFailed: it is gone, or has not taken it in time.
        """
        self._send(Order(plan=plan))
        out = self._process.stdout
        if (
            out is None
            or not select.select((out,), (), (), limit_s)[0]
            or os.read(out.fileno(), 16) != b"armed\n"
        ):
            raise self._failed("it did not take the plan")

    @property
    def alive(self) -> bool:
        """Whether it still watches."""
        return self._process.poll() is None

    def done(self, without_power: tuple[str, ...], limit_s: float) -> Account | None:
        """The run is over: the guard makes sure of the safe states and ends. Returns its account.

        Raises:
            GuardFailed: it was gone before, or did not end in time.
        """
        self._send(Order(done=True, without_power=without_power))
        try:
            self._process.wait(limit_s)
        except subprocess.TimeoutExpired:
            raise self._failed("it did not end in time") from None
        finally:
            self.close()
        try:
            return msgspec.json.decode(self.account.read_bytes(), type=Account)
        except (OSError, msgspec.DecodeError):
            return None

    def close(self) -> None:
        """Lets go of it; without `done` before, this makes it act."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream:
                with contextlib.suppress(OSError):
                    stream.close()

    def kill(self) -> None:
        """Ends it without an act; for a bench that never opened."""
        self._process.kill()
        self._process.wait()
        self.close()

    def _send(self, order: Order) -> None:
        pipe = self._process.stdin
        try:
            if pipe is None:
                raise BrokenPipeError
            pipe.write(msgspec.json.encode(order) + b"\n")
            pipe.flush()
        except (OSError, ValueError):
            raise self._failed("it is gone") from None

    def _failed(self, what: str) -> GuardFailed:
        return GuardFailed(
            f"the guard that makes the bench safe failed: {what}",
            remedy=f"check the bench by hand; see {self.account.with_name('guard.log')}",
        )


# -- the guard's side ------------------------------------------------------------------------------


def main(arguments: list[str]) -> int:
    """Watches the pipe on stdin to its end, then makes the bench safe. ``ACCOUNT.json LIFE_FD``"""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGTSTP):
        signal.signal(number, signal.SIG_IGN)
    account, life = Path(arguments[0]), int(arguments[1])
    plan, order, end = _watch()
    ended = time.monotonic()
    if plan is None:
        return 0
    outcomes = _make_safe(plan, order.without_power, ended, account.parent)
    _write(
        account,
        Account(
            end=end,
            at=datetime.now(UTC).isoformat(timespec="milliseconds"),
            all_safe=all(outcome.safe for outcome in outcomes.values()),
            took_ms=round((time.monotonic() - ended) * 1000, 3),
            devices=outcomes,
        ),
    )
    os.close(life)
    if end != "normal":
        for where, name, token in plan.leases:
            lease.drop(Path(where), name, token)
        _end_processes(tuple(plan.emulators.values()))
        _finalise(plan.finalise)
    return 0


def _watch() -> tuple[Plan | None, Order, str]:
    """The last plan, the last order, and how the run ended."""
    plan: Plan | None = None
    held, deadline = b"", float("inf")
    while True:
        left = deadline - time.monotonic()
        if left <= 0 and plan is not None:
            _kill(plan.runner)
            _await_end()
            return plan, Order(), "time limit"
        # select() takes no endless number of seconds; a day is as good.
        if not select.select((0,), (), (), min(max(left, 0.0), 86400.0))[0]:
            continue
        chunk = os.read(0, 65536)
        if not chunk:
            return plan, Order(), "runner gone"
        held += chunk
        *lines, held = held.split(b"\n")
        for line in lines:
            order = msgspec.json.decode(line, type=Order)
            if order.done:
                return plan, order, "normal"
            if order.plan is not None:
                if plan is None:
                    deadline = time.monotonic() + order.plan.run_limit_s
                plan = order.plan
                os.write(1, b"armed\n")
                _prepare(plan)


def _await_end() -> None:
    """Until the runner, which was killed, has let go of its ports: the pipe ends with it."""
    deadline = time.monotonic() + _DYING_S
    while (left := deadline - time.monotonic()) > 0:
        if select.select((0,), (), (), left)[0] and not os.read(0, 65536):
            return


def _prepare(plan: Plan) -> None:
    """Imports now what acting needs, so that acting is quick."""
    import rigs.drivers as drivers

    for spec in plan.devices.values():
        with contextlib.suppress(BenchError):
            drivers.load(spec.driver)


def _make_safe(
    plan: Plan, without_power: tuple[str, ...], ended: float, run_dir: Path
) -> dict[str, Outcome]:
    outcomes: dict[str, Outcome] = {}
    log = WireLog()
    with contextlib.suppress(OSError):
        log.switch(run_dir / "wire" / "guard.jsonl", head(plan.rig, plan.devices))
    supplies = {name for name, spec in plan.devices.items() if spec.role == POWER_SUPPLY}
    first = set(plan.devices) - supplies - set(without_power)
    limit = plan.limits.safe
    # Power goes last: a device must still hear that it is to stop.
    _in_parallel(plan, first, ended, ended + limit * _FIRST_WAVE, outcomes, log)
    _in_parallel(plan, supplies, ended, ended + limit, outcomes, log)
    dark = {fed for name in supplies if outcomes[name].safe for fed in plan.devices[name].powers}
    for name in dark:
        if name in without_power or not outcomes[name].safe:
            outcomes[name] = Outcome(True, "its power is off", _ms(ended))
    for name in without_power:
        outcomes.setdefault(name, Outcome(False, "its power was taken, but is not off", 0.0))
    return {name: outcomes[name] for name in plan.devices}


def _in_parallel(
    plan: Plan,
    names: set[str],
    ended: float,
    deadline: float,
    outcomes: dict[str, Outcome],
    log: WireLog,
) -> None:
    def act(name: str) -> None:
        try:
            if not _runs(plan.emulators.get(name, os.getpid())):
                # Its pseudo-terminal's name may be another program's by now.
                raise EmulatorFailed("its emulator is gone", device=name)
            try:
                how = _apply_in_time(name, plan.devices[name], deadline, log)
            except OSError:
                # A full disk: to be safe matters more than to be recorded.
                how = _apply_in_time(name, plan.devices[name], deadline, WireLog())
            outcome = Outcome(True, how, _ms(ended))
        except BenchError as error:
            outcome = Outcome(False, str(error), _ms(ended))
        except Exception as error:  # a driver's own fault must not keep the others from acting
            outcome = Outcome(False, f"{type(error).__name__}: {error}", _ms(ended))
        if not closed:
            outcomes[name] = outcome

    closed = False
    threads = {name: threading.Thread(target=act, args=(name,), daemon=True) for name in names}
    for thread in threads.values():
        thread.start()
    for thread in threads.values():
        thread.join(max(0.0, deadline - time.monotonic()))
    closed = True
    for name in names:
        outcomes.setdefault(name, Outcome(False, "no answer in time", _ms(ended)))


def _apply_in_time(name: str, spec: DeviceSpec, deadline: float, log: WireLog) -> str:
    """As `_apply`, again while the port is not free.

    The end of the pipe is seen while the dying runner still holds its ports: the kernel closes one
    descriptor after the other.
    """
    while True:
        try:
            return _apply(name, spec, deadline, log)
        except (PortBusy, LinkLost):
            if time.monotonic() + _SAY_S > deadline:
                raise
            time.sleep(_BUSY_S)


def _apply(name: str, spec: DeviceSpec, deadline: float, log: WireLog) -> str:
    from rigs.drivers import Note, Opening, open_driver
    from rigs.links.pump import Pump
    from rigs.links.stream import StreamLink

    def lost(link: StreamLink, error: BenchError) -> NoReturn:
        raise error

    def ignore(note: Note) -> None:
        """The wire log has it."""

    left = max(0.05, deadline - time.monotonic())
    limits = Limits(connect=left, answer=left, late=left)
    spec = msgspec.structs.replace(spec, reconnect=Reconnect())  # there is one second
    driver = None
    try:
        driver = open_driver(Opening(name, spec, limits, Pump(lost), log, ignore))
        return driver.make_safe()
    finally:
        if driver is not None:
            driver.close()


def _end_processes(pids: tuple[int, ...]) -> None:
    """Waits for the emulators, which have lost their stdin, and ends those that stay."""
    deadline = time.monotonic() + _END_S
    while pids and time.monotonic() < deadline:
        pids = tuple(pid for pid in pids if _runs(pid))
        time.sleep(0.01)
    for pid in pids:
        _kill(pid)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    with contextlib.suppress(OSError, IndexError):
        # One that ended and that nobody has collected does not run (Linux).
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return True


def _kill(pid: int) -> None:
    with contextlib.suppress(OSError):
        os.kill(pid, signal.SIGKILL)


def _finalise(command: tuple[str, ...]) -> None:
    if command:
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=sys.stderr,
                env=environment(),
                timeout=_FINALISE_S,
                check=False,
            )


def _write(path: Path, account: Account) -> None:
    text = msgspec.json.format(msgspec.json.encode(account), indent=2)
    part = path.with_suffix(".part")
    with contextlib.suppress(OSError):
        part.write_bytes(text + b"\n")
        part.replace(path)


def _ms(since: float) -> float:
    return round((time.monotonic() - since) * 1000, 3)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
