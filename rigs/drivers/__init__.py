"""Messages to a role's words, for one family of devices: one module a driver.

A rig file names a driver by its module here (``burncard``, ``profile``, ``power_supply`` ...), by
the name that another package gave it in the entry point group ``burncard.drivers``, or by the
dotted path of a module. A driver is one function, ``open_driver(opening: Opening) -> Driver``; an
entry point names that function, or its module. How to write one: ``docs/adding_a_device.md``.
"""

from __future__ import annotations

import importlib
import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Callable
from importlib.metadata import entry_points

from msgspec import Struct

from rigs.errors import BenchError
from rigs.links.pump import Pump
from rigs.links.stream import Health
from rigs.links.wirelog import WireLog
from rigs.rigfile import DeviceSpec, Limits
from rigs.roles import Observation


class Identity(Struct, frozen=True):
    """Who a device says it is. A field that it does not tell is empty."""

    maker: str = ""
    model: str = ""
    serial: str = ""
    firmware: str = ""
    sha256: str = ""
    """Of the firmware, 64 hex digits."""
    role: str = ""
    source: str = ""
    """Empty: the device said it. Else whose word it is, where its protocol has no identity."""


class Note(Struct, frozen=True):
    """Something about the link or the device that is no message of its role.

    `kind` is a `rigs.protocols.sequence.Trouble` kind, or ``refused``, ``link-lost``,
    ``reconnected``, ``leftover``, ``asked-again``, ``after-ruling``, ``not-safe``, or the driver's.
    """

    at_ns: int
    device: str
    kind: str
    text: str
    raw: bytes = b""


class Opening(Struct, frozen=True):
    """What a driver is given. It opens the link of `spec` itself and adds it to `pump`."""

    name: str
    spec: DeviceSpec
    limits: Limits
    pump: Pump
    log: WireLog
    note: Callable[[Note], None]


class Driver(ABC):
    """One device. What waits, waits at most a limit of `Opening.limits`, then a `BenchError`."""

    port: str
    """Where the device is connected, for a person."""

    @abstractmethod
    def identify(self) -> Identity:
        """Ask the device who it is."""

    @abstractmethod
    def status(self) -> str:
        """Ask how it is: ``ready``, ``safe``, ``fault``, or what it says."""

    @abstractmethod
    def make_safe(self) -> str:
        """Put it in its safe state, and say how that is known."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the link; again is harmless."""

    def reopen(self) -> int | None:
        """Open the lost link again, and go on where it ended.

        Returns: how many events the device has said meanwhile; None where its protocol does not
        tell, and where a driver cannot do it (then the bench opens the device anew).
        """
        return None

    @property
    def says(self) -> frozenset[str] | None:
        """What this device can say by its protocol: signals (``card``) and fields (``card.card``).

        None: all that its role can. What is missing here is not expected of the device, not judged,
        and reported as not testable on it.
        """
        return None

    def feed(self, message: Observation) -> None:
        """Table controller: it is told what a sensor said, and has confirmed that it heard.

        Raises:
            BenchError: it did not, or cannot be told.
        """
        raise BenchError(
            "its driver cannot pass messages on",
            port=self.port,
            remedy="a table controller that is fed has a driver with feed()",
        )

    @property
    def health(self) -> Health | None:
        """What its link has seen, where the driver keeps it in ``_link``, as those here do."""
        health = getattr(getattr(self, "_link", None), "health", None)
        return health if isinstance(health, Health) else None

    @property
    def clock(self) -> tuple[int, int] | None:
        """What the device's own clock said last, ms, and when that arrived: (monotonic ns, ms)."""
        return None

    @property
    def is_open(self) -> bool:
        """Whether the link can be used."""
        return True

    def collect(self) -> list[Observation]:
        """Messages that have come since the last call, in order."""
        return []

    def fault(self) -> BenchError | None:
        """What has made the device's messages untrustworthy, once."""
        return None

    def ask_status(self) -> None:  # noqa: B027 - most drivers have nothing to do here
        """Begin to ask whether everything that the device said is here; `heard_all` tells."""

    def heard_all(self) -> bool:
        """Whether it is. Raises the error that makes it hopeless."""
        return True

    def doubt(self) -> None:  # noqa: B027
        """Something that was due did not come: before all counts as heard, make sure by every means
        that the protocol has that nothing was lost on the way."""

    def forget(self) -> None:  # noqa: B027
        """A new scenario: what is still unheard is of no interest, faults are over."""

    def expect_restart(self) -> None:  # noqa: B027
        """The bench is about to make the device start anew."""


GROUP = "burncard.drivers"
"""The entry point group in which other packages name their drivers."""


def names() -> list[str]:
    """The drivers that come with Burncard, and those that installed packages name."""
    found = {module.name for module in pkgutil.iter_modules(__path__)} - {"scpi", "stream"}
    return sorted(found | set(entry_points(group=GROUP).names))


def load(name: str) -> Callable[[Opening], Driver]:
    """`open_driver` of the driver `name`.

    Raises:
        BenchError: there is no such driver.
    """
    try:
        inside = name.replace("-", "_")
        given = entry_points(group=GROUP, name=name)
        if "." in name:
            found = importlib.import_module(name)
        elif given and inside not in (module.name for module in pkgutil.iter_modules(__path__)):
            found = next(iter(given)).load()
        else:
            found = importlib.import_module(f"{__name__}.{inside}")
        opener: Callable[[Opening], Driver]
        opener = found if callable(found) else found.open_driver
    except (ImportError, AttributeError) as error:
        raise BenchError(
            f"there is no driver {name!r} ({error})",
            remedy=f"name one of {' '.join(names())}, or a module with a dot in it, as acme.driver",
        ) from None
    return opener


def open_driver(opening: Opening) -> Driver:
    """The driver that `opening.spec` names, with its link open.

    Raises:
        BenchError: the link cannot be opened, or there is no such driver.
    """
    return load(opening.spec.driver)(opening)
