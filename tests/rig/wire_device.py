"""A device of the Burncard protocol on TCP, in a thread: it loses, garbles, doubles on demand."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
import time

from rigs.protocols.burncard import Decoder, Frame, encode

IDENTITY = {"maker": "Test", "model": "W-1", "serial": "7", "firmware": "1.2", "sha256": "ab" * 32}


class WireDevice:
    """Listens on `port` until `close`. What it says and how is told by the test's thread."""

    def __init__(self, role: str = "shoe") -> None:
        self.role = role
        self.mute: set[str] = set()
        """Commands that get no answer."""
        self.safe = "safe"
        """The state that it answers to `safe`."""
        self.heard: list[Frame] = []
        self.raw = b""
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        self._listening = True
        self._wake, self._woken = socket.socketpair()
        self._client: socket.socket | None = None
        self._decoder = Decoder()
        self._lock = threading.Lock()
        self._kept: dict[int, bytes] = {}
        self._again_at = float("inf")
        self._seq, self._counter = 0, 0
        self._begun = time.monotonic()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    # -- for the test -----------------------------------------------------------------------------

    def say(self, name: str, *, how: str = "well", **data: str) -> Frame:
        """An event. `how`: ``well``, ``lost`` or ``garbled`` at first, ``doubled``, ``never``."""
        with self._lock:
            self._counter += 1
            frame = Frame("E", self._seq, self._counter, self._clock(), name, data)
            self._seq = (self._seq + 1) % 65536
            raw = encode(frame)
            if how != "never":
                self._kept[frame.seq] = raw
                self._again_at = time.monotonic() + 0.1
            if how == "garbled":
                self.send(raw[:-3] + b"ZZ\n")
            elif how in ("well", "doubled"):
                self.send(raw * (2 if how == "doubled" else 1))
        self._wake.send(b"x")
        return frame

    def restart(self) -> None:
        """Starts anew."""
        with self._lock:
            self._kept.clear()
            self._seq = self._counter = 0
            self._begun = time.monotonic()
        self.say("hello", cause="watchdog", boot=f"{self._begun}")

    def send(self, raw: bytes) -> None:
        """Bytes as they are. Nobody there: they are lost."""
        if self._client:
            with contextlib.suppress(OSError):
                self._client.sendall(raw)

    def acknowledged(self) -> list[int]:
        """The sequence numbers that were acknowledged, in order."""
        return [frame.seq for frame in self.heard if frame.kind == "A"]

    def hang_up(self) -> None:
        """Ends the connection."""
        if self._client:
            self._client.shutdown(socket.SHUT_RDWR)

    def stop_listening(self) -> None:
        """Takes no more connections."""
        self._listening = False
        self._wake.send(b"x")

    def close(self) -> None:
        """Ends everything."""
        self._wake.close()
        self._thread.join(5)
        for one in (self._server, self._woken, self._client):
            if one:
                one.close()

    # -- the device -------------------------------------------------------------------------------

    def _clock(self) -> int:
        return int((time.monotonic() - self._begun) * 1000)

    def _run(self) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self._server, selectors.EVENT_READ)
            selector.register(self._woken, selectors.EVENT_READ)
            while True:
                left = self._again_at - time.monotonic()
                ready = selector.select(None if left == float("inf") else max(0.0, left))
                with self._lock:
                    if time.monotonic() >= self._again_at:
                        self.send(b"".join(self._kept.values()))
                        self._again_at = time.monotonic() + 0.1 if self._kept else float("inf")
                for key, _ in ready:
                    if key.fileobj is self._woken:
                        if not self._woken.recv(100):
                            return
                        if not self._listening and self._server.fileno() >= 0:
                            selector.unregister(self._server)
                            self._server.close()
                    elif key.fileobj is self._server:
                        if self._client:
                            self._client.close()
                        self._client, _ = self._server.accept()
                        selector.register(self._client, selectors.EVENT_READ)
                    elif not self._hear():
                        selector.unregister(key.fileobj)

    def _hear(self) -> bool:
        client = self._client
        if client is None:
            return False
        try:
            chunk = client.recv(65536)
        except OSError:
            return False
        self.raw += chunk
        with self._lock:
            for frame in self._decoder.feed(chunk):
                if isinstance(frame, Frame):
                    self.heard.append(frame)
                    if frame.kind == "A":
                        self._kept.pop(frame.seq, None)
                    elif frame.name not in self.mute:
                        self._answer(frame)
        return bool(chunk)

    def _answer(self, frame: Frame) -> None:
        data: dict[str, str] = {}
        kind, name = "R", frame.name
        if frame.name == "identify":
            data = {**IDENTITY, "role": self.role}
        elif frame.name == "status":
            data = {"state": "ready", "next": str(self._seq), "pending": str(len(self._kept))}
        elif frame.name == "safe":
            data = {"state": self.safe}
        elif frame.name == "feed" and frame.data.get("kind") == "nonsense":
            kind, name, data = "X", "bad-value", {"text": "kind nonsense"}
        self.send(encode(Frame(kind, frame.seq, self._counter, self._clock(), name, data)))
