"""A recorded session named in a rig file: what is asked of it, and who it says it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from rigs.bench import Bench
from rigs.check import check
from rigs.errors import BenchError
from rigs.links.wirelog import WireLog
from rigs.rigfile import RigFileError, load_rig

CARD = b":E|7|8|48213|card|card=KH|face=down*09C9\n"
IDENTITY = {"maker": "Example", "model": "S-9", "serial": "77", "firmware": "2.1", "role": "shoe"}
SHOE = """\
[devices.shoe]
role = "shoe"
link = {{ kind = "replay", log = "{log}"{more} }}
{stimulus}
safe_state = {{ state = "motor stopped" }}
"""


def rig(
    folder: Path,
    log: str = "round.1.jsonl",
    more: str = "",
    stimulus: str = 'stimulus = "emulator"',
) -> Path:
    wire = WireLog()
    links = {"shoe": {"role": "shoe", "protocol": "burncard", "identity": IDENTITY}}
    wire.switch(folder / "round.1.jsonl", {"scenario": "round.1", "rig": "lab", "links": links})
    wire.act("shoe", "reset", {})
    wire.done("shoe", "reset", {})
    wire.act("shoe", "draw", {})
    wire.done("shoe", "draw", {"card": "KH"})
    wire.write("shoe", "rx", 1, CARD)
    wire.close()
    path = folder / "rig.toml"
    path.write_text(SHOE.format(log=log, more=more, stimulus=stimulus), "utf-8")
    return path


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        (
            {"log": "other.jsonl"},
            "link.log: 'other.jsonl' is not there; name a wire log or a run",
        ),
        (
            {"more": ', timing = "soon"'},
            "link.timing: unknown timing 'soon'; write recorded, fast or a number",
        ),
        ({"more": ", timing = -1.0"}, "link.timing: a factor is 0 to 1000"),
        ({"more": ', over = "usb"'}, "link.over: unknown value 'usb'; known: pty tcp visa"),
        (
            {"stimulus": ""},
            'stimulus: a recorded session is acted on at its own port; write stimulus = "emulator"',
        ),
        (
            {"stimulus": 'stimulus = "emulator"\nemulator = {}'},
            "emulator: a replayed device has none; leave it out",
        ),
    ],
)
def test_mistakes(tmp_path: Path, changes: dict[str, str], says: str) -> None:
    path = rig(tmp_path, **changes)
    with pytest.raises(RigFileError) as caught:
        load_rig(path)
    assert str(caught.value) == f"{path}: devices.shoe.{says}"


@pytest.mark.bench
def test_it_is_who_was_recorded(tmp_path: Path) -> None:
    (row,) = check(load_rig(rig(tmp_path, more=', over = "tcp"'))).rows
    assert (row.answers, row.error) == (True, "")
    assert row.link == f"recorded in {(tmp_path / 'round.1.jsonl').resolve()}"  # no device
    assert (row.identity.maker, row.identity.serial, row.identity.firmware) == (
        "Example",
        "77",
        "2.1",
    )


@pytest.mark.bench
def test_a_link_that_is_not_in_the_log_is_told(tmp_path: Path) -> None:
    (row,) = check(load_rig(rig(tmp_path, more=', name = "mill"'))).rows
    assert not row.answers
    assert "'mill' is not in it; name one of shoe" in row.error


@pytest.mark.bench
def test_a_round_on_the_bench_twice_and_after_its_process_was_killed(tmp_path: Path) -> None:
    path = rig(tmp_path, more=', timing = "fast"')
    with Bench.open(load_rig(path), tmp_path / "run") as bench:
        assert bench.describe()[0]["link"].startswith("recorded in ")
        for attempt in (1, 2, 3):
            bench.begin_scenario(f"round.{attempt}")
            assert bench.stimulate("shoe", "draw") == {"card": "KH"}
            (said,) = bench.observe(bool, 2.0)
            assert (said.raw, said.data) == (CARD, {"card": "KH", "face": "down"})
            assert bench.sync() == []
            with pytest.raises(BenchError, match="'draw'; the recorded session has nothing more"):
                bench.stimulate("shoe", "draw")
            with pytest.raises(BenchError, match="nothing more"):
                bench.sync()
            bench.end_scenario()
            if attempt == 2:
                bench._emulators["shoe"].process.kill()
                bench._emulators["shoe"].process.wait()
        with pytest.raises(BenchError, match=r"holds round\.1, not other\.1; play that one"):
            bench.begin_scenario("other.1")


@pytest.mark.bench
def test_a_recorded_clock_says_nothing_of_todays_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy computer a replay's messages are apart otherwise than the recorded clock has it."""
    with Bench.open(load_rig(rig(tmp_path)), tmp_path / "run") as bench:
        bench.begin_scenario("round.1")
        bench.stimulate("shoe", "draw")
        driver = bench.devices["shoe"].driver
        collect = driver.collect
        monkeypatch.setattr(
            driver, "collect", lambda: [replace(one, held_ms=62.0) for one in collect()]
        )
        (said,) = bench.observe(bool, 10.0)
        assert (said.kind, said.held_ms) == ("card", 0.0)
