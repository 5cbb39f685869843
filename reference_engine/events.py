"""What can happen at a table: the events that `reference_engine.apply` rules on.

An event is a fact of the physical world or a decision of a person: a card left the shoe, a seat
asked for a card, a light burned in the wrong colour. It never says what follows from it; that is
the ruling. Events come from the stimulus (what the bench did), never from what a device said.

Amounts are `reference_engine.money.Money`, cards `reference_engine.cards.Card`. Seats count from 1
on the dealer's left; hands of a seat count from 1, and a split hand gets the next number.
"""

from __future__ import annotations

from msgspec import Struct

from reference_engine.cards import Card
from reference_engine.money import Money


class Event(Struct, frozen=True, gc=False, tag_field="event", tag=True):
    """Base of all events."""


class Seat(Struct, frozen=True, gc=False):
    """A betting box that takes part in a round, with the wagers placed before the first card."""

    seat: int
    bet: Money
    bust_it: Money | None = None
    match_the_dealer: Money | None = None


class OpenRound(Event, frozen=True, gc=False):
    """The wagers that precede the first card are placed and the round begins."""

    seats: tuple[Seat, ...]


class PlaceWager(Event, frozen=True, gc=False):
    """A wager made after the first card: `double_attack` or `insurance`."""

    seat: int
    wager: str
    amount: Money


class CloseWagers(Event, frozen=True, gc=False):
    """The dealer closes the Double Attack Wagers, or the Insurance offer."""


class DrawCard(Event, frozen=True, gc=False):
    """The next card leaves the shoe when a card is due; whoever is due gets it.

    `face_up`: it lay face up in the shoe (§ 685a.12(a)).
    """

    card: Card
    face_up: bool = False


class Peek(Event, frozen=True, gc=False):
    """The hole card is put in the card reader device, or in the Masque Card Reader device.

    `shown` (Masque only): the colour that was really lit, when it was forced to be another than the
    hole card's own (§ 685a.12(h)); None where the device is left alone.
    """

    shown: str | None = None


class Act(Event, frozen=True, gc=False):
    """A player's decision.

    `do` is one of ``hit stand double split surrender decline accept refuse second-card late-card
    dead-hand continue``; `amount` is the stake added by a double for less than the whole (None: the
    most allowed).
    """

    seat: int
    do: str
    hand: int = 1
    amount: Money | None = None


class DealerAct(Event, frozen=True, gc=False):
    """A decision or act of the dealer: ``peek`` (no more early surrenders; the reader is next),
    ``settle`` (the dealer's hand is done), ``continue`` or ``dead-hand``
    (the choice of § 685a.12(h))."""

    do: str


class CoverCard(Event, frozen=True, gc=False):
    """The cover card came out of the shoe (§ 685a.7(d))."""


class DrawnInError(Event, frozen=True, gc=False):
    """A card left the shoe that was not due (§ 685a.12(b), (c), (d))."""

    card: Card
    exposed: bool


class Skipped(Event, frozen=True, gc=False):
    """The dealer passed over a hand that was due a card; the next card goes to the one after it.

    In the first two rounds of cards this is § 685a.12(f), after a request for a card § 685a.12(g).
    `found`: ``in-time``, or ``after-reveal`` when it is only noticed once the hole card is shown.
    """

    seat: int
    hand: int = 1
    found: str = "in-time"


class ShoeEmpty(Event, frozen=True, gc=False):
    """A card is due and the shoe has none (§ 685a.12(e))."""


class ShoeRefilled(Event, frozen=True, gc=False):
    """Shuffled and cut cards are in the shoe again; the burn card is drawn next."""

    cards: tuple[Card, ...]


class BurnCard(Event, frozen=True, gc=False):
    """The first card of a full batch or of a refilled shoe goes face down to the discard rack."""

    card: Card


class WrongSpot(Event, frozen=True, gc=False):
    """The dealer laid the hole card on the spot of another colour (§ 685a.12(h))."""

    spot: str


class ErrorFound(Event, frozen=True, gc=False):
    """The wrong light or the wrong spot is noticed; the dealer's choice is due."""


class MasqueFault(Event, frozen=True, gc=False):
    """The Masque Card Reader device malfunctions (§ 685a.12(i)).

    `fault`: ``no-light two-lights light-without-card frozen-light link-lost power-lost``.
    """

    fault: str


class MasqueRestored(Event, frozen=True, gc=False):
    """The device was ``repaired`` or ``replaced``; `inspected`: and passed the inspection."""

    how: str
    inspected: bool


class CycleStarted(Event, frozen=True, gc=False):
    """The automated shuffler begins a full cycle on a batch."""

    batch: str = "A"


class CycleDone(Event, frozen=True, gc=False):
    """The automated shuffler really finished a full cycle; `count` cards."""

    count: int
    batch: str = "A"


class ShufflerFault(Event, frozen=True, gc=False):
    """A cycle went wrong (§ 685a.12(j)): `what` is ``jam``, ``stopped`` or ``incomplete``."""

    what: str
    batch: str = "A"


class ShufflerOut(Event, frozen=True, gc=False):
    """The automated shuffler malfunctions and cannot be used (§ 685a.12(k))."""


class SignPlaced(Event, frozen=True, gc=False):
    """The shuffler is covered, or carries a sign that it is out of order."""


class ShufflerRepaired(Event, frozen=True, gc=False):
    """The shuffler works again and its sign or cover is taken off."""


class HandShuffle(Event, frozen=True, gc=False):
    """Someone is about to shuffle by another method than the automated shuffler."""
