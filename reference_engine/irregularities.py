"""Irregularities: § 685a.12(a) to (k), and the cards and devices they are about.

(a) and the deferred parts of (b), (c), (f), (g) and (h) happen inside the procedure of a round and
are in `procedure`; here is what each event of its own does. A table of Double Attack Blackjack
follows the same rules, on the weaker ground of § 665a.13.
"""

from __future__ import annotations

from reference_engine import events as e
from reference_engine import table as at
from reference_engine.effects import (
    DEALER,
    MASQUE_READER,
    SHOE,
    SHUFFLER,
    Law,
    card_out,
    cite,
    deal,
    forbid,
    offer,
    rack,
    refuse,
    say,
)
from reference_engine.hands import is_soft, total
from reference_engine.procedure import (
    ASKED,
    INITIAL,
    ONE_CARD,
    SPLIT,
    DeadLaws,
    Out,
    bury,
    choose,
    deal_on,
    find_error,
    finish,
    leave_shoe,
    next_turn,
    pay,
    place,
    players_done,
    waiting,
)
from reference_engine.ruling import NotPossible
from reference_engine.table import THE_DEALER, Held, Table, box_wagers
from reference_engine.wagers import pushed

MASQUE_FAULTS = (
    "no-light",
    "two-lights",
    "light-without-card",
    "frozen-light",
    "link-lost",
    "power-lost",
)
SHUFFLER_FAULTS = ("jam", "stopped", "incomplete")
COLOURS = ("blue", "red", "yellow")


# -- (b), (c), (d): a card drawn in error ---------------------------------------------------------


def drawn_in_error(t: Table, event: e.DrawnInError, out: Out) -> None:
    """A card left the shoe that was not due."""
    law = t.game.irregular
    if t.phase == at.CARD and t.target is not None:
        if t.target.why != INITIAL or not event.exposed:
            raise NotPossible(event, f"a card is due, so this is it: {waiting(t)}")
        leave_shoe(t, event, event.card)
        out.append(card_out(cite(*law["c"].clauses, rules=("early_exposed",)), event.card))
        place(t, out, t.target, event.card)
        return
    if t.phase in (at.ROUND, at.REFILL, at.BURN):
        raise NotPossible(event, f"no card can be drawn in error now: {waiting(t)}")
    leave_shoe(t, event, event.card)
    if t.phase == at.SETTLE:
        _dealer_accident(t, event, out)
        return
    letter = "c" if event.exposed else "b"
    out.append(card_out(law[letter], event.card))
    t.held += (Held(event.card, event.exposed),)
    if not event.exposed:
        out.append(say(law["b"], "hold"))
    elif t.phase == at.ACT and t.held[0].exposed and "hit" in t.options:
        choose(t, t.turn, "exposed-card", ("accept", "refuse"))
        out.append(offer(law["c"], t.hands[t.turn].name, "exposed-card"))


def _dealer_accident(t: Table, event: e.DrawnInError, out: Out) -> None:
    """(d), and what stands in for it where the house rule does not reach."""
    irregular = t.game.irregular
    which = t.rules["dealer_accident_totals"]
    points, soft = total(t.dealer), is_soft(t.dealer)
    covered = {
        "every_standing_total": True,
        "exactly_17": points == 17,
        "hard_17_only": points == 17 and not soft,
    }[which]
    rules = () if points == 17 and not soft else ("dealer_accident_totals",)
    law = cite(*irregular["d"].clauses, rules=rules)
    if not covered and not event.exposed:
        law = cite(*irregular["b"].clauses, rules=rules)
        out.append(card_out(law, event.card))
        out.append(say(law, "hold"))
        t.held += (Held(event.card, False),)
        return
    if not covered:
        law = cite(*irregular["c"].clauses, rules=rules)
    out.append(card_out(law, event.card))
    out.append(rack(law, "shoe", (event.card,)))
    t.rack += (event.card,)


# -- (e), the burn card and the cover card --------------------------------------------------------


def shoe_empty(t: Table, event: e.ShoeEmpty, out: Out) -> None:
    """A draw finds nothing."""
    if t.phase != at.CARD:
        raise NotPossible(event, f"no card is due: {waiting(t)}")
    if t.shoe:
        raise NotPossible(event, f"{len(t.shoe)} cards still lie in the shoe")
    law = t.game.irregular["e"]
    out.append(say(law, "empty", role=SHOE))
    # The burn takes one card, and one must be left to deal.
    if len(t.rack) < 2:
        void(t, out, cite(*law.clauses, rules=("short_twice",)))
        return
    t.phase = at.REFILL
    out.append(say(law, "reshuffle", "what", "rack"))


def shoe_refilled(t: Table, event: e.ShoeRefilled, out: Out) -> None:
    """Shuffled and cut cards are in the shoe."""
    law = t.game.irregular["e"]
    if t.phase == at.REFILL and not t.reshuffle_due:
        if sorted(event.cards) != sorted(t.rack):
            raise NotPossible(
                event,
                f"the {len(event.cards)} cards are not the {len(t.rack)} of the discard rack",
                law.clauses[0],
            )
        t.rack = ()
    elif t.phase == at.REFILL or t.phase == at.ROUND:
        _check_batch(t, event)
        # Whatever lay in the rack or was held has gone to the shuffler with the rest of the shoe.
        t.reshuffle_due = t.cover_out = False
        t.rack = ()
        t.held = ()
        law = t.game.law.burn
    else:
        raise NotPossible(event, f"the shoe is not to be filled now: {waiting(t)}")
    t.shoe = event.cards
    t.drawn = 0
    if t.phase == at.REFILL:
        t.phase = at.BURN
    out.append(say(law, "burn"))


def _check_batch(t: Table, event: e.ShoeRefilled) -> None:
    """A batch put in the shoe between rounds is cards of this game, none more often than the decks
    hold it."""
    law = t.game.law
    for card in sorted(set(event.cards)):
        if card not in t.game.deck:
            raise NotPossible(event, f"{card} is no card of this game", law.composition.clauses[0])
        if event.cards.count(card) > t.decks:
            raise NotPossible(
                event,
                f"{event.cards.count(card)} of {card} in {t.decks} decks",
                law.decks.clauses[0],
            )


def burn_card(t: Table, event: e.BurnCard, out: Out) -> None:
    """The first card of a batch, or of a refilled shoe, goes to the rack."""
    if t.phase not in (at.ROUND, at.BURN):
        raise NotPossible(event, f"no card is burned now: {waiting(t)}")
    law = t.game.irregular["e"] if t.phase == at.BURN else t.game.law.burn
    leave_shoe(t, event, event.card)
    t.rack += (event.card,)
    out.append(card_out(law, event.card))
    out.append(rack(law, "shoe", (event.card,)))
    if t.phase == at.BURN:
        deal_again(t, out, law)


def deal_again(t: Table, out: Out, law: Law) -> None:
    """The card that was due before the interruption is due again."""
    target = t.target
    if target is None:
        raise AssertionError("no card was due")
    t.phase = at.CARD
    out.append(deal(law, target.to, target.face, "shoe"))


def cover_card(t: Table, event: e.CoverCard, out: Out) -> None:
    """The cover card came out: the round is finished, then the cards are reshuffled."""
    if t.phase not in (at.CARD, at.ROUND):
        raise NotPossible(event, f"no card is due, so none can leave the shoe: {waiting(t)}")
    if t.cover_out or t.reshuffle_due:
        raise NotPossible(event, "the cover card is out already", t.game.law.cover.clauses[0])
    law = t.game.law
    out.append(say(law.cover, "cover-card", role=SHOE))
    first = t.phase == at.ROUND or t.dealt == 0
    if first and t.rules["cover_first"] == "reshuffle_before":
        t.reshuffle_due = True
        if t.phase == at.CARD:
            t.phase = at.REFILL
        out.append(
            say(cite(*law.reshuffle.clauses, rules=("cover_first",)), "reshuffle", "what", "shoe")
        )
        return
    t.cover_out = True


# -- (f), (g): hands passed over ------------------------------------------------------------------


def skipped(t: Table, event: e.Skipped, out: Out) -> None:
    """The dealer passed over the hand that was due a card."""
    if event.found not in ("in-time", "after-reveal"):
        raise NotPossible(event, f"found is in-time or after-reveal, not {event.found!r}")
    index = t.find(event.seat, event.hand)
    target = t.target
    if t.phase != at.CARD or target is None or target.index == THE_DEALER or index != target.index:
        raise NotPossible(event, f"hand {event.seat}.{event.hand} is not due a card: {waiting(t)}")
    hand = t.hands[target.index]
    if target.why == INITIAL:
        hand.missed += 1
        t.target = None
        t.dealt += 1
        deal_on(t, out)
        return
    if target.why not in (ASKED, ONE_CARD, SPLIT):
        raise NotPossible(event, "the second card of § 685a.12(f) cannot be passed over again")
    if event.found == "after-reveal" and t.hole == "":
        raise NotPossible(event, "there is no hole card to reveal")
    hand.skipped = event.found
    t.target = None
    if t.turn < len(t.hands):
        t.turn += 1
        next_turn(t, out)
    else:
        players_done(t, out)


# -- (h), (i): the Masque Card Reader device ------------------------------------------------------


def _needs_masque(t: Table, event: e.Event) -> None:
    if MASQUE_READER not in t.game.readers:
        raise NotPossible(event, "this game has no Masque Card Reader device")


def wrong_spot(t: Table, event: e.WrongSpot, out: Out) -> None:
    """The hole card was laid on another spot than the light named; play goes on unaware."""
    _needs_masque(t, event)
    law = t.game.irregular["h"].clauses[0]
    if event.spot not in COLOURS:
        raise NotPossible(event, f"a spot is blue, red or yellow, not {event.spot!r}")
    if not t.shown or t.phase == at.ROUND or t.acted or t.hole == "up":
        raise NotPossible(
            event, "the hole card is laid on a spot after its light and before players act", law
        )
    if t.error_known:
        raise NotPossible(event, "an error about the hole card was found in this round", law)
    if event.spot == t.shown:
        raise NotPossible(event, f"the {event.spot} spot is the one that the light named", law)
    t.misplaced = True


def error_found(t: Table, event: e.ErrorFound, out: Out) -> None:
    """The wrong light or the wrong spot is noticed."""
    _needs_masque(t, event)
    if not t.misplaced or t.phase == at.ROUND or t.asking:
        raise NotPossible(
            event,
            "there is no wrong light and no wrong spot to be found in this round",
            t.game.irregular["h"].clauses[0],
        )
    find_error(t, out)


def masque_fault(t: Table, event: e.MasqueFault, out: Out) -> None:
    """The Masque Card Reader device malfunctions."""
    _needs_masque(t, event)
    law = t.game.irregular["i"]
    if event.fault not in MASQUE_FAULTS:
        raise NotPossible(
            event, f"{event.fault!r} is no fault: {', '.join(MASQUE_FAULTS)}", law.clauses[0]
        )
    if t.blocked:
        raise NotPossible(event, "the device is out of use already", law.clauses[0])
    t.blocked = True
    if event.fault not in ("link-lost", "power-lost"):
        # No clause makes the device say that it is broken; its daily inspection comes nearest.
        seen = cite(*law.clauses, "685a.2~inspect")
        out.append(say(seen, "fault", "code", event.fault, role=MASQUE_READER))
    out.append(say(law, "block", "reason", "masque-reader"))
    right = t.peeked and t.right_light
    if t.phase != at.ROUND and (t.rules["masque_fault_round"] == "void_always" or not right):
        void(t, out, cite(*law.clauses, rules=("masque_fault_round",)))


def masque_restored(t: Table, event: e.MasqueRestored, out: Out) -> None:
    """The device is there again; without an inspection nothing changes."""
    _needs_masque(t, event)
    law = t.game.irregular["i"]
    if event.how not in ("repaired", "replaced"):
        raise NotPossible(
            event, f"a device is repaired or replaced, not {event.how!r}", law.clauses[0]
        )
    if not t.blocked:
        raise NotPossible(event, "the device is in use", law.clauses[0])
    if not event.inspected:
        t.uninspected = True
        out.append(forbid(cite(*law.clauses, rules=("resume_needs_inspection",)), "unblock"))
        return
    t.blocked = t.uninspected = False
    out.append(say(law, "unblock"))


def void(t: Table, out: Out, law: Law) -> None:
    """The round cannot be finished: every hand is dead, open wagers are returned."""
    for hand in t.hands:
        if hand.open:
            bury(t, out, hand, DeadLaws(law, law, law))
    for box in t.boxes:
        for wager, stake in box_wagers(box):
            pay(t, out, box.seat, 1, wager, stake, pushed(stake), law)
        box.bust_it_open = box.insurance_open = box.match_open = box.asked = False
    t.asking = ()
    t.pause = None
    finish(t, out)


# -- (j), (k): the automated shuffler -------------------------------------------------------------


def cycle_started(t: Table, event: e.CycleStarted, out: Out) -> None:
    """A full cycle begins."""
    law = t.game.irregular
    if t.cycle:
        raise NotPossible(event, f"a cycle on batch {t.cycle} is running")
    why = law["j"] if event.batch in t.failed else t.game.law.shuffle
    out.append(say(why, "cycle-started", "batch", event.batch, role=SHUFFLER))
    if t.shuffler_out:
        out.append(refuse(law["k"], DEALER, "shuffler"))
        return
    t.cycle = event.batch


def cycle_done(t: Table, event: e.CycleDone, out: Out) -> None:
    """A full cycle really ended."""
    law = t.game.irregular["j"]
    if t.cycle != event.batch:
        running = f"the cycle that runs is on batch {t.cycle}" if t.cycle else "no cycle is running"
        raise NotPossible(
            event,
            f"{running}: batch {event.batch} is not shuffled before a new full cycle",
            law.clauses[0],
        )
    if event.count < 0:
        raise NotPossible(event, f"{event.count} cards cannot come out of a shuffler")
    why = law if event.batch in t.failed else t.game.law.shuffle
    t.cycle = ""
    t.failed -= {event.batch}
    out.append(
        say(why, "cycle-done", "batch", event.batch, "count", str(event.count), role=SHUFFLER)
    )


def shuffler_fault(t: Table, event: e.ShufflerFault, out: Out) -> None:
    """A cycle went wrong: the batch is shuffled again."""
    law = t.game.irregular["j"]
    if event.what not in SHUFFLER_FAULTS:
        raise NotPossible(
            event, f"{event.what!r} is no fault: {', '.join(SHUFFLER_FAULTS)}", law.clauses[0]
        )
    if t.cycle != event.batch:
        raise NotPossible(event, f"no cycle is running on batch {event.batch}", law.clauses[0])
    t.cycle = ""
    t.failed |= {event.batch}
    out.append(say(law, event.what, "batch", event.batch, role=SHUFFLER))
    out.append(say(law, "reshuffle", "what", event.batch))
    out.append(forbid(law, "cycle-done", "batch", event.batch, role=SHUFFLER))


def shuffler_out(t: Table, event: e.ShufflerOut, out: Out) -> None:
    """The device cannot be used: it is covered or signed before anything else shuffles."""
    law = t.game.irregular["k"]
    if t.shuffler_out:
        raise NotPossible(event, "the shuffler is out of use already", law.clauses[0])
    t.shuffler_out = True
    t.sign = False
    if t.cycle:
        t.failed |= {t.cycle}
        t.cycle = ""
    out.append(say(law, "fault", "code", "out-of-service", role=SHUFFLER))
    out.append(say(law, "cover"))


def sign_placed(t: Table, event: e.SignPlaced, out: Out) -> None:
    """The shuffler carries its cover or sign."""
    if not t.shuffler_out:
        raise NotPossible(event, "the shuffler is not out of use", t.game.irregular["k"].clauses[0])
    t.sign = True


def shuffler_repaired(t: Table, event: e.ShufflerRepaired, out: Out) -> None:
    """The shuffler works again and its sign is off."""
    if not t.shuffler_out:
        raise NotPossible(event, "the shuffler is not out of use", t.game.irregular["k"].clauses[0])
    t.shuffler_out = t.sign = False


def hand_shuffle(t: Table, event: e.HandShuffle, out: Out) -> None:
    """Another way of shuffling is about to be used."""
    law = t.game.irregular["k"]
    if t.shuffler_out and not t.sign:
        out.append(refuse(law, DEALER, "hand-shuffle"))
        return
    why = law if t.shuffler_out else t.game.law.shuffle
    out.append(offer(why, DEALER, "hand-shuffle"))
