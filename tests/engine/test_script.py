"""Round scripts: what is read, what comes out, and one clear line for everything that is wrong."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from reference_engine.batch import Tally, settle_lines
from reference_engine.explain import explain
from reference_engine.schema import ruling_schema, script_schema
from reference_engine.script import ScriptError, encode, rule
from tests.engine.rounds import DA, DU, acts, settle, wagers

DESIGN: dict[str, Any] = {
    "game": DA,
    "rules": {},
    "seats": [{"seat": 1, "bet": "25.00", "double_attack": "25.00", "bust_it": "5.00"}],
    "shoe": ["KH", "9S", "AD", "7C"],
    "acts": [{"seat": 1, "hand": 1, "do": "surrender"}],
}


def _but(**changes: object) -> dict[str, Any]:
    return {**DESIGN, **changes}


def test_the_example_of_the_design() -> None:
    made = json.loads(encode(rule(json.dumps(DESIGN).encode())))
    assert made["settlement"] == [
        {
            "seat": 1,
            "hand": 1,
            "wager": wager,
            "staked": staked,
            "to_house": to_house,
            "returned": returned,
            "won": "0.00",
            "clauses": clauses,
        }
        for wager, staked, to_house, returned, clauses in (
            ("bet", "25.00", "12.50", "12.50", ["665a.9(b)(2)(ii)"]),
            ("double_attack", "25.00", "12.50", "12.50", ["665a.9(b)(2)(ii)"]),
            ("bust_it", "5.00", "5.00", "0.00", ["665a.9(c)", "665a.7(m)"]),
        )
    ]
    assert made["dealer"] == {"cards": ["KH", "7C"], "total": 17, "blackjack": False}
    assert [(one["signal"], one["data"]) for one in made["signals"]] == [
        ("answer", {"blackjack": "no"})
    ]
    assert made["discard_rack"] == ["9S", "AD", "KH", "7C"]
    assert made["house_rules"] == {"peek_timing": "before_player_acts"}
    assert made["total"] == {"player": "-30.00", "house": "30.00"}
    assert {"effect", "clauses", "certainty"} <= set(made["effects"][0])


WRONG = [
    (_but(shoe=["KH", "9S", "TD", "7C"]), "shoe: TD is no card of this game"),
    (_but(shoe=["KH", "9X", "AD", "7C"]), "shoe, card 2: '9X' is not a card"),
    (_but(shoe=["KH", "9S", "AD"]), "shoe: it ends after 3 cards, and a card is due to dealer"),
    (_but(shoe=[]), "shoe: it ends after 0 cards"),
    (_but(seats=[]), "seats: nobody has made a Bet Wager"),
    (_but(seats=[{"seat": 7, "bet": "5.00"}]), "seats: seat 7"),
    (_but(seats=[{"seat": 1, "bet": "0.00"}]), "seats: seat 1: a Bet Wager of 0.00"),
    (_but(seats=[{"seat": 1, "bet": "-5.00"}]), "seat 1, bet: '-5.00' is not an amount"),
    (_but(seats=[{"seat": 1, "bet": "NaN"}]), "seat 1, bet: 'NaN' is not an amount"),
    (_but(seats=[{"seat": 1, "bet": "1e400"}]), "seat 1, bet: '1e400' is not an amount"),
    (_but(seats=[{"seat": 1, "bet": "1" * 400}]), "more than 9 digits"),
    (_but(seats=[{"seat": 1, "bet": "1.00001"}]), "more than 4 decimals"),
    (_but(seats=[{"seat": 1, "bet": "٣"}]), "plain digits"),
    (_but(seats=[{"seat": 1, "bet": ""}]), "seat 1, bet: '' is not an amount"),
    (_but(seats=[{"seat": 1, "bet": 25.5}]), "Expected `str`, got `float` - at `$.seats[0].bet`"),
    (_but(seats=[{"seat": 1}]), "missing required field `bet`"),
    (_but(seats=[{"seat": 1, "bet": "5", "colour": "red"}]), "unknown field `colour`"),
    (
        _but(seats=[{"seat": 1, "bet": "5", "double_attack": "6"}]),
        "seats: seat 1: a wager double_attack of 6.00 is refused",
    ),
    (_but(seats=[{"seat": 1, "bet": "5", "match_the_dealer": "1"}]), "no match_the_dealer wager"),
    (_but(acts=[]), "acts: they end too early, hand 1.1 is on turn"),
    (
        _but(acts=[{"seat": 1, "do": "surrender"}, {"seat": 1, "do": "hit"}]),
        "act 2: 1.1 hit is refused (the dealer's hand is done)",
    ),
    (_but(acts=[{"seat": 2, "do": "hit"}]), "act 1: there is no hand 2.1"),
    (_but(acts=[{"seat": 1, "do": "dance"}]), "act 1: 'dance' is no decision"),
    (_but(acts=[{"seat": 1}]), "act 1: 'do' is missing"),
    (_but(acts=[{"do": "hit"}]), "act 1: 'seat' is missing"),
    (_but(acts=[{"seat": 1, "do": "split"}]), "act 1: 1.1 split is refused"),
    (_but(acts=[{"seat": 1, "do": "insure"}]), "act 1: no Insurance is open"),
    (
        _but(acts=[{"seat": 1, "do": "double", "amount": "50.01"}]),
        "act 1: 1.1 double 50.01 is refused",
    ),
    (_but(acts=[{"irregularity": "685a.12(z)"}]), "act 1: irregularity '685a.12(z)'"),
    (_but(acts=[{"irregularity": "685a.12(i)", "fault": "no-light"}]), "no Masque Card Reader"),
    (_but(acts=[*acts("1 stand"), {"irregularity": "685a.12(e)", "shoe": ["2C"]}]), "act 2"),
    (_but(acts=[*acts("1 stand, (f) seat=1 cards=5")]), "act 2"),
    (_but(game="poker"), "poker"),
    (_but(game=1), "Expected `str`, got `int` - at `$.game`"),
    (_but(rules={"soft17": "hit"}), "soft17"),
    (_but(rules={"dealer_soft_17": "sit"}), "dealer_soft_17"),
    (_but(discard_rack=["KH"] * 9), "discard rack: 9 of KH in 8 decks"),
    (_but(discard_rack=["TH"]), "discard rack: TH is no card of this game"),
    (_but(discard_rack=["KH"] * 8), "shoe: 9 of KH in 8 decks"),
    (_but(extra=1), "unknown field `extra`"),
]


@pytest.mark.parametrize(("script", "line"), WRONG)
def test_a_wrong_script_is_one_clear_line(script: dict[str, Any], line: str) -> None:
    with pytest.raises(ScriptError) as fault:
        rule(json.dumps(script).encode())
    assert line in str(fault.value)
    assert "\n" not in str(fault.value)
    assert len(str(fault.value)) < 500


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"null",
        b"[]",
        b"{",
        b'{"game": "double-att',
        b"\xff\xfe",
        b'{"game": NaN}',
        b"[" * 900_000,
        b'{"rules": ' + b'{"a":' * 100_000,
        b" " * 2_000_000,
    ],
)
def test_what_is_no_script_is_one_clear_line(text: bytes) -> None:
    with pytest.raises(ScriptError) as fault:
        rule(text)
    assert "\n" not in str(fault.value)
    assert len(str(fault.value)) < 300


def test_a_refusal_names_act_clause_and_why() -> None:
    two = {"seat": 2, "bet": "5"}
    with pytest.raises(ScriptError) as refused:
        rule(
            _but(
                seats=[{"seat": 1, "bet": "5"}, two],
                shoe=["6H", "9S", "9D", "6D", "5D", "7C", "2C"],
                acts=acts("1 stand, 1 surrender"),
            )
        )
    assert str(refused.value).startswith("act 2: 1.1 surrender is refused")
    assert "§ 665a.9(a)" in str(refused.value)


def test_conventions() -> None:
    # A doubled hand and a split ace stand unless their next act is a surrender.
    doubled = settle(DA, "1 20", "6C 5S 6D KH QS 2S", "1 double")
    assert doubled == settle(DA, "1 20", "6C 5S 6D KH QS 2S", "1 double, 1 stand")
    # Insurance not made is declined; an explicit peek is allowed.
    assert settle(DA, "1 20", "AC 9S 9D 6H", "1 stand") == wagers("1.1 bet 0/20/20")
    assert settle(DA, "1 20", "KC 9S 9D 7H", "dealer peek, 1 stand") == wagers("1.1 bet 0/20/20")
    # A surrender that comes after another act is made after the reading.
    late = settle(DA, "1 20,2 20", "KC 9S 9D 9H 6D 7H", "1 stand, 2 surrender")
    assert late == wagers("2.1 bet 10/10/0; 1.1 bet 0/20/20")


def test_every_irregularity_of_the_shuffler_as_a_script() -> None:
    made = rule(
        {
            "game": DU,
            "seats": [{"seat": 1, "bet": "20"}],
            "shoe": "9S 6C 8D KH 2S".split(),
            "acts": acts(
                "(j) fault=jam batch=B, 1 stand, dealer cycle-started batch=B, "
                "dealer cycle-done batch=B count=312, (k), dealer hand-shuffle, "
                "dealer sign-placed, dealer hand-shuffle, dealer shuffler-repaired"
            ),
        }
    )
    said = [one.effect for one in made.effects if one.required]
    for word in ("jam", "reshuffle", "cycle-started", "cycle-done", "fault", "cover"):
        assert word in said
    shuffles = [one.effect for one in made.effects if one.data.get("option") == "hand-shuffle"]
    assert shuffles == ["refuse", "offer"]


# -- schema ---------------------------------------------------------------------------------------


def test_script_and_ruling_fit_their_schemas() -> None:
    Draft202012Validator(script_schema()).validate(DESIGN)
    Draft202012Validator(ruling_schema()).validate(json.loads(encode(rule(DESIGN))))


@pytest.mark.parametrize(
    "script", [_but(extra=1), _but(game=1), _but(seats=[{"seat": 1}]), _but(shoe="KH")]
)
def test_what_the_reader_refuses_the_schema_refuses(script: dict[str, Any]) -> None:
    assert not Draft202012Validator(script_schema()).is_valid(script)
    with pytest.raises(ScriptError):
        rule(script)


# -- explain --------------------------------------------------------------------------------------


def test_a_round_is_told_act_by_act_with_its_law() -> None:
    told = explain(DESIGN)
    for line in (
        "The round opens. Seat 1: Bet Wager 25.00, Bust It Wager 5.00.",
        "Hand 1.1: surrender. (act 1)",
        "the card reader answers: no Blackjack — § 665a.9(b)(2)",
        "Bet Wager of hand 1.1: 12.50 to the house, 12.50 returned — § 665a.9(b)(2)(ii)",
        "Bust It Wager of hand 1.1: 5.00 to the house",
        "The dealer ends with K♥ 7♣, 17.",
        "The players lose 30.00.",
    ):
        assert line in told
    assert "[" not in told
    assert "~" not in told


@pytest.mark.parametrize(
    "does",
    [
        "(a) before_card=2, (b), 1 hit, 1 stand, (d)",
        "(c), 1 refuse",
        "(h) light=red, dealer error-found, dealer dead-hand",
        "(i) fault=no-light, 1 stand, dealer restored how=repaired",
        "(j) fault=jam batch=B, 1 stand, (k), dealer hand-shuffle, dealer sign-placed",
    ],
)
def test_irregular_rounds_can_be_told(does: str) -> None:
    told = explain(
        {
            "game": DU,
            "seats": [{"seat": 1, "bet": "20"}],
            "shoe": "9S 6C 6D 4H KH 2S 2H 3S 8S".split(),
            "acts": acts(does),
        }
    )
    assert told.count("\n") > 10
    assert "the round is over" in told


def test_a_told_round_is_the_ruled_round() -> None:
    script = _but(shoe=["5C", "9S", "6D", "QH", "9H"], acts=acts("1 hit"))
    script["shoe"].insert(4, "KC")
    assert "Bust It Wager of hand 1.1: 5.00 returned, 30.00 won" in explain(script)
    assert settle(DA, "1 25+25 bust 5", "5C 9S 6D QH KC 9H", "1 hit")["1.1 bust_it"] == "0/5/30"


# -- batch ----------------------------------------------------------------------------------------


def _lines(*scripts: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(one).encode() + b"\n" for one in scripts)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_batch_keeps_its_order_and_reports_bad_lines_by_number(jobs: int) -> None:
    bets = [str(number) for number in range(1, 1201)]
    scripts = [_but(seats=[{"seat": 1, "bet": bet}]) for bet in bets]
    text = _lines(*scripts[:600]) + b"{bad\n\n" + _lines(*scripts[600:])
    out = io.BytesIO()
    errors: list[tuple[int, str]] = []
    seen: list[int] = []
    tally = settle_lines(
        io.BytesIO(text),
        out,
        lambda number, what: errors.append((number, what)),
        jobs=jobs,
        progress=lambda so_far: seen.append(so_far.lines),
    )
    assert tally == Tally(lines=1202, ruled=1200, bad=1)
    assert [number for number, _ in errors] == [601]
    assert "not valid JSON" in errors[0][1]
    made = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [one["settlement"][0]["staked"] for one in made] == [f"{bet}.00" for bet in bets]
    assert seen == sorted(seen)
    assert seen[-1] == 1202


def test_a_batch_survives_a_monstrous_line() -> None:
    text = b"[" * 3_000_000 + b"\n" + _lines(DESIGN)
    errors: list[int] = []
    out = io.BytesIO()
    tally = settle_lines(io.BytesIO(text), out, lambda number, _: errors.append(number))
    assert errors == [1]
    assert tally == Tally(lines=2, ruled=1, bad=1)
