"""A device on a pseudo-terminal that answers ``STEP n`` with ``ACK n`` and hears ``SAFE``.

It prints its terminal, and each time it is told to be safe ``SAFE`` and the monotonic time.
Options: ``slow SECONDS`` before each answer, ``mute`` never answers, ``deaf`` never reads.
"""

from __future__ import annotations

import os
import pty
import select
import sys
import time
import tty


def main(how: str = "", seconds: str = "0") -> None:
    master, slave = pty.openpty()
    tty.setraw(slave)
    print(os.ttyname(slave), flush=True)
    held = b""
    while True:
        watched = [sys.stdin] if how == "deaf" else [sys.stdin, master]
        ready, _, _ = select.select(watched, [], [])
        if sys.stdin in ready and not os.read(0, 1):
            return
        if master not in ready:
            continue
        held += os.read(master, 4096)
        *lines, held = held.split(b"\n")
        for line in lines:
            if line == b"SAFE":
                print("SAFE", time.monotonic(), flush=True)
            elif line.startswith(b"STEP ") and how != "mute":
                time.sleep(float(seconds))
                os.write(master, b"ACK " + line[5:] + b"\n")
            elif line == b"TWO":
                os.write(master, b"one\ntwo\n")
            elif line == b"WHO":
                os.write(master, b"Example,LD-1,7,2.0\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
