"""Which message of the exchange a difference is about."""

from __future__ import annotations

from pathlib import Path

from markupsafe import Markup

from reports.html.details import Detail, detail
from reports.lines import Discrepancy, Said
from reports.records import Scenario, open_record, read_record

T = 1_000_000
SETTLE = {"hand": "1.1", "wager": "bust_it"}


def found(signal: str, data: dict[str, str], raw: str = "", t: int | None = T) -> Discrepancy:
    return Discrepancy(
        kind="extra",
        device="tc",
        role="table-controller",
        weight="finding",
        clauses=("665a.9(c)",),
        t=t,
        seen=Said(signal, data) if signal else None,
        raw=raw,
    )


def shown(run_dir: Path, *differences: Discrepancy) -> tuple[Detail, dict[str, int]]:
    """The detail, and the number of the difference at each message, by kind and wager."""
    with open_record(run_dir, Scenario("s1", "One")) as record:
        for kind, data in (
            ("rack", {"source": "1.1"}),
            ("settle", {"hand": "1.1", "wager": "bet"}),
            ("settle", SETTLE),
            ("offer", {}),
        ):
            # Frames of one read have one time.
            raw = f":{kind} {data}".encode()
            record.message(T, "tc", "bench", "wire", kind, data, raw)
        record.message(T, "shoe", "bench", "wire", "card", {}, b":card")
        record.close("finding", discrepancies=differences)
    made = detail(read_record(record.path), Markup)
    word = made.words
    return made, {f"{word[one[4]]} {word[one[5]]}".strip(): one[9] for one in made.messages}


def test_only_the_message_with_its_bytes_is_marked(tmp_path: Path) -> None:
    raw = f":settle {SETTLE}".encode().hex()
    _, marks = shown(tmp_path, found("settle", SETTLE, raw))
    assert marks == {
        "rack source 1.1": 0,
        "settle hand 1.1, wager bet": 0,
        "settle hand 1.1, wager bust_it": 1,
        "offer": 0,
        "card": 0,
    }


def test_without_bytes_it_is_the_one_that_says_the_same(tmp_path: Path) -> None:
    _, marks = shown(tmp_path, found("settle", SETTLE), found("offer", {"option": "hit"}))
    assert [name for name, number in marks.items() if number] == [
        "settle hand 1.1, wager bust_it",
        "offer",
    ]


def test_a_second_difference_about_a_message_leads_to_it_too(tmp_path: Path) -> None:
    made, marks = shown(
        tmp_path, found("offer", {}), found("settle", SETTLE), found("settle", SETTLE)
    )
    assert marks["settle hand 1.1, wager bust_it"] == 2
    assert made.differences.count('data-diff="2"') == 2
    assert 'data-diff="3"' not in made.differences


def test_what_never_came_marks_nothing(tmp_path: Path) -> None:
    _, marks = shown(tmp_path, found("", {}, t=None))
    assert set(marks.values()) == {0}
