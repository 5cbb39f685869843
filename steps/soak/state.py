"""What a soak knows, and keeps in ``soak.json`` so that it can go on after a kill."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from reports.chance import Rate
from reports.records import RunDirError, write_json
from steps.soak.playing import Failure, Key

STATE = "soak.json"
FOUND = "found"
VERDICTS = ("conforms", "finding", "advisory", "inconclusive")


class Found(Struct):
    """A failure, with what it was shrunk to."""

    key: Key
    device: str
    weight: str
    clauses: tuple[str, ...]
    text: str
    round: int
    """The first round that showed it."""
    count: int = 1
    """Rounds that showed it."""
    also: list[int] = field(default_factory=list)
    """Some of the other rounds."""
    rate: Rate | None = None
    """How often the first round failed when it was played again; None: it was not."""
    scenario_rate: Rate | None = None
    """How often the scenario, shrunk as it is, then failed; None: the round never failed again."""
    seats: int = 0
    cards: int = 0
    deeds: int = 0
    """Size of the scenario."""
    from_cards: int = 0
    from_deeds: int = 0
    """Size of the round that it was shrunk from."""
    played: int = 0
    """How often the bench played something to shrink it."""
    seconds: float = 0.0
    scenario: str = ""
    """The feature file, from the directory of the soak; "" where there is none."""
    why_not: str = ""
    """Why there is none."""


class State(Struct):
    """Everything that ``soak.json`` says (docs/soak.md)."""

    soak: dict[str, Any]
    """What was asked for: seed, rig, defects, version, how often links are bad."""
    rounds: int = 0
    """Rounds played to their end."""
    seconds: float = 0.0
    """Spent on rounds; shrinking apart."""
    shrinking_seconds: float = 0.0
    verdicts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(VERDICTS, 0))
    found: list[Found] = field(default_factory=list)
    inconclusive: list[dict[str, Any]] = field(default_factory=list)
    """Round and reason; the first ones."""
    coverage: dict[str, dict[str, int]] = field(default_factory=dict)
    """By kind, in how many rounds each was reached; the rarest first."""
    never: dict[str, list[str]] = field(default_factory=dict)
    """What could have been reached and was not."""
    ended: str = ""
    """``done``, or what ended it; "" while it runs, or when it was killed."""

    def known(self, failure: Failure) -> Found | None:
        """The entry of this failure, if it was met before."""
        return next((one for one in self.found if one.key == failure.key), None)


def save(state: State, out: Path) -> None:
    """Write ``soak.json`` in one go.

    Raises:
        RunDirError: it cannot be written.
    """
    write_json(out / STATE, state)


def load(out: Path) -> State:
    """The state of a soak that is to go on.

    Raises:
        RunDirError: there is none, or it cannot be read.
    """
    path = out / STATE
    try:
        return msgspec.json.decode(path.read_bytes(), type=State)
    except FileNotFoundError as error:
        raise RunDirError(f"{path}: there is no soak to resume; leave out --resume") from error
    except (OSError, msgspec.DecodeError) as error:
        raise RunDirError(f"{path}: cannot be read: {error}") from error
