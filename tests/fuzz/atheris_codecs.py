"""Fuzz all codecs with coverage: ``python tests/fuzz/atheris_codecs.py [-max_total_time=60]``.

Needs atheris (Linux; ``pip install atheris``), which is no requirement of the project. The first
byte says how the rest is cut into pieces.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).parents[2]))

with atheris.instrument_imports():
    from tests.fuzz.codecs import CODECS


def one_input(data: bytes) -> None:
    """What every codec has to stand."""
    length, stream = (data[0] % 16 + 1, data[1:]) if data else (1, b"")
    for codec in CODECS:
        decoder, whole = codec.make(), codec.make()
        told = []
        for place in range(0, len(stream), length):
            told += decoder.feed(stream[place : place + length])
            if codec.held(decoder) > codec.most:
                raise MemoryError(f"{codec.name} keeps {codec.held(decoder)} bytes")
        if codec.cut_anywhere and told != whole.feed(stream):
            raise AssertionError(f"{codec.name}: other pieces, other frames")


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
