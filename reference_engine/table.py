"""The state of a table: boxes, hands, cards, wagers, and what it waits for.

A `Table` that `reference_engine.apply` has returned is never changed again: `apply` works on a
copy.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from reference_engine.cards import FULL_DECK, VALUES, Card
from reference_engine.hands import is_blackjack, is_soft, total
from reference_engine.money import Money, fmt
from reference_engine.ruling import Due
from reference_engine.wagers import BUST_IT, INSURANCE, MATCH_THE_DEALER, Row

if TYPE_CHECKING:
    from reference_engine.effects import Law
    from reference_engine.procedure import Game
    from reference_engine.ruling import Effect

ROUND = "round"
WAGERS = "wagers"
CARD = "card"
INSURE = "insurance"
EARLY = "surrender-or-peek"
PEEK = "peek"
ACT = "act"
CHOICE = "choice"
SETTLE = "settle"
REFILL = "refill"
BURN = "burn"

LIVE = "live"
STOOD = "stood"
BUST = "bust"
SURRENDERED = "surrendered"
BLACKJACK = "blackjack"
FROZEN = "frozen"
DEAD = "dead"
SETTLED = "settled"

THE_DEALER = -1
"""In place of a hand's index: the dealer's hand."""


class Hand(Struct, gc=False):
    """A player's hand with the wagers that stand on it."""

    seat: int
    number: int
    name: str
    bet: Money
    double_attack: Money | None = None
    double_down: Money | None = None
    cards: tuple[Card, ...] = ()
    status: str = LIVE
    open: bool = True
    """Its wagers are not settled yet."""
    split: bool = False
    """Formed by a split, so that no two cards of it are the initial ones."""
    split_aces: bool = False
    owed: bool = False
    """A split hand that has not received its second card."""
    announced: bool = False
    """Surrendered in the window before the hole card is read; nothing has moved."""
    missed: int = 0
    """Cards of the first two rounds that it was passed over for."""
    skipped: str = ""
    """Passed over after asking for a card: ``in-time`` or ``after-reveal``; "" otherwise."""
    racked: bool = False


class Box(Struct, gc=False):
    """A betting box with the wagers that stand on the box; None: not made."""

    seat: int
    bust_it: Money | None = None
    match_the_dealer: Money | None = None
    insurance: Money | None = None
    bust_it_open: bool = False
    match_open: bool = False
    insurance_open: bool = False
    """The Insurance Wager is made and not settled."""
    asked: bool = False
    """The box has not answered the Insurance offer yet."""


class Held(Struct, frozen=True, gc=False):
    """A card drawn in error that is still to find its place."""

    card: Card
    exposed: bool


class Target(Struct, frozen=True, gc=False):
    """Who is due a card, how it is to lie, why, by which law; and the effects of it."""

    index: int
    to: str
    face: str
    why: str
    law: Law
    deal: Effect
    """The card goes there."""
    out: dict[Card, Effect]
    """The shoe reports that this card left it."""


class Pause(Struct, frozen=True, gc=False):
    """What the table waited for when something else came between."""

    phase: str
    target: Target | None
    asked: str
    index: int
    options: tuple[str, ...]
    then: str


class Table(Struct, gc=False):
    """A table of one game, between or within rounds."""

    game: Game
    rules: dict[str, Any]
    decks: int
    phase: str = ROUND
    boxes: list[Box] = []
    hands: list[Hand] = []
    """In seat order, and within a seat in the order of their numbers."""
    dealer: tuple[Card, ...] = ()
    hole: str = ""
    """The hole card lies ``down`` or ``up``; "" before it is dealt."""
    dealer_racked: bool = False
    rack: tuple[Card, ...] = ()
    held: tuple[Held, ...] = ()
    shoe: tuple[Card, ...] | None = None
    """What lies in the shoe, where a refill in sight of the engine made it known."""
    drawn: int = 0
    """Cards that left the shoe since it was loaded."""
    settlement: tuple[Row, ...] = ()

    steps: tuple[Target, ...] = ()
    """The initial deal of this round."""
    turn: int = 0
    dealt: int = 0
    """How many of the initial cards are dealt or passed over."""
    target: Target | None = None
    asked: str = ""
    """In a choice: which one (``second-card late-card exposed-card masque-error``)."""
    index: int = THE_DEALER
    """In a choice: the hand that chooses."""
    options: tuple[str, ...] = ()
    pause: Pause | None = None
    asking: tuple[int, ...] = ()
    """In a choice made hand by hand: the hands still to be decided on, this one first."""

    peeked: bool = False
    """The reader has said that the dealer has no Blackjack, or shown its light."""
    shown: str = ""
    """The colour that the Masque reader lit in this round."""
    right_light: bool = False
    """That colour was the hole card's own."""
    misplaced: bool = False
    """A wrong light or a wrong spot, not found yet."""
    error_known: bool = False
    """A wrong light or a wrong spot of this round was found."""
    acted: bool = False
    """A player has acted in this round."""
    exposed_by_light: bool = False
    """The hole card lies open because of the light (§ 685a.7(h))."""
    surrendering: int = THE_DEALER
    """The hand whose surrender waits for the reader."""
    cover_out: bool = False
    reshuffle_due: bool = False

    blocked: bool = False
    uninspected: bool = False
    """The device that blocks the table is repaired or replaced: only the inspection is missing."""
    cycle: str = ""
    """The batch in a running shuffler cycle."""
    failed: frozenset[str] = frozenset()
    """Batches whose last cycle went wrong."""
    shuffler_out: bool = False
    sign: bool = False

    def copy(self) -> Table:
        """A table that can be changed without changing this one."""
        # The bare method: `copy.copy` costs as much again to find it.
        new: Table = self.__copy__()  # type: ignore[attr-defined]
        if self.hands:
            new.boxes = [box.__copy__() for box in self.boxes]  # type: ignore[attr-defined]
            new.hands = [hand.__copy__() for hand in self.hands]  # type: ignore[attr-defined]
        return new

    @property
    def due(self) -> Due:
        """What the table waits for."""
        phase = self.phase
        if phase == CARD and self.target is not None:
            return Due(phase, self.name(self.target.index), (), self.target.face)
        if phase == ACT:
            return Due(phase, self.hands[self.turn].name, self.options)
        if phase == CHOICE:
            return Due(phase, self.name(self.index), self.options)
        if phase == EARLY:
            return Due(phase, "", self.may_surrender())
        if phase == INSURE:
            return Due(phase, "", tuple(f"{box.seat}.1" for box in self.boxes if box.asked))
        return Due(phase)

    def may_surrender(self) -> tuple[str, ...]:
        """The hands that may still surrender before the hole card is read."""
        return tuple(h.name for h in self.hands if not h.announced and self.game.early(self, h))

    def name(self, index: int) -> str:
        """The hand at `index`, as ``1.1``, or ``dealer``."""
        return "dealer" if index == THE_DEALER else self.hands[index].name

    def box(self, seat: int) -> Box | None:
        """The box of `seat`, if it takes part."""
        return next((box for box in self.boxes if box.seat == seat), None)

    def find(self, seat: int, number: int) -> int | None:
        """The index of a hand, if it exists."""
        for index, hand in enumerate(self.hands):
            if hand.seat == seat and hand.number == number:
                return index
        return None

    def dealer_blackjack(self) -> bool:
        """Whether upcard and hole card make a Blackjack, seen or not."""
        return is_blackjack(self.dealer)

    def places(self) -> dict[str, tuple[Card, ...]]:
        """Where every card lies that has left the shoe (and, after a refill, those in it)."""
        found = {hand.name: hand.cards for hand in self.hands if not hand.racked and hand.cards}
        if self.dealer and not self.dealer_racked:
            found["dealer"] = self.dealer
        if self.rack:
            found["rack"] = self.rack
        if self.held:
            found["held"] = tuple(one.card for one in self.held)
        if self.shoe:
            found["shoe"] = self.shoe
        return found

    def snapshot(self) -> dict[str, Any]:
        """A JSON-able picture of the table, as docs/architecture.md describes it.

        Hands and dealer keep showing the cards of the round until the next one opens; `racked`
        says that they lie in the discard rack already.
        """
        due = self.due
        player = sum(row.won - row.to_house for row in self.settlement)
        return {
            "game": self.game.name,
            "phase": self.phase,
            "due": {
                "what": due.what,
                "to": due.to,
                "options": list(due.options),
                "face": due.face,
            },
            "seats": [
                {
                    "seat": box.seat,
                    "bust_it": _text(box.bust_it),
                    "insurance": _text(box.insurance),
                    "match_the_dealer": _text(box.match_the_dealer),
                    "hands": [_hand(hand) for hand in self.hands if hand.seat == box.seat],
                }
                for box in self.boxes
            ],
            "dealer": {
                "cards": list(self.dealer),
                "hole": self.hole,
                "total": total(self.dealer),
                "soft": is_soft(self.dealer),
                "blackjack": self.dealer_blackjack(),
                "racked": self.dealer_racked,
            },
            "discard_rack": list(self.rack),
            "held": [one.card for one in self.held],
            "shoe_drawn": self.drawn,
            "blocked": self.blocked,
            "shuffler": {"out": self.shuffler_out, "sign": self.sign},
            "settlement": [row_json(row) for row in self.settlement],
            "total": {"player": fmt(player), "house": fmt(-player)},
        }


def row_json(row: Row) -> dict[str, Any]:
    """A settled wager as the JSON of a ruling shows it."""
    return {
        "seat": row.seat,
        "hand": row.hand,
        "wager": row.wager,
        "staked": fmt(row.staked),
        "to_house": fmt(row.to_house),
        "returned": fmt(row.returned),
        "won": fmt(row.won),
        "clauses": list(row.law.clauses),
    }


def _text(amount: Money | None) -> str | None:
    return None if amount is None else fmt(amount)


def _hand(hand: Hand) -> dict[str, Any]:
    return {
        "hand": hand.name,
        "cards": list(hand.cards),
        "total": total(hand.cards),
        "soft": is_soft(hand.cards),
        "status": hand.status,
        "bet": fmt(hand.bet),
        "double_attack": _text(hand.double_attack),
        "double_down": _text(hand.double_down),
        "racked": hand.racked,
    }


def box_wagers(box: Box) -> list[tuple[str, Money]]:
    """The wagers of a box that are still open, in the order of settlement."""
    found: list[tuple[str, Money]] = []
    if box.bust_it_open and box.bust_it is not None:
        found.append((BUST_IT, box.bust_it))
    if box.insurance_open and box.insurance is not None:
        found.append((INSURANCE, box.insurance))
    if box.match_open and box.match_the_dealer is not None:
        found.append((MATCH_THE_DEALER, box.match_the_dealer))
    return found


def same_value(cards: tuple[Card, ...]) -> bool:
    """Whether two cards count the same (a king and a queen do)."""
    return cards in _ALIKE


_ALIKE = frozenset(
    (one, other)
    for one, other in product(FULL_DECK, repeat=2)
    if VALUES[one[0]] == VALUES[other[0]]
)
