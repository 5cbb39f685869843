"""A ruling: the effects that an event has, each with the clauses that command it."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Certainty(StrEnum):
    """How well the wording behind an effect is known. Only `READ` can carry a finding."""

    READ = "read"
    INFERRED = "inferred"
    HOUSE_RULE = "house-rule"


class Effect(Struct, frozen=True):
    """One thing that must be seen, or must not, with the law behind it.

    `effect` and the keys of `data` are the words of docs/order_of_events.md, the same that devices use,
    so an effect can be laid beside an observation without translation. All values are text.
    """

    effect: str
    role: str
    """The device role that must show it; "" for a fact that no device shows."""
    data: dict[str, str]
    clauses: tuple[str, ...]
    certainty: Certainty
    required: bool = True
    """False: it must *not* be seen, from this event until the round is over (e.g. a reader that must stay idle).
    A key missing from `data` then means "whatever its value"."""
    house_rules: tuple[str, ...] = ()
