"""What devices say stands in Allure as text that can be seen, and does not fill it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from allure_commons import model2

from reports.allure import Played, dress
from reports.allure_repair import align
from reports.allure_surroundings import write
from reports.lines import Discrepancy
from reports.records import Scenario, open_record
from reports.verdicts import ScenarioVerdict

EVIL = "<script>alert(1)</script>\x1b[31m\x00\u202eevil\u2066"
SEEN = "<script>alert(1)</script>␛[31m␀<U+202E>evil<U+2066>"
NEVER = set("\x1b\x00\u202e\u2066")


class Reporter:
    """Keeps what would be attached."""

    def __init__(self) -> None:
        self.attached: dict[str, str] = {}

    def start_step(self, *_: object) -> None: ...

    def stop_step(self, *_: object, **__: object) -> None: ...

    def attach_data(self, uuid: str, body: str, **what: Any) -> None:
        self.attached[what["name"]] = body

    def attach_file(self, uuid: str, source: Path, **what: object) -> None: ...


def dressed(run_dir: Path, text: str) -> tuple[Any, Mapping[str, str]]:
    planned = Scenario("s1", "One", clauses=("665a.9(c)",), devices=("shoe",))
    found = Discrepancy(
        kind="wrong", device=text, role="shoe", weight="finding", clauses=("665a.9(c)",), text=text
    )
    with open_record(run_dir, planned) as record:
        record.close("finding", discrepancies=[found], judged={"shoe": True})
    result, reporter = model2.TestResult(uuid="u"), Reporter()
    dress(reporter, result, Played(planned, 1, "", "normal", (), {}, "lab"), run_dir)
    return result, reporter.attached


def test_a_message_and_the_differences(tmp_path: Path) -> None:
    result, attached = dressed(tmp_path, EVIL)
    assert result.statusDetails.message == f"finding: {SEEN}"
    assert SEEN in attached["differences"]
    assert not NEVER & set(attached["differences"])


def test_megabytes_are_cut_and_say_so(tmp_path: Path) -> None:
    result, attached = dressed(tmp_path, "x" * 3_000_000)
    message = result.statusDetails.message
    assert len(message) < 10_000
    assert message.startswith("finding: xxx")
    assert message.endswith("more)")
    assert len(attached["differences"]) < 10_000


def test_a_result_made_afterwards(tmp_path: Path) -> None:
    align(tmp_path, [ScenarioVerdict("s1", "One", verdict="inconclusive", reason=EVIL)], "lab")
    [made] = tmp_path.glob("*-result.json")
    assert json.loads(made.read_text())["statusDetails"]["message"] == f"inconclusive: {SEEN}"


def test_the_environment_is_lines_of_key_and_value(tmp_path: Path) -> None:
    identity = {"maker": EVIL, "model": "M\nRig=other", "serial": "C:\\1"}
    write(tmp_path, {}, [{"name": "shoe", "identity": identity}], "lab")
    text = (tmp_path / "environment.properties").read_text()
    assert text == f"Rig=lab\nDevice.shoe={SEEN} M Rig=other C:\\\\1\n"
