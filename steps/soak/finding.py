"""What is done about a failing round: is it steady, how small can it be, how is it told."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from pathlib import Path

from msgspec import structs

from reports import chance
from reports.records import write_atomic
from rigs.bench import Bench
from steps.soak import shrink
from steps.soak.case import Case
from steps.soak.phrases import NoPhrase, feature
from steps.soak.playing import EVERY, Failure, Played, play_case
from steps.soak.state import FOUND, Found

SHRINK_S = 90.0
"""After it the smallest round so far is written, if nothing else is asked for."""
FLAKY_TRIES = 20
"""How often the scenario of an intermittent failure is played, to state its rate."""
AGAIN = 3
"""Tries at a round until the bench gives evidence."""


class _Bench:
    """The bench as something that plays smaller rounds and says whether they still fail."""

    def __init__(
        self, bench: Bench, out: Path, house_rules: Mapping[str, Mapping[str, str]], like: Failure
    ) -> None:
        self._bench, self._out, self._rules, self._like = bench, out, house_rules, like
        self.played = 0
        self.times = 1
        """How often a round is played before it counts as one that does not fail."""

    def play(self, case: Case, name: str, keep: frozenset[str] = frozenset()) -> Played:
        """Play `case` once."""
        self.played += 1
        like = None if keep else self._like.key
        return play_case(self._bench, case, name, self._out, self._rules, keep, like)

    def fails(self, case: Case) -> int | None:
        """The act on which `case` fails as the first one did, or None."""
        for _ in range(self.times):
            failure = self._judged(case).like(self._like.key)
            if failure is not None and failure.weight == self._like.weight:
                return failure.act
        return None

    def _judged(self, case: Case) -> Played:
        """`case` played until the bench gives evidence: a busy one that does not is no vote."""
        for _ in range(AGAIN - 1):
            played = self.play(case, "shrinking")
            if played.failures or played.verdict != "inconclusive":
                return played
        return self.play(case, "shrinking")


def look_into(
    bench: Bench,
    case: Case,
    failure: Failure,
    number: int,
    out: Path,
    house_rules: Mapping[str, Mapping[str, str]],
    origin: str,
    shrink_s: float = SHRINK_S,
) -> Found:
    """Play the failing `case` again, shrink it, and write it as a scenario into ``out/found``.

    `origin`: where the round comes from, a line for a person. `shrink_s`: seconds for shrinking.
    """
    began = time.monotonic()
    device = _Bench(bench, out, house_rules, failure)
    found = Found(
        failure.key, failure.device, failure.weight, failure.clauses, failure.text, number
    )
    found.from_cards, found.from_deeds = case.cards, len(case.deeds)
    rate = shrink.rate(case, device.fails, shrink_s)
    found.rate = chance.rate(rate.hits, rate.tries)
    small, last = case, failure
    if rate.hits:
        device.times = rate.needed
        kept = frozenset(house_rules.get(case.game, {}))
        small = shrink.shrink(case, device.fails, failure.act, kept, shrink_s)
        hits, tries = 0, 1 if rate.hits == rate.tries else FLAKY_TRIES
        for _ in range(tries):
            again = device.play(small, f"found-round-{number:07}", EVERY).like(failure.key)
            last, hits = again or last, hits + (again is not None)
        found.scenario_rate = chance.rate(hits, tries)
    found.seats, found.cards, found.deeds = small.seats, small.cards, len(small.deeds)
    found.played, found.seconds = device.played, round(time.monotonic() - began, 1)
    try:
        text = feature(small, last, [origin, *_about(found, small)])
    except NoPhrase as error:
        found.why_not = str(error)
        return found
    name = re.sub(r"[^A-Za-z0-9.]+", "-", "-".join(structs.astuple(failure.key))).strip("-")
    (out / FOUND).mkdir(parents=True, exist_ok=True)
    found.scenario = f"{FOUND}/{name}.feature"
    write_atomic(out / found.scenario, text)
    return found


def _about(found: Found, small: Case) -> list[str]:
    lines = [
        f"Shrunk from {found.from_deeds} deeds with {found.from_cards} cards to "
        f"{len(small.deeds)} with {small.cards}."
    ]
    rate = found.rate
    if rate is not None and rate.hits == rate.tries:
        lines.append(f"Played again, the round failed {rate.hits} of {rate.tries} times.")
    elif rate is not None:
        lines.append(
            f"Intermittent: played again, the round failed {rate.hits} of {rate.tries} times "
            f"({rate.confidence:.0%} interval {rate.low:.1%} to {rate.high:.1%})."
        )
        own = found.scenario_rate
        if own is not None:
            lines.append(
                f"This scenario failed {own.hits} of {own.tries} times "
                f"({own.confidence:.0%} interval {own.low:.1%} to {own.high:.1%})."
            )
    return lines
