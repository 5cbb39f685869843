"""The codecs that are fuzzed, and what may be asked of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from rigs.protocols import angel_eye, bee_tek, burncard


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
]
