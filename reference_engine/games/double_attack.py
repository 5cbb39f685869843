"""Double Attack Blackjack, 58 Pa. Code chapter 665a."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from reference_engine import events as e
from reference_engine import table as at
from reference_engine.cards import DECK_WITHOUT_TENS, Card
from reference_engine.effects import CARD_READER, DEALER, Law, cite, forbid, offer, say
from reference_engine.hands import is_blackjack, total
from reference_engine.money import CENT, Money, half, times
from reference_engine.procedure import (
    OPEN_WAGERS,
    Game,
    Laws,
    Out,
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
    turn_over,
)
from reference_engine.ruling import NotPossible
from reference_engine.table import THE_DEALER, Box, Hand, Table, Target, box_wagers, same_value
from reference_engine.wagers import (
    BET,
    BUST_IT,
    DOUBLE_DOWN,
    INSURANCE,
    Share,
    bust_it_odds,
    house_half,
    lost,
    pushed,
    won,
)
from reference_engine.wagers import (
    DOUBLE_ATTACK as ATTACK,
)

READ_UPCARDS = "AKQJ"
"""First cards of the dealer with which the reader is used (§ 665a.9(b)(2))."""


class DoubleAttack(Game):
    """The rules of chapter 665a, as far as the two games differ."""

    name = "double-attack-blackjack"
    deck = frozenset(DECK_WITHOUT_TENS)
    optional = (BUST_IT,)
    later: ClassVar = {ATTACK: cite("665a.6~double-attack"), INSURANCE: cite("665a.8~when")}
    readers = (CARD_READER,)
    law = Laws(
        positions=cite("665a.2~positions"),
        composition=cite("665a.3~composition"),
        decks=cite("665a.3~decks"),
        bet=cite("665a.6~bet"),
        burn=cite("665a.7~burn"),
        cover=cite("665a.7~cover-out"),
        cover_over=cite("665a.7~cover-out"),
        reshuffle=cite("665a.7~cover-out"),
        turn=cite("665a.7~act"),
        hit=cite("665a.7~act"),
        stand=cite("665a.7~act"),
        bust=cite("665a.7~player-bust"),
        double=cite("665a.10~when"),
        double_cap=cite("665a.10~amount"),
        double_card=cite("665a.10~one-card"),
        split=cite("665a.11~what"),
        split_stake=cite("665a.11~stake"),
        split_card=cite("665a.11~order"),
        split_ace=cite("665a.11~aces"),
        split_order=cite("665a.11~order"),
        insure_cap=cite("665a.8~cap"),
        peek=cite("665a.7(g)"),
        reveal=cite("665a.7~peek-clear"),
        dealer_draw=cite("665a.7~dealer-draw"),
        compare=cite("665a.7~compare"),
        collect=cite("665a.7~compare"),
        shuffle=cite("665a.5~when"),
    )
    irregular: ClassVar = {
        "a": cite("665a.13~face-up"),
        "b": cite("665a.13~unexposed"),
        "c": cite("665a.13~exposed"),
        "d": cite("665a.13~dealer-17"),
        "e": cite("665a.13~short-shoe"),
        "f": cite("665a.13~missing-cards"),
        "g": cite("665a.13~skipped"),
        "i": cite("665a.13~reader"),
        "j": cite("665a.13~jam"),
        "k": cite("665a.13~out-of-order"),
    }

    # -- dealing and the reader -------------------------------------------------------------------

    def steps(self, hands: tuple[str, ...]) -> tuple[Target, ...]:
        return _steps(hands)

    def wagers_open(self, t: Table, out: Out) -> None:
        for hand in t.hands:
            out.append(offer(self.later[ATTACK], hand.name, ATTACK))

    def tolerates(self, t: Table, card: Card) -> bool:
        return card[0] == "T" and not t.dealer and t.rules["foreign_ten"] == "literal"

    def dealt(self, t: Table, out: Out) -> None:
        for hand in t.hands:
            if hand.open and is_blackjack(hand.cards):
                hand.status = at.BLACKJACK
        if t.dealer[0][0] == "A":
            offer_insurance(t, out)
        else:
            self.insured(t, out)

    def insured(self, t: Table, out: Out) -> None:
        if t.dealer[0][0] not in READ_UPCARDS:
            out += _IDLE
            self._blackjacks(t, out)
            next_turn(t, out)
        elif t.rules["peek_timing"] == "on_surrender":
            next_turn(t, out)
        else:
            t.phase = at.EARLY
            for hand in t.hands:
                if self.early(t, hand):
                    law = _EARLY if hand.status == at.LIVE else _EARLY_BLACKJACK
                    out.append(offer(law, hand.name, "surrender"))

    def early(self, t: Table, hand: Hand) -> bool:
        return hand.status == at.LIVE or (
            hand.status == at.BLACKJACK and t.rules["surrender_blackjack"] == "yes"
        )

    def announce(self, t: Table, out: Out, hand: Hand) -> None:
        law = cite("665a.9(b)(2)")
        for wager, _ in main_wagers(hand):
            out.append(forbid(law, "settle", "hand", hand.name, "wager", wager))
        out.append(forbid(law, "rack", "source", hand.name))

    def peek(self, t: Table, event: e.Peek, out: Out) -> None:
        if event.shown is not None:
            raise NotPossible(event, "the card reader device of this game has no coloured lights")
        waiting = [hand for hand in t.hands if hand.announced and hand.open]
        if t.surrendering != THE_DEALER:
            waiting.append(t.hands[t.surrendering])
        blackjack = t.dealer_blackjack()
        out.append(_ANSWERS[bool(waiting), blackjack])
        if blackjack:
            self._dealer_blackjack(t, out, waiting)
            return
        first = not t.peeked
        t.peeked = True
        if first:
            for box in t.boxes:
                if box.insurance_open:
                    self._insurance_lost(t, out, box)
        for hand in waiting:
            self._surrendered(t, out, hand, cite("665a.9(b)(2)(ii)"))
        if first:
            self._blackjacks(t, out)
        if t.surrendering == THE_DEALER:
            next_turn(t, out)
        else:
            t.surrendering = THE_DEALER
            turn_over(t, out)

    def _blackjacks(self, t: Table, out: Out) -> None:
        """Player Blackjacks against a dealer without one: even money, at once (§ 665a.12(a))."""
        for hand in t.hands:
            if hand.status != at.BLACKJACK or not hand.open:
                continue
            hand.open = False
            law = cite("665a.7~player-bj", "665a.12(a)")
            for wager, stake in main_wagers(hand):
                pay_hand(t, out, hand, wager, stake, won(stake, stake), law)
            rack_hand(t, out, hand, cite("665a.7~player-bj"))

    def revealed(self, t: Table, out: Out) -> bool:
        """Without a reading before (`peek_timing` on_surrender) the reveal answers what waited for
        it."""
        if t.peeked or t.rules["peek_timing"] != "on_surrender":
            return False
        if t.dealer_blackjack():
            insured = [box for box in t.boxes if box.insurance_open]
            for box in insured:
                self._insurance_won(t, out, box, surrendered=False)
            return bool(insured)
        t.peeked = True
        for box in t.boxes:
            self._insurance_lost(t, out, box)
        self._blackjacks(t, out)
        return True

    # -- decisions --------------------------------------------------------------------------------

    def options(self, t: Table, hand: Hand) -> tuple[str, ...]:
        if hand.double_down is not None or hand.split_aces:
            return _FORCED
        if len(hand.cards) != 2:
            return _NO_PAIR if t.rules["double_on"] == "any_cards" else _NO_DOUBLE
        if same_value(hand.cards):
            hands = sum(other.seat == hand.seat for other in t.hands)
            if hands < t.rules["max_split_hands"]:
                return _PAIR
        return _NO_PAIR

    def option_law(self, option: str, split: bool) -> Law:
        if option == "surrender":
            return _SURRENDER
        if option == "double":
            return self.law.double
        if option == "split":
            return self.law.split
        return self.law.turn

    def refusal_law(self, t: Table, hand: Hand, act: str) -> Law:
        if act == "surrender" and hand.status in (at.STOOD, at.BUST):
            return _SURRENDER
        if act == "surrender" and hand.status == at.BLACKJACK:
            return cite("665a.9(a)", rules=("surrender_blackjack",))
        if act == "double":
            return cite("665a.10~once") if hand.double_down is not None else self.law.double
        if act == "split":
            pair = len(hand.cards) == 2 and same_value(hand.cards)
            return cite("665a.11~again") if pair else self.law.split
        if act == "hit" and hand.split_aces:
            return self.law.split_ace
        return self.law.turn

    def double_cap(self, t: Table, hand: Hand) -> Money:
        if t.rules["double_cap_base"] == "bet":
            return hand.bet
        return hand.bet + (hand.double_attack or 0)

    def double_law(self, t: Table, hand: Hand, amount: Money) -> Law:
        rules: tuple[str, ...] = ()
        if len(hand.cards) > 2:
            rules += ("double_on",)
        if amount > hand.bet:
            rules += ("double_cap_base",)
        return cite(*self.law.double_card.clauses, rules=rules) if rules else self.law.double_card

    def insurance_cap(self, t: Table, hand: Hand) -> Money:
        if t.rules["insurance_base"] == "bet":
            return half(hand.bet)
        return half(hand.bet + (hand.double_attack or 0))

    def surrender(self, t: Table, out: Out, index: int) -> None:
        hand = t.hands[index]
        if t.dealer[0][0] not in READ_UPCARDS:
            law = cite("665a.9(b)(1)")
            out.append(forbid(law, "peek"))
            out.append(forbid(law, "answer", role=CARD_READER))
            self._surrendered(t, out, hand, law)
            turn_over(t, out)
        elif t.peeked and t.rules["reread_on_surrender"] == "no":
            again = cite("665a.9(b)(2)", rules=("reread_on_surrender",))
            out.append(forbid(again, "peek"))
            out.append(forbid(again, "answer", role=CARD_READER))
            self._surrendered(t, out, hand, cite("665a.9(b)(2)(ii)"))
            turn_over(t, out)
        else:
            t.surrendering = index
            t.phase = at.PEEK
            rule = "reread_on_surrender" if t.peeked else "peek_timing"
            out.append(say(cite("665a.9(b)(2)", rules=(rule,)), "peek"))
            self.announce(t, out, hand)

    def _surrendered(self, t: Table, out: Out, hand: Hand, law: Law) -> None:
        """Cards to the rack, half of each wager to the house (§ 665a.9(b)(1), (b)(2)(ii))."""
        if hand.status == at.BLACKJACK:
            law = cite(*law.clauses, rules=("surrender_blackjack",))
        hand.status = at.SURRENDERED
        hand.open = False
        rack_hand(t, out, hand, law)
        # His play on the hand is over: no card may be called for to it any more.
        out.append(forbid(cite("665a.9(a)"), "deal", "to", hand.name))
        rounding = t.rules["surrender_half_rounding"]
        attack = hand.double_attack or 0
        exact = half(hand.bet), half(attack)
        houses = [house_half(hand.bet, rounding), house_half(attack, rounding)]
        if t.rules["surrender_half_basis"] == "sum":
            houses[1] = house_half(hand.bet + attack, rounding) - houses[0]
        for place, (wager, stake) in enumerate(((BET, hand.bet), (ATTACK, attack))):
            if not stake:
                continue
            rules = law.house_rules
            if exact[place] % CENT:
                rules += ("surrender_half_rounding",)
            if rounding != "exact" and attack and (exact[0] % CENT or exact[1] % CENT):
                rules += ("surrender_half_basis",)
            house = houses[place]
            why = cite(*law.clauses, rules=rules)
            pay_hand(t, out, hand, wager, stake, Share(house, stake - house), why)
        if hand.double_down is not None:
            self._surrendered_double(t, out, hand, hand.double_down, law)
        box = t.box(hand.seat)
        if box is not None and box.bust_it_open:
            kept = cite("665a.9(c)")
            out.append(forbid(kept, "settle", "hand", f"{box.seat}.1", "wager", BUST_IT))

    def _surrendered_double(self, t: Table, out: Out, hand: Hand, stake: Money, law: Law) -> None:
        which = t.rules["surrender_double_down"]
        house = {
            "half": house_half(stake, t.rules["surrender_half_rounding"]),
            "all_to_house": stake,
            "all_returned": 0,
        }[which]
        why = cite("665a.9(a)", *law.clauses, rules=("surrender_double_down",))
        pay_hand(t, out, hand, DOUBLE_DOWN, stake, Share(house, stake - house), why)

    # -- settlement -------------------------------------------------------------------------------

    def plays_on(self, t: Table) -> bool:
        return any(box.bust_it_open or box.insurance_open for box in t.boxes)

    def settle_hand(self, t: Table, out: Out, hand: Hand) -> None:
        if t.dealer_blackjack():
            self._hand_against_blackjack(t, out, hand, surrendered=False)
            return
        dealer, player = total(t.dealer), total(hand.cards)
        if dealer > 21 or player > dealer:
            for wager, stake in main_wagers(hand):
                law = on_total(t, dealer, _WON_DOUBLE if wager == DOUBLE_DOWN else _WON)
                pay_hand(t, out, hand, wager, stake, won(stake, stake), law)
        elif player < dealer:
            lose_hand(t, out, hand, on_total(t, dealer, self.law.compare))
        else:
            push_hand(t, out, hand, on_total(t, dealer, self.law.compare))

    def settle_box(self, t: Table, out: Out, box: Box) -> None:
        if not box.bust_it_open and not box.insurance_open:
            return
        if t.dealer_blackjack():
            self._box_against_blackjack(t, out, box, surrendered=False)
            return
        if box.bust_it is None:
            return
        box.bust_it_open = False
        surrendered = any(
            hand.seat == box.seat and hand.status == at.SURRENDERED for hand in t.hands
        )
        kept = ("665a.9(c)",) if surrendered else ()
        rows = bust_it_odds(t.dealer)
        if not rows:
            law = cite(*kept, "665a.7(m)")
            pay(t, out, box.seat, 1, BUST_IT, box.bust_it, lost(box.bust_it), law)
            return
        rules = ("bust_it_highest_only",) if len(rows) > 1 else ()
        law = cite(*kept, "665a.12(c)", rules=rules)
        winnings = times(box.bust_it, max(rows))
        pay(t, out, box.seat, 1, BUST_IT, box.bust_it, won(box.bust_it, winnings), law)

    def _dealer_blackjack(self, t: Table, out: Out, surrendered: list[Hand]) -> None:
        """The reader said Blackjack: the round ends (§ 665a.9(b)(2)(i) for who surrendered)."""
        t.hole = "up"
        out.append(say(cite("665a.7~peek-bj"), "reveal"))
        if t.rules["bj_cards_collected"] == "at_once":
            for hand in surrendered:
                rack_hand(t, out, hand, cite("665a.9(b)(2)(i)", rules=("bj_cards_collected",)))
        for hand in t.hands:
            if hand.open:
                gave_up = any(hand is one for one in surrendered)
                self._hand_against_blackjack(t, out, hand, gave_up)
        seats = {hand.seat for hand in surrendered}
        for box in t.boxes:
            self._box_against_blackjack(t, out, box, box.seat in seats)
        finish(t, out)

    def _hand_against_blackjack(self, t: Table, out: Out, hand: Hand, surrendered: bool) -> None:
        hand.open = False
        natural = hand.status == at.BLACKJACK
        if surrendered:
            hand.status = at.SURRENDERED
            law = cite("665a.9(b)(2)(i)")
            pay_hand(t, out, hand, BET, hand.bet, lost(hand.bet), law)
            if hand.double_attack is not None:
                pay_hand(t, out, hand, ATTACK, hand.double_attack, pushed(hand.double_attack), law)
            if hand.double_down is not None:
                rules = ("surrender_bj_double_down",)
                house = t.rules["surrender_bj_double_down"] == "to_house"
                stake = hand.double_down
                share = lost(stake) if house else pushed(stake)
                pay_hand(t, out, hand, DOUBLE_DOWN, stake, share, cite(*law.clauses, rules=rules))
            return
        law = cite("665a.7~peek-bj")
        if natural:
            push_hand(t, out, hand, cite(*law.clauses, rules=("bj_vs_bj",)))
            return
        hand.status = at.SETTLED
        if hand.number == 1:
            pay_hand(t, out, hand, BET, hand.bet, lost(hand.bet), law)
        else:
            pay_hand(t, out, hand, BET, hand.bet, pushed(hand.bet), cite("665a.11~dealer-bj"))
        if hand.double_attack is not None:
            stake = hand.double_attack
            house = t.rules["dealer_bj_double_attack"] == "to_house"
            share = lost(stake) if house else pushed(stake)
            why = cite(*law.clauses, rules=("dealer_bj_double_attack",))
            pay_hand(t, out, hand, ATTACK, stake, share, why)
        if hand.double_down is not None:
            stake = hand.double_down
            pay_hand(t, out, hand, DOUBLE_DOWN, stake, pushed(stake), cite("665a.10~dealer-bj"))

    def _box_against_blackjack(self, t: Table, out: Out, box: Box, surrendered: bool) -> None:
        for wager, stake in box_wagers(box):
            if wager == BUST_IT:
                if not surrendered:
                    law = cite("665a.7~peek-bj")
                elif t.rules["surrender_bj_bust_it"] == "collect_now":
                    law = cite("665a.9(b)(2)(i)")
                else:
                    law = cite("665a.9(c)", "665a.7(m)", rules=("surrender_bj_bust_it",))
                pay(t, out, box.seat, 1, wager, stake, lost(stake), law)
            else:
                self._insurance_won(t, out, box, surrendered)
        box.bust_it_open = False

    def _insurance_won(self, t: Table, out: Out, box: Box, surrendered: bool) -> None:
        if box.insurance is None:
            return
        box.insurance_open = False
        ids = ("665a.9(d)",) if surrendered else ()
        law = cite(*ids, "665a.8~win", "665a.12(b)", rules=self._base(t, box))
        stake = box.insurance
        share = won(stake, times(stake, 5, 2)) if _pays_insurance(t) else lost(stake)
        pay(t, out, box.seat, 1, INSURANCE, stake, share, law)

    def _base(self, t: Table, box: Box) -> tuple[str, ...]:
        """The house rule behind an Insurance Wager of more than half of the Bet."""
        first = next(hand for hand in t.hands if hand.seat == box.seat)
        over = box.insurance is not None and box.insurance > half(first.bet)
        return ("insurance_base",) if over else ()

    def _insurance_lost(self, t: Table, out: Out, box: Box) -> None:
        """No Blackjack: the Insurance Wager is collected, whatever becomes of the hand
        (§ 665a.9(d))."""
        if not box.insurance_open or box.insurance is None:
            return
        box.insurance_open = False
        announced = any(hand.seat == box.seat and hand.announced for hand in t.hands)
        ids = ("665a.9(d)",) if announced else ()
        law = cite(*ids, "665a.8~win", rules=self._base(t, box))
        pay(t, out, box.seat, 1, INSURANCE, box.insurance, lost(box.insurance), law)


def _pays_insurance(t: Table) -> bool:
    """Insurance is on a hole card of J, Q or K; a foreign 10 makes the same Blackjack."""
    return t.dealer[1][0] in "KQJT"


_SURRENDER = cite("665a.9(a)")
_EARLY = cite("665a.9(a)", rules=("peek_timing",))
_EARLY_BLACKJACK = cite("665a.9(a)", rules=("peek_timing", "surrender_blackjack"))
_READS = ("665a.1 Card reader device", "665a.1 Blackjack")
_ANSWERS = {
    (surrendered, blackjack): say(
        cite("665a.9(b)(2)", *_READS) if surrendered else cite(*_READS),
        "answer",
        "blackjack",
        "yes" if blackjack else "no",
        role=CARD_READER,
    )
    for surrendered in (False, True)
    for blackjack in (False, True)
}
"""What the reader must say, by whether a surrender waits for it."""
_FORCED = ("surrender", "stand")
_NO_DOUBLE = ("surrender", "hit", "stand")
_NO_PAIR = ("surrender", "hit", "stand", "double")
_PAIR = ("surrender", "hit", "stand", "double", "split")
_IDLE = (
    forbid(cite("665a.7(g)"), "peek"),
    forbid(cite("665a.7(g)"), "answer", role=CARD_READER),
)
_WON = cite("665a.7~compare", "665a.12(a)")
_WON_DOUBLE = cite("665a.7~compare")


@lru_cache(maxsize=256)
def _steps(hands: tuple[str, ...]) -> tuple[Target, ...]:
    order = cite("665a.7~deal-order")
    up = tuple(initial(index, name, "up", order) for index, name in enumerate(hands))
    return (
        initial(THE_DEALER, DEALER, "up", order),
        initial(OPEN_WAGERS, "", "", order),
        *up,
        *up,
        initial(THE_DEALER, DEALER, "down", cite("665a.7~deal-order", "665a.1 Hole card")),
    )


DOUBLE_ATTACK = DoubleAttack()
