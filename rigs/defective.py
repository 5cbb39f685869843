"""Put catalogued defects into the emulated devices of a rig."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from msgspec import structs

from rigs.emulators.defects import Defect, catalogue
from rigs.rigfile import Rig, RigFileError


def defect(name: str) -> Defect:
    """The defect of that name.

    Raises:
        RigFileError: there is none; says which names are near.
    """
    known = {one.id: one for one in catalogue()}
    if name not in known:
        near = get_close_matches(name, known, n=3, cutoff=0.5)
        hint = (
            f"near it: {', '.join(near)}"
            if near
            else "`burncard emulate --list-defects` has them all"
        )
        raise RigFileError(f"defect {name!r} is not known; {hint}")
    return known[name]


def with_defects(
    rig: Rig,
    names: Iterable[str],
    probability: float | None = None,
    seed: int | None = None,
    after: int | None = None,
) -> Rig:
    """`rig` with these defects in its emulated devices, beside those that it has.

    `probability`, `seed`, `after`: of the units that get one (`rigs.rigfile.EmulatorSpec`); None
    leaves what the rig file says.

    Raises:
        RigFileError: a defect is not known, or the rig has no emulated device of its role.
    """
    devices = dict(rig.devices)
    chosen = {"probability": probability, "seed": seed, "after": after}
    given = {key: value for key, value in chosen.items() if value is not None}
    for name in names:
        wanted = defect(name)
        place = next(
            (
                key
                for key, spec in devices.items()
                if spec.role == wanted.role and spec.emulator is not None
            ),
            None,
        )
        if place is None:
            raise RigFileError(
                f"{rig.path}: has no emulated {wanted.role}, so none can have defect {name!r}; "
                "use the emulated bench"
            )
        emulator = devices[place].emulator
        assert emulator is not None  # noqa: S101 - chosen so
        devices[place] = structs.replace(
            devices[place],
            emulator=structs.replace(
                emulator, defects=tuple(dict.fromkeys([*emulator.defects, name])), **given
            ),
        )
    return structs.replace(rig, devices=devices)
