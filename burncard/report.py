"""`burncard report`: what a run left, made readable again."""

from __future__ import annotations

from pathlib import Path

from burncard.errors import UsageError


def build(run_dir: Path) -> int:
    """Derive the reports in `run_dir` again and answer with the run's own exit code.

    Raises:
        UsageError: it is not the directory of a run, or cannot be written.
    """
    from reports.finish import finish
    from reports.records import RunDirError
    from reports.summary import show

    try:
        summary = finish(run_dir)
    except RunDirError as error:
        raise UsageError(str(error)) from error
    for problem in summary.problems:
        print(f"note: {problem}")
    show(summary)
    return summary.exit_code
