"""`burncard settle`: a round script in, the ruling out, as another program would call it."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Run, environment

SURRENDER = {"seat": 1, "do": "surrender"}
INSURE = {"seat": 1, "do": "insure", "amount": "10.00"}


def _script(shoe: str, *acts: dict[str, Any], **changes: Any) -> str:
    """One box with Bet 20, Double Attack 20, Bust It 5. `shoe`: upcard, two cards, hole card."""
    seat = {"seat": 1, "bet": "20.00", "double_attack": "20.00", "bust_it": "5.00"}
    script = {
        "game": "double-attack-blackjack",
        "seats": [seat],
        "shoe": shoe.split(),
        "acts": list(acts),
    }
    return json.dumps({**script, **changes})


# Worked by hand from § 665a.9(b) to (d), § 665a.12(b) and (c), and the dealer's rules: he stands on
# 17, also soft; a Bust It is open until then. Rows: wager, staked, to the house, returned, won.
HALVES = [("bet", "20.00", "10.00", "10.00", "0.00")]
HALVES += [("double_attack", "20.00", "10.00", "10.00", "0.00")]
BLACKJACK = [("bet", "20.00", "20.00", "0.00", "0.00")]
BLACKJACK += [("double_attack", "20.00", "0.00", "20.00", "0.00")]
BUST_IT_LOST = ("bust_it", "5.00", "5.00", "0.00", "0.00")
ROUNDS = {
    # 7 up, K in the hole: 17. Half of each, Bust It lost: 20 + 5.
    "2 to 9 up": (_script("7D 9S 6C KH", SURRENDER), [*HALVES, BUST_IT_LOST], "-25.00"),
    # 6 up, K in the hole, an 8 drawn: 24 with three cards. Bust It pays 8 to 1: 40 - 20.
    "2 to 9 up, dealer busts": (
        _script("6D 9S 6C KH 8C", SURRENDER),
        [*HALVES, ("bust_it", "5.00", "0.00", "5.00", "40.00")],
        "20.00",
    ),
    # K up, 7 in the hole: no Blackjack, 17.
    "K up, no Blackjack": (_script("KD 9S 6C 7H", SURRENDER), [*HALVES, BUST_IT_LOST], "-25.00"),
    # K up, ace in the hole: the whole Bet and Bust It lost, the Double Attack back.
    "K up, Blackjack": (_script("KD 9S 6C AH", SURRENDER), [*BLACKJACK, BUST_IT_LOST], "-25.00"),
    # Ace up, 7 in the hole: soft 18. Insurance lost beside the halves: 20 + 10 + 5.
    "A up, insured, no Blackjack": (
        _script("AD 9S 6C 7H", INSURE, SURRENDER),
        [*HALVES, ("insurance", "10.00", "10.00", "0.00", "0.00"), BUST_IT_LOST],
        "-35.00",
    ),
    # Ace up, K in the hole: Insurance pays 5 to 2: 25 - 20 - 5.
    "A up, insured, Blackjack": (
        _script("AD 9S 6C KH", INSURE, SURRENDER),
        [*BLACKJACK, ("insurance", "10.00", "0.00", "10.00", "25.00"), BUST_IT_LOST],
        "0.00",
    ),
}


@pytest.mark.parametrize("name", ROUNDS)
def test_a_surrender_is_settled_as_the_law_commands(burncard: Run, name: str) -> None:
    script, expected, net = ROUNDS[name]
    done = burncard("settle", "-", text=script)
    assert (done.returncode, done.stderr) == (0, "")
    said = json.loads(done.stdout)
    columns = ("wager", "staked", "to_house", "returned", "won")
    rows = [tuple(row[name] for name in columns) for row in said["settlement"]]
    assert sorted(rows) == sorted(expected)
    assert said["total"]["player"] == net
    assert all(row["clauses"] for row in said["settlement"])


def test_a_file_is_read_and_the_ruling_is_one_line(burncard: Run, tmp_path: Path) -> None:
    (tmp_path / "round.json").write_text(ROUNDS["2 to 9 up"][0])
    done = burncard("settle", "round.json")
    assert done.returncode == 0
    assert done.stdout.count("\n") == 1
    assert done.stdout == burncard("settle", "-", text=ROUNDS["2 to 9 up"][0]).stdout


@pytest.mark.parametrize(("words", "lines"), [((), 10), (("--compact",), 1)])
def test_on_a_terminal_the_ruling_is_spread_out(
    tmp_path: Path, words: tuple[str, ...], lines: int
) -> None:
    (tmp_path / "round.json").write_text(ROUNDS["2 to 9 up"][0])
    master, slave = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "burncard", "settle", "round.json", *words],
        cwd=tmp_path,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=slave,
    ) as process:
        os.close(slave)
        shown = b""
        while True:
            try:
                part = os.read(master, 65536)
            except OSError:  # Linux says so when the last writer has gone
                break
            if not part:
                break
            shown += part
        os.close(master)
        assert process.wait(timeout=30) == 0
    assert json.loads(shown)["total"]["player"] == "-25.00"
    assert (shown.count(b"\n") >= lines) if lines > 1 else (shown.count(b"\n") == 1)


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ('{"game"', "JSON"),
        ("[]", "object"),
        (_script("7D 9S 6C KH", SURRENDER, game="poker"), "poker"),
        (_script("TD 9S 6C KH", SURRENDER), "TD"),
        (_script("7D 9S 6C KX", SURRENDER), "KX"),
        (_script("7D 9S", SURRENDER), "shoe"),
        (_script("7D 9S 6C KH", {"seat": 1, "do": "stand"}, SURRENDER), "act 2"),
        (_script("7D 9S 6C KH", {"seat": 2, "do": "surrender"}), "act 1"),
        (_script("7D 9S 6C KH", SURRENDER, seats=[{"seat": 1, "bet": "-1.00"}]), "-1.00"),
        (_script("7D 9S 6C KH", SURRENDER, seats=[{"seat": 1, "bet": "1e400"}]), "1e400"),
        (_script("7D 9S 6C KH", SURRENDER, seats=[{"seat": 1, "bet": "NaN"}]), "NaN"),
        (_script("7D 9S 6C KH", SURRENDER, rules={"dealer_soft_71": "hit"}), "dealer_soft_17"),
        (_script("7D 9S 6C KH", SURRENDER, colour="red"), "colour"),
        ("[" * 100_000, ""),
        ("\ufeff{}", ""),
        ("", ""),
    ],
)
def test_a_script_that_is_wrong_is_one_line(burncard: Run, script: str, said: str) -> None:
    done = burncard("settle", "-", text=script)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("burncard: standard input: ")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert len(done.stderr) < 500


@pytest.mark.parametrize(("file", "said"), [("gone.json", "No such file"), (".", "directory")])
def test_a_file_that_cannot_be_read_is_named(burncard: Run, file: str, said: str) -> None:
    done = burncard("settle", file)
    assert done.returncode == 2
    assert done.stderr.startswith(f"burncard: {file}: ")
    assert said in done.stderr


def test_an_installed_command_settles_outside_the_checkout(installed: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [installed / "burncard", "settle", "-"],
        cwd=tmp_path,
        env=environment(),
        input=ROUNDS["K up, Blackjack"][0],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["dealer"]["blackjack"] is True


def test_a_key_given_twice_is_refused(burncard: Run) -> None:
    twice = _script("7D 9S 6C KH", SURRENDER).replace('"bet":', '"bet": "40.00", "bet":')
    done = burncard("settle", "-", text=twice)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == (
        "burncard: standard input: the key 'bet' is given twice; leave one out\n"
    )


def test_a_byte_order_mark_is_read_over_in_utf_8_and_named_in_utf_16(burncard: Run) -> None:
    script = _script("7D 9S 6C KH", SURRENDER)
    plain = burncard("settle", "-", text=script)
    marked = burncard("settle", "-", text="\ufeff" + script)
    assert plain.returncode == marked.returncode == 0
    assert marked.stdout == plain.stdout


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_a_script_in_utf_16_is_named_as_such(burncard: Run, tmp_path: Path, encoding: str) -> None:
    text = "\ufeff" + _script("7D 9S 6C KH", SURRENDER)
    (tmp_path / "wide.json").write_bytes(text.encode(encoding))
    done = burncard("settle", "wide.json")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "burncard: wide.json: it is written in UTF-16; save it as UTF-8\n"


def test_a_settlement_that_no_clause_fixes_alone_names_its_house_rule(burncard: Run) -> None:
    """(b)(1) halves Bet and Double Attack by name; the Double Down by the house's reading of it."""
    double = {"seat": 1, "do": "double", "amount": "20.00"}
    seats = [{"seat": 1, "bet": "20.00", "double_attack": "20.00"}]
    script = _script("6C 5S 6D KC 7H", double, SURRENDER, seats=seats)
    done = burncard("settle", "-", text=script)
    by_rule = {
        row["wager"]: row.get("house_rules") for row in json.loads(done.stdout)["settlement"]
    }
    assert by_rule["double_down"] == ["surrender_double_down"]
    assert by_rule["bet"] is by_rule["double_attack"] is None
