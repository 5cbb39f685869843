"""Every catalogued defect of a sensor shows at the wire or at the lamp, only with its switch on.

A case is a series of acts and what a conforming and what a defective unit say of it. The lamp,
where a case asks for it, is read after every act. The table controller has tests of its own.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from msgspec import Struct

from reference_engine.cards import FULL_DECK
from reference_engine.law import clause
from rigs.emulators.controller.irregularities import WENT_WRONG
from rigs.emulators.defects import Defect, UnknownDefect, catalogue, check
from tests.emulators.unit import Unit

Act = tuple[str, dict[str, object]]


class Case(Struct, frozen=True):
    """What is done, and what is then said, or burns after each act."""

    role: str
    acts: list[Act]
    right: list[str]
    wrong: list[str]
    lamps: bool = False


def load(*cards: str) -> Act:
    return "load", {"cards": list(cards)}


DRAW: Act = ("draw", {})
REMOVE: Act = ("remove", {})
CYCLE: list[Act] = [("insert", {"cards": list(FULL_DECK)}), ("start", {})]
OFF: Act = ("power", {"on": False})
ON: Act = ("power", {"on": True})


def peek(card: str, upcard: str = "") -> list[Act]:
    values: dict[str, object] = {"card": card, "upcard": upcard} if upcard else {"card": card}
    return [("insert", values), REMOVE]


RANK = dict(
    zip(
        "ace two three four five six seven eight nine ten jack queen king".split(),
        "A23456789TJQK",
        strict=True,
    )
)
CASES = {
    "skips-double-fed-card": Case(
        "shoe",
        [load("KH", "9S"), DRAW, ("draw", {"double": True})],
        ["card KH down", "card 9S down"],
        ["card KH down"],
    ),
    "misses-every-third-card": Case(
        "shoe",
        [load("2C", "3C", "4C", "5C"), DRAW, DRAW, DRAW, DRAW],
        ["card 2C down", "card 3C down", "card 4C down", "card 5C down"],
        ["card 2C down", "card 3C down", "card 5C down"],
    ),
    "reports-card-twice": Case(
        "shoe",
        [load("2C", "3C", "4C"), DRAW, DRAW, DRAW],
        ["card 2C down", "card 3C down", "card 4C down"],
        ["card 2C down", "card 3C down", "card 3C down", "card 4C down"],
    ),
    "misreads-hearts-as-diamonds": Case(
        "shoe", [load("9H", "8S"), DRAW, DRAW],
        ["card 9H down", "card 8S down"],
        ["card 9D down", "card 8S down"],
    ),
    "sees-face-up": Case(
        "shoe", [load("9H", "8S", "7S"), DRAW, DRAW, DRAW],
        ["card 9H down", "card 8S down", "card 7S down"],
        ["card 9H down", "card 8S down", "card 7S up"],
    ),
    "reads-ahead": Case(
        "shoe", [load("9H", "8S"), DRAW, DRAW],
        ["card 9H down", "card 8S down"],
        ["card 9H down", "card 9H down", "card 8S down"],
    ),
    "cover-card-is-unread": Case(
        "shoe", [load("cover", "6D"), DRAW, DRAW],
        ["cover-card", "card 6D down"],
        ["fault unread-card", "card 6D down"],
    ),
    "cover-card-twice": Case(
        "shoe", [load("cover", "6D"), DRAW, DRAW],
        ["cover-card", "card 6D down"],
        ["cover-card", "cover-card", "card 6D down"],
    ),
    "empty-too-soon": Case(
        "shoe", [load("6D"), DRAW], ["card 6D down"], ["card 6D down", "empty"]
    ),
    "restarts-in-mid-round": Case(
        "shoe", [load("2C", "3C", "4C", "5C", "6C"), *[DRAW] * 5],
        ["card 2C down", "card 3C down", "card 4C down", "card 5C down", "card 6C down"],
        ["card 2C down", "card 3C down", "card 4C down", "card 5C down", "card 6C down", "hello"],
    ),
    "ignores-face-up": Case(
        "shoe", [load("6D^"), DRAW], ["card 6D up"], ["card 6D down"]
    ),
    "hides-cover-card": Case(
        "shoe", [load("cover", "6D"), DRAW, DRAW],
        ["cover-card", "card 6D down"],
        ["card 6D down"],
    ),
    "hides-empty": Case(
        "shoe", [load("6D"), DRAW, DRAW], ["card 6D down", "empty"], ["card 6D down"]
    ),
    "queen-is-no-ten": Case(
        "card-reader", peek("QH", "AS") + peek("KH", "AS"),
        ["answer yes", "answer yes"],
        ["answer no", "answer yes"],
    ),
    "says-no-to-ace": Case(
        "card-reader", peek("AD", "KS") + peek("KH", "AS"),
        ["answer yes", "answer yes"],
        ["answer no", "answer yes"],
    ),
    "jack-is-no-ten": Case(
        "card-reader", peek("JH", "AS") + peek("QH", "AS"),
        ["answer yes", "answer yes"],
        ["answer no", "answer yes"],
    ),
    "king-is-no-ten": Case(
        "card-reader", peek("KH", "AS") + peek("QH", "AS"),
        ["answer yes", "answer yes"],
        ["answer no", "answer yes"],
    ),
    "king-of-clubs-is-no-ten": Case(
        "card-reader", peek("KC", "AS") + peek("KH", "AS"),
        ["answer yes", "answer yes"],
        ["answer no", "answer yes"],
    ),
    "nine-is-a-ten": Case(
        "card-reader", peek("9H", "AS") + peek("8H", "AS") + peek("9H", "KS"),
        ["answer no", "answer no", "answer no"],
        ["answer yes", "answer no", "answer no"],
    ),
    "two-is-an-ace": Case(
        "card-reader", peek("2H", "KS") + peek("3H", "KS") + peek("2H", "AS"),
        ["answer no", "answer no", "answer no"],
        ["answer yes", "answer no", "answer no"],
    ),
    "king-is-an-ace": Case(
        "card-reader", peek("KH", "AS") + peek("KH", "QS") + peek("QH", "AS"),
        ["answer yes", "answer no", "answer yes"],
        ["answer no", "answer yes", "answer yes"],
    ),
    "ace-is-a-ten": Case(
        "card-reader", peek("AH", "KS") + peek("AH", "AS") + peek("QH", "AS"),
        ["answer yes", "answer no", "answer yes"],
        ["answer no", "answer yes", "answer yes"],
    ),
    "answers-before-the-card": Case(
        "card-reader", peek("9H", "KS") + peek("AH", "KS"),
        ["answer no", "answer yes"],
        ["answer no", "answer no", "answer no", "answer yes"],
    ),
    "silent-without-blackjack": Case(
        "card-reader", peek("9H", "KS") + peek("AH", "KS"),
        ["answer no", "answer yes"],
        ["answer yes"],
    ),
    "answers-again-on-removal": Case(
        "card-reader", peek("9H", "KS") + peek("AH", "KS"),
        ["answer no", "answer yes"],
        ["answer no", "answer no", "answer yes", "answer yes"],
    ),
    "keeps-last-answer": Case(
        "card-reader", peek("AD", "KS") + peek("9D", "KS") + peek("9C", "KS"),
        ["answer yes", "answer no", "answer no"],
        ["answer no", "answer yes", "answer no"],
    ),
    "inverted": Case(
        "card-reader", peek("AD", "KS") + peek("9D", "KS"),
        ["answer yes", "answer no"],
        ["answer no", "answer yes"],
    ),
    "ignores-upcard": Case(
        "card-reader", peek("KD", "QS") + peek("AD", "AS") + peek("9D", "AS"),
        ["answer no", "answer no", "answer no"],
        ["answer yes", "answer yes", "answer no"],
    ),
    "silent-on-blackjack": Case(
        "card-reader", peek("AD", "KS") + peek("9D", "KS"),
        ["answer yes", "answer no"],
        ["answer no"],
    ),
    "swaps-red-yellow": Case(
        "masque-reader", peek("7D") + peek("KD") + peek("2D"),
        ["light red", "light none", "light yellow", "light none", "light blue", "light none"],
        ["light yellow", "light none", "light red", "light none", "light blue", "light none"],
    ),
    "swaps-blue-red": Case(
        "masque-reader", peek("7D") + peek("KD") + peek("2D"),
        ["light red", "light none", "light yellow", "light none", "light blue", "light none"],
        ["light blue", "light none", "light yellow", "light none", "light red", "light none"],
    ),
    "swaps-blue-yellow": Case(
        "masque-reader", peek("7D") + peek("KD") + peek("2D"),
        ["light red", "light none", "light yellow", "light none", "light blue", "light none"],
        ["light red", "light none", "light blue", "light none", "light yellow", "light none"],
    ),
    "five-is-medium": Case(
        "masque-reader", peek("5D") + peek("4D"),
        ["light blue", "light none", "light blue", "light none"],
        ["light red", "light none", "light blue", "light none"],
    ),
    "nine-is-large": Case(
        "masque-reader", peek("9D") + peek("8D"),
        ["light red", "light none", "light red", "light none"],
        ["light yellow", "light none", "light red", "light none"],
    ),
    "two-is-large": Case(
        "masque-reader", peek("2D") + peek("3D"),
        ["light blue", "light none", "light blue", "light none"],
        ["light yellow", "light none", "light blue", "light none"],
    ),
    "jack-is-medium": Case(
        "masque-reader", peek("JD") + peek("QD"),
        ["light yellow", "light none", "light yellow", "light none"],
        ["light red", "light none", "light yellow", "light none"],
    ),
    "queen-is-medium": Case(
        "masque-reader", peek("QD") + peek("JD"),
        ["light yellow", "light none", "light yellow", "light none"],
        ["light red", "light none", "light yellow", "light none"],
    ),
    "king-is-medium": Case(
        "masque-reader", peek("KD") + peek("QD"),
        ["light yellow", "light none", "light yellow", "light none"],
        ["light red", "light none", "light yellow", "light none"],
    ),
    "ace-is-medium": Case(
        "masque-reader", peek("AD") + peek("KD"),
        ["light yellow", "light none", "light yellow", "light none"],
        ["light red", "light none", "light yellow", "light none"],
    ),
    "king-of-clubs-is-medium": Case(
        "masque-reader", peek("KC") + peek("KD"),
        ["light yellow", "light none", "light yellow", "light none"],
        ["light red", "light none", "light yellow", "light none"],
    ),
    "light-without-message": Case(
        "masque-reader", peek("KC"), ["light yellow", "light none"], ["light none"]
    ),
    "light-told-twice": Case(
        "masque-reader", peek("KC"),
        ["light yellow", "light none"],
        ["light yellow", "light yellow", "light none"],
    ),
    "end-of-light-untold": Case(
        "masque-reader", peek("KC"), ["light yellow", "light none"], ["light yellow"]
    ),
    "ace-is-small": Case(
        "masque-reader", peek("AD") + peek("KD"),
        ["light yellow", "light none", "light yellow", "light none"],
        ["light blue", "light none", "light yellow", "light none"],
    ),
    "ten-is-medium": Case(
        "masque-reader", peek("TD") + peek("JD"),
        ["light yellow", "light none", "light yellow", "light none"],
        ["light red", "light none", "light yellow", "light none"],
    ),
    "six-is-small": Case(
        "masque-reader", peek("6D") + peek("7D"),
        ["light red", "light none", "light red", "light none"],
        ["light blue", "light none", "light red", "light none"],
    ),
    "keeps-last-light": Case(
        "masque-reader", peek("7D") + peek("KD"),
        ["light red", "light none", "light yellow", "light none"],
        ["light blue", "light none", "light red", "light none"],
    ),
    "lamp-differs-from-message": Case(
        "masque-reader", peek("2D") + peek("7D") + peek("KD"),
        ["blue", "", "red", "", "yellow", ""],
        ["red", "", "yellow", "", "blue", ""],
        lamps=True,
    ),
    "two-lights": Case(
        "masque-reader", peek("2D") + peek("7D") + peek("KD"),
        ["blue", "", "red", "", "yellow", ""],
        ["blue+red", "", "red+yellow", "", "blue+yellow", ""],
        lamps=True,
    ),
    "lamp-dead": Case("masque-reader", peek("KD"), ["yellow", ""], ["", ""], lamps=True),
    "lamp-stays-on": Case(
        "masque-reader", peek("KD"), ["yellow", ""], ["yellow", "yellow"], lamps=True
    ),
    "done-after-jam": Case(
        "shuffler", [*CYCLE, ("jam", {})],
        ["cycle-started A", "jam A"],
        ["cycle-started A", "jam A", "cycle-done A 52"],
    ),
    "done-when-incomplete": Case(
        "shuffler", [*CYCLE, ("incomplete", {})],
        ["cycle-started A", "incomplete A"],
        ["cycle-started A", "cycle-done A 52"],
    ),
    "done-after-power-loss": Case(
        "shuffler", [OFF, ON, *CYCLE, OFF, ON],
        ["hello", "incomplete A"],
        ["hello", "cycle-done A 52"],
    ),
    "forgets-power-loss": Case("shuffler", [*CYCLE, OFF, ON], ["hello", "incomplete A"], ["hello"]),
    "counts-one-too-many": Case(
        "shuffler", [*CYCLE, ("advance", {})],
        ["cycle-started A", "cycle-done A 52"],
        ["cycle-started A", "cycle-done A 53"],
    ),
    "clears-jam-untold": Case(
        "shuffler", [*CYCLE, ("jam", {})], ["cycle-started A", "jam A"], ["cycle-started A"]
    ),
    "calls-jam-a-stop": Case(
        "shuffler", [*CYCLE, ("jam", {})],
        ["cycle-started A", "jam A"],
        ["cycle-started A", "stopped A"],
    ),
    "hides-incomplete": Case(
        "shuffler", [*CYCLE, ("incomplete", {})],
        ["cycle-started A", "incomplete A"],
        ["cycle-started A"],
    ),
    "done-after-stop": Case(
        "shuffler", [*CYCLE, ("stop", {})],
        ["cycle-started A", "stopped A"],
        ["cycle-started A", "stopped A", "cycle-done A 52"],
    ),
    "hides-cycle-start": Case(
        "shuffler", [*CYCLE, ("advance", {})],
        ["cycle-started A", "cycle-done A 52"],
        ["cycle-done A 52"],
    ),
    "releases-unshuffled-batch": Case(
        "shuffler", [*CYCLE, ("advance", {})],
        ["cycle-started A", "cycle-done A 52"],
        ["cycle-started A", "cycle-done A 52", "cycle-done A 52"],
    ),
    "silent-when-done": Case(
        "shuffler", [*CYCLE, ("advance", {})],
        ["cycle-started A", "cycle-done A 52"],
        ["cycle-started A"],
    ),
    "hides-stop": Case(
        "shuffler", [*CYCLE, ("stop", {})],
        ["cycle-started A", "stopped A"],
        ["cycle-started A"],
    ),
    "miscounts": Case(
        "shuffler", [*CYCLE, ("advance", {})],
        ["cycle-started A", "cycle-done A 52"],
        ["cycle-started A", "cycle-done A 51"],
    ),
    "hides-out-of-service": Case("shuffler", [("break", {})], ["fault out-of-service"], []),
}  # fmt: skip
CASES |= {
    name: Case(
        "shoe",
        [load(f"{true}S", "8D" if true != "8" else "9D"), DRAW, DRAW],
        [f"card {true}S down", "card 8D down" if true != "8" else "card 9D down"],
        [f"card {read}S down", "card 8D down" if true != "8" else "card 9D down"],
    )
    for name, true, read in (
        (f"misreads-{true}-as-{read}", RANK[true], RANK[read])
        for true, read in (
            *pairwise(RANK), *pairwise(reversed(RANK)), ("king", "ace"), ("ace", "king"),
        )
    )
}  # fmt: skip
"""Every rank that is read as its neighbour, on either side."""
NOT_IN_WORDS = {"counter-restarts"}
"""The messages are right; only their numbers are not."""


def seen(unit: Unit, case: Case) -> list[str]:
    """What the unit says, or burns, when the case's acts are done."""
    lamps: list[str] = []
    said: list[str] = []
    for do, values in case.acts:
        unit.act(do, **values)
        if do == "power":
            said.clear()  # only what comes after the last start is compared
        if case.lamps:
            lamps.append("+".join(unit.act("lamps")["lit"]))
        elif unit.act("state")["power"] == "on":
            for name, data in unit.heard():
                values_said = [] if name == "hello" else list(data.values())
                said.append(" ".join([name, *values_said]))
    return lamps if case.lamps else said


@pytest.mark.parametrize("name", CASES)
def test_a_defect_shows_and_a_conforming_unit_does_not_have_it(name: str) -> None:
    case = CASES[name]
    with Unit(case.role) as unit:
        assert seen(unit, case) == case.right
    with Unit(case.role, "--defect", name) as unit:
        assert seen(unit, case) == case.wrong
        unit.act("reset")
        assert seen(unit, case) == case.wrong  # `reset` is no repair


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.lamps])
def test_a_defect_of_the_lamp_alone_is_not_in_the_messages(name: str) -> None:
    case = CASES[name]
    with Unit(case.role) as good, Unit(case.role, "--defect", name) as bad:
        for do, values in case.acts:
            good.act(do, **values)
            bad.act(do, **values)
            assert good.heard() == bad.heard()


def test_defects_of_one_unit_add_up() -> None:
    with Unit("masque-reader", "--defect", "swaps-red-yellow", "--defect", "two-lights") as unit:
        unit.act("insert", card="7D")
        assert unit.heard() == [("light", {"colour": "yellow"})]
        assert unit.act("lamps")["lit"] == ["blue", "yellow"]


@pytest.mark.parametrize("defect", catalogue(), ids=lambda defect: defect.id)
def test_every_catalogued_defect_is_built_and_cites_the_law(defect: Defect) -> None:
    assert defect.wrong
    assert defect.shows
    assert defect.clauses or defect.standard
    for name in defect.clauses:
        assert clause(name).id == name
    if defect.role != "table-controller" and defect.id not in NOT_IN_WORDS:
        assert CASES[defect.id].role == defect.role
        assert (defect.needs == "instrument") == CASES[defect.id].lamps


def test_every_defect_has_a_name_of_its_own() -> None:
    names = [defect.id for defect in catalogue()]
    assert len(names) == len(set(names)) >= 60


def test_every_defect_is_a_switch_somewhere() -> None:
    """A name in the catalogue that no emulator asks for would never bite."""
    source = "".join(
        path.read_text("utf-8") for path in Path("rigs/emulators").rglob("*.py")
    ).replace(
        'f"no-reshuffle-after-{WENT_WRONG[what]}"',
        " ".join(f'"no-reshuffle-after-{what}"' for what in WENT_WRONG.values()),
    )
    assert not [one.id for one in catalogue() if f'"{one.id}"' not in source]


def test_a_defect_is_known_for_its_role_only() -> None:
    assert check("shoe", ["ignores-face-up", "hides-empty"]) == {"ignores-face-up", "hides-empty"}
    with pytest.raises(UnknownDefect, match="that is a defect of the shuffler"):
        check("shoe", ["miscounts"])
    with pytest.raises(UnknownDefect, match="near it: reports-card-twice"):
        check("shoe", ["report-card-twice"])
