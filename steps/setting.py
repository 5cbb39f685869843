"""Given: the table, its house rules, the stacked shoe and the wagers before the first card."""

from __future__ import annotations

from pytest_bdd import given, parsers, step

from reference_engine.cards import parse_card, parse_cards
from reference_engine.money import parse
from steps.play import Contradiction, Play


@given(parsers.re(r"an? (?P<game>Double Attack Blackjack|Down Under Blackjack) table"))
def a_table(play: Play, game: str) -> None:
    play.set_table(game)


@given(parsers.parse('the house rule {name} is "{value}"'))
def a_house_rule(play: Play, name: str, value: str) -> None:
    play.set_rule(name, value)


@given(parsers.parse("the discard rack already holds {cards}"))
def cards_in_the_rack(play: Play, cards: str) -> None:
    play.set_rack(parse_cards(cards))


@given(parsers.parse("the shoe is stacked with {cards}"))
def a_stacked_shoe(play: Play, cards: str) -> None:
    """In the order in which the cards leave; ``9S^`` lies face up, ``cover`` is the cover card."""
    for word in cards.split():
        if word != "cover":
            parse_card(word.rstrip("^"))
        play.shoe.append(word)


@given(parsers.parse("seat {seat:d} bets {amount}"))
def a_bet(play: Play, seat: int, amount: str) -> None:
    play.seats[seat] = {"bet": parse(amount)}


@given(parsers.parse("seat {seat:d} makes a Bust It Wager of {amount}"))
def a_bust_it(play: Play, seat: int, amount: str) -> None:
    _seat(play, seat)["bust_it"] = parse(amount)


@given(parsers.parse("seat {seat:d} makes a Match-the-Dealer Wager of {amount}"))
def a_match_the_dealer(play: Play, seat: int, amount: str) -> None:
    _seat(play, seat)["match_the_dealer"] = parse(amount)


@step(parsers.parse("seat {seat:d} will make a Double Attack Wager of {amount}"))
def a_double_attack(play: Play, seat: int, amount: str) -> None:
    """It is placed once the dealer's first card lies."""
    _seat(play, seat)
    play.later[seat] = parse(amount)


def _seat(play: Play, seat: int) -> dict[str, object]:
    if seat not in play.seats:
        raise Contradiction(f"seat {seat} has no Bet Wager yet: give its bet first")
    return play.seats[seat]
