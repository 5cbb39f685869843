"""What random rounds have reached, how often, and what they never have.

A feature is a text of one of seven kinds: a ``clause`` that a ruling cited, a ``transition`` (what
the table waited for, and the event), a ``branch`` (the event and the effects that it had), a
``rule`` (a house rule in one of its values that decided something), an ``event``, a ``reading``
(upcard and hole card in a reader), a ``settlement`` (a wager and what became of it).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from reference_engine import events as e
from reference_engine.law import all_clauses
from rigs.roles import ROLES
from steps.soak.case import Case, Ruled

KINDS = ("clause", "transition", "branch", "rule", "event", "reading", "settlement")
Features = frozenset[tuple[str, str]]


def event_name(event: e.Event) -> str:
    """The event with what tells its variants apart, as ``Act hit`` or ``DrawCard face-up``."""
    name = type(event).__name__
    match event:
        case e.Act() | e.DealerAct():
            return f"{name} {event.do}"
        case e.PlaceWager():
            return f"{name} {event.wager}"
        case e.DrawCard(face_up=True):
            return f"{name} face-up"
        case e.DrawnInError():
            return f"{name} {'exposed' if event.exposed else 'hidden'}"
        case e.Skipped():
            return f"{name} {event.found}"
        case e.Peek() if event.shown is not None:
            return f"{name} wrong-light"
        case e.MasqueFault():
            return f"{name} {event.fault}"
        case e.MasqueRestored():
            return f"{name} {event.how}{'' if event.inspected else ' uninspected'}"
        case e.ShufflerFault():
            return f"{name} {event.what}"
        case _:
            return name


def features(case: Case, rulings: Iterable[Ruled]) -> Features:
    """What a case reaches."""
    short = case.game.removesuffix("-blackjack")
    found: set[tuple[str, str]] = set()
    for one in rulings:
        name = event_name(one.deed.event)
        due = one.before.due
        to = "dealer" if due.to == "dealer" else "hand" if due.to else ""
        found.add(("event", f"{short}: {name}"))
        found.add(("transition", f"{short}: {due.what}{f' {to}' if to else ''} -> {name}"))
        seen = sorted({effect.effect for effect in one.effects})
        found.add(("branch", f"{short}: {name}: {' '.join(seen) or 'nothing'}"))
        if isinstance(one.deed.event, e.Peek):
            up, hole = one.before.dealer[:2]
            found.add(("reading", f"{short}: {up[0]} over {hole[0]}"))
        for effect in one.effects:
            if effect.effect == "settle" and effect.required:
                found.add(("settlement", f"{short}: {_share(effect.data)}"))
            found.update(("clause", clause) for clause in effect.clauses)
            found.update(
                ("rule", f"{short}: {rule}={one.after.rules[rule]}")
                for rule in effect.house_rules
                if isinstance(one.after.rules.get(rule), str | int)
            )
    return frozenset(found)


def _share(data: Mapping[str, str]) -> str:
    """``bet won``, ``double_down half to the house`` and the like."""
    house, back, won = (Fraction(data[name]) for name in ("to_house", "returned", "won"))
    if won:
        return f"{data['wager']} won {won / back} to 1"
    if not house:
        return f"{data['wager']} returned"
    return f"{data['wager']} {'in part' if back else 'lost'} to the house"


class Coverage:
    """How often each feature was reached."""

    def __init__(self, counts: Mapping[str, Mapping[str, int]] | None = None) -> None:
        self.counts: dict[str, Counter[str]] = {
            kind: Counter((counts or {}).get(kind, {})) for kind in KINDS
        }

    def add(self, reached: Features) -> None:
        """A round with these features was played."""
        for kind, name in reached:
            self.counts[kind][name] += 1

    def count(self, kind: str, name: str) -> int:
        """How many rounds have reached this."""
        return self.counts[kind][name]

    def worth(self, reached: Features) -> float:
        """How much a round with these features would show that is rare so far."""
        return sum(1 / (1 + self.counts[kind][name]) for kind, name in reached)

    def as_json(self) -> dict[str, dict[str, int]]:
        """The counts, the rarest first."""
        return {
            kind: dict(sorted(counter.items(), key=lambda one: (one[1], one[0])))
            for kind, counter in self.counts.items()
        }

    def never(self, wanted: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
        """Of what could be `wanted`, by kind, what no round has reached."""
        return {
            kind: [name for name in names if not self.counts[kind][name]]
            for kind, names in wanted.items()
        }


def device_clauses() -> list[str]:
    """The clauses of the law that a device of the bench can keep or break, the deepest ones."""
    return [one.id for one in all_clauses() if one.leaf and set(one.devices) & set(ROLES)]
