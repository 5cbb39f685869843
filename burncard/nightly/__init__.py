"""`burncard nightly`: a plan of runs that nobody watches, and a page for whoever comes in."""

from __future__ import annotations

from pathlib import Path


def nightly(plan_file: Path, unfinished_only: bool, db: str | None) -> int:
    """Play the night of `plan_file`, or what an unfinished one has left.

    Args:
        plan_file: what to play; docs/nightly.md lists its keys.
        unfinished_only: go on with an unfinished night, but begin none.
        db: the history, in place of the plan's.

    Returns:
        The worst of its jobs: 0 all conform, 1 findings or a regression, 3 not fully verified
        (also where a night of this folder is being played already), 130 interrupted.

    Raises:
        UsageError: the plan is wrong, or its folder cannot be written.
    """
    from burncard.nightly.night import play
    from burncard.nightly.plan import read

    return play(read(plan_file), unfinished_only, db)
