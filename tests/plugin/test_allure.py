"""What stands in the Allure results: steps, labels, links, attachments; no noise."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from rigs.rigfile import default_rig

if TYPE_CHECKING:
    from tests.plugin.conftest import Suite

pytest_plugins = "pytester"

Played = Callable[..., pytest.RunResult]

FEATURE = '''@clause:665a.9(c) @house
Feature: Bust It
  What it is about.

  Rule: It stays on the layout
    @device:shoe @device:table-controller @severity:critical
    Scenario Outline: stays with <cards>
      Given a table
      When seat 2 holds <cards>
      And the wagers are
        | wager | amount |
        | bet   | 20.00  |
      And the dealer says
        """
        no more bets
        """
      Examples:
        | cards |
        | 9S AD |
        | 2C 3C |

  Scenario: breaks
    When the step is wrong
    And all is well
'''

MORE = """
import allure

@when(parsers.parse("seat {seat:d} holds {cards}"))
def _(play, seat, cards):
    with allure.step("look"):
        allure.attach("seen", "camera", allure.attachment_type.TEXT)

@when("the wagers are")
def _(datatable): pass

@when("the dealer says")
def _(docstring): pass
"""

INI = "[pytest]\nmarkers =\n  house: x\n"


@pytest.fixture
def results(played: Played, suite: Suite) -> dict[str, dict[str, Any]]:
    suite.pytester.makeini(INI)
    played(FEATURE, more=MORE)
    return suite.allure()


OUTLINE = "demo.it-stays-on-the-layout.stays-with-cards.9s-ad"


def labels(result: dict[str, Any], name: str) -> list[str]:
    return [one["value"] for one in result["labels"] if one["name"] == name]


def test_steps_with_keyword_status_and_time(results: dict[str, dict[str, Any]]) -> None:
    steps = results[OUTLINE]["steps"]
    assert [(one["name"], one["status"]) for one in steps] == [
        ("Given a table", "passed"),
        ("When seat 2 holds 9S AD", "passed"),
        ("And the wagers are", "passed"),
        ("And the dealer says", "passed"),
    ]
    assert all(one["start"] <= one["stop"] for one in steps)


def test_parameters_of_steps_and_rows(results: dict[str, dict[str, Any]]) -> None:
    result = results[OUTLINE]
    assert result["steps"][1]["parameters"] == [
        {"name": "seat", "value": "2"},
        {"name": "cards", "value": "9S AD"},
    ]
    assert result["parameters"] == [
        {"name": "rig", "value": "emulated"},
        {"name": "cards", "value": "9S AD"},
    ]


def test_tables_texts_and_what_a_step_attaches(
    results: dict[str, dict[str, Any]], suite: Suite
) -> None:
    steps = results[OUTLINE]["steps"]

    def attached(step: dict[str, Any]) -> list[tuple[str, str, str]]:
        return [
            (one["name"], one["type"], (suite.path / "al" / one["source"]).read_text())
            for one in step["attachments"]
        ]

    assert attached(steps[2]) == [("table", "text/csv", "wager,amount\nbet,20.00\n")]
    assert attached(steps[3]) == [("text", "text/plain", "no more bets")]
    [inner] = steps[1]["steps"]
    assert attached(inner) == [("camera", "text/plain", "seen")]


def test_labels_and_links(results: dict[str, dict[str, Any]]) -> None:
    result = results[OUTLINE]
    assert result["name"] == "stays with 9S AD"
    assert result["description"] == "What it is about."
    assert labels(result, "epic") == ["Chapter 665a: Double Attack Blackjack"]
    assert labels(result, "feature") == ["Bust It"]
    assert labels(result, "story") == ["It stays on the layout"]
    assert labels(result, "severity") == ["critical"]
    assert labels(result, "tag") == ["665a.9(c)", "shoe", "table-controller", "house"]
    [link] = result["links"]
    assert link["name"] == "§ 665a.9(c)"
    assert link["url"].startswith("https://")
    assert link["url"].endswith("s665a.9.html")


def test_a_broken_step_and_those_behind_it(results: dict[str, dict[str, Any]]) -> None:
    result = results["demo.it-stays-on-the-layout.breaks"]
    assert [one["status"] for one in result["steps"]] == ["broken", "skipped"]
    assert "ValueError: no such hand" in result["steps"][0]["statusDetails"]["message"]
    assert "raise ValueError" in result["steps"][0]["statusDetails"]["trace"]
    assert result["statusDetails"]["message"].startswith("inconclusive: harness error: ")


def test_one_file_a_scenario_and_no_container(
    results: dict[str, dict[str, Any]], suite: Suite
) -> None:
    names = [one.name for one in (suite.path / "al").iterdir()]
    assert sum(name.endswith("-result.json") for name in names) == len(results) == 3
    assert not [name for name in names if name.endswith("-container.json")]


def test_surroundings(results: dict[str, dict[str, Any]], suite: Suite) -> None:
    assert results
    environment = (suite.path / "al" / "environment.properties").read_text()
    assert "Rig=emulated\n" in environment
    assert "pytest=9." in environment
    categories = json.loads((suite.path / "al" / "categories.json").read_text())
    assert categories[0]["matchedStatuses"] == ["failed"]
    assert len({one["name"] for one in categories}) == len(categories) == 5


def test_a_history_for_each_rig_and_row(played: Played, suite: Suite) -> None:
    suite.pytester.makeini(INI)
    text = default_rig().read_text().replace('name = "emulated"', 'name = "lab-2"')
    assert 'name = "lab-2"' in text
    (suite.path / "lab.toml").write_text(text)
    played(FEATURE, more=MORE)
    first = suite.allure()
    for path in (suite.path / "al").iterdir():
        path.unlink()
    played(FEATURE, more=MORE)
    again = suite.allure()
    for path in (suite.path / "al").iterdir():
        path.unlink()
    played(FEATURE, "--rig=lab.toml", more=MORE)
    other = suite.allure()

    def histories(results: dict[str, dict[str, Any]]) -> dict[str, str]:
        return {name: one["historyId"] for name, one in results.items()}

    assert histories(first) == histories(again)
    assert len(set(histories(first).values())) == 3
    assert not set(histories(first).values()) & set(histories(other).values())


def test_labels_come_in_one_order(suite: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    """allure-pytest keeps labels in a set: evidence would differ from run to run."""
    suite.pytester.makeini(INI)
    orders = set()
    for seed in ("0", "1", "2"):
        for path in Path(suite.path).glob("al/*"):
            path.unlink()
        suite.player(MORE)
        suite.write(demo=FEATURE)
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        suite.run_apart(".", "--alluredir=al")
        orders.add(tuple(one["name"] for one in suite.allure()[OUTLINE]["labels"]))
    assert len(orders) == 1


def test_without_alluredir_nothing_is_written(suite: Suite) -> None:
    suite.player()
    suite.write(demo="Feature: F\n Scenario: one\n  When all is well\n")
    suite.run(".").assert_outcomes(passed=1)
    assert not list(suite.path.rglob("*-result.json"))


def test_epic_is_left_out_where_no_clause_is_named(played: Played, suite: Suite) -> None:
    played("Feature: F\n Scenario: one\n  When all is well\n")
    result = suite.allure()["demo.one"]
    assert labels(result, "epic") == []
    assert labels(result, "story") == ["F"]


BENCH = """
import pathlib

class Table(Player):
    def outcome(self):
        return {**super().outcome(), "table": {
            "game": "double-attack-blackjack",
            "dealer": {"cards": ["KH", "7C"], "hole": "up", "total": 17},
            "seats": [{"seat": 1, "hands": [
                {"hand": "1.1", "cards": ["9S", "AD"], "total": 20, "bet": "20.00"}]}]}}

@pytest.fixture
def play():
    return Table()

@when("a card is drawn")
def _(play, request):
    item = request.node
    effect = {"effect": "card", "role": "shoe", "data": {}, "clauses": ["685a.7(e)(1)"]}
    item.record.act(1, {"event": "DrawCard", "card": "KH"}, [effect], {})
    wire = pathlib.Path("out/wire")
    wire.mkdir(exist_ok=True)
    (wire / f"{item.planned.id}.{item.attempt}.jsonl").write_text('{"hex": "3a30"}\\n')
"""


def test_what_a_scenario_attaches(played: Played, suite: Suite) -> None:
    feature = (
        "Feature: F\n Scenario: one\n  When a card is drawn\n  And the device is wrong, finding\n"
    )
    played(feature, more=BENCH)
    attached = {
        one["name"]: (one["type"], (suite.path / "al" / one["source"]).read_text())
        for one in suite.allure()["demo.one"]["attachments"]
    }
    assert set(attached) == {"table", "ruling", "differences", "wire log"}
    kind, page = attached["table"]
    assert kind == "text/html"
    assert "king of hearts" in page
    assert "http://" not in page.replace("http://www.w3.org", ""), "it needs no network"
    assert json.loads(attached["ruling"][1])[0]["effects"][0]["clauses"] == ["685a.7(e)(1)"]
    assert attached["differences"][1].splitlines() == [
        "kind,device,clauses,what",
        'wrong,shoe-1,665a.9(c),"said KH, must say QH"',
    ]
    assert attached["wire log"][1] == '{"hex": "3a30"}\n'
