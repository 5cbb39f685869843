"""The exchange of a scenario as a sequence chart that needs no script and prints."""

from __future__ import annotations

from collections.abc import Collection

from markupsafe import Markup
from msgspec import Struct

from reports.html import words
from reports.html.details import Detail
from reports.html.visible import safe

BENCH = "bench"
MOST_ROWS = 40
LANE = 46
"""Width of a lane, in the units of the drawing."""
_HEIGHT = 16
_CHANNELS = {"stimulus": "2 3", "feed": "8 4", "sense": "8 3 2 3", "state": "1 5"}
"""How the line of a channel is drawn, so that it does not hang on colour."""


class Row(Struct):
    """One message."""

    time: str
    arrow: Markup
    path: str
    kind: str
    data: str
    raw: str
    cut: int
    bad: bool


class Chart(Struct):
    """The rows, and the names of the lanes from left to right."""

    lanes: list[str]
    rows: list[Row]
    left_out: int


def chart(detail: Detail, acts: Collection[int]) -> Chart:
    """The messages of these acts, and those that a difference points at."""
    wanted = [one for one in detail.messages if one[7] in acts or one[9]]
    near = wanted[:MOST_ROWS]
    named = {detail.words[place] for one in near for place in (one[1], one[2])} - {BENCH, ""}
    order = list(words.DEVICES)
    lanes = [
        BENCH,
        *sorted(named, key=lambda name: (order.index(name) if name in order else 99, name)),
    ]
    return Chart(
        lanes=lanes,
        rows=[
            Row(
                time=f"{one[0] / 1000:+.3f} ms",
                arrow=_arrow(
                    lanes, detail.words[one[1]], detail.words[one[2]], detail.words[one[3]]
                ),
                path=f"{detail.words[one[1]]} → {detail.words[one[2]]}",
                kind=detail.words[one[4]],
                data=detail.words[one[5]],
                raw=_bytes(one[6]),
                cut=one[8],
                bad=bool(one[9]),
            )
            for one in near
        ],
        left_out=len(wanted) - len(near),
    )


def _arrow(lanes: list[str], source: str, target: str, channel: str) -> Markup:
    width = LANE * len(lanes)
    middle = _HEIGHT / 2
    lines = "".join(
        f'<path d="M{LANE * place + LANE / 2} 0V{_HEIGHT}" stroke="#999" stroke-width="1"/>'
        for place in range(len(lanes))
    )
    start, end = (
        LANE * lanes.index(name) + LANE / 2 if name in lanes else LANE / 2
        for name in (source, target)
    )
    back = -6 if end > start else 6
    dash = _CHANNELS.get(channel, "")
    return Markup(  # noqa: S704 - numbers and our own texts
        f'<svg viewBox="0 0 {width} {_HEIGHT}" width="{width}" height="{_HEIGHT}" '
        f'aria-hidden="true"><title>{safe(source)} to {safe(target)}</title>{lines}'
        f'<path d="M{start} {middle}H{end}" fill="none" '
        f'stroke="currentColor" stroke-width="1.6"'
        + (f' stroke-dasharray="{dash}"' if dash else "")
        + f'/><path d="M{end} {middle}l{back} -4v8z" fill="currentColor"/></svg>'
    )


def _bytes(raw: str) -> str:
    """Hexadecimal in pairs, beside it what of it can be read."""
    try:
        data = bytes.fromhex(raw)
    except ValueError:
        return raw
    if not data:
        return ""
    text = "".join(chr(one) if 32 <= one < 127 else "·" for one in data)
    return f"{data.hex(' ')}  |{text}|"
