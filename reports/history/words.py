"""A comparison in words: for the terminal, the morning page and a chat."""

from __future__ import annotations

from msgspec import Struct

from reports.history.diff import SIGNIFICANT, Change, Diff, Other
from reports.html.visible import visible


class Section(Struct, frozen=True):
    """Some lines under a heading. `look`: the verdict whose colour it has."""

    title: str
    look: str
    lines: tuple[str, ...]


def sentence(diff: Diff) -> str:
    """The comparison in one line."""
    parts = [
        f"{number} {word}"
        for number, word in (
            (len(diff.new_findings), "new finding" + "s" * (len(diff.new_findings) != 1)),
            (len(diff.fixed), "fixed"),
            (len(diff.slower), "slower"),
            (sum(one.new for one in diff.flaky), "newly flaky"),
            (len(diff.lost), "verified no longer"),
            (len(diff.not_run), "not run"),
        )
        if number
    ]
    if not parts:
        return "nothing that matters is different"
    verdict = "regression" if diff.regression else "no regression"
    return f"{verdict}: {', '.join(parts)}"


def sections(diff: Diff) -> list[Section]:
    """Everything that changed, what has to be acted on first. Nothing is left out."""
    slower = tuple(
        f"{one.device} {one.signal}: median {one.before_ms:.4g} ms → {one.after_ms:.4g} ms, "
        f"p {_p(one.p)} (n = {one.before_n} and {one.after_n}), limit {one.limit_ms:g} ms"
        for one in diff.slower
    )
    flaky = tuple(
        f"{one.scenario}: {', '.join(one.attempts)}" + ("" if one.new else " (before, too)")
        for one in diff.flaky
    )
    found = [
        Section("New findings", "finding", _changes(diff.new_findings)),
        Section(
            f"Slower (p below {SIGNIFICANT:g}, corrected for {diff.compared_signals} signals)",
            "advisory",
            slower,
        ),
        Section("Flaky: disagrees with itself", "advisory", flaky),
        Section("Verified no longer", "inconclusive", _changes(diff.lost)),
        Section("Not run", "not run", _changes(diff.not_run)),
        Section("Fixed", "conforms", _changes(diff.fixed)),
        Section("Another verdict", "not run", _changes(diff.changed)),
        Section("Devices", "interrupted", _others(diff.devices)),
        Section("House rules", "interrupted", _others(diff.rules)),
        Section("Rig file and versions", "interrupted", _others(diff.harness)),
        Section("Scenarios that ask something else", "interrupted", diff.scenarios_changed),
        Section("New scenarios", "interrupted", diff.scenarios_new),
        Section("Scenarios that are gone", "interrupted", diff.scenarios_gone),
    ]
    return [
        Section(one.title, one.look, tuple(visible(line, 400) for line in one.lines))
        for one in found
        if one.lines
    ]


def _changes(changes: tuple[Change, ...]) -> tuple[str, ...]:
    return tuple(_change(one) for one in changes)


def _change(one: Change) -> str:
    line = f"{one.scenario}: {one.before or 'not planned'} → {one.after or 'not planned'}"
    why = "; ".join(one.found) or one.reason
    return f"{line}: {why}" if why else line


def _others(others: tuple[Other, ...]) -> tuple[str, ...]:
    return tuple(f"{one.what}: {one.before or 'none'} → {one.after or 'none'}" for one in others)


def _p(p: float) -> str:
    return f"= {p:.2g}" if p >= 1e-6 else "below 0.000001"
