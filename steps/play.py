"""Play a scenario: every act goes to the engine as truth and to the bench as a stimulus.

What the bench *did* makes the ruling; what the devices *said* is kept beside it and compared at
the end. A difference never stops a scenario: the next acts may show more of it.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from reference_engine import Table, apply, new_table
from reference_engine import events as e
from reference_engine.cards import DECK_WITHOUT_TENS, FULL_DECK
from reference_engine.law import clause as law_clause
from reference_engine.money import fmt
from reference_engine.ruling import Certainty, Effect
from reports.records import RecordWriter
from rigs import roles
from rigs.bench import Bench
from rigs.errors import StimulusRefused
from rigs.roles import Observation
from steps import compare, line, unsaid
from steps.stages import LINK_FAULTS, Stage, peek, stages

GAMES = {
    "Double Attack Blackjack": "double-attack-blackjack",
    "Down Under Blackjack": "down-under-blackjack",
}
_PATIENCE = 3
"""After so many unanswered acts a device is no longer waited for: it has lost the thread."""


_AMOUNTS = ("amount", "bet", "bust_it", "match_the_dealer")


def _as_record(event: e.Event) -> dict[str, Any]:
    """The event in plain values, its amounts as text."""

    def plain(value: dict[str, Any]) -> dict[str, Any]:
        return {
            name: fmt(one) if name in _AMOUNTS and one is not None else one
            for name, one in value.items()
        }

    record = plain(msgspec.to_builtins(event))
    if "seats" in record:
        record["seats"] = [plain(one) for one in record["seats"]]
    return record


class Contradiction(Exception):
    """The scenario's literal value and the ruling differ: one of our two witnesses is wrong."""


class Play:
    """One scenario on one bench.

    Args:
        bench: the open bench, or None to consult the engine alone (then no device is judged).
        record: where messages and acts are kept; None keeps nothing.
        clauses: the clauses of the scenario's tags, cited for messages that nothing explains.
        house_rules: per game, from the rig file.
    """

    def __init__(
        self,
        bench: Bench | None,
        record: RecordWriter | None,
        clauses: Iterable[str],
        house_rules: Mapping[str, Mapping[str, str]],
    ) -> None:
        self._bench = bench
        self._record = record
        self._clauses = tuple(clauses)
        self._rig_rules = house_rules
        self._rules: dict[str, str] = {}
        self._rack: tuple[str, ...] = ()
        self._game = ""
        self._table: Table | None = None
        self._notes: list[str] = []
        self._unanswered: dict[str, int] = {}
        self._gone: set[str] = set()
        self._away: dict[str, set[int]] = {}
        """Role -> the acts during which it was gone: of them nothing is known of it."""
        self._synced = True
        self._misled = False
        """A device that feeds the table controller said something wrong."""
        self._untold_from: int | None = None
        """The act from which the table controller did not hear what happened, if any."""
        self._strayed: set[str] = set()
        """Roles that said something wrong, or nothing, or were told wrong things."""
        self._caused_ns: dict[str, int] = {}
        """Role -> when its last stimulus or feed began: latencies count from there."""
        self._loaded = False
        self.latencies: list[dict[str, Any]] = []
        """How long devices took to say what was due (`reports.lines.Latency`)."""
        self.acts: list[compare.Act] = []
        self.shoe: deque[str] = deque()
        """What still lies in the shoe: cards, ``KH^`` for one face up, ``cover``."""
        self.seats: dict[int, dict[str, Any]] = {}
        """Wagers announced before the round opens, by seat."""
        self.later: dict[int, Any] = {}
        """Double Attack Wagers to place once the dealer's first card lies."""
        self.batch = 0
        """Cards in the batch that lies in the shuffler."""

    # -- the table -------------------------------------------------------------------------------

    def set_table(self, game: str) -> None:
        self._game = GAMES[game]

    def set_rule(self, name: str, value: str) -> None:
        self._rules[name] = value

    def set_rack(self, cards: Iterable[str]) -> None:
        self._rack = tuple(cards)

    @property
    def table(self) -> Table:
        if self._table is None:
            rules = {**self._rig_rules.get(self._game, {}), **self._rules}
            self._table = new_table(self._game, rules, discard_rack=self._rack)
        return self._table

    @property
    def deck(self) -> tuple[str, ...]:
        """The cards of one deck of this game."""
        return FULL_DECK if self.masque else DECK_WITHOUT_TENS

    @property
    def masque(self) -> bool:
        return self._game == "down-under-blackjack"

    def snapshot(self) -> dict[str, Any]:
        return self.table.snapshot()

    # -- acts ------------------------------------------------------------------------------------

    def next_card(self) -> str:
        """The card that lies next in the shoe, which the bench is about to draw."""
        self._load_shoe()
        if not self.shoe:
            raise Contradiction(
                "the stacked shoe holds no further card: stack one more in the scenario"
            )
        return self.shoe.popleft()

    def draw(self) -> None:
        """Draw what lies next in the shoe where a card is due."""
        if not self.shoe:
            self.perform(e.ShoeEmpty())
            return
        card = self.next_card()
        if card == "cover":
            self.perform(e.CoverCard())
        elif self.table.due.what == "burn":
            self.perform(e.BurnCard(card.rstrip("^")))
        else:
            self.perform(e.DrawCard(card.rstrip("^"), face_up=card.endswith("^")))

    def draw_while_due(self, stop: str = "") -> None:
        """Draw as long as a card is due from the shoe, but not for the hand `stop`."""
        while self.table.due.what == "card" and self.table.due.to != stop and self.shoe:
            self.draw()

    def perform(self, event: e.Event, by: Iterable[Stage] | None = None) -> tuple[Effect, ...]:
        """Let `event` happen: ruled on, made on the bench, and what is said about it recorded.

        `by`: the physical acts that make it happen, where they are not the usual ones.
        """
        before = self.table
        self._load_shoe()
        self._table, effects = apply(before, event)
        number, began = len(self.acts) + 1, time.monotonic_ns()
        act = compare.Act(number, _as_record(event), effects, began_ns=began)
        self.acts.append(act)
        if self._record is not None:
            self._record.act(act.n, act.event, effects, self.snapshot(), time.monotonic_ns())
        if self._bench is not None:
            for stage in by or self._stages(event, before):
                self._do(self._bench, stage, act)
            for role in self._gone:
                self._away.setdefault(role, set()).add(number)
            self._await(self._bench, act, roles.ROLES)
        return effects

    def stimulate(self, role: str, do: str, **args: Any) -> None:
        """A physical act that is no event of the law, e.g. cards laid in the shuffler."""
        if self._bench is not None and self._bench.by_role(role) is not None:
            self._stimulus(self._bench, Stage(role, do, args))

    def _load_shoe(self) -> None:
        if not self._loaded:
            self._loaded = True
            self.stimulate(roles.SHOE, "load", cards=list(self.shoe))

    def _stages(self, event: e.Event, before: Table) -> Iterable[Stage]:
        if isinstance(event, e.MasqueFault) and event.fault in LINK_FAULTS:
            self._gone.add(roles.MASQUE_READER)
        if isinstance(event, e.MasqueRestored):
            self._gone.discard(roles.MASQUE_READER)
        if isinstance(event, e.Peek):
            dealer = before.snapshot()["dealer"]["cards"]
            return peek(event, hole=dealer[1], upcard=dealer[0], masque=self.masque)
        if isinstance(event, e.OpenRound):
            rules = {**self._rig_rules.get(self._game, {}), **self._rules}
            return [
                Stage(one.role, one.do, {**one.args, "game": self._game, "rules": rules})
                for one in stages(event)
            ]
        return stages(event)

    def _do(self, bench: Bench, stage: Stage, act: compare.Act) -> None:
        if stage.role != roles.TABLE_CONTROLLER and stage.role not in bench.fed_by:
            # Nothing tells the controller what happens here: it cannot be judged on what follows.
            self._untold_from = self._untold_from or act.n
            self._misled = True
            self._strayed.add(roles.TABLE_CONTROLLER)
        if bench.by_role(stage.role) is None:
            return
        self._stimulus(bench, stage, act)
        if stage.role in (roles.TABLE_CONTROLLER, roles.SHUFFLER) or stage.role in self._gone:
            return
        self._await(bench, act, (stage.role,), stage.awaits)
        self._dealer_tells(bench, act, stage.role)
        if stage.sense:
            self._sense(bench, act)

    def _stimulus(self, bench: Bench, stage: Stage, act: compare.Act | None = None) -> None:
        n = act.n if act else len(self.acts)
        now = time.monotonic_ns()
        self._message(now, "bench", stage.role, "stimulus", stage.do, stage.args, n=n)
        self._caused_ns[stage.role] = now
        try:
            self._let_happen(bench, stage)
        finally:
            # Nobody knows when in between it was done: an operator takes his time, a busy computer
            # too. A limit counts from where it certainly was.
            if act is not None:
                act.causes[stage.role] = time.monotonic_ns()

    def _let_happen(self, bench: Bench, stage: Stage) -> None:
        self._synced = False
        if stage.instrument:
            bench.power(stage.role, on=bool(stage.args["on"]))
            return
        try:
            bench.stimulate(stage.role, stage.do, **stage.args)
        except StimulusRefused as refused:
            # A device that has lost the thread may not know what a key means any more.
            if stage.role not in self._strayed:
                raise
            self._notes.append(str(refused))

    # -- what the devices say ----------------------------------------------------------------------

    def _expected(self, bench: Bench, act: compare.Act, among: Iterable[str]) -> list[Effect]:
        """What the ruling demands of these roles in `act` and has not come yet."""
        due: list[Effect] = []
        says = self.says(bench)
        for ruled in act.effects:
            effect = unsaid.expected_of(ruled, says)
            if effect is None or not effect.required:
                continue
            if effect.role not in among or effect.effect == "lamp":
                continue
            if bench.by_role(effect.role) is None or effect.role in self._gone:
                continue
            if effect.role == roles.TABLE_CONTROLLER and self._misled:
                continue
            if self._unanswered.get(effect.role, 0) < _PATIENCE:
                due.append(effect)
        left = list(act.observations)
        compare.pair(due, left, compare.agrees)
        compare.pair(due, left, compare.answers)  # a wrong answer is one, to one question
        return due

    def _await(
        self, bench: Bench, act: compare.Act, among: tuple[str, ...], count: int | None = None
    ) -> None:
        """Wait until what is due has come, or its time is long over."""
        skip = 0
        if count is not None:
            skip = max(len(self._expected(bench, act, among)) - count, 0)
        deadline = time.monotonic() + max(
            (bench.by_role_limits(role).late for role in among if bench.by_role(role)), default=0.0
        )
        while len(self._expected(bench, act, among)) > skip:
            left = deadline - time.monotonic()
            if left <= 0:
                self._give_up(bench, act, self._expected(bench, act, among))
                return
            self._take(bench, act, bench.observe(bool, left))

    def _give_up(self, bench: Bench, act: compare.Act, missing: list[Effect]) -> None:
        """A device that still answers did not say it; one that does not is no evidence."""
        for role in {effect.role for effect in missing}:
            device = bench.by_role(role)
            if device is not None:
                device.driver.doubt()
        self._take(bench, act, bench.sync(self._gone))
        for effect in missing:
            self._unanswered[effect.role] = self._unanswered.get(effect.role, 0) + 1
            self._notes.append(
                f"{effect.role} did not say {compare.words(effect.effect, effect.data)}"
            )
            self._stray(bench, effect.role)

    def _stray(self, bench: Bench, role: str) -> None:
        self._strayed.add(role)
        if role in bench.fed_by:
            self._misled = True
            self._strayed.add(roles.TABLE_CONTROLLER)

    def _take(self, bench: Bench, act: compare.Act, arrived: Iterable[Observation]) -> None:
        for one in arrived:
            matched = any(
                compare.agrees(effect, one) for effect in self._expected(bench, act, (one.role,))
            )
            act.observations.append(one)
            if matched:
                self._measure(bench, act, one)
            self._message(
                one.at_ns, one.role, "bench", "wire", one.kind, one.data, raw=one.raw, n=act.n
            )
            if not matched:
                self._unexpected(bench, one)
            if one.role in bench.fed_by and one.role not in self._gone:
                self._feed(bench, act, unsaid.completed(one, act.effects, self.says(bench)))

    def _feed(self, bench: Bench, act: compare.Act, one: Observation) -> None:
        now = time.monotonic_ns()
        act.causes[roles.TABLE_CONTROLLER] = self._caused_ns[roles.TABLE_CONTROLLER] = now
        self._message(now, "bench", roles.TABLE_CONTROLLER, "feed", one.kind, one.data, n=act.n)
        bench.feed(one)
        act.fed_ms = (time.monotonic_ns() - now) / 1e6

    def _dealer_tells(self, bench: Bench, act: compare.Act, role: str) -> None:
        """What a device has no word for, the dealer sees: the controller is told it all the same.

        Only what comes after the last thing that the device could say: one stage shows one thing.
        """
        if role not in bench.fed_by or role in self._gone:
            return
        says = self.says(bench)
        for effect in act.effects:
            if effect.role == role and effect.required and not unsaid.expected_of(effect, says):
                now = time.monotonic_ns()
                seen = Observation("", role, effect.effect, effect.data, now, witness="dealer")
                self._feed(bench, act, seen)

    @staticmethod
    def says(bench: Bench) -> dict[str, frozenset[str]]:
        """What devices can say that have no words for all of their role (`unsaid.Says`)."""
        drivers = {one.role: one.driver.says for one in bench.devices.values()}
        return {role: says for role, says in drivers.items() if says is not None}

    def testable(self, role: str, kind: str, wanted: Mapping[str, str]) -> dict[str, str] | None:
        """What of a message the device of `role` can say; None where it cannot say it at all."""
        if self._bench is None:
            return dict(wanted)
        effect = Effect(kind, role, dict(wanted), (), Certainty.READ)
        said = unsaid.expected_of(effect, self.says(self._bench))
        return None if said is None else said.data

    def _measure(self, bench: Bench, act: compare.Act, one: Observation) -> None:
        cause = self._caused_ns.get(one.role)
        if cause is None or one.at_ns < cause:
            return  # it was said before what is the cause of the next one
        self.latencies.append(
            {
                "device": one.device,
                "role": one.role,
                "signal": one.kind,
                "ms": round((one.at_ns - cause) / 1e6, 3),
                "limit_ms": bench.by_role_limits(one.role).answer * 1000,
                "act": act.n,
                "held_ms": round(one.held_ms, 3),
            }
        )

    def links(self) -> list[dict[str, Any]]:
        """What was odd on the links, each kind once a device, with how often it was."""
        found: dict[tuple[str, str], dict[str, Any]] = {}
        for note in self._bench.notes if self._bench is not None else ():
            one = found.setdefault(
                (note.device, note.kind),
                {"device": note.device, "kind": note.kind, "count": 0, "text": note.text},
            )
            one["count"] += 1
        return list(found.values())

    def _unexpected(self, bench: Bench, one: Observation) -> None:
        if one.role == roles.TABLE_CONTROLLER and self._misled:
            return
        self._notes.append(f"{one.device} said {compare.words(one.kind, one.data)}")
        self._stray(bench, one.role)

    def _sense(self, bench: Bench, act: compare.Act) -> None:
        """Look at the lamps until they show what is due, or the limit is over."""
        want = next(
            (
                effect
                for number, effect in enumerate(
                    one for one in act.effects if one.effect == "lamp" and one.required
                )
                if number == sum(one.kind == "lamp" for one in act.observations)
            ),
            None,
        )
        if want is None or not bench.has_instrument(roles.COLOUR_SENSOR):
            return
        deadline = time.monotonic() + bench.by_role_limits(roles.MASQUE_READER).answer
        while True:
            seen = bench.sense(roles.COLOUR_SENSOR)
            # A lamp may take its time to come on or go out; another colour is an answer.
            changing = "none" in (seen.data["lit"], want.data["lit"])
            if compare.agrees(want, seen) or not changing or time.monotonic() >= deadline:
                break
        act.observations.append(seen)
        self._message(
            seen.at_ns, seen.witness, "bench", "sense", seen.kind, seen.data, raw=seen.raw, n=act.n
        )
        if not compare.agrees(want, seen):
            self._notes.append(f"{seen.witness} sees {compare.words(seen.kind, seen.data)}")

    def gather(self) -> None:
        """Make sure that everything the devices have said is in."""
        if self._bench is None or self._synced or not self.acts:
            return
        self._take(self._bench, self.acts[-1], self._bench.sync(self._gone))
        self._synced = True

    def said(self, role: str, kind: str) -> list[Observation] | None:
        """What `role` said of this kind so far; None where it is not there or not judged."""
        self.gather()
        if self._bench is None or self._bench.by_role(role) is None or role in self._gone:
            return None
        if role == roles.TABLE_CONTROLLER and self._misled:
            return None
        if kind == "lamp" and not self._bench.has_instrument(roles.COLOUR_SENSOR):
            return None
        return [
            one
            for act in self.acts
            for one in act.observations
            if (one.role, one.kind) == (role, kind)
        ]

    def demanded(self, role: str, kind: str) -> list[Effect]:
        """What the ruling demanded of `role` of this kind so far."""
        return [
            effect
            for act in self.acts
            for effect in act.effects
            if effect.required and (effect.role, effect.effect) == (role, kind)
        ]

    # -- the outcome -------------------------------------------------------------------------------

    @property
    def strayed(self) -> bool:
        """Whether a device has said something wrong, or not said something."""
        return bool(self._strayed)

    def note(self, text: str) -> None:
        """A difference that fails the present step without ending the scenario."""
        self._notes.append(text)

    def take_notes(self) -> list[str]:
        """The differences seen since the last call."""
        notes, self._notes = self._notes, []
        return notes

    def outcome(self) -> dict[str, Any]:
        """The verdict of the scenario with everything behind it, for the record's close line."""
        found: list[compare.Discrepancy] = []
        judged: dict[str, bool] = {}
        not_testable: list[dict[str, Any]] = []
        if self._bench is not None:
            self.gather()
            if self.acts:
                quiet = self._bench.rig.limits.settle
                self._take(self._bench, self.acts[-1], self._bench.observe(lambda _: False, quiet))
            acts = [self._known(act) for act in self.acts]
            found, judged = compare.compare(
                acts,
                self._on_bench(self._bench),
                {
                    role: self._bench.by_role_limits(role).answer
                    for role in self._on_bench(self._bench)
                    if "/" not in role
                },
                self._bench.fed_by,
                self._fallback(),
                self.says(self._bench),
                self._untold_from,
            )
            found = line.acquit(acts, found, self._bench.by_role_limits)
            not_testable = self._not_testable(self._bench)
            judged |= {one["role"]: False for one in not_testable}
        weights = {one.weight for one in found}
        verdict = next((one for one in ("finding", "advisory") if one in weights), "conforms")
        rules = {name for act in self.acts for effect in act.effects for name in effect.house_rules}
        return {
            "verdict": verdict,
            "reason": "; ".join(
                [one.text for one in found[:3]]
                or [f"not testable on {one['device']}: {one['what']}" for one in not_testable]
            ),
            "discrepancies": compare.as_record(found),
            "judged": judged,
            "not_testable": not_testable,
            "latencies": self.latencies,
            "links": self.links(),
            "table": self.snapshot() if self._game else {},
            "house_rules": {name: str(self.table.rules[name]) for name in sorted(rules)},
        }

    def _known(self, act: compare.Act) -> compare.Act:
        """`act` without what concerns a device that was gone: before that it is judged as ever."""
        away = {role for role, acts in self._away.items() if act.n in acts}
        if not away:
            return act
        return msgspec.structs.replace(
            act,
            effects=tuple(one for one in act.effects if one.role not in away),
            observations=[one for one in act.observations if one.role not in away],
        )

    def _not_testable(self, bench: Bench) -> list[dict[str, Any]]:
        """What the ruling demanded and a device here has no words for, each once."""
        says = self.says(bench)
        on_bench = self._on_bench(bench)
        found: dict[tuple[str, str], set[str]] = {}
        for act in self.acts:
            for effect in act.effects:
                if effect.required and effect.role in on_bench and effect.role in says:
                    what = unsaid.lacking(effect, says)
                    if what:
                        found.setdefault((effect.role, what), set()).update(effect.clauses)
        return [
            {"device": on_bench[role], "role": role, "what": what, "clauses": sorted(clauses)}
            for (role, what), clauses in found.items()
        ]

    def _on_bench(self, bench: Bench) -> dict[str, str]:
        there = {one.role: one.name for one in bench.devices.values()}
        if bench.has_instrument(roles.COLOUR_SENSOR):
            there[f"{roles.MASQUE_READER}/lamp"] = roles.COLOUR_SENSOR
        return there

    def _fallback(self) -> dict[str, tuple[tuple[str, ...], Certainty]]:
        by_role: dict[str, tuple[tuple[str, ...], Certainty]] = {}
        for role in roles.ROLES:
            own = [one for one in map(law_clause, self._clauses) if role in one.devices]
            if own:
                read = all(one.certainty == Certainty.READ for one in own)
                by_role[role] = (
                    tuple(one.id for one in own),
                    Certainty.READ if read else Certainty.INFERRED,
                )
        return by_role

    def _message(
        self,
        t: int,
        source: str,
        target: str,
        channel: str,
        kind: str,
        data: Mapping[str, Any],
        *,
        n: int,
        raw: bytes = b"",
    ) -> None:
        if self._record is not None:
            self._record.message(t, source, target, channel, kind, data, raw, n)
