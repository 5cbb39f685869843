"""Rule on many round scripts, one a line, in order, in as many processes as wanted.

Memory does not grow with the number of lines: chunks of lines are read as they are needed, and only
a few of them are on their way at any moment.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import IO

from msgspec import Struct

from reference_engine.script import LONGEST, ScriptError, encode, rule

CHUNK = 500
"""Lines that a process rules on at a time, if they are not `CHUNK_BYTES` before."""
CHUNK_BYTES = 4_000_000


class Tally(Struct):
    """What became of a batch."""

    lines: int = 0
    ruled: int = 0
    bad: int = 0


class Chunk(Struct, frozen=True):
    """The rulings on some lines, and the errors by line number. Empty lines say nothing."""

    first: int
    lines: int
    rulings: bytes
    ruled: int
    errors: list[tuple[int, str]]


def rule_chunk(first: int, lines: list[bytes]) -> Chunk:
    """Rule on some lines; `first` is the number of the first."""
    rulings: list[bytes] = []
    errors: list[tuple[int, str]] = []
    for number, line in enumerate(lines, first):
        if not line.strip():
            continue
        try:
            rulings.append(encode(rule(line)))
        except ScriptError as fault:
            errors.append((number, str(fault)))
    joined = b"\n".join(rulings) + (b"\n" if rulings else b"")
    return Chunk(first, len(lines), joined, len(rulings), errors)


def settle_lines(
    source: IO[bytes],
    rulings: IO[bytes],
    errors: Callable[[int, str], None],
    jobs: int = 1,
    progress: Callable[[Tally], None] | None = None,
) -> Tally:
    """Rule on every line of `source`; rulings go to `rulings` in the order of their lines.

    Args:
        errors: called with the number of a bad line, from 1, and what is wrong with it.
        jobs: processes; 1 rules in this one.
        progress: called after each chunk.
    """
    tally = Tally()
    for chunk in _ruled(_chunks(source), jobs):
        rulings.write(chunk.rulings)
        tally.lines += chunk.lines
        tally.ruled += chunk.ruled
        tally.bad += len(chunk.errors)
        for number, what in chunk.errors:
            errors(number, what)
        if progress is not None:
            progress(tally)
    rulings.flush()
    return tally


def _chunks(source: IO[bytes]) -> Iterator[tuple[int, list[bytes]]]:
    first, size = 1, 0
    chunk: list[bytes] = []
    for line in _lines(source):
        chunk.append(line)
        size += len(line)
        if len(chunk) == CHUNK or size > CHUNK_BYTES:
            yield first, chunk
            first, size, chunk = first + len(chunk), 0, []
    if chunk:
        yield first, chunk


def _lines(source: IO[bytes]) -> Iterator[bytes]:
    """Lines; of one that is far too long only so much is kept as shows that it is."""
    while line := source.readline(LONGEST + 2):
        if not line.endswith(b"\n") and len(line) == LONGEST + 2:
            while rest := source.readline(LONGEST):
                if rest.endswith(b"\n"):
                    break
        yield line


def _ruled(chunks: Iterable[tuple[int, list[bytes]]], jobs: int) -> Iterator[Chunk]:
    if jobs <= 1:
        for first, lines in chunks:
            yield rule_chunk(first, lines)
        return
    # Fresh processes: a fork of a caller with threads of its own could hang.
    with ProcessPoolExecutor(jobs, get_context("spawn"), _stay_with_parent) as pool:
        waiting: deque[Future[Chunk]] = deque()
        for first, lines in chunks:
            waiting.append(pool.submit(rule_chunk, first, lines))
            if len(waiting) > 2 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _stay_with_parent() -> None:
    """Ctrl-C is the parent's business, and a worker whose parent was killed ends too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
