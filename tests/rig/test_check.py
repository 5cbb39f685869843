"""`rig check`: asks everyone, moves nothing, one absent device does not hide the others."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rigs.check import as_json, check
from rigs.protocols.burncard import Decoder, Frame, encode
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


@pytest.mark.bench
def test_what_a_link_garbles_and_a_device_says_unasked(tmp_path: Path) -> None:
    """A device that talks by itself, over a line with noise, and whose clock runs twice as fast."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        path = tmp_path / "rig.toml"
        path.write_text(
            f"""
[lease]
folder = "leases"
[limits]
late = 1.0
[devices.shoe]
role = "shoe"
link = {{ kind = "tcp", port = {server.getsockname()[1]} }}
stimulus = "none"
safe_state = {{ state = "off" }}
"""
        )
        identity = {"maker": "M", "model": "X", "serial": "1", "firmware": "2", "role": "shoe"}

        def serve() -> None:
            client, _ = server.accept()
            begun, decoder, counter = time.monotonic(), Decoder(), 0
            client.settimeout(0.05)
            spoken = False
            with client:
                while True:
                    try:
                        chunk = client.recv(4096)
                    except TimeoutError:
                        if not spoken:  # nobody has asked for a while: it is being listened to
                            spoken, counter = True, 1
                            card = {"card": "KH", "face": "down"}
                            ms = int((time.monotonic() - begun) * 2000)
                            client.sendall(
                                b"~noise~\n" + encode(Frame("E", 0, 1, ms, "card", card))
                            )
                        continue
                    except OSError:
                        return
                    if not chunk:
                        return
                    for frame in decoder.feed(chunk):
                        if not isinstance(frame, Frame) or frame.kind != "C":
                            continue
                        data = {"state": "ready", "next": str(counter), "safe": "yes"}
                        if frame.name == "identify":
                            data = identity
                        ms = int((time.monotonic() - begun) * 2000)
                        answer = Frame("R", frame.seq, counter, ms, frame.name, data)
                        client.sendall(encode(answer))

        thread = threading.Thread(target=serve)
        thread.start()
        report = check(load_rig(path), pings=7, listen_s=0.4)
        thread.join(5)
    (row,) = report.rows
    assert row.error == ""
    assert row.pings == 7
    assert row.round_trip_ms is not None
    assert row.round_trip_p99_ms is not None
    assert row.round_trip_ms <= row.round_trip_p99_ms < 1000
    assert (row.bad_frames, row.troubles.get("garbled")) == (1, 1)
    assert (row.unasked, row.unasked_count) == (("card card=KH face=down",), 1)
    assert row.clock_span_ms is not None
    assert row.clock_drift_ms is not None
    # Twice as fast: it gained what passed. A millisecond is the grain of its clock.
    assert row.clock_drift_ms == pytest.approx(row.clock_span_ms, abs=25)
