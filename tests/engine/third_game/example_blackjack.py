"""Six-deck blackjack with late surrender: the worked example of docs/adding_a_game.md.

It is no game of a regulation. The tests lay this file and the two TOML files beside it into a copy
of the engine, where a new game's files go, and play it.
"""

from __future__ import annotations

from typing import ClassVar

from reference_engine import events as e
from reference_engine import table as at
from reference_engine.cards import FULL_DECK
from reference_engine.effects import CARD_READER, DEALER, Law, cite, say
from reference_engine.hands import is_blackjack, total
from reference_engine.money import Money, half, times
from reference_engine.procedure import (
    Game,
    Laws,
    Out,
    finish,
    initial,
    lose_hand,
    main_wagers,
    next_turn,
    pay_hand,
    push_hand,
    rack_hand,
    turn_over,
)
from reference_engine.ruling import NotPossible
from reference_engine.table import THE_DEALER, Box, Hand, Table, Target, same_value
from reference_engine.wagers import Share, won

_DEAL, _ACT, _PEEK = cite("999z.1(a)"), cite("999z.1(b)"), cite("999z.1(c)")
_END, _DOUBLE, _SPLIT = cite("999z.1(d)"), cite("999z.2(a)"), cite("999z.2(b)")
_SURRENDER, _CARDS = cite("999z.2(c)"), cite("999z.3(a)")


class ExampleBlackjack(Game):
    """What differs from other games; everything else is the shared procedure."""

    name = "example-blackjack"
    deck = frozenset(FULL_DECK)
    optional = ()
    later: ClassVar[dict[str, Law]] = {}
    readers = (CARD_READER,)
    law = Laws(
        positions=_DEAL,
        composition=_CARDS,
        decks=_CARDS,
        bet=_DEAL,
        burn=_CARDS,
        cover=_CARDS,
        cover_over=_CARDS,
        reshuffle=_CARDS,
        turn=_ACT,
        hit=_ACT,
        stand=_ACT,
        bust=_ACT,
        double=_DOUBLE,
        double_cap=_DOUBLE,
        double_card=_DOUBLE,
        split=_SPLIT,
        split_stake=_SPLIT,
        split_card=_SPLIT,
        split_ace=_SPLIT,
        split_order=_SPLIT,
        insure_cap=_DEAL,
        peek=_PEEK,
        reveal=_END,
        dealer_draw=_END,
        compare=_END,
        collect=_END,
        shuffle=_CARDS,
    )
    irregular: ClassVar = {letter: cite("999z.3(b)") for letter in "abcdefgijk"}

    def steps(self, hands: tuple[str, ...]) -> tuple[Target, ...]:
        up = tuple(initial(index, name, "up", _DEAL) for index, name in enumerate(hands))
        return (
            *up,
            initial(THE_DEALER, DEALER, "up", _DEAL),
            *up,
            initial(THE_DEALER, DEALER, "down", _DEAL),
        )

    def dealt(self, t: Table, out: Out) -> None:
        for hand in t.hands:
            if hand.open and is_blackjack(hand.cards):
                hand.status = at.BLACKJACK
        self.insured(t, out)

    def insured(self, t: Table, out: Out) -> None:
        if t.dealer[0][0] in "ATJQK":
            t.phase = at.PEEK
            out.append(say(_PEEK, "peek"))
        else:
            self._go_on(t, out)

    def peek(self, t: Table, event: e.Peek, out: Out) -> None:
        if event.shown is not None:
            raise NotPossible(event, "the card reader of this game has no coloured lights")
        yes = t.dealer_blackjack()
        out.append(say(_PEEK, "answer", "blackjack", "yes" if yes else "no", role=CARD_READER))
        t.peeked = True
        if not yes:
            self._go_on(t, out)
            return
        t.hole = "up"
        out.append(say(_PEEK, "reveal"))
        for hand in t.hands:
            if hand.open:
                self.settle_hand(t, out, hand)
        finish(t, out)

    def _go_on(self, t: Table, out: Out) -> None:
        """The dealer has no Blackjack: pay those of the players, 3 to 2, and let the others act."""
        for hand in t.hands:
            if hand.status == at.BLACKJACK and hand.open:
                hand.open = False
                pay_hand(t, out, hand, "bet", hand.bet, won(hand.bet, times(hand.bet, 3, 2)), _PEEK)
                rack_hand(t, out, hand, _PEEK)
        next_turn(t, out)

    def options(self, t: Table, hand: Hand) -> tuple[str, ...]:
        if hand.double_down is not None or hand.split_aces:
            return ()
        if len(hand.cards) != 2:
            return ("hit", "stand")
        if hand.split:
            return ("hit", "stand", "double")
        pair = ("split",) if same_value(hand.cards) else ()
        return ("surrender", "hit", "stand", "double", *pair)

    def option_law(self, option: str, split: bool) -> Law:
        return {"surrender": _SURRENDER, "double": _DOUBLE, "split": _SPLIT}.get(option, _ACT)

    def refusal_law(self, t: Table, hand: Hand, act: str) -> Law:
        return self.option_law(act, hand.split)

    def double_cap(self, t: Table, hand: Hand) -> Money:
        return hand.bet

    def insurance_cap(self, t: Table, hand: Hand) -> Money:
        return 0

    def surrender(self, t: Table, out: Out, index: int) -> None:
        hand = t.hands[index]
        hand.status = at.SURRENDERED
        hand.open = False
        rack_hand(t, out, hand, _SURRENDER)
        house = half(hand.bet)
        pay_hand(t, out, hand, "bet", hand.bet, Share(house, hand.bet - house), _SURRENDER)
        turn_over(t, out)

    def settle_hand(self, t: Table, out: Out, hand: Hand) -> None:
        dealer, player = total(t.dealer), total(hand.cards)
        if t.dealer_blackjack() and hand.status != at.BLACKJACK:
            lose_hand(t, out, hand, _END)
        elif player == dealer:
            push_hand(t, out, hand, _END)
        elif player < dealer <= 21:
            lose_hand(t, out, hand, _END)
        else:
            for wager, stake in main_wagers(hand):
                pay_hand(t, out, hand, wager, stake, won(stake, stake), _END)

    def settle_box(self, t: Table, out: Out, box: Box) -> None:
        """No wager stands on a box."""


EXAMPLE_BLACKJACK = ExampleBlackjack()
