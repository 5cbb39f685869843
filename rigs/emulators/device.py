"""The physical side that all emulated devices share: power, acts, safe state, and a voice.

A role is a subclass. Its attributes are the physical truth; `say` is the electronics reporting on
it, and is silent without power. What the device says may be wrong (that is what `defects` are for);
what `state` shows is always what is really there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Set
from hashlib import sha256
from pathlib import Path
from typing import ClassVar

from reference_engine.cards import Card, NotACard, parse_card
from rigs.emulators.defects import Switches

Command = Mapping[str, object]
"""One stimulus as it came: ``{"do": "draw"}``."""
Answer = dict[str, object]
"""What the bench is told of an act, without the ``ok``."""
Act = Callable[[Command], Answer | None]


class Refused(Exception):
    """The act cannot be done on this device as it is; says why and what would be right."""


class CommandRefused(Exception):
    """A command over the wire that cannot be done: `code` is one of the protocol's error codes."""

    def __init__(self, code: str, text: str) -> None:
        self.code = code
        super().__init__(text)


class Device:
    """An emulated device. Subclasses add their state, their `acts` and, if any, wire `commands`."""

    role: ClassVar[str]
    model: ClassVar[str]
    maker: ClassVar[str] = "Burncard"
    firmware: ClassVar[str] = "1.0.0"
    seconds: ClassVar[dict[str, float]] = {}
    """How long each act takes; acts that are not named take no time."""

    def __init__(self, defects: Set[str] = frozenset(), serial: str = "") -> None:
        self.defects = defects if isinstance(defects, Switches) else Switches(defects)
        self.serial = serial or f"EMU-{self.role.upper()}-1"
        self.powered = True
        self.resting = False
        """Sent to its safe state over the wire, and not used since."""
        self.speak: Callable[[str, dict[str, str]], None] = lambda kind, data: None
        """Where reports go; the electrical side puts itself here."""
        self.restart: Callable[[], None] = lambda: None
        """Its processor starts again by itself."""
        self.recount: Callable[[], None] = lambda: None
        """Its event counter goes back to its beginning, and nothing says so."""
        self.acts: dict[str, Act] = {}
        self.commands: dict[str, Callable[[dict[str, str]], dict[str, str]]] = {}

    def say(self, kind: str, **data: str) -> None:
        """Report an event, if there is power to do so."""
        if self.powered:
            self.speak(kind, data)

    def has(self, defect: str) -> bool:
        """Whether this unit has that defect, and it bites now. Ask where it would, and once."""
        return defect in self.defects

    def reset(self) -> None:
        """As new: nothing in it, nothing remembered, no fault, power on. Defects stay."""
        raise NotImplementedError

    def restore(self) -> None:
        """Repaired, or replaced by another of its kind: `reset`, where nothing outlives that."""
        self.reset()

    def make_safe(self) -> None:
        """Enter the safe state: motors stopped, lamps out, outputs off."""
        raise NotImplementedError

    def is_safe(self) -> bool:
        """Whether motors, lamps and outputs are off, whatever the reason."""
        raise NotImplementedError

    def is_broken(self) -> bool:
        """Whether the device knows itself to be out of order."""
        return False

    def condition(self) -> str:
        """The protocol's word for its state: ``ready``, ``safe`` or ``fault``."""
        if self.is_broken():
            return "fault"
        return "safe" if self.resting and self.is_safe() else "ready"

    def look(self) -> Answer:
        """What a person standing in front of it would see, and what is inside."""
        raise NotImplementedError

    def lost_power(self) -> None:
        """Power is gone: motors stop, lamps go out, what was only in memory is lost."""
        raise NotImplementedError

    def woke(self) -> None:
        """Power is back and the device has started: report what it finds."""

    def image(self) -> list[Path]:
        """The files that stand for this device's firmware image."""
        return [Path(str(sys.modules[type(self).__module__].__file__))]

    def identity(self) -> dict[str, str]:
        """Who the device is. A build with a defect has another hash, as a changed firmware has."""
        digest = sha256(self.defects.build().encode())
        for path in self.image():
            digest.update(path.read_bytes())
        return {
            "role": self.role,
            "maker": self.maker,
            "model": self.model,
            "serial": self.serial,
            "firmware": self.firmware,
            "sha256": digest.hexdigest(),
        }


def text_of(command: Command, key: str, default: str | None = None) -> str:
    """The text `key` of a command; `default` where it is absent.

    Raises:
        Refused: it is no text, or absent without a default.
    """
    value = command.get(key, default)
    if isinstance(value, str):
        return value
    if value is None:
        raise Refused(f'{command["do"]}: "{key}" is missing')
    raise Refused(f'{command["do"]}: "{key}" is text, not {value!r:.60}')


def card_of(command: Command, key: str) -> Card:
    """The card `key` of a command.

    Raises:
        Refused: it is absent or no card.
    """
    try:
        return parse_card(text_of(command, key))
    except NotACard as error:
        raise Refused(f'{command["do"]}: "{key}": {error}') from None


def list_of(command: Command, key: str) -> list[str]:
    """The list of texts `key` of a command.

    Raises:
        Refused: it is absent or something else.
    """
    value = command.get(key)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return value
    raise Refused(f'{command["do"]}: "{key}" is a list of texts, not {value!r:.60}')


def flag_of(command: Command, key: str) -> bool:
    """The yes or no `key` of a command; absent is no.

    Raises:
        Refused: it is neither true nor false.
    """
    value = command.get(key, False)
    if isinstance(value, bool):
        return value
    raise Refused(f'{command["do"]}: "{key}" is true or false, not {value!r:.60}')


def one_of(command: Command, key: str, choices: tuple[str, ...], default: str | None = None) -> str:
    """The text `key` of a command, which must be one of `choices` (or the default).

    Raises:
        Refused: it is something else.
    """
    value = text_of(command, key, default)
    if value in choices or value == default:
        return value
    raise Refused(f'{command["do"]}: "{key}" is one of {" ".join(choices)}, not {value!r:.60}')
