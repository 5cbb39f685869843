"""The lines of a record, as docs/formats.md describes them.

Times `t` are monotonic nanoseconds of the runner's clock; `started` and `ended` are wall time,
ISO 8601. Values that a device sent are kept as they came; whoever shows them makes control
characters visible.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

Scored = Literal["conforms", "finding", "advisory", "inconclusive"]
"""The verdicts that a closed record can carry; the others are derived (`reports.verdicts`)."""


class Said(Struct, frozen=True):
    """One message by its words: what was expected, or what was seen."""

    signal: str
    data: dict[str, Any] = {}


class Discrepancy(Struct, frozen=True):
    """One difference between a ruling and what a device said."""

    kind: Literal["missing", "extra", "wrong", "early", "late"]
    device: str
    weight: Literal["finding", "advisory"]
    role: str = ""
    clauses: tuple[str, ...] = ()
    certainty: str = "read"
    expected: Said | None = None
    seen: Said | None = None
    raw: str = ""
    """The bytes of the message that was seen, hexadecimal."""
    t: int | None = None
    act: int | None = None
    limit_ms: float | None = None
    text: str = ""
    """One sentence for a person."""


class Line(Struct, frozen=True, tag_field="line", omit_defaults=False):
    """Base of all lines."""


class Open(Line, frozen=True, tag="open"):
    """The first line, written before anything of the scenario happens."""

    id: str
    attempt: int
    name: str = ""
    feature: str = ""
    rule: str = ""
    file: str = ""
    lineno: int = 0
    clauses: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()
    started: str = ""
    t: int = 0


class Step(Line, frozen=True, tag="step"):
    """A Gherkin step that ended. `status`: passed, failed, broken, skipped; `ms`: its duration."""

    n: int
    keyword: str
    text: str
    status: str
    ms: float = 0.0
    notes: tuple[str, ...] = ()


class Msg(Line, frozen=True, tag="msg", rename={"source": "from", "target": "to"}):
    """One message, in either direction.

    `channel`: ``stimulus`` (bench to device), ``wire`` (device to bench), ``feed`` (bench to table
    controller) or ``sense`` (an instrument). `raw`: its bytes, hexadecimal. `act`: the act that it
    belongs to. `cut`: 0, or the length in bytes of a message too long to be kept here (the wire log
    has all of it).
    """

    t: int
    source: str
    target: str
    channel: str
    kind: str
    data: dict[str, Any] = {}
    raw: str = ""
    act: int | None = None
    cut: int = 0


class Act(Line, frozen=True, tag="act"):
    """One event with what the engine ruled on it, and the table afterwards (`Table.snapshot`)."""

    n: int
    event: dict[str, Any]
    effects: tuple[dict[str, Any], ...] = ()
    table: dict[str, Any] = {}
    t: int = 0


class NotTestable(Struct, frozen=True):
    """Something that the law demands of a device which it has no words for, by its protocol."""

    device: str
    role: str
    what: str
    clauses: tuple[str, ...] = ()


class Latency(Struct, frozen=True):
    """How long a device took to say what was due.

    `ms`: from the stimulus or feed that caused it to its arrival; `limit_ms`: the rig file's.
    `held_ms`: the longest that the line can have held it up, by the device's own clock; 0 where the
    device has none.
    """

    device: str
    role: str
    signal: str
    ms: float
    limit_ms: float
    act: int
    held_ms: float = 0.0


class LinkNote(Struct, frozen=True):
    """Something odd about a device's link that made no verdict: its name, how often, an example."""

    device: str
    kind: str
    count: int
    text: str


class Close(Line, frozen=True, tag="close"):
    """The last line. A record without it is *interrupted*.

    `judged`: role to whether this scenario gave evidence on that device.
    `not_testable`: what the law demands and a device here cannot say; it is not judged then.
    `latencies`: how long the devices took. `links`: what was odd on their links.
    `dropped`: lines left out because the record had reached its size limit.
    """

    verdict: Scored
    reason: str = ""
    discrepancies: tuple[Discrepancy, ...] = ()
    judged: dict[str, bool] = {}
    not_testable: tuple[NotTestable, ...] = ()
    latencies: tuple[Latency, ...] = ()
    links: tuple[LinkNote, ...] = ()
    table: dict[str, Any] | None = None
    house_rules: dict[str, str] = {}
    ended: str = ""
    t: int = 0
    dropped: int = 0


AnyLine = Open | Step | Msg | Act | Close
