"""The qualification of the harness: which defects it caught, and on which clauses.

A defect is *caught* when its device is charged on a clause that it violates, with the weight that
the catalogue demands; *elsewhere* when its device is charged on other clauses only; *missed* when
it is not charged at all. Control runs of the conforming bench must bring no finding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

import msgspec
from msgspec import Struct

from reports.chance import Rate, rate, rounds_needed
from reports.finish import Run
from reports.records import RunDirError
from reports.verdicts import (
    ADVISORY,
    CONFORMS,
    FINDING,
    INCONCLUSIVE,
    INTERRUPTED,
    NOT_RUN,
    ScenarioVerdict,
    charged,
    related,
)

CAUGHT = "caught"
ELSEWHERE = "caught elsewhere"
MISSED = "missed"
NOT_PLAYED = "not played"
NOT_ASKED = "not asked"
"""Of a clause: the first finding on another clause of the defect was enough (quick form)."""

QUALIFIED = "qualified"
NOT_QUALIFIED = "not qualified"
UNFINISHED = "not finished"

SIGNS = {
    CAUGHT: "✓",
    ELSEWHERE: "≠",
    MISSED: "✗",
    NOT_PLAYED: "?",
    NOT_ASKED: "·",
    QUALIFIED: "✓",
    NOT_QUALIFIED: "✗",
    UNFINISHED: "?",
}
"""A sign for each result, so that it does not hang on colour."""
JSON = "qualification.json"
STATED_PROBABILITY = 0.01
"""Of an intermittent defect, where none was asked for: the rounds needed to see it are stated."""
CONFIDENCES = (0.95, 0.99)


class Defect(Protocol):
    """What is needed of a defect of the catalogue."""

    @property
    def id(self) -> str: ...
    @property
    def role(self) -> str: ...
    @property
    def wrong(self) -> str: ...
    @property
    def shows(self) -> str: ...
    @property
    def clauses(self) -> tuple[str, ...]: ...
    @property
    def standard(self) -> str: ...
    @property
    def needs(self) -> str: ...
    @property
    def weight(self) -> str: ...


class Rounds(Struct, frozen=True):
    """The rounds needed to see an intermittent defect at least once."""

    probability: float
    """Of biting, each time it could."""
    confidence: float
    rounds: int


class Result(Struct):
    """One defect: what was played against it, and what came of that."""

    id: str
    role: str
    wrong: str
    shows: str
    clauses: tuple[str, ...]
    standard: str
    needs: str
    weight: str
    result: str = NOT_PLAYED
    matrix: dict[str, str] = {}
    """Clause to what was seen on it: of the defect's own, and of others that were charged."""
    planned: int = 0
    """Scenarios of its clauses."""
    played: int = 0
    first: str = ""
    """The scenario that caught it first."""
    shown: Rate | None = None
    """In how many of the scenarios that were played it showed; None where it stopped the run."""
    rounds: list[Rounds] = []
    """By that share, or for a defect that can show in every round."""
    accused: dict[str, list[str]] = {}
    """Devices without a defect that were charged with a finding, and the clauses."""
    reason: str = ""
    run: str = ""
    """Directory of its run, relative to the qualification's."""
    seconds: float = 0.0


class Control(Struct):
    """One run of the conforming bench."""

    result: str = NOT_PLAYED
    scenarios: int = 0
    findings: list[str] = []
    reason: str = ""
    run: str = ""
    seconds: float = 0.0

    @property
    def clean(self) -> bool:
        """Whether every scenario of it conforms."""
        return self.result == CONFORMS


class Qualification(Struct):
    """``qualification.json``. See docs/formats.md."""

    verdict: str
    exit_code: int
    harness: str
    """Burncard's version."""
    date: str
    form: str
    """``quick`` or ``full``."""
    rig: str
    rig_sha256: str
    scenarios: int
    scenarios_sha256: str
    """Of the feature files, by name and content."""
    catalogue_sha256: str
    probability: float
    seed: int
    partial: bool
    """Whether only some defects were asked for."""
    counts: dict[str, int]
    defects: list[Result]
    controls: list[Control]
    seconds: float = 0.0
    format: int = 1


def on(defect: Defect, scenario: ScenarioVerdict) -> dict[str, str]:
    """The clauses on which a scenario charges the defect's device, with the heavier weight."""
    found: dict[str, str] = {}
    for one in scenario.discrepancies:
        if one.role != defect.role:
            continue
        for clause in charged(scenario, one):
            if found.get(clause) != FINDING:
                found[clause] = one.weight
    return found


def catches(defect: Defect, scenario: ScenarioVerdict) -> bool:
    """Whether this scenario shows the defect for what it is."""
    if defect.weight == INCONCLUSIVE:
        return scenario.verdict == INCONCLUSIVE and defect.role in scenario.reason
    return any(
        _own(defect, clause) and (weight == FINDING or defect.weight == ADVISORY)
        for clause, weight in on(defect, scenario).items()
    )


def selects(defect: Defect, clauses: Iterable[str], devices: Iterable[str]) -> bool:
    """Whether a scenario with these tags is one that the defect is played against."""
    if not defect.clauses:
        return defect.role in devices
    return any(related(own, clause) for own in defect.clauses for clause in clauses)


def _own(defect: Defect, clause: str) -> bool:
    """Whether a charge on this clause names what the defect violates."""
    return any(_names(clause, own) for own in defect.clauses)


def _names(clause: str, own: str) -> bool:
    """Whether `clause` is `own` or a paragraph of it."""
    return related(own, clause) and len(clause) >= len(own)


def assess(
    defect: Defect,
    run_dir: Path,
    base: Path,
    seconds: float,
    *,
    stopped: bool,
    probability: float,
) -> Result:
    """The defect's result, from the run that was played against it.

    `stopped`: the run ended at the first scenario that caught it.
    """
    result = Result(
        id=defect.id,
        role=defect.role,
        wrong=defect.wrong,
        shows=defect.shows,
        clauses=defect.clauses,
        standard=defect.standard,
        needs=defect.needs,
        weight=defect.weight,
        run=run_dir.relative_to(base).as_posix(),
        seconds=round(seconds, 1),
    )
    try:
        run = read_run(run_dir)
    except RunDirError as error:
        result.reason = str(error)
        return result
    judge(result, defect, run.scenarios, stopped=stopped)
    share = None if result.shown is None else result.shown.rate
    if result.result == CAUGHT and share != 0:
        result.rounds = [
            Rounds(probability, one, rounds_needed(probability, one, share or 1.0))
            for one in CONFIDENCES
        ]
    return result


def judge(
    result: Result, defect: Defect, scenarios: Sequence[ScenarioVerdict], *, stopped: bool
) -> None:
    """Fill in what these scenarios say of the defect."""
    played = [one for one in scenarios if one.verdict not in (NOT_RUN, INTERRUPTED)]
    catching = [one for one in played if catches(defect, one)]
    charges: dict[str, str] = {}
    accused: dict[str, dict[str, None]] = {}
    for one in played:
        for clause, weight in on(defect, one).items():
            if charges.get(clause) != FINDING:
                charges[clause] = weight
        for charge in one.discrepancies:
            if charge.role != defect.role and charge.weight == FINDING:
                accused.setdefault(charge.role, {}).update(dict.fromkeys(charge.clauses))
    result.planned, result.played = len(scenarios), len(played)
    result.first = catching[0].id if catching else ""
    result.accused = {role: list(clauses) for role, clauses in accused.items()}
    result.matrix = _matrix(defect, charges, stopped=stopped and bool(catching))
    if catching:
        result.result = CAUGHT
    elif charges:
        result.result = ELSEWHERE
    elif not played or any(one.verdict == INCONCLUSIVE for one in played):
        result.result = NOT_PLAYED
        result.reason = next((one.reason for one in played if one.verdict == INCONCLUSIVE), "")
    else:
        result.result = MISSED
    if played and not (stopped and catching):
        result.shown = rate(len(catching), len(played))


def _matrix(defect: Defect, charges: Mapping[str, str], *, stopped: bool) -> dict[str, str]:
    heavy = {
        clause
        for clause, weight in charges.items()
        if weight == FINDING or defect.weight == ADVISORY
    }
    open_ = NOT_ASKED if stopped else MISSED
    matrix = {
        own: CAUGHT if any(_names(one, own) for one in heavy) else open_ for own in defect.clauses
    }
    others = [clause for clause in charges if not _own(defect, clause)]
    return matrix | {clause: ELSEWHERE for clause in others if clause not in matrix}


def control(run_dir: Path, base: Path, seconds: float) -> Control:
    """What a run of the conforming bench came to."""
    result = Control(run=run_dir.relative_to(base).as_posix(), seconds=round(seconds, 1))
    try:
        run = read_run(run_dir)
    except RunDirError as error:
        result.reason = str(error)
        return result
    result.scenarios = len(run.scenarios)
    result.result = run.overall
    result.findings = [
        f"{one.id}: {found.text}"
        for one in run.scenarios
        for found in one.discrepancies
        if one.verdict in (FINDING, ADVISORY)
    ]
    bad = [one for one in run.scenarios if one.verdict == INCONCLUSIVE]
    result.reason = f"{bad[0].id}: {bad[0].reason}" if bad else ""
    return result


def verdict(results: Sequence[Result], controls: Sequence[Control]) -> tuple[str, int]:
    """The qualification's verdict and exit code: 0 qualified, 1 not, 3 something was not played."""
    if any(one.findings for one in controls) or any(
        one.result in (MISSED, ELSEWHERE) or one.accused for one in results
    ):
        return NOT_QUALIFIED, 1
    unfinished = any(one.result == NOT_PLAYED for one in results)
    if unfinished or not controls or not all(one.clean for one in controls):
        return UNFINISHED, 3
    return QUALIFIED, 0


def counts(results: Iterable[Result]) -> dict[str, int]:
    """How many defects came to each result."""
    found = Counter(one.result for one in results)
    return {name: found[name] for name in (CAUGHT, ELSEWHERE, MISSED, NOT_PLAYED)}


def read_run(run_dir: Path) -> Run:
    """The ``run.json`` of a run.

    Raises:
        RunDirError: there is none, or it cannot be read.
    """
    path = run_dir / "run.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=Run)
    except FileNotFoundError as error:
        raise RunDirError(f"{path}: was not written; the run's log tells why") from error
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RunDirError(f"{path}: cannot be read: {error}") from error
