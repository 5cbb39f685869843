"""The pytest plugin: `.feature` files are collected directly and played on a bench.

    pytest features --rig rigs/benches/emulated.toml --alluredir allure-results

It does nothing in sessions without a scenario of ours (see `_ours`), so it may be installed beside
other people's tests. What it does once it has met one is in `steps.playing` (one scenario) and
`steps.ending` (the whole run).
"""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from steps.collect import FeatureFile

STEP_MODULES = (
    "steps.fixtures",
    "steps.setting",
    "steps.acts",
    "steps.irregular",
    "steps.witnesses",
)
"""Where the fixtures and step definitions of Burncard's own features stand."""

HOOK_MODULES = (
    "steps.playing",
    "steps.ending",
    "steps.progress",
    "steps.qualifying",
    "steps.resuming",
)
"""The rest of the plugin, loaded with the first scenario."""

_OUR_TAGS = ("@clause:", "@device:")
_DEFAULT_DIR = "out"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("burncard", "scenarios on a bench")
    group.addoption(
        "--rig",
        dest="burncard_rig",
        metavar="FILE",
        help="rig file of the bench (default: the emulated one); none: the engine alone",
    )
    group.addoption(
        "--run-dir",
        dest="burncard_run_dir",
        metavar="DIR",
        default=_DEFAULT_DIR,
        help="where plan, records, wire logs and reports go (default: %(default)s)",
    )
    group.addoption(
        "--resume",
        dest="burncard_resume",
        action="store_true",
        help="go on with the run in --run-dir: play what has no verdict yet",
    )
    group.addoption(
        "--plan",
        dest="burncard_plan",
        action="store_true",
        help="list scenarios, clauses and devices, and play nothing",
    )
    group.addoption(
        "--clause",
        dest="burncard_clauses",
        metavar="ID",
        action="append",
        default=[],
        help="play the scenarios of this clause, of its paragraphs and of what it is a part of "
        "(repeatable)",
    )
    group.addoption(
        "--repeat",
        dest="burncard_repeat",
        metavar="N",
        type=_times,
        default=1,
        help="play each scenario N times; one that disagrees with itself is intermittent",
    )
    group.addoption(
        "--defect",
        dest="burncard_defects",
        metavar="NAME",
        action="append",
        default=[],
        help="put this catalogued defect into the emulated device of its role (repeatable)",
    )
    group.addoption(
        "--probability",
        dest="burncard_probability",
        metavar="P",
        type=float,
        help="how likely those defects bite each time they could (default: always)",
    )
    group.addoption(
        "--defect-seed",
        dest="burncard_defect_seed",
        metavar="S",
        type=int,
        help="of that chance (default: 0)",
    )
    group.addoption(
        "--after",
        dest="burncard_after",
        metavar="N",
        type=int,
        help="sound rounds before those defects begin (default: 0)",
    )
    group.addoption(
        "--hunt",
        dest="burncard_hunt",
        choices=("first", "all"),
        help="of one --defect: play what its clauses select, all of it or, the nearest first, "
        "until a scenario catches it",
    )


def _times(text: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text) <= 100_000:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to 100000")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(id): a clause of the law that the scenario is about")
    config.addinivalue_line("markers", "device(name): a device role that the scenario is about")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> FeatureFile | None:
    if file_path.suffix != ".feature" or not _ours(parent.config, file_path):
        return None
    _load(parent.config, (*STEP_MODULES, *HOOK_MODULES))
    from steps.collect import FeatureFile

    made: FeatureFile = FeatureFile.from_parent(parent, path=file_path)
    return made


def _ours(config: pytest.Config, path: Path) -> bool:
    """Whether to collect a feature file that pytest came by.

    Other people's suites hold feature files that a test module plays through pytest-bdd. Ours are
    those named on the command line, all of a session with a rig or a run directory, and those that
    carry our tags.
    """
    option = config.option
    if option.burncard_rig or option.burncard_plan or option.burncard_run_dir != _DEFAULT_DIR:
        return True
    here = config.invocation_params.dir
    if any((here / str(one).split("::")[0]).resolve() == path.resolve() for one in config.args):
        return True
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return any(tag in text for tag in _OUR_TAGS)


def _load(config: pytest.Config, names: tuple[str, ...]) -> None:
    for name in names:
        if not config.pluginmanager.has_plugin(name):
            module = importlib.import_module(name)
            if not config.pluginmanager.is_registered(module):
                config.pluginmanager.register(module, name)


# -- xdist: the controller collects nothing itself -------------------------------------------------


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Before a worker starts: refuse what several workers cannot do."""
    option = node.config.option
    if option.burncard_plan:
        raise pytest.UsageError("--plan plays nothing, so it needs no workers; leave out -n")
    if option.burncard_resume or option.burncard_rig:
        from steps import session

        run = session.run_of(node.config)  # what is left is counted before a worker begins
        if option.burncard_rig and node.workerinput["workercount"] > 1:
            run.check_workers()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished(node: Any, ids: list[str]) -> None:
    """A worker knows its tests: if there are scenarios among them, this is a run of ours."""
    if any(".feature::" in one for one in ids):
        _meet(node)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """A worker that ends before it has told its tests has found its bench unfit."""
    from steps.session import WORKER_MET

    if getattr(node, "workeroutput", {}).get(WORKER_MET):
        _meet(node)


def _meet(node: Any) -> None:
    _load(node.config, HOOK_MODULES)
    from steps import session, signals

    run = session.run_of(node.config)
    if not run.resumes:
        run.info["id"] = node.workerinput["testrunuid"]
    run.worker_pids.append(node.gateway._io.popen.pid)
    signals.watch(node.config, run)
