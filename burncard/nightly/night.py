"""Play a night: its jobs, each in a process of its own, bench beside bench; and the page after."""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from types import FrameType

from burncard.errors import INTERRUPTED, NOT_VERIFIED, UsageError
from burncard.nightly import morning
from burncard.nightly.plan import Build, Job, Read
from burncard.nightly.state import (
    DONE,
    PLAYING,
    SOAKING,
    JobState,
    Night,
    prune,
    save,
    unfinished,
    worst,
)
from reports.html.page import moment
from reports.records import PLAN, RunDirError, now

_GRACE_S = 60.0
"""What a run gets to make its bench safe and write its report, once it is told to end."""


class _Overlap(Exception):
    """Another night is being played in this folder."""


class _Ended(BaseException):
    """A signal ended the night: it can be gone on with."""


def play(read: Read, unfinished_only: bool, db: str | None) -> int:
    """Play `read`'s night, or what is left of an unfinished one. See `burncard.nightly.nightly`."""
    try:
        with _alone(read.out) as lock, _signals():
            begun = unfinished(read.out, read.sha256, read.plan.resume_hours)
            if begun is None and unfinished_only:
                print("no night is unfinished")
                return 0
            folder, night = begun or _begin(read)
            try:
                return _Player(read, folder, night, lock).play(db)
            except _Ended:
                print(f"interrupted; the same command goes on with {folder}", file=sys.stderr)
                return INTERRUPTED
    except _Overlap as overlap:
        print(f"burncard: {overlap}", file=sys.stderr)
        return NOT_VERIFIED
    except (OSError, RunDirError) as error:
        raise UsageError(f"{read.out}: {error}") from error


@contextlib.contextmanager
def _alone(out: Path) -> Iterator[int]:
    out.mkdir(parents=True, exist_ok=True)
    with (out / ".lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise _Overlap(f"{out}: {_who(lock.read(200))}; nothing was begun") from None
        lock.truncate(0)
        lock.write(f"{os.getpid()} since {moment(now())}")
        lock.flush()
        yield lock.fileno()


def _who(text: str) -> str:
    """Who holds the lock, by what stands in it: the night, or a run that has outlived its night."""
    pid, _, since = text.strip().partition(" ")
    if not pid.isdecimal():
        return "a night is being played by another process"
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return f"process {pid}, which played a night {since}, is gone, but a run of it still plays"
    except (OSError, OverflowError):  # it is another user's, or no process at all
        pass
    return f"a night is being played by process {pid} {since}"


def _say(line: str) -> None:
    """A line of the terminal, in one write: lanes speak at the same time."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


@contextlib.contextmanager
def _signals() -> Iterator[None]:
    ended = False

    def end(number: int, frame: FrameType | None) -> None:
        nonlocal ended
        if not ended:  # a second one must not cut the runs' own ending short
            ended = True
            raise _Ended

    numbers = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    before = {number: signal.signal(number, end) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _begin(read: Read) -> tuple[Path, Night]:
    folder = read.out / f"{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}"
    folder.mkdir()
    night = Night(str(read.path), read.sha256, now(), {job.name: JobState() for job in read.jobs})
    save(folder, night)
    return folder, night


class _Player:
    """Plays the jobs of one night. `lock`: held by each process that it starts, too, so that a
    night whose leader was killed counts as being played until its last run has ended."""

    def __init__(self, read: Read, folder: Path, night: Night, lock: int) -> None:
        self._read, self._folder, self._night, self._lock = read, folder, night, lock
        self._running: set[subprocess.Popen[bytes]] = set()
        self._ended = False
        self._mutex = Lock()
        """Around what the lanes share: the state's file, the processes that run."""

    def play(self, db: str | None) -> int:
        """Every job that is not done, then the page. Returns the night's exit code."""
        read, night = self._read, self._night
        for job in read.jobs:
            night.jobs.setdefault(job.name, JobState())
        with ThreadPoolExecutor(read.plan.together, "lane") as pool:
            try:
                for lane in [pool.submit(self._lane, jobs) for jobs in read.lanes]:
                    lane.result()
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                self._end_all()
                raise
        said = morning.write(read, self._folder, night, db or _database(read))
        night.code = worst([*(one.worst for one in night.jobs.values()), *said.codes])
        night.finished = now()
        self._save()
        print(said.text)
        gone = prune(read.out, read.plan.keep.nights, self._folder)
        if gone:
            print(f"deleted, as the plan keeps {read.plan.keep.nights} nights: {len(gone)}")
        if problem := morning.send(read.plan.webhook, said.text):
            print(f"burncard: {problem}", file=sys.stderr)
        return night.code

    def _lane(self, jobs: Sequence[Job]) -> None:
        for job in jobs:
            state = self._night.jobs[job.name]
            if state.state != DONE:
                _say(f"{job.name}: begins")
                self._job(job, state)
                _say(f"{job.name}: ends with {state.worst}")

    def _save(self) -> None:
        with self._mutex:
            save(self._folder, self._night)

    def _end_all(self) -> None:
        with self._mutex:
            self._ended = True
            running = tuple(self._running)
        for process in running:  # all of them at once: each has its bench to make safe
            process.terminate()
        for process in running:
            _insist(process)

    def _job(self, job: Job, state: JobState) -> None:
        home = self._folder / job.name
        home.mkdir(exist_ok=True)
        if state.code is None:
            begun = (home / "run" / PLAN).exists()
            if begun or job.build is None or self._installed(job.build, home, state):
                state.state = PLAYING
                self._save()
                self._run(job, home, state, begun)
        if job.bench.soak_minutes and state.code is not None and state.soak is None:
            state.state = SOAKING
            self._save()
            state.soak = self._soak(job, home, state)
        state.state = DONE
        self._save()

    def _run(self, job: Job, home: Path, state: JobState, begun: bool) -> None:
        bench, run_dir = job.bench, home / "run"
        words = ["run", "-n", str(bench.workers)]
        if begun:
            state.notes.append(f"gone on with {moment(now())}")
            words += ["--resume", str(run_dir)]
        else:
            words += ["--out", str(run_dir), "--repeat", str(bench.repeat)]
            words += ["-k", bench.select] if bench.select else []
        if bench.rig:
            words += ["--rig", str(self._read.place(bench.rig))]
        if bench.features and not begun:
            words += ["--", *(str(self._read.place(one)) for one in bench.features)]
        state.code = self._burncard(words, home, bench.limit_minutes, state)
        self._save()

    def _soak(self, job: Job, home: Path, state: JobState) -> int:
        folder, minutes = home / "soak", job.bench.soak_minutes
        words = ["soak", "--minutes", f"{minutes:g}", "--out", str(folder)]
        # Other rounds each night, and the same ones when the night is gone on with.
        words += ["--seed", self._folder.name[:10].replace("-", "")]
        if job.bench.rig:
            words += ["--rig", str(self._read.place(job.bench.rig))]
        if folder.exists():
            words.append("--resume")
        return self._burncard(words, home, minutes + job.bench.limit_minutes, state)

    def _installed(self, build: Build, home: Path, state: JobState) -> bool:
        if not build.install:
            return True
        command = list(build.install)
        if "/" in command[0]:
            command[0] = str(self._read.place(command[0]))
        try:
            code = self._process(command, home, build.install_minutes, state)
        except OSError as error:
            state.notes.append(f"firmware {build.name} was not installed: {error}")
            return False
        if code:
            state.notes.append(
                f"firmware {build.name} was not installed: {build.install[0]} ended with {code}; "
                f"its output is in {morning.LOG}"
            )
        return code == 0

    def _burncard(self, words: Sequence[str], home: Path, minutes: float, state: JobState) -> int:
        command = [sys.executable, "-m", "burncard", *words]
        code = self._process(command, home, minutes, state)
        if code not in (0, 1, NOT_VERIFIED, INTERRUPTED):
            state.notes.append(_last_line(home / morning.LOG) or f"{words[0]} ended with {code}")
            return NOT_VERIFIED
        return code

    def _process(self, command: Sequence[str], home: Path, minutes: float, state: JobState) -> int:
        """Run it to its end, at most `minutes`; its output goes to the job's log."""
        with (home / morning.LOG).open("ab") as log, self._mutex:
            if self._ended:
                raise _Ended
            # A session of its own: Ctrl-C at the terminal is passed on once, by us.
            process = subprocess.Popen(
                command,
                cwd=self._read.path.parent,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                pass_fds=(self._lock,),
            )
            self._running.add(process)
        try:
            code = process.wait(minutes * 60)
        except subprocess.TimeoutExpired:
            state.notes.append(f"ended by the limit of {minutes:g} minutes")
            _end(process)
            code = process.returncode if process.returncode > 0 else NOT_VERIFIED
        finally:
            with self._mutex:
                self._running.discard(process)
                ended = self._ended
        if ended:  # its code is that of its ending, and no result
            raise _Ended
        return code


def _database(read: Read) -> str | None:
    if not read.plan.db:
        return None
    return read.plan.db if "://" in read.plan.db else str(read.place(read.plan.db))


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ask it to end, so that its bench is made safe; insist where that takes too long."""
    process.terminate()
    _insist(process)


def _insist(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(_GRACE_S)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _last_line(log: Path) -> str:
    try:
        lines = log.read_text("utf-8", "replace").split("\n")
    except OSError:
        return ""
    return next((line.strip()[:400] for line in reversed(lines) if line.strip()), "")
