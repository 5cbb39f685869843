"""Random tables for the property tests: mostly lawful play, sometimes anything at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from reference_engine import NotPossible, Table, apply, new_table
from reference_engine import events as e
from reference_engine.money import parse
from reference_engine.ruling import Effect

DOUBLE_ATTACK = "double-attack-blackjack"
DOWN_UNDER = "down-under-blackjack"

CHOICES: Mapping[str, Mapping[str, Sequence[object]]] = {
    DOUBLE_ATTACK: {
        "surrender_half_rounding": ("exact", "odd_to_house", "odd_to_player"),
        "surrender_half_basis": ("each_wager", "sum"),
        "surrender_double_down": ("half", "all_to_house", "all_returned"),
        "surrender_bj_double_down": ("returned", "to_house"),
        "dealer_bj_double_attack": ("returned", "to_house"),
        "surrender_bj_bust_it": ("collect_now", "collect_at_m"),
        "peek_timing": ("before_player_acts", "on_surrender"),
        "reread_on_surrender": ("no", "yes"),
        "insurance_base": ("bet", "bet_plus_double_attack"),
        "surrender_blackjack": ("no", "yes"),
        "bj_cards_collected": ("end_of_round", "at_once"),
        "foreign_ten": ("stop_round", "literal"),
        "max_split_hands": ("4", "3", "2"),
        "double_on": ("any_cards", "first_two"),
        "double_cap_base": ("bet_plus_double_attack", "bet"),
        "dealer_soft_17": ("stand", "hit"),
    },
    DOWN_UNDER: {
        "masque_error_choice": ("dealer", "player"),
        "masque_error_scope": ("table", "hand"),
        "masque_fault_round": ("finish_if_light_given", "void_always"),
        "dealer_soft_17": ("stand", "hit"),
        "dealer_22": ("golden_rule", "bust"),
        "insurance_offered": ("yes", "no"),
        "match_the_dealer_odds": ({"unsuited": "4 to 1", "suited": "11 to 1"},),
    },
}
BOTH: Mapping[str, Sequence[object]] = {
    "exposed_offer": ("entitled_hands", "all_players_even_stood"),
    "refusal_scope": ("hand", "player"),
    "dead_no_card_bet": ("returned", "stays_for_next"),
    "dealer_accident_totals": ("every_standing_total", "exactly_17", "hard_17_only"),
    "dead_hand_returns": ("all_main_wagers", "initial_bet_only"),
    "cover_first": ("deal_this_round", "reshuffle_before"),
}
AMOUNTS = ("0.01", "1.00", "1.25", "12.25", "20.00", "25.00", "100.00")
ACTS = (
    "hit stand double split surrender decline accept refuse second-card late-card dead-hand "
    "continue"
).split()


def random_rules(random: Random, game: str) -> dict[str, object]:
    """Each house rule in one of its values, each as likely."""
    known: dict[str, Sequence[object]] = {**CHOICES[game], **BOTH}
    return {name: random.choice(values) for name, values in known.items()}


class Player:
    """Plays one table by chance and keeps what happened.

    Args:
        wild: how often an event is anything rather than something lawful.
    """

    def __init__(
        self, seed: int, wild: float, rules: dict[str, object] | None = None, game: str = ""
    ) -> None:
        self.random = random = Random(seed)
        self.wild = wild
        self.game = game or random.choice((DOUBLE_ATTACK, DOWN_UNDER))
        self.rules = random_rules(random, self.game) if rules is None else rules
        self.table: Table = new_table(self.game, self.rules)
        self.deck = sorted(self.table.game.deck)
        self.shoe = self.deck * self.table.decks
        random.shuffle(self.shoe)
        self.out = Counter[str]()
        """Cards that have left the shoe, each as often as it did."""
        self.log: list[tuple[e.Event, tuple[Effect, ...]]] = []
        self.whys: list[str] = []

    def do(self, event: e.Event) -> bool:
        """Apply `event`; False when the engine says that it cannot happen."""
        try:
            self.table, effects = apply(self.table, event)
        except NotPossible as fault:
            self.whys.append(fault.why)
            return False
        self.log.append((event, effects))
        return True

    def draw(self) -> str:
        known = self.table.shoe
        if known:
            return known[0]
        return self.shoe[-1] if self.shoe else self.random.choice(self.deck)

    def take(self, event: e.Event, card: str) -> None:
        if self.do(event):
            self.out[card] += 1
            if self.shoe and self.table.shoe is None:
                self.shoe.pop()

    def new_shoe(self) -> None:
        """A shuffled batch goes into the shoe, and every other card out of play."""
        cards = self.deck * 2
        self.random.shuffle(cards)
        if self.do(e.ShoeRefilled(tuple(cards))):
            self.out.clear()

    def seats(self) -> tuple[e.Seat, ...]:
        random = self.random
        chosen = sorted(random.sample(range(1, 7), random.choice((1, 1, 2, 3))))
        side = "bust_it" if self.game == DOUBLE_ATTACK else "match_the_dealer"
        made = []
        for seat in chosen:
            extra = {side: parse(random.choice(AMOUNTS))} if random.random() < 0.5 else {}
            made.append(e.Seat(seat, parse(random.choice(AMOUNTS)), **extra))
        return tuple(made)

    def lawful(self) -> None:
        """One event that fits what the table waits for."""
        random, table = self.random, self.table
        due = table.due
        if due.what == "round":
            if table.reshuffle_due:
                self.new_shoe()
                return
            self.do(e.OpenRound(self.seats()))
        elif due.what == "wagers":
            if random.random() < 0.5:
                box = random.choice(table.boxes)
                self.do(e.PlaceWager(box.seat, "double_attack", parse(random.choice(AMOUNTS))))
            else:
                self.do(e.CloseWagers())
        elif due.what == "card":
            if table.shoe is not None and not table.shoe:
                self.do(e.ShoeEmpty())
                return
            card = self.draw()
            self.take(e.DrawCard(card, random.random() < 0.02), card)
        elif due.what == "insurance":
            seat = int(due.options[0].split(".")[0])
            if random.random() < 0.5:
                self.do(e.PlaceWager(seat, "insurance", parse(random.choice(AMOUNTS[:3]))))
            else:
                self.do(e.Act(seat, "decline"))
        elif due.what == "surrender-or-peek":
            if due.options and random.random() < 0.4:
                name = random.choice(due.options)
                self.do(e.Act(int(name[0]), "surrender", int(name[2:])))
            else:
                self.do(e.DealerAct("peek"))
        elif due.what == "peek":
            self.do(e.Peek())
        elif due.what in ("act", "choice"):
            option = random.choice(due.options)
            if due.to == "dealer":
                self.do(e.DealerAct(option))
                return
            self.do(e.Act(int(due.to[0]), option, int(due.to[2:])))
        elif due.what == "settle":
            self.do(e.DealerAct("settle"))
        elif due.what == "refill" and table.reshuffle_due:
            self.new_shoe()
        elif due.what == "refill":
            cards = list(table.rack)
            random.shuffle(cards)
            before = table.rack
            if self.do(e.ShoeRefilled(tuple(cards))):
                self.out -= Counter(before)
        else:
            assert due.what == "burn"
            card = self.draw()
            self.take(e.BurnCard(card), card)

    def anything(self) -> None:
        """One event of any kind, sensible or not."""
        random = self.random
        seat, hand = random.randint(0, 7), random.choice((1, 1, 2, 3))
        if self.table.hands and random.random() < 0.8:
            one = random.choice(self.table.hands)
            seat, hand = one.seat, one.number
        amount = random.choice((None, 0, -1, 1, 30, parse("1.00"), parse("20.00")))
        card = self.draw()
        taking = (
            e.DrawCard(card),
            e.DrawCard(card, True),
            e.DrawnInError(card, True),
            e.DrawnInError(card, False),
            e.DrawnInError(card, True),
            e.DrawnInError(card, False),
            e.BurnCard(card),
        )
        other: tuple[e.Event, ...] = (
            e.OpenRound(self.seats()),
            e.PlaceWager(seat, random.choice(("double_attack", "insurance", "x")), amount or 0),
            e.CloseWagers(),
            e.Peek(random.choice((None, "blue", "red", "yellow", "none"))),
            e.Act(seat, random.choice(ACTS), hand),
            e.Act(seat, random.choice(ACTS), hand, amount),
            e.DealerAct(random.choice(("peek", "settle", "continue", "dead-hand", "x"))),
            e.CoverCard(),
            e.Skipped(seat, hand, random.choice(("in-time", "after-reveal"))),
            e.Skipped(seat, hand),
            e.ShoeEmpty(),
            e.ShoeRefilled(("KH", "9S")),
            e.WrongSpot(random.choice(("blue", "red", "yellow"))),
            e.ErrorFound(),
            e.ErrorFound(),
            e.MasqueFault("no-light"),
            e.MasqueRestored("repaired", random.random() < 0.9),
            e.CycleStarted(random.choice("AB")),
            e.CycleDone(288, random.choice("AB")),
            e.ShufflerFault(random.choice(("jam", "stopped", "incomplete")), random.choice("AB")),
            e.ShufflerOut(),
            e.SignPlaced(),
            e.ShufflerRepaired(),
            e.HandShuffle(),
        )
        if random.random() < 0.35:
            due = self.table.due.to
            if random.random() < 0.5 and "." in due:
                found = random.choice(("in-time", "after-reveal"))
                self.do(e.Skipped(int(due[0]), int(due[2:]), found))
                return
            self.take(random.choice(taking), card)
            return
        event = random.choice(other)
        if isinstance(event, e.ShoeRefilled):
            if self.do(event):
                self.out.clear()
            return
        if isinstance(event, e.ShoeEmpty) and self.table.shoe is None:
            # The engine cannot know how many cards the shoe held.
            self.shoe.clear()
        self.do(event)

    def step(self) -> None:
        if self.random.random() < self.wild:
            self.anything()
        else:
            self.lawful()
