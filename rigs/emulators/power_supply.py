"""A bench power supply with SCPI, a channel for each device; it really cuts their power."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Set

from rigs.emulators.device import Answer
from rigs.emulators.scpi import Instrument, ScpiError
from rigs.emulators.touch import OutOfReach, touch

VOLTS, AMPERES = 12.0, 3.0
MAX_VOLTS, MAX_AMPERES = 30.0, 5.0
HOLDS_UP_FROM = 9.0
"""Below these volts a 12 V device is off."""
DRAWN = 0.25
"""Amperes a device draws when it runs."""


class Channel:
    """One output, and the stimulus port of the device on it (None: an open terminal)."""

    def __init__(self, device: tuple[str, int] | None) -> None:
        self.device = device
        self.settings(True, VOLTS, AMPERES)

    def settings(self, on: bool, volts: float, amperes: float) -> None:
        self.on, self.volts, self.amperes = on, volts, amperes

    def feeds(self) -> bool:
        """Whether a device on it has the voltage and the current it needs."""
        return self.on and self.volts >= HOLDS_UP_FROM and self.amperes >= DRAWN


class PowerSupply(Instrument):
    """Knows ``OUTP``, ``VOLT``, ``CURR``, ``MEAS``, ``INST``; outputs are on when it is new."""

    role = "power-supply"
    model = "PS-30"

    def __init__(
        self,
        defects: Set[str] = frozenset(),
        serial: str = "",
        powers: Iterable[tuple[str, int]] = (),
    ) -> None:
        super().__init__(defects, serial)
        self.channels = [Channel(device) for device in powers] or [Channel(None)]
        self.selected: int | None = None
        self.on("OUTPut[:STATe]", self._switch)
        self.on("OUTPut[:STATe]?", self._each(lambda channel: "1" if channel.on else "0"))
        self.on("[SOURce:]VOLTage[:LEVel]", self._set_volts)
        self.on("[SOURce:]VOLTage[:LEVel]?", self._each(lambda channel: f"{channel.volts:.4f}"))
        self.on("[SOURce:]CURRent[:LEVel]", self._set_amperes)
        self.on("[SOURce:]CURRent[:LEVel]?", self._each(lambda channel: f"{channel.amperes:.4f}"))
        self.on(
            "MEASure[:SCALar]:VOLTage[:DC]?",
            self._each(lambda channel: f"{channel.volts if channel.on else 0:.4f}"),
        )
        self.on(
            "MEASure[:SCALar]:CURRent[:DC]?",
            self._each(lambda c: f"{DRAWN if c.feeds() and c.device else 0:.4f}"),
        )
        self.on("INSTrument:NSELect", self._select)
        self.on("INSTrument:NSELect?", lambda _: str((self.selected or 0) + 1))
        self.on("INSTrument[:SELect]", self._select)

    def preset(self) -> None:
        """``*RST``: as on a real supply, outputs off."""
        self.selected = None
        self._set_all(False)

    def reset(self) -> None:
        self.clear_errors()
        self.selected = None
        self._set_all(True)

    def make_safe(self) -> None:
        self._set_all(False)

    def is_safe(self) -> bool:
        return not any(channel.on for channel in self.channels)

    def look(self) -> Answer:
        return {
            "channels": [
                {"on": channel.on, "volts": channel.volts, "amperes": channel.amperes}
                for channel in self.channels
            ]
        }

    def lost_power(self) -> None:
        self._set_all(False)

    def _set_all(self, on: bool) -> None:
        for channel in self.channels:
            channel.settings(on, VOLTS, AMPERES)
        self._apply(self.channels)

    def _apply(self, channels: Iterable[Channel]) -> None:
        for channel in channels:
            if channel.device:
                try:
                    touch(channel.device, {"do": "power", "on": channel.feeds()})
                except OutOfReach:
                    self.error(ScpiError(-240, "Hardware error;the device on the output is gone"))

    def _switch(self, parameters: str) -> None:
        words, channels = self._channels(parameters)
        if words.upper() not in ("ON", "OFF", "1", "0"):
            raise ScpiError(-224, "Illegal parameter value;ON or OFF") if words else _missing()
        for channel in channels:
            channel.on = words.upper() in ("ON", "1")
        self._apply(channels)

    def _set_volts(self, parameters: str) -> None:
        words, channels = self._channels(parameters)
        value = _number(words, MAX_VOLTS)
        for channel in channels:
            channel.volts = value
        self._apply(channels)

    def _set_amperes(self, parameters: str) -> None:
        words, channels = self._channels(parameters)
        value = _number(words, MAX_AMPERES)
        for channel in channels:
            channel.amperes = value
        self._apply(channels)

    def _each(self, value: Callable[[Channel], str]) -> Callable[[str], str]:
        def query(parameters: str) -> str:
            words, channels = self._channels(parameters, first=True)
            if words:
                raise ScpiError(-108, "Parameter not allowed")
            return ",".join(value(channel) for channel in channels)

        return query

    def _select(self, parameters: str) -> None:
        if parameters.upper() == "ALL":
            self.selected = None
            return
        match = re.fullmatch(r"(?:CH)?(\d{1,3})", parameters.upper())
        if not match:
            raise ScpiError(-104, "Data type error;a channel number, CH1 or ALL")
        self.selected = self._index(match[1])

    def _index(self, number: str) -> int:
        if not 1 <= int(number) <= len(self.channels):
            raise ScpiError(-222, f"Data out of range;channels are 1 to {len(self.channels)}")
        return int(number) - 1

    def _channels(self, parameters: str, first: bool = False) -> tuple[str, list[Channel]]:
        """Parameters without their channel list, and the channels meant.

        Without a list: the selected channel, or all of them (a query answers for the first).
        """
        match = re.fullmatch(r"(.*?),?\s*\(@([\d,:\s]*)\)", parameters)
        if not match:
            chosen = self.channels if self.selected is None else [self.channels[self.selected]]
            return parameters, chosen[:1] if first else chosen
        indexes: list[int] = []
        for part in match[2].split(","):
            ends = [end.strip() for end in part.split(":")]
            if len(ends) > 2 or not all(end.isdigit() and len(end) < 4 for end in ends):
                raise ScpiError(-104, "Data type error;a channel list is (@1), (@1,2) or (@1:2)")
            low, high = self._index(ends[0]), self._index(ends[-1])
            indexes += range(low, high + 1)
        return match[1].strip(), [self.channels[index] for index in indexes]


def _missing() -> ScpiError:
    return ScpiError(-109, "Missing parameter")


def _number(text: str, most: float) -> float:
    if not text:
        raise _missing()
    try:
        value = float(text)
    except ValueError:
        raise ScpiError(-104, "Data type error;a decimal number") from None
    if not 0 <= value <= most:
        raise ScpiError(-222, f"Data out of range;0 to {most:g}")
    return value
