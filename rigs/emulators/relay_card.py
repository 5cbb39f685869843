"""A relay card with SCPI: a relay that closes does an act on a device, as a finger on a button."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Set

from rigs.emulators.device import Answer
from rigs.emulators.scpi import Instrument, ScpiError
from rigs.emulators.touch import OutOfReach, touch

CHANNELS = tuple(range(101, 109))


class Wire:
    """What a channel is wired to: an act on the device with that stimulus port."""

    def __init__(self, channel: int, device: tuple[str, int], act: str) -> None:
        self.channel, self.device, self.act = channel, device, act


class RelayCard(Instrument):
    """Knows ``ROUT:CLOS``, ``ROUT:OPEN``; all relays are open when it is new.

    The query answers what was commanded, as on a real card: a welded contact is not seen by it.
    """

    role = "relay-card"
    model = "RC-8"

    def __init__(
        self,
        defects: Set[str] = frozenset(),
        serial: str = "",
        wires: Iterable[Wire] = (),
    ) -> None:
        super().__init__(defects, serial)
        self.wires = {wire.channel: wire for wire in wires}
        self.closed: set[int] = set()
        self.on("ROUTe:CLOSe", self._close)
        self.on("ROUTe:CLOSe?", self._is("1", "0"))
        self.on("ROUTe:OPEN", self._open)
        self.on("ROUTe:OPEN?", self._is("0", "1"))
        self.on("ROUTe:OPEN:ALL", self._open_all)

    def preset(self) -> None:
        """``*RST``: all open."""
        self.closed.clear()

    def reset(self) -> None:
        self.clear_errors()
        self.closed.clear()

    def make_safe(self) -> None:
        self.closed.clear()

    def is_safe(self) -> bool:
        return not self.closed

    def look(self) -> Answer:
        return {"closed": sorted(self.closed)}

    def lost_power(self) -> None:
        """Its relays fall open."""
        self.closed.clear()

    def _close(self, parameters: str) -> None:
        for channel in self._channels(parameters):
            was_open = channel not in self.closed
            self.closed.add(channel)
            wire = self.wires.get(channel)
            if wire is None or not was_open:
                continue
            try:
                touch(wire.device, {"do": wire.act})
            except OutOfReach as error:
                # The text of a queue's entry is one line of ASCII without quotes.
                what = re.sub(r'[^ -~]|["]', "'", str(error))[:120]
                raise ScpiError(-240, f"Hardware error;{what}") from None

    def _open(self, parameters: str) -> None:
        self.closed.difference_update(self._channels(parameters))

    def _open_all(self, parameters: str) -> None:
        if parameters:
            raise ScpiError(-108, "Parameter not allowed")
        self.closed.clear()

    def _is(self, closed: str, opened: str) -> Callable[[str], str]:
        def query(parameters: str) -> str:
            return ",".join(
                closed if channel in self.closed else opened
                for channel in self._channels(parameters)
            )

        return query

    def _channels(self, parameters: str) -> list[int]:
        match = re.fullmatch(r"\(@([\d,:\s]+)\)", parameters)
        if not match:
            raise ScpiError(-109, "Missing parameter;a channel list, as (@101)")
        channels: list[int] = []
        for part in match[1].split(","):
            ends = [end.strip() for end in part.split(":")]
            if len(ends) > 2 or not all(end.isdigit() and len(end) < 5 for end in ends):
                raise ScpiError(-104, "Data type error;a channel list is (@101), (@101,102)")
            channels += range(int(ends[0]), int(ends[-1]) + 1)
        if not set(channels) <= set(CHANNELS):
            raise ScpiError(-222, f"Data out of range;channels are {CHANNELS[0]} to {CHANNELS[-1]}")
        return channels
