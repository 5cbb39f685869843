"""Reading a key's command: what is missing or misspelt is refused before anything changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rigs.emulators.controller.games import GAMES, Game
from rigs.emulators.controller.money import Money, parse_amount
from rigs.emulators.controller.words import KeyRefused

Command = Mapping[str, Any]
MOST_SEATS = 99


def word(command: Command, name: str, allowed: tuple[str, ...]) -> str:
    """A field that must be one of some words."""
    value = command.get(name)
    if value not in allowed:
        raise KeyRefused(f"{name}={value!r}: must be one of {', '.join(allowed)}")
    return str(value)


def text(command: Command, name: str) -> str:
    """A field that must be a text."""
    value = command.get(name)
    if not isinstance(value, str) or not value:
        raise KeyRefused(f"{name}={value!r}: must be a text")
    return value


def number(command: Command, name: str, default: int | None = None, least: int = 1) -> int:
    """A field that must be a whole number."""
    value = command.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value < 10**6:
        raise KeyRefused(f"{name}={value!r}: must be a whole number, {least} or more")
    return value


def amount(command: Command, name: str) -> Money:
    """A field that must be an amount of money above zero."""
    try:
        return parse_amount(text(command, name))
    except ValueError as error:
        raise KeyRefused(f"{name}: {error}") from None


def game(command: Command) -> Game:
    """The game of a round to be opened."""
    return GAMES[word(command, "game", tuple(GAMES))]


def house_rules(command: Command, game: Game) -> dict[str, str]:
    """The game's house rules, set as the key says; rules it does not know are ignored."""
    given = command.get("rules") or {}
    if not isinstance(given, Mapping):
        raise KeyRefused("rules: must be an object of names and values")
    rules = {name: values[0] for name, values in game.rules.items()} | game.fixed
    for name, value in given.items():
        if name not in game.rules:
            continue
        if str(value) not in game.rules[name]:
            values = ", ".join(game.rules[name])
            raise KeyRefused(f"rules: {name}={value!r} must be one of {values}")
        rules[name] = str(value)
    return rules


def seats(command: Command, game: Game) -> list[tuple[int, Money, dict[str, Money]]]:
    """Seat, bet and box wagers of each box, in seat order."""
    given = command.get("seats")
    if not isinstance(given, list) or not given:
        raise KeyRefused("seats: must be a list with at least one box")
    boxes: dict[int, tuple[int, Money, dict[str, Money]]] = {}
    for entry in given:
        if not isinstance(entry, Mapping):
            raise KeyRefused("seats: each box must be an object with seat and bet")
        seat = number(entry, "seat")
        if seat > MOST_SEATS or seat in boxes:
            raise KeyRefused(f"seats: seat {seat} is named twice or does not exist")
        side: dict[str, Money] = {}
        for wager in ("bust_it", "match_the_dealer"):
            if entry.get(wager) is None:
                continue
            if wager not in game.wagers:
                raise KeyRefused(
                    f"seats: seat {seat}: this controller takes no {wager} in {game.name}"
                )
            side[wager] = amount(entry, wager)
        boxes[seat] = (seat, amount(entry, "bet"), side)
    return [boxes[seat] for seat in sorted(boxes)]
