"""Rig files: what is wrong is told in one literal line, with what would be right."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from rigs.rigfile import RigFileError, SerialSpec, default_rig, load_rig

GOOD = """
[devices.shoe]
role = "shoe"
link = { kind = "serial", port = "/dev/ttyUSB0" }
safe_state = { state = "motor stopped" }
"""
SUPPLY = """
[devices.supply]
role = "power-supply"
link = { kind = "visa", resource = "TCPIP::10.0.0.5::5025::SOCKET" }
protocol = "scpi"
powers = ["shoe"]
safe_state = { state = "off", send = ["OUTP OFF"] }
"""
CONTROLLER = """
[devices.table]
role = "table-controller"
link = { kind = "tcp", host = "10.0.0.9", port = 4001 }
fed_by = ["shoe"]
safe_state = { state = "outputs off" }
"""


def told(tmp_path: Path, text: str) -> str:
    path = tmp_path / "rig.toml"
    path.write_text(text)
    with pytest.raises(RigFileError) as caught:
        load_rig(path)
    line = str(caught.value)
    assert "\n" not in line
    start = f"{path}: "
    assert line.startswith(start)
    return line.removeprefix(start)


def test_the_benches_that_come_with_it() -> None:
    folder = default_rig().parent
    names = {path.name for path in folder.glob("*.toml")}
    assert names >= {"emulated.toml", "example-lab.toml"}
    for name in names:
        load_rig(folder / name)


def test_defaults(tmp_path: Path) -> None:
    path = tmp_path / "my-bench.toml"
    path.write_text(GOOD)
    rig = load_rig(path)
    assert rig.name == "my-bench"
    assert rig.devices["shoe"].link == SerialSpec(port="/dev/ttyUSB0")
    assert rig.devices["shoe"].driver == "burncard"
    assert rig.limits.safe == 1.0
    assert rig.has_fixed_ports
    assert rig.sha256 == hashlib.sha256(GOOD.encode()).hexdigest()
    assert not load_rig().has_fixed_ports


def test_limits_of_a_device_over_those_of_the_bench(tmp_path: Path) -> None:
    path = tmp_path / "rig.toml"
    path.write_text("[limits]\nanswer = 2.0\n" + GOOD + "limits = { late = 9.0 }\n" + CONTROLLER)
    rig = load_rig(path)
    assert (rig.limits_of("shoe").answer, rig.limits_of("shoe").late) == (2.0, 9.0)
    assert (rig.limits_of("table").answer, rig.limits_of("table").late) == (2.0, 3.0)


def test_house_rules_are_text(tmp_path: Path) -> None:
    path = tmp_path / "rig.toml"
    rules = '[house_rules."down-under-blackjack"]\na = true\nb = 4\nc = "stand"\n'
    path.write_text(GOOD + rules)
    assert load_rig(path).house_rules == {
        "down-under-blackjack": {"a": "yes", "b": "4", "c": "stand"}
    }


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(RigFileError) as caught:
        load_rig(tmp_path / "no.toml")
    assert str(caught.value) == (
        f"{tmp_path}/no.toml: cannot be read (No such file or directory); name a rig file"
    )


def test_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "rig.toml"
    path.write_bytes(b'name = "a"\ndescription = "\xff"\n')
    with pytest.raises(RigFileError, match="line 2: not UTF-8; save it as UTF-8"):
        load_rig(path)


SHOE = "devices.shoe"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "devices: no device; add a table [devices.NAME] for each"),
        (
            "name = \n",
            "line 1, column 8: no TOML (Invalid value); see https://toml.io",
        ),
        ('name = "a', "end of file: no TOML (Unterminated string); see https://toml.io"),
        ("nmae = 'x'\n" + GOOD, "nmae: unknown key; did you mean name?"),
        ("device = 1\n" + GOOD, "device: unknown key; did you mean devices?"),
        ('name = "a b"\n' + GOOD, 'name: write a word of letters, digits and - _ . as "lab-3"'),
        ("devices = 3\n", "devices: expected a table [devices]"),
        ("[devices]\nshoe = 3\n", "devices.shoe: expected a table [devices.shoe]"),
        (
            "[limits]\nanswr = 1.0\n" + GOOD,
            "limits.answr: unknown key; did you mean answer?",
        ),
        ("[limits]\nanswer = 0\n" + GOOD, "limits.answer: expected a number > 0"),
        ("[limits]\nanswer = nan\n" + GOOD, "limits.answer: expected a number > 0"),
        ("[limits]\nsafe = inf\n" + GOOD, "limits.safe: expected a number <= 86400"),
        (
            '[limits]\nanswer = "1"\n' + GOOD,
            "limits.answer: expected a number, not text in quotes",
        ),
        (
            "[limits]\nanswer = 2.0\nlate = 1.0\n" + GOOD,
            "limits.late: less than answer (2); write more",
        ),
        (
            GOOD.replace('role = "shoe"\n', ""),
            f"{SHOE}.role: missing; write role = one of shoe shuffler card-reader masque-reader "
            "table-controller colour-sensor power-supply relay-card",
        ),
        (
            GOOD.replace('"shoe"', '"shoo"'),
            f"{SHOE}.role: unknown role 'shoo'; did you mean shoe?",
        ),
        (
            GOOD + "protocl = 'line'\n",
            f"{SHOE}.protocl: unknown key; did you mean protocol?",
        ),
        (
            GOOD + "protocol = 'modbus'\n",
            f"{SHOE}.protocol: unknown value 'modbus'; "
            "known: burncard angel-eye bee-tek profile line scpi other",
        ),
        (
            GOOD + "protocol = 'scpi'\n",
            f'{SHOE}.protocol: a shoe needs protocol = "burncard" or "line"',
        ),
        (
            GOOD.replace('role = "shoe"', 'role = "shuffler"') + "protocol = 'angel-eye'\n",
            f"{SHOE}.protocol: only a shoe speaks it, not a shuffler",
        ),
        (
            GOOD.replace('stopped" }', 'stopped", send = ["x"] }') + "protocol = 'angel-eye'\n",
            f"{SHOE}.safe_state.send: the Angel Eye protocol has its own command for it; "
            "leave send out",
        ),
        (
            GOOD + "stimulus = 'emulater'\n",
            f"{SHOE}.stimulus: unknown value 'emulater'; did you mean emulator?",
        ),
        (
            GOOD + "stimulus = 'emulator'\n",
            f'{SHOE}.stimulus: "emulator" without one; '
            'add emulator = { defects = [] } or use "operator"',
        ),
        (
            GOOD + "emulator = { defect = [] }\n",
            f"{SHOE}.emulator.defect: unknown key; did you mean defects?",
        ),
        (
            GOOD + "emulator = {}\n",
            f'{SHOE}.link.kind: an emulated device has "pty", "tcp", "rfc2217" or "visa"',
        ),
        (
            GOOD.replace("serial", "serail"),
            f"{SHOE}.link.kind: unknown value 'serail'; did you mean serial?",
        ),
        (
            GOOD.replace('kind = "serial", ', ""),
            f"{SHOE}.link.kind: missing; write kind = one of serial tcp rfc2217 pty visa replay",
        ),
        (
            GOOD.replace("port =", "prot ="),
            f"{SHOE}.link.prot: unknown key; did you mean port?",
        ),
        (
            GOOD.replace(', port = "/dev/ttyUSB0"', ""),
            f"{SHOE}.link.port: missing; name the port",
        ),
        (
            GOOD.replace('USB0"', 'USB0", baud = "fast"'),
            f"{SHOE}.link.baud: expected a whole number, not text in quotes",
        ),
        (
            GOOD.replace('kind = "serial", port = "/dev/ttyUSB0"', 'kind = "pty"'),
            f"{SHOE}.link.kind: only an emulated device announces a pty; "
            'use kind = "serial" and port',
        ),
        (
            GOOD.replace('kind = "serial", port = "/dev/ttyUSB0"', 'kind = "tcp"'),
            f"{SHOE}.link.port: missing; only an emulated device announces it",
        ),
        (
            GOOD.replace('kind = "serial", port = "/dev/ttyUSB0"', 'kind = "visa"'),
            f"{SHOE}.link.kind: protocol 'burncard' does not run over 'visa'; "
            "use serial, tcp, rfc2217 or pty",
        ),
        (
            GOOD.replace('safe_state = { state = "motor stopped" }\n', ""),
            f'{SHOE}.safe_state: missing; write safe_state = {{ state = "motor stopped" }}',
        ),
        (
            GOOD.replace("motor stopped", " "),
            f'{SHOE}.safe_state.state: say what it is, as "motor stopped"',
        ),
        (
            GOOD.replace('stopped" }', 'stopped", send = ["x"] }'),
            f"{SHOE}.safe_state.send: the Burncard protocol has its own command for it; "
            "leave send out",
        ),
        (
            GOOD + "limits = { anwser = 1.0 }\n",
            f"{SHOE}.limits.anwser: unknown limit; did you mean answer?",
        ),
        (
            GOOD + "limits = { answer = -1.0 }\n",
            f"{SHOE}.limits.answer: write seconds, more than 0, at most 86400",
        ),
        (
            GOOD + GOOD.replace("devices.shoe", "devices.spare").replace("USB0", "USB1"),
            "devices.spare.role: 'shoe' is the shoe already; a bench has one a role",
        ),
        (
            GOOD
            + GOOD.replace("devices.shoe", "devices.mill").replace(
                'role = "shoe"', "role='shuffler'"
            ),
            "devices.mill.link.port: /dev/ttyUSB0 is the port of 'shoe' already; give each its own",
        ),
        (
            GOOD + SUPPLY.replace('["shoe"]', '["shuffler"]'),
            "devices.supply.powers: no device 'shuffler'; known: shoe",
        ),
        (
            GOOD + SUPPLY.replace(', send = ["OUTP OFF"]', ""),
            'devices.supply.safe_state.send: missing; for a supply ["OUTP OFF"]',
        ),
        (
            GOOD + CONTROLLER.replace('["shoe"]', '["shoo"]'),
            "devices.table.fed_by: no device 'shoo'; did you mean shoe?",
        ),
        (
            GOOD + 'fed_by = ["shoe"]\n',
            f"{SHOE}.fed_by: only a table-controller is fed; leave it out",
        ),
        (
            GOOD
            + SUPPLY.replace("power-supply", "colour-sensor").replace('powers = ["shoe"]\n', ""),
            "devices.supply.aims_at: missing; name the device whose lamps it sees",
        ),
        (
            GOOD.replace("devices.shoe", "devices.'a b'"),
            "devices.a b: a device's name has only letters, digits and - _ .",
        ),
        (
            "[house_rules]\nx = 1\n" + GOOD,
            'house_rules.x: expected a table [house_rules."x"]',
        ),
        (
            "[house_rules.x]\ny = 1.5\n" + GOOD,
            "house_rules.x.y: expected text, a whole number, true or false",
        ),
    ],
)
def test_what_is_wrong(tmp_path: Path, text: str, line: str) -> None:
    assert told(tmp_path, text) == line


def test_two_devices_on_one_port_by_two_names(tmp_path: Path) -> None:
    real = tmp_path / "ttyUSB0"
    real.touch()
    (tmp_path / "by-id").symlink_to(real)
    first = GOOD.replace("/dev/ttyUSB0", str(real))
    second = GOOD.replace("/dev/ttyUSB0", str(tmp_path / "by-id"))
    second = second.replace("devices.shoe", "devices.mill").replace('"shoe"', '"shuffler"')
    assert "is the port of 'shoe' already" in told(tmp_path, first + second)
