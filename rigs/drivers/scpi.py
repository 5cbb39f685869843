"""What all SCPI instruments share: who are you, any errors, leave me in a defined state."""

from __future__ import annotations

import time
from typing import NoReturn

from rigs.drivers import Driver, Identity, Note, Opening
from rigs.errors import (
    BenchError,
    DeviceMismatch,
    DeviceRefused,
    DeviceSilent,
    LinkLost,
    PortMissing,
)
from rigs.links.visa import VisaLink
from rigs.mending import LONGEST_S
from rigs.rigfile import VisaSpec

_MAX_ERRORS = 20
_GONE = (LinkLost, PortMissing)


class ScpiDriver(Driver):
    """An instrument. After each command its error queue is read, so that no refusal goes unseen.

    A link that is lost is opened again where the rig file allows it, while the bench goes on
    listening to the rest. A question is then asked again; a command is not: whether the instrument
    took it is not known, and neither is what its outputs did meanwhile if they are not as before.
    """

    def __init__(self, opening: Opening) -> None:
        self._name, self._safe = opening.name, opening.spec.safe_state
        self._reconnect, self._pump = opening.spec.reconnect, opening.pump
        self._note = opening.note
        self._identity: Identity | None = None
        self._known: tuple[str, ...] | None = None
        """How its outputs were when it was last asked."""
        if not isinstance(opening.spec.link, VisaSpec):
            raise PortMissing(
                f"a link of kind {opening.spec.link.kind!r} reaches no instrument",
                device=opening.name,
                remedy='use link = { kind = "visa", resource = "TCPIP::HOST::PORT::SOCKET" }',
            )
        link, late = opening.spec.link, opening.limits.late
        self._link = VisaLink(opening.name, link.resource, opening.log, late, link.baud, link.sim)
        self.port = self._link.port

    def ask(self, question: str) -> str:
        """The answer to `question`.

        Raises:
            DeviceSilent, LinkLost: as the link says.
        """
        try:
            return self._ask(question)
        except _GONE as lost:
            self._mend(lost)
            return self._ask(question)

    def command(self, text: str) -> None:
        """Does `text`, and asks whether it was taken.

        Raises:
            DeviceRefused: the instrument put errors in its queue.
            DeviceSilent, LinkLost: as the link says.
        """
        try:
            self._link.tell(text)
            errors = self._errors()
        except _GONE as lost:
            again = self._mend(lost)
            self._lose(f"{again}; whether it took {text!r} is not known")
        if errors:
            raise DeviceRefused(
                f"it did not take {text!r}: {', '.join(errors)}",
                device=self._name,
                port=self.port,
                remedy="check that the driver in the rig file is the right one for this model",
            )

    def outputs(self) -> tuple[str, ...]:
        """What of its outputs is not at rest, as the instrument says; () where it has none."""
        return ()

    def identify(self) -> Identity:
        answer = self.ask("*IDN?")
        if not answer:
            raise DeviceRefused(
                "its answer to '*IDN?' is empty",
                device=self._name,
                port=self.port,
                remedy="check its VISA address: nobody, or something else, is there",
            )
        self._identity = _identity(answer)
        return self._identity

    def status(self) -> str:
        try:
            errors = self._errors()
        except _GONE as lost:
            self._mend(lost)
            errors = self._errors()
        return f"errors: {', '.join(errors)}" if errors else "ready"

    def make_safe(self) -> str:
        self._known = None
        for text in self._safe.send:
            try:
                self.command(text)
            except _GONE:  # the next question opens a new session, and off is off
                self.command(text)
        return "done, no error in its queue" if self._safe.send else "nothing to send"

    @property
    def is_open(self) -> bool:
        return not self._link.closed

    def close(self) -> None:
        self._link.close()

    def _errors(self) -> list[str]:
        errors: list[str] = []
        while len(errors) < _MAX_ERRORS:
            answer = self._ask("SYST:ERR?")
            if answer.lstrip("+").split(",")[0].strip() == "0":
                break
            errors.append(answer)
        return errors

    def _ask(self, question: str) -> str:
        return self._link.ask(question).decode("utf-8", "replace").strip()

    # -- a lost link ------------------------------------------------------------------------------

    def _mend(self, lost: BenchError) -> str:
        """Opens the link again, and says in words how often that was tried.

        Raises:
            LinkLost: the rig file does not allow it, no attempt succeeded, or the outputs are not
                as they were.
            DeviceMismatch: another instrument is at the other end now.
        """
        allowed, wait_s = self._reconnect.attempts, self._reconnect.backoff
        if not allowed:
            raise lost
        self._remark("link-lost", lost.what)
        error: BenchError = lost
        for tried in range(1, allowed + 1):
            self._listen(wait_s)
            wait_s = min(LONGEST_S, wait_s * 2)
            try:
                identity = _identity(self._ask("*IDN?"))
                again = f"its link was lost and is open again after {tried} of {allowed} attempts"
                break
            except (*_GONE, DeviceSilent) as failed:
                error = failed
        else:
            self._lose(
                f"{lost.what}, and {allowed} attempts to open it again failed ({error.what})",
                lost.remedy,
            )
        if self._identity not in (None, identity):
            raise DeviceMismatch(
                f"another instrument answers since its link was lost: {identity.maker} "
                f"{identity.model} {identity.serial} {identity.firmware}",
                device=self._name,
                port=self.port,
                remedy="plug in the right one, or correct the rig file",
            )
        self._remark("reconnected", again)
        known, now = self._known, self.outputs()
        if known not in (None, now):
            had, has = (" ".join(one) or "none" for one in (known or (), now))
            self._lose(f"{again}; its outputs are not as they were ({had}, now {has})")
        return again

    def _listen(self, limit_s: float) -> None:
        """Waits, while what the other devices say gets its arrival time."""
        until = time.monotonic() + limit_s
        while (left := until - time.monotonic()) > 0:
            self._pump.turn(left)
        self._pump.settle()

    def _lose(self, what: str, remedy: str = "") -> NoReturn:
        remedy = remedy or "check its cable and power, and run the scenario again"
        raise LinkLost(what, device=self._name, port=self.port, remedy=remedy)

    def _remark(self, kind: str, text: str) -> None:
        self._note(Note(time.monotonic_ns(), self._name, kind, text))


def _identity(answer: str) -> Identity:
    parts = [part.strip() for part in answer.split(",")] + [""] * 4
    return Identity(maker=parts[0], model=parts[1], serial=parts[2], firmware=parts[3])
