"""What stands in the Allure results: steps, labels, links, attachments; no noise."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from reports.allure_surroundings import categories
from reports.finish import derive, finish_allure
from rigs.rigfile import default_rig

if TYPE_CHECKING:
    from tests.plugin.conftest import Suite

pytest_plugins = "pytester"

Played = Callable[..., pytest.RunResult]

FEATURE = '''@clause:665a.9(c) @house
Feature: Bust It
  What it is about.

  Rule: It stays on the layout
    @device:shoe @device:table-controller @severity:critical @owner:lab-team
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
        {"name": "cards", "value": "9S AD", "excluded": True},
        {"name": "attempt", "value": "1", "excluded": True},
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
    assert labels(result, "owner") == ["lab-team"]
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
    assert len({one["name"] for one in categories}) == len(categories) == 7


@pytest.mark.parametrize(
    ("status", "message", "name"),
    [
        ("failed", "finding: said KH\nmust say QH", "Findings"),
        ("failed", "advisory: a house rule", "Advisories"),
        ("broken", "inconclusive: harness error: no such hand", "Harness errors"),
        ("broken", "inconclusive: the link ended", "Inconclusive"),
        ("broken", "interrupted: the run was cut short after step 2", "Interrupted"),
        ("broken", "superseded: a later result of this scenario counts", "Superseded"),
        ("skipped", "not run", "Not run"),
    ],
)
def test_each_kind_of_failure_has_one_category(status: str, message: str, name: str) -> None:
    fits = [
        one["name"]
        for one in categories()
        if status in one["matchedStatuses"] and re.fullmatch(one["messageRegex"], message)
    ]
    assert [one.split(":")[0] for one in fits] == [name]


EQUAL_ROWS = """
@clause:665a.9(c) @device:shoe
Feature: F
  Scenario Outline: holds <cards>
    When all is well
    Examples:
      | cards | why   |
      | 9S AD | one   |
      | 9S AD | one   |
"""


def test_equal_rows_have_histories_of_their_own(played: Played, suite: Suite) -> None:
    played(EQUAL_ROWS)
    found = list(suite.allure().values())
    assert len({one["historyId"] for one in found}) == 2
    assert len({one["testCaseId"] for one in found}) == 2, "Allure 3 goes by this"


def test_a_result_made_afterwards_goes_on_with_the_history(played: Played, suite: Suite) -> None:
    suite.pytester.makeini(INI)
    played(FEATURE, more=MORE)
    first = suite.allure()
    for path in (suite.path / "al").glob("*-result.json"):
        path.unlink()
    told = suite.json("run.json")
    scenarios = derive(suite.path / "out").judgement.scenarios
    finish_allure(suite.path / "al", told["run"], told["devices"], scenarios)
    made = suite.allure()
    assert set(made) == set(first)
    for name, one in first.items():
        for key in ("historyId", "testCaseId", "name", "fullName", "titlePath", "links", "status"):
            assert made[name][key] == one[key], key
        assert _parameters(made[name]) == _parameters(one), "Allure 3 makes its history id of them"
        worker = ("host", "thread", "language")
        assert made[name]["labels"] == [row for row in one["labels"] if row["name"] not in worker]
    [broken] = [one for one in made.values() if one["name"] == "stays with 9S AD"]
    assert labels(broken, "severity") == ["critical"]
    assert labels(broken, "owner") == ["lab-team"]
    assert "house" in labels(broken, "tag")


def _parameters(result: dict[str, Any]) -> list[dict[str, Any]]:
    """Without what they leave out where it is false."""
    return [{key: value for key, value in one.items() if value} for one in result["parameters"]]


def _same(result: dict[str, Any]) -> Any:
    """A result without what two runs cannot have in common."""
    text = json.dumps(result, sort_keys=True)
    text = re.sub(r'"(start|stop)": \d+', r'"\1": 0', text)
    text = re.sub(r'"[0-9a-f-]{36}(-attachment\.\w+)?"', '"id"', text)
    found = json.loads(text)
    # Which worker played it, and where steps were loaded from.
    found["labels"] = [one for one in found["labels"] if one["name"] not in ("host", "thread")]
    return found


def test_two_workers_write_the_same(suite: Suite) -> None:
    suite.pytester.makeini(INI)
    suite.player(MORE)
    suite.write(demo=FEATURE)
    suite.run_apart(".", "--alluredir=al")
    suite.run_apart(".", "--alluredir=al2", "-pxdist.plugin", "-n2")
    assert len(list((suite.path / "al2").glob("*-result.json"))) == 3
    alone, together = suite.allure(), suite.allure("al2")
    assert {name: _same(one) for name, one in alone.items()} == {
        name: _same(one) for name, one in together.items()
    }
    for name in ("environment.properties", "categories.json"):
        texts = [(suite.path / folder / name).read_text() for folder in ("al", "al2")]
        assert len({re.sub(r"(?m)^Run=.*$", "", text) for text in texts}) == 1


def test_attempts_are_numbered(played: Played, suite: Suite) -> None:
    played("Feature: F\n Scenario: one\n  When all is well\n", "--repeat=3")
    results = [json.loads(path.read_text()) for path in (suite.path / "al").glob("*-result.json")]
    numbers = [
        one["value"]
        for result in results
        for one in result["parameters"]
        if one["name"] == "attempt"
    ]
    assert sorted(numbers) == ["1", "2", "3"]
    assert len({result["historyId"] for result in results}) == 1
    assert len(list((suite.path / "out" / "records").iterdir())) == 3


def test_an_interrupted_scenario_is_not_passed(suite: Suite) -> None:
    suite.player()
    suite.write(demo="Feature: F\n Scenario: one\n  When all is well\n  And Ctrl-C is pressed\n")
    suite.run_apart(".", "--alluredir=al")
    results = [json.loads(path.read_text()) for path in (suite.path / "al").glob("*-result.json")]
    assert [one["status"] for one in results] == ["broken"]
    assert results[0]["statusDetails"]["message"].startswith("interrupted")


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
        'wrong,shoe-1,§ 665a.9(c),"said KH, must say QH"',
    ]
    assert attached["wire log"][1] == '{"hex": "3a30"}\n'
