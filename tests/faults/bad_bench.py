"""A pytest plugin: the emulated bench with a bad cable on every link, by the seed in BAD_SEED.

BAD_SEED=3 burncard run -- -p tests.faults.bad_bench
"""

from __future__ import annotations

import os
import random
import zlib
from typing import Any

from rigs.bench import Bench
from rigs.faults.cable import Fault
from rigs.faults.proxy import FaultProxy
from rigs.rigfile import LinkSpec
from rigs.roles import INSTRUMENT_ROLES

SEED = os.environ.get("BAD_SEED", "0")
RATE = 0.01
_proxies: dict[str, FaultProxy] = {}
_link = Bench._link


def faults(seed: str, plugged: bool) -> list[Fault]:
    """`plugged`: the link has the same address when it comes back."""
    chance = random.Random(seed)
    kinds = chance.sample(["drop", "double", "flip", "split", "merge", "reorder", "noise"], 4)
    return [
        *(Fault(kind, rate=RATE, ms=chance.choice((2.0, 30.0))) for kind in kinds),  # type: ignore[arg-type]
        Fault("delay", rate=RATE / 4, ms=1500.0),
        *([Fault("disconnect", rate=RATE / 20)] if plugged else []),
    ]


def bad_link(bench: Bench, name: str, where: str) -> LinkSpec:
    if where and bench.rig.devices[name].role not in INSTRUMENT_ROLES:
        if name in _proxies:
            _proxies.pop(name).close()
        seed = zlib.crc32(f"{SEED} {name}".encode())
        rx, tx = (faults(f"{SEED} {name} {way}", not where.startswith("/")) for way in ("rx", "tx"))
        _proxies[name] = FaultProxy(where, rx=rx, tx=tx, seed=seed)
        where = _proxies[name].address
    return _link(bench, name, where)


Bench._link = bad_link  # type: ignore[method-assign, assignment]


def pytest_unconfigure(config: Any) -> None:
    for proxy in _proxies.values():
        proxy.close()
