"""The wire log as a file: what it says, and what is left of it after any end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rigs.links.wirefile import WireFileError, find, read
from rigs.links.wirelog import WireLog

HEAD = {
    "scenario": "a.1",
    "rig": "lab",
    "links": {"shoe": {"role": "shoe", "protocol": "burncard"}},
}


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def filled(path: Path) -> Path:
    log = WireLog()
    log.switch(path, HEAD)
    log.state("shoe", "open", "/dev/ttyUSB0")
    log.act("shoe", "draw", {})
    log.write("shoe", "rx", 1_000, b"\x00:E")
    log.clock("shoe", 1_000, 8, 48213)
    log.done("shoe", "draw", {"card": "KH"})
    log.state("shoe", "lost", "/dev/ttyUSB0", "No such device")
    log.state("shoe", "open", "/dev/ttyUSB0")
    log.close()
    return path


def test_every_kind_of_line(tmp_path: Path) -> None:
    head, *rest = lines(filled(tmp_path / "wire" / "a.1.jsonl"))
    assert {"dir": "head", "format": 1, **HEAD}.items() <= head.items()
    assert all({"t", "wall", "link", "dir"} <= line.keys() for line in (head, *rest))
    assert [{k: v for k, v in one.items() if k not in ("t", "wall", "link")} for one in rest] == [
        {"dir": "state", "state": "open", "port": "/dev/ttyUSB0"},
        {"dir": "act", "do": "draw", "fields": {}},
        {"dir": "rx", "hex": "003a45"},
        {"dir": "clock", "counter": 8, "ms": 48213},
        {"dir": "done", "do": "draw", "told": {"card": "KH"}},
        {"dir": "state", "state": "lost", "port": "/dev/ttyUSB0", "why": "No such device"},
        {"dir": "state", "state": "reconnected", "port": "/dev/ttyUSB0"},
    ]


def test_a_torn_last_line_costs_that_line_only(tmp_path: Path) -> None:
    path = filled(tmp_path / "a.1.jsonl")
    whole = read(path)
    assert (len(whole.entries), whole.problems) == (7, ())
    path.write_bytes(path.read_bytes()[:-20])
    torn = read(path)
    assert torn.entries == whole.entries[:-1]
    assert torn.problems == (f"{path}: line 8: torn; left out",)

    more = WireLog(path)
    more.write("shoe", "tx", 2_000, b"A")
    more.close()
    again = read(path)
    assert again.entries[-1].raw == b"A"
    assert len(again.problems) == 1
    assert "line 8" in again.problems[0]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no wire log; name a file of a run's directory wire/"),
        ("hello\n", "no wire log; name a file of a run's directory wire/"),
        (
            '{"t":1,"wall":1.0,"link":"","dir":"head","format":2}\n',
            "format 2; this Burncard reads up to 1",
        ),
    ],
)
def test_what_is_no_wire_log(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(text)
    with pytest.raises(WireFileError) as caught:
        read(path)
    assert str(caught.value) == f"{path}: {says}"


def test_a_log_of_before_the_first_line_had_a_format_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "old.jsonl"
    path.write_text('{"t":5,"wall":1.0,"link":"shoe","dir":"rx","hex":"ff"}\n')
    log = read(path)
    assert (log.entries[0].raw, log.protocol("shoe"), log.started) == (b"\xff", "burncard", 5)


def test_finding_a_scenario_of_a_run(tmp_path: Path) -> None:
    for name in ("bench", "round.one.1", "round.one.2", "round.one.10", "round.two.1"):
        filled(tmp_path / "wire" / f"{name}.jsonl")
    assert find(tmp_path, "round.one").name == "round.one.10.jsonl"
    assert find(tmp_path, "round.one.2").name == "round.one.2.jsonl"
    assert find(tmp_path, "two").name == "round.two.1.jsonl"
    with pytest.raises(WireFileError, match=r"2 scenarios fit, as round.one, round.two; name one"):
        find(tmp_path, "round")
    with pytest.raises(WireFileError, match="no scenario fits; name one"):
        find(tmp_path, "three")
    with pytest.raises(WireFileError, match=r"4 scenarios were recorded; name one, as round.one.1"):
        find(tmp_path)
    with pytest.raises(WireFileError, match="no wire logs; name the directory of a run"):
        find(tmp_path / "wire", "round")
