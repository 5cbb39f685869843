"""Whatever course a round takes: chips are conserved, each wager is settled once, no card is lost.

The ledger below is kept from what was staked and what the shoe reported; it knows no rule of
the game.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from reference_engine.cards import DECK_WITHOUT_TENS, FULL_DECK, VALUES
from tests.controller.desk import DOUBLE_ATTACK, DOWN_UNDER, Desk

Wager = tuple[str, str]
RULES: dict[str, dict[str, tuple[str, ...]]] = {
    DOUBLE_ATTACK: {
        "peek_timing": ("before_player_acts", "on_surrender"),
        "reread_on_surrender": ("no", "yes"),
        "surrender_double_down": ("half", "all_to_house", "all_returned"),
        "surrender_half_rounding": ("exact", "odd_to_house", "odd_to_player"),
        "dealer_soft_17": ("stand", "hit"),
        "resplit_aces": ("no", "yes"),
    },
    DOWN_UNDER: {"dealer_22": ("golden_rule", "bust"), "dealer_soft_17": ("stand", "hit")},
}
COLOURS = ("blue", "red", "yellow")


class Ledger:
    """What was staked, and how the controller divided it."""

    def __init__(self) -> None:
        self.staked: dict[Wager, Fraction] = {}
        self.settled: dict[Wager, Fraction] = {}
        self.closed_hands: set[str] = set()
        self.racked: Counter[str] = Counter()

    def stake(self, hand: str, wager: str, amount: str) -> None:
        assert (hand, wager) not in self.staked
        self.staked[hand, wager] = Fraction(amount)

    def read(self, lines: list[str]) -> None:
        for line in lines:
            kind, *fields = line.split()
            if kind == "settle":
                self._settle(fields[0], fields[1], *(Fraction(text) for text in fields[2:]))
            elif kind == "restore":
                key = (fields[0], fields[1])
                assert self.settled[key] == self.staked[key] == Fraction(fields[2])
            elif kind == "rack":
                self.racked.update(fields[1:])
                self.closed_hands.add(fields[0])
            elif kind in ("dead", "freeze"):
                self.closed_hands.add(fields[0])
            elif kind == "deal":
                assert fields[0] not in self.closed_hands, line

    def _settle(
        self, hand: str, wager: str, to_house: Fraction, returned: Fraction, won: Fraction
    ) -> None:
        key = (hand, wager)
        assert key in self.staked, f"{key} was never staked"
        assert key not in self.settled, f"{key} settled twice"
        assert to_house + returned == self.staked[key]
        assert min(to_house, returned, won) >= 0
        assert won == 0 or to_house == 0
        self.settled[key] = to_house


class Course:
    """Plays rounds at random, with everything that can go wrong."""

    def __init__(self, game: str, seed: int, trouble: bool) -> None:
        self.game = game
        self.random = Random(seed)
        self.trouble = trouble
        self.desk = Desk()
        self.drawn: Counter[str] = Counter()
        self.racked: Counter[str] = Counter()
        self.ledger = Ledger()
        self.offered: dict[str, list[str]] = {}
        self.bets: dict[int, str] = {}
        self.attacks: dict[int, str] = {}

    def rarely(self) -> bool:
        return self.trouble and self.random.random() < 0.05

    def note(self, lines: list[str]) -> list[str]:
        self.ledger.read(lines)
        fresh: dict[str, list[str]] = {}
        for line in lines:
            kind, *fields = line.split()
            if kind == "offer":
                fresh.setdefault(fields[0], []).append(fields[1])
        self.offered |= fresh
        return lines

    def state(self) -> dict[str, Any]:
        return self.desk.controller.state()

    def draw(self) -> None:
        card = self.random.choice(DECK_WITHOUT_TENS if self.game == DOUBLE_ATTACK else FULL_DECK)
        self.drawn[card] += 1
        self.note(self.desk.cards(card, face="up" if self.rarely() else "down"))

    def round(self) -> None:
        self.ledger = Ledger()
        self.attacks = {}
        boxes = []
        for seat in range(1, self.random.randint(1, 3) + 1):
            self.bets[seat] = self.random.choice(("20.00", "12.25", "7.00"))
            box = {"seat": seat, "bet": self.bets[seat]}
            self.ledger.stake(f"{seat}.1", "bet", self.bets[seat])
            if self.game == DOUBLE_ATTACK and self.random.random() < 0.5:
                box["bust_it"] = "5.00"
                self.ledger.stake(f"{seat}.1", "bust_it", "5.00")
            boxes.append(box)
        rules = {name: self.random.choice(values) for name, values in RULES[self.game].items()}
        self.note(self.desk.open(self.game, *boxes, **rules))
        self.seats = [int(str(box["seat"])) for box in boxes]
        for _ in range(500):
            state = self.state()
            if state["wait"] == "round":
                break
            self.step(state)
        else:
            raise AssertionError("the round does not end")
        assert self.ledger.settled.keys() == self.ledger.staked.keys()
        self.racked += self.ledger.racked
        left = Counter(self.state()["held"]) + Counter(self.state()["unexplained"])
        assert self.racked + left == self.drawn

    def step(self, state: dict[str, Any]) -> None:
        wait = state["wait"]
        if self.rarely() and wait in ("wagers", "insurance", "surrender-or-peek", "act", "settle"):
            self.draw()
            self.note(self.desk.key("drawn-in-error", exposed=self.random.choice(("yes", "no"))))
            return
        current = state["round"]
        if self.rarely() and current["light"] and not current["error"]:
            self.note(self.desk.key("error-found"))
            return
        if self.rarely() and self.random.random() < 0.2:
            self.note(self.desk.key("masque-fault", fault="no-light"))
            self.note(self.desk.key("masque-restored", how="repaired", inspected="yes"))
            return
        getattr(self, "on_" + wait.replace("-", "_"))(state)

    def on_card(self, state: dict[str, Any]) -> None:
        due = state["due"]
        to = due["to"] if due else "dealer"
        if self.rarely():
            self.note(self.desk.hear("shoe", "empty"))
        elif self.rarely() and to != "dealer" and state["phase"] in ("first-cards", "play"):
            found = self.random.choice(("in-time", "after-reveal"))
            seat, number = to.split(".")
            key = self.desk.key("skipped", seat=int(seat), hand=int(number), found=found)
            self.note(key)
        else:
            self.draw()

    def on_refill(self, state: dict[str, Any]) -> None:
        self.note(self.desk.key("shoe-refilled", count=20))

    def on_wagers(self, state: dict[str, Any]) -> None:
        for seat in self.seats:
            if self.random.random() < 0.5:
                assert self.note(self.desk.wager(seat, "double_attack", "7.00")) == []
                self.ledger.stake(f"{seat}.1", "double_attack", "7.00")
                self.attacks[seat] = "7.00"
        self.note(self.desk.key("close-wagers"))

    def on_insurance(self, state: dict[str, Any]) -> None:
        for seat in self.seats:
            if self.state()["wait"] != "insurance":
                return
            if self.random.random() < 0.5:
                # staked first: the last answer may settle the round's first wagers already
                lines = self.desk.wager(seat, "insurance", "3.50")
                if lines[:1] != [f"refuse {seat}.1 insurance"]:
                    self.ledger.stake(f"{seat}.1", "insurance", "3.50")
                self.note(lines)
        if self.state()["wait"] == "insurance":
            self.note(self.desk.key("close-wagers"))

    def on_surrender_or_peek(self, state: dict[str, Any]) -> None:
        for seat in self.seats:
            if self.random.random() < 0.4:
                self.note(self.desk.act(f"{seat}.1", "surrender"))
        self.note(self.desk.dealer("peek"))

    def on_reader(self, state: dict[str, Any]) -> None:
        up, hole = state["round"]["dealer"]["cards"]
        if self.game == DOUBLE_ATTACK:
            truth = sorted((VALUES[up[0]], VALUES[hole[0]])) == [1, 10]
            self.note(self.desk.reader("yes" if truth != self.rarely() else "no"))
        else:
            small = "blue" if hole[0] in "2345" else "red" if hole[0] in "6789" else "yellow"
            self.note(self.desk.light(self.random.choice(COLOURS) if self.rarely() else small))

    def on_act(self, state: dict[str, Any]) -> None:
        hand = state["round"]["on_turn"]
        do = self.random.choice(self.offered[hand])
        seat = int(hand.split(".")[0])
        if do == "double":
            lines = self.desk.act(hand, "double", amount="6.00")
            self.ledger.stake(hand, "double_down", "6.00")
        elif do == "split":
            box = next(box for box in state["round"]["boxes"] if box["seat"] == seat)
            new = f"{seat}.{len(box['hands']) + 1}"
            lines = self.desk.act(hand, "split")
            self.ledger.stake(new, "bet", self.bets[seat])
            if seat in self.attacks:
                self.ledger.stake(new, "double_attack", self.attacks[seat])
        else:
            lines = self.desk.act(hand, do)
        assert f"refuse {hand} {do}" not in lines
        self.note(lines)

    def on_choice(self, state: dict[str, Any]) -> None:
        hand = state["round"]["choice"]["to"]
        answers = {
            "exposed-card": ["accept", "refuse"],
            "second-card": ["accept", "decline"],
            "late-card": [o for o in self.offered[hand] if o in ("late-card", "dead-hand")],
        }[state["round"]["choice"]["of"]]
        self.note(self.desk.act(hand, self.random.choice(answers)))

    def on_error(self, state: dict[str, Any]) -> None:
        self.note(self.desk.dealer(self.random.choice(("continue", "dead-hand"))))

    def on_settle(self, state: dict[str, Any]) -> None:
        self.note(self.desk.dealer("settle"))


GAMES = st.sampled_from([DOUBLE_ATTACK, DOWN_UNDER])


@settings(max_examples=300, deadline=None)
@given(GAMES, st.integers(0, 2**32))
@example(DOUBLE_ATTACK, 0)
def test_lawful_play(game: str, seed: int) -> None:
    course = Course(game, seed, trouble=False)
    for _ in range(3):
        course.round()


@settings(max_examples=400, deadline=None)
@given(GAMES, st.integers(0, 2**32))
def test_play_with_everything_going_wrong(game: str, seed: int) -> None:
    course = Course(game, seed, trouble=True)
    for _ in range(3):
        course.round()
