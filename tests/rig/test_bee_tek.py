"""The Bee-Tek shoe: the lines that public programs read, what the driver makes of them, a bench."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rigs.bench import Bench
from rigs.drivers import Note, Opening
from rigs.drivers.bee_tek import BeeTekDriver, open_driver
from rigs.emulators.defects import Switches
from rigs.errors import AlignmentError, BenchError, GarbledFrames
from rigs.links.pump import Pump
from rigs.links.stream import StreamLink
from rigs.links.wirelog import WireLog
from rigs.protocols import bee_tek as wire
from rigs.protocols.reading import reader
from rigs.rigfile import RigFileError, default_rig, load_rig
from rigs.roles import Observation
from tests.cli.command import start
from tests.rig.pipe import Line

RIG = default_rig().with_name("bee-tek.toml")

# -- the codec -------------------------------------------------------------------------------------


def decoded(raw: bytes) -> list[wire.Message]:
    decoder = wire.Decoder()
    return [message for _, message in [*decoder.feed(raw), *decoder.pause()]]


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b" [Game]<Card:4S> \r\n", wire.CardRead("Game", "4S", "rank-suit")),
        (b"[Game]<Card:4S>", wire.CardRead("Game", "4S", "rank-suit")),
        (
            b" [Manual Burn Cards]<Card:3H> \r\n",
            wire.CardRead("Manual Burn Cards", "3H", "rank-suit"),
        ),
        (
            b" [Manual Burn Cards]<Card:H3> \r\n",
            wire.CardRead("Manual Burn Cards", "3H", "suit-rank"),
        ),
        (b" [Game]<Card:10H> ", wire.CardRead("Game", "TH", "rank-suit")),
        (b" [Game]<Card:TH> ", wire.CardRead("Game", "TH", "rank-suit")),
        (b" [Game]<Card:D10> ", wire.CardRead("Game", "TD", "suit-rank")),
        (b" [Game]<Game> \r\n", wire.Unread("Game")),
        (b" [Game]<Alarm:E3 Card Not Read> ", wire.Alarm("Game", "E3", "Card Not Read")),
        (b" [GameAlarm]<Alarm:E7 Door Open> ", wire.Alarm("GameAlarm", "E7", "Door Open")),
        (b"<W0x01>", wire.Warned("W0x01")),
        (b"4S", wire.Repeat("4S")),
    ],
)
def test_a_message(raw: bytes, message: wire.Message) -> None:
    assert decoded(raw) == [message]


def test_the_two_characters_after_a_message_do_not_spoil_the_next() -> None:
    raw = b" [Game]<Card:4S> \r\n4S [Game]<Card:TC> \r\nTC [Game]<Game> \r\n"
    assert decoded(raw) == [
        wire.CardRead("Game", "4S", "rank-suit"),
        wire.Repeat("4S"),
        wire.CardRead("Game", "TC", "rank-suit"),
        wire.Repeat("TC"),
        wire.Unread("Game"),
    ]


@pytest.mark.parametrize(
    "raw",
    [
        b" [Game]<Card:4T> ",  # no suit
        b" [Game]<Card:1S> ",
        b" [Game]<Card:4s> ",  # one bit of the suit is wrong
        b" [Gamf]<Card:4S> ",
        b" [Game]<Card:4S\x00> ",
        b" [Game]<Alarm:Card Not Read> ",
        b"<Card:4S>",
        b"<W0xZZ>",
        b" [Game] ",
        b"[Game]<Card:4S",
        b"\xff\xfe",
        b"QQ",
    ],
)
def test_no_message(raw: bytes) -> None:
    found = decoded(raw)
    assert found
    assert not any(isinstance(one, wire.CardRead) for one in found)
    assert any(isinstance(one, wire.Bad) for one in found)


@pytest.mark.parametrize("spoiled", [b"[Ga", b"[Game]<Ca", b"[Game]", b"[Game]x", b"<W0", b"\xff"])
def test_it_is_in_step_again_with_the_next_message(spoiled: bytes) -> None:
    found = decoded(spoiled + b" [Game]<Card:4S> \r\n")
    assert found[-1] == wire.CardRead("Game", "4S", "rank-suit")


@given(st.binary(max_size=400), st.integers(1, 40))
@settings(deadline=None, max_examples=200)
def test_any_bytes_in_any_pieces(raw: bytes, size: int) -> None:
    whole, pieces = wire.Decoder(), wire.Decoder()
    at_once = [*whole.feed(raw), *whole.pause()]
    by_pieces = []
    for at in range(0, len(raw), size):
        by_pieces += pieces.feed(raw[at : at + size])
        assert len(pieces.pending) <= wire.MAX_MESSAGE
    by_pieces += pieces.pause()

    def meant(found: list[tuple[bytes, wire.Message]]) -> list[wire.Message]:
        return [message for _, message in found if not isinstance(message, wire.Bad)]

    assert meant(at_once) == meant(by_pieces)


@given(st.lists(st.sampled_from([r + s for r in wire.RANKS for s in wire.SUITS]), max_size=8))
@settings(deadline=None, max_examples=30)
def test_written_and_read(cards: list[str]) -> None:
    for order in wire.ORDERS:
        for ten in ("T", "10"):
            raw = b"".join(
                wire.encode(f"Card:{wire.write_card(card, order, ten)}", "Game") for card in cards
            )
            assert decoded(raw) == [wire.CardRead("Game", card, order) for card in cards]


# -- the driver ------------------------------------------------------------------------------------


class Shoe:
    """A driver on a pseudo-terminal; the test writes what the shoe says."""

    def __init__(self, folder: Path, options: str = "") -> None:
        self.line = Line()
        path = folder / "rig.toml"
        path.write_text(
            '[devices.shoe]\nrole = "shoe"\nprotocol = "bee-tek"\nstimulus = "none"\n'
            f'link = {{ kind = "serial", port = "{self.line.port}", baud = 9600 }}\n'
            f'options = {{ {options}{", " if options else ""}quiet_ms = "1" }}\n'
            'expect = { maker = "US Playing Card Company", serial = "B-7" }\n'
            'safe_state = { state = "passive" }\n'
        )
        rig = load_rig(path)
        self.notes: list[Note] = []
        self.pump = Pump(self._lost)
        spec, limits = rig.devices["shoe"], rig.limits_of("shoe")
        opening = Opening("shoe", spec, limits, self.pump, WireLog(), self.notes.append)
        self.driver: BeeTekDriver = open_driver(opening)

    def say(self, raw: bytes) -> list[Observation]:
        self.line.write(raw)
        assert self.pump.turn(5.0)
        return self.driver.collect()

    def hear_out(self) -> None:
        self.driver.ask_status()
        while not self.driver.heard_all():
            self.pump.turn(0.005)

    def close(self) -> None:
        self.driver.close()
        self.pump.close()
        self.line.close()

    def _lost(self, link: StreamLink, error: BenchError) -> None:
        raise error


@pytest.fixture
def shoe(tmp_path: Path) -> Iterator[Callable[..., Shoe]]:
    running: list[Shoe] = []

    def one(options: str = "") -> Shoe:
        running.append(Shoe(tmp_path, options))
        return running[-1]

    yield one
    for each in running:
        each.close()


def test_cards_alarms_and_warnings(shoe: Callable[..., Shoe]) -> None:
    one = shoe()
    said = one.say(
        b" [Game]<Card:4S> \r\n4S [Manual Burn Cards]<Card:10H> \r\n "
        b"[GameAlarm]<Alarm:E7 Door Open> \r\n<W0x01> \r\n"
    )
    assert [(each.kind, each.data) for each in said] == [
        ("card", {"card": "4S", "mode": "Game"}),
        ("card", {"card": "TH", "mode": "Manual Burn Cards"}),
        ("fault", {"code": "E7", "alarm": "E7", "text": "Door Open"}),
    ]
    assert [(note.kind, note.text) for note in one.notes] == [("warning", "its warning W0x01")]
    assert one.driver.fault() is None


def test_a_card_not_read_and_its_alarm_are_one_fault(shoe: Callable[..., Shoe]) -> None:
    said = shoe().say(b" [Game]<Game> \r\n [Game]<Alarm:E3 Card Not Read> \r\n")
    assert [each.data["code"] for each in said] == ["unread-card"]


def test_two_cards_not_read_are_two_faults(shoe: Callable[..., Shoe]) -> None:
    alarm = b" [Game]<Alarm:E3 Card Not Read> \r\n"
    said = shoe().say(b" [Game]<Game> \r\n" + alarm + alarm)
    assert [each.data["code"] for each in said] == ["unread-card", "unread-card"]


def test_a_repeat_that_differs_is_no_evidence(shoe: Callable[..., Shoe]) -> None:
    one = shoe()
    one.say(b" [Game]<Card:4S> \r\n4C [Game]<Card:5S> \r\n")
    with pytest.raises(AlignmentError, match=r"says 4S and repeats 4C"):
        raise one.driver.fault() or AssertionError


def test_a_repeat_without_its_message_is_a_lost_message(shoe: Callable[..., Shoe]) -> None:
    one = shoe()
    one.say(b"4S [Manual Burn Cards]<Card:5S> \r\n")
    with pytest.raises(GarbledFrames, match=r"repeats 4S, and the message of that card never came"):
        raise one.driver.fault() or AssertionError


@pytest.mark.parametrize(("repeats", "fails"), [("yes", True), ("maybe", False)])
def test_a_repeat_that_is_missing(shoe: Callable[..., Shoe], repeats: str, fails: bool) -> None:
    one = shoe(f'repeats = "{repeats}"')
    one.say(b" [Game]<Card:4S> \r\n")
    one.hear_out()
    assert isinstance(one.driver.fault(), GarbledFrames) == fails


def test_the_last_repeat_ends_with_the_silence(shoe: Callable[..., Shoe]) -> None:
    one = shoe('repeats = "yes"')
    one.say(b" [Game]<Card:4S> \r\n4S")
    one.hear_out()
    assert one.driver.fault() is None


def test_the_other_order_is_named(shoe: Callable[..., Shoe]) -> None:
    one = shoe()
    assert one.say(b" [Game]<Card:S4> \r\n") == []
    with pytest.raises(GarbledFrames, match=r'suit before rank; set options.card_order = "suit'):
        raise one.driver.fault() or AssertionError
    other = shoe('card_order = "suit-rank"')
    assert [each.data["card"] for each in other.say(b" [Game]<Card:S4> \r\n")] == ["4S"]


def test_a_spoiled_suit_is_inconclusive_and_not_silence(shoe: Callable[..., Shoe]) -> None:
    one = shoe()
    assert one.say(b" [Game]<Card:4\x53\x80> \r\n") == []
    assert isinstance(one.driver.fault(), GarbledFrames)
    one.driver.forget()
    assert [each.data["card"] for each in one.say(b" [Game]<Card:4S> \r\n")] == ["4S"]


def test_who_it_is_is_the_operators_word(shoe: Callable[..., Shoe]) -> None:
    identity = shoe().driver.identify()
    assert (identity.serial, identity.source) == ("B-7", "operator's statement")


def test_options_are_checked(shoe: Callable[..., Shoe]) -> None:
    with pytest.raises(BenchError, match=r"options.card_order = 'x' .*; write rank-suit or suit-"):
        shoe('card_order = "x"')


def test_a_rig_file_gives_it_no_commands(tmp_path: Path) -> None:
    path = tmp_path / "rig.toml"
    path.write_text(
        '[devices.shoe]\nrole = "shoe"\nprotocol = "bee-tek"\n'
        'link = { kind = "serial", port = "usb:1" }\nsafe_state = { state = "x", send = ["y"] }\n'
    )
    with pytest.raises(RigFileError, match="a Bee-Tek shoe hears nothing"):
        load_rig(path)


# -- a bench ---------------------------------------------------------------------------------------


def bench_file(folder: Path, *changes: tuple[str, str], shoe_only: bool = True) -> Path:
    text = RIG.read_text("utf-8")
    if shoe_only:
        before, rest = text.split("[devices.shoe]")
        text = before + "[devices.shoe]" + rest.split("\n[")[0] + "\n"
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = folder / "rig.toml"
    path.write_text(text, "utf-8")
    return path


@pytest.mark.bench
@pytest.mark.parametrize(
    ("emulator", "driver"),
    [
        ('mode = "game"', 'card_order = "rank-suit"'),
        ('mode = "burn", ten = "10", card_order = "suit-rank"', 'card_order = "suit-rank"'),
    ],
)
def test_an_emulated_shoe(tmp_path: Path, emulator: str, driver: str) -> None:
    path = bench_file(
        tmp_path, ('mode = "game"', emulator), ('options = { card_order = "rank-suit"',
                                               "options = { " + driver)
    )  # fmt: skip
    with Bench.open(load_rig(path), tmp_path / "run") as bench:
        bench.begin_scenario("s.1")
        bench.stimulate("shoe", "load", cards=["KH", "TC^", "cover", "2S"])
        for _ in range(5):
            bench.stimulate("shoe", "draw")
        said = bench.sync()
        assert [each.data["card"] for each in said] == ["KH", "TC", "2S"]
        bench.stimulate("shoe", "load", cards=["KH"])
        bench.stimulate("shoe", "draw", unreadable=True)
        bench.stimulate("shoe", "alarm", code="E7", text="Door Open")
        assert [each.data["code"] for each in bench.sync()] == ["unread-card", "E7"]
    assert bench.account is not None
    assert bench.account.all_safe


def play(folder: Path, rig_file: Path, select: str) -> dict[str, Any]:
    folder.mkdir(exist_ok=True)
    out = folder / "out"
    words = ["--rig", str(rig_file), "--out", str(out), "-k", select]
    ended = start([sys.executable, "-m", "burncard", "run", *words], folder, limit=120)
    assert ended.returncode in (0, 1, 3), ended.stdout + ended.stderr
    verdicts: dict[str, Any] = json.loads((out / "verdicts.json").read_text())
    return {**json.loads((out / "run.json").read_text()), **verdicts}


@pytest.mark.bench
@pytest.mark.slow
def test_the_scenarios_have_the_verdicts_of_the_emulated_bench(tmp_path: Path) -> None:
    select = "face-up-in-place-of-due or empty-when-the-dealer-draws or it-is-held-and-nothing"
    own = play(tmp_path / "own", default_rig(), select)
    bee = play(tmp_path / "bee", RIG, select)

    def verdicts(run: dict[str, Any]) -> dict[str, str]:
        return {one["id"]: one["verdict"] for one in run["scenarios"]}

    assert verdicts(own) == verdicts(bee)
    assert set(verdicts(own).values()) == {"conforms"}
    # Only what the shoe has no word for differs: a card's face, and that it is empty.
    cells = [
        {
            (clause, role): cell["verdict"]
            for clause, entry in run["clauses"].items()
            for role, cell in entry["devices"].items()
        }
        for run in (own, bee)
    ]
    differ = {key for key in cells[0] if cells[0][key] != cells[1][key]}
    assert {("685a.12(a)", "shoe"), ("685a.12(e)", "shoe")} <= differ
    assert {cells[1][key] for key in differ} == {"not tested"}
    assert {role for _, role in differ} == {"shoe"}


@pytest.mark.bench
@pytest.mark.slow
def test_a_bad_shoe_is_found_over_this_protocol_too(tmp_path: Path) -> None:
    path = bench_file(
        tmp_path,
        ("emulator = { options", 'emulator = { defects = ["skips-double-fed-card"], options'),
        shoe_only=False,
    )
    run = play(tmp_path, path, "it-is-held-and-nothing")
    assert run["clauses"]["685a.12(b)"]["devices"]["shoe"]["verdict"] == "finding"


def test_defects_of_a_shoe_are_this_ones_too() -> None:
    from rigs.emulators.bee_tek import BeeTekShoe

    shoe = BeeTekShoe(Switches({"misreads-ace-as-two"}))
    said: list[dict[str, str]] = []
    shoe.speak = lambda kind, data: said.append(data)
    shoe.load({"do": "load", "cards": ["AS"]})
    shoe.draw({"do": "draw"})
    assert said[0]["card"] == "2S"


def test_a_wire_log_shows_it_in_words() -> None:
    read, held, *_ = reader("bee-tek", "rx")
    pieces = read(b" [Game]<Card:4S> \r\n4S [Game]<Alarm:E7 Door Open> \r\n[Game]<Card:4x> \r\n4S")
    assert [(one.kind, one.name, one.data) for one in pieces] == [
        ("report", "card", {"card": "4S", "mode": "Game"}),
        ("report", "repeated", {"card": "4S"}),
        ("report", "alarm", {"code": "E7", "text": "Door Open"}),
        ("damaged", "<Card:4x> is no message", {}),
    ]
    assert held() == b""
    read(b"4S [Ga")
    assert held() == b"[Ga"


def test_lines_that_end_with_cr_alone_are_shown() -> None:
    read, held, *_ = reader("profile", "rx")
    assert [one.name for one in read(b":0711\r:08") + read(b"10\r\nX\n")] == [":0711", ":0810", "X"]
    assert held() == b""
