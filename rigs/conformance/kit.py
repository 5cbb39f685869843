"""All checks on the devices of a rig file, and the report."""

from __future__ import annotations

import os
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct, structs

from rigs import lease
from rigs.conformance.checks import CHECKS, Check, Skipped
from rigs.conformance.stand import NotRight, Stand
from rigs.errors import BenchError, StimulusError
from rigs.processes import Announcement, Emulator, passing_logs
from rigs.rigfile import DeviceSpec, Rig, RigFileError
from rigs.roles import INSTRUMENT_ROLES

PASSED, FAILED, NOT_TRIED = 0, 1, 3
_CHECK_S = 60.0
"""The longest a check may take; a driver that hangs is left behind then."""

Verdict = Literal["pass", "fail", "skipped", "not tried"]


class Result(Struct, frozen=True):
    """One check of one device. `text`: what was found, what is wrong, or why it was not tried."""

    check: str
    verdict: Verdict
    text: str
    ms: float = 0.0


class Tried(Struct, frozen=True):
    """One device. `error`: why it could not be opened at all."""

    device: str
    role: str
    driver: str
    results: tuple[Result, ...]
    error: str = ""


class Report(Struct, frozen=True):
    """The whole rig."""

    rig: str
    devices: tuple[Tried, ...]

    @property
    def exit_code(self) -> int:
        """0 all pass, 1 one fails, 3 a device could not be opened, or nobody acted on it."""
        verdicts = [result.verdict for tried in self.devices for result in tried.results]
        if "fail" in verdicts:
            return FAILED
        absent = any(tried.error for tried in self.devices)
        return NOT_TRIED if absent or "not tried" in verdicts else PASSED


def conformance(rig: Rig, only: str = "") -> Report:
    """Tries every device of `rig`, or the one named `only`, one after the other.

    Raises:
        RigFileError: there is no such device.
        BenchError: another has the lease of the rig.
    """
    if only and only not in rig.devices:
        raise RigFileError(f"{rig.path}: no device {only!r}; it has {' '.join(rig.devices)}")
    with ExitStack() as stack:
        for name in lease.names(rig):
            stack.callback(lease.Lease.take(lease.folder(rig), name, rig.lease.expires).release)
        return _all_tried(rig, only)


def _all_tried(rig: Rig, only: str) -> Report:
    names = [only] if only else [n for n, s in rig.devices.items() if _says_something(s)]
    return Report(rig.name, tuple(_tried(rig, name) for name in names))


def as_json(report: Report) -> bytes:
    """The report for a program."""
    whole = {**msgspec.to_builtins(report), "exit_code": report.exit_code}
    return msgspec.json.format(msgspec.json.encode(whole), indent=2)


def _says_something(spec: DeviceSpec) -> bool:
    return spec.role not in INSTRUMENT_ROLES


def _tried(rig: Rig, name: str) -> Tried:
    spec = rig.devices[name]
    with ExitStack() as stack:
        folder = stack.enter_context(passing_logs("burncard-conformance-"))
        try:
            emulator = _started(rig, name, folder, stack)
            stand = Stand(rig, name, emulator.announced if emulator else Announcement("", "", 0))
        except BenchError as error:
            return Tried(name, spec.role, spec.driver, (), str(error))
        stack.callback(stand.close)
        results: list[Result] = []
        gone = ""
        for check, function in CHECKS.items():
            if gone or (results and results[-1].text.startswith("no end")):
                text = gone or "a check before it did not end"
                results.append(Result(check, "not tried", text))
                continue
            result = _result(check, function, stand)
            if result.verdict == "fail" and emulator is not None:
                fate = emulator.fate()
                if emulator.ended:
                    gone = f"its emulator is gone: {fate}"
                    result = structs.replace(result, text=str(emulator.failed(fate)))
            results.append(result)
        return Tried(name, spec.role, spec.driver, tuple(results))


def _started(rig: Rig, name: str, folder: Path, stack: ExitStack) -> Emulator | None:
    if not rig.devices[name].started:
        return None
    life = os.pipe()
    emulator = Emulator(name, rig.devices[name], life[0], folder)

    def end() -> None:
        for descriptor in life:
            os.close(descriptor)
        emulator.reap()

    stack.callback(end)
    emulator.ready(time.monotonic() + rig.limits.connect)
    return emulator


def _result(check: str, function: Check, stand: Stand) -> Result:
    """One check, in a thread of its own, so that a driver that hangs does not hang the kit."""
    done: list[tuple[Verdict, str]] = []

    def run() -> None:
        try:
            done.append(("pass", function(stand)))
        except Skipped as why:
            done.append(("skipped", str(why)))
        except (NotRight, BenchError) as wrong:
            undone = isinstance(wrong, StimulusError) and stand.device.spec.stimulus == "operator"
            done.append(("not tried" if undone else "fail", str(wrong)))
        except Exception as error:  # the driver's own fault, whatever it is
            done.append(("fail", f"the driver raised {type(error).__name__}: {error}"))

    thread = threading.Thread(target=run, name=f"conformance {check}", daemon=True)
    begun = time.monotonic()
    thread.start()
    thread.join(_CHECK_S)
    took = round((time.monotonic() - begun) * 1000, 1)
    verdict, text = done[0] if done else ("fail", f"no end in {_CHECK_S:g} s")
    return Result(check, verdict, text, took)
