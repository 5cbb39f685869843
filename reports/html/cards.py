"""The table as it lies: cards, chips, lights and the discard rack, from an engine's snapshot.

The same drawing is used in ``report.html`` and as an attachment in Allure. It is HTML with CSS
(``table.css``); the suits are SVG symbols of the page (``suits.svg``).

A report of ten thousand scenarios draws a hundred thousand tables, and `Markup.format` would be
most of its time. So HTML is put together as plain text here: what is not written in this file goes
through `safe`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

from markupsafe import Markup, escape

from reports.html import words
from reports.html.visible import safe

_RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king", "T": "ten"}
_SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_LIGHTS = ("blue", "red", "yellow")
_NO_CARD = '<span class="card none"></span>'
_WAGERS_OF_BOX = ("bust_it", "insurance", "match_the_dealer")
_WAGERS_OF_HAND = ("bet", "double_attack", "double_down")


def resource(name: str) -> str:
    """A file that lies beside the templates."""
    return files("reports.html").joinpath("templates", name).read_text("utf-8")


@lru_cache(maxsize=512)
def card(text: str) -> Markup:
    """One card, face up. Anything that is no card is shown as the text it is."""
    if len(text) != 2 or text[1] not in _SUITS:
        return Markup('<span class="card odd"><b>{}</b></span>').format(safe(text, 12))
    rank, suit = text[0], text[1]
    name = f"{_RANKS.get(rank, rank)} of {_SUITS[suit]}"
    red = " red" if suit in "DH" else ""
    pip = Markup('<svg aria-hidden="true"><use href="#pip-{}"/></svg>').format(suit)
    shown = "10" if rank == "T" else rank
    return Markup('<span class="card{}" role="img" aria-label="{}"><b>{}{}</b>{}</span>').format(
        red, name, shown, pip, pip
    )


def back(truth: str = "") -> Markup:
    """A card face down; `truth` is what the bench put there."""
    name = f"face down ({truth})" if truth else "face down"
    said = safe(name, 40)
    return _html(
        f'<span class="card back" role="img" aria-label="{said}" title="{said}">'
        f"<i>{safe(truth, 12)}</i></span>"
    )


def chip(wager: str, amount: object, result: Mapping[str, Any] | None = None) -> Markup:
    """A wager as a chip with its amount, and what became of it (a row of `settlement`)."""
    note, kind = "", "open"
    if result is not None:
        note, kind = _became(result)
    became = f"<em>{safe(note, 80)}</em>" if note else ""
    return _html(
        f'<span class="chip {safe(wager.replace("_", "-"), 30)} {kind}"><i aria-hidden="true"></i>'
        f"<span>{safe(words.wager(wager), 40)} <b>{safe(amount, 40)}</b>{became}</span></span>"
    )


def lamps(lit: str, was: str = "", seen: str | None = None) -> Markup:
    """The three lights of the Masque reader.

    Args:
        lit: colours that burn by the device's own message, joined by ``+``; ``none``.
        was: the colours that burned before the card was taken out.
        seen: what the colour sensor saw, or None where it did not look.
    """
    burning, burned = set(lit.split("+")), set(was.split("+"))
    lights = "".join(
        f'<i class="{colour} {"on" if colour in burning else "was" if colour in burned else ""}">'
        f"</i>"
        for colour in _LIGHTS
    )
    label = lit if lit != "none" or not was else f"out (was {was})"
    sensor: Markup | str = ""
    if seen is not None:
        differs = "differs" if seen not in (lit, was) else ""
        sensor = Markup('<small class="{}">sensor: {}</small>').format(differs, safe(seen, 40))
    return Markup(
        '<span class="lamps" role="img" aria-label="Masque lights: {}"><u>Masque</u>{}'
        "<small>{}</small>{}</span>"
    ).format(safe(label, 60), Markup(lights), safe(label, 60), sensor)  # noqa: S704


def table(snapshot: Mapping[str, Any], aside: Markup | str = "") -> Markup:
    """The whole table. `aside`: what stands beside it, e.g. `lamps`.

    Draws what is there: a key that is missing from `snapshot` is left out.
    """
    if not snapshot:
        return Markup('<p class="empty">No table was laid in this scenario.</p>')
    due = snapshot.get("due") or {}
    rack = snapshot.get("discard_rack") or ()
    held = snapshot.get("held") or ()
    seats = "".join(
        _seat(seat, snapshot.get("settlement") or ()) for seat in snapshot.get("seats") or ()
    )
    blocked = '<span class="flag">table blocked</span>' if snapshot.get("blocked") else ""
    return _html(
        '<div class="felt"><div class="top"><div class="corner">'
        f"{_pile('Discard rack', rack)}{_pile('Set aside', held) if held else ''}</div>"
        f"{_dealer(snapshot.get('dealer') or {})}"
        '<div class="corner right"><span class="fact"><u>Shoe</u>'
        f"{safe(snapshot.get('shoe_drawn', 0), 12)} drawn</span>"
        f"{escape(aside)}{_shuffler(snapshot.get('shuffler') or {})}</div></div>"
        f'<div class="seats">{seats}</div><div class="foot">'
        f'<span class="phase">{_phase(snapshot, due)}</span>{blocked}</div></div>'
    )


def document(snapshot: Mapping[str, Any], title: str) -> str:
    """A complete HTML document with the table, for viewers that open it alone."""
    return str(
        Markup(
            '<!doctype html><html lang="en"><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            "<title>{}</title><style>{}</style><body>{}{}</body></html>"
        ).format(
            safe(title),
            Markup(resource("table.css")),  # noqa: S704
            Markup(resource("suits.svg")),  # noqa: S704
            table(snapshot),
        )
    )


def _html(text: str) -> Markup:
    """Text that this file has put together, of its own words and of what is `safe`."""
    return Markup(text)  # noqa: S704


def _dealer(dealer: Mapping[str, Any]) -> str:
    cards = [str(one) for one in dealer.get("cards") or ()]
    down = dealer.get("hole") == "down"
    drawn = "".join(
        back(one) if down and place == 1 else card(one) for place, one in enumerate(cards)
    )
    total = ""
    if cards:
        total = _total(dealer)
        if down and len(cards) > 1:
            said = safe(dealer.get("total", ""), 12)
            total = f'<span class="total" title="with the hole card">({said})</span>'
    racked, rack = ("racked", " (on the rack)") if dealer.get("racked") else ("", "")
    return (
        f'<div class="dealer {racked}"><u>Dealer{rack}</u>'
        f'<div class="hand">{drawn or _NO_CARD}</div>{total}</div>'
    )


def _seat(seat: Mapping[str, Any], settlement: Sequence[Mapping[str, Any]]) -> str:
    number = seat.get("seat")
    results = {
        (row.get("hand", 1), row.get("wager")): row
        for row in settlement
        if row.get("seat") == number
    }
    hands = "".join(_hand(hand, results) for hand in seat.get("hands") or ())
    box = "".join(
        chip(name, seat[name], results.get((1, name)))
        for name in _WAGERS_OF_BOX
        if seat.get(name) is not None
    )
    return (
        f'<div class="seat"><div class="hands">{hands}</div><div class="box">{box}</div>'
        f"<u>Seat {safe(number, 12)}</u></div>"
    )


def _hand(hand: Mapping[str, Any], results: Mapping[tuple[Any, Any], Mapping[str, Any]]) -> str:
    name = str(hand.get("hand", ""))
    number = int(name.rpartition(".")[2]) if name.rpartition(".")[2].isdecimal() else 1
    status = str(hand.get("status", ""))
    cards = "".join(card(str(one)) for one in hand.get("cards") or ())
    chips = "".join(
        chip(wager, hand[wager], results.get((number, wager)))
        for wager in _WAGERS_OF_HAND
        if hand.get(wager) is not None
    )
    return (
        f'<div class="place {safe(status + (" racked" if hand.get("racked") else ""), 30)}">'
        f'<div class="hand">{cards or _NO_CARD}</div>'
        f'<div class="said"><span class="name">{safe(name, 12)}</span>'
        f"{_total(hand) if hand.get('cards') else ''}"
        f'<span class="status">{safe(status, 20)}</span></div>'
        f'<div class="chips">{chips}</div></div>'
    )


def _total(hand: Mapping[str, Any]) -> str:
    if hand.get("blackjack"):
        return '<span class="total">Blackjack</span>'
    soft = "soft " if hand.get("soft") else ""
    return f'<span class="total">{soft}{safe(hand.get("total", ""), 12)}</span>'


def _pile(name: str, cards: Sequence[object]) -> str:
    small = "".join(card(str(one)) for one in cards[-24:])
    more = f"<small>and {len(cards) - 24} below</small>" if len(cards) > 24 else ""
    stack = small or "<small>empty</small>"
    return f'<span class="pile"><u>{name}</u><span class="stack">{stack}</span>{more}</span>'


def _shuffler(shuffler: Mapping[str, Any]) -> str:
    if not shuffler.get("out"):
        return ""
    sign = "sign is up" if shuffler.get("sign") else "no sign"
    return f'<span class="fact flag"><u>Shuffler</u>out of order, {sign}</span>'


def _phase(snapshot: Mapping[str, Any], due: Mapping[str, Any]) -> Markup:
    what, to = due.get("what"), due.get("to")
    game = str(snapshot.get("game", "")).replace("-", " ")
    waits = ""
    if what:
        options = ", ".join(map(str, due.get("options") or ()))
        waits = f" · waits for {what}" + (f" to {to}" if to else "")
        waits += f" ({options})" if options else ""
    return safe(f"{game}{waits}", 200)


def _became(row: Mapping[str, Any]) -> tuple[str, str]:
    """What became of a wager, in words and as a class."""
    house, back_, won = (str(row.get(key, "0")) for key in ("to_house", "returned", "won"))
    if _some(won):
        return f"won +{won}", "won"
    if _some(house) and _some(back_):
        return f"{back_} back, {house} lost", "part"
    if _some(house):
        return "lost", "lost"
    return "returned", "back"


def _some(amount: str) -> bool:
    return amount.strip("0.") != ""
