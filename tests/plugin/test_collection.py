"""What is wrong with a feature file is said at collection, with its place; nothing is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.plugin.conftest import Suite

pytest_plugins = "pytester"

STEPS = """
from pytest_bdd import given, when, then, parsers
@given("a table")
def _(): pass
@when(parsers.parse("{amount:d} is bet"))
def _(amount): pass
"""


def errors(result: pytest.RunResult) -> list[str]:
    """The lines of the collection errors that name a feature file."""
    return [line for line in result.outlines if ".feature:" in line and "::" not in line]


def refused(suite: Suite, feature: str, steps: str = STEPS) -> list[str]:
    """Collect `feature`, which must fail before anything runs; its errors from file name on."""
    suite.steps(steps)
    suite.write(demo=feature)
    result = suite.run(".")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert not (suite.path / "out").exists()
    assert "Traceback" not in result.stdout.str()
    return [line[line.index("demo.feature:") :] for line in errors(result)]


def test_a_feature_is_played_where_it_is_named(suite: Suite) -> None:
    suite.steps(STEPS)
    suite.write(
        demo="Feature: F\n Scenario: one\n  Given a table\n Scenario: two\n  When 5 is bet\n"
    )
    result = suite.run("demo.feature", "-v")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["*demo.feature::one PASSED*", "*demo.feature::two PASSED*"])


def test_one_scenario_can_be_chosen_by_its_node_id(suite: Suite) -> None:
    suite.steps(STEPS)
    suite.write(
        demo="Feature: F\n Scenario: one\n  Given a table\n Scenario: two\n  When 5 is bet\n"
    )
    suite.run("demo.feature::two").assert_outcomes(passed=1)
    assert suite.json("plan.json")["run"]["deselected"] == ["demo.one"]


def test_two_scenarios_of_one_name(suite: Suite) -> None:
    feature = """Feature: F
  Scenario: same
    Given a table
  Rule: R
    Scenario: same
      Given a table
    Scenario: other
      Given a table
"""
    assert refused(suite, feature) == [
        "demo.feature:5: a second scenario with the name 'same' (the first is in line 2): "
        "pytest-bdd would drop one; give each its own name"
    ]


def test_two_scenarios_without_a_name(suite: Suite) -> None:
    feature = "Feature: F\n Scenario:\n  Given a table\n Scenario:\n  Given a table\n"
    assert refused(suite, feature)[0].startswith("demo.feature:4: a second scenario with the name")


def test_every_undefined_step_is_listed(suite: Suite) -> None:
    feature = """Feature: F
  Background:
    Given a chair
  Scenario: one
    Given a table
    When ten is bet
  Scenario: two
    Then nobody wrote this
"""
    assert refused(suite, feature) == [
        "demo.feature:3: Given a chair: no step definition has this text",
        "demo.feature:6: When ten is bet: no step definition has this text",
        "demo.feature:8: Then nobody wrote this: no step definition has this text",
    ]


def test_a_step_of_another_type_is_not_defined(suite: Suite) -> None:
    found = refused(suite, "Feature: F\n Scenario: one\n  When a table\n")
    assert found == ["demo.feature:3: When a table: no step definition has this text"]


def test_an_ambiguous_step(suite: Suite) -> None:
    steps = STEPS + '\n@given(parsers.re("a t.*"))\ndef _(): pass\n'
    [found] = refused(suite, "Feature: F\n Scenario: one\n  Given a table\n", steps)
    assert found.startswith("demo.feature:3: Given a table: ambiguous, ")
    assert found.endswith(" both define it")
    assert "conftest.py:2 and " in found


def test_a_nearer_definition_is_not_ambiguous(suite: Suite) -> None:
    suite.steps("from pytest_bdd import given\n@given('a table')\ndef _(): raise ValueError\n")
    suite.pytester.mkdir("near")
    (suite.path / "near" / "conftest.py").write_text(STEPS)
    (suite.path / "near" / "demo.feature").write_text(
        "Feature: F\n Scenario: one\n  Given a table\n"
    )
    suite.run(".").assert_outcomes(passed=1)


@pytest.mark.parametrize("body", ["pass", "yield"])
def test_an_asynchronous_step(suite: Suite, body: str) -> None:
    steps = f"from pytest_bdd import given\n@given('a table')\nasync def slow(): {body}\n"
    [found] = refused(suite, "Feature: F\n Scenario: one\n  Given a table\n", steps)
    assert "conftest.py:2 defines it with `async def`, which would never run" in found


def test_arguments_that_cannot_be_read(suite: Suite) -> None:
    steps = (
        "from pytest_bdd import given, parsers\n"
        "@given(parsers.parse('{n} cards'), converters={'n': int})\n"
        "def _(n): pass\n"
    )
    [found] = refused(suite, "Feature: F\n Scenario: one\n  Given six cards\n", steps)
    assert found.startswith("demo.feature:3: Given six cards: its arguments cannot be read: ")
    assert "ValueError" in found


@pytest.mark.parametrize(
    ("argument", "what"),
    [("datatable", "a table below it"), ("docstring", "a text between triple quotes below it")],
)
def test_a_table_or_text_that_is_missing(suite: Suite, argument: str, what: str) -> None:
    steps = f"from pytest_bdd import given\n@given('a table')\ndef _({argument}): pass\n"
    found = refused(suite, "Feature: F\n Scenario: one\n  Given a table\n", steps)
    assert found == [f"demo.feature:3: Given a table: needs {what}"]


def test_unknown_clause_and_device(suite: Suite) -> None:
    feature = """@clause:665a.9(z)
Feature: F
  @device:card-raeder
  Scenario Outline: one
    Given a table
    @clause:685a.12(zz)
    Examples:
      | a |
      | 1 |
"""
    found = refused(suite, feature)
    assert [line.partition(";")[0] for line in found] == [
        "demo.feature:1: tag @clause:665a.9(z): there is no such clause of the law",
        "demo.feature:6: tag @clause:685a.12(zz): there is no such clause of the law",
        "demo.feature:3: tag @device:card-raeder: there is no such device role",
    ]
    assert found[2].endswith("did you mean @device:card-reader?")


def test_an_unknown_severity(suite: Suite) -> None:
    [found] = refused(suite, "@severity:high\nFeature: F\n Scenario: one\n  Given a table\n")
    assert found.startswith("demo.feature:1: tag @severity:high: there is no such severity")


def test_a_scenario_that_could_only_pass(suite: Suite) -> None:
    [found] = refused(suite, "Feature: F\n Scenario: one\n")
    assert found == "demo.feature:2: scenario 'one' has no step, so it could only pass; give it one"


def test_examples_without_a_row(suite: Suite) -> None:
    feature = "Feature: F\n Scenario Outline: one\n  When <n> is bet\n  Examples:\n   | n |\n"
    [found] = refused(suite, feature)
    assert found.startswith("demo.feature:2: the Examples of 'one' have no row")


def test_a_column_that_is_missing(suite: Suite) -> None:
    feature = (
        "Feature: F\n Scenario Outline: one\n  When <n> is bet\n  Examples:\n   | m |\n   | 1 |\n"
    )
    found = refused(suite, feature)
    assert "demo.feature:3: <n> in step '<n> is bet' has no column in the Examples of line 4" in (
        found
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Feature: F\n Scenario: one\n  Given a table\n  Nonsense here\n", 4),
        ("Scenario: one\n  Given a table\n", 1),
        ("Feature: F\n Scenario: one\n  And a table\n", 3),
        ("Feature: F\n Scenario: one\n  Given a table\n   | a | b |\n   | 1 |\n", 5),
    ],
)
def test_what_is_no_gherkin(suite: Suite, text: str, line: int) -> None:
    assert refused(suite, text)[0].startswith(f"demo.feature:{line}: ")


def test_what_is_not_utf8(suite: Suite) -> None:
    suite.steps(STEPS)
    (suite.path / "demo.feature").write_bytes(b"Feature: \xff\n Scenario: one\n  Given a table\n")
    result = suite.run(".")
    result.stdout.fnmatch_lines(["*demo.feature:1: is not UTF-8 text (byte 9)"])


@pytest.mark.parametrize("text", ["", "\n", "# only a comment\n"])
def test_an_empty_file_is_no_error(suite: Suite, text: str) -> None:
    suite.write(demo=text)
    assert suite.run(".").ret == pytest.ExitCode.NO_TESTS_COLLECTED


TAGGED = """@clause:665a.9(c)
Feature: F
  @device:card-reader @smoke
  Scenario: one
    Given a table
  @device:shoe
  Scenario Outline: two <n>
    When <n> is bet
    @clause:665a.9(d)
    Examples:
      | n |
      | 1 |
    Examples:
      | n |
      | 2 |
"""


@pytest.mark.parametrize(
    ("select", "ids"),
    [
        (("-m", "device(name='card-reader')"), {"demo.one"}),
        (("-m", "clause(id='665a.9(d)')"), {"demo.two-n.1"}),
        (("-m", "smoke"), {"demo.one"}),
        (("-k", "card-reader"), {"demo.one"}),
        (("-k", "665a.9.d"), {"demo.two-n.1"}),
        (("-k", "two and not 665a.9.d"), {"demo.two-n.2"}),
        (("-k", "demo.two-n.2"), {"demo.two-n.2"}),
    ],
)
def test_tags_select(suite: Suite, select: tuple[str, str], ids: set[str]) -> None:
    suite.steps(STEPS)
    suite.write(demo=TAGGED)
    suite.pytester.makeini("[pytest]\nmarkers =\n  smoke: quick")
    suite.run(".", "--strict-markers", *select)
    plan = suite.json("plan.json")
    chosen = {one["id"] for one in plan["scenarios"]}
    assert chosen == ids
    everything = {"demo.one", "demo.two-n.1", "demo.two-n.2"}
    assert set(plan["run"]["deselected"]) == everything - ids
    assert plan["run"]["partial"] is True


def test_clauses_and_devices_of_a_row(suite: Suite) -> None:
    suite.steps(STEPS)
    suite.write(demo=TAGGED)
    suite.pytester.makeini("[pytest]\nmarkers =\n  smoke: quick")
    suite.run(".")
    plan = {one["id"]: one for one in suite.json("plan.json")["scenarios"]}
    assert plan["demo.two-n.1"]["clauses"] == ["665a.9(c)", "665a.9(d)"]
    assert plan["demo.two-n.2"]["clauses"] == ["665a.9(c)"]
    assert plan["demo.two-n.2"]["devices"] == ["shoe"]
    assert plan["demo.two-n.2"]["name"] == "two 2"


def test_strict_markers_refuse_other_tags(suite: Suite) -> None:
    suite.steps(STEPS)
    # pytest remembers the markers of earlier sessions in one process, so a name of its own.
    suite.write(demo=TAGGED.replace("@smoke", "@unheard_of"))
    result = suite.run(".", "--strict-markers")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["*'unheard_of' not found in `markers` configuration option*"])


def test_two_files_whose_scenarios_share_an_id(suite: Suite) -> None:
    suite.steps(STEPS)
    for folder in ("a", "b"):
        suite.pytester.mkdir(folder)
        (suite.path / folder / "demo.feature").write_text(
            "Feature: F\n Scenario: one\n  Given a table\n"
        )
    result = suite.run(".")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(
        ["*b/demo.feature:2: its id demo.one is that of *a/demo.feature:2 too; rename one*"]
    )
    assert not (suite.path / "out").exists()


# -- beside other people's tests -------------------------------------------------------------------


def test_other_suites_are_left_alone(pytester: pytest.Pytester) -> None:
    (pytester.path / "features").mkdir()
    (pytester.path / "features" / "theirs.feature").write_text(
        "Feature: F\n Scenario: one\n  Given a chair\n"
    )
    pytester.makepyfile(
        test_theirs="from pytest_bdd import given, scenarios\nscenarios('features')\n"
        "@given('a chair')\ndef _(): pass\n"
    )
    result = pytester.runpytest_inprocess(
        "--disable-plugin-autoload", "-ppytest_bdd.plugin", "-psteps.plugin", "--strict-markers"
    )
    result.assert_outcomes(passed=1)
    assert not (pytester.path / "out").exists()
