"""An open bench: every device on it, acted on and listened to by one thread.

Nothing here waits longer than a limit of the rig file; whatever goes wrong is a
`rigs.errors.BenchError`. When a bench is closed, in whatever way, its devices are in their safe
states: by `close` on a normal end, by the guard on any other.
"""

from __future__ import annotations

import contextlib
import functools
import os
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Self, TypeVar

import msgspec

from rigs import calibration, lease
from rigs.device import Device
from rigs.drivers import Note
from rigs.errors import (
    BenchError,
    DeviceSilent,
    EmulatorFailed,
    GarbledFrames,
    LinkLost,
    PortMissing,
    ScenarioTooLong,
    StimulusError,
    StimulusRefused,
    TeardownFailed,
)
from rigs.guard import Account, Guard, Plan
from rigs.links.pump import Pump
from rigs.links.stream import StreamLink
from rigs.links.wirelog import WireLog
from rigs.mending import Mending
from rigs.processes import (
    Announcement,
    Emulator,
    resolved,
    start_again,
    start_emulators,
)
from rigs.rigfile import Limits, LinkSpec, Rig
from rigs.roles import (
    INSTRUMENT_ROLES,
    POWER_SUPPLY,
    RELAY_CARD,
    TABLE_CONTROLLER,
    Observation,
)
from rigs.wirehead import head

if TYPE_CHECKING:
    from rigs.gat import Software

_TURN_S = 0.05
_MAX_NOTES = 1000


P = ParamSpec("P")
R = TypeVar("R")


def _blaming(method: Callable[Concatenate[Bench, P], R]) -> Callable[Concatenate[Bench, P], R]:
    """An error in here that names a device is known to be that device's, and is told but once."""

    @functools.wraps(method)
    def blaming(bench: Bench, /, *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return method(bench, *args, **kwargs)
        except BenchError as error:
            bench._blame(error)
            raise

    return blaming


class Bench:
    """The bench of one rig file, open. Use `Bench.open`, in a ``with``."""

    def __init__(self, rig: Rig, run_dir: Path, label: str) -> None:
        self.rig = rig
        self.devices: dict[str, Device] = {}
        """By name, instruments too."""
        self.notes: list[Note] = []
        """What was odd about links and frames since the scenario began."""
        self.account: Account | None = None
        """After `close`: how the guard found the devices."""
        self.software: dict[str, Software] = {}
        """What GAT ports said, by device."""
        self.calibrations: tuple[calibration.Calibrated, ...] = ()
        """Of the instruments that have one, on the day the bench was opened."""
        self._run_dir, self._label = run_dir, label
        self._log = WireLog()
        self._pump = Pump(self._on_loss)
        self._emulators: dict[str, Emulator] = {}
        self._scenario = ""
        """The last that began."""
        self._renewing = False
        """Devices are made as new: a link that is lost now belongs to one whose turn will come."""
        self._died: dict[str, str] = {}
        """Devices another one stands in the place of, and why, of which nobody has been told."""
        self._guard: Guard | None = None
        self._finalise: tuple[str, ...] = ()
        self._ends_at = float("inf")
        self._scenario_ends_at = float("inf")
        self._new: list[Observation] = []
        self._life: tuple[int, int] | None = None
        self._leases: list[lease.Lease] = []
        self._mending = Mending(self._note)

    @classmethod
    def open(
        cls,
        rig: Rig,
        run_dir: Path,
        *,
        label: str | None = None,
        run_limit_s: float | None = None,
        finalise: Iterable[str] = (),
    ) -> Self:
        """Starts guard and emulators, opens every link for this process alone, asks identities.

        Args:
            run_dir: gets ``wire/``, ``emulators/``, ``guard.json``; made if need be.
            label: tells the files of several benches of one run apart, as ``gw0``; by default the
                name that pytest-xdist gave this process.
            run_limit_s: after it the guard kills this process; default: the rig file's ``run``.
            finalise: a command that the guard runs when this process ended without `close`.

        Raises:
            BenchError: a device is not there, not free, not the right one, or does not answer.
                Nothing stays open or running then.
        """
        if label is None:
            label = os.environ.get("PYTEST_XDIST_WORKER", "")
        bench = cls(rig, Path(run_dir), label)
        try:
            bench._start(rig.limits.run if run_limit_s is None else run_limit_s, tuple(finalise))
        except BaseException:
            bench.close()
            raise
        return bench

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # -- who is there -----------------------------------------------------------------------------

    def by_role(self, role: str) -> Device | None:
        """The device of this role, if there is one."""
        return next((one for one in self.devices.values() if one.role == role), None)

    def by_role_limits(self, role: str) -> Limits:
        """The limits of the device of this role, or the bench's."""
        device = self.by_role(role)
        return self.rig.limits if device is None else device.limits

    def has_instrument(self, role: str) -> bool:
        """Whether there is an instrument of this role."""
        return role in INSTRUMENT_ROLES and self.by_role(role) is not None

    @property
    def fed_by(self) -> frozenset[str]:
        """The roles whose messages are passed on to the table controller."""
        controller = self.by_role(TABLE_CONTROLLER)
        if controller is None:
            return frozenset()
        return frozenset(self.devices[name].role for name in controller.spec.fed_by)

    def describe(self) -> list[dict[str, Any]]:
        """Every device for the run's record: ``name role link protocol driver identity limits``.

        `says`: what it can say, where its protocol has no words for all of its role; else None.
        `claimed`: what of its identity the rig file names, and it is so. `software` (of a device
        with a GAT port) and `calibration`: where there is something to say.
        """
        calibrated = {one.device: msgspec.structs.asdict(one) for one in self.calibrations}
        return [
            {
                "name": one.name,
                "role": one.role,
                "link": one.recording or one.driver.port,
                "protocol": one.spec.protocol,
                "driver": one.spec.driver,
                "identity": msgspec.structs.asdict(one.identity),
                "claimed": one.spec.expect.named(),
                "says": sorted(says) if (says := one.driver.says) is not None else None,
                "limits": msgspec.structs.asdict(one.limits),
                "safe_state": one.spec.safe_state.state,
                **(
                    {"software": _told(self.software[one.name])}
                    if one.name in self.software
                    else {}
                ),
                **({"calibration": calibrated[one.name]} if one.name in calibrated else {}),
            }
            for one in self.devices.values()
        ]

    # -- acting -----------------------------------------------------------------------------------

    def stimulate(self, role: str, do: str, **fields: Any) -> dict[str, Any]:
        """Does the physical act `do` on the device of this role; returns what it told when done.

        Raises:
            StimulusError: refused, not done in time, nobody there to do it, or no such device.
        """
        device = self._the(role)
        if do in ("restore", "reset"):
            self._power_on(device)
        loses = do == "cut-link" or (do == "power" and not fields.get("on"))
        if loses:
            device.down = True
        if do in ("restore", "reset", "power"):
            device.driver.expect_restart()
        told = self._act(device, do, fields)
        if not loses and do in ("restore", "reset", "power", "join-link"):
            self._back(device, told)
        return told

    def power(self, role: str, on: bool) -> None:
        """Switches the power of the device of this role: by the supply that feeds it, if one does.

        Raises:
            StimulusError: it could not be done.
        """
        device = self._the(role)
        supply = self._supply_of(device)
        if supply is None:
            self.stimulate(role, "power", on=on)
            return
        device.down = device.down or not on
        device.driver.expect_restart()
        with _marking(supply):
            self._switch(supply, device, on)
        if on:
            self._back(device, {})

    @_blaming
    def feed(self, message: Observation) -> None:
        """Passes a sensor's message on to the table controller, and has its receipt.

        Raises:
            BenchError: the controller is silent, refuses it, or is not on this bench.
        """
        controller = self._the(TABLE_CONTROLLER)
        controller.driver.feed(message)

    # -- listening --------------------------------------------------------------------------------

    @_blaming
    def observe(
        self, until: Callable[[list[Observation]], object], timeout: float
    ) -> list[Observation]:
        """What devices have said since the last call, in order of arrival.

        Listens until `until` (given the list so far) is true, or for `timeout` seconds.

        Raises:
            LinkLost: a link ended though the bench did not cut it.
            GarbledFrames, DeviceRestarted: what a device said is not known.
        """
        deadline = time.monotonic() + timeout
        self._pump.turn(0.0)
        while True:
            self._collect()
            left = deadline - time.monotonic()
            if until(self._new) or left <= 0:
                self._pump.settle()
                new, self._new = self._new, []
                return new
            self._pump.turn(min(left, _TURN_S))
            self._attempt()

    @_blaming
    def sync(self, gone: Collection[str] = ()) -> list[Observation]:
        """Makes sure that everything devices have said is here, and returns it as `observe` does.

        `gone`: roles that are not asked, beside those whose power or link the bench has taken.

        Raises:
            DeviceSilent: a device does not answer.
            BenchError: as `observe`.
        """
        self._mend()
        asked = [
            one
            for one in self.devices.values()
            if one.role not in gone and not one.down and one.role not in INSTRUMENT_ROLES
        ]
        deadline = time.monotonic() + max((one.limits.late for one in asked), default=0.0) + 2.0
        for device in asked:
            device.driver.ask_status()
        while asked := [one for one in asked if not one.driver.heard_all()]:
            if time.monotonic() > deadline:
                raise DeviceSilent(
                    "it does not finish what it has begun to say",
                    device=asked[0].name,
                    port=asked[0].driver.port,
                    remedy="check cable, speed and load of the line",
                )
            self._collect()
            self._pump.turn(_TURN_S)
        for device in self.devices.values():
            if device.replay is not None:
                device.replay.do("replayed", {})  # refused where the round was another one
        return self.observe(lambda _: True, 0.0)

    def sense(self, role: str) -> Observation:
        """Reads an instrument: what it sees of the device that it is aimed at.

        Raises:
            BenchError: it does not answer, or sees nothing by its nature.
        """
        from rigs.drivers.colour_sensor import ColourSensor  # needs VISA, which is slow to import

        sensor = self._the(role)
        if not isinstance(sensor.driver, ColourSensor):
            raise BenchError(f"a {role} sees nothing", device=sensor.name)
        aim = self.devices[sensor.spec.aims_at]
        with _marking(sensor):
            return sensor.driver.look(aim.name, aim.role)

    # -- scenarios --------------------------------------------------------------------------------

    def begin_scenario(self, scenario: str) -> None:
        """Everything as new: faults and messages of before are forgotten, lost devices are back.

        From now on the wire log is ``wire/SCENARIO.jsonl``; attempts differ in `scenario`.

        Raises:
            BenchError: a device could not be brought back, or has died since the last scenario.
        """
        for held in self._leases:
            held.check()
        before, self._scenario = self._scenario, scenario
        self._log.switch(self._run_dir / "wire" / f"{scenario}.jsonl", self._head(scenario))
        self._scenario_ends_at = float("inf")
        self.notes.clear()
        if self._guard is not None and not self._guard.alive:
            self._guard.close()
            self._start_guard()
        self._rewind(scenario)
        self._after_ruling()
        self._renewing = True
        try:
            for device in self.devices.values():
                device.driver.forget()
                self._renew(device)
        finally:
            self._renewing = False
        try:
            self.sync()
        except GarbledFrames:  # what was lost before is noted, and no loss of this scenario
            self.sync()
        for device in self.devices.values():
            device.driver.forget()
        self._new.clear()
        for device in self.devices.values():
            device.ailing = False
        if self._died:
            died, self._died = self._died, {}
            when = f"between {before} and {scenario}" if before else f"before {scenario} began"
            raise _gone(died, f" {when}; another one is in its place now")
        self._scenario_ends_at = time.monotonic() + self.rig.limits.scenario

    def end_scenario(self) -> None:
        """Lamps out, motors stopped, relays open, power on again, in at most the limit `teardown`.

        The wire log of the scenario is complete; what comes now goes to the bench's own.

        Raises:
            TeardownFailed: something may have been left on; names what, and why.
            EmulatorFailed: a device died in it, and it did not show before.
        """
        self._scenario_ends_at = float("inf")
        self._log.switch(self._bench_log)
        try:
            self._tear_down()
        finally:
            with contextlib.suppress(BenchError):
                self._rewind("")
        self._check_living(f"in {self._scenario}")

    def end_run(self) -> None:
        """To be called before `close`, when no scenario will follow.

        Raises:
            EmulatorFailed: a device died after the last one.
        """
        self._check_living(f"after {self._scenario or 'the bench was opened'}")

    def _check_living(self, when: str) -> None:
        gone = {
            name: emulator.fate()
            for name, emulator in self._emulators.items()
            if emulator.ended and not self.devices[name].ailing
        }
        if gone:
            for name in gone:
                self.devices[name].ailing = True
            raise _gone(gone, f" {when}")

    # -- the end ----------------------------------------------------------------------------------

    def close(self) -> None:
        """Safe states, then every link, process and file closed. Again is harmless."""
        if self._life is None:
            return
        self._scenario_ends_at = float("inf")
        off = self._make_safe()
        for device in self.devices.values():
            device.close()
        self._pump.close()
        try:
            if self._guard is not None and self.devices:
                self.account = self._guard.done(off, self.rig.limits.safe + 5.0)
            elif self._guard is not None:
                self._guard.kill()
        except BenchError as error:
            self._note(Note(time.monotonic_ns(), "", "guard", str(error)))
        finally:
            for end in self._life:
                os.close(end)
            self._life = None
            for emulator in self._emulators.values():
                emulator.reap()
            for held in self._leases:
                held.release()
            self._log.close()

    def _tear_down(self) -> None:
        """Leaves nothing on that a scenario has put on, or off that it has put off."""
        deadline = time.monotonic() + self.rig.limits.teardown
        failed: list[str] = []
        # What acts on devices comes first: a contact that is closed would act again.
        order = (RELAY_CARD, POWER_SUPPLY)
        for device in sorted(
            self.devices.values(),
            key=lambda one: order.index(one.role) if one.role in order else len(order),
        ):
            if device.replay is not None:
                continue  # a recording leaves nothing on
            if time.monotonic() > deadline:
                failed.append(f"{device.name}: no time was left")
                continue
            try:
                self._leave(device)
            except BenchError as error:
                self._blame(error)
                failed.append(str(error))
        if failed:
            raise TeardownFailed(
                f"after the scenario something may still be on: {'; '.join(failed)}",
                remedy="look at the bench; the limit `teardown` in the rig file bounds this",
            )

    def _leave(self, device: Device) -> None:
        if device.role == POWER_SUPPLY:
            self._all_on(device)
            return
        if device.down and device.spec.stimulus == "emulator":
            # It must hear that it is to be safe: the scenario has cut its link, or its power.
            self.stimulate(device.role, "restore")
        elif device.down and self._supply_of(device) is not None:
            self._back(device, {})
        elif device.down:
            return  # a person took its power or link, and gives it back when the next one begins
        device.driver.make_safe()

    def _make_safe(self) -> tuple[str, ...]:
        """Puts every device in its safe state, power last; returns those now without power."""
        fed: tuple[str, ...] = ()
        for device in self.devices.values():
            if device.down and device.spec.stimulus == "emulator":
                # It must hear that it is to be safe: the last scenario may have cut its link.
                with contextlib.suppress(BenchError):
                    self.stimulate(device.role, "restore")
        ordered = sorted(self.devices.values(), key=lambda one: one.role == POWER_SUPPLY)
        for device in ordered:
            if device.down or not device.driver.is_open:
                continue
            try:
                device.driver.make_safe()
            except BenchError as error:
                self._note(Note(time.monotonic_ns(), device.name, "not-safe", str(error)))
            else:
                fed += device.spec.powers
        return fed

    # -- opening ----------------------------------------------------------------------------------

    @property
    def _bench_log(self) -> Path:
        return self._run_dir / "wire" / f"bench{'-' if self._label else ''}{self._label}.jsonl"

    def _start(self, run_limit_s: float, finalise: tuple[str, ...]) -> None:
        self._run_dir.mkdir(parents=True, exist_ok=True)
        self._log.switch(self._bench_log, self._head())
        self._life = os.pipe()
        self.calibrations = calibration.of(self.rig)
        calibration.insist(self.calibrations)
        self._take_leases()
        self._ends_at, self._finalise = time.monotonic() + run_limit_s, finalise
        self._guard = Guard(self._run_dir, self._life[1], self._label)
        emulator_logs = self._run_dir / "emulators"
        self._emulators = start_emulators(self.rig, self._life[0], emulator_logs)
        links = {name: self._link(name, self._announced(name).link) for name in self.rig.devices}
        self._arm(links)
        for name, link in links.items():
            device = Device(self.rig, name, link, self._pump, self._log, self._note)
            self.devices[name] = device
            self._at_first(device.identify)
            device.connect_stimulus(self._announced(name).stimulus)
            self._check_software(name, emulator_logs)
        for device in self.devices.values():
            if device.role == POWER_SUPPLY:
                self._all_on(device)
        self._at_first(self.sync)
        self._new.clear()

    def _at_first(self, ask: Callable[[], object]) -> None:
        """Asks when the bench opens, when what devices say and what of it is lost matters little.

        Where a link breaks, or a device stays silent, it is asked again as often as the rig file
        allows its link to be opened again.

        Raises:
            BenchError: as `ask`, the last time.
        """
        tried: Counter[str] = Counter()
        while True:
            try:
                ask()
                return
            except (LinkLost, DeviceSilent, GarbledFrames) as error:
                device = self.devices.get(error.device)
                if device is None or device.role in INSTRUMENT_ROLES:
                    raise  # an instrument's driver has opened it again already
                tried[device.name] += 1
                allowed = device.spec.reconnect.attempts
                if tried[device.name] > max(allowed, isinstance(error, GarbledFrames)):
                    raise
                device.driver.forget()
                if not device.driver.is_open:
                    self._open_again(device, error)

    def _open_again(self, device: Device, error: BenchError) -> None:
        if isinstance(error, LinkLost) and not self._mending.mends(device):
            self._mending.takes(device, error)
        try:
            self._mend()
        except LinkLost:
            if not device.driver.is_open:
                raise

    def _check_software(self, name: str, logs: Path) -> None:
        from rigs import gat  # few benches need it

        if self.rig.devices[name].gat is not None and self._life is not None:
            self.software[name] = gat.verify(self.rig, name, self._life[0], logs, self._log)
            gat.insist(name, self.software[name])

    def _take_leases(self) -> None:
        for name in lease.names(self.rig):
            # Another run has this very bench for long, but shares an instrument for a while.
            wait_s = self.rig.limits.share if name.startswith("shared-") else 0.0
            where, expires_s = lease.folder(self.rig), self.rig.lease.expires
            self._leases.append(lease.Lease.take(where, name, expires_s, wait_s))

    def _start_guard(self) -> None:
        if self._life is None:
            return
        self._guard = Guard(self._run_dir, self._life[1], self._label)
        self._arm({name: device.spec.link for name, device in self.devices.items()})

    def _arm(self, links: dict[str, LinkSpec]) -> None:
        if self._guard is None:
            return
        plan = Plan(
            runner=os.getpid(),
            devices={
                name: msgspec.structs.replace(self.rig.devices[name], link=link)
                for name, link in links.items()
            },
            limits=self.rig.limits,
            emulators={name: one.announced.pid for name, one in self._emulators.items()},
            rig=self.rig.name,
            run_limit_s=max(0.0, self._ends_at - time.monotonic()),
            finalise=self._finalise,
            leases=tuple(
                (str(held.where), held.holder.name, held.holder.token) for held in self._leases
            ),
        )
        self._guard.arm(plan, self.rig.limits.connect)

    def _announced(self, name: str) -> Announcement:
        emulator = self._emulators.get(name)
        return emulator.announced if emulator else Announcement("", "", 0)

    def _link(self, name: str, where: str) -> LinkSpec:
        spec = self.rig.devices[name].link
        return resolved(spec, Announcement(where, "", 0)) if where else spec

    def _all_on(self, supply: Device) -> None:
        from rigs.drivers.power_supply import PowerSupply  # needs VISA, which is slow to import

        if isinstance(supply.driver, PowerSupply) and supply.driver.without_power():
            supply.driver.switch(on=True)

    def _head(self, scenario: str = "") -> dict[str, Any]:
        """What a wire log says of itself."""
        known = {name: one.identity for name, one in self.devices.items()}
        return head(self.rig.name, self.rig.devices, known, scenario)

    # -- losing and finding devices ---------------------------------------------------------------

    def _the(self, role: str) -> Device:
        self._in_time()
        self._mend()
        device = self.by_role(role)
        if device is None:
            raise StimulusError(
                f"there is no {role} on this bench", remedy="add one to the rig file"
            )
        return device

    def _rewind(self, scenario: str) -> None:
        """Recorded sessions go to the start of this scenario; "" is the time after one.

        Each link is opened anew: what another scenario numbered does not go on in this one.
        """
        for device in self.devices.values():
            if device.replay is None:
                continue
            emulator = self._emulators.get(device.name)
            if scenario and emulator is not None and emulator.ended:
                self._revive(device, device.ailing)
            told = device.replay.do("scenario", {"id": scenario})
            if scenario and device.role not in INSTRUMENT_ROLES:
                self._relink(device, self._link(device.name, str(told.get("link") or "")))
                device.down = False

    def _tell_instruments(self, device: Device, do: str) -> None:
        """Recorded instruments, on which nobody acts, learn from it how far the round is."""
        for one in self.devices.values():
            if one.replay is not None and one.role in INSTRUMENT_ROLES:
                one.replay.do("elsewhere", {"link": device.name, "act": do})

    def _act(self, device: Device, do: str, fields: dict[str, Any]) -> dict[str, Any]:
        """Has the act done; the wire log tells when it began and when it was done."""
        card = self._wired(device, do)
        self._log.act(device.name, do, fields, by="" if card is None else card.name)
        self._tell_instruments(device, do)
        try:
            told = device.stimulus.do(do, fields) if card is None else self._press(card, device, do)
        except StimulusError as error:
            device.ailing = not isinstance(error, StimulusRefused)
            self._log.done(device.name, do, {}, error.what)
            raise
        self._log.done(device.name, do, told)
        return told

    def _wired(self, device: Device, do: str) -> Device | None:
        """The relay card that does the act `do` on this device, if one is wired to it."""
        wire = f"{device.name} {do}"
        return next((one for one in self.devices.values() if wire in one.spec.wires.values()), None)

    def _press(self, card: Device, device: Device, do: str) -> dict[str, Any]:
        """Closes the contact as long as the card holds it; what devices say meanwhile is heard."""
        from rigs.drivers.relay_card import RelayCard  # needs VISA, which is slow to import
        from rigs.stimuli.instrument import hold

        if not isinstance(card.driver, RelayCard):
            raise StimulusError("its driver closes no contacts", device=card.name)
        channel = card.driver.channel_of(device.name, do)
        with _marking(card):
            try:
                hold(card.driver, channel, device.name, do, closed=True)
                until = time.monotonic() + card.driver.hold_s
                while (left := until - time.monotonic()) > 0:
                    self._pump.turn(left)
                self._pump.settle()
            finally:
                hold(card.driver, channel, device.name, do, closed=False)
        return {}

    def _supply_of(self, device: Device) -> Device | None:
        return next((one for one in self.devices.values() if device.name in one.spec.powers), None)

    def _power_on(self, device: Device) -> None:
        supply = self._supply_of(device)
        if device.down and supply is not None:
            device.driver.expect_restart()
            self._switch(supply, device, on=True)

    def _switch(self, supply: Device, device: Device, on: bool) -> None:
        from rigs.stimuli.instrument import switch_power  # needs VISA, which is slow to import

        self._log.act(device.name, "power", {"on": on}, by=supply.name)
        self._tell_instruments(device, "power")
        switch_power(supply.driver, device.name, on)  # type: ignore[arg-type]
        if supply.replay is not None:
            # A recorded supply feeds nothing: what it fed has to be told.
            device.stimulus.do("power", {"on": on})
        self._log.done(device.name, "power", {})

    def _back(self, device: Device, told: dict[str, Any]) -> None:
        """The device has power and link again: open its link if it was lost, or is elsewhere."""
        where = str(told.get("link") or "")
        if not device.driver.is_open or (where and device.down):
            link = self._link(device.name, where) if where else device.spec.link
            self._relink(device, link)
            self._arm({name: one.spec.link for name, one in self.devices.items()})
        device.down = device.ailing = False

    def _relink(self, device: Device, link: LinkSpec) -> None:
        """A device that has just got its power takes a while until it is there and hears."""
        deadline = time.monotonic() + device.limits.connect
        while True:
            try:
                device.relink(link)
                return
            except (PortMissing, DeviceSilent):
                if time.monotonic() > deadline:
                    raise
                time.sleep(_TURN_S)

    def _after_ruling(self) -> None:
        """What devices said when the scenario before had been ruled on is named, not judged."""
        with contextlib.suppress(BenchError):  # a device that is gone is brought back next
            self._pump.turn(0.0)
            self._pump.settle()
        self._mending.forget()
        said = [one for device in self.devices.values() for one in device.collect()]
        for one in [*self._new, *said]:
            fields = " ".join(f"{key}={value}" for key, value in one.data.items())
            text = f"said {one.kind} {fields}".rstrip() + " after the ruling before"
            self._note(Note(one.at_ns, one.device, "after-ruling", text, one.raw))

    def _blame(self, error: BenchError) -> None:
        """The device that `error` names has failed, and everybody is told so by `error`."""
        device = self.devices.get(error.device)
        if device is not None and not isinstance(error, StimulusRefused):
            device.ailing = True

    def _renew(self, device: Device) -> None:
        """As new for a scenario."""
        known = device.ailing
        if device.role in INSTRUMENT_ROLES:
            emulator = self._emulators.get(device.name)
            if emulator is not None and (emulator.ended or known):
                self._revive(device, known)
            if device.role == POWER_SUPPLY:
                with _marking(device):
                    self._all_on(device)
            elif device.role == RELAY_CARD:
                with _marking(device):
                    device.driver.make_safe()
            return
        if device.spec.stimulus == "emulator":
            try:
                self.stimulate(device.role, "reset")
            except StimulusError:
                self._revive(device, known)
        elif device.spec.stimulus != "none":
            self.stimulate(device.role, "reset")
        if not device.driver.is_open:
            self._back(device, {})

    def _revive(self, device: Device, known: bool) -> None:
        """An emulator that ended, or hears nothing any more: another one in its place.

        `known`: an error has named it. If none has, this scenario does: the process may have ended
        at any moment, even a moment ago, and has forgotten what it was told.
        """
        emulator = self._emulators.get(device.name)
        if emulator is None or self._life is None:
            return
        if not known:
            self._died[device.name] = emulator.fate()
        emulator = start_again(self.rig, emulator, self._life[0], self._emulators)
        self._emulators[device.name] = emulator
        device.connect_stimulus(emulator.announced.stimulus)
        device.driver.close()
        self._back(device, {"link": emulator.announced.link})

    def _on_loss(self, link: StreamLink, lost: LinkLost) -> None:
        device = self.devices.get(link.device)
        expected = self._renewing or (device is not None and device.down)
        self._note(Note(time.monotonic_ns(), link.device, "link-lost", lost.what))
        if not expected and not (device is not None and self._mending.takes(device, lost)):
            raise lost

    def _mend(self) -> None:
        """Does not go on before every lost link is back, or is lost for good."""
        while (wait_s := self._mending.wait_s) is not None:
            self._in_time()
            self._pump.turn(min(wait_s, _TURN_S))
            self._attempt()

    def _attempt(self) -> None:
        if self._mending.wait_s is not None:
            self._pump.settle()  # to open a link takes a while
            self._mending.attempt()

    def _in_time(self) -> None:
        if time.monotonic() > self._scenario_ends_at:
            self._scenario_ends_at = float("inf")
            raise ScenarioTooLong(
                f"the scenario has lasted longer than {self.rig.limits.scenario:g} s",
                remedy="see what it waited for, or raise the limit `scenario` in the rig file",
            )

    def _collect(self) -> None:
        self._in_time()
        fresh: list[tuple[int, Observation]] = []
        for device in self.devices.values():
            # A message that had to wait for one before it keeps its place behind that one.
            at_ns = 0
            for one in device.collect():
                at_ns = max(at_ns, one.at_ns)
                fresh.append((at_ns, one))
        fresh.sort(key=lambda pair: pair[0])
        self._new += (one for _, one in fresh)
        for device in self.devices.values():
            fault = device.driver.fault()
            if fault is not None:
                raise fault

    def _note(self, note: Note) -> None:
        # A babbling device must not fill the memory; the wire log has every byte of it.
        if len(self.notes) < _MAX_NOTES:
            self.notes.append(note)


def _told(software: Software) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(software)
    return {**told, "matches": software.matches}


def _gone(fates: dict[str, str], rest: str) -> EmulatorFailed:
    """Names every device that died."""
    (first, fate), *others = fates.items()
    also = "".join(f"; {name} too: {how}" for name, how in others)
    return EmulatorFailed(
        f"{fate}{also}{rest}",
        device=first,
        remedy="what it said last is in the run directory, under emulators",
    )


@contextlib.contextmanager
def _marking(device: Device) -> Iterator[None]:
    """An error in here is this device's: it is started again before the next scenario."""
    try:
        yield
    except BenchError:
        device.ailing = True
        raise
