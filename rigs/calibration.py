"""Whether the instruments of a bench may be believed today."""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from msgspec import Struct

from rigs.errors import CalibrationExpired
from rigs.rigfile import DeviceSpec, Rig
from rigs.roles import INSTRUMENT_ROLES

HOLDS, DUE_SOON, EXPIRED, MISSING, NONE = "holds", "due soon", "expired", "missing", ""


class Calibrated(Struct, frozen=True):
    """The calibration of one instrument."""

    device: str
    state: str
    """``holds``, ``due soon``, ``expired``, ``missing`` (though required); "": none asked for."""
    due: str = ""
    days: int | None = None
    """Until it is due; negative: since then."""
    certificate: str = ""

    def words(self) -> str:
        """For a person; empty where there is nothing to say."""
        if self.state == MISSING:
            return "no calibration, and the rig file requires one"
        if self.days is None:
            return ""
        if self.state == EXPIRED:
            return f"calibration expired on {self.due}"
        return f"calibration due on {self.due}, in {self.days} days"


def of(rig: Rig, today: datetime.date | None = None) -> tuple[Calibrated, ...]:
    """Each device of `rig` that has a calibration, or must have one. `today`: the local date."""
    today = today or datetime.date.today()  # a certificate's day is the lab's own
    found = (_one(name, spec, rig, today) for name, spec in rig.devices.items())
    return tuple(one for one in found if one.state)


def insist(states: Iterable[Calibrated]) -> None:
    """Lets no bench be used whose instruments are not calibrated.

    Raises:
        CalibrationExpired: one is over, or missing.
    """
    bad = [one for one in states if one.state in (EXPIRED, MISSING)]
    if bad:
        raise CalibrationExpired(
            "; ".join(f"{one.device}: {one.words()}" for one in bad),
            remedy="have it calibrated, and write the new date into the rig file "
            "(calibration = { due = 2027-03-31 })",
        )


def _one(name: str, spec: DeviceSpec, rig: Rig, today: datetime.date) -> Calibrated:
    told = spec.calibration
    if told is None:
        wanted = rig.calibration_required and spec.role in INSTRUMENT_ROLES and not spec.started
        return Calibrated(name, MISSING if wanted else NONE)
    days = (told.due - today).days
    state = EXPIRED if days < 0 else DUE_SOON if days <= told.warn_days else HOLDS
    return Calibrated(name, state, told.due.isoformat(), days, told.certificate)
