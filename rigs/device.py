"""A device on an open bench: its driver, who it is, and who acts on it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from rigs.drivers import Driver, Identity, Note, Opening, open_driver
from rigs.errors import BenchError, DeviceMismatch
from rigs.links.pump import Pump
from rigs.links.wirelog import WireLog
from rigs.rigfile import DeviceSpec, Limits, LinkSpec, ReplaySpec, Rig
from rigs.roles import Observation
from rigs.stimuli import NoStimulus, Stimulus
from rigs.stimuli.emulator import EmulatorPort
from rigs.stimuli.operator import Operator


class Device:
    """One device. `spec.link` is where it really is, with what an emulator announced filled in.

    `down`: the bench took its power or its link away, so its silence says nothing.
    `ailing`: it failed the bench in this scenario.
    """

    def __init__(
        self,
        rig: Rig,
        name: str,
        link: LinkSpec,
        pump: Pump,
        log: WireLog,
        note: Callable[[Note], None],
    ) -> None:
        self.name = name
        self.limits: Limits = rig.limits_of(name)
        self.identity = Identity()
        self.down = False
        self.ailing = False
        self._pump, self._log, self._note = pump, log, note
        self.stimulus: Stimulus = NoStimulus(name)
        self.spec: DeviceSpec = rig.devices[name]
        self.driver: Driver
        self.replay: EmulatorPort | None = None
        """Where a recorded session that stands in its place is told how far the round is."""
        spec = rig.devices[name].link
        self._replayed = isinstance(spec, ReplaySpec)
        self.recording = f"recorded in {spec.log}" if isinstance(spec, ReplaySpec) else ""
        """What stands in its place, for the run's record; empty for a device."""
        self._open(link)

    @property
    def role(self) -> str:
        return self.spec.role

    def collect(self) -> list[Observation]:
        """What its driver has heard since it was last asked.

        A recording tells the clock of the recorded day: how long a message was on its way to us
        cannot be known by it.
        """
        said = self.driver.collect()
        if self.recording:
            return [msgspec.structs.replace(one, held_ms=0.0) for one in said]
        return said

    def identify(self) -> Identity:
        """Asks who it is, and makes sure that it is the one of the rig file, and the one of before.

        Raises:
            DeviceMismatch: it is another.
            BenchError: it does not answer.
        """
        identity = self.driver.identify()
        expected = msgspec.structs.asdict(self.spec.expect)
        before = msgspec.structs.asdict(self.identity)
        told = msgspec.structs.asdict(identity)
        for key, value in told.items():
            for wanted, since in ((expected.get(key), "the rig file"), (before[key], "its start")):
                if wanted and wanted.lower() != value.lower():
                    raise self._mismatch(f"its {key} is {value!r}, {since} says {wanted!r}")
        if identity.role and identity.role != self.role:
            raise self._mismatch(f"it is a {identity.role}, the rig file says {self.role}")
        self.identity = identity
        return identity

    def connect_stimulus(self, address: str) -> None:
        """Opens the way to act on it; `address` is an emulator's stimulus port, or empty.

        Raises:
            StimulusError: nobody listens there.
        """
        self.stimulus.close()
        if self._replayed and address:
            if self.replay is not None:
                self.replay.close()
            self.replay = EmulatorPort(self.name, address, self.limits.late)
        if self.spec.stimulus == "emulator" and address:
            self.stimulus = EmulatorPort(self.name, address, self.limits.late)
        elif self.spec.stimulus == "operator":
            self.stimulus = Operator(self.name, self.limits.operator)

    def relink(self, link: LinkSpec) -> None:
        """Opens its link anew, where it is now, and makes sure that it is the same device.

        Raises:
            BenchError: it cannot be opened, does not answer, or is another.
        """
        self.driver.close()
        self._open(link)
        self.identify()

    def reconnect(self) -> int | None:
        """Opens its lost link again. How many events it said meanwhile; None: nobody knows.

        Raises:
            BenchError: it cannot be opened, does not answer, or is another.
        """
        said = self.driver.reopen()
        if self.driver.is_open:
            self.identify()
        else:
            self.relink(self.spec.link)
        return said

    def close(self) -> None:
        """Lets go of link and stimulus."""
        self.driver.close()
        self.stimulus.close()
        if self.replay is not None:
            self.replay.close()

    def _open(self, link: LinkSpec) -> None:
        self.spec = msgspec.structs.replace(self.spec, link=link)
        opening = Opening(self.name, self.spec, self.limits, self._pump, self._log, self._note)
        self.driver = open_driver(opening)

    def _mismatch(self, what: str) -> BenchError:
        return DeviceMismatch(
            what,
            device=self.name,
            port=self.driver.port,
            remedy="plug in the right one, or correct the rig file",
        )
