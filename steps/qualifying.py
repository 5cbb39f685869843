"""Which scenarios a clause or a defect selects, and when a defect has been caught: plugin hooks.

What a defect is and when it counts as caught is `reports.qualification`; `burncard qualify` plays
one session a defect.
"""

from __future__ import annotations

from collections.abc import Generator

import msgspec
import pytest

from reports.lines import Discrepancy
from reports.qualification import Defect, catches, selects
from reports.verdicts import ScenarioVerdict, related
from rigs.defective import defect
from rigs.rigfile import RigFileError
from steps.collect import ScenarioItem
from steps.execute import Outcome
from steps.session import run_of


def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    wanted: list[str] = config.option.burncard_clauses
    hunted = _hunted(config)
    if not wanted and hunted is None:
        return
    keep = [one for one in items if isinstance(one, ScenarioItem) and _fits(one, wanted, hunted)]
    if hunted is not None and config.option.burncard_hunt == "first":
        keep = _nearest_first(keep, hunted)
    kept = set(keep)
    gone = [one for one in items if one not in kept]
    if gone:
        config.hook.pytest_deselected(items=gone)
    items[:] = keep


def _hunted(config: pytest.Config) -> Defect | None:
    """The one defect that ``--hunt`` is after."""
    if not config.option.burncard_hunt:
        return None
    names = run_of(config).defects
    if len(names) != 1:
        raise pytest.UsageError("--hunt is for exactly one --defect")
    try:
        return defect(names[0])
    except RigFileError as error:
        raise pytest.UsageError(str(error)) from error


def _fits(item: ScenarioItem, wanted: list[str], hunted: Defect | None) -> bool:
    planned = item.planned
    if wanted and not any(related(one, clause) for one in wanted for clause in planned.clauses):
        return False
    return hunted is None or selects(hunted, planned.clauses, planned.devices)


def _nearest_first(items: list[ScenarioItem], hunted: Defect) -> list[ScenarioItem]:
    """About the device before others, about just these clauses before others, short before long.

    Of the rows of an outline one at a time, and those far apart first: what one row does not show
    the next seldom does.
    """
    rows: dict[tuple[str, int], int] = {}

    def distance(item: ScenarioItem) -> tuple[bool, int, bool, int]:
        planned = item.planned
        outline = planned.file, planned.line
        rows[outline] = row = rows.get(outline, -1) + 1
        return (
            hunted.role not in planned.devices,
            _spread(row),
            not set(hunted.clauses) & set(planned.clauses),
            len(item.scenario.steps),
        )

    return sorted(items, key=distance)


def _spread(row: int) -> int:
    """The turn of a row among its like: 0, then the middle, then the quarters."""
    return row if row < 2 else int(f"{row % 16:04b}"[::-1], 2) + row // 16 * 16


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    ended = yield
    if isinstance(item, ScenarioItem) and item.outcome is not None:
        hunted = _hunted(item.config) if item.config.option.burncard_hunt == "first" else None
        if hunted is not None and catches(hunted, _verdict(item, item.outcome)):
            item.session.shouldstop = f"{hunted.id} is caught"
    return ended


def _verdict(item: ScenarioItem, outcome: Outcome) -> ScenarioVerdict:
    planned = item.planned
    return ScenarioVerdict(
        id=planned.id,
        name=planned.name,
        clauses=planned.clauses,
        devices=planned.devices,
        verdict=outcome.verdict,
        reason=outcome.reason,
        discrepancies=msgspec.convert(outcome.discrepancies, tuple[Discrepancy, ...]),
    )
