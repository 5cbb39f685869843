"""Each fault, on each kind of frame, in each direction: what it is called, and what it spoils.

A name here is that of a note, or of the error that makes a scenario inconclusive. Where there is
none the fault does no harm by the protocol: then nothing is noted and nothing is lost.
"""

from __future__ import annotations

import pytest

from rigs.faults.cable import Fault, Kind
from tests.faults.virtual import Sequence, Told

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
    assert ended == error
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
