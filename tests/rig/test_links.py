"""Links: exclusive, bounded in time, every loss one kind of error, every byte in the wire log."""

from __future__ import annotations

import fcntl
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import pytest

from rigs.errors import BenchError, LinkLost, PortBusy, PortMissing, WriteBlocked
from rigs.links.lock import PortLock
from rigs.links.pump import Pump
from rigs.links.serial_port import open_serial
from rigs.links.stream import StreamLink
from rigs.links.tcp import open_tcp
from rigs.links.wirelog import WireLog

Start = Callable[..., Any]


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


def connect(listener: socket.socket, log: WireLog | None = None) -> StreamLink:
    return open_tcp("dut", "127.0.0.1", listener.getsockname()[1], log or WireLog(), 1.0)


def test_no_such_port() -> None:
    with pytest.raises(PortMissing) as caught:
        open_serial("shoe", "/dev/serial/by-id/nothing", WireLog())
    assert str(caught.value) == (
        "shoe on /dev/serial/by-id/nothing: No such file or directory; "
        "plug it in, or name its port in the rig file"
    )


def test_no_serial_port(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("")
    with pytest.raises(PortMissing, match=r"shoe on .*check port and settings"):
        open_serial("shoe", str(path), WireLog())


def test_a_port_opens_once_in_this_process(line_device: Start) -> None:
    port = line_device().port
    link = open_serial("dut", port, WireLog())
    with pytest.raises(PortBusy, match=f"process {os.getpid()} has it open"):
        open_serial("other", port, WireLog())
    link.close()
    open_serial("dut", port, WireLog()).close()


def test_a_port_that_another_program_holds(line_device: Start) -> None:
    port = line_device().port
    fd = os.open(port, os.O_RDWR | os.O_NOCTTY)
    fcntl.flock(fd, fcntl.LOCK_EX)
    try:
        with pytest.raises(PortBusy, match="another program has it open"):
            open_serial("dut", port, WireLog())
    finally:
        os.close(fd)
    open_serial("dut", port, WireLog()).close()


def test_another_process_is_named(listener: socket.socket) -> None:
    port = listener.getsockname()[1]
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys\n"
            "from rigs.links.tcp import open_tcp\n"
            "from rigs.links.wirelog import WireLog\n"
            f"link = open_tcp('dut', '127.0.0.1', {port}, WireLog(), 5)\n"
            "print('open', flush=True)\nsys.stdin.read()",
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert holder.stdout
    assert holder.stdout.readline() == "open\n"
    try:
        with pytest.raises(PortBusy, match=f"process {holder.pid} has it open"):
            connect(listener)
    finally:
        holder.kill()
        holder.communicate()
    connect(listener).close()


def test_locks_leave_no_files_and_never_two_owners(tmp_path: Path) -> None:
    worker = (
        "import os, sys, time\n"
        "from rigs.errors import PortBusy\n"
        "from rigs.links.lock import PortLock\n"
        "mine = 0\n"
        "end = time.monotonic() + 1.0\n"
        "while time.monotonic() < end:\n"
        "    try:\n"
        "        lock = PortLock('dut', 'test:one-owner')\n"
        "    except PortBusy:\n"
        "        continue\n"
        "    fd = os.open(sys.argv[1], os.O_CREAT | os.O_EXCL)\n"
        "    os.close(fd)\n"
        "    os.unlink(sys.argv[1])\n"
        "    lock.release()\n"
        "    mine += 1\n"
        "print(mine)\n"
    )
    command = [sys.executable, "-c", worker, str(tmp_path / "owned")]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    root = Path(__file__).parents[2]
    workers = [
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root, env=environment)
        for _ in range(3)
    ]
    # A second owner at the same time would have found the file there, and ended with a traceback.
    counts = [int(one.communicate(timeout=20)[0]) for one in workers]
    assert all(counts), counts
    assert list(tmp_path.iterdir()) == []


def same_number_again(number: str) -> tuple[int, int]:
    """Both ends of a new terminal that has the number of one that is gone."""
    for _ in range(20):
        opened: list[tuple[int, int]] = []
        try:
            for _ in range(50):  # the lowest free number is given; other processes open some too
                opened.append(os.openpty())
                if os.ttyname(opened[-1][1]) == number:
                    return opened.pop()
        finally:
            for pair in opened:
                os.close(pair[0])
                os.close(pair[1])
    pytest.skip(f"somebody else has got {number}")


def test_a_lock_of_a_terminal_that_is_gone_is_not_one_of_the_next_with_its_number() -> None:
    ends = os.openpty()
    number = os.ttyname(ends[1])
    left = PortLock("dead", number)
    with pytest.raises(PortBusy):
        PortLock("other", number)
    for end in ends:
        os.close(end)
    ends = same_number_again(number)
    try:
        link = open_serial("dut", number, WireLog())
        with pytest.raises(PortBusy):
            open_serial("other", number, WireLog())
        link.close()
    finally:
        left.release()
        for end in ends:
            os.close(end)


def test_nobody_listens(listener: socket.socket) -> None:
    port = listener.getsockname()[1]
    listener.close()
    with pytest.raises(PortMissing, match="Connection refused"):
        open_tcp("dut", "127.0.0.1", port, WireLog(), 1.0)


def test_wire_log_has_every_byte_both_ways(listener: socket.socket, tmp_path: Path) -> None:
    log = WireLog(tmp_path / "wire" / "a.jsonl")
    before = time.monotonic_ns()
    link = connect(listener, log)
    peer, _ = listener.accept()
    link.write(b"\x00hi\n")
    assert peer.recv(10) == b"\x00hi\n"
    peer.sendall(b"\xff")
    assert link.wait(1.0)
    link.read()
    lines = [json.loads(line) for line in (tmp_path / "wire" / "a.jsonl").read_text().splitlines()]
    assert [(line["link"], line["dir"], line.get("hex")) for line in lines] == [
        ("", "head", None),
        ("dut", "state", None),
        ("dut", "tx", "0068690a"),
        ("dut", "rx", "ff"),
    ]
    times = [line["t"] for line in lines]
    assert times == sorted(times)
    assert before <= times[1] <= times[-1] <= time.monotonic_ns()
    assert abs(lines[0]["wall"] - time.time()) < 5
    assert (link.health.bytes_out, link.health.bytes_in) == (4, 1)
    peer.close()
    link.close()
    log.close()


def test_peer_gone_tcp(listener: socket.socket) -> None:
    link = connect(listener)
    peer, _ = listener.accept()
    peer.close()
    assert link.wait(1.0)
    with pytest.raises(LinkLost, match="the other end is gone"):
        link.read()
    assert not link.open
    with pytest.raises(LinkLost):
        link.write(b"x")
    with pytest.raises(LinkLost):
        link.wait(0.1)
    link.close()


def test_peer_gone_serial(line_device: Start) -> None:
    device = line_device()
    link = open_serial("dut", device.port, WireLog())
    device.process.kill()
    device.process.wait()
    assert link.wait(1.0)
    with pytest.raises(LinkLost, match=r"dut on /dev/.*check cable and power"):
        link.read()
    link.close()


def test_write_to_a_device_that_does_not_read(line_device: Start) -> None:
    link = open_serial("dut", line_device("deaf").port, WireLog())
    begun = time.monotonic()
    with pytest.raises(WriteBlocked, match=r"it took \d+ of 1000000 bytes and no more for 0.2 s"):
        link.write(b"x" * 1_000_000, 0.2)
    assert 0.15 < time.monotonic() - begun < 5
    link.close()


def test_silence_is_no_error_and_no_wait(line_device: Start) -> None:
    link = open_serial("dut", line_device("mute").port, WireLog())
    assert link.read()[0] == b""
    begun = time.monotonic()
    assert not link.wait(0.1)
    assert 0.09 < time.monotonic() - begun < 5
    link.close()


def test_a_port_that_came_back_under_its_name(line_device: Start, tmp_path: Path) -> None:
    name = tmp_path / "dut"
    first = line_device()
    name.symlink_to(first.port)
    link = open_serial("dut", str(name), WireLog())
    first.process.kill()
    first.process.wait()
    assert link.wait(1.0)
    with pytest.raises(LinkLost):
        link.read()
    name.unlink()
    name.symlink_to(line_device().port)
    again = open_serial("dut", str(name), WireLog())
    again.write(b"STEP 1\n")
    assert again.wait(1.0)
    assert again.read()[0] == b"ACK 1\n"
    again.close()


def test_pump_gives_each_link_its_bytes_and_tells_of_losses(listener: socket.socket) -> None:
    lost: list[str] = []
    pump = Pump(lambda link, error: lost.append(link.device))
    links = [connect(listener)]
    one, _ = listener.accept()
    with socket.create_server(("127.0.0.1", 0)) as second:
        links.append(open_tcp("b", "127.0.0.1", second.getsockname()[1], WireLog(), 1.0))
        two, _ = second.accept()
    got: dict[str, bytes] = {"dut": b"", "b": b""}

    def take(name: str, chunk: bytes, at_ns: int) -> None:
        got[name] += chunk

    for link in links:
        pump.add(link, partial(take, link.device))
    one.sendall(b"1")
    two.sendall(b"2")
    deadline = time.monotonic() + 2
    while b"" in got.values() and time.monotonic() < deadline:
        pump.turn(0.1)
    assert got == {"dut": b"1", "b": b"2"}
    one.close()
    pump.turn(1.0)
    assert lost == ["dut"]
    links[1].close()
    assert not pump.turn(0.05)
    two.close()
    pump.close()


def test_what_the_pump_raises_comes_out(listener: socket.socket) -> None:
    def lost(link: StreamLink, error: BenchError) -> NoReturn:
        raise error

    pump = Pump(lost)
    pump.add(connect(listener), lambda chunk, at: None)
    listener.accept()[0].close()
    with pytest.raises(LinkLost):
        pump.turn(1.0)
    assert not pump.turn(0.01)
    pump.close()


class UsbPort:
    """As pyserial's list of ports describes one."""

    def __init__(self, device: str, serial_number: str | None) -> None:
        self.device, self.serial_number = device, serial_number

    def __lt__(self, other: UsbPort) -> bool:
        return self.device < other.device


def test_a_usb_adapter_is_found_by_its_serial_number_wherever_it_is(
    line_device: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = line_device().port, line_device().port
    there = [UsbPort(first, "A1"), UsbPort("/dev/ttyS0", None), UsbPort(second, "B2")]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: there)
    link = open_serial("dut", "usb:B2", WireLog())
    with pytest.raises(PortBusy):  # the same port by its path
        open_serial("other", second, WireLog())
    link.close()
    there[0].serial_number, there[2].serial_number = "B2", "A1"  # it came back under another name
    link = open_serial("dut", "usb:B2", WireLog())
    with pytest.raises(PortBusy):
        open_serial("other", first, WireLog())
    link.close()


def test_never_the_first_usb_adapter_that_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    there = [UsbPort("/dev/ttyUSB0", "A1"), UsbPort("/dev/ttyUSB1", "A1")]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: there)
    with pytest.raises(PortMissing) as caught:
        open_serial("dut", "usb:C3", WireLog())
    assert str(caught.value) == (
        "dut on usb:C3: no USB adapter with this serial number is plugged in; "
        "there is usb:A1 usb:A1"
    )
    with pytest.raises(PortMissing, match=r"2 ports have this serial number .*by /dev/serial"):
        open_serial("dut", "usb:A1", WireLog())
