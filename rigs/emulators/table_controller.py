"""The table controller as a device: keys on its panel, sensors' messages over the wire.

What it does with them is `rigs.emulators.controller`, which knows nothing of links and panels.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from pathlib import Path

from rigs.emulators.controller import Controller, Instruction, KeyRefused
from rigs.emulators.device import Answer, Command, CommandRefused, Device, Refused, text_of

SENSORS = ("shoe", "shuffler", "card-reader", "masque-reader")


class TableController(Device):
    """Reports its instructions to the dealer, each as an event."""

    role = "table-controller"
    model = "TC-3"

    def __init__(self, defects: Set[str] = frozenset(), serial: str = "") -> None:
        super().__init__(defects, serial)
        self.acts = {"key": self.key}
        self.commands = {"feed": self.feed}
        self.brain = Controller(self.defects)
        self.panel_lit = False
        self.pressed = 0
        """Keys since it was new."""

    def reset(self) -> None:
        self.brain.reset()
        self.panel_lit = False
        self.pressed = 0

    def key(self, command: Command) -> Answer:
        """Someone presses a key of the panel; without power nothing follows."""
        text_of(command, "key")
        if self.powered:
            try:
                if command["key"] == "open-round":
                    self.defects.new_round()
                instructions = self.brain.key(dict(command))
            except KeyRefused as refused:
                raise Refused(f"key: {refused}") from None
            self._show(instructions)
            self.pressed += 1
            if self.pressed % 3 == 0 and self.has("controller-restarts-in-mid-round"):
                self.brain.reset()
                self.restart()
            if self.pressed % 3 == 0 and self.has("controller-counter-restarts"):
                self.recount()
        return {}

    def feed(self, data: dict[str, str]) -> dict[str, str]:
        """A sensor's message arrives."""
        fields = dict(data)
        role, kind = fields.pop("from", ""), fields.pop("kind", "")
        if role not in SENSORS or not kind:
            raise CommandRefused(
                "bad-value", f"feed: from is one of {' '.join(SENSORS)}, kind is not empty"
            )
        self._show(self.brain.hear(role, kind, fields))
        return {}

    def _show(self, instructions: Iterable[Instruction]) -> None:
        for instruction in instructions:
            self.panel_lit = True
            self.say(instruction.kind, **instruction.data)

    def make_safe(self) -> None:
        """The panel goes dark, so that no instruction stands for a dealer to follow."""
        self.panel_lit = False

    def is_safe(self) -> bool:
        return not self.panel_lit

    def look(self) -> Answer:
        return {"panel": "on" if self.panel_lit else "off", "table": self.brain.state()}

    def lost_power(self) -> None:
        self.reset()

    def image(self) -> list[Path]:
        return super().image() + sorted((Path(__file__).parent / "controller").glob("*.py"))
