"""What players and the dealer decide: wagers, acts, and the dealer's own keys."""

from __future__ import annotations

from rigs.emulators.controller import irregularities, keys, procedure, settlement
from rigs.emulators.controller.hands import Box, Hand, value
from rigs.emulators.controller.keys import Command
from rigs.emulators.controller.money import Money
from rigs.emulators.controller.table import Place, Round, Table
from rigs.emulators.controller.words import KeyRefused

ACTS = (
    "hit",
    "stand",
    "double",
    "split",
    "surrender",
    "decline",
    "accept",
    "refuse",
    "second-card",
    "late-card",
    "dead-hand",
)


def open_round(table: Table, command: Command) -> None:
    """The wagers before the first card are placed; the first card is due."""
    game = keys.game(command)
    rules = keys.house_rules(command, game)
    seats = keys.seats(command, game)
    if table.wait != "round":
        raise KeyRefused("open-round: a round is in progress")
    shut = table.blocked and game.reader == "masque-reader"
    if shut and "deals-round-while-blocked" not in table.defects:
        table.refuse("dealer", "open-round")
        return
    boxes = [Box(seat, [Hand(seat, 1, {"bet": bet})], side) for seat, bet, side in seats]
    steps: list[Place | str] = []
    for step in game.order:
        if step == "cards":
            steps += [Place(box.first.name, "up") for box in boxes]
        elif step in ("upcard", "hole"):
            steps.append(Place("dealer", "up" if step == "upcard" else "down"))
        else:
            steps.append(step)
    table.round = Round(game, rules, boxes, steps)
    table.phase, table.wait = "first-cards", ""


def _round(table: Table, key: str) -> Round:
    if table.round is None:
        raise KeyRefused(f"{key}: no round has been opened")
    return table.round


def _box(current: Round, seat: int) -> Box:
    box = next((box for box in current.boxes if box.seat == seat), None)
    if box is None:
        raise KeyRefused(f"seat={seat}: has no box in this round")
    return box


def find_hand(table: Table, command: Command, key: str) -> Hand:
    """The hand that a key names.

    Raises:
        KeyRefused: there is no such hand in this round.
    """
    current = _round(table, key)
    box = _box(current, keys.number(command, "seat"))
    number = keys.number(command, "hand", default=1)
    hand = next((hand for hand in box.hands if hand.number == number), None)
    if hand is None:
        raise KeyRefused(f"hand={number}: seat {box.seat} has no such hand")
    return hand


def place_wager(table: Table, command: Command) -> None:
    """A Double Attack or Insurance Wager."""
    wager = keys.word(command, "wager", ("double_attack", "insurance"))
    stake = keys.amount(command, "amount")
    current = _round(table, "wager")
    box = _box(current, keys.number(command, "seat"))
    hand = box.first
    if wager == "double_attack":
        if table.wait == "wagers" and wager not in hand.stakes and stake <= hand.stakes["bet"]:
            hand.stakes[wager] = stake
        else:
            table.refuse(hand.name, wager)
        return
    if (
        table.wait == "insurance"
        and box.seat in current.undecided
        and stake <= settlement.insurance_cap(current, hand)
    ):
        box.side[wager] = stake
        _answered_insurance(table, current, box.seat)
    else:
        table.refuse(hand.name, wager)


def _answered_insurance(table: Table, current: Round, seat: int) -> None:
    current.undecided.remove(seat)
    if not current.undecided:
        table.wait = ""


def close_wagers(table: Table, command: Command) -> None:
    """No more Double Attack or Insurance Wagers."""
    if table.wait not in ("wagers", "insurance"):
        raise KeyRefused("close-wagers: no wagers are open")
    table.playing.undecided.clear()
    table.wait = ""


def act(table: Table, command: Command) -> None:
    """A decision of a player; what is not allowed at this moment is answered by `refuse`."""
    do = keys.word(command, "act", ACTS)
    hand = find_hand(table, command, "act")
    stake = None if command.get("amount") is None else keys.amount(command, "amount")
    current = table.playing
    if table.wait == "choice" and hand is current.chooser:
        allowed = irregularities.choose(table, hand, do)
    elif table.wait == "insurance" and do == "decline" and hand.seat in current.undecided:
        _answered_insurance(table, current, hand.seat)
        allowed = True
    elif table.wait == "surrender-or-peek" and do == "surrender":
        allowed = _early_surrender(table, hand)
    elif (
        table.wait == "act"
        and hand is current.on_turn
        and do in procedure.options(current, hand, table.defects)
    ):
        allowed = _play(table, current, hand, do, stake)
    elif do == "surrender" and hand.status == "stood" and _stander_may_surrender(table):
        settlement.settle_surrender(table, hand)
        allowed = True
    else:
        allowed = False
    if not allowed:
        table.refuse(hand.name, do)


def _stander_may_surrender(table: Table) -> bool:
    return "surrender-after-stand-allowed" in table.defects and table.playing.game.surrender


def _early_surrender(table: Table, hand: Hand) -> bool:
    """Noted; nothing moves before the reader has answered (665a.9(b)(2))."""
    if hand.status != "live" or hand.surrendering:
        return False
    if "settles-before-reader-answers" in table.defects:
        settlement.settle_surrender(table, hand)
    else:
        hand.surrendering = True
    return True


def _play(table: Table, current: Round, hand: Hand, do: str, stake: Money | None) -> bool:
    """An act of the hand on turn; False when its amount is not allowed."""
    if do == "hit":
        table.due = Place(hand.name, "up")
    elif do == "stand":
        hand.status = "stood"
    elif do == "double":
        cap = settlement.double_cap(current, hand)
        if stake is not None and stake > cap:
            return False
        hand.stakes["double_down"] = cap if stake is None else stake
        hand.doubled = True
        table.due = Place(hand.name, "up")
    elif do == "split":
        _split(current, hand)
    else:
        _surrender(table, current, hand)
    table.wait = ""
    return True


def _split(current: Round, hand: Hand) -> None:
    """The second card becomes a hand of its own, with equal Bet and Double Attack Wagers."""
    box = current.box(hand)
    ace = value(hand.cards[0]) == 1
    second = Hand(
        hand.seat,
        len(box.hands) + 1,
        dict(hand.stakes),
        [hand.cards.pop()],
        from_split=True,
        split_ace=ace,
    )
    hand.from_split, hand.split_ace = True, ace
    box.hands.append(second)


def _surrender(table: Table, current: Round, hand: Hand) -> None:
    """At once, unless the reader must answer (again) first."""
    asks = current.upcard[0] in current.game.peek_ranks
    if asks and (not current.cleared or current.rules["reread_on_surrender"] == "yes"):
        hand.surrendering = True
        table.phase = "peek"
    else:
        settlement.settle_surrender(table, hand)


def dealer_act(table: Table, command: Command) -> None:
    """The dealer's own keys."""
    do = keys.word(command, "act", ("peek", "settle", "continue", "dead-hand"))
    _round(table, "dealer")
    if do == "peek" and table.wait == "surrender-or-peek":
        table.phase, table.wait = "peek", ""
        if "no-peek-under-court-card" in table.defects:
            table.playing.cleared, table.phase = True, "clear"
    elif do == "settle" and table.wait == "settle":
        procedure.settle_round(table)
    elif do in ("continue", "dead-hand") and table.wait == "error":
        irregularities.decide_error(table, do)
    else:
        table.refuse("dealer", do)
