"""Drivers with one fault each, as people write them. Named by `options.fault` in a rig file."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec

from rigs.drivers import Driver, Identity, Opening
from rigs.drivers.burncard import BurncardDriver
from rigs.drivers.profile import ProfileDriver
from rigs.errors import BenchError
from rigs.profiles.format import find, load_profile
from rigs.protocols import burncard as wire
from rigs.roles import Observation


class AnotherEachTime(BurncardDriver):
    asked = 0

    def identify(self) -> Identity:
        self.asked += 1
        return msgspec.structs.replace(super().identify(), serial=f"S-{self.asked}")


class NoName(BurncardDriver):
    def identify(self) -> Identity:
        super().identify()
        return Identity()


class SaysTwice(BurncardDriver):
    def collect(self) -> list[Observation]:
        return [one for new in super().collect() for one in (new, new)]


class SwallowsFaces(BurncardDriver):
    def collect(self) -> list[Observation]:
        return [
            msgspec.structs.replace(one, data={**one.data, "face": "down"})
            for one in super().collect()
        ]


class KeepsTen(BurncardDriver):
    def collect(self) -> list[Observation]:
        return super().collect()[-10:]


class DropsAnswers(BurncardDriver):
    """Throws away what came while it waited for an answer."""

    def status(self) -> str:
        state = super().status()
        self.collect()
        return state


class Dreams(BurncardDriver):
    dreamt = 0.0

    def collect(self) -> list[Observation]:
        new = super().collect()
        if not self.dreamt:
            self.dreamt = time.monotonic() + 0.2
        elif time.monotonic() > self.dreamt:
            self.dreamt = time.monotonic() + 3600
            new.append(Observation("shoe", "shoe", "card", {"card": "KH", "face": "down"}, 1))
        return new


class NeverTheSame(BurncardDriver):
    """Deaf after the device started anew a second time."""

    restarts = 0

    def expect_restart(self) -> None:
        self.restarts += 1
        super().expect_restart()

    def collect(self) -> list[Observation]:
        new = super().collect()
        return new if self.restarts < 2 else []


class SaysSafe(BurncardDriver):
    def make_safe(self) -> str:
        return "it answered safe"


class SlowToBeSafe(BurncardDriver):
    def make_safe(self) -> str:
        time.sleep(1.1)
        return super().make_safe()


class OneChunkOneFrame(BurncardDriver):
    def _take(self, chunk: bytes, at_ns: int) -> None:
        self._decoder = wire.Decoder()
        super()._take(chunk, at_ns)


class FirstLineOnly(ProfileDriver):
    def _take(self, chunk: bytes, at_ns: int) -> None:
        line, end, _ = chunk.partition(b"\r\n")
        super()._take(line + end, at_ns)


class AsciiOnly(BurncardDriver):
    def _take(self, chunk: bytes, at_ns: int) -> None:
        chunk.decode("ascii")
        super()._take(chunk, at_ns)


class IgnoresGarbage(ProfileDriver):
    def _fail(self, kind: type[BenchError], what: str, remedy: str) -> None:
        """It will be nothing."""


class KeepsItsLink(BurncardDriver):
    """Opens its link once, and never again."""


class Hangs(BurncardDriver):
    def identify(self) -> Identity:
        while not self._hung():
            time.sleep(0.05)
        return super().identify()

    def _hung(self) -> bool:
        return time.monotonic() > STOP


STOP = float("inf")
"""When `Hangs` gives up, so that no thread is left behind."""
_kept: dict[str, Driver] = {}


def open_driver(opening: Opening) -> Driver:
    fault = opening.spec.options["fault"]
    bad: type[BurncardDriver | ProfileDriver] = globals()[fault]
    if issubclass(bad, ProfileDriver):
        return bad(opening, load_profile(find("text-shuffler", Path())))
    if bad is KeepsItsLink:
        if fault not in _kept:
            _kept[fault] = bad(opening)
        return _kept[fault]
    return bad(opening)
