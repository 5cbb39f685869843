"""The checks, each a function: it returns what it found, or raises what is wrong."""

from __future__ import annotations

import time
from collections.abc import Callable

from msgspec import structs

from rigs.conformance.courses import COURSES, Course, expected
from rigs.conformance.stand import NotRight, Stand, agrees, plain, word_of
from rigs.errors import BenchError, LinkLost
from rigs.faults.cable import Fault
from rigs.roles import Observation

_NOISY = 4
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
    for _ in range(2):
        stand.fresh()
        before = stand.device.identity
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
    return _same(stand, Fault("split", rate=1.0, ms=1.0))


def merged(stand: Stand) -> str:
    """Messages that come in one piece."""
    return _same(stand, Fault("merge", rate=1.0, ms=5.0))


def garbage(stand: Stand) -> str:
    """Noise on the line: no message is invented, what is lost is said, and it is over with it."""
    course = _course(stand)
    _emulated(stand)
    with stand.through(Fault("noise", at=tuple(range(_NOISY)))) as proxy:
        named = 0
        for _ in range(_ATTEMPTS):
            heard: list[Observation] = []
            trouble: BenchError | None = None
            stand.notes.clear()
            try:
                stand.fresh()
                for step in course.steps:
                    stand.perform(step)
                    heard += stand.listen(len(expected([step], stand.says)))
            except BenchError as error:
                trouble = error
            said = expected(course.steps, stand.says)
            told = [word_of(one) for one in heard]
            if not all(map(agrees, said, told)) or len(told) > len(said):
                raise NotRight(f"it heard {plain(told)}, which was not said so")
            if trouble is None and len(told) < len(said):
                raise NotRight(f"{len(said) - len(told)} signals are lost, and nothing tells it")
            named += trouble is not None or bool(stand.notes)
            if trouble is None and len(proxy.rx.done) >= _NOISY:
                return f"{len(proxy.rx.done)} pieces of noise, named in {named} courses"
            if trouble is None and not stand.device.driver.is_open:
                break
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


def _same(stand: Stand, fault: Fault) -> str:
    course = _course(stand)
    _emulated(stand)
    with stand.through(fault) as proxy:
        stand.fresh()
        stand.course(course.steps)
        return f"{len(proxy.rx.done)} frames"
