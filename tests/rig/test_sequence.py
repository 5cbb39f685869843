"""Lost, doubled, altered, late, skipped and restarted are told apart."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from rigs.protocols.burncard import Frame
from rigs.protocols.sequence import SequenceWatch

MS = 1_000_000


def event(seq: int, counter: int | None = None, clock: int = 0, name: str = "card") -> Frame:
    return Frame("E", seq, seq + 1 if counter is None else counter, clock, name, {"n": str(seq)})


def kinds(troubles: list[object]) -> list[str]:
    return [trouble.kind for trouble in troubles]  # type: ignore[attr-defined]


def test_in_order_nothing_is_wrong() -> None:
    watch = SequenceWatch()
    for seq in range(5):
        assert watch.take(event(seq), seq * MS) == ([event(seq)], [])


def test_the_number_wraps() -> None:
    watch = SequenceWatch()
    for seq, counter in ((65534, 1), (65535, 2), (0, 3), (1, 4)):
        ready, troubles = watch.take(event(seq, counter), 0)
        assert [frame.seq for frame in ready] == [seq]
        assert troubles == []


def test_sent_again_after_it_was_lost_comes_in_order() -> None:
    watch = SequenceWatch()
    watch.take(event(0), 0)
    assert watch.take(event(2), 1 * MS) == ([], [])
    assert watch.gap
    ready, troubles = watch.take(event(1), 100 * MS)
    assert ready == [event(1), event(2)]
    assert kinds(list(troubles)) == ["reordered", "held"]
    assert not watch.gap


def test_lost_only_after_the_time_for_sending_again() -> None:
    watch = SequenceWatch(give_up_ms=700)
    watch.take(event(0), 0)
    watch.take(event(3), 10 * MS)
    assert watch.overdue(700 * MS) == ([], [])
    ready, troubles = watch.overdue(711 * MS)
    assert ready == [event(3)]
    assert kinds(list(troubles)) == ["lost"]
    assert "2 event(s) from sequence number 1" in troubles[0].text


def test_late_after_it_was_given_up() -> None:
    watch = SequenceWatch(give_up_ms=700)
    watch.take(event(0), 0)
    watch.take(event(2), 0)
    watch.overdue(701 * MS)
    ready, troubles = watch.take(event(1), 900 * MS)
    assert ready == []
    assert kinds(list(troubles)) == ["late"]
    assert kinds(list(watch.take(event(1), 950 * MS)[1])) == ["doubled"]


def test_late_by_the_clock_of_the_device() -> None:
    watch = SequenceWatch(late_ms=500)
    watch.take(event(0, clock=1000), 50_000 * MS)
    ready, troubles = watch.take(event(1, clock=2000), 51_600 * MS)
    assert ready == [event(1, clock=2000)]
    assert kinds(list(troubles)) == ["late"]
    assert "600 ms" in troubles[0].text
    assert watch.take(event(2, clock=3000), 52_050 * MS)[1] == []
    assert kinds(list(watch.take(event(3, clock=4000), 53_100 * MS)[1])) == ["held"]


def test_doubled_and_altered() -> None:
    watch = SequenceWatch()
    watch.take(event(0), 0)
    assert kinds(list(watch.take(event(0), 1)[1])) == ["doubled"]
    other = Frame("E", 0, 1, 0, "card", {"n": "other"})
    ready, troubles = watch.take(other, 2)
    assert ready == []
    assert kinds(list(troubles)) == ["altered"]


def test_doubled_while_it_waits_for_its_turn() -> None:
    watch = SequenceWatch()
    watch.take(event(0), 0)
    watch.take(event(2), 0)
    assert kinds(list(watch.take(event(2), 1)[1])) == ["doubled"]


def test_skipped_by_the_device_itself() -> None:
    watch = SequenceWatch()
    watch.take(event(0, counter=1), 0)
    ready, troubles = watch.take(event(1, counter=3), 0)
    assert [frame.seq for frame in ready] == [1]
    assert kinds(list(troubles)) == ["skipped"]


def test_a_lost_frame_is_not_also_skipped() -> None:
    watch = SequenceWatch(give_up_ms=1)
    watch.take(event(0), 0)
    watch.take(event(2), 0)
    assert kinds(list(watch.overdue(2 * MS)[1])) == ["lost"]


def hello(boot: str) -> Frame:
    return Frame("E", 0, 1, 3, "hello", {"cause": "power-on", "boot": boot})


def test_restarted() -> None:
    watch = SequenceWatch()
    assert watch.take(hello("1"), 0) == ([hello("1")], [])
    watch.take(event(1), 0)
    ready, troubles = watch.take(hello("2"), 5 * MS)
    assert ready == [hello("2")]
    assert kinds(list(troubles)) == ["restarted"]
    assert watch.take(event(1, clock=4), 6 * MS) == ([event(1, clock=4)], [])


def test_hello_sent_again_is_no_restart() -> None:
    watch = SequenceWatch()
    watch.take(hello("1"), 0)
    assert kinds(list(watch.take(hello("1"), 100 * MS)[1])) == ["doubled"]


def test_what_the_device_says_it_has_said() -> None:
    watch = SequenceWatch(give_up_ms=700)
    watch.take(event(0), 0)
    assert watch.expect(1, 0)
    assert not watch.expect(3, 0)
    assert watch.take(event(1), 0) == ([event(1)], [])
    assert not watch.expect(3, 1 * MS)
    assert not watch.gap_older_than_limit(701 * MS)
    assert watch.gap_older_than_limit(702 * MS)
    assert kinds(list(watch.give_up(3, 702 * MS)[1])) == ["lost"]
    assert watch.expect(3, 703 * MS)


@given(st.integers(0, 65535), st.integers(1, 60), st.randoms(use_true_random=False), st.data())
def test_any_order_with_doubles_comes_out_in_order(
    start: int, count: int, chance: random.Random, data: st.DataObject
) -> None:
    frames = [event((start + step) % 65536, step + 1) for step in range(count)]
    doubles = data.draw(st.lists(st.sampled_from(frames), max_size=10))
    rest = frames[1:] + doubles
    chance.shuffle(rest)
    watch = SequenceWatch()
    came: list[Frame] = []
    wrong: list[str] = []
    for now, frame in enumerate([frames[0], *rest]):
        ready, troubles = watch.take(frame, now)
        came += ready
        wrong += kinds(list(troubles))
    assert came == frames
    assert [kind for kind in wrong if kind != "reordered"] == ["doubled"] * len(doubles)


@given(st.sets(st.integers(1, 58), max_size=20))
def test_exactly_the_missing_ones_are_lost(missing: set[int]) -> None:
    watch = SequenceWatch(give_up_ms=1)
    came: list[Frame] = []
    lost = 0
    for seq in range(60):
        if seq not in missing:
            now = seq * 10 * MS
            frame = event(seq, clock=seq * 10)
            for ready, troubles in (watch.take(frame, now), watch.overdue(now + 2 * MS)):
                came += ready
                assert set(kinds(list(troubles))) <= {"lost"}
                lost += sum(int(trouble.text.split()[0]) for trouble in troubles)
    assert [one.seq for one in came] == [seq for seq in range(60) if seq not in missing]
    assert lost == len(missing)


# -- order by number, never by clock ---------------------------------------------------------------


def test_a_clock_that_jumps_back_is_named_and_changes_no_order() -> None:
    watch = SequenceWatch(late_ms=500)
    watch.take(event(0, clock=9000), 0)
    ready, troubles = watch.take(event(1, clock=4000), 10 * MS)
    assert (ready, kinds(list(troubles))) == ([event(1, clock=4000)], ["clock-back"])
    assert "from 9000 to 4000 ms" in troubles[0].text
    # Later events are not called late for it.
    assert watch.take(event(2, clock=4010), 20 * MS) == ([event(2, clock=4010)], [])
    assert watch.held_ms(2) == 0.0


def test_a_clock_that_jumps_forward_makes_no_event_late() -> None:
    watch = SequenceWatch(late_ms=500)
    watch.take(event(0, clock=100), 0)
    for seq, clock in ((1, 90_100), (2, 90_110)):
        assert watch.take(event(seq, clock=clock), seq * 10 * MS)[1] == []
        assert watch.held_ms(seq) <= 10


def test_events_with_clocks_in_the_wrong_order_come_in_the_order_of_their_numbers() -> None:
    watch = SequenceWatch()
    watch.take(event(0, clock=50), 0)
    assert watch.take(event(2, clock=60), 1 * MS) == ([], [])
    ready, troubles = watch.take(event(1, clock=70), 2 * MS)
    assert [frame.seq for frame in ready] == [1, 2]
    assert kinds(list(troubles)) == ["reordered", "clock-back"]


def test_how_long_an_event_was_held_up() -> None:
    watch = SequenceWatch(late_ms=500)
    watch.take(event(0, clock=1000), 1000 * MS)
    watch.held_ms(0)
    watch.take(event(1, clock=1100), 1400 * MS)  # 300 ms longer than the one before
    assert watch.held_ms(1) == 300.0
    assert watch.held_ms(1) == 0.0


def test_an_answer_tells_how_quick_the_line_is() -> None:
    watch = SequenceWatch(late_ms=500)
    assert watch.answer(Frame("R", 0, 0, 1000, "ping"), 999 * MS, 1000 * MS) is None
    _, troubles = watch.take(event(0, clock=1100), 1800 * MS)
    assert kinds(list(troubles)) == ["late"]
    # Asked 1 ms before: so its clock began that much earlier at most.
    assert watch.held_ms(0) == 701.0


def test_a_counter_that_begins_anew_without_a_word_is_a_restart() -> None:
    watch = SequenceWatch()
    for seq in range(500):
        watch.take(event(seq), seq * MS)
    # Number 1 was long ago event 2; this one says that it is event 2, so it is a copy.
    ready, troubles = watch.take(event(1), 500 * MS)
    assert (ready, kinds(list(troubles))) == ([], ["doubled"])
    fresh = Frame("E", 1, 7, 3, "card", {"n": "other"})
    ready, troubles = watch.take(fresh, 501 * MS)
    assert (ready, kinds(list(troubles))) == ([fresh], ["restarted"])
    assert watch.expected == 2


def test_an_answer_with_a_lower_counter_and_a_young_clock_is_a_restart() -> None:
    watch = SequenceWatch()
    for seq in range(20):
        watch.take(event(seq, clock=60_000 + seq), seq * MS)
    kept = Frame("R", 3, 15, 60_000, "status")  # sent again from memory: old, but of this life
    assert watch.answer(kept, 1 * MS, 500 * MS) is None
    trouble = watch.answer(Frame("R", 4, 2, 40, "status"), 509 * MS, 510 * MS)
    assert trouble is not None
    assert trouble.kind == "restarted"


def test_events_of_before_a_restart_are_stale() -> None:
    watch = SequenceWatch()
    watch.take(event(0, clock=70_000), 0)
    watch.take(event(1, clock=70_010), 10 * MS)
    hello = Frame("E", 0, 1, 0, "hello", {"boot": "2"})
    assert kinds(list(watch.take(hello, 20 * MS)[1])) == ["restarted"]
    ready, troubles = watch.take(event(1, clock=70_010), 30 * MS)
    assert (ready, kinds(list(troubles))) == ([], ["stale"])
    assert watch.expected == 1


def test_copies_of_before_a_reconnection_are_stale() -> None:
    watch = SequenceWatch()
    watch.take(event(0), 0)
    watch.reopened()
    assert kinds(list(watch.take(event(0), 1 * MS)[1])) == ["stale"]
    watch.take(event(1), 2 * MS)
    assert kinds(list(watch.take(event(1), 3 * MS)[1])) == ["doubled"]
