"""An instrument by VISA (pyvisa with pyvisa-py): one question, one answer.

pyvisa-py raises six unrelated kinds of errors, opens a socket where nobody listens, and after a
timeout gives the late answer to the next question. So: one error here, a timeout always reopens,
and whoever opens must ask at once.
"""

from __future__ import annotations

import contextlib
import functools
import os
import select
import socket
import time
from pathlib import Path
from typing import Any

import pyvisa
from pyvisa.constants import StatusCode
from pyvisa.errors import InvalidSession, VisaIOError
from pyvisa.resources import MessageBasedResource, Resource

from rigs.errors import BenchError, DeviceSilent, LinkLost, PortBusy, PortMissing
from rigs.links.lock import PortLock
from rigs.links.stream import Health
from rigs.links.wirelog import WireLog

_KINDS: dict[int, tuple[type[BenchError], str]] = {
    StatusCode.error_timeout: (
        DeviceSilent,
        "check that the instrument is on and not held by its front panel",
    ),
    **dict.fromkeys(
        (
            StatusCode.error_resource_busy,
            StatusCode.error_resource_locked,
            StatusCode.error_session_not_locked,
        ),
        (PortBusy, "end the program that has it, or wait until it is done"),
    ),
    **dict.fromkeys(
        (
            StatusCode.error_resource_not_found,
            StatusCode.error_invalid_resource_name,
            StatusCode.error_interface_number_not_configured,
            StatusCode.error_library_not_found,
            StatusCode.error_machine_not_available,
            StatusCode.error_no_permission,
        ),
        (PortMissing, "check the VISA address in the rig file, and that you may use the port"),
    ),
}
"""What a status code of VISA means to a bench; any other is a lost link."""
_LOST: tuple[type[BenchError], str] = (LinkLost, "check cable and power of the instrument")


@functools.cache
def _manager(library: str) -> pyvisa.ResourceManager:
    # All managers of a library are one: closing any of them closes the sessions of every link.
    return pyvisa.ResourceManager(library)


class VisaLink:
    """A session with the instrument at the VISA address `resource`.

    `limit_s`: the longest wait for an answer. `baud`: speed of a serial instrument (``ASRL...``).
    `sim`: a file by which pyvisa-sim simulates the instrument, in this process only.

    Raises:
        PortMissing: it cannot be opened.
        PortBusy: another process of this machine has it.
    """

    def __init__(
        self,
        device: str,
        resource: str,
        log: WireLog,
        limit_s: float,
        baud: int = 9600,
        sim: str = "",
    ) -> None:
        self.device, self._resource, self.health = device, resource, Health()
        self.port = f"{resource} (simulated by {Path(sim).name})" if sim else resource
        self._library = f"{sim}@sim" if sim else "@py"
        self.closed = False
        self._log, self._limit_s = log, limit_s
        self._serial: dict[str, Any] = (
            {"baud_rate": baud} if resource.upper().startswith("ASRL") else {}
        )
        own = f"{resource} of {sim} in {os.getpid()}"
        self._lock = PortLock(device, own if sim else _port(resource))
        self._session: MessageBasedResource | None = None
        self._socket: socket.socket | None = None
        """Under the session, where it is one."""
        try:
            self._open()
        except (PortMissing, PortBusy):
            self.close()
            raise

    def ask(self, question: str) -> bytes:
        """The answer to `question`, without its newline.

        Raises:
            DeviceSilent: none in time. The next question opens a new session.
            LinkLost: the instrument is gone; so does the next question then.
            PortMissing, PortBusy: the new session cannot be opened.
        """
        return self._do(question, answer=True)

    def tell(self, command: str) -> None:
        """Sends a command that has no answer.

        Raises:
            LinkLost: the instrument is gone.
        """
        self._do(command, answer=False)

    def close(self) -> None:
        """Closes the session for good; again is harmless."""
        self.closed = True
        self._drop()
        self._lock.release()

    def _do(self, text: str, *, answer: bool) -> bytes:
        session = self._session or self._open()
        try:
            self._insist()
            self._log.write(self.device, "tx", time.monotonic_ns(), f"{text}\n".encode())
            session.write(text)
            self.health.bytes_out += len(text) + 1
            if not answer:
                return b""
            # pyvisa-py would wait for an instrument that is gone, at full speed.
            self._insist(self._limit_s)
            raw = session.read_raw()
        except Exception as raised:  # its six kinds have no common base
            error = raised
            if isinstance(raised, VisaIOError):  # silent, or gone in the middle of its answer?
                try:
                    self._insist()
                except OSError as gone:
                    error = gone
            mapped = self._mapped(error, text)
            self._drop(str(error))
            raise mapped from None
        self._log.write(self.device, "rx", time.monotonic_ns(), raw)
        self.health.bytes_in += len(raw)
        self.health.frames += 1
        return raw.rstrip(b"\r\n")

    def _insist(self, wait_s: float | None = None) -> None:
        """Makes sure that the other end is there, and, in at most `wait_s`, that it says anything.

        Raises:
            ConnectionResetError: it has closed the connection.
            VisaIOError: it says nothing.
        """
        if self._socket is None:
            return
        if select.select((self._socket,), (), (), wait_s or 0.0)[0]:
            if not self._socket.recv(1, socket.MSG_PEEK):
                raise ConnectionResetError("the other end is gone")
        elif wait_s is not None:
            raise VisaIOError(StatusCode.error_timeout)

    @property
    def _flags(self) -> str:
        return self.health.flags(self._session is not None)

    def _mapped(self, error: Exception, text: str) -> BenchError:
        kind, remedy = _LOST
        if isinstance(error, VisaIOError):
            kind, remedy = _KINDS.get(error.error_code, _LOST)
        what = {
            DeviceSilent: f"no answer to {text!r} in {self._limit_s:g} s (link {self._flags})",
            LinkLost: f"the link is lost ({error})",
        }.get(kind, f"it cannot be used ({error})")
        return kind(what, device=self.device, port=self.port, remedy=remedy)

    def _open(self) -> MessageBasedResource:
        try:
            try:
                session = self._session_of(_manager(self._library))
            except InvalidSession:  # somebody else in this process has closed all managers
                _manager.cache_clear()
                session = self._session_of(_manager(self._library))
        except Exception as error:  # its six kinds have no common base
            code = error.error_code if isinstance(error, VisaIOError) else None
            busy = code is not None and code in _KINDS and _KINDS[code][0] is PortBusy
            raise (PortBusy if busy else PortMissing)(
                f"it cannot be opened ({error})",
                device=self.device,
                port=self.port,
                remedy=_remedy(busy, self._library),
            ) from None
        if not isinstance(session, MessageBasedResource):
            session.close()
            raise PortMissing(
                "it is no instrument that takes messages", device=self.device, port=self.port
            )
        self._session = session
        self._log.state(self.device, "open", self.port)
        if self._library == "@py" and self._resource.upper().endswith("::SOCKET"):
            # The attribute for this is broken in pyvisa-py 0.8; without it a command and a question
            # after it cost 44 ms.
            with contextlib.suppress(Exception):
                library: Any = _manager(self._library).visalib
                self._socket = library.sessions[session.session].interface
                self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return session

    def _session_of(self, manager: pyvisa.ResourceManager) -> Resource:
        return manager.open_resource(
            self._resource,
            read_termination="\n",
            write_termination="\n",
            timeout=int(self._limit_s * 1000),
            open_timeout=int(self._limit_s * 1000),
            **self._serial,
        )

    def _drop(self, why: str = "") -> None:
        if self._session is not None:
            self._log.state(self.device, "lost" if why else "closed", self.port, why)
            with contextlib.suppress(Exception):
                self._session.close()
        self._session = self._socket = None


def _remedy(busy: bool, library: str) -> str:
    if busy:
        return "end the program that has it"
    if library != "@py":
        return "check the VISA address and its file; pyvisa-sim must be installed"
    return "check the VISA address in the rig file, and that the instrument is on"


def _port(resource: str) -> str:
    """What to lock: a serial instrument's port may also be named as a port."""
    head = resource.partition("::")[0]
    path = head[len("ASRL") :]
    return path if head.upper().startswith("ASRL") and path.startswith("/") else resource
