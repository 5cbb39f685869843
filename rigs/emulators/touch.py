"""How an instrument reaches the physical side of another device: that device's stimulus port."""

from __future__ import annotations

import socket

import msgspec

LIMIT_S = 0.3
"""For the whole exchange; a device that does not answer by then is not there."""


class OutOfReach(Exception):
    """The device's stimulus port did not answer, or refused."""


def touch(where: tuple[str, int], command: dict[str, object]) -> dict[str, object]:
    """One act on, or one look at, the device whose stimulus port is `where`.

    Raises:
        OutOfReach: nobody there, no answer within `LIMIT_S`, or the act was refused.
    """
    try:
        with (
            socket.create_connection(where, LIMIT_S) as connection,
            connection.makefile("rb") as answers,
        ):
            connection.sendall(msgspec.json.encode(command) + b"\n")
            answer = msgspec.json.decode(answers.readline(65536))
    except (OSError, msgspec.DecodeError) as error:
        raise OutOfReach(f"{where[0]}:{where[1]}: {error}") from None
    if not isinstance(answer, dict) or answer.get("ok") is not True:
        raise OutOfReach(f"{where[0]}:{where[1]}: refused: {answer!r:.200}")
    return answer
