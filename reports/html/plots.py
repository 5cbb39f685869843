"""How long devices took, drawn by matplotlib as SVG in the colours of the page around it.

Import this where a page with plots is made and nowhere else: the library takes time to load.
"""

from __future__ import annotations

import io
import logging
import math
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Any
from xml.etree import ElementTree

from markupsafe import Markup

from reports.html.visible import visible
from reports.latency import LatencySummary

logging.getLogger("matplotlib").setLevel(logging.ERROR)  # else it tells where it keeps its fonts
from matplotlib import rc_context, rcdefaults, rcParams  # noqa: E402
from matplotlib.axes import Axes  # noqa: E402
from matplotlib.figure import Figure  # noqa: E402

# Stand-ins, which no plot has by chance: `_drawn` puts the page's colours in their place.
_INK, _SOFT, _LINE, _ACCENT, _LIMIT, _CHANGE = (f"#01020{n}" for n in range(6))
SCREEN = {
    _INK: "var(--ink)",
    _SOFT: "var(--soft)",
    _LINE: "var(--line)",
    _ACCENT: "var(--accent)",
    _LIMIT: "var(--red)",
    _CHANGE: "var(--amber)",
}
"""The page's own colours, so that a plot follows its scheme and goes black in print."""
PAPER = {**dict.fromkeys(SCREEN, "#000"), _SOFT: "#444", _LINE: "#bbb"}
"""WeasyPrint draws without the variables of a style sheet."""
WIDTH = 1000
"""Of a plot, in units of its drawing, in which its text is 13 high."""
_LEAST_MS = 0.1
_COLOUR = re.compile(r"#\w+")
_COUNTED = re.compile(r".*_\d+")
"""The name that a group has where we gave it none."""
_STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "path.simplify": False,
    "text.parse_math": False,
    "font.family": ["DejaVu Sans"],  # comes with the library; the page shows its own
    "font.size": 13,
    "grid.color": _LINE,
    "lines.linewidth": 2,
}


def course(
    nights: Sequence[str],
    values: Mapping[int, tuple[float, float, float]],
    changes: Iterable[int],
    name: str,
    label: str,
) -> Markup:
    """How long a signal took from night to night, with its limit, on a logarithmic scale.

    Args:
        nights: the date of each.
        values: place of a night to median, 95 % and limit, ms; a night without leaves a gap.
        changes: the nights with another firmware of the device.
        name: another for each plot of a page.
        label: what a screen reader says.
    """
    count = len(nights)
    low, high, within = _decades(ms for three in values.values() for ms in three)

    def side(n: int) -> str:
        """Words at a night stay within the plot."""
        return "center" if count == 1 else "left" if n < count / 2 else "right"

    with _axes(name, 220, left=72, right=16, top=22, bottom=28) as (figure, axes):
        axes.set(yscale="log", ylim=(10.0**low / 1.4, 10.0**high * 2.5), xlim=(-0.5, count - 0.5))
        axes.set_yticks(*_ticks(low, high))
        shown = range(0, count, math.ceil(count / 8))
        axes.set_xticks(shown, [_short(nights[n]) for n in shown])
        axes.grid(axis="y")
        last = -math.inf
        for n in changes:
            axes.axvline(n, color=_CHANGE, linestyle="-.", linewidth=1.5, gid="change")
            if n - last > count / 8:  # else the words run into each other
                last = n
                at = axes.get_xaxis_transform()
                axes.text(n, 1.02, "new firmware", transform=at, ha=side(n), color=_CHANGE)
        for place, gid, colour, look in (
            (2, "limit", _LIMIT, "_:"),
            (1, "p95", _ACCENT, "^--"),
            (0, "median", _ACCENT, "o-"),
        ):
            ms = [within(values[n][place]) if n in values else math.nan for n in range(count)]
            axes.plot(ms, look, color=colour, markersize=5, gid=gid, clip_on=False)
        for n, limit in _changed([(n, values[n][2]) for n in sorted(values)]):
            _name(axes, limit, (n, within(limit)), (0, 4), ha=side(n), va="bottom")
        return _drawn(figure, label, SCREEN)


def strips(
    rows: Sequence[LatencySummary],
    most_ms: float,
    name: str,
    label: str,
    colours: Mapping[str, str],
) -> Markup:
    """How long a device took, a strip a signal, against the limits, on a logarithmic scale.

    Args:
        rows: of one device.
        most_ms: what the scale must hold, so that the plots of a page share one.
        name: another for each plot of a page.
        label: what a screen reader says.
        colours: `SCREEN` or `PAPER`.
    """
    low, high, within = _decades((_LEAST_MS, most_ms))
    places = range(len(rows))
    longest = [within(one.max_ms) for one in rows]
    limit = [within(one.limit_ms) for one in rows]
    late = [n for n, one in enumerate(rows) if one.max_ms > one.limit_ms]
    height = 20 * len(rows) + 30
    with _axes(name, height, left=160, right=120, top=4, bottom=26) as (figure, axes):
        axes.set(xscale="log", xlim=(10.0**low, 10.0**high), ylim=(len(rows) - 0.5, -0.5))
        axes.set_xticks(*_ticks(low, high))
        axes.set_yticks(places, [_short(one.signal or "all") for one in rows])
        axes.grid(axis="x")
        median = [within(one.median_ms) for one in rows]
        axes.hlines(places, median, longest, color=_ACCENT, linewidth=2, gid="range")
        for n in places:
            axes.plot([limit[n]] * 2, [n - 0.5, n + 0.5], ":", color=_LIMIT, gid="limit")
        for gid, ms, at, look, size, colour in (
            ("median", median, places, "|", 13, _INK),
            ("p95", [within(one.p95_ms) for one in rows], places, "|", 7, _INK),
            ("longest", longest, places, "o", 5, _ACCENT),
            ("late", [longest[n] for n in late], late, "X", 9, _LIMIT),
        ):
            axes.plot(ms, at, look, color=colour, markersize=size, gid=gid, clip_on=False)
        for n, known in _changed([(n, one.limit_ms) for n, one in enumerate(rows)]):
            _name(axes, known, (max(limit[n], longest[n]), n), (8, 0), va="center")
        return _drawn(figure, label, colours)


@contextmanager
def _axes(
    name: str, height: int, *, left: int, right: int, top: int, bottom: int
) -> Iterator[tuple[Figure, Axes]]:
    """A figure in our style, whatever the user has set; its ids hang on `name` alone."""
    with rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # the reader's fonts draw it
        rcdefaults()
        rcParams.update({**_STYLE, "svg.hashsalt": name})
        figure = Figure(figsize=(WIDTH / 72, height / 72), dpi=72, frameon=False)
        figure.subplots_adjust(left / WIDTH, bottom / height, 1 - right / WIDTH, 1 - top / height)
        axes = figure.add_subplot(frameon=False)
        axes.tick_params(which="both", bottom=False, left=False, labelcolor=_SOFT)
        yield figure, axes


def _decades(values: Iterable[float]) -> tuple[int, int, Callable[[float], float]]:
    """The exponents between which the values lie, and what keeps any other to that scale."""
    told = [ms for ms in values if 1e-6 < ms < 1e12] or [1.0]
    low, high = math.floor(math.log10(min(told))), math.ceil(math.log10(max(told)))
    high = max(high, low + 1)
    return low, high, lambda ms: min(max(ms, 10.0**low), 10.0**high)


def _ticks(low: int, high: int) -> tuple[list[float], list[str]]:
    places = [10.0**n for n in range(low, high + 1)]
    return places, [f"{ms:g} ms" for ms in places]


def _short(text: str) -> str:
    """What has room beside a plot; the table has all of it."""
    shown = visible(text)
    return shown if len(shown) <= 20 else f"{shown[:19]}…"


def _changed(limits: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
    """The first of each stretch with the same limit."""
    return [next(same) for _, same in groupby(limits, key=lambda one: one[1])]


def _name(
    axes: Axes, ms: float, place: tuple[float, float], aside: tuple[float, float], **how: Any
) -> None:
    """The limit's name at its line."""
    text = f"limit {ms:g} ms"
    axes.annotate(text, place, aside, textcoords="offset points", color=_LIMIT, **how)


def _drawn(figure: Figure, label: str, colours: Mapping[str, str]) -> Markup:
    """The figure as an element of a page: its groups by class, no style sheet, no metadata."""
    file = io.StringIO()
    nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    figure.savefig(file, format="svg", metadata=nothing)
    root = ElementTree.fromstring(file.getvalue())  # noqa: S314 - matplotlib's
    for one in root.iter():
        one.tag = one.tag.rpartition("}")[2]
        one.attrib = {key.rpartition("}")[2]: value for key, value in one.items()}
        for sheet in one.findall("{*}style"):
            one.remove(sheet)
        if one.tag == "g" and not _COUNTED.fullmatch(name := one.attrib.pop("id", "_0")):
            one.set("class", name)
        if one.get("transform", "").startswith("rotate(-0 "):
            del one.attrib["transform"]
        if style := one.get("style"):
            style = "; ".join(part for part in style.split("; ") if not part.startswith("font"))
            one.set("style", _COLOUR.sub(lambda hit: colours.get(hit[0], hit[0]), style))
    for group in root.iter("g"):
        marks = group.findall("use")
        for mark in marks:  # all alike: they say once how they look
            group.set("style", mark.attrib.pop("style"))
    root.attrib = {"viewBox": root.attrib["viewBox"], "role": "img", "aria-label": label}
    if colours is PAPER:  # there WeasyPrint looks for the words; on a screen they hide the plot
        ElementTree.SubElement(root, "title").text = label
    return Markup(ElementTree.tostring(root, "unicode"))  # noqa: S704 - escaped by it
