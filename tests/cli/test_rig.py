"""`burncard rig check`: who is on the bench, and what is wrong with a rig file, in one line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

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
