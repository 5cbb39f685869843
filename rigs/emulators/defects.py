"""The catalogue of defects: units built wrong on purpose, so that the bench can prove its eyes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from random import Random


class Defect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way of being built wrong."""

    id: str
    role: str
    wrong: str
    """What is wrong, in one sentence."""
    shows: str
    """How it shows on the bench."""
    clauses: tuple[str, ...] = ()
    """At least one of them gets the finding."""
    standard: str = ""
    """What it violates where no clause of the law does; then its role's scenarios are its own."""
    needs: str = "message"
    """``message``: its own words betray it. ``instrument``: only the colour sensor does."""
    weight: str = "finding"
    """``advisory`` where the law behind it was inferred, not read. ``inconclusive`` where what it
    says is no evidence: no verdict on it may come of that, and the harness has to name it."""


class Switches(Set[str]):
    """The defects of one unit. ``name in switches`` asks, at the place where a defect would bite,
    whether it does so this time.

    `probability`: how likely it bites each time it could. `seed`: of that chance, so that a unit
    fails in the same way again. `after`: rounds in which the unit is still sound.

    A unit's life is long: `reset` restores neither the chance nor the count of rounds.
    """

    def __init__(
        self, names: Iterable[str] = (), probability: float = 1.0, seed: int = 0, after: int = 0
    ) -> None:
        self._names = frozenset(names)
        self.probability, self.seed, self.after = probability, seed, after
        self._rounds = 0
        self._random: Random | None = None

    def new_round(self) -> None:
        """The unit takes part in another round."""
        self._rounds += 1

    def __contains__(self, name: object) -> bool:
        if name not in self._names or (self.after and self._rounds <= self.after):
            return False
        if self.probability >= 1:
            return True
        if self._random is None:
            from random import Random  # a sound unit has no need of it, and it is slow to import

            self._random = Random(self.seed)  # noqa: S311
        return self._random.random() < self.probability

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def build(self) -> str:
        """All of it as text: units that differ in it have different firmware."""
        words = sorted(self._names)
        if self._names and (self.probability < 1 or self.after):
            words += [f"probability={self.probability}", f"seed={self.seed}", f"after={self.after}"]
        return "+".join(words)


class UnknownDefect(ValueError):
    """No defect of that name for that role; says which names are near."""


@cache
def catalogue() -> tuple[Defect, ...]:
    """All defects, in the order of ``defects.toml``."""
    raw = (Path(__file__).parent / "defects.toml").read_bytes()
    return tuple(msgspec.toml.decode(raw, type=dict[str, list[Defect]])["defect"])


def check(role: str, names: list[str]) -> frozenset[str]:
    """The `names` as a set, each known for `role`.

    Raises:
        UnknownDefect: the first that is not.
    """
    if not names:  # a conforming unit starts without reading the catalogue
        return frozenset()
    of_role = [defect.id for defect in catalogue() if defect.role == role]
    for name in names:
        if name in of_role:
            continue
        others = [defect.role for defect in catalogue() if defect.id == name]
        near = get_close_matches(name, of_role, n=3, cutoff=0.5)
        near = near or [known for known in of_role if name in known]
        if others:
            hint = f"that is a defect of the {others[0]}"
        elif near:
            hint = "near it: " + ", ".join(near)
        elif of_role:
            hint = "there are: " + ", ".join(of_role)
        else:
            hint = "this role has no defects"
        raise UnknownDefect(f"defect {name!r} of the {role} is not known; {hint}")
    return frozenset(names)
