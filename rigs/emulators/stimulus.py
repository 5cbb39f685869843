"""The stimulus port: physical acts on a device, one JSON object a line, answered one by one."""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Callable

import msgspec

from rigs.emulators.device import Answer, Command, Refused
from rigs.emulators.loop import Loop

MAX_LINE = 1 << 20
"""Bytes of the longest command."""

Perform = Callable[[Command], Answer | None]
Seconds = Callable[[Command], float]


class StimulusPort:
    """Listens for any number of clients: the bench, and instruments that look at or act on it.

    `perform` does an act (or raises `Refused`), `seconds` says how long it takes. An act is
    answered when it is done; a client's next one waits for that.
    """

    def __init__(
        self, loop: Loop, where: tuple[str, int], perform: Perform, seconds: Seconds
    ) -> None:
        self._loop, self._perform, self._seconds = loop, perform, seconds
        self._listener = socket.create_server(where)
        self._listener.setblocking(False)
        self._loop.watch(self._listener.fileno(), self._accept)

    @property
    def address(self) -> str:
        """``HOST:PORT``"""
        host, port = self._listener.getsockname()[:2]
        return f"{host}:{port}"

    def _accept(self) -> None:
        try:
            client, _ = self._listener.accept()
        except OSError:
            return
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        _Client(self._loop, client, self._perform, self._seconds)


class _Client:
    def __init__(
        self, loop: Loop, client: socket.socket, perform: Perform, seconds: Seconds
    ) -> None:
        self._loop, self._socket, self._perform, self._seconds = loop, client, perform, seconds
        self._held = b""
        self._lines: deque[bytes] = deque()
        self._busy = False
        client.settimeout(1.0)  # a client that does not take its short answers is gone
        loop.watch(client.fileno(), self._read)

    def _read(self) -> None:
        try:
            data = self._socket.recv(65536)
        except OSError:
            data = b""
        if not data:
            self._close()
            return
        *lines, self._held = (self._held + data).split(b"\n")
        self._lines += [line for line in lines if line.strip()]
        if max(map(len, (self._held, *lines))) > MAX_LINE:
            self._answer({"ok": False, "error": f"a command has at most {MAX_LINE} bytes"})
            self._close()
        elif not self._busy:
            self._next()

    def _next(self) -> None:
        while self._lines and not self._busy:
            try:
                command = _command(self._lines.popleft())
            except Refused as refused:
                self._answer({"ok": False, "error": str(refused)})
                continue
            if (seconds := self._seconds(command)) > 0:
                self._busy = True
                self._loop.after(seconds, lambda command=command: self._later(command))  # type: ignore[misc]
            else:
                self._do(command)

    def _later(self, command: Command) -> None:
        self._busy = False
        self._do(command)
        self._next()

    def _do(self, command: Command) -> None:
        try:
            self._answer({"ok": True, **(self._perform(command) or {})})
        except Refused as refused:
            self._answer({"ok": False, "error": str(refused)})

    def _answer(self, answer: Answer) -> None:
        if self._socket.fileno() < 0:
            return
        try:
            self._socket.sendall(msgspec.json.encode(answer) + b"\n")
        except OSError:
            self._close()

    def _close(self) -> None:
        if self._socket.fileno() >= 0:
            self._loop.forget(self._socket.fileno())
            self._socket.close()
        self._lines.clear()


def _command(line: bytes) -> Command:
    try:
        command = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise Refused(f'no JSON: {error}; write one object a line, as {{"do":"state"}}') from None
    if not isinstance(command, dict) or not isinstance(command.get("do"), str):
        raise Refused('a command is a JSON object with the text "do", as {"do":"state"}')
    return command
