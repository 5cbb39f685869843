"""Events, wagers and signals as a person at the table would say them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from reports.chance import Rate

MANY = 4
"""Attempts above which they are counted instead of listed."""

WAGERS = {
    "bet": "Bet",
    "double_attack": "Double Attack",
    "double_down": "Double Down",
    "bust_it": "Bust It",
    "insurance": "Insurance",
    "match_the_dealer": "Match-the-Dealer",
}
DEVICES = {
    "shoe": "Shoe",
    "shuffler": "Shuffler",
    "card-reader": "Card reader",
    "masque-reader": "Masque reader",
    "table-controller": "Table controller",
    "colour-sensor": "Colour sensor",
    "power-supply": "Power supply",
}


def wager(name: str) -> str:
    """A wager's name in print."""
    return WAGERS.get(name, name)


def device(name: str) -> str:
    """A role's name in print."""
    return DEVICES.get(name, name)


def rate(found: Rate) -> str:
    """A rate with its interval: ``3 of 20 attempts (15 %; 95 % interval 3.2 % to 37.9 %)``."""
    return (
        f"{found.hits} of {found.tries} attempts ({percent(found.rate)}; "
        f"{percent(found.confidence)} interval {percent(found.low)} to {percent(found.high)})"
    )


def percent(share: float) -> str:
    """A share as people write it: 0.167 is ``16.7 %``."""
    return f"{100 * share:.3g} %"


def attempts(verdicts: Sequence[str]) -> str:
    """The verdicts of several attempts: each, or where they are many, how often each came."""
    if len(verdicts) <= MANY:
        return ", ".join(verdicts)
    return ", ".join(f"{number} × {verdict}" for verdict, number in Counter(verdicts).items())


def event(event: Mapping[str, Any]) -> str:
    """One event of `reference_engine.events` in a few words; others field by field."""
    get = event.get
    hand = f"Seat {get('seat')}" + (f", hand {get('hand')}" if get("hand", 1) != 1 else "")
    match get("event"):
        case "OpenRound":
            return "Round opens: " + "; ".join(map(_seat, get("seats") or ()))
        case "PlaceWager":
            return f"Seat {get('seat')} places {wager(str(get('wager')))} {amount(get('amount'))}"
        case "CloseWagers":
            return "Wagers are closed"
        case "DrawCard":
            return f"{get('card')} is drawn" + (
                ", lying face up in the shoe" if get("face_up") else ""
            )
        case "Peek":
            forced = get("shown")
            return "The hole card goes into the reader" + (
                f", light forced to {forced}" if forced else ""
            )
        case "Act":
            stake = get("amount")
            return f"{hand}: {get('do')}" + (f" for {amount(stake)}" if stake else "")
        case "DealerAct":
            return f"Dealer: {get('do')}"
        case "CoverCard":
            return "The cover card comes out"
        case "DrawnInError":
            return (
                f"{get('card')} is drawn in error, {'exposed' if get('exposed') else 'not exposed'}"
            )
        case "Skipped":
            return f"{hand} is passed over, found {str(get('found', '')).replace('-', ' ')}"
        case "ShoeEmpty":
            return "A card is due and the shoe is empty"
        case "ShoeRefilled":
            return f"The shoe is refilled with {len(get('cards') or ())} cards"
        case "BurnCard":
            return f"{get('card')} is burnt"
        case "WrongSpot":
            return f"The hole card is laid on the {get('spot')} spot"
        case "ErrorFound":
            return "The error is found"
        case "MasqueFault":
            return f"The Masque reader fails: {str(get('fault', '')).replace('-', ' ')}"
        case "MasqueRestored":
            inspected = "inspected" if get("inspected") else "not inspected"
            return f"The Masque reader is {get('how')}, {inspected}"
        case "CycleStarted":
            return f"The shuffler starts on batch {get('batch', 'A')}"
        case "CycleDone":
            return f"The shuffler finishes batch {get('batch', 'A')}, {get('count')} cards"
        case "ShufflerFault":
            return f"The shuffler's cycle on batch {get('batch', 'A')} goes wrong: {get('what')}"
        case "ShufflerOut":
            return "The shuffler is out of order"
        case "SignPlaced":
            return "The out-of-order sign is placed"
        case "ShufflerRepaired":
            return "The shuffler works again"
        case "HandShuffle":
            return "Someone is about to shuffle by hand"
    return fields(event)


def fields(data: Mapping[str, Any]) -> str:
    """Keys and values in a row; lists and mappings as a person would write them."""
    return ", ".join(
        f"{key} {_value(value)}" for key, value in data.items() if value not in (None, [], {}, ())
    )


def amount(value: object) -> str:
    """Money in an event: text, or whole millionths of the currency unit as the engine keeps it."""
    if isinstance(value, int) and not isinstance(value, bool):
        whole, millionths = divmod(value, 1_000_000)
        decimals = f"{millionths:06}".rstrip("0").ljust(2, "0")
        return f"{whole}.{decimals}"
    return str(value)


def _value(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case list() | tuple():
            return " ".join(map(_value, value))
        case dict():
            return f"({fields(value)})"
    return str(value)


def _seat(seat: Mapping[str, Any]) -> str:
    wagers = [
        f"{wager(key)} {amount(value)}"
        for key, value in seat.items()
        if key != "seat" and value is not None
    ]
    return f"seat {seat.get('seat')} " + ", ".join(wagers)
