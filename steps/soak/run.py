"""The soak itself: rounds without end, or until so many are played or so much time is over."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

from msgspec import Struct

from reports.records import RunDirError, now, write_bench
from reports.words import counted
from rigs.bench import Bench
from rigs.errors import BenchError
from rigs.rigfile import Rig
from rigs.roles import TABLE_CONTROLLER
from steps.resume import hold
from steps.soak import state as states
from steps.soak.bad_links import bad_bench
from steps.soak.coverage import Coverage, features
from steps.soak.finding import SHRINK_S, look_into
from steps.soak.playing import Failure, play_case
from steps.soak.state import State
from steps.soak.walk import make, reachable

EVERY_S = 1.0
"""Between two summary lines, and two savings of ``soak.json``."""
MOST_SCENARIOS = 25
"""So many failures are shrunk; further ones are listed and counted."""
MOST_INCONCLUSIVE = 100
"""So many inconclusive rounds keep their record and are listed."""
ENOUGH = 5
"""Inconclusive rounds one after the other, and the bench is given up."""
ENOUGH_ON_BAD_LINKS = 50
LONGEST_RUN_S = 60 * 86400.0

CONFORMS, FINDINGS, NOT_VERIFIED, INTERRUPTED = 0, 1, 3, 130


class Options(Struct, frozen=True):
    """What is asked for. Exactly one of `rounds` and `seconds` is given."""

    seed: int
    rounds: int | None = None
    seconds: float | None = None
    resume: bool = False
    link_faults: float = 0.0
    """How likely a frame on a link is damaged on purpose."""
    shrink_s: float = SHRINK_S
    """For each failure that is shrunk."""
    about: dict[str, Any] = {}
    """What else ``soak.json`` says of it: rig, defects, versions."""


class Watcher:
    """Told how the soak goes. The methods do nothing here."""

    def begins(self, state: State) -> None:
        """The bench is open; the first round comes."""

    def goes_on(self, line: str) -> None:
        """A second is over."""

    def shrinks(self, failure: Failure, number: int) -> None:
        """A failure that was not met before is being shrunk."""

    def found(self, one: states.Found) -> None:
        """It is shrunk and written."""

    def ends(self) -> None:
        """No more lines come."""


def summary(state: State, coverage: Coverage) -> str:
    """The one line."""
    speed = state.rounds / state.seconds if state.seconds else 0.0
    shown = sum(state.verdicts[one] for one in ("finding", "advisory"))
    parts = [
        counted(state.rounds, "round"),
        f"{speed:.1f} rounds/s",
        counted(len(coverage.counts["clause"]), "clause"),
        counted(len(coverage.counts["transition"]), "transition"),
        counted(len(coverage.counts["branch"]), "branch"),
        f"{counted(len(state.found), 'finding')} in {counted(shown, 'round')}",
    ]
    if state.verdicts["inconclusive"]:
        parts.append(f"{state.verdicts['inconclusive']} inconclusive")
    return ", ".join([*parts, f"seed {state.soak['seed']}"])


def soak(rig: Rig, out: Path, options: Options, watcher: Watcher) -> int:
    """Play random rounds on `rig`; what comes of it lies in `out`. The exit code.

    Raises:
        RunDirError: `out` cannot be used, or holds another soak than the one to resume.
        BenchError: the bench cannot be opened.
    """
    _check(out, options)
    held = hold(out)
    try:
        # What was there may have gone on until we had it.
        _check(out, options)
        return _played(rig, out, options, watcher)
    finally:
        os.close(held)


def _played(rig: Rig, out: Path, options: Options, watcher: Watcher) -> int:
    state = _state(out, options)
    soaking = _Soak(rig, out, options, state, watcher)
    before = signal.signal(signal.SIGTERM, _terminated)
    try:
        kind = bad_bench(options.link_faults, options.seed) if options.link_faults else Bench
        with kind.open(rig, out, label="", run_limit_s=LONGEST_RUN_S) as bench:
            write_bench(out, bench.describe())
            watcher.begins(state)
            soaking.run(bench)
    except KeyboardInterrupt:
        state.ended = "interrupted"
    except BenchError as error:
        if not state.rounds:
            raise
        state.ended = f"the bench failed: {error}"
    finally:
        signal.signal(signal.SIGTERM, before)
        soaking.save()
        watcher.ends()
    if state.ended == "interrupted":
        return INTERRUPTED
    if state.found:
        return FINDINGS
    return NOT_VERIFIED if state.ended != "done" or state.verdicts["inconclusive"] else CONFORMS


def _terminated(_: int, __: FrameType | None) -> None:
    raise KeyboardInterrupt


def _asked(options: Options) -> dict[str, Any]:
    return {"seed": options.seed, "link_faults": options.link_faults, **options.about}


def _check(out: Path, options: Options) -> None:
    """Whether `out` can be used; nothing is made or changed."""
    if options.resume:
        begun = states.load(out).soak
        for name, value in _asked(options).items():
            if begun.get(name) != value:
                raise RunDirError(
                    f"{out / states.STATE}: its {name} is {begun.get(name)!r}, not {value!r}; "
                    "resume a soak with what it began with"
                )
    elif (out / states.STATE).exists():
        raise RunDirError(f"{out}: holds a soak already; go on with --resume or name another --out")
    elif out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise RunDirError(f"{out}: is not an empty directory; name an empty or a new one")


def _state(out: Path, options: Options) -> State:
    if not options.resume:
        return State({**_asked(options), "started": now()})
    state = states.load(out)
    state.ended = ""
    _take_away_later(out, state.rounds)
    return state


def _take_away_later(out: Path, rounds: int) -> None:
    """What a killed soak has left of rounds behind the last that counts: they are played again."""
    for folder in ("records", "wire"):
        for path in (out / folder).glob("*.jsonl"):
            number = path.name.split(".")[0].rpartition("round-")[2]
            if path.name.startswith("shrinking.") or (number.isdigit() and int(number) > rounds):
                path.unlink(missing_ok=True)


class _Soak:
    def __init__(
        self, rig: Rig, out: Path, options: Options, state: State, watcher: Watcher
    ) -> None:
        self._rig, self._out, self._options, self._state = rig, out, options, state
        self._watcher = watcher
        self._coverage = Coverage(state.coverage)
        # A real table controller has the house rules of its rig file, and no keys to change them.
        self._vary = any(
            one.role == TABLE_CONTROLLER and one.emulator is not None
            for one in rig.devices.values()
        )
        self._origin = f"of a soak with seed {options.seed} on the rig {rig.name}."
        self._saved = time.monotonic()
        self._failed_in_a_row = 0

    def run(self, bench: Bench) -> None:
        """Play until it is enough."""
        state, options = self._state, self._options
        while not self._enough(state, options):
            began = time.monotonic()
            number = state.rounds + 1
            made = make(
                Random(f"{options.seed}:{number}"),  # noqa: S311 - it is to be made again
                self._coverage,
                self._rig.house_rules,
                self._vary,
            )
            name = f"round-{number:07}"
            played = play_case(bench, made.case, name, self._out, self._rig.house_rules)
            self._coverage.add(features(*made))
            state.rounds = number
            state.verdicts[played.verdict] += 1
            state.seconds += time.monotonic() - began
            if played.failures:
                self._failed(bench, made.case, played.failures[0], number)
            elif played.verdict == "inconclusive":
                self._inconclusive(name, played.reason)
            if played.verdict != "inconclusive":
                self._failed_in_a_row = 0
            if time.monotonic() - self._saved >= EVERY_S:
                self.save()
                self._watcher.goes_on(summary(state, self._coverage))
        state.ended = "done"

    @staticmethod
    def _enough(state: State, options: Options) -> bool:
        if options.rounds is not None:
            return state.rounds >= options.rounds
        return state.seconds + state.shrinking_seconds >= (options.seconds or 0.0)

    def _failed(self, bench: Bench, case: Any, failure: Failure, number: int) -> None:
        state = self._state
        known = state.known(failure)
        if known is not None:
            known.count += 1
            if len(known.also) < MOST_SCENARIOS:
                known.also.append(number)
            else:
                self._forget(f"round-{number:07}")
            return
        if len(state.found) >= MOST_SCENARIOS:
            found = states.Found(
                failure.key, failure.device, failure.weight, failure.clauses, failure.text, number
            )
            found.why_not = f"only the first {MOST_SCENARIOS} are shrunk"
        else:
            self._watcher.shrinks(failure, number)
            found = look_into(
                bench,
                case,
                failure,
                number,
                self._out,
                self._rig.house_rules,
                f"Round {number} {self._origin}",
                self._options.shrink_s,
            )
            state.shrinking_seconds += found.seconds
        state.found.append(found)
        self.save()
        self._watcher.found(found)

    def _inconclusive(self, name: str, reason: str) -> None:
        state = self._state
        if len(state.inconclusive) < MOST_INCONCLUSIVE:
            state.inconclusive.append({"round": state.rounds, "reason": reason})
        else:
            self._forget(name)
        self._failed_in_a_row += 1
        enough = ENOUGH_ON_BAD_LINKS if self._options.link_faults else ENOUGH
        if self._failed_in_a_row >= enough:
            raise BenchError(f"{enough} rounds one after the other were inconclusive: {reason}")

    def _forget(self, name: str) -> None:
        for folder in ("records", "wire"):
            for path in (self._out / folder).glob(f"{name}.*.jsonl"):
                path.unlink(missing_ok=True)

    def save(self) -> None:
        """Write ``soak.json`` as it stands."""
        self._saved = time.monotonic()
        self._state.coverage = self._coverage.as_json()
        self._state.never = self._coverage.never(reachable())
        states.save(self._state, self._out)
