"""What each role is made to do, and what it says to it, by docs/order_of_events.md."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from rigs.roles import CARD_READER, MASQUE_READER, SHOE, SHUFFLER, TABLE_CONTROLLER

Word = tuple[str, dict[str, str]]
"""A signal and its fields."""


class Step(Struct, frozen=True):
    """One act, or one message passed on, and what it makes the device say, in order.

    `do`: the stimulus. `feed`: instead, what a table controller is told of its shoe.
    """

    do: str = ""
    fields: dict[str, Any] = {}
    feed: dict[str, str] = {}
    says: tuple[Word, ...] = ()


class Course(Struct, frozen=True):
    """`steps`, from a reset device on; `burst`: done without listening in between."""

    steps: tuple[Step, ...]
    burst: tuple[Step, ...]


def _act(do: str, *says: Word, **fields: Any) -> Step:
    return Step(do=do, fields=fields, says=says)


def _card(card: str, face: str = "down") -> Word:
    return "card", {"card": card, "face": face}


def _cycle(batch: str) -> tuple[Step, ...]:
    named = {"batch": batch}
    return (
        _act("insert", cards=["KH", "9S", "2C"], batch=batch),
        _act("start", ("cycle-started", named)),
        _act("advance", ("cycle-done", {**named, "count": "3"})),
    )


def _spoiled(batch: str, do: str, signal: str) -> tuple[Step, ...]:
    insert, start, _ = _cycle(batch)
    return insert, start, _act(do, (signal, {"batch": batch}))


def _read(hole: str, upcard: str, blackjack: str) -> tuple[Step, ...]:
    says = "answer", {"blackjack": blackjack}
    return _act("insert", says, card=hole, upcard=upcard), _act("remove")


def _lit(card: str, colour: str) -> tuple[Step, ...]:
    return (
        _act("insert", ("light", {"colour": colour}), card=card),
        _act("remove", ("light", {"colour": "none"})),
    )


def _all(*parts: Iterable[Step]) -> tuple[Step, ...]:
    return tuple(step for part in parts for step in part)


def _opened(seats: int) -> Step:
    boxes = [{"seat": seat + 1, "bet": "20.00"} for seat in range(seats)]
    game = "double-attack-blackjack"
    deal = "deal", {"to": "dealer", "face": "up"}
    return _act("key", deal, key="open-round", game=game, rules={}, seats=boxes)


def _offers(seats: int) -> Step:
    offers = tuple(
        ("offer", {"to": f"{seat + 1}.1", "option": "double_attack"}) for seat in range(seats)
    )
    return Step(feed={"card": "5H", "face": "down"}, says=offers)


_DECK = [rank + suit for suit in "CDHS" for rank in "A23456789T"]

COURSES: dict[str, Course] = {
    SHOE: Course(
        steps=(
            _act("load", cards=["KH", "9S^", "TD", "cover", "2C"]),
            _act("draw", _card("KH")),
            _act("draw", _card("9S", "up")),
            _act("draw", _card("TD")),
            _act("draw", ("cover-card", {})),
            _act("draw", _card("2C")),
            _act("draw", ("empty", {})),
            _act("load", cards=["AS"]),
            _act("draw", ("fault", {"code": "unread-card"}), unreadable=True),
        ),
        burst=(_act("load", cards=_DECK), *(_act("draw", _card(card)) for card in _DECK)),
    ),
    SHUFFLER: Course(
        steps=_all(
            _cycle("A"),
            _spoiled("B", "jam", "jam"),
            _spoiled("C", "stop", "stopped"),
            _spoiled("D", "incomplete", "incomplete"),
            _cycle("E"),
            (_act("break", ("fault", {"code": "out-of-service"})),),
        ),
        burst=_all(*(_cycle(f"B{number}") for number in range(20))),
    ),
    CARD_READER: Course(
        steps=_all(
            (_act("insert", ("fault", {"code": "no-upcard"}), card="QH"), _act("remove")),
            _read("QH", "AS", "yes"),
            _read("9H", "AS", "no"),
            _read("AH", "KD", "yes"),
            _read("AH", "AS", "no"),
        ),
        burst=_all(
            *(_read("QH", "AS", "yes") if n % 2 else _read("8H", "AS", "no") for n in range(30))
        ),
    ),
    MASQUE_READER: Course(
        steps=_all(
            _lit("4C", "blue"),
            _lit("7D", "red"),
            _lit("QH", "yellow"),
            _lit("AS", "yellow"),
            (_act("fault", ("fault", {"code": "frozen-light"}), fault="frozen-light"),),
        ),
        burst=_all(*(_lit("4C", "blue") if n % 2 else _lit("7D", "red") for n in range(20))),
    ),
    TABLE_CONTROLLER: Course(
        steps=(
            _opened(2),
            _offers(2),
            _act("key", ("deal", {"to": "1.1", "face": "up"}), key="close-wagers"),
            Step(
                feed={"card": "9S", "face": "down"}, says=(("deal", {"to": "2.1", "face": "up"}),)
            ),
            Step(
                feed={"card": "7C", "face": "down"}, says=(("deal", {"to": "1.1", "face": "up"}),)
            ),
        ),
        burst=(
            _opened(7),
            _offers(7),
            _act("key", ("deal", {"to": "1.1", "face": "up"}), key="close-wagers"),
        ),
    ),
}
"""Role to its course. Other roles say nothing by themselves."""


def expected(steps: Iterable[Step], says: frozenset[str] | None) -> list[Word]:
    """What a device says to `steps` that has words for `says` only; None: for all."""
    words: list[Word] = []
    for step in steps:
        for kind, fields in step.says:
            if says is None:
                words.append((kind, fields))
            elif kind in says:
                kept = {name: text for name, text in fields.items() if f"{kind}.{name}" in says}
                words.append((kind, kept))
    return words
