"""What a device has no words for: not expected, not held against it, told by the dealer."""

from __future__ import annotations

from reference_engine.ruling import Certainty, Effect
from rigs.roles import SHOE, SHUFFLER, TABLE_CONTROLLER, Observation
from steps.compare import Act, compare
from steps.unsaid import completed, expected_of, lacking

SAYS = {SHOE: frozenset({"card", "card.card", "cover-card"})}


def want(kind: str, role: str = SHOE, **data: str) -> Effect:
    return Effect(kind, role, data, ("685a.12(a)",), Certainty.READ)


def seen(kind: str, role: str = SHOE, **data: str) -> Observation:
    return Observation(role, role, kind, data, 1)


def test_a_field_without_a_word_is_not_expected() -> None:
    up = want("card", card="6D", face="up")
    said = expected_of(up, SAYS)
    assert said is not None
    assert said.data == {"card": "6D"}
    assert expected_of(up, {}) == up


def test_a_signal_without_a_word_is_not_expected_at_all() -> None:
    assert expected_of(want("empty"), SAYS) is None


def test_another_role_is_none_of_its_business() -> None:
    deal = want("deal", TABLE_CONTROLLER, to="1.1", face="up")
    assert expected_of(deal, SAYS) == deal


def test_only_what_is_unusual_is_lacking() -> None:
    assert lacking(want("card", card="6D", face="down"), SAYS) == ""
    assert lacking(want("card", card="6D", face="up"), SAYS) == "card face up"
    assert lacking(want("empty"), SAYS) == "empty"
    assert lacking(want("card", card="6D", face="up"), {}) == ""


def test_a_name_that_the_bench_gives_is_not_lacking() -> None:
    """Which batch it is, is the bench's word: a shuffler that is not told it cannot say it."""
    says = {SHUFFLER: frozenset({"cycle-done", "cycle-done.count"})}
    done = want("cycle-done", SHUFFLER, batch="A", count="52")
    assert lacking(done, says) == ""
    assert lacking(want("jam", SHUFFLER, batch="A"), says) == "jam"
    told = completed(seen("cycle-done", SHUFFLER, count="52"), [done], says)
    assert told.data == {"batch": "A", "count": "52"}


def test_the_controller_is_told_what_the_dealer_sees_and_nothing_of_the_devices_own() -> None:
    said = seen("card", card="6D", place="lock")
    up = want("card", card="6D", face="up")
    assert completed(said, [up], SAYS).data == {"card": "6D", "face": "up"}
    assert completed(said, [], SAYS).data == {"card": "6D", "face": "down"}
    # The ruling speaks of another card: what the device said of this one is left as it is.
    other = seen("card", card="7D", place="lock")
    assert completed(other, [up], SAYS).data == {"card": "7D", "face": "down"}


def test_a_lamp_needs_no_word() -> None:
    """An instrument sees it, whatever the device can say."""
    lamp = want("lamp", lit="blue")
    assert expected_of(lamp, SAYS) is lamp


def test_a_ruling_that_the_device_can_say_whole_is_left_as_it_is() -> None:
    card = want("card", card="6D")
    assert expected_of(card, SAYS) is card


def test_everything_unusual_that_is_lacking_is_named() -> None:
    says = {SHUFFLER: frozenset({"cycle-done"}), SHOE: frozenset({"card"})}
    assert lacking(want("card", card="6D", face="up"), says) == "card card 6D, card face up"
    # A signal without a usual value lacks all that it should say.
    assert lacking(want("cycle-done", SHUFFLER, count="52"), says) == "cycle-done count 52"


def test_a_signal_of_the_devices_own_is_passed_on_without_its_fields() -> None:
    assert completed(seen("hello", card="6D"), [], SAYS).data == {}


def test_a_field_that_the_ruling_does_not_speak_of_is_no_difference() -> None:
    # Of two rulings on cards the first that fits what was said is what the dealer sees.
    rulings = [want("card", card="7D", face="down"), want("card", face="up")]
    told = completed(seen("card", card="6D"), rulings, SAYS)
    assert told.data == {"card": "6D", "face": "up"}


def test_a_device_with_all_words_is_passed_on_unchanged() -> None:
    said = seen("card", card="6D", face="down")
    assert completed(said, [want("card", card="6D", face="up")], {}) is said


def found(effects: list[Effect], observations: list[Observation], says: bool) -> list[str]:
    acts = [Act(1, {}, tuple(effects), {}, observations)]
    differences, _ = compare(acts, {SHOE: "shoe"}, {}, (), says=SAYS if says else None)
    return [one.kind for one in differences]


def test_the_comparison_expects_what_can_be_said_and_no_more() -> None:
    up, card = want("card", card="6D", face="up"), seen("card", card="6D", place="lock")
    assert found([up], [card], says=True) == []
    assert found([up], [card], says=False) == ["wrong"]
    assert found([up], [seen("card", card="7D")], says=True) == ["wrong"]
    assert found([up], [], says=True) == ["missing"]
    assert found([want("empty")], [], says=True) == []
    assert found([want("empty")], [], says=False) == ["missing"]


def test_the_caller_keeps_the_whole_ruling() -> None:
    up = want("card", card="6D", face="up")
    acts = [Act(1, {}, (up,), {}, [])]
    compare(acts, {SHOE: "shoe"}, {}, (), says=SAYS)
    assert acts[0].effects == (up,)
