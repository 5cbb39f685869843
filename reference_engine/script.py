"""Round scripts: the JSON of `burncard settle`, played through the engine into a ruling.

    ruling = rule(b'{"game": "down-under-blackjack", "seats": [{"seat": 1, "bet": "25.00"}], ...}')
    encode(ruling)

A script says which cards lie in the shoe and what people do; what is no choice (drawing due cards,
closing wagers, reading the hole card, the final settlement) happens by itself.
docs/round_scripts.md has the conventions.
"""

from __future__ import annotations

import codecs
from collections import Counter, deque
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta, Struct

from reference_engine import events as e
from reference_engine import table as at
from reference_engine.cards import FULL_DECK, Card, NotACard, parse_card
from reference_engine.engine import HANDLERS, new_table
from reference_engine.hands import total
from reference_engine.law import HouseRuleError, clause
from reference_engine.money import DECIMALS, DIGITS, Money, NotMoney, fmt, parse
from reference_engine.procedure import INITIAL, draw_card
from reference_engine.ruling import Effect, NotPossible
from reference_engine.table import Table
from reference_engine.wagers import DOUBLE_ATTACK, INSURANCE, Row

_ALL_CARDS = frozenset(FULL_DECK)
READERS = frozenset({"card-reader", "masque-reader"})
LONGEST = 1_000_000
"""Bytes of the longest script that is read."""


# Said to readers of the schema only: decoding does not check these, since the engine itself says
# better which act or seat is wrong.
CardText = Annotated[
    str, Meta(extra_json_schema={"pattern": "^[A23456789TJQK][CDHS]$", "examples": ["KH"]})
]
WagerText = Annotated[
    str,
    Meta(
        extra_json_schema={
            "pattern": rf"^[0-9]{{1,{DIGITS}}}(\.[0-9]{{1,{DECIMALS}}})?$",
            "examples": ["25.00"],
        }
    ),
]
AmountText = Annotated[
    str, Meta(extra_json_schema={"pattern": r"^[0-9]+\.[0-9]{2,6}$", "examples": ["6.125"]})
]
NetText = Annotated[
    str, Meta(extra_json_schema={"pattern": r"^-?[0-9]+\.[0-9]{2,6}$", "examples": ["-25.00"]})
]
Irregularity = Annotated[
    str, Meta(extra_json_schema={"pattern": r"^685a\.12\([a-k]\)$"}, examples=["685a.12(d)"])
]


class ScriptError(ValueError):
    """A script that cannot be read, or that the law does not permit. One line."""


class SeatWagers(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A betting box and its wagers, as decimal text."""

    seat: int
    bet: WagerText
    double_attack: WagerText | None = None
    bust_it: WagerText | None = None
    match_the_dealer: WagerText | None = None


class ScriptAct(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """An act of a seat, an act of the dealer (`dealer` true), or an irregularity.

    Which of the other keys an irregularity takes stands in docs/round_scripts.md.
    """

    do: str | None = None
    seat: int | None = None
    hand: int = 1
    amount: WagerText | None = None
    dealer: bool = False
    irregularity: Irregularity | None = None
    before_card: int | None = None
    shoe: tuple[CardText, ...] | None = None
    cards: int | None = None
    found: str = "in-time"
    exposed: bool = True
    light: str | None = None
    spot: str | None = None
    fault: str | None = None
    how: str = "repaired"
    inspected: bool = True
    batch: str = "A"
    count: int = 0


class Script(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One round."""

    game: str
    seats: tuple[SeatWagers, ...]
    shoe: tuple[CardText, ...]
    rules: dict[str, str | int | dict[str, str]] = {}
    acts: tuple[ScriptAct, ...] = ()
    discard_rack: tuple[CardText, ...] = ()


class SettledWager(Struct, frozen=True, gc=False, omit_defaults=True):
    """A settled wager: staked = to_house + returned; `won` comes on top.

    `house_rules` is there where the clauses alone do not say it.
    """

    seat: int
    hand: int
    wager: str
    staked: AmountText
    to_house: AmountText
    returned: AmountText
    won: AmountText
    clauses: tuple[str, ...]
    house_rules: tuple[str, ...] = ()


class DealerHand(Struct, frozen=True, gc=False):
    """The dealer's hand at the end of the round."""

    cards: tuple[CardText, ...]
    total: int
    blackjack: bool


class ReaderSignal(Struct, frozen=True, gc=False):
    """What a reader must show."""

    role: str
    signal: str
    data: dict[str, str]
    clauses: tuple[str, ...]


class Total(Struct, frozen=True, gc=False):
    """Each side's net over the round; they sum to zero."""

    player: NetText
    house: NetText


class Ruling(Struct, frozen=True, gc=False):
    """What the law makes of a round."""

    settlement: tuple[SettledWager, ...]
    dealer: DealerHand
    signals: tuple[ReaderSignal, ...]
    discard_rack: tuple[CardText, ...]
    effects: tuple[Effect, ...]
    house_rules: dict[str, Any]
    total: Total


class Happened(Struct, frozen=True, gc=False):
    """One event of a played script and where its effects begin."""

    event: e.Event
    first: int
    act: int
    """Number of the act in the script, from 1; 0 where it followed by itself."""


class Played(Struct, frozen=True, gc=False):
    """A script played to its end."""

    table: Table
    effects: list[Effect]
    happened: list[Happened]


_decoder = msgspec.json.Decoder(Script)
_encoder = msgspec.json.Encoder()


def read(text: bytes | dict[str, Any]) -> Script:
    """The script in `text`.

    Raises:
        ScriptError: it is no JSON, or no script; the text names the place.
    """
    try:
        if isinstance(text, dict):
            return msgspec.convert(text, Script)
        if len(text) > LONGEST:
            raise ScriptError(f"a script has at most {LONGEST} bytes, and this one has more")
        if text.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            raise ScriptError("it is written in UTF-16; save it as UTF-8")
        return _decoder.decode(text.removeprefix(codecs.BOM_UTF8))  # as some editors write
    except msgspec.ValidationError as fault:
        raise ScriptError(str(fault)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise ScriptError(f"not valid JSON: {fault}") from None
    except RecursionError:
        raise ScriptError("not a script: it is nested too deeply") from None


def rule(text: bytes | dict[str, Any]) -> Ruling:
    """The ruling on the round of a script (JSON text, or its content).

    Raises:
        ScriptError: it cannot be read, or the law does not permit it: which act, which clause, why.
    """
    return ruling(play(read(text)))


def encode(made: Ruling) -> bytes:
    """A ruling as JSON."""
    return _encoder.encode(made)


def ruling(played: Played) -> Ruling:
    """What `burncard settle` says of a played script."""
    table, effects = played.table, played.effects
    # Few of the effects name a house rule, and those mostly the same ones.
    used = sorted(set().union(*{one.house_rules for one in effects}))
    signals = [
        ReaderSignal(one.role, one.effect, one.data, one.clauses)
        for one in effects
        if one.role in READERS and one.required
    ]
    net = sum(row.won - row.to_house for row in table.settlement)
    return Ruling(
        settlement=tuple([_settled(row) for row in table.settlement]),
        dealer=DealerHand(table.dealer, total(table.dealer), table.dealer_blackjack()),
        signals=tuple(signals),
        discard_rack=table.rack,
        effects=tuple(effects),
        house_rules={name: table.rules[name] for name in used},
        total=Total(fmt(net), fmt(-net)),
    )


@lru_cache(maxsize=16384)
def _settled(row: Row) -> SettledWager:
    return SettledWager(
        row.seat,
        row.hand,
        row.wager,
        fmt(row.staked),
        fmt(row.to_house),
        fmt(row.returned),
        fmt(row.won),
        row.law.clauses,
        row.law.house_rules,
    )


def play(script: Script, explained: bool = False) -> Played:
    """Play `script` to its end; `explained` keeps what happened, event by event.

    Raises:
        ScriptError: the law does not permit it.
    """
    player = _Player(script, explained)
    try:
        return player.play()
    except NotPossible as fault:
        raise ScriptError(_not_possible(fault, player.number)) from None


class _Player:
    """Turns a script into events, one after the other."""

    def __init__(self, script: Script, explained: bool) -> None:
        self.script = script
        self.shoe = _cards(script.shoe, "shoe")
        self.table = _table(script)
        decks = self.table.decks
        # More than `decks` of one card are at least so many cards that lie there twice.
        if script.discard_rack or len(self.shoe) - len(set(self.shoe)) >= decks:
            _check_copies(self.shoe, script.discard_rack, self.table)
        self.out: list[Effect] = []
        self.happened: list[Happened] | None = [] if explained else None
        self.next = 0
        """Cards that have left the shoe."""
        self.number = 0
        """The act that is being done."""
        self.quiet = False
        """The hole card goes into the reader now, whatever acts follow."""
        self.plain = not explained
        """Cards are simply drawn one after the other where they are due."""
        self.acts = deque(enumerate(script.acts, 1))
        for act in script.acts:
            if act.irregularity is not None:
                self.plain = False
                self._sort(script.acts)
                break

    # What only rounds with irregularities have; others share these and change none of them.
    timed: dict[int, deque[tuple[int, ScriptAct]]] = {}  # noqa: RUF012
    face_up: set[int] = set()  # noqa: RUF012
    missing: dict[int, tuple[int, int]] = {}  # noqa: RUF012
    skipped: set[int] = set()  # noqa: RUF012
    refills: deque[tuple[int, ScriptAct]] = deque()  # noqa: RUF012
    lights: deque[tuple[int, ScriptAct]] = deque()  # noqa: RUF012

    def _sort(self, acts: tuple[ScriptAct, ...]) -> None:
        """Put aside what does not happen in its place among the acts."""
        self.acts, self.refills, self.lights = deque(), deque(), deque()
        self.timed, self.missing = {}, {}
        self.face_up, self.skipped = set(), set()
        for number, act in enumerate(acts, 1):
            kind = _irregularity(number, act)
            if kind == "a" and act.before_card is not None:
                self.face_up.add(act.before_card)
            elif kind == "e":
                self.refills.append((number, act))
            elif kind == "f":
                self.missing[_needed(number, act.seat, "seat")] = (
                    number,
                    _needed(number, act.cards, "cards"),
                )
            elif kind == "h" and act.light is not None:
                self.lights.append((number, act))
            elif act.before_card is not None:
                self.timed.setdefault(act.before_card, deque()).append((number, act))
            else:
                self.acts.append((number, act))

    # -- the loop ----------------------------------------------------------------------------------

    def play(self) -> Played:
        self._open()
        table = self.table
        handlers = self._handlers
        while table.phase != at.ROUND:
            if self.timed and self.next + 1 in self.timed:
                self._timed()
            else:
                handlers[table.phase](self)
        if self.acts or not self.plain:
            self._rest()
        return Played(table, self.out, self.happened or [])

    def _timed(self) -> None:
        """What happens just before the next card leaves the shoe."""
        due = self.timed[self.next + 1]
        number, act = due.popleft()
        if not due:
            del self.timed[self.next + 1]
        self._do(number, act)

    def _happen(self, event: e.Event, number: int = 0) -> None:
        if self.happened is not None:
            self.happened.append(Happened(event, len(self.out), number))
        self.number = number
        HANDLERS[type(event)](self.table, event, self.out)

    def _asked(self, event: e.Act | e.PlaceWager, number: int) -> None:
        """A player's wish, which the law may refuse."""
        before = len(self.out)
        self._happen(event, number)
        if len(self.out) > before and self.out[before].effect == "refuse":
            where = f"act {number}" if number else "seats"
            law = "; ".join(
                f"{clause(one).cite}: {clause(one).gist}" for one in self.out[before].clauses
            )
            now = at_now(self.table)
            raise ScriptError(f"{where}: {_wish(event)} is refused ({now}). {law}")

    def _open(self) -> None:
        seats = [
            e.Seat(
                one.seat,
                _money(one.bet, one.seat, "bet"),
                _optional(one.bust_it, one.seat, "bust_it"),
                _optional(one.match_the_dealer, one.seat, "match_the_dealer"),
            )
            for one in self.script.seats
        ]
        if DOUBLE_ATTACK not in self.table.game.later:
            for one in self.script.seats:
                if one.double_attack is not None:
                    raise ScriptError(f"seat {one.seat}: this game has no double_attack wager")
        self._happen(e.OpenRound(tuple(seats)))

    def _wagers(self) -> None:
        for one in self.script.seats:
            if one.double_attack is not None:
                amount = _money(one.double_attack, one.seat, DOUBLE_ATTACK)
                self._asked(e.PlaceWager(one.seat, DOUBLE_ATTACK, amount), 0)
        self._happen(_CLOSE)

    def _card_due(self) -> None:
        table = self.table
        if self.plain:
            shoe, out = self.shoe, self.out
            self.number = 0
            for place in range(self.next, len(shoe)):
                draw_card(table, _DRAWS[shoe[place]], out)
                if table.phase != at.CARD:
                    self.next = place + 1
                    return
            self.next = len(shoe)
            self._refill()
            return
        target = table.target
        if self.missing and target is not None and target.why == INITIAL and target.index >= 0:
            hand = table.hands[target.index]
            number, cards = self.missing.get(hand.seat, (0, 2))
            round_of_cards = len(hand.cards) + hand.missed
            if cards <= round_of_cards:
                self.skipped.add(number)
                self._happen(e.Skipped(hand.seat), number)
                return
        if self.acts and self._passed_over():
            number, act = self.acts.popleft()
            self._do(number, act)
            return
        if self.next == len(self.shoe):
            self._refill()
            return
        card = self.shoe[self.next]
        self.next += 1
        self._happen(e.DrawCard(card, self.next in self.face_up))

    def _passed_over(self) -> bool:
        """Whether the next act is that the hand which is due a card is passed over."""
        number, act = self.acts[0]
        return _irregularity(number, act) == "g"

    def _refill(self) -> None:
        if not self.refills:
            raise ScriptError(
                f"shoe: it ends after {len(self.shoe)} cards, and {at_now(self.table)}"
            )
        number, act = self.refills.popleft()
        self._happen(e.ShoeEmpty(), number)
        if self.table.phase == at.ROUND:
            return
        if act.shoe is None:
            raise ScriptError(f"act {number}: give the order after shuffle and cut as 'shoe'")
        order = _cards(act.shoe, f"act {number}, shoe")
        self._happen(e.ShoeRefilled(order), number)
        self.shoe += order
        self.next += 1
        self._happen(e.BurnCard(order[0]), number)

    def _insure(self) -> None:
        if self.acts:
            number, act = self.acts[0]
            box = None if act.seat is None else self.table.box(act.seat)
            if act.do in ("insure", "decline") and box is not None and box.asked:
                self.acts.popleft()
                if act.do == "decline":
                    self._asked(e.Act(box.seat, "decline"), number)
                    return
                hand = self.table.hands[self.table.find(box.seat, 1) or 0]
                amount = _optional(act.amount, box.seat, "amount")
                if amount is None:
                    amount = self.table.game.insurance_cap(self.table, hand)
                self._asked(e.PlaceWager(box.seat, INSURANCE, amount), number)
                return
        self._happen(e.CloseWagers())

    def _early(self) -> None:
        if self.acts:
            number, act = self.acts[0]
            if act.do == "surrender" and act.seat is not None:
                name = f"{act.seat}.{act.hand}"
                if name in self.table.may_surrender():
                    self.acts.popleft()
                    self._asked(e.Act(act.seat, "surrender", act.hand), number)
                    return
            if act.dealer and act.do == "peek":
                self.acts.popleft()
                self._happen(e.DealerAct("peek"), number)
                self.quiet = True
                return
        self._happen(_PEEK)

    def _peek(self) -> None:
        if not self.quiet and any(act.dealer and act.do == "peek" for _, act in self.acts):
            number, act = self.acts.popleft()
            if not (act.dealer and act.do == "peek"):
                self._do(number, act)
                return
        self.quiet = False
        if self.lights:
            number, act = self.lights.popleft()
            self._happen(e.Peek(act.light), number)
        else:
            self._happen(_READ)

    def _hand(self) -> None:
        hand = self.table.hands[self.table.turn]
        if hand.double_down is not None or hand.split_aces:
            mine = self.acts[0][1] if self.acts else None
            if mine is None or (
                (mine.seat, mine.hand) != (hand.seat, hand.number)
                or mine.do not in ("surrender", "stand")
            ):
                self._happen(e.Act(hand.seat, "stand", hand.number))
                return
        self._next_act()

    def _settle(self) -> None:
        if self.acts:
            self._next_act()
        else:
            self._happen(_SETTLE)

    def _next_act(self) -> None:
        if not self.acts:
            raise ScriptError(f"acts: they end too early, {at_now(self.table)}")
        number, act = self.acts.popleft()
        self._do(number, act)

    def _rest(self) -> None:
        """Device acts may follow the round; anything else is left over."""
        while self.acts:
            number, act = self.acts.popleft()
            kind = _irregularity(number, act)
            if kind not in ("i", "j", "k") and not (act.dealer and act.do in _DEVICE_ACTS):
                raise ScriptError(f"act {number}: the round is over already")
            self._do(number, act)
        if not (self.refills or self.lights or self.timed or self.missing or self.face_up):
            return
        left = [number for number, _ in (*self.refills, *self.lights)]
        left += [number for due in self.timed.values() for number, _ in due]
        left += [n for n, _ in self.missing.values() if n not in self.skipped]
        if left:
            raise ScriptError(f"act {min(left)}: the round is over, and it never came to this")
        late = [n for n in self.face_up if n > self.next]
        if late:
            raise ScriptError(
                f"acts: before_card {min(late)}: only {self.next} cards left the shoe"
            )

    _handlers: ClassVar[dict[str, Callable[[_Player], None]]] = {
        at.CARD: _card_due,
        at.WAGERS: _wagers,
        at.INSURE: _insure,
        at.EARLY: _early,
        at.PEEK: _peek,
        at.ACT: _hand,
        at.CHOICE: _next_act,
        at.SETTLE: _settle,
    }

    # -- one act -----------------------------------------------------------------------------------

    def _do(self, number: int, act: ScriptAct) -> None:
        if act.irregularity is not None:
            self._irregular(number, act, _irregularity(number, act))
        elif act.dealer:
            self._dealer(number, act)
        else:
            seat, do = act.seat, act.do
            if seat is None or do is None:
                raise ScriptError(f"act {number}: {'seat' if seat is None else 'do'!r} is missing")
            if do == "insure":
                if INSURANCE not in self.table.game.later:
                    raise ScriptError(f"act {number}: this game has no insurance wager")
                law = clause(self.table.game.later[INSURANCE].clauses[0])
                now = at_now(self.table)
                raise ScriptError(
                    f"act {number}: no Insurance is open ({now}). {law.cite}: {law.gist}"
                )
            amount = None if act.amount is None else _amount(act.amount, f"act {number}, amount")
            self._asked(e.Act(seat, do, act.hand, amount), number)

    def _irregular(self, number: int, act: ScriptAct, kind: str) -> None:
        if kind == "a":
            self.face_up.add(self.next + 1)
        elif kind in "bcd":
            if self.next == len(self.shoe):
                raise ScriptError(f"act {number}: the shoe is empty")
            card = self.shoe[self.next]
            self.next += 1
            exposed = {"b": False, "c": True}.get(kind, act.exposed)
            self._happen(e.DrawnInError(card, exposed), number)
        elif kind == "g":
            seat = _needed(number, act.seat, "seat")
            self._happen(e.Skipped(seat, act.hand, act.found), number)
        elif kind == "h":
            self._happen(e.WrongSpot(_needed(number, act.spot, "light or spot")), number)
        elif kind == "i":
            self._happen(e.MasqueFault(_needed(number, act.fault, "fault")), number)
        elif kind == "j":
            if self.table.cycle != act.batch:
                self._happen(e.CycleStarted(act.batch), number)
            fault = _needed(number, act.fault, "fault")
            self._happen(e.ShufflerFault(fault, act.batch), number)
        else:
            self._happen(e.ShufflerOut(), number)

    def _dealer(self, number: int, act: ScriptAct) -> None:
        do = _needed(number, act.do, "do")
        events: dict[str, e.Event] = {
            "error-found": e.ErrorFound(),
            "restored": e.MasqueRestored(act.how, act.inspected),
            "cycle-started": e.CycleStarted(act.batch),
            "cycle-done": e.CycleDone(act.count, act.batch),
            "sign-placed": e.SignPlaced(),
            "shuffler-repaired": e.ShufflerRepaired(),
            "hand-shuffle": e.HandShuffle(),
        }
        self._happen(events.get(do, e.DealerAct(do)), number)


_DRAWS = {card: e.DrawCard(card) for card in FULL_DECK}
_CLOSE = e.CloseWagers()
_SETTLE = e.DealerAct("settle")
_PEEK = e.DealerAct("peek")
_READ = e.Peek()

_DEVICE_ACTS = (
    "restored",
    "cycle-started",
    "cycle-done",
    "sign-placed",
    "shuffler-repaired",
    "hand-shuffle",
)


def at_now(table: Table) -> str:
    """What the table waits for, in words."""
    due = table.due
    words = {
        at.ROUND: "the round is over",
        at.CARD: f"a card is due to {due.to}",
        at.ACT: f"hand {due.to} is on turn: {', '.join(due.options)}",
        at.CHOICE: f"{due.to} chooses: {', '.join(due.options)}",
        at.SETTLE: "the dealer's hand is done",
    }
    return words.get(due.what, f"the table waits for {due.what}")


def _not_possible(fault: NotPossible, number: int) -> str:
    where = f"act {number}" if number else _place(fault.event)
    law = f". {clause(fault.clause).cite}: {clause(fault.clause).gist}" if fault.clause else ""
    return f"{where}: {fault.why}{law}"


def _place(event: Struct) -> str:
    if isinstance(event, e.OpenRound | e.PlaceWager):
        return "seats"
    if isinstance(event, e.DrawCard | e.BurnCard | e.DrawnInError):
        return "shoe"
    return "the round"


def _irregularity(number: int, act: ScriptAct) -> str:
    """The letter of the irregularity, or ""."""
    name = act.irregularity
    if name is None:
        return ""
    if len(name) == 10 and name.startswith("685a.12(") and name[9] == ")" and "a" <= name[8] <= "k":
        return name[8]
    raise ScriptError(f"act {number}: irregularity {name!r:.40}: write 685a.12(a) to 685a.12(k)")


def _needed(number: int, value: Any, key: str) -> Any:
    if value is None:
        raise ScriptError(f"act {number}: {key!r} is missing")
    return value


def _cards(texts: tuple[str, ...], where: str) -> tuple[Card, ...]:
    if not _ALL_CARDS.issuperset(texts):
        for place, text in enumerate(texts, 1):
            try:
                parse_card(text)
            except NotACard as fault:
                raise ScriptError(f"{where}, card {place}: {fault}") from None
    return texts


def _check_copies(shoe: tuple[Card, ...], rack: tuple[Card, ...], table: Table) -> None:
    """No card lies in shoe and rack more often than the decks hold it."""
    law = clause(table.game.law.decks.clauses[0])
    for card, count in Counter((*rack, *shoe)).items():
        if count > table.decks and card in table.game.deck:
            raise ScriptError(
                f"shoe: {count} of {card} in {table.decks} decks, the discard rack counted. "
                f"{law.cite}: {law.gist}"
            )


_tables: dict[tuple[str, bytes], Table] = {}
"""Tables between rounds by game and house rules: a batch uses few of them again and again."""


def _table(script: Script) -> Table:
    """A fresh table for the script."""
    rack = _cards(script.discard_rack, "discard_rack")
    key = (script.game, _encoder.encode(script.rules) if script.rules else b"")
    try:
        if rack:
            return new_table(script.game, script.rules, rack)
        if key not in _tables:
            if len(_tables) >= 256:
                _tables.clear()
            _tables[key] = new_table(script.game, script.rules)
    except (HouseRuleError, ValueError) as fault:
        raise ScriptError(str(fault)) from None
    return _tables[key].copy()


def _amount(text: str, where: str) -> Money:
    try:
        return parse(text)
    except NotMoney as fault:
        raise ScriptError(f"{where}: {fault}") from None


def _money(text: str, seat: int, wager: str) -> Money:
    try:
        return parse(text)
    except NotMoney as fault:
        raise ScriptError(f"seat {seat}, {wager}: {fault}") from None


def _wish(event: e.Act | e.PlaceWager) -> str:
    if isinstance(event, e.PlaceWager):
        return f"seat {event.seat}: a wager {event.wager} of {fmt(event.amount)}"
    amount = "" if event.amount is None else f" {fmt(event.amount)}"
    return f"{event.seat}.{event.hand} {event.do}{amount}"


def _optional(text: str | None, seat: int, wager: str) -> Money | None:
    return None if text is None else _money(text, seat, wager)
