"""§ 685a.12, each lettered clause with each of its branches, worked out by hand."""

from __future__ import annotations

import pytest

from rigs.emulators.controller import Controller, KeyRefused
from tests.controller.desk import DOUBLE_ATTACK, DOWN_UNDER, Desk, offers

BET = {"bet": "20.00"}
BET_AND_BUST_IT = {"bet": "20.00", "bust_it": "5.00"}
DECIDE = offers("1.1", "hit", "stand", "double")


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def two(desk: Desk) -> Desk:
    """Two boxes, 9 5 and 8 4, against 6 up and 7 in the hole; box 1 is on turn."""
    desk.down_under("9S 8S 6D 5S 4S 7C", BET, BET)
    assert desk.light("red")[-3:] == DECIDE
    return desk


# (a)


def test_a_face_up_card_goes_to_the_rack_and_the_deal_comes_again(two: Desk) -> None:
    two.act("1.1", "hit")
    assert two.cards("KH", face="up") == ["rack shoe KH", "deal 1.1 up shoe"]
    assert two.cards("KS", face="up") == ["rack shoe KS", "deal 1.1 up shoe"]
    assert two.cards("2H") == offers("1.1", "hit", "stand")


def test_a_face_up_card_for_the_hole(desk: Desk) -> None:
    desk.down_under("9S 6D 5S", BET)
    assert desk.cards("KH", face="up") == ["rack shoe KH", "deal dealer down shoe"]
    assert desk.cards("7C") == ["peek"]


# (b)


def test_b_unexposed_card_is_the_next_card(two: Desk) -> None:
    assert two.error_card("2H", "no") == ["hold"]
    assert two.act("1.1", "hit") == ["deal 1.1 up held", *offers("1.1", "hit", "stand")]
    assert two.act("1.1", "hit") == ["deal 1.1 up shoe"]


def test_b_goes_to_the_next_hand_or_the_dealer_when_the_hand_on_turn_stands(two: Desk) -> None:
    two.error_card("KH", "no")
    two.act("1.1", "stand")
    # 6 7 and the king: 23 for the dealer
    assert two.act("2.1", "stand") == ["reveal", "deal dealer up held"]
    assert two.dealer("settle")[0] == "settle 1.1 bet 0.00 20.00 20.00"


def test_b_two_cards_in_their_order(two: Desk) -> None:
    two.error_card("2H", "no")
    two.error_card("3H", "no")
    two.act("1.1", "hit")
    assert two.act("1.1", "hit") == ["deal 1.1 up held", *offers("1.1", "hit", "stand")]
    two.act("1.1", "stand")
    two.act("2.1", "stand")
    two.cards("9C")
    said = two.dealer("settle")
    assert "rack 1.1 9S 5S 2H 3H" in said


def test_b_during_double_attack_wagers(desk: Desk) -> None:
    desk.open(DOUBLE_ATTACK, BET)
    desk.cards("6H")
    assert desk.error_card("2H", "no") == ["hold"]
    assert desk.key("close-wagers") == ["deal 1.1 up held", "deal 1.1 up shoe"]


def test_b_unused_card_stays_for_the_next_round(desk: Desk) -> None:
    desk.down_under("9S 6D 9H AC", BET)
    desk.light("yellow")
    desk.error_card("2H", "no")
    desk.act("1.1", "stand")
    desk.dealer("settle")
    assert desk.open(DOWN_UNDER, BET) == ["deal 1.1 up held", "deal dealer up shoe"]


# (c)


def test_c_accepted_by_the_hand_on_turn(two: Desk) -> None:
    assert two.error_card("2H", "yes") == ["offer 1.1 exposed-card"]
    assert two.act("1.1", "hit") == ["refuse 1.1 hit"]
    assert two.act("2.1", "accept") == ["refuse 2.1 accept"]
    assert two.act("1.1", "accept") == ["deal 1.1 up held", *offers("1.1", "hit", "stand")]


def test_c_refused_freezes_and_the_next_hand_has_the_offer(two: Desk) -> None:
    two.error_card("KH", "yes")
    assert two.act("1.1", "refuse") == ["freeze 1.1", "offer 2.1 exposed-card"]
    # 8 4 and the king: 22; the frozen 14 stays in play, the dealer draws
    assert two.act("2.1", "accept") == [
        "deal 2.1 up held",
        "settle 2.1 bet 20.00 0.00 0.00",
        "rack 2.1 8S 4S KH",
        "reveal",
        "deal dealer up shoe",
    ]
    assert two.act("1.1", "hit") == ["refuse 1.1 hit"]
    two.cards("KC")
    assert two.dealer("settle")[0] == "settle 1.1 bet 0.00 20.00 20.00"


def test_c_refused_by_all_the_dealer_draws_it(two: Desk) -> None:
    two.error_card("KH", "yes")
    two.act("1.1", "refuse")
    assert two.act("2.1", "refuse") == ["freeze 2.1", "reveal", "deal dealer up held"]


def test_c_refused_by_all_and_the_dealer_stands(desk: Desk) -> None:
    desk.down_under("9S KD 5S 7C", BET)
    desk.light("red")
    desk.error_card("KH", "yes")
    assert desk.act("1.1", "refuse") == ["freeze 1.1", "reveal", "rack held KH"]
    assert desk.dealer("settle")[0] == "settle 1.1 bet 20.00 0.00 0.00"


def test_c_turn_does_not_reach_the_dealer(desk: Desk) -> None:
    """Box 1 accepts and goes over; a second exposed card finds nobody, and no dealer's turn."""
    desk.double_attack("7H 9S 5D 8C", BET)
    desk.act("1.1", "double")
    desk.cards("2C")  # only surrender or stand are left: not entitled to draw
    assert desk.error_card("KH", "yes") == []
    assert desk.act("1.1", "surrender") == [
        "rack 1.1 9S 5D 2C",
        "settle 1.1 bet 10.00 10.00 0.00",
        "settle 1.1 double_down 10.00 10.00 0.00",
        "rack held KH",
        "rack dealer 7H 8C",
        "round-over",
    ]


def test_c_split_ace_with_its_card_is_passed_over(desk: Desk) -> None:
    desk.double_attack("6H AS 9S AD 8S 9C", BET, BET)
    desk.act("1.1", "split")
    desk.cards("4C")
    assert desk.error_card("2H", "yes") == []
    assert desk.act("1.1", "stand") == ["offer 1.2 exposed-card"]
    assert desk.act("1.2", "accept") == ["deal 1.2 up held", *offers("1.2", "surrender", "stand")]


def test_c_seen_before_anyone_acts_is_offered_to_the_first_on_turn(desk: Desk) -> None:
    desk.double_attack("KH 9S 5D 8C", BET)
    desk.error_card("2H", "yes")
    assert "offer 1.1 exposed-card" not in desk.log
    desk.dealer("peek")
    assert desk.reader("no") == ["offer 1.1 exposed-card"]


def test_c_during_the_first_two_rounds_is_just_the_next_card(desk: Desk) -> None:
    desk.open(DOUBLE_ATTACK, BET)
    desk.cards("6H")
    desk.error_card("2H", "yes")
    assert desk.key("close-wagers") == ["deal 1.1 up held", "deal 1.1 up shoe"]
    assert not any("exposed-card" in line for line in desk.log)


@pytest.mark.parametrize("exposed", ["yes", "no"])
def test_bc_a_card_that_was_due_anyway_goes_where_it_was_due(desk: Desk, exposed: str) -> None:
    desk.open(DOWN_UNDER, BET)
    desk.cards("9S")
    assert desk.cards("6D") == ["deal 1.1 up shoe"]
    assert desk.key("drawn-in-error", exposed=exposed) == []
    assert desk.cards("5S") == ["deal dealer down shoe"]
    desk.key("masque-fault", fault="no-light")
    with pytest.raises(KeyRefused):
        desk.key("drawn-in-error", exposed=exposed)


# (d)


@pytest.mark.parametrize("exposed", ["yes", "no"])
def test_d_card_drawn_by_accident_does_not_count(desk: Desk, exposed: str) -> None:
    desk.down_under("9S KD 9H 7C", BET)
    desk.light("red")
    desk.act("1.1", "stand")
    assert desk.error_card("4H", exposed) == ["rack shoe 4H"]
    assert desk.dealer("settle") == [  # 18 beats 17, not the 21 that the card would have made
        "settle 1.1 bet 0.00 20.00 20.00",
        "rack 1.1 9S 9H",
        "rack dealer KD 7C",
        "round-over",
    ]


# (e)


def test_e_empty_shoe_is_refilled_burned_and_the_deal_comes_again(two: Desk) -> None:
    two.act("1.1", "hit")
    assert two.hear("shoe", "empty") == ["reshuffle rack"]
    assert two.key("shoe-refilled", count=20) == ["burn"]
    assert two.cards("KH") == ["rack shoe KH", "deal 1.1 up shoe"]
    assert two.cards("2H") == offers("1.1", "hit", "stand")


def test_e_face_up_card_after_the_burn(two: Desk) -> None:
    two.act("1.1", "hit")
    two.hear("shoe", "empty")
    two.key("shoe-refilled", count=20)
    two.cards("KH")
    assert two.cards("3H", face="up") == ["rack shoe 3H", "deal 1.1 up shoe"]


def test_e_rack_too_short_voids_the_round(two: Desk) -> None:
    """Only the burned card is in the rack: it cannot help, so the round is void."""
    two.act("1.1", "hit")
    two.hear("shoe", "empty")
    two.key("shoe-refilled", count=1)
    two.cards("KH")
    assert two.hear("shoe", "empty") == [
        "dead 1.1",
        "settle 1.1 bet 0.00 20.00 0.00",
        "rack 1.1 9S 5S",
        "dead 2.1",
        "settle 2.1 bet 0.00 20.00 0.00",
        "rack 2.1 8S 4S",
        "rack dealer 6D 7C",
        "round-over",
    ]


# (f)


def test_f_one_card_accepted(desk: Desk) -> None:
    desk.open(DOWN_UNDER, BET, BET, BET)
    desk.cards("9S 8S 7S 6D")
    assert desk.cards("5S") == ["deal 2.1 up shoe"]
    assert desk.key("skipped", seat=2, hand=1, found="in-time") == ["deal 3.1 up shoe"]
    assert desk.cards("4S") == ["offer 2.1 second-card"]
    assert desk.act("2.1", "accept") == ["deal 2.1 up shoe"]
    assert desk.cards("3S") == ["deal dealer down shoe"]


def test_f_first_card_missed(desk: Desk) -> None:
    desk.open(DOWN_UNDER, BET, BET)
    assert desk.key("skipped", seat=1) == ["deal 2.1 up shoe"]
    assert desk.cards("8S 6D 5S") == ["deal dealer up shoe", "deal 1.1 up shoe", "deal 2.1 up shoe"]
    assert desk.cards("4S") == ["offer 1.1 second-card"]


def test_f_one_card_declined(desk: Desk) -> None:
    desk.open(DOWN_UNDER, BET, BET)
    desk.cards("9S 8S 6D")
    desk.key("skipped", seat=1)
    desk.cards("5S")
    assert desk.act("1.1", "decline") == [
        "dead 1.1",
        "settle 1.1 bet 0.00 20.00 0.00",
        "rack 1.1 9S",
        "deal dealer down shoe",
    ]
    desk.cards("7C")
    assert desk.light("red")[1:] == offers("2.1", "hit", "stand", "double")


def test_f_no_card_at_all(desk: Desk) -> None:
    desk.open(DOWN_UNDER, BET, BET)
    desk.cards("9S")
    assert desk.key("skipped", seat=2) == ["deal dealer up shoe"]
    desk.cards("6D 5S")
    assert desk.key("skipped", seat=2) == [
        "dead 2.1",
        "settle 2.1 bet 0.00 20.00 0.00",
        "deal dealer down shoe",
    ]


def test_f_no_card_at_all_bet_stays_by_house_rule(desk: Desk) -> None:
    desk.open(DOWN_UNDER, BET, BET, dead_no_card_bet="stays_for_next")
    desk.cards("9S")
    desk.key("skipped", seat=2)
    desk.cards("6D 5S")
    assert desk.key("skipped", seat=2) == ["dead 2.1", "deal dealer down shoe"]


def test_f_in_double_attack_the_bust_it_stays(desk: Desk) -> None:
    desk.open(DOUBLE_ATTACK, BET_AND_BUST_IT, BET)
    desk.cards("6H")
    desk.wager(1, "double_attack", "10.00")
    desk.key("close-wagers")
    desk.key("skipped", seat=1)
    desk.cards("9S")
    desk.key("skipped", seat=1)
    assert desk.cards("9D") == [
        "dead 1.1",
        "settle 1.1 bet 0.00 20.00 0.00",
        "settle 1.1 double_attack 0.00 10.00 0.00",
        "deal dealer down shoe",
    ]
    desk.cards("9H")
    desk.act("2.1", "stand")
    desk.cards("7C")
    assert "settle 1.1 bust_it 0.00 5.00 50.00" in desk.dealer("settle")


# (g)


def test_g_late_card_before_the_reveal(two: Desk) -> None:
    two.act("1.1", "hit")
    assert two.key("skipped", seat=1, hand=1) == offers("2.1", "hit", "stand", "double")
    assert two.act("1.1", "hit") == ["refuse 1.1 hit"]
    assert two.act("2.1", "stand") == offers("1.1", "late-card", "dead-hand")
    assert two.act("1.1", "stand") == ["refuse 1.1 stand"]
    assert two.act("1.1", "late-card") == ["deal 1.1 up shoe"]
    assert two.cards("2H") == offers("1.1", "hit", "stand")
    assert two.act("1.1", "stand") == ["reveal", "deal dealer up shoe"]


def test_g_dead_hand(two: Desk) -> None:
    two.act("1.1", "double", amount="10.00")
    two.key("skipped", seat=1, hand=1)
    two.act("2.1", "stand")
    assert two.act("1.1", "dead-hand") == [
        "dead 1.1",
        "settle 1.1 bet 0.00 20.00 0.00",
        "settle 1.1 double_down 0.00 10.00 0.00",
        "rack 1.1 9S 5S",
        "reveal",
        "deal dealer up shoe",
    ]


def test_g_double_that_was_passed_over_gets_its_one_card(two: Desk) -> None:
    two.act("1.1", "double")
    two.key("skipped", seat=1, hand=1)
    two.act("2.1", "stand")
    two.act("1.1", "late-card")
    assert two.cards("2H") == ["reveal", "deal dealer up shoe"]


def test_g_found_after_the_reveal_only_a_dead_hand_is_left(two: Desk) -> None:
    two.act("1.1", "hit")
    two.key("skipped", seat=1, hand=1, found="after-reveal")
    assert two.act("2.1", "stand") == ["reveal", "offer 1.1 dead-hand"]
    assert two.act("1.1", "late-card") == ["refuse 1.1 late-card"]
    assert two.act("1.1", "dead-hand") == [
        "dead 1.1",
        "settle 1.1 bet 0.00 20.00 0.00",
        "rack 1.1 9S 5S",
        "deal dealer up shoe",
    ]


@pytest.mark.parametrize("found", ["in-time", "after-reveal"])
def test_g_early_exposure_leaves_both_choices(desk: Desk, found: str) -> None:
    """.7(h) had exposed the hole card, so the card may still be had."""
    desk.down_under("9S 8S KD 5S 4S TC", BET, BET)
    assert desk.light("yellow")[:2] == ["spot yellow", "reveal"]
    desk.act("1.1", "hit")
    desk.key("skipped", seat=1, hand=1, found=found)
    assert desk.act("2.1", "stand") == offers("1.1", "late-card", "dead-hand")
    assert desk.act("1.1", "late-card") == ["deal 1.1 up shoe"]
    desk.cards("7H")
    assert desk.act("1.1", "stand") == []
    assert desk.dealer("settle")[:2] == [
        "settle 1.1 bet 0.00 20.00 20.00",
        "settle 2.1 bet 20.00 0.00 0.00",
    ]


def test_g_only_hand_dead_after_the_reveal_ends_the_round(desk: Desk) -> None:
    desk.down_under("9S 6D 5S 7C", BET)
    desk.light("red")
    desk.act("1.1", "hit")
    assert desk.key("skipped", seat=1, found="after-reveal") == ["reveal", "offer 1.1 dead-hand"]
    assert desk.act("1.1", "dead-hand")[-2:] == ["rack dealer 6D 7C", "round-over"]


# (h)

COLOURS = {"4C": "blue", "7C": "red", "TC": "yellow"}
WRONG = [(card, c) for card, right in COLOURS.items() for c in COLOURS.values() if c != right]


@pytest.mark.parametrize(("hole", "shown"), WRONG)
def test_h_wrong_light_never_noticed_shows_at_the_reveal(desk: Desk, hole: str, shown: str) -> None:
    """Each of the six ways. The upcard 6 is not Large: the card lies hidden until the end."""
    desk.down_under(f"9S 6D 9H {hole}", BET)
    assert desk.light(shown)[0] == f"spot {shown}"
    assert desk.act("1.1", "stand") == ["reveal", *offers("dealer", "continue", "dead-hand")]
    assert desk.dealer("continue") == ["deal dealer up shoe"]


def test_h_found_in_play_and_played_on(two: Desk) -> None:
    two.key("wrong-spot", spot="blue")
    two.act("1.1", "hit")
    assert two.key("error-found") == offers("dealer", "continue", "dead-hand")
    assert two.act("1.1", "stand") == ["refuse 1.1 stand"]
    assert two.dealer("continue") == []
    assert two.cards("2H") == offers("1.1", "hit", "stand")  # the deal still stands
    two.act("1.1", "stand")
    # decided once: the reveal does not ask again
    assert two.act("2.1", "stand") == ["reveal", "deal dealer up shoe"]


def test_h_dead_hands_also_those_over_21(two: Desk) -> None:
    two.act("1.1", "double")
    two.cards("KH")
    two.act("2.1", "hit")
    two.cards("2H")
    two.key("wrong-spot", spot="yellow")
    two.key("error-found")
    assert two.dealer("dead-hand") == [
        "dead 1.1",
        "restore 1.1 bet 20.00",
        "restore 1.1 double_down 20.00",
        "dead 2.1",
        "settle 2.1 bet 0.00 20.00 0.00",
        "rack 2.1 8S 4S 2H",
        "rack dealer 6D 7C",
        "round-over",
    ]


def test_h_the_choice_is_made_once(desk: Desk) -> None:
    desk.down_under("9S 6D 9H 7C", BET)
    desk.light("red")
    desk.key("wrong-spot", spot="blue")
    assert desk.act("1.1", "stand") == ["reveal", *offers("dealer", "continue", "dead-hand")]
    desk.dealer("continue")
    desk.cards("4H")
    with pytest.raises(KeyRefused):
        desk.key("error-found")
    assert desk.dealer("settle")[0] == "settle 1.1 bet 0.00 20.00 20.00"


def test_h_found_while_the_dealer_waits_to_settle(desk: Desk) -> None:
    """Exposed early under the right light, laid on the wrong spot afterwards."""
    desk.down_under("9S KD 5H TC", BET)
    desk.light("yellow")
    desk.key("wrong-spot", spot="red")
    assert desk.act("1.1", "stand") == []
    assert desk.key("error-found") == offers("dealer", "continue", "dead-hand")
    assert desk.dealer("dead-hand")[:3] == [
        "dead 1.1",
        "settle 1.1 bet 0.00 20.00 0.00",
        "rack 1.1 9S 5H",
    ]


def test_h_wrong_yellow_exposes_a_card_that_is_not_large(desk: Desk) -> None:
    desk.down_under("AS 9S KD TS 8S 6C", BET, BET)
    assert desk.light("yellow") == [
        "spot yellow",
        "reveal",
        *offers("dealer", "continue", "dead-hand"),
    ]
    assert desk.dealer("continue")[:2] == ["settle 1.1 bet 0.00 20.00 30.00", "rack 1.1 AS TS"]


def test_h_wrong_yellow_and_dead_hands_insurance_is_settled_on_its_own(desk: Desk) -> None:
    desk.down_under("9S AD 8S 6C", BET)
    desk.wager(1, "insurance", "10.00")
    assert "settle 1.1 insurance 10.00 0.00 0.00" in desk.light("yellow")
    assert desk.dealer("dead-hand") == [
        "dead 1.1",
        "settle 1.1 bet 0.00 20.00 0.00",
        "rack 1.1 9S 8S",
        "rack dealer AD 6C",
        "round-over",
    ]


def test_h_paid_blackjack_stays_paid(desk: Desk) -> None:
    desk.down_under("AS 9S 6D TS 8S 7C", BET, BET)
    desk.light("blue")
    desk.key("error-found")
    assert "dead 1.1" not in desk.dealer("dead-hand")


def test_h_right_light_brings_no_choice(two: Desk) -> None:
    two.act("1.1", "stand")
    assert two.act("2.1", "stand") == ["reveal", "deal dealer up shoe"]


# (i)


@pytest.mark.parametrize("fault", ["no-light", "two-lights", "frozen-light", "power-lost"])
def test_i_fault_before_the_light_voids_the_round(desk: Desk, fault: str) -> None:
    desk.down_under("9S 8S 6D 5S 4S 7C", BET, BET)
    assert desk.key("masque-fault", fault=fault) == [
        "block masque-reader",
        "dead 1.1",
        "settle 1.1 bet 0.00 20.00 0.00",
        "rack 1.1 9S 5S",
        "dead 2.1",
        "settle 2.1 bet 0.00 20.00 0.00",
        "rack 2.1 8S 4S",
        "rack dealer 6D 7C",
        "round-over",
    ]


def test_i_void_round_returns_the_insurance_too(desk: Desk) -> None:
    desk.down_under("9S AD 5S 7C", BET)
    desk.wager(1, "insurance", "10.00")
    assert "settle 1.1 insurance 0.00 10.00 0.00" in desk.key("masque-fault", fault="no-light")


def test_i_fault_after_the_right_light_lets_the_round_end(two: Desk) -> None:
    assert two.hear("masque-reader", "fault", code="two-lights") == ["block masque-reader"]
    assert two.key("masque-fault", fault="two-lights") == []  # said once
    two.act("1.1", "stand")
    assert two.act("2.1", "stand") == ["reveal", "deal dealer up shoe"]
    two.cards("9C")
    assert two.dealer("settle")[-1] == "round-over"
    assert two.open(DOWN_UNDER, BET) == ["refuse dealer open-round"]


def test_i_only_an_inspected_repair_opens_the_table(desk: Desk) -> None:
    desk.key("masque-fault", fault="light-without-card")
    assert desk.key("masque-restored", how="repaired", inspected="no") == []
    assert desk.open(DOWN_UNDER, BET) == ["refuse dealer open-round"]
    assert desk.key("masque-restored", how="replaced", inspected="yes") == ["unblock"]
    assert desk.open(DOWN_UNDER, BET) == ["deal 1.1 up shoe"]


def test_i_bars_this_game_only(desk: Desk) -> None:
    desk.key("masque-fault", fault="no-light")
    assert desk.open(DOUBLE_ATTACK, BET) == ["deal dealer up shoe"]


# (j)


@pytest.mark.parametrize("what", ["jam", "stopped", "incomplete"])
def test_j_batch_is_shuffled_again_and_the_round_goes_on(two: Desk, what: str) -> None:
    two.hear("shuffler", "cycle-started", batch="A")
    assert two.hear("shuffler", what, batch="A") == ["reshuffle A"]
    two.hear("shuffler", "cycle-done", batch="A", count="312")
    assert two.controller.state()["batches"] == {"A": "unshuffled"}
    two.hear("shuffler", "cycle-started", batch="A")
    two.hear("shuffler", "cycle-done", batch="A", count="312")
    assert two.controller.state()["batches"] == {"A": "shuffled"}
    assert two.act("1.1", "hit") == ["deal 1.1 up shoe"]


# (k)


def test_k_sign_before_any_other_shuffle(desk: Desk) -> None:
    assert desk.hear("shuffler", "fault", code="out-of-service") == ["cover"]
    assert desk.key("shuffler-out") == []  # said once
    assert desk.key("hand-shuffle") == ["refuse dealer hand-shuffle"]
    assert desk.hear("shuffler", "cycle-started", batch="B") == ["refuse dealer shuffler"]
    assert desk.key("sign-placed") == []
    assert desk.key("hand-shuffle") == ["offer dealer hand-shuffle"]
    assert desk.key("shuffler-repaired") == []
    assert desk.hear("shuffler", "cycle-started", batch="B") == []


def test_k_a_second_failure_needs_a_new_sign(desk: Desk) -> None:
    desk.key("shuffler-out")
    desk.key("sign-placed")
    desk.key("shuffler-repaired")
    assert desk.key("shuffler-out") == ["cover"]
    assert desk.key("hand-shuffle") == ["refuse dealer hand-shuffle"]


def test_a_card_drawn_between_rounds_is_burned() -> None:
    """§ 685a.7(c): a batch's first card, and one for each new dealer, goes to the rack."""
    controller = Controller()
    said = controller.hear("shoe", "card", {"card": "2C", "face": "down"})
    assert [(one.kind, one.data) for one in said] == [("rack", {"source": "shoe", "cards": "2C"})]
