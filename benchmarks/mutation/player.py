"""Play tests on mutants inside one pytest session, one forked process for each mutant.

A mutant that is evaluated as its module is imported needs a session of its own (`once`). Every
other one needs none: the session has collected its tests on the sources as they are, and in the
forked process the code of one function is replaced, which every reference to it sees.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import inspect
import mmap
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import coverage
import pytest
from _pytest.tmpdir import tmppath_result_key
from hypothesis import Phase, settings
from msgspec import Struct

from benchmarks.mutation.mutants import Mutant, mutated

KILLED = "killed"
SURVIVED = "survived"
TIMEOUT = "timeout"
NO_TEST = "no test"
INVALID = "not valid Python"
_INVALID = 77

EXAMPLES = 15
"""Hypothesis makes so many, the same ones each time, and does not shrink what it finds."""
SECONDS = 3
"""CPU time that a test may take on a mutant, besides ten times what it takes otherwise."""
MEMORY = 3 << 30


class Result(Struct, frozen=True):
    """What became of a mutant."""

    name: str
    result: str
    by: str
    """The test that failed, or that went on for ever."""
    line: int
    was: str
    now: str


class Baseline(Struct):
    """The tests on the sources as they are."""

    seconds: dict[str, float]
    """Test -> CPU time of its last run."""
    lines: dict[str, dict[int, list[str]]]
    """File -> line -> tests that run it."""
    at_import: dict[str, list[str]]
    """File -> functions that ran while modules were imported and tests collected."""


def module_name(file: str) -> str:
    """The name by which the module in `file` is imported."""
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def arguments(tests: Sequence[str]) -> list[str]:
    """The command line of a pytest session for `tests`."""
    return [*tests, "-q", "-x", "-p", "no:cacheprovider", "--assert=plain"]


class _Session:
    """What both kinds of session do: take the tests as they are collected, tamed and in order."""

    def __init__(self) -> None:
        self.items: dict[str, pytest.Item] = {}

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            if item.get_closest_marker("xfail") is not None:
                continue
            function: Any = getattr(item, "obj", None)
            if hasattr(function, "hypothesis"):
                old = function._hypothesis_internal_use_settings
                function._hypothesis_internal_use_settings = settings(
                    parent=old,
                    max_examples=min(EXAMPLES, old.max_examples),
                    derandomize=True,
                    database=None,
                    phases=(Phase.explicit, Phase.generate),
                )
            self.items[item.nodeid] = item

    def play(
        self, names: Sequence[str], limit: Callable[[str], float]
    ) -> Iterator[tuple[str, bool]]:
        """The tests, one by one, and whether each passed."""
        items = [self.items[name] for name in names if name in self.items]
        for n, item in enumerate(items):
            # CPU time, so that a busy computer makes no difference.
            signal.setitimer(signal.ITIMER_PROF, limit(item.nodeid))
            following = items[n + 1] if n + 1 < len(items) else None
            yield item.nodeid, _passes(item, following)
        signal.setitimer(signal.ITIMER_PROF, 0)


def _passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    """Run a test without the report on it, which costs more than most tests do."""
    hook = item.ihook
    item.stash[tmppath_result_key] = {}  # the fixture tmp_path looks for the report
    try:
        hook.pytest_runtest_setup(item=item)
        hook.pytest_runtest_call(item=item)
    except pytest.skip.Exception:
        return True
    except BaseException:  # pytest.fail is no Exception
        return False
    finally:
        hook.pytest_runtest_teardown(item=item, nextitem=following)
    return True


class Base(_Session):
    """Runs every test once on the sources as they are, and notes which lines it runs."""

    def __init__(self, root: Path, files: Sequence[str]) -> None:
        super().__init__()
        self.root = root
        self.files = files
        self.baseline = Baseline({}, {}, {})
        paths = {str(root / file): file for file in files}

        def called(frame: Any, event: str, _: Any) -> None:
            code = frame.f_code
            if event == "call" and code.co_filename in paths:
                names = self.baseline.at_import.setdefault(paths[code.co_filename], [])
                name = code.co_qualname.split(".<locals>")[0]
                if name not in names:
                    names.append(name)

        sys.setprofile(called)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        sys.setprofile(None)
        cover = coverage.Coverage(
            data_file=None, config_file=False, include=[str(self.root / one) for one in self.files]
        )
        caches = self._caches()
        cover.start()
        names = list(self.items)
        began = time.process_time()
        for name in names:
            # Or only the first test that needs a value would be seen to run what makes it.
            for cached in caches:
                cached.cache_clear()
            cover.switch_context(name)
            ((_, passed),) = self.play([name], lambda _: 300.0)
            if not passed:
                raise SystemExit(f"{name} fails on the sources as they are")
            now = time.process_time()
            self.baseline.seconds[name] = round(now - began, 4)
            began = now
        cover.stop()
        data = cover.get_data()
        for file in self.files:
            known = data.contexts_by_lineno(str(self.root / file))
            self.baseline.lines[file] = {
                line: [one for one in contexts if one] for line, contexts in known.items()
            }
        return True

    def _caches(self) -> list[Any]:
        """The cached functions, but for those that ran at import: their mutants ask every test."""
        found: list[Any] = []
        for file in self.files:
            module = sys.modules.get(module_name(file))
            for name, one in vars(module).items() if module else ():
                if hasattr(one, "cache_clear") and name not in self.baseline.at_import.get(
                    file, ()
                ):
                    found.append(one)
        return found


class Many(_Session):
    """Plays one mutant after the other, `jobs` at a time, and tells each result to `tell`."""

    def __init__(
        self,
        root: Path,
        mutants: Iterable[tuple[Mutant, list[str]]],
        limit: Callable[[str], float],
        order: Order,
        tell: Callable[[Mutant, str, str], None],
        jobs: int,
    ) -> None:
        super().__init__()
        self.root = root
        self.mutants = mutants
        self.limit = limit
        self.order = order
        self.tell = tell
        self.jobs = jobs

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        # Every forked process has a folder of its own in this one.
        session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        pool = Pool(self.jobs, self.tell)
        for mutant, names in self.mutants:
            pool.start(mutant, partial(self._child, mutant, names))
        pool.wait_for_all()
        return True

    def _child(self, mutant: Mutant, names: list[str], said: Callable[[str], None]) -> int:
        module = importlib.import_module(module_name(mutant.file))
        source = (self.root / mutant.file).read_text(encoding="utf-8")
        try:
            code = compile(mutated(source, mutant), str(self.root / mutant.file), "exec")
        except SyntaxError:
            return _INVALID
        swap(module, mutant.function, code)
        return watch(self, self.order.of(mutant, names), self.limit, said)


def watch(
    session: _Session,
    names: Sequence[str],
    limit: Callable[[str], float],
    said: Callable[[str], None],
) -> int:
    """Play until a test fails: 1, or none does: 0. The name of the test that runs is `said`."""

    def about_to(name: str) -> float:
        said(name)
        return limit(name)

    return int(any(not passed for _, passed in session.play(names, about_to)))


class Order:
    """Tests that killed something near are asked first, then the fastest."""

    def __init__(self, seconds: dict[str, float]) -> None:
        self.seconds = seconds
        self.killers: dict[str, list[str]] = {}

    def killed(self, mutant: Mutant, by: str) -> None:
        for key in (mutant.file, f"{mutant.file}:{mutant.function}"):
            known = self.killers.setdefault(key, [])
            if by in known:
                known.remove(by)
            known.insert(0, by)
            del known[6:]

    def near(self, mutant: Mutant) -> list[str]:
        function = self.killers.get(f"{mutant.file}:{mutant.function}", [])
        return [*function, *self.killers.get(mutant.file, [])]

    def of(self, mutant: Mutant, names: Iterable[str]) -> list[str]:
        known = {name: n for n, name in reversed(list(enumerate(self.near(mutant))))}
        return sorted(
            names, key=lambda name: (known.get(name, 99), self.seconds.get(name, 0.0), name)
        )


class Pool:
    """Forked processes, so many at a time."""

    def __init__(self, jobs: int, tell: Callable[[Mutant, str, str], None]) -> None:
        self.jobs = jobs
        self.tell = tell
        self.running: dict[int, tuple[Mutant, mmap.mmap]] = {}

    def start(self, mutant: Mutant, child: Callable[[Callable[[str], None]], int]) -> None:
        """Run `child` in a process of its own as soon as there is room; its result is told."""
        while len(self.running) >= self.jobs:
            self._wait()
        shared = mmap.mmap(-1, mmap.PAGESIZE)
        sys.stdout.flush()
        pid = os.fork()
        if pid:
            self.running[pid] = (mutant, shared)
            return

        def said(name: str) -> None:
            text = name.encode()[: len(shared)]
            shared[:] = text.ljust(len(shared), b"\0")

        code = 1
        try:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            null = os.open(os.devnull, os.O_RDWR)
            for one in (0, 1, 2):
                os.dup2(null, one)
            code = child(said)
        finally:
            os._exit(code)

    def wait_for_all(self) -> None:
        while self.running:
            self._wait()

    def _wait(self) -> None:
        pid, status = os.wait()
        mutant, shared = self.running.pop(pid)
        name = shared[:].rstrip(b"\0").decode(errors="replace")
        code = os.waitstatus_to_exitcode(status)
        if code == -signal.SIGPROF:
            self.tell(mutant, TIMEOUT, name)
        elif code in (0, _INVALID):
            self.tell(mutant, INVALID if code else SURVIVED, "")
        else:
            self.tell(mutant, KILLED, name)


def swap(module: ModuleType, function: str, code: CodeType) -> None:
    """Let the function of `module` run what it says in `code`, a compiled version of the module."""
    holder: Any = module
    *classes, name = function.split(".")
    for one in classes:
        holder = getattr(holder, one)
    found: Any = inspect.getattr_static(holder, name)
    while not isinstance(found, FunctionType):
        # property, staticmethod, or one of the functools' caches
        found = getattr(found, "fget", None) or found.__wrapped__
    (found.__code__,) = (one for one in _codes(code) if one.co_qualname == function)


def _codes(code: CodeType) -> Iterator[CodeType]:
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from _codes(one)


class _One(_Session):
    """Plays all it has collected, until a test fails."""

    def __init__(
        self,
        mutant: Mutant,
        order: Order,
        limit: Callable[[str], float],
        said: Callable[[str], None],
    ) -> None:
        super().__init__()
        self.mutant = mutant
        self.order = order
        self.limit = limit
        self.said = said
        self.code = 1

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.code = watch(self, self.order.of(self.mutant, self.items), self.limit, self.said)
        return True


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from other text than what is in its file."""

    def __init__(self, name: str, path: Path, text: str) -> None:
        self.name = name
        self.path = path
        self.text = text

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        if name != self.name:
            return None
        package = [str(self.path.parent)] if self.path.name == "__init__.py" else None
        spec = importlib.machinery.ModuleSpec(name, self, origin=str(self.path))
        spec.submodule_search_locations = package
        spec.has_location = True
        return spec

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.text, str(self.path), "exec"), module.__dict__)  # noqa: S102


def once(
    root: Path,
    mutant: Mutant,
    selections: Sequence[Sequence[str]],
    order: Order,
    limit: Callable[[str], float],
    said: Callable[[str], None],
) -> int:
    """Import everything with the mutant in place, and play `selections` of tests on it.

    To be called in a process that has imported neither the tests nor what they test.
    """
    path = root / mutant.file
    text = mutated(path.read_text(encoding="utf-8"), mutant)
    try:
        compile(text, str(path), "exec")
    except SyntaxError:
        return _INVALID
    sys.meta_path.insert(0, _Finder(module_name(mutant.file), path, text))
    # An import that goes on for ever ends as well.
    signal.setitimer(signal.ITIMER_PROF, 30)
    for tests in selections:
        one = _One(mutant, order, limit, said)
        ended = pytest.main(arguments(tests), plugins=[one])
        if ended != pytest.ExitCode.OK or one.code:
            return 1
    return 0
