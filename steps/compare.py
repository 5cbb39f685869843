"""Lay what the devices said beside what the ruling demands.

A pure function over complete lists, so that it gives the same answer during a run, after it, and
from a stored record. Within one act the order of a device's messages does not count; across acts
it does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct, field, structs

from reference_engine.law import cited
from reference_engine.ruling import Certainty, Effect
from rigs.roles import SIGNALS, TABLE_CONTROLLER, Observation, Signal
from steps.unsaid import Says, expected_of

Data = Mapping[str, str]
W = TypeVar("W")
S = TypeVar("S")


class Act(Struct):
    """One event on the bench: what the law demands of it and what was then seen."""

    n: int
    event: dict[str, Any]
    effects: tuple[Effect, ...]
    causes: dict[str, int] = field(default_factory=dict)
    """Role -> monotonic ns of the last stimulus or feed that this act gave it."""
    observations: list[Observation] = field(default_factory=list)
    began_ns: int = 0
    """Monotonic, before its first stimulus."""
    fed_ms: float = 0.0
    """How long the table controller took to acknowledge the last message that was passed on."""


class Discrepancy(Struct, frozen=True):
    """One difference between ruling and observation, as records keep it (docs/formats.md)."""

    kind: str
    """``missing extra wrong early late``."""
    device: str
    role: str
    weight: str
    """``finding`` where only clauses that were read stand behind it, else ``advisory``."""
    clauses: tuple[str, ...]
    certainty: str
    expected: dict[str, Any] | None
    seen: dict[str, Any] | None
    raw: str
    t: int | None
    act: int
    limit_ms: float | None
    text: str


class _Wanted(Struct, frozen=True):
    act: int
    effect: Effect


class _Seen(Struct, frozen=True):
    act: int
    observation: Observation


def compare(
    acts: Sequence[Act],
    devices: Mapping[str, str],
    limits_s: Mapping[str, float],
    fed_by: Iterable[str],
    fallback: Mapping[str, tuple[tuple[str, ...], Certainty]] | None = None,
    says: Says | None = None,
    untold_from: int | None = None,
) -> tuple[list[Discrepancy], dict[str, bool]]:
    """All discrepancies in the order of the acts, and for each role whether it was judged at all.

    Args:
        acts: in order; an observation belongs to the act during which it arrived.
        devices: role -> device name, of what stands on the bench. Other roles are not judged.
            An instrument adds the witness role ``masque-reader/lamp``.
        limits_s: role -> seconds from its cause within which a device must have answered.
        fed_by: the roles whose messages go to the table controller. Once one of them was wrong, the
            controller knows wrong things and is no longer judged.
        fallback: role -> clauses to cite for a message that nothing explains.
        says: what devices can say that have no words for all; the rest is not expected of them, and
            a scenario that demands it gives no evidence that they conform.
        untold_from: the act from which the table controller was not told what happened, because
            the device that tells it is not on this bench. Then it is not judged.
    """
    says = says or {}
    acts = (
        [
            structs.replace(
                act,
                effects=tuple(
                    said for one in act.effects if (said := expected_of(one, says)) is not None
                ),
            )
            for act in acts
        ]
        if says
        else acts
    )
    found: list[Discrepancy] = []
    judged: dict[str, bool] = {}
    misled_at = untold_from
    for role in sorted(devices, key=lambda role: role == TABLE_CONTROLLER):
        if "/" in role:
            continue
        last = misled_at if role == TABLE_CONTROLLER else None
        wanted = [
            _Wanted(act.n, effect)
            for act in acts
            for effect in act.effects
            if effect.role == role
            and effect.required
            and (last is None or act.n < last)
            and (effect.effect != "lamp" or f"{role}/lamp" in devices)
        ]
        banned = [
            _Wanted(act.n, effect)
            for act in acts
            for effect in act.effects
            if effect.role == role and not effect.required and (last is None or act.n < last)
        ]
        seen = [
            _Seen(act.n, observation)
            for act in acts
            for observation in act.observations
            if observation.role == role and (last is None or act.n < last)
        ]
        untold = role == TABLE_CONTROLLER and untold_from is not None
        judged[role] = bool(wanted or banned) and not untold
        mine = _compare_role(
            acts, role, devices[role], wanted, banned, seen, limits_s.get(role), fallback or {}
        )
        found += [one for one, _ in mine]
        if role in fed_by:
            wrong = [since for one, since in mine if since is not None and _is_message(one)]
            misled_at = min([*wrong, *([] if misled_at is None else [misled_at])], default=None)
    found.sort(key=lambda one: (one.act, one.t or 0))
    return found, judged


def _is_message(one: Discrepancy) -> bool:
    shown = one.seen or one.expected or {}
    return shown.get("signal") != "lamp"


def _signal(role: str, kind: str) -> Signal:
    return SIGNALS.get((role, kind)) or Signal(role, kind)


def _key(role: str, kind: str, data: Data) -> tuple[str, ...]:
    return tuple(data.get(name, "") for name in _signal(role, kind).key)


def agrees(effect: Effect, observation: Observation) -> bool:
    """Whether `observation` says what `effect` demands; fields no ruling speaks of do not count."""
    return (
        effect.role == observation.role
        and effect.effect == observation.kind
        and all(observation.data.get(name, "") == text for name, text in effect.data.items())
    )


def answers(effect: Effect, observation: Observation) -> bool:
    """Whether `observation` answers the question of `effect`, rightly or wrongly."""
    role, kind = effect.role, effect.effect
    return (role, kind) == (observation.role, observation.kind) and _key(
        role, kind, effect.data
    ) == _key(role, kind, observation.data)


def pair(wanted: list[W], seen: list[S], fits: Callable[[W, S], bool]) -> list[tuple[W, S]]:
    """Takes out of both lists what belongs together, in order: one message answers one demand."""
    pairs: list[tuple[W, S]] = []
    for want in list(wanted):
        one = next((one for one in seen if fits(want, one)), None)
        if one is not None:
            wanted.remove(want)
            seen.remove(one)
            pairs.append((want, one))
    return pairs


def _compare_role(
    acts: Sequence[Act],
    role: str,
    device: str,
    wanted: list[_Wanted],
    banned: list[_Wanted],
    seen: list[_Seen],
    limit_s: float | None,
    fallback: Mapping[str, tuple[tuple[str, ...], Certainty]],
) -> list[tuple[Discrepancy, int | None]]:
    """Each difference, and the act from which a listener knew wrong things by it, if he did."""
    found: list[tuple[Discrepancy, int | None]] = []
    causes = {act.n: act.causes.get(role) for act in acts}

    def note(
        kind: str,
        act: int,
        effect: Effect | None,
        observed: Observation | None,
        by: Effect,
        misled_at: int | None,
    ) -> None:
        one = _discrepancy(kind, device, role, act, effect, observed, by, limit_s)
        found.append((one, misled_at))

    def said(want: _Wanted, one: _Seen) -> bool:
        return agrees(want.effect, one.observation)

    def overdue(want: _Wanted, one: _Seen) -> bool | None:
        """None where there is no limit, or nothing from which to count."""
        cause = causes[want.act]
        if limit_s is None or cause is None:
            return None
        return one.observation.at_ns - cause > limit_s * 1e9

    open_wanted, open_seen = list(wanted), list(seen)

    # 1. What was said in the act that demands it.
    for want, one in pair(
        open_wanted, open_seen, lambda want, one: want.act == one.act and said(want, one)
    ):
        if overdue(want, one):
            note("late", want.act, want.effect, one.observation, want.effect, None)

    # 2. The same thing in another act. First what the bench had only gone on too soon for; no
    #    earlier act that asked for the same may take it. Then what came too early or too late.
    pair(
        open_wanted,
        open_seen,
        lambda want, one: want.act < one.act and said(want, one) and overdue(want, one) is False,
    )
    for want, one in pair(open_wanted, open_seen, said):
        kind = "early" if one.act < want.act else "late"
        ban = _ban(banned, one) if kind == "early" else None
        since = min(one.act, want.act)
        note(kind, one.act, want.effect, one.observation, ban or want.effect, since)

    # 3. The same question, another answer.
    for want, one in pair(
        open_wanted,
        open_seen,
        lambda want, one: want.act == one.act and answers(want.effect, one.observation),
    ):
        note("wrong", want.act, want.effect, one.observation, want.effect, want.act)

    # 4. What never came, and what nobody asked for.
    for want in open_wanted:
        note("missing", want.act, want.effect, None, want.effect, want.act)
    for one in open_seen:
        by = (
            _ban(banned, one)
            or _same(wanted, role, one)
            or _around(acts, role, one)
            or _plain(role, fallback)
        )
        note("extra", one.act, None, one.observation, by, one.act)
    return found


def _ban(banned: list[_Wanted], one: _Seen) -> Effect | None:
    """The prohibition in force that names what was seen."""
    for want in reversed(banned):
        if want.act <= one.act and agrees(want.effect, one.observation):
            return want.effect
    return None


def _same(wanted: list[_Wanted], role: str, one: _Seen) -> Effect | None:
    """What asked for just such a message, last before it or first after it: that law allows one."""
    observed = one.observation
    key = _key(role, observed.kind, observed.data)
    for want in reversed(wanted):
        effect = want.effect
        same = effect.effect == observed.kind and _key(role, observed.kind, effect.data) == key
        if same and want.act <= one.act:
            return effect
    later = (want.effect for want in wanted if want.act > one.act)
    return next((effect for effect in later if agrees(effect, observed)), None)


def _around(acts: Sequence[Act], role: str, one: _Seen) -> Effect | None:
    """The law of the act in which it was said. It does not forbid the message in so many words, and
    the message may follow from an earlier mistake, so it carries an advisory at the most."""
    in_act = next((act.effects for act in acts if act.n == one.act), ())
    own = [effect for effect in in_act if effect.role == role] or list(in_act)
    if not own:
        return None
    certainty = max(own[0].certainty, Certainty.INFERRED, key=list(Certainty).index)
    return structs.replace(own[0], certainty=certainty)


def _plain(role: str, fallback: Mapping[str, tuple[tuple[str, ...], Certainty]]) -> Effect:
    clauses, certainty = fallback.get(role, ((), Certainty.HOUSE_RULE))
    return Effect("", role, {}, clauses, certainty)


def _discrepancy(
    kind: str,
    device: str,
    role: str,
    act: int,
    effect: Effect | None,
    observed: Observation | None,
    by: Effect,
    limit_s: float | None,
) -> Discrepancy:
    weight = "finding" if by.certainty == Certainty.READ and by.clauses else "advisory"
    return Discrepancy(
        kind=kind,
        device=device,
        role=role,
        weight=weight,
        clauses=by.clauses,
        certainty=str(by.certainty),
        expected={"signal": effect.effect, "data": effect.data} if effect else None,
        seen={"signal": observed.kind, "data": observed.data} if observed else None,
        raw=observed.raw.hex() if observed else "",
        t=observed.at_ns if observed else None,
        act=act,
        limit_ms=limit_s * 1000 if limit_s is not None and kind in ("late", "missing") else None,
        text=_sentence(kind, device, effect, observed, by),
    )


def words(kind: str, data: Data) -> str:
    """A message as a person reads it: ``settle (hand 1.1, wager bet, ...)``."""
    inside = ", ".join(f"{name} {text}" for name, text in data.items())
    return f"{kind} ({inside})" if inside else kind


def _sentence(
    kind: str, device: str, effect: Effect | None, observed: Observation | None, by: Effect
) -> str:
    expected = words(effect.effect, effect.data) if effect else ""
    seen = words(observed.kind, observed.data) if observed else ""
    by_witness = f" (seen by {observed.witness})" if observed and observed.witness else ""
    law = cited(*by.clauses) or "no clause"
    sentences = {
        "missing": f"{device} never said {expected}",
        "extra": f"{device} said {seen}{by_witness}, which nothing calls for",
        "wrong": f"{device} said {seen}{by_witness} where {expected} is due",
        "early": f"{device} said {seen}{by_witness} before its time",
        "late": f"{device} said {seen}{by_witness} too late",
    }
    return f"{sentences[kind]}: {law}"


def as_record(found: Sequence[Discrepancy]) -> list[dict[str, Any]]:
    """The discrepancies as plain dictionaries, for the close line of a record."""
    return [structs.asdict(one) for one in found]
