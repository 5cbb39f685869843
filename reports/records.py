"""The plan and the records of a run: written as things happen, read whatever happened.

Everything else in a run directory is derived from these files and from the wire logs. A record is
append-only; each line reaches the operating system in one write, so that a runner killed at any
moment leaves complete lines and at most one torn one. docs/formats.md describes every file.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec
from msgspec import Struct

from reports.lines import (
    Act,
    AnyLine,
    Close,
    Discrepancy,
    Latency,
    LinkNote,
    Msg,
    NotTestable,
    Open,
    Scored,
    Step,
)

PLAN = "plan.json"
ENDED = "ended.json"
RESUMED = "resumed.jsonl"
RECORDS = "records"
BENCHES = "bench"
ALLURE = "allure-results"
"""Made by Allure's plugin before there is a plan."""

RECORD_LIMIT = 256 * 1024 * 1024
"""Bytes after which a record takes no more messages, acts or steps; its close line always fits."""
LINE_LIMIT = 1024 * 1024
"""Bytes above which a line is cut short: the wire log keeps the whole message."""
KEPT_OF_A_LONG_TEXT = 4096
KEPT_OF_LONG_BYTES = 64 * 1024

DERIVED = (
    "run.json",
    "verdicts.json",
    "report.html",
    "junit.xml",
    "certificate.html",
    "certificate.pdf",
    ALLURE,
    "allure-report",
)
BESIDE = ("wire", "emulators", "guard.json", "guard.log")
"""What the bench and its guard write there."""
WRITTEN = (PLAN, ENDED, RESUMED, RECORDS, BENCHES, *BESIDE, *DERIVED)
"""Everything that a run puts in its directory."""

_TORN = re.compile(r"\..+\.\d+\.tmp")
"""What a kill in `write_atomic` leaves."""
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,199}")
_encode = msgspec.json.Encoder(enc_hook=str).encode
_decode_line = msgspec.json.Decoder(AnyLine).decode


_Kind = TypeVar("_Kind")


class RunDirError(Exception):
    """A run directory cannot be written or read: one line with file, what is wrong, remedy."""


class Scenario(Struct, frozen=True):
    """A planned scenario. `line` is the line of its name in `file`; `devices` are roles."""

    id: str
    name: str
    feature: str = ""
    rule: str = ""
    file: str = ""
    line: int = 0
    clauses: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()
    sha256: str = ""
    """Of what it asks: clauses, devices and every step; not of where it stands."""
    severity: str = ""
    owner: str = ""
    tags: tuple[str, ...] = ()
    """Those that say nothing of clauses, devices, severity or owner."""
    row: tuple[tuple[str, str], ...] = ()
    """The row of its Examples: column and value."""


class Plan(Struct, frozen=True):
    """What a run set out to do. The keys of `run` are listed in docs/formats.md."""

    run: dict[str, Any] = {}
    scenarios: tuple[Scenario, ...] = ()


class Record(Struct):
    """One record as far as it can be read. `problems` says, a line each, what could not be.

    `torn`: those of them that say only how an attempt ended that the power of the computer cut
    off, be it in its first line; a torn close line is none of them, for it had a verdict.
    """

    path: Path
    id: str
    attempt: int
    opened: Open | None = None
    steps: list[Step] = []
    msgs: list[Msg] = []
    acts: list[Act] = []
    closed: Close | None = None
    problems: list[str] = []
    torn: list[str] = []


class _Devices(Struct):
    devices: list[dict[str, Any]] = []


def now() -> str:
    """Wall time as records carry it: ISO 8601, UTC, milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def write_atomic(path: Path, content: bytes | str) -> None:
    """Put `content` in place of `path` in one go: old file or new one, never a half.

    Raises:
        RunDirError: the directory is not writable or its disk full. The old file is kept.
    """
    data = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise RunDirError(_cannot_write(path, error)) from error


def write_json(path: Path, value: object) -> None:
    """`value` as indented JSON, atomically. Raises `RunDirError` as `write_atomic`."""
    write_atomic(path, msgspec.json.format(_encode(value), indent=1) + b"\n")


def check_ours(run_dir: Path) -> None:
    """Make sure that a new run may be written to `run_dir`, and what lies there be removed.

    Raises:
        RunDirError: it is a file, or holds other things and no run (a mistyped ``--out`` must not
            delete anything).
    """
    if run_dir.exists() and not run_dir.is_dir():
        raise RunDirError(f"{run_dir}: is a file; name a directory for the run's output")
    try:
        found = {one.name for one in run_dir.iterdir()} if run_dir.exists() else set()
    except OSError as error:
        raise RunDirError(_cannot_write(run_dir, error)) from error
    found = {name for name in found if not _TORN.fullmatch(name)}
    if PLAN not in found and not found <= {ALLURE}:
        raise RunDirError(
            f"{run_dir}: is not empty and holds no run; name an empty or a new directory"
        )


def clear_run(run_dir: Path) -> None:
    """Make `run_dir` ready for a new run: create it, or remove what an earlier run wrote there.

    Raises:
        RunDirError: as `check_ours`, or nothing can be written there.
    """
    check_ours(run_dir)
    try:
        run_dir.mkdir(parents=True, exist_ok=True)
        for name in WRITTEN:
            path = run_dir / name
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
    except OSError as error:
        raise RunDirError(_cannot_write(run_dir, error)) from error


def write_plan(run_dir: Path, run: Mapping[str, Any], scenarios: Iterable[Scenario]) -> Plan:
    """Write ``plan.json``, before the first step of the run.

    Raises:
        RunDirError: an id is used twice or cannot be a file name; the directory cannot be written.
    """
    plan = Plan(run=dict(run), scenarios=tuple(scenarios))
    first: dict[str, Scenario] = {}
    for scenario in plan.scenarios:
        check_id(scenario.id)
        # Folded, because some file systems do not tell upper case from lower.
        other = first.setdefault(scenario.id.casefold(), scenario)
        if other is not scenario:
            raise RunDirError(
                f"{scenario.file}:{scenario.line}: scenario id {scenario.id} is taken by "
                f"{other.file}:{other.line}; give one of them another name"
            )
    run_dir.mkdir(parents=True, exist_ok=True)
    write_json(run_dir / PLAN, plan)
    return plan


def write_ended(run_dir: Path, *, interrupted: str = "") -> None:
    """Write ``ended.json``: the runner came to its end by itself.

    `interrupted`: the signal that cut the run short (``SIGINT``, ``SIGTERM``), or "".
    """
    write_json(run_dir / ENDED, {"ended": now(), "interrupted": interrupted})


def write_bench(run_dir: Path, devices: Sequence[Mapping[str, Any]], worker: str = "main") -> None:
    """Write ``bench/<worker>.json``: the devices on this worker's bench, with their identities.

    Each device: ``name role link protocol driver identity limits``; `identity` is what it said of
    itself.
    """
    check_id(worker)
    (run_dir / BENCHES).mkdir(parents=True, exist_ok=True)
    write_json(run_dir / BENCHES / f"{worker}.json", {"worker": worker, "devices": list(devices)})


def read_benches(run_dir: Path) -> list[dict[str, Any]]:
    """The devices of all benches of a run, as `write_bench` was given them."""
    devices: list[dict[str, Any]] = []
    for path in sorted((run_dir / BENCHES).glob("*.json")):
        try:
            devices += msgspec.json.decode(path.read_bytes(), type=_Devices).devices
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            continue  # `reports.finish` names it
    return devices


def check_id(text: str) -> None:
    """Raise `RunDirError` unless `text` can be a scenario id: it names files on every system."""
    if not _ID.fullmatch(text):
        raise RunDirError(
            f"scenario id {text[:80]!r} cannot name a file; "
            "use up to 200 letters, digits, '.', '_', '-'"
        )


class RecordWriter:
    """The record of one attempt at one scenario. Made by `open_record`.

    Every method writes one line and raises `RunDirError` when it cannot; what was written before
    stays readable. Leaving a ``with`` block without `close` leaves the record open: *interrupted*.
    """

    def __init__(self, path: Path, fd: int, limit: int) -> None:
        self.path = path
        self.dropped = 0
        self._fd = fd
        self._size = 0
        self._limit = limit

    def step(
        self,
        n: int,
        keyword: str,
        text: str,
        status: str,
        ms: float,
        notes: Sequence[str] = (),
    ) -> None:
        """A Gherkin step ended. `ms`: how long it took, milliseconds."""
        self._within_limit(Step(n, keyword, text, status, round(ms, 3), tuple(notes)))

    def message(
        self,
        t: int,
        source: str,
        target: str,
        channel: str,
        kind: str,
        data: Mapping[str, Any],
        raw: bytes = b"",
        act: int | None = None,
    ) -> None:
        """A message went from `source` to `target` at `t` (monotonic ns): `reports.lines.Msg`."""
        self._within_limit(Msg(t, source, target, channel, kind, dict(data), raw.hex(), act))

    def act(
        self,
        n: int,
        event: object,
        effects: Iterable[object],
        table: Mapping[str, Any],
        t: int | None = None,
    ) -> None:
        """Event number `n` and its ruling; `event`, `effects` are structs or JSON-able mappings."""
        self._within_limit(
            Act(
                n,
                msgspec.to_builtins(event, enc_hook=str),
                tuple(msgspec.to_builtins(effect, enc_hook=str) for effect in effects),
                dict(table),
                time.monotonic_ns() if t is None else t,
            )
        )

    def close(
        self,
        verdict: Scored,
        *,
        reason: str = "",
        discrepancies: Iterable[Discrepancy | Mapping[str, Any]] = (),
        judged: Mapping[str, bool] | None = None,
        not_testable: Iterable[NotTestable | Mapping[str, Any]] = (),
        latencies: Iterable[Latency | Mapping[str, Any]] = (),
        links: Iterable[LinkNote | Mapping[str, Any]] = (),
        table: Mapping[str, Any] | None = None,
        house_rules: Mapping[str, str] | None = None,
    ) -> None:
        """Write the close line and close the file.

        Raises:
            RunDirError: the line cannot be written.
            msgspec.ValidationError: the verdict or a discrepancy is not of the documented form.
        """
        line = Close(
            verdict=msgspec.convert(verdict, Scored),
            reason=reason,
            discrepancies=tuple(
                msgspec.convert(msgspec.to_builtins(one, enc_hook=str), Discrepancy)
                for one in discrepancies
            ),
            judged=dict(judged or {}),
            not_testable=tuple(msgspec.convert(one, NotTestable) for one in not_testable),
            latencies=tuple(msgspec.convert(one, Latency) for one in latencies),
            links=tuple(msgspec.convert(one, LinkNote) for one in links),
            table=None if table is None else dict(table),
            house_rules=dict(house_rules or {}),
            ended=now(),
            t=time.monotonic_ns(),
            dropped=self.dropped,
        )
        self._write(_encode(line))
        self.abandon()

    def abandon(self) -> None:
        """Close the file as it is. Without a close line the record counts as interrupted."""
        if self._fd >= 0:
            fd, self._fd = self._fd, -1
            os.close(fd)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.abandon()

    def _within_limit(self, line: AnyLine) -> None:
        data = _encode(line)
        if len(data) > LINE_LIMIT:
            data = _encode(_cut(line))
        if self._size + len(data) > self._limit:
            self.dropped += 1
            return
        self._write(data)

    def _write(self, data: bytes) -> None:
        if self._fd < 0:
            raise RunDirError(f"{self.path}: the record is closed")
        data += b"\n"
        try:
            done = os.write(self._fd, data)
            if done < len(data):
                # The disk took a part of the line. The rest fails too, or goes in now.
                os.write(self._fd, data[done:])
        except OSError as error:
            self._take_back_torn_line()
            raise RunDirError(_cannot_write(self.path, error)) from error
        self._size += len(data)

    def _take_back_torn_line(self) -> None:
        try:
            os.ftruncate(self._fd, self._size)
        except OSError:
            return  # Readers tolerate a torn last line.


def open_record(
    run_dir: Path,
    scenario: Scenario,
    attempt: int | None = None,
    *,
    limit: int = RECORD_LIMIT,
) -> RecordWriter:
    """Open the record of `scenario` before anything of it happens, and write its first line.

    `attempt`: None takes the next free number, from 1. An attempt's record is never written over.

    Raises:
        RunDirError: that attempt has a record, or the file cannot be written.
    """
    check_id(scenario.id)
    folder = run_dir / RECORDS
    try:
        folder.mkdir(parents=True, exist_ok=True)
        number = next_attempt(run_dir, scenario.id) if attempt is None else attempt
        path = folder / f"{scenario.id}.{number}.jsonl"
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC, 0o644)
    except FileExistsError as error:
        raise RunDirError(
            f"{error.filename}: this attempt has a record; attempts never overwrite each other"
        ) from error
    except OSError as error:
        raise RunDirError(_cannot_write(folder, error)) from error
    writer = RecordWriter(path, fd, limit)
    try:
        writer._write(
            _encode(
                Open(
                    id=scenario.id,
                    attempt=number,
                    name=scenario.name,
                    feature=scenario.feature,
                    rule=scenario.rule,
                    file=scenario.file,
                    lineno=scenario.line,
                    clauses=scenario.clauses,
                    devices=scenario.devices,
                    started=now(),
                    t=time.monotonic_ns(),
                )
            )
        )
    except BaseException:
        writer.abandon()
        raise
    return writer


def next_attempt(run_dir: Path, scenario_id: str) -> int:
    """The number of the next attempt at this scenario, from 1."""
    return 1 + max(
        (
            number
            for path in (run_dir / RECORDS).glob(f"{scenario_id}.*.jsonl")
            for name, number in [record_name(path)]
            if name == scenario_id
        ),
        default=0,
    )


def read_plan(run_dir: Path) -> Plan:
    """The plan of a run.

    Raises:
        RunDirError: there is none, or it cannot be read.
    """
    path = run_dir / PLAN
    try:
        return msgspec.json.decode(path.read_bytes(), type=Plan)
    except FileNotFoundError as error:
        raise RunDirError(f"{path}: there is no plan; is {run_dir} the output of a run?") from error
    except OSError as error:
        raise RunDirError(f"{path}: cannot be read: {error.strerror}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RunDirError(f"{path}: is not a plan: {error}") from error


def read_derived(path: Path, kind: type[_Kind]) -> _Kind:
    """A file that is made of the plan and the records, as ``run.json``.

    Raises:
        RunDirError: it is missing or cannot be read.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except FileNotFoundError as error:
        raise RunDirError(f"{path}: is missing; `burncard report build` makes it") from error
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RunDirError(f"{path}: cannot be read: {error}") from error


def resumptions(run_dir: Path) -> list[dict[str, Any]]:
    """The lines of ``resumed.jsonl`` that are whole."""
    try:
        lines = (run_dir / RESUMED).read_bytes().split(b"\n")
    except FileNotFoundError:
        return []
    except OSError as error:
        raise RunDirError(f"{run_dir / RESUMED}: cannot be read: {error.strerror}") from error
    found = []
    for line in lines:
        try:
            found.append(msgspec.json.decode(line, type=dict[str, Any]))
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue  # torn by a kill, or the nothing after the last line
    return found


def read_records(run_dir: Path) -> Iterator[Record]:
    """Every record of a run, one at a time, by scenario id and attempt (see `read_record`)."""
    paths = sorted((run_dir / RECORDS).glob("*.jsonl"), key=record_name)
    for path in paths:
        yield read_record(path)


_CLOSE = b'{"line":"close"'


def read_record(path: Path) -> Record:
    """One record. What is in the file never raises: torn or foreign lines become `problems`."""
    name, attempt = record_name(path)
    record = Record(path=path, id=name, attempt=attempt)
    try:
        content = path.read_bytes()
    except OSError as error:
        record.problems.append(f"{path.name}: cannot be read: {error.strerror}")
        return record
    lines = content.split(b"\n")
    torn = lines.pop()
    for place, data in enumerate(lines, start=1):
        try:
            line = _decode_line(data)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            record.problems.append(f"{path.name}:{place}: not a line of a record: {error}")
        else:
            _take(record, line, place)
    if torn:
        record.problems.append(f"{path.name}: the last line is cut short ({len(torn)} bytes)")
        if record.closed is None and not torn.startswith(_CLOSE):
            record.torn.append(record.problems[-1])
    if record.opened is None:
        record.problems.append(f"{path.name}: there is no open line")
        if len(lines) == 0:
            record.torn.append(record.problems[-1])
    if record.closed is not None and record.closed.dropped:
        record.problems.append(
            f"{path.name}: {record.closed.dropped} lines were left out, "
            "the record was at its size limit"
        )
    return record


def _take(record: Record, line: AnyLine, place: int) -> None:
    if record.closed is not None:
        record.problems.append(f"{record.path.name}:{place}: a line after the close line")
        return
    match line:
        case Step():
            record.steps.append(line)
        case Msg():
            record.msgs.append(line)
        case Act():
            record.acts.append(line)
        case Close():
            record.closed = line
        case Open() if record.opened is None and (line.id, line.attempt) == (
            record.id,
            record.attempt,
        ):
            record.opened = line
        case Open():
            record.problems.append(
                f"{record.path.name}:{place}: an open line of {line.id}, attempt {line.attempt}, "
                "out of place"
            )


def record_name(path: Path) -> tuple[str, int]:
    """Scenario id and attempt, from the name of a record's file."""
    name, _, number = path.name.removesuffix(".jsonl").rpartition(".")
    return (name, int(number)) if name and number.isdecimal() else (path.stem, 0)


def _cut(line: AnyLine) -> AnyLine:
    """A line too long to keep, with its long texts cut. The wire log holds the whole message."""
    shorter: AnyLine = msgspec.convert(_shorten(msgspec.to_builtins(line)), AnyLine)
    if isinstance(line, Msg) and isinstance(shorter, Msg):
        raw = line.raw[: 2 * KEPT_OF_LONG_BYTES]
        return msgspec.structs.replace(shorter, raw=raw, cut=len(line.raw) // 2)
    return shorter


def _shorten(value: object) -> object:
    match value:
        case str() if len(value) > KEPT_OF_A_LONG_TEXT:
            return f"{value[:KEPT_OF_A_LONG_TEXT]}… ({len(value)} characters)"
        case dict():
            return {_shorten(key): _shorten(one) for key, one in list(value.items())[:200]}
        case list() | tuple():
            return [_shorten(one) for one in value[:200]]
        case _:
            return value


def _cannot_write(path: Path, error: OSError) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return (
            f"{path}: no space left to write; free some and run again (what is there is readable)"
        )
    return f"{path}: cannot be written: {error.strerror or error}"
