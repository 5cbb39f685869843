"""GAT, serial profile: frames to bytes and back, and what is in them. Its document is ``gat.md``.

Does no I/O and reads no clock. The frame and the codes are those that are publicly known; what the
document marks as ours has to be held against the standard before a real device is believed.
"""

from __future__ import annotations

import functools
import hmac
import re
from collections.abc import Iterable
from xml.etree import ElementTree

from msgspec import Struct

STATUS, LAST_STATUS, LAST_RESULTS, CALCULATE = 0x01, 0x02, 0x03, 0x04
ANSWER = 0x80
"""Added to the command that is answered."""
COMMANDS = frozenset((STATUS, LAST_STATUS, LAST_RESULTS, CALCULATE))
SPECIAL = 0xBA
"""The level of `CALCULATE` that names a special function."""

REQUESTED, IDLE, DONE, CALCULATING, FAILED = 0x01, 0x04, 0x06, 0x09, 0x0C
STATES = {
    REQUESTED: "requested",
    IDLE: "idle",
    DONE: "done",
    CALCULATING: "calculating",
    FAILED: "error",
}
LAST_FRAME = 0x02
"""Bit 1 of the status of a frame of results: no frame follows."""

MIN_FRAME, MAX_FRAME = 4, 255
MAX_DATA = MAX_FRAME - MIN_FRAME
MAX_RESULT = 65536
"""Bytes of the longest result that is read."""
MAX_PAYLOAD = MAX_DATA - 4
"""Bytes of a result in one frame: status, format and frame number go before them."""

LIST, GET_FILE, COMPONENT = "Special Functions", "Get File", "Component"
RESPONSE_FILE = "AuthenticationResponse.xml"
ALGORITHM = "HMAC-SHA1"


class Crc(Struct, frozen=True):
    """A CRC-16 as catalogues write it."""

    polynomial: int
    seed: int
    reflected: bool


CRCS = {
    "ccitt-false": Crc(0x1021, 0xFFFF, False),
    "xmodem": Crc(0x1021, 0x0000, False),
    "kermit": Crc(0x1021, 0x0000, True),
    "arc": Crc(0x8005, 0x0000, True),
    "modbus": Crc(0x8005, 0xFFFF, True),
}
DEFAULT_CRC = "ccitt-false"


class Frame(Struct, frozen=True):
    """One message."""

    command: int
    data: bytes = b""


class BadFrame(Struct, frozen=True):
    """Bytes that are no frame, and why."""

    raw: bytes
    reason: str


class Component(Struct, frozen=True):
    """One piece of the device's software, as it lists it."""

    name: str
    version: str = ""


class NoResult(ValueError):
    """A result that cannot be read; says what is wrong with it."""


def crc16(data: bytes, name: str = DEFAULT_CRC) -> int:
    """The CRC `name` of `data`."""
    crc, table, reflected = CRCS[name].seed, _table(name), CRCS[name].reflected
    for byte in data:
        if reflected:
            crc = (crc >> 8) ^ table[(crc ^ byte) & 0xFF]
        else:
            crc = ((crc << 8) & 0xFFFF) ^ table[(crc >> 8) ^ byte]
    return crc


@functools.cache
def _table(name: str) -> tuple[int, ...]:
    crc = CRCS[name]
    table = []
    for byte in range(256):
        if crc.reflected:
            polynomial = int(f"{crc.polynomial:016b}"[::-1], 2)
            value = byte
            for _ in range(8):
                value = (value >> 1) ^ (polynomial if value & 1 else 0)
        else:
            value = byte << 8
            for _ in range(8):
                value = ((value << 1) & 0xFFFF) ^ (crc.polynomial if value & 0x8000 else 0)
        table.append(value)
    return tuple(table)


def encode(frame: Frame, crc: str = DEFAULT_CRC) -> bytes:
    """The bytes of `frame`: command, length of the whole, data, CRC with its high byte first.

    Raises:
        ValueError: more data than a frame holds.
    """
    if len(frame.data) > MAX_DATA:
        raise ValueError(f"{len(frame.data)} bytes of data; a frame holds {MAX_DATA}")
    body = bytes((frame.command, len(frame.data) + MIN_FRAME)) + frame.data
    return body + crc16(body, crc).to_bytes(2, "big")


class Decoder:
    """Finds frames in a stream of bytes, however it is cut.

    A frame has no mark at its beginning. What begins with none of `commands` cannot be one, and of
    a frame whose CRC is wrong nothing is believed, its length neither: all that has come is thrown
    away as one `BadFrame`, as devices do, and the next byte begins a frame. Memory is bounded.
    """

    def __init__(self, commands: Iterable[int], crc: str = DEFAULT_CRC) -> None:
        self._commands, self._crc = frozenset(commands), crc
        self._held = bytearray()

    def feed(self, chunk: bytes) -> list[Frame | BadFrame]:
        """What `chunk` completes, every byte accounted for."""
        held, found = self._held, list[Frame | BadFrame]()
        held += chunk
        while held:
            if held[0] not in self._commands:
                found.append(self._throw("unknown command"))
            elif len(held) > 1 and held[1] < MIN_FRAME:
                found.append(self._throw("length"))
            elif len(held) < 2 or len(held) < held[1]:
                break
            elif int.from_bytes(held[held[1] - 2 : held[1]], "big") != crc16(
                bytes(held[: held[1] - 2]), self._crc
            ):
                found.append(self._throw("CRC"))
            else:
                length = held[1]
                found.append(Frame(held[0], bytes(held[2 : length - 2])))
                del held[:length]
        return found

    def flush(self) -> bytes:
        """Forgets what has begun; returns it."""
        held = bytes(self._held)
        self._held.clear()
        return held

    def _throw(self, reason: str) -> BadFrame:
        return BadFrame(self.flush(), reason)


# -- what is in the frames -------------------------------------------------------------------------


def calculate(function: str, *parameters: str) -> Frame:
    """The request for a special function."""
    return Frame(CALCULATE, bytes((SPECIAL,)) + "\0".join((function, *parameters)).encode())


def results(number: int) -> Frame:
    """The request for the frame `number` (from 0) of the last results."""
    return Frame(LAST_RESULTS, b"\0" + number.to_bytes(2, "big"))


def results_answer(number: int, result: bytes) -> Frame:
    """The frame `number` of `result`."""
    payload = result[number * MAX_PAYLOAD : (number + 1) * MAX_PAYLOAD]
    last = (number + 1) * MAX_PAYLOAD >= len(result)
    status = (DONE | LAST_FRAME) if last else (DONE & ~LAST_FRAME)
    head = bytes((status, 0)) + number.to_bytes(2, "big")
    return Frame(LAST_RESULTS | ANSWER, head + payload)


def salted_hash(salt: bytes, image: bytes) -> str:
    """HMAC-SHA1 of `image` with the key `salt`, 40 hex digits."""
    return hmac.new(salt, image, "sha1").hexdigest()


def components_xml(components: Iterable[Component]) -> bytes:
    """The list of a device's components."""
    root = ElementTree.Element("AuthenticationResponse")
    for one in components:
        ElementTree.SubElement(root, "Component", Name=one.name, Version=one.version)
    return ElementTree.tostring(root)


def read_components(text: bytes) -> tuple[Component, ...]:
    """The components of a list.

    Raises:
        NoResult: it is none, or names one twice.
    """
    found = [
        Component(one.get("Name", ""), one.get("Version", ""))
        for one in _xml(text).iter("Component")
    ]
    names = [one.name for one in found]
    if "" in names or len(set(names)) != len(names):
        raise NoResult(f"a component without a name, or named twice: {' '.join(names)!r:.200}")
    return tuple(found)


def hash_xml(name: str, salt: str, digest: str) -> bytes:
    """The hash of one component."""
    root = ElementTree.Element("AuthenticationResponse")
    told = {"Name": name, "Algorithm": ALGORITHM, "Salt": salt, "Hash": digest}
    ElementTree.SubElement(root, "Component", told)
    return ElementTree.tostring(root)


def read_hash(text: bytes, name: str, salt: str) -> str:
    """The hash of the component `name` under `salt` (hex), 40 hex digits in lower case.

    Raises:
        NoResult: it is of another component, under another salt, or none.
    """
    found = [one for one in _xml(text).iter("Component") if one.get("Name") == name]
    if len(found) != 1:
        raise NoResult(f"{len(found)} answers for the component {name!r:.60}")
    one = found[0]
    if one.get("Algorithm") != ALGORITHM or one.get("Salt", "").lower() != salt.lower():
        raise NoResult(f"the hash of {name!r:.60} is by another algorithm, or under another salt")
    digest = one.get("Hash", "").lower()
    if not re.fullmatch("[0-9a-f]{40}", digest):
        raise NoResult(f"the hash of {name!r:.60} is {digest!r:.60}, not 40 hex digits")
    return digest


def functions_xml(functions: Iterable[str]) -> bytes:
    """The list of special functions."""
    root = ElementTree.Element("SpecialFunctions")
    for one in functions:
        ElementTree.SubElement(root, "Function", Name=one)
    return ElementTree.tostring(root)


def read_functions(text: bytes) -> tuple[str, ...]:
    """The special functions of a list.

    Raises:
        NoResult: it is none.
    """
    return tuple(one.get("Name", "") for one in _xml(text).iter("Function"))


def _xml(text: bytes) -> ElementTree.Element:
    if b"<!" in text:  # entities can make a short text long; no list of components needs them
        raise NoResult("a result with declarations in it")
    try:
        return ElementTree.fromstring(text)  # noqa: S314 - no declarations, and its size is bounded
    except (ElementTree.ParseError, ValueError) as error:
        raise NoResult(f"no XML ({error})") from None
