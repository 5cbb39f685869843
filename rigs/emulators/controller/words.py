"""What the controller says, and how it turns a key down."""

from __future__ import annotations

from msgspec import Struct


class Instruction(Struct, frozen=True):
    """One instruction to the dealer; kinds and fields are those of docs/order_of_events.md."""

    kind: str
    data: dict[str, str]


class KeyRefused(ValueError):
    """A key that makes no sense: malformed, or not a key for this moment. Nothing has changed.

    What the law does not allow at this moment is no such error: that is answered by `refuse`.
    """

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)
