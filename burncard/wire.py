"""`burncard wire`: a wire log in words, as a chart, or as a device."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from msgspec import Struct
from rich.console import Console
from rich.text import Text

from burncard.errors import UsageError
from reports.html.visible import visible
from rigs.links import wirefile
from rigs.links.wirefile import Entry, WireFile, WireFileError
from rigs.protocols.reading import Piece, Reading, reader

_ARROWS = {"rx": "→", "tx": "←", "act": "⇐", "done": "⇒", "state": "·"}
_STYLES = {"rx": "", "tx": "dim", "act": "yellow", "done": "yellow", "state": "cyan"}
_WIDEST_LANE = 18


class Row(Struct, frozen=True):
    """One thing of the log, in words. `ms`: since the log began; `dir` as in the log."""

    t: int
    ms: float
    wall: float
    link: str
    dir: str
    kind: str
    name: str = ""
    data: dict[str, Any] = {}
    hex: str = ""
    damaged: bool = False
    seq: int | None = None
    counter: int | None = None
    device_ms: int | None = None

    @property
    def words(self) -> str:
        """What was said, as text that can be shown."""
        number = "" if self.seq is None else f"#{self.seq}"
        fields = (f"{key}={_plain(value)}" for key, value in self.data.items())
        return visible(" ".join(filter(None, (self.name, number, *fields))), 1000)


def show(
    where: Path,
    scenario: str,
    links: Sequence[str],
    *,
    with_hex: bool = False,
    chart: bool = False,
    as_json: bool = False,
    html: Path | None = None,
) -> int:
    """Print the log that `where` (a file, or a run directory with `scenario`) means.

    A run directory without a scenario: the names of what was recorded.

    Raises:
        UsageError: there is no such log, or no such link in it.
    """
    try:
        if where.is_dir() and not scenario and wirefile.scenarios(where):
            print("\n".join(wirefile.scenarios(where)))
            return 0
        log = wirefile.read(wirefile.find(where, scenario))
    except WireFileError as error:
        raise UsageError(str(error)) from error
    for name in links:
        if name not in log.names():
            raise UsageError(f"{log.path}: no link {name!r}; it has {' '.join(log.names())}")
    rows = [one for one in rows_of(log) if not links or one.link in links]
    if html is not None:
        _write_page(html, log, rows)
    elif as_json:
        for row in rows:
            print(json.dumps({key: getattr(row, key) for key in row.__struct_fields__}))
    elif chart:
        _print_chart([name for name in log.names() if not links or name in links], rows)
    else:
        _print_rows(rows, with_hex)
    for problem in log.problems:
        print(f"burncard: {visible(problem)}", file=sys.stderr)
    return 0


def rows_of(log: WireFile) -> Iterator[Row]:
    """The log in words, each message where its last byte is."""
    readings = {
        (name, way): _reading(log, name, way) for name in log.names() for way in ("rx", "tx")
    }
    last: dict[tuple[str, str], Entry] = {}
    for one in log.entries:
        way = (one.link, one.dir)
        if one.dir in ("rx", "tx"):
            reading, before = readings[way], last.get(way)
            if before and reading.pause_ms and one.t - before.t > reading.pause_ms * 1e6:
                for piece in reading.pause():
                    yield _said(log, before, piece)
            last[way] = one
            for piece in reading.feed(one.raw):
                yield _said(log, one, piece)
        elif one.dir == "act":
            data = {**one.fields, **({"by": one.by} if one.by else {})}
            yield _row(log, one, "act", one.do, data)
        elif one.dir == "done":
            told = {"error": one.error} if one.error else one.told
            if told:
                yield _row(log, one, "done", one.do, told)
        elif one.dir == "state":
            why = {"port": one.port, **({"why": one.why} if one.why else {})}
            yield _row(log, one, one.state, "", why)
    for way, entry in last.items():
        held = readings[way].held()
        if held:
            yield _said(log, entry, Piece(held, "damaged", "cut short"))


def _reading(log: WireFile, name: str, way: str) -> Reading:
    """By the link's profile, which the log holds, or by its protocol."""
    if name in log.links and log.links[name].profile:
        from rigs.profiles.format import ProfileError, parse_profile  # few benches have one
        from rigs.profiles.reading import reading

        # A profile of a newer Burncard: its lines can be shown all the same.
        with contextlib.suppress(ProfileError):
            text = log.links[name].profile
            return reading(parse_profile(text.encode(), log.path), way)
    return reader(log.protocol(name), way)


def _row(log: WireFile, one: Entry, kind: str, name: str, data: dict[str, Any]) -> Row:
    return Row(one.t, _ms(log, one), one.wall, one.link, one.dir, kind, name, data)


def _said(log: WireFile, one: Entry, piece: Piece) -> Row:
    return Row(
        one.t,
        _ms(log, one),
        one.wall,
        one.link,
        one.dir,
        piece.kind,
        piece.name,
        piece.data,
        piece.raw.hex(),
        piece.damaged,
        piece.seq,
        piece.counter,
        piece.device_ms,
    )


def _ms(log: WireFile, one: Entry) -> float:
    return round((one.t - log.started) / 1e6, 3)


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _bytes(row: Row) -> str:
    return bytes.fromhex(row.hex).hex(" ")


def _print_rows(rows: Sequence[Row], with_hex: bool) -> None:
    console = Console(highlight=False)
    link = max((len(row.link) for row in rows), default=0)
    kind = max((len(row.kind) for row in rows), default=0)
    console.print(Text(f"{'ms':>11}  {'device ms':>9}  {'link':{link}}    {'what':{kind}}", "bold"))
    for row in rows:
        clock = "" if row.device_ms is None else str(row.device_ms)
        line = Text(
            f"{row.ms:11.3f}  {clock:>9}  {visible(row.link, 60):{link}}  {_ARROWS[row.dir]} "
        )
        style = "bold red" if row.damaged else _STYLES[row.dir]
        words = row.words if not row.damaged else f"{row.name}: {_bytes(row)}"
        line.append(f"{row.kind:{kind}}  {words}".rstrip(), style)
        console.print(line, soft_wrap=True)
        if with_hex and row.hex and not row.damaged:
            indent = " " * (11 + 2 + 9 + 2 + link + 4)
            console.print(Text(f"{indent}{_bytes(row)}", "dim"), soft_wrap=True)


def _print_chart(links: Sequence[str], rows: Sequence[Row]) -> None:
    """Lanes side by side, the bench first; each message is an arrow between its two lanes."""
    console = Console(highlight=False)
    lanes = ["bench", *links]
    wide = min(_WIDEST_LANE, max(map(len, lanes)) + 2)
    names = "".join(f"{visible(name, 60)[: wide - 1]:^{wide}}" for name in lanes)
    # A clock that began long ago, or jumped, takes more room than most.
    across = max([11, *(len(f"{row.ms:.3f}") for row in rows)])
    console.print(Text(f"{'ms':>{across}} {names}".rstrip(), "bold"), soft_wrap=True)
    for row in rows:
        place = lanes.index(row.link)
        cells = list(f"{'│':^{wide}}" * len(lanes))
        first = (wide - 1) // 2
        last = place * wide + first
        if row.dir != "state":
            stroke = "╌" if row.dir in ("act", "done") else "─"
            cells[first + 1 : last] = stroke * (last - first - 1)
            to_bench = row.dir in ("rx", "done")
            cells[first + 1 if to_bench else last - 1] = "◀" if to_bench else "▶"
        else:
            cells[last] = {"open": "○", "reconnected": "○", "closed": "×", "remark": "·"}.get(
                row.kind, "✗"
            )
        line = Text(f"{row.ms:{across}.3f} {''.join(cells)} ")
        kind = "✗ damaged:" if row.damaged else row.kind
        style = "bold red" if row.damaged else _STYLES[row.dir]
        line.append(f"{kind} {row.words}".rstrip(), style)
        console.print(line, soft_wrap=True)


def _write_page(path: Path, log: WireFile, rows: Sequence[Row]) -> None:
    from reports.html.wire import Line, page

    channels = {"rx": "wire", "tx": "host", "act": "stimulus", "done": "stimulus"}
    lines = [
        Line(
            int(row.ms * 1000),
            *((row.link, "bench") if row.dir in ("rx", "done", "state") else ("bench", row.link)),
            channels.get(row.dir, "state"),
            row.kind,
            row.words,
            bytes.fromhex(row.hex),
            row.damaged,
        )
        for row in rows
    ]
    began = datetime.fromtimestamp(log.entries[0].wall, UTC) if log.entries else None
    facts = [
        ("rig", log.rig),
        ("scenario", log.scenario),
        ("began", f"{began:%Y-%m-%d %H:%M:%S} UTC" if began else ""),
        ("file", log.path.name),
        *((name, head.protocol) for name, head in log.links.items()),
    ]
    title = log.scenario or log.path.name
    text = page(title, [(key, one) for key, one in facts if one], lines, log.problems)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path}: cannot be written ({error.strerror})") from error
