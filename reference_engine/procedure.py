"""The procedure of a round, as far as the games share it.

A game (`Game`, one subclass in each file of ``games/``) says in which order cards are dealt, what
a hand may do, what the reader is for and how wagers end. Everything here works on a `Table` that
may be changed and adds the effects, in order, to `out`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache, lru_cache
from typing import ClassVar

from msgspec import Struct

from reference_engine import events as e
from reference_engine import table as at
from reference_engine.cards import Card
from reference_engine.effects import (
    DEALER,
    MASQUE_READER,
    Law,
    card_out,
    cards_out,
    cite,
    deal,
    forbid,
    offer,
    rack,
    refuse,
    say,
    settle,
)
from reference_engine.hands import is_soft, total
from reference_engine.money import FINEST, Money, fmt, parse
from reference_engine.ruling import Effect, NotPossible
from reference_engine.table import THE_DEALER, Box, Hand, Table, Target, box_wagers
from reference_engine.wagers import (
    BET,
    BUST_IT,
    DOUBLE_ATTACK,
    DOUBLE_DOWN,
    INSURANCE,
    MATCH_THE_DEALER,
    Row,
    Share,
    lost,
    pushed,
)

Out = list[Effect]

OPEN_WAGERS = -2
"""In the order of dealing: here the wagers on the dealer's first card are made."""

INITIAL, SECOND, ASKED, ONE_CARD, SPLIT, DRAW = [
    "initial",
    "second",
    "asked",
    "one-card",
    "split",
    "draw",
]
"""Why a card is due: first two rounds, an omitted second card, a request, a double, a split, the
dealer."""

PLAYER_ACTS = ("hit", "stand", "double", "split", "surrender")
ANSWERS = ("decline", "accept", "refuse", "second-card", "late-card", "dead-hand", "continue")
DECISIONS = frozenset(PLAYER_ACTS + ANSWERS)
MOST_SEATS = 6

ASKED_RULES = frozenset(
    {
        *("decks", "dealer_soft_17", "cover_first", "early_exposed", "exposed_offer"),
        *("refusal_scope", "dead_no_card_bet", "decline_one_card", "dead_hand_returns"),
        *("dead_hand_side_bets", "dealer_accident_totals", "short_twice"),
    }
)
"""House rules that every game must have."""
MASQUE_RULES = frozenset(
    {
        *("masque_error_choice", "masque_error_scope", "masque_fault_round"),
        "resume_needs_inspection",
    }
)
"""House rules that a game with a Masque reader must have."""


class Laws(Struct, frozen=True):
    """The clauses of a chapter that the shared procedure leans on."""

    positions: Law
    composition: Law
    decks: Law
    bet: Law
    burn: Law
    cover: Law
    cover_over: Law
    reshuffle: Law
    turn: Law
    """Who may act, and when."""
    hit: Law
    stand: Law
    bust: Law
    double: Law
    double_cap: Law
    double_card: Law
    split: Law
    split_stake: Law
    split_card: Law
    split_ace: Law
    split_order: Law
    """That the next hand of a pair gets its card only now."""
    insure_cap: Law
    peek: Law
    reveal: Law
    dealer_draw: Law
    compare: Law
    collect: Law
    """Cards to the rack at the end, and the end itself."""
    shuffle: Law
    """When, and by what, cards are shuffled."""


class Game(ABC):
    """A game: what the shared procedure asks of it. One instance serves every table."""

    name: ClassVar[str]
    deck: ClassVar[frozenset[Card]]
    optional: ClassVar[tuple[str, ...]]
    """Wagers beside the Bet that a box may make before the first card."""
    later: ClassVar[dict[str, Law]]
    """Wagers made by `PlaceWager`, with the clause that says when."""
    readers: ClassVar[tuple[str, ...]]
    """The device roles that read the hole card."""
    law: ClassVar[Laws]
    irregular: ClassVar[dict[str, Law]]
    """The clause for each letter of § 685a.12 at a table of this game."""

    @abstractmethod
    def steps(self, hands: tuple[str, ...]) -> tuple[Target, ...]:
        """The initial deal to these hands, in order; the last step is the hole card."""

    def asked_rules(self) -> frozenset[str]:
        """The house rules that the shared procedure asks this game for."""
        asked = ASKED_RULES
        if MASQUE_READER in self.readers:
            asked |= MASQUE_RULES
        return asked | {"double_attack_min"} if DOUBLE_ATTACK in self.later else asked

    def wagers_open(self, t: Table, out: Out) -> None:
        """The order of dealing has come to `OPEN_WAGERS`."""
        raise NotImplementedError

    @abstractmethod
    def dealt(self, t: Table, out: Out) -> None:
        """Everyone has two cards."""

    @abstractmethod
    def insured(self, t: Table, out: Out) -> None:
        """No box is left to answer the Insurance offer."""

    @abstractmethod
    def peek(self, t: Table, event: e.Peek, out: Out) -> None:
        """The hole card was read."""

    @abstractmethod
    def options(self, t: Table, hand: Hand) -> tuple[str, ...]:
        """What the hand on turn may do, in the order of offers; nothing when it is finished."""

    @abstractmethod
    def option_law(self, option: str, split: bool) -> Law:
        """Why `option` is offered to a hand, formed by a `split` or not."""

    @abstractmethod
    def refusal_law(self, t: Table, hand: Hand, act: str) -> Law:
        """Why `hand` may not do `act` now."""

    @abstractmethod
    def double_cap(self, t: Table, hand: Hand) -> Money:
        """The most that may be added by doubling."""

    def double_law(self, t: Table, hand: Hand, amount: Money) -> Law:
        """Why a hand doubled for `amount` gets its card."""
        return self.law.double_card

    @abstractmethod
    def insurance_cap(self, t: Table, hand: Hand) -> Money:
        """The most that may be insured for."""

    @abstractmethod
    def settle_hand(self, t: Table, out: Out, hand: Hand) -> None:
        """Settle the hand's wagers on the dealer's final hand."""

    @abstractmethod
    def settle_box(self, t: Table, out: Out, box: Box) -> None:
        """Settle what is still open on the box on the dealer's final hand."""

    def check_wager(  # noqa: B027
        self, t: Table, event: e.OpenRound, wager: str, amount: Money
    ) -> None:
        """Whether the rules that `wager` needs are there; NotPossible where they are not."""

    def tolerates(self, t: Table, card: Card) -> bool:
        """Whether play goes on with a card that is not in the game's decks."""
        return False

    def early(self, t: Table, hand: Hand) -> bool:
        """Whether the hand may be surrendered before the hole card is read."""
        return False

    def announce(self, t: Table, out: Out, hand: Hand) -> None:
        """The hand is surrendered before the hole card is read."""
        raise NotImplementedError

    def surrender(self, t: Table, out: Out, index: int) -> None:
        """The hand on turn is surrendered."""
        raise NotImplementedError

    def lit(self, t: Table, out: Out) -> None:
        """Go on after the choice about an error that the light itself laid open."""
        raise NotImplementedError

    def plays_on(self, t: Table) -> bool:
        """Whether the dealer must play though no main wager is left."""
        return False

    def revealed(self, t: Table, out: Out) -> bool:
        """The hole card was turned at the dealer's turn: settle what waited. False: nothing did."""
        return False


# -- wagers ---------------------------------------------------------------------------------------


def pay(
    t: Table, out: Out, seat: int, hand: int, wager: str, stake: Money, share: Share, law: Law
) -> None:
    """Settle one wager."""
    row, effect = _paid(seat, hand, wager, stake, share, law)
    t.settlement += row
    out.append(effect)


@lru_cache(maxsize=16384)
def _paid(
    seat: int, hand: int, wager: str, stake: Money, share: Share, law: Law
) -> tuple[tuple[Row], Effect]:
    house, back, won = share.to_house, share.returned, share.won
    row = Row(seat, hand, wager, stake, house, back, won, law)
    return (row,), settle(law, f"{seat}.{hand}", wager, house, back, won)


def main_wagers(hand: Hand) -> list[tuple[str, Money]]:
    """The wagers that stand on a hand, in the order of settlement."""
    found = [(BET, hand.bet)]
    if hand.double_attack is not None:
        found.append((DOUBLE_ATTACK, hand.double_attack))
    if hand.double_down is not None:
        found.append((DOUBLE_DOWN, hand.double_down))
    return found


def pay_hand(
    t: Table, out: Out, hand: Hand, wager: str, stake: Money, share: Share, law: Law
) -> None:
    """Settle one wager of a hand."""
    row, effect = _paid(hand.seat, hand.number, wager, stake, share, law)
    t.settlement += row
    out.append(effect)


def lose_hand(t: Table, out: Out, hand: Hand, law: Law) -> None:
    """All wagers of the hand are lost."""
    hand.open = False
    for wager, stake in main_wagers(hand):
        pay_hand(t, out, hand, wager, stake, lost(stake), law)


def push_hand(t: Table, out: Out, hand: Hand, law: Law) -> None:
    """All wagers of the hand are returned."""
    hand.open = False
    for wager, stake in main_wagers(hand):
        pay_hand(t, out, hand, wager, stake, pushed(stake), law)


# -- cards ----------------------------------------------------------------------------------------


def rack_hand(t: Table, out: Out, hand: Hand, law: Law) -> None:
    """The hand's cards go to the discard rack, if it has any there."""
    if hand.racked or not hand.cards:
        return
    hand.racked = True
    t.rack += hand.cards
    out.append(rack(law, hand.name, hand.cards))


def leave_shoe(t: Table, event: e.Event, card: Card) -> None:
    """`card` leaves the shoe: check that it can be there.

    Raises:
        NotPossible: the game has no such card, all copies of it lie elsewhere, or another one lies
        next.
    """
    game = t.game
    if card not in game.deck and not game.tolerates(t, card):
        raise NotPossible(event, f"{card} is no card of this game", game.law.composition.clauses[0])
    if t.shoe is not None:
        if not t.shoe:
            raise NotPossible(event, "the shoe is empty", game.irregular["e"].clauses[0])
        if t.shoe[0] != card:
            raise NotPossible(event, f"the next card in the shoe is {t.shoe[0]}, not {card}")
        t.shoe = t.shoe[1:]
    elif t.drawn >= t.decks and copies_out(t, card) >= t.decks:
        raise NotPossible(
            event,
            f"all {t.decks} copies of {card} have left the shoe already",
            game.law.decks.clauses[0],
        )
    t.drawn += 1


def copies_out(t: Table, card: Card) -> int:
    """How many of `card` lie outside the shoe."""
    return sum(cards.count(card) for place, cards in t.places().items() if place != "shoe")


@cache
def _target(index: int, to: str, face: str, why: str, law: Law) -> Target:
    return Target(index, to, face, why, law, deal(law, to, face, "shoe"), cards_out(law))


def initial(index: int, to: str, face: str, law: Law) -> Target:
    """A step of the initial deal."""
    return _target(index, to, face, INITIAL, law)


def due_card(t: Table, out: Out, index: int, face: str, why: str, law: Law) -> None:
    """The next card goes to the hand at `index`."""
    due(t, out, _target(index, t.hands[index].name, face, why, law))


def due(t: Table, out: Out, target: Target) -> None:
    """A card is due. One drawn in error earlier is the next card."""
    t.target = target
    if t.held:
        _deal_held(t, out, target)
        return
    out.append(target.deal)
    t.phase = at.CARD


def _deal_held(t: Table, out: Out, target: Target) -> None:
    held = t.held[0]
    t.held = t.held[1:]
    law = t.game.irregular["c" if held.exposed else "b"]
    if held.exposed and target.why == INITIAL:
        law = cite(*law.clauses, rules=("early_exposed",))
    out.append(deal(law, target.to, target.face, "held"))
    place(t, out, target, held.card)


def place(t: Table, out: Out, target: Target, card: Card) -> None:
    """The due card lies where it was due; go on from there."""
    t.target = None
    why, index = target.why, target.index
    if index == THE_DEALER:
        t.dealer += (card,)
        if why == DRAW:
            _draw_on(t, out)
            return
        if target.face == "down":
            t.hole = "down"
    else:
        hand = t.hands[index]
        hand.cards += (card,)
        if why != INITIAL and why != SECOND:
            after_card(t, out, hand)
            return
    if why == INITIAL:
        t.dealt += 1
    deal_on(t, out)


def draw_card(t: Table, event: e.DrawCard, out: Out) -> None:
    """A card leaves the shoe where one is due."""
    target = t.target
    if t.phase != at.CARD or target is None:
        raise NotPossible(
            event,
            f"no card is due ({waiting(t)}); a card drawn all the same is DrawnInError",
        )
    card, reports = event.card, target.out
    if t.drawn < t.decks and card in t.game.deck and t.shoe is None:
        # So few have left that no card can be one too many.
        t.drawn += 1
    else:
        leave_shoe(t, event, card)
        if card not in t.game.deck:
            reports = cards_out(cite(*target.law.clauses, rules=("foreign_ten",)))
    if event.face_up:
        law = t.game.irregular["a"]
        out.append(card_out(law, card, "up"))
        out.append(rack(law, "shoe", (event.card,)))
        out.append(deal(law, target.to, target.face, "shoe"))
        t.rack += (event.card,)
        return
    out.append(reports[card])
    place(t, out, target, card)


# -- the round, in order --------------------------------------------------------------------------


def open_round(t: Table, event: e.OpenRound, out: Out) -> None:
    """The first wagers are placed."""
    game = t.game
    if t.phase != at.ROUND:
        raise NotPossible(event, f"a round is in progress: {waiting(t)}")
    if t.blocked:
        law = game.irregular["i"]
        if t.uninspected:  # the clause itself asks for no more than the repair
            law = cite(*law.clauses, rules=("resume_needs_inspection",))
        out.append(refuse(law, DEALER, "open-round"))
        out.append(forbid(law, "deal"))
        return
    if t.reshuffle_due:
        raise NotPossible(
            event,
            "the cover card came out: the cards are shuffled before the next round",
            game.law.reshuffle.clauses[0],
        )
    _check_seats(t, event)
    if t.hands:
        _clear(t)
    t.boxes, t.hands = boxes, hands = [], []
    for one in event.seats:
        bust_it, match = one.bust_it, one.match_the_dealer
        boxes.append(Box(one.seat, bust_it, match, None, bust_it is not None, match is not None))
        hands.append(Hand(one.seat, 1, f"{one.seat}.1", one.bet))
    t.steps = game.steps(tuple([hand.name for hand in hands]))
    deal_on(t, out)


def _clear(t: Table) -> None:
    """Forget the round before."""
    t.dealer = ()
    t.hole = t.shown = t.asked = ""
    t.settlement = ()
    t.options = ()
    t.turn = t.dealt = 0
    t.target = t.pause = None
    t.index = t.surrendering = THE_DEALER
    t.dealer_racked = t.peeked = t.right_light = t.misplaced = t.acted = False
    t.exposed_by_light = t.error_known = False
    t.asking = ()


def _check_seats(t: Table, event: e.OpenRound) -> None:
    law = t.game.law
    if not event.seats:
        raise NotPossible(event, "nobody has made a Bet Wager", law.bet.clauses[0])
    last = 0
    for one in event.seats:
        if not last < one.seat <= MOST_SEATS:
            raise NotPossible(
                event,
                f"seat {one.seat}: seats stand in order, each once, from 1 to {MOST_SEATS}",
                law.positions.clauses[0],
            )
        last = one.seat
        if one.bet <= 0 or one.bet % FINEST:
            raise NotPossible(
                event, f"seat {one.seat}: a Bet Wager of {fmt(one.bet)}", law.bet.clauses[0]
            )
        if one.bust_it is not None:
            _check_side(t, event, one.seat, BUST_IT, one.bust_it)
        if one.match_the_dealer is not None:
            _check_side(t, event, one.seat, MATCH_THE_DEALER, one.match_the_dealer)


def _check_side(t: Table, event: e.OpenRound, seat: int, wager: str, amount: Money) -> None:
    if wager not in t.game.optional:
        raise NotPossible(event, f"seat {seat}: this game has no {wager} wager")
    if amount <= 0 or amount % FINEST:
        raise NotPossible(event, f"seat {seat}: a {wager} wager of {fmt(amount)}")
    t.game.check_wager(t, event, wager, amount)


def deal_on(t: Table, out: Out) -> None:
    """Go on with the first two rounds of cards."""
    dealt = t.dealt
    if dealt == len(t.steps):
        t.game.dealt(t, out)
        return
    step = t.steps[dealt]
    if step.index == OPEN_WAGERS:
        t.phase = at.WAGERS
        t.game.wagers_open(t, out)
    elif step.face == "up" or not _omitted(t, out):
        due(t, out, step)


def _omitted(t: Table, out: Out) -> bool:
    """Before the hole card: hands that were passed over (§ 685a.12(f)). True: a choice or an end
    came of it."""
    for index, hand in enumerate(t.hands):
        if hand.status != at.LIVE or len(hand.cards) == 2:
            continue
        if hand.cards:
            law = t.game.irregular["f"]
            choose(t, index, "second-card", ("accept", "decline"))
            out.append(offer(law, hand.name, "second-card"))
            return True
        bury(t, out, hand, dead_laws(t.game.irregular["f"], bet=("dead_no_card_bet",)))
    if not dealer_plays(t):
        finish(t, out)
        return True
    return False


def place_wager(t: Table, event: e.PlaceWager, out: Out) -> None:
    """A wager after the first card."""
    game = t.game
    box, index = t.box(event.seat), t.find(event.seat, 1)
    if event.wager not in game.later:
        known = ", ".join(game.later)
        raise NotPossible(event, f"{event.wager!r} is no wager made after the first card: {known}")
    if box is None or index is None or t.phase == at.ROUND:
        raise NotPossible(event, f"seat {event.seat} has no wager in a round in progress")
    if event.amount <= 0 or event.amount % (FINEST // 2):
        raise NotPossible(event, f"a wager of {fmt(event.amount)}")
    hand = t.hands[index]
    law = game.later[event.wager]
    if event.wager == DOUBLE_ATTACK:
        least = parse(t.rules["double_attack_min"])
        if t.phase != at.WAGERS or hand.double_attack is not None or event.amount > hand.bet:
            out.append(refuse(law, hand.name, DOUBLE_ATTACK))
            return
        if event.amount < least:
            why = cite(*law.clauses, rules=("double_attack_min",))
            out.append(refuse(why, hand.name, DOUBLE_ATTACK))
            return
        hand.double_attack = event.amount
        return
    if t.phase != at.INSURE or not box.asked:
        out.append(refuse(law, hand.name, INSURANCE))
        return
    if event.amount > game.insurance_cap(t, hand):
        out.append(refuse(game.law.insure_cap, hand.name, INSURANCE))
        return
    box.asked = False
    box.insurance = event.amount
    box.insurance_open = True
    _insurance_answered(t, out)


def close_wagers(t: Table, event: e.CloseWagers, out: Out) -> None:
    """No more Double Attack or Insurance Wagers."""
    if t.phase == at.WAGERS:
        t.dealt += 1
        deal_on(t, out)
    elif t.phase == at.INSURE:
        for box in t.boxes:
            box.asked = False
        _insurance_answered(t, out)
    else:
        raise NotPossible(event, f"no wagers are open: {waiting(t)}")


def offer_insurance(t: Table, out: Out) -> None:
    """Ask every box with a hand; go on where there is none."""
    t.phase = at.INSURE
    for box in t.boxes:
        index = t.find(box.seat, 1)
        if index is not None and t.hands[index].open:
            box.asked = True
            out.append(offer(t.game.later[INSURANCE], f"{box.seat}.1", INSURANCE))
    _insurance_answered(t, out)


def _insurance_answered(t: Table, out: Out) -> None:
    if not any(box.asked for box in t.boxes):
        t.game.insured(t, out)


def peek(t: Table, event: e.Peek, out: Out) -> None:
    """The hole card goes into the reader."""
    if t.phase != at.PEEK:
        raise NotPossible(event, f"the hole card is not to be read now: {waiting(t)}")
    t.game.peek(t, event, out)


def next_turn(t: Table, out: Out) -> None:
    """The next hand that may still act is on turn; after the last, the dealer."""
    for hand in t.hands[t.turn :]:
        if hand.status == at.LIVE and not hand.skipped:
            if hand.owed and t.held and t.held[0].exposed:
                choose(t, t.turn, "exposed-card", ("accept", "refuse"))
                out.append(offer(t.game.irregular["c"], hand.name, "exposed-card"))
                return
            if hand.owed:
                hand.owed = False
                split_card(t, out, t.turn)
                return
            if offer_turn(t, out, hand):
                return
        t.turn += 1
    players_done(t, out)


def offer_turn(t: Table, out: Out, hand: Hand) -> bool:
    """Put the choices to the hand on turn. False: it has none, and is finished."""
    game = t.game
    options = game.options(t, hand)
    if t.held and t.held[0].exposed and "hit" in options:
        choose(t, t.turn, "exposed-card", ("accept", "refuse"))
        out.append(offer(game.irregular["c"], hand.name, "exposed-card"))
        return True
    if not options:
        hand.status = at.STOOD
        return False
    t.phase = at.ACT
    t.options = options
    out += _offers(game, hand.name, options, hand.split)
    return True


@cache
def _offers(game: Game, name: str, options: tuple[str, ...], split: bool) -> tuple[Effect, ...]:
    return tuple(offer(game.option_law(option, split), name, option) for option in options)


def turn_over(t: Table, out: Out) -> None:
    """The hand on turn is finished."""
    t.turn += 1
    next_turn(t, out)


def after_card(t: Table, out: Out, hand: Hand) -> None:
    """The hand on turn has received a card."""
    if total(hand.cards) > 21:
        hand.status = at.BUST
        lose_hand(t, out, hand, t.game.law.bust)
        rack_hand(t, out, hand, t.game.law.bust)
        turn_over(t, out)
    elif hand.status != at.LIVE:
        players_done(t, out)
    elif not offer_turn(t, out, hand):
        turn_over(t, out)


def split_card(t: Table, out: Out, index: int) -> None:
    """A split hand is due its second card."""
    laws = t.game.law
    law = laws.split_ace if t.hands[index].split_aces else laws.split_card
    if t.hands[index].number > 1 and laws.split_order is not law:
        law = cite(*laws.split_order.clauses, *law.clauses)
    due_card(t, out, index, "up", SPLIT, law)


def act(t: Table, event: e.Act, out: Out) -> None:
    """A player decides."""
    do = event.do
    if t.phase == at.ACT and do in t.options:
        hand = t.hands[t.turn]
        if (
            hand.number == event.hand
            and hand.seat == event.seat
            and (event.amount is None or do == "double")
        ):
            _turn_act(t, event, out, hand)
            return
    if do not in DECISIONS:
        raise NotPossible(
            event, f"{do!r} is no decision; there are {', '.join(PLAYER_ACTS + ANSWERS)}"
        )
    index = t.find(event.seat, event.hand)
    if index is None or t.phase == at.ROUND:
        raise NotPossible(event, f"there is no hand {event.seat}.{event.hand} in play")
    if event.amount is not None and do != "double":
        raise NotPossible(event, f"{do} takes no amount")
    hand = t.hands[index]
    if t.phase == at.CHOICE and t.index == index and do in t.options:
        answer(t, out, do)
        return
    if t.phase == at.INSURE and do == "decline":
        box = t.box(event.seat)
        if box is not None and box.asked and event.hand == 1:
            box.asked = False
            _insurance_answered(t, out)
            return
    if t.phase == at.EARLY and do == "surrender" and hand.name in t.may_surrender():
        hand.announced = True
        t.game.announce(t, out, hand)
        return
    late = do in ("late-card", "dead-hand")
    law = t.game.irregular["g"] if late else t.game.refusal_law(t, hand, do)
    out.append(refuse(law, hand.name, do))


def _turn_act(t: Table, event: e.Act, out: Out, hand: Hand) -> None:
    game, index, do = t.game, t.turn, event.do
    if do == "double":
        _double(t, event, out, hand)
        return
    t.acted = True
    if do == "stand":
        hand.status = at.STOOD
        turn_over(t, out)
    elif do == "hit":
        due_card(t, out, index, "up", ASKED, game.law.hit)
    elif do == "split":
        _split(t, out, index)
    else:
        game.surrender(t, out, index)


def _double(t: Table, event: e.Act, out: Out, hand: Hand) -> None:
    game = t.game
    cap = game.double_cap(t, hand)
    amount = cap if event.amount is None else event.amount
    if amount <= 0 or amount % (FINEST // 2):
        raise NotPossible(event, f"a Double Down Wager of {fmt(amount)}")
    if amount > cap:
        out.append(refuse(game.law.double_cap, hand.name, event.do))
        return
    t.acted = True
    hand.double_down = amount
    due_card(t, out, t.turn, "up", ONE_CARD, game.double_law(t, hand, amount))


def _split(t: Table, out: Out, index: int) -> None:
    hand = t.hands[index]
    last = max(at for at, other in enumerate(t.hands) if other.seat == hand.seat)
    number = t.hands[last].number + 1
    aces = hand.cards[0][0] == "A"
    second = Hand(
        hand.seat,
        number,
        f"{hand.seat}.{number}",
        hand.bet,
        hand.double_attack,
        cards=hand.cards[1:],
        split=True,
        split_aces=aces,
        owed=True,
    )
    t.hands.insert(last + 1, second)
    hand.cards = hand.cards[:1]
    hand.split = True
    hand.split_aces = aces
    split_card(t, out, index)


def players_done(t: Table, out: Out) -> None:
    """No hand is left to act: hands that were passed over, then the dealer, if he must play."""
    for hand in t.hands:
        if hand.skipped and (hand.skipped == "in-time" or t.hole == "up"):
            offer_late(t, out, hand)
            return
    if t.held and _offer_to_stood(t, out):
        return
    if not dealer_plays(t):
        finish(t, out)
        return
    if t.hole == "down":
        t.hole = "up"
        out.append(_alone(t.game.law.reveal, "reveal"))
        if t.misplaced:
            find_error(t, out, "dealer")
            return
    dealer_turn(t, out)


def _offer_to_stood(t: Table, out: Out) -> bool:
    """Under a house rule even hands that have stood are offered a card that was seen."""
    if not t.held[0].exposed or t.rules["exposed_offer"] == "entitled_hands":
        return False
    for index, hand in enumerate(t.hands):
        if hand.status == at.STOOD and hand.double_down is None and not hand.split_aces:
            choose(t, index, "exposed-card", ("accept", "refuse"))
            ids = t.game.irregular["c"].clauses
            out.append(offer(cite(*ids, rules=("exposed_offer",)), hand.name, "exposed-card"))
            return True
    return False


def dealer_plays(t: Table) -> bool:
    """Whether anything is left that the dealer's hand decides."""
    for hand in t.hands:
        if hand.open:
            return True
    return t.game.plays_on(t)


def offer_late(t: Table, out: Out, hand: Hand) -> None:
    """A hand passed over after its request chooses (§ 685a.12(g))."""
    index = next(place for place, one in enumerate(t.hands) if one is hand)
    late = hand.skipped == "in-time" or t.exposed_by_light
    options = ("late-card", "dead-hand") if late else ("dead-hand",)
    choose(t, index, "late-card", options)
    for option in options:
        out.append(offer(t.game.irregular["g"], hand.name, option))


def dealer_turn(t: Table, out: Out) -> None:
    """The hole card lies open: the dealer draws as long as he must, then waits to settle."""
    if t.game.revealed(t, out) and not dealer_plays(t):
        finish(t, out)
        return
    for hand in t.hands:
        if hand.skipped:
            offer_late(t, out, hand)
            return
    _draw_on(t, out)


def _draw_on(t: Table, out: Out) -> None:
    points = total(t.dealer)
    if points < 17 or (points == 17 and hits_17(t)):
        law = t.game.law.dealer_draw
        if points == 17:
            law = cite(*law.clauses, rules=("dealer_soft_17",))
        due(t, out, _target(THE_DEALER, DEALER, "up", DRAW, law))
        return
    if t.held:
        rack_exposed(t, out)
    t.phase = at.SETTLE


def hits_17(t: Table) -> bool:
    """Whether the dealer, at 17, must take another card."""
    return t.rules["dealer_soft_17"] == "hit" and is_soft(t.dealer)


def on_total(t: Table, points: int, law: Law) -> Law:
    """`law` for a settlement on the dealer's `points`; on a soft 17 it rests on his standing
    there."""
    if points == 17 and is_soft(t.dealer):
        return cite(*law.clauses, rules=(*law.house_rules, "dealer_soft_17"))
    return law


def rack_exposed(t: Table, out: Out) -> None:
    """Cards that were seen and that nobody can use any more go to the rack (§ 685a.12(c))."""
    for held in t.held:
        if held.exposed:
            t.rack += (held.card,)
            out.append(rack(t.game.irregular["c"], "held", (held.card,)))
    t.held = tuple(held for held in t.held if not held.exposed)


def dealer_act(t: Table, event: e.DealerAct, out: Out) -> None:
    """The dealer closes the early window, declares his hand done, or answers a choice."""
    do = event.do
    if do == "settle" and t.phase == at.SETTLE:
        settle_round(t, out)
    elif do == "peek" and t.phase == at.EARLY:
        t.phase = at.PEEK
        out.append(_alone(t.game.law.peek, "peek"))
    elif t.phase == at.CHOICE and t.index == THE_DEALER and event.do in t.options:
        answer(t, out, event.do)
    elif event.do in ("peek", "settle", "continue", "dead-hand"):
        raise NotPossible(event, f"{event.do} is not due: {waiting(t)}")
    else:
        raise NotPossible(
            event, f"{event.do!r} is no act of the dealer: peek, settle, continue, dead-hand"
        )


def settle_round(t: Table, out: Out) -> None:
    """The final settlement: hands, boxes, cards."""
    for hand in t.hands:
        if hand.open:
            t.game.settle_hand(t, out, hand)
            hand.open = False
            hand.status = at.SETTLED
    for box in t.boxes:
        t.game.settle_box(t, out, box)
    finish(t, out)


@cache
def _alone(law: Law, effect: str) -> Effect:
    return say(law, effect)


def finish(t: Table, out: Out) -> None:
    """All cards on the table go to the rack and the round is over."""
    law = t.game.law
    for box in t.boxes:
        if not (box.bust_it_open or box.insurance_open or box.match_open):
            continue
        # Only a round that ended before everyone had two cards leaves such a wager undecided.
        for wager, stake in box_wagers(box):
            why = cite(*t.game.irregular["f"].clauses, rules=("dead_hand_side_bets",))
            pay(t, out, box.seat, 1, wager, stake, pushed(stake), why)
        box.bust_it_open = box.insurance_open = box.match_open = False
    if t.held:
        rack_exposed(t, out)
    for hand in t.hands:
        rack_hand(t, out, hand, law.collect)
    if t.dealer:
        t.dealer_racked = True
        t.rack += t.dealer
        out.append(rack(law.collect, DEALER, t.dealer))
    t.phase = at.ROUND
    t.target = None
    t.options = ()
    out.append(_alone(law.collect, "round-over"))
    if t.cover_out:
        for held in t.held:
            t.rack += (held.card,)
            out.append(rack(law.cover_over, "held", (held.card,)))
        t.held = ()
        t.cover_out = False
        t.reshuffle_due = True
        out.append(say(law.reshuffle, "reshuffle", "what", "shoe"))


# -- choices --------------------------------------------------------------------------------------


def choose(t: Table, index: int, asked: str, options: tuple[str, ...]) -> None:
    """The table waits for a choice."""
    t.phase = at.CHOICE
    t.index = index
    t.asked = asked
    t.options = options


def answer(t: Table, out: Out, do: str) -> None:
    """The choice is made."""
    asked, index = t.asked, t.index
    law = t.game.irregular
    t.asked = ""
    if asked == "masque-error":
        _answer_error(t, out, do)
        return
    hand = t.hands[index]
    if asked == "second-card":
        if do == "accept":
            due_card(t, out, index, "up", SECOND, law["f"])
        else:
            bury(t, out, hand, dead_laws(law["f"], dead=("decline_one_card",)))
            deal_on(t, out)
    elif asked == "exposed-card":
        t.acted = True
        _answer_exposed(t, out, do, index)
    else:
        hand.skipped = ""
        if do == "late-card":
            t.turn = index
            due_card(t, out, index, "up", ASKED, law["g"])
        else:
            bury(t, out, hand, dead_laws(law["g"]))
            players_done(t, out)


def _answer_exposed(t: Table, out: Out, do: str, index: int) -> None:
    law = t.game.irregular["c"]
    hand = t.hands[index]
    if do == "accept" and hand.owed:
        hand.owed = False
        split_card(t, out, index)
        return
    if do == "accept":
        due_card(t, out, index, "up", ASKED, law)
        return
    scope = (
        [hand]
        if t.rules["refusal_scope"] == "hand"
        else [one for one in t.hands if one.seat == hand.seat and one.status == at.LIVE]
    )
    for one in scope:
        one.status = at.FROZEN
        one.owed = False
        rules = ("refusal_scope",) if one is not hand else ()
        out.append(say(cite(*law.clauses, rules=rules), "freeze", "hand", one.name))
    turn_over(t, out)


def find_error(t: Table, out: Out, then: str = "") -> None:
    """A wrong light or a wrong spot is known: the choice of § 685a.12(h).

    `then`: what follows the choice, where it is not what the table waited for (``lit``,
    ``dealer``).
    """
    t.misplaced = False
    t.error_known = True
    t.pause = at.Pause(t.phase, t.target, t.asked, t.index, t.options, then)
    alone = t.rules["masque_error_choice"] == "dealer" and t.rules["masque_error_scope"] == "table"
    t.asking = () if alone else tuple(i for i, hand in enumerate(t.hands) if hand.status != at.DEAD)
    _ask_error(t, out)


def _ask_error(t: Table, out: Out) -> None:
    """Who chooses: the dealer for all, the dealer for each hand, or each hand's player."""
    names = ("masque_error_choice", "masque_error_scope")
    used = tuple(name for name in names if t.rules[name] not in ("dealer", "table"))
    law = cite(*t.game.irregular["h"].clauses, rules=used)
    by_player = t.rules["masque_error_choice"] == "player"
    choose(t, t.asking[0] if by_player else THE_DEALER, "masque-error", ("continue", "dead-hand"))
    for option in t.options:
        out.append(offer(law, t.name(t.index), option))


def _answer_error(t: Table, out: Out, do: str) -> None:
    laws = dead_laws(t.game.irregular["h"])
    if t.asking:
        if do == "dead-hand":
            _bury_misled(t, out, t.hands[t.asking[0]], laws)
        t.asking = t.asking[1:]
        if t.asking:
            _ask_error(t, out)
            return
    elif do == "dead-hand":
        for hand in t.hands:
            _bury_misled(t, out, hand, laws)
    else:  # play goes on: this error makes no hand dead
        out.append(forbid(cite(*t.game.irregular["h"].clauses), "dead"))
    pause = t.pause
    t.pause = None
    if pause is None:
        raise AssertionError("nothing was interrupted")
    if not any(hand.open for hand in t.hands):
        finish(t, out)
        return
    _resume(t, out, pause)


def _bury_misled(t: Table, out: Out, hand: Hand, laws: DeadLaws) -> None:
    """Call a hand dead, also one over 21; one that was paid is finished and stays so."""
    if hand.open or hand.status == at.BUST:
        bury(t, out, hand, laws, restore=True)


def _resume(t: Table, out: Out, pause: at.Pause) -> None:
    t.phase, t.target, t.asked = pause.phase, pause.target, pause.asked
    t.index, t.options = pause.index, pause.options
    if pause.then == "lit":
        t.game.lit(t, out)
    elif pause.then == "dealer":
        dealer_turn(t, out)
    elif _waits_for_the_dead(t):
        t.target = None
        next_turn(t, out)
    elif not dealer_plays(t):
        finish(t, out)


def _waits_for_the_dead(t: Table) -> bool:
    """Whether the hand that was asked, or due a card, was called dead in between."""
    if t.phase == at.ACT:
        return t.hands[t.turn].status == at.DEAD
    if t.phase == at.CHOICE:
        return t.hands[t.index].status == at.DEAD
    index = THE_DEALER if t.target is None else t.target.index
    return index != THE_DEALER and t.hands[index].status == at.DEAD


def bury(t: Table, out: Out, hand: Hand, laws: DeadLaws, restore: bool = False) -> None:
    """The hand is dead: open wagers are returned, with `restore` also those already lost; cards to
    the rack."""
    was_open = hand.open
    hand.status = at.DEAD
    hand.open = False
    hand.skipped = ""
    literal = (
        "dead_hand_returns" in laws.added.house_rules
        and t.rules["dead_hand_returns"] == "initial_bet_only"
    )
    stays = (
        not hand.cards
        and "dead_no_card_bet" in laws.bet.house_rules
        and t.rules["dead_no_card_bet"] != "returned"
    )
    out.append(say(laws.bet if stays else laws.dead, "dead", "hand", hand.name))
    for wager, stake in main_wagers(hand):
        initial = wager == BET and hand.number == 1
        why = laws.bet if initial else laws.added
        share = lost(stake) if literal and not initial else pushed(stake)
        if was_open and not (stays and initial):
            pay_hand(t, out, hand, wager, stake, share, why)
        elif restore and share.returned:
            _restore(t, out, hand, wager, why)
    rack_hand(t, out, hand, laws.dead)


def _restore(t: Table, out: Out, hand: Hand, wager: str, law: Law) -> None:
    for place, row in enumerate(t.settlement):
        if (row.seat, row.hand, row.wager) == (hand.seat, hand.number, wager) and row.to_house:
            back = Row(row.seat, row.hand, wager, row.staked, 0, row.staked, 0, law)
            t.settlement = (*t.settlement[:place], back, *t.settlement[place + 1 :])
            out.append(
                say(law, "restore", "hand", hand.name, "wager", wager, "amount", fmt(row.to_house))
            )


class DeadLaws(Struct, frozen=True):
    """Why a hand is dead, and why its initial Bet and the money added to it go where they go."""

    dead: Law
    bet: Law
    added: Law


@lru_cache(maxsize=64)
def dead_laws(law: Law, dead: tuple[str, ...] = (), bet: tuple[str, ...] = ()) -> DeadLaws:
    """`law` with the house rules under which the hand is dead, and those on its initial Bet."""
    ids = law.clauses
    known = (*law.house_rules, *dead)
    return DeadLaws(
        cite(*ids, rules=known),
        cite(*ids, rules=(*known, *bet)),
        cite(*ids, rules=(*known, *bet, "dead_hand_returns")),
    )


def waiting(t: Table) -> str:
    """What the table waits for, in words."""
    due = t.due
    to = f" to {due.to}" if due.to else ""
    options = f" ({', '.join(due.options)})" if due.options else ""
    return f"the table waits for {due.what}{to}{options}"
