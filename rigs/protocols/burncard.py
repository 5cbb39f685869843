"""The Burncard device protocol: frames to bytes and back. Its document is ``burncard.md``.

Both ends use this module: the bench's driver and the emulated devices. It does no I/O and reads no
clock, so every rule of the protocol can be tested by calling it.
"""

from __future__ import annotations

from binascii import crc_hqx
from urllib.parse import quote, unquote_to_bytes

from msgspec import Struct

EVENT = "E"
"""Device to host: something happened. Must be acknowledged."""
ACK = "A"
"""Host to device: the event of this sequence number has arrived."""
COMMAND = "C"
"""Host to device: a request. Answered by `ANSWER` or `ERROR` with the same sequence number."""
ANSWER = "R"
"""Device to host: the answer to a command."""
ERROR = "X"
"""Device to host: a command that could not be done; `Frame.name` is one of `ERROR_CODES`."""
KINDS = frozenset((EVENT, ACK, COMMAND, ANSWER, ERROR))

COMMANDS = ("identify", "status", "ping", "safe", "feed", "upcard")
ERROR_CODES = ("garbled", "unknown-command", "bad-value", "not-now", "fault")
IDENTITY_KEYS = ("maker", "model", "serial", "firmware", "sha256")
HELLO = "hello"
"""The event a device sends first after every start; sequence numbers begin again with it."""

SEQ_MODULUS = 65536
MAX_FRAME = 4096
"""Bytes of the longest frame, from ``:`` to the newline, both counted."""
RESEND_MS = 100
"""A device sends an unacknowledged event again after this time, milliseconds."""
RESEND_LIMIT = 5
"""How often it does so before it gives the event up."""
GIVE_UP_MS = RESEND_MS * (RESEND_LIMIT + 1)
"""This long after its first sending no copy of an event is on its way any more, milliseconds."""
MAX_UNACKNOWLEDGED = 64
"""Events a device keeps for sending again; with more, the oldest is given up."""

_SAFE = " !\"#$&'()+,-./;<>?@[\\]^_`{}~"
"""Printable bytes that need no escape besides letters and digits: all but ``: | = * %``."""


class Frame(Struct, frozen=True):
    """One message.

    `seq` is 0 to 65535. `counter` and `clock_ms` are the device's: events since it started (an
    event carries its own number, the first is 1), and milliseconds since it started. Both are 0
    from a host.
    """

    kind: str
    seq: int
    counter: int
    clock_ms: int
    name: str
    data: dict[str, str] = {}


class BadFrame(Struct, frozen=True):
    """Bytes that are no frame, and why: ``noise``, ``cut short``, ``checksum`` or a field."""

    raw: bytes
    reason: str


def checksum(body: bytes) -> int:
    """CRC-16/IBM-3740 ("CCITT-FALSE"): polynomial 0x1021, start 0xFFFF, nothing reflected.

    ``123456789`` gives 0x29B1.
    """
    return crc_hqx(body, 0xFFFF)


def encode(frame: Frame) -> bytes:
    """The bytes of `frame`, newline included.

    Raises:
        ValueError: an unknown kind, a number out of range, text that is no Unicode (a lone
            surrogate), or a frame longer than `MAX_FRAME`.
    """
    if frame.kind not in KINDS:
        raise ValueError(f"frame kind {frame.kind!r} is not one of {' '.join(sorted(KINDS))}")
    if not 0 <= frame.seq < SEQ_MODULUS:
        raise ValueError(f"sequence number {frame.seq} is not 0 to {SEQ_MODULUS - 1}")
    if frame.counter < 0 or frame.clock_ms < 0:
        raise ValueError("counter and clock are never negative")
    numbers = f"{frame.kind}|{frame.seq}|{frame.counter}|{frame.clock_ms}"
    fields = [numbers, _escape(frame.name)]
    fields += [f"{_escape(key)}={_escape(value)}" for key, value in frame.data.items()]
    body = "|".join(fields).encode("ascii")
    raw = b":%b*%04X\n" % (body, checksum(body))
    if len(raw) > MAX_FRAME:
        raise ValueError(f"the frame {frame.name!r} has {len(raw)} bytes; at most {MAX_FRAME} fit")
    return raw


def decode(raw: bytes) -> Frame | BadFrame:
    """One whole frame, from its ``:`` to its newline, or why it is none."""
    if len(raw) > MAX_FRAME:
        return BadFrame(raw[:MAX_FRAME], "too long")
    if len(raw) < 7 or raw[:1] != b":" or raw[-1:] != b"\n" or raw[-6:-5] != b"*":
        return BadFrame(raw, "cut short")
    body = raw[1:-6]
    if raw[-5:-1] != b"%04X" % checksum(body):
        return BadFrame(raw, "checksum")
    if not body.isascii() or not body.decode("ascii").isprintable():
        return BadFrame(raw, "byte not printable")
    fields = body.decode("ascii").split("|")
    if len(fields) < 5:
        return BadFrame(raw, "fields missing")
    kind, seq, counter, clock, name = fields[:5]
    if kind not in KINDS:
        return BadFrame(raw, "kind")
    if not all(text.isdigit() and len(text) < 16 for text in (seq, counter, clock)):
        return BadFrame(raw, "number")
    if int(seq) >= SEQ_MODULUS:
        return BadFrame(raw, "sequence number")
    data: dict[str, str] = {}
    try:
        for field in fields[5:]:
            key, equals, value = field.partition("=")
            if not equals or "=" in value:
                return BadFrame(raw, "field without one =")
            data[_unescape(key)] = _unescape(value)
        if len(data) != len(fields) - 5:
            return BadFrame(raw, "key twice")
        return Frame(kind, int(seq), int(counter), int(clock), _unescape(name), data)
    except ValueError:
        return BadFrame(raw, "escape")


def _escape(text: str) -> str:
    # urllib's quote has a fast path for text that needs nothing, and escapes UTF-8 bytes as %XX.
    return text if text.isalnum() and text.isascii() else quote(text, safe=_SAFE)


def _unescape(text: str) -> str:
    if "%" not in text:
        if "*" in text:
            raise ValueError("a bare * in the body")
        return text
    for tail in text.split("%")[1:]:
        int(tail[:2] if len(tail) > 1 and tail[:2].isalnum() else "no hex", 16)
    return unquote_to_bytes(text).decode("utf-8")


class Decoder:
    """Finds frames in a stream of bytes, however it is cut, and recovers after any garbage.

    A ``:`` always begins a frame, a newline always ends one: neither occurs inside. Memory is
    bounded by `MAX_FRAME`, whatever comes.
    """

    def __init__(self) -> None:
        self._held = bytearray()

    @property
    def pending(self) -> bytes:
        """The bytes of a frame that has begun and not ended."""
        return bytes(self._held)

    def feed(self, chunk: bytes) -> list[Frame | BadFrame]:
        """Frames and garbage that `chunk` completes, in order, every byte accounted for."""
        return [item for _, item in self.feed_raw(chunk)]

    def feed_raw(self, chunk: bytes) -> list[tuple[bytes, Frame | BadFrame]]:
        """As `feed`, each with the very bytes it came in."""
        held = self._held
        held += chunk
        found: list[tuple[bytes, Frame | BadFrame]] = []
        while held:
            start, end = held.find(b":", 1), held.find(b"\n")
            if held[:1] == b":" and end >= 0 and not 0 <= start < end:
                raw = self._cut(end + 1)
                found.append((raw, decode(raw)))
                continue
            if held[:1] == b":" and 0 <= start <= MAX_FRAME:
                raw, reason = self._cut(start), "cut short"
            elif held[:1] == b":" and len(held) > MAX_FRAME:
                raw, reason = self._cut(MAX_FRAME), "too long"
            elif held[:1] != b":" and (start >= 0 or end >= 0 or len(held) >= MAX_FRAME):
                stops = [place for place in (start, end + 1, MAX_FRAME, len(held)) if place > 0]
                raw, reason = self._cut(min(stops)), "noise"
            else:
                break
            found.append((raw, BadFrame(raw, reason)))
        return found

    def _cut(self, length: int) -> bytes:
        piece = bytes(self._held[:length])
        del self._held[:length]
        return piece
