"""Bodies to frames and back, as a profile's ``[framing]`` and ``[checksum]`` say. No I/O."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct

from rigs.profiles.checksum import CHECKSUMS

Byte = Annotated[int, Meta(ge=0, le=255)]


class Length(Struct, frozen=True, forbid_unknown_fields=True):
    """A number in the frame that tells how long the frame is."""

    at: Annotated[int, Meta(ge=0, le=16)]
    """Where it stands, bytes from the frame's first."""
    size: Literal[1, 2, 4] = 1
    order: Literal["big", "little"] = "big"
    plus: Annotated[int, Meta(ge=-16, le=64)] = 0
    """What has to be added to it to have the length of the whole frame, start and end included."""


class Escape(Struct, frozen=True, forbid_unknown_fields=True):
    """In a frame, a byte that would look like its start, end or escape is `byte`, then that XOR."""

    byte: str
    xor: Byte = 0x20


class Framing(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a frame begins and ends."""

    start: str = ""
    end: str = ""
    length: Length | None = None
    escape: Escape | None = None
    max: Annotated[int, Meta(ge=2, le=65536)] = 256
    """The longest frame, bytes; more is held to be garbage."""


class Check(Struct, frozen=True, forbid_unknown_fields=True):
    """What is computed, over what, and how it is written."""

    kind: str
    over: tuple[Literal["start", "body", "end"], ...] = ("body",)
    place: Literal["before-end", "after-end"] = "before-end"
    form: Literal["binary", "hex", "HEX"] = "binary"
    order: Literal["big", "little"] = "big"

    @property
    def width(self) -> int:
        """Its length on the line, bytes."""
        size = CHECKSUMS[self.kind].size
        return size if self.form == "binary" else 2 * size


class Bad(Struct, frozen=True):
    """Bytes that are no frame; `reason` for a person."""

    reason: str


Found = tuple[bytes, bytes | Bad]
"""The bytes as they came, and the body in them."""


def bytes_of(text: str) -> bytes:
    """A profile's text as bytes: a character up to U+00FF is one.

    Raises:
        UnicodeEncodeError: another character is in it.
    """
    return text.encode("latin-1")


class Framer:
    """Makes frames. `problem` tells what is wrong with the description, if anything."""

    def __init__(self, framing: Framing, check: Check | None) -> None:
        self.framing, self.check = framing, check
        self.start, self.end = bytes_of(framing.start), bytes_of(framing.end)
        self.escape = bytes_of(framing.escape.byte) if framing.escape else b""
        self.tail = check.width if check and check.place == "after-end" else 0
        """Bytes behind the end."""

    def problem(self) -> tuple[str, str] | None:
        """Key and words, or None."""
        framing, check = self.framing, self.check
        if check is not None and check.kind not in CHECKSUMS:
            return "checksum.kind", f"{check.kind!r} is none of {' '.join(CHECKSUMS)}"
        if not self.end and framing.length is None:
            return "framing", 'write end = "\\r\\n", or a length'
        if self.escape and not (self.start or self.end):
            return "framing.escape", "there is no start or end to be escaped; leave it out"
        if framing.escape and (len(self.escape) != 1 or len(self.start) > 1 or len(self.end) > 1):
            return "framing.escape", "escape, start and end are one byte each"
        if framing.escape and framing.length:
            return "framing.escape", "a frame has a length or an escape, not both"
        if check and check.place == "after-end" and (not self.end or framing.length):
            return "checksum.place", "without an end, or with a length, write before-end"
        ended = self.end and not self.escape and framing.length is None
        if check and ended and check.form == "binary" and check.place == "before-end":
            return "checksum.form", "binary may look like the end; write hex, a length or an escape"
        if self.escape and check and check.place == "after-end":
            return "checksum.place", "a frame with an escape has its checksum before-end"
        length = framing.length
        if length and length.at + length.size > framing.max:
            return "framing.length", "it stands outside the frame"
        if length and length.at < len(self.start):
            return "framing.length.at", f"the first {len(self.start)} byte(s) are the start"
        return None

    def encode(self, body: bytes) -> bytes:
        """The frame of `body`.

        Raises:
            ValueError: it does not fit, or would be read as something else.
        """
        if not self.escape and self.end and self.framing.length is None and self.end in body:
            raise ValueError(f"{body!r:.60} has the end of a frame inside")
        room = len(self.start) + len(body) + len(self.end)
        if self.framing.length:
            body = self._with_length(body, room + (self.check.width if self.check else 0))
        inside, behind = body, b""
        if self.check:
            written = self._written(self.sum_of(body))
            if self.check.place == "before-end":
                inside += written
            else:
                behind = written
        if self.escape:
            inside = self._stuffed(inside)
        frame = self.start + inside + self.end + behind
        if len(frame) > self.framing.max:
            raise ValueError(f"a frame of {len(frame)} bytes, over framing.max {self.framing.max}")
        return frame

    def sum_of(self, body: bytes) -> int:
        """The checksum of a frame with this body."""
        if self.check is None:
            return 0
        parts = {"start": self.start, "body": body, "end": self.end}
        span = b"".join(parts[name] for name in ("start", "body", "end") if name in self.check.over)
        return CHECKSUMS[self.check.kind].of(span)

    def checked(self, inside: bytes, behind: bytes) -> bytes | Bad:
        """The body of what stands between start and end, and behind the end."""
        check = self.check
        if check is None:
            return inside
        if check.place == "after-end":
            body, told = inside, behind
        elif len(inside) < check.width:
            return Bad("too short for its checksum")
        else:
            body, told = inside[: -check.width], inside[-check.width :]
        wanted = self._written(self.sum_of(body))
        return body if told == wanted else Bad(f"checksum {told!r}, not {wanted!r}")

    def unstuffed(self, data: bytes) -> bytes | Bad:
        """`data` as it was before it was escaped."""
        if not self.escape or self.framing.escape is None:
            return data
        plain, at = bytearray(), 0
        while at < len(data):
            byte = data[at]
            if byte == self.escape[0]:
                at += 1
                if at == len(data):
                    return Bad("it ends with an escape")
                byte = data[at] ^ self.framing.escape.xor
            plain.append(byte)
            at += 1
        return bytes(plain)

    def _stuffed(self, data: bytes) -> bytes:
        special = self.start + self.end + self.escape
        mask = self.framing.escape.xor if self.framing.escape else 0
        return b"".join(
            self.escape + bytes((byte ^ mask,)) if byte in special else bytes((byte,))
            for byte in data
        )

    def _with_length(self, body: bytes, whole: int) -> bytes:
        length = self.framing.length
        assert length is not None  # noqa: S101 - asked before
        at = length.at - len(self.start)
        try:
            number = (whole - length.plus).to_bytes(length.size, length.order)
        except OverflowError:
            raise ValueError(f"a frame of {whole} bytes has no length of {length.size}") from None
        if len(body) < at + length.size:
            raise ValueError(f"{body!r:.60} has no room for its length")
        return body[:at] + number + body[at + length.size :]

    def _written(self, value: int) -> bytes:
        check = self.check
        assert check is not None  # noqa: S101 - asked before
        raw = value.to_bytes(CHECKSUMS[check.kind].size, check.order)
        if check.form == "binary":
            return raw
        text = raw.hex()
        return (text.upper() if check.form == "HEX" else text).encode("ascii")


class Decoder:
    """Frames in a stream of bytes, however it is cut. Memory is bounded by ``framing.max``."""

    def __init__(self, framer: Framer) -> None:
        self._framer = framer
        self._held = bytearray()

    @property
    def pending(self) -> bytes:
        """The bytes of a frame that has begun and not ended."""
        return bytes(self._held)

    def pause(self) -> list[Found]:
        """The line was silent for longer than inside any frame: what has begun does not end."""
        if not self._held:
            return []
        raw = bytes(self._held)
        self._held.clear()
        return [(raw, Bad("cut short"))]

    def feed(self, chunk: bytes) -> Iterator[Found]:
        """What `chunk` completes, in order; every byte is accounted for."""
        self._held += chunk
        while self._held:
            length, item = self._next(bytes(self._held))
            if not length:
                return
            raw = bytes(self._held[:length])
            del self._held[:length]
            yield raw, item

    def _next(self, held: bytes) -> tuple[int, bytes | Bad]:
        start = self._framer.start
        if start and not held.startswith(start):
            at = held.find(start)
            if at < 0:
                # The first bytes of a start may be the last that came.
                keep = next(
                    (n for n in range(len(start) - 1, 0, -1) if held.endswith(start[:n])), 0
                )
                return len(held) - keep, Bad("no start of a frame")
            return at, Bad("no start of a frame")
        found = self._by_length(held) if self._framer.framing.length else self._by_end(held)
        if not found[0] and len(held) >= self._framer.framing.max:
            return self._skip(held), Bad("too long")
        return found

    def _by_end(self, held: bytes) -> tuple[int, bytes | Bad]:
        framer = self._framer
        begin = len(framer.start)
        end = held.find(framer.end, begin)
        if framer.start and framer.start != framer.end:
            again = held.find(framer.start, begin)
            if again >= 0 and (end < 0 or again < end) and (framer.escape or framer.tail):
                return again, Bad("cut short")
        if end < 0:
            return 0, b""
        whole = end + len(framer.end) + framer.tail
        if len(held) < whole:
            return 0, b""
        inside = framer.unstuffed(held[begin:end])
        if isinstance(inside, Bad):
            return whole, inside
        return whole, framer.checked(inside, held[whole - framer.tail : whole])

    def _by_length(self, held: bytes) -> tuple[int, bytes | Bad]:
        framer, length = self._framer, self._framer.framing.length
        assert length is not None  # noqa: S101 - asked before
        stop = length.at + length.size
        if len(held) < stop:
            return 0, b""
        whole = int.from_bytes(held[length.at : stop], length.order) + length.plus
        least = max(stop, len(framer.start) + len(framer.end))
        if not least <= whole <= framer.framing.max:
            return self._skip(held), Bad(f"a length of {whole}")
        if len(held) < whole:
            return 0, b""
        if not held[:whole].endswith(framer.end):
            return self._skip(held), Bad("no end where its length says")
        body = framer.checked(held[len(framer.start) : whole - len(framer.end)], b"")
        # A damaged length reaches into the next frame, so a bad one costs its first byte only.
        return (self._skip(held), body) if isinstance(body, Bad) else (whole, body)

    def _skip(self, held: bytes) -> int:
        """To where a frame may begin again."""
        start = self._framer.start
        if start:
            at = held.find(start, 1)
            return at if at > 0 else len(held)
        end = self._framer.end
        if end and (at := held.find(end)) >= 0:
            return at + len(end)
        return len(held) if self._framer.framing.length is None else 1
