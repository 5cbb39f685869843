"""`burncard rig check`: who is on the bench, and what is wrong with a rig file, in one line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rigs.lease import Lease
from tests.cli.command import CHECKOUT, Run

EMULATED = CHECKOUT / "rigs" / "benches" / "emulated.toml"
DEVICES = (
    "shoe",
    "shuffler",
    "card-reader",
    "masque-reader",
    "table-controller",
    "colour-sensor",
    "power-supply",
)


@pytest.mark.bench
def test_the_emulated_bench_answers(burncard: Run) -> None:
    done = burncard("rig", "check")
    assert (done.returncode, done.stderr) == (0, "")
    for device in DEVICES:
        (row,) = [line for line in done.stdout.splitlines() if line.startswith(f"{device} ")]
        assert re.search(r"EMU-\S+ +1\.0\.0 +ready +\d+\.\d, \d+\.\d ms$", row.rstrip())
    assert done.stdout.splitlines()[-1] == "emulated: 7 of 7 devices answer"


@pytest.mark.bench
def test_a_program_gets_the_firmware_hashes(burncard: Run) -> None:
    rows = json.loads(burncard("rig", "check", str(EMULATED), "--json").stdout)["rows"]
    assert [row["device"] for row in rows] == list(DEVICES)
    for row in rows[:5]:
        assert re.fullmatch(r"[0-9a-f]{64}", row["identity"]["sha256"])


@pytest.mark.bench
def test_a_device_that_is_not_there_is_named_and_the_rest_is_asked(
    burncard: Run, tmp_path: Path
) -> None:
    rig = tmp_path / "bench.toml"
    pty = 'role = "shoe"\nlink = { kind = "pty" }'
    serial = 'role = "shoe"\nlink = { kind = "serial", port = "/dev/no-such-port" }'
    text = EMULATED.read_text().replace(pty, serial)
    head, _, rest = text.partition("[devices.shuffler]")
    head = head.replace("emulator = { defects = [] }\n", "").replace(
        'stimulus = "emulator"', 'stimulus = "operator"'
    )
    rig.write_text(head + "[devices.shuffler]" + rest)
    done = burncard("rig", "check", "bench.toml")
    assert done.returncode == 3, done.stderr
    assert "shoe on /dev/no-such-port: No such file or directory" in done.stdout
    assert done.stdout.splitlines()[-1] == "emulated: 6 of 7 devices answer"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('name = "emulated"', 'name = "emulated', "line 4"),
        ('role = "shoe"', 'role = "shoo"', "shoo"),
        ('protocol = "burncard"', 'protocoll = "burncard"', "protocoll"),
        ("answer = 1.0", 'answer = "soon"', "limits.answer"),
        (
            '[house_rules."down-under-blackjack"]',
            '[house_rules."down-under-blackjack"]\ndealer_22 = "perhaps"',
            "dealer_22",
        ),
        (
            '[house_rules."down-under-blackjack"]',
            '[house_rules."down-under-blackjack"]\ndealer_23 = "bust"',
            "dealer_23",
        ),
    ],
)
def test_a_rig_file_that_is_wrong_is_one_line(
    burncard: Run, tmp_path: Path, old: str, new: str, said: str
) -> None:
    text = EMULATED.read_text()
    assert old in text
    (tmp_path / "bench.toml").write_text(text.replace(old, new, 1))
    done = burncard("rig", "check", "bench.toml")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("burncard: bench.toml: ")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_rig_file_that_is_not_there_is_named(burncard: Run) -> None:
    done = burncard("rig", "check", "gone.toml")
    assert done.returncode == 2
    assert done.stderr.startswith("burncard: gone.toml: ")
    assert done.stderr.count("\n") == 1


def test_a_bench_without_a_colour_sensor_tells_what_it_cannot_show(
    burncard: Run, tmp_path: Path
) -> None:
    head, _, rest = EMULATED.read_text().partition("[devices.colour-sensor]")
    (tmp_path / "bench.toml").write_text(head + rest[rest.index("[devices.power-supply]") :])
    done = burncard("rig", "check", "bench.toml", "--pings", "3", "--listen", "0")
    assert done.returncode == 0, done.stderr
    assert "no colour sensor, so the lamp of: § 685a.1" in done.stdout
    assert "not testable" in done.stdout
    told = json.loads(
        burncard("rig", "check", "bench.toml", "--json", "--pings", "3", "--listen", "0").stdout
    )
    assert [one["what"] for one in told["missing"]] == ["no colour sensor, so the lamp of"]
    assert "685a.1 Masque Card Reader device" in told["missing"][0]["clauses"]
    assert {row["pings"] for row in told["rows"]} == {3}
    assert told["exit_code"] == 0


def test_who_has_a_bench_and_who_may_let_go_of_it(burncard: Run, tmp_path: Path) -> None:
    rig = tmp_path / "bench.toml"
    rig.write_text(
        'name = "lab-3"\n[lease]\nfolder = "leases"\n[devices.shoe]\nrole = "shoe"\n'
        'link = { kind = "serial", port = "/dev/no-such-port" }\n'
        'safe_state = { state = "motor stopped" }\n'
    )
    done = burncard("rig", "lease", "bench.toml")
    assert (done.returncode, done.stdout.split()[:2]) == (0, ["rig-lab-3:", "free"])
    held = Lease.take(tmp_path / "leases", "rig-lab-3", 600)
    done = burncard("rig", "lease", "bench.toml")
    assert done.returncode == 3
    assert f"{held.holder.owner} has it since {held.holder.since} (process" in done.stdout
    run = burncard("run", "--rig", "bench.toml", "-k", "685a.12(d)")
    assert run.returncode == 3
    assert f"no scenario was played: the bench 'lab-3': {held.holder.owner} has it" in run.stdout
    for owner, said in (("somebody", "only"), (held.holder.owner, "still runs")):
        done = burncard("rig", "lease", "bench.toml", "--release", "--owner", owner)
        assert done.returncode == 3
        assert said in done.stderr
        assert done.stderr.count("\n") == 1
    held.check()
    held.release()
    done = burncard("rig", "lease", "bench.toml", "--release")
    assert done.returncode == 2
    assert "--owner" in done.stderr


def test_a_device_that_is_not_there_ends_the_run_before_it_begins(
    burncard: Run, tmp_path: Path
) -> None:
    (tmp_path / "bench.toml").write_text(
        'name = "lab-4"\n[lease]\nfolder = "leases"\n[devices.shoe]\nrole = "shoe"\n'
        'link = { kind = "serial", port = "/dev/no-such-port" }\n'
        'safe_state = { state = "motor stopped" }\n'
    )
    done = burncard("run", "--rig", "bench.toml", "--out", "out", "-k", "685a.12(d)")
    assert done.returncode == 3
    (said,) = [one for one in done.stdout.splitlines() if "no scenario was played" in one]
    assert "shoe on /dev/no-such-port: No such file or directory; plug it in" in said
    told = json.loads((tmp_path / "out" / "run.json").read_text())
    assert {one["verdict"] for one in told["scenarios"]} == {"not run"}
    assert not list((tmp_path / "out" / "records").glob("*"))


@pytest.mark.bench
def test_another_firmware_than_the_rig_file_claims_ends_the_run_before_it_begins(
    burncard: Run, tmp_path: Path
) -> None:
    text = EMULATED.read_text()
    old = "emulator = { defects = [] }\n"
    (tmp_path / "bench.toml").write_text(
        text.replace(old, old + 'expect = { firmware = "9.9.9" }\n', 1)
    )
    done = burncard("run", "--rig", "bench.toml", "--out", "out", "-k", "685a.12(d)")
    assert done.returncode == 3
    line = "no scenario was played: shoe on "
    (said,) = [one for one in done.stdout.splitlines() if line in one]
    assert "its firmware is '1.0.0', the rig file says '9.9.9'" in said
    told = json.loads((tmp_path / "out" / "run.json").read_text())
    assert {one["verdict"] for one in told["scenarios"]} == {"not run"}
    assert len(told["scenarios"]) > 1
    assert not list((tmp_path / "out" / "records").glob("*"))


def test_a_program_is_told_of_software(burncard: Run, tmp_path: Path) -> None:
    (tmp_path / "ui.bin").write_bytes(b"changed after it was approved")
    (tmp_path / "approved.bin").write_bytes(b"approved")
    (tmp_path / "bench.toml").write_text(
        """
[devices.shuffler]
role = "shuffler"
link = { kind = "pty" }
stimulus = "emulator"
emulator = {}
safe_state = { state = "motor stopped" }
[devices.shuffler.gat]
link = { kind = "pty" }
image = { UI = "ui.bin" }
emulator = { options = { "image.UI" = "ui.bin", "claims.UI" = "approved.bin" } }
"""
    )
    done = burncard("rig", "check", "bench.toml", "--json", "--pings", "1", "--listen", "0")
    assert done.returncode == 3
    (row,) = json.loads(done.stdout)["rows"]
    assert "its software is not the rig file's: UI" in row["error"]
    assert row["software"]["matches"] is False
    (ui,) = row["software"]["components"]
    assert (ui["name"], ui["matches"], ui["how"]) == ("UI", False, "checked against image")
