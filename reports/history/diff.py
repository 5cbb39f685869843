"""What changed from one run to another, and whether it is for the worse.

A regression is what someone has to act on: a finding or an advisory that was not there, a scenario
that now disagrees with itself, a device that has become slower by more than chance and by enough to
matter. What was verified and is not any more is *lost*: no proof of a fault, but no pass either.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from reports.history.ranks import higher, holm
from reports.history.view import Measured, Played, View
from reports.verdicts import (
    ADVISORY,
    CONFORMS,
    EXIT_CONFORMS,
    EXIT_FINDINGS,
    EXIT_NOT_VERIFIED,
    FINDING,
    WORST_FIRST,
)

SIGNIFICANT = 0.01
"""The p below which a device counts as slower, after correction for all signals asked."""
SLOWER_BY = 1.1
"""The least factor between the medians. Two nights of one machine differ by something always."""
SLOWER_BY_MS = 1.0
"""The least difference of the medians, milliseconds."""


class Change(Struct, frozen=True):
    """A scenario whose verdict, or what was found in it, is another."""

    scenario: str
    name: str
    clauses: tuple[str, ...]
    before: str
    """The verdict, or "" where the run did not plan it."""
    after: str
    found: tuple[str, ...] = ()
    """Discrepancies that are new; of what is fixed, those that are gone."""
    reason: str = ""


class Slower(Struct, frozen=True):
    """A device that takes longer for a signal, by the one-sided test of Mann and Whitney."""

    device: str
    signal: str
    before_ms: float
    """The medians."""
    after_ms: float
    before_n: int
    after_n: int
    p: float
    """Corrected (Holm) for the number of signals that were compared."""
    limit_ms: float


class Flaky(Struct, frozen=True):
    """A scenario that disagrees with itself within the later run."""

    scenario: str
    name: str
    attempts: tuple[str, ...]
    new: bool
    """In the earlier run it did not."""


class Other(Struct, frozen=True):
    """Something of the bench, the rules or the harness that is not the same."""

    what: str
    before: str
    after: str


class Diff(Struct, frozen=True):
    """Two runs, compared. `before` and `after` are without their scenarios and measurements."""

    before: dict[str, Any]
    after: dict[str, Any]
    new_findings: tuple[Change, ...]
    fixed: tuple[Change, ...]
    lost: tuple[Change, ...]
    """Verified in the earlier run; in the later inconclusive, interrupted or not run."""
    not_run: tuple[Change, ...]
    """Planned in the later run and not run, or only in the earlier run's plan."""
    changed: tuple[Change, ...]
    """Every other verdict that is not the same."""
    slower: tuple[Slower, ...]
    compared_signals: int
    flaky: tuple[Flaky, ...]
    scenarios_changed: tuple[str, ...]
    scenarios_new: tuple[str, ...]
    scenarios_gone: tuple[str, ...]
    devices: tuple[Other, ...]
    rules: tuple[Other, ...]
    harness: tuple[Other, ...]

    @property
    def regression(self) -> bool:
        """Whether something is worse."""
        return bool(self.new_findings or self.slower or any(one.new for one in self.flaky))

    @property
    def exit_code(self) -> int:
        """1: a regression; 3: none, but something verified before is not any more; else 0."""
        if self.regression:
            return EXIT_FINDINGS
        gone = any(one.before in (CONFORMS, FINDING, ADVISORY) for one in self.not_run)
        return EXIT_NOT_VERIFIED if self.lost or gone else EXIT_CONFORMS


_RANK = {verdict: place for place, verdict in enumerate(WORST_FIRST)}
_JUDGED = (CONFORMS, FINDING, ADVISORY)
_BAD = (FINDING, ADVISORY)


def compare(before: View, after: View) -> Diff:
    """What changed from `before` to `after`."""
    old = {one.id: one for one in before.scenarios}
    new = {one.id: one for one in after.scenarios}
    sorts: dict[str, list[Change]] = {
        name: [] for name in ("new_findings", "fixed", "lost", "not_run", "changed")
    }
    sorts["not_run"] += [_as(one, one.verdict, "") for one in old.values() if one.id not in new]
    for name, one in new.items():
        sort, change = _change(old.get(name), one)
        if change is not None:
            sorts[sort].append(change)
    both = old.keys() & new.keys()
    slower, compared = _slower(before, after)
    return Diff(
        before=head(before),
        after=head(after),
        **{name: tuple(found) for name, found in sorts.items()},
        slower=slower,
        compared_signals=compared,
        flaky=tuple(_flaky(old, new)),
        scenarios_changed=tuple(
            sorted(
                name
                for name in both
                if old[name].sha256 and new[name].sha256 and old[name].sha256 != new[name].sha256
            )
        ),
        scenarios_new=tuple(sorted(new.keys() - old.keys())),
        scenarios_gone=tuple(sorted(old.keys() - new.keys())),
        devices=tuple(_devices(before, after)),
        rules=tuple(_others(_flat(before.house_rules), _flat(after.house_rules))),
        harness=tuple(_harness(before, after)),
    )


def head(view: View) -> dict[str, Any]:
    """A run without its content, for the head of a report."""
    names = "id label started ended rig overall exit_code partial counts directory"
    return {name: getattr(view, name) for name in names.split()}


def _change(old: Played | None, new: Played) -> tuple[str, Change | None]:
    was = old.verdict if old is not None else ""
    known = set(old.discrepancies) if old is not None else set()
    found = tuple(one for one in new.discrepancies if one not in known)
    if new.verdict in _BAD:
        worse = was not in _BAD or _RANK[new.verdict] < _RANK[was]
        if worse or found:
            return "new_findings", _as(new, was, new.verdict, found)
        return ("changed", _as(new, was, new.verdict)) if was != new.verdict else ("", None)
    if new.verdict == was:
        return "", None
    if new.verdict == CONFORMS and was in _BAD:
        return "fixed", _as(new, was, CONFORMS, tuple(known))
    if new.verdict == "not run":
        return "not_run", _as(new, was, new.verdict)
    if was in _JUDGED and new.verdict not in _JUDGED:
        return "lost", _as(new, was, new.verdict)
    if not was and new.verdict == CONFORMS:
        return "", None  # a new scenario that conforms; `scenarios_new` names it
    return "changed", _as(new, was, new.verdict)


def _as(one: Played, before: str, after: str, found: tuple[str, ...] = ()) -> Change:
    return Change(one.id, one.name, one.clauses, before, after, found, one.reason if after else "")


def _slower(before: View, after: View) -> tuple[tuple[Slower, ...], int]:
    old = {(one.device, one.signal): one for one in before.latencies}
    pairs = [
        (old[one.device, one.signal], one)
        for one in after.latencies
        if (one.device, one.signal) in old
    ]
    corrected = holm([higher(one.ms, other.ms) for one, other in pairs])
    return (
        tuple(
            Slower(
                other.device,
                other.signal,
                one.median_ms,
                other.median_ms,
                len(one.ms),
                len(other.ms),
                p,
                other.limit_ms,
            )
            for (one, other), p in zip(pairs, corrected, strict=True)
            if p < SIGNIFICANT and _matters(one, other)
        ),
        len(pairs),
    )


def _matters(one: Measured, other: Measured) -> bool:
    more = other.median_ms - one.median_ms
    return more >= SLOWER_BY_MS and other.median_ms >= SLOWER_BY * one.median_ms


def _flaky(old: dict[str, Played], new: dict[str, Played]) -> Iterator[Flaky]:
    for name, one in new.items():
        if disagrees(one):
            before = old.get(name)
            yield Flaky(name, one.name, one.attempts, before is None or not disagrees(before))


def disagrees(one: Played) -> bool:
    """Whether its attempts judge the devices differently."""
    return len({verdict == CONFORMS for verdict in one.attempts if verdict in _JUDGED}) > 1


def _devices(before: View, after: View) -> Iterator[Other]:
    def by_name(view: View) -> dict[str, str]:
        flat: dict[str, str] = {}
        for one in view.devices:
            # A bench with several equal devices, or a device changed in mid-run, has two of a name.
            for key, value in {"role": one.role, **one.identity}.items():
                place = f"{one.name}: {key}"
                known = flat.get(place, "")
                flat[place] = str(value) if known in ("", str(value)) else f"{known} and {value}"
        return flat

    # A run that was cut short before its bench was open knows nothing of its devices.
    if before.devices and after.devices:
        yield from _others(by_name(before), by_name(after))


def _harness(before: View, after: View) -> Iterator[Other]:
    if (before.rig, before.rig_sha256) != (after.rig, after.rig_sha256):
        yield Other(
            "rig file",
            f"{before.rig} {before.rig_sha256[:12]}".strip(),
            f"{after.rig} {after.rig_sha256[:12]}".strip(),
        )
    yield from _others(before.versions, after.versions)


def _flat(rules: dict[str, Any]) -> dict[str, str]:
    return {
        f"{game}: {name}": str(value)
        for game, of_game in rules.items()
        for name, value in (of_game.items() if isinstance(of_game, dict) else ())
    }


def _others(old: dict[str, str], new: dict[str, str]) -> Iterator[Other]:
    for name in {**old, **new}:
        if old.get(name) != new.get(name):
            yield Other(name, str(old.get(name, "")), str(new.get(name, "")))
