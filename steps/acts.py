"""When: the ordinary acts of dealer and players."""

from __future__ import annotations

from pytest_bdd import parsers, when

from reference_engine import events as e
from reference_engine.money import parse
from steps.play import Contradiction, Play

_HAND = r"(?: on hand (?P<hand>\d))?"


def open_round(play: Play) -> None:
    """The wagers announced so far are placed and the round opens."""
    seats = tuple(e.Seat(seat, **wagers) for seat, wagers in sorted(play.seats.items()))
    play.perform(e.OpenRound(seats))


@when("the round opens")
def the_round_opens(play: Play) -> None:
    open_round(play)


@when("the dealer's first card is dealt")
def the_first_card(play: Play) -> None:
    play.draw()


@when("the wagers are closed")
def the_wagers_are_closed(play: Play) -> None:
    play.perform(e.CloseWagers())


def deal(play: Play, stop: str = "") -> None:
    """Open the round if need be, place what was announced, deal until a decision is due."""
    if play.table.due.what == "round":
        open_round(play)
    play.draw_while_due(stop)
    if play.table.due.what == "wagers":
        for seat, amount in sorted(play.later.items()):
            play.perform(e.PlaceWager(seat, "double_attack", amount))
        play.later.clear()
        play.perform(e.CloseWagers())
        play.draw_while_due(stop)


@when("the round is dealt")
def the_round_is_dealt(play: Play) -> None:
    deal(play)


@when("the next card is drawn")
def the_next_card(play: Play) -> None:
    """One card, where something happens before the one after it."""
    play.draw()


@when("the deal goes on")
def the_deal_goes_on(play: Play) -> None:
    """After an interruption in the first two rounds of cards."""
    play.draw_while_due()


@when(parsers.re(r"the cards are dealt until (?P<to>hand \d\.\d|the dealer) is due"))
def dealt_until(play: Play, to: str) -> None:
    """Deals at least one card, so that it can be said twice for the second round of cards."""
    stop = to.removeprefix("hand ").removeprefix("the ")
    if play.table.due.to == stop and play.table.due.what == "card":
        play.draw()
    deal(play, stop)
    if play.table.due.to != stop:
        raise Contradiction(f"{to} is not due a card; due is {play.table.due}")


@when(parsers.parse("seat {seat:d} makes a Double Attack Wager of {amount}"))
def double_attack_now(play: Play, seat: int, amount: str) -> None:
    play.perform(e.PlaceWager(seat, "double_attack", parse(amount)))


@when(parsers.parse("seat {seat:d} insures for {amount}"))
def insures(play: Play, seat: int, amount: str) -> None:
    play.perform(e.PlaceWager(seat, "insurance", parse(amount)))


@when(parsers.re(r"seat (?P<seat>\d+) insures, if it is offered, for (?P<amount>[\d.]+)"))
def insures_if_offered(play: Play, seat: str, amount: str) -> None:
    """For outlines over the dealer's first cards, of which only an ace can be insured against."""
    if play.table.due.what == "insurance":
        insures(play, int(seat), amount)


@when(parsers.parse("seat {seat:d} declines insurance"))
def declines_insurance(play: Play, seat: int) -> None:
    play.perform(e.Act(seat, "decline"))


@when(parsers.re(r"seat (?P<seat>\d+) (?P<do>surrenders|stands|hits|splits)" + _HAND))
def acts(play: Play, seat: str, do: str, hand: str | None) -> None:
    """A decision, and the cards that it brings."""
    play.perform(e.Act(int(seat), do.removesuffix("s"), int(hand or 1)))
    play.draw_while_due("dealer")


@when(parsers.re(r"seat (?P<seat>\d+) doubles" + _HAND + r"(?: for (?P<amount>[\d.]+))?"))
def doubles(play: Play, seat: str, hand: str | None, amount: str | None) -> None:
    play.perform(e.Act(int(seat), "double", int(hand or 1), parse(amount) if amount else None))
    play.draw_while_due("dealer")


@when(parsers.re(r"seat (?P<seat>\d+) asks to double" + _HAND + r"(?: for (?P<amount>[\d.]+))?"))
def asks_to_double(play: Play, seat: str, hand: str | None, amount: str | None) -> None:
    """The stake is down; the card has not come."""
    play.perform(e.Act(int(seat), "double", int(hand or 1), parse(amount) if amount else None))


@when(parsers.re(r"seat (?P<seat>\d+) tries to (?P<do>surrender|hit|stand|double|split)" + _HAND))
def tries(play: Play, seat: str, do: str, hand: str | None) -> None:
    """A decision that the law may refuse; no card follows."""
    play.perform(e.Act(int(seat), do, int(hand or 1)))


@when("no more surrenders are announced")
def early_window_closes(play: Play) -> None:
    play.perform(e.DealerAct("peek"))


@when("the hole card is read")
def the_hole_card_is_read(play: Play) -> None:
    """The dealer closes what is still open before it and puts the hole card in the reader."""
    if play.table.due.what == "insurance":
        play.perform(e.CloseWagers())
    if play.table.due.what == "surrender-or-peek":
        play.perform(e.DealerAct("peek"))
    play.perform(e.Peek())


@when("the hole card is read, if the first card calls for it")
def the_hole_card_is_read_if_due(play: Play) -> None:
    """For outlines over the dealer's first cards: on a 2 to 9 the reader must stay idle."""
    if play.table.due.what in ("insurance", "surrender-or-peek"):
        the_hole_card_is_read(play)


@when("the dealer plays his hand")
def the_dealer_plays(play: Play) -> None:
    play.draw_while_due()


@when("the round is settled")
def the_round_is_settled(play: Play) -> None:
    """The dealer draws what he must and declares his hand done."""
    play.draw_while_due()
    if play.table.due.what == "settle":
        play.perform(e.DealerAct("settle"))


@when("a new round is asked for")
def a_new_round(play: Play) -> None:
    open_round(play)
