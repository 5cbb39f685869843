"""A bad cable while the bench opens: devices are asked again, or the error names what failed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from rigs.bench import Bench
from rigs.errors import BenchError, LinkLost
from rigs.faults.cable import Fault, Kind
from rigs.faults.proxy import FaultProxy
from rigs.rigfile import load_rig
from tests.rig.wire_device import WireDevice

RECONNECT = "reconnect = { attempts = 5, backoff = 0.1 }"


class Stand:
    """A shoe behind a bad cable."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        self._stack, self._folder, self._count = stack, folder, 0

    def open(
        self, rx: list[Fault], tx: list[Fault], seed: int = 0, reconnect: str = RECONNECT
    ) -> tuple[Bench, FaultProxy]:
        shoe = WireDevice()
        self._stack.callback(shoe.close)
        proxy = self._stack.enter_context(
            FaultProxy(f"127.0.0.1:{shoe.port}", rx=rx, tx=tx, seed=seed)
        )
        self._count += 1
        path = self._folder / f"rig-{self._count}.toml"
        path.write_text(
            "[limits]\nconnect = 10.0\nanswer = 1.0\nlate = 5.0\nsafe = 1.0\n[devices.dut]\n"
            f'role = "shoe"\nlink = {{ kind = "tcp", port = {proxy.address.rpartition(":")[2]} }}\n'
            f'stimulus = "none"\nsafe_state = {{ state = "motor stopped" }}\n{reconnect}\n'
        )
        bench = Bench.open(load_rig(path), self._folder / f"run-{self._count}")
        self._stack.callback(bench.close)
        return bench, proxy


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[Stand]:
    with ExitStack() as stack:
        yield Stand(stack, tmp_path)


@pytest.mark.parametrize("way", ["rx", "tx"])
@pytest.mark.parametrize("kind", ["drop", "flip", "delay", "double", "noise", "disconnect"])
def test_the_first_question_or_its_answer_is_damaged(stand: Stand, way: str, kind: Kind) -> None:
    faults = [Fault(kind, at=(0,), ms=300.0)]
    bench, proxy = stand.open(*((faults, []) if way == "rx" else ([], faults)))
    assert (proxy.rx if way == "rx" else proxy.tx).done == [(0, kind)]
    assert bench.devices["dut"].identity.serial == "7"


def test_a_link_that_breaks_each_time_ends_with_its_name(stand: Stand) -> None:
    cut = [Fault("disconnect", rate=1.0)]
    with pytest.raises(LinkLost, match=r"dut on 127\.0\.0\.1:\d+: .*the link is lost"):
        stand.open(cut, [], reconnect="reconnect = { attempts = 2, backoff = 0.1 }")


def test_it_is_not_opened_again_unless_the_rig_file_says_so(stand: Stand) -> None:
    with pytest.raises(LinkLost, match=r"dut on 127\.0\.0\.1:\d+: the link is lost"):
        stand.open([Fault("disconnect", at=(0,))], [], reconnect="")


def mix(chance: random.Random) -> list[Fault]:
    kinds: list[Kind] = ["drop", "double", "flip", "split", "merge", "reorder", "noise"]
    damage = [Fault(kind, rate=0.08, ms=chance.choice((2.0, 30.0))) for kind in kinds]
    return [*damage, Fault("disconnect", rate=0.02)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 41))
def test_a_very_bad_cable(stand: Stand, seed: int) -> None:
    """Half of all frames are damaged: it is identified as who it is, or an error names it."""
    chance = random.Random(seed)
    failed: BenchError | None = None
    try:
        bench, _ = stand.open(mix(chance), mix(chance), seed)
    except BenchError as error:
        failed = error
    if failed is None:
        assert bench.devices["dut"].identity.serial == "7"
    else:
        assert (failed.device, bool(failed.remedy)) == ("dut", True)
