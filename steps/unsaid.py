"""What a device has no words for, by its protocol: it is not expected of it, nor held against it.

A driver declares what its device can say (`rigs.drivers.Driver.says`). A field that it lacks is
taken to have its usual value (`rigs.roles.USUAL`): who cannot say how a card lies, says "face down"
of each. Where the law demands another value, or a signal that is lacking, the scenario cannot test
the device, and says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import structs

from reference_engine.ruling import Effect
from rigs.roles import GIVEN, SIGNALS, USUAL, Observation, Signal

Says = Mapping[str, frozenset[str]]
"""Role to the signals and fields that its device can say. Roles that are not here can say all."""


def expected_of(effect: Effect, says: Says) -> Effect | None:
    """`effect` as far as the device can say it; None where it cannot at all."""
    words = says.get(effect.role)
    if words is None or effect.effect == "lamp":
        return effect
    if effect.effect not in words:
        return None
    data = {name: text for name, text in effect.data.items() if f"{effect.effect}.{name}" in words}
    return effect if len(data) == len(effect.data) else structs.replace(effect, data=data)


def lacking(effect: Effect, says: Says) -> str:
    """What of `effect` the device cannot say and does not say by saying nothing; "" if nothing."""
    said = expected_of(effect, says)
    if said is None:
        return effect.effect
    usual = USUAL.get((effect.role, effect.effect), {})
    lost = [
        f"{effect.effect} {name} {text}"
        for name, text in effect.data.items()
        if name not in said.data and name not in GIVEN and usual.get(name) != text
    ]
    return ", ".join(lost)


def completed(one: Observation, effects: Iterable[Effect], says: Says) -> Observation:
    """A message as it is passed on: without fields of the device's own, and with those that it
    cannot say, as the dealer sees them: from the ruling, else the usual value."""
    words = says.get(one.role)
    if words is None:
        return one
    signal = SIGNALS.get((one.role, one.kind), Signal(one.role, one.kind))
    fields = (*signal.key, *signal.value)
    data = {name: one.data[name] for name in fields if name in one.data}
    seen = dict(USUAL.get((one.role, one.kind), {}))
    for effect in effects:
        if (effect.role, effect.effect) == (one.role, one.kind) and all(
            effect.data.get(name, text) == text for name, text in data.items()
        ):
            seen |= effect.data
            break
    data |= {name: text for name, text in seen.items() if f"{one.kind}.{name}" not in words}
    return structs.replace(one, data=data)
