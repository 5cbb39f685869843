"""The codecs that are fuzzed, and what may be asked of each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct

from rigs.profiles.format import find, load_profile
from rigs.profiles.framing import Check, Decoder, Escape, Framer, Framing, Length
from rigs.protocols import angel_eye, bee_tek, burncard, gat


class Codec(Struct):
    """`held`: how many bytes a decoder keeps; `most`: how many it may."""

    name: str
    make: Callable[[], Any]
    held: Callable[[Any], int]
    most: int
    cut_anywhere: bool = True
    """Whether the same bytes in other pieces give the same."""


def _pending(decoder: Any) -> int:
    return len(decoder.pending)


def _held(decoder: Any) -> int:
    return len(decoder._held)


FRAMERS = {
    "text-shuffler": load_profile(find("text-shuffler", Path())).framer,
    "digit-reader": load_profile(find("digit-reader", Path())).framer,
    "length": Framer(Framing(start="S", length=Length(at=1)), Check("crc16-modbus")),
    "escape": Framer(Framing("~", "~", escape=Escape("}")), Check("crc16-x25", order="little")),
}

CODECS = [
    Codec("burncard", burncard.Decoder, _pending, burncard.MAX_FRAME),
    # What is noise is told at once, so that other pieces tell it in other pieces.
    Codec("angel-eye", angel_eye.Decoder, _pending, angel_eye.MAX_FRAME + 2, cut_anywhere=False),
    Codec(
        "angel-eye commands",
        lambda: angel_eye.CommandDecoder("with-stx"),
        _held,
        angel_eye.MAX_FRAME + 2,
    ),
    Codec("bee-tek", bee_tek.Decoder, _pending, bee_tek.MAX_MESSAGE, cut_anywhere=False),
    # What it throws away is all that has come so far.
    Codec("gat", lambda: gat.Decoder(gat.COMMANDS), _held, 255, cut_anywhere=False),
    *(
        # A chunk is taken whole before what is too long is thrown away.
        Codec(name, lambda one=one: Decoder(one), _pending, one.framing.max, cut_anywhere=False)  # type: ignore[misc]
        for name, one in FRAMERS.items()
    ),
]
