"""How far the run is: one live line on a terminal; elsewhere pytest's own dots and percentages."""

from __future__ import annotations

import os
import time

import pytest
from _pytest.reports import TestReport
from _pytest.terminal import TerminalReporter
from rich.console import Console
from rich.live import Live
from rich.text import Text

from steps.collect import ScenarioItem

_BAD = {"finding": "bold red", "advisory": "yellow", "inconclusive": "magenta"}
_BAR = 20
"""Characters."""
_PLUGIN = "burncard-progress"


class Progress:
    """A line that is drawn anew: done of all, elapsed time, what was found, what is played now."""

    def __init__(self, session: pytest.Session, console: Console) -> None:
        self._session = session
        self._titles = {
            one.nodeid: " ".join((*one.planned.clauses[:1], one.planned.name))
            for one in session.items
            if isinstance(one, ScenarioItem)
        }
        self._done = 0
        self._began = time.monotonic()
        self._verdicts = dict.fromkeys(_BAD, 0)
        self._now = ""
        self._live = Live(
            console=console,
            get_renderable=self.line,
            refresh_per_second=5,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )

    def start(self) -> None:
        """Draw the line from now on."""
        self._live.start()

    def stop(self) -> None:
        """Take the line away. Again is harmless."""
        self._live.stop()

    def now(self, what: str) -> None:
        """Say what is played."""
        self._now = what

    def ended(self, verdict: str) -> None:
        """One more scenario is done."""
        self._done += 1
        if verdict in self._verdicts:
            self._verdicts[verdict] += 1

    def line(self) -> Text:
        """The line as it is now."""
        total = self._session.testscollected  # xdist learns it only from its workers
        seconds = int(time.monotonic() - self._began)
        full = _BAR * self._done // max(total, 1)
        line = Text("━" * full, "green", no_wrap=True, overflow="ellipsis", end="")
        line.append("━" * (_BAR - full), "bright_black")
        line.append(f" {self._done}/{total} {seconds // 60}:{seconds % 60:02}", "default")
        for verdict, number in self._verdicts.items():
            if number:
                line.append(f"  {number} {verdict}", _BAD[verdict])
        return line.append(f"  {self._now}", "bright_black")

    # -- hooks -------------------------------------------------------------------------------------

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.now(self._titles.get(nodeid) or nodeid.partition("::")[2])

    def pytest_runtest_logreport(self, report: TestReport) -> None:
        if report.when == "teardown":
            self.ended(str(dict(report.user_properties).get("verdict", "")))

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report: TestReport) -> tuple[str, str, str] | None:
        """Keep pytest's own dots out of the line; the counts stay."""
        if hasattr(report, "wasxfail"):
            return None
        if report.when != "call" and report.passed:
            return "", "", ""
        if report.failed:
            return ("failed" if report.when == "call" else "error"), "", ""
        return report.outcome, "", ""

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        self.stop()

    def pytest_unconfigure(self) -> None:
        self.stop()


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> None:
    """Start the line where there is a terminal to draw it on."""
    config = session.config
    reporter: TerminalReporter | None = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or not _wanted(session, reporter):
        return
    reporter.showfspath = False
    reporter._show_progress_info = False
    # While a test runs pytest takes what is written to standard output for the test's own; it does
    # not know this copy of the terminal.
    terminal = os.fdopen(os.dup(reporter._tw._file.fileno()), "w", encoding="utf-8")
    config.add_cleanup(terminal.close)
    progress = Progress(session, Console(file=terminal))
    config.pluginmanager.register(progress, _PLUGIN)
    progress.start()


def _wanted(session: pytest.Session, reporter: TerminalReporter) -> bool:
    option = session.config.option
    return (
        reporter.isatty()
        and os.environ.get("TERM", "") not in ("", "dumb")
        and option.verbose <= 0
        and option.capture != "no"  # what tests print would run through the line
        and not option.collectonly
        and not option.burncard_plan
        and not session.testsfailed
        and all(isinstance(one, ScenarioItem) for one in session.items)
    )
