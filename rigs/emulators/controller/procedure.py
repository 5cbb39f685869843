"""The procedure of a round: what the controller does next when nothing is waited for.

`run` repeats the current phase's step until it has to wait for a card, a key or a reader.
"""

from __future__ import annotations

from collections.abc import Callable, Set

from reference_engine.cards import Card
from rigs.emulators.controller import settlement
from rigs.emulators.controller.hands import MAIN_WAGERS, Hand, count, is_large, range_of
from rigs.emulators.controller.table import Held, Place, Round, Table


def run(table: Table) -> None:
    """Go on until something is waited for."""
    while not table.wait:
        if table.due is not None:
            ask_for_card(table, table.due)
        else:
            STEPS[table.phase](table)


def ask_for_card(table: Table, due: Place) -> None:
    """Instruct the deal that is due; a card drawn in error earlier is there at once."""
    if table.burn_due:  # the burn comes first; the deal is instructed after it
        table.wait = "card"
    elif table.held:
        deal_held(table, due, table.held.pop(0))
    else:
        table.say("deal", to=due.to, face=due.face, source="shoe")
        table.wait = "card"


def deal_held(table: Table, place: Place, held: Held) -> None:
    """A card that was drawn in error goes to its place."""
    table.say("deal", to=place.to, face=place.face, source="held")
    lay(table, place, held.card)


def lay(table: Table, place: Place, card: Card) -> None:
    """The card is at its place now."""
    table.due = None
    table.wait = ""
    if place.to == "dealer":
        table.playing.dealer.append(card)
        return
    hand = table.playing.hand(place.to)
    hand.cards.append(card)
    if hand.total > 21:
        settlement.settle_bust(table, hand)


def first_cards(table: Table) -> None:
    """The first two cards of everyone, with the pauses that the game makes in between."""
    current = table.playing
    if not current.steps:
        for hand in current.hands():
            if hand.status == "live" and hand.blackjack:
                hand.status = "blackjack"
        table.phase = "insurance"
        current.undecided = []
        if current.upcard[0] == "A" and current.rules["insurance_offered"] == "yes":
            for hand in current.hands():
                if hand.contests:
                    current.undecided.append(hand.seat)
                    table.offer(hand.name, "insurance")
        return
    step = current.steps[0]
    if step == "wagers":
        current.steps.pop(0)
        for hand in current.hands():
            table.offer(hand.name, "double_attack")
        table.wait = "wagers"
    elif isinstance(step, Place):
        current.steps.pop(0)
        table.due = step
    elif missed(table):
        current.steps.pop(0)


def missed(table: Table) -> bool:
    """§ 685a.12(f): boxes that the first two rounds of cards passed over. True: none is left."""
    current = table.playing
    for hand in current.hands():
        if hand.status != "live" or len(hand.cards) >= 2:
            continue
        if hand.cards and "no-offer-second-card" not in table.defects:
            table.offer(hand.name, "second-card")
            current.chooser, current.choice = hand, "second-card"
            table.wait = "choice"
            return False
        call_dead(table, hand, keep_bet=current.rules["dead_no_card_bet"] == "stays_for_next")
    if not any(hand.contests for hand in current.hands()) and not wagers_on_dealer(current):
        close(table)
    return True


def call_dead(table: Table, hand: Hand, keep_bet: bool = False) -> None:
    """The hand is dead: its main wagers go back, its cards to the rack.

    `keep_bet`: the Bet of a hand that got no card stays for the next round, by house rule.
    """
    hand.status = "dead"
    table.say("dead", hand=hand.name)
    if "dead-hand-loses-bet" in table.defects:
        for wager, stake in settlement.open_wagers(hand):
            settlement.settle(table, hand, wager, settlement.lost(stake))
    if keep_bet and not hand.cards and "bet" in hand.stakes:
        del hand.stakes["bet"]
    settlement.settle_returned(table, hand)
    table.rack_hand(hand)


def insurance(table: Table) -> None:
    """Wait until every box has answered the offer."""
    current = table.playing
    if current.undecided:
        table.wait = "insurance"
    elif current.upcard[0] not in current.game.peek_ranks:
        if "peeks-on-low-upcard" in table.defects:
            table.say("peek")
        current.cleared = True
        table.phase = "clear"
    elif not current.game.surrender:
        table.phase = "peek"
    elif current.rules["peek_timing"] == "on_surrender":
        table.phase = "play"
    else:
        table.phase = "surrender-or-peek"
        hands = [hand for hand in current.hands() if hand.status == "live"]
        if hands and "offers-surrender-to-next-box" in table.defects:
            hands = hands[1:]
        for hand in hands:
            table.offer(hand.name, "surrender")
        table.wait = "surrender-or-peek"


def peek(table: Table) -> None:
    """The hole card goes into the reader."""
    table.say("peek")
    table.wait = "reader"


def reader_answered(table: Table, blackjack: bool) -> None:
    """The card reader's answer alone decides; a second one cannot overrule the first."""
    if blackjack and "ignores-readers-yes" in table.defects:
        blackjack = False
    if blackjack and not table.playing.cleared:
        table.phase = "dealer-blackjack"
        table.say("reveal")
        table.playing.exposed = True
    else:
        table.playing.cleared = True
        table.phase = "clear"
    table.wait = ""


def light_shown(table: Table, colour: str) -> None:
    """The Masque light alone says the range, so both Large is what was shown, not what is true."""
    current = table.playing
    current.light = colour
    spot = colour
    if colour == "red" and "red-goes-to-yellow-spot" in table.defects:
        spot = "yellow"
    table.say("spot", colour=spot)
    table.wait = ""
    both_large = is_large(current.upcard) and colour == "yellow"
    if both_large and "both-large-not-exposed" not in table.defects:
        current.exposed_early = True
        table.phase = "exposure"
        reveal(table)
    else:
        current.cleared = True
        table.phase = "clear"


def reveal(table: Table) -> None:
    """Turn the hole card. If the Masque light or the spot proves wrong, the dealer chooses."""
    current = table.playing
    table.say("reveal")
    current.exposed = True
    truth = range_of(current.hole)
    wrong = current.light not in ("", truth) or current.spot not in ("", truth)
    if wrong and not current.error:
        settlement.settle_insurance(table, settlement.has_dealer_blackjack(current))
        error_found(table)


def error_found(table: Table) -> None:
    """§ 685a.12(h): the dealer either lets play go on or calls all hands dead."""
    table.playing.error = "found"
    if "no-choice-after-wrong-light" in table.defects:
        table.playing.error = "decided"
        return
    table.offer("dealer", "continue")
    if "no-dead-hand-after-wrong-light" not in table.defects:
        table.offer("dealer", "dead-hand")
    table.wait_before_error = table.wait
    table.wait = "error"


def exposure(table: Table) -> None:
    """The hole card is open before anyone acts (§ 685a.7(h))."""
    if settlement.has_dealer_blackjack(table.playing):
        table.phase = "dealer-blackjack"
    else:
        table.playing.cleared = True
        table.phase = "clear"


def dealer_blackjack(table: Table) -> None:
    """Everything is decided: settle it, collect the cards, end the round."""
    table.rack_exposed()
    settlement.settle_insurance(table, dealer_blackjack=True)
    settlement.settle_hands(table, dealer_blackjack=True)
    close(table)


def clear(table: Table) -> None:
    """The dealer has no Blackjack: what hung on that is settled now."""
    current = table.playing
    settlement.settle_insurance(table, dealer_blackjack=False)
    for hand in current.hands():
        if hand.surrendering:
            settlement.settle_surrender(table, hand)
    settlement.settle_blackjacks(table)
    table.phase = "play"
    if "hole-card-revealed-early" in table.defects and not current.exposed:
        reveal(table)


def may_draw(hand: Hand) -> bool:
    """The hand is still entitled to a card of its own."""
    return hand.status == "live" and not hand.complete and not hand.late


def play(table: Table) -> None:
    """Hands act in seat and hand order; the first that may still decide is on turn."""
    current = table.playing
    hand = next((h for h in current.hands() if h.status == "live" and not h.late), None)
    current.on_turn = hand
    if hand is None:
        others_done(table)
    elif offer_exposed_card(table, hand):
        return
    elif len(hand.cards) < 2:
        table.due = Place(hand.name, "up")
    elif hand.complete and not current.game.completed_hand_decides:
        hand.status = "stood"
    else:
        decision = (hand.name, len(hand.cards), len(current.box(hand).hands))
        if decision != current.decision:
            current.decision = decision
            table.offer(hand.name, *options(current, hand, table.defects))
        table.wait = "act"


def options(current: Round, hand: Hand, defects: Set[str]) -> tuple[str, ...]:
    """What the hand on turn may do, in the order of offers."""
    allowed = ["surrender"] if current.game.surrender else []
    may_split = (
        settlement.is_pair(hand)
        and not hand.doubled
        and len(current.box(hand).hands) < int(current.rules["max_split_hands"])
    )
    if hand.complete:
        if "surrender" in allowed and "no-surrender-after-double" in defects:
            allowed.remove("surrender")
        allowed.append("stand")
        may_split = may_split and current.rules["resplit_aces"] == "yes"
    else:
        allowed += ["hit", "stand"]
        if (
            len(hand.cards) > 2
            and "surrender" in allowed
            and "surrender-on-two-cards-only" in defects
        ):
            allowed.remove("surrender")
        if current.rules["double_on"] == "any_cards" or len(hand.cards) == 2:
            allowed.append("double")
    if may_split:
        allowed.append("split")
    if hand.from_split and "surrender" in allowed and "no-surrender-after-split" in defects:
        allowed.remove("surrender")
    return tuple(allowed)


def offer_exposed_card(table: Table, hand: Hand) -> bool:
    """§ 685a.12(c): offer an exposed card to the hand on turn, if it is entitled to draw.

    It is the next card only when no hidden one that came out before it waits for its place (b).
    """
    if not table.held or not table.held[0].exposed:
        return False
    if not may_draw(hand):
        return False  # it waits for a hand that can use it
    if "exposed-card-to-wrong-hand" in table.defects:
        entitled = [other for other in table.playing.hands() if may_draw(other)]
        hand = entitled[min(1, len(entitled) - 1)]
    table.offer(hand.name, "exposed-card")
    table.playing.chooser, table.playing.choice = hand, "exposed-card"
    table.wait = "choice"
    return True


def others_done(table: Table) -> None:
    """§ 685a.12(g): a hand that was passed over has its choice before the hole card is turned."""
    current = table.playing
    passed_over = (h for h in current.hands() if h.status == "live" and h.late)
    hand = next((h for h in passed_over if h.late == "in-time" or current.exposed), None)
    if hand is not None and "no-late-card" in table.defects:
        call_dead(table, hand)
    elif hand is not None:
        in_time = hand.late == "in-time" or current.exposed_early
        offer_late_card(table, hand, may_have_card=in_time)
    else:
        table.phase = "dealer"


def offer_late_card(table: Table, hand: Hand, may_have_card: bool) -> None:
    options = ("late-card", "dead-hand") if may_have_card else ("dead-hand",)
    if may_have_card and "no-dead-hand-choice" in table.defects:
        options = ("late-card",)
    table.offer(hand.name, *options)
    table.playing.chooser, table.playing.choice = hand, "late-card"
    table.playing.after_reveal = not may_have_card
    table.wait = "choice"


def wagers_on_dealer(current: Round) -> bool:
    """A box wager needs the dealer's hand, even with no hand left against him."""
    return any(wager in box.side for box in current.boxes for wager in ("bust_it", "insurance"))


def dealer(table: Table) -> None:
    """The dealer's own hand."""
    current = table.playing
    if not any(hand.contests for hand in current.hands()) and not wagers_on_dealer(current):
        close(table)
        return
    if not current.exposed:
        reveal(table)
        return
    blackjack = settlement.has_dealer_blackjack(current)
    settlement.settle_insurance(table, blackjack)
    if not blackjack:
        settlement.settle_blackjacks(table)
    if not any(hand.contests for hand in current.hands()) and not wagers_on_dealer(current):
        close(table)
        return
    late = next((h for h in current.hands() if h.status == "live" and h.late), None)
    if late is not None:
        allowed = current.exposed_early or "late-card-after-reveal" in table.defects
        offer_late_card(table, late, may_have_card=allowed)
    elif must_draw(current, table.defects):
        if "dealer-passes-over-refused-card" in table.defects:
            table.rack_exposed()
        table.due = Place("dealer", "up")
    else:
        table.rack_exposed()
        table.wait = "settle"


def must_draw(current: Round, defects: Set[str]) -> bool:
    """To 16 he draws; 17 and over he stands, a soft 17 by house rule."""
    total, soft = count(current.dealer)
    if total == 16 and "dealer-stands-on-16" in defects:
        return False
    if total == 17 and not soft and "dealer-draws-to-hard-17" in defects:
        return True
    return total < 17 or (total == 17 and soft and current.rules["dealer_soft_17"] == "hit")


def settle_round(table: Table) -> None:
    """The dealer's hand is done and he says so."""
    current = table.playing
    settlement.settle_hands(table, settlement.has_dealer_blackjack(current))
    close(table)


def close(table: Table) -> None:
    """Collect what still lies on the layout and end the round."""
    current = table.playing
    table.rack_exposed()
    for hand in current.hands():
        table.rack_hand(hand)
    table.rack("dealer", current.dealer)
    table.say("round-over")
    table.phase, table.wait, table.due = "over", "round", None
    if table.cover_out:
        table.cover_out = False
        table.rack_held()  # every card is shuffled (§ 685a.7(d))
        if "no-reshuffle-after-cover-card" not in table.defects:
            table.say("reshuffle", what="shoe")


def void(table: Table) -> None:
    """The round cannot be played: every wager still open goes back, every card to the rack."""
    current = table.playing
    for hand in current.hands():
        open_main = any(wager in hand.stakes for wager in MAIN_WAGERS)
        if open_main:
            hand.status = "dead"
            table.say("dead", hand=hand.name)
        settlement.settle_returned(table, hand)
        box = current.box(hand)
        if hand is box.first:
            for wager, stake in list(box.side.items()):
                settlement.settle(table, hand, wager, settlement.returned(stake))
        table.rack_hand(hand)
    close(table)


STEPS: dict[str, Callable[[Table], None]] = {
    "first-cards": first_cards,
    "insurance": insurance,
    "peek": peek,
    "dealer-blackjack": dealer_blackjack,
    "exposure": exposure,
    "clear": clear,
    "play": play,
    "dealer": dealer,
}
