"""Bytes of a device with a profile in words, for a person (rigs/protocols/reading.py)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rigs.profiles.format import Asked, Dialect
from rigs.profiles.framing import Bad, Decoder
from rigs.profiles.words import Template
from rigs.protocols.reading import Piece, Reading

_CUT = "cut short"


def reading(dialect: Dialect, direction: str) -> Reading:
    """For ``rx`` or ``tx`` of a link whose device `dialect` describes.

    `Piece.kind` is ``message`` (its name is the signal), ``answer``, ``refused`` or ``echo`` from
    the device; ``command``, ``ack`` or ``keep-alive`` to it; ``unknown`` what the profile has not.
    """
    words = _Words(dialect, direction)
    decoder = Decoder(dialect.framer)
    return Reading(
        lambda chunk: [words.piece(*one) for one in decoder.feed(chunk)],
        lambda: decoder.pending,
        lambda: [words.piece(*one) for one in decoder.pause()],
        dialect.profile.line.pause_ms,
    )


class _Words:
    def __init__(self, dialect: Dialect, direction: str) -> None:
        self._dialect, self._from_device = dialect, direction == "rx"
        numbers = dialect.profile.numbers
        self._number = numbers.field if numbers else ""

    def piece(self, raw: bytes, item: bytes | Bad) -> Piece:
        if isinstance(item, Bad):
            return Piece(raw, "damaged", item.reason)
        text = item.decode("latin-1")
        try:
            found = next(self._device(text) if self._from_device else self._host(text), None)
        except ValueError as error:
            return Piece(raw, "damaged", str(error))
        kind, name, data = found or ("unknown", text, {})
        number = data.get(self._number, "") if self._number else ""
        seq = int(number) if number.isdigit() else None
        told = {key: value for key, value in data.items() if key != self._number}
        return Piece(raw, kind, name, told, seq)

    def _device(self, text: str) -> Iterator[tuple[str, str, dict[str, str]]]:
        if self._dialect.profile.line.echo:
            for _, name, data in self._host(text):
                yield "echo", name, data
        for name, one in self._asked():
            for kind, template in (("refused", one.refused), ("answer", one.answer)):
                if template is not None and (told := template.read(text)) is not None:
                    yield kind, name, told
        for said in self._dialect.messages:
            if (read := said.read(text)) is not None:
                fields, data = read
                number = {key: value for key, value in fields.items() if key == self._number}
                yield "message", said.say, {**number, **(data or fields)}

    def _host(self, text: str) -> Iterator[tuple[str, str, dict[str, str]]]:
        alive = self._dialect.keep_alive
        others: Iterable[tuple[str, Template | None]] = (
            ("ack", self._dialect.acknowledge),
            ("keep-alive", alive.send if alive else None),
        )
        for name, one in self._asked():
            if (told := one.send.read(text)) is not None:
                yield "command", name, told
        for kind, template in others:
            if template is not None and (told := template.read(text)) is not None:
                yield kind, "", told

    def _asked(self) -> Iterator[tuple[str, Asked]]:
        dialect = self._dialect
        for name in ("identify", "status", "safe"):
            for one in getattr(dialect, name):
                yield name, one
        for one in dialect.feed:
            yield f"feed {one.signal}", one
        if dialect.keep_alive is not None:
            yield "keep-alive", dialect.keep_alive
