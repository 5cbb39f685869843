"""Checksums by name. Their check values on ``123456789`` are those of the CRC RevEng catalogue."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import reduce
from operator import xor

from msgspec import Struct


class Checksum(Struct, frozen=True):
    """`of` gives the value of some bytes; `size` is its length in bytes."""

    size: int
    of: Callable[[bytes], int]


def _crc16(poly: int, init: int, *, reflected: bool, out: int) -> Checksum:
    """A 16-bit CRC; `poly` is written for the highest bit first, also where `reflected`."""
    turned = int(f"{poly:016b}"[::-1], 2)

    def of(data: bytes) -> int:
        value = init
        for byte in data:
            if reflected:
                value ^= byte
                for _ in range(8):
                    value = value >> 1 ^ (turned if value & 1 else 0)
            else:
                value ^= byte << 8
                for _ in range(8):
                    value = (value << 1 ^ (poly if value & 0x8000 else 0)) & 0xFFFF
        return value ^ out

    return Checksum(2, of)


CHECKSUMS: dict[str, Checksum] = {
    "xor": Checksum(1, lambda data: reduce(xor, data, 0)),
    "sum8": Checksum(1, lambda data: sum(data) & 0xFF),
    "sum8-negative": Checksum(1, lambda data: -sum(data) & 0xFF),
    "sum16": Checksum(2, lambda data: sum(data) & 0xFFFF),
    "crc16-arc": _crc16(0x8005, 0x0000, reflected=True, out=0x0000),
    "crc16-modbus": _crc16(0x8005, 0xFFFF, reflected=True, out=0x0000),
    "crc16-ccitt-false": _crc16(0x1021, 0xFFFF, reflected=False, out=0x0000),
    "crc16-xmodem": _crc16(0x1021, 0x0000, reflected=False, out=0x0000),
    "crc16-kermit": _crc16(0x1021, 0x0000, reflected=True, out=0x0000),
    "crc16-x25": _crc16(0x1021, 0xFFFF, reflected=True, out=0xFFFF),
    "crc32": Checksum(4, zlib.crc32),
}
