"""`burncard settle`: round scripts in, rulings out."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import msgspec
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from burncard.errors import UsageError

BAD_LINES = 2
"""Exit code of a batch with lines that could not be ruled on."""
LINE_ENDINGS = (".jsonl", ".ndjson")


def settle(file: str, out: Path | None, pretty: bool) -> int:
    """Print the ruling on the round in `file` as JSON, or write it to `out`.

    Raises:
        UsageError: the script cannot be read, or the law does not permit what it says.
    """
    from reference_engine.script import ScriptError, encode, rule

    text = read_script(file)
    try:
        ruling = encode(rule(text))
    except ScriptError as error:
        raise UsageError(f"{_named(file)}: {error}") from error
    _refuse_doubled_keys(text, file)
    if pretty and out is None:
        ruling = msgspec.json.format(ruling, indent=2)
    with _target(out) as target:
        target.write(ruling + b"\n")
    return 0


def _refuse_doubled_keys(text: bytes, file: str) -> None:
    """JSON readers take the last of two equal keys, and a wager given twice is no wager."""

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found: dict[str, object] = {}
        for key, value in pairs:
            if key in found:
                raise UsageError(f"{_named(file)}: the key {key!r} is given twice; leave one out")
            found[key] = value
        return found

    json.loads(text, object_pairs_hook=once)


def explain(file: str, out: Path | None) -> int:
    """Tell the round in `file` act by act, card by card, chip by chip, with the clauses.

    Raises:
        UsageError: as `settle`.
    """
    from reference_engine.explain import explain as told
    from reference_engine.script import ScriptError

    text = read_script(file)
    try:
        story = told(text)
    except ScriptError as error:
        raise UsageError(f"{_named(file)}: {error}") from error
    _refuse_doubled_keys(text, file)
    if out is not None or not sys.stdout.isatty():
        with _target(out) as target:
            target.write(story.encode())
        return 0
    console = Console()
    for line in story.splitlines():
        console.print(_styled(line))
    return 0


def _styled(line: str) -> Text:
    """What happens in bold, the law behind an effect dimmed."""
    said, dash, law = line.partition(" — ")
    text = Text(said, style="bold" if line[:3].strip().isdigit() else "")
    return text.append(dash + law, style="dim") if dash else text


def schema(which: str, out: Path | None) -> int:
    """Print the JSON Schema of a ``script`` or of a ``ruling``."""
    from reference_engine.schema import shipped

    with _target(out) as target:
        target.write(shipped(which))
    return 0


def settle_batch(file: str, out: Path | None, jobs: int) -> int:
    """Rule on every line of `file`: a ruling a line, in order; bad lines by number on stderr.

    Raises:
        UsageError: the file cannot be read, or `out` cannot be written.
    """
    from reference_engine.batch import Tally, settle_lines

    name = _named(file)
    with _source(file) as source, _target(out) as target, _progress(source, out) as shown:
        console, step = shown

        def bad(number: int, what: str) -> None:
            said = Text(f"burncard: {name}, line {number}: {what}")
            console.print(said, soft_wrap=True)

        def progress(tally: Tally) -> None:
            step(tally.lines)

        try:
            tally = settle_lines(source, target, bad, jobs, progress)
        except BrokenProcessPool as error:
            raise BrokenPool(f"{name}: a process of --jobs was killed from outside") from error
    if tally.bad or sys.stderr.isatty():
        lines = "line" if tally.bad == 1 else "lines"
        rounds = "round" if tally.ruled == 1 else "rounds"
        print(
            f"burncard: {name}: {tally.ruled:,} {rounds} ruled on, {tally.bad:,} bad {lines}",
            file=sys.stderr,
        )
    return BAD_LINES if tally.bad else 0


class BrokenPool(Exception):
    """A worker of a batch was killed. One line; the rulings are not complete."""


def read_script(file: str) -> bytes:
    """The bytes of a round script, and no more than show that it is too long.

    Raises:
        UsageError: the file cannot be read.
    """
    from reference_engine.script import LONGEST

    if file == "-" and sys.stdin.isatty():
        print("burncard: reading a round script; Ctrl-D ends it", file=sys.stderr)
    with _source(file) as source:
        return source.read(LONGEST + 1)


def by_lines(file: str) -> bool:
    """Whether the name says that `file` holds one script a line."""
    return file.lower().endswith(LINE_ENDINGS)


def _named(file: str) -> str:
    return "standard input" if file == "-" else file


@contextmanager
def _source(file: str) -> Iterator[IO[bytes]]:
    if file == "-":
        yield sys.stdin.buffer
        return
    try:
        with Path(file).open("rb") as source:
            source.peek(1)  # a directory is known by its first read
            yield source
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}") from error


@contextmanager
def _target(out: Path | None) -> Iterator[IO[bytes]]:
    """Standard output, or `out`, which appears only when all of it is written."""
    if out is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    part = out.with_name(out.name + ".part")
    try:
        with part.open("wb") as target:
            yield target
        part.replace(out)
    except OSError as error:
        raise UsageError(f"{out}: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _progress(
    source: IO[bytes], out: Path | None
) -> Iterator[tuple[Console, Callable[[int], None]]]:
    """A progress bar on standard error, where it does not get between the rulings."""
    console = Console(stderr=True)
    if not console.is_terminal or (out is None and sys.stdout.isatty()):
        yield console, lambda lines: None
        return
    size = Path(source.name).stat().st_size if Path(source.name).is_file() else None
    columns = (BarColumn(), TextColumn("{task.fields[lines]:,} lines"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=size, lines=0)

        def step(lines: int) -> None:
            read = source.tell() if size is not None else 0
            bar.update(task, completed=read, lines=lines)

        yield bar.console, step
