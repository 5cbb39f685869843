"""`burncard wire show`: what was on the wire in words, damaged frames as damaged."""

from __future__ import annotations

import binascii
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from burncard.cli import main
from rigs.links.wirelog import WireLog
from rigs.profiles.format import find

Call = Callable[..., tuple[int, str, str]]

CARD = b":E|7|8|48213|card|card=KH|face=down*09C9\n"
ACK = b":A|7|0|0|card*B886\n"
SCENARIO = "deal.one-card.1"


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """A run's directory with one log: a card is drawn; then a frame that is damaged."""
    links = {
        "shoe": {"role": "shoe", "protocol": "burncard"},
        "supply": {"role": "power-supply", "protocol": "scpi"},
    }
    log = WireLog()
    head = {"scenario": SCENARIO, "rig": "lab", "links": links}
    log.switch(tmp_path / "run" / "wire" / f"{SCENARIO}.jsonl", head)
    log.state("shoe", "open", "/dev/ttyUSB0")
    log.act("shoe", "draw", {})
    log.write("shoe", "rx", 2_000_000, CARD[:10])
    log.write("shoe", "rx", 3_000_000, CARD[10:])
    log.write("shoe", "tx", 4_000_000, ACK)
    log.write("supply", "tx", 5_000_000, b"*IDN?\n")
    log.write("shoe", "rx", 6_000_000, CARD.replace(b"KH", b"\x1bH"))
    log.write("shoe", "rx", 7_000_000, b":E|8")
    log.close()
    return tmp_path / "run"


@pytest.fixture
def burncard(
    recorded: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Call:
    """The command, called beside the run's directory, which is named ``run``."""
    monkeypatch.chdir(recorded.parent)

    def call(*words: str) -> tuple[int, str, str]:
        try:
            code = main(["wire", *words])
        except SystemExit as ended:
            code = int(str(ended.code))
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def test_a_run_lists_what_it_holds(burncard: Call) -> None:
    assert burncard("show", "run") == (0, f"{SCENARIO}\n", "")


def test_messages_in_words(burncard: Call) -> None:
    code, out, err = burncard("show", "run", "one-card")
    assert (code, err) == (0, "")
    lines = [line.split() for line in out.splitlines()]
    assert [line[1:] for line in lines[1:3]] == [
        ["shoe", "·", "open", "port=/dev/ttyUSB0"],
        ["shoe", "⇐", "act", "draw"],
    ]
    assert [line[1:] for line in lines[3:6]] == [
        ["48213", "shoe", "→", "event", "card", "#7", "card=KH", "face=down"],
        ["shoe", "←", "ack", "card", "#7"],
        ["supply", "←", "line", "*IDN?"],
    ]
    bad = [line for line in lines if "damaged" in line]
    assert [line[4] for line in bad] == ["checksum:", "cut"]
    assert "\x1b" not in out


def test_one_link_with_its_bytes(burncard: Call) -> None:
    _, out, _ = burncard("show", "run", "one-card", "--link", "supply", "--hex")
    assert "2a 49 44 4e 3f 0a" in out
    assert "shoe" not in out


def test_a_chart_has_a_lane_a_device(burncard: Call) -> None:
    head, *rows = burncard("show", "run", "one-card", "--chart")[1].splitlines()
    assert head.split() == ["ms", "bench", "shoe", "supply"]
    bench, shoe, supply = (head.index(name) + len(name) // 2 for name in head.split()[1:])
    event, ack, question, bad = rows[2:6]
    assert bench <= event.index("◀") <= bench + 2
    assert shoe - 2 <= ack.index("▶") <= shoe
    assert supply - 2 <= question.index("▶") <= supply
    assert "✗ damaged: checksum" in bad


def test_for_programs(burncard: Call) -> None:
    _, out, _ = burncard("show", "run", "one-card", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    (event,) = (row for row in rows if row["kind"] == "event")
    assert event["data"] == {"card": "KH", "face": "down"}
    assert (event["seq"], event["counter"], event["device_ms"]) == (7, 8, 48213)
    assert bytes.fromhex(event["hex"]) == CARD
    assert event["t"] == 3_000_000  # when its last byte came
    assert [row["name"] for row in rows if row["damaged"]] == ["checksum", "cut short"]


def test_the_chart_of_the_report_as_a_page(burncard: Call, recorded: Path) -> None:
    assert burncard("show", "run", "one-card", "--html", "chart.html")[0] == 0
    page = (recorded.parent / "chart.html").read_text("utf-8")
    assert "<script src" not in page
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert 'id="detail:wire"' in page


def digits(body: str) -> bytes:
    """A frame of the digit reader; the CRC is the standard library's."""
    return f":{body}{binascii.crc_hqx(body.encode(), 0xFFFF):04X}\r".encode()


@pytest.fixture
def by_profile(recorded: Path) -> list[bytes]:
    """A log of a device with a profile, ``digits.jsonl``: what it said, frame by frame."""
    links = {
        "reader": {
            "role": "card-reader",
            "protocol": "profile",
            "driver": "profile",
            "profile": find("digit-reader", Path()).read_text(encoding="utf-8"),
        }
    }
    ms = 1_000_000
    question, answer = digits("S"), digits("S0")
    yes, ack, fault = digits("0711"), digits("0790"), digits("0821")
    log = WireLog()
    log.switch(recorded.parent / "digits.jsonl", {"scenario": "", "rig": "lab", "links": links})
    log.write("reader", "tx", 1 * ms, question)
    log.write("reader", "rx", 2 * ms, question)  # half duplex: it hears itself
    log.write("reader", "rx", 3 * ms, answer[:3])
    log.write("reader", "rx", 4 * ms, answer[3:] + yes)
    log.write("reader", "tx", 5 * ms, ack)
    log.write("reader", "rx", 6 * ms, fault.replace(b"21", b"22"))
    log.write("reader", "rx", 7 * ms, fault[:4])
    log.write("reader", "rx", 900 * ms, fault + digits("0840"))
    log.close()
    return [question, answer, yes, ack, fault]


def test_a_device_with_a_profile_in_words(burncard: Call, by_profile: list[bytes]) -> None:
    code, out, err = burncard("show", "digits.jsonl")
    assert (code, err) == (0, "")
    torn = by_profile[4][:4].hex(" ").split()
    said = [line.split()[2:] for line in out.splitlines()[1:]]
    bad = said.pop(5)
    assert bad[:3] == ["→", "damaged", "checksum"]
    assert " ".join(bad).endswith(by_profile[4].replace(b"21", b"22").hex(" "))
    assert said == [
        ["←", "command", "status"],
        ["→", "echo", "status"],
        ["→", "answer", "status", "state=ready"],
        ["→", "message", "answer", "#7", "blackjack=yes"],
        ["←", "ack", "#7"],
        ["→", "damaged", "cut", "short:", *torn],
        ["→", "message", "fault", "#8", "code=no-upcard"],
        ["→", "unknown", "0840"],
    ]


def test_a_device_with_a_profile_as_a_chart(burncard: Call, by_profile: list[bytes]) -> None:
    head, *rows = burncard("show", "digits.jsonl", "--chart")[1].splitlines()
    assert head.split() == ["ms", "bench", "reader"]
    ends = [row.split("│")[-1].split("─")[-1].lstrip("▶◀ ") for row in rows]
    assert "answer status state=ready" in rows[2]
    assert "▶" in rows[0]
    assert "◀" in rows[2]
    assert ends[5].startswith("✗ damaged: checksum")
    assert burncard("show", "digits.jsonl", "--html", "digits.html")[0] == 0


def test_a_device_with_a_profile_for_programs(burncard: Call, by_profile: list[bytes]) -> None:
    rows = [json.loads(line) for line in burncard("show", "digits.jsonl", "--json")[1].splitlines()]
    (said,) = (row for row in rows if row["kind"] == "message" and row["name"] == "answer")
    assert (said["data"], said["seq"]) == ({"blackjack": "yes"}, 7)
    assert bytes.fromhex(said["hex"]) == by_profile[2]
    assert [row["damaged"] for row in rows].count(True) == 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("show nowhere", "nowhere: cannot be read (No such file or directory); name a wire log"),
        ("show run other", "run: 'other': no scenario fits; name one"),
        ("show run one-card --link shuffler", "no link 'shuffler'; it has shoe supply"),
        ("replay run one-card --as shuffler", "'shuffler' is not in it; name one of shoe supply"),
        ("replay run one-card", "it holds several devices; name one of shoe supply"),
        (
            "replay run one-card --as shoe --timing soon",
            "timing 'soon' is none; write recorded, fast, or a factor",
        ),
    ],
)
def test_mistakes_get_one_line(burncard: Call, words: str, says: str) -> None:
    code, out, err = burncard(*words.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert says in err
