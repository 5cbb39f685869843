"""What a person is told who has stopped a run: how far it came, what is safe, how to go on."""

from __future__ import annotations

import shlex
from pathlib import Path

import msgspec
from _pytest.terminal import TerminalReporter

from reports.finish import Summary
from reports.records import BENCHES
from reports.summary import near
from reports.verdicts import INTERRUPTED, NOT_RUN
from rigs.guard import Account
from steps.session import Run


def tell(reporter: TerminalReporter, run: Run) -> None:
    """One line in place of pytest's own three, which show where in the code the run was."""
    memo = reporter._keyboardinterrupt_memo
    crash = memo.reprcrash if memo is not None else None
    if crash is None or not crash.message.startswith("KeyboardInterrupt"):
        return  # nobody stopped it
    line = "stopped before the first scenario; nothing was played"
    if run.summary is not None:
        line = _line(run.summary, "Ctrl-C" if run.signal in ("", "SIGINT") else run.signal)
    # There is no other way: pytest writes it after all summaries.
    setattr(  # noqa: B010
        reporter, "_report_keyboardinterrupt", lambda: reporter.write_line(line, yellow=True)
    )


def _line(summary: Summary, by: str) -> str:
    counts = summary.verdicts.counts
    total = sum(counts.values())
    played = total - counts[NOT_RUN] - counts[INTERRUPTED]
    parts = [f"stopped by {by} after {played} of {total} scenarios", _safe(summary.run_dir)]
    if played < total:
        parts.append(f"go on with: burncard run --resume {shlex.quote(near(summary.run_dir))}")
    return "; ".join(filter(None, parts))


def _safe(run_dir: Path) -> str:
    """How the guards found the devices; "" where no bench was open."""
    benches = list((run_dir / BENCHES).glob("*.json"))
    accounts = []
    for path in run_dir.glob("guard*.json"):
        try:
            accounts.append(msgspec.json.decode(path.read_bytes(), type=Account))
        except (OSError, msgspec.DecodeError):
            continue
    unsafe = sorted(
        {name for one in accounts for name, left in one.devices.items() if not left.safe}
    )
    if unsafe:
        return f"NOT SAFE: {', '.join(unsafe)}, see guard.json in the run's directory"
    if len(accounts) < len(benches):
        return "a guard is making the devices safe at this moment"
    return "every device is in its safe state" if accounts else ""
