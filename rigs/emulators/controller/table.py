"""What the controller knows of its table, and its voice."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field
from typing import NamedTuple

from reference_engine.cards import Card
from rigs.emulators.controller.games import Game
from rigs.emulators.controller.hands import Box, Hand
from rigs.emulators.controller.words import Instruction


class Place(NamedTuple):
    """Where the next card goes, and how it lies there."""

    to: str
    face: str


class Held(NamedTuple):
    """A card drawn in error that is to be used as the next one."""

    card: Card
    exposed: bool


class Drawn(NamedTuple):
    """A card that the shoe reported while none was due; the `drawn-in-error` key explains it."""

    card: Card
    face: str


@dataclass
class Round:
    """One round of play."""

    game: Game
    rules: dict[str, str]
    boxes: list[Box]
    steps: list[Place | str]
    """What is left of the first cards: places, and the pauses `wagers` and `missed`."""
    dealer: list[Card] = field(default_factory=list)
    on_turn: Hand | None = None
    decision: tuple[str, int, int] = ("", 0, 0)
    """The decision last offered: hand, its cards, hands of its box. An offer is made only once."""
    undecided: list[int] = field(default_factory=list)
    """Seats that have not answered the Insurance offer."""
    chooser: Hand | None = None
    """The hand that has a choice of § .12, with its options in `choice`."""
    choice: str = ""
    """`exposed-card`, `second-card` or `late-card`."""
    after_reveal: bool = False
    """The late-card choice came after the hole card was turned at the dealer's turn."""
    cleared: bool = False
    """The dealer is known, by what the reader said, to have no Blackjack."""
    light: str = ""
    spot: str = ""
    error: str = ""
    """A wrong light or spot: `found` while the dealer's choice is due, `decided` afterwards."""
    exposed: bool = False
    """The hole card lies face up."""
    exposed_early: bool = False
    """... because of § 685a.7(h)."""

    def hands(self) -> list[Hand]:
        """All hands in seat and hand order."""
        return [hand for box in self.boxes for hand in box.hands]

    def box(self, hand: Hand) -> Box:
        return next(box for box in self.boxes if box.seat == hand.seat)

    def hand(self, name: str) -> Hand:
        return next(hand for hand in self.hands() if hand.name == name)

    @property
    def upcard(self) -> Card:
        return self.dealer[0]

    @property
    def hole(self) -> Card:
        return self.dealer[1]


@dataclass
class Table:
    """Everything that outlives a round, the round itself, and what the controller waits for."""

    defects: Set[str]
    round: Round | None = None
    phase: str = "over"
    """The step of the procedure that runs as soon as nothing is waited for."""
    wait: str = "round"
    """round card refill wagers insurance surrender-or-peek reader act choice error settle;
    empty while the procedure runs."""
    wait_before_error: str = ""
    due: Place | None = None
    held: list[Held] = field(default_factory=list)
    strays: list[Drawn] = field(default_factory=list)
    laid_last: bool = False
    """The last thing that happened is that a card went to the place where it was due."""
    burn_due: bool = False
    racked_since_refill: int | None = None
    """Cards in the rack, counted since the shoe was refilled; None: it was not, nobody knows."""
    cover_out: bool = False
    blocked: bool = False
    shuffler_out: bool = False
    sign: bool = False
    batches: dict[str, str] = field(default_factory=dict)
    """Batch to `shuffling`, `shuffled` or `unshuffled`."""
    ignored: int = 0
    """Messages that made no sense to it."""
    said: list[Instruction] = field(default_factory=list)

    def say(self, kind: str, /, **data: str) -> None:
        self.said.append(Instruction(kind, data))

    def offer(self, to: str, *options: str) -> None:
        for option in options:
            self.say("offer", to=to, option=option)

    def refuse(self, to: str, option: str) -> None:
        self.say("refuse", to=to, option=option)

    def rack(self, source: str, cards: list[Card]) -> None:
        """These cards go to the discard rack; no cards, no instruction."""
        if not cards:
            return
        self.say("rack", source=source, cards=" ".join(cards))
        if self.racked_since_refill is not None:
            self.racked_since_refill += len(cards)

    def rack_hand(self, hand: Hand) -> None:
        if hand.on_layout:
            self.rack(hand.name, hand.cards)
            hand.on_layout = False

    def rack_exposed(self) -> None:
        """An exposed card that nobody took and the dealer cannot use (§ 685a.12(c))."""
        for held in [held for held in self.held if held.exposed]:
            self.held.remove(held)
            if "refused-card-stays" not in self.defects:
                self.rack("held", [held.card])

    def rack_held(self) -> None:
        """No card drawn in error is kept as the next one any more."""
        for held in self.held:
            self.rack("held", [held.card])
        self.held.clear()

    @property
    def playing(self) -> Round:
        """The round in progress or the last one; only for code that knows there was one."""
        if self.round is None:
            raise RuntimeError("no round has been opened")
        return self.round
