"""§ 685a.12: what was done wrong at the table, or a device that broke.

The choices that fall due in the course of a round, (c), (f) and (g), are offered by the procedure;
here they are answered. The same paragraphs serve Double Attack Blackjack, whose own section is not
known.
"""

from __future__ import annotations

from reference_engine.cards import Card
from rigs.emulators.controller import keys, procedure, settlement
from rigs.emulators.controller.hands import Hand, range_of
from rigs.emulators.controller.keys import Command
from rigs.emulators.controller.money import format_amount
from rigs.emulators.controller.table import Drawn, Held, Place, Table
from rigs.emulators.controller.words import KeyRefused

MASQUE_FAULTS = (
    "no-light",
    "two-lights",
    "light-without-card",
    "frozen-light",
    "link-lost",
    "power-lost",
)


WENT_WRONG = {"jam": "jam", "stopped": "stop", "incomplete": "incomplete-cycle"}


def card_left_shoe(table: Table, card: Card, face: str) -> None:
    """A card is burned, goes to the place it is due at, or waits for an explanation."""
    if table.burn_due or table.wait == "round":  # a batch's or a new dealer's first card
        table.burn_due = False
        table.rack("shoe", [card])
        table.laid_last = table.wait == "round"
        if table.wait == "card":
            table.wait = ""
        elif table.wait_before_error == "card":
            table.wait_before_error = ""
    elif table.wait == "card" and table.due is not None:
        if face == "up" and "face-up-card-dealt" not in table.defects:
            table.rack("shoe", [card])  # (a): the same deal is instructed again
            table.wait = ""
        else:
            procedure.lay(table, table.due, card)
            table.laid_last = True
    else:
        table.strays.append(Drawn(card, face))


def drawn_in_error(table: Table, command: Command) -> None:
    """(a), (b), (c), (d): the card that came out while none was due."""
    exposed = keys.word(command, "exposed", ("yes", "no")) == "yes"
    if not table.strays and table.laid_last:
        return  # a card was due, and it has been used as the next one already
    if not table.strays:
        raise KeyRefused("drawn-in-error: the shoe has reported no card out of turn")
    drawn = table.strays.pop(0)
    face_up = drawn.face == "up" and "face-up-card-dealt" not in table.defects
    burned = not exposed and "burns-held-card" in table.defects
    if table.wait == "settle":
        if "accident-card-counts" in table.defects:
            table.playing.dealer.append(drawn.card)
        else:
            table.rack("shoe", [drawn.card])
    elif face_up or burned:
        table.rack("shoe", [drawn.card])
    else:
        table.held.append(Held(drawn.card, exposed))
        if not exposed:
            table.say("hold")
        elif table.wait == "act" and "no-offer-of-exposed-card" in table.defects:
            table.held.pop()
            table.rack("shoe", [drawn.card])
        elif table.wait == "act":
            table.wait = ""  # the procedure offers it to the hand on turn


def shoe_empty(table: Table) -> None:
    """(e): the cards of the rack are shuffled. A rack that cannot help either ends the round."""
    if table.wait != "card":
        return
    racked = table.racked_since_refill
    if table.burn_due or (racked is not None and racked < 2):
        table.burn_due = False
        procedure.void(table)
        return
    if "short-shoe-voids-round" in table.defects:
        procedure.void(table)
        return
    if "no-reshuffle-of-rack" not in table.defects:
        table.say("reshuffle", what="rack")
    table.wait = "refill"


def shoe_refilled(table: Table, command: Command) -> None:
    """Cards are in the shoe again; the first of them is burned."""
    keys.number(command, "count", least=0)
    table.racked_since_refill = 0
    waiting = table.wait == "refill"
    if "no-burn-after-refill" in table.defects:
        table.wait = "" if waiting else table.wait
        return
    table.say("burn")
    table.burn_due = True
    if waiting:
        table.wait = "card"


def skipped(table: Table, hand: Hand, command: Command) -> None:
    """(f), (g): the dealer passed over the hand that was due a card."""
    found = keys.word({"found": "in-time", **command}, "found", ("in-time", "after-reveal"))
    if table.wait != "card" or table.due is None or table.due.to != hand.name:
        raise KeyRefused(f"skipped: no card is due to {hand.name}")
    table.due = None
    table.wait = ""
    if table.phase == "play":
        hand.late = found


def choose(table: Table, hand: Hand, do: str) -> bool:
    """Answer the choice that the hand was offered; False when this is no answer to it."""
    current = table.playing
    takes = {
        "exposed-card": ("accept",),
        "second-card": ("accept", "second-card"),
        "late-card": () if current.after_reveal else ("late-card",),
    }[current.choice]
    leaves = {"exposed-card": "refuse", "second-card": "decline", "late-card": "dead-hand"}
    if do not in takes and do != leaves[current.choice]:
        return False
    choice, current.chooser, current.choice = current.choice, None, ""
    table.wait = ""
    if choice == "exposed-card":
        if do == "accept" or "refuser-gets-card" in table.defects:
            held = next(held for held in table.held if held.exposed)
            table.held.remove(held)
            procedure.deal_held(table, Place(hand.name, "up"), held)
        else:
            if "refuser-not-frozen" in table.defects:
                hand.late = ""
                held = next(held for held in table.held if held.exposed)
                table.held.remove(held)
                table.rack("held", [held.card])
            else:
                hand.status = "frozen"
                table.say("freeze", hand=hand.name)
    elif do in takes:
        hand.late = ""
        table.due = Place(hand.name, "up")
        if choice == "late-card":
            table.phase = "play"
    else:
        procedure.call_dead(table, hand)
    return True


def wrong_spot(table: Table, command: Command) -> None:
    """(h): the hole card was laid on this spot. Nobody knows yet; play goes on."""
    spot = keys.word(command, "spot", ("blue", "red", "yellow"))
    if table.wait == "round" or not table.playing.light:
        raise KeyRefused("wrong-spot: no hole card has been given a spot in this round")
    if table.playing.error:
        raise KeyRefused("wrong-spot: an error about the hole card was found in this round")
    table.playing.spot = spot


def error_found(table: Table, command: Command) -> None:
    """(h): the wrong light or spot is noticed before the settlement."""
    if table.wait == "round" or not table.playing.light:
        raise KeyRefused("error-found: no hole card has been given a spot in this round")
    if table.playing.error:
        raise KeyRefused("error-found: the dealer's choice has been offered already")
    procedure.error_found(table)


def decide_error(table: Table, do: str) -> None:
    """(h): play goes on where it stood, or every hand is dead, those over 21 too."""
    current = table.playing
    current.error = "decided"
    table.wait, table.wait_before_error = table.wait_before_error, ""
    if do == "continue" and "continue-kills-hands" not in table.defects:
        return
    if current.exposed:  # a side wager is decided on its own
        settlement.settle_insurance(table, settlement.has_dealer_blackjack(current))
    for hand in current.hands():
        if not hand.stakes and not hand.lost:
            continue
        hand.status = "dead"
        table.say("dead", hand=hand.name)
        settlement.settle_returned(table, hand)
        if "keeps-busted-bets-when-dead" not in table.defects:
            for wager, stake in hand.lost.items():
                table.say("restore", hand=hand.name, wager=wager, amount=format_amount(stake))
        table.rack_hand(hand)
    procedure.close(table)


def masque_broken(table: Table) -> None:
    """(i): no new round of the game. A round that had its light goes on, any other is void."""
    if table.blocked or "no-block" in table.defects:
        return
    table.blocked = True
    table.say("block", reason="masque-reader")
    current = table.round
    if current is None or table.wait == "round" or current.game.reader != "masque-reader":
        return
    known_wrong = bool(current.error) and current.light != range_of(current.hole)
    plays_on = not current.light and "plays-on-without-light" in table.defects
    if (not current.light or known_wrong) and not plays_on:
        procedure.void(table)


def masque_fault(table: Table, command: Command) -> None:
    """The dealer sees the Masque reader fail."""
    keys.word(command, "fault", MASQUE_FAULTS)
    masque_broken(table)


def masque_restored(table: Table, command: Command) -> None:
    """Repaired or replaced; without the inspection the table stays shut."""
    keys.word(command, "how", ("repaired", "replaced"))
    inspected = keys.word(command, "inspected", ("yes", "no")) == "yes"
    needed = table.round is None or table.round.rules["resume_needs_inspection"] == "yes"
    if not inspected and "unblocks-without-inspection" in table.defects:
        needed = False
    if table.blocked and (inspected or not needed):
        table.blocked = False
        table.say("unblock")


def cycle_started(table: Table, batch: str) -> None:
    """A shuffler that is out of order may not shuffle."""
    if table.shuffler_out and "uses-shuffler-out-of-order" not in table.defects:
        table.refuse("dealer", "shuffler")
    else:
        table.batches[batch] = "shuffling"


def cycle_done(table: Table, batch: str) -> None:
    """A cycle counts only if it was begun anew and nothing went wrong in it (j)."""
    if table.batches.get(batch) == "shuffling":
        table.batches[batch] = "shuffled"


def cycle_failed(table: Table, batch: str, what: str) -> None:
    """(j): the batch is shuffled again."""
    table.batches[batch] = "unshuffled"
    if f"no-reshuffle-after-{WENT_WRONG[what]}" in table.defects:
        return
    table.say("reshuffle", what=batch)


def shuffler_broken(table: Table) -> None:
    """(k): it is covered or signed before anyone shuffles in another way."""
    if table.shuffler_out:
        return
    table.shuffler_out, table.sign = True, False
    if "no-sign-asked" not in table.defects:
        table.say("cover")


def shuffler_out(table: Table, command: Command) -> None:
    """The dealer finds the shuffler unusable."""
    shuffler_broken(table)


def sign_placed(table: Table, command: Command) -> None:
    """The cover or the sign is on the shuffler."""
    if not table.shuffler_out:
        raise KeyRefused("sign-placed: the shuffler is not out of order")
    table.sign = True


def shuffler_repaired(table: Table, command: Command) -> None:
    """It works again and its sign is off."""
    if not table.shuffler_out:
        raise KeyRefused("shuffler-repaired: the shuffler is not out of order")
    table.shuffler_out = table.sign = False


def hand_shuffle(table: Table, command: Command) -> None:
    """Another way of shuffling."""
    unsigned = table.shuffler_out and not table.sign
    if unsigned and "hand-shuffle-without-sign" not in table.defects:
        table.refuse("dealer", "hand-shuffle")
    else:
        table.offer("dealer", "hand-shuffle")
