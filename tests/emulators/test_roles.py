"""What each conforming device does at the wire and looks like, act by act, by the law."""

from __future__ import annotations

import pytest

from reference_engine.cards import DECK_WITHOUT_TENS, FULL_DECK
from rigs.protocols.burncard import Frame, encode
from tests.emulators.unit import Unit

# § 685a.1, written out by hand: the light of each rank.
LIGHTS = {
    "blue": "2345",
    "red": "6789",
    "yellow": "TJQKA",
}


# -- shoe ----------------------------------------------------------------------------------------


def test_shoe_reports_each_card_once_in_the_order_it_was_loaded() -> None:
    with Unit("shoe") as shoe:
        assert shoe.act("load", cards=["KH", "9S^", "cover", "2C"]) == {"cards": 4}
        assert shoe.act("state")["cards"] == ["KH", "9S^", "cover", "2C"]
        assert shoe.act("draw") == {"card": "KH", "face": "down"}
        shoe.act("draw", double=True)
        shoe.act("draw")
        shoe.act("draw", unreadable=True)
        assert shoe.act("draw") == {"card": None}
        assert shoe.heard() == [
            ("card", {"card": "KH", "face": "down"}),
            ("card", {"card": "9S", "face": "up"}),
            ("cover-card", {}),
            ("fault", {"code": "unread-card"}),
            ("empty", {}),
        ]
        shoe.act("load", cards=["AD"])
        shoe.act("reset")
        assert shoe.act("state")["cards"] == []


def test_shoe_deals_a_whole_batch_without_losing_a_card() -> None:
    cards = list(DECK_WITHOUT_TENS) * 2
    with Unit("shoe") as shoe:
        shoe.act("load", cards=cards)
        said = []
        for _ in cards:
            shoe.act("draw")
            said += shoe.heard()
        assert [data["card"] for _, data in said] == cards


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({}, '"cards" is a list of texts'),
        ({"cards": ["1H"]}, "'1H' is not a card"),
        ({"cards": ["KH^^"]}, "is not a card"),
        ({"cards": "KH"}, '"cards" is a list of texts'),
        ({"cards": [7]}, '"cards" is a list of texts'),
    ],
)
def test_a_load_that_makes_no_sense_changes_nothing(values: dict[str, object], said: str) -> None:
    with Unit("shoe") as shoe:
        shoe.act("load", cards=["AD"])
        assert said in shoe.refused("load", **values)
        assert shoe.act("state")["cards"] == ["AD"]


# -- card reader ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("upcard", "hole", "answer"),
    [
        ("AS", "QH", "yes"),
        ("AS", "KC", "yes"),
        ("AS", "JD", "yes"),
        ("AS", "TD", "yes"),
        ("AS", "AD", "no"),
        ("AS", "9D", "no"),
        ("KS", "AD", "yes"),
        ("QS", "AC", "yes"),
        ("JS", "AH", "yes"),
        ("KS", "QD", "no"),
        ("QS", "KD", "no"),
        ("JS", "2D", "no"),
        ("5S", "AD", "no"),
    ],
)
def test_card_reader_answers_by_upcard_and_hole_card(upcard: str, hole: str, answer: str) -> None:
    with Unit("card-reader") as reader:
        reader.act("insert", card=hole, upcard=upcard)
        assert reader.heard() == [("answer", {"blackjack": answer})]
        reader.act("remove")
        assert reader.heard() == []
        assert reader.act("state")["safe"] is True


def test_card_reader_knows_the_upcard_from_the_wire_too() -> None:
    with Unit("card-reader") as reader:
        assert reader.command("upcard", card="AS").kind == "R"
        reader.act("insert", card="QH")
        assert reader.heard() == [("answer", {"blackjack": "yes"})]


def test_card_reader_without_an_upcard_says_so_and_guesses_nothing() -> None:
    with Unit("card-reader") as reader:
        reader.act("insert", card="QH")
        assert reader.heard() == [("fault", {"code": "no-upcard"})]
        assert "remove it first" in reader.refused("insert", card="AD", upcard="KS")
        reader.act("remove")
        assert "no card" in reader.refused("remove")


def test_card_reader_forgets_the_upcard_with_its_power() -> None:
    with Unit("card-reader") as reader:
        reader.act("upcard", upcard="AS")
        reader.act("power", on=False)
        reader.act("power", on=True)
        reader.act("insert", card="QH")
        assert [name for name, _ in reader.heard()] == ["hello", "fault"]


# -- Masque reader -------------------------------------------------------------------------------


def test_masque_reader_lights_the_range_of_each_of_the_52_cards() -> None:
    with Unit("masque-reader") as reader:
        for card in FULL_DECK:
            light = next(colour for colour, ranks in LIGHTS.items() if card[0] in ranks)
            reader.act("insert", card=card)
            assert reader.act("lamps") == {"lit": [light]}, card
            assert reader.heard() == [("light", {"colour": light})], card
            reader.act("remove")
            assert reader.act("lamps") == {"lit": []}
            assert reader.heard() == [("light", {"colour": "none"})]


def test_masque_reader_can_be_made_to_light_another_colour() -> None:
    with Unit("masque-reader") as reader:
        reader.act("insert", card="QH", force="blue")
        assert reader.act("lamps") == {"lit": ["blue"]}
        assert reader.heard() == [("light", {"colour": "blue"})]
        reader.act("remove")
        assert '"force" is one of blue red yellow' in reader.refused(
            "insert", card="QH", force="green"
        )


@pytest.mark.parametrize(
    ("fault", "idle", "with_card"),
    [
        ("no-light", [], []),
        ("two-lights", [], ["red", "yellow"]),
        ("light-without-card", ["blue"], ["blue"]),
        ("frozen-light", ["red"], ["red"]),  # the light of the card before
    ],
)
def test_masque_faults_show_and_are_told(fault: str, idle: list[str], with_card: list[str]) -> None:
    with Unit("masque-reader") as reader:
        reader.act("insert", card="7D")
        reader.act("remove")
        reader.heard()
        reader.act("fault", fault=fault)
        assert reader.heard() == [("fault", {"code": fault})]
        assert reader.act("lamps")["lit"] == idle
        assert reader.command("status").data["state"] == "fault"
        reader.act("insert", card="QH")
        assert reader.act("lamps")["lit"] == with_card
        assert "light" not in [name for name, _ in reader.heard()]
        reader.act("remove")
        reader.act("restore")
        assert reader.act("lamps")["lit"] == []
        reader.act("insert", card="QH")
        assert reader.heard() == [("light", {"colour": "yellow"})]


def test_restore_brings_power_and_link_back_too() -> None:
    with Unit("masque-reader") as reader:
        reader.act("power", on=False)
        reader.act("restore")
        assert [name for name, _ in reader.heard()] == ["hello"]
        reader.act("cut-link")
        assert reader.is_gone()
        reader.open(reader.act("restore")["link"])
        assert reader.command("ping").kind == "R"


def test_masque_lamps_go_out_with_the_power_while_the_card_is_in() -> None:
    with Unit("masque-reader") as reader:
        reader.act("insert", card="QH")
        reader.act("power", on=False)
        assert reader.act("lamps")["lit"] == []
        assert reader.act("state")["card"] == "QH"


# -- shuffler ------------------------------------------------------------------------------------


def test_shuffler_runs_a_full_cycle_and_only_then_releases() -> None:
    cards = list(FULL_DECK)
    with Unit("shuffler") as shuffler:
        assert "no batch" in shuffler.refused("start")
        shuffler.act("insert", cards=cards, batch="B")
        assert "only a full cycle" in shuffler.refused("release")
        shuffler.act("start")
        assert shuffler.act("state")["motor"] == "on"
        assert "only a full cycle" in shuffler.refused("release")
        assert "running" in shuffler.refused("start")
        assert "running" in shuffler.refused("insert", cards=cards)
        assert shuffler.act("advance") == {"count": 52}
        assert shuffler.heard() == [
            ("cycle-started", {"batch": "B"}),
            ("cycle-done", {"batch": "B", "count": "52"}),
        ]
        out = shuffler.act("release")["cards"]
        assert sorted(out) == sorted(cards)
        assert out != cards
        assert "no batch" in shuffler.refused("start")


@pytest.mark.parametrize(
    ("act", "message"), [("jam", "jam"), ("stop", "stopped"), ("incomplete", "incomplete")]
)
def test_a_spoiled_cycle_needs_another_full_one(act: str, message: str) -> None:
    with Unit("shuffler") as shuffler:
        shuffler.act("insert", cards=list(FULL_DECK))
        assert "no cycle is running" in shuffler.refused(act)
        shuffler.act("start")
        shuffler.act(act)
        assert shuffler.heard() == [("cycle-started", {"batch": "A"}), (message, {"batch": "A"})]
        assert shuffler.act("state")["motor"] == "off"
        assert "no cycle is running" in shuffler.refused("advance")
        assert "only a full cycle" in shuffler.refused("release")
        shuffler.act("power", on=False)  # a spoiled batch is not forgotten with the power
        shuffler.act("power", on=True)
        assert "only a full cycle" in shuffler.refused("release")
        shuffler.act("start")
        shuffler.act("advance")
        assert [name for name, _ in shuffler.heard()] == ["hello", "cycle-started", "cycle-done"]
        shuffler.act("release")


def test_power_loss_in_a_cycle_is_told_once_power_is_back() -> None:
    with Unit("shuffler") as shuffler:
        shuffler.act("insert", cards=list(FULL_DECK), batch="A")
        shuffler.act("start")
        shuffler.heard()
        shuffler.act("power", on=False)
        assert shuffler.act("state")["motor"] == "off"
        assert shuffler.listen(0.05) == []
        shuffler.act("power", on=True)
        events = shuffler.heard()
        assert [name for name, _ in events] == ["hello", "incomplete"]
        assert events[1][1] == {"batch": "A"}
        assert "only a full cycle" in shuffler.refused("release")


def test_power_loss_between_cycles_is_only_a_new_start() -> None:
    with Unit("shuffler") as shuffler:
        shuffler.act("insert", cards=list(FULL_DECK))
        shuffler.act("power", on=False)
        shuffler.act("start")  # the button of a dead machine
        shuffler.act("power", on=True)
        assert [name for name, _ in shuffler.heard()] == ["hello"]


def test_a_broken_shuffler_says_so_and_finishes_no_cycle() -> None:
    with Unit("shuffler") as shuffler:
        shuffler.act("insert", cards=list(FULL_DECK))
        shuffler.act("break")
        assert shuffler.heard() == [("fault", {"code": "out-of-service"})]
        assert shuffler.command("status").data["state"] == "fault"
        shuffler.act("start")
        shuffler.act("advance")
        assert [name for name, _ in shuffler.heard()] == ["cycle-started", "incomplete"]
        shuffler.act("restore")
        shuffler.act("start")
        shuffler.act("advance")
        assert [name for name, _ in shuffler.heard()] == ["cycle-started", "cycle-done"]


def test_one_shuffler_repeats_itself_from_reset_on_and_two_differ() -> None:
    def shuffled(unit: Unit) -> list[str]:
        unit.act("reset")
        unit.act("insert", cards=list(FULL_DECK))
        unit.act("start")
        unit.act("advance")
        cards: list[str] = unit.act("release")["cards"]
        return cards

    with Unit("shuffler", "--serial", "X1") as one, Unit("shuffler", "--serial", "X2") as two:
        assert shuffled(one) == shuffled(one)
        assert shuffled(one) != shuffled(two)


# -- table controller ----------------------------------------------------------------------------


def test_table_controller_takes_keys_and_messages_and_instructs() -> None:
    with Unit("table-controller", link="--tcp") as table:
        table.act(
            "key",
            key="open-round",
            game="double-attack-blackjack",
            rules={},
            seats=[{"seat": 1, "bet": "20.00"}],
        )
        assert table.heard() == [("deal", {"to": "dealer", "face": "up", "source": "shoe"})]
        answer = table.command("feed", **{"from": "shoe", "kind": "card"}, card="6H", face="down")
        assert (answer.kind, answer.data) == ("R", {})
        assert table.heard() == [("offer", {"to": "1.1", "option": "double_attack"})]
        table.act("key", key="close-wagers")
        assert table.heard() == [("deal", {"to": "1.1", "face": "up", "source": "shoe"})]
        assert table.act("state")["table"]["round"] is not None
        table.act("reset")
        assert table.act("state")["table"]["round"] is None


def test_what_a_fed_message_sets_off_comes_after_the_answer_to_it() -> None:
    with Unit("table-controller", link="--tcp") as table:
        table.act(
            "key",
            key="open-round",
            game="down-under-blackjack",
            rules={},
            seats=[{"seat": 1, "bet": "20.00"}],
        )
        table.heard()
        fields = {"from": "shoe", "kind": "card", "card": "6H", "face": "down"}
        table.send(encode(Frame("C", 70, 0, 0, "feed", fields)))
        frames = table.listen(0.1)
        assert [(frame.kind, frame.name) for frame in frames] == [("R", "feed"), ("E", "deal")]
        assert frames[1].data == {"to": "dealer", "face": "up", "source": "shoe"}


def test_a_key_without_power_does_nothing_and_power_loss_forgets_the_round() -> None:
    with Unit("table-controller", link="--tcp") as table:
        seats = [{"seat": 1, "bet": "20.00"}]
        opening = {"key": "open-round", "game": "down-under-blackjack", "rules": {}, "seats": seats}
        table.act("key", **opening)
        table.heard()
        table.act("power", on=False)
        table.act("key", key="close-wagers")
        table.act("power", on=True)
        assert [name for name, _ in table.heard()] == ["hello"]
        assert table.act("state")["table"]["round"] is None


def test_a_key_that_makes_no_sense_is_refused_in_one_line() -> None:
    with Unit("table-controller", link="--tcp") as table:
        for values in ({}, {"key": 7}, {"key": "self-destruct"}, {"key": "act", "seat": "x"}):
            said = table.refused("key", **values)
            assert said.startswith("key:")
            assert "\n" not in said
        assert table.heard() == []


# -- the safe state ------------------------------------------------------------------------------

BUSY: dict[str, list[tuple[str, dict[str, object]]]] = {
    "shoe": [("load", {"cards": ["KH"]}), ("draw", {})],
    "shuffler": [("insert", {"cards": ["KH", "QH"]}), ("start", {})],
    "card-reader": [("insert", {"card": "KH", "upcard": "AS"})],
    "masque-reader": [("insert", {"card": "KH"})],
    "table-controller": [
        (
            "key",
            {
                "key": "open-round",
                "game": "down-under-blackjack",
                "rules": {},
                "seats": [{"seat": 1, "bet": "20.00"}],
            },
        )
    ],
}


@pytest.mark.parametrize("role", BUSY)
def test_safe_is_entered_at_once_shown_and_left_by_use(role: str) -> None:
    with Unit(role, link="--tcp") as unit:
        for do, values in BUSY[role]:
            unit.act(do, **values)
        assert unit.act("state")["safe"] is False
        answer = unit.command("safe")
        assert unit.act("state")["safe"] is True  # before the answer, so long before now
        assert (answer.kind, answer.data) == ("R", {"state": "safe"})
        assert unit.command("status").data["state"] == "safe"
        unit.act("reset")
        assert unit.command("status").data["state"] == "ready"
        for do, values in BUSY[role]:
            unit.act(do, **values)
        assert unit.act("state")["safe"] is False


def test_the_safe_shuffler_owns_up_to_the_cycle_it_stopped() -> None:
    with Unit("shuffler") as shuffler:
        shuffler.act("insert", cards=["KH", "QH"])
        shuffler.act("start")
        shuffler.command("safe")
        assert [name for name, _ in shuffler.heard()] == ["cycle-started", "stopped"]
        assert "no cycle is running" in shuffler.refused("advance")


@pytest.mark.parametrize("role", BUSY)
def test_without_power_every_device_is_safe(role: str) -> None:
    with Unit(role, link="--tcp") as unit:
        for do, values in BUSY[role]:
            unit.act(do, **values)
        unit.act("power", on=False)
        assert unit.act("state")["safe"] is True


# -- the stimulus port ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"draw", "no JSON"),
        (b"[1]", 'the text "do"'),
        (b'{"do":7}', 'the text "do"'),
        (b'{"cards":[]}', 'the text "do"'),
        (b'{"do":"drew"}', "did you mean 'draw'?"),
        (b'{"do":"xyzzy"}', "it knows load draw state reset"),
        (b'{"do":"draw","double":"yes"}', '"double" is true or false'),
        (b'{"do":"power","on":"off"}', '"on" is true or false'),
        (b'{"do":"power"}', '"on" is missing'),
        (b"\xff\xfe", "no JSON"),
        (b"[" * 100_000, "no JSON"),
        (b'{"do":"draw"', "no JSON"),
    ],
)
def test_a_command_that_makes_no_sense_is_refused_and_the_port_goes_on(
    line: bytes, said: str
) -> None:
    with Unit("shoe") as shoe:
        answer = shoe.tell(line)
        assert answer["ok"] is False
        assert said in answer["error"]
        assert "\n" not in answer["error"]
        shoe.act("load", cards=["KH"])


def test_an_endless_line_is_cut_off_and_others_go_on() -> None:
    with Unit("shoe") as shoe:
        shoe.stimulus.sendall(b"x" * ((1 << 20) + 10))
        assert b"at most 1048576 bytes" in shoe.answers.readline()
        assert shoe.answers.read() == b""
        assert shoe.command("ping").kind == "R"


def test_many_commands_at_once_are_done_in_order() -> None:
    with Unit("shoe") as shoe:
        shoe.act("load", cards=["2C", "3C", "4C"])
        shoe.stimulus.sendall(b'{"do":"draw"}\n\n{"do":"draw"}\n{"do":"draw"}\n')
        for card in ("2C", "3C", "4C"):
            assert f'"card":"{card}"'.encode() in shoe.answers.readline()
        assert [data["card"] for _, data in shoe.heard()] == ["2C", "3C", "4C"]
