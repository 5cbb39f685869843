"""The Bee-Tek shoe, emulated: what it does with cards, and how it says so.

Its behaviour is that of ``rigs/protocols/bee_tek.md``; what that page calls assumed is assumed here
too.
"""

from __future__ import annotations

import re
import time
from collections.abc import Set
from typing import ClassVar

from rigs.emulators.device import Answer, Command, Device, Refused, one_of, text_of
from rigs.emulators.ends import End
from rigs.emulators.loop import Loop
from rigs.emulators.shoe import Shoe
from rigs.protocols import bee_tek as wire

BITS_PER_BYTE = 10
MODES = {"game": wire.GAME, "burn": wire.BURN}
_CHOICES: dict[str, tuple[str, ...]] = {
    "mode": tuple(MODES),
    "card_order": wire.ORDERS,
    "ten": ("T", "10"),
    "repeats": ("yes", "no"),
}
OPTIONS = ("speed", *_CHOICES)


class BeeTekShoe(Shoe):
    """A shoe that reports cards, cards it could not read and alarms, and hears nothing."""

    maker = "US Playing Card Company"
    model = "Bee-Tek (emulated)"
    seconds: ClassVar[dict[str, float]] = {"draw": 0.001}

    def __init__(self, defects: Set[str] = frozenset(), serial: str = "") -> None:
        super().__init__(defects, serial)
        self.acts |= {"alarm": self.alarm, "warning": self.warning, "mode": self.set_mode}

    def draw(self, command: Command) -> Answer:
        """As any shoe's; its lamp goes out by itself once the card has passed."""
        told = super().draw(command)
        self.scanner_lit = False
        return told

    def alarm(self, command: Command) -> Answer:
        """It gives an alarm: `code` as ``E5``, `text` its words."""
        code, text = text_of(command, "code"), text_of(command, "text")
        if not re.fullmatch(r"E[0-9]+", code) or not re.fullmatch(r"[A-Za-z0-9 ]+", text):
            raise Refused('alarm: "code" is as E5, "text" has letters, digits and blanks')
        self.say("alarm", code=code, text=text)
        return {}

    def warning(self, command: Command) -> Answer:
        """It gives a warning: `code` as ``01``."""
        code = text_of(command, "code")
        if not re.fullmatch(r"[0-9A-Fa-f]{2}", code):
            raise Refused('warning: "code" is two hex digits, as 01')
        self.say("warning", code=code)
        return {}

    def set_mode(self, command: Command) -> Answer:
        """Someone turns its key and chooses `to`: ``game`` or ``burn`` (Manual Burn Cards)."""
        self.say("mode", to=one_of(command, "to", tuple(MODES)))
        return {}


class BeeTekSide:
    """Speaks for the shoe on its line. Nothing is numbered, acknowledged or heard.

    Options: ``speed`` (times 9600 baud; default 1), ``mode`` (``game``, default, or ``burn``),
    ``card_order``, ``ten`` (``T`` or ``10``), ``repeats`` (``yes``, default, or ``no``).
    """

    def __init__(self, loop: Loop, end: End, device: Device, options: dict[str, str]) -> None:
        if not isinstance(device, BeeTekShoe):
            raise Refused(f"a {device.role} does not speak bee-tek")
        self._loop, self._end = loop, end
        speed, chosen = _options(options)
        self._first_mode = self._mode = MODES[chosen.get("mode", "game")]
        self._order: wire.Order = (
            "suit-rank" if chosen.get("card_order") == "suit-rank" else "rank-suit"
        )
        self._ten = chosen.get("ten", "T")
        self._repeats = chosen.get("repeats", "yes") == "yes"
        self._byte_s = BITS_PER_BYTE / wire.BAUD / speed
        self._life = 0
        self._free_at = 0.0
        device.speak = self._say
        device.restart = lambda: self.boot("watchdog")

    def boot(self, cause: str, unheard: bool = False) -> None:
        """It starts, and says nothing of it."""
        self.die()
        self._mode = self._first_mode

    def die(self) -> None:
        """No power: what was not sent yet never is."""
        self._life += 1
        self._free_at = 0.0

    def _say(self, kind: str, data: dict[str, str]) -> None:
        match kind:
            case "card":
                written = wire.write_card(data["card"], self._order, self._ten)
                again = written if self._repeats and self._mode == wire.GAME else ""
                self._send(wire.encode(f"Card:{written}", self._mode) + again.encode("ascii"))
            case "fault":
                self._send(wire.encode("Game", self._mode))
            case "alarm":
                self._send(wire.encode(f"Alarm:{data['code']} {data['text']}", wire.ALARMED))
            case "warning":
                self._send(wire.encode(f"W0x{data['code']}"))
            case "mode":
                self._mode = MODES[data["to"]]
            case _:
                """It has no word for a cover card, nor for being empty."""

    def _send(self, raw: bytes) -> None:
        now, life = time.monotonic(), self._life
        self._free_at = max(now, self._free_at) + len(raw) * self._byte_s

        def arrive() -> None:
            if life == self._life:
                self._end.write(raw)

        self._loop.after(self._free_at - now, arrive)


def _options(options: dict[str, str]) -> tuple[float, dict[str, str]]:
    for key, value in options.items():
        if key not in OPTIONS:
            raise Refused(f"option {key!r} is not known; there are: {' '.join(OPTIONS)}")
        if key in _CHOICES and value not in _CHOICES[key]:
            raise Refused(f"option {key} is one of {' '.join(_CHOICES[key])}, not {value!r:.60}")
    try:
        speed = float(options.get("speed", "1"))
    except ValueError:
        speed = 0.0
    if not 0 < speed <= 1000:
        raise Refused("option speed is a number over 0 and up to 1000")
    return speed, options
