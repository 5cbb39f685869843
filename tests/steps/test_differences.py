"""Whole differences, field by field, and which of several candidates is taken."""

from __future__ import annotations

from typing import Any

import pytest

from reference_engine.ruling import Certainty, Effect
from rigs.roles import CARD_READER, MASQUE_READER, SHOE, TABLE_CONTROLLER, Observation
from steps.compare import Act, Discrepancy, answers, as_record, compare, words
from steps.unsaid import Says

SECOND = 1_000_000_000
DEVICES = {SHOE: "shoe 7", CARD_READER: "reader", TABLE_CONTROLLER: "controller"}
LIMITS = {SHOE: 0.5, CARD_READER: 0.25}
READ = ("665a.9(c)",)


def want(
    kind: str,
    role: str = TABLE_CONTROLLER,
    clauses: tuple[str, ...] = READ,
    certainty: Certainty = Certainty.READ,
    required: bool = True,
    **data: str,
) -> Effect:
    return Effect(kind, role, data, clauses, certainty, required)


def say(kind: str, role: str = TABLE_CONTROLLER, at_s: float = 0.1, **data: str) -> Observation:
    return Observation(DEVICES[role], role, kind, data, int(at_s * SECOND), raw=b"\x3a\x01")


def act(n: int, effects: list[Effect], seen: list[Observation]) -> Act:
    return Act(n, {"event": "test"}, tuple(effects), dict.fromkeys(DEVICES, 0), seen)


def differences(*acts: Act, **more: Any) -> list[Discrepancy]:
    return compare(acts, DEVICES, LIMITS, (SHOE, CARD_READER), **more)[0]


CARD: dict[str, Any] = {"card": "KH", "face": "down"}
NINE: dict[str, Any] = {"card": "9S", "face": "down"}


def test_a_missing_message_in_all_its_fields() -> None:
    (one,) = differences(act(3, [want("card", SHOE, **CARD)], []))
    assert one == Discrepancy(
        kind="missing",
        device="shoe 7",
        role=SHOE,
        weight="finding",
        clauses=READ,
        certainty="read",
        expected={"signal": "card", "data": CARD},
        seen=None,
        raw="",
        t=None,
        act=3,
        limit_ms=500.0,
        text="shoe 7 never said card (card KH, face down): § 665a.9(c)",
    )


def test_a_message_that_nothing_calls_for_in_all_its_fields() -> None:
    (one,) = differences(act(3, [], [say("card", SHOE, 0.2, **CARD)]))
    assert one == Discrepancy(
        kind="extra",
        device="shoe 7",
        role=SHOE,
        weight="advisory",
        clauses=(),
        certainty="house-rule",
        expected=None,
        seen={"signal": "card", "data": CARD},
        raw="3a01",
        t=200_000_000,
        act=3,
        limit_ms=None,
        text="shoe 7 said card (card KH, face down), which nothing calls for: no clause",
    )


def test_another_answer_in_all_its_fields() -> None:
    demanded = want("answer", CARD_READER, READ, Certainty.INFERRED, blackjack="yes")
    (one,) = differences(act(3, [demanded], [say("answer", CARD_READER, blackjack="no")]))
    assert one == Discrepancy(
        kind="wrong",
        device="reader",
        role=CARD_READER,
        weight="advisory",
        clauses=READ,
        certainty="inferred",
        expected={"signal": "answer", "data": {"blackjack": "yes"}},
        seen={"signal": "answer", "data": {"blackjack": "no"}},
        raw="3a01",
        t=100_000_000,
        act=3,
        limit_ms=None,
        text=("reader said answer (blackjack no) where answer (blackjack yes) is due: § 665a.9(c)"),
    )


def test_a_late_and_an_early_message_in_their_own_fields() -> None:
    late, early = differences(
        act(1, [want("empty", SHOE)], [say("empty", SHOE, 0.6)]),
        act(2, [], [say("cover-card", SHOE)]),
        act(3, [want("cover-card", SHOE)], []),
    )
    assert (late.kind, late.act, late.limit_ms, late.t) == ("late", 1, 500.0, 600_000_000)
    assert late.expected == late.seen == {"signal": "empty", "data": {}}
    assert late.text == "shoe 7 said empty too late: § 665a.9(c)"
    assert (early.kind, early.act, early.limit_ms) == ("early", 2, None)
    assert early.expected == early.seen == {"signal": "cover-card", "data": {}}
    assert early.text == "shoe 7 said cover-card before its time: § 665a.9(c)"


def test_a_witness_is_named_in_every_sentence_on_what_was_seen() -> None:
    seen = Observation("shoe 7", SHOE, "empty", {}, 0, witness="camera")
    (one,) = differences(act(1, [], [seen]))
    assert one.text == "shoe 7 said empty (seen by camera), which nothing calls for: no clause"


def test_without_a_limit_nothing_is_late_in_its_act() -> None:
    said = act(1, [want("burn")], [say("burn", at_s=90.0)])
    assert differences(said) == []
    (missing,) = differences(act(1, [want("burn")], []))
    assert missing.limit_ms is None
    # Nor can it be in time in another.
    (late,) = differences(act(1, [want("burn")], []), act(2, [], [say("burn")]))
    assert (late.kind, late.limit_ms) == ("late", None)


def test_without_a_cause_nothing_is_late_in_its_act() -> None:
    said = Act(1, {}, (want("empty", SHOE),), {}, [say("empty", SHOE, 90.0)])
    assert differences(said) == []
    asked = Act(1, {}, (want("empty", SHOE),), {}, [])
    (late,) = differences(asked, act(2, [], [say("empty", SHOE)]))
    assert (late.kind, late.limit_ms) == ("late", 500.0)


def test_the_limit_counts_from_the_cause_in_nanoseconds() -> None:
    def at(ns: int) -> list[Discrepancy]:
        seen = Observation("shoe 7", SHOE, "empty", {}, ns)
        return differences(Act(1, {}, (want("empty", SHOE),), {SHOE: 1_000}, [seen]))

    assert at(500_001_000) == []
    assert [one.kind for one in at(500_001_001)] == ["late"]
    seen = Observation("shoe 7", SHOE, "empty", {}, 4_000_000_001)
    acts = [Act(1, {}, (want("empty", SHOE),), {SHOE: 0}, [seen])]
    (late,) = compare(acts, DEVICES, {SHOE: 4.0}, ())[0]
    assert (late.kind, late.limit_ms) == ("late", 4000.0)


def test_differences_stand_in_the_order_of_acts_and_times() -> None:
    found = differences(
        act(1, [want("burn")], []),
        act(
            2,
            [],
            [say("card", SHOE, 0.3, **NINE), say("card", SHOE, 0.2, **CARD), say("peek", at_s=0.1)],
        ),
        act(3, [want("empty", SHOE)], []),
    )
    assert [(one.act, one.t, one.role) for one in found] == [
        (1, None, TABLE_CONTROLLER),
        (2, 200_000_000, SHOE),
        (2, 300_000_000, SHOE),
        (3, None, SHOE),
    ]


def test_fields_that_no_ruling_speaks_of_do_not_count() -> None:
    said = say("settle", hand="1.1", wager="bet", won="0.00")
    assert differences(act(1, [want("settle", hand="1.1", wager="bet")], [said])) == []
    (one,) = differences(act(1, [want("settle", hand="1.1", wager="bet", won="5.00")], [said]))
    assert one.kind == "wrong"
    # An empty field may as well be missing.
    assert differences(act(1, [want("block", reason="")], [say("block")])) == []
    # A field that the message lacks is not what is demanded.
    (bare,) = differences(act(1, [want("block", reason="masque-reader")], [say("block")]))
    assert bare.kind == "wrong"


def test_an_answer_is_to_its_own_question() -> None:
    asked = want("settle", hand="1.1", wager="bet", won="5.00")
    assert answers(asked, say("settle", hand="1.1", wager="bet", won="0.00"))
    assert not answers(asked, say("settle", hand="1.1", wager="bust_it", won="5.00"))
    assert not answers(asked, say("settle", hand="2.1", wager="bet", won="5.00"))
    assert not answers(asked, say("rack", hand="1.1", wager="bet"))
    other = Observation("shoe 7", SHOE, "settle", {"hand": "1.1", "wager": "bet"}, 0)
    assert not answers(asked, other)


def test_one_message_answers_one_demand_in_order() -> None:
    first = want("card", SHOE, ("685a.7(e)(1)",), **CARD)
    second = want("card", SHOE, ("685a.7(e)(2)",), **CARD)
    (one,) = differences(act(1, [first, second], [say("card", SHOE, **CARD)]))
    assert (one.kind, one.clauses) == ("missing", ("685a.7(e)(2)",))
    # A wrong answer is laid to the first demand that is left.
    left = differences(act(1, [first, second], [say("card", SHOE, **NINE)]))
    assert [(one.kind, one.clauses) for one in left] == [
        ("missing", ("685a.7(e)(2)",)),
        ("wrong", ("685a.7(e)(1)",)),
    ]


def test_a_demand_of_another_act_is_not_answered_wrongly() -> None:
    found = differences(
        act(1, [want("card", SHOE, **CARD)], []), act(2, [], [say("card", SHOE, **NINE)])
    )
    assert [(one.kind, one.act) for one in found] == [("missing", 1), ("extra", 2)]


# -- which law an extra message is laid to --------------------------------------------------------


def test_of_two_prohibitions_the_last_in_force_is_cited() -> None:
    first = want("peek", required=False, clauses=("665a.9(b)(1)",))
    second = want("peek", required=False, clauses=("665a.9(b)(2)",))
    third = want("peek", required=False, clauses=("665a.7(g)",))
    other = want("burn", required=False, clauses=("665a.9(d)",))
    found = differences(
        act(1, [first], []),
        act(2, [second, other], [say("peek")]),
        act(3, [third], []),
    )
    assert [(one.kind, one.clauses) for one in found] == [("extra", ("665a.9(b)(2)",))]


def test_a_prohibition_names_what_it_forbids() -> None:
    ban = want("settle", required=False, hand="1.1", wager="bust_it")
    (one,) = differences(act(1, [ban], [say("settle", hand="1.1", wager="bet")]))
    # It is the law of its act all the same, but no finding.
    assert (one.weight, one.certainty, one.clauses) == ("advisory", "inferred", READ)


def test_of_two_demands_for_the_same_the_last_before_it_is_cited() -> None:
    report = say("card", SHOE, **CARD)
    asked = [want("card", SHOE, (f"685a.7(e)({n})",), **CARD) for n in (1, 2, 3)]
    found = differences(
        act(1, [asked[0]], [report]),
        act(2, [asked[1]], [report]),
        act(3, [], [report]),
        act(4, [asked[2]], [report]),
    )
    assert [(one.kind, one.act, one.clauses) for one in found] == [
        ("extra", 3, ("685a.7(e)(2)",)),
    ]


def test_a_repeated_question_cites_what_asked_it_also_with_another_answer() -> None:
    asked = want("settle", clauses=("665a.12(a)",), hand="1.1", wager="bet", won="5.00")
    right = say("settle", hand="1.1", wager="bet", won="5.00")
    again = say("settle", hand="1.1", wager="bet", won="9.00")
    other = want("settle", clauses=("665a.12(b)",), hand="1.1", wager="insurance", won="9.00")
    insured = say("settle", hand="1.1", wager="insurance", won="9.00")
    (one,) = differences(act(1, [asked, other], [right, insured, again]))
    assert (one.kind, one.clauses, one.weight) == ("extra", ("665a.12(a)",), "finding")


def test_what_only_comes_later_must_be_the_same_to_be_cited() -> None:
    due = want("settle", clauses=("665a.12(a)",), hand="1.1", wager="bet", won="5.00")
    right = say("settle", hand="1.1", wager="bet", won="5.00")
    wrong = say("settle", hand="1.1", wager="bet", won="9.00")
    (same,) = differences(act(1, [], [right]), act(2, [due], [right]))
    assert (same.kind, same.act, same.clauses) == ("extra", 1, ("665a.12(a)",))
    (other,) = differences(act(1, [], [wrong]), act(2, [due], [right]))
    assert (other.kind, other.act, other.clauses) == ("extra", 1, ())


@pytest.mark.parametrize(
    ("certainty", "told"),
    [
        (Certainty.READ, "inferred"),
        (Certainty.INFERRED, "inferred"),
        (Certainty.HOUSE_RULE, "house-rule"),
    ],
)
def test_the_law_of_its_act_is_an_advisory_at_most(certainty: Certainty, told: str) -> None:
    demanded = want("burn", clauses=("685a.12(e)",), certainty=certainty)
    (one,) = differences(act(1, [demanded], [say("burn"), say("peek")]))
    assert (one.weight, one.certainty, one.clauses) == ("advisory", told, ("685a.12(e)",))


def test_of_the_laws_of_its_act_those_on_its_own_role_come_first() -> None:
    shoe = want("empty", SHOE, ("685a.12(e)",))
    controller = want("burn", clauses=("685a.7(c)",))
    said = [say("empty", SHOE), say("burn"), say("peek")]
    (one,) = differences(act(1, [shoe, controller], said))
    assert one.clauses == ("685a.7(c)",)
    # With none on its own role, any of the act.
    (one,) = differences(act(1, [shoe], [say("empty", SHOE), say("peek")]))
    assert one.clauses == ("685a.12(e)",)
    # The law of another act is none of it.
    (one,) = differences(act(1, [shoe], [say("empty", SHOE)]), act(2, [], [say("peek")]))
    assert one.clauses == ()


def test_the_scenarios_own_clauses_stand_in_where_nothing_explains_a_message() -> None:
    fallback = {TABLE_CONTROLLER: (("665a.9(b)(1)",), Certainty.READ)}
    (one,) = differences(act(1, [], [say("peek")]), fallback=fallback)
    assert (one.weight, one.clauses, one.certainty) == ("finding", ("665a.9(b)(1)",), "read")
    (one,) = differences(act(1, [], [say("empty", SHOE)]), fallback=fallback)
    assert (one.weight, one.clauses, one.certainty) == ("advisory", (), "house-rule")


# -- who is judged --------------------------------------------------------------------------------


def judged(*acts: Act, **more: Any) -> dict[str, bool]:
    return compare(acts, DEVICES, LIMITS, (SHOE, CARD_READER), **more)[1]


def test_a_prohibition_alone_is_evidence() -> None:
    assert judged(act(1, [want("peek", required=False)], []))[TABLE_CONTROLLER]
    assert judged(act(1, [want("burn")], [say("burn")])) == {
        SHOE: False,
        CARD_READER: False,
        TABLE_CONTROLLER: True,
    }


def test_the_first_lie_of_all_who_feed_the_controller_counts() -> None:
    shoe = act(3, [want("empty", SHOE)], [])
    reader = act(2, [want("answer", CARD_READER, blackjack="no")], [])
    controller = [act(n, [want("burn")], []) for n in (4, 1)]
    found = differences(controller[1], reader, shoe, controller[0])
    assert [(one.role, one.act) for one in found] == [
        (TABLE_CONTROLLER, 1),
        (CARD_READER, 2),
        (SHOE, 3),
    ]


def test_what_the_controller_says_after_a_lie_is_not_laid_to_it() -> None:
    found = differences(
        act(1, [want("empty", SHOE)], []),
        act(2, [want("peek", required=False)], [say("peek")]),
    )
    assert [(one.role, one.act) for one in found] == [(SHOE, 1)]
    # Not in the act of the lie either.
    found = differences(act(1, [want("empty", SHOE), want("burn")], [say("peek")]))
    assert [(one.role, one.act) for one in found] == [(SHOE, 1)]


def test_a_device_that_feeds_nobody_misleads_nobody() -> None:
    acts = [act(1, [want("empty", SHOE)], []), act(2, [want("burn")], [])]
    found, _ = compare(acts, DEVICES, LIMITS, (CARD_READER,))
    assert [(one.role, one.act) for one in found] == [(SHOE, 1), (TABLE_CONTROLLER, 2)]


def test_a_message_before_its_time_misleads_from_then() -> None:
    found = differences(
        act(1, [want("burn")], []),
        act(2, [want("burn")], [say("empty", SHOE)]),
        act(3, [want("empty", SHOE)], []),
    )
    assert [(one.kind, one.role, one.act) for one in found] == [
        ("missing", TABLE_CONTROLLER, 1),
        ("early", SHOE, 2),
    ]


def test_whichever_comes_first_ends_the_judgement_of_the_controller() -> None:
    acts = [
        act(1, [want("burn")], []),
        act(2, [want("empty", SHOE)], []),
        act(3, [want("burn")], []),
    ]
    assert [one.act for one in differences(*acts, untold_from=3)] == [1, 2]
    assert [one.act for one in differences(*acts, untold_from=1)] == [2]
    assert judged(*acts, untold_from=3)[TABLE_CONTROLLER] is False
    assert judged(*acts)[TABLE_CONTROLLER] is True


def test_other_roles_are_judged_whatever_the_controller_was_told() -> None:
    acts = [act(2, [want("empty", SHOE)], [])]
    assert judged(*acts, untold_from=1)[SHOE] is True
    assert [one.role for one in differences(*acts, untold_from=1)] == [SHOE]


def test_what_a_device_has_no_words_for_is_not_expected_of_it() -> None:
    says: Says = {SHOE: frozenset({"card", "card.card"})}
    demanded = [want("empty", SHOE), want("card", SHOE, **CARD)]
    said = act(1, demanded, [say("card", SHOE, card="KH")])
    assert differences(said, says=says) == []
    assert [one.kind for one in differences(said)] == ["missing", "wrong"]


def test_the_controller_is_judged_last_wherever_it_stands() -> None:
    devices = {TABLE_CONTROLLER: "controller", SHOE: "shoe 7"}
    acts = [act(1, [want("empty", SHOE)], []), act(2, [want("burn")], [])]
    found, told = compare(acts, devices, LIMITS, (SHOE,))
    assert [(one.role, one.act) for one in found] == [(SHOE, 1)]
    assert list(told) == [SHOE, TABLE_CONTROLLER]


def test_a_prohibition_counts_for_its_own_role_and_until_the_controller_was_misled() -> None:
    idle = want("answer", CARD_READER, required=False)
    assert judged(act(1, [idle], [])) == {
        SHOE: False,
        CARD_READER: True,
        TABLE_CONTROLLER: False,
    }
    ban = want("peek", required=False)
    assert not judged(act(1, [want("empty", SHOE), ban], []))[TABLE_CONTROLLER]
    assert judged(act(1, [ban], []), act(2, [want("empty", SHOE)], []))[TABLE_CONTROLLER]


def test_a_late_message_is_laid_to_what_demands_it_not_to_a_prohibition() -> None:
    ban = want("peek", required=False, clauses=("665a.7(g)",))
    due = want("peek", clauses=("665a.9(b)(2)",))
    (one,) = differences(act(1, [ban, due], []), act(2, [], [say("peek")]))
    assert (one.kind, one.clauses) == ("late", ("665a.9(b)(2)",))


def test_a_lamp_is_seen_by_a_witness_and_told_to_nobody() -> None:
    devices = {
        MASQUE_READER: "masque",
        f"{MASQUE_READER}/lamp": "sensor",
        TABLE_CONTROLLER: "controller",
    }
    lit = Observation("masque", MASQUE_READER, "lamp", {"lit": "red"}, 0, witness="sensor")
    burn = act(2, [want("burn")], [])
    # Seen and not called for, or called for and not seen: either way the controller is judged.
    for first in (act(1, [], [lit]), act(1, [want("lamp", MASQUE_READER, lit="blue")], [])):
        found, told = compare([first, burn], devices, {}, (MASQUE_READER,))
        assert [(one.role, one.act) for one in found] == [(MASQUE_READER, 1), (TABLE_CONTROLLER, 2)]
        assert list(told) == [MASQUE_READER, TABLE_CONTROLLER], "a witness is no device"


def test_words() -> None:
    assert words("burn", {}) == "burn"
    assert words("settle", {"hand": "1.1", "wager": "bet"}) == "settle (hand 1.1, wager bet)"


def test_a_record_is_plain_data() -> None:
    found = differences(act(1, [want("burn")], []))
    (record,) = as_record(found)
    assert record["kind"] == "missing"
    assert record["expected"] == {"signal": "burn", "data": {}}
    assert list(record) == list(Discrepancy.__struct_fields__)
