"""The Angel Eye II-EX shoe (rigs/protocols/angel_eye.md), followed card by card.

The shoe plays baccarat: it gives each card a place on a baccarat table. The places are recorded and
ignored; what counts is which cards leave it, and in which order. Options in the rig file, all text:

``bcc_span``          ``with-stx`` (default) or ``without-stx``: where a command's check begins
``mode``              ``lock`` (default): the bench locks the shoe, which then reports every card
                      and plays no baccarat. ``game``: unlocked, for at most one baccarat round
``draw_timed_out``    ``empty`` (default): its error 7 says that a draw found nothing. ``note``: it
                      says something else; then this shoe cannot say that it is empty
``sequence``          first and last of its sequence characters, as ``0~``, where they are known
``repeat_window_ms``  so long after a report the same one is a copy of it; default 250
``quiet_ms``          the line must be silent for so long before all is heard; default 60:
                      three copies of a card take 50 at 4800 baud
"""

from __future__ import annotations

import time
from collections.abc import Mapping

from rigs.drivers import Identity, Opening
from rigs.drivers.stream import Question, StreamDriver, options_of, wrong_option
from rigs.errors import BenchError, DeviceRefused, DeviceSilent, GarbledFrames
from rigs.protocols import angel_eye as wire
from rigs.protocols.copies import CopyWatch
from rigs.rigfile import SerialSpec

_PAUSE_NS = 200_000_000
"""No frame lasts so long, not even at 1200 baud on a busy computer."""
_BUSY_S = 0.05
_TRIES = 4
_TRY_AGAIN = {0x01, 0x02, 0x03, 0x21, 0x22}
_DEFAULTS = {
    "bcc_span": "with-stx",
    "mode": "lock",
    "draw_timed_out": "empty",
    "sequence": "",
    "repeat_window_ms": "250",
    "quiet_ms": "60",
}
_CHOICES: dict[str, tuple[str, ...]] = {
    "bcc_span": wire.SPANS,
    "mode": ("lock", "game"),
    "draw_timed_out": ("empty", "note"),
}
_REPLIES = 4
"""Bytes of damage that can be replies, which nobody believes behind damage; a report has 6."""
_LOCK, _UNLOCK = "LK02", "LK01"


def open_driver(opening: Opening) -> AngelEyeDriver:
    """The shoe on the link of `opening.spec`. Nothing is asked yet."""
    return AngelEyeDriver(opening)


class AngelEyeDriver(StreamDriver):
    """One shoe: copies dropped, cards told, its lock kept as the bench needs it."""

    def __init__(self, opening: Opening) -> None:
        options = _options(opening)
        self._span: wire.Span = "with-stx" if options["bcc_span"] == "with-stx" else "without-stx"
        self._mode = options["mode"]
        self._hold, other = (_LOCK, _UNLOCK) if self._mode == "lock" else (_UNLOCK, _LOCK)
        self._turn = [other, self._hold]
        self._empty = options["draw_timed_out"] == "empty"
        self._quiet_s = float(options["quiet_ms"]) / 1000
        self._watch = CopyWatch(float(options["repeat_window_ms"]), options["sequence"])
        super().__init__(opening)
        self._decoder = wire.Decoder()
        self._last_ns = 0
        self._places: dict[tuple[str, int], str] = {}
        self._result = False
        self._dealt = self._cover_seen = self._emptied = False
        self._error_mode: int | None = None
        self._cancel: int | None = None
        self._acked = False
        self._doubted = self._numbered = False
        self._number_until = 0.0
        self._damaged = self._last_length = 0
        self._asked: _Asked | None = None
        self._todo: list[str] = []

    @property
    def says(self) -> frozenset[str]:
        words = {"card", "card.card", "cover-card", "fault", "fault.code"}
        return frozenset(words | {"empty"} if self._empty else words)

    # -- commands ---------------------------------------------------------------------------------

    def command(self, command: str) -> None:
        """Has the shoe do a command, as ``LK02``, and waits for its ACK.

        Raises:
            DeviceSilent: neither ACK nor NAK within the limit ``late``, though asked repeatedly.
            DeviceRefused: NAK, and NAK again where trying again could help.
            LinkLost, WriteBlocked: the link is gone, or takes no bytes.
        """
        self._await(self._ask(command), lambda: self._answered() or None)

    def identify(self) -> Identity:
        """Whom the rig file says: the protocol has no identity. That a shoe is there is asked."""
        self.command(self._hold)
        return self._stated()

    def status(self) -> str:
        self.command(self._hold)
        if self._error_mode is not None:
            return f"error mode: {wire.ERRORS.get(self._error_mode, self._error_mode)}"
        return "ready"

    def make_safe(self) -> str:
        self.command(_LOCK)
        return "it acknowledged the lock"

    # -- having heard everything ------------------------------------------------------------------

    def ask_status(self) -> None:
        self._todo = [self._hold]
        if self._cancel is not None:
            self._todo.insert(0, f"EC{self._cancel:02}")
            self._cancel = None
        if self._doubted:
            self._todo[-1:] = self._turn
        self._numbered = False
        self._number_until = time.monotonic() + self._limits.answer
        self._ask(self._todo.pop(0))

    def heard_all(self) -> bool:
        if self._asked is not None and not self._answered():
            return False
        if self._todo:
            self._ask(self._todo.pop(0))
            return False
        if self._doubted and not self._numbered and time.monotonic() < self._number_until:
            return False
        if time.monotonic_ns() - self._last_ns < self._quiet_s * 1e9:
            return False
        if self._doubted and not self._numbered:
            text = "it gives the turn of its lock no number, so nothing proves that none is lost"
            self._remark("unproven", text, time.monotonic_ns(), b"")
        self._doubted = False
        explained = self._watch.copies_to_come(wire.COPIES) * self._last_length + _REPLIES
        if self._damaged > explained:
            what = f"{self._damaged} damaged bytes came that are no copy of its last report"
            self._fail(GarbledFrames, what, "check cable and speed of the line")
        self._damaged = 0
        return True

    def doubt(self) -> None:
        # To turn the lock makes the shoe report it, and the number of that report tells whether one
        # before it is missing.
        self._doubted = True

    def forget(self) -> None:
        super().forget()
        self._dealt = self._cover_seen = self._doubted = False
        self._damaged = 0
        self._new_round()
        # An error is cancelled between scenarios only: in play that is for a person to do.
        self._cancel = self._error_mode

    # -- bytes in ---------------------------------------------------------------------------------

    def _take(self, chunk: bytes, at_ns: int) -> None:
        found: list[tuple[bytes, wire.Report | wire.Reply | wire.Bad]] = []
        if at_ns - self._last_ns > _PAUSE_NS:
            found += self._decoder.pause()
        self._last_ns = at_ns
        for raw, item in [*found, *self._decoder.feed(chunk)]:
            if isinstance(item, wire.Bad):
                self._link.health.garbled += 1
                self._damaged += len(raw)
                text = f"{len(raw)} bytes are no frame ({item.reason})"
                self._remark("garbled", text, at_ns, raw)
            elif isinstance(item, wire.Reply):
                if self._asked is None or self._asked.reply is not None:
                    self._remark("leftover", "a reply to nothing that was asked", at_ns, raw)
                    continue
                self._link.health.frames += 1
                self._asked.reply = item
            else:
                self._link.health.frames += 1
                self._report(item, raw, at_ns)

    def _report(self, report: wire.Report, raw: bytes, at_ns: int) -> None:
        # Numbers begin again with S, so only one that follows itself is surely a copy.
        if report.code == "S" and not self._watch.is_last(report):
            self._started(raw, at_ns)
        what, trouble = self._watch.take(report, at_ns, wire.COPIES)
        self._damaged, self._last_length = 0, len(raw)
        if trouble is not None:
            self._odd(trouble.kind, trouble.text, at_ns, raw)
        if what != "new":
            return
        length = wire.DATA_BYTES.get(report.code)
        if length is None or length != len(report.data):
            text = f"it knows no report {report.code!r} with {len(report.data)} bytes"
            self._remark("unknown", text, at_ns, raw)
            return
        try:
            self._meaning(report, raw, at_ns)
        except wire.NoSuchValue as error:
            self._remark("garbled", str(error), at_ns, raw)
            self._fail(
                GarbledFrames, f"{error}, in a frame whose check is right", "check its cable"
            )

    def _meaning(self, report: wire.Report, raw: bytes, at_ns: int) -> None:
        data = report.data
        match report.code:
            case "D" | "d" | "R":
                self._card(report, raw, at_ns)
            case "C":
                self._cover_seen = True
                self._say("cover-card", {}, at_ns, raw)
            case "E":
                self._said_error(data[0], raw, at_ns)
            case "e":
                self._error_mode = None
                self._remark("cancelled", "its error is cancelled", at_ns, raw)
            case "P":
                self._new_round()
            case "G":
                self._result = True
                self._remark("result", f"its baccarat result is {data[0]:02X}", at_ns, raw)
            case "L":
                locked = bool(data[0] & 1)
                text = "it is locked" if locked else "it is unlocked"
                self._numbered = True
                self._remark("key", text, at_ns, raw)
            case "M":
                self._remark("preset", f"its preset changed to {data!r}", at_ns, raw)

    def _card(self, report: wire.Report, raw: bytes, at_ns: int) -> None:
        target, index = wire.read_place(report.data[0], report.code)
        card = wire.read_card(report.data[1])
        place = f"{target} {index}" if index else target
        if card is None:
            self._say("fault", {"code": "unread-card", "place": place}, at_ns, raw)
            return
        if report.code != "d" and target in ("player", "banker"):
            if self._result and (target, index) == ("player", 1) and report.code == "D":
                self._new_round()  # only this begins a round; a result alone does not
            known = self._places.get((target, index))
            if known == card:
                self._remark("doubled", f"{place} {card} was reported before", at_ns, raw)
                return
            if known is not None:
                what = f"it reports {card} for {place}, where it reported {known} before"
                remedy = "look at the table which it is; empty and refill the shoe"
                self._odd("conflict", what, at_ns, raw, remedy)
                return
            self._places[target, index] = card
        if report.code == "D" and self._mode == "lock":
            self._remark("unlocked", f"it deals {card} as in a game, though locked", at_ns, raw)
        self._dealt, self._emptied = True, False
        self._say("card", {"card": card, "place": place}, at_ns, raw)

    def _said_error(self, byte: int, raw: bytes, at_ns: int) -> None:
        code, stopped = wire.read_error(byte)
        name = wire.ERRORS.get(code, f"code-{code:02}")
        if stopped:
            self._error_mode = code
        if code == wire.TIMED_OUT:
            self._emptied = True
            if self._empty:
                self._say("empty", {}, at_ns, raw)
            else:
                self._remark("draw-timed-out", "a draw has timed out", at_ns, raw)
            return
        if code == wire.OVER_DRAW and self._mode == "game":
            self._remark("over-draw", "it has played a whole baccarat round", at_ns, raw)
            self._fail(
                DeviceRefused,
                "it plays baccarat and calls this card an over-draw",
                'set options.mode = "lock" for it in the rig file',
            )
            return
        self._say("fault", {"code": name}, at_ns, raw)

    def _started(self, raw: bytes, at_ns: int) -> None:
        """The shoe sends S when it boots, and after a new set of cards was put in."""
        self._watch.forget()
        self._new_round()
        self._error_mode = None
        new_shoe, self._cover_seen = self._cover_seen, False
        if new_shoe:
            self._remark("new-shoe", "a new shoe begins: its cover card had come", at_ns, raw)
        else:
            self._remark("started", "it started", at_ns, raw)
        nothing_to_lose = new_shoe or self._emptied or not self._dealt
        self._dealt = False
        if not nothing_to_lose:
            self._settle("restarted", "it started anew")

    def _new_round(self) -> None:
        self._places.clear()
        self._result = False

    # -- asking -----------------------------------------------------------------------------------

    def _ask(self, command: str) -> _Asked:
        raw = wire.encode_command(command, self._span)
        self._asked = _Asked(command, raw, self._limits.late)
        self._send(self._asked)
        return self._asked

    def _answered(self) -> bool:
        """Whether the command has had its ACK; asks again where that may help."""
        asked = self._asked
        if asked is None:
            return True
        if asked.reply is None:
            self._look_after(asked, f"no reply to {asked.what} yet")
            return False
        nak = asked.reply.nak
        if nak is None:
            self._acked, self._asked = True, None
            return True
        asked.naks.append(nak)
        if nak in _TRY_AGAIN and len(asked.naks) < _TRIES and time.monotonic() < asked.until:
            why = f"NAK {nak:02X} ({wire.NAKS.get(nak, 'unknown')}) to {asked.what}"
            self._remark("asked-again", why, time.monotonic_ns())
            asked.reply = None
            asked.again_at = time.monotonic() + _BUSY_S
            return False
        self._asked = None
        raise self._refusal(asked)

    def _refusal(self, asked: _Asked) -> BenchError:
        nak = asked.naks[-1]
        what = (
            f"it refused {asked.what} {len(asked.naks)} time(s): "
            f"NAK {nak:02X} ({wire.NAKS.get(nak, 'unknown reason')})"
        )
        remedy = "check cable and speed" if nak in (1, 2, 3) else "look at its display"
        if nak == wire.NAK_CHECKSUM and not self._acked:
            other = next(span for span in wire.SPANS if span != self._span)
            what = f"it answers every command with NAK 02 (checksum), bcc_span is {self._span!r}"
            remedy = f'set options.bcc_span = "{other}" for it in the rig file'
        return self._error(DeviceRefused, what, remedy)

    def _silence(self, question: Question) -> BenchError:
        self._asked = None
        health = self._link.health
        remedy = "check that it is on, its cable, and that no other program has its serial server"
        if health.bytes_in and not health.frames:
            link = self._spec.link
            speed = f"it is open at {link.baud}" if isinstance(link, SerialSpec) else "set there"
            remedy = (
                f"{health.bytes_in} bytes came but no frames: a wrong speed; most shoes have 4800 "
                f"baud, some 9600 ({speed})"
            )
        what = f"neither ACK nor NAK to {question.what} in {question.limit_s:g} s"
        return self._error(DeviceSilent, what, remedy)


class _Asked(Question):
    """A command on its way."""

    reply: wire.Reply | None = None

    def __init__(self, command: str, raw: bytes, limit_s: float) -> None:
        super().__init__(command, raw, limit_s)
        self.naks: list[int] = []


def _options(opening: Opening) -> Mapping[str, str]:
    options = options_of(opening, _DEFAULTS, _CHOICES, {"repeat_window_ms": 0, "quiet_ms": 0})
    ends = options["sequence"]
    if ends and (len(ends) != 2 or not " " < ends[0] < ends[1] <= "~"):
        wrong_option(opening, "sequence", 'its first and last character, as "0~"')
    return options
