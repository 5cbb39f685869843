"""Then: what must hold, by two witnesses.

Every value here is literal in the scenario, worked out by hand from the law. It is held against the
reference engine (a difference means that the scenario or the engine is wrong: `Contradiction`, no
verdict about any device) and against what the devices said (a difference is noted, and the
comparison makes it a finding).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pytest_bdd import parsers, then

from reference_engine.cards import parse_cards
from reference_engine.ruling import Effect
from rigs import roles
from rigs.roles import Observation
from steps.compare import words
from steps.play import Contradiction, Play

_WAGERS = {
    "Bet": "bet",
    "Double Attack": "double_attack",
    "Bust It": "bust_it",
    "Insurance": "insurance",
    "Double Down": "double_down",
    "Match-the-Dealer": "match_the_dealer",
}
_NAMES = {name: words for words, name in _WAGERS.items()}
_SIGNALS = {"discard rack": "rack", "batch": "A"}


def agree(what: str, literal: Any, ruled: Any) -> None:
    """The scenario's literal value and the engine's must be one."""
    if literal != ruled:
        raise Contradiction(_contradiction(what, literal, ruled))


def _contradiction(what: str, literal: Any, ruled: Any) -> str:
    return f"{what}: the scenario says {_plain(literal)}, the engine rules {_plain(ruled)}"


def _plain(value: Any) -> str:
    """A value as a person reads it."""
    match value:
        case bool():
            return "yes" if value else "no"
        case Effect():
            return words(value.effect, value.data)
        case list() | tuple() | set():
            return ", ".join(map(_plain, value)) or "nothing"
    return str(value) or "nothing"


def witness(play: Play, role: str, kind: str, wanted: dict[str, str], text: str) -> None:
    """Some message of `role` must say `wanted`; noted where none does."""
    said, testable = play.said(role, kind), play.testable(role, kind, wanted)
    if said is None or testable is None:
        return
    if not any(_says(one, testable) for one in said):
        play.note(f"{text}: {role} said {_last(said)}")


def ruled(play: Play, role: str, kind: str, data: dict[str, str]) -> bool:
    """Whether the engine has demanded exactly this message so far."""
    return any(one.data == data for one in play.demanded(role, kind))


def both(play: Play, role: str, kind: str, data: dict[str, str], text: str) -> None:
    """The engine must demand this message, and `role` must say it."""
    agree(text, True, ruled(play, role, kind, data))
    witness(play, role, kind, data, text)


def no_witness(play: Play, role: str, kind: str, wanted: dict[str, str], text: str) -> None:
    """No message of `role` may say `wanted`."""
    if play.testable(role, kind, wanted) != wanted:
        return
    for one in play.said(role, kind) or ():
        if _says(one, wanted):
            play.note(f"{text}: {role} said {_said(one)}")


def _said(one: Observation) -> str:
    return words(one.kind, one.data)


def _last(said: list[Observation]) -> str:
    return _said(said[-1]) if said else "nothing"


def _says(one: Observation, wanted: dict[str, str]) -> bool:
    return all(one.data.get(name) == text for name, text in wanted.items())


def _hand(play: Play, hand: str) -> dict[str, Any]:
    for seat in play.snapshot()["seats"]:
        for one in seat["hands"]:
            if one["hand"] == hand:
                found: dict[str, Any] = one
                return found
    raise Contradiction(f"there is no hand {hand}")


# -- chips -----------------------------------------------------------------------------------------


@then("these wagers are settled")
def wagers_settled(play: Play, datatable: list[list[str]]) -> None:
    """``hand | wager | staked | to house | returned | won``: exactly these so far, no other.

    ``open`` as what went to the house: the wager still lies on the layout. ``none`` as its stake:
    it was not made.
    """
    literal = _rows(datatable)
    ruled = {
        (f"{row['seat']}.{row['hand']}", row["wager"]): (
            row["staked"],
            row["to_house"],
            row["returned"],
            row["won"],
        )
        for row in play.snapshot()["settlement"]
    }
    wrong = [
        _contradiction(
            f"the {_NAMES[wager]} Wager of hand {hand}",
            _chips(literal.get((hand, wager))),
            _chips(ruled.get((hand, wager))),
        )
        for hand, wager in {**literal, **ruled}
        if literal.get((hand, wager)) != ruled.get((hand, wager))
    ]
    if wrong:
        raise Contradiction("; ".join(wrong))
    restored = {
        (one.data.get("hand"), one.data.get("wager"))
        for one in play.said(roles.TABLE_CONTROLLER, "restore") or ()
    }
    for (hand, wager), (_, to_house, returned, won) in literal.items():
        if (hand, wager) in restored:
            continue
        values = {"to_house": to_house, "returned": returned, "won": won}
        witness(
            play,
            roles.TABLE_CONTROLLER,
            "settle",
            {"hand": hand, "wager": wager, **values},
            f"{wager} of hand {hand}",
        )
    for one in play.said(roles.TABLE_CONTROLLER, "settle") or ():
        if (one.data.get("hand"), one.data.get("wager")) not in literal:
            play.note(f"nothing settles that wager yet: {roles.TABLE_CONTROLLER} said {_said(one)}")


def _rows(datatable: list[list[str]]) -> dict[tuple[str, str], tuple[str, str, str, str]]:
    head, *body = datatable
    wanted = ["hand", "wager", "staked", "to house", "returned", "won"]
    if head != wanted:
        raise Contradiction(f"the table's columns are {' | '.join(wanted)}, not {' | '.join(head)}")
    rows: dict[tuple[str, str], tuple[str, str, str, str]] = {}
    for hand, wager, staked, to_house, returned, won in body:
        name = _wager(wager)
        if staked != "none" and to_house != "open":
            rows[hand, name] = (staked, to_house, returned, won)
    return rows


def _wager(name: str) -> str:
    if name not in _WAGERS:
        raise Contradiction(f"no wager is called {name!r}: {', '.join(_WAGERS)}")
    return _WAGERS[name]


def _chips(row: tuple[str, str, str, str] | None) -> str:
    if row is None:
        return "that it is not settled"
    return "staked {}, to house {}, returned {}, won {}".format(*row)


def _settled(row: Mapping[str, Any]) -> str:
    return f"{_NAMES[row['wager']]} Wager of hand {row['seat']}.{row['hand']}"


@then("nothing is settled yet")
def nothing_settled(play: Play) -> None:
    agree("settled so far", [], [_settled(row) for row in play.snapshot()["settlement"]])
    no_witness(play, roles.TABLE_CONTROLLER, "settle", {}, "nothing may be settled yet")


@then(parsers.re(r"the (?P<wager>[A-Z][\w\- ]+) Wager of seat (?P<seat>\d+) stays on the layout"))
def stays(play: Play, wager: str, seat: str) -> None:
    name = _wager(wager)
    settled = [
        _settled(row)
        for row in play.snapshot()["settlement"]
        if (row["seat"], row["wager"]) == (int(seat), name)
    ]
    agree(f"settled of the {wager} Wager of seat {seat}", [], settled)
    no_witness(
        play,
        roles.TABLE_CONTROLLER,
        "settle",
        {"hand": f"{seat}.1", "wager": name},
        f"the {wager} Wager stays",
    )


@then(
    parsers.re(
        r"the lost (?P<wager>[A-Z][\w\- ]+) Wager of hand (?P<hand>\d\.\d) goes back: "
        r"(?P<amount>[\d.]+)"
    )
)
def goes_back(play: Play, wager: str, hand: str, amount: str) -> None:
    data = {"hand": hand, "wager": _wager(wager), "amount": amount}
    restored = [one.data for one in play.demanded(roles.TABLE_CONTROLLER, "restore")]
    agree(f"the lost {wager} Wager of hand {hand} goes back", True, data in restored)
    witness(play, roles.TABLE_CONTROLLER, "restore", data, f"the lost {wager} Wager goes back")


@then("no lost wager goes back")
def nothing_goes_back(play: Play) -> None:
    agree("wagers that go back", [], play.demanded(roles.TABLE_CONTROLLER, "restore"))
    no_witness(play, roles.TABLE_CONTROLLER, "restore", {}, "no lost wager goes back")


@then(parsers.parse("the player's net over the round is {net}"))
def player_net(play: Play, net: str) -> None:
    agree("the player's net", net, play.snapshot()["total"]["player"])


# -- cards -----------------------------------------------------------------------------------------


@then(parsers.parse("hand {hand} holds {cards}"))
def hand_holds(play: Play, hand: str, cards: str) -> None:
    agree(f"hand {hand}", list(parse_cards(cards)), _hand(play, hand)["cards"])


@then(parsers.re(r"hand (?P<hand>\d\.\d) counts (?P<kind>hard|soft) (?P<total>\d+)"))
def hand_counts(play: Play, hand: str, kind: str, total: str) -> None:
    found = _hand(play, hand)
    ruled = f"{'soft' if found['soft'] else 'hard'} {found['total']}"
    agree(f"hand {hand}", f"{kind} {total}", ruled)


@then(parsers.re(r"the dealer holds (?P<cards>[2-9ATJQKCDHS ]+) for a total of (?P<total>\d+)"))
def dealer_holds(play: Play, cards: str, total: str) -> None:
    dealer = play.snapshot()["dealer"]
    agree("the dealer's cards", list(parse_cards(cards)), dealer["cards"])
    agree("the dealer's total", int(total), dealer["total"])


@then(parsers.parse("the discard rack holds {cards}"))
def rack_holds(play: Play, cards: str) -> None:
    literal = [] if cards == "nothing" else list(parse_cards(cards))
    agree("the discard rack", literal, play.snapshot()["discard_rack"])
    for effect in play.demanded(roles.TABLE_CONTROLLER, "rack"):
        witness(play, roles.TABLE_CONTROLLER, "rack", effect.data, "cards to the rack")


@then(
    parsers.re(
        r"hand (?P<hand>\d+\.\d) is "
        r"(?P<status>live|stood|bust|surrendered|blackjack|frozen|dead|settled)"
    )
)
def hand_status(play: Play, hand: str, status: str) -> None:
    agree(f"hand {hand}", status, _hand(play, hand)["status"])
    if status == "dead":
        witness(play, roles.TABLE_CONTROLLER, "dead", {"hand": hand}, f"hand {hand} is dead")
    if status == "frozen":
        witness(play, roles.TABLE_CONTROLLER, "freeze", {"hand": hand}, f"hand {hand} is frozen")


@then(parsers.re(r"the card drawn in error is held as the next card"))
def card_held(play: Play) -> None:
    agree("cards held", 1, len(play.snapshot()["held"]))
    witness(play, roles.TABLE_CONTROLLER, "hold", {}, "the card is held")


@then(parsers.re(r"no card drawn in error is left"))
def nothing_held(play: Play) -> None:
    agree("cards held", [], play.snapshot()["held"])


@then(
    parsers.re(r"the next card goes to (?P<to>hand \d\.\d|the dealer)(?:, face (?P<face>up|down))?")
)
def next_card_to(play: Play, to: str, face: str | None) -> None:
    due = play.table.due
    place = to.removeprefix("hand ").removeprefix("the ")
    wanted = {"to": place, "face": face or due.face}
    ruled = f"{due.what}{due.to and f' to {due.to}'}{due.face and f' face {due.face}'}"
    agree("due", f"card to {place} face {wanted['face']}", ruled)
    said = play.said(roles.TABLE_CONTROLLER, "deal")
    if said is not None and (not said or not _says(said[-1], wanted)):
        play.note(f"the next card goes to {to}: {roles.TABLE_CONTROLLER} said {_last(said)}")


@then(
    parsers.re(
        r"exactly (?P<count>\d+|no) cards? (?:is|are) called for (?P<to>hand \d\.\d|the dealer)"
    )
)
def cards_called_for(play: Play, count: str, to: str) -> None:
    """So far in the scenario: instructions to deal there, from the shoe or from the hand."""
    place = to.removeprefix("hand ").removeprefix("the ")
    number = 0 if count == "no" else int(count)
    ruled = [
        one for one in play.demanded(roles.TABLE_CONTROLLER, "deal") if one.data["to"] == place
    ]
    agree(f"cards for {to}", number, len(ruled))
    said = play.said(roles.TABLE_CONTROLLER, "deal")
    if said is not None:
        called = sum(one.data.get("to") == place for one in said)
        if called != number:
            play.note(f"{number} cards for {to}: {roles.TABLE_CONTROLLER} called for {called}")


@then(parsers.re(r"the shoe reports (?P<card>[2-9ATJQK][CDHS]) lying face (?P<face>up|down)"))
def shoe_reports(play: Play, card: str, face: str) -> None:
    _shoe_says(play, "card", {"card": card, "face": face})


@then("the shoe reports the cover card")
def shoe_reports_cover(play: Play) -> None:
    _shoe_says(play, "cover-card", {})


@then("the shoe reports that it is empty")
def shoe_reports_empty(play: Play) -> None:
    _shoe_says(play, "empty", {})


def _shoe_says(play: Play, kind: str, data: dict[str, str]) -> None:
    ruled = [one.data for one in play.demanded(roles.SHOE, kind)]
    agree(f"the shoe's {kind}", True, data in ruled)
    witness(play, roles.SHOE, kind, data, f"the shoe reports {kind}")


@then("a burn is asked for")
def burn_asked(play: Play) -> None:
    agree("burns", 1, len(play.demanded(roles.TABLE_CONTROLLER, "burn")))
    witness(play, roles.TABLE_CONTROLLER, "burn", {}, "a burn")


@then("no burn is asked for")
def no_burn(play: Play) -> None:
    agree("burns", [], play.demanded(roles.TABLE_CONTROLLER, "burn"))
    no_witness(play, roles.TABLE_CONTROLLER, "burn", {}, "no burn is due")


# -- options ---------------------------------------------------------------------------------------


@then(parsers.re(r"(?P<who>hand \d\.\d|the dealer) is offered (?P<option>[a-z\-_ ]+)"))
def offered(play: Play, who: str, option: str) -> None:
    data = _option(who, option)
    both(play, roles.TABLE_CONTROLLER, "offer", data, f"{option} is offered to {who}")


@then(parsers.re(r"hand (?P<hand>\d\.\d) may now (?P<options>[a-z]+(?:(?:, | or )[a-z]+)*)"))
def choices(play: Play, hand: str, options: str) -> None:
    """It is this hand's turn, and these are all its choices."""
    literal = tuple(re.split(", | or ", options))
    due = play.table.due
    agree("the hand on turn", hand, due.to)
    agree(f"the choices of hand {hand}", literal, due.options)
    said = play.said(roles.TABLE_CONTROLLER, "offer")
    if said is not None:
        offers = [one.data.get("option") for one in said if one.data.get("to") == hand]
        if offers[-len(literal) :] != list(literal):
            play.note(f"hand {hand} may {options}: {roles.TABLE_CONTROLLER} offered {offers}")


@then(parsers.re(r"(?P<who>hand \d\.\d|the dealer) is never offered (?P<option>[a-z\-_ ]+)"))
def not_offered(play: Play, who: str, option: str) -> None:
    data = _option(who, option)
    agree(f"offer to {who}", False, ruled(play, roles.TABLE_CONTROLLER, "offer", data))
    no_witness(play, roles.TABLE_CONTROLLER, "offer", data, f"{option} is not for {who}")


@then(parsers.re(r"(?P<who>hand \d\.\d|the dealer) is refused (?P<option>[a-z\-_ ]+)"))
def refused(play: Play, who: str, option: str) -> None:
    data = _option(who, option)
    both(play, roles.TABLE_CONTROLLER, "refuse", data, f"{option} is refused to {who}")


def _option(who: str, option: str) -> dict[str, str]:
    names = {
        "double attack": "double_attack",
        "a new round": "open-round",
        "to let play go on": "continue",
    }
    name = names.get(option, option.removeprefix("the ").removeprefix("a ").replace(" ", "-"))
    return {"to": who.removeprefix("hand ").removeprefix("the "), "option": name}


# -- readers ---------------------------------------------------------------------------------------


@then(parsers.re(r"the card reader answers (?P<answer>Blackjack|no Blackjack)"))
def reader_answers(play: Play, answer: str) -> None:
    data = {"blackjack": "yes" if answer == "Blackjack" else "no"}
    both(play, roles.CARD_READER, "answer", data, f"the reader answers {answer}")


@then(parsers.re(r"the card reader is used (?P<times>once|twice)"))
def reader_used(play: Play, times: str) -> None:
    count = {"once": 1, "twice": 2}[times]
    agree("the card reader's answers", count, len(play.demanded(roles.CARD_READER, "answer")))
    said = play.said(roles.CARD_READER, "answer")
    if said is not None and len(said) != count:
        play.note(f"the card reader is used {times}: it answered {len(said)} times")


@then("the dealer is told to read the hole card")
def reading_asked(play: Play) -> None:
    agree("a reading is due", "peek", play.table.due.what)
    witness(play, roles.TABLE_CONTROLLER, "peek", {}, "the hole card is to be read")


@then("the card reader stays idle")
def reader_idle(play: Play) -> None:
    agree("the card reader's answers", [], play.demanded(roles.CARD_READER, "answer"))
    no_witness(play, roles.CARD_READER, "answer", {}, "the reader stays idle")
    no_witness(play, roles.TABLE_CONTROLLER, "peek", {}, "the reader is not asked for")


@then(parsers.re(r"the Masque reader lights (?P<colour>blue|red|yellow)"))
def masque_lights(play: Play, colour: str) -> None:
    """By its message, and by its lamp where a colour sensor is aimed at it."""
    lights = [one.data["colour"] for one in play.demanded(roles.MASQUE_READER, "light")]
    agree("the Masque reader's light", True, colour in lights)
    witness(play, roles.MASQUE_READER, "light", {"colour": colour}, f"the light is {colour}")
    witness(play, roles.MASQUE_READER, "lamp", {"lit": colour}, f"the lamp is {colour}")


@then(parsers.re(r"the Masque reader lights (?P<colour>blue|red|yellow) alone"))
def masque_lights_alone(play: Play, colour: str) -> None:
    """That colour, and no other before or after."""
    masque_lights(play, colour)
    lights = {one.data["colour"] for one in play.demanded(roles.MASQUE_READER, "light")}
    agree("the Masque reader's lights", {colour}, lights - {"none"})
    for one in play.said(roles.MASQUE_READER, "light") or ():
        if one.data.get("colour") not in (colour, "none"):
            play.note(f"{colour} alone: {roles.MASQUE_READER} said {_said(one)}")
    for one in play.said(roles.MASQUE_READER, "lamp") or ():
        if one.data.get("lit") not in (colour, "none"):
            play.note(f"{colour} alone: {one.witness} sees {_said(one)}")


@then("the Masque reader's light goes out")
def masque_goes_out(play: Play) -> None:
    """By its last message and by its lamp; the card has been taken out."""
    ruled = [one.data["colour"] for one in play.demanded(roles.MASQUE_READER, "light")]
    agree("the Masque reader's last light", ["none"], ruled[-1:])
    for kind, key in (("light", "colour"), ("lamp", "lit")):
        said = play.said(roles.MASQUE_READER, kind)
        if said is not None and (not said or said[-1].data.get(key) != "none"):
            play.note(f"the light goes out: {roles.MASQUE_READER} said {_last(said)}")


@then(parsers.re(r"the hole card is sent to the (?P<colour>blue|red|yellow) spot"))
def sent_to_spot(play: Play, colour: str) -> None:
    spots = [one.data["colour"] for one in play.demanded(roles.TABLE_CONTROLLER, "spot")]
    agree("the spot of the hole card", [colour], spots)
    witness(play, roles.TABLE_CONTROLLER, "spot", {"colour": colour}, f"the {colour} spot")


@then("the hole card is exposed")
def hole_exposed(play: Play) -> None:
    agree("the hole card", "up", play.snapshot()["dealer"]["hole"])
    witness(play, roles.TABLE_CONTROLLER, "reveal", {}, "the hole card is turned")


@then("the hole card is still face down")
def hole_down(play: Play) -> None:
    agree("the hole card", "down", play.snapshot()["dealer"]["hole"])
    no_witness(play, roles.TABLE_CONTROLLER, "reveal", {}, "the hole card stays face down")


# -- table and shuffler ----------------------------------------------------------------------------


@then("the round is over")
def round_over(play: Play) -> None:
    agree("due", "round", play.table.due.what)
    witness(play, roles.TABLE_CONTROLLER, "round-over", {}, "the round is over")


@then("the round is not over")
def round_not_over(play: Play) -> None:
    agree("the round is over", False, play.table.due.what == "round")
    no_witness(play, roles.TABLE_CONTROLLER, "round-over", {}, "the round goes on")


@then("the table may not open a round")
def table_blocked(play: Play) -> None:
    agree("blocked", True, play.snapshot()["blocked"])
    witness(play, roles.TABLE_CONTROLLER, "block", {}, "the table is blocked")
    no_witness(play, roles.TABLE_CONTROLLER, "unblock", {}, "the table stays blocked")


@then("the table may open a round again")
def table_free(play: Play) -> None:
    agree("blocked", False, play.snapshot()["blocked"])
    witness(play, roles.TABLE_CONTROLLER, "unblock", {}, "the table is free again")


@then(parsers.re(r"a reshuffle of the (?P<what>discard rack|batch|shoe) is asked for"))
def reshuffle(play: Play, what: str) -> None:
    data = {"what": _SIGNALS.get(what, what)}
    both(play, roles.TABLE_CONTROLLER, "reshuffle", data, f"a reshuffle of the {what}")


@then("no reshuffle is asked for")
def no_reshuffle(play: Play) -> None:
    agree("reshuffles", [], play.demanded(roles.TABLE_CONTROLLER, "reshuffle"))
    no_witness(play, roles.TABLE_CONTROLLER, "reshuffle", {}, "nothing is to be shuffled")


@then("a cover or an out-of-order sign is asked for")
def cover(play: Play) -> None:
    agree("cover", 1, len(play.demanded(roles.TABLE_CONTROLLER, "cover")))
    witness(play, roles.TABLE_CONTROLLER, "cover", {}, "cover or sign")


@then(
    parsers.re(
        r"the shuffler reports (?P<what>a jam|a stop|an incomplete cycle|that it is out of service)"
    )
)
def shuffler_reports(play: Play, what: str) -> None:
    kinds = {
        "a jam": "jam",
        "a stop": "stopped",
        "an incomplete cycle": "incomplete",
        "that it is out of service": "fault",
    }
    kind = kinds[what]
    agree("the shuffler", True, bool(play.demanded(roles.SHUFFLER, kind)))
    witness(play, roles.SHUFFLER, kind, {}, f"the shuffler reports {what}")


@then("the shuffler has not released the batch")
def not_released(play: Play) -> None:
    agree("released", [], play.demanded(roles.SHUFFLER, "cycle-done"))
    no_witness(play, roles.SHUFFLER, "cycle-done", {}, "the batch is not released")


@then(parsers.parse("the shuffler releases a batch of {count:d} cards"))
def released(play: Play, count: int) -> None:
    data = {"batch": "A", "count": str(count)}
    both(play, roles.SHUFFLER, "cycle-done", data, f"a batch of {count} cards")
