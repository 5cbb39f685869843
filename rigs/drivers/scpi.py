"""What all SCPI instruments share: who are you, any errors, leave me in a defined state."""

from __future__ import annotations

from rigs.drivers import Driver, Identity, Opening
from rigs.errors import DeviceRefused, PortMissing
from rigs.links.visa import VisaLink
from rigs.rigfile import VisaSpec

_MAX_ERRORS = 20


class ScpiDriver(Driver):
    """An instrument. After each command its error queue is read, so that no refusal goes unseen."""

    def __init__(self, opening: Opening) -> None:
        self._name, self._safe = opening.name, opening.spec.safe_state
        if not isinstance(opening.spec.link, VisaSpec):
            raise PortMissing(
                f"a link of kind {opening.spec.link.kind!r} reaches no instrument",
                device=opening.name,
                remedy='use link = { kind = "visa", resource = "TCPIP::HOST::PORT::SOCKET" }',
            )
        resource, baud = opening.spec.link.resource, opening.spec.link.baud
        self._link = VisaLink(opening.name, resource, opening.log, opening.limits.late, baud)
        self.port = resource

    def ask(self, question: str) -> str:
        """The answer to `question`.

        Raises:
            DeviceSilent, LinkLost: as the link says.
        """
        return self._link.ask(question).decode("utf-8", "replace").strip()

    def command(self, text: str) -> None:
        """Does `text`, and asks whether it was taken.

        Raises:
            DeviceRefused: the instrument put errors in its queue.
            DeviceSilent, LinkLost: as the link says.
        """
        self._link.tell(text)
        errors = self._errors()
        if errors:
            raise DeviceRefused(
                f"it did not take {text!r}: {', '.join(errors)}",
                device=self._name,
                port=self.port,
                remedy="check that the driver in the rig file is the right one for this model",
            )

    def identify(self) -> Identity:
        parts = [part.strip() for part in self.ask("*IDN?").split(",")] + [""] * 4
        return Identity(maker=parts[0], model=parts[1], serial=parts[2], firmware=parts[3])

    def status(self) -> str:
        errors = self._errors()
        return f"errors: {', '.join(errors)}" if errors else "ready"

    def make_safe(self) -> str:
        for text in self._safe.send:
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
            answer = self.ask("SYST:ERR?")
            if answer.lstrip("+").split(",")[0].strip() == "0":
                break
            errors.append(answer)
        return errors
