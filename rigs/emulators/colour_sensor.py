"""A colour sensor with SCPI, aimed at a Masque reader: it sees what burns, not what is said."""

from __future__ import annotations

from collections.abc import Set

from rigs.emulators.device import Answer
from rigs.emulators.scpi import Instrument, ScpiError
from rigs.emulators.touch import OutOfReach, touch

NOT_A_NUMBER = "9.91E37"
"""SCPI's answer where there is nothing to measure."""


class ColourSensor(Instrument):
    """``MEASure:LAMP?`` -> ``none``, a colour, or colours joined by ``+``."""

    role = "colour-sensor"
    model = "CS-3"

    def __init__(
        self,
        defects: Set[str] = frozenset(),
        serial: str = "",
        aims_at: tuple[str, int] | None = None,
    ) -> None:
        super().__init__(defects, serial)
        self.aims_at = aims_at
        self.on("MEASure:LAMP?", self.measure)

    def measure(self, parameters: str) -> str:
        """Look now."""
        if parameters:
            self.error(ScpiError(-108, "Parameter not allowed"))
        elif self.aims_at is None:
            self.error(ScpiError(-241, "Hardware missing;the sensor is aimed at nothing"))
        else:
            try:
                lit = touch(self.aims_at, {"do": "lamps"}).get("lit")
            except OutOfReach:
                self.error(ScpiError(-230, "Data corrupt or stale;no lamp in sight"))
            else:
                if isinstance(lit, list):
                    return "+".join(str(colour) for colour in lit) or "none"
        return NOT_A_NUMBER

    def reset(self) -> None:
        self.clear_errors()

    def make_safe(self) -> None:
        """It has no output."""

    def is_safe(self) -> bool:
        return True

    def look(self) -> Answer:
        return {"aims_at": ":".join(map(str, self.aims_at)) if self.aims_at else None}

    def lost_power(self) -> None:
        """Nothing in it outlives its power but where it is aimed."""
