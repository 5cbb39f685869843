"""A colour sensor aimed at a reader's lamps, by SCPI: the witness for what it does not say."""

from __future__ import annotations

import re
import time

from rigs.drivers import Opening
from rigs.drivers.scpi import ScpiDriver
from rigs.errors import DeviceRefused
from rigs.roles import Observation

_COLOURS = ("blue", "red", "yellow")


def open_driver(opening: Opening) -> ColourSensor:
    """The sensor at the VISA address of `opening.spec`."""
    return ColourSensor(opening)


class ColourSensor(ScpiDriver):
    """Says which lamps burn."""

    def look(self, device: str, role: str) -> Observation:
        """What it sees now, as an observation of the device it is aimed at.

        Raises:
            DeviceRefused: its answer names no colours.
            DeviceSilent, LinkLost: as the link says.
        """
        answer = self.ask("MEAS:LAMP?")
        words = [word for word in re.split(r"[^a-z]+", answer.lower()) if word]
        seen = set(words) - {"none"}
        if not words or not seen <= set(_COLOURS):
            raise DeviceRefused(
                f"its answer {answer!r} names no colours",
                device=self._name,
                port=self.port,
                remedy=f"the driver knows {' '.join(_COLOURS)} none",
            )
        lit = "+".join(colour for colour in _COLOURS if colour in seen) or "none"
        return Observation(
            device=device,
            role=role,
            kind="lamp",
            data={"lit": lit},
            at_ns=time.monotonic_ns(),
            raw=answer.encode(),
            witness=self._name,
        )
