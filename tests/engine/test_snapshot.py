"""The picture of a table, whole, and where its cards lie."""

from __future__ import annotations

from reference_engine import events as e
from reference_engine.money import parse
from reference_engine.table import row_json
from tests.engine.rounds import DA, DU, At

ODDS = {"unsuited": "4 to 1", "suited": "11 to 1"}


def test_double_attack_while_insurance_is_offered() -> None:
    table = At(DA, rack="2C").open("2 20 bust 5,4 10").draw("AC")
    table.do(e.PlaceWager(2, "double_attack", parse("15")), e.CloseWagers())
    table.draw("9S 9H 6D AD 7H").do(e.DrawnInError("5S", False))
    assert table.table.snapshot() == {
        "game": "double-attack-blackjack",
        "phase": "insurance",
        "due": {"what": "insurance", "to": "", "options": ["2.1", "4.1"], "face": ""},
        "seats": [
            {
                "seat": 2,
                "bust_it": "5.00",
                "insurance": None,
                "match_the_dealer": None,
                "hands": [
                    {
                        "hand": "2.1",
                        "cards": ["9S", "6D"],
                        "total": 15,
                        "soft": False,
                        "status": "live",
                        "bet": "20.00",
                        "double_attack": "15.00",
                        "double_down": None,
                        "racked": False,
                    }
                ],
            },
            {
                "seat": 4,
                "bust_it": None,
                "insurance": None,
                "match_the_dealer": None,
                "hands": [
                    {
                        "hand": "4.1",
                        "cards": ["9H", "AD"],
                        "total": 20,
                        "soft": True,
                        "status": "live",
                        "bet": "10.00",
                        "double_attack": None,
                        "double_down": None,
                        "racked": False,
                    }
                ],
            },
        ],
        "dealer": {
            "cards": ["AC", "7H"],
            "hole": "down",
            "total": 18,
            "soft": True,
            "blackjack": False,
            "racked": False,
        },
        "discard_rack": ["2C"],
        "held": ["5S"],
        # The one in the rack had left it as well.
        "shoe_drawn": 8,
        "blocked": False,
        "shuffler": {"out": False, "sign": False},
        "settlement": [],
        "total": {"player": "0.00", "house": "0.00"},
    }


def test_down_under_after_the_round() -> None:
    table = At(DU, match_the_dealer_odds=ODDS).open("1 20 match 5")
    table.draw("4S AC 6D 7H").do(e.PlaceWager(1, "insurance", parse("2.5")), e.Peek())
    table.act("1 double 12.5").draw("9S").do(e.DealerAct("settle"), e.ShufflerOut())
    assert table.table.snapshot() == {
        "game": "down-under-blackjack",
        "phase": "round",
        "due": {"what": "round", "to": "", "options": [], "face": ""},
        "seats": [
            {
                "seat": 1,
                "bust_it": None,
                "insurance": "2.50",
                "match_the_dealer": "5.00",
                "hands": [
                    {
                        "hand": "1.1",
                        "cards": ["4S", "6D", "9S"],
                        "total": 19,
                        "soft": False,
                        "status": "settled",
                        "bet": "20.00",
                        "double_attack": None,
                        "double_down": "12.50",
                        "racked": True,
                    }
                ],
            }
        ],
        "dealer": {
            "cards": ["AC", "7H"],
            "hole": "up",
            "total": 18,
            "soft": True,
            "blackjack": False,
            "racked": True,
        },
        "discard_rack": ["4S", "6D", "9S", "AC", "7H"],
        "held": [],
        "shoe_drawn": 5,
        "blocked": False,
        "shuffler": {"out": True, "sign": False},
        "settlement": [
            {
                "seat": 1,
                "hand": 1,
                "wager": "match_the_dealer",
                "staked": "5.00",
                "to_house": "5.00",
                "returned": "0.00",
                "won": "0.00",
                "clauses": ["685a.6~match", "685a.11~match-the-dealer"],
            },
            {
                "seat": 1,
                "hand": 1,
                "wager": "insurance",
                "staked": "2.50",
                "to_house": "2.50",
                "returned": "0.00",
                "won": "0.00",
                "clauses": ["685a.8~insurance"],
            },
            {
                "seat": 1,
                "hand": 1,
                "wager": "bet",
                "staked": "20.00",
                "to_house": "0.00",
                "returned": "20.00",
                "won": "20.00",
                "clauses": ["685a.7~compare", "685a.11~bet"],
            },
            {
                "seat": 1,
                "hand": 1,
                "wager": "double_down",
                "staked": "12.50",
                "to_house": "0.00",
                "returned": "12.50",
                "won": "12.50",
                "clauses": ["685a.7~compare", "685a.11~bet"],
            },
        ],
        # 20 + 12.50 won, 5 and 2.50 lost.
        "total": {"player": "25.00", "house": "-25.00"},
    }
    assert [row_json(row) for row in table.table.settlement] == (
        table.table.snapshot()["settlement"]
    )


def test_how_a_due_card_is_to_lie() -> None:
    table = At(DU).open("1 20")
    assert table.table.snapshot()["due"] == {
        "what": "card",
        "to": "1.1",
        "options": [],
        "face": "up",
    }
    table.draw("9S 6C 6D")
    assert table.table.snapshot()["due"] == {
        "what": "card",
        "to": "dealer",
        "options": [],
        "face": "down",
    }


def test_who_may_surrender_before_the_hole_card_is_read() -> None:
    table = At(DA).open("1 20,2 20").draw("KC 9S 9H 6D 6S 7H")
    assert table.table.snapshot()["due"] == {
        "what": "surrender-or-peek",
        "to": "",
        "options": ["1.1", "2.1"],
        "face": "",
    }


def test_where_every_card_lies() -> None:
    table = At(DU, rack="2C 3C 4C").open("1 20,2 20").draw("9S 9H 6C 6D")
    table.do(e.ShoeEmpty(), e.ShoeRefilled(("4C", "2C", "3C")), e.BurnCard("4C"))
    assert table.table.places() == {
        "1.1": ("9S", "6D"),
        "2.1": ("9H",),
        "dealer": ("6C",),
        "rack": ("4C",),
        "shoe": ("2C", "3C"),
    }
    # After the round all lies in the rack.
    table = At(DA).open("1 20").draw("6C 9S 6D KH").do(e.DrawnInError("5S", False))
    assert table.table.places() == {
        "1.1": ("9S", "6D"),
        "dealer": ("6C", "KH"),
        "held": ("5S",),
    }
    table.act("1 surrender")
    assert table.table.places() == {"rack": ("9S", "6D", "6C", "KH"), "held": ("5S",)}
