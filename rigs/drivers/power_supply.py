"""A bench power supply by SCPI: cuts the power of the devices it feeds, each on its channel."""

from __future__ import annotations

from rigs.drivers import Opening
from rigs.drivers.scpi import ScpiDriver
from rigs.errors import DeviceRefused


def open_driver(opening: Opening) -> PowerSupply:
    """The supply at the VISA address of `opening.spec`."""
    return PowerSupply(opening)


class PowerSupply(ScpiDriver):
    """Outputs on, outputs off, each read back.

    The first device of `powers` in the rig file is on channel 1, and so on. A supply that feeds one
    device is asked without a channel list, which supplies of one channel do not know.
    """

    def __init__(self, opening: Opening) -> None:
        super().__init__(opening)
        self._fed = opening.spec.powers

    def switch(self, on: bool, device: str = "") -> None:
        """Switches the output of `device`, or all of them, and reads back.

        Raises:
            DeviceRefused: it says otherwise afterwards.
            DeviceSilent, LinkLost: as the link says.
        """
        channels = self._channels(device)
        self.command(f"OUTP {'ON' if on else 'OFF'}{',' if channels else ''}{channels}")
        if self._known is not None:
            changed = {device} if device else set(self._fed)
            off = set(self._known) - changed if on else set(self._known) | changed
            self._known = tuple(name for name in self._fed if name in off)
        if any(state != on for state in self._states(device)):
            raise DeviceRefused(
                f"the output {channels} did not go {'on' if on else 'off'}",
                device=self._name,
                port=self.port,
                remedy="check its protection and limits",
            )

    def without_power(self) -> tuple[str, ...]:
        """The devices whose output is off, as the supply says."""
        states = self._states("")
        if len(states) == 1:
            self._known = () if states[0] else self._fed
        else:
            self._known = tuple(name for name, on in zip(self._fed, states, strict=False) if not on)
        return self._known

    def outputs(self) -> tuple[str, ...]:
        return self.without_power()

    def status(self) -> str:
        off = self.without_power()
        return f"off: {' '.join(off)}" if off else super().status()

    def make_safe(self) -> str:
        super().make_safe()
        on = sorted(set(self._fed) - set(self.without_power()))
        if on:
            raise DeviceRefused(
                f"output still on for {' '.join(on)}",
                device=self._name,
                port=self.port,
                remedy="switch it off by hand; check `send` of its safe state in the rig file",
            )
        return "it reads back output off"

    def _states(self, device: str) -> list[bool]:
        channels = self._channels(device)
        answer = self.ask(f"OUTP? {channels}".strip())
        return [word.strip().upper() in ("1", "ON") for word in answer.split(",")]

    def _channels(self, device: str) -> str:
        if len(self._fed) < 2:
            return ""
        wanted = [
            number for number, name in enumerate(self._fed, 1) if name == device or not device
        ]
        return f"(@{','.join(map(str, wanted))})"
