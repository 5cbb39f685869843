"""Play a game by a strategy table, round after round from a fresh shuffled shoe: the house's edge.

Every round goes through the engine, event by event; the strategy sees its own hand, the upcard and
what the hand may do. The rounds of one seed are the same however many processes play them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from multiprocessing import get_context
from random import Random
from typing import NamedTuple

from msgspec import Struct

from reference_engine import events as e
from reference_engine import table as at
from reference_engine.engine import new_table, step
from reference_engine.hands import is_soft, total
from reference_engine.money import UNIT
from reference_engine.ruling import Effect
from reference_engine.table import Hand, Table

LOT = 2_000
"""Rounds that are dealt from one seed of their own, so that processes can share the work."""
UPCARDS = "23456789TA"
LETTERS = {"h": "hit", "s": "stand", "d": "double", "p": "split", "r": "surrender", "x": "double"}
"""What a letter of a table says. Where that may not be done: `d`, `p` and `r` hit, `x` stands."""


class Strategy(Struct, frozen=True):
    """Decisions by own hand and the dealer's upcard, a letter for each of `UPCARDS`.

    `hard` and `soft` are by total, a row being for the totals from its own up to the next;
    `pairs` by the rank of one card (a court card is ``T``), one not listed is played by its total.
    `attack`: upcards against which the Bet is doubled by a Double Attack Wager.
    """

    hard: Mapping[int, str]
    soft: Mapping[int, str]
    pairs: Mapping[str, str]
    attack: str = ""
    by_light: Mapping[str, Strategy] = {}
    """Down Under: what is played instead once the Masque reader has shown this colour."""


class Edge(NamedTuple):
    """What the house keeps of each Bet Wager on average, and how well that is known."""

    rounds: int
    mean: float
    error: float
    """The standard error of `mean`."""

    def __str__(self) -> str:
        return f"{self.mean:.3%} of the Bet, standard error {self.error:.3%}, {self.rounds} rounds"


def edge(game: str, strategy: Strategy, rounds: int, seed: int = 1, jobs: int = 1) -> Edge:
    """The house's edge over `rounds` rounds (a multiple of `LOT`)."""
    lots = [(game, strategy, f"{seed}.{lot}") for lot in range(rounds // LOT)]
    if jobs == 1:
        sums = [_lot(*lot) for lot in lots]
    else:
        with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
            sums = list(pool.map(_lot, *zip(*lots, strict=True)))
    count = len(lots) * LOT
    # Whole numbers of millionths of the Bet up to here, so that the order of adding is nothing.
    first, second = sum(one for one, _ in sums), sum(two for _, two in sums)
    mean = first / count
    variance = (second - first * mean) / (count - 1)
    return Edge(count, mean / UNIT, sqrt(variance / count) / UNIT)


def _lot(game: str, strategy: Strategy, seed: str) -> tuple[int, int]:
    random = Random(seed)
    fresh = new_table(game, {})
    deck = sorted(fresh.game.deck) * fresh.decks
    first = second = 0
    for _ in range(LOT):
        house = play(fresh.copy(), strategy, iter(random.sample(deck, 80)).__next__)
        first += house
        second += house * house
    return first, second


def play(table: Table, strategy: Strategy, draw: Callable[[], str]) -> int:
    """One round with a Bet of 1; what the house wins, in millionths."""
    out: list[Effect] = []
    step(table, e.OpenRound((e.Seat(1, UNIT),)), out)
    while table.phase != at.ROUND:
        step(table, _next(table, strategy, draw), out)
    return sum(row.to_house - row.won for row in table.settlement)


def _next(table: Table, strategy: Strategy, draw: Callable[[], str]) -> e.Event:
    phase = table.phase
    if phase == at.CARD:
        return e.DrawCard(draw())
    if phase == at.ACT:
        hand = table.hands[table.turn]
        strategy = strategy.by_light.get(table.shown, strategy)
        return e.Act(1, decide(strategy, hand, _rank(table.dealer[0]), table.options), hand.number)
    if phase == at.WAGERS:
        made = table.hands[0].double_attack is not None
        if not made and _rank(table.dealer[0]) in strategy.attack:
            return e.PlaceWager(1, "double_attack", UNIT)
    follows: dict[str, e.Event] = {
        at.WAGERS: e.CloseWagers(),
        at.INSURE: e.CloseWagers(),
        at.EARLY: e.DealerAct("peek"),
        at.PEEK: e.Peek(),
        at.SETTLE: e.DealerAct("settle"),
    }
    return follows[phase]


def decide(strategy: Strategy, hand: Hand, upcard: str, options: tuple[str, ...]) -> str:
    """What the strategy does, as far as the hand may."""
    if "hit" not in options:
        return "stand"
    letter = _letter(strategy, hand, upcard)
    wish = LETTERS[letter]
    if wish in options:
        return wish
    return "stand" if letter == "x" else "hit"


def _letter(strategy: Strategy, hand: Hand, upcard: str) -> str:
    column = UPCARDS.index(upcard)
    if len(hand.cards) == 2 and not hand.split:
        first, second = map(_rank, hand.cards)
        if first == second and first in strategy.pairs:
            return strategy.pairs[first][column]
    rows = strategy.soft if is_soft(hand.cards) else strategy.hard
    points = total(hand.cards)
    return rows[max((row for row in rows if row <= points), default=min(rows))][column]


def _rank(card: str) -> str:
    return "T" if card[0] in "TJQK" else card[0]


# Columns: the dealer shows 2 3 4 5 6 7 8 9 10-value A.
DOUBLE_ATTACK_BASIC = Strategy(
    hard={
        8: "hhhhhhhhhh",
        9: "hhhhdhhhhh",
        10: "ddddddhhhh",
        11: "ddddddddhh",
        12: "hhhhhhhhhh",
        13: "hhhhshhhhh",
        14: "hhssshhhhh",
        15: "ssssshhhhh",
        16: "ssssshhhhr",
        17: "sssssssssr",
        18: "ssssssssss",
    },
    soft={
        12: "hhhhhhhhhh",
        15: "hhhhhhhhhh",
        16: "hhhhdhhhhh",
        17: "hhhddhhhhh",
        18: "sssxxsshhh",
        19: "ssssssssss",
    },
    pairs={
        "A": "pppppppppp",
        "2": "hhpppphhhh",
        "3": "hhpppphhhh",
        "6": "hhppphhhhh",
        "7": "pppppphhhh",
        "8": "ppppppppph",
        "9": "sppppsppss",
    },
    attack="2345678",
)
# The hole card is worth 10, or an ace: the dealer's total is known but for the aces.
_YELLOW = Strategy(
    hard={
        8: "hhhhhhhhhh",
        9: "dddddhhhhh",
        10: "dddddhhhhh",
        11: "dddddddhhh",
        12: "ssssshhhhh",
        17: "sssssshhhs",
        18: "ssssssshhs",
        19: "sssssssshs",
        20: "ssssssssss",
    },
    soft={
        12: "hhhhhhhhhh",
        15: "hhdddhhhhh",
        17: "dddddhhhhh",
        18: "xxxxxsshhh",
        19: "sssssssshs",
        20: "ssssssssss",
    },
    pairs={
        "A": "pppppppppp",
        "2": "pppppphhhh",
        "3": "pppppphhhh",
        "6": "ppppphhhhh",
        "7": "pppppphhhh",
        "8": "ppppppphhp",
        "9": "pppppspphs",
    },
)
# The hole card is 6 to 9: stiff with a 6 to 8 up.
_RED = Strategy(
    hard={
        8: "hhhhhhhhhh",
        9: "hhhhdddhhh",
        10: "hhdddddhhh",
        11: "dddddddddh",
        12: "hhhhssshhh",
        13: "hhhsssshhh",
        16: "hhssssshhh",
        17: "ssssssssss",
    },
    soft={12: "hhhhhhhhhh", 15: "hhhhddhhhh", 18: "sssxxxsshh", 19: "ssssssssss"},
    pairs={
        "A": "pppppppppp",
        "2": "hhhhppphhh",
        "3": "hhhhppphhh",
        "6": "hhhhpphhhh",
        "7": "hhhhppphhh",
        "8": "hhppppppph",
        "9": "ppppppppss",
    },
)
# The hole card is 2 to 5: stiff with a 9 or a card worth 10 up.
_BLUE = Strategy(
    hard={
        8: "hhhhhhhhhh",
        9: "ddhhhhhhdh",
        10: "dddddhhhdh",
        11: "ddddddhddd",
        12: "hhhhhhhhsh",
        13: "sshhhhhssh",
        17: "ssssssssss",
    },
    soft={12: "hhhhhhhhhh", 15: "hhhhhhhhdh", 18: "sssshhhsxs", 19: "ssssssssss"},
    pairs={
        "A": "pppppppppp",
        "2": "hhhhhhhhph",
        "3": "hhhhhhhhph",
        "6": "hhhhhhhhph",
        "7": "hhhhhhhhph",
        "8": "pppphhhppp",
        "9": "pppppssppp",
    },
)
DOWN_UNDER_BASIC = Strategy(
    # Nobody acts before the light is shown.
    hard=_YELLOW.hard,
    soft=_YELLOW.soft,
    pairs=_YELLOW.pairs,
    by_light={"yellow": _YELLOW, "red": _RED, "blue": _BLUE},
)
