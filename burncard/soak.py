"""`burncard soak`: random lawful rounds on a bench, and what they have found."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.live import Live
from rich.text import Text

from burncard import __version__
from burncard.errors import UsageError
from burncard.rig import load
from burncard.run import check_writable
from reports.records import RunDirError
from reports.words import counted
from rigs.defective import with_defects
from rigs.errors import BenchError
from rigs.rigfile import Rig, RigFileError
from steps.soak.finding import SHRINK_S
from steps.soak.playing import Failure
from steps.soak.run import NOT_VERIFIED, Options, Watcher, soak
from steps.soak.state import STATE, Found, State
from steps.soak.state import load as load_state

PIPED_EVERY_S = 10.0
"""Between two summary lines where the output is no terminal."""
SHOWN = 12


def run(
    rig_file: Path | None,
    out: Path,
    seed: int,
    rounds: int | None,
    minutes: float | None,
    resume: bool,
    defects: Sequence[str],
    probability: float | None,
    link_faults: float = 0.0,
    shrink_s: float = SHRINK_S,
) -> int:
    """Soak the bench of `rig_file`; the exit code.

    Raises:
        UsageError: a wrong rig file, defect or directory.
    """
    rig = _rig(rig_file, defects, probability)
    about = {
        "rig": rig.name,
        "rig_sha256": rig.sha256,
        "defects": list(defects),
        "probability": probability,
        "version": __version__,
    }
    options = Options(
        seed,
        rounds,
        None if minutes is None else minutes * 60.0,
        resume=resume,
        link_faults=link_faults,
        shrink_s=shrink_s,
        about=about,
    )
    check_writable(out)
    console = Console(soft_wrap=True, highlight=False)
    try:
        code = soak(rig, out, options, _Lines(console))
        _report(console, load_state(out), out)
    except RunDirError as error:
        raise UsageError(str(error)) from error
    except BenchError as error:
        print(f"burncard: {error}", file=sys.stderr)
        return NOT_VERIFIED
    return code


def _rig(rig_file: Path | None, defects: Sequence[str], probability: float | None) -> Rig:
    try:
        return with_defects(load(rig_file), defects, probability=probability)
    except RigFileError as error:
        raise UsageError(str(error)) from error


class _Lines(Watcher):
    """One line that is drawn anew each second; elsewhere than on a terminal, now and then one."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._live: Live | None = None
        self._said = time.monotonic()

    def begins(self, state: State) -> None:
        if state.rounds:
            self._console.print(f"going on behind round {state.rounds}")
        if self._console.is_terminal:
            self._live = Live(
                Text("the first rounds"), console=self._console, auto_refresh=False, transient=True
            )
            self._live.start()

    def goes_on(self, line: str) -> None:
        if self._live is not None:
            text = Text(line, no_wrap=True, overflow="ellipsis")
            self._live.update(text, refresh=True)
        elif time.monotonic() - self._said >= PIPED_EVERY_S:
            self._said = time.monotonic()
            self._console.print(line)

    def shrinks(self, failure: Failure, number: int) -> None:
        self._console.print(
            f"round {number}: {failure.weight}: {failure.text}; shrinking", markup=False
        )

    def found(self, one: Found) -> None:
        told = one.scenario or f"no scenario: {one.why_not}"
        self._console.print(
            f"  {counted(one.from_deeds, 'deed')}, {counted(one.from_cards, 'card')} -> "
            f"{counted(one.deeds, 'deed')}, {counted(one.cards, 'card')} "
            f"in {one.seconds:.0f} s: {told}",
            markup=False,
        )

    def ends(self) -> None:
        if self._live is not None:
            self._live.stop()


def _report(console: Console, state: State, out: Path) -> None:
    def say(text: str) -> None:
        console.print(text, markup=False)

    speed = state.rounds / state.seconds if state.seconds else 0.0
    verdicts = ", ".join(f"{count} {name}" for name, count in state.verdicts.items() if count)
    rounds = counted(state.rounds, "round")
    say(f"{rounds}, {speed:.1f} a second: {verdicts}; seed {state.soak['seed']}")
    reached = ", ".join(counted(len(names), kind) for kind, names in state.coverage.items())
    say(f"reached: {reached}")
    for kind, names in state.never.items():
        if names:
            more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
            say(f"never reached, {counted(len(names), kind)}: {'; '.join(names[:SHOWN])}{more}")
    for one in state.found:
        rate = one.rate
        often = f"{rate.hits} of {rate.tries} when played again" if rate else "not played again"
        if rate and rate.hits < rate.tries and one.scenario_rate:
            own = one.scenario_rate
            often += f", its scenario {own.hits} of {own.tries} ({own.low:.0%} to {own.high:.0%})"
        say(f"{one.weight}: {one.text}")
        say(
            f"  in {counted(one.count, 'round')}, the first is {one.round}; {often}; "
            f"{counted(one.cards, 'card')}; {out / one.scenario if one.scenario else one.why_not}"
        )
    if state.ended != "done":
        say(f"not finished ({state.ended}); go on with --resume")
    say(f"all of it: {out / STATE}")
