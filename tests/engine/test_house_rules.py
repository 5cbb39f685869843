"""Every house rule in each of its values, by hand."""

from __future__ import annotations

import pytest

from reference_engine import HouseRuleError, NotPossible, new_table
from reference_engine import events as e
from reference_engine.law import house_rules
from reference_engine.money import parse
from tests.engine.play import BOTH, CHOICES
from tests.engine.rounds import DA, DU, At, ruling, settle, wagers

LOW = "6C 9S 6D KH"
"""The player surrenders 9 + 6 against a 6."""

CASES = [
    # surrender_half_rounding: 12.25 has no exact half in cents; 6.125 is 6.12 or 6.13.
    (
        DA,
        "surrender_half_rounding",
        "exact",
        "1 12.25",
        LOW,
        "1 surrender",
        "1.1 bet 6.125/6.125/0",
    ),
    (
        DA,
        "surrender_half_rounding",
        "odd_to_house",
        "1 12.25",
        LOW,
        "1 surrender",
        "1.1 bet 6.13/6.12/0",
    ),
    (
        DA,
        "surrender_half_rounding",
        "odd_to_player",
        "1 12.25",
        LOW,
        "1 surrender",
        "1.1 bet 6.12/6.13/0",
    ),
    # surrender_double_down: 5 + 4 doubled for 10, then a 2, surrendered.
    *(
        (
            DA,
            "surrender_double_down",
            value,
            "1 20",
            "6C 5S 4D KH 2S",
            "1 double 10, 1 surrender",
            f"1.1 bet 10/10/0; 1.1 double_down {share}/0",
        )
        for value, share in (("half", "5/5"), ("all_to_house", "10/0"), ("all_returned", "0/10"))
    ),
    # dealer_bj_double_attack: K + A against 9 + 6, not surrendered.
    *(
        (
            DA,
            "dealer_bj_double_attack",
            value,
            "1 20+20",
            "KC 9S 6D AH",
            "",
            f"1.1 bet 20/0/0; 1.1 double_attack {share}/0",
        )
        for value, share in (("returned", "0/20"), ("to_house", "20/0"))
    ),
    # surrender_bj_bust_it: the same money, whichever clause collects it.
    *(
        (
            DA,
            "surrender_bj_bust_it",
            value,
            "1 20 bust 5",
            "KC 9S 6D AH",
            "1 surrender",
            "1.1 bet 20/0/0; 1.1 bust_it 5/0/0",
        )
        for value in ("collect_now", "collect_at_m")
    ),
    # insurance_base: half of 20, or half of 40; the hole card is a queen.
    *(
        (
            DA,
            "insurance_base",
            value,
            "1 20+20",
            "AC 9S 6D QH",
            "1 insure",
            f"1.1 bet 20/0/0; 1.1 double_attack 0/20/0; 1.1 insurance {share}",
        )
        for value, share in (("bet", "0/10/25"), ("bet_plus_double_attack", "0/20/50"))
    ),
    # double_cap_base: 5 + 6 + 10 = 21 against 18.
    *(
        (
            DA,
            "double_cap_base",
            value,
            "1 20+20",
            "6C 5S 6D KH QS 2S",
            "1 double",
            f"1.1 bet 0/20/20; 1.1 double_attack 0/20/20; 1.1 double_down {share}",
        )
        for value, share in (("bet_plus_double_attack", "0/40/40"), ("bet", "0/20/20"))
    ),
    # dealer_soft_17: A + 6 stands and loses to 18; or draws a 4: 21.
    (DA, "dealer_soft_17", "stand", "1 20", "AC 9S 9D 6H 4S", "1 stand", "1.1 bet 0/20/20"),
    (DA, "dealer_soft_17", "hit", "1 20", "AC 9S 9D 6H 4S", "1 stand", "1.1 bet 20/0/0"),
    (DU, "dealer_soft_17", "stand", "1 20", "9S AC 9D 6H 4S", "1 stand", "1.1 bet 0/20/20"),
    (DU, "dealer_soft_17", "hit", "1 20", "9S AC 9D 6H 4S", "1 stand", "1.1 bet 20/0/0"),
    # dealer_22: 6 + 10 + 6; a 20 pushes or wins.
    (DU, "dealer_22", "golden_rule", "1 20", "KS 6C 9D KH 6S", "1 stand", "1.1 bet 0/20/0"),
    (DU, "dealer_22", "bust", "1 20", "KS 6C 9D KH 6S", "1 stand", "1.1 bet 0/20/20"),
    # dealer_accident_totals: 18 of the dealer stands whatever becomes of the card.
    *(
        (
            DU,
            "dealer_accident_totals",
            value,
            "1 20",
            "9S KC 9D 8H 2S",
            "1 stand, (d)",
            "1.1 bet 0/20/0",
        )
        for value in ("every_standing_total", "exactly_17", "hard_17_only")
    ),
    # dead_hand_returns: doubled, then dead for the wrong light.
    *(
        (
            DU,
            "dead_hand_returns",
            value,
            "1 20",
            "5S 6C 6D KH 2H",
            "(h) light=blue, 1 double, dealer dead-hand",
            f"1.1 bet 0/20/0; 1.1 double_down {share}/0",
        )
        for value, share in (("all_main_wagers", "0/20"), ("initial_bet_only", "20/0"))
    ),
]


@pytest.mark.parametrize(("game", "name", "value", "staked", "shoe", "does", "expected"), CASES)
def test_money_under_each_value(
    game: str, name: str, value: str, staked: str, shoe: str, does: str, expected: str
) -> None:
    assert settle(game, staked, shoe, does, **{name: value}) == wagers(expected)


def test_rounding_by_wager_or_by_sum() -> None:
    # 0.01 and 0.01: halves of each, the odd cent twice to the house; or one cent of their sum.
    each = settle(DA, "1 0.01+0.01", LOW, "1 surrender", surrender_half_rounding="odd_to_house")
    assert each == wagers("1.1 bet 0.01/0/0; 1.1 double_attack 0.01/0/0")
    summed = settle(
        DA,
        "1 0.01+0.01",
        LOW,
        "1 surrender",
        surrender_half_rounding="odd_to_house",
        surrender_half_basis="sum",
    )
    assert summed == wagers("1.1 bet 0.01/0/0; 1.1 double_attack 0/0.01/0")
    exact = settle(DA, "1 0.01+0.01", LOW, "1 surrender", surrender_half_basis="sum")
    assert exact == wagers("1.1 bet 0.005/0.005/0; 1.1 double_attack 0.005/0.005/0")


def test_a_rounded_half_rests_on_the_house_rule_and_an_exact_one_on_the_law() -> None:
    made = ruling(DA, "1 12.25", LOW, "1 surrender", surrender_half_rounding="odd_to_house")
    assert made.house_rules["surrender_half_rounding"] == "odd_to_house"
    even = ruling(DA, "1 12", LOW, "1 surrender", surrender_half_rounding="odd_to_house")
    assert even.house_rules == {}


def test_surrender_bj_double_down_needs_the_reader_on_surrender() -> None:
    # Nobody can double before the reading unless the reader waits for a surrender.
    for value, share in (("returned", "0/20"), ("to_house", "20/0")):
        made = settle(
            DA,
            "1 20",
            "KC 5S 4D AH 2S",
            "1 double, 1 surrender",
            peek_timing="on_surrender",
            surrender_bj_double_down=value,
        )
        assert made == wagers(f"1.1 bet 20/0/0; 1.1 double_down {share}/0")


def test_peek_timing_on_surrender() -> None:
    table = At(DA, peek_timing="on_surrender").open("1 20,2 20").draw("KC 9S 9D 6D 6H 7H")
    assert table.due == "act 1.1 surrender/hit/stand/double"
    table.act("1 surrender")
    assert table.said == ["peek", "not settle hand=1.1 wager=bet", "not rack source=1.1"]
    table.do(e.Peek())
    assert table.said[:4] == [
        "card-reader: answer blackjack=no",
        "rack source=1.1 cards=9S 6D",
        "not deal to=1.1",
        "settle hand=1.1 wager=bet to_house=10.00 returned=10.00 won=0.00",
    ]
    assert table.due == "act 2.1 surrender/hit/stand/double"


def test_peek_timing_on_surrender_and_nobody_does() -> None:
    # The hand stands on 20, the reveal shows K + A: the Bet is lost.
    made = settle(DA, "1 20+20", "KC KS QD AH", "1 stand", peek_timing="on_surrender")
    assert made == wagers("1.1 bet 20/0/0; 1.1 double_attack 0/20/0")
    # A player Blackjack waits for the reveal.
    paid = settle(DA, "1 20,2 20", "KC AS 9D QS 9H 7H", "2 stand", peek_timing="on_surrender")
    assert paid == wagers("1.1 bet 0/20/20; 2.1 bet 0/20/20")
    # So does Insurance; and a hand that bust leaves it to be decided.
    alone = settle(DA, "1 20", "AC 9S 6D 7H QS", "1 insure, 1 hit", peek_timing="on_surrender")
    assert alone == wagers("1.1 bet 20/0/0; 1.1 insurance 10/0/0")


def test_reread_on_surrender() -> None:
    def late(value: str) -> At:
        table = At(DA, reread_on_surrender=value).open("1 20").draw("KC 5S 4D 7H")
        return table.do(e.DealerAct("peek"), e.Peek()).act("1 hit").draw("2S").act("1 surrender")

    once = late("no")
    assert once.said[:2] == ["not peek", "not card-reader: answer"]
    assert once.certainty("not peek") == "house-rule"
    assert once.certainty("settle") == "read"
    twice = late("yes")
    assert twice.said[0] == "peek"
    twice.do(e.Peek())
    assert twice.said[0] == "card-reader: answer blackjack=no"
    assert "settle hand=1.1 wager=bet to_house=10.00 returned=10.00 won=0.00" in twice.said


def test_surrender_of_a_blackjack() -> None:
    table = At(DA, surrender_blackjack="yes").open("1 20").draw("KC AS QD 7H")
    assert table.said[1:] == ["offer to=1.1 option=surrender"]
    table.act("1 surrender").do(e.DealerAct("peek"), e.Peek())
    assert "settle hand=1.1 wager=bet to_house=10.00 returned=10.00 won=0.00" in table.said


def test_when_the_cards_are_collected_on_a_dealer_blackjack() -> None:
    def said(value: str) -> list[str]:
        table = At(DA, bj_cards_collected=value).open("1 20").draw("KC 9S 6D AH")
        words = table.act("1 surrender").do(e.DealerAct("peek"), e.Peek()).said
        return [one.split()[0] for one in words]

    assert said("end_of_round") == [
        "card-reader:",
        "reveal",
        "settle",
        "rack",
        "rack",
        "round-over",
    ]
    assert said("at_once") == ["card-reader:", "reveal", "rack", "settle", "rack", "round-over"]


def test_a_foreign_ten() -> None:
    with pytest.raises(NotPossible, match="TC is no card of this game") as fault:
        At(DA).open("1 20").draw("TC")
    assert fault.value.clause == "665a.3~composition"
    # Taken literally it is not an ace or court card, so (b)(1).
    table = At(DA, foreign_ten="literal").open("1 20").draw("TC 9S 6D 7H").act("1 surrender")
    assert table.clauses("settle") == ("665a.9(b)(1)",)


@pytest.mark.parametrize(("value", "last"), [("4", 4), ("3", 3), ("2", 2)])
def test_max_split_hands(value: str, last: int) -> None:
    table = At(DA, max_split_hands=value).open("1 20").draw("6C 8S 8D KH")
    for card in ("8H", "8C", "8S")[: last - 1]:
        table.act("1 split").draw(card)
    assert "split" not in table.table.due.options
    assert len(table.table.hands) == last


def test_double_on_first_two_or_any_cards() -> None:
    for value, options in (
        ("any_cards", "surrender/hit/stand/double"),
        ("first_two", "surrender/hit/stand"),
    ):
        table = At(DA, double_on=value).open("1 20").draw("6C 2S 3D KH").act("1 hit").draw("2H")
        assert table.due == f"act 1.1 {options}"


def test_decks_limit_the_copies_of_a_card() -> None:
    for game, values in ((DA, ("8", "6")), (DU, ("6", "4", "5", "8"))):
        for value in values:
            rack = " ".join(["9S"] * int(value))
            with pytest.raises(NotPossible, match=f"all {value} copies"):
                At(game, rack=rack, decks=value).open("1 20").draw("9S")


def test_insurance_offered() -> None:
    assert At(DU).open("1 20").draw("9S AC 9D 7H").due == "insurance 1.1"
    assert At(DU, insurance_offered="no").open("1 20").draw("9S AC 9D 7H").due == "peek"


def test_an_exposed_card_for_hands_that_have_stood() -> None:
    def refused(value: str) -> At:
        table = At(DU, exposed_offer=value).open("1 20,2 20").draw("9S 9H 6C 6D 5D KH")
        table.do(e.Peek()).act("1 stand").do(e.DrawnInError("4S", exposed=True))
        return table.act("2 refuse")

    assert refused("entitled_hands").said[-1] == "deal to=dealer face=up source=held"
    asked = refused("all_players_even_stood")
    assert asked.said[-1] == "offer to=1.1 option=exposed-card"
    asked.act("1 accept")
    # 9 + 6 + 4 = 19, and the hand stays stood; the dealer's turn.
    assert asked.said[:2] == ["deal to=1.1 face=up source=held", "reveal"]


def test_a_refusal_of_one_hand_or_of_the_player() -> None:
    def frozen(value: str) -> list[str]:
        table = At(DU, refusal_scope=value).open("1 20").draw("8S 6C 8D KH").do(e.Peek())
        table.act("1 split").draw("2H").do(e.DrawnInError("4S", exposed=True)).act("1 refuse")
        return [words for words in table.said if words.startswith("freeze")]

    assert frozen("hand") == ["freeze hand=1.1"]
    assert frozen("player") == ["freeze hand=1.1", "freeze hand=1.2"]


def test_the_bet_of_a_hand_without_a_card() -> None:
    def said(value: str) -> list[str]:
        table = At(DU, dead_no_card_bet=value).open("1 20,2 20").draw("9S").do(e.Skipped(2))
        return table.draw("6C 6D").do(e.Skipped(2)).said

    back = "settle hand=2.1 wager=bet to_house=0.00 returned=20.00 won=0.00"
    assert said("returned")[:2] == ["dead hand=2.1", back]
    assert said("stays_for_next")[:2] == [
        "dead hand=2.1",
        "deal to=dealer face=down source=shoe",
    ]


@pytest.mark.parametrize(
    ("value", "hole", "racked"),
    [
        ("every_standing_total", "7H", True),
        ("every_standing_total", "8H", True),
        ("exactly_17", "7H", True),
        ("exactly_17", "8H", False),
        ("hard_17_only", "7H", True),
        ("hard_17_only", "8H", False),
    ],
)
def test_which_totals_an_accident_covers(value: str, hole: str, racked: bool) -> None:
    table = At(DU, dealer_accident_totals=value).open("1 20").draw(f"9S KC 6D {hole}")
    table.do(e.Peek()).act("1 stand").do(e.DrawnInError("4S", exposed=False))
    # Where (d) does not reach, an unexposed card is the next card, as (b) has it.
    assert table.said[1] == ("rack source=shoe cards=4S" if racked else "hold")


def test_soft_17_is_covered_or_not() -> None:
    for value, racked in (("exactly_17", True), ("hard_17_only", False)):
        table = At(DU, dealer_accident_totals=value, insurance_offered="no").open("1 20")
        table.draw("9S AC 6D 6H").do(e.Peek()).act("1 stand")
        table.do(e.DrawnInError("4S", exposed=False))
        assert table.said[1] == ("rack source=shoe cards=4S" if racked else "hold")


def test_who_chooses_after_a_wrong_light_and_for_whom() -> None:
    def found(**rules: str) -> At:
        table = At(DU, **rules).open("1 20,2 20").draw("9S 9H 6C 6D 5D KH").do(e.Peek("blue"))
        return table.do(e.ErrorFound())

    by_hand = found(masque_error_scope="hand")
    assert by_hand.due == "choice dealer continue/dead-hand"
    by_hand.do(e.DealerAct("dead-hand"))
    assert by_hand.said[0] == "dead hand=1.1"
    assert by_hand.due == "choice dealer continue/dead-hand"
    by_hand.do(e.DealerAct("continue"))
    assert by_hand.due == "act 2.1 hit/stand/double"

    by_player = found(masque_error_choice="player")
    assert by_player.due == "choice 1.1 continue/dead-hand"
    by_player.act("1 continue")
    assert by_player.due == "choice 2.1 continue/dead-hand"
    by_player.act("2 dead-hand")
    assert by_player.said[0] == "dead hand=2.1"
    assert by_player.due == "act 1.1 hit/stand/double"


def test_the_round_in_which_the_masque_reader_breaks() -> None:
    for value, over in (("finish_if_light_given", False), ("void_always", True)):
        table = At(DU, masque_fault_round=value).open("1 20").draw("9S 6C 6D KH").do(e.Peek())
        table.do(e.MasqueFault("no-light"))
        assert (table.due == "round") is over


def test_a_cover_card_that_comes_first() -> None:
    late = At(DU).open("1 20").do(e.CoverCard())
    assert late.said == ["shoe: cover-card"]
    assert late.due == "card 1.1"
    before = At(DU, cover_first="reshuffle_before").open("1 20").do(e.CoverCard())
    assert before.said == ["shoe: cover-card", "reshuffle what=shoe"]
    before.do(e.ShoeRefilled(("5H", "9S", "6C", "6D", "KH")), e.BurnCard("5H"))
    assert before.said[-1] == "deal to=1.1 face=up source=shoe"


def test_double_attack_limits() -> None:
    table = At(DA, double_attack_min="5.00").open("1 20").draw("6C")
    table.do(e.PlaceWager(1, "double_attack", parse("4.99")))
    assert table.said == ["refuse to=1.1 option=double_attack"]
    table.do(e.PlaceWager(1, "double_attack", parse("5.00")))
    assert table.said == []


def test_match_the_dealer_odds() -> None:
    made = settle(
        DU,
        "1 20 match 2",
        "6S 6C 9D KH 2S",
        "1 stand",
        match_the_dealer_odds={"unsuited": "3 to 1", "suited": "7 to 2"},
    )
    assert made["1.1 match_the_dealer"] == "0/2/6"


# -- all of them are known and checked ------------------------------------------------------------


@pytest.mark.parametrize("game", [DA, DU])
def test_every_switchable_rule_is_played_in_every_value(game: str) -> None:
    """The random tables of the property tests draw each value of each rule."""
    known = {**CHOICES[game], **BOTH, "decks": ("8", "6", "4", "5")}
    for rule in house_rules(game):
        if rule.kind == "choice" and rule.switchable:
            assert set(known[rule.name]) == set(rule.values), rule.name


@pytest.mark.parametrize("game", [DA, DU])
def test_each_value_makes_a_table_and_no_other_does(game: str) -> None:
    for rule in house_rules(game):
        if rule.kind in ("choice", "integer"):
            for value in rule.values:
                assert str(new_table(game, {rule.name: value}).rules[rule.name]) == value
            with pytest.raises(HouseRuleError, match=rule.name):
                new_table(game, {rule.name: "perhaps"})


def test_unknown_names_are_one_clear_line() -> None:
    with pytest.raises(HouseRuleError, match="dealer_soft_17"):
        new_table(DA, {"dealer_soft17": "hit"})
    with pytest.raises(HouseRuleError, match="down-under-blackjack"):
        new_table("down-under", {})


def test_a_ruling_lists_the_rules_it_used_and_no_other() -> None:
    made = ruling(DU, "1 20", "KS 6C 9D KH 6S", "1 stand")
    assert made.house_rules == {"dealer_22": "golden_rule"}
    assert ruling(DU, "1 20", "KS 6C 9D KH 2S", "1 stand").house_rules == {}
