"""What a bench cannot show, clause by clause: roles, witnesses and words that it does not have."""

from __future__ import annotations

from msgspec import Struct

from reference_engine.law import all_clauses, cited
from rigs.check import Row
from rigs.rigfile import Rig
from rigs.roles import CARD_READER, COLOUR_SENSOR, MASQUE_READER, ROLES, SHOE, SHUFFLER

_LAMP = ("685a.1 Small", "685a.1 Medium", "685a.1 Large", "685a.1 Masque Card Reader device")
"""What the Masque reader's lamp shows, beside its message."""
_CHAPTERS = ("665a.", "685a.")
_SENSORS = (SHOE, SHUFFLER, CARD_READER, MASQUE_READER)


class Missing(Struct, frozen=True):
    """Something that the bench does not have, and the clauses it leaves without evidence."""

    what: str
    clauses: tuple[str, ...]
    """Ids of the registry."""

    def words(self, shown: int = 4) -> str:
        """For a person: clauses as they are cited, the first `shown`."""
        cites = list(dict.fromkeys(cited(one) for one in self.clauses))
        more = f" and {len(cites) - shown} more" if len(cites) > shown else ""
        return f"{self.what}: {', '.join(cites[:shown])}{more} not testable"


def missing(rig: Rig, rows: tuple[Row, ...]) -> tuple[Missing, ...]:
    """What `rig`, whose check found `rows`, lacks for which clauses."""
    there = {row.role for row in rows}
    answering = {row.role for row in rows if row.answers}
    found: list[Missing] = []
    for role in ROLES:
        if role not in answering:
            what = f"no {role}" if role not in there else f"the {role} does not answer"
            found.append(Missing(what, _about(role)))
    if MASQUE_READER in there and COLOUR_SENSOR not in answering:
        without = (
            "no colour sensor" if COLOUR_SENSOR not in there else "the colour sensor is silent"
        )
        found.append(Missing(f"{without}, so the lamp of", _LAMP))
    for row in rows:
        if row.unsaid:
            what = f"the {row.device} has no word for {', '.join(row.unsaid)}, so a part of"
            found.append(Missing(what, _about(row.role)))
    controller = next((one for one in rig.devices.values() if one.fed_by), None)
    if controller is not None:
        fed = {rig.devices[name].role for name in controller.fed_by}
        for role in _SENSORS:
            if role in there - fed:
                what = f"the table controller is not fed by the {role}, so its part of"
                found.append(Missing(what, _about(role)))
    return tuple(one for one in found if one.clauses)


def _about(role: str) -> tuple[str, ...]:
    """The clauses of the two games that a device of this role shows."""
    return tuple(
        one.id for one in all_clauses() if role in one.devices and one.id.startswith(_CHAPTERS)
    )
