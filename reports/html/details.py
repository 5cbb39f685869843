"""What a scenario shows when it is opened: packed small, unpacked by the page.

A detail is JSON (keys below); some together are deflated and in base64, so that a page with
thousands of scenarios is small and opens at once. Everything in it that came from a device has
passed `visible`.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from markupsafe import Markup
from msgspec import Struct, field

from reports.html import cards, words
from reports.html.visible import safe, visible
from reports.lines import Act, Discrepancy, Msg, Said
from reports.records import Record

MOST_MESSAGES = 4000
"""Messages of one scenario that the page holds; all are in the record."""
MOST_DISCREPANCIES = 200
SHOWN_BYTES = 512
MOST_IN_BLOCK = 24
LARGE_BLOCK = 1024 * 1024
"""Bytes after which a block takes no more: a scenario is to open at once."""

Cite = Callable[[str], Markup]
"""A clause id as a link, in the form in which it may be printed."""


class Detail(Struct, omit_defaults=True):
    """The JSON of one opened scenario."""

    steps: list[tuple[int, str, str, str, float, list[str]]] = []
    """number, keyword, text, status, milliseconds, notes"""
    differences: str = ""
    """Expected beside seen, as HTML."""
    acts: list[tuple[int, str, int, int, str, int]] = []
    """number, what happens, microseconds from the start, place in `tables`, ruling as HTML,
    how many differences"""
    tables: list[str] = []
    """Each state of the table once, as HTML."""
    words: list[str] = field(default_factory=lambda: [""])
    """Texts that messages refer to by place."""
    messages: list[tuple[int, int, int, int, int, int, str, int, int, int]] = []
    """microseconds, from, to, channel, kind, data (places in `words`), bytes in hex, act,
    length where the bytes are cut, number of the difference from 1, or 0"""
    left_out: int = 0
    rules: list[tuple[str, str]] = []
    """House rules that the rulings used."""
    problems: list[str] = []


class Packer:
    """Packs details, several to a block: neighbours are alike, and together half as large.

    Each block is a list in JSON. `places` tells where a scenario's detail is: ``block.place``.
    """

    def __init__(self) -> None:
        self.places: dict[str, str] = {}
        self._blocks: list[str] = []
        self._open: list[bytes] = []
        self._size = 0

    def add(self, scenario: str, record: Record, cite: Cite) -> None:
        """Take the record that counts for a scenario."""
        self.places[scenario] = f"{len(self._blocks)}.{len(self._open)}"
        content = msgspec.json.encode(detail(record, cite))
        self._open.append(content)
        self._size += len(content)
        if len(self._open) == MOST_IN_BLOCK or self._size > LARGE_BLOCK:
            self._close()

    def blocks(self) -> list[str]:
        """Everything taken so far, ready to be embedded."""
        self._close()
        return self._blocks

    def _close(self) -> None:
        if self._open:
            packer = zlib.compressobj(6, zlib.DEFLATED, -15)
            content = packer.compress(b"[" + b",".join(self._open) + b"]") + packer.flush()
            self._blocks.append(base64.b64encode(content).decode("ascii"))
        self._open, self._size = [], 0


def detail(record: Record, cite: Cite) -> Detail:
    """What the page shows of one record."""
    start = record.opened.t if record.opened else _first_time(record)
    closed = record.closed
    differences = closed.discrepancies if closed else ()
    # In the order of time within an act: what is fed on is noted before what came in the meantime.
    messages = sorted(record.msgs, key=lambda one: (one.act or 0, one.t))
    told = _told_by(messages, differences)
    result = Detail(
        steps=[
            (
                step.n,
                visible(step.keyword, 20),
                visible(step.text),
                visible(step.status, 20),
                round(step.ms, 2),
                [visible(note) for note in step.notes],
            )
            for step in record.steps
        ],
        differences="".join(
            _difference(told.first.get(number, number), one, start, cite)
            for number, one in enumerate(differences[:MOST_DISCREPANCIES], start=1)
        ),
        rules=[(visible(name), visible(value)) for name, value in closed.house_rules.items()]
        if closed
        else [],
        problems=[visible(one) for one in record.problems],
    )
    if len(differences) > MOST_DISCREPANCIES:
        result.differences += Markup("<p>and {} more, in {}</p>").format(
            len(differences) - MOST_DISCREPANCIES, safe(record.path.name)
        )
    _add_acts(result, record, start, differences, cite)
    _add_messages(result, messages, start, told)
    return result


def _first_time(record: Record) -> int:
    return min([*(one.t for one in record.msgs), *(one.t for one in record.acts)], default=0)


def _add_acts(
    result: Detail, record: Record, start: int, differences: Sequence[Discrepancy], cite: Cite
) -> None:
    places: dict[str, int] = {}
    by_act: dict[int | None, list[Msg]] = {}
    for message in record.msgs:
        by_act.setdefault(message.act, []).append(message)
    lights = _Lights()

    def place(snapshot: Mapping[str, Any]) -> int:
        drawn = str(cards.table(snapshot, lights.drawn()))
        return places.setdefault(drawn, len(places))

    for act in record.acts:
        lights.take(by_act.get(act.n, ()))
        mine = [one for one in differences if one.act == act.n]
        result.acts.append(
            (
                act.n,
                visible(words.event(act.event)),
                (act.t - start) // 1000,
                place(act.table),
                _ruling(act, mine, cite),
                len(mine),
            )
        )
    last = record.closed.table if record.closed else None
    if last and (not record.acts or last != record.acts[-1].table):
        result.acts.append((0, "The end", 0, place(last), "", 0))
    result.tables = list(places)


class _Lights:
    """The Masque lamps from act to act: what burns, what burned last, what the sensor saw."""

    def __init__(self) -> None:
        self.lit = self.was = ""
        self.seen: str | None = None

    def take(self, messages: Sequence[Msg]) -> None:
        for one in messages:
            if one.channel == "wire" and one.kind == "light":
                colour = str(one.data.get("colour", ""))
                self.was = colour if colour != "none" else self.lit
                self.lit = colour
            elif one.channel == "sense" and one.kind == "lamp":
                lit = str(one.data.get("lit", ""))
                if lit != "none":
                    self.seen = lit

    def drawn(self) -> Markup:
        return cards.lamps(self.lit, self.was, self.seen) if self.lit else Markup("")


def _ruling(act: Act, differences: Sequence[Discrepancy], cite: Cite) -> str:
    # As text, for speed (see `reports.html.cards`): each value goes through `safe` or `cite`.
    rows: list[str] = []
    expected = [
        (one.role, {"signal": one.expected.signal, "data": one.expected.data})
        for one in differences
        if one.expected is not None
    ]
    for effect in act.effects:
        data = effect.get("data") or {}
        role = str(effect.get("role", ""))
        said = (role, {"signal": effect.get("effect"), "data": data})
        never = "" if effect.get("required", True) else "<strong>must not</strong> "
        law = " ".join([cite(str(one)) for one in effect.get("clauses") or ()])
        rows.append(
            f'<li class="{"off" if said in expected else ""}">'
            f"<span>{safe(words.device(role) if role else 'table', 40)}</span> "
            f"{never}<b>{safe(effect.get('effect', ''), 40)}</b> {safe(words.fields(data))} "
            f'<span class="law">{law}{_certainty(str(effect.get("certainty", "read")))}</span>'
        )
    rows += [
        f'<li class="off"><span>{safe(words.device(one.role or one.device), 40)}</span> '
        f"{safe(one.text)}"
        for one in differences
        if one.expected is None
    ]
    return "".join(rows)


def _certainty(text: str) -> Markup:
    if text == "read":
        return Markup("")
    return Markup(' <em class="certainty">{}</em>').format(safe(text, 20))


def _difference(number: int, one: Discrepancy, start: int, cite: Cite) -> Markup:
    where = safe(words.device(one.role or one.device), 60)
    if one.device and one.device != one.role:
        where += Markup(" ({})").format(safe(one.device, 60))
    at = ""
    if one.t is not None:
        at = f"{(one.t - start) / 1e6:+.3f} ms"
    limit = f"limit {one.limit_ms:g} ms" if one.limit_ms is not None else ""
    certainty = {
        "read": "law that was read",
        "inferred": "inferred law",
        "house-rule": "a house rule",
    }.get(one.certainty, one.certainty)
    return Markup(
        '<article class="diff {}"><h4><span class="tag">{}</span> {} · {}'
        '<span class="goto">{}{}</span></h4><p>{}</p>'
        '<div class="pair">{}{}</div>'
        '<p class="law">{} <em class="certainty">{}</em></p></article>'
    ).format(
        one.weight,
        one.weight,
        one.kind,
        where,
        Markup('<button type="button" data-act="{}">act {}</button>').format(one.act, one.act)
        if one.act is not None
        else "",
        Markup('<button type="button" data-diff="{}">exchange</button>').format(number)
        if one.t is not None
        else "",
        safe(one.text),
        _said("Expected", one.expected, one.seen, "nothing of the kind", limit),
        _said("Seen", one.seen, one.expected, "nothing came", at, one.raw),
        Markup(" ").join(map(cite, one.clauses)) or "no clause is cited",
        f"rests on {certainty}",
    )


def _said(
    title: str, said: Said | None, other: Said | None, nothing: str, note: str, raw: str = ""
) -> Markup:
    if said is None:
        body = Markup('<p class="nothing">{}</p>').format(nothing)
    else:
        facing = other.data if other else {}
        rows = Markup("").join(
            Markup("<dt>{}</dt><dd>{}</dd>").format(
                safe(key, 60),
                safe(value)
                if other is None or facing.get(key) == value
                else Markup("<mark>{}</mark>").format(safe(value)),
            )
            for key, value in said.data.items()
        )
        body = Markup('<p class="signal">{}</p><dl>{}</dl>').format(safe(said.signal, 60), rows)
    shown = safe(raw, 2 * SHOWN_BYTES)
    return Markup("<div><u>{}</u>{}<small>{}</small>{}</div>").format(
        title, body, note, Markup("<code>{}</code>").format(shown) if raw else ""
    )


class _Told(Struct):
    """What differences say of which messages. Numbers of differences count from 1."""

    marks: dict[int, int] = {}
    """Place of a message to the first difference that is about it."""
    first: dict[int, int] = {}
    """A difference to the first that is about the same message."""


def _told_by(messages: Sequence[Msg], differences: Sequence[Discrepancy]) -> _Told:
    """Which message each difference is about.

    Frames that came together have one time: among them it is the one with the same bytes, else
    the one that says the same.
    """
    told = _Told()
    wanted = {one.t for one in differences if one.t is not None}
    near: dict[tuple[int, str], list[int]] = {}
    for place, message in enumerate(messages if wanted else ()):
        if message.t in wanted:
            near.setdefault((message.t, message.source), []).append(place)
    for number, one in enumerate(differences, start=1):
        if one.t is None:
            continue
        places = near.get((one.t, one.role)) or near.get((one.t, one.device))
        if places:
            alike = [_likeness(messages[place], one) for place in places]
            best = places[alike.index(max(alike))]
            told.first[number] = told.marks.setdefault(best, number)
    return told


def _likeness(message: Msg, difference: Discrepancy) -> tuple[bool, bool, bool]:
    seen = difference.seen
    return (
        bool(message.raw) and message.raw == difference.raw,
        seen is not None and message.kind == seen.signal,
        seen is not None and message.data == seen.data,
    )


def _add_messages(result: Detail, messages: Sequence[Msg], start: int, told: _Told) -> None:
    words_at: dict[str, int] = {"": 0}

    def word(text: str) -> int:
        return words_at.setdefault(visible(text, 400), len(words_at))

    kept = range(len(messages))
    places = [*kept]
    if len(messages) > MOST_MESSAGES:
        result.left_out = len(messages) - MOST_MESSAGES
        places = [*kept[: MOST_MESSAGES * 3 // 4], *kept[-MOST_MESSAGES // 4 :]]
    for place in places:
        one = messages[place]
        result.messages.append(
            (
                (one.t - start) // 1000,
                word(one.source),
                word(one.target),
                word(one.channel),
                word(one.kind),
                word(words.fields(one.data)),
                visible(one.raw[: 2 * SHOWN_BYTES]),
                one.act or 0,
                one.cut or (len(one.raw) // 2 if len(one.raw) > 2 * SHOWN_BYTES else 0),
                told.marks.get(place, 0),
            )
        )
    result.words = list(words_at)
