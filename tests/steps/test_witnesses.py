"""A literal value that is wrong is told in words: which one, what the scenario says, the ruling."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.cli.command import environment

BACKGROUND = """\
Feature: Wrong literals

  Background:
    Given a Double Attack Blackjack table
    And the shoe is stacked with 2C KS 6D KC
    And seat 1 bets 20.00
    And seat 1 will make a Double Attack Wager of 20.00
    When the round is dealt
    And seat 1 surrenders
"""
TABLE = """these wagers are settled
      | hand | wager         | staked | to house | returned | won  |
      | 1.1  | Bet           | 20.00  | 20.00    | 0.00     | 0.00 |
      | 1.1  | Double Attack | 20.00  | 10.00    | 10.00    | 0.00 |"""
# KS 6D against a 2: halves of both wagers, hard 16, no hand is left to act.
WRONG = {
    TABLE: (
        "the Bet Wager of hand 1.1: the scenario says staked 20.00, to house 20.00, returned 0.00, "
        "won 0.00, the engine rules staked 20.00, to house 10.00, returned 10.00, won 0.00"
    ),
    "nothing is settled yet": (
        "settled so far: the scenario says nothing, "
        "the engine rules Bet Wager of hand 1.1, Double Attack Wager of hand 1.1"
    ),
    "the Bet Wager of seat 1 stays on the layout": (
        "settled of the Bet Wager of seat 1: the scenario says nothing, "
        "the engine rules Bet Wager of hand 1.1"
    ),
    "the Tip Wager of seat 1 stays on the layout": (
        "no wager is called 'Tip': Bet, Double Attack, Bust It, Insurance, Double Down, "
        "Match-the-Dealer"
    ),
    "hand 1.1 counts soft 16": "hand 1.1: the scenario says soft 16, the engine rules hard 16",
    "hand 1.1 holds KS 6H": "hand 1.1: the scenario says KS, 6H, the engine rules KS, 6D",
    "the next card goes to hand 1.1, face up": (
        "due: the scenario says card to 1.1 face up, the engine rules round"
    ),
    "the round is not over": "the round is over: the scenario says no, the engine rules yes",
    "hand 1.1 holds KS 6X": (
        "'6X' is not a card: write rank then suit, as KH (A23456789TJQK, CDHS)"
    ),
}


@pytest.fixture(scope="module")
def reasons(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Of the scenarios of `WRONG`, in order, held against the engine alone."""
    here = tmp_path_factory.mktemp("wrong")
    scenarios = "".join(
        f"\n  @clause:665a.9(b)(1) @device:table-controller\n  Scenario: {n}\n    Then {step}\n"
        for n, step in enumerate(WRONG)
    )
    (here / "wrong.feature").write_text(BACKGROUND + scenarios)
    command = [sys.executable, "-m", "burncard", "run", "--rig", "none", "--", "wrong.feature"]
    subprocess.run(
        command, cwd=here, env=environment(), capture_output=True, timeout=60, check=False
    )
    run = json.loads((here / "out" / "run.json").read_text())
    return [one["reason"] for one in run["scenarios"]]


@pytest.mark.parametrize("n", range(len(WRONG)), ids=[one.split("\n")[0] for one in WRONG])
def test_a_wrong_literal_in_words(reasons: list[str], n: int) -> None:
    text = list(WRONG.values())[n]
    assert reasons[n].startswith(f"harness error: {text} (wrong.feature:")
