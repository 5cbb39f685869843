"""A short notation for rounds that were worked out by hand.

    settle(DA, "1 20+20 bust 5", "5C 9S 6D QH 6S", "1 surrender") == wagers("1.1 bet 10/10/0", ...)

A wager reads *to the house / returned / won*.
"""

from __future__ import annotations

from typing import Any

from reference_engine import Table, apply, new_table
from reference_engine import events as e
from reference_engine.money import fmt, parse
from reference_engine.ruling import Effect
from reference_engine.script import Ruling, rule

DA = "double-attack-blackjack"
DU = "down-under-blackjack"


def seats(text: str) -> list[dict[str, Any]]:
    """``1 20+20 bust 5, 2 10 match 1``: seat, Bet (+ Double Attack), the wager of the box."""
    found = []
    for part in text.split(","):
        words = part.split()
        bet, _, attack = words[1].partition("+")
        seat: dict[str, Any] = {"seat": int(words[0]), "bet": bet}
        if attack:
            seat["double_attack"] = attack
        for name, amount in zip(words[2::2], words[3::2], strict=True):
            seat[{"bust": "bust_it", "match": "match_the_dealer"}[name]] = amount
        found.append(seat)
    return found


def acts(text: str) -> list[dict[str, Any]]:
    """``1 insure 10, 1.2 double 5, dealer peek, (c), (g) seat=1 found=after-reveal``."""
    found: list[dict[str, Any]] = []
    for part in filter(None, (one.strip() for one in text.split(","))):
        words = part.split()
        if words[0].startswith("("):
            act: dict[str, Any] = {"irregularity": f"685a.12{words[0]}"}
            for word in words[1:]:
                name, _, value = word.partition("=")
                if name == "shoe":
                    act[name] = value.split("+")
                else:
                    act[name] = int(value) if value.isdigit() else value
                if value in ("true", "false"):
                    act[name] = value == "true"
        elif words[0] == "dealer":
            act = {"dealer": True, "do": words[1]}
            for word in words[2:]:
                name, _, value = word.partition("=")
                act[name] = int(value) if value.isdigit() else value
        else:
            seat, _, hand = words[0].partition(".")
            act = {"seat": int(seat), "do": words[1]}
            if hand:
                act["hand"] = int(hand)
            if len(words) > 2:
                act["amount"] = words[2]
        found.append(act)
    return found


def ruling(
    game: str, wagers: str, shoe: str, does: str = "", rack: str = "", **rules: object
) -> Ruling:
    """The ruling on a round in the short notation."""
    return rule(
        {
            "game": game,
            "seats": seats(wagers),
            "shoe": shoe.split(),
            "acts": acts(does),
            "rules": rules,
            "discard_rack": rack.split(),
        }
    )


def settled(made: Ruling) -> dict[str, str]:
    """Wager to *house/returned/won*, without decimals that are zero."""
    return {
        f"{row.seat}.{row.hand} {row.wager}": "/".join(
            _short(text) for text in (row.to_house, row.returned, row.won)
        )
        for row in made.settlement
    }


def _short(text: str) -> str:
    return text.removesuffix(".00")


def settle(
    game: str, wagers: str, shoe: str, does: str = "", rack: str = "", **rules: object
) -> dict[str, str]:
    """What becomes of each wager of a round in the short notation."""
    return settled(ruling(game, wagers, shoe, does, rack, **rules))


def wagers(text: str) -> dict[str, str]:
    """``1.1 bet 10/10/0; 1.1 bust_it 5/0/0`` as `settle` returns it."""
    found = {}
    for part in text.split(";"):
        hand, wager, amounts = part.split()
        found[f"{hand} {wager}"] = amounts
    return found


class At:
    """A table played event by event.

    `said` holds what the last event demanded: ``deal to=1.1 face=up source=shoe`` and so on,
    sensors with their role in front (``shoe: card card=KH face=down``), prohibitions with ``not``.
    """

    def __init__(self, game: str, rack: str = "", **rules: object) -> None:
        self.table: Table = new_table(game, rules, rack.split())
        self.effects: tuple[Effect, ...] = ()

    def do(self, *events: e.Event) -> At:
        for event in events:
            self.table, self.effects = apply(self.table, event)
        return self

    def open(self, text: str) -> At:
        """Open the round; Double Attack Wagers are for `wager`."""
        made = []
        for seat in seats(text):
            amounts = {name: parse(value) for name, value in seat.items() if name != "seat"}
            amounts.pop("double_attack", None)
            made.append(e.Seat(seat["seat"], **amounts))
        return self.do(e.OpenRound(tuple(made)))

    def draw(self, cards: str) -> At:
        """Draw cards; where Double Attack Wagers are open they are closed first."""
        for card in cards.split():
            if self.table.due.what == "wagers":
                self.do(e.CloseWagers())
            self.do(e.DrawCard(card.rstrip("^"), card.endswith("^")))
        return self

    def act(self, text: str) -> At:
        """``1 hit``, ``1.2 double 5``."""
        words = text.split()
        seat, _, hand = words[0].partition(".")
        amount = parse(words[2]) if len(words) > 2 else None
        return self.do(e.Act(int(seat), words[1], int(hand or 1), amount))

    @property
    def said(self) -> list[str]:
        return [_words(one) for one in self.effects]

    @property
    def due(self) -> str:
        due = self.table.due
        return " ".join(filter(None, (due.what, due.to, "/".join(due.options))))

    def clauses(self, start: str) -> tuple[str, ...]:
        """The clauses of the one effect of the last event whose words begin so."""
        (found,) = {one.clauses for one in self.effects if _words(one).startswith(start)}
        return found

    def cites(self, start: str) -> str:
        """As `clauses`, as text, and behind each ``+`` a house rule that was used."""
        (found,) = {
            " ".join([*one.clauses, *(f"+{rule}" for rule in one.house_rules)])
            for one in self.effects
            if _words(one).startswith(start)
        }
        return found

    def settled(self) -> dict[str, str]:
        """The settled wagers of the round, as `wagers` reads them. No chip is lost on the way."""
        for row in self.table.settlement:
            assert row.staked == row.to_house + row.returned
        return {
            f"{row.seat}.{row.hand} {row.wager}": "/".join(
                _short(fmt(amount)) for amount in (row.to_house, row.returned, row.won)
            )
            for row in self.table.settlement
        }

    def certainty(self, start: str) -> str:
        """The certainty of the effects of the last event whose words begin so."""
        (found,) = {str(one.certainty) for one in self.effects if _words(one).startswith(start)}
        return found


def _words(effect: Effect) -> str:
    role = "" if effect.role == "table-controller" else f"{effect.role}: "
    data = "".join(f" {name}={value}" for name, value in effect.data.items())
    return ("" if effect.required else "not ") + role + effect.effect + data
