"""The Angel Eye II-EX shoe, emulated: what it does with cards, and how it says so.

Its behaviour is that of ``rigs/protocols/angel_eye.md``; what that page calls assumed is assumed
here too.
"""

from __future__ import annotations

import time
from collections.abc import Set
from typing import ClassVar

from reference_engine.cards import Card
from rigs.emulators.baccarat import Round
from rigs.emulators.device import Answer, Command, Device, Refused, flag_of, one_of
from rigs.emulators.ends import End
from rigs.emulators.loop import Loop
from rigs.emulators.shoe import COVER, Shoe
from rigs.protocols import angel_eye as wire

BAUD = 4800
BITS_PER_BYTE = 10
FIRST, LAST = ord("0"), ord("~")
"""The sequence characters of this unit; real ones are not published."""
OPTIONS = ("speed", "bcc_span", "copies")


class AngelEyeShoe(Shoe):
    """A shoe that plays baccarat, has a key lock, and stops on errors.

    It speaks with the codes of its protocol: ``speak("D", {"data": "81B8"})``.
    """

    maker = "Angel Playing Cards"
    model = "Angel Eye II-EX (emulated)"
    seconds: ClassVar[dict[str, float]] = {"draw": 0.001}

    def __init__(self, defects: Set[str] = frozenset(), serial: str = "") -> None:
        self.locked = False
        self.error: int | None = None
        self.round = Round()
        self.last_draw = ""
        super().__init__(defects, serial)
        self.acts |= {
            "key-lock": lambda command: self.turn_key(flag_of(command, "on")),
            "button": lambda command: self.press_button(),
            "retransmit": lambda command: self.retransmit(),
        }

    def reset(self) -> None:
        super().reset()
        if self.locked:
            self.lock(on=False)
        if self.error is not None:
            self.cancel(self.error)
        self.round, self.last_draw = Round(), ""

    def lost_power(self) -> None:
        super().lost_power()
        self.locked, self.error, self.round, self.last_draw = False, None, Round(), ""

    # -- acts -------------------------------------------------------------------------------------

    def draw(self, command: Command) -> Answer:
        """As any shoe's. `push_back`: ``exit`` or ``midway``, the card goes back in before it is
        out. `foreign`: it is of another maker's set."""
        back = one_of(command, "push_back", ("exit", "midway"), "")
        if (back or flag_of(command, "foreign")) and not self.slots:
            raise Refused("draw: the shoe is empty, so no card can be pushed back or foreign")
        if back:
            self._stop(wire.BACK_AT_EXIT if back == "exit" else wire.BACK_MIDWAY)
            return {"card": None}
        if flag_of(command, "foreign") and self.slots[0].card != COVER:
            slot = self.slots.popleft()
            self.drawn += 1
            self._stop(wire.FOREIGN)
            return {"card": slot.card, "face": slot.face}
        return super().draw(command)

    def turn_key(self, on: bool) -> Answer:
        """Someone turns the key."""
        self.lock(on=on)
        return {}

    def press_button(self) -> Answer:
        """Someone presses the game button: the next round may begin."""
        if not self.confirm():
            self._error(wire.BUTTON)
        return {}

    def retransmit(self) -> Answer:
        """Have it report the last card of a game again."""
        if not self.last_draw:
            raise Refused("retransmit: no card has been drawn in a game")
        self._code("R", self.last_draw)
        return {}

    # -- what the host may command -----------------------------------------------------------------

    def lock(self, *, on: bool) -> None:
        """Lock or unlock; a change is reported."""
        if on:
            self.make_safe()
        if on != self.locked:
            self.locked = on
            self._code("L", f"{0x80 | on:02X}")

    def cancel(self, code: int) -> bool:
        """Cancel an error; whether it was the one that is in force."""
        if code != self.error:
            return False
        self.error = None
        self._code("e", f"{wire.error_byte(code, stopped=False):02X}")
        return True

    def confirm(self) -> bool:
        """Confirm the result, so that the next round may begin; not while one is dealt."""
        if self.round.begun and self.round.next_place() is not None:
            return False
        self.round = Round()
        self._code("P")
        return True

    # -- what it says ------------------------------------------------------------------------------

    def say(self, kind: str, **data: str) -> None:
        """The words of a shoe, in those of this one."""
        if kind == "card":
            self._card(data["card"])
        elif kind == "cover-card":
            self._code("C")
        elif kind == "empty":
            self._error(wire.TIMED_OUT)
        else:
            self._stop(wire.UNREAD)

    def _card(self, card: Card) -> None:
        place = self.round.next_place()
        if not self.locked and self.error is None and place is None:
            self._stop(wire.OVER_DRAW)
        if self.locked or self.error is not None or place is None:
            mode = "lock" if self.locked else "error"
            self._code("d", f"{wire.place_byte(mode, 0):02X}{wire.card_byte(card):02X}")
            return
        self.round.hands[place[0]].append(card)
        self.last_draw = f"{wire.place_byte(*place):02X}{wire.card_byte(card):02X}"
        self._code("D", self.last_draw)
        if self.round.next_place() is None:
            self._code("G", f"{self.round.result():02X}")

    def _stop(self, code: int) -> None:
        self.error = code
        self._code("E", f"{wire.error_byte(code, stopped=True):02X}")

    def _error(self, code: int) -> None:
        self._code("E", f"{wire.error_byte(code, stopped=False):02X}")

    def _code(self, code: str, data: str = "") -> None:
        if self.powered:
            self.speak(code, {"data": data})

    def look(self) -> Answer:
        return {
            **super().look(),
            "locked": self.locked,
            "error": wire.ERRORS.get(self.error or 0),
            "hands": self.round.hands,
        }


class AngelEyeSide:
    """Speaks for the shoe on its line: three copies a report, and ACK or NAK to each command.

    Options: ``speed`` (times 4800 baud; default 1), ``bcc_span``, ``copies`` (default 3).
    """

    def __init__(self, loop: Loop, end: End, device: Device, options: dict[str, str]) -> None:
        if not isinstance(device, AngelEyeShoe):
            raise Refused(f"a {device.role} does not speak angel-eye")
        self._loop, self._end, self._shoe = loop, end, device
        speed, self._span, self._copies = _options(options)
        self._byte_s = BITS_PER_BYTE / BAUD / speed
        self._life = 0
        self._forget()
        end.hear = self._hear
        device.speak = self._say
        device.restart, device.recount = self._restart, self._recount

    def boot(self, cause: str, unheard: bool = False) -> None:
        """It starts: numbers begin again, S and P are the first reports."""
        self._forget()
        if not unheard:
            self._say("S", {})
            self._say("P", {})

    def die(self) -> None:
        """No power: what was not sent yet never is."""
        self._forget()

    def _restart(self) -> None:
        self._shoe.lost_power()
        self.boot("watchdog")

    def _recount(self) -> None:
        self._number = 0

    def _forget(self) -> None:
        self._life += 1
        self._number = 0
        self._free_at = 0.0
        self._decoder = wire.CommandDecoder(self._span)
        self._held: list[tuple[str, dict[str, str]]] | None = None

    def _say(self, code: str, data: dict[str, str]) -> None:
        if self._held is not None:
            self._held.append((code, data))
            return
        # The first report after a start is number '1'.
        self._number += 1
        seq = FIRST + self._number % (LAST - FIRST + 1)
        raw = wire.encode_report(wire.Report(seq, code, bytes.fromhex(data.get("data", ""))))
        for _ in range(self._copies):
            self._send(raw)

    def _send(self, raw: bytes) -> None:
        """Bytes leave one after the other; a frame is there when its last byte is."""
        now, life = time.monotonic(), self._life
        self._free_at = max(now, self._free_at) + len(raw) * self._byte_s

        def arrive() -> None:
            if life == self._life:
                self._end.write(raw)

        self._loop.after(self._free_at - now, arrive)

    def _hear(self, data: bytes) -> None:
        if not self._shoe.powered:
            return
        if not data:
            self._decoder = wire.CommandDecoder(self._span)
        for command in self._decoder.feed(data):
            # What a command sets off is said after its answer.
            self._held = []
            reply = command if isinstance(command, wire.Reply) else self._do(command)
            self._send(wire.encode_reply(reply))
            held, self._held = self._held, None
            for code, fields in held:
                self._say(code, fields)

    def _do(self, command: str) -> wire.Reply:
        if command in ("LK01", "LK02"):
            on = command == "LK02"
            self._shoe.resting = on
            self._shoe.lock(on=on)
        elif command.startswith("EC"):
            self._shoe.cancel(int(command[2:]))
        elif not self._shoe.confirm():
            return wire.Reply(wire.NAK_BUSY)
        return wire.Reply()


def _options(options: dict[str, str]) -> tuple[float, wire.Span, int]:
    for key in options:
        if key not in OPTIONS:
            raise Refused(f"option {key!r} is not known; there are: {' '.join(OPTIONS)}")
    try:
        speed, copies = float(options.get("speed", "1")), int(options.get("copies", "3"))
    except ValueError:
        speed, copies = 0.0, 0
    if not 0 < speed <= 1000 or not 1 <= copies <= 9:
        raise Refused("options: speed is a number over 0 and up to 1000, copies 1 to 9")
    span = options.get("bcc_span", "with-stx")
    if span not in wire.SPANS:
        raise Refused(f"option bcc_span is one of {' '.join(wire.SPANS)}, not {span!r:.60}")
    return speed, "with-stx" if span == "with-stx" else "without-stx", copies
