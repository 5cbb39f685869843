"""A stranger's game: three files in their places, and it is played (docs/adding_a_game.md)."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

CHECKOUT = Path(__file__).parents[2]
FILES = Path(__file__).parent / "third_game"
PLACES = {
    "example_blackjack.py": "games",
    "example_999z.toml": "law",
    "house_rules_999z.toml": "law",
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with a copy of the engine, to which only the game's own files were added."""
    home = tmp_path_factory.mktemp("engine")
    copy = home / "reference_engine"
    shutil.copytree(
        CHECKOUT / "reference_engine", copy, ignore=shutil.ignore_patterns("__pycache__")
    )
    for name, place in PLACES.items():
        assert not (copy / place / name).exists()
        shutil.copy(FILES / name, copy / place)
    return home


def _run(engine: Path, *words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    # `-m` puts the directory first: this engine, and everything else from the checkout.
    return subprocess.run(
        [sys.executable, "-m", "burncard", *words],
        cwd=engine,
        input=text,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def _act(do: str, **more: Any) -> dict[str, Any]:
    return {"seat": 1, "do": do, **more}


# Bet 10; cards: player, upcard, player, hole. The net by hand from the clauses of the example.
ROUNDS: dict[str, tuple[str, list[dict[str, Any]], str]] = {
    "18 beats 17": ("9S KC 9D 7H", [_act("stand")], "10.00"),
    "16 loses to 17": ("9S KC 7D 7H", [_act("stand")], "-10.00"),
    "18 and 18": ("9S KC 9D 8H", [_act("stand")], "0.00"),
    "late surrender, half": ("9S KC 7D 7H", [_act("surrender")], "-5.00"),
    "no surrender of a dealer Blackjack": ("9S AC 7D KH", [], "-10.00"),
    "Blackjack pays 3 to 2": ("AS KC KD 7H", [], "15.00"),
    "Blackjack against Blackjack": ("AS KC KD AH", [], "0.00"),
    # 5 + 6 doubled, a 9: 20 against 10 + 7.
    "a double": ("5S KC 6D 7H 9C", [_act("double")], "20.00"),
    # Eights split: 8 + 9 = 17 pushes, 8 + K = 18 wins.
    "a split": (
        "8S KC 8D 7H 9C KD",
        [_act("split"), _act("stand"), _act("stand", hand=2)],
        "10.00",
    ),
    # The dealer's 6 and K draw a 5 to 21.
    "the dealer draws": ("9S 6C 9D KH 5C", [_act("stand")], "-10.00"),
    # The card face up goes to the rack: 2H is none of the round.
    "a card face up": (
        "9S 2H KC 9D 7H",
        [{"irregularity": "685a.12(a)", "before_card": 2}, _act("stand")],
        "10.00",
    ),
}


def test_it_is_played_settled_and_cited(engine: Path) -> None:
    scripts = [
        {
            "game": "example-blackjack",
            "seats": [{"seat": 1, "bet": "10.00"}],
            "shoe": shoe.split(),
            "acts": acts,
        }
        for shoe, acts, _ in ROUNDS.values()
    ]
    done = _run(engine, "settle", "--lines", "-", text="\n".join(map(json.dumps, scripts)))
    assert (done.returncode, done.stderr) == (0, "")
    rulings = [json.loads(line) for line in done.stdout.splitlines()]
    assert [ruling["total"]["player"] for ruling in rulings] == [
        net for _, _, net in ROUNDS.values()
    ]
    for ruling in rulings:
        cited = {clause for effect in ruling["effects"] for clause in effect["clauses"]}
        assert cited
        assert {clause.split(".")[0] for clause in cited} == {"999z"}


@pytest.mark.parametrize(
    ("act", "said"),
    [(_act("insure"), "no insurance wager"), (_act("double", amount="10.01"), "§ 999z.2(a)")],
)
def test_what_it_does_not_have_is_refused_in_a_line(
    engine: Path, act: dict[str, Any], said: str
) -> None:
    script = {
        "game": "example-blackjack",
        "seats": [{"seat": 1, "bet": "10.00"}],
        "shoe": ["9S", "6C", "2D", "KH", "5C", "5D"],
        "acts": [act],
    }
    done = _run(engine, "settle", "-", text=json.dumps(script))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert said in done.stderr


def test_its_house_rules_are_listed_with_those_on_irregularities(engine: Path) -> None:
    done = _run(engine, "law", "--house-rules", "example-blackjack", "--json")
    assert done.returncode == 0, done.stderr
    rules = {rule["name"]: rule for rule in json.loads(done.stdout)["example-blackjack"]}
    assert rules["dealer_soft_17"]["clause"] == "999z.1(d)"
    assert rules["exposed_offer"]["clause"] == "999z.3(b)"
    assert "dealer_22" not in rules


def test_a_game_that_lacks_a_house_rule_is_named(engine: Path, tmp_path: Path) -> None:
    shutil.copytree(engine, tmp_path, dirs_exist_ok=True)
    rules = tmp_path / "reference_engine" / "law" / "house_rules_999z.toml"
    rules.write_text(rules.read_text().replace('"dealer_soft_17"', '"dealer_soft_16"'))
    done = _run(tmp_path, "settle", "-", text="{}")
    assert "example-blackjack has no house rule dealer_soft_17" in done.stderr
