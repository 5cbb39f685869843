"""What makes the physical world happen: an emulator's port, a person, an instrument.

Truth about what was done comes from here and goes to the engine; what devices say never does.
"""

from __future__ import annotations

from typing import Any, Protocol

from rigs.errors import StimulusError


class Stimulus(Protocol):
    """Does physical acts on one device."""

    def do(self, act: str, fields: dict[str, Any]) -> dict[str, Any]:
        """Does `act`, and returns what it told when done.

        Raises:
            StimulusError: it was refused, could not be done, or took too long.
        """

    def close(self) -> None:
        """Let go of it; again is harmless."""


class NoStimulus:
    """A device on which the rig file lets nobody act."""

    def __init__(self, device: str) -> None:
        self._device = device

    def do(self, act: str, fields: dict[str, Any]) -> dict[str, Any]:
        """Refuses."""
        raise StimulusError(
            f"nobody can {act!r} it",
            device=self._device,
            remedy='give it a stimulus in the rig file: "emulator", "operator" or "instrument"',
        )

    def close(self) -> None:
        """Nothing to close."""
