"""When: what goes wrong at the table (58 Pa. Code § 685a.12)."""

from __future__ import annotations

from typing import Any

from pytest_bdd import parsers, when

from reference_engine import events as e
from reference_engine.cards import parse_cards
from rigs import roles
from steps.play import Play
from steps.stages import Stage

_HAND = r"(?: on hand (?P<hand>\d))?"

_FAULTS = {
    "shows no light": "no-light",
    "shows two lights": "two-lights",
    "shows a light without a card": "light-without-card",
    "keeps a frozen light": "frozen-light",
    "loses its power": "power-lost",
    "loses its link": "link-lost",
}


# -- (a) to (e): cards that should not be where they are -------------------------------------------


@when(parsers.re(r"a card is drawn in error (?P<how>with its face hidden|and its face is seen)"))
def drawn_in_error(play: Play, how: str) -> None:
    play.perform(e.DrawnInError(play.next_card().rstrip("^"), exposed=how.endswith("seen")))


@when("the dealer draws a card for himself by accident")
def dealer_accident(play: Play) -> None:
    play.perform(e.DrawnInError(play.next_card().rstrip("^"), exposed=True))


@when(parsers.re(r"seat (?P<seat>\d+) (?P<do>accepts|refuses) the card" + _HAND))
def answers_the_offer(play: Play, seat: str, do: str, hand: str | None) -> None:
    verb = {"accepts": "accept", "refuses": "refuse"}[do]
    play.perform(e.Act(int(seat), verb, int(hand or 1)))


@when("the shoe runs out")
def the_shoe_runs_out(play: Play) -> None:
    play.perform(e.ShoeEmpty())


@when(parsers.parse("the discard rack is shuffled and cut into {cards}"))
def the_rack_is_reshuffled(play: Play, cards: str) -> None:
    """The cards in the order in which they will leave the shoe."""
    order = parse_cards(cards)
    play.shoe.clear()
    play.shoe.extend(order)
    play.perform(e.ShoeRefilled(order))


@when(parsers.parse("a full batch is put in the shoe as {cards}"))
def a_full_batch(play: Play, cards: str) -> None:
    """Between two rounds; the cards in the order in which they will leave the shoe."""
    order = parse_cards(cards)
    play.shoe.clear()
    play.perform(e.ShoeRefilled(order))
    play.shoe.extend(order)


@when("the first card is burned")
def the_burn(play: Play) -> None:
    play.perform(e.BurnCard(play.next_card()))


@when("play goes on from the shoe")
def dealt_on(play: Play) -> None:
    play.draw_while_due("dealer")


# -- (f), (g): hands passed over -------------------------------------------------------------------


@when(
    parsers.re(
        r"the dealer passes over hand (?P<hand>\d+\.\d)"
        r"(?P<late>, which is only found after the reveal)?"
    )
)
def passed_over(play: Play, hand: str, late: str | None) -> None:
    seat, number = hand.split(".")
    play.perform(e.Skipped(int(seat), int(number), "after-reveal" if late else "in-time"))


@when(parsers.re(r"seat (?P<seat>\d+) asks for a card" + _HAND))
def asks_for_a_card(play: Play, seat: str, hand: str | None) -> None:
    play.perform(e.Act(int(seat), "hit", int(hand or 1)))


@when(parsers.re(r"seat (?P<seat>\d+) (?P<do>takes|declines) the second card"))
def second_card(play: Play, seat: str, do: str) -> None:
    play.perform(e.Act(int(seat), {"takes": "accept", "declines": "decline"}[do]))
    play.draw_while_due()


@when(parsers.re(r"seat (?P<seat>\d+) takes the late card" + _HAND))
def late_card(play: Play, seat: str, hand: str | None) -> None:
    play.perform(e.Act(int(seat), "late-card", int(hand or 1)))
    play.draw_while_due("dealer")


@when(parsers.re(r"seat (?P<seat>\d+) calls the hand dead" + _HAND))
def calls_dead(play: Play, seat: str, hand: str | None) -> None:
    play.perform(e.Act(int(seat), "dead-hand", int(hand or 1)))


# -- (h), (i): the Masque Card Reader device -------------------------------------------------------


@when(parsers.re(r"the Masque reader is made to light (?P<colour>blue|red|yellow)"))
def wrong_light(play: Play, colour: str) -> None:
    if play.table.due.what == "insurance":
        play.perform(e.CloseWagers())
    play.perform(e.Peek(shown=colour))


@when(parsers.re(r"the dealer lays the hole card on the (?P<colour>blue|red|yellow) spot"))
def wrong_spot(play: Play, colour: str) -> None:
    play.perform(e.WrongSpot(colour))


@when("the error is found")
def error_found(play: Play) -> None:
    play.perform(e.ErrorFound())


@when("the dealer lets play go on")
def goes_on(play: Play) -> None:
    play.perform(e.DealerAct("continue"))


@when("the dealer calls the hands dead")
def hands_dead(play: Play) -> None:
    play.perform(e.DealerAct("dead-hand"))


@when(parsers.re(rf"the Masque reader (?P<how>{'|'.join(_FAULTS)})"))
def masque_fault(play: Play, how: str) -> None:
    play.perform(e.MasqueFault(_FAULTS[how]))


@when(
    parsers.re(
        r"the Masque reader is (?P<how>repaired|replaced) "
        r"(?P<check>and inspected|without an inspection)"
    )
)
def masque_restored(play: Play, how: str, check: str) -> None:
    play.perform(e.MasqueRestored(how, inspected=check == "and inspected"))


# -- (j), (k): the shuffler ------------------------------------------------------------------------


@when(parsers.parse("the shuffler starts a cycle on a batch of {decks:d} decks"))
def cycle_starts(play: Play, decks: int) -> None:
    """As many decks as stated, of the cards of this game."""
    cards: list[Any] = list(play.deck) * decks
    play.stimulate(roles.SHUFFLER, "insert", cards=cards, batch="A")
    play.batch = len(cards)
    play.perform(e.CycleStarted())


@when("the shuffler starts a new full cycle")
def new_cycle(play: Play) -> None:
    play.perform(e.CycleStarted())


@when("the cycle is completed")
def cycle_done(play: Play) -> None:
    play.perform(e.CycleDone(play.batch))


@when("the shuffler jams")
def jams(play: Play) -> None:
    play.perform(e.ShufflerFault("jam"))


@when("the shuffler stops during the shuffle")
def stops(play: Play) -> None:
    play.perform(e.ShufflerFault("stopped"))


@when("the shuffler does not finish the cycle")
def not_finished(play: Play) -> None:
    play.perform(e.ShufflerFault("incomplete"))


@when("the shuffler's power is cut in mid-cycle and comes back")
def power_cut(play: Play) -> None:
    off, on = (
        Stage(roles.SHUFFLER, "power", {"on": state}, instrument=True) for state in (False, True)
    )
    play.perform(e.ShufflerFault("incomplete"), by=(off, on))


@when("the shuffler breaks down")
def breaks_down(play: Play) -> None:
    play.perform(e.ShufflerOut())


@when("the out-of-order sign is put on the shuffler")
def sign(play: Play) -> None:
    play.perform(e.SignPlaced())


@when("someone begins to shuffle by hand")
def hand_shuffle(play: Play) -> None:
    play.perform(e.HandShuffle())


@when("the shuffler is repaired and its sign taken off")
def repaired(play: Play) -> None:
    play.perform(e.ShufflerRepaired())
