"""Lost links that the rig file allows to be opened again, while the bench goes on listening."""

from __future__ import annotations

import time
from collections.abc import Callable

from rigs.device import Device
from rigs.drivers import Note
from rigs.errors import BenchError, LinkLost

LONGEST_S = 5.0
"""Between two attempts."""


class _Loss:
    def __init__(self, device: Device, lost: LinkLost) -> None:
        self.device, self.lost = device, lost
        self.tried = 0
        self.wait_s = device.spec.reconnect.backoff
        self.due = time.monotonic() + self.wait_s


class Mending:
    """The links of one bench that are lost and may come back."""

    def __init__(self, note: Callable[[Note], None]) -> None:
        self._note = note
        self._losses: list[_Loss] = []

    def takes(self, device: Device, lost: LinkLost) -> bool:
        """Whether it will try to open that device's link again; if not, the loss stands."""
        if not device.spec.reconnect.attempts:
            return False
        self._losses.append(_Loss(device, lost))
        return True

    def mends(self, device: Device) -> bool:
        """Whether that device's link is lost, and attempts are left."""
        return any(one.device is device for one in self._losses)

    @property
    def wait_s(self) -> float | None:
        """Until the next attempt, seconds; None: no link is lost."""
        if not self._losses:
            return None
        return max(0.0, min(one.due for one in self._losses) - time.monotonic())

    def forget(self) -> None:
        """What was lost does not matter any more."""
        self._losses.clear()

    def attempt(self) -> None:
        """Tries what is due.

        Raises:
            LinkLost: the attempts are used up, or the link is back and the device has said
                something meanwhile: when, and to whom, nobody knows.
            DeviceMismatch: another device is at the other end now.
        """
        now = time.monotonic()
        for loss in [one for one in self._losses if one.due <= now]:
            self._losses.remove(loss)
            self._one(loss)

    def _one(self, loss: _Loss) -> None:
        device, allowed = loss.device, loss.device.spec.reconnect.attempts
        loss.tried += 1
        try:
            said = device.reconnect()
        except LinkLost as error:
            self._again(loss, error)
            return
        except BenchError as error:
            if device.driver.is_open:
                raise
            self._again(loss, error)
            return
        text = f"its link was lost and is open again after {loss.tried} of {allowed} attempts"
        self._note(Note(time.monotonic_ns(), device.name, "reconnected", text))
        if said == 0:
            return
        what = f"what it said meanwhile, {said} event(s), is no evidence"
        if said is None:
            what = "whether it said something meanwhile is not known"
        raise LinkLost(
            f"{text}; {what}",
            device=device.name,
            port=device.driver.port,
            remedy="check the cable, and run the scenario again",
        )

    def _again(self, loss: _Loss, error: BenchError) -> None:
        device, allowed = loss.device, loss.device.spec.reconnect.attempts
        if loss.tried >= allowed:
            raise LinkLost(
                f"{loss.lost.what}, and {loss.tried} attempts to open it again failed"
                f" ({error.what})",
                device=device.name,
                port=device.driver.port,
                remedy=loss.lost.remedy,
            )
        loss.wait_s = min(LONGEST_S, loss.wait_s * 2)
        loss.due = time.monotonic() + loss.wait_s
        self._losses.append(loss)
