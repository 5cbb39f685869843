"""Make effects: what must be seen, with the law behind it.

Rulings of one kind recur in every round, so each distinct effect is made once and used again.
"""

from __future__ import annotations

from functools import cache, lru_cache

from msgspec import Struct

from reference_engine.cards import FULL_DECK, Card
from reference_engine.law import clause
from reference_engine.money import Money, fmt
from reference_engine.ruling import Certainty, Effect

SHOE = "shoe"
SHUFFLER = "shuffler"
CARD_READER = "card-reader"
MASQUE_READER = "masque-reader"
CONTROLLER = "table-controller"

DEALER = "dealer"


class Law(Struct, frozen=True, gc=False, cache_hash=True):
    """What an effect rests on: clauses and house rules, and how certain the weakest of them is."""

    clauses: tuple[str, ...]
    certainty: Certainty
    house_rules: tuple[str, ...] = ()


@cache
def cite(*ids: str, rules: tuple[str, ...] = ()) -> Law:
    """The law of these clauses, as far as these house rules read it.

    Raises:
        UnknownClause: a clause is not in the registry.
    """
    certainty = Certainty.READ
    if any(clause(one).certainty is not Certainty.READ for one in ids) or not ids:
        certainty = Certainty.INFERRED
    if rules:
        certainty = Certainty.HOUSE_RULE
    return Law(ids, certainty, rules)


def _effect(law: Law, role: str, effect: str, data: dict[str, str], required: bool) -> Effect:
    return Effect(effect, role, data, law.clauses, law.certainty, required, law.house_rules)


@lru_cache(maxsize=4096)
def say(law: Law, effect: str, *pairs: str, role: str = CONTROLLER) -> Effect:
    """`effect` must be seen; `pairs` are field, value, field, value."""
    return _effect(law, role, effect, dict(zip(pairs[::2], pairs[1::2], strict=True)), True)


@lru_cache(maxsize=1024)
def forbid(law: Law, effect: str, *pairs: str, role: str = CONTROLLER) -> Effect:
    """`effect` must not be seen from now on; a field that is not given stands for every value."""
    return _effect(law, role, effect, dict(zip(pairs[::2], pairs[1::2], strict=True)), False)


@lru_cache(maxsize=4096)
def deal(law: Law, to: str, face: str, source: str) -> Effect:
    """The next card goes to `to`."""
    return _effect(law, CONTROLLER, "deal", {"to": to, "face": face, "source": source}, True)


@lru_cache(maxsize=4096)
def offer(law: Law, to: str, option: str) -> Effect:
    """`to` may choose `option`."""
    return _effect(law, CONTROLLER, "offer", {"to": to, "option": option}, True)


@lru_cache(maxsize=4096)
def refuse(law: Law, to: str, option: str) -> Effect:
    """What was asked is not allowed."""
    return _effect(law, CONTROLLER, "refuse", {"to": to, "option": option}, True)


@cache
def cards_out(law: Law, face: str = "down") -> dict[Card, Effect]:
    """For each card: the shoe reports that it left."""
    return {
        card: _effect(law, SHOE, "card", {"card": card, "face": face}, True) for card in FULL_DECK
    }


def card_out(law: Law, card: Card, face: str = "down") -> Effect:
    """The shoe reports a card that left it."""
    return cards_out(law, face)[card]


@lru_cache(maxsize=16384)
def settle(law: Law, hand: str, wager: str, to_house: Money, returned: Money, won: Money) -> Effect:
    """One wager is settled."""
    data = {
        "hand": hand,
        "wager": wager,
        "to_house": fmt(to_house),
        "returned": fmt(returned),
        "won": fmt(won),
    }
    return _effect(law, CONTROLLER, "settle", data, True)


def rack(law: Law, source: str, cards: tuple[Card, ...]) -> Effect:
    """These cards go to the discard rack."""
    data = {"source": source, "cards": " ".join(cards)}
    return Effect("rack", CONTROLLER, data, law.clauses, law.certainty, True, law.house_rules)
