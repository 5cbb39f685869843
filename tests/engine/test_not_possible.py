"""What cannot happen is refused with its reason and, where the law gives one, its clause."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from reference_engine import NotPossible, apply
from reference_engine import events as e
from reference_engine.money import parse
from tests.engine.rounds import DA, DU, At

TWENTY = parse("20")
# 9 + 6 against a 6 with a king under it: the hand may draw, stand or double.
DU_ACT = "the table waits for act to 1.1 (hit, stand, double)"
DA_ACT = "the table waits for act to 1.1 (hit, stand, double, surrender)"


def _du(rack: str = "") -> At:
    return At(DU, rack=rack)


def _du_deals(rack: str = "") -> At:
    return _du(rack).open("1 20")


def _du_plays() -> At:
    return _du_deals().draw("9S 6C 6D KH").do(e.Peek())


def _du_must_settle() -> At:
    # 19 against 6 + 10 + 5 = 21.
    return _du_deals().draw("9S 6C KD KH").do(e.Peek()).act("1 stand").draw("5S")


def _da() -> At:
    return At(DA)


def _da_wagers() -> At:
    return _da().open("1 20").draw("6C")


def _da_plays() -> At:
    return _da_wagers().draw("9S 6D KH")


def _error_found() -> At:
    # The red light of the king is wrong; found, and the dealer goes on.
    table = _du_deals().draw("9S 6C 6D KH").do(e.Peek("red"), e.ErrorFound())
    return table.do(e.DealerAct("continue"))


def _late_second_card() -> At:
    # Seat 1 missed its second card and asks for it now.
    table = At(DU).open("1 20,2 20").draw("9S 8S 6C").do(e.Skipped(1)).draw("6D")
    return table.act("1 accept")


def _refilled() -> At:
    table = _du_deals("2C 3C 4C").do(e.ShoeEmpty(), e.ShoeRefilled(("4C", "2C", "3C")))
    return table.do(e.BurnCard("4C"))


def _played_out() -> At:
    # All that was in the refilled shoe is dealt.
    return _refilled().draw("2C 3C")


def _in_cycle(made: Callable[[], At] = _du) -> At:
    return made().do(e.CycleStarted("A"))


def _broken(made: Callable[[], At] = _du) -> At:
    return made().do(e.ShufflerOut())


def _blocked() -> At:
    return _du().do(e.MasqueFault("no-light"))


MASQUE_FAULTS = "no-light, two-lights, light-without-card, frozen-light, link-lost, power-lost"
ACTS = (
    "hit, stand, double, split, surrender, decline, accept, refuse, second-card, late-card, "
    "dead-hand, continue"
)

IMPOSSIBLE: list[tuple[Callable[[], At], e.Event, str, str]] = [
    # A round that cannot be opened.
    (
        _du_plays,
        e.OpenRound((e.Seat(1, TWENTY),)),
        f"a round is in progress: {DU_ACT}",
        "",
    ),
    (_du, e.OpenRound(()), "nobody has made a Bet Wager", "685a.6~bet"),
    (_da, e.OpenRound(()), "nobody has made a Bet Wager", "665a.6~bet"),
    (
        _du,
        e.OpenRound((e.Seat(7, TWENTY),)),
        "seat 7: seats stand in order, each once, from 1 to 6",
        "685a.2~boxes-of-players",
    ),
    (
        _da,
        e.OpenRound((e.Seat(2, TWENTY), e.Seat(2, TWENTY))),
        "seat 2: seats stand in order, each once, from 1 to 6",
        "665a.2~positions",
    ),
    (_du, e.OpenRound((e.Seat(3, 0),)), "seat 3: a Bet Wager of 0.00", "685a.6~bet"),
    # An amount is written with four decimals at the most.
    (_du, e.OpenRound((e.Seat(3, 50),)), "seat 3: a Bet Wager of 0.00005", "685a.6~bet"),
    (
        _du,
        e.OpenRound((e.Seat(3, TWENTY, bust_it=TWENTY),)),
        "seat 3: this game has no bust_it wager",
        "",
    ),
    (
        _da,
        e.OpenRound((e.Seat(3, TWENTY, match_the_dealer=TWENTY),)),
        "seat 3: this game has no match_the_dealer wager",
        "",
    ),
    (
        _da,
        e.OpenRound((e.Seat(3, TWENTY, bust_it=0),)),
        "seat 3: a bust_it wager of 0.00",
        "",
    ),
    (
        _da,
        e.OpenRound((e.Seat(3, TWENTY, bust_it=50),)),
        "seat 3: a bust_it wager of 0.00005",
        "",
    ),
    (
        _du,
        e.OpenRound((e.Seat(3, TWENTY, match_the_dealer=TWENTY),)),
        "the odds of Match-the-Dealer are not known: set the house rule match_the_dealer_odds",
        "685a.11~match-the-dealer",
    ),
    # Later wagers.
    (
        _da_wagers,
        e.PlaceWager(1, "bust_it", TWENTY),
        "'bust_it' is no wager made after the first card: double_attack, insurance",
        "",
    ),
    (
        _da_wagers,
        e.PlaceWager(2, "double_attack", TWENTY),
        "seat 2 has no wager in a round in progress",
        "",
    ),
    (
        lambda: _da_plays().act("1 stand").draw("KS").do(e.DealerAct("settle")),
        e.PlaceWager(1, "double_attack", TWENTY),
        "seat 1 has no wager in a round in progress",
        "",
    ),
    (_da_wagers, e.PlaceWager(1, "double_attack", 0), "a wager of 0.00", ""),
    # Half of the finest amount is met where a wager was halved, less than that is not.
    (_da_wagers, e.PlaceWager(1, "double_attack", 25), "a wager of 0.000025", ""),
    (_du_plays, e.CloseWagers(), f"no wagers are open: {DU_ACT}", ""),
    # Cards.
    (
        _du_plays,
        e.DrawCard("5S"),
        f"no card is due ({DU_ACT}); a card drawn all the same is DrawnInError",
        "",
    ),
    (_du_deals, e.DrawCard("1S"), "1S is no card of this game", "685a.3~composition"),
    (_da_plays, e.DrawnInError("TS", True), "TS is no card of this game", "665a.3~composition"),
    (
        lambda: _du_deals(" ".join(["8S"] * 6)),
        e.DrawCard("8S"),
        "all 6 copies of 8S have left the shoe already",
        "685a.3~decks",
    ),
    (
        lambda: _du_plays().do(*[e.DrawnInError("8S", False)] * 6),
        e.DrawnInError("8S", False),
        "all 6 copies of 8S have left the shoe already",
        "685a.3~decks",
    ),
    (_du_deals, e.DrawnInError("1S", True), "1S is no card of this game", "685a.3~composition"),
    (_du, e.BurnCard("1S"), "1S is no card of this game", "685a.3~composition"),
    (_refilled, e.DrawCard("3C"), "the next card in the shoe is 2C, not 3C", ""),
    (_played_out, e.DrawCard("3C"), "the shoe is empty", "685a.12(e)"),
    (
        _du,
        e.DrawnInError("5S", True),
        "no card can be drawn in error now: the table waits for round",
        "",
    ),
    (
        lambda: _du_deals("2C 3C").do(e.ShoeEmpty()),
        e.DrawnInError("5S", False),
        "no card can be drawn in error now: the table waits for refill",
        "",
    ),
    (
        lambda: _du_deals("2C 3C").do(e.ShoeEmpty(), e.ShoeRefilled(("2C", "3C"))),
        e.DrawnInError("2C", False),
        "no card can be drawn in error now: the table waits for burn",
        "",
    ),
    (
        _du_deals,
        e.DrawnInError("5S", False),
        "a card is due, so this is it: the table waits for card to 1.1",
        "",
    ),
    (
        lambda: _du_plays().act("1 hit"),
        e.DrawnInError("5S", True),
        "a card is due, so this is it: the table waits for card to 1.1",
        "",
    ),
    # The shoe.
    (_du_plays, e.ShoeEmpty(), f"no card is due: {DU_ACT}", ""),
    (_refilled, e.ShoeEmpty(), "2 cards still lie in the shoe", ""),
    (
        _du_plays,
        e.ShoeRefilled(("5S",)),
        f"the shoe is not to be filled now: {DU_ACT}",
        "",
    ),
    (
        lambda: _du_deals("2C 3C").do(e.ShoeEmpty()),
        e.ShoeRefilled(("2C", "2C")),
        "the 2 cards are not the 2 of the discard rack",
        "685a.12(e)",
    ),
    (_da, e.ShoeRefilled(("9S", "TC")), "TC is no card of this game", "665a.3~composition"),
    (_du, e.ShoeRefilled(("KH",) * 7), "7 of KH in 6 decks", "685a.3~decks"),
    (_da, e.ShoeRefilled(("KH",) * 9), "9 of KH in 8 decks", "665a.3~decks"),
    (_du_plays, e.BurnCard("5S"), f"no card is burned now: {DU_ACT}", ""),
    (
        _du_plays,
        e.CoverCard(),
        f"no card is due, so none can leave the shoe: {DU_ACT}",
        "",
    ),
    (
        lambda: _du_deals().do(e.CoverCard()),
        e.CoverCard(),
        "the cover card is out already",
        "685a.7(d)",
    ),
    (
        lambda: _da_wagers().do(e.CloseWagers(), e.CoverCard()),
        e.CoverCard(),
        "the cover card is out already",
        "665a.7~cover-out",
    ),
    (
        lambda: (
            _da_wagers().do(e.CloseWagers(), e.CoverCard()).draw("9S 6D KH").act("1 surrender").do()
        ),
        e.OpenRound((e.Seat(1, TWENTY),)),
        "the cover card came out: the cards are shuffled before the next round",
        "665a.7~cover-out",
    ),
    # Hands passed over.
    (_du_deals, e.Skipped(1, 1, "late"), "found is in-time or after-reveal, not 'late'", ""),
    (_du_plays, e.Skipped(1), f"hand 1.1 is not due a card: {DU_ACT}", ""),
    (
        _du_deals,
        e.Skipped(2),
        "hand 2.1 is not due a card: the table waits for card to 1.1",
        "",
    ),
    (
        lambda: _du_deals().draw("9S"),
        e.Skipped(1),
        "hand 1.1 is not due a card: the table waits for card to dealer",
        "",
    ),
    (
        _late_second_card,
        e.Skipped(1),
        "the second card of § 685a.12(f) cannot be passed over again",
        "",
    ),
    # The readers.
    (_du_plays, e.Peek(), f"the hole card is not to be read now: {DU_ACT}", ""),
    (
        lambda: _du_deals().draw("9S 6C 6D KH"),
        e.Peek("green"),
        "the light is blue, red or yellow, not 'green'; no light is a malfunction",
        "685a.12(h)",
    ),
    (
        lambda: _da().open("1 20").draw("KC 9S 6D KH").do(e.DealerAct("peek")),
        e.Peek("blue"),
        "the card reader device of this game has no coloured lights",
        "",
    ),
    (_da, e.WrongSpot("red"), "this game has no Masque Card Reader device", ""),
    (_da, e.ErrorFound(), "this game has no Masque Card Reader device", ""),
    (_da, e.MasqueFault("no-light"), "this game has no Masque Card Reader device", ""),
    (_da, e.MasqueRestored("repaired", True), "this game has no Masque Card Reader device", ""),
    (_du_plays, e.WrongSpot("green"), "a spot is blue, red or yellow, not 'green'", ""),
    (
        _du_plays,
        e.WrongSpot("yellow"),
        "the yellow spot is the one that the light named",
        "685a.12(h)",
    ),
    (
        lambda: _du_plays().act("1 hit").draw("2S"),
        e.WrongSpot("red"),
        "the hole card is laid on a spot after its light and before players act",
        "685a.12(h)",
    ),
    (
        _du_deals,
        e.WrongSpot("red"),
        "the hole card is laid on a spot after its light and before players act",
        "685a.12(h)",
    ),
    (
        # Two Large cards: the light has laid the hole card open.
        lambda: _du_deals().draw("9S KC 6D QH").do(e.Peek()),
        e.WrongSpot("red"),
        "the hole card is laid on a spot after its light and before players act",
        "685a.12(h)",
    ),
    (
        # 9 + 6 + K = 25: the round is over, and the wrong spot was never noticed.
        lambda: _du_plays().do(e.WrongSpot("red")).act("1 hit").draw("KS"),
        e.ErrorFound(),
        "there is no wrong light and no wrong spot to be found in this round",
        "685a.12(h)",
    ),
    (
        _error_found,
        e.WrongSpot("yellow"),
        "an error about the hole card was found in this round",
        "685a.12(h)",
    ),
    (
        _du_plays,
        e.ErrorFound(),
        "there is no wrong light and no wrong spot to be found in this round",
        "685a.12(h)",
    ),
    (_du, e.MasqueFault("smoke"), f"'smoke' is no fault: {MASQUE_FAULTS}", "685a.12(i)"),
    (_blocked, e.MasqueFault("no-light"), "the device is out of use already", "685a.12(i)"),
    (
        _blocked,
        e.MasqueRestored("hit", True),
        "a device is repaired or replaced, not 'hit'",
        "685a.12(i)",
    ),
    (_du, e.MasqueRestored("replaced", True), "the device is in use", "685a.12(i)"),
    # Decisions.
    (_du_plays, e.Act(1, "fold"), f"'fold' is no decision; there are {ACTS}", ""),
    (_du_plays, e.Act(1, "hit", 2), "there is no hand 1.2 in play", ""),
    (_du_plays, e.Act(2, "hit"), "there is no hand 2.1 in play", ""),
    (
        lambda: _du_must_settle().do(e.DealerAct("settle")),
        e.Act(1, "hit"),
        "there is no hand 1.1 in play",
        "",
    ),
    (_du_plays, e.Act(1, "hit", 1, TWENTY), "hit takes no amount", ""),
    (_du_plays, e.Act(1, "double", 1, 0), "a Double Down Wager of 0.00", ""),
    (_du_plays, e.Act(1, "double", 1, -TWENTY), "a Double Down Wager of -20.00", ""),
    (_du_plays, e.Act(1, "double", 1, 25), "a Double Down Wager of 0.000025", ""),
    (_du_plays, e.DealerAct("settle"), f"settle is not due: {DU_ACT}", ""),
    (_du_plays, e.DealerAct("peek"), f"peek is not due: {DU_ACT}", ""),
    (
        _du_must_settle,
        e.DealerAct("continue"),
        "continue is not due: the table waits for settle",
        "",
    ),
    (
        _du_plays,
        e.DealerAct("smile"),
        "'smile' is no act of the dealer: peek, settle, continue, dead-hand",
        "",
    ),
    # The shuffler.
    (_in_cycle, e.CycleStarted("B"), "a cycle on batch A is running", ""),
    (
        _in_cycle,
        e.CycleDone(416, "B"),
        "the cycle that runs is on batch A: batch B is not shuffled before a new full cycle",
        "685a.12(j)",
    ),
    (
        lambda: _in_cycle(_da),
        e.CycleDone(416, "B"),
        "the cycle that runs is on batch A: batch B is not shuffled before a new full cycle",
        "665a.13~jam",
    ),
    (
        _du,
        e.CycleDone(416),
        "no cycle is running: batch A is not shuffled before a new full cycle",
        "685a.12(j)",
    ),
    (_in_cycle, e.CycleDone(-1), "-1 cards cannot come out of a shuffler", ""),
    (
        _in_cycle,
        e.ShufflerFault("smoke"),
        "'smoke' is no fault: jam, stopped, incomplete",
        "685a.12(j)",
    ),
    (_in_cycle, e.ShufflerFault("jam", "B"), "no cycle is running on batch B", "685a.12(j)"),
    (_broken, e.ShufflerOut(), "the shuffler is out of use already", "685a.12(k)"),
    (
        lambda: _broken(_da),
        e.ShufflerOut(),
        "the shuffler is out of use already",
        "665a.13~out-of-order",
    ),
    (_du, e.SignPlaced(), "the shuffler is not out of use", "685a.12(k)"),
    (_du, e.ShufflerRepaired(), "the shuffler is not out of use", "685a.12(k)"),
]


@pytest.mark.parametrize(
    ("made", "event", "why", "clause"),
    IMPOSSIBLE,
    ids=[f"{type(event).__name__}: {why[:40]}" for _, event, why, _ in IMPOSSIBLE],
)
def test_it_is_refused_with_reason_and_clause(
    made: Callable[[], At], event: e.Event, why: str, clause: str
) -> None:
    table = made().table
    before = table.snapshot()
    with pytest.raises(NotPossible) as caught:
        apply(table, event)
    fault = caught.value
    assert (fault.event, fault.why, fault.clause) == (event, why, clause)
    told, found, law = str(fault).partition(why)
    assert (told, found) == (f"{type(event).__name__}: ", why)
    # How a clause is cited is for the law to say; here, that it is.
    section = clause.split("~")[0].split("(")[0]
    assert law == "" if not clause else law.startswith(" (") and section in law
    assert table.snapshot() == before


def test_an_event_that_nobody_knows() -> None:
    class Earthquake(e.Event, frozen=True):
        pass

    with pytest.raises(NotPossible, match="Earthquake: no such event is known") as caught:
        apply(At(DA).table, Earthquake())
    assert caught.value.event == Earthquake()


def test_no_cards_may_come_out_of_a_shuffler() -> None:
    assert _in_cycle().do(e.CycleDone(0)).said == ["shuffler: cycle-done batch=A count=0"]


def test_a_batch_holds_a_card_as_often_as_the_decks_do() -> None:
    assert _du().do(e.ShoeRefilled(("KH",) * 6)).said == ["burn"]
