"""RFC 2217: a port behind a server is a link like any other, whatever the server cannot do."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest
import serial
from serial.rfc2217 import PortManager

from rigs.errors import LinkLost, PortBusy, PortMissing
from rigs.links.rfc2217 import open_rfc2217
from rigs.links.stream import StreamLink
from rigs.links.wirelog import WireLog


class Server:
    """pyserial's server side around a line that echoes, in a thread. `deaf`: what it ignores."""

    def __init__(self, deaf: bytes = b"") -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.line = serial.serial_for_url("loop://")
        self.client: socket.socket | None = None
        self._deaf = deaf
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        try:
            self.client, _ = self._listener.accept()
        except OSError:
            return
        client = self.client

        class Wire:
            @staticmethod
            def write(data: bytes) -> None:
                # An answer to a subnegotiation: IAC SB COM-PORT-OPTION, its code, ...
                if not (data[:3] == b"\xff\xfa\x2c" and data[3:4] in self._deaf):
                    client.sendall(data)

        manager = PortManager(self.line, Wire)  # type: ignore[arg-type]
        while True:
            try:
                data = client.recv(1024)
                if not data:
                    return
                plain = b"".join(manager.filter(data))
                client.sendall(b"".join(manager.escape(plain)))
            except OSError:
                return

    def close(self) -> None:
        for one in (self.client, self._listener):
            if one:
                with contextlib.suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)
                one.close()
        self._thread.join(5)
        self.line.close()


@pytest.fixture
def serve() -> Iterator[Callable[..., Server]]:
    servers: list[Server] = []

    def start(deaf: bytes = b"") -> Server:
        servers.append(Server(deaf))
        return servers[-1]

    yield start
    for server in servers:
        server.close()


def opened(server: Server, *, limit_s: float = 2.0, **settings: object) -> StreamLink:
    return open_rfc2217(
        "shoe",
        "127.0.0.1",
        server.port,
        WireLog(),
        limit_s,
        **settings,  # type: ignore[arg-type]
    )


def all_of(link: StreamLink, count: int) -> bytes:
    got, deadline = b"", time.monotonic() + 3
    while len(got) < count and link.wait(deadline - time.monotonic()):
        got += link.read()[0]
    return got


def test_every_byte_passes_both_ways_and_the_settings_arrive(
    serve: Callable[..., Server],
) -> None:
    server = serve()
    link = opened(server, baud=4800, parity="E")
    every = bytes(range(256)) * 4  # FF is telnet's escape, 0D and 0A are what terminals change
    link.write(every)
    assert all_of(link, len(every)) == every
    assert (server.line.baudrate, server.line.parity) == (4800, "E")
    assert link.remarks == []
    with pytest.raises(PortBusy, match="has it open"):
        opened(server)
    link.close()
    assert not link.open


def test_a_server_that_ends_is_a_lost_link(serve: Callable[..., Server]) -> None:
    server = serve()
    link = opened(server)
    server.close()
    assert link.wait(2.0)
    with pytest.raises(LinkLost, match=r"the link is lost \(the other end is gone\)"):
        link.read()
    with pytest.raises(LinkLost, match="the link is closed"):
        link.write(b"x")


def test_a_server_that_ignores_purge_opens_with_a_remark(serve: Callable[..., Server]) -> None:
    began = time.monotonic()
    link = opened(serve(deaf=b"\x70"))  # SERVER_PURGE_DATA
    assert time.monotonic() - began < 10
    assert link.remarks == ["its server does not answer 'purge': bytes of before may still come"]
    link.write(b"well")
    assert all_of(link, 4) == b"well"
    link.close()


def test_a_server_that_ignores_control_is_named_and_can_be_excused(
    serve: Callable[..., Server],
) -> None:
    deaf = b"\x69"  # SERVER_SET_CONTROL
    with pytest.raises(PortMissing) as caught:
        opened(serve(deaf=deaf))
    assert "its server does not answer the option 'control' in 0.5 s" in str(caught.value)
    assert 'write without = ["control"] in its link' in str(caught.value)
    link = opened(serve(deaf=deaf), without=("control",))
    link.write(b"well")
    assert all_of(link, 4) == b"well"
    link.close()


def test_a_raw_port_is_no_such_server() -> None:
    with socket.create_server(("127.0.0.1", 0)) as raw, pytest.raises(PortMissing) as caught:
        open_rfc2217("shoe", "127.0.0.1", raw.getsockname()[1], WireLog(), 2.0)
    assert "does not speak RFC 2217" in str(caught.value)


def test_nobody_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    with pytest.raises(PortMissing) as caught:
        open_rfc2217("shoe", "127.0.0.1", port, WireLog(), 2.0)
    assert str(caught.value) == (
        f"shoe on 127.0.0.1:{port}: no connection (Connection refused); "
        "check that the server is on and its address is right in the rig file"
    )
