"""`burncard rig`: look after a bench."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from burncard.errors import NOT_VERIFIED, UsageError

if TYPE_CHECKING:
    from burncard.doctor import Missing
    from rigs.check import Report, Row
    from rigs.conformance.kit import Report as Conformance
    from rigs.drivers import Identity
    from rigs.rigfile import Rig

PIPED_WIDTH = 140
"""Columns where the output is no terminal."""
CLOCK_MS, CLOCK_SHARE = 10.0, 0.01
"""A device's clock that goes so much wrong, in a check or of its time, is worth a remark."""


def load(file: Path | None) -> Rig:
    """The rig in `file`, its house rules held against the law; None takes the emulated bench.

    Raises:
        UsageError: the rig file cannot be read or is wrong.
    """
    from reference_engine.law import HouseRuleError, check_rules
    from rigs.rigfile import RigFileError, load_rig

    try:
        rig = load_rig(file)
    except RigFileError as error:
        raise UsageError(str(error)) from error
    # The rig layer knows nothing of the law, so what a rig file says of it is looked at here.
    for game, chosen in rig.house_rules.items():
        try:
            check_rules(game, chosen)
        except HouseRuleError as error:
            raise UsageError(f"{file}: house_rules.{game}: {error}") from error
    return rig


def check(file: Path | None, as_json: bool = False, pings: int = 50, listen_s: float = 0.5) -> int:
    """Look over the rig in `file`; None takes the emulated bench.

    Args:
        pings: how often each device is asked for its state.
        listen_s: how long all are listened to while nothing is done to them.

    Returns:
        0 all is well, 3 a device does not answer or must not be used, or another run has the bench.

    Raises:
        UsageError: the rig file cannot be read or is wrong.
    """
    from burncard.doctor import missing
    from rigs import check as bench
    from rigs.errors import RigUnfit

    rig = load(file)
    try:
        report = bench.check(rig, pings, listen_s)
    except RigUnfit as error:
        print(error, file=sys.stderr)
        return NOT_VERIFIED
    lacks = missing(rig, report.rows)
    if as_json:
        more = [{"what": one.what, "clauses": list(one.clauses)} for one in lacks]
        print(bench.as_json(report, missing=more).decode())
    else:
        _show(report, lacks)
    return report.exit_code


def lease(file: Path | None, release: bool = False, owner: str = "") -> int:
    """Show who has the rig in `file`, or let go of what a run of `owner`'s has left behind.

    Returns:
        0 free, or let go of; 3 another run has it, or it is not `owner`'s to let go of.

    Raises:
        UsageError: the rig file cannot be read or is wrong.
    """
    from rigs import check as bench
    from rigs import lease as leases
    from rigs.errors import BenchError

    rig = load(file)
    if release and not owner:
        raise UsageError("--release needs --owner NAME: whose lease it is, as `rig lease` shows")
    try:
        found = bench.held(rig)
        if not found:
            print(f"{rig.name}: needs no lease; each run starts its own devices")
        free = True
        for one in found:
            if release and one.holder:
                leases.release_as(leases.folder(rig), one.name, owner)
                print(f"{one.name}: let go of; {one.holder}")
                continue
            past = "expired: " if one.holder and one.free else ""
            print(f"{one.name}: {past}{one.holder or 'free'}  ({one.folder})")
            free = free and one.free
    except BenchError as error:
        print(error, file=sys.stderr)
        return NOT_VERIFIED
    return 0 if free else NOT_VERIFIED


def conformance(file: Path | None, device: str = "", as_json: bool = False) -> int:
    """Try what every driver must do with its device, on the rig in `file`.

    Returns:
        0 all pass, 1 a check fails, 3 a device could not be opened, or nobody acted on it.

    Raises:
        UsageError: the rig file is wrong, or has no such device.
    """
    from rigs.conformance import kit
    from rigs.errors import BenchError
    from rigs.rigfile import RigFileError

    rig = load(file)
    try:
        report = kit.conformance(rig, device)
    except RigFileError as error:
        raise UsageError(str(error)) from error
    except BenchError as error:
        print(error, file=sys.stderr)
        return 3
    if as_json:
        print(kit.as_json(report).decode())
    else:
        _show_conformance(report)
    return report.exit_code


def _show_conformance(report: Conformance) -> None:
    from reports.words import counted

    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = PIPED_WIDTH
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for name in ("Device", "Driver", "Check", "", "Found"):
        table.add_column(name, overflow="fold")
    for tried in report.devices:
        for result in tried.results:
            # What is found quotes the device: never markup.
            cells = (tried.device, tried.driver, result.check, result.verdict, result.text)
            table.add_row(*(Text(cell) for cell in cells))
    console.print(table)
    for tried in report.devices:
        if tried.error:
            console.print(Text(tried.error), soft_wrap=True)
    results = [result for tried in report.devices for result in tried.results]
    failed = sum(result.verdict == "fail" for result in results)
    passed = sum(result.verdict == "pass" for result in results)
    absent = sum(bool(tried.error) for tried in report.devices)
    untried = sum(result.verdict == "not tried" for result in results)
    line = f"{report.rig}: {counted(passed, 'check')} pass, {failed} fail"
    line += f", {untried} not tried" if untried else ""
    line += f"; {absent} of {len(report.devices)} devices not there" if absent else ""
    console.print(Text(line))


def _show(report: Report, lacks: Sequence[Missing]) -> None:
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = PIPED_WIDTH
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for name in ("Device", "Role", "Link", "Is", "Firmware", "State"):
        table.add_column(name, overflow="fold")
    table.add_column("Median, p99", justify="right")
    for row in report.rows:
        # What a device says of itself is text from outside: never markup.
        table.add_row(*(Text(cell) for cell in _cells(row)))
    console.print(table)
    for row in report.rows:
        for line in _remarks(row):
            console.print(Text(line), soft_wrap=True)
    for one in report.leases:
        if not one.free:
            console.print(Text(one.holder), soft_wrap=True)
    for lack in lacks:
        console.print(Text(lack.words()), soft_wrap=True)
    answering = sum(row.answers for row in report.rows)
    console.print(Text(f"{report.rig}: {answering} of {len(report.rows)} devices answer"))


def _cells(row: Row) -> tuple[str, ...]:
    trip = ""
    if row.round_trip_ms is not None and row.round_trip_p99_ms is not None:
        trip = f"{row.round_trip_ms:.1f}, {row.round_trip_p99_ms:.1f} ms"
    state = row.state if row.answers else "no answer"
    return (row.device, row.role, row.link, _who(row.identity), row.identity.firmware, state, trip)


def _remarks(row: Row) -> Iterator[str]:
    """What is worth a line, beside its row."""
    if row.error:
        yield row.error
    elif row.claimed:
        yield f"{row.device}: {', '.join(row.claimed)} as the rig file claims"
    if row.software is not None:
        yield f"{row.device}: software: {row.software.words()}"
    if row.bad_frames:
        yield f"{row.device}: {row.bad_frames} of {row.bad_frames + (row.frames or 0)} frames bad"
    for kind, count in row.troubles.items():
        if kind != "garbled":  # they are the bad frames
            yield f"{row.device}: {kind}, {'once' if count == 1 else f'{count} times'}"
    drift, span = row.clock_drift_ms, row.clock_span_ms
    if drift is not None and span and abs(drift) > max(CLOCK_MS, CLOCK_SHARE * span):
        yield f"{row.device}: its clock went {span + drift:.0f} ms in {span:.0f} ms"
    if row.unasked_count:
        said = "; ".join(row.unasked)
        yield f"{row.device}: {row.unasked_count} messages though nothing was done to it: {said}"
    if row.calibration is not None and row.calibration.words():
        yield f"{row.device}: {row.calibration.words()}"


def _who(identity: Identity) -> str:
    who = " ".join(part for part in (identity.maker, identity.model, identity.serial) if part)
    return f"{who} ({identity.source})" if who and identity.source else who
