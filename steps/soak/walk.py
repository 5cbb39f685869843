"""Make a random lawful round: ask the engine what it waits for, and let one of the possible things
happen.

The engine says of each whether it can happen at all, so nothing impossible is ever played. What was
seldom reached is chosen more often.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import NamedTuple

from reference_engine import apply, new_table
from reference_engine import events as e
from reference_engine.law import house_rule
from reference_engine.money import Money, parse
from reference_engine.ruling import NotPossible
from steps.soak.case import Case, Deed, Machine, Ruled, burn_due, left_out
from steps.soak.coverage import Coverage, device_clauses, event_name, features

DOUBLE_ATTACK = "double-attack-blackjack"
DOWN_UNDER = "down-under-blackjack"
GAMES = (DOUBLE_ATTACK, DOWN_UNDER)

VARIED: dict[str, tuple[str, ...]] = {
    DOUBLE_ATTACK: (
        "dealer_soft_17",
        "dead_no_card_bet",
        "surrender_double_down",
        "surrender_bj_double_down",
        "surrender_half_rounding",
        "dealer_bj_double_attack",
        "double_cap_base",
        "double_on",
        "insurance_base",
        "max_split_hands",
        "reread_on_surrender",
        "peek_timing",
    ),
    DOWN_UNDER: ("dealer_soft_17", "dead_no_card_bet", "dealer_22"),
}
"""House rules that a table controller can be set to, for each game."""

BETS = tuple(parse(text) for text in ("10", "20", "25", "7", "12.50", "0.25", "1000"))
SIDES = tuple(parse(text) for text in ("5", "1", "2.50"))
ONE = parse("1")
TROUBLE = 0.10
"""How likely something goes wrong at each moment of a round in which it may."""
CALM_ROUNDS = 0.25
"""Rounds in which nothing goes wrong."""
REFUSALS = 0.04
"""How likely someone asks for what he may not have, at each moment."""
RICH_SHOES = 0.4
"""Shoes in which some ranks lie in front."""
RICH = ("AKQJT", "AKQJ", "A", "AT", "KQJT", "8", "678", "2345", "6789", "A8")
CANDIDATES = 4
"""So many rounds are made for each that is played: the one that shows most of what is rare."""
MOST_DEEDS = 120
LONGEST_TALE = 4
"""Deeds after the round is over."""

COLOURS = ("blue", "red", "yellow")
MASQUE_FAULTS = (
    "no-light",
    "two-lights",
    "light-without-card",
    "frozen-light",
    "power-lost",
    "link-lost",
)


class Made(NamedTuple):
    """A round that can be played, and how the engine rules on it."""

    case: Case
    rulings: list[Ruled]


def make(
    dice: Random,
    coverage: Coverage,
    fixed: Mapping[str, Mapping[str, str]] | None = None,
    vary: bool = True,
) -> Made:
    """A random lawful round: of a few, the one that reaches most of what is rare in `coverage`.

    `fixed`: house rules by game, as the rig has them. `vary`: the others too; else all have their
    defaults.
    """
    made = [_Walk(dice, coverage, fixed or {}, vary).made() for _ in range(CANDIDATES)]
    return max(made, key=lambda one: coverage.worth(features(*one)))


class _Walk:
    def __init__(
        self,
        dice: Random,
        coverage: Coverage,
        fixed: Mapping[str, Mapping[str, str]],
        vary: bool,
    ) -> None:
        self._dice, self._coverage = dice, coverage
        game = dice.choice(GAMES)
        self._rules = dict(fixed.get(game, {}))
        if vary:
            for name in VARIED[game]:
                if dice.random() < 0.3 and name not in self._rules:
                    self._rules[name] = dice.choice(house_rule(game, name).values)
        self._game = game
        self._short = game.removesuffix("-blackjack")
        self._table = new_table(game, self._rules)
        self._rulings: list[Ruled] = []
        self._seats = self._boxes()
        self._trouble = 0.0 if dice.random() < CALM_ROUNDS else TROUBLE
        deck = sorted(self._table.game.deck) * self._table.decks
        self._shoe = dice.sample(deck, min(150, len(deck)))
        if dice.random() < RICH_SHOES:
            ranks = dice.choice(RICH)
            self._shoe.sort(key=lambda card: card[0] not in ranks and dice.random() < 0.7)
        self._tale = 0
        self._opened = False
        self._machine = Machine()

    def made(self) -> Made:
        """Walk until the round, and what may follow it, is over."""
        while len(self._rulings) < MOST_DEEDS:
            if not self._go_on():
                break
        deeds = tuple(one.deed for one in self._rulings)
        return Made(Case(self._game, self._rules, deeds), self._rulings)

    # -- one deed ----------------------------------------------------------------------------------

    def _go_on(self) -> bool:
        dice, table = self._dice, self._table
        if table.phase == "round" and self._opened:
            self._tale += 1
            if self._tale > LONGEST_TALE or dice.random() > 3 * self._trouble:
                return False
        if dice.random() < self._trouble and self._one_of(list(self._troubles())):
            return True
        if dice.random() < REFUSALS and self._one_of(list(self._overreach())):
            return True
        if self._one_of(list(self._ordinary())):
            return True
        raise AssertionError(f"nothing can happen: {table.due}")

    def _one_of(self, deeds: list[Deed]) -> bool:
        """Let one of these happen, the seldom ones more likely; False if none can."""
        while deeds:
            weights = [1 / (1 + self._coverage.count(*self._transition(one))) for one in deeds]
            # Half of the choice is left to chance, or what is common would not be played at all.
            even = sum(weights) / len(weights)
            place = self._dice.choices(range(len(deeds)), [even + one for one in weights])[0]
            if self._happens(deeds.pop(place)):
                return True
        return False

    def _transition(self, deed: Deed) -> tuple[str, str]:
        due = self._table.due
        to = "dealer" if due.to == "dealer" else "hand" if due.to else ""
        what = f"{due.what}{f' {to}' if to else ''}"
        return "transition", f"{self._short}: {what} -> {event_name(deed.event)}"

    def _happens(self, deed: Deed) -> bool:
        before = self._table
        if left_out(before, deed.event) or not self._machine.takes(deed):
            return False
        try:
            self._table, effects = apply(before, deed.event)
        except NotPossible:
            return False
        self._rulings.append(Ruled(deed, before, self._table, effects))
        event = deed.event
        if isinstance(event, e.DrawCard | e.BurnCard | e.DrawnInError) and before.shoe is None:
            self._shoe.pop(0)
        self._opened |= isinstance(event, e.OpenRound)
        self._machine.done(deed, before)
        return True

    def _next(self) -> str:
        """The card that lies next in the shoe; "" when it is empty."""
        shoe = self._table.shoe if self._table.shoe is not None else self._shoe
        return shoe[0] if shoe else ""

    # -- what belongs to a round -------------------------------------------------------------------

    def _boxes(self) -> tuple[e.Seat, ...]:
        dice = self._dice
        count = dice.choice((1, 1, 2, 2, 3))
        attack = self._game == DOUBLE_ATTACK
        return tuple(
            e.Seat(
                seat,
                dice.choice(BETS),
                bust_it=dice.choice(SIDES) if attack and dice.random() < 0.5 else None,
            )
            for seat in range(1, count + 1)
        )

    def _ordinary(self) -> Iterator[Deed]:
        due = self._table.due
        if burn_due(self._table):
            return iter([Deed(e.BurnCard(self._next()))])
        ways: dict[str, Callable[[], Iterator[e.Event]]] = {
            "round": lambda: iter([e.OpenRound(self._seats)]),
            "wagers": self._wagers,
            "card": self._card,
            "insurance": self._insurance,
            "surrender-or-peek": self._early,
            "peek": lambda: iter([e.Peek()]),
            "act": self._act,
            "choice": self._choice,
            "settle": lambda: iter([e.DealerAct("settle")]),
            "refill": self._refill,
            "burn": lambda: iter([e.BurnCard(self._next())]),
        }
        if due.what == "round" and self._table.reshuffle_due:
            ways["round"] = self._batch
        return (Deed(event) for event in ways[due.what]())

    def _wagers(self) -> Iterator[e.Event]:
        dice = self._dice
        for hand in self._table.hands:
            if hand.double_attack is None and dice.random() < 0.5:
                yield e.PlaceWager(hand.seat, "double_attack", self._part(hand.bet))
        yield e.CloseWagers()

    def _part(self, whole: Money) -> Money:
        return self._dice.choice((whole, whole, whole // 2 if whole % ONE == 0 else whole))

    def _card(self) -> Iterator[e.Event]:
        card = self._next()
        yield e.DrawCard(card) if card else e.ShoeEmpty()

    def _insurance(self) -> Iterator[e.Event]:
        table = self._table
        for name in table.due.options:
            index = table.find(int(name.split(".")[0]), 1)
            if index is not None:
                cap = table.game.insurance_cap(table, table.hands[index])
                yield e.PlaceWager(table.hands[index].seat, "insurance", self._part(cap))
                yield e.Act(table.hands[index].seat, "decline")
        yield e.CloseWagers()

    def _early(self) -> Iterator[e.Event]:
        for name in self._table.due.options:
            yield e.Act(int(name.split(".")[0]), "surrender")
        yield e.DealerAct("peek")

    def _act(self) -> Iterator[e.Event]:
        table = self._table
        seat, hand = (int(one) for one in table.due.to.split("."))
        for do in table.due.options:
            yield e.Act(seat, do, hand)
            if do == "double":
                cap = table.game.double_cap(table, table.hands[table.turn])
                if cap % ONE == 0 and cap > ONE:
                    yield e.Act(seat, do, hand, self._dice.randint(1, cap // ONE) * ONE)

    def _choice(self) -> Iterator[e.Event]:
        due = self._table.due
        for do in due.options:
            if due.to == "dealer":
                yield e.DealerAct(do)
            else:
                seat, hand = (int(one) for one in due.to.split("."))
                yield e.Act(seat, do, hand)

    def _refill(self) -> Iterator[e.Event]:
        if self._table.reshuffle_due:
            yield from self._batch()
            return
        rack = list(self._table.rack)
        self._dice.shuffle(rack)
        yield e.ShoeRefilled(tuple(rack))

    def _batch(self) -> Iterator[e.Event]:
        deck = sorted(self._table.game.deck) * self._table.decks
        yield e.ShoeRefilled(tuple(self._dice.sample(deck, 60)))

    # -- what goes wrong ---------------------------------------------------------------------------

    def _troubles(self) -> Iterator[Deed]:
        table, due, card = self._table, self._table.due, self._next()
        if due.what == "card":
            if card:
                yield Deed(e.DrawCard(card, face_up=True))
                yield Deed(e.CoverCard())
            if not table.shoe:
                yield Deed(e.ShoeEmpty())
            if due.to != "dealer":
                seat, hand = (int(one) for one in due.to.split("."))
                yield Deed(e.Skipped(seat, hand))
                yield Deed(e.Skipped(seat, hand, "after-reveal"))
        if card and due.what != "round":
            yield Deed(e.DrawnInError(card, exposed=True))
            yield Deed(e.DrawnInError(card, exposed=False))
        if due.what == "round" and not table.held:
            yield from map(Deed, self._batch())
        if self._game == DOWN_UNDER:
            yield from map(Deed, self._masque())
        yield from self._shuffler()

    def _masque(self) -> Iterator[e.Event]:
        if self._table.due.what == "peek":
            for colour in COLOURS:
                yield e.Peek(shown=colour)
        for colour in COLOURS:
            yield e.WrongSpot(colour)
        yield e.ErrorFound()
        if self._table.blocked:
            for how in ("repaired", "replaced"):
                yield e.MasqueRestored(how, inspected=True)
                yield e.MasqueRestored(how, inspected=False)
            if self._table.phase == "round":
                yield e.OpenRound(self._seats)
        else:
            yield e.MasqueFault(self._dice.choice(MASQUE_FAULTS))

    def _shuffler(self) -> Iterator[Deed]:
        table = self._table
        if table.cycle:
            yield Deed(e.CycleDone(self._machine.cards * len(table.game.deck)))
            for what in ("jam", "stopped", "incomplete"):
                yield Deed(e.ShufflerFault(what))
            yield Deed(e.ShufflerFault("incomplete"), power_cut=True)
        else:
            decks = 0 if self._machine.cards else self._dice.choice((1, 2, table.decks))
            yield Deed(e.CycleStarted(), decks=decks)
        if table.shuffler_out:
            yield Deed(e.SignPlaced())
            yield Deed(e.ShufflerRepaired())
        else:
            yield Deed(e.ShufflerOut())
        yield Deed(e.HandShuffle())

    def _overreach(self) -> Iterator[Deed]:
        """Someone asks for what he may not have; the ruling is a refusal."""
        table, due = self._table, self._table.due
        if due.what not in ("wagers", "insurance", "surrender-or-peek", "act", "settle"):
            return
        for hand in table.hands:
            for do in ("hit", "stand", "double", "split", "surrender"):
                if due.what == "act" and hand.name == due.to and do in due.options:
                    continue
                if due.what == "surrender-or-peek" and do == "surrender":
                    continue
                yield Deed(e.Act(hand.seat, do, hand.number))
        for box in self._seats if table.boxes else ():
            if self._game == DOUBLE_ATTACK:
                yield Deed(e.PlaceWager(box.seat, "double_attack", box.bet + ONE))
            yield Deed(e.PlaceWager(box.seat, "insurance", 3 * box.bet))


def reachable() -> dict[str, list[str]]:
    """What random rounds are meant to reach, by kind of feature."""
    both = (
        "OpenRound",
        "CloseWagers",
        "DrawCard",
        "DrawCard face-up",
        "Peek",
        "CoverCard",
        "ShoeEmpty",
        "ShoeRefilled",
        "BurnCard",
        "DealerAct settle",
        *(f"DrawnInError {how}" for how in ("exposed", "hidden")),
        *(f"Skipped {found}" for found in ("in-time", "after-reveal")),
        *(f"Act {do}" for do in ("hit", "stand", "double", "split", "decline", "accept")),
        *(f"Act {do}" for do in ("refuse", "late-card", "dead-hand", "surrender")),
        "PlaceWager insurance",
        "CycleStarted",
        "CycleDone",
        *(f"ShufflerFault {what}" for what in ("jam", "stopped", "incomplete")),
        *("ShufflerOut", "SignPlaced", "ShufflerRepaired", "HandShuffle"),
    )
    only = {
        DOUBLE_ATTACK: ("PlaceWager double_attack", "DealerAct peek"),
        DOWN_UNDER: (
            "Peek wrong-light",
            "WrongSpot",
            "ErrorFound",
            "DealerAct continue",
            "DealerAct dead-hand",
            *(f"MasqueFault {fault}" for fault in MASQUE_FAULTS),
            *(
                f"MasqueRestored {how}{check}"
                for how in ("repaired", "replaced")
                for check in ("", " uninspected")
            ),
        ),
    }
    return {
        "clause": device_clauses(),
        "event": [
            f"{game.removesuffix('-blackjack')}: {name}"
            for game in GAMES
            for name in (*both, *only[game])
        ],
        "rule": [
            f"{game.removesuffix('-blackjack')}: {name}={value}"
            for game in GAMES
            for name in VARIED[game]
            for value in house_rule(game, name).values
        ],
    }
