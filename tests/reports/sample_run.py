"""A run directory with scenarios of every verdict, written through the record writer.

The rounds are worked by hand. ``python -m tests.reports.sample_run DIR`` writes one and its report,
to look at; the tests use the parts.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from reports.finish import finish
from reports.records import (
    RecordWriter,
    Scenario,
    clear_run,
    open_record,
    write_bench,
    write_ended,
    write_plan,
)

S9 = "features/double_attack_665a/s665a_09_surrender.feature"
S12 = "features/down_under_685a/s685a_12_irregularities.feature"
SURRENDER = "Surrender (§ 665a.9)"
IRREGULAR = "Irregularities (§ 685a.12)"
CONTROLLER = "table-controller"

SCENARIOS = (
    Scenario(
        "665a09-b1-five-up",
        "Surrender against a five: half back at once",
        SURRENDER,
        "An upcard of 2 to 9 settles the surrender at once",
        S9,
        12,
        ("665a.9(b)(1)",),
        ("card-reader", CONTROLLER),
    ),
    Scenario(
        "665a09-b2i-king-up",
        "Surrender against a king without Blackjack",
        SURRENDER,
        "The surrender waits for the reader",
        S9,
        31,
        ("665a.9(b)(2)(i)",),
        ("card-reader", CONTROLLER),
    ),
    Scenario(
        "665a09-c-bust-it-stays",
        "The Bust It stays and is settled later",
        SURRENDER,
        "A surrender leaves the Bust It Wager alone",
        S9,
        60,
        ("665a.9(c)",),
        (CONTROLLER,),
    ),
    Scenario(
        "685a12-h-yellow-for-red",
        "The lamp burns red under a small hole card",
        IRREGULAR,
        "A wrong light",
        S12,
        88,
        ("685a.12(h)",),
        ("masque-reader", CONTROLLER),
    ),
    Scenario(
        "685a12-i-two-lights",
        "Two lights at once block the table",
        IRREGULAR,
        "A Masque reader that malfunctions",
        S12,
        120,
        ("685a.12(i)",),
        ("masque-reader", CONTROLLER),
    ),
    Scenario(
        "685a12-e-short-shoe",
        "The shoe runs out in mid-round",
        IRREGULAR,
        "Too few cards",
        S12,
        140,
        ("685a.12(e)",),
        ("shoe", CONTROLLER),
    ),
    Scenario(
        "685a12-j-jam",
        "A jam in mid-cycle",
        IRREGULAR,
        "A shuffle that fails",
        S12,
        160,
        ("685a.12(j)",),
        ("shuffler", CONTROLLER),
    ),
    Scenario(
        "685a12-k-sign",
        "The sign goes up before a hand shuffle",
        IRREGULAR,
        "A shuffler out of order",
        S12,
        175,
        ("685a.12(k)",),
        ("shuffler", CONTROLLER),
    ),
)
RUN = {
    "rig": {"name": "emulated", "file": "rigs/benches/emulated.toml"},
    "started": "2026-11-30T09:00:00.000+00:00",
    "command": "burncard run",
    "seed": 20261130,
    "versions": {"burncard": "0.1.0", "python": "3.11.7"},
    "house_rules": {
        "double-attack-blackjack": {"dealer_soft_17": "stand", "reread_on_surrender": "no"},
        "down-under-blackjack": {"dealer_22": "push"},
    },
    "partial": False,
}
DEVICES = [
    {
        "name": "shoe",
        "role": "shoe",
        "link": "pty",
        "identity": {
            "maker": "Burncard",
            "model": "emulated shoe",
            "serial": "E-0001",
            "firmware": "1.4.0",
            "firmware_sha256": "9f" * 32,
        },
    },
    {
        "name": "reader-2",
        "role": "card-reader",
        "link": "/dev/ttyUSB1",
        "identity": {
            "maker": "Ace Optics",
            "model": "CR-7",
            "serial": "77120",
            "firmware": "3.0.1-rc2",
            "firmware_sha256": "c0ffee" * 10 + "abcd",
        },
    },
    {
        "name": "masque-reader",
        "role": "masque-reader",
        "link": "pty",
        "identity": {
            "maker": "Lumen <b>& Sons</b>",
            "model": "Masque\u202e3",
            "serial": "M-3\x1b[31m",
            "firmware": "0.9",
            "firmware_sha256": "ab" * 32,
        },
    },
    {
        "name": "shuffler",
        "role": "shuffler",
        "link": "pty",
        "identity": {
            "maker": "Burncard",
            "model": "emulated shuffler",
            "serial": "E-0004",
            "firmware": "1.4.0",
            "firmware_sha256": "9f" * 32,
        },
    },
    {
        "name": "table-controller",
        "role": CONTROLLER,
        "link": "127.0.0.1:4001",
        "identity": {
            "maker": "Pit Systems",
            "model": "TC-21",
            "serial": "2100043",
            "firmware": "7.2.9",
            "firmware_sha256": "0123456789abcdef" * 4,
        },
        "limits": {"answer": 0.5, "late": 1.0},
    },
]


class Round:
    """Writes the acts of one round: stimuli, what devices say, what is fed on, what is ruled."""

    def __init__(self, writer: RecordWriter, game: str) -> None:
        self.writer = writer
        self.act = 0
        self.clock = 0
        self.base = _opened_at(writer)
        self.table: dict[str, Any] = {
            "game": game,
            "phase": "deal",
            "due": {"what": "card", "to": "dealer"},
            "seats": [],
            "dealer": {"cards": [], "hole": "", "total": 0, "soft": False, "blackjack": False},
            "discard_rack": [],
            "held": [],
            "shoe_drawn": 0,
            "blocked": False,
            "shuffler": {"out": False, "sign": False},
            "settlement": [],
        }

    @property
    def t(self) -> int:
        return self.base + self.clock * 1000

    def later(self, us: int) -> int:
        self.clock += us
        return self.t

    def happens(self, event: Mapping[str, Any], *effects: Mapping[str, Any]) -> None:
        """The next act; its ruling; the table as it lies now (`self.table` is changed before)."""
        self.act += 1
        self.later(900)
        self.writer.act(self.act, event, effects, self.table, self.t)

    def stimulus(self, device: str, do: str, **data: object) -> None:
        self.writer.message(self.later(120), "bench", device, "stimulus", do, data, act=self.act)

    def says(
        self,
        device: str,
        kind: str,
        data: Mapping[str, str],
        *,
        fed: bool = False,
        sense: str = "",
    ) -> int:
        """A device says something (or `sense` sees it); returns when."""
        at = self.later(640)
        raw = f":{device[:2]} {kind} {' '.join(f'{k}={v}' for k, v in data.items())}\r\n".encode()
        self.writer.message(
            at, sense or device, "bench", "sense" if sense else "wire", kind, data, raw, self.act
        )
        if fed:
            self.writer.message(
                self.later(90), "bench", CONTROLLER, "feed", kind, data, act=self.act
            )
        return at

    def draws(self, card: str, to: str, *effects: Mapping[str, Any], down: bool = False) -> None:
        """A card leaves the shoe and goes to a hand or to the dealer."""
        self.table["shoe_drawn"] += 1
        if to == "dealer":
            dealer = self.table["dealer"]
            dealer["cards"].append(card)
            dealer["total"] = _total(dealer["cards"])
            dealer["hole"] = "down" if down else dealer["hole"]
        else:
            hand = self.hand(to)
            hand["cards"].append(card)
            hand["total"] = _total(hand["cards"])
        self.happens(
            {"event": "DrawCard", "card": card, "face_up": False},
            effect("card", "shoe", {"card": card, "face": "down"}, "665a.7~deal-order"),
            *effects,
        )
        self.stimulus("shoe", "draw")
        self.says("shoe", "card", {"card": card, "face": "down"}, fed=True)

    def hand(self, name: str) -> dict[str, Any]:
        for seat in self.table["seats"]:
            for hand in seat["hands"]:
                if hand["hand"] == name:
                    found: dict[str, Any] = hand
                    return found
        raise KeyError(name)

    def seat(self, number: int, bet: str, **wagers: str) -> None:
        self.table["seats"].append(
            {
                "seat": number,
                "bust_it": wagers.get("bust_it"),
                "insurance": None,
                "match_the_dealer": None,
                "hands": [
                    {
                        "hand": f"{number}.1",
                        "cards": [],
                        "total": 0,
                        "soft": False,
                        "status": "live",
                        "bet": bet,
                        "double_attack": wagers.get("double_attack"),
                        "double_down": None,
                    }
                ],
            }
        )


def _opened_at(writer: RecordWriter) -> int:
    from reports.records import read_record

    opened = read_record(writer.path).opened
    assert opened is not None
    return opened.t


def _total(cards: list[str]) -> int:
    total = sum(
        10 if card[0] in "TJQK" else 1 if card[0] == "A" else int(card[0]) for card in cards
    )
    return total + 10 if any(card[0] == "A" for card in cards) and total <= 11 else total


def effect(
    name: str,
    role: str,
    data: Mapping[str, str],
    *clauses: str,
    certainty: str = "read",
    required: bool = True,
) -> dict[str, Any]:
    return {
        "effect": name,
        "role": role,
        "data": dict(data),
        "clauses": list(clauses),
        "certainty": certainty,
        "required": required,
        "house_rules": [],
    }


def settled(hand: str, wager: str, to_house: str, returned: str, won: str) -> dict[str, str]:
    return {"hand": hand, "wager": wager, "to_house": to_house, "returned": returned, "won": won}


def surrender_round(
    writer: RecordWriter, upcard: str, *, bust_it: str = "", half: bool = False, second: bool = True
) -> tuple[Round, int]:
    """20.00 on the Bet and 20.00 on the Double Attack, surrendered: half of each comes back.

    `half`: the controller also takes half of the Bust It, which stays whole. Returns the round and
    the time of the last settlement seen.
    """
    play = Round(writer, "double-attack-blackjack")
    play.seat(1, "20.00", double_attack="20.00", **({"bust_it": bust_it} if bust_it else {}))
    if second:
        play.seat(3, "50.00")
    play.happens(
        {"event": "OpenRound", "seats": [{"seat": 1, "bet": "20.00"}]},
        effect(
            "deal",
            CONTROLLER,
            {"to": "dealer", "face": "up", "source": "shoe"},
            "665a.7~deal-order",
            certainty="inferred",
        ),
    )
    play.stimulus(CONTROLLER, "key", key="open-round")
    play.says(CONTROLLER, "deal", {"to": "dealer", "face": "up", "source": "shoe"})
    play.draws(
        upcard,
        "dealer",
        effect(
            "offer",
            CONTROLLER,
            {"to": "1.1", "option": "double_attack"},
            "665a.6~double-attack",
            certainty="inferred",
        ),
    )
    play.says(CONTROLLER, "offer", {"to": "1.1", "option": "double_attack"})
    hands = ["1.1", "3.1"] if second else ["1.1"]
    dealt = ["9S", "KD", "7C", "8H"] if second else ["9S", "7C"]
    for card, to in zip(dealt, hands * 2, strict=True):
        play.draws(
            card,
            to,
            effect(
                "deal",
                CONTROLLER,
                {"to": to, "face": "up", "source": "shoe"},
                "665a.7~deal-order",
                certainty="inferred",
            ),
        )
        play.says(CONTROLLER, "deal", {"to": to, "face": "up", "source": "shoe"})
    play.draws("6D", "dealer", down=True)
    play.table["phase"], play.table["due"] = (
        "act",
        {"what": "act", "to": "1.1", "options": ["hit", "stand", "surrender"]},
    )
    hand = play.hand("1.1")
    hand["status"] = "surrendered"
    hand["racked"] = True
    cards = " ".join(hand["cards"])
    play.table["discard_rack"] = hand["cards"][:]
    play.table["settlement"] = [
        {
            "seat": 1,
            "hand": 1,
            "wager": wager,
            "staked": "20.00",
            "to_house": "10.00",
            "returned": "10.00",
            "won": "0.00",
            "clauses": ["665a.9(b)(1)"],
        }
        for wager in ("bet", "double_attack")
    ]
    effects = [
        effect("rack", CONTROLLER, {"source": "1.1", "cards": cards}, "665a.9(b)(1)"),
        effect(
            "settle", CONTROLLER, settled("1.1", "bet", "10.00", "10.00", "0.00"), "665a.9(b)(1)"
        ),
        effect(
            "settle",
            CONTROLLER,
            settled("1.1", "double_attack", "10.00", "10.00", "0.00"),
            "665a.9(b)(1)",
        ),
        effect("answer", "card-reader", {}, "665a.9(b)(1)", required=False),
    ]
    if bust_it:
        effects.append(
            effect(
                "settle",
                CONTROLLER,
                {"hand": "1.1", "wager": "bust_it"},
                "665a.9(c)",
                required=False,
            )
        )
    play.happens(
        {"event": "Act", "seat": 1, "do": "surrender", "hand": 1, "amount": None}, *effects
    )
    play.stimulus(CONTROLLER, "key", key="act", seat=1, act="surrender")
    play.says(CONTROLLER, "rack", {"source": "1.1", "cards": cards})
    play.says(CONTROLLER, "settle", settled("1.1", "bet", "10.00", "10.00", "0.00"))
    at = play.says(CONTROLLER, "settle", settled("1.1", "double_attack", "10.00", "10.00", "0.00"))
    if half:
        at = play.says(CONTROLLER, "settle", settled("1.1", "bust_it", "2.50", "2.50", "0.00"))
    return play, at


def masque_round(writer: RecordWriter, lit: str) -> tuple[Round, int]:
    """A five in the hole is Small: blue. `lit` is what the lamps really showed."""
    play = Round(writer, "down-under-blackjack")
    for seat, bet in ((1, "25.00"), (2, "10.00"), (4, "100.00")):
        play.seat(seat, bet)
    deal = [
        ("9H", "1.1"),
        ("TS", "2.1"),
        ("4C", "4.1"),
        ("KD", "dealer"),
        ("AH", "1.1"),
        ("JC", "2.1"),
        ("4D", "4.1"),
        ("5S", "dealer"),
    ]
    for place, (card, to) in enumerate(deal):
        play.draws(card, to, down=place == len(deal) - 1)
    play.table["phase"], play.table["due"] = (
        "act",
        {"what": "act", "to": "1.1", "options": ["hit", "stand", "double"]},
    )
    play.happens(
        {"event": "Peek", "shown": None},
        effect("light", "masque-reader", {"colour": "blue"}, "685a.1 Small"),
        effect("lamp", "masque-reader", {"lit": "blue"}, "685a.1 Masque Card Reader device"),
        effect("spot", CONTROLLER, {"colour": "blue"}, "685a.2~spots", certainty="inferred"),
    )
    play.stimulus("masque-reader", "insert", card="5S")
    play.says("masque-reader", "light", {"colour": "blue"}, fed=True)
    at = play.says("masque-reader", "lamp", {"lit": lit}, sense="colour-sensor")
    play.says(CONTROLLER, "spot", {"colour": "blue"})
    play.stimulus("masque-reader", "remove")
    play.says("masque-reader", "light", {"colour": "none"}, fed=True)
    play.says("masque-reader", "lamp", {"lit": "none"}, sense="colour-sensor")
    return play, at


def steps(writer: RecordWriter, *texts: str, fails: int = 0, note: str = "") -> None:
    """Given, When, Then in turn; step number `fails` has failed with `note`."""
    for n, text in enumerate(texts, start=1):
        keyword = ("Given", "When", "Then", "And", "And", "And", "And")[min(n - 1, 6)]
        writer.step(
            n,
            keyword,
            text,
            "failed" if n == fails else "passed",
            4.2 + 3.7 * n,
            [note] if n == fails else [],
        )


def write_run(run_dir: Path, *, ended: bool = True) -> None:
    """Two conform; a finding, an advisory, one inconclusive, one interrupted, two not run."""
    clear_run(run_dir)
    write_plan(run_dir, RUN, SCENARIOS)
    write_bench(run_dir, DEVICES)
    by_id = {one.id: one for one in SCENARIOS}

    with open_record(run_dir, by_id["665a09-b1-five-up"]) as writer:
        play, _ = surrender_round(writer, "5H")
        steps(
            writer,
            "the dealer shows 5H",
            "seat 1 surrenders",
            "the house takes 10.00 of each wager",
            "the card reader stays idle",
        )
        writer.close(
            "conforms",
            judged={"card-reader": True, CONTROLLER: True},
            table=play.table,
            house_rules={"dealer_soft_17": "stand"},
        )

    with open_record(run_dir, by_id["665a09-b2i-king-up"]) as writer:
        play, _ = surrender_round(writer, "KH", second=False)
        steps(writer, "the dealer shows KH", "seat 1 surrenders", "nothing moves before the reader")
        writer.close(
            "inconclusive",
            reason="link of table-controller (127.0.0.1:4001) was lost: the "
            "other side closed it; start the controller again",
            judged={},
            table=play.table,
        )
    with open_record(run_dir, by_id["665a09-b2i-king-up"]) as writer:
        play, _ = surrender_round(writer, "KH", second=False)
        steps(writer, "the dealer shows KH", "seat 1 surrenders", "nothing moves before the reader")
        writer.close("conforms", judged={"card-reader": True, CONTROLLER: True}, table=play.table)

    with open_record(run_dir, by_id["665a09-c-bust-it-stays"]) as writer:
        play, at = surrender_round(writer, "7D", bust_it="5.00", half=True)
        steps(
            writer,
            "the dealer shows 7D",
            "seat 1 surrenders",
            "the Bust It of seat 1 stays",
            fails=3,
            note="table-controller said settle (hand 1.1, wager bust_it, to_house 2.50)",
        )
        raw = ":ta settle hand=1.1 wager=bust_it to_house=2.50 returned=2.50 won=0.00\r\n"
        writer.close(
            "finding",
            reason="table-controller said settle (hand 1.1, wager bust_it, to_house 2.50, "
            "returned 2.50, won 0.00), which nothing calls for: 665a.9(c)",
            discrepancies=[
                {
                    "kind": "extra",
                    "device": "table-controller",
                    "role": CONTROLLER,
                    "weight": "finding",
                    "clauses": ["665a.9(c)"],
                    "certainty": "read",
                    "expected": None,
                    "raw": raw.encode().hex(),
                    "t": at,
                    "act": play.act,
                    "seen": {
                        "signal": "settle",
                        "data": settled("1.1", "bust_it", "2.50", "2.50", "0.00"),
                    },
                    "text": "table-controller settled the Bust It at the surrender, where it stays",
                },
                {
                    "kind": "wrong",
                    "device": "table-controller",
                    "role": CONTROLLER,
                    "weight": "advisory",
                    "clauses": ["665a.7(m)"],
                    "certainty": "inferred",
                    "expected": {
                        "signal": "settle",
                        "data": settled("1.1", "bust_it", "5.00", "0.00", "0.00"),
                    },
                    "seen": {
                        "signal": "settle",
                        "data": settled("1.1", "bust_it", "2.50", "2.50", "0.00"),
                    },
                    "raw": raw.encode().hex(),
                    "t": at,
                    "act": play.act,
                    "text": "table-controller took 2.50 of the Bust It where 5.00 is due",
                },
            ],
            judged={CONTROLLER: True, "shoe": True},
            table=play.table,
        )

    with open_record(run_dir, by_id["685a12-h-yellow-for-red"]) as writer:
        play, at = masque_round(writer, "red")
        steps(
            writer,
            "the hole card is 5S",
            "the hole card goes into the reader",
            "the light is blue",
            fails=3,
            note="colour-sensor sees lamp (lit red)",
        )
        writer.close(
            "advisory",
            reason="masque-reader said lamp (lit red) where lamp (lit blue) is due",
            discrepancies=[
                {
                    "kind": "wrong",
                    "device": "masque-reader",
                    "role": "masque-reader",
                    "weight": "advisory",
                    "clauses": ["685a.1 Masque Card Reader device"],
                    "certainty": "inferred",
                    "expected": {"signal": "lamp", "data": {"lit": "blue"}},
                    "seen": {"signal": "lamp", "data": {"lit": "red"}},
                    "raw": "3a6d61",
                    "t": at,
                    "act": play.act,
                    "limit_ms": 500.0,
                    "text": "the lamp burned red where the message said blue",
                }
            ],
            judged={"masque-reader": True, CONTROLLER: True},
            table=play.table,
        )

    with open_record(run_dir, by_id["685a12-i-two-lights"]) as writer:
        play, _ = masque_round(writer, "blue+red")
        play.table["blocked"] = True
        play.happens(
            {"event": "MasqueFault", "fault": "two-lights"},
            effect("block", CONTROLLER, {"reason": "masque-reader"}, "685a.12(i)"),
        )
        play.says("masque-reader", "fault", {"code": "<script>alert(1)</script>\u202e\x07\x00evil"})
        steps(writer, "a round of Down Under", "two lights burn")
        writer.close(
            "inconclusive",
            reason="masque-reader (pty) sent 3 garbled frames of 5: check the cable and the speed",
            judged={},
            table=play.table,
        )

    with open_record(run_dir, by_id["685a12-e-short-shoe"]) as writer:
        play, _ = masque_round(writer, "blue")
        steps(writer, "a shoe of nine cards", "seat 1 asks for a card")
    with writer.path.open("ab") as torn:
        torn.write(b'{"line":"step","n":3,"keywo')
    if ended:
        write_ended(run_dir, interrupted="SIGINT")


if __name__ == "__main__":
    target = Path(sys.argv[1])
    write_run(target)
    print(finish(target).report)
