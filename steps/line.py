"""What the line did is not the device's doing: late messages that the line may have held up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rigs.errors import LinkSlow
from rigs.rigfile import Limits
from rigs.roles import TABLE_CONTROLLER, Observation
from steps.compare import Act, Discrepancy, words

HELD_MS = 20.0
"""A busy computer holds a message up for less; what is less is the device's own time."""
_CLOCK_MS = 5.0
"""How much the device's clock and ours may differ in the reading of one moment."""


def acquit(
    acts: Sequence[Act], found: Sequence[Discrepancy], limits: Callable[[str], Limits]
) -> list[Discrepancy]:
    """Lets no message count against its device for a time that the line may have taken.

    A device whose protocol has a clock says when a thing happened. If the message is late, or in
    the next act, only by what lies between that and its arrival, nobody can tell whose fault it is.
    Nor can they where a message passed on to the device may have reached it only when it
    acknowledged it.

    Returns:
        `found` without such messages.

    Raises:
        LinkSlow: the verdict would hang on one; the scenario is inconclusive.
    """
    blamed = {(one.role, one.t) for one in found if one.t is not None}
    doubtful: dict[tuple[str, int], LinkSlow] = {}
    for act in acts:
        for one in act.observations:
            line_ms = one.held_ms + (act.fed_ms if one.role == TABLE_CONTROLLER else 0.0)
            if line_ms >= HELD_MS and (one.role, one.at_ns) in blamed:
                took_ms = (one.at_ns - act.causes.get(one.role, one.at_ns)) / 1e6
                limit_ms = limits(one.role).answer * 1000
                by_the_line = took_ms > limit_ms >= took_ms - line_ms - _CLOCK_MS
                if by_the_line or _of_before(one, act):
                    doubtful[one.role, one.at_ns] = LinkSlow(
                        f"{words(one.kind, one.data)}, or what it answers, was up to "
                        f"{line_ms:.0f} ms on its way",
                        device=one.device,
                        remedy="check cable, speed and load of its line, then run it again",
                    )
    certain = [one for one in found if one.t is None or (one.role, one.t) not in doubtful]
    if doubtful and _verdict(certain) != _verdict(found):
        raise next(iter(doubtful.values()))
    return certain


def _verdict(found: Sequence[Discrepancy]) -> str:
    weights = {one.weight for one in found}
    return "finding" if "finding" in weights else "advisory" if weights else "conforms"


def _of_before(one: Observation, act: Act) -> bool:
    """Whether it may have happened before the act in which it came."""
    held_ms = one.held_ms if one.held_ms >= HELD_MS else 0.0
    return one.at_ns / 1e6 - held_ms < act.began_ns / 1e6 - _CLOCK_MS
