"""Make a failing round as small as it can be and still fail on the device.

Whatever is taken out, `steps.soak.case.possible` makes a lawful round of what is left, and only if
that is smaller it is played again.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator

from msgspec import Struct, structs

from reference_engine import events as e
from reference_engine.cards import SUITS
from reference_engine.money import parse
from steps.soak.case import Case, Deed, possible, ruled

Fails = Callable[[Case], int | None]
"""Plays a case on the device: the number of the act on which it fails, from 1; None if it does
not."""

PLAIN_BET = parse("10.00")
RANKS = "K97A"
"""A dealer's cards are tried as these: with two of them he need not draw."""
FIRST, MORE, MANY = 3, 10, 60
"""How often a failing round is played again: so often, or so often if it does not fail each time,
or so often if it never does: what bites once in twenty rounds shows in sixty."""
MOST_TRIES = 20
CONFIDENCE = 0.95


class Rate(Struct, frozen=True):
    """How often the round failed as it was played again: `hits` of `tries`."""

    hits: int
    tries: int

    @property
    def needed(self) -> int:
        """How often a smaller round is played before it counts as one that does not fail."""
        if self.hits in (0, self.tries):
            return 1
        misses = 1 - self.hits / self.tries
        return min(MOST_TRIES, math.ceil(math.log(1 - CONFIDENCE) / math.log(misses)))


def rate(case: Case, fails: Fails, seconds: float = math.inf) -> Rate:
    """Plays `case` again: `FIRST` times, `MORE` or `MANY` times, the last not beyond `seconds`."""
    ends_at = time.monotonic() + seconds
    hits = tries = 0
    for goal, enough in ((FIRST, FIRST), (MORE, 1), (MANY, 0)):
        while tries < goal and (tries < MORE or time.monotonic() < ends_at):
            hits += fails(case) is not None
            tries += 1
        if hits >= enough:
            break
    return Rate(hits, tries)


def size(case: Case) -> tuple[int, ...]:
    """What is to become small, the weightiest first."""
    amounts = 0
    for deed in case.deeds:
        match deed.event:
            case e.OpenRound():
                amounts += sum(
                    (one.bet != PLAIN_BET) + (one.bust_it is not None) + one.seat
                    for one in deed.event.seats
                )
            case e.Act():
                amounts += deed.event.amount is not None
            case e.ShoeRefilled():
                amounts += len(deed.event.cards)
    return case.seats, case.cards, len(case.deeds), len(case.rules), amounts, _spread(case)


def _spread(case: Case) -> int:
    """How far the suits are from all clubs."""
    return sum(
        SUITS.index(deed.event.card[1])
        for deed in case.deeds
        if isinstance(deed.event, e.DrawCard | e.BurnCard | e.DrawnInError)
    )


def shrink(case: Case, fails: Fails, act: int, kept_rules: frozenset[str], seconds: float) -> Case:
    """The smallest case found that still fails.

    Args:
        act: the act on which `case` fails; nothing behind it is needed.
        kept_rules: house rules that stay as they are, because the rig has them.
        seconds: after them the best so far is returned.
    """
    return _Shrinker(fails, kept_rules, time.monotonic() + seconds).run(case, act)


class _Shrinker:
    def __init__(self, fails: Fails, kept_rules: frozenset[str], ends_at: float) -> None:
        self._fails, self._kept_rules, self._ends_at = fails, kept_rules, ends_at
        self._tried: set[tuple[object, ...]] = set()

    def run(self, case: Case, act: int) -> Case:
        best = self._better(case, _up_to(case, act)) or case
        while time.monotonic() < self._ends_at:
            smaller = next(
                (
                    found
                    for candidate in self._candidates(best)
                    if (found := self._better(best, candidate)) is not None
                ),
                None,
            )
            if smaller is None:
                break
            best = smaller
        return best

    def _better(self, best: Case, candidate: Case) -> Case | None:
        """`candidate`, as far as it is needed, if it is smaller and fails."""
        if time.monotonic() >= self._ends_at:
            return None
        case = possible(candidate)
        if size(case) >= size(best) or _mark(case) in self._tried:
            return None
        self._tried.add(_mark(case))
        act = self._fails(case)
        return None if act is None else _up_to(case, act)

    def _candidates(self, case: Case) -> Iterator[Case]:
        yield from _fewer_rounds(case)
        yield from _fewer_seats(case)
        length = len(case.deeds)
        chunk = length // 2
        while chunk:
            for start in range(length - chunk, -1, -max(1, chunk // 2)):
                yield _with(case, case.deeds[:start] + case.deeds[start + chunk :])
            chunk //= 2
        yield from _two_apart(case)
        yield from _fewer_draws(case)
        yield from _plainer(case, self._kept_rules)


def _mark(case: Case) -> tuple[object, ...]:
    return case.game, tuple(sorted(case.rules.items())), case.deeds


def _with(case: Case, deeds: tuple[Deed, ...]) -> Case:
    return structs.replace(case, deeds=deeds)


def _up_to(case: Case, act: int) -> Case:
    return _with(case, case.deeds[:act])


def _fewer_rounds(case: Case) -> Iterator[Case]:
    """Only what comes after one round, or only what comes before another."""
    opened = [n for n, deed in enumerate(case.deeds) if isinstance(deed.event, e.OpenRound)]
    for place in reversed(opened[1:]):
        yield _with(case, case.deeds[place:])


def _fewer_seats(case: Case) -> Iterator[Case]:
    """Without one of the boxes, its wagers, its acts and the cards that it got."""
    rulings = ruled(case)
    seats = sorted(
        {
            one.seat
            for deed in case.deeds
            if isinstance(deed.event, e.OpenRound)
            for one in deed.event.seats
        }
    )
    yield _renumbered(case, {seat: place for place, seat in enumerate(seats, start=1)})
    if len(seats) < 2:
        return
    for gone in seats:
        kept: list[Deed] = []
        for one in rulings:
            event = one.deed.event
            due = one.before.due
            if isinstance(event, e.OpenRound):
                left = tuple(seat for seat in event.seats if seat.seat != gone)
                kept.append(structs.replace(one.deed, event=e.OpenRound(left)))
            elif isinstance(event, e.Act | e.PlaceWager | e.Skipped):
                if event.seat != gone:
                    kept.append(one.deed)
            elif not (isinstance(event, e.DrawCard) and due.to.startswith(f"{gone}.")):
                kept.append(one.deed)
        yield _with(case, tuple(kept))


def _renumbered(case: Case, numbers: dict[int, int]) -> Case:
    """The boxes counted from 1."""
    deeds: list[Deed] = []
    for deed in case.deeds:
        event = deed.event
        match event:
            case e.OpenRound():
                boxes = tuple(structs.replace(one, seat=numbers[one.seat]) for one in event.seats)
                event = e.OpenRound(boxes)
            case e.Act() | e.PlaceWager() | e.Skipped():
                event = structs.replace(event, seat=numbers.get(event.seat, event.seat))
        deeds.append(structs.replace(deed, event=event))
    return _with(case, tuple(deeds))


def _two_apart(case: Case) -> Iterator[Case]:
    """Without two deeds that do not stand side by side, as an act and what undoes it."""
    length = len(case.deeds)
    if length > 16:
        return
    for first in range(length):
        for second in range(first + 2, length):
            yield _with(
                case,
                case.deeds[:first] + case.deeds[first + 1 : second] + case.deeds[second + 1 :],
            )


def _fewer_draws(case: Case) -> Iterator[Case]:
    """Other cards for the dealer, so that he draws none, and other ones for a player."""
    places = [n for n, deed in enumerate(case.deeds) if isinstance(deed.event, e.DrawCard)]
    if case.cards <= 3:
        return
    dealt = [one.before.due.to for one in ruled(case)]
    dealers = [n for n in places if dealt[n] == "dealer"][:2]
    if len(dealers) == 2:
        up, hole = dealers
        for first in RANKS:
            for second in RANKS:
                yield _card(_card(case, up, first), hole, second)
    for place in places:
        for rank in RANKS:
            yield _card(case, place, rank)


def _card(case: Case, place: int, rank: str) -> Case:
    deeds = list(case.deeds)
    event = deeds[place].event
    if isinstance(event, e.DrawCard):
        deeds[place] = structs.replace(
            deeds[place], event=structs.replace(event, card=rank + event.card[1])
        )
    return _with(case, tuple(deeds))


def _plainer(case: Case, kept_rules: frozenset[str]) -> Iterator[Case]:
    """Default rules, plain amounts, seats counted from 1, clubs."""
    for name in case.rules:
        if name not in kept_rules:
            rules = {other: value for other, value in case.rules.items() if other != name}
            yield structs.replace(case, rules=rules)
    for place, deed in enumerate(case.deeds):
        for event in _plainer_event(deed.event):
            one = structs.replace(deed, event=event)
            yield _with(case, (*case.deeds[:place], one, *case.deeds[place + 1 :]))


def _plainer_event(event: e.Event) -> Iterator[e.Event]:
    match event:
        case e.OpenRound():
            yield e.OpenRound(tuple(e.Seat(one.seat, PLAIN_BET) for one in event.seats))
            yield e.OpenRound(
                tuple(e.Seat(one.seat, PLAIN_BET, bust_it=one.bust_it) for one in event.seats)
            )
            yield e.OpenRound(tuple(e.Seat(one.seat, one.bet) for one in event.seats))
        case e.Act(amount=int()):
            yield structs.replace(event, amount=None)
        case e.DrawCard():
            for suit in SUITS[: SUITS.index(event.card[1])]:
                yield structs.replace(event, card=event.card[0] + suit)
        case e.ShoeRefilled():
            yield structs.replace(event, cards=event.cards[: len(event.cards) // 2])
