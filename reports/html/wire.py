"""A wire log as a page of its own, with the sequence chart of the report."""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Sequence

import msgspec
from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup
from msgspec import Struct

from reports.html.cards import resource
from reports.html.details import MOST_MESSAGES, SHOWN_BYTES, Detail
from reports.html.visible import visible


class Line(Struct, frozen=True):
    """One arrow of the chart, `us` microseconds after the log began.

    `channel`: ``wire`` (device to bench), ``host`` (bench to device), ``stimulus`` or ``state``.
    """

    us: int
    source: str
    target: str
    channel: str
    kind: str
    data: str = ""
    raw: bytes = b""
    bad: bool = False


def page(
    title: str, facts: Sequence[tuple[str, str]], lines: Sequence[Line], problems: Sequence[str]
) -> str:
    """The page: one file, no network."""
    words: dict[str, int] = {"": 0}

    def word(text: str) -> int:
        return words.setdefault(visible(text, 400), len(words))

    detail = Detail(problems=[visible(one) for one in problems])
    shown = lines
    if len(lines) > MOST_MESSAGES:
        shown = [*lines[: MOST_MESSAGES * 3 // 4], *lines[-MOST_MESSAGES // 4 :]]
        detail.left_out = len(lines) - len(shown)
    for one in shown:
        size = len(one.raw)
        detail.messages.append(
            (
                one.us,
                word(one.source),
                word(one.target),
                word(one.channel),
                word(one.kind),
                word(one.data),
                one.raw[:SHOWN_BYTES].hex(),
                0,
                size if size > SHOWN_BYTES else 0,
                int(one.bad),
            )
        )
    detail.words = list(words)
    packer = zlib.compressobj(6, zlib.DEFLATED, -15)
    packed = packer.compress(msgspec.json.encode(detail)) + packer.flush()
    script = resource("report.js")
    environment = Environment(
        loader=FunctionLoader(resource), autoescape=True, undefined=StrictUndefined
    )
    return environment.get_template("wire.html.j2").render(
        title=visible(title),
        facts=[(key, visible(value)) for key, value in facts],
        packed=Markup(base64.b64encode(packed).decode("ascii")),  # noqa: S704 - base64
        style=Markup(resource("table.css") + resource("report.css")),  # noqa: S704 - our own files
        script=Markup(script),  # noqa: S704
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )
