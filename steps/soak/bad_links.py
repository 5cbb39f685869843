"""A bench whose links are bad now and then, for the harness's own sake: no device may be blamed."""

from __future__ import annotations

import random
import zlib

from rigs.bench import Bench
from rigs.faults.cable import Fault, Kind
from rigs.faults.proxy import FaultProxy
from rigs.rigfile import LinkSpec
from rigs.roles import INSTRUMENT_ROLES

KINDS: tuple[Kind, ...] = ("drop", "double", "flip", "split", "merge", "reorder", "noise")
LATE_MS = 1500.0
"""A frame that is held up for longer than a device may take to answer."""


def bad_bench(rate: float, seed: int) -> type[Bench]:
    """A bench with a bad cable on the link of each emulated device.

    `rate`: how likely a frame is damaged, either way. `seed`: the same one damages alike.
    """

    class BadBench(Bench):
        """The bench, and the proxies that damage its links."""

        _proxies: dict[str, FaultProxy]

        def _link(self, name: str, where: str) -> LinkSpec:
            if where and self.rig.devices[name].role not in INSTRUMENT_ROLES:
                proxies = self.__dict__.setdefault("_proxies", {})
                if name in proxies:  # the device has a new address: it had lost its power
                    proxies.pop(name).close()
                proxies[name] = FaultProxy(
                    where,
                    rx=_faults(rate, f"{seed} {name} rx", where),
                    tx=_faults(rate, f"{seed} {name} tx", where),
                    seed=zlib.crc32(f"{seed} {name}".encode()),
                )
                where = proxies[name].address
            return super()._link(name, where)

        def close(self) -> None:
            """As any bench; the proxies last."""
            super().close()
            for proxy in self.__dict__.pop("_proxies", {}).values():
                proxy.close()

    return BadBench


def _faults(rate: float, seed: str, where: str) -> list[Fault]:
    """A few kinds of damage that share `rate`. A terminal has no place to come back to."""
    chance = random.Random(seed)  # noqa: S311 - repeatable, not secret
    kinds = chance.sample(KINDS, 4)
    faults = [Fault(kind, rate=rate / 5, ms=chance.choice((2.0, 30.0))) for kind in kinds]
    faults.append(Fault("delay", rate=rate / 10, ms=LATE_MS))
    if not where.startswith("/"):
        faults.append(Fault("disconnect", rate=rate / 50))
    return faults
