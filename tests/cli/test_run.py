"""`burncard run` and `burncard report`: exit codes, the directory of a run, bad arguments."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from tests.cli.command import CHECKOUT, Run, start

EMULATED = CHECKOUT / "rigs" / "benches" / "emulated.toml"

SURRENDER = """\
@clause:665a.9(b)(1) @device:table-controller
Feature: Surrender against a low card

  Scenario: Half of the wager
    Given a Double Attack Blackjack table
    And the shoe is stacked with 7C 9S 7D KC
    And seat 1 bets 20.00
    When the round is dealt
    And seat 1 surrenders
    Then these wagers are settled
      | hand | wager | staked | to house | returned | won  |
      | 1.1  | Bet   | 20.00  | 10.00    | 10.00    | 0.00 |
"""


@pytest.fixture
def feature(tmp_path: Path) -> str:
    (tmp_path / "own.feature").write_text(SURRENDER)
    return "own.feature"


@pytest.mark.bench
def test_a_run_that_conforms(burncard: Run, feature: str, tmp_path: Path) -> None:
    done = burncard("run", "--", feature)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    lines = done.stdout.splitlines()
    assert re.fullmatch(r"1 passed in [\d.]+s", lines[-1])
    assert lines[-2] == "✓ conforms  report: out/report.html"
    left = {path.name for path in (tmp_path / "out").iterdir()}
    assert left >= {
        "plan.json",
        "run.json",
        "verdicts.json",
        "report.html",
        "records",
        "wire",
        "allure-results",
    }
    verdicts = json.loads((tmp_path / "out" / "verdicts.json").read_text())
    assert verdicts["overall"] == "conforms"
    assert verdicts["clauses"]["665a.9(b)(1)"]["verdict"] == "conforms"


@pytest.mark.bench
def test_a_defective_device_is_a_finding(burncard: Run, feature: str, tmp_path: Path) -> None:
    head, mark, rest = EMULATED.read_text().partition("[devices.table-controller]")
    defect = 'defects = ["takes-whole-bet-on-surrender"]'
    (tmp_path / "bench.toml").write_text(head + mark + rest.replace("defects = []", defect, 1))
    done = burncard("run", "--rig", "bench.toml", "--out", "lab", "--", feature)
    assert done.returncode == 1, done.stdout + done.stderr
    verdicts = json.loads((tmp_path / "lab" / "verdicts.json").read_text())
    devices = verdicts["clauses"]["665a.9(b)(1)"]["devices"]
    assert {name: cell["verdict"] for name, cell in devices.items()} == {
        "table-controller": "finding"
    }
    assert "Traceback" not in done.stdout


@pytest.mark.bench
def test_reports_are_built_again_from_the_records(
    burncard: Run, feature: str, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    assert burncard("run", "--", feature).returncode == 0
    derived = ("run.json", "verdicts.json", "report.html")
    before = {name: (out / name).read_bytes() for name in derived}
    for name in derived:
        (out / name).unlink()
    done = burncard("report", "build", "out")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "✓ conforms  report: out/report.html"
    assert {name: (out / name).read_bytes() for name in derived} == before
    # Without its record the scenario was not run, and the exit code says so.
    (record,) = (out / "records").iterdir()
    record.unlink()
    assert burncard("report", "build", "out").returncode in (3, 130)


def test_a_plan_needs_no_device(burncard: Run, feature: str, tmp_path: Path) -> None:
    done = burncard("run", "--plan", "--", feature)
    assert done.returncode == 0
    for said in ("Half of the wager", "665a.9(b)(1)", "table-controller", "own.feature"):
        assert said in done.stdout
    assert not (tmp_path / "out").exists()


def test_the_engine_alone_is_a_second_witness(burncard: Run, feature: str, tmp_path: Path) -> None:
    right = burncard("run", "--rig", "none", "--", feature)
    assert right.stdout.splitlines()[-1].startswith("1 passed"), right.stdout
    wrong = SURRENDER.replace("10.00    | 10.00", "20.00    | 0.00 ")
    (tmp_path / feature).write_text(wrong)
    assert burncard("run", "--rig", "none", "--", feature).returncode != 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--rig", "gone.toml"), "burncard: gone.toml: "),
        (("--rig", "rule.toml"), "burncard: rule.toml: house_rules.double-attack-blackjack: "),
        (("--out", "rule.toml"), "burncard: --out rule.toml: "),
        (("--out", "rule.toml/below"), "burncard: --out rule.toml/below: "),
        (("--out", "."), "burncard: --out .: is not empty and holds no run; "),
    ],
)
def test_a_mistake_is_one_line(
    burncard: Run, tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    head = '[house_rules."double-attack-blackjack"]\n'
    (tmp_path / "rule.toml").write_text(
        EMULATED.read_text().replace(head, head + 'dealer_soft_71 = "hit"\n')
    )
    done = burncard("run", *words)
    assert done.returncode == 2
    assert done.stderr.startswith(said)
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_nothing_selected_is_a_mistake(burncard: Run) -> None:
    done = burncard("run", "-k", "no_such_scenario")
    assert done.returncode == 2
    assert done.stderr.startswith("burncard: no scenario matches -k 'no_such_scenario'")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SURRENDER.replace("seat 1 surrenders", "seat 1 dances"), "own.feature:9: "),
        (SURRENDER.replace("665a.9(b)(1)", "665a.9(b)(7)"), "665a.9(b)(7)"),
        ("Scenario: no feature\n", "own.feature"),
    ],
)
def test_a_feature_file_that_is_wrong_plays_nothing(
    burncard: Run, feature: str, tmp_path: Path, text: str, said: str
) -> None:
    (tmp_path / feature).write_text(text)
    done = burncard("run", "--", feature)
    assert done.returncode == 2
    assert said in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    assert not (tmp_path / "out" / "records").exists()


@pytest.mark.parametrize("place", ["gone", "empty", "file"])
def test_what_is_no_run_is_named(burncard: Run, tmp_path: Path, place: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("")
    done = burncard("report", "build", place)
    assert done.returncode == 2
    assert done.stderr.startswith("burncard: ")
    assert place in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.bench
def test_an_installed_command_plays_outside_the_checkout(installed: Path, tmp_path: Path) -> None:
    done = start([str(installed / "burncard"), "run", "-k", "665a.9(b)(1)"], tmp_path, limit=120)
    assert done.returncode == 0, done.stdout + done.stderr
    plan = json.loads((tmp_path / "out" / "plan.json").read_text())
    assert plan["scenarios"]
    assert all("665a.9(b)(1)" in one["clauses"] for one in plan["scenarios"])


@pytest.mark.bench
def test_pytest_alone_comes_to_the_same_verdicts(
    burncard: Run, installed: Path, feature: str, tmp_path: Path
) -> None:
    assert burncard("run", "--out", "one", "--", feature).returncode == 0
    words = ["--rig", str(EMULATED), "--run-dir", "two", "--alluredir", "allure-results"]
    done = start([str(installed / "python"), "-m", "pytest", feature, *words], tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    one, two = (
        json.loads((tmp_path / name / "verdicts.json").read_text()) for name in ("one", "two")
    )
    assert one == two
    assert list((tmp_path / "allure-results").glob("*-result.json"))


def test_a_malformed_selection_is_one_line_and_writes_nothing(tmp_path: Path) -> None:
    done = start([sys.executable, "-m", "burncard", "run", "-k", "and (", "--out", "o"], tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("burncard: -k 'and (': ")
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "o").exists()


def test_an_unknown_defect_in_a_rig_file_is_one_line(tmp_path: Path) -> None:
    text = EMULATED.read_text("utf-8").replace("defects = []", 'defects = ["nope"]', 1)
    (tmp_path / "bad.toml").write_text(text, "utf-8")
    done = start([sys.executable, "-m", "burncard", "run", "--rig", "bad.toml"], tmp_path)
    assert done.returncode == 2
    where = "bad.toml: devices.shoe.emulator.defects"
    assert done.stderr.startswith(f"burncard: {where}: defect 'nope'")
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.bench
def test_a_bench_without_a_reader_blames_nobody(tmp_path: Path) -> None:
    """The controller waits for an answer that no device of this bench gives."""
    head, _, rest = EMULATED.read_text("utf-8").partition("[devices.card-reader]")
    rest = rest.partition("[devices.masque-reader]")[2].replace('"card-reader", ', "")
    (tmp_path / "bench.toml").write_text(f"{head}[devices.masque-reader]{rest}", "utf-8")
    command = [sys.executable, "-m", "burncard", "run", "--rig", "bench.toml"]
    done = start([*command, "-k", "s665a_09_money_table"], tmp_path)
    run = json.loads((tmp_path / "out" / "run.json").read_text())
    assert done.returncode == 3, done.stdout
    assert {one["verdict"] for one in run["scenarios"]} == {"conforms"}
    verdicts = json.loads((tmp_path / "out" / "verdicts.json").read_text())
    clause = verdicts["clauses"]["665a.9(b)(2)(ii)"]["devices"]["table-controller"]
    assert clause["verdict"] == "not tested"
