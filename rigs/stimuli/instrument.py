"""An instrument does the act: a power supply switches an output, a relay card closes a contact."""

from __future__ import annotations

from rigs.drivers.power_supply import PowerSupply
from rigs.drivers.relay_card import RelayCard
from rigs.errors import BenchError, StimulusError


def hold(card: RelayCard, channel: str, device: str, act: str, closed: bool) -> None:
    """Closes `channel`, which does `act` on `device`, or opens it again; the card has read it back.

    Raises:
        StimulusError: the card did not do it, or the act was refused at the wire's other end.
    """
    try:
        card.switch(channel, closed)
    except BenchError as error:
        what = "done" if closed else "ended"
        raise StimulusError(
            f"{act!r} was not {what} on {device!r} by relay ({error.what})",
            device=error.device,
            port=error.port,
            remedy=error.remedy,
        ) from error


def switch_power(supply: PowerSupply, device: str, on: bool) -> None:
    """Switches the power of `device`; the supply has read it back when this returns.

    Raises:
        StimulusError: the supply did not do it.
    """
    try:
        supply.switch(on, device)
    except BenchError as error:
        raise StimulusError(
            f"the power of {device!r} was not switched {'on' if on else 'off'} ({error.what})",
            device=error.device,
            port=error.port,
            remedy=error.remedy,
        ) from error
