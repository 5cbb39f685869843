"""`burncard law`: clause, scenarios, devices; what has no scenario is told by the exit code."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import CHECKOUT, Run, environment

PARAGRAPHS = {
    *(f"665a.9{letters}" for letters in ("(a)", "(b)(1)", "(b)(2)(i)", "(b)(2)(ii)", "(c)", "(d)")),
    *(f"685a.12({letter})" for letter in "abcdefghijk"),
}
"""The deepest paragraphs of both sections, as the law numbers them."""


def _features(folder: Path, clauses: set[str]) -> Path:
    """A feature file with one scenario for each clause."""
    path = folder / "some.feature"
    path.write_text(
        "Feature: Some\n"
        + "".join(
            f"\n  @clause:{clause} @device:shoe\n  Scenario: About {clause}\n    When it is\n"
            for clause in sorted(clauses)
        )
    )
    return path


def test_every_paragraph_of_both_sections_has_a_scenario_of_ours(burncard: Run) -> None:
    done = burncard("law")
    assert done.returncode == 0, done.stdout[-2000:]
    assert "NO SCENARIO" not in done.stdout


def test_a_clause_with_its_scenarios_and_devices(burncard: Run) -> None:
    done = burncard("law", "665a.9(b)(2)(i)", cwd=CHECKOUT)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "§ 665a.9(b)(2)(i)" in done.stdout
    assert "card-reader" in done.stdout
    assert "features/double_attack_665a/" in done.stdout
    assert "665a.9(c)" not in done.stdout


def test_each_paragraph_without_a_scenario_is_named(burncard: Run, tmp_path: Path) -> None:
    some = _features(tmp_path, PARAGRAPHS - {"685a.12(k)", "665a.9(b)(1)"})
    done = burncard("law", "--features", str(some))
    assert done.returncode == 1
    assert "without a scenario: § 665a.9(b)(1), § 685a.12(k)" in done.stdout


def test_a_scenario_of_the_paragraph_around_does_not_count(burncard: Run, tmp_path: Path) -> None:
    some = _features(tmp_path, {"665a.9(b)", "665a.9(b)(2)"})
    done = burncard("law", "--json", "--features", str(some))
    assert done.returncode == 1
    assert set(json.loads(done.stdout)["untested"]) == PARAGRAPHS


def test_a_whole_set_is_enough(burncard: Run, tmp_path: Path) -> None:
    done = burncard("law", "--json", "--features", str(_features(tmp_path, PARAGRAPHS)))
    said = json.loads(done.stdout)
    assert (done.returncode, said["untested"], said["unknown"]) == (0, [], [])


def test_a_tag_that_names_no_clause_is_told(burncard: Run, tmp_path: Path) -> None:
    some = _features(tmp_path, PARAGRAPHS | {"665a.99(a)"})
    done = burncard("law", "--features", str(some))
    assert done.returncode == 1
    assert "665a.99(a)" in done.stdout.splitlines()[-1]


def test_one_clause_answers_for_itself_alone(burncard: Run, tmp_path: Path) -> None:
    some = _features(tmp_path, {"665a.9(c)"})
    assert burncard("law", "665a.9(c)", "--features", str(some)).returncode == 0
    assert burncard("law", "665a.9(d)", "--features", str(some)).returncode == 1
    assert burncard("law", "665a.9", "--features", str(some)).returncode == 1


def test_house_rules_with_values_and_reasons(burncard: Run) -> None:
    done = burncard("law", "--house-rules")
    assert done.returncode == 0
    assert "surrender_half_rounding = exact" in done.stdout
    assert done.stdout.count("reason: ") >= 20
    said = json.loads(burncard("law", "--house-rules", "--json").stdout)
    assert set(said) == {"double-attack-blackjack", "down-under-blackjack"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("665a.9(z)",), "'665a.9(z)'"),
        (("9.9",), "'9.9'"),
        (("",), "no clause is named; write one as '665a.9(b)(1)'"),
        (("58 Pa. Code § ",), "no clause is named"),
        (("--house-rules", ""), "no clause is named"),
        (("--features", "gone.feature"), "gone.feature: no such file or folder"),
    ],
)
def test_a_mistake_is_one_line(burncard: Run, words: tuple[str, ...], said: str) -> None:
    done = burncard("law", *words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_bad_feature_file_is_named_with_its_line(burncard: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.feature").write_text("\nScenario: no feature\n")
    done = burncard("law", "--features", "bad.feature")
    assert done.returncode == 2
    assert done.stderr.startswith("burncard: bad.feature:2: ")
    assert done.stderr.count("\n") == 1


def test_a_reader_that_goes_away_draws_no_traceback(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "burncard", "law"],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        errors = process.stderr.read()
        assert process.wait(timeout=30) == 141
    assert errors == ""
