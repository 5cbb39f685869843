"""The comparison on hand-made rulings: each kind of difference, and who is to blame."""

from __future__ import annotations

from typing import Any

from reference_engine.ruling import Certainty, Effect
from rigs.roles import CARD_READER, MASQUE_READER, SHOE, TABLE_CONTROLLER, Observation
from steps.compare import Act, Discrepancy, compare

SECOND = 1_000_000_000
DEVICES = {SHOE: "shoe", CARD_READER: "reader", TABLE_CONTROLLER: "controller"}
LIMITS = dict.fromkeys(DEVICES, 0.5)
FED_BY = (SHOE, CARD_READER)


def want(
    kind: str,
    role: str = TABLE_CONTROLLER,
    *,
    clauses: tuple[str, ...] = ("665a.9(c)",),
    certainty: Certainty = Certainty.READ,
    required: bool = True,
    **data: str,
) -> Effect:
    return Effect(kind, role, data, clauses, certainty, required)


def say(kind: str, role: str = TABLE_CONTROLLER, at_s: float = 0.1, **data: str) -> Observation:
    return Observation(DEVICES.get(role, role), role, kind, data, int(at_s * SECOND))


def act(n: int, effects: list[Effect], seen: list[Observation]) -> Act:
    causes = dict.fromkeys(DEVICES, 0)
    return Act(n, {"event": "test"}, tuple(effects), causes, seen)


def differences(*acts: Act) -> list[Discrepancy]:
    return compare(acts, DEVICES, LIMITS, FED_BY)[0]


def brief(found: list[Discrepancy]) -> list[tuple[str, str, str]]:
    return [(one.kind, one.role, one.weight) for one in found]


def test_what_is_demanded_and_said_is_no_difference() -> None:
    settle: dict[str, Any] = {
        "hand": "1.1",
        "wager": "bet",
        "to_house": "10.00",
        "returned": "10.00",
    }
    found, judged = compare(
        [act(1, [want("settle", **settle)], [say("settle", **settle, won="0.00")])],
        DEVICES,
        LIMITS,
        FED_BY,
    )
    assert found == []
    assert judged[TABLE_CONTROLLER]
    assert not judged[SHOE], "nothing was demanded of the shoe, so there is no evidence on it"


def test_silence_is_missing_with_its_clause() -> None:
    (one,) = differences(act(1, [want("burn", clauses=("685a.12(e)",))], []))
    assert (one.kind, one.weight, one.clauses) == ("missing", "finding", ("685a.12(e)",))
    assert one.seen is None
    assert one.limit_ms == 500.0


def test_another_answer_to_the_same_question_is_one_wrong_not_two() -> None:
    right = want("settle", hand="1.1", wager="bet", returned="10.00")
    (one,) = differences(
        act(1, [right], [say("settle", hand="1.1", wager="bet", returned="20.00")])
    )
    assert one.kind == "wrong"
    assert one.expected == {"signal": "settle", "data": right.data}
    assert one.seen is not None
    assert one.seen["data"]["returned"] == "20.00"


def test_a_question_about_another_wager_is_missing_and_extra() -> None:
    found = differences(
        act(
            1,
            [want("settle", hand="1.1", wager="bet", returned="10.00")],
            [say("settle", hand="1.2", wager="bet", returned="10.00")],
        )
    )
    assert sorted(one.kind for one in found) == ["extra", "missing"]


def test_said_before_its_act_is_early() -> None:
    settle: dict[str, Any] = {"hand": "1.1", "wager": "bet"}
    found = differences(
        act(1, [], [say("settle", **settle)]),
        act(2, [want("settle", clauses=("665a.9(b)(2)",), **settle)], []),
    )
    assert brief(found) == [("early", TABLE_CONTROLLER, "finding")]
    assert found[0].clauses == ("665a.9(b)(2)",)
    assert found[0].act == 1


def test_early_against_a_prohibition_cites_the_prohibition() -> None:
    settle: dict[str, Any] = {"hand": "1.1", "wager": "bust_it"}
    ban = want("settle", required=False, clauses=("665a.9(c)",), **settle)
    inferred = want(
        "settle", clauses=("665a.7(m)",), certainty=Certainty.INFERRED, **settle, won="0.00"
    )
    (one,) = differences(
        act(1, [ban], [say("settle", **settle, won="0.00")]), act(2, [inferred], [])
    )
    assert (one.kind, one.weight, one.clauses) == ("early", "finding", ("665a.9(c)",))


def test_said_in_a_later_act_or_after_the_limit_is_late() -> None:
    later = act(2, [], [say("burn", at_s=0.7)])
    assert brief(differences(act(1, [want("burn")], []), later)) == [
        ("late", TABLE_CONTROLLER, "finding")
    ]
    # The bench had gone on, but the device was in time.
    assert differences(act(1, [want("burn")], []), act(2, [], [say("burn")])) == []
    assert brief(differences(act(1, [want("burn")], [say("burn", at_s=0.7)]))) == [
        ("late", TABLE_CONTROLLER, "finding")
    ]
    assert differences(act(1, [want("burn")], [say("burn", at_s=0.5)])) == []


def test_what_is_forbidden_is_a_finding_with_the_prohibitions_clause() -> None:
    idle = want("answer", CARD_READER, required=False, clauses=("665a.9(b)(1)",))
    (one,) = differences(
        act(1, [idle], []), act(2, [], [say("answer", CARD_READER, blackjack="no")])
    )
    assert (one.kind, one.role, one.weight) == ("extra", CARD_READER, "finding")
    assert one.clauses == ("665a.9(b)(1)",)


def test_a_prohibition_does_not_touch_what_is_demanded_later() -> None:
    settle: dict[str, Any] = {"hand": "1.1", "wager": "bust_it"}
    assert (
        differences(
            act(1, [want("settle", required=False, **settle)], []),
            act(2, [want("settle", won="15.00", **settle)], [say("settle", won="15.00", **settle)]),
        )
        == []
    )


def test_a_doubled_report_cites_what_asked_for_the_first() -> None:
    card = want("card", SHOE, clauses=("685a.7(e)(1)",), card="KH", face="down")
    report = say("card", SHOE, card="KH", face="down")
    (one,) = differences(act(1, [card], [report, report]))
    assert (one.kind, one.clauses, one.weight) == ("extra", ("685a.7(e)(1)",), "finding")


def test_inferred_law_and_house_rules_make_advisories_only() -> None:
    for certainty in (Certainty.INFERRED, Certainty.HOUSE_RULE):
        (one,) = differences(act(1, [want("burn", certainty=certainty)], []))
        assert one.weight == "advisory"


def test_a_message_that_no_law_explains_is_never_a_finding() -> None:
    (one,) = differences(act(1, [], [say("burn")]))
    assert (one.kind, one.weight, one.clauses) == ("extra", "advisory", ())


def test_a_device_that_was_told_wrong_things_is_not_judged() -> None:
    card = want("card", SHOE, card="KH", face="down")
    found, judged = compare(
        [
            act(1, [want("deal", to="dealer")], [say("deal", to="dealer")]),
            act(2, [card, want("deal", to="1.1")], [say("card", SHOE, card="QH", face="down")]),
            act(3, [want("settle", hand="1.1", wager="bet")], [say("round-over")]),
        ],
        DEVICES,
        LIMITS,
        FED_BY,
    )
    assert brief(found) == [("wrong", SHOE, "finding")]
    assert judged[TABLE_CONTROLLER], "it was judged up to the lie"


def test_the_lamp_is_judged_only_where_a_sensor_looks_at_it() -> None:
    lamp = want("lamp", MASQUE_READER, clauses=("685a.1",), lit="blue")
    seen = Observation("masque", MASQUE_READER, "lamp", {"lit": "red"}, 0, witness="sensor")
    bare = {MASQUE_READER: "masque"}
    assert compare([act(1, [lamp], [])], bare, {}, ())[0] == []
    with_sensor = {**bare, "masque-reader/lamp": "sensor"}
    (one,) = compare([act(1, [lamp], [seen])], with_sensor, {}, ())[0]
    assert one.kind == "wrong"
    assert "seen by sensor" in one.text


def test_a_wrong_lamp_does_not_mislead_the_controller() -> None:
    lamp = want("lamp", MASQUE_READER, lit="blue")
    seen = Observation("masque", MASQUE_READER, "lamp", {"lit": "red"}, 0, witness="sensor")
    devices = {
        MASQUE_READER: "masque",
        "masque-reader/lamp": "sensor",
        TABLE_CONTROLLER: "controller",
    }
    found, _ = compare(
        [act(1, [lamp], [seen]), act(2, [want("burn")], [])], devices, {}, (MASQUE_READER,)
    )
    assert brief(found) == [
        ("wrong", MASQUE_READER, "finding"),
        ("missing", TABLE_CONTROLLER, "finding"),
    ]


def test_roles_that_are_not_on_the_bench_are_not_judged() -> None:
    found, judged = compare(
        [act(1, [want("answer", CARD_READER, blackjack="yes")], [])], {SHOE: "shoe"}, {}, ()
    )
    assert found == []
    assert CARD_READER not in judged


def test_a_message_of_another_kind_than_any_demanded_is_an_advisory_at_most() -> None:
    """It may follow from an earlier mistake, and no clause forbids it in so many words."""
    rack = want("rack", source="1.1", cards="9S 7D", clauses=("665a.9(b)(1)",))
    (one,) = differences(
        act(1, [rack], [say("rack", source="1.1", cards="9S 7D"), say("rack", source="dealer")])
    )
    assert (one.kind, one.weight, one.certainty) == ("extra", "advisory", "inferred")


def test_a_controller_that_nobody_told_is_not_judged() -> None:
    """A bench without a card reader says nothing of what the controller does after the peek."""
    acts = [
        act(1, [want("peek")], [say("peek")]),
        act(2, [want("rack", source="1.1")], []),
    ]
    found, judged = compare(acts, DEVICES, LIMITS, FED_BY, untold_from=2)
    assert found == []
    assert not judged[TABLE_CONTROLLER]


def test_said_once_before_its_time_and_once_in_it_cites_what_asks_for_it_once() -> None:
    card = want("card", SHOE, clauses=("685a.7(e)(1)",), card="KH", face="down")
    report = say("card", SHOE, card="KH", face="down")
    (one,) = differences(act(1, [], [report]), act(2, [card], [report]))
    assert (one.kind, one.clauses, one.weight) == ("extra", ("685a.7(e)(1)",), "finding")


def test_a_late_report_belongs_to_the_act_that_it_is_in_time_for() -> None:
    """A card that was never reported, and the same card drawn again, heard one act later."""
    clauses: dict[str, Any] = {"clauses": ("685a.12(c)",)}
    unseen = want("card", SHOE, card="TD", face="down", **clauses)
    again = want("card", SHOE, card="TD", face="down", clauses=("685a.7(e)(1)",))
    causes = dict.fromkeys(DEVICES, 10 * SECOND)
    found = differences(
        act(1, [unseen], []),
        act(2, [want("settle", hand="1.1", wager="bet")], []),
        Act(3, {"event": "test"}, (again,), causes, []),
        act(4, [], [say("card", SHOE, at_s=10.2, card="TD", face="down")]),
    )
    assert [(one.kind, one.role, one.act) for one in found] == [("missing", SHOE, 1)]


def test_a_controller_that_was_told_in_a_later_act_is_not_judged_from_the_first() -> None:
    card = want("card", SHOE, card="KH", face="down")
    found = differences(
        act(1, [want("burn")], []),
        act(2, [card, want("deal", to="1.1")], []),
        act(3, [want("peek")], [say("card", SHOE, at_s=0.9, card="KH", face="down")]),
    )
    assert brief(found) == [
        ("missing", TABLE_CONTROLLER, "finding"),
        ("late", SHOE, "finding"),
    ]


def test_a_controller_that_was_told_late_but_in_the_same_act_is_judged() -> None:
    """The bench waited for the message and passed it on before it went on."""
    card = want("card", SHOE, card="KH", face="down")
    found = differences(
        act(1, [card, want("deal", to="1.1")], [say("card", SHOE, 0.9, card="KH", face="down")])
    )
    assert brief(found) == [("missing", TABLE_CONTROLLER, "finding"), ("late", SHOE, "finding")]


def test_a_difference_cites_its_clauses_as_people_do() -> None:
    late = want("deal", to="1.1", clauses=("665a.9(c)", "665a.7~deal-order"))
    (found,) = differences(act(1, [late], []))
    assert found.text == (
        "controller never said deal (to 1.1): "
        "§ 665a.9(c), § 665a.7 (deal order; inferred, letter not known)"
    )
    assert found.clauses == ("665a.9(c)", "665a.7~deal-order")
