"""Each defect changes what its name says, where it says, and nothing else.

Every defect is played through every script below; the lines that it takes away and adds are listed
by hand. A script that a defect does not list must come out as without it.
"""

from __future__ import annotations

import contextlib
import difflib
from collections.abc import Callable

import pytest

from rigs.emulators.controller import KeyRefused
from rigs.emulators.defects import catalogue
from tests.controller.desk import DOWN_UNDER, Desk, offers

BET = {"bet": "20.00"}
FULL = {"bet": "20.00", "bust_it": "5.00"}


def _try(press: Callable[[], object]) -> None:
    """A defective controller may have left the state in which the key makes sense."""
    with contextlib.suppress(KeyRefused):
        press()


def low_surrender(desk: Desk) -> None:
    desk.double_attack("6H 9S 5D 9C", FULL, attack="20.00")
    desk.act("1.1", "surrender")
    desk.cards("9D")
    desk.dealer("settle")


def early_surrender_no(desk: Desk) -> None:
    desk.double_attack("KH 9S 5D 7C", FULL, attack="20.00")
    desk.act("1.1", "surrender")
    desk.dealer("peek")
    desk.reader("no")
    desk.dealer("settle")


def early_surrender_yes(desk: Desk) -> None:
    desk.double_attack("KH 9S 5D AC", FULL, attack="20.00")
    desk.act("1.1", "surrender")
    desk.dealer("peek")
    desk.reader("yes")


def insured_surrender_no(desk: Desk) -> None:
    desk.double_attack("AH 9S 5D 9C", BET)
    desk.wager(1, "insurance", "10.00")
    desk.act("1.1", "surrender")
    desk.dealer("peek")
    desk.reader("no")


def insured_surrender_yes(desk: Desk) -> None:
    desk.double_attack("AH 9S 5D KC", BET)
    desk.wager(1, "insurance", "10.00")
    desk.act("1.1", "surrender")
    desk.dealer("peek")
    desk.reader("yes")


def stand_then_surrender(desk: Desk) -> None:
    desk.double_attack("6H 9S 9C 5D 8C 9H", BET, BET)
    desk.act("1.1", "stand")
    desk.act("1.1", "surrender")
    desk.act("2.1", "stand")
    desk.cards("2H")
    desk.dealer("settle")


def blackjacks(desk: Desk) -> None:
    """One of each game, neither dealer Blackjack; the second round with Insurance won before it."""
    desk.double_attack("KH AS KD 9H", BET)
    desk.dealer("peek")
    desk.reader("no")
    desk.down_under("AS 9D TS 9C", BET)
    desk.light("red")
    desk.down_under("AS AD TS KC", BET)
    desk.wager(1, "insurance", "10.00")
    desk.light("yellow")


def face_up_card(desk: Desk) -> None:
    desk.down_under("9S 6D 5S 7C", BET)
    desk.light("red")
    desk.act("1.1", "hit")
    desk.cards("2H", face="up")
    desk.cards("3H")


def held_card(desk: Desk) -> None:
    desk.down_under("9S 6D 5S 7C", BET)
    desk.light("red")
    desk.error_card("2H", "no")
    desk.act("1.1", "hit")


def exposed_card_refused(desk: Desk) -> None:
    desk.down_under("9S KD 5S 7C", BET)
    desk.light("red")
    desk.error_card("2H", "yes")
    desk.act("1.1", "refuse")


def accident(desk: Desk) -> None:
    desk.down_under("9S KD 9H 7C", BET)
    desk.light("red")
    desk.act("1.1", "stand")
    desk.error_card("4H", "no")
    desk.dealer("settle")


def short_shoe(desk: Desk) -> None:
    desk.down_under("9S 6D 5S 7C", BET)
    desk.light("red")
    desk.act("1.1", "hit")
    desk.hear("shoe", "empty")
    desk.key("shoe-refilled", count=20)
    desk.cards("2H")


def one_card_only(desk: Desk) -> None:
    desk.open(DOWN_UNDER, BET, BET)
    desk.cards("9S 8S 6D")
    desk.key("skipped", seat=1)
    desk.cards("8D")
    desk.act("1.1", "accept")


def dead_hands(desk: Desk) -> None:
    desk.down_under("9S 8S 6D 5S 4S 7C", BET, BET)
    desk.light("blue")
    desk.act("1.1", "hit")
    desk.cards("KH")
    _try(lambda: desk.key("error-found"))
    desk.dealer("dead-hand")


def blocked(desk: Desk) -> None:
    desk.key("masque-fault", fault="no-light")
    desk.open(DOWN_UNDER, BET)


def jam(desk: Desk) -> None:
    for what in ("jam", "stopped", "incomplete"):
        desk.hear("shuffler", "cycle-started", batch="A")
        desk.hear("shuffler", what, batch="A")


def shuffler_out(desk: Desk) -> None:
    desk.key("shuffler-out")
    desk.key("hand-shuffle")
    _try(lambda: desk.key("sign-placed"))
    desk.key("hand-shuffle")


def split_and_double(desk: Desk) -> None:
    desk.double_attack("6H 8S 8D KC", BET, attack="10.00")
    desk.act("1.1", "split")
    desk.cards("3C")
    desk.act("1.1", "double")
    desk.cards("9C")
    desk.act("1.1", "stand")
    desk.cards("QC")
    desk.act("1.2", "stand")
    desk.cards("2C")
    desk.dealer("settle")


def doubled(cards: str, hole_or_draw: str) -> Callable[[Desk], None]:
    """6H under 9C; the player doubles 11 with the first card and stands; the dealer draws."""

    def script(desk: Desk) -> None:
        desk.double_attack("6H 5S 6D 9C", BET, attack="10.00")
        desk.act("1.1", "double")
        desk.cards(cards)
        desk.act("1.1", "stand")
        desk.cards(hole_or_draw)
        desk.dealer("settle")

    return script


winning = doubled("9D", "2C")
"""20 against 17."""
pushing = doubled("6C", "2C")
"""17 against 17."""
losing = doubled("5C", "2C")
"""16 against 17."""


def doubled_surrender(desk: Desk) -> None:
    desk.double_attack("6H 5S 6D 9C", BET)
    desk.act("1.1", "double")
    desk.cards("5C")
    desk.act("1.1", "surrender")


def insured_in_down_under(desk: Desk) -> None:
    desk.down_under("9S AD 8S KC", BET)
    desk.wager(1, "insurance", "10.00")
    desk.light("yellow")


def dealer_22(desk: Desk) -> None:
    """9 and 8 against 6, 10 and another 6."""
    desk.down_under("9S 6H 8S TC", BET)
    desk.light("yellow")
    desk.act("1.1", "stand")
    desk.cards("6S")
    desk.dealer("settle")


def refused_by_all_then_drawn(desk: Desk) -> None:
    """The dealer has 15 and must take the two that nobody wanted."""
    desk.down_under("9S 8D 9H 7C", BET)
    desk.light("red")
    desk.error_card("2H", "yes")
    desk.act("1.1", "refuse")
    desk.dealer("settle")


def passed_over(desk: Desk) -> None:
    desk.down_under("9S 8D 5H 7C", BET)
    desk.light("red")
    desk.act("1.1", "hit")
    desk.key("skipped", seat=1)


SCRIPTS: tuple[Callable[[Desk], None], ...] = (
    low_surrender,
    early_surrender_no,
    early_surrender_yes,
    insured_surrender_no,
    insured_surrender_yes,
    stand_then_surrender,
    blackjacks,
    face_up_card,
    held_card,
    exposed_card_refused,
    accident,
    short_shoe,
    one_card_only,
    dead_hands,
    blocked,
    jam,
    shuffler_out,
    split_and_double,
)

Diff = tuple[list[str], list[str]]
HALF_BET = "settle 1.1 bet 10.00 10.00 0.00"
HALF_ATTACK = "settle 1.1 double_attack 10.00 10.00 0.00"
ATTACK_BACK = "settle 1.1 double_attack 0.00 20.00 0.00"
ATTACK_LOST = "settle 1.1 double_attack 20.00 0.00 0.00"
BET_LOST = "settle 1.1 bet 20.00 0.00 0.00"
BUST_IT_LOST = "settle 1.1 bust_it 5.00 0.00 0.00"
BUST_IT_HALF = "settle 1.1 bust_it 2.50 2.50 0.00"
BUST_IT_WON = "settle 1.1 bust_it 0.00 5.00 30.00"
INSURED_LOST = "settle 1.1 insurance 10.00 0.00 0.00"
DEALER_PLAYS = ["reveal", "deal dealer up shoe", "rack dealer 6H 9C 9D"]
# the card that the dealer should have drawn comes between two rounds: it is burned
ROUND_OVER_SOONER = ["rack dealer 6H 9C", "rack shoe 9D", "refuse dealer settle"]
EXTRA_DEAL = "deal 1.1 up shoe"

EXPECTED: dict[str, dict[str, Diff]] = {
    "halves-bust-it-on-surrender": {
        # nothing is left for which the dealer would have to play: the round is over
        "low_surrender": ([*DEALER_PLAYS, BUST_IT_WON], [BUST_IT_HALF, *ROUND_OVER_SOONER]),
        "early_surrender_no": (["reveal", BUST_IT_LOST], [BUST_IT_HALF, "refuse dealer settle"]),
    },
    "bust-it-settled-on-surrender": {
        "low_surrender": ([*DEALER_PLAYS, BUST_IT_WON], [BUST_IT_LOST, *ROUND_OVER_SOONER]),
        "early_surrender_no": (["reveal"], ["refuse dealer settle"]),
    },
    "takes-whole-bet-on-surrender": {
        "low_surrender": ([HALF_BET], [BET_LOST]),
        "early_surrender_no": ([HALF_BET], [BET_LOST]),
        "insured_surrender_no": ([HALF_BET], [BET_LOST]),
    },
    "keeps-double-attack-on-dealer-blackjack": {
        "early_surrender_yes": ([ATTACK_BACK], [ATTACK_LOST]),
    },
    "settles-before-reader-answers": {
        # the order is looked at below; here the halves take the place of what the answer commands
        "early_surrender_no": ([], []),
        "early_surrender_yes": ([BET_LOST, ATTACK_BACK], [HALF_BET, HALF_ATTACK]),
        "insured_surrender_no": ([], []),
        "insured_surrender_yes": ([BET_LOST], [HALF_BET]),
    },
    "surrender-after-stand-allowed": {
        # 14 against 17: lost whole and racked at the end
        "stand_then_surrender": (["refuse 1.1 surrender", BET_LOST], [HALF_BET]),
    },
    "peeks-on-low-upcard": {
        "low_surrender": ([], ["peek"]),
        "stand_then_surrender": ([], ["peek"]),
        "split_and_double": ([], ["peek"]),
    },
    "insurance-follows-surrender": {
        "insured_surrender_no": ([INSURED_LOST], ["settle 1.1 insurance 5.00 5.00 0.00"]),
        "insured_surrender_yes": (["settle 1.1 insurance 0.00 10.00 25.00"], [INSURED_LOST]),
    },
    "deals-to-surrendered-hand": {
        "low_surrender": ([], [EXTRA_DEAL]),
        "early_surrender_no": ([], [EXTRA_DEAL]),
        "insured_surrender_no": ([], [EXTRA_DEAL]),
    },
    "hole-card-revealed-early": {
        # where it was turned later anyway only its moment changes: see below
        "insured_surrender_no": ([], ["reveal"]),
        "face_up_card": ([], ["reveal"]),
        "held_card": ([], ["reveal"]),
        "short_shoe": ([], ["reveal"]),
        "blackjacks": ([], ["reveal", "reveal"]),
        # the turned card shows the wrong light before anyone has acted
        "dead_hands": (
            [
                BET_LOST,
                "rack 1.1 9S 5S KH",
                "restore 1.1 bet 20.00",
                "deal 1.1 up shoe",
                *offers("1.1", "hit", "stand", "double"),
                *offers("2.1", "hit", "stand", "double"),
            ],
            ["reveal", "refuse 1.1 hit", "settle 1.1 bet 0.00 20.00 0.00", "rack 1.1 9S 5S"],
        ),
    },
    "deals-round-while-blocked": {
        "blocked": (["refuse dealer open-round"], ["deal 1.1 up shoe"]),
    },
    "keeps-busted-bets-when-dead": {"dead_hands": (["restore 1.1 bet 20.00"], [])},
    "no-offer-second-card": {
        "one_card_only": (
            ["offer 1.1 second-card", "deal 1.1 up shoe"],
            [
                "dead 1.1",
                "settle 1.1 bet 0.00 20.00 0.00",
                "rack 1.1 9S",
                "deal dealer down shoe",
                "refuse 1.1 accept",
            ],
        ),
    },
    "burns-held-card": {
        "held_card": (
            ["hold", "deal 1.1 up held", *offers("1.1", "hit", "stand")],
            ["rack shoe 2H", "deal 1.1 up shoe"],
        ),
    },
    "refuser-gets-card": {
        "exposed_card_refused": (
            ["freeze 1.1", "reveal", "rack held 2H"],
            ["deal 1.1 up held", *offers("1.1", "hit", "stand")],
        ),
    },
    "no-burn-after-refill": {
        "short_shoe": (
            ["burn", "rack shoe 2H"],
            offers("1.1", "hit", "stand"),
        ),
    },
    "accident-card-counts": {
        # 18 loses against 21
        "accident": (
            ["rack shoe 4H", "settle 1.1 bet 0.00 20.00 20.00", "rack dealer KD 7C"],
            [BET_LOST, "rack dealer KD 7C 4H"],
        ),
    },
    "face-up-card-dealt": {
        "face_up_card": (["rack shoe 2H", "deal 1.1 up shoe"], []),
    },
    "no-sign-asked": {"shuffler_out": (["cover"], [])},
    "no-reshuffle-after-jam": {"jam": (["reshuffle A"], [])},
    "insurance-pays-2-to-1": {
        "insured_surrender_yes": (
            ["settle 1.1 insurance 0.00 10.00 25.00"],
            ["settle 1.1 insurance 0.00 10.00 20.00"],
        ),
    },
    "blackjack-pays-3-to-2": {
        "blackjacks": (
            ["settle 1.1 bet 0.00 20.00 20.00"],
            ["settle 1.1 bet 0.00 20.00 30.00"],
        ),
    },
}


def played(script: Callable[[Desk], None], *defects: str) -> list[str]:
    desk = Desk(*defects)
    script(desk)
    return desk.log


def difference(sound: list[str], defective: list[str]) -> Diff:
    """Lines that are gone and lines that are new, whatever their order."""
    gone, new = list(sound), []
    for line in defective:
        if line in gone:
            gone.remove(line)
        else:
            new.append(line)
    return sorted(gone), sorted(new)


DEFECTS = [one.id for one in catalogue() if one.role == "table-controller"]


def test_every_defect_is_here() -> None:
    assert not EXPECTED.keys() - set(DEFECTS)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.__name__)
@pytest.mark.parametrize("defect", sorted(EXPECTED))
def test_exactly_the_named_behaviour_changes(defect: str, script: Callable[[Desk], None]) -> None:
    gone, new = EXPECTED[defect].get(script.__name__, ([], []))
    sound = played(script)
    defective = played(script, defect)
    assert difference(sound, defective) == (sorted(gone), sorted(new)), "\n".join(
        difflib.unified_diff(sound, defective, lineterm="")
    )


BUST_IT_BACK = "settle 1.1 bust_it 0.00 5.00 0.00"
BET_WON = "settle 1.1 bet 0.00 20.00 20.00"
TEN_WON = "settle 1.1 double_attack 0.00 10.00 10.00"
TEN_BACK = "settle 1.1 double_attack 0.00 10.00 0.00"
TEN_LOST = "settle 1.1 double_attack 10.00 0.00 0.00"
# as much as lies on the hand: 20.00 and the Double Attack of 10.00
DOUBLE_WON = "settle 1.1 double_down 0.00 30.00 30.00"
DOUBLE_BACK = "settle 1.1 double_down 0.00 30.00 0.00"
DOUBLE_LOST = "settle 1.1 double_down 30.00 0.00 0.00"
DOUBLE_HALF = "settle 1.1 double_down 10.00 10.00 0.00"
INSURED_WON = "settle 1.1 insurance 0.00 10.00 25.00"
MORE: dict[str, tuple[Callable[[Desk], None], Diff]] = {
    "returns-whole-bet-on-surrender": (
        low_surrender, ([HALF_BET], ["settle 1.1 bet 0.00 20.00 0.00"])
    ),
    "takes-whole-double-attack-on-surrender": (low_surrender, ([HALF_ATTACK], [ATTACK_LOST])),
    "returns-whole-double-attack-on-surrender": (low_surrender, ([HALF_ATTACK], [ATTACK_BACK])),
    "winning-bust-it-lost": (low_surrender, ([BUST_IT_WON], [BUST_IT_LOST])),
    "losing-bust-it-returned": (early_surrender_no, ([BUST_IT_LOST], [BUST_IT_BACK])),
    "bust-it-returned-on-surrender": (
        early_surrender_no, (["reveal", BUST_IT_LOST], [BUST_IT_BACK, "refuse dealer settle"])
    ),
    "surrender-beats-dealer-blackjack": (early_surrender_yes, ([BET_LOST], [HALF_BET])),
    "insurance-pays-3-to-1": (
        insured_surrender_yes, ([INSURED_WON], ["settle 1.1 insurance 0.00 10.00 30.00"])
    ),
    "winning-insurance-lost": (insured_surrender_yes, ([INSURED_WON], [INSURED_LOST])),
    "lost-insurance-returned": (
        insured_surrender_no, ([INSURED_LOST], ["settle 1.1 insurance 0.00 10.00 0.00"])
    ),
    # 18 wins against 17: 20.00 on top, or twice that
    "winning-bet-pays-2-to-1": (
        accident, (["settle 1.1 bet 0.00 20.00 20.00"], ["settle 1.1 bet 0.00 20.00 40.00"])
    ),
    "winning-bet-only-returned": (
        accident, (["settle 1.1 bet 0.00 20.00 20.00"], ["settle 1.1 bet 0.00 20.00 0.00"])
    ),
    "winning-bet-lost": (winning, ([BET_WON], [BET_LOST])),
    "losing-bet-paid": (losing, ([BET_LOST], [BET_WON])),
    "winning-double-attack-lost": (winning, ([TEN_WON], [TEN_LOST])),
    "winning-double-attack-pays-2-to-1": (
        winning, ([TEN_WON], ["settle 1.1 double_attack 0.00 10.00 20.00"])
    ),
    "pushed-double-attack-paid": (pushing, ([TEN_BACK], [TEN_WON])),
    "losing-double-attack-paid": (losing, ([TEN_LOST], [TEN_WON])),
    "winning-double-down-lost": (winning, ([DOUBLE_WON], [DOUBLE_LOST])),
    "winning-double-down-pays-2-to-1": (
        winning, ([DOUBLE_WON], ["settle 1.1 double_down 0.00 30.00 60.00"])
    ),
    "pushed-double-down-paid": (pushing, ([DOUBLE_BACK], [DOUBLE_WON])),
    "losing-double-down-paid": (losing, ([DOUBLE_LOST], [DOUBLE_WON])),
    "winning-bust-it-only-returned": (low_surrender, ([BUST_IT_WON], [BUST_IT_BACK])),
    "losing-bust-it-paid": (
        early_surrender_no, ([BUST_IT_LOST], ["settle 1.1 bust_it 0.00 5.00 5.00"])
    ),
    "winning-insurance-only-returned": (
        insured_surrender_yes, ([INSURED_WON], ["settle 1.1 insurance 0.00 10.00 0.00"])
    ),
    "lost-insurance-paid": (
        insured_surrender_no, ([INSURED_LOST], ["settle 1.1 insurance 0.00 10.00 10.00"])
    ),
    "takes-whole-double-down-on-surrender": (
        doubled_surrender, ([DOUBLE_HALF], ["settle 1.1 double_down 20.00 0.00 0.00"])
    ),
    "returns-whole-double-down-on-surrender": (
        doubled_surrender, ([DOUBLE_HALF], ["settle 1.1 double_down 0.00 20.00 0.00"])
    ),
    "surrendered-wagers-stay": (insured_surrender_no, ([HALF_BET], [])),
    "blackjack-pays-1-to-1": (
        blackjacks,
        (["settle 1.1 bet 0.00 20.00 30.00"], ["settle 1.1 bet 0.00 20.00 20.00"])
    ),
    # half of the Bet at 2 to 1 by right
    "insurance-pays-5-to-2": (
        insured_in_down_under,
        (["settle 1.1 insurance 0.00 10.00 20.00"], ["settle 1.1 insurance 0.00 10.00 25.00"]),
    ),
    "takes-22-for-any-bust": (dealer_22, (["settle 1.1 bet 0.00 20.00 0.00"], [BET_WON])),
    "refused-card-stays": (exposed_card_refused, (["rack held 2H"], [])),
    "dealer-passes-over-refused-card": (
        refused_by_all_then_drawn,
        (
            ["deal dealer up held", "settle 1.1 bet 0.00 20.00 20.00", "rack 1.1 9S 9H",
             "rack dealer 8D 7C 2H", "round-over"],
            ["rack held 2H", "deal dealer up shoe", "refuse dealer settle"],
        ),
    ),
    "no-reshuffle-of-rack": (short_shoe, (["reshuffle rack"], [])),
    "no-dead-hand-choice": (passed_over, (["offer 1.1 dead-hand"], [])),
    "no-block": (
        blocked, (["block masque-reader", "refuse dealer open-round"], ["deal 1.1 up shoe"])
    ),
    "no-reshuffle-after-stop": (jam, (["reshuffle A"], [])),
    "no-reshuffle-after-incomplete-cycle": (jam, (["reshuffle A"], [])),
    "hand-shuffle-without-sign": (
        shuffler_out, (["refuse dealer hand-shuffle"], ["offer dealer hand-shuffle"])
    ),
}  # fmt: skip
"""More defects, each in one script where it bites. `burncard qualify` shows all of them."""


@pytest.mark.parametrize("defect", MORE)
def test_the_named_behaviour_changes(defect: str) -> None:
    script, (gone, new) = MORE[defect]
    assert difference(played(script), played(script, defect)) == (sorted(gone), sorted(new))


def test_settling_before_the_answer_shows_in_the_order() -> None:
    sound = played(early_surrender_no)
    defective = played(early_surrender_no, "settles-before-reader-answers")
    assert sound.index("peek") < sound.index(HALF_BET)
    assert defective.index(HALF_BET) < defective.index("peek")


def test_revealing_early_shows_in_the_order() -> None:
    sound = played(split_and_double)
    defective = played(split_and_double, "hole-card-revealed-early")
    first_decision = "offer 1.1 hit"
    assert sound.index(first_decision) < sound.index("reveal")
    assert defective.index("reveal") < defective.index(first_decision)


def test_burned_held_card_leaves_the_deal_to_the_shoe() -> None:
    log = played(held_card, "burns-held-card")
    assert log[-2:] == ["rack shoe 2H", "deal 1.1 up shoe"]


def test_defects_survive_together() -> None:
    log = played(low_surrender, "takes-whole-bet-on-surrender", "peeks-on-low-upcard")
    assert "peek" in log
    assert BET_LOST in log


def test_no_defect_leaks_from_one_controller_to_another() -> None:
    before = {script.__name__: played(script) for script in SCRIPTS}
    for script in SCRIPTS:
        played(script, *DEFECTS)
    assert before == {script.__name__: played(script) for script in SCRIPTS}


def test_pay_defects_bite_in_double_attack_only() -> None:
    """Down Under pays 3 to 2 and 2 to 1 by right."""
    log = played(blackjacks, "insurance-pays-2-to-1", "blackjack-pays-3-to-2")
    assert log.count("settle 1.1 bet 0.00 20.00 30.00") == 2
    assert log.count("settle 1.1 insurance 0.00 10.00 20.00") == 1
