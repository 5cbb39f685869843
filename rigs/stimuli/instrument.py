"""An instrument does the act: the power supply switches the output of the device that it feeds."""

from __future__ import annotations

from rigs.drivers.power_supply import PowerSupply
from rigs.errors import BenchError, StimulusError


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
