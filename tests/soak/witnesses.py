"""The engine and the emulated controller beside each other, without a bench: in one process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from reference_engine import events as e
from reference_engine.ruling import Effect
from rigs.emulators.controller import Controller, Instruction
from rigs.roles import TABLE_CONTROLLER
from steps.soak.case import Case, Ruled
from steps.stages import stages

Said = Counter[tuple[str, ...]]


def _plain(kind: str, data: dict[str, str]) -> tuple[str, ...]:
    return (kind, *(f"{name} {value}" for name, value in sorted(data.items())))


def first_difference(case: Case, rulings: Iterable[Ruled]) -> str:
    """What the controller first says otherwise than the law commands, or "".

    Its sensors are faultless: it hears from them what the ruling demands of them.
    """
    controller = Controller()
    for place, one in enumerate(rulings):
        ruled = Counter(
            _plain(effect.effect, effect.data)
            for effect in one.effects
            if effect.required and effect.role == TABLE_CONTROLLER
        )
        said: Said = Counter(
            _plain(word.kind, word.data) for word in _answers(controller, case, one)
        )
        if ruled != said:
            missing, extra = sorted((ruled - said).elements()), sorted((said - ruled).elements())
            return f"deed {place}, {one.deed.event}: missing {missing}, extra {extra}"
    return ""


def _answers(controller: Controller, case: Case, one: Ruled) -> Iterable[Instruction]:
    event = one.deed.event
    heard = [
        effect
        for effect in one.effects
        if effect.required and effect.role not in ("", TABLE_CONTROLLER) and effect.effect != "lamp"
    ]
    for stage in () if isinstance(event, e.Peek) else stages(event):
        if stage.role == TABLE_CONTROLLER:
            table = {"game": case.game, "rules": case.rules}
            yield from controller.key(
                {**stage.args, **(table if isinstance(event, e.OpenRound) else {})}
            )
        else:
            yield from _hear(controller, [effect for effect in heard if effect.role == stage.role])
            heard = [effect for effect in heard if effect.role != stage.role]
    yield from _hear(controller, heard)


def _hear(controller: Controller, heard: Iterable[Effect]) -> Iterable[Instruction]:
    for effect in heard:
        yield from controller.hear(effect.role, effect.effect, effect.data)
