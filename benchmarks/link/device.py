"""A device of the Burncard protocol that does nothing but talk: pings, and events at a rate.

    python benchmarks/link/device.py ROLE

It prints its terminal. The command `stream` (count, interval_us) has it say `tick` that often; each
tick carries the moment at which it was said (CLOCK_MONOTONIC, nanoseconds).
"""

from __future__ import annotations

import os
import sys
import time

from rigs.emulators.device import Answer, Device
from rigs.emulators.electrical import Electrical
from rigs.emulators.ends import PtyEnd
from rigs.emulators.loop import Loop


class Ticker(Device):
    """Says `tick` when told to."""

    role = "shoe"
    model = "ticker"

    def __init__(self, role: str, loop: Loop) -> None:
        super().__init__()
        self.serial, self._loop = f"TICK-{role}", loop
        self.commands = {"stream": self._stream}
        self._role = role

    def identity(self) -> dict[str, str]:
        return {**super().identity(), "role": self._role}

    def reset(self) -> None: ...

    def make_safe(self) -> None: ...

    def is_safe(self) -> bool:
        return True

    def look(self) -> Answer:
        return {}

    def _stream(self, data: dict[str, str]) -> dict[str, str]:
        left, every = int(data["count"]), int(data["interval_us"]) / 1e6
        due = time.monotonic() + every

        def tick() -> None:
            nonlocal left, due
            while left and time.monotonic() >= due:  # what is overdue is said, so the rate holds
                self.say("tick", t=str(time.monotonic_ns()))
                left -= 1
                due += every
            if left:
                self._loop.after(max(0.0, due - time.monotonic()), tick)

        self._loop.after(every, tick)
        return {}


def main() -> None:
    """Run until standard input closes."""
    loop = Loop()
    end = PtyEnd(loop)
    device = Ticker(sys.argv[1], loop)
    Electrical(loop, end, device).boot("power-on", unheard=True)
    loop.watch(0, lambda: None if os.read(0, 100) else loop.stop())
    print(end.address, flush=True)
    loop.run()


if __name__ == "__main__":
    main()
