"""Write a case as a scenario, in the phrases that scenarios have, with literal expected values.

Each phrase is tried: its own step function is called on a play without a bench, and it is only
written if the deeds that it does are the next ones of the case.
"""

from __future__ import annotations

import copy
import re
import textwrap
from collections import deque
from collections.abc import Callable, Iterator
from typing import NamedTuple

from reference_engine import NotPossible
from reference_engine import events as e
from reference_engine.money import Money, fmt
from rigs import roles
from steps import acts, irregular, witnesses
from steps.play import Contradiction, Play
from steps.soak.case import Case, Deed, stacked
from steps.soak.playing import TITLES, Failure, load, perform

Do = Callable[[Play], None]
WAGERS = {name: word for word, name in witnesses._WAGERS.items()}
FAULTS = {fault: phrase for phrase, fault in irregular._FAULTS.items()}


class NoPhrase(Exception):
    """A deed that no phrase plays as it stands."""


class Phrase(NamedTuple):
    """One step or a few, and what they do."""

    texts: tuple[str, ...]
    do: Do


class Told(NamedTuple):
    """A scenario, without its name and tags."""

    given: list[str]
    when: list[str]
    then: list[str]


def tell(case: Case, failure: Failure | None) -> Told:
    """`case` in phrases; what must hold at its end stands in ``then``, `failure` first.

    Raises:
        NoPhrase: the phrases there are cannot say it.
    """
    whole = Play(None, None, (), {})
    load(whole, case)
    for deed in case.deeds:
        perform(whole, deed)
    wanted = [act.event for act in whole.acts]
    play = Play(None, None, (), {})
    load(play, case)
    when: list[str] = []
    done = 0
    while done < len(case.deeds):
        phrase, play = _next(case, play, done, wanted, _seats(case))
        when += phrase.texts
        if len(play.acts) <= done:
            raise NoPhrase(f"{case.deeds[done].event} does nothing")
        done = len(play.acts)
    return Told(list(_given(case)), when, list(_then(play, failure)))


def _seats(case: Case) -> tuple[e.Seat, ...]:
    opened = (deed.event for deed in case.deeds)
    return next((one.seats for one in opened if isinstance(one, e.OpenRound)), ())


def _given(case: Case) -> Iterator[str]:
    title = TITLES[case.game]
    yield f"a {title} table"
    for name, value in case.rules.items():
        yield f'the house rule {name} is "{value}"'
    cards = " ".join(stacked(case.deeds))
    if cards:
        yield f"the shoe is stacked with {cards}"
    for seat in _seats(case):
        yield f"seat {seat.seat} bets {fmt(seat.bet)}"
        if seat.bust_it is not None:
            yield f"seat {seat.seat} makes a Bust It Wager of {fmt(seat.bust_it)}"


def _next(
    case: Case, play: Play, done: int, wanted: list[dict[str, object]], seats: tuple[e.Seat, ...]
) -> tuple[Phrase, Play]:
    deed = case.deeds[done]
    for phrase in _phrases(case, done, play):
        trial = _fork(play)
        trial.seats = {
            one.seat: {"bet": one.bet} | ({"bust_it": one.bust_it} if one.bust_it else {})
            for one in seats
        }
        try:
            phrase.do(trial)
        except (NotPossible, Contradiction):
            continue
        events = [act.event for act in trial.acts]
        if len(events) > done and events == wanted[: len(events)]:
            return phrase, trial
    raise NoPhrase(f"no phrase plays {deed.event} where it stands")


def _fork(play: Play) -> Play:
    fork = copy.copy(play)
    fork.acts = list(play.acts)
    fork.shoe = deque(play.shoe)
    fork.seats, fork.later = dict(play.seats), dict(play.later)
    return fork


def _hand(event: e.Act) -> tuple[str, str | None]:
    """`` on hand 2`` where it must be said, and the number as the step takes it."""
    return ("", None) if event.hand == 1 else (f" on hand {event.hand}", str(event.hand))


def _phrases(case: Case, done: int, play: Play) -> Iterator[Phrase]:
    deed = case.deeds[done]
    match deed.event:
        case e.OpenRound():
            yield from _opened(case, done)
        case e.DrawCard() | e.CoverCard():
            yield from _drawn(play)
        case e.PlaceWager() as wager:
            yield _placed(wager)
        case e.CloseWagers():
            yield Phrase(("the hole card is read",), acts.the_hole_card_is_read)
            yield Phrase(("the wagers are closed",), acts.the_wagers_are_closed)
        case e.Peek():
            yield from _peeked(deed.event)
        case e.Act() as act:
            yield from _decided(act, play)
        case e.DealerAct() as dealer:
            yield from _dealer(dealer)
        case e.Skipped() as skip:
            late = ", which is only found after the reveal"
            text = f"the dealer passes over hand {skip.seat}.{skip.hand}"
            after = skip.found == "after-reveal"
            yield Phrase(
                (text + (late if after else ""),),
                lambda p: irregular.passed_over(
                    p, f"{skip.seat}.{skip.hand}", late if after else None
                ),
            )
        case e.DrawnInError() as error:
            how = "and its face is seen" if error.exposed else "with its face hidden"
            if play.table.due.what == "settle" and error.exposed:
                yield Phrase(
                    ("the dealer draws a card for himself by accident",), irregular.dealer_accident
                )
            yield Phrase(
                (f"a card is drawn in error {how}",), lambda p: irregular.drawn_in_error(p, how)
            )
        case _:
            yield from _trouble(deed, play)


def _opened(case: Case, done: int) -> Iterator[Phrase]:
    attacks: dict[int, Money] = {}
    for deed in case.deeds[done + 1 :]:
        event = deed.event
        if isinstance(event, e.OpenRound | e.CloseWagers):
            break
        if isinstance(event, e.PlaceWager) and event.wager == "double_attack":
            attacks[event.seat] = event.amount
    texts = tuple(
        f"seat {seat} will make a Double Attack Wager of {fmt(amount)}"
        for seat, amount in attacks.items()
    )

    def dealt(play: Play) -> None:
        play.later.update(attacks)
        acts.the_round_is_dealt(play)

    yield Phrase((*texts, "the round is dealt"), dealt)
    again = any(isinstance(deed.event, e.OpenRound) for deed in case.deeds[:done])
    text = "a new round is asked for" if again else "the round opens"
    yield Phrase((text,), acts.the_round_opens)


def _drawn(play: Play) -> Iterator[Phrase]:
    due = play.table.due
    places = [hand.name for hand in play.table.hands]
    dealing = play.table.dealt < len(play.table.steps)
    if due.to == "dealer" and not dealing:
        yield Phrase(("the round is settled",), acts.the_round_is_settled)
        yield Phrase(("the dealer plays his hand",), acts.the_dealer_plays)
    elif dealing:
        yield Phrase(("the deal goes on",), acts.the_deal_goes_on)
    yield Phrase(("play goes on from the shoe",), irregular.dealt_on)
    for place in (*places, "dealer"):
        to = "the dealer" if place == "dealer" else f"hand {place}"
        if dealing:
            yield Phrase(
                (f"the cards are dealt until {to} is due",),
                lambda p, to=to: acts.dealt_until(p, to),  # type: ignore[misc]
            )
    if not play.table.dealer and not play.masque:
        yield Phrase(("the dealer's first card is dealt",), acts.the_first_card)
    yield Phrase(("the next card is drawn",), acts.the_next_card)


def _placed(event: e.PlaceWager) -> Phrase:
    seat, amount = event.seat, fmt(event.amount)
    if event.wager == "insurance":
        return Phrase(
            (f"seat {seat} insures for {amount}",), lambda p: acts.insures(p, seat, amount)
        )
    return Phrase(
        (f"seat {seat} makes a Double Attack Wager of {amount}",),
        lambda p: acts.double_attack_now(p, seat, amount),
    )


def _peeked(event: e.Peek) -> Iterator[Phrase]:
    shown = event.shown
    if shown is None:
        yield Phrase(("the hole card is read",), acts.the_hole_card_is_read)
    else:
        yield Phrase(
            (f"the Masque reader is made to light {shown}",),
            lambda p: irregular.wrong_light(p, shown),
        )


def _decided(event: e.Act, play: Play) -> Iterator[Phrase]:
    seat, do = str(event.seat), event.do
    hand, number = _hand(event)
    tries = Phrase((f"seat {seat} tries to {do}{hand}",), lambda p: acts.tries(p, seat, do, number))
    if do in ("hit", "stand", "surrender", "split", "double"):
        due = play.table.due
        if due.what != "surrender-or-peek" and do not in due.options:
            yield tries
            return
        if do == "double":
            amount = None if event.amount is None else fmt(event.amount)
            worth = f" for {amount}" if amount else ""
            yield Phrase(
                (f"seat {seat} doubles{hand}{worth}",),
                lambda p: acts.doubles(p, seat, number, amount),
            )
            yield Phrase(
                (f"seat {seat} asks to double{hand}{worth}",),
                lambda p: acts.asks_to_double(p, seat, number, amount),
            )
        else:
            yield Phrase(
                (f"seat {seat} {do}s{hand}",), lambda p: acts.acts(p, seat, f"{do}s", number)
            )
            if do == "hit":
                yield Phrase(
                    (f"seat {seat} asks for a card{hand}",),
                    lambda p: irregular.asks_for_a_card(p, seat, number),
                )
        yield tries
        return
    asked = play.table.asked
    if asked == "second-card":
        word = "takes" if do == "accept" else "declines"
        yield Phrase(
            (f"seat {seat} {word} the second card",),
            lambda p: irregular.second_card(p, seat, word),
        )
    elif do in ("accept", "refuse"):
        yield Phrase(
            (f"seat {seat} {do}s the card{hand}",),
            lambda p: irregular.answers_the_offer(p, seat, f"{do}s", number),
        )
    elif do == "decline":
        yield Phrase(
            (f"seat {seat} declines insurance",), lambda p: acts.declines_insurance(p, int(seat))
        )
    elif do == "late-card":
        yield Phrase(
            (f"seat {seat} takes the late card{hand}",),
            lambda p: irregular.late_card(p, seat, number),
        )
    elif do == "dead-hand":
        yield Phrase(
            (f"seat {seat} calls the hand dead{hand}",),
            lambda p: irregular.calls_dead(p, seat, number),
        )


def _dealer(event: e.DealerAct) -> Iterator[Phrase]:
    if event.do == "peek":
        yield Phrase(("the hole card is read",), acts.the_hole_card_is_read)
    phrases: dict[str, tuple[str, Do]] = {
        "peek": ("no more surrenders are announced", acts.early_window_closes),
        "settle": ("the round is settled", acts.the_round_is_settled),
        "continue": ("the dealer lets play go on", irregular.goes_on),
        "dead-hand": ("the dealer calls the hands dead", irregular.hands_dead),
    }
    text, do = phrases[event.do]
    yield Phrase((text,), do)


def _trouble(deed: Deed, play: Play) -> Iterator[Phrase]:
    event = deed.event
    simple: dict[type[e.Event], tuple[str, Do]] = {
        e.ShoeEmpty: ("the shoe runs out", irregular.the_shoe_runs_out),
        e.BurnCard: ("the first card is burned", irregular.the_burn),
        e.ErrorFound: ("the error is found", irregular.error_found),
        e.CycleDone: ("the cycle is completed", irregular.cycle_done),
        e.ShufflerOut: ("the shuffler breaks down", irregular.breaks_down),
        e.SignPlaced: ("the out-of-order sign is put on the shuffler", irregular.sign),
        e.HandShuffle: ("someone begins to shuffle by hand", irregular.hand_shuffle),
        e.ShufflerRepaired: ("the shuffler is repaired and its sign taken off", irregular.repaired),
    }
    if type(event) in simple:
        text, do = simple[type(event)]
        yield Phrase((text,), do)
        return
    match event:
        case e.ShoeRefilled():
            cards = " ".join(event.cards)
            if play.table.phase == "refill" and not play.table.reshuffle_due:
                yield Phrase(
                    (f"the discard rack is shuffled and cut into {cards}",),
                    lambda p: irregular.the_rack_is_reshuffled(p, cards),
                )
            else:
                yield Phrase(
                    (f"a full batch is put in the shoe as {cards}",),
                    lambda p: irregular.a_full_batch(p, cards),
                )
        case e.WrongSpot(spot):
            yield Phrase(
                (f"the dealer lays the hole card on the {spot} spot",),
                lambda p: irregular.wrong_spot(p, spot),
            )
        case e.MasqueFault(fault):
            yield Phrase(
                (f"the Masque reader {FAULTS[fault]}",),
                lambda p: irregular.masque_fault(p, FAULTS[fault]),
            )
        case e.MasqueRestored(how, inspected):
            check = "and inspected" if inspected else "without an inspection"
            yield Phrase(
                (f"the Masque reader is {how} {check}",),
                lambda p: irregular.masque_restored(p, how, check),
            )
        case e.CycleStarted():
            if deed.decks:
                yield Phrase(
                    (f"the shuffler starts a cycle on a batch of {deed.decks} decks",),
                    lambda p: irregular.cycle_starts(p, deed.decks),
                )
            else:
                yield Phrase(("the shuffler starts a new full cycle",), irregular.new_cycle)
        case e.ShufflerFault(what):
            faults: dict[str, tuple[str, Do]] = {
                "jam": ("the shuffler jams", irregular.jams),
                "stopped": ("the shuffler stops during the shuffle", irregular.stops),
                "incomplete": ("the shuffler does not finish the cycle", irregular.not_finished),
            }
            text, do = faults[what]
            if deed.power_cut:
                text = "the shuffler's power is cut in mid-cycle and comes back"
                do = irregular.power_cut
            yield Phrase((text,), do)


# -- what must hold --------------------------------------------------------------------------------


def _then(play: Play, failure: Failure | None) -> Iterator[str]:
    """Literal values, worked out by the engine; what `failure` is about comes first."""
    said: list[tuple[str, Do]] = []
    if failure is not None:
        said += _about(failure)
    snapshot = play.snapshot()
    rows = snapshot["settlement"]
    if rows:
        head = ("hand", "wager", "staked", "to house", "returned", "won")
        body = [
            (
                f"{row['seat']}.{row['hand']}",
                WAGERS[row["wager"]],
                row["staked"],
                row["to_house"],
                row["returned"],
                row["won"],
            )
            for row in rows
        ]
        table = [list(head), *map(list, body)]
        said.append(
            ("these wagers are settled\n" + _table(table), _check(witnesses.wagers_settled, table))
        )
    elif play.table.hands:
        said.append(("nothing is settled yet", witnesses.nothing_settled))
    for box in snapshot["seats"]:
        for hand in box["hands"]:
            if hand["cards"]:
                cards = " ".join(hand["cards"])
                said.append(
                    (
                        f"hand {hand['hand']} holds {cards}",
                        _check(witnesses.hand_holds, hand["hand"], cards),
                    )
                )
    written: set[str] = set()
    for text, holds in said:
        try:
            holds(_fork(play))
        except Contradiction:
            continue
        if text not in written:
            written.add(text)
            yield text


def _check(step: Callable[..., None], *arguments: object) -> Do:
    return lambda play: step(play, *arguments)


def _table(rows: list[list[str]]) -> str:
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return "\n".join(
        "        | "
        + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        + " |"
        for row in rows
    )


def _about(failure: Failure) -> list[tuple[str, Do]]:
    wanted, seen = failure.expected, failure.seen
    if wanted is not None:
        return list(_demanded(failure.key.role, wanted["signal"], wanted["data"]))
    if seen is not None:
        return list(_forbidden(failure.key.role, seen["signal"], seen["data"]))
    return []


def _who(to: str) -> str:
    return "the dealer" if to == "dealer" else f"hand {to}"


def _option(option: str) -> str:
    words = {"open-round": "a new round", "continue": "to let play go on"}
    return words.get(option, re.sub(r"[-_]", " ", option))


def _demanded(role: str, kind: str, data: dict[str, str]) -> Iterator[tuple[str, Do]]:
    one = witnesses
    match role, kind:
        case roles.SHOE, "card":
            card, face = data["card"], data["face"]
            yield (
                f"the shoe reports {card} lying face {face}",
                _check(one.shoe_reports, card, face),
            )
        case roles.SHOE, "cover-card":
            yield "the shoe reports the cover card", one.shoe_reports_cover
        case roles.SHOE, "empty":
            yield "the shoe reports that it is empty", one.shoe_reports_empty
        case roles.CARD_READER, "answer":
            answer = "Blackjack" if data["blackjack"] == "yes" else "no Blackjack"
            yield f"the card reader answers {answer}", _check(one.reader_answers, answer)
        case roles.MASQUE_READER, "light" | "lamp":
            colour = data.get("colour") or data["lit"]
            if colour == "none":
                yield "the Masque reader's light goes out", one.masque_goes_out
            else:
                yield f"the Masque reader lights {colour}", _check(one.masque_lights, colour)
        case roles.SHUFFLER, "cycle-done":
            count = int(data["count"])
            yield f"the shuffler releases a batch of {count} cards", _check(one.released, count)
        case roles.SHUFFLER, "jam" | "stopped" | "incomplete" | "fault":
            words = {
                "jam": "a jam",
                "stopped": "a stop",
                "incomplete": "an incomplete cycle",
                "fault": "that it is out of service",
            }
            yield f"the shuffler reports {words[kind]}", _check(one.shuffler_reports, words[kind])
        case roles.TABLE_CONTROLLER, _:
            yield from _instructed(kind, data)


def _instructed(kind: str, data: dict[str, str]) -> Iterator[tuple[str, Do]]:
    one = witnesses
    plain: dict[str, tuple[str, Do]] = {
        "reveal": ("the hole card is exposed", one.hole_exposed),
        "peek": ("the dealer is told to read the hole card", one.reading_asked),
        "hold": ("the card drawn in error is held as the next card", one.card_held),
        "block": ("the table may not open a round", one.table_blocked),
        "unblock": ("the table may open a round again", one.table_free),
        "burn": ("a burn is asked for", one.burn_asked),
        "cover": ("a cover or an out-of-order sign is asked for", one.cover),
        "round-over": ("the round is over", one.round_over),
    }
    if kind in plain:
        yield plain[kind]
        return
    match kind:
        case "deal":
            to, face = _who(data["to"]), data["face"]
            yield f"the next card goes to {to}, face {face}", _check(one.next_card_to, to, face)
        case "offer" | "refuse":
            who, option = _who(data["to"]), _option(data["option"])
            word, step = ("offered", one.offered) if kind == "offer" else ("refused", one.refused)
            yield f"{who} is {word} {option}", _check(step, who, option)
        case "spot":
            colour = data["colour"]
            yield f"the hole card is sent to the {colour} spot", _check(one.sent_to_spot, colour)
        case "freeze" | "dead":
            status = "frozen" if kind == "freeze" else "dead"
            yield f"hand {data['hand']} is {status}", _check(one.hand_status, data["hand"], status)
        case "reshuffle":
            what = {"rack": "discard rack", "A": "batch", "shoe": "shoe"}[data["what"]]
            yield f"a reshuffle of the {what} is asked for", _check(one.reshuffle, what)
        case "restore":
            wager, hand, amount = WAGERS[data["wager"]], data["hand"], data["amount"]
            yield (
                f"the lost {wager} Wager of hand {hand} goes back: {amount}",
                _check(one.goes_back, wager, hand, amount),
            )
        case _:
            return


def _forbidden(role: str, kind: str, data: dict[str, str]) -> Iterator[tuple[str, Do]]:
    one = witnesses
    match role, kind:
        case roles.CARD_READER, "answer":
            yield "the card reader stays idle", one.reader_idle
            yield "the card reader is used once", _check(one.reader_used, "once")
        case roles.SHUFFLER, "cycle-done":
            yield "the shuffler has not released the batch", one.not_released
        case roles.TABLE_CONTROLLER, "reveal":
            yield "the hole card is still face down", one.hole_down
        case roles.TABLE_CONTROLLER, "offer" if "to" in data:
            who, option = _who(data["to"]), _option(data["option"])
            yield f"{who} is never offered {option}", _check(one.not_offered, who, option)
        case roles.TABLE_CONTROLLER, "reshuffle":
            yield "no reshuffle is asked for", one.no_reshuffle
        case roles.TABLE_CONTROLLER, "burn":
            yield "no burn is asked for", one.no_burn
        case roles.TABLE_CONTROLLER, "round-over":
            yield "the round is not over", one.round_not_over


# -- the file --------------------------------------------------------------------------------------


def tag(prefix: str, name: str) -> str:
    """A tag ends at a blank, so a blank is written ``_``."""
    return f"@{prefix}:{name.replace(' ', '_')}"


def feature(case: Case, failure: Failure, about: list[str]) -> str:
    """The text of a feature file: `about` tells where it comes from, a line each.

    Raises:
        NoPhrase: the phrases there are cannot say it.
    """
    told = tell(case, failure)
    tags = [tag("clause", clause) for clause in failure.clauses]
    tags.append(tag("device", failure.key.role))
    lines = [
        f"Feature: Found by a soak, {failure.key.role}, {failure.key.clause or 'no clause'}",
        *(f"  {line}" for line in about),
        "",
        f"  {' '.join(tags)}",
        f"  Scenario: {_title(failure)}",
    ]
    for keyword, steps in (("Given", told.given), ("When", told.when), ("Then", told.then)):
        for place, text in enumerate(steps):
            lines.append(f"    {keyword if place == 0 else 'And'} {text}")
    return "\n".join(lines) + "\n"


def _title(failure: Failure) -> str:
    text = failure.text.partition(":")[0]
    return textwrap.shorten(text, 150, placeholder=" ...")
