"""Stimuli: an act is done, or it is a StimulusError in bounded time; nothing in between."""

from __future__ import annotations

import os
import pty
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rigs.errors import StimulusError
from rigs.stimuli import NoStimulus
from rigs.stimuli.emulator import EmulatorPort
from rigs.stimuli.operator import Operator

Serve = Callable[[Callable[[socket.socket], None]], str]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """A stimulus port with one client, handled by a function in a thread."""
    servers: list[socket.socket] = []
    threads: list[threading.Thread] = []

    def start(handle: Callable[[socket.socket], None]) -> str:
        server = socket.create_server(("127.0.0.1", 0))
        servers.append(server)

        def accept() -> None:
            client, _ = server.accept()
            with client:
                handle(client)

        threads.append(threading.Thread(target=accept))
        threads[-1].start()
        return f"127.0.0.1:{server.getsockname()[1]}"

    yield start
    for thread in threads:
        thread.join(5)
    for server in servers:
        server.close()


def answering(*answers: bytes) -> Callable[[socket.socket], None]:
    def handle(client: socket.socket) -> None:
        for answer in answers:
            client.recv(4096)
            client.sendall(answer)

    return handle


def test_an_act_and_its_answer(serve: Serve) -> None:
    heard: list[bytes] = []

    def handle(client: socket.socket) -> None:
        heard.append(client.recv(4096))
        client.sendall(b'{"ok":true,')
        time.sleep(0.02)
        client.sendall(b'"lit":["yellow"]}\n')

    port = EmulatorPort("masque-reader", serve(handle), 1.0)
    assert port.do("lamps", {"n": 1}) == {"lit": ["yellow"]}
    assert heard == [b'{"do":"lamps","n":1}\n']
    port.close()


def test_refused(serve: Serve) -> None:
    port = EmulatorPort("shoe", serve(answering(b'{"ok":false,"error":"no card"}\n')), 1.0)
    with pytest.raises(StimulusError, match="'draw' was refused: no card"):
        port.do("draw", {})
    port.close()


def test_not_done_in_time(serve: Serve) -> None:
    done = threading.Event()

    def slowly(client: socket.socket) -> None:
        client.recv(4096)
        # A byte now and then must not make the time limit start anew.
        while not done.wait(0.1):
            try:
                client.sendall(b" ")
            except OSError:
                return

    port = EmulatorPort("shoe", serve(slowly), 0.35)
    begun = time.monotonic()
    with pytest.raises(StimulusError, match=r"'draw' was not done in 0.35 s"):
        port.do("draw", {})
    assert 0.3 < time.monotonic() - begun < 5
    # Its late answer cannot be taken for another act's: the connection is gone.
    with pytest.raises(StimulusError, match="its emulator is gone"):
        port.do("draw", {})
    done.set()


def test_the_emulator_dies(serve: Serve) -> None:
    port = EmulatorPort("shoe", serve(lambda client: None), 1.0)
    with pytest.raises(StimulusError, match=r"shoe on 127\.0\.0\.1:.*its emulator is gone"):
        port.do("draw", {})
    port.close()


def test_no_json(serve: Serve) -> None:
    port = EmulatorPort("shoe", serve(answering(b"hello\n", b"[1]\n")), 1.0)
    for _ in range(2):
        with pytest.raises(StimulusError, match="no JSON object"):
            port.do("draw", {})
    port.close()


def test_nobody_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
    with pytest.raises(StimulusError, match="its stimulus port does not answer"):
        EmulatorPort("shoe", address, 1.0)


@pytest.fixture
def terminal() -> Iterator[tuple[int, str]]:
    """A terminal: the operator's end, and its name."""
    master, slave = pty.openpty()
    yield master, os.ttyname(slave)
    os.close(master)
    os.close(slave)


def type_when_asked(master: int, keys: bytes, shown: list[bytes]) -> threading.Thread:
    def operator() -> None:
        text = b""
        while not text.endswith(b"> "):
            text += os.read(master, 1024)
        shown.append(text)
        os.write(master, keys)

    thread = threading.Thread(target=operator)
    thread.start()
    return thread


def test_operator_confirms(terminal: tuple[int, str]) -> None:
    master, name = terminal
    shown: list[bytes] = []
    thread = type_when_asked(master, b"\n", shown)
    cards = {"cards": ["KH", "9S^"]}
    assert Operator("shoe", 5.0, name).do("load", cards) == {}
    thread.join(5)
    assert b"[shoe] Load the shoe with these cards, first one first: cards KH 9S^." in shown[0]


def test_operator_says_no(terminal: tuple[int, str]) -> None:
    master, name = terminal
    thread = type_when_asked(master, b"no the lid is stuck\n", [])
    with pytest.raises(StimulusError, match="'jam' was not done: the lid is stuck"):
        Operator("shuffler", 5.0, name).do("jam", {})
    thread.join(5)


def test_operator_does_not_answer(terminal: tuple[int, str]) -> None:
    begun = time.monotonic()
    with pytest.raises(StimulusError, match=r"'draw' was not confirmed in 0.2 s"):
        Operator("shoe", 0.2, terminal[1]).do("draw", {})
    assert 0.15 < time.monotonic() - begun < 5


def test_a_key_pressed_before_is_no_confirmation(terminal: tuple[int, str]) -> None:
    os.write(terminal[0], b"\n\n")
    with pytest.raises(StimulusError, match="was not confirmed"):
        Operator("shoe", 0.2, terminal[1]).do("draw", {})


def test_no_terminal(tmp_path: Path) -> None:
    for path in (tmp_path / "none", tmp_path / "file"):
        if path.name == "file":
            path.touch()
        with pytest.raises(StimulusError, match="no terminal to ask the operator on"):
            Operator("shoe", 1.0, str(path)).do("draw", {})


def test_nobody_may_act() -> None:
    with pytest.raises(StimulusError, match="shoe: nobody can 'draw' it; give it a stimulus"):
        NoStimulus("shoe").do("draw", {})
