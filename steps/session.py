"""The run that a pytest session makes: its options, its directory, its rig, how it ended."""

from __future__ import annotations

import functools
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from reference_engine.law import HouseRuleError, check_rules, games
from reports.finish import Summary
from reports.records import RunDirError, Scenario
from rigs.defective import with_defects
from rigs.rigfile import Rig, RigFileError, load_rig
from steps import plan
from steps.resume import Left, left

NO_RIG = "none"
"""``--rig none``: hold the scenarios' values against the engine, without any device."""
WORKER_MET = "burncard_scenarios"
"""What an xdist worker tells its controller: it has met scenarios of ours."""


class Run:
    """One run. Every process has one: the only one, or xdist's controller and each worker."""

    def __init__(self, config: pytest.Config) -> None:
        given: dict[str, Any] | None = getattr(config, "workerinput", None)
        here = config.invocation_params.dir
        rig_file: str | None = config.getoption("burncard_rig")
        self.is_worker = given is not None
        self.worker: str = given["workerid"] if given else "main"
        self.run_dir = here / config.getoption("burncard_run_dir")
        self.without_devices = rig_file == NO_RIG
        """The engine alone is asked: no device is there, so none is judged."""
        self.rig_file = here / rig_file if rig_file and not self.without_devices else None
        self.info: dict[str, Any] = (
            # What xdist tells each worker is the same for all.
            plan.new_run(given["mainargv"], given["testrunuid"])
            if given
            else plan.new_run(sys.argv)
        )
        self.resumes: bool = config.getoption("burncard_resume")
        """Whether it goes on with what stands in its directory."""
        self.lock = -1
        """While it is open, no other run writes to the directory."""
        if self.resumes:
            self.info["id"] = self.left.run_id
        self.features = [str(here / one) for one in config.args]
        self.defects: list[str] = config.getoption("burncard_defects")
        """Put into the emulated devices of the rig for this run."""
        self._intermittent: dict[str, Any] = {
            "probability": config.getoption("burncard_probability"),
            "seed": config.getoption("burncard_defect_seed"),
            "after": config.getoption("burncard_after"),
        }
        self.repeat: int = config.getoption("burncard_repeat")
        """How often each scenario is played."""
        self.collected: list[Scenario] = []
        """Every scenario of the files that were read, selected or not."""
        self.signal = ""
        """The signal that ended the run, or ""."""
        self.worker_pids: list[int] = []
        """xdist's workers, where this process is their controller."""
        self._parent = os.getppid()
        self.summary: Summary | None = None

    @functools.cached_property
    def left(self) -> Left:
        """What the run that it goes on with had left when this was first asked.

        Raises:
            pytest.UsageError: the directory holds no plan.
        """
        try:
            return left(self.run_dir)
        except RunDirError as error:
            raise pytest.UsageError(str(error)) from error

    @functools.cached_property
    def rig(self) -> Rig:
        """The rig, read when it is first wanted.

        Raises:
            pytest.UsageError: the rig file is missing or wrong.
        """
        if self.without_devices:
            return Rig(name=NO_RIG, devices={}, path=Path(), sha256="")
        try:
            return with_defects(load_rig(self.rig_file), self.defects, **self._intermittent)
        except RigFileError as error:
            raise pytest.UsageError(str(error)) from error

    @property
    def house_rules(self) -> dict[str, dict[str, str]]:
        """Every house rule in force, by game: as the rig file sets it, else its default.

        Raises:
            pytest.UsageError: the rig file sets a rule or a value that there is not.
        """
        try:
            return {
                game: {
                    name: str(value)
                    for name, value in check_rules(game, self.rig.house_rules.get(game, {})).items()
                }
                for game in games()
            }
        except HouseRuleError as error:
            raise pytest.UsageError(f"{self.rig.path}: house_rules: {error}") from error

    @property
    def setting(self) -> dict[str, Any]:
        """What the plan says of the bench and of how it is played on."""
        setting: dict[str, Any] = {
            "rig": self.rig.name,
            "rig_file": str(self.rig.path),
            "rig_sha256": self.rig.sha256,
            "operator": self.rig.operator,
            "features": self.features,
            "house_rules": self.house_rules,
        }
        if self.repeat > 1:
            setting["repeat"] = self.repeat
        if built_in := [
            f"{name} ({device})"
            for device, one in self.rig.devices.items()
            if one.emulator is not None
            for name in one.emulator.defects
            if name not in self.defects
        ]:
            setting["rig_defects"] = built_in
        if self.defects:
            setting["defects"] = list(self.defects)
            setting |= {key: one for key, one in self._intermittent.items() if one is not None}
        return setting

    @property
    def orphaned(self) -> bool:
        """Whether this process is a worker whose controller is gone."""
        return self.is_worker and os.getppid() != self._parent

    def check_workers(self) -> None:
        """Refuse a bench that several processes cannot have at once.

        Raises:
            pytest.UsageError: its devices are at fixed places.
        """
        if self.rig.has_fixed_ports:
            raise pytest.UsageError(
                f"{self.rig.path}: has devices that only one run can use at a time; leave out -n"
            )


_RUN = pytest.StashKey[Run]()


def run_of(config: pytest.Config) -> Run:
    """The run of this session, made when it is first asked for."""
    if _RUN not in config.stash:
        config.stash[_RUN] = Run(config)
    return config.stash[_RUN]
