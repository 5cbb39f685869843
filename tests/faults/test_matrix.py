"""Each fault, on each kind of frame, in each direction: what it is called, and what it spoils.

A name here is that of a note, or of the error that makes a scenario inconclusive. Where there is
none the fault does no harm by the protocol: then nothing is noted and nothing is lost.
"""

from __future__ import annotations

import pytest

from rigs.errors import BenchError
from rigs.faults.cable import Fault, Kind
from tests.faults.virtual import LineDevice, Sequence, Told

CARDS = ("AS", "2S", "3S", "4S", "5S", "6S")


def played(
    patch: pytest.MonkeyPatch, protocol: str, way: str, kind: Kind, at: tuple[int, ...], ms: float
) -> Told:
    fault = Fault(kind, at=at, ms=ms)
    faults = ([fault], []) if way == "rx" else ([], [fault])
    line = Sequence(patch, protocol, 7, *faults)
    return line.in_step(CARDS, 0.05 if protocol == "burncard" else 0.15)


def check(told: Told, names: set[str], error: str) -> None:
    assert sum(told.hit.values()) >= 1, "the fault was never there"
    ended = type(told.error).__name__ if told.error else ""
    if ended == "DeviceSilent" and "garbled" in names:
        assert "check speed" in str(told.error) or "wrong speed" in str(told.error)
    assert ended in error.split("|")
    if not names and not error:
        assert set(told.notes) <= {"key"}  # a shoe that is locked says so
    assert names <= set(told.notes)
    if not error:
        assert told.words == [("card", card) for card in CARDS]


# The host's frames: identify, status, an acknowledgement each for six events, status. The device's:
# two answers, six events, an answer. So 4 is the third event or its acknowledgement, and 8 the last
# status or its answer. Events are 50 ms apart; one not acknowledged is sent again after 100 ms.
BURNCARD: list[tuple[str, int, Kind, float, set[str], str]] = [
    ("rx", 4, "drop", 0, {"reordered", "held"}, ""),
    ("rx", 4, "double", 0, {"doubled"}, ""),
    ("rx", 4, "flip", 0, {"garbled", "held"}, ""),
    ("rx", 4, "delay", 150, {"held", "doubled"}, ""),
    ("rx", 4, "split", 1, set(), ""),
    ("rx", 4, "merge", 60, set(), ""),
    ("rx", 4, "reorder", 60, {"reordered"}, ""),
    ("rx", 4, "disconnect", 0, set(), "LinkLost"),
    ("rx", 4, "baud", 0, {"garbled"}, "DeviceSilent"),
    ("rx", 0, "baud", 0, {"garbled"}, "DeviceSilent"),
    ("rx", 4, "noise", 0, {"garbled"}, ""),
    ("rx", 8, "drop", 0, {"asked-again"}, ""),
    ("rx", 8, "double", 0, {"leftover"}, ""),
    ("rx", 8, "flip", 0, {"garbled", "asked-again"}, ""),
    ("rx", 8, "delay", 300, {"asked-again"}, ""),
    ("rx", 8, "split", 1, set(), ""),
    ("rx", 8, "merge", 60, set(), ""),
    ("rx", 8, "reorder", 60, set(), ""),
    ("rx", 8, "disconnect", 0, set(), "LinkLost"),
    ("rx", 8, "baud", 0, {"garbled"}, "DeviceSilent"),
    ("rx", 8, "noise", 0, {"garbled"}, ""),
    ("tx", 4, "drop", 0, {"doubled"}, ""),
    ("tx", 4, "double", 0, set(), ""),
    ("tx", 4, "flip", 0, {"garbled", "doubled"}, ""),
    ("tx", 4, "delay", 150, {"doubled"}, ""),
    ("tx", 4, "split", 1, set(), ""),
    ("tx", 4, "merge", 60, set(), ""),
    ("tx", 4, "reorder", 60, set(), ""),
    ("tx", 4, "disconnect", 0, set(), "LinkLost"),
    ("tx", 4, "baud", 0, {"doubled"}, "DeviceSilent"),
    ("tx", 4, "noise", 0, {"garbled"}, ""),
    ("tx", 8, "drop", 0, {"asked-again"}, ""),
    ("tx", 8, "double", 0, {"leftover"}, ""),
    ("tx", 8, "flip", 0, {"garbled", "asked-again"}, ""),
    ("tx", 8, "delay", 300, {"asked-again"}, ""),
    ("tx", 8, "split", 1, set(), ""),
    ("tx", 8, "merge", 60, set(), ""),
    ("tx", 8, "reorder", 60, set(), ""),
    ("tx", 8, "disconnect", 0, set(), "LinkLost"),
    ("tx", 8, "baud", 0, set(), "DeviceSilent"),
    ("tx", 8, "noise", 0, {"garbled"}, ""),
]


@pytest.mark.parametrize(
    ("way", "at", "kind", "ms", "names", "error"),
    BURNCARD,
    ids=[f"{way}-{at}-{kind}" for way, at, kind, *_ in BURNCARD],
)
def test_burncard(
    way: str,
    at: int,
    kind: Kind,
    ms: float,
    names: set[str],
    error: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    check(played(monkeypatch, "burncard", way, kind, (at,), ms), names, error)


def test_an_event_that_never_comes_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sent six times, 100 ms apart: with those of the events after it frames 4 to 25 go."""
    told = played(monkeypatch, "burncard", "rx", "drop", tuple(range(4, 26)), 0)
    assert type(told.error).__name__ in ("GarbledFrames", "DeviceSilent")


# The shoe's frames: ACK, three copies of "locked", ACK; three copies a card; ACK. So 11 to 13 are
# the copies of the third card. Commands: lock three times.
ANGEL_EYE: list[tuple[str, tuple[int, ...], Kind, float, set[str], str]] = [
    ("rx", (11,), "drop", 0, set(), ""),  # two copies do
    ("rx", (11, 12, 13), "drop", 0, {"lost"}, "GarbledFrames"),
    ("rx", (11,), "double", 0, {"doubled"}, ""),
    ("rx", (11,), "flip", 0, {"garbled"}, ""),
    ("rx", (11,), "delay", 100, set(), ""),
    ("rx", (11,), "split", 1, set(), ""),
    ("rx", (11,), "merge", 20, set(), ""),
    ("rx", (11,), "reorder", 20, set(), ""),  # a copy overtakes a copy
    ("rx", (11,), "disconnect", 0, set(), "LinkLost"),
    ("rx", (0,), "baud", 0, {"garbled"}, "DeviceSilent"),
    ("rx", (11,), "noise", 0, {"garbled"}, ""),
    ("tx", (2,), "drop", 0, {"asked-again"}, ""),
    ("tx", (2,), "double", 0, {"leftover"}, ""),
    ("tx", (2,), "flip", 0, {"asked-again"}, ""),
    ("tx", (2,), "delay", 300, {"asked-again"}, ""),
    ("tx", (2,), "split", 1, set(), ""),
    ("tx", (2,), "merge", 20, set(), ""),
    ("tx", (2,), "reorder", 20, set(), ""),
    ("tx", (2,), "disconnect", 0, set(), "LinkLost"),
    ("tx", (2,), "baud", 0, {"asked-again"}, "DeviceSilent"),
]


@pytest.mark.parametrize(
    ("way", "at", "kind", "ms", "names", "error"),
    ANGEL_EYE,
    ids=[f"{way}-{at[0]}-{len(at)}-{kind}" for way, at, kind, *_ in ANGEL_EYE],
)
def test_angel_eye(
    way: str,
    at: tuple[int, ...],
    kind: Kind,
    ms: float,
    names: set[str],
    error: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    check(played(monkeypatch, "angel-eye", way, kind, at, ms), names, error)


# The shoe writes a message and a repeat a card and hears nothing: 4 and 5 are those of the third.
BEE_TEK: list[tuple[tuple[int, ...], Kind, float, set[str], str]] = [
    ((4,), "drop", 0, {"lost"}, "GarbledFrames"),
    ((5,), "drop", 0, {"lost"}, "GarbledFrames"),
    ((4,), "double", 0, {"lost"}, "GarbledFrames"),
    ((5,), "double", 0, {"lost"}, "GarbledFrames"),
    ((4,), "flip", 0, set(), "GarbledFrames|AlignmentError"),
    ((5,), "flip", 0, set(), "GarbledFrames|AlignmentError"),
    ((4,), "delay", 40, set(), ""),
    ((4,), "split", 1, set(), ""),
    ((4,), "merge", 20, set(), ""),
    ((4,), "reorder", 20, {"lost"}, "GarbledFrames"),
    ((4,), "disconnect", 0, set(), "LinkLost"),
    ((0,), "baud", 0, {"garbled"}, "GarbledFrames"),
    ((4,), "noise", 0, {"garbled"}, "GarbledFrames"),
]


@pytest.mark.parametrize(
    ("at", "kind", "ms", "names", "error"),
    BEE_TEK,
    ids=[f"{at[0]}-{kind}" for at, kind, *_ in BEE_TEK],
)
def test_bee_tek(
    at: tuple[int, ...],
    kind: Kind,
    ms: float,
    names: set[str],
    error: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    check(played(monkeypatch, "bee-tek", "rx", kind, at, ms), names, error)


def test_a_shoe_without_numbers_can_lose_a_card_and_nobody_knows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Message and repeat gone: no host can notice. It is a limit of that protocol, not of ours."""
    told = played(monkeypatch, "bee-tek", "rx", "drop", (4, 5), 0)
    assert told.error is None
    assert told.words == [("card", card) for card in CARDS if card != "3S"]


# A line device without check or number: question and answer 2 of 4. The limit is 2 s.
LINE: list[tuple[str, Kind, float, str]] = [
    ("rx", "drop", 0, "DeviceSilent"),
    ("rx", "double", 0, ""),
    ("rx", "delay", 300, ""),
    ("rx", "delay", 3000, "DeviceSilent"),
    ("rx", "split", 1, ""),
    ("rx", "merge", 20, ""),
    ("rx", "reorder", 20, ""),
    ("rx", "disconnect", 0, "LinkLost"),
    ("rx", "baud", 0, "DeviceSilent"),
    ("tx", "drop", 0, "DeviceSilent"),
    ("tx", "double", 0, ""),
    ("tx", "delay", 300, ""),
    ("tx", "delay", 3000, "DeviceSilent"),
    ("tx", "split", 1, ""),
    ("tx", "merge", 20, ""),
    ("tx", "reorder", 20, ""),
    ("tx", "disconnect", 0, "LinkLost"),
    ("tx", "baud", 0, "DeviceSilent"),
]


@pytest.mark.parametrize(
    ("way", "kind", "ms", "error"), LINE, ids=[f"{way}-{kind}-{ms}" for way, kind, ms, _ in LINE]
)
def test_line(way: str, kind: Kind, ms: float, error: str, monkeypatch: pytest.MonkeyPatch) -> None:
    device = LineDevice(monkeypatch, way, Fault(kind, at=(2,), ms=ms))
    ended = ""
    answers: list[bytes] = []
    for number in range(4):
        try:
            answers.append(device.driver.ask(b"ASK %d\n" % number))
        except BenchError as caught:
            ended = ended or type(caught).__name__
            if number == 2 and kind not in ("disconnect", "baud"):
                continue  # the next question gets its own answer, never this one's
            break
    assert ended == error
    wanted = [b"ACK %d\n" % number for number in range(4) if not error or number != 2]
    if kind in ("disconnect", "baud"):
        wanted = wanted[:2]
    assert answers == wanted
    if ms == 3000 or kind == "double":
        assert "leftover" in [note.kind for note in device.notes]
