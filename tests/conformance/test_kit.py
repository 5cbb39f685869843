"""The kit: what is shipped passes, and each kind of bad driver fails the check that is for it."""

from __future__ import annotations

import json
import shutil
import sys
import time
from pathlib import Path

import pytest

from rigs import processes
from rigs.conformance import kit
from rigs.conformance.checks import CHECKS
from rigs.conformance.courses import COURSES
from rigs.processes import passing_logs
from rigs.rigfile import RigFileError, default_rig, load_rig
from rigs.roles import ROLES
from rigs.stimuli import operator
from tests.cli.command import start
from tests.conformance import bad

pytestmark = pytest.mark.bench


def rig_file(folder: Path, role: str, more: str) -> Path:
    path = folder / "rig.toml"
    path.write_text(
        "[limits]\nconnect = 10.0\nanswer = 0.5\nlate = 0.6\nsafe = 1.0\n"
        f'[devices.dut]\nrole = "{role}"\nstimulus = "emulator"\nlink = {{ kind = "pty" }}\n'
        f'safe_state = {{ state = "off" }}\n{more}\n'
    )
    return path


def only(monkeypatch: pytest.MonkeyPatch, *checks: str) -> None:
    monkeypatch.setattr(kit, "CHECKS", {name: CHECKS[name] for name in checks})


@pytest.mark.parametrize(
    ("fault", "check", "words"),
    [
        ("AnotherEachTime", "identity", "another identity"),
        ("NoName", "identity", "tells nothing of who it is"),
        ("SaysTwice", "signals", "expected card KH down, heard card KH down, card KH down"),
        ("SwallowsFaces", "signals", "expected card 9S up, heard card 9S down"),
        ("KeepsTen", "burst", "all at once: expected card AC down"),
        ("DropsAnswers", "burst", "all at once: expected card AC down"),
        ("Dreams", "silent", "nothing happened: expected nothing, heard card KH down"),
        ("NeverTheSame", "reset", "expected card KH down, heard nothing"),
        ("SaysSafe", "safe", "but the device is not safe"),
        ("SlowToBeSafe", "safe", "the limit `safe` is 1 s"),
        ("OneChunkOneFrame", "split", "dut"),
        ("AsciiOnly", "garbage", "the driver raised UnicodeDecodeError"),
        ("KeepsItsLink", "disconnect", "the link is closed"),
    ],
)
def test_a_bad_driver_of_a_shoe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str, check: str, words: str
) -> None:
    only(monkeypatch, check)
    more = f'emulator = {{}}\ndriver = "tests.conformance.bad"\noptions = {{ fault = "{fault}" }}'
    report = kit.conformance(load_rig(rig_file(tmp_path, "shoe", more)))
    (result,) = report.devices[0].results
    assert result.verdict == "fail", result
    assert words in result.text
    assert report.exit_code == 1


@pytest.mark.parametrize(
    ("fault", "check", "words"),
    [
        ("FirstLineOnly", "merged", "expected"),
        ("IgnoresGarbage", "garbage", "are lost, and nothing tells it"),
    ],
)
def test_a_bad_driver_of_a_shuffler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str, check: str, words: str
) -> None:
    """Of lines that nothing repeats: another family's driver would get them a second time."""
    only(monkeypatch, check)
    more = (
        'emulator = {}\nprotocol = "profile"\ndriver = "tests.conformance.bad"\n'
        f'options = {{ profile = "text-shuffler", fault = "{fault}" }}'
    )
    report = kit.conformance(load_rig(rig_file(tmp_path, "shuffler", more)))
    (result,) = report.devices[0].results
    assert result.verdict == "fail", result
    assert words in result.text


def test_what_fails_on_a_spoiled_line_is_not_held_against_a_sound_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, "garbage", "disconnect")
    more = (
        'emulator = {}\nprotocol = "profile"\ndriver = "tests.conformance.bad"\n'
        'options = { profile = "text-shuffler", fault = "IgnoresGarbage" }'
    )
    report = kit.conformance(load_rig(rig_file(tmp_path, "shuffler", more)))
    assert [one.verdict for one in report.devices[0].results] == ["fail", "pass"]


def test_what_nobody_did_to_the_device_is_not_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is there to ask: that says nothing of the driver."""
    monkeypatch.setattr(operator.Operator.__init__, "__defaults__", (str(tmp_path / "none"),))
    only(monkeypatch, "identity", "signals", "reset")
    path = rig_file(tmp_path, "shoe", "emulator = {}")
    path.write_text(path.read_text().replace('"emulator"', '"operator"'))
    report = kit.conformance(load_rig(path))
    assert [one.verdict for one in report.devices[0].results] == ["pass", "not tried", "not tried"]
    assert "no terminal to ask the operator on" in report.devices[0].results[1].text
    assert report.exit_code == 3


def test_an_emulator_that_dies_is_named_and_its_log_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, "identity", "signals", "reset")
    monkeypatch.setattr(processes, "_DYING_S", 30.0)
    program = tmp_path / "dies.py"
    program.write_text(
        "import sys\nfrom rigs.emulators import process, shoe\n"
        "def draw(self, command):\n"
        "    sys.stderr.write('out of\\npaper\\n')\n    sys.stderr.flush()\n"
        "    import os\n    os._exit(9)\n"
        "shoe.Shoe.draw = draw\nsys.exit(process.main())\n"
    )
    command = f'["{sys.executable}", "{program}"]'
    report = kit.conformance(
        load_rig(rig_file(tmp_path, "shoe", f"emulator = {{ command = {command} }}"))
    )
    passed, failed, untried = report.devices[0].results
    assert (passed.verdict, failed.verdict, untried.verdict) == ("pass", "fail", "not tried")
    assert "it ended (exit code 9): paper" in failed.text
    log = Path(failed.text.rpartition("see ")[2])
    assert log.read_text() == "out of\npaper\n"
    shutil.rmtree(log.parent)


def test_logs_that_nobody_was_told_of_do_not_stay() -> None:
    with passing_logs("burncard-test-") as folder:
        (folder / "shoe.log").write_text("all is well")
    assert not folder.exists()


def test_a_driver_that_hangs_is_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, "identity", "signals")
    monkeypatch.setattr(kit, "_CHECK_S", 0.3)
    monkeypatch.setattr(bad, "STOP", time.monotonic() + 1.5)
    more = 'emulator = {}\ndriver = "tests.conformance.bad"\noptions = { fault = "Hangs" }'
    report = kit.conformance(load_rig(rig_file(tmp_path, "shoe", more)))
    assert [(one.verdict, one.text) for one in report.devices[0].results] == [
        ("fail", "no end in 0.3 s"),
        ("not tried", "a check before it did not end"),
    ]


def test_the_same_checks_pass_with_a_good_driver_and_a_program_of_ones_own(
    tmp_path: Path,
) -> None:
    """`emulator.command`: an emulated device that Burncard does not know."""
    command = f'["{sys.executable}", "-m", "rigs.emulators"]'
    more = f'protocol = "other"\ndriver = "burncard"\nemulator = {{ command = {command} }}'
    report = kit.conformance(load_rig(rig_file(tmp_path, "shoe", more)))
    assert {one.check: one.verdict for one in report.devices[0].results} == dict.fromkeys(
        CHECKS, "pass"
    )
    assert report.exit_code == 0


def test_a_device_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "rig.toml"
    path.write_text(
        '[devices.dut]\nrole = "shoe"\nlink = { kind = "serial", port = "/dev/serial/by-id/x" }\n'
        'safe_state = { state = "off" }\n'
    )
    report = kit.conformance(load_rig(path))
    assert report.exit_code == 3
    assert "/dev/serial/by-id/x" in report.devices[0].error
    with pytest.raises(RigFileError, match="no device 'shoe'; it has dut"):
        kit.conformance(load_rig(path), "shoe")


def test_every_role_has_a_course() -> None:
    assert set(COURSES) == set(ROLES)


@pytest.mark.slow
def test_the_command(tmp_path: Path) -> None:
    rig = default_rig().with_name("profiles.toml")
    words = [sys.executable, "-m", "burncard", "rig", "conformance", str(rig)]
    ended = start([*words, "--device", "card-reader", "--json"], tmp_path)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    told = json.loads(ended.stdout)
    assert told["exit_code"] == 0
    (device,) = told["devices"]
    assert [one["check"] for one in device["results"]] == list(CHECKS)


def test_the_command_names_the_devices_that_there_are(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "burncard", "rig", "conformance"]
    wrong = start([*words, "--device", "reader"], tmp_path)
    assert wrong.returncode == 2
    assert "no device 'reader'" in wrong.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["emulated.toml", "emulated-rfc2217.toml", "angel-eye.toml", "bee-tek.toml", "profiles.toml"],
)
def test_what_is_shipped_passes(name: str) -> None:
    report = kit.conformance(load_rig(default_rig().with_name(name)))
    wrong = [
        (tried.device, one)
        for tried in report.devices
        for one in tried.results
        if one.verdict not in ("pass", "skipped")
    ]
    assert wrong == []
    assert report.exit_code == 0
