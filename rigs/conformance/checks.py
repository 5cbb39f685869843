"""The checks, each a function: it returns what it found, or raises what is wrong."""

from __future__ import annotations

import time
from collections.abc import Callable

from msgspec import structs

from rigs.conformance.courses import COURSES, Course, expected
from rigs.conformance.stand import NotRight, Stand
from rigs.errors import BenchError, LinkLost
from rigs.faults.cable import Fault
from rigs.roles import Observation

_NOISY = (0, 2, 3, 6, 10, 15)
"""Frames from the device that have noise before them."""
_ATTEMPTS = 12
_ASKED_EVERY = 5
"""After so many acts of a burst the device is asked how it is."""


class Skipped(Exception):
    """The check does not apply to this device; says why."""


def identity(stand: Stand) -> str:
    """It says who it is, and each time the same."""
    first = stand.device.identify()
    for _ in range(2):
        again = stand.device.driver.identify()
        if again != first:
            what = f"first {structs.asdict(first)}, then {structs.asdict(again)}"
            raise NotRight(f"another identity: {what}")
    known = [text for key, text in structs.asdict(first).items() if text and key != "role"]
    if not known:
        raise NotRight("it tells nothing of who it is; add expect = { serial = ... } or ask it")
    return first.source or "it says so itself"


def signals(stand: Stand) -> str:
    """Each thing that happens is told once, at once and in order."""
    course = _course(stand)
    stand.fresh()
    stand.course(course.steps)
    # Something that is told late, or a second time.
    stand.compare("afterwards", [], stand.idle(0.3))
    words = {kind for step in course.steps for kind, _ in step.says}
    cannot = sorted(words - stand.says) if stand.says is not None else []
    told = f"{len(expected(course.steps, stand.says))} signals"
    return f"{told}; cannot say {' '.join(cannot)}" if cannot else told


def burst(stand: Stand) -> str:
    """Nothing is lost while nobody listens, nor an answer while it has much to say."""
    course = _course(stand)
    stand.fresh()
    for number, step in enumerate(course.burst):
        stand.perform(step)
        if number % _ASKED_EVERY == _ASKED_EVERY - 1:
            stand.device.driver.status()
    wanted = expected(course.burst, stand.says)
    heard = stand.listen(len(wanted))
    stand.compare("all at once", wanted, heard)
    return f"{len(heard)} signals"


def silent(stand: Stand) -> str:
    """Where nothing happens, nothing is said."""
    stand.fresh()
    stand.compare("nothing happened", [], stand.idle(0.5) + stand.sync())
    return "0.5 s"


def reset(stand: Stand) -> str:
    """After a reset it answers, is the same, and says what happens."""
    course = _course(stand)
    before = stand.device.driver.identify()
    for _ in range(2):
        stand.fresh()
        if stand.device.driver.identify() != before:
            raise NotRight("another identity after a reset")
        stand.device.driver.status()
        stand.course(course.steps[:2])
    return "twice"


def safe(stand: Stand) -> str:
    """It can be put in its safe state in time, from the middle of its work."""
    course = COURSES.get(stand.device.role)
    if course is not None and stand.device.spec.stimulus != "none":
        stand.fresh()
        stand.course(course.steps[:2])
    begun = time.monotonic()
    how = stand.device.driver.make_safe()
    took = time.monotonic() - begun
    limit = stand.device.limits.safe
    if took > limit:
        raise NotRight(f"it took {took:.2f} s, the limit `safe` is {limit:g} s")
    if stand.emulated:
        state = stand.do("state")
        if not state.get("safe"):
            raise NotRight(f"the driver says {how!r}, but the device is not safe: {state}")
    return f"{how}, {took * 1000:.0f} ms"


def split(stand: Stand) -> str:
    """Bytes that come one by one."""
    return _same(stand, Fault("split", rate=1.0, ms=1.0), at_once=False)


def merged(stand: Stand) -> str:
    """Messages that come in one piece."""
    return _same(stand, Fault("merge", at=tuple(range(0, 1000, 4)), ms=10.0), at_once=True)


def garbage(stand: Stand) -> str:
    """Noise on the line: no message is invented, what is lost is said, and it is over with it."""
    course = _course(stand)
    _emulated(stand)
    said = expected(course.burst, stand.says)
    trouble: BenchError | None = None
    with stand.through(Fault("noise", at=_NOISY)) as proxy:
        named = 0
        for _ in range(_ATTEMPTS):
            heard: list[Observation] = []
            try:
                trouble = None
                stand.fresh()
                for step in course.burst:
                    stand.perform(step)
                heard = stand.listen(len(said))
            except BenchError as error:
                trouble = error
            named += trouble is not None or bool(stand.notes)
            if trouble is not None:
                continue
            lost = len(said) - len(heard)
            if lost > 0:
                raise NotRight(f"{lost} signals are lost, and nothing tells it")
            stand.compare("noise", said, heard)
            if len(proxy.rx.done) == len(_NOISY):
                return f"{len(_NOISY)} pieces of noise, named in {named} rounds"
    raise NotRight(f"it does not come back after noise: {trouble}")


def disconnect(stand: Stand) -> str:
    """The cable is pulled: that is said at once, and once it is back all goes on."""
    course = _course(stand)
    _emulated(stand)
    stand.fresh()
    stand.do("cut-link")
    driver = stand.device.driver
    begun = time.monotonic()
    try:
        stand.until(lambda: not driver.is_open, stand.device.limits.late)
        if driver.is_open:
            stand.sync()
            raise NotRight("the link is gone, and the driver takes it for open")
    except LinkLost:
        pass
    took = time.monotonic() - begun
    told = stand.do("join-link")
    stand.rejoin(str(told.get("link") or ""))
    stand.fresh()
    stand.course(course.steps)
    return f"noticed in {took * 1000:.0f} ms, joined again"


Check = Callable[[Stand], str]
CHECKS: dict[str, Check] = {
    "identity": identity,
    "signals": signals,
    "burst": burst,
    "silent": silent,
    "reset": reset,
    "safe": safe,
    "split": split,
    "merged": merged,
    "garbage": garbage,
    "disconnect": disconnect,
}
"""In the order in which they are tried."""


def _course(stand: Stand) -> Course:
    course = COURSES.get(stand.device.role)
    if course is None:
        raise Skipped(f"a {stand.device.role} says nothing by itself")
    if stand.device.spec.stimulus == "none":
        raise Skipped("nobody acts on it: stimulus is none")
    return course


def _emulated(stand: Stand) -> None:
    if not stand.emulated or stand.rig.devices[stand.name].link.kind not in ("pty", "tcp"):
        raise Skipped("only an emulated device on pty or tcp has a line that can be spoiled")


def _same(stand: Stand, fault: Fault, *, at_once: bool) -> str:
    """The same is heard over a line with `fault`; `at_once`: with nobody listening meanwhile."""
    course = _course(stand)
    _emulated(stand)
    with stand.through(fault) as proxy:
        stand.fresh()
        if at_once:
            for step in course.burst:
                stand.perform(step)
            wanted = expected(course.burst, stand.says)
            stand.compare("all at once", wanted, stand.listen(len(wanted)))
        else:
            stand.course(course.steps)
        return f"{len(proxy.rx.done)} frames"
