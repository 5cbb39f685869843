"""Down Under Blackjack, 58 Pa. Code chapter 685a."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from reference_engine import events as e
from reference_engine import table as at
from reference_engine.cards import FULL_DECK
from reference_engine.effects import DEALER, MASQUE_READER, Law, cite, say
from reference_engine.hands import is_blackjack, is_large, light, total
from reference_engine.money import Money, NotMoney, half, times
from reference_engine.procedure import (
    Game,
    Laws,
    Out,
    find_error,
    finish,
    initial,
    lose_hand,
    main_wagers,
    next_turn,
    offer_insurance,
    on_total,
    pay,
    pay_hand,
    push_hand,
    rack_hand,
)
from reference_engine.ruling import Effect, NotPossible
from reference_engine.table import THE_DEALER, Box, Hand, Table, Target, same_value
from reference_engine.wagers import (
    BET,
    DOUBLE_DOWN,
    INSURANCE,
    MATCH_THE_DEALER,
    Share,
    lost,
    pushed,
    won,
)

RANGES = {"blue": "685a.1 Small", "red": "685a.1 Medium", "yellow": "685a.1 Large"}
"""The colour of the light to the definition of its range."""


class DownUnder(Game):
    """The rules of chapter 685a, as far as the two games differ."""

    name = "down-under-blackjack"
    deck = frozenset(FULL_DECK)
    optional = (MATCH_THE_DEALER,)
    later: ClassVar = {INSURANCE: cite("685a.8~insurance", rules=("insurance_offered",))}
    readers = (MASQUE_READER,)
    law = Laws(
        positions=cite("685a.2~boxes-of-players"),
        composition=cite("685a.3~composition"),
        decks=cite("685a.3~decks"),
        bet=cite("685a.6~bet"),
        burn=cite("685a.7(c)"),
        cover=cite("685a.7(d)"),
        cover_over=cite("685a.7(d)(1)"),
        reshuffle=cite("685a.7(d)(2)"),
        turn=cite("685a.7~act"),
        hit=cite("685a.7~act"),
        stand=cite("685a.7~act"),
        bust=cite("685a.7~bust"),
        double=cite("685a.9~double-down"),
        double_cap=cite("685a.9~double-down"),
        double_card=cite("685a.9~double-down"),
        split=cite("685a.10(a)"),
        split_stake=cite("685a.10(a)"),
        split_card=cite("685a.10(c)"),
        split_ace=cite("685a.10(e)"),
        split_order=cite("685a.10(b)"),
        insure_cap=cite("685a.8~insurance"),
        peek=cite("685a.7~masque-insert"),
        reveal=cite("685a.7~dealer-draw"),
        dealer_draw=cite("685a.7~dealer-draw"),
        compare=cite("685a.7~compare"),
        collect=cite("685a.7~compare"),
        shuffle=cite("685a.5~when"),
    )
    irregular: ClassVar = {letter: cite(f"685a.12({letter})") for letter in "abcdefghijk"}

    # -- dealing and the light --------------------------------------------------------------------

    def steps(self, hands: tuple[str, ...]) -> tuple[Target, ...]:
        return _steps(hands)

    def check_wager(self, t: Table, event: e.OpenRound, wager: str, amount: Money) -> None:
        if t.rules["match_the_dealer_odds"] == "required":
            raise NotPossible(
                event,
                "the odds of Match-the-Dealer are not known: set the house rule "
                "match_the_dealer_odds",
                "685a.11~match-the-dealer",
            )
        try:
            for entry in t.rules["match_the_dealer_odds"]:
                _odds(t, amount, entry)
        except NotMoney as fault:
            raise NotPossible(event, str(fault), "685a.11~match-the-dealer") from None

    def dealt(self, t: Table, out: Out) -> None:
        for hand in t.hands:
            if hand.open and is_blackjack(hand.cards):
                hand.status = at.BLACKJACK
        for box in t.boxes:
            if box.match_open:
                self._match(t, out, box)
        if t.dealer[0][0] == "A" and t.rules["insurance_offered"] == "yes":
            offer_insurance(t, out)
        else:
            self.insured(t, out)

    def insured(self, t: Table, out: Out) -> None:
        t.phase = at.PEEK
        out.append(_PEEK)

    def peek(self, t: Table, event: e.Peek, out: Out) -> None:
        right = light(t.dealer[1])
        shown = right if event.shown is None else event.shown
        if shown not in RANGES:
            raise NotPossible(
                event,
                f"the light is blue, red or yellow, not {shown!r}; no light is a malfunction",
                self.irregular["h"].clauses[0],
            )
        t.peeked = True
        t.shown = shown
        t.right_light = shown == right
        t.misplaced = not t.right_light
        out += _LIGHTS[right, shown]
        if shown == "yellow" and is_large(t.dealer[0]):
            t.hole = "up"
            t.exposed_by_light = True
            out.append(_REVEAL)
            if t.misplaced:
                # The card that lies open contradicts the light.
                self._insurances(t, out, natural=False)
                find_error(t, out, "lit")
                return
        self.lit(t, out)

    def lit(self, t: Table, out: Out) -> None:
        natural = t.hole == "up" and t.dealer_blackjack()
        if natural:
            for hand in t.hands:
                if hand.open:
                    self._against_blackjack(t, out, hand)
        self._insurances(t, out, natural)
        if natural:
            finish(t, out)
            return
        for hand in t.hands:
            if hand.status == at.BLACKJACK and hand.open:
                hand.open = False
                for wager, stake in main_wagers(hand):
                    share = won(stake, times(stake, 3, 2))
                    pay_hand(t, out, hand, wager, stake, share, _BLACKJACK)
                rack_hand(t, out, hand, cite("685a.7~player-bj"))
        next_turn(t, out)

    def _insurances(self, t: Table, out: Out, natural: bool) -> None:
        for box in t.boxes:
            if box.insurance_open:
                self._insurance(t, out, box, natural)

    def _insurance(self, t: Table, out: Out, box: Box, natural: bool) -> None:
        if box.insurance is None:
            return
        box.insurance_open = False
        stake = box.insurance
        share = won(stake, times(stake, 2)) if natural else lost(stake)
        ids = ("685a.8~insurance", "685a.11~insurance") if natural else ("685a.8~insurance",)
        pay(t, out, box.seat, 1, INSURANCE, stake, share, cite(*ids))

    def _match(self, t: Table, out: Out, box: Box) -> None:
        """Match-the-Dealer: each of the first two cards of the upcard's rank wins by the rig's
        table."""
        if box.match_the_dealer is None:
            return
        box.match_open = False
        stake = box.match_the_dealer
        index = t.find(box.seat, 1)
        cards = () if index is None else t.hands[index].cards
        law = cite(
            "685a.6~match",
            "685a.11~match-the-dealer",
            rules=("match_card", "match_settled", "match_the_dealer_odds"),
        )
        if len(cards) < 2:
            rules = ("dead_hand_side_bets",)
            pay(
                t,
                out,
                box.seat,
                1,
                MATCH_THE_DEALER,
                stake,
                pushed(stake),
                cite("685a.12(f)", rules=rules),
            )
            return
        upcard = t.dealer[0]
        winnings = 0
        for card in cards:
            if card[0] == upcard[0]:
                winnings += _odds(t, stake, "suited" if card[1] == upcard[1] else "unsuited")
        share = won(stake, winnings) if winnings else lost(stake)
        pay(t, out, box.seat, 1, MATCH_THE_DEALER, stake, share, law)

    # -- decisions --------------------------------------------------------------------------------

    def options(self, t: Table, hand: Hand) -> tuple[str, ...]:
        if hand.double_down is not None or hand.split_aces:
            return ()
        if len(hand.cards) != 2:
            return ("hit", "stand")
        if not hand.split and same_value(hand.cards):
            return ("hit", "stand", "double", "split")
        return ("hit", "stand", "double")

    def option_law(self, option: str, split: bool) -> Law:
        if option == "split":
            return self.law.split
        if split:
            return cite("685a.10(c)")
        return self.law.double if option == "double" else self.law.turn

    def refusal_law(self, t: Table, hand: Hand, act: str) -> Law:
        if act == "surrender":
            return cite("685a.7~no-surrender")
        if act == "split":
            return cite("685a.10(c)") if hand.split else self.law.split
        if act == "hit" and hand.split_aces:
            return self.law.split_ace
        return self.law.double if act == "double" else self.law.turn

    def double_cap(self, t: Table, hand: Hand) -> Money:
        return hand.bet

    def insurance_cap(self, t: Table, hand: Hand) -> Money:
        return half(hand.bet)

    # -- settlement -------------------------------------------------------------------------------

    def settle_hand(self, t: Table, out: Out, hand: Hand) -> None:
        if t.dealer_blackjack():
            self._against_blackjack(t, out, hand)
            return
        dealer, player = total(t.dealer), total(hand.cards)
        if dealer == 22:
            self._against_22(t, out, hand, player)
        elif dealer > 21 or player > dealer:
            self._wins(t, out, hand, on_total(t, dealer, _WON))
        elif player < dealer:
            lose_hand(t, out, hand, on_total(t, dealer, self.law.compare))
        else:
            push_hand(t, out, hand, on_total(t, dealer, self.law.compare))

    def settle_box(self, t: Table, out: Out, box: Box) -> None:
        """Every wager of a box is settled before the dealer's turn."""

    def _wins(self, t: Table, out: Out, hand: Hand, law: Law) -> None:
        for wager, stake in main_wagers(hand):
            pay_hand(t, out, hand, wager, stake, won(stake, stake), law)

    def _against_22(self, t: Table, out: Out, hand: Hand, player: int) -> None:
        if t.rules["dealer_22"] == "bust":
            self._wins(t, out, hand, cite(*_WON.clauses, rules=("dealer_22",)))
            return
        ids = ("685a.7~push-22",)
        large = len(hand.cards) == 2 and all(map(is_large, hand.cards))
        if player == 21 or (large and not hand.split):
            self._wins(t, out, hand, cite(*ids, "685a.11~bet", rules=("dealer_22",)))
            return
        rules = ("dealer_22", "split_large_against_22") if large else ("dealer_22",)
        push_hand(t, out, hand, cite(*ids, rules=rules))

    def _against_blackjack(self, t: Table, out: Out, hand: Hand) -> None:
        """Only the initial Bet is lost; what was added after a split is returned (§ 685a.10(d))."""
        hand.open = False
        if hand.status == at.BLACKJACK:
            push_hand(t, out, hand, cite("685a.7~player-bj"))
            return
        hand.status = at.SETTLED
        paired = any(other.split for other in t.hands if other.seat == hand.seat)
        law = cite("685a.10(d)") if paired else cite("685a.7~bj")
        for wager, stake in main_wagers(hand):
            initial = wager == BET and hand.number == 1
            share: Share = lost(stake) if initial else pushed(stake)
            why = law
            if wager == DOUBLE_DOWN and not paired:
                why = cite("685a.7~bj", "685a.10(d)")
            pay_hand(t, out, hand, wager, stake, share, why)


def _odds(t: Table, stake: Money, entry: str) -> Money:
    over, under = t.rules["match_the_dealer_odds"][entry].split(" to ")
    return times(stake, int(over), int(under))


_WON = cite("685a.7~compare", "685a.11~bet")
_BLACKJACK = cite("685a.7~player-bj", "685a.11~blackjack")
_PEEK = say(DownUnder.law.peek, "peek")
_REVEAL = say(cite("685a.7(h)"), "reveal")


def _lights(right: str, shown: str) -> tuple[Effect, ...]:
    """The hole card in the reader, on the spot of the colour `shown`, and out of the reader."""
    device, spot = "685a.1 Masque Card Reader device", DownUnder.law.peek
    lit = cite(device, RANGES[right]) if right == shown else DownUnder.irregular["h"]
    out_again = cite(device, *spot.clauses)
    return (
        say(lit, "light", "colour", shown, role=MASQUE_READER),
        say(lit, "lamp", "lit", shown, role=MASQUE_READER),
        say(spot, "spot", "colour", shown),
        say(out_again, "light", "colour", "none", role=MASQUE_READER),
        say(out_again, "lamp", "lit", "none", role=MASQUE_READER),
    )


_LIGHTS = {(right, shown): _lights(right, shown) for right in RANGES for shown in RANGES}
"""What a reading has for effects, by the hole card's own colour and the colour shown."""


@lru_cache(maxsize=256)
def _steps(hands: tuple[str, ...]) -> tuple[Target, ...]:
    first, second = cite("685a.7(e)(1)"), cite("685a.7(e)(3)")
    return (
        *(initial(index, name, "up", first) for index, name in enumerate(hands)),
        initial(THE_DEALER, DEALER, "up", cite("685a.7(e)(2)")),
        *(initial(index, name, "up", second) for index, name in enumerate(hands)),
        initial(THE_DEALER, DEALER, "down", cite("685a.7(e)(4)", "685a.1 Hole card")),
    )


DOWN_UNDER = DownUnder()
