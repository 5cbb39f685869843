"""A ruling: the effects that an event has, each with the clauses that command it."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Certainty(StrEnum):
    """How well the wording behind an effect is known. Only `READ` can carry a finding."""

    READ = "read"
    INFERRED = "inferred"
    HOUSE_RULE = "house-rule"


class Effect(Struct, frozen=True, gc=False):
    """One thing that must be seen, or must not, with the law behind it.

    `effect` and the keys of `data` are the words of docs/order_of_events.md, the same that devices
    use, so an effect can be laid beside an observation without translation. All values are text.
    """

    effect: str
    role: str
    """The device role that must show it; "" for a fact that no device shows."""
    data: dict[str, str]
    clauses: tuple[str, ...]
    certainty: Certainty
    required: bool = True
    """False: it must *not* be seen, from this event until the round is over (a reader that must
    stay idle), unless a later effect calls for it.
    A key missing from `data` then means "whatever its value"."""
    house_rules: tuple[str, ...] = ()


class Due(Struct, frozen=True, gc=False):
    """What the table waits for.

    `what` is one of ``round wagers card insurance surrender-or-peek peek act choice settle refill
    burn``; `to` a hand (as ``1.1``) or ``dealer``; `options` the answers that would be accepted;
    `face` how a due card lies.
    """

    what: str
    to: str = ""
    options: tuple[str, ...] = ()
    face: str = ""


class NotPossible(Exception):
    """An event that cannot happen at this table now.

    Attributes:
        event: the event.
        why: one sentence.
        clause: the clause that says so, or "".
    """

    def __init__(self, event: Struct, why: str, clause: str = "") -> None:
        self.event = event
        self.why = why
        self.clause = clause
        from reference_engine.law import cited  # whose listing prints rulings' certainty

        law = f" ({cited(clause)})" if clause else ""
        super().__init__(f"{type(event).__name__}: {why}{law}")
