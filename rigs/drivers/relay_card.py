"""A relay card by SCPI: presses buttons, breaks sensor lines, each wired to a channel."""

from __future__ import annotations

from rigs.drivers import Opening
from rigs.drivers.scpi import ScpiDriver
from rigs.errors import DeviceRefused


def open_driver(opening: Opening) -> RelayCard:
    """The card at the VISA address of `opening.spec`."""
    return RelayCard(opening)


class RelayCard(ScpiDriver):
    """Closes and opens its wired channels, one command a channel, each read back.

    What is read back is what the card was told; that a contact moved is seen on the device only.
    `hold_s` (option ``hold_ms``, default 50): how long a channel stays closed for an act.
    """

    def __init__(self, opening: Opening) -> None:
        super().__init__(opening)
        self._wires = opening.spec.wires
        hold = opening.spec.options.get("hold_ms", "50")
        if not (hold.isascii() and hold.isdigit() and int(hold) <= 60_000):
            self.close()
            raise DeviceRefused(
                f"its option hold_ms is {hold!r}",
                device=opening.name,
                remedy="write milliseconds, 0 to 60000, in quotes",
            )
        self.hold_s = int(hold) / 1000

    def channel_of(self, device: str, act: str) -> str:
        """The channel that does `act` on `device`; "" if none is wired to it."""
        wire = f"{device} {act}"
        return next((channel for channel, does in self._wires.items() if does == wire), "")

    def switch(self, channel: str, closed: bool) -> None:
        """Closes or opens `channel`, and reads back.

        Raises:
            DeviceRefused: it did not take it, or says otherwise afterwards.
            DeviceSilent, LinkLost: as the link says.
        """
        self.command(f"ROUT:{'CLOS' if closed else 'OPEN'} (@{channel})")
        if self._known is not None:
            shut = {*self._known, channel} if closed else set(self._known) - {channel}
            self._known = tuple(one for one in self._wires if one in shut)
        if (channel in self.closed()) != closed:
            raise DeviceRefused(
                f"channel {channel} did not {'close' if closed else 'open'}",
                device=self._name,
                port=self.port,
                remedy="check the card, and its channels in the rig file",
            )

    def closed(self) -> tuple[str, ...]:
        """The wired channels that are closed, as the card says."""
        answer = self.ask(f"ROUT:CLOS? (@{','.join(self._wires)})")
        states = [word.strip().upper() for word in answer.split(",")]
        if len(states) != len(self._wires) or not set(states) <= {"0", "1", "OFF", "ON"}:
            raise DeviceRefused(
                f"it answers {answer!r} for {len(self._wires)} channels",
                device=self._name,
                port=self.port,
                remedy="check that the driver in the rig file is the right one for this model",
            )
        self._known = tuple(
            channel
            for channel, state in zip(self._wires, states, strict=True)
            if state in ("1", "ON")
        )
        return self._known

    def outputs(self) -> tuple[str, ...]:
        return self.closed()

    def status(self) -> str:
        closed = self.closed()
        return f"closed: {' '.join(closed)}" if closed else super().status()

    def make_safe(self) -> str:
        super().make_safe()
        closed = self.closed()
        if closed:
            raise DeviceRefused(
                f"still closed: {' '.join(closed)}",
                device=self._name,
                port=self.port,
                remedy="take its power away; check `send` of its safe state in the rig file",
            )
        return "it reads back all open"
