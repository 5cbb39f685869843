"""A device that died is named in the scenario that meets it, whatever its role and the moment."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from rigs.bench import Bench
from rigs.errors import BenchError, EmulatorFailed
from rigs.rigfile import default_rig, load_rig

pytestmark = pytest.mark.bench

ROLES = (
    "shoe",
    "shuffler",
    "card-reader",
    "masque-reader",
    "table-controller",
    "colour-sensor",
    "power-supply",
)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with Bench.open(load_rig(default_rig()), tmp_path_factory.mktemp("run")) as bench:
        yield bench


def _kill(bench: Bench, role: str) -> None:
    process = bench._emulators[role].process
    process.kill()
    process.wait()


def _whole(bench: Bench, scenario: str) -> None:
    bench.begin_scenario(scenario)
    bench.end_scenario()


@pytest.mark.parametrize("role", ROLES)
def test_between_two_scenarios(bench: Bench, role: str) -> None:
    _whole(bench, "one.1")
    _kill(bench, role)

    with pytest.raises(EmulatorFailed) as caught:
        bench.begin_scenario("two.1")

    assert caught.value.device == role
    assert "it ended (exit code -9) between one.1 and two.1" in str(caught.value)
    _whole(bench, "three.1")


@pytest.mark.parametrize("role", ROLES)
def test_while_the_bench_is_made_as_new(
    bench: Bench, role: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing that looks once, at the beginning, sees this."""
    _whole(bench, "one.1")
    renew = bench._renew

    def dying(device: object) -> None:
        if device is bench.devices[role]:
            _kill(bench, role)
        renew(device)  # type: ignore[arg-type]

    monkeypatch.setattr(bench, "_renew", dying)
    with pytest.raises(EmulatorFailed, match=f"{role}.*between one.1 and two.1"):
        bench.begin_scenario("two.1")
    monkeypatch.undo()
    _whole(bench, "three.1")


@pytest.mark.parametrize("role", ROLES)
def test_in_a_scenario_that_does_not_use_it(bench: Bench, role: str) -> None:
    bench.begin_scenario("one.1")
    _kill(bench, role)

    with pytest.raises(BenchError, match=role):
        bench.end_scenario()
    _whole(bench, "two.1")  # told once


def test_all_that_died_are_named(bench: Bench) -> None:
    _whole(bench, "one.1")
    for role in ROLES:
        _kill(bench, role)

    with pytest.raises(EmulatorFailed) as caught:
        bench.begin_scenario("two.1")

    assert all(role in str(caught.value) for role in ROLES)
    _whole(bench, "three.1")


def test_before_the_first_scenario(tmp_path: Path) -> None:
    with Bench.open(load_rig(default_rig()), tmp_path) as bench:
        _kill(bench, "table-controller")

        with pytest.raises(EmulatorFailed, match=r"table-controller.*before one\.1 began"):
            bench.begin_scenario("one.1")


def test_one_that_hangs_is_named(bench: Bench) -> None:
    _whole(bench, "one.1")
    bench._emulators["table-controller"].process.send_signal(signal.SIGSTOP)

    with pytest.raises(EmulatorFailed, match=r"table-controller.*heard nothing any more"):
        bench.begin_scenario("two.1")
    _whole(bench, "three.1")


@pytest.mark.parametrize("role", ["shoe", "table-controller", "colour-sensor"])
def test_after_the_last_scenario(bench: Bench, role: str) -> None:
    _whole(bench, "one.1")
    bench.end_run()
    _kill(bench, role)

    with pytest.raises(EmulatorFailed, match=rf"{role}: it ended \(exit code -9\) after one\.1"):
        bench.end_run()
    _whole(bench, "two.1")
    bench.end_run()
