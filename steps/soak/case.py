"""A round as a list of deeds: what happens, in order, with every card named.

That list is what is made at random, played, and shrunk: deeds are taken out, and whatever then
cannot happen any more falls away, so that any sub-list is again a lawful round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct, structs

from reference_engine import Table, apply, new_table
from reference_engine import events as e
from reference_engine.ruling import Effect, NotPossible

DRAWS = (e.DrawCard, e.BurnCard, e.DrawnInError)
"""Events with which a card leaves the shoe."""
PLAYERS = (e.Act, e.PlaceWager, e.Skipped)


class Deed(Struct, frozen=True):
    """An event and how it is made to happen where there is a choice."""

    event: e.Event
    decks: int = 0
    """So many decks are laid into the shuffler first; 0: none."""
    power_cut: bool = False
    """The cycle stays incomplete because the power fails, not by itself."""


class Case(Struct, frozen=True):
    """One round, or a few on one table, from the first wager to the last deed."""

    game: str
    rules: dict[str, str]
    deeds: tuple[Deed, ...]

    @property
    def cards(self) -> int:
        """How many cards leave the shoe."""
        return sum(isinstance(one.event, DRAWS) for one in self.deeds)

    @property
    def seats(self) -> int:
        """How many boxes take part, at most."""
        opened = (one.event for one in self.deeds)
        return max((len(one.seats) for one in opened if isinstance(one, e.OpenRound)), default=0)


class Ruled(Struct, frozen=True):
    """A deed with the table before it and what the law commands."""

    deed: Deed
    before: Table
    after: Table
    effects: tuple[Effect, ...]


def ruled(case: Case) -> list[Ruled]:
    """`case` as the engine rules on it.

    Raises:
        NotPossible: a deed cannot happen.
    """
    table = new_table(case.game, case.rules)
    found = []
    for deed in case.deeds:
        after, effects = apply(table, deed.event)
        found.append(Ruled(deed, table, after, effects))
        table = after
    return found


class Machine:
    """What the shuffler can physically do: the law does not say that a batch must lie in it."""

    def __init__(self) -> None:
        self.cards = 0
        """Decks in it."""
        self._stuck = False
        """It was started though out of order, and stands in the middle of that cycle."""

    def takes(self, deed: Deed) -> bool:
        """Whether `deed` can be done to it."""
        if isinstance(deed.event, e.CycleStarted):
            return not self._stuck and bool(deed.decks or self.cards)
        return True

    def done(self, deed: Deed, before: Table) -> None:
        """`deed` was done at the table that `before` shows."""
        self.cards = deed.decks or self.cards
        if isinstance(deed.event, e.CycleStarted):
            self._stuck = before.shuffler_out
        elif isinstance(deed.event, e.CycleDone):
            self.cards = 0


def burn_due(table: Table) -> bool:
    """Whether a batch put in the shoe between two rounds waits for its burn (§ 685a.7(c)).

    The engine takes that for the dealer's affair; a soak breaks no clause by its own hand.
    """
    return table.phase == "round" and bool(table.shoe) and not table.drawn


def left_out(table: Table, event: e.Event) -> bool:
    """Whether a soak leaves `event` out here, though the engine would rule on it.

    The burn that is due comes first. And nothing is done that turns on what no controller can know:
    how many cards lay in the rack before it was switched on, a wrong light that nobody has noticed.
    """
    match event:
        case e.OpenRound():
            return burn_due(table)
        case e.CoverCard() | e.DrawCard(face_up=True):
            # No phrase lays them among the cards of a shoe that is filled again.
            return table.shoe is not None
        case e.ShoeEmpty():
            return table.shoe is None and len(table.rack) < 2
        case e.MasqueFault():
            return table.misplaced and not table.right_light
        case _:
            return False


def possible(case: Case) -> Case:
    """`case` without the deeds that cannot happen where they stand.

    A shoe that was filled again yields its cards in its own order, so a card that is drawn from it
    becomes the one that lies there.
    """
    table = new_table(case.game, case.rules)
    kept: list[Deed] = []
    machine = Machine()
    for one in case.deeds:
        deed, before = _from_the_shoe(one, table), table
        if left_out(table, deed.event) or not machine.takes(deed):
            continue
        if isinstance(deed.event, e.CycleDone):
            count = machine.cards * len(table.game.deck)
            deed = structs.replace(deed, event=e.CycleDone(count, deed.event.batch))
        try:
            table, _ = apply(table, deed.event)
        except NotPossible:
            continue
        machine.done(deed, before)
        kept.append(deed)
    return Case(case.game, case.rules, tuple(kept))


def _from_the_shoe(deed: Deed, table: Table) -> Deed:
    event = deed.event
    if isinstance(event, e.ShoeRefilled) and table.phase == "refill" and not table.reshuffle_due:
        if sorted(event.cards) != sorted(table.rack):
            return structs.replace(deed, event=e.ShoeRefilled(tuple(sorted(table.rack))))
    elif isinstance(event, DRAWS) and table.shoe and event.card != table.shoe[0]:
        return structs.replace(deed, event=structs.replace(event, card=table.shoe[0]))
    return deed


def stacked(deeds: Iterable[Deed]) -> Iterator[str]:
    """What lies in the shoe, in the words of a scenario, for these deeds up to the next filling."""
    for deed in deeds:
        event = deed.event
        if isinstance(event, e.ShoeRefilled):
            return
        if isinstance(event, e.DrawCard):
            yield f"{event.card}^" if event.face_up else event.card
        elif isinstance(event, e.BurnCard | e.DrawnInError):
            yield event.card
        elif isinstance(event, e.CoverCard):
            yield "cover"
