"""What came of the mutants: counts for each module, and what survived."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from benchmarks.mutation.mutants import Mutant
from benchmarks.mutation.player import INVALID, KILLED, NO_TEST, SURVIVED, TIMEOUT, Result

REASONS = Path(__file__).parent / "survivors.tsv"
"""Mutant, what it changes, into what, and why no test kills it."""


def reasons() -> dict[tuple[str, str, str], str]:
    """(function, text, changed text) -> why it survives. Numbers move with the source, so the texts
    count."""
    with REASONS.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file, delimiter="\t")
        next(rows)
        return {(name.partition("#")[0], was, now): why for name, was, now, why in rows}


def unexplained(results: Iterable[Result]) -> Iterator[str]:
    """The names of what survived without a reason in the list."""
    known = reasons()
    for one in results:
        change = (one.name.partition("#")[0], one.was, one.now)
        if one.result in (SURVIVED, NO_TEST) and change not in known:
            yield one.name


def table(
    mutants: Sequence[Mutant], results: Mapping[str, Result], shares: Mapping[str, float]
) -> str:
    """A Markdown table by module, and the survivors that no reason is given for."""
    counts: dict[str, Counter[str]] = {}
    for one in mutants:
        if one.name in results and results[one.name].result != INVALID:
            counts.setdefault(one.file, Counter())[results[one.name].result] += 1
    lines = [
        "| module | share | mutants | killed | timeout | survived | no test | rate |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    total: Counter[str] = Counter()
    sampled: Counter[str] = Counter()
    for file, count in counts.items():
        lines.append(_row(f"`{file}`", f"{shares[file]:.0%}", count))
        total += count
        if shares[file] < 1:
            sampled += count
    lines.append(_row("all", "", total))
    lines += ["", _interval("of the modules that are a sample", sampled)] if sampled else []
    names = set(unexplained(results.values()))
    left = [one for one in results.values() if one.name in names]
    lines += ["", f"{len(left)} without a reason in {REASONS.name}:"] if left else []
    lines += [f"- {it.result}: {it.name}, line {it.line}: {it.was!r} -> {it.now!r}" for it in left]
    waiting = sum(one.name not in results for one in mutants)
    lines += ["", f"{waiting} not played yet"] if waiting else []
    return "\n".join(lines)


def _interval(what: str, count: Counter[str]) -> str:
    # Not before the mutants are played: it would be there in every process that they are played in.
    from reports.chance import rate

    found = rate(count[KILLED] + count[TIMEOUT], count.total())
    return (
        f"{what}: {found.hits} of {found.tries} killed, "
        f"{found.low:.1%} to {found.high:.1%} with {found.confidence:.0%} confidence"
    )


def _row(name: str, share: str, count: Counter[str]) -> str:
    every = count.total()
    rate = (count[KILLED] + count[TIMEOUT]) / every if every else 0.0
    cells = [count[what] for what in (KILLED, TIMEOUT, SURVIVED, NO_TEST)]
    return f"| {name} | {share} | {every} | {' | '.join(map(str, cells))} | {rate:.1%} |"
