"""Walks through a script: hears the host, says what was said, and names the first difference.

No input or output and no clock in here: the process calls it with bytes, acts and the time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec import Struct

from rigs.protocols import burncard as wire
from rigs.replay.script import READS, Act, Asked, Elsewhere, Item, Lost, Said, Script, command_key

GRAIN_S = 0.001
"""Recorded times are kept to this: what came at once, or nearly, is said at once. A timer would
part two messages that the host had read together, and with them what it did in between."""
RENEWING = ("reset", "restore", "power", "join-link")
"""Acts before a scenario's first `reset`: they depend on how the scenario before it ended."""


class Differs(Exception):
    """The host does something else than was recorded, or at another place."""


class Heard(Struct, frozen=True):
    """Something that the host has sent. `key` and `reads` as in `Asked`; `frame` of a command."""

    raw: bytes
    key: object
    reads: bool
    frame: wire.Frame | None = None


class Account(Struct):
    """What was adapted: everything else is as recorded, bit for bit."""

    said: int = 0
    """Bytes sent as they were recorded."""
    renumbered: int = 0
    """Answers that got the sequence number of the host's command, and the checksum that follows."""
    from_memory: int = 0
    """Questions beside the script that were answered with what was known."""
    left_out: int = 0
    """Recorded questions that the host did not ask this time."""


class Player:
    """One replayed device.

    `send`: puts bytes on the link; `cut`: the link goes away. `factor`: 1.0 keeps the recorded
    times, 0.0 says everything at once, 2.0 takes twice as long. `identity` and `known` are what it
    knows beside the script: the answer to a question after a certain command, or after any (b"").
    """

    def __init__(
        self,
        protocol: str,
        send: Callable[[bytes], None],
        cut: Callable[[], None],
        factor: float = 1.0,
        identity: dict[str, str] | None = None,
        known: dict[tuple[bytes, bytes], bytes] | None = None,
    ) -> None:
        self._speaks_burncard = protocol == "burncard"
        self._send, self._cut, self._factor = send, cut, factor
        self._identity, self._known = identity or {}, known or {}
        self._decoder = wire.Decoder()
        self._held = self._command = b""
        self._script: Script | None = None
        self._marked = False
        self.powered = True
        self.safe = False
        self._begin(None, 0.0)

    def begin(self, script: Script | None, now: float, marked: bool = False) -> None:
        """From the start of `script`; None is the time between two scenarios.

        `marked`: the bench tells of what it does elsewhere.
        """
        self._marked = marked
        self.powered = True
        self._begin(script, now)

    def _begin(self, script: Script | None, now: float) -> None:
        self._script = script
        self._items: tuple[Item, ...] = script.items if script else ()
        self._place = 0
        self._anchor = (script.started if script else 0, now)
        self._queue: deque[Heard] = deque()
        self._number: dict[int, int] = {}
        self._gone: set[int] = set()
        self._last: tuple[bytes, bytes] = (b"", b"")
        self._events: set[tuple[int, str]] = set()
        self._counter = self._clock = 0
        self._next = _first_event(self._items)
        self.difference = ""
        self.account = Account()

    @property
    def left(self) -> int:
        """Items of the script that are still to come."""
        return len(self._items) - self._place

    # -- what comes -------------------------------------------------------------------------------

    def hear(self, data: bytes, now: float) -> None:
        """Bytes of the host; none at all: another client begins."""
        if not data:
            self._decoder, self._held, self._last = wire.Decoder(), b"", (b"", b"")
        if not self.powered:
            return
        try:
            self._queue.extend(self._burncard(data) if self._speaks_burncard else self._plain(data))
        except Differs as difference:
            self._differs(str(difference))
        self.advance(now)

    def act(self, do: str, fields: dict[str, Any], now: float) -> dict[str, Any]:
        """The bench does `do`; returns what was told of it.

        Raises:
            Differs: it is not what comes next in the script, or the script has differed before.
        """
        if self.difference:
            raise Differs(self.difference)
        self.safe = False
        if self._script is None and do in RENEWING:
            return {}
        first = next(
            (n for n, one in enumerate(self._items) if isinstance(one, Act) and one.do == "reset"),
            -1,
        )
        if self._place <= first:
            if do != "reset" and do in RENEWING:
                return {}
            if do == "reset":
                self._place = first
        try:
            self._flush(now)
            item = self._items[self._place] if self.left else None
            if not isinstance(item, Act) or (item.do, item.fields) != (do, _plain_values(fields)):
                raise Differs(f"the bench does {_act(do, fields)}; {self._due()}")
        except Differs as difference:
            self._differs(str(difference))
            raise
        self._took(item.t, now)
        if do == "power":
            self.powered = bool(fields.get("on"))
        elif do in ("reset", "restore"):
            self.powered = True
        self.advance(now)
        if item.error:
            raise Differs(item.error)
        return dict(item.told)

    def elsewhere(self, link: str, do: str, now: float) -> None:
        """The bench does `do` to another device."""
        self._marked = True
        for place in range(self._place, len(self._items)):
            item = self._items[place]
            if isinstance(item, Elsewhere) and (item.link, item.do) == (link, do):
                skipped = self._items[self._place : place]
                self.account.left_out += sum(isinstance(one, Asked) for one in skipped)
                self._place = place
                self._took(item.t, now)
                return

    # -- what goes --------------------------------------------------------------------------------

    def due_in(self, now: float) -> float | None:
        """Seconds until something is to be said, or None."""
        item = self._items[self._place] if self.left else None
        return max(0.0, self._due_at(item.t) - now) if isinstance(item, Said | Lost) else None

    def advance(self, now: float) -> None:
        """Says what is due, and answers what the host has asked."""
        try:
            self._advance(now)
        except Differs as difference:
            self._differs(str(difference))

    def _advance(self, now: float) -> None:
        while True:
            item = self._items[self._place] if self.left else None
            if isinstance(item, Said | Lost):
                due = self._due_at(item.t)
                if due > now + GRAIN_S and not self._is_gone(item):
                    return
                self._say(item, due)
            elif isinstance(item, Elsewhere) and not self._marked:
                self._place += 1
            elif not self._queue:
                return
            else:
                self._match(item, now)

    def _match(self, item: Item | None, now: float) -> None:
        heard = self._queue[0]
        if isinstance(item, Asked) and item.key == heard.key:
            self._queue.popleft()
            if heard.frame is not None:
                self._number[self._place] = heard.frame.seq
            self._last = (heard.raw, b"")
            self._command = self._command if item.reads else heard.raw
            self._took(item.t, now)
            self.safe = heard.key == ("safe", ()) or (self.safe and heard.reads)
        elif isinstance(item, Asked) and item.reads and (not heard.reads or self._ahead(heard)):
            self._leave_out()
        elif heard.reads or self._script is None:
            self._queue.popleft()
            self._from_memory(heard)
        else:
            raise Differs(f"the host sent {_bytes(heard.raw)}; {self._due()}")

    def _ahead(self, heard: Heard) -> bool:
        """Whether the script has this question soon, with nothing but questions before it."""
        for item in self._items[self._place :]:
            if isinstance(item, Asked) and item.key == heard.key:
                return True
            if isinstance(item, Act | Elsewhere) or (isinstance(item, Asked) and not item.reads):
                return False
        return False

    def _leave_out(self) -> None:
        self._gone.add(self._place)
        self.account.left_out += 1
        self._place += 1

    def _flush(self, now: float) -> None:
        """Up to the next act: what was said before it is said before it."""
        while self.left:
            item = self._items[self._place]
            if isinstance(item, Said | Lost):
                self._say(item, now)
            elif isinstance(item, Elsewhere):
                self._place += 1
            elif isinstance(item, Asked) and item.reads:
                self._leave_out()
            else:
                return

    def _took(self, at: int, now: float) -> None:
        self._place += 1
        self._anchor = (at, now)

    def _due_at(self, at: int) -> float:
        before, now = self._anchor
        return now + max(0, at - before) / 1e9 * self._factor

    def _is_gone(self, item: Said | Lost) -> bool:
        return isinstance(item, Said) and item.answers in self._gone

    def _say(self, item: Said | Lost, now: float) -> None:
        if self._is_gone(item):
            self._place += 1
            return
        self._took(item.t, now)
        if isinstance(item, Lost):
            self._cut()
            return
        raw = item.raw
        if self._speaks_burncard:
            raw = self._as_of_now(item)
        if item.answers >= 0:
            self._last = (self._last[0], self._last[1] + raw)
            for command in (b"", self._command):
                self._known[command, self._last[0]] = self._last[1]
        self.account.said += len(raw)
        self._send(raw)

    # -- the Burncard protocol --------------------------------------------------------------------

    def _burncard(self, data: bytes) -> Iterable[Heard]:
        for raw, frame in self._decoder.feed_raw(data):
            if isinstance(frame, wire.BadFrame):
                raise Differs(f"the host sent {_bytes(raw)}, which is no frame ({frame.reason})")
            if frame.kind == wire.ACK:
                if self._script and (frame.seq, frame.name) not in self._events:
                    raise Differs(f"the host acknowledged {frame.name} {frame.seq}, never sent")
            elif frame.kind != wire.COMMAND:
                raise Differs(f"the host sent {_bytes(raw)}; a host never sends {frame.kind}")
            elif raw == self._last[0]:
                if self._last[1]:
                    self._send(self._last[1])
            elif self.difference:
                self._reply(frame.seq, "fault", {"text": self.difference}, wire.ERROR)
            elif not any(one.raw == raw for one in self._queue):
                yield Heard(raw, command_key(frame), frame.name in READS, frame)

    def _as_of_now(self, item: Said) -> bytes:
        frame = wire.decode(item.raw)
        if isinstance(frame, wire.BadFrame):
            return item.raw
        self._counter, self._clock = frame.counter, frame.clock_ms
        if frame.kind == wire.EVENT:
            self._events.add((frame.seq, frame.name))
            self._next = (frame.seq + 1) % wire.SEQ_MODULUS
        seq = self._number.get(item.answers, frame.seq)
        if item.answers < 0 or seq == frame.seq:
            return item.raw
        self.account.renumbered += 1
        return wire.encode(msgspec.structs.replace(frame, seq=seq))

    def _from_memory(self, heard: Heard) -> None:
        self.account.from_memory += 1
        if heard.frame is None:
            self._command = self._command if heard.reads else heard.raw
            answer = self._known.get((self._command, heard.raw)) or self._known.get(
                (b"", heard.raw)
            )
            self._send(answer or b"")
            return
        name, data, seq = heard.frame.name, heard.frame.data, heard.frame.seq
        self.safe = name == "safe" or (self.safe and heard.reads)
        told: dict[str, dict[str, str]] = {
            "identify": self._identity,
            "status": {
                "state": "safe" if self.safe else "ready",
                "next": str(self._next),
                "pending": "0",
                "given-up": "0",
            },
            "ping": data,
            "safe": {"state": "safe"},
        }
        self._last = (heard.raw, self._reply(seq, name, told.get(name, {}), wire.ANSWER))

    def _reply(self, seq: int, name: str, data: dict[str, str], kind: str) -> bytes:
        raw = wire.encode(wire.Frame(kind, seq, self._counter, self._clock, name, data))
        self._send(raw)
        return raw

    # -- any other protocol -----------------------------------------------------------------------

    def _plain(self, data: bytes) -> Iterable[Heard]:
        """Cut by what could come: what was recorded next, or what is known as a question."""
        self._held += data
        while self._held:
            ahead = [one for one in self._items[self._place :] if isinstance(one, Asked)]
            questions = {question for _, question in self._known}
            could = [*(one.raw for one in ahead), *questions]
            found = next((one for one in could if self._held.startswith(one)), b"")
            if not found:
                if any(one.startswith(self._held) for one in could):
                    return
                if self._script is not None:
                    raise Differs(f"the host sent {_bytes(self._held)}; {self._due()}")
                found = self._held.partition(b"\n")[0] + b"\n"  # a command between two scenarios
            self._held = self._held[len(found) :]
            reads = found in questions or any(one.reads for one in ahead if one.raw == found)
            yield Heard(found, found, reads)

    # -- differences ------------------------------------------------------------------------------

    def _differs(self, what: str) -> None:
        if not self.difference:
            self.difference = what
            for heard in self._queue:
                if heard.frame is not None:
                    self._reply(heard.frame.seq, "fault", {"text": what[:400]}, wire.ERROR)
        self._queue.clear()

    def _due(self) -> str:
        """What the script has next, in words."""
        if self._script is None:
            return "no recorded scenario is being played"
        item = self._items[self._place] if self.left else None
        if item is None:
            return "the recorded session has nothing more"
        at = f"{(item.t - self._script.started) / 1e9:.3f} s"
        match item:
            case Act():
                return f"recorded next, at {at}: the act {_act(item.do, item.fields)}"
            case Elsewhere():
                return f"recorded next, at {at}: the act {item.do!r} on {item.link}"
            case Asked():
                return f"recorded next, at {at}: the host sends {_bytes(item.raw)}"
        return f"recorded next, at {at}: the device speaks"


def _first_event(items: Iterable[Item]) -> int:
    for item in items:
        frame = wire.decode(item.raw) if isinstance(item, Said) else None
        if isinstance(frame, wire.Frame) and frame.kind == wire.EVENT:
            return frame.seq
        if isinstance(frame, wire.Frame) and frame.data.get("next", "").isdigit():
            return int(frame.data["next"]) % wire.SEQ_MODULUS
    return 0


def _plain_values(fields: dict[str, Any]) -> Any:
    return msgspec.json.decode(msgspec.json.encode(fields))


def _act(do: str, fields: dict[str, Any]) -> str:
    return f"{do!r} {msgspec.json.encode(fields).decode():.200}" if fields else repr(do)


def _bytes(raw: bytes) -> str:
    text = raw.decode("ascii", "backslashreplace").encode("unicode_escape").decode()
    return repr(text)[1:-1][:200] if text.isprintable() else raw.hex(" ")[:200]
