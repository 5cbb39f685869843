"""Play one case on the bench, card by card, and say what came of it."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from reference_engine import events as e
from reports.records import Scenario, open_record
from rigs import roles
from rigs.bench import Bench
from rigs.errors import BenchError
from steps.play import GAMES, Play
from steps.soak.case import DRAWS, Case, Deed, stacked
from steps.stages import Stage

TITLES = {game: title for title, game in GAMES.items()}
_POWER_CUT = tuple(
    Stage(roles.SHUFFLER, "power", {"on": on}, instrument=True) for on in (False, True)
)


FAILING = frozenset(("finding", "advisory", "inconclusive"))
"""Verdicts whose record and wire log are kept."""
EVERY = FAILING | {"conforms"}


class Key(Struct, frozen=True, order=True):
    """What makes two failures one: the device's role, the clause, and how they differ."""

    role: str
    clause: str
    kind: str


class Failure(Struct, frozen=True):
    """The first difference of a round."""

    key: Key
    device: str
    weight: str
    clauses: tuple[str, ...]
    text: str
    act: int
    expected: dict[str, Any] | None
    seen: dict[str, Any] | None


class Played(Struct, frozen=True):
    """How a round ended on the bench."""

    verdict: str
    """``conforms finding advisory inconclusive``."""
    reason: str
    failures: tuple[Failure, ...]
    """In the order of the acts; findings before advisories."""
    seconds: float

    def like(self, key: Key) -> Failure | None:
        """The first failure of the same role and clause, if there is one."""
        return _like(self.failures, key)


def _like(failures: Sequence[Failure], key: Key) -> Failure | None:
    same = (one for one in failures if (one.key.role, one.key.clause) == (key.role, key.clause))
    return next(same, None)


def load(play: Play, case: Case) -> None:
    """Lay table, house rules and the stacked shoe of `case`."""
    play.set_table(TITLES[case.game])
    for name, value in case.rules.items():
        play.set_rule(name, value)
    play.shoe.extend(stacked(case.deeds))


def perform(play: Play, deed: Deed) -> None:
    """Let one deed happen."""
    event = deed.event
    if deed.decks:
        cards = list(play.deck) * deed.decks
        play.stimulate(roles.SHUFFLER, "insert", cards=cards, batch="A")
        play.batch = len(cards)
    if isinstance(event, (*DRAWS, e.CoverCard)):
        play.next_card()
    if isinstance(event, e.ShoeRefilled):
        play.shoe.clear()
    play.perform(event, by=_POWER_CUT if deed.power_cut else None)
    if isinstance(event, e.ShoeRefilled):
        play.shoe.extend(event.cards)


def play_case(
    bench: Bench,
    case: Case,
    name: str,
    run_dir: Path,
    house_rules: Mapping[str, Mapping[str, str]],
    keep: frozenset[str] = FAILING,
    like: Key | None = None,
) -> Played:
    """Play `case` as the scenario `name`.

    Record and wire log are written as for any scenario, and taken away again unless the round ended
    in a verdict that is to be kept. With `like` it is over as soon as a failure of that key is
    seen: what a device that has lost the thread then says, or does not say, costs only time.
    """
    began = time.monotonic()
    record = open_record(run_dir, Scenario(name, f"soak, {name}"))
    path = record.path
    with record:
        play = Play(bench, record, (), house_rules)
        try:
            bench.begin_scenario(path.stem)
            load(play, case)
            for deed in case.deeds:
                perform(play, deed)
                if like is not None and play.strayed:
                    outcome = play.outcome()
                    if _like(failures(outcome["discrepancies"]), like) is not None:
                        break
            else:
                outcome = play.outcome()
        except BenchError as error:
            outcome = {"verdict": "inconclusive", "reason": str(error)}
        try:
            bench.end_scenario()
        except BenchError as error:  # it undoes a pass, but no finding: that was made before
            if outcome["verdict"] == "conforms":
                outcome |= {"verdict": "inconclusive", "reason": str(error)}
        record.close(**outcome)
    if outcome["verdict"] not in keep:
        path.unlink()
        (run_dir / "wire" / path.name).unlink(missing_ok=True)
    return Played(
        outcome["verdict"],
        outcome["reason"],
        failures(outcome.get("discrepancies", ())),
        time.monotonic() - began,
    )


def failures(discrepancies: Sequence[Mapping[str, Any]]) -> tuple[Failure, ...]:
    """The differences of a record, what weighs most and came first in front."""
    found = [
        Failure(
            Key(one["role"], one["clauses"][0] if one["clauses"] else "", one["kind"]),
            one["device"],
            one["weight"],
            tuple(one["clauses"]),
            one["text"],
            one["act"],
            one["expected"],
            one["seen"],
        )
        for one in discrepancies
    ]
    return tuple(sorted(found, key=lambda one: (one.weight != "finding", one.act)))
