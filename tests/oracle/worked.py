"""Hand-worked rounds in few words, and the check of a ruling against them.

``Worked("name", "20 da20 bi5", "KD 9S 6C 7H", "1 surrender", "1.1 bet 10/10, ...", "-25")``

* seats, with `|` between them: the Bet, then ``da`` Double Attack, ``bi`` Bust It;
* shoe: the order in which cards leave it; acts, with commas: ``1 insure 10``, ``1.2 hit``,
  ``dealer peek``, ``(f) seat=2 cards=0`` for an irregularity;
* rows: ``hand wager to the house/returned +won @clause`` for every settled wager, literally;
* net: what the player is ahead;
* sees: effects that must come in this order, as ``rack 1.1 9S 6C @clause`` (their words, or the
  first of them); never: effects that must not come; rules: house rules; used: those that the ruling
  must name.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from reference_engine.cards import parse_cards
from reference_engine.ruling import Effect
from reference_engine.script import Ruling, ScriptError, rule
from tests.oracle.scripts import DOUBLE_ATTACK, Json

ROW = re.compile(r"(\d)\.(\d) (\w+) ([\d.]+)/([\d.]+)(?: \+([\d.]+))?((?: @\S+(?: \w+)*)*)")
SEAT_WORDS = {"da": "double_attack", "bi": "bust_it", "md": "match_the_dealer"}


class Worked(NamedTuple):
    """A round worked out from the law by hand. See the head of this file."""

    name: str
    seats: str
    shoe: str
    acts: str
    rows: str
    net: str
    sees: str = ""
    never: str = ""
    rules: Json | None = None
    used: str = ""
    rack: str = ""
    """Cards in the discard rack before the round."""
    game: str = DOUBLE_ATTACK


class Refused(NamedTuple):
    """A round that the law does not permit; `said`: words of the one line, with `|` between."""

    name: str
    seats: str
    shoe: str
    acts: str
    said: str
    rules: Json | None = None
    rack: str = ""
    game: str = DOUBLE_ATTACK


def _value(text: str) -> object:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdigit() else text


def acts_of(text: str) -> list[Json]:
    """The acts of a script from their short words."""
    acts: list[Json] = []
    for words in filter(None, (part.split() for part in text.split(","))):
        who, *rest = words
        if who.startswith("("):
            made: Json = {"irregularity": "685a.12" + who}
        elif who == "dealer":
            made = {"dealer": True, "do": rest.pop(0)}
        else:
            seat, _, hand = who.partition(".")
            made = {"seat": int(seat), "do": rest.pop(0)}
            if hand:
                made["hand"] = int(hand)
            if rest and "=" not in rest[0]:
                made["amount"] = rest.pop(0)
        for word in rest:
            key, _, value = word.partition("=")
            made[key] = value.split("+") if key == "shoe" else _value(value)
        acts.append(made)
    return acts


def script_of(case: Worked | Refused) -> Json:
    """The round script of a case."""
    seats = []
    for number, words in enumerate(case.seats.split("|"), start=1):
        bet, *more = words.split()
        seat: Json = {"seat": number, "bet": bet}
        seat.update({SEAT_WORDS[word[:2]]: word[2:] for word in more})
        seats.append(seat)
    script: Json = {
        "game": case.game,
        "rules": case.rules or {},
        "seats": seats,
        "shoe": case.shoe.split(),
        "acts": acts_of(case.acts),
    }
    if case.rack:
        script["discard_rack"] = case.rack.split()
    return script


def _text(effect: Effect) -> str:
    return " ".join([effect.effect, *effect.data.values()])


def _begins(text: str, words: str) -> bool:
    return text == words or text.startswith(words + " ")


def _check_rows(case: Worked, ruling: Ruling) -> None:
    wanted = {}
    for part in filter(None, (part.strip() for part in case.rows.split(","))):
        match = ROW.fullmatch(part)
        assert match, f"{case.name}: cannot read {part!r}"
        seat, hand, wager, house, back, won, cites = match.groups()
        amounts = tuple(Fraction(amount or 0) for amount in (house, back, won))
        clauses = {clause.strip() for clause in cites.split("@")[1:]}
        wanted[int(seat), int(hand), wager] = (amounts, clauses)
    got = {
        (row.seat, row.hand, row.wager): tuple(
            Fraction(amount) for amount in (row.to_house, row.returned, row.won)
        )
        for row in ruling.settlement
    }
    assert len(got) == len(ruling.settlement), "a wager is settled twice"
    assert got == {key: amounts for key, (amounts, _) in wanted.items()}
    for row in ruling.settlement:
        assert row.clauses, f"no clause for {row}"
        _, clauses = wanted[row.seat, row.hand, row.wager]
        assert clauses <= set(row.clauses), f"{row}: {sorted(clauses)} not cited"
        assert Fraction(row.staked) == Fraction(row.to_house) + Fraction(row.returned)
    # The rows' own sum, so that a slip in the hand-worked numbers shows too.
    net = sum((won - house for (house, _, won), _ in wanted.values()), Fraction(0))
    assert net == Fraction(case.net), f"{case.name}: the rows add up to {net}"
    assert Fraction(ruling.total.player) == net
    assert Fraction(ruling.total.house) == -net


def _check_effects(case: Worked, ruling: Ruling) -> None:
    coming = [effect for effect in ruling.effects if effect.required]
    texts = [_text(effect) for effect in coming]
    place = 0
    for part in filter(None, (part.strip() for part in case.sees.split(","))):
        words, *cites = (piece.strip() for piece in part.split("@"))
        found = next((n for n in range(place, len(texts)) if _begins(texts[n], words)), None)
        assert found is not None, f"no {words!r} after {texts[:place]}: {texts[place:]}"
        assert set(cites) <= set(coming[found].clauses), f"{coming[found]}: {cites} not cited"
        place = found + 1
    for words in filter(None, (part.strip() for part in case.never.split(","))):
        seen = [text for text in texts if _begins(text, words)]
        assert not seen, f"must not be seen: {seen}"


def _check_cards(case: Worked, ruling: Ruling) -> None:
    """No card twice, and none from nowhere: what lies in the rack came from shoe or rack."""
    there = sorted([*case.rack.split(), *(c.rstrip("^") for c in case.shoe.split())])
    for card in parse_cards(ruling.discard_rack):
        assert card in there, f"{card} is in the rack once too often"
        there.remove(card)


def check(case: Worked) -> Ruling:
    """Rule on the round of `case` and compare."""
    ruling = rule(script_of(case))
    _check_rows(case, ruling)
    _check_effects(case, ruling)
    if "cover" not in case.shoe:
        _check_cards(case, ruling)
    missing = set(case.used.split()) - set(ruling.house_rules)
    assert not missing, f"house rules not named: {missing}; named: {ruling.house_rules}"
    return ruling


def check_refused(case: Refused) -> None:
    """One clear line for a round that the law does not permit."""
    with pytest.raises(ScriptError) as caught:
        rule(script_of(case))
    said = str(caught.value)
    assert "\n" not in said
    for words in case.said.split("|"):
        assert words in said


def params(cases: list[Worked] | list[Refused], wrong: dict[str, str]) -> list[Any]:
    """The cases as parameters; those in `wrong` are known to fail, for the reason given there."""
    return [
        pytest.param(
            case,
            id=case.name,
            marks=[pytest.mark.xfail(strict=True, reason=wrong[case.name])]
            if case.name in wrong
            else [],
        )
        for case in cases
    ]
