"""What can go wrong on a bench. None of it says anything about the device under test.

Every error is one line for a person: device, port, what happened, what to do. A scenario that meets
one ends *inconclusive*, never in a finding.
"""

from __future__ import annotations

import errno


class BenchError(Exception):
    """Base of everything that can go wrong on a bench.

    `device`: the device's name in the rig file; `port`: where it is connected; `remedy`: what a
    person can do about it. Each may be empty where there is none.
    """

    def __init__(self, what: str, *, device: str = "", port: str = "", remedy: str = "") -> None:
        self.what, self.device, self.port, self.remedy = what, device, port, remedy
        where = " on ".join(part for part in (device, port) if part)
        line = f"{where}: {what}" if where else what
        super().__init__(f"{line}; {remedy}" if remedy else line)


class PortMissing(BenchError):
    """Nobody is there: the port does not exist, or refuses."""


class PortBusy(BenchError):
    """Another process holds the port."""


class LinkLost(BenchError):
    """The link ended while it was in use: unplugged, or the process behind it is gone."""


class WriteBlocked(BenchError):
    """The device takes no more bytes."""


class DeviceSilent(BenchError):
    """No answer within the limit."""


class DeviceRefused(BenchError):
    """The device answered a command of the bench with an error."""


class RigUnfit(BenchError):
    """The bench must not be used as it is: no scenario is played on it."""


class LeaseHeld(RigUnfit):
    """Another run has the bench, or an instrument that benches share."""


class LeaseLost(BenchError):
    """This run has not kept its lease: another may use the bench by now."""


class CalibrationExpired(RigUnfit):
    """An instrument's calibration is over, or missing where the rig file requires one."""


class DeviceMismatch(RigUnfit):
    """The device is not the one that the rig file names."""


class DeviceRestarted(BenchError):
    """The device started anew though the bench did not ask for it."""


class GarbledFrames(BenchError):
    """Messages are lost or altered beyond repair: what the device said is not known."""


class AlignmentError(BenchError):
    """The device said two different things about one place: which of them holds is not known."""


class LinkSlow(BenchError):
    """A message came too late or in the wrong act, and the line may have held it up that long."""


class StimulusError(BenchError):
    """The physical act could not be done."""


class StimulusRefused(StimulusError):
    """The device takes no such act at this moment, e.g. a key that means nothing to it now."""


class ScenarioTooLong(BenchError):
    """A scenario has lasted longer than the rig file allows."""


class TeardownFailed(BenchError):
    """A scenario may have left something on: lamps, motors, contacts, or power off."""


class EmulatorFailed(BenchError):
    """An emulator process did not start, or ended."""


class GuardFailed(BenchError):
    """The process that makes the bench safe could not be started, or is gone."""


def disk_full(error: BaseException) -> OSError | None:
    """What of `error`, or of the errors that it is a group of, says that a disk is full."""
    if isinstance(error, BaseExceptionGroup):
        return next(filter(None, map(disk_full, error.exceptions)), None)
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        return error
    return None
