"""The table as it lies: cards, chips, lights and the discard rack, from an engine's snapshot.

The same drawing is used in ``report.html`` and as an attachment in Allure. It is HTML with CSS
(``table.css``); the suits are SVG symbols of the page (``suits.svg``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

from markupsafe import Markup

from reports.html import words
from reports.html.visible import safe

_RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king", "T": "ten"}
_SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_LIGHTS = ("blue", "red", "yellow")
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
    return Markup(
        '<span class="card back" role="img" aria-label="{}" title="{}"><i>{}</i></span>'
    ).format(safe(name, 40), safe(name, 40), safe(truth, 12))


def chip(wager: str, amount: object, result: Mapping[str, Any] | None = None) -> Markup:
    """A wager as a chip with its amount, and what became of it (a row of `settlement`)."""
    note, kind = "", "open"
    if result is not None:
        note, kind = _became(result)
    return Markup(
        '<span class="chip {} {}"><i aria-hidden="true"></i><span>{} <b>{}</b>{}</span></span>'
    ).format(
        safe(wager.replace("_", "-"), 30),
        kind,
        safe(words.wager(wager), 40),
        safe(amount, 40),
        Markup("<em>{}</em>").format(safe(note, 80)) if note else "",
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
    parts = [
        Markup('<div class="felt"><div class="top"><div class="corner">'),
        _pile("Discard rack", rack),
        _pile("Set aside", held) if held else "",
        Markup("</div>"),
        _dealer(snapshot.get("dealer") or {}),
        Markup('<div class="corner right">'),
        Markup('<span class="fact"><u>Shoe</u>{} drawn</span>').format(
            safe(snapshot.get("shoe_drawn", 0), 12)
        ),
        aside,
        _shuffler(snapshot.get("shuffler") or {}),
        Markup("</div></div>"),
        Markup('<div class="seats">'),
        *(_seat(seat, snapshot.get("settlement") or ()) for seat in snapshot.get("seats") or ()),
        Markup('</div><div class="foot">'),
        Markup('<span class="phase">{}</span>').format(_phase(snapshot, due)),
        Markup('<span class="flag">table blocked</span>') if snapshot.get("blocked") else "",
        Markup("</div></div>"),
    ]
    return Markup("").join(parts)


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


def _dealer(dealer: Mapping[str, Any]) -> Markup:
    cards = [str(one) for one in dealer.get("cards") or ()]
    down = dealer.get("hole") == "down"
    drawn = Markup("").join(
        back(one) if down and place == 1 else card(one) for place, one in enumerate(cards)
    )
    total = ""
    if cards:
        total = _total(dealer)
        if down and len(cards) > 1:
            total = Markup('<span class="total" title="with the hole card">({})</span>').format(
                safe(dealer.get("total", ""), 12)
            )
    return Markup(
        '<div class="dealer {}"><u>Dealer{}</u><div class="hand">{}</div>{}</div>'
    ).format(
        "racked" if dealer.get("racked") else "",
        " (on the rack)" if dealer.get("racked") else "",
        drawn or Markup('<span class="card none"></span>'),
        total,
    )


def _seat(seat: Mapping[str, Any], settlement: Sequence[Mapping[str, Any]]) -> Markup:
    number = seat.get("seat")
    results = {
        (row.get("hand", 1), row.get("wager")): row
        for row in settlement
        if row.get("seat") == number
    }
    hands = Markup("").join(_hand(hand, results) for hand in seat.get("hands") or ())
    box = Markup("").join(
        chip(name, seat[name], results.get((1, name)))
        for name in _WAGERS_OF_BOX
        if seat.get(name) is not None
    )
    return Markup(
        '<div class="seat"><div class="hands">{}</div><div class="box">{}</div><u>Seat {}</u></div>'
    ).format(hands, box, safe(number, 12))


def _hand(hand: Mapping[str, Any], results: Mapping[tuple[Any, Any], Mapping[str, Any]]) -> Markup:
    name = str(hand.get("hand", ""))
    number = int(name.rpartition(".")[2]) if name.rpartition(".")[2].isdecimal() else 1
    status = str(hand.get("status", ""))
    cards = Markup("").join(card(str(one)) for one in hand.get("cards") or ())
    chips = Markup("").join(
        chip(wager, hand[wager], results.get((number, wager)))
        for wager in _WAGERS_OF_HAND
        if hand.get(wager) is not None
    )
    return Markup(
        '<div class="place {}"><div class="hand">{}</div>'
        '<div class="said"><span class="name">{}</span>{}<span class="status">{}</span></div>'
        '<div class="chips">{}</div></div>'
    ).format(
        safe(status + (" racked" if hand.get("racked") else ""), 30),
        cards or Markup('<span class="card none"></span>'),
        safe(name, 12),
        _total(hand) if hand.get("cards") else "",
        safe(status, 20),
        chips,
    )


def _total(hand: Mapping[str, Any]) -> Markup:
    if hand.get("blackjack"):
        return Markup('<span class="total">Blackjack</span>')
    soft = "soft " if hand.get("soft") else ""
    return Markup('<span class="total">{}{}</span>').format(soft, safe(hand.get("total", ""), 12))


def _pile(name: str, cards: Sequence[object]) -> Markup:
    small = Markup("").join(card(str(one)) for one in cards[-24:])
    more = Markup("<small>and {} below</small>").format(len(cards) - 24) if len(cards) > 24 else ""
    return Markup('<span class="pile"><u>{}</u><span class="stack">{}</span>{}</span>').format(
        name, small or Markup("<small>empty</small>"), more
    )


def _shuffler(shuffler: Mapping[str, Any]) -> Markup:
    if not shuffler.get("out"):
        return Markup("")
    sign = "sign is up" if shuffler.get("sign") else "no sign"
    return Markup('<span class="fact flag"><u>Shuffler</u>out of order, {}</span>').format(sign)


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
