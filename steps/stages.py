"""How each event is made to happen on the bench (docs/order_of_events.md, "Stimulus")."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct, field

from reference_engine import events as e
from reference_engine.money import fmt
from rigs import roles

LINK_FAULTS = ("power-lost", "link-lost")


class Stage(Struct, frozen=True):
    """One physical act, and how many of its role's expected messages to await before the next."""

    role: str
    do: str
    args: dict[str, Any] = field(default_factory=dict)
    awaits: int | None = None
    """None: all that the ruling demands of the role in this event."""
    sense: bool = False
    """Look at the lamps afterwards."""
    instrument: bool = False
    """By the power supply rather than on the device itself."""


def _key(key: str, **args: Any) -> Stage:
    return Stage(roles.TABLE_CONTROLLER, "key", {"key": key, **args})


def _draw(_: e.Event) -> Iterator[Stage]:
    yield Stage(roles.SHOE, "draw")


def _open_round(event: e.OpenRound) -> Iterator[Stage]:
    seats: list[dict[str, Any]] = []
    for seat in event.seats:
        row: dict[str, Any] = {"seat": seat.seat, "bet": fmt(seat.bet)}
        if seat.bust_it is not None:
            row["bust_it"] = fmt(seat.bust_it)
        if seat.match_the_dealer is not None:
            row["match_the_dealer"] = fmt(seat.match_the_dealer)
        seats.append(row)
    yield _key("open-round", seats=seats)


def _wager(event: e.PlaceWager) -> Iterator[Stage]:
    yield _key("wager", seat=event.seat, wager=event.wager, amount=fmt(event.amount))


def _act(event: e.Act) -> Iterator[Stage]:
    amount = {} if event.amount is None else {"amount": fmt(event.amount)}
    yield _key("act", seat=event.seat, hand=event.hand, act=event.do, **amount)


def _drawn_in_error(event: e.DrawnInError) -> Iterator[Stage]:
    yield Stage(roles.SHOE, "draw", {"double": True})
    yield _key("drawn-in-error", exposed="yes" if event.exposed else "no")


def _refilled(event: e.ShoeRefilled) -> Iterator[Stage]:
    yield Stage(roles.SHOE, "load", {"cards": list(event.cards)})
    yield _key("shoe-refilled", count=len(event.cards))


def _masque_fault(event: e.MasqueFault) -> Iterator[Stage]:
    if event.fault == "power-lost":
        yield Stage(roles.MASQUE_READER, "power", {"on": False}, instrument=True)
    elif event.fault == "link-lost":
        yield Stage(roles.MASQUE_READER, "cut-link")
    else:
        yield Stage(roles.MASQUE_READER, "fault", {"fault": event.fault})
    yield _key("masque-fault", fault=event.fault)


def _masque_restored(event: e.MasqueRestored) -> Iterator[Stage]:
    yield Stage(roles.MASQUE_READER, "restore")
    yield _key("masque-restored", how=event.how, inspected="yes" if event.inspected else "no")


def _shuffler_fault(event: e.ShufflerFault) -> Iterator[Stage]:
    verbs = {"jam": "jam", "stopped": "stop", "incomplete": "incomplete"}
    yield Stage(roles.SHUFFLER, verbs[event.what])


def _shuffler_out(_: e.ShufflerOut) -> Iterator[Stage]:
    yield Stage(roles.SHUFFLER, "break")
    yield _key("shuffler-out")


_SIMPLE: dict[type[e.Event], Callable[[Any], Iterator[Stage]]] = {
    e.OpenRound: _open_round,
    e.PlaceWager: _wager,
    e.CloseWagers: lambda _: iter([_key("close-wagers")]),
    e.DrawCard: _draw,
    e.BurnCard: _draw,
    e.CoverCard: _draw,
    e.ShoeEmpty: _draw,
    e.Act: _act,
    e.DealerAct: lambda event: iter([_key("dealer", act=event.do)]),
    e.DrawnInError: _drawn_in_error,
    e.Skipped: lambda event: iter(
        [_key("skipped", seat=event.seat, hand=event.hand, found=event.found)]
    ),
    e.ShoeRefilled: _refilled,
    e.WrongSpot: lambda event: iter([_key("wrong-spot", spot=event.spot)]),
    e.ErrorFound: lambda _: iter([_key("error-found")]),
    e.MasqueFault: _masque_fault,
    e.MasqueRestored: _masque_restored,
    e.CycleStarted: lambda _: iter([Stage(roles.SHUFFLER, "start")]),
    e.CycleDone: lambda _: iter([Stage(roles.SHUFFLER, "advance")]),
    e.ShufflerFault: _shuffler_fault,
    e.ShufflerOut: _shuffler_out,
    e.SignPlaced: lambda _: iter([_key("sign-placed")]),
    e.ShufflerRepaired: lambda _: iter(
        [Stage(roles.SHUFFLER, "restore"), _key("shuffler-repaired")]
    ),
    e.HandShuffle: lambda _: iter([_key("hand-shuffle")]),
}


def stages(event: e.Event) -> Iterator[Stage]:
    """The physical acts of `event`, in order. A `Peek` needs the cards: see `peek`."""
    return _SIMPLE[type(event)](event)


def peek(event: e.Peek, hole: str, upcard: str, masque: bool) -> Iterator[Stage]:
    """The hole card goes into the reader of the game and is taken out again."""
    if not masque:
        yield Stage(roles.CARD_READER, "insert", {"card": hole, "upcard": upcard})
        yield Stage(roles.CARD_READER, "remove")
        return
    forced = {} if event.shown is None else {"force": event.shown}
    yield Stage(roles.MASQUE_READER, "insert", {"card": hole, **forced}, awaits=1, sense=True)
    yield Stage(roles.MASQUE_READER, "remove", sense=True)
