"""From records to verdicts: per scenario, per clause and device, and for the whole run.

The rules, in one place:

* A scenario has the verdict of its last attempt, unless an earlier attempt ended in a finding or an
  advisory: those stand, because only an error of the bench may be tried again. A record that is not
  closed is *interrupted*, a planned scenario without a record *not run*. A close line that says
  "conforms" beside a discrepancy is not believed: the discrepancy counts.
* A scenario that was played several times and does not always conform is *intermittent*, with its
  rate, and keeps its worst verdict: playing it again makes no finding go away.
* A discrepancy counts against its device on every clause that it cites, on those of the scenario's
  own clauses that lie above or below them, and, where it cites none, on all of the scenario's own.
* A device *conforms* to a clause by the scenarios of that clause that conform as a whole and that
  judged this device. What a scenario with a finding shows of the other devices is not counted for
  them: they may have been told wrong things.
* A clause is as bad as its worst device, a run as bad as its worst part; findings come before
  anything that was not verified.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

import msgspec
from msgspec import Struct, field

from reference_engine.law import cited
from reports.chance import Rate, rate
from reports.latency import LatencySummary, summaries
from reports.lines import Discrepancy, LinkNote, NotTestable
from reports.records import Plan, Record, Scenario

CONFORMS = "conforms"
FINDING = "finding"
ADVISORY = "advisory"
INCONCLUSIVE = "inconclusive"
INTERRUPTED = "interrupted"
NOT_RUN = "not run"
NOT_TESTED = "not tested"
NOT_VERIFIED = "not fully verified"

WORST_FIRST = (FINDING, ADVISORY, INTERRUPTED, INCONCLUSIVE, NOT_RUN, NOT_TESTED, CONFORMS)
_RANK = {verdict: place for place, verdict in enumerate(WORST_FIRST)}

EXIT_CONFORMS = 0
EXIT_FINDINGS = 1
EXIT_NOT_VERIFIED = 3
EXIT_INTERRUPTED = 130

CLAIMED_SECTIONS = ("665a.9", "685a.12")
"""The sections that a whole run must cover down to the deepest paragraph."""


class LawClause(Protocol):
    """What verdicts and reports need of `reference_engine.law.Clause`."""

    @property
    def id(self) -> str: ...
    @property
    def gist(self) -> str: ...
    @property
    def devices(self) -> Sequence[str]: ...
    @property
    def leaf(self) -> bool: ...


class Cell(Struct):
    """A device on a clause: its verdict, and the scenarios that it rests on."""

    verdict: str = NOT_TESTED
    scenarios: list[str] = []


class ClauseVerdict(Struct):
    """A clause: the worst of its devices.

    `scenarios`: those whose tags name it; `required`: the run is not verified without evidence.
    """

    verdict: str = NOT_TESTED
    devices: dict[str, Cell] = {}
    scenarios: list[str] = []
    required: bool = False


class ScenarioVerdict(Struct):
    """A scenario as the run left it. `record`: the file of the attempt that counts, or ""."""

    id: str
    name: str
    feature: str = ""
    rule: str = ""
    file: str = ""
    line: int = 0
    clauses: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()
    severity: str = ""
    owner: str = ""
    tags: tuple[str, ...] = ()
    row: tuple[tuple[str, str], ...] = ()
    verdict: str = NOT_RUN
    reason: str = ""
    attempt: int = 0
    attempts: list[str] = []
    """The verdict of each attempt, in order."""
    intermittent: Rate | None = None
    """Attempts that do not conform, of those with a verdict on the devices, where they differ."""
    record: str = ""
    started: str = ""
    ended: str = ""
    ms: float | None = None
    """From the open line to the close line, by the runner's clock."""
    judged: dict[str, bool] = {}
    not_testable: tuple[NotTestable, ...] = ()
    latencies: list[LatencySummary] = []
    """One a device; the record has each measurement."""
    links: tuple[LinkNote, ...] = ()
    discrepancies: tuple[Discrepancy, ...] = ()
    other_attempts: tuple[Discrepancy, ...] = ()
    """What only other attempts charge: one for each device, clauses and weight."""
    house_rules: dict[str, str] = {}


class Verdicts(Struct):
    """``verdicts.json``. See docs/formats.md."""

    overall: str
    exit_code: int
    partial: bool = False
    deselected: list[str] = []
    counts: dict[str, int] = {}
    clauses: dict[str, ClauseVerdict] = {}
    missing: list[str] = []
    """Why the run is not fully verified, a line each."""
    format: int = 1


class Judgement(Struct):
    """Everything that follows from a plan and its records."""

    verdicts: Verdicts
    scenarios: list[ScenarioVerdict]
    problems: list[str] = field(default_factory=list)
    """What could not be read or does not fit together."""


def worst(verdicts: Iterable[str]) -> str:
    """The worst of some verdicts; of none, *not tested*."""
    return min(verdicts, key=_RANK.__getitem__, default=NOT_TESTED)


def attempt_verdict(record: Record) -> str:
    """The verdict of one attempt."""
    if record.closed is None:
        return INTERRUPTED
    said = record.closed.verdict
    if said == INCONCLUSIVE:
        return INCONCLUSIVE
    return worst([said, *(one.weight for one in record.closed.discrepancies)])


class Attempts:
    """The attempts at one scenario: takes each record in order and keeps the one that counts."""

    def __init__(self, planned: Scenario) -> None:
        self.planned = planned
        self.verdicts: list[str] = []
        self.counted: Record | None = None
        self._charges: dict[tuple[object, ...], Discrepancy] = {}

    def take(self, record: Record) -> bool:
        """Take the next attempt; whether it is, so far, the one that counts."""
        verdict = attempt_verdict(record)
        standing = self.verdict if self.counted is not None else NOT_RUN
        self.verdicts.append(verdict)
        if verdict in (FINDING, ADVISORY) and record.closed is not None:
            for one in record.closed.discrepancies:
                self._charges.setdefault(_charge_of(one), one)
        if standing in (FINDING, ADVISORY) and _RANK[verdict] >= _RANK[standing]:
            return False
        self.counted = record
        return True

    def plan_from(self, record: Record) -> None:
        """Take name, clauses and devices from the record itself, where no plan gives them."""
        if (opened := record.opened) is not None:
            self.planned = Scenario(
                opened.id,
                opened.name,
                opened.feature,
                opened.rule,
                opened.file,
                opened.lineno,
                opened.clauses,
                opened.devices,
            )

    @property
    def verdict(self) -> str:
        return NOT_RUN if self.counted is None else attempt_verdict(self.counted)

    def result(self) -> ScenarioVerdict:
        """The scenario's verdict, with what it rests on."""
        planned, record = self.planned, self.counted
        result = ScenarioVerdict(
            id=planned.id,
            name=planned.name,
            feature=planned.feature,
            rule=planned.rule,
            file=planned.file,
            line=planned.line,
            clauses=planned.clauses,
            devices=planned.devices,
            severity=planned.severity,
            owner=planned.owner,
            tags=planned.tags,
            row=planned.row,
            verdict=self.verdict,
            attempts=list(self.verdicts),
            intermittent=_intermittent(self.verdicts),
        )
        if record is None:
            return result
        result.attempt = record.attempt
        result.record = f"records/{record.path.name}"
        result.started = record.opened.started if record.opened else ""
        if record.closed is None:
            last = record.steps[-1] if record.steps else None
            result.reason = (
                f"the run was cut short after step {last.n} ({last.keyword} {last.text})"
                if last
                else "the run was cut short before the first step had ended"
            )
            return result
        closed = record.closed
        result.reason = closed.reason
        result.ended = closed.ended
        if record.opened is not None:
            result.ms = round((closed.t - record.opened.t) / 1e6, 3)
        result.judged = dict(closed.judged)
        result.not_testable = closed.not_testable
        result.latencies = summaries(closed.latencies)
        result.links = closed.links
        result.discrepancies = closed.discrepancies
        counted = {_charge_of(one) for one in closed.discrepancies}
        result.other_attempts = tuple(
            one for charge, one in self._charges.items() if charge not in counted
        )
        result.house_rules = dict(closed.house_rules)
        return result


def _charge_of(one: Discrepancy) -> tuple[object, ...]:
    return one.device, one.role, one.clauses, one.weight


def _intermittent(attempts: Sequence[str]) -> Rate | None:
    """How often a scenario that disagrees with itself does not conform; None where it agrees."""
    said = [one for one in attempts if one in (CONFORMS, FINDING, ADVISORY)]
    bad = sum(one != CONFORMS for one in said)
    return rate(bad, len(said)) if 0 < bad < len(said) else None


def judge(
    plan: Plan,
    results: Sequence[ScenarioVerdict],
    law: Iterable[LawClause],
    *,
    interrupted: bool,
    problems: Iterable[str] = (),
) -> Judgement:
    """The verdicts of a run.

    Args:
        plan: what was to be done.
        results: every planned scenario (and any that ran unplanned), see `Attempts.result`.
        law: the clauses of the registry.
        interrupted: the run was cut short by a signal, or its runner was killed.
        problems: what reading the run met.
    """
    problems = list(problems)
    clauses = _clauses(plan, results, list(law), problems)
    partial = bool(plan.run.get("partial", False))
    counts = {verdict: 0 for verdict in WORST_FIRST if verdict != NOT_TESTED}
    for one in results:
        counts[one.verdict] += 1
    missing = [
        f"{one.id}: {one.verdict}{': ' + one.reason if one.reason else ''}"
        for one in results
        if one.verdict in (INCONCLUSIVE, INTERRUPTED, NOT_RUN)
    ]
    repeat = int(plan.run.get("repeat", 1))
    missing += [
        f"{one.id}: played {len(one.attempts)} of {repeat} times"
        for one in results
        if 0 < len(one.attempts) < repeat
    ]
    unnamed: list[str] = []
    for name, clause in clauses.items():
        untested = [device for device, cell in clause.devices.items() if cell.verdict == NOT_TESTED]
        if not clause.required or clause.verdict in (FINDING, ADVISORY):
            continue
        if not clause.devices:
            unnamed.append(name)
        elif untested and clause.verdict not in (INCONCLUSIVE, INTERRUPTED, NOT_RUN):
            missing.append(
                f"{cited(name)}: no evidence on "
                + ", ".join(device + _why(results, name, device) for device in sorted(untested))
            )
    if unnamed:
        missing.append(f"not tested, no scenario names them: {cited(*unnamed)}")
    if not results:
        missing.append("no scenario was planned")
    missing.extend(problems)

    present = {one.verdict for one in results} | {one.verdict for one in clauses.values()}
    if FINDING in present:
        overall, code = FINDING, EXIT_FINDINGS
    elif ADVISORY in present:
        overall, code = ADVISORY, EXIT_FINDINGS
    elif missing:
        overall, code = NOT_VERIFIED, EXIT_NOT_VERIFIED
    else:
        overall, code = CONFORMS, EXIT_CONFORMS
    if interrupted or counts[INTERRUPTED]:
        code = EXIT_INTERRUPTED
        overall = INTERRUPTED if overall in (CONFORMS, NOT_VERIFIED) else overall
    return Judgement(
        Verdicts(
            overall=overall,
            exit_code=code,
            partial=partial,
            deselected=[str(one) for one in plan.run.get("deselected", ())],
            counts=counts,
            clauses=clauses,
            missing=missing,
        ),
        list(results),
        problems,
    )


def _why(results: Sequence[ScenarioVerdict], clause: str, device: str) -> str:
    """Where it could not be tested because the device has no words for it: that."""
    words = {
        lack.what
        for one in results
        if clause in one.clauses
        for lack in one.not_testable
        if lack.role == device
    }
    if not words:
        return ""
    return f" (not testable on this device: its protocol cannot say {'; '.join(sorted(words))})"


def related(one: str, other: str) -> bool:
    """Whether two clauses are the same, or one is a paragraph of the other."""
    return one == other or _within(one, other) or _within(other, one)


def _within(deeper: str, higher: str) -> bool:
    return deeper.startswith(higher) and deeper[len(higher) :].startswith("(")


def charged(result: ScenarioVerdict, one: Discrepancy) -> list[str]:
    """The clauses on which a discrepancy of this scenario counts."""
    if not one.clauses:
        return list(result.clauses)
    own = [
        clause for clause in result.clauses if any(related(clause, cited) for cited in one.clauses)
    ]
    return list(dict.fromkeys([*one.clauses, *own]))


def _clauses(
    plan: Plan,
    results: Sequence[ScenarioVerdict],
    law: Sequence[LawClause],
    problems: list[str],
) -> dict[str, ClauseVerdict]:
    partial = bool(plan.run.get("partial", False))
    clauses = {
        one.id: ClauseVerdict(required=not partial and one.leaf and _claimed(one.id)) for one in law
    }
    known = set(clauses)

    def cell(clause: str, device: str) -> Cell:
        return clauses.setdefault(clause, ClauseVerdict()).devices.setdefault(device, Cell())

    evidence: dict[tuple[str, str], list[str]] = {}

    def count(result: ScenarioVerdict, clause: str, device: str, verdict: str) -> None:
        scenarios = cell(clause, device).scenarios
        if result.id not in scenarios:
            scenarios.append(result.id)
        evidence.setdefault((clause, device), []).append(verdict)

    for result in results:
        for clause in result.clauses:
            named = clauses.setdefault(clause, ClauseVerdict())
            named.scenarios.append(result.id)
            named.required = True
            for device in result.devices:
                count(result, clause, device, _evidence(result, device))
        if result.verdict in (FINDING, ADVISORY):
            _charge(result, count)
    for (clause, device), found in evidence.items():
        cell(clause, device).verdict = _of_cell(found)
    for name, one in clauses.items():
        if name not in known:
            problems.append(f"clause {name} is not in the registry")
        one.verdict = worst(cell.verdict for cell in one.devices.values())
    return clauses


class _Count(Protocol):
    def __call__(self, result: ScenarioVerdict, clause: str, device: str, verdict: str) -> None: ...


def _charge(result: ScenarioVerdict, count: _Count) -> None:
    for one in (*result.discrepancies, *result.other_attempts):
        for clause in charged(result, one):
            count(result, clause, one.role or one.device, one.weight)
    if not result.discrepancies:
        # A verdict without its reasons: its own clauses and judged devices answer for it.
        for clause in result.clauses:
            for device in result.judged or dict.fromkeys(result.devices, True):
                count(result, clause, device, result.verdict)


def _evidence(result: ScenarioVerdict, device: str) -> str:
    """What a scenario says of a device on its own clauses, discrepancies aside."""
    if result.verdict == CONFORMS:
        return CONFORMS if result.judged.get(device, False) else NOT_TESTED
    if result.verdict in (FINDING, ADVISORY):
        return NOT_TESTED
    return result.verdict


def _of_cell(found: Sequence[str]) -> str:
    """Several scenarios on one cell: the worst; one that says nothing undoes no evidence."""
    return worst(one for one in found if one != NOT_TESTED)


def _claimed(clause: str) -> bool:
    return any(clause == section or _within(clause, section) for section in CLAIMED_SECTIONS)


def as_json(value: object) -> Mapping[str, Any]:
    """A struct of this module as plain JSON values."""
    built: dict[str, Any] = msgspec.to_builtins(value)
    return built
