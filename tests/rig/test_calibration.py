"""Instruments are believed up to the day on which their calibration is due."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from rigs import calibration
from rigs.bench import Bench
from rigs.check import check
from rigs.errors import CalibrationExpired
from rigs.rigfile import RigFileError, default_rig, load_rig

TODAY = datetime.date(2027, 3, 31)


def rig_file(tmp_path: Path, sensor: str) -> Path:
    """The emulated bench, with a line more for its colour sensor."""
    path, mark = tmp_path / "rig.toml", 'aims_at = "masque-reader"\n'
    text = default_rig().read_text()
    assert text.count(mark) == 1
    path.write_text(text.replace(mark, f"{mark}{sensor}\n"))
    return path


@pytest.mark.parametrize(
    ("due", "state", "days", "words"),
    [
        ("2027-03-30", "expired", -1, "calibration expired on 2027-03-30"),
        ("2027-03-31", "due soon", 0, "calibration due on 2027-03-31, in 0 days"),
        ("2027-04-30", "due soon", 30, "calibration due on 2027-04-30, in 30 days"),
        ("2027-05-01", "holds", 31, "calibration due on 2027-05-01, in 31 days"),
    ],
)
def test_it_holds_on_its_last_day_and_not_on_the_next(
    tmp_path: Path, due: str, state: str, days: int, words: str
) -> None:
    rig = load_rig(rig_file(tmp_path, f'calibration = {{ due = {due}, certificate = "K-17" }}'))
    (one,) = calibration.of(rig, TODAY)
    assert (one.device, one.state, one.days, one.certificate) == (
        "colour-sensor",
        state,
        days,
        "K-17",
    )
    assert one.words() == words


def test_where_it_is_required_an_instrument_without_one_is_named(tmp_path: Path) -> None:
    text = default_rig().read_text()
    real = text.replace(
        'link = { kind = "visa" }\nprotocol = "scpi"\nstimulus = "none"\nemulator = {}\n',
        'link = { kind = "visa", resource = "TCPIP::192.0.2.1::5025::SOCKET" }\n'
        'protocol = "scpi"\nstimulus = "none"\n',
    )
    (tmp_path / "rig.toml").write_text("calibration_required = true\n" + real)
    rig = load_rig(tmp_path / "rig.toml")
    # The emulated supply needs none; neither does a device under test.
    assert [(one.device, one.state) for one in calibration.of(rig)] == [
        ("colour-sensor", "missing")
    ]
    with pytest.raises(CalibrationExpired, match="colour-sensor: no calibration"):
        Bench.open(rig, tmp_path / "run")


def test_a_bench_with_an_expired_one_is_not_opened(tmp_path: Path) -> None:
    rig = load_rig(rig_file(tmp_path, "calibration = { due = 2020-01-31 }"))
    with pytest.raises(CalibrationExpired, match="colour-sensor: calibration expired on 2020-01-3"):
        Bench.open(rig, tmp_path / "run")
    assert not (tmp_path / "run" / "emulators").exists()


@pytest.mark.bench
def test_the_doctor_says_so_and_the_bench_tells_what_holds(tmp_path: Path) -> None:
    report = check(load_rig(rig_file(tmp_path, "calibration = { due = 2020-01-31 }")), 1, 0.0)
    assert report.exit_code == 3
    assert {row.device for row in report.rows if not row.is_sound} == {"colour-sensor"}
    assert all(row.answers for row in report.rows)
    good = load_rig(rig_file(tmp_path, "calibration = { due = 9999-12-31 }"))
    with Bench.open(good, tmp_path / "run") as bench:
        told = {one["name"]: one.get("calibration") for one in bench.describe()}
    held = told["colour-sensor"]
    assert held is not None
    assert held["state"] == "holds"
    assert told["power-supply"] is None


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ('{ due = "soon" }', "devices.colour-sensor.calibration.due: expected a date"),
        ("{}", "devices.colour-sensor.calibration.due: missing; write due = 2027-03-31"),
        ("{ du = 2027-03-31 }", "devices.colour-sensor.calibration.du"),
    ],
)
def test_a_mistake_is_one_line(tmp_path: Path, value: str, said: str) -> None:
    with pytest.raises(RigFileError) as told:
        load_rig(rig_file(tmp_path, f"calibration = {value}"))
    assert said in str(told.value)
    assert "\n" not in str(told.value)
