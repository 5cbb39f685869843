"""One emulator process and a plain client for it, as a stranger would write it."""

from __future__ import annotations

import json
import os
import select
import socket
import subprocess
import sys
import time
import tty
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from rigs.protocols.burncard import BadFrame, Decoder, Frame, encode

ROOT = Path(__file__).parents[2]
LIMIT_S = 5.0


class Unit:
    """An emulator of `role`, and the client side of its link and of its stimulus port."""

    def __init__(self, role: str, *options: str, link: str = "--pty") -> None:
        words = [link] if link == "--pty" else [link, "127.0.0.1:0"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rigs.emulators", role, *words, *options],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, self.process.communicate(timeout=LIMIT_S)[1].decode()
        self.ready: dict[str, Any] = json.loads(line)
        self.fd = -1
        self.stimulus = socket.create_connection(_address(self.ready["stimulus"]), LIMIT_S)
        self.answers = self.stimulus.makefile("rb")
        self.open(self.ready["link"])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process as its parent would, and every descriptor with it."""
        self.answers.close()
        self.stimulus.close()
        self.hang_up()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()
        try:
            self.process.wait(LIMIT_S)
        finally:
            self.process.kill()
            self.process.wait()

    # -- the wire ---------------------------------------------------------------------------------

    def open(self, link: str) -> None:
        """Take the cable at `link`; numbers of commands begin again."""
        self.hang_up()
        if link.startswith("/"):
            self.fd = os.open(link, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
            tty.setraw(self.fd)
        else:
            connection = socket.create_connection(_address(link), LIMIT_S)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.setblocking(False)
            self.fd = connection.detach()
        self.decoder = Decoder()
        self.frames: list[Frame | BadFrame] = []
        self.seq = -1
        self.acknowledges = True
        self._heard: list[Frame] = []

    def hang_up(self) -> None:
        """Let go of the cable."""
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1

    def send(self, raw: bytes) -> None:
        """Bytes to the device."""
        os.write(self.fd, raw)

    def read(self, seconds: float) -> bytes | None:
        """What comes within `seconds`: b"" for nothing, None when the other side is gone."""
        if not select.select([self.fd], [], [], seconds)[0]:
            return b""
        try:
            return os.read(self.fd, 65536) or None
        except OSError:
            return None

    def is_gone(self) -> bool:
        """Whether the other side of the link goes away within the limit."""
        until = time.monotonic() + LIMIT_S
        while time.monotonic() < until:
            if self.read(0.05) is None:
                return True
        return False

    def listen(self, seconds: float) -> list[Frame]:
        """All frames of the next `seconds`, events acknowledged unless told otherwise."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self._take(left)
        found, self.frames = self.frames, []
        assert not [frame for frame in found if isinstance(frame, BadFrame)]
        return [frame for frame in found if isinstance(frame, Frame)]

    def event(self) -> Frame:
        """The next event."""
        return self._next("E")

    def command(self, name: str, **data: str) -> Frame:
        """A command's answer or error."""
        self.seq += 1
        self.send(encode(Frame("C", self.seq, 0, 0, name, data)))
        answer = self._next("RX")
        assert answer.seq == self.seq
        return answer

    def heard(self) -> list[tuple[str, dict[str, str]]]:
        """Everything the device has said by now, in order: a status comes after it."""
        self.command("status")
        found, self.frames = self.frames, []
        events: list[Frame] = []
        for frame in found:
            # One that was not acknowledged in time, on a busy machine, comes again as it was.
            if isinstance(frame, Frame) and frame.kind == "E" and frame not in self._heard:
                if frame.name == "hello":
                    self._heard.clear()  # its numbers and its clock begin again
                self._heard.append(frame)
                events.append(frame)
        return [(frame.name, frame.data) for frame in events]

    def _next(self, kinds: str) -> Frame:
        until = time.monotonic() + LIMIT_S
        while time.monotonic() < until:
            for place, frame in enumerate(self.frames):
                if isinstance(frame, Frame) and frame.kind in kinds:
                    del self.frames[place]
                    return frame
            self._take(until - time.monotonic())
        raise AssertionError(f"no frame of kind {kinds} in {LIMIT_S} s; there are {self.frames}")

    def _take(self, seconds: float) -> None:
        chunk = self.read(seconds)
        assert chunk is not None, "the link is gone"
        new = self.decoder.feed(chunk)
        self.frames += new
        for frame in new:
            if isinstance(frame, Frame) and frame.kind == "E" and self.acknowledges:
                self.send(encode(Frame("A", frame.seq, 0, 0, frame.name)))

    # -- the physical side ------------------------------------------------------------------------

    def tell(self, line: bytes) -> dict[str, Any]:
        """A raw line to the stimulus port, and its answer."""
        self.stimulus.sendall(line + b"\n")
        answer: dict[str, Any] = json.loads(self.answers.readline())
        return answer

    def act(self, do: str, **values: object) -> dict[str, Any]:
        """An act that is done."""
        answer = self.tell(json.dumps({"do": do, **values}).encode())
        assert answer.pop("ok") is True, answer
        return answer

    def refused(self, do: str, **values: object) -> str:
        """Why an act is not done."""
        answer = self.tell(json.dumps({"do": do, **values}).encode())
        assert answer["ok"] is False, answer
        return str(answer["error"])

    def ask(self, line: str) -> str:
        """An instrument's answer to one line of SCPI."""
        self.send(line.encode() + b"\n")
        until, answer = time.monotonic() + LIMIT_S, b""
        while not answer.endswith(b"\n"):
            assert time.monotonic() < until, f"no answer to {line}; so far {answer!r}"
            answer += self.read(0.5) or b""
        return answer.decode().rstrip("\n")


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    return host, int(port)
