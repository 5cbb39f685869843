"""`burncard run`: pytest with the plugin, the right arguments, and the exit codes of a command.

It is no second runner: ``pytest features --rig FILE --alluredir DIR`` plays the same scenarios in
the same way and comes to the same verdicts.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Generator, Iterable, Sequence
from pathlib import Path

import pytest
from _pytest.mark.expression import Expression
from _pytest.terminal import TerminalReporter

from reports.finish import Summary
from rigs.errors import disk_full
from steps import stopped
from steps.features import default_features
from steps.session import run_of

USAGE = 2
NOT_VERIFIED = 3
INTERRUPTED = 130

_PLUGINS = ("pytest_bdd.plugin", "allure_pytest.plugin", "steps.plugin")
_CLAUSE = re.compile(r"\b\d{3}[a-z]\.\d+(?:\(\w+\))+")


def run(
    rig: Path | None = None,
    out: Path = Path("out"),
    select: str = "",
    workers: int = 1,
    plan: bool = False,
    pytest_args: Sequence[str] = (),
    repeat: int = 1,
    with_allure: bool = True,
    resume: bool = False,
) -> int:
    """Play scenarios and report.

    Args:
        rig: rig file; None takes the emulated bench.
        out: the run's directory.
        select: as pytest's ``-k``; a clause may be written as the law writes it, 665a.9(b)(1).
        workers: processes, each with a bench of its own.
        plan: list what would be played, and play nothing.
        pytest_args: passed to pytest. Feature files or folders among them are played in place of
            Burncard's own.
        repeat: how often each scenario is played.
        with_allure: write ``allure-results`` too.
        resume: go on with the run in `out`: play what has no verdict yet.

    Returns:
        The exit code: 0 all conform and nothing is missing, 1 findings, 2 a mistake in arguments or
        files, 3 not fully verified, 130 interrupted.
    """
    if problem := select_problem(select):
        sys.stderr.write(f"burncard: -k {problem}\n")
        return USAGE
    ending = _Ending()
    arguments = _arguments(rig, out, select, workers, plan, pytest_args)
    if with_allure and not plan:
        arguments.insert(0, f"--alluredir={(out / 'allure-results').absolute()}")
    if resume:
        arguments.append("--resume")
    if repeat > 1:
        arguments.append(f"--repeat={repeat}")
    code = pytest.main(arguments, plugins=[ending])
    if ending.summary is not None:
        return ending.summary.exit_code
    if ending.interrupted:
        return INTERRUPTED
    if code == pytest.ExitCode.NO_TESTS_COLLECTED:
        what = f"no scenario matches -k {select!r}" if select else "there is no scenario to play"
        sys.stderr.write(f"burncard: {what}; `burncard run --plan` lists them\n")
        return USAGE
    if resume or code in (pytest.ExitCode.INTERRUPTED, pytest.ExitCode.USAGE_ERROR):
        return USAGE  # the files or the arguments; pytest has said what
    return 0 if code == pytest.ExitCode.OK else NOT_VERIFIED


def select_problem(select: str) -> str:
    """What is wrong with a choice of scenarios, in a line; ``""``: nothing."""
    try:
        Expression.compile(_clauses_as_keywords(select or "anything"))
    except SyntaxError as error:
        return f"{select!r}: {error.msg}; use words, and, or, not and ( )"
    return ""


class _Ending:
    """Looks at how the session ended."""

    def __init__(self) -> None:
        self.summary: Summary | None = None
        self.interrupted = False

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        # pytest's and xdist's own Interrupted, for files that cannot be collected or a bench that
        # cannot be used, are KeyboardInterrupts too.
        value = excinfo.value
        own = type(value).__name__ == "Interrupted"
        self.interrupted = isinstance(value, KeyboardInterrupt) and not own

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtestloop(self) -> Generator[None, object, object]:
        """A full disk ends the run, and is said in one line."""
        try:
            return (yield)
        except Exception as error:
            full = disk_full(error)
            if full is None:
                raise
            where = full.filename or "the run directory"
            pytest.exit(f"{where}: cannot be written ({full.strerror})", NOT_VERIFIED)

    def pytest_terminal_summary(
        self, terminalreporter: TerminalReporter, config: pytest.Config
    ) -> None:
        stopped.tell(terminalreporter, run_of(config))  # also before a feature was collected

    def pytest_unconfigure(self, config: pytest.Config) -> None:
        self.summary = run_of(config).summary


def _arguments(
    rig: Path | None,
    out: Path,
    select: str,
    workers: int,
    plan: bool,
    pytest_args: Sequence[str],
) -> list[str]:
    paths = list(_paths(pytest_args))
    root = Path.cwd() if paths else default_features().parent
    arguments = [
        # The scenarios are evidence: no pytest.ini of the folder one stands in, and no plugin that
        # happens to be installed, may change how they are played.
        "-c",
        os.devnull,
        f"--rootdir={root}",
        "--disable-plugin-autoload",
        *(f"-p{name}" for name in _PLUGINS),
        "-pno:cacheprovider",
        "--no-header",
        "-q",
        "-rN",
        f"--run-dir={out.absolute()}",
    ]
    if rig is not None:
        arguments.append(f"--rig={rig.absolute()}")
    if select:
        arguments += ["-k", _clauses_as_keywords(select)]
    if plan:
        arguments.append("--plan")
    if workers > 1 and not plan:
        arguments += ["-pxdist.plugin", f"-n{workers}"]
    return [*arguments, *pytest_args, *([] if paths else [str(default_features())])]


def _paths(arguments: Iterable[str]) -> Iterable[str]:
    for one in arguments:
        if not one.startswith("-") and Path(one.split("::")[0]).exists():
            yield one


def _clauses_as_keywords(select: str) -> str:
    """Clauses in an expression as ``-k`` can take them: it reads round brackets as its own."""
    from steps.collect import clause_keyword

    return _CLAUSE.sub(lambda match: clause_keyword(match[0]), select)
