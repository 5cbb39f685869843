"""A wire log of one link as a script: in order, what the host did and what the device then said."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from rigs.links.wirefile import Entry, WireFile
from rigs.protocols import burncard as wire


class Act(Struct, frozen=True):
    """The bench does something to the device, which tells `told` (or refuses with `error`)."""

    t: int
    do: str
    fields: dict[str, Any]
    told: dict[str, Any]
    error: str = ""


class Elsewhere(Struct, frozen=True):
    """The bench does something to another device: it tells an instrument how far the round is."""

    t: int
    link: str
    do: str


class Asked(Struct, frozen=True):
    """The host sends something. `key` is what is compared with what it sends now.

    `reads`: it only asks and changes nothing, so that how often it comes depends on the time: it
    may be missing, and may come more often.
    """

    t: int
    raw: bytes
    key: object
    reads: bool


class Said(Struct, frozen=True):
    """The device sends bytes. `answers`: the place of the `Asked` that they answer, or -1."""

    t: int
    raw: bytes
    answers: int = -1


class Lost(Struct, frozen=True):
    """The link went away by itself."""

    t: int


Item = Act | Elsewhere | Asked | Said | Lost


class Script(Struct, frozen=True):
    """What was recorded of one link."""

    protocol: str
    started: int
    items: tuple[Item, ...]


def script(log: WireFile, link: str) -> Script:
    """The script of `link` in `log`."""
    protocol = log.protocol(link)
    others = protocol == "scpi"
    # Only an instrument, on which nobody acts, needs the others to know how far the round is.
    mine = [one for one in log.entries if one.link == link or (others and one.dir == "act")]
    items = _burncard(mine, link) if protocol == "burncard" else _plain(mine, link, protocol)
    return Script(protocol, log.started, tuple(items))


def command_key(frame: wire.Frame) -> object:
    """What of a command is compared: all but its number, which depends on what was asked before."""
    return (frame.name, tuple(sorted(frame.data.items())))


READS = ("identify", "status", "ping", "safe")
"""Commands of the Burncard protocol that do not belong to a round."""


def _burncard(entries: Iterable[Entry], link: str) -> list[Item]:
    items: list[Item] = []
    host, device = wire.Decoder(), wire.Decoder()
    last = b""
    place: dict[int, int] = {}
    answered: set[int] = set()
    for one in entries:
        if one.dir == "tx":
            for raw, frame in host.feed_raw(one.raw):
                # Acknowledgements are a matter of the moment; a command sent again is the same one.
                if isinstance(frame, wire.Frame) and frame.kind == wire.COMMAND and raw != last:
                    last = raw
                    place[frame.seq] = len(items)
                    items.append(Asked(one.t, raw, command_key(frame), frame.name in READS))
        elif one.dir == "rx":
            for raw, frame in device.feed_raw(one.raw):
                number = -1
                if isinstance(frame, wire.Frame) and frame.kind in (wire.ANSWER, wire.ERROR):
                    number = place.get(frame.seq, -1)
                    if number in answered:  # the answer to a command that was sent again
                        continue
                    if number >= 0:
                        answered.add(number)
                items.append(Said(one.t, raw, number))
        else:
            _common(items, one, link)
    if device.pending:
        items.append(Said(items[-1].t if items else 0, device.pending))
    return items


def _plain(entries: Iterable[Entry], link: str, protocol: str) -> list[Item]:
    """Any other protocol: bytes as they were written. A question of SCPI has a question mark."""
    items: list[Item] = []
    asked = -1
    for one in entries:
        if one.dir == "tx":
            asked = len(items)
            items.append(Asked(one.t, one.raw, one.raw, protocol == "scpi" and b"?" in one.raw))
        elif one.dir == "rx":
            items.append(Said(one.t, one.raw, asked))
        elif one.dir != "state":  # a loss here is an answer that did not come: silence is enough
            _common(items, one, link)
    return items


def _common(items: list[Item], one: Entry, link: str) -> None:
    if one.dir == "act" and one.link != link:
        items.append(Elsewhere(one.t, one.link, one.do))
    elif one.dir == "act":
        items.append(Act(one.t, one.do, one.fields, {}))
    elif one.dir == "done":
        for place in range(len(items) - 1, -1, -1):
            act = items[place]
            if isinstance(act, Act) and act.do == one.do:
                items[place] = Act(act.t, act.do, act.fields, one.told, one.error)
                break
    elif one.dir == "state" and one.state == "lost":
        items.append(Lost(one.t))
