"""The controller: messages and keys in, instructions out."""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import Any

from reference_engine.cards import NotACard, parse_card
from rigs.emulators.controller import irregularities, players, procedure
from rigs.emulators.controller.hands import RANGES, Hand
from rigs.emulators.controller.keys import Command
from rigs.emulators.controller.money import Money, format_amount
from rigs.emulators.controller.table import Table
from rigs.emulators.controller.words import Instruction, KeyRefused
from rigs.emulators.defects import check


def _skipped(table: Table, command: Command) -> None:
    hand = players.find_hand(table, command, "skipped")
    irregularities.skipped(table, hand, command)


KEYS: dict[str, Callable[[Table, Command], None]] = {
    "open-round": players.open_round,
    "wager": players.place_wager,
    "close-wagers": players.close_wagers,
    "act": players.act,
    "dealer": players.dealer_act,
    "drawn-in-error": irregularities.drawn_in_error,
    "skipped": _skipped,
    "shoe-refilled": irregularities.shoe_refilled,
    "wrong-spot": irregularities.wrong_spot,
    "error-found": irregularities.error_found,
    "masque-fault": irregularities.masque_fault,
    "masque-restored": irregularities.masque_restored,
    "shuffler-out": irregularities.shuffler_out,
    "sign-placed": irregularities.sign_placed,
    "shuffler-repaired": irregularities.shuffler_repaired,
    "hand-shuffle": irregularities.hand_shuffle,
}


class Controller:
    """The emulated table controller, without any link, process or clock.

    Args:
        defects: names of the catalogue that this one has.

    Raises:
        UnknownDefect: a name is not in the catalogue.
    """

    def __init__(self, defects: Set[str] = frozenset()) -> None:
        check("table-controller", sorted(defects))
        self._table = Table(defects)

    def reset(self) -> None:
        """As new: no round, no cards, no faults. The defects stay."""
        self._table = Table(self._table.defects)

    def hear(self, role: str, kind: str, data: dict[str, str]) -> list[Instruction]:
        """A message of a sensor, as it said it. One that makes no sense is counted and ignored."""
        table = self._table
        table.laid_last = False
        if not _heard(table, role, kind, data):
            table.ignored += 1
        return self._answer()

    def key(self, command: dict[str, Any]) -> list[Instruction]:
        """A key that the dealer or a player pressed: the `key` stimulus.

        Raises:
            KeyRefused: malformed, or not a key for this moment; nothing has changed.
        """
        name = command.get("key")
        if not isinstance(name, str) or name not in KEYS:
            raise KeyRefused(f"key={name!r}: must be one of {', '.join(KEYS)}")
        KEYS[name](self._table, command)
        self._table.laid_last = False
        return self._answer()

    def _answer(self) -> list[Instruction]:
        procedure.run(self._table)
        said, self._table.said = self._table.said, []
        return said

    def state(self) -> dict[str, Any]:
        """A JSON-able picture of what it knows and waits for; amounts and cards as text."""
        table = self._table
        return {
            "phase": table.phase,
            "wait": table.wait,
            "due": None if table.due is None else {"to": table.due.to, "face": table.due.face},
            "blocked": table.blocked,
            "shuffler": {"out": table.shuffler_out, "sign": table.sign},
            "batches": dict(table.batches),
            "held": [held.card for held in table.held],
            "unexplained": [drawn.card for drawn in table.strays],
            "ignored_messages": table.ignored,
            "cover_card_out": table.cover_out,
            "defects": sorted(table.defects),
            "round": _round_state(table),
        }


def _round_state(table: Table) -> dict[str, Any] | None:
    current = table.round
    if current is None:
        return None
    return {
        "game": current.game.name,
        "rules": dict(current.rules),
        "over": table.wait == "round",
        "dealer": {"cards": list(current.dealer), "exposed": current.exposed},
        "light": current.light,
        "error": current.error,
        "on_turn": current.on_turn.name if table.wait == "act" and current.on_turn else "",
        "choice": {"to": current.chooser.name, "of": current.choice} if current.chooser else None,
        "boxes": [
            {
                "seat": box.seat,
                "wagers": _amounts(box.side),
                "hands": [_hand_state(hand) for hand in box.hands],
            }
            for box in current.boxes
        ],
    }


def _hand_state(hand: Hand) -> dict[str, Any]:
    return {
        "hand": hand.name,
        "cards": list(hand.cards),
        "status": hand.status,
        "wagers": _amounts(hand.stakes),
    }


def _amounts(stakes: dict[str, Money]) -> dict[str, str]:
    return {wager: format_amount(stake) for wager, stake in stakes.items()}


def _heard(table: Table, role: str, kind: str, data: dict[str, str]) -> bool:
    """Take in one message; False when it makes no sense."""
    match role, kind:
        case "shoe", "card":
            try:
                card = parse_card(data.get("card", ""))
            except NotACard:
                return False
            irregularities.card_left_shoe(table, card, data.get("face", "down"))
        case "shoe", "cover-card":
            table.cover_out = True
        case "shoe", "empty":
            irregularities.shoe_empty(table)
        case "card-reader", "answer":
            return _reader(table, data.get("blackjack", ""))
        case "masque-reader", "light":
            return _light(table, data.get("colour", ""))
        case "masque-reader", "fault":
            irregularities.masque_broken(table)
        case "shuffler", "cycle-started":
            irregularities.cycle_started(table, data.get("batch", "A"))
        case "shuffler", "cycle-done":
            irregularities.cycle_done(table, data.get("batch", "A"))
        case "shuffler", "jam" | "stopped" | "incomplete":
            irregularities.cycle_failed(table, data.get("batch", "A"), kind)
        case "shuffler", "fault":
            irregularities.shuffler_broken(table)
        case _:
            return False
    return True


def _reader(table: Table, answer: str) -> bool:
    if answer not in ("yes", "no"):
        return False
    if table.wait == "reader" and table.playing.game.reader == "card-reader":
        procedure.reader_answered(table, answer == "yes")
    return True


def _light(table: Table, colour: str) -> bool:
    if colour not in (*RANGES, "none"):
        return False
    waited_for = table.wait == "reader" and table.playing.game.reader == "masque-reader"
    if waited_for and colour != "none":
        procedure.light_shown(table, colour)
    return True
