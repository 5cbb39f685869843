"""Tell a round as a person would: act by act, card by card, chip by chip, with the law."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reference_engine import events as e
from reference_engine.hands import is_soft, total
from reference_engine.law import clause
from reference_engine.money import Money, fmt, parse
from reference_engine.ruling import Certainty, Effect
from reference_engine.script import Played, play, read
from reference_engine.wagers import (
    BET,
    BUST_IT,
    DOUBLE_ATTACK,
    DOUBLE_DOWN,
    INSURANCE,
    MATCH_THE_DEALER,
)

_WAGERS = {
    BET: "Bet Wager",
    DOUBLE_ATTACK: "Double Attack Wager",
    BUST_IT: "Bust It Wager",
    INSURANCE: "Insurance Wager",
    DOUBLE_DOWN: "Double Down Wager",
    MATCH_THE_DEALER: "Match-the-Dealer Wager",
}
_SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_WEIGHT = {Certainty.READ: "", Certainty.INFERRED: "inferred", Certainty.HOUSE_RULE: "house rule"}


def explain(text: bytes | dict[str, Any]) -> str:
    """The round of a script, told in lines; each says what happens and which law commands it.

    Raises:
        ScriptError: it cannot be read, or the law does not permit it.
    """
    return "\n".join(lines(play(read(text), explained=True))) + "\n"


def lines(played: Played) -> list[str]:
    """A round that was played with `explained`, line by line."""
    told: list[str] = []
    on_table = _OnTable()
    ends = [one.first for one in played.happened[1:]] + [len(played.effects)]
    for number, (one, end) in enumerate(zip(played.happened, ends, strict=True), 1):
        act = f" (act {one.act})" if one.act else ""
        effects = played.effects[one.first : end]
        told.append(f"{number:3}  {_event(one.event)}{on_table.after(one.event, effects)}{act}")
        for effect in effects:
            said = _effect(effect)
            if said:
                told.append(f"       {said} — {_law(effect)}")
    told.append("")
    table = played.table
    shown = f"{_cards(table.dealer)}, {total(table.dealer)}" if table.dealer else "no cards"
    told.append(f"The dealer ends with {shown}.")
    for row in table.settlement:
        shares = _shares(row.to_house, row.returned, row.won)
        name = f"{_WAGERS[row.wager]} of hand {row.seat}.{row.hand}"
        told.append(f"{name}: {fmt(row.staked)} staked, {shares}.")
    net = sum(row.won - row.to_house for row in table.settlement)
    side = "win" if net > 0 else "lose"
    told.append(
        f"The players {side} {fmt(abs(net))}." if net else "Neither side wins anything on balance."
    )
    used = sorted({name for effect in played.effects for name in effect.house_rules})
    if used:
        values = ", ".join(f"{name} = {_told(table.rules[name])}" for name in used)
        told.append(f"House rules used: {values}.")
    return told


def _told(value: object) -> str:
    """A house rule's value; that of a table of odds row by row."""
    if isinstance(value, Mapping):
        return " and ".join(f"{key} {odds}" for key, odds in value.items())
    return str(value)


class _OnTable:
    """Where the cards lie as the story goes on, told with each one that finds its place."""

    def __init__(self) -> None:
        self.hands: dict[str, list[str]] = {}
        self.due: tuple[str, str] | None = None
        self.held: list[str] = []

    def after(self, event: e.Event, effects: list[Effect]) -> str:
        """Where the card of `event` went, as an end to the sentence."""
        said = ""
        if isinstance(event, e.DrawCard) and not event.face_up:
            said = self._placed(event.card)
        elif isinstance(event, e.Act) and event.do == "split":
            name = f"{event.seat}.{event.hand}"
            new = sum(one.startswith(f"{event.seat}.") for one in self.hands) + 1
            if any(one.effect == "deal" for one in effects) and len(self.hands[name]) > 1:
                self.hands[f"{event.seat}.{new}"] = [self.hands[name].pop()]
        elif isinstance(event, e.DrawnInError):
            self.held.append(event.card)
        for effect in effects:
            if effect.effect != "deal" or not effect.required:
                continue
            self.due = effect.data["to"], effect.data["face"]
            if effect.data["source"] == "held" and self.held:
                said += self._placed(self.held.pop(0))
        return said

    def _placed(self, card: str) -> str:
        if self.due is None:
            return ""
        to, face = self.due
        hand = self.hands.setdefault(to, [])
        hand.append(card)
        if face == "down":
            return f" It goes to {_place(to)}, face down."
        held = tuple(hand)
        soft = "soft " if is_soft(held) else ""
        return f" It goes to {_place(to)}: {_cards(held)}, {soft}{total(held)}."


def _law(effect: Effect) -> str:
    parts = [clause(one).cite for one in effect.clauses]
    if effect.house_rules:
        parts.append(f"{_WEIGHT[effect.certainty]} {', '.join(effect.house_rules)}")
    return "; ".join(parts)


def _cards(cards: tuple[str, ...] | str) -> str:
    words = cards.split() if isinstance(cards, str) else cards
    return " ".join(("10" if card[0] == "T" else card[0]) + _SUITS[card[1]] for card in words)


def _place(to: str) -> str:
    return "the dealer" if to == "dealer" else f"hand {to}"


def _event(event: e.Event) -> str:
    match event:
        case e.OpenRound(seats=seats):
            wagers = "; ".join(map(_first_wagers, seats))
            return f"The round opens. {wagers}."
        case e.PlaceWager(seat=seat, wager=wager, amount=amount):
            return f"Seat {seat} makes {_article(_WAGERS[wager])} of {fmt(amount)}."
        case e.CloseWagers():
            return "The dealer closes the wagers."
        case e.DrawCard(card=card, face_up=face_up):
            return f"{_cards(card)} leaves the shoe{', lying face up in it' if face_up else ''}."
        case e.BurnCard(card=card):
            return f"{_cards(card)} is burned."
        case e.Peek(shown=shown):
            forced = f", which is made to light {shown}" if shown else ""
            return f"The hole card goes into the reader{forced}."
        case e.Act(seat=seat, hand=hand, do=do, amount=amount):
            stake = "" if amount is None else f" for {fmt(amount)}"
            return f"Hand {seat}.{hand}: {do.replace('-', ' ')}{stake}."
        case e.DealerAct(do=do):
            return f"The dealer: {do.replace('-', ' ')}."
        case e.DrawnInError(card=card, exposed=exposed):
            seen = "seen" if exposed else "not seen"
            return f"{_cards(card)} is drawn in error, its face {seen}."
        case e.Skipped(seat=seat, hand=hand):
            return f"The dealer passes over hand {seat}.{hand}."
        case e.ShoeEmpty():
            return "The shoe is empty."
        case e.ShoeRefilled(cards=cards):
            return f"The shoe is filled with {len(cards)} shuffled and cut cards."
        case e.WrongSpot(spot=spot):
            return f"The hole card is laid on the {spot} spot."
        case e.ErrorFound():
            return "The error is found."
        case e.MasqueFault(fault=fault):
            return f"The Masque reader malfunctions: {fault}."
        case e.ShufflerFault(what=what, batch=batch):
            return f"The shuffler's cycle on batch {batch} goes wrong: {what}."
        case e.CycleStarted(batch=batch) | e.CycleDone(batch=batch):
            ends = "ends" if isinstance(event, e.CycleDone) else "begins"
            return f"A cycle of the shuffler on batch {batch} {ends}."
    words = "".join(f" {one.lower()}" if one.isupper() else one for one in type(event).__name__)
    return words.strip().capitalize() + "."


def _article(words: str) -> str:
    return f"{'an' if words[0] in 'AEIO' else 'a'} {words}"


def _first_wagers(seat: e.Seat) -> str:
    side = ((BUST_IT, seat.bust_it), (MATCH_THE_DEALER, seat.match_the_dealer))
    made = [f"{_WAGERS[BET]} {fmt(seat.bet)}"]
    made += [f"{_WAGERS[wager]} {fmt(amount)}" for wager, amount in side if amount is not None]
    return f"Seat {seat.seat}: {', '.join(made)}"


def _effect(effect: Effect) -> str:
    """One line, or "" for what an event's own line has said already."""
    data = effect.data
    if not effect.required:
        return f"must not be seen: {_plain(effect)}"
    match effect.effect:
        case "card" | "cover-card" | "empty":
            return ""
        case "settle":
            shares = [parse(data[name]) for name in ("to_house", "returned", "won")]
            return f"{_WAGERS[data['wager']]} of hand {data['hand']}: {_shares(*shares)}"
        case "restore":
            wager = _WAGERS[data["wager"]]
            return f"{wager} of hand {data['hand']}: the {data['amount']} lost goes back"
        case "deal":
            held = ", and the card held is that one" if data["source"] == "held" else ""
            return f"a card is due to {_place(data['to'])}, face {data['face']}{held}"
        case "offer":
            return f"{_place(data['to'])} may: {data['option'].replace('_', ' ')}"
        case "refuse":
            return f"{_place(data['to'])} may not: {data['option'].replace('_', ' ')}"
        case "rack":
            return f"to the discard rack: {_cards(data['cards'])}"
        case "answer":
            no = "" if data["blackjack"] == "yes" else "no "
            return f"the card reader answers: {no}Blackjack"
        case "light" | "lamp":
            where = "the Masque reader reports" if effect.effect == "light" else "its lamp shows"
            return f"{where} {next(iter(data.values()))}"
        case "reveal":
            return "the hole card is turned"
        case "round-over":
            return "the round is over"
    return _plain(effect)


def _shares(to_house: Money, returned: Money, won: Money) -> str:
    parts = ((to_house, "to the house"), (returned, "returned"), (won, "won"))
    return ", ".join(f"{fmt(amount)} {words}" for amount, words in parts if amount)


def _plain(effect: Effect) -> str:
    data = ", ".join(f"{name.replace('_', ' ')} {text}" for name, text in effect.data.items())
    role = "" if effect.role == "table-controller" else f"{effect.role}: "
    return f"{role}{effect.effect}{f' ({data})' if data else ''}"
