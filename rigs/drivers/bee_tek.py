"""The Bee-Tek shoe (rigs/protocols/bee_tek.md): it speaks, and cannot be asked anything.

Options in the rig file, all text:

``card_order``  ``rank-suit`` (default) or ``suit-rank``: how it writes a card. Another order than
                the one stated is an error that names this option
``repeats``     ``maybe`` (default): a card in a game may be repeated. ``yes``: it is, and a repeat
                that is missing is a trouble of the line
``quiet_ms``    the line must be silent for so long before all is heard; default 60
"""

from __future__ import annotations

import time

from rigs.drivers import Identity, Opening
from rigs.drivers.stream import StreamDriver, options_of
from rigs.errors import GarbledFrames
from rigs.protocols import bee_tek as wire

_PAUSE_NS = 200_000_000
"""No message pauses so long inside, not even at 1200 baud on a busy computer."""
_DEFAULTS = {"card_order": "rank-suit", "repeats": "maybe", "quiet_ms": "60"}
_CHOICES: dict[str, tuple[str, ...]] = {"card_order": wire.ORDERS, "repeats": ("maybe", "yes")}


def open_driver(opening: Opening) -> BeeTekDriver:
    """The shoe on the link of `opening.spec`."""
    return BeeTekDriver(opening)


class BeeTekDriver(StreamDriver):
    """One shoe, listened to: cards, cards it could not read, alarms."""

    def __init__(self, opening: Opening) -> None:
        options = options_of(opening, _DEFAULTS, _CHOICES, {"quiet_ms": 1})
        self._order = options["card_order"]
        self._repeats = options["repeats"] == "yes"
        self._quiet_s = float(options["quiet_ms"]) / 1000
        super().__init__(opening)
        self._decoder = wire.Decoder()
        self._last_ns = 0
        self._asked_ns = 0
        self._repeat_due: str = ""
        self._was_unread = False

    @property
    def says(self) -> frozenset[str]:
        return frozenset({"card", "card.card", "fault", "fault.code"})

    def identify(self) -> Identity:
        """Whom the rig file says: the shoe takes no questions. Whether it is there is not known."""
        return self._stated()

    def status(self) -> str:
        health = self._link.health
        if health.bytes_in and not health.frames:
            return f"{health.bytes_in} bytes but no messages: a wrong speed; it has {wire.BAUD}"
        return "not known: it takes no questions"

    def make_safe(self) -> str:
        return "nothing to send: it takes no commands"

    # -- having heard everything ------------------------------------------------------------------

    def ask_status(self) -> None:
        self._asked_ns = time.monotonic_ns()

    def heard_all(self) -> bool:
        """Whether the line has been silent for ``quiet_ms`` since it was asked."""
        self._insist_on_link()
        now = time.monotonic_ns()
        if now - max(self._last_ns, self._asked_ns) < self._quiet_s * 1e9:
            return False
        for raw, message in self._decoder.pause():
            self._hear(raw, message, now)
        self._miss_repeat(now)
        return True

    def forget(self) -> None:
        super().forget()
        self._repeat_due, self._was_unread = "", False

    # -- bytes in ---------------------------------------------------------------------------------

    def _take(self, chunk: bytes, at_ns: int) -> None:
        found = self._decoder.pause() if at_ns - self._last_ns > _PAUSE_NS else []
        self._last_ns = at_ns
        for raw, message in [*found, *self._decoder.feed(chunk)]:
            self._hear(raw, message, at_ns)

    def _hear(self, raw: bytes, message: wire.Message, at_ns: int) -> None:
        if isinstance(message, wire.Bad):
            self._link.health.garbled += 1
            text = f"{raw!r:.60} is no message ({message.reason})"
            self._odd("garbled", text, at_ns, raw)
            return
        self._link.health.frames += 1
        if isinstance(message, wire.Repeat):
            self._repeated(message.card, at_ns, raw)
            return
        self._miss_repeat(at_ns)
        was_unread, self._was_unread = self._was_unread, False
        match message:
            case wire.CardRead():
                self._card(message, at_ns, raw)
            case wire.Unread():
                self._was_unread = True
                self._say("fault", {"code": "unread-card", "mode": message.mode}, at_ns, raw)
            case wire.Warned():
                self._remark("warning", f"its warning {message.code}", at_ns, raw)
            case wire.Alarm() if was_unread and message.code == wire.NOT_READ:
                self._remark("alarm", f"its alarm to the card before: {message.text}", at_ns, raw)
            case wire.Alarm():
                code = "unread-card" if message.code == wire.NOT_READ else message.code
                said = {"code": code, "alarm": message.code, "text": message.text}
                self._say("fault", said, at_ns, raw)

    def _card(self, message: wire.CardRead, at_ns: int, raw: bytes) -> None:
        if message.order != self._order:
            self._fail(
                GarbledFrames,
                f"it writes {raw.decode('ascii')}: {message.order.replace('-', ' before ')}",
                f'set options.card_order = "{message.order}" for it in the rig file',
            )
            return
        if message.mode == wire.GAME:
            self._repeat_due = message.card
        self._say("card", {"card": message.card, "mode": message.mode}, at_ns, raw)

    def _repeated(self, card: str, at_ns: int, raw: bytes) -> None:
        due, self._repeat_due = self._repeat_due, ""
        if due == card:
            return
        if due:
            what = f"it says {due} and repeats {card}: which it was is not known"
            self._odd("conflict", what, at_ns, raw)
            return
        what = f"it repeats {card}, and the message of that card never came"
        self._odd("lost", what, at_ns, raw)

    def _miss_repeat(self, at_ns: int) -> None:
        due, self._repeat_due = self._repeat_due, ""
        if due and self._repeats:
            what = f"it did not repeat {due}: bytes of it are lost"
            remedy = 'check its line; a shoe that repeats nothing has options.repeats = "maybe"'
            self._odd("lost", what, at_ns, remedy=remedy)
