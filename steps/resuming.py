"""``--resume``: of the scenarios that were collected, keep those that are due. Plugin hooks."""

from __future__ import annotations

import pytest

from reports.records import RunDirError
from steps import resume
from steps.collect import ScenarioItem
from steps.session import run_of


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    run = run_of(config)
    if not run.resumes or session.testsfailed:
        return
    left = run.left
    try:
        resume.check_rig(left.plan, run.run_dir, str(run.rig.path), run.rig.sha256)
        resume.check_scenarios(left.plan, run.run_dir, run.collected)
    except RunDirError as error:
        items.clear()  # pytest finishes the collection even so, and nothing may begin
        if not run.is_worker:
            raise pytest.UsageError(str(error)) from error
        # A worker that ends by itself leaves its controller with a traceback: this it understands.
        if run.worker == "gw0":
            report = pytest.CollectReport(run.run_dir.name, "failed", str(error), [])
            config.hook.pytest_collectreport(report=report)
        return
    due = {name: list(numbers) for name, numbers in left.attempts.items()}
    keep: list[pytest.Item] = []
    gone: list[pytest.Item] = []
    for item in items:
        numbers = due.get(item.planned.id) if isinstance(item, ScenarioItem) else None
        if isinstance(item, ScenarioItem) and numbers:
            item.due = numbers.pop(0)
            keep.append(item)
        else:
            gone.append(item)
    if gone:
        config.hook.pytest_deselected(items=gone)
    items[:] = keep
