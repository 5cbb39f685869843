"""`rig check`: asks everyone, moves nothing, one absent device does not hide the others."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rigs.check import as_json, check
from rigs.rigfile import load_rig

Start = Callable[..., Any]


@pytest.mark.bench
def test_the_emulated_bench() -> None:
    report = check(load_rig())
    assert report.exit_code == 0
    assert [row.device for row in report.rows] == [
        "shoe",
        "shuffler",
        "card-reader",
        "masque-reader",
        "table-controller",
        "colour-sensor",
        "power-supply",
    ]
    for row in report.rows:
        assert row.answers
        assert row.state == "ready"
        assert row.identity.model
        assert row.round_trip_ms is not None
        assert 0 < row.round_trip_ms < 1000
    assert json.loads(as_json(report))["rows"][0]["identity"]["role"] == "shoe"


def test_a_device_that_is_not_there(line_device: Start, tmp_path: Path) -> None:
    path = tmp_path / "rig.toml"
    path.write_text(
        f"""
[devices.there]
role = "a"
link = {{ kind = "serial", port = "{line_device().port}" }}
protocol = "line"
options = {{ identify = "WHO" }}
safe_state = {{ state = "off", send = ["SAFE\\n"] }}

[devices.absent]
role = "b"
link = {{ kind = "serial", port = "/dev/serial/by-id/absent" }}
protocol = "line"
safe_state = {{ state = "off" }}

[devices.mute]
role = "c"
link = {{ kind = "serial", port = "{line_device("mute").port}" }}
protocol = "line"
options = {{ identify = "STEP" }}
limits = {{ late = 0.2 }}
safe_state = {{ state = "off" }}
"""
    )
    report = check(load_rig(path))
    assert report.exit_code == 3
    there, absent, mute = report.rows
    assert (there.answers, there.identity.maker, there.identity.serial) == (True, "Example", "7")
    assert absent.error == (
        "absent on /dev/serial/by-id/absent: No such file or directory; "
        "plug it in, or name its port in the rig file"
    )
    assert "no line in answer to" in mute.error


def test_check_does_not_make_safe(line_device: Start, line_rig: Callable[..., Path]) -> None:
    device = line_device()
    assert check(load_rig(line_rig(device.port))).exit_code == 0
    assert device.close() == ""
