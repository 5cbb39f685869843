"""What the line did is not the device's doing: late messages that the line may have held up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rigs.errors import LinkSlow
from rigs.rigfile import Limits
from rigs.roles import Observation
from steps.compare import Act, Discrepancy, words

HELD_MS = 20.0
"""A busy computer holds a message up for less; what is less is the device's own time."""
_CLOCK_MS = 5.0
"""How much the device's clock and ours may differ in the reading of one moment."""


def acquit(
    acts: Sequence[Act], found: Sequence[Discrepancy], limits: Callable[[str], Limits]
) -> None:
    """Lets no message count against its device for a time that the line may have taken.

    A device whose protocol has a clock says when a thing happened. If the message is late, or in
    the next act, only by what lies between that and its arrival, nobody can tell whose fault it is.

    Raises:
        LinkSlow: there is such a message among `found`; the scenario is inconclusive.
    """
    blamed = {(one.role, one.t) for one in found if one.t is not None}
    for act in acts:
        for one in act.observations:
            if one.held_ms >= HELD_MS and (one.role, one.at_ns) in blamed:
                cause = act.causes.get(one.role)
                if _too_late_by_the_line(one, cause, limits(one.role)) or _of_before(one, act):
                    raise LinkSlow(
                        f"{words(one.kind, one.data)} was up to {one.held_ms:.0f} ms on its way",
                        device=one.device,
                        remedy="check cable, speed and load of its line, then run it again",
                    )


def _too_late_by_the_line(one: Observation, cause: int | None, limits: Limits) -> bool:
    if cause is None:
        return False
    took_ms, limit_ms = (one.at_ns - cause) / 1e6, limits.answer * 1000
    return took_ms > limit_ms >= took_ms - one.held_ms - _CLOCK_MS


def _of_before(one: Observation, act: Act) -> bool:
    """Whether it may have happened before the act in which it came."""
    return one.at_ns / 1e6 - one.held_ms < act.began_ns / 1e6 - _CLOCK_MS
