"""The qualification judges the harness: a defect that nobody sees fails it; so do blind eyes."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from burncard import qualify as qualify_command
from reports.lines import Discrepancy
from reports.qualification import (
    CAUGHT,
    ELSEWHERE,
    MISSED,
    NOT_ASKED,
    NOT_PLAYED,
    Control,
    Result,
    judge,
    verdict,
)
from reports.verdicts import ScenarioVerdict
from rigs.defective import defect
from tests.cli.command import start

READER = "665a.1 Card reader device"
YES, NO = "665a.9(b)(2)(i)", "665a.9(b)(2)(ii)"


def played(name: str, *found: tuple[str, str, str], verdict: str = "finding") -> ScenarioVerdict:
    """A scenario in which these (role, clause, weight) were charged."""
    return ScenarioVerdict(
        id=name,
        name=name,
        clauses=(YES,),
        verdict=verdict if found or verdict != "finding" else "conforms",
        discrepancies=tuple(
            Discrepancy("wrong", role, weight, role=role, clauses=(clause,))  # type: ignore[arg-type]
            for role, clause, weight in found
        ),
    )


def judged(name: str, *scenarios: ScenarioVerdict, stopped: bool = False) -> Result:
    one = defect(name)
    result = Result(one.id, one.role, one.wrong, one.shows, one.clauses, one.standard,
                    one.needs, one.weight)  # fmt: skip
    judge(result, one, scenarios, stopped=stopped)
    return result


def test_caught_on_its_clause_and_the_others_are_missed() -> None:
    result = judged("queen-is-no-ten", played("a"), played("b", ("card-reader", YES, "finding")))
    assert result.result == CAUGHT
    assert result.matrix == {READER: MISSED, YES: CAUGHT}
    assert result.first == "b"
    assert result.shown is not None
    assert (result.shown.hits, result.shown.tries) == (1, 2)


def test_a_run_that_stopped_says_nothing_of_the_clauses_behind() -> None:
    found = played("b", ("card-reader", YES, "finding"))
    result = judged("queen-is-no-ten", played("a"), found, stopped=True)
    assert result.matrix == {READER: NOT_ASKED, YES: CAUGHT}
    assert result.shown is None


def test_the_right_device_on_another_clause_is_caught_elsewhere() -> None:
    result = judged("queen-is-no-ten", played("b", ("card-reader", "665a.7(g)", "finding")))
    assert result.result == ELSEWHERE
    assert result.matrix == {READER: MISSED, YES: MISSED, "665a.7(g)": ELSEWHERE}


def test_an_advisory_is_too_light_where_the_law_was_read() -> None:
    result = judged("queen-is-no-ten", played("b", ("card-reader", YES, "advisory")))
    assert (result.result, result.matrix[YES]) == (ELSEWHERE, MISSED)
    found = played("b", ("masque-reader", "685a.7~masque-insert", "advisory"))
    assert judged("lamp-stays-on", found).result == CAUGHT


def test_another_device_is_no_catch_but_wrongly_accused() -> None:
    result = judged("queen-is-no-ten", played("b", ("table-controller", YES, "finding")))
    assert result.result == MISSED
    assert result.accused == {"table-controller": [YES]}


def test_a_device_that_gives_no_evidence_must_be_named() -> None:
    named = played("a", verdict="inconclusive")
    named.reason = "shoe on /dev/pts/3: restarted"
    assert judged("restarts-in-mid-round", named).result == CAUGHT
    named.reason = "card-reader on /dev/pts/3: no answer"
    assert judged("restarts-in-mid-round", named).result == NOT_PLAYED


@pytest.mark.parametrize(
    ("results", "control", "expected"),
    [
        (["caught"], "conforms", 0),
        (["caught", "missed"], "conforms", 1),
        (["caught", "caught elsewhere"], "conforms", 1),
        (["caught", "not played"], "conforms", 3),
        (["caught"], "not fully verified", 3),
        (["missed", "not played"], "not fully verified", 1),
    ],
)
def test_the_exit_code(results: list[str], control: str, expected: int) -> None:
    one = judged("queen-is-no-ten", played("b", ("card-reader", YES, "finding")))
    found = [
        Result(one.id, one.role, one.wrong, one.shows, one.clauses, "", "", "", result=result)
        for result in results
    ]
    assert verdict(found, [Control(result=control)])[1] == expected


def test_a_finding_in_the_control_or_a_wrong_accusation_fails_it() -> None:
    one = judged("queen-is-no-ten", played("b", ("card-reader", YES, "finding")))
    assert verdict([one], [Control(result="finding", findings=["a"])])[1] == 1
    assert verdict([one], [])[1] == 3
    one.accused = {"shoe": [YES]}
    assert verdict([one], [Control(result="conforms")])[1] == 1


# -- the whole way ---------------------------------------------------------------------------------

KING_ONLY = """\
Feature: A reader that is asked about a king only

  @clause:665a.1_Card_reader_device @device:card-reader
  Scenario: A king under an ace
    Given a Double Attack Blackjack table
    And the shoe is stacked with AS 9S 6C KH
    And seat 1 bets 10.00
    When the round is dealt
    And the hole card is read
    Then the card reader answers Blackjack
"""

QUEEN_TOO = KING_ONLY + KING_ONLY.partition("\n\n")[2].replace("king", "queen").replace("KH", "QH")

BLIND = """\
import steps.compare

def sees_nothing(acts, devices, *rest, **more):
    return [], {role: True for role in devices if "/" not in role}

steps.compare.compare = sees_nothing
"""


def qualify(
    folder: Path, text: str, *, blind: bool = False
) -> tuple[CompletedProcess[str], dict[str, Any]]:
    """Qualify scenarios of our own against the reader that does not know the queen."""
    features = folder / "own.feature"
    features.write_text(text)
    arguments = ["qualify", "--defect", "queen-is-no-ten", "--features", str(features)]
    arguments += ["--controls", "1", "--out", str(folder / "out")]
    (folder / "blinded.py").write_text(BLIND)
    program = (
        "import sys; sys.path.insert(0, {folder!r})\n"
        "import burncard.qualify as q\n"
        "from burncard.cli import main\n"
        "q.PRELOADED = (*q.PRELOADED, *{more!r})\n"
        "if __name__ == '__main__': sys.exit(main({arguments!r}))\n"
    ).format(folder=str(folder), more=["blinded"] if blind else [], arguments=arguments)
    script = folder / "qualify_it.py"
    script.write_text(program)
    ended = start([sys.executable, str(script)], folder, limit=120)
    return ended, json.loads((folder / "out" / "qualification.json").read_text())


@pytest.mark.bench
def test_a_defect_that_no_scenario_can_see_is_named(tmp_path: Path) -> None:
    ended, found = qualify(tmp_path, KING_ONLY)
    assert ended.returncode == 1, ended.stdout + ended.stderr
    assert "queen-is-no-ten: missed" in ended.stdout
    assert found["verdict"] == "not qualified"
    assert found["counts"] == {"caught": 0, "caught elsewhere": 0, "missed": 1, "not played": 0}
    assert [one["result"] for one in found["controls"]] == ["conforms"]


@pytest.mark.bench
@pytest.mark.slow
def test_with_the_scenario_that_was_wanting_it_is_caught(tmp_path: Path) -> None:
    ended, found = qualify(tmp_path, QUEEN_TOO)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    one = found["defects"][0]
    assert one["matrix"][READER] == "caught"
    # It shows in one round of two: ln 0.05 / ln (1 - 0.01 / 2) = 597.6
    assert one["shown"]["rate"] == 0.5
    assert one["rounds"][0] == {"probability": 0.01, "confidence": 0.95, "rounds": 598}
    page = (tmp_path / "out" / "qualification.html").read_text()
    assert "queen-is-no-ten" in page
    assert "http://" not in page


@pytest.mark.bench
def test_a_blind_harness_does_not_qualify(tmp_path: Path) -> None:
    ended, found = qualify(tmp_path, QUEEN_TOO, blind=True)
    assert ended.returncode == 1, ended.stdout + ended.stderr
    assert found["defects"][0]["result"] == MISSED


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--defect", "queen-is-no-tin"], "near it: queen-is-no-ten"),
        (["--features", "nowhere.feature"], "no such file or folder"),
        (["--probability", "2"], "above 0 and up to 1"),
        (["-n", "0"], "no number from 1 to 64"),
    ],
)
def test_a_mistake_is_one_line(tmp_path: Path, arguments: list[str], why: str) -> None:
    ended = start([sys.executable, "-m", "burncard", "qualify", *arguments], tmp_path, limit=60)
    assert ended.returncode == 2
    assert why in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert not (tmp_path / "qualification").exists()


def test_ctrl_c_while_the_forks_are_prepared_is_not_for_their_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It would end amid its imports, with a traceback. We are told of it in its place."""
    heard: list[object] = []
    monkeypatch.setattr(
        "multiprocessing.forkserver.ensure_running",
        lambda: heard.append(signal.getsignal(signal.SIGINT)),
    )
    before = signal.getsignal(signal.SIGINT)
    qualify_command._serve_forks()
    assert heard == [signal.SIG_IGN]
    assert signal.getsignal(signal.SIGINT) is before
