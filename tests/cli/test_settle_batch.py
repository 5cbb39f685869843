"""`burncard settle` on many rounds, in words, and its schemas, as another program would call it."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import jsonschema
import psutil
import pytest

from tests.cli.command import Run, environment


def _round(bet: str = "20.00", upcard: str = "7D") -> str:
    """A surrendered hand against a 7 or another upcard with a king in the hole."""
    script = {
        "game": "double-attack-blackjack",
        "seats": [{"seat": 1, "bet": bet}],
        "shoe": [upcard, "9S", "6C", "KH"],
        "acts": [{"seat": 1, "do": "surrender"}],
    }
    return json.dumps(script)


def _nets(text: str) -> list[str]:
    return [json.loads(line)["total"]["player"] for line in text.splitlines()]


# -- batch ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [(), ("--jobs", "2")])
def test_a_ruling_a_line_in_order_and_bad_lines_by_number(
    burncard: Run, tmp_path: Path, jobs: tuple[str, ...]
) -> None:
    # Half of each bet is lost (§ 665a.9(b)(1)); line 2 is cut short, line 4 empty, line 5 has a 10.
    lines = [_round("20.00"), '{"game": "double', _round("30.00"), "", _round(upcard="TD")]
    lines.append(_round("50.00"))
    (tmp_path / "rounds.jsonl").write_text("\n".join(lines) + "\n")
    done = burncard("settle", "rounds.jsonl", *jobs)
    assert done.returncode == 2
    assert _nets(done.stdout) == ["-10.00", "-15.00", "-25.00"]
    first, second, last = done.stderr.splitlines()
    assert first.startswith("burncard: rounds.jsonl, line 2: not valid JSON")
    assert second.startswith("burncard: rounds.jsonl, line 5: ")
    assert "TD" in second
    assert last == "burncard: rounds.jsonl: 3 rounds ruled on, 2 bad lines"


def test_lines_of_standard_input_go_to_a_file(burncard: Run, tmp_path: Path) -> None:
    done = burncard("settle", "--lines", "-", "--out", "out.jsonl", text=_round() + "\n" + _round())
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert _nets((tmp_path / "out.jsonl").read_text()) == ["-10.00", "-10.00"]
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]


def test_many_jobs_and_one_write_the_same(burncard: Run, tmp_path: Path) -> None:
    # More lines than one process gets at a time, each with a bet of its own: order shows.
    rounds = [_round(f"{number}.00") for number in range(1, 1301)]
    (tmp_path / "rounds.jsonl").write_text("\n".join(rounds))
    one = burncard("settle", "rounds.jsonl")
    assert one.returncode == 0
    assert one.stdout == burncard("settle", "rounds.jsonl", "--jobs", "3").stdout
    assert _nets(one.stdout)[998] == "-499.50"


def test_a_file_that_was_there_stays_when_the_batch_cannot_be_read(
    burncard: Run, tmp_path: Path
) -> None:
    (tmp_path / "out.jsonl").write_text("kept")
    done = burncard("settle", "gone.jsonl", "--out", "out.jsonl")
    assert done.returncode == 2
    assert done.stderr == "burncard: gone.jsonl: No such file or directory\n"
    assert (tmp_path / "out.jsonl").read_text() == "kept"


def test_an_output_that_cannot_be_written_is_named(burncard: Run, tmp_path: Path) -> None:
    (tmp_path / "rounds.jsonl").write_text(_round())
    done = burncard("settle", "rounds.jsonl", "--out", "no/such/out.jsonl")
    assert done.returncode == 2
    assert done.stderr == "burncard: no/such/out.jsonl: No such file or directory\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "needs a FILE"),
        (("round.json", "--jobs", "2"), "--lines"),
        (("--explain", "--lines", "rounds.jsonl"), "one round"),
        (("--schema", "script", "round.json"), "reads no file"),
        (("--schema", "table"), "script"),
        (("rounds.jsonl", "--jobs", "0"), "1 to 64"),
    ],
)
def test_arguments_that_do_not_fit_are_one_line(
    burncard: Run, words: tuple[str, ...], said: str
) -> None:
    done = burncard("settle", *words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert said in done.stderr


def test_progress_is_shown_on_a_terminal_and_bad_lines_above_it(tmp_path: Path) -> None:
    (tmp_path / "rounds.jsonl").write_text(_round() + "\n{\n")
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "burncard", "settle", "rounds.jsonl", "--out", "out.jsonl"]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        env={**environment(), "TERM": "xterm"},
        stdin=subprocess.DEVNULL,
        stderr=slave,
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
        assert process.wait(timeout=30) == 2
    assert b"lines" in shown
    assert b"rounds.jsonl, line 2: " in shown
    assert b"1 round ruled on, 1 bad line" in shown
    assert _nets((tmp_path / "out.jsonl").read_text()) == ["-10.00"]


# -- bad input that is large ----------------------------------------------------------------------


# A process's peak counts from its fork, so the test's own would count: a small one forks.
_LAUNCH = """
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
print(code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def _peak_memory(words: list[str], cwd: Path, text: Path) -> tuple[int, str, int]:
    """Exit code, standard error and the most memory of a process, in bytes."""
    with text.open("rb") as source:
        done = subprocess.run(
            [sys.executable, "-c", _LAUNCH, sys.executable, "-m", "burncard", "settle", *words],
            cwd=cwd,
            env=environment(),
            stdin=source,
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
    code, peak = map(int, done.stdout.split())
    return code, done.stderr, peak * (1 if sys.platform == "darwin" else 1024)


@pytest.fixture(scope="module")
def nested(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """100 MB of opening brackets."""
    path = tmp_path_factory.mktemp("nested") / "nested.json"
    with path.open("wb") as file:
        for _ in range(100):
            file.write(b"[" * 1_000_000)
    return path


@pytest.mark.parametrize("words", [["-"], ["--lines", "-"], ["--explain", "-"]])
def test_100_mb_of_nesting_is_one_line_in_bounded_memory(
    nested: Path, tmp_path: Path, words: list[str]
) -> None:
    code, said, peak = _peak_memory(words, tmp_path, nested)
    assert code == 2
    first, *rest = said.splitlines()
    assert "1000000 bytes" in first
    assert (
        rest
        == (["burncard: standard input: 0 rounds ruled on, 1 bad line"] * len(words[1:]))[
            : 1 if "--lines" in words else 0
        ]
    )
    assert peak < 80_000_000


def test_memory_does_not_grow_with_the_lines(tmp_path: Path) -> None:
    few, many = tmp_path / "few.jsonl", tmp_path / "many.jsonl"
    few.write_text((_round() + "\n") * 1_000)
    many.write_text((_round() + "\n") * 12_000)
    peaks = []
    for path in (few, many):
        code, said, peak = _peak_memory(["--lines", "-"], tmp_path, path)
        assert (code, said) == (0, "")
        peaks.append(peak)
    # The rulings on 11,000 lines more are some 20 MB.
    assert peaks[1] - peaks[0] < 6_000_000, peaks


# -- bad input that the law does not permit -------------------------------------------------------

SEATS = [{"seat": 1, "bet": "20.00"}]
BAD: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "a 10 in a 48-card deck": ({"shoe": ["7D", "9S", "TC", "KH"]}, ("TC", "§ 665a.3")),
    "more copies than decks": (
        {"shoe": ["7D", "9S", "6C", "KH", *["2C"] * 7], "rules": {"decks": 6}},
        ("7 of 2C in 6 decks", "§ 665a.3"),
    ),
    "a shoe that ends in the deal": ({"shoe": ["7D", "9S", "6C"]}, ("after 3 cards", "dealer")),
    "a shoe that ends in the dealer's turn": (
        {"shoe": ["6D", "9S", "6C", "KH"]},
        ("after 4 cards", "dealer"),
    ),
    "out of turn": (
        {
            "seats": [*SEATS, {"seat": 2, "bet": "5.00"}],
            "shoe": ["7D", "9S", "2S", "6C", "8C", "KH"],
            "acts": [{"seat": 2, "do": "hit"}],
        },
        ("act 1", "2.1 hit", "1.1 is on turn", "§ 665a.7"),
    ),
    "Double Attack over the Bet": (
        {"seats": [{"seat": 1, "bet": "20.00", "double_attack": "20.01"}]},
        ("20.01", "§ 665a.6"),
    ),
    "Insurance over half of the Bet": (
        {
            "shoe": ["AD", "9S", "6C", "7H"],
            "acts": [{"seat": 1, "do": "insure", "amount": "10.01"}, {"seat": 1, "do": "stand"}],
        },
        ("act 1", "10.01", "§ 665a.8"),
    ),
    "a double over the limit": (
        {"acts": [{"seat": 1, "do": "double", "amount": "20.01"}]},
        ("act 1", "20.01", "§ 665a.10"),
    ),
    "negative": ({"seats": [{"seat": 1, "bet": "-5.00"}]}, ("seat 1, bet", "not negative")),
    "nothing staked": ({"seats": [{"seat": 1, "bet": "0.00"}]}, ("seat 1", "§ 665a.6")),
    "NaN": ({"seats": [{"seat": 1, "bet": "NaN"}]}, ("seat 1, bet", "NaN")),
    "1e400": ({"seats": [{"seat": 1, "bet": "1e400"}]}, ("seat 1, bet", "1e400")),
    "a number that is no text": ({"seats": [{"seat": 1, "bet": 1.5}]}, ("seats[0].bet",)),
}


@pytest.mark.parametrize("name", BAD)
def test_what_the_law_does_not_permit_is_one_line(burncard: Run, tmp_path: Path, name: str) -> None:
    changes, words = BAD[name]
    script = {
        "game": "double-attack-blackjack",
        "seats": SEATS,
        "shoe": ["7D", "9S", "6C", "KH"],
        "acts": [{"seat": 1, "do": "stand"}],
        **changes,
    }
    done = burncard("settle", "-", "--out", "ruling.json", text=json.dumps(script))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("burncard: standard input: ")
    assert done.stderr.count("\n") == 1
    for word in words:
        assert word in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", ["NaN", "1e400"])
def test_a_number_that_json_does_not_have_is_one_line(burncard: Run, number: str) -> None:
    text = _round().replace('"20.00"', number)
    done = burncard("settle", "-", text=text)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("length", [1, 120])
def test_json_cut_short_is_one_line(burncard: Run, length: int) -> None:
    done = burncard("settle", "-", text=_round()[:length])
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("burncard: standard input: not valid JSON")
    assert done.stderr.count("\n") == 1


# -- explain --------------------------------------------------------------------------------------


def test_a_round_is_told(burncard: Run, tmp_path: Path) -> None:
    (tmp_path / "round.json").write_text(_round())
    done = burncard("settle", "--explain", "round.json")
    assert (done.returncode, done.stderr) == (0, "")
    # 9 and 6 are 15; half of 20 each way; the dealer's 7 and king are 17.
    assert "9♠ 6♣, 15" in done.stdout
    assert "Bet Wager of hand 1.1: 10.00 to the house, 10.00 returned — § 665a.9(b)(1)" in (
        done.stdout
    )
    assert "The dealer ends with 7♦ K♥, 17." in done.stdout
    assert "The players lose 10.00." in done.stdout
    assert "\x1b" not in done.stdout


# -- schema ---------------------------------------------------------------------------------------


def test_the_schemas_fit_what_goes_in_and_comes_out(burncard: Run) -> None:
    script = json.loads(burncard("settle", "--schema", "script").stdout)
    ruling = json.loads(burncard("settle", "--schema", "ruling").stdout)
    for schema in (script, ruling):
        jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json.loads(_round()), script)
    jsonschema.validate(json.loads(burncard("settle", "-", text=_round()).stdout), ruling)
    for bad in (_round("1e400"), _round("-1"), _round(upcard="1D"), _round("1.00000")):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(json.loads(bad), script)


@pytest.mark.slow
@pytest.mark.parametrize(("end", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_a_batch_that_is_cut_short_leaves_no_process_and_no_output(
    tmp_path: Path, end: signal.Signals, code: int
) -> None:
    (tmp_path / "rounds.jsonl").write_text((_round() + "\n") * 60_000)
    command = [sys.executable, "-m", "burncard", "settle", "rounds.jsonl", "--out", "out.jsonl"]
    part = tmp_path / "out.jsonl.part"
    with psutil.Popen(
        [*command, "--jobs", "2"], cwd=tmp_path, env=environment(), stderr=subprocess.DEVNULL
    ) as process:
        limit = time.monotonic() + 60
        while not (part.exists() and part.stat().st_size):
            assert process.poll() is None
            assert time.monotonic() < limit
            time.sleep(0.05)
        workers = process.children(recursive=True)
        process.send_signal(end)
        assert process.wait(timeout=30) == code
    assert workers
    _, alive = psutil.wait_procs(workers, timeout=15)
    assert alive == []
    assert not (tmp_path / "out.jsonl").exists()
    assert part.exists() is (end is signal.SIGKILL)
