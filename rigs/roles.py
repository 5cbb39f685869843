"""The device roles and the words that each of them can say.

A word here is a *signal*: its key fields say what it is about, its value fields what it says about
that. Two messages with the same key and another value are one wrong answer, not one missing and one
too many. The meaning and the moment of each signal is docs/order_of_events.md.
"""

from __future__ import annotations

from msgspec import Struct

SHOE = "shoe"
SHUFFLER = "shuffler"
CARD_READER = "card-reader"
MASQUE_READER = "masque-reader"
TABLE_CONTROLLER = "table-controller"
ROLES = (SHOE, SHUFFLER, CARD_READER, MASQUE_READER, TABLE_CONTROLLER)

COLOUR_SENSOR = "colour-sensor"
POWER_SUPPLY = "power-supply"
RELAY_CARD = "relay-card"
INSTRUMENT_ROLES = (COLOUR_SENSOR, POWER_SUPPLY, RELAY_CARD)


class Observation(Struct, frozen=True):
    """One message from a device, as it arrived."""

    device: str
    """The device's name in the rig file."""
    role: str
    kind: str
    data: dict[str, str]
    at_ns: int
    """Monotonic arrival time, nanoseconds."""
    raw: bytes = b""
    """The bytes it came in."""
    counter: int | None = None
    """The device's own event number, where it keeps one."""
    device_ms: int | None = None
    """The device's own clock, milliseconds, where it has one."""
    held_ms: float = 0.0
    """How much longer than usual it was on its way, by the device's own clock, milliseconds."""
    witness: str = ""
    """Name of the instrument that saw it, if the device did not say it itself."""


class Signal(Struct, frozen=True):
    """The shape of one message: which fields identify it, and which are its answer."""

    role: str
    kind: str
    key: tuple[str, ...] = ()
    value: tuple[str, ...] = ()


USUAL: dict[tuple[str, str], dict[str, str]] = {(SHOE, "card"): {"face": "down"}}
"""Values that go without saying: what a device means that has no word for the field."""

GIVEN = frozenset({"batch"})
"""Names that the bench gives: to one batch after the other. A device that is told none says none,
and nothing is lost by that."""

SIGNALS: dict[tuple[str, str], Signal] = {
    (signal.role, signal.kind): signal
    for signal in (
        Signal(SHOE, "card", value=("card", "face")),
        Signal(SHOE, "cover-card"),
        Signal(SHOE, "empty"),
        Signal(SHOE, "fault", value=("code",)),
        Signal(CARD_READER, "answer", value=("blackjack",)),
        Signal(CARD_READER, "fault", value=("code",)),
        Signal(MASQUE_READER, "light", value=("colour",)),
        Signal(MASQUE_READER, "lamp", value=("lit",)),
        Signal(MASQUE_READER, "fault", value=("code",)),
        Signal(SHUFFLER, "cycle-started", key=("batch",)),
        Signal(SHUFFLER, "cycle-done", key=("batch",), value=("count",)),
        Signal(SHUFFLER, "jam", key=("batch",)),
        Signal(SHUFFLER, "stopped", key=("batch",)),
        Signal(SHUFFLER, "incomplete", key=("batch",)),
        Signal(SHUFFLER, "fault", value=("code",)),
        Signal(TABLE_CONTROLLER, "deal", key=("to",), value=("face", "source")),
        Signal(TABLE_CONTROLLER, "peek"),
        Signal(TABLE_CONTROLLER, "spot", value=("colour",)),
        Signal(TABLE_CONTROLLER, "reveal"),
        Signal(TABLE_CONTROLLER, "offer", key=("to", "option")),
        Signal(TABLE_CONTROLLER, "refuse", key=("to", "option")),
        Signal(
            TABLE_CONTROLLER, "settle", key=("hand", "wager"), value=("to_house", "returned", "won")
        ),
        Signal(TABLE_CONTROLLER, "restore", key=("hand", "wager"), value=("amount",)),
        Signal(TABLE_CONTROLLER, "rack", key=("source",), value=("cards",)),
        Signal(TABLE_CONTROLLER, "hold"),
        Signal(TABLE_CONTROLLER, "freeze", key=("hand",)),
        Signal(TABLE_CONTROLLER, "dead", key=("hand",)),
        Signal(TABLE_CONTROLLER, "block", value=("reason",)),
        Signal(TABLE_CONTROLLER, "unblock"),
        Signal(TABLE_CONTROLLER, "reshuffle", key=("what",)),
        Signal(TABLE_CONTROLLER, "burn"),
        Signal(TABLE_CONTROLLER, "cover"),
        Signal(TABLE_CONTROLLER, "round-over"),
    )
}

WORDS: dict[tuple[str, str, str], tuple[str, ...]] = {
    (SHOE, "card", "face"): ("down", "up"),
    (CARD_READER, "answer", "blackjack"): ("yes", "no"),
    (MASQUE_READER, "light", "colour"): ("blue", "red", "yellow", "none"),
    (TABLE_CONTROLLER, "deal", "face"): ("up", "down"),
    (TABLE_CONTROLLER, "deal", "source"): ("shoe", "held"),
    (TABLE_CONTROLLER, "spot", "colour"): ("blue", "red", "yellow"),
}
"""Role, kind and field: all that it can say. Of others, as a fault's code, a device has its own."""
