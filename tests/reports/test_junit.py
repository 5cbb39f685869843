"""``junit.xml`` as CI servers read it, and GitHub's summary."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from reports.finish import finish
from reports.github import MOST_ROWS, append_step_summary, step_summary
from reports.junit import junit
from reports.lines import Discrepancy
from reports.verdicts import ScenarioVerdict, Verdicts
from tests.reports.sample_run import write_run


def scenario(id_: str, verdict: str, **more: Any) -> ScenarioVerdict:
    told: dict[str, Any] = {
        "id": id_,
        "name": id_.upper(),
        "feature": "Surrender",
        "file": "features/double_attack_665a/s665a_09.feature",
        "line": 12,
        "clauses": ("665a.9(c)", "665a.9(d)"),
        "devices": ("shoe",),
        "verdict": verdict,
        "attempt": 1,
        "ms": 1500.0,
    }
    return ScenarioVerdict(**{**told, **more})


def parsed(*scenarios: ScenarioVerdict) -> ET.Element:
    return ET.fromstring(junit({"id": "r1"}, scenarios, "lab-1"))  # noqa: S314 - our own


def properties(case: ET.Element, name: str) -> list[str | None]:
    return [
        one.get("value") for one in case.iterfind("properties/property") if one.get("name") == name
    ]


@pytest.mark.parametrize(
    ("verdict", "element"),
    [
        ("conforms", None),
        ("finding", "failure"),
        ("advisory", "failure"),
        ("inconclusive", "error"),
        ("interrupted", "error"),
        ("not run", "skipped"),
    ],
)
def test_each_verdict_has_its_element(verdict: str, element: str | None) -> None:
    root = parsed(scenario("a", verdict, reason="why it is so"))
    [case] = root.iter("testcase")
    found = [one for one in case if one.tag in ("failure", "error", "skipped")]
    assert [one.tag for one in found] == ([element] if element else [])
    assert all(one.get("message") == f"{verdict}: why it is so" for one in found)
    assert "why it is so" in str(case.findtext("system-out"))
    assert properties(case, "verdict") == [verdict]


def test_what_a_case_says_of_itself() -> None:
    [case] = parsed(scenario("a", "conforms")).iter("testcase")
    assert case.attrib == {
        "name": "A",
        "classname": "double_attack_665a.s665a_09",
        "time": "1.500",
        "file": "features/double_attack_665a/s665a_09.feature",
        "line": "12",
    }
    assert properties(case, "clause") == ["665a.9(c)", "665a.9(d)"]
    assert properties(case, "device") == ["shoe"]
    # Readers of Surefire's schema want what a case consists of in this order.
    assert [one.tag for one in case] == ["properties", "system-out"]


def test_the_sums_are_those_of_the_cases() -> None:
    root = parsed(
        scenario("a", "finding"),
        scenario("b", "advisory"),
        scenario("c", "inconclusive"),
        scenario("d", "not run", ms=None),
        scenario("e", "conforms", file="features/other.feature", feature="Other"),
    )
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("5", "2", "1")
    assert root.get("time") == "6.000"
    first, second = root
    sums = ("tests", "failures", "errors", "skipped")
    assert [first.get(key) for key in sums] == ["4", "2", "1", "1"]
    assert [second.get(key) for key in sums] == ["1", "0", "0", "0"]
    assert first.get("name") == "Surrender"


def test_cases_of_one_name_stay_apart() -> None:
    cases = parsed(
        scenario("a", "conforms", name="same"), scenario("b", "finding", name="same")
    ).iter("testcase")
    assert [one.get("name") for one in cases] == ["same (a)", "same (b)"]


def test_what_a_device_says_cannot_break_the_file() -> None:
    bad = "\x00\x1b[31m<b>]]>\ud800\u202e\uffff &amp;" + "x" * 3_000_000
    found = Discrepancy(
        kind="wrong", device="shoe\x00", weight="finding", clauses=("665a.9(c)",), text=bad
    )
    text = junit({}, [scenario("a", "finding", reason=bad, discrepancies=(found,))], "lab\x07")
    assert len(text) < 200_000
    [case] = ET.fromstring(text.encode()).iter("testcase")  # noqa: S314
    failure = case.find("failure")
    assert failure is not None
    told = str(failure.text)
    assert "␀␛[31m<b>]]><U+D800><U+202E><U+FFFF> &amp;xxx" in told
    assert "665a.9(c)" in told


def test_a_run_leaves_one(tmp_path: Path) -> None:
    write_run(tmp_path)
    summary = finish(tmp_path)
    root = ET.parse(tmp_path / "junit.xml").getroot()  # noqa: S314
    told = {one.id: one.verdict for one in summary.scenarios}
    assert {
        str(properties(case, "scenario")[0]): properties(case, "verdict")[0]
        for case in root.iter("testcase")
    } == told
    assert Counter(told.values())["finding"] > 0


JENKINS = {
    # The schema junit-10 of Jenkins: element to attributes, and to elements below.
    "testsuites": ("name time tests failures errors", "testsuite"),
    "testsuite": (
        "name tests failures errors time skipped timestamp hostname id package file",
        "properties testcase system-out",
    ),
    # GitHub and GitLab read `file` and `line`, pytest writes `properties`; that schema does not
    # know these three, and Jenkins itself passes over them.
    "testcase": ("name time classname file line", "skipped error failure system-out properties"),
    "failure": ("type message", ""),
    "error": ("type message", ""),
    "skipped": ("type message", ""),
    "properties": ("", "property"),
    "property": ("name value", ""),
    "system-out": ("", ""),
}


def test_there_is_nothing_that_the_common_schema_does_not_know(tmp_path: Path) -> None:
    write_run(tmp_path)
    finish(tmp_path)
    root = ET.parse(tmp_path / "junit.xml").getroot()  # noqa: S314
    assert root.tag == "testsuites"
    for one in root.iter():
        attributes, children = JENKINS[one.tag]
        assert set(one.keys()) <= set(attributes.split()), one.tag
        assert {child.tag for child in one} <= set(children.split()), one.tag
    for suite in root:
        assert set(suite.keys()) >= {"name", "tests", "failures", "errors"}
    assert all(one.get("name") for one in root.iter("testcase"))


# -- GitHub ----------------------------------------------------------------------------------------


def test_the_summary_lists_what_does_not_conform_worst_first() -> None:
    verdicts = Verdicts(
        overall="finding",
        exit_code=1,
        counts={"finding": 1, "advisory": 0, "inconclusive": 1, "conforms": 7},
    )
    text = step_summary(
        verdicts,
        [scenario("ok", "conforms"), scenario("b", "inconclusive"), scenario("a", "finding")],
    )
    assert text.startswith("## Burncard: ❌ finding\n")
    assert "| ✅ conforms | 7 |" in text
    assert "advisory" not in text
    rows = [line for line in text.splitlines() if "<sub>" in line]
    assert "§ 665a.9&#40;c&#41; § 665a.9&#40;d&#41;" in rows[0]
    assert [row.split("<sub>")[1].split("<")[0] for row in rows] == ["a", "b"]


def test_a_reason_is_no_markdown() -> None:
    bad = "a|b <img src=x> [x](http://e.com) @team `c`\n# d"
    text = step_summary(
        Verdicts(overall="finding", exit_code=1), [scenario("a", "finding", reason=bad)]
    )
    [row] = [line for line in text.splitlines() if "<sub>" in line]
    assert row.count("|") == 5
    assert "&lt;img" in row
    assert not any(one in row for one in ("<img", "[", "@team", "`", "http://"))


def test_a_long_summary_is_cut() -> None:
    many = [scenario(f"s{number}", "finding", reason="x" * 5000) for number in range(2000)]
    text = step_summary(Verdicts(overall="finding", exit_code=1), many)
    assert len(text.encode()) < 1_000_000
    assert f"and {2000 - MOST_ROWS} more" in text


def test_it_is_appended_where_github_says(tmp_path: Path) -> None:
    file = tmp_path / "summary.md"
    file.write_text("before\n")
    verdicts = Verdicts(overall="conforms", exit_code=0, counts={"conforms": 1})
    append_step_summary(verdicts, [scenario("a", "conforms")], {})
    assert file.read_text() == "before\n"
    append_step_summary(verdicts, [scenario("a", "conforms")], {"GITHUB_STEP_SUMMARY": str(file)})
    assert file.read_text().startswith("before\n## Burncard: ✅ conforms\n")


def test_a_difference_cites_its_clauses_once() -> None:
    texts = ["wrong chips: § 665a.9(c)", "wrong chips"]
    found = [
        Discrepancy("wrong", "shoe", "finding", clauses=("665a.9(c)",), text=one) for one in texts
    ]
    [case] = parsed(scenario("a", "finding", discrepancies=tuple(found))).iter("testcase")
    told = str(case.findtext("failure")).splitlines()
    assert [one.count("§ 665a.9(c)") for one in told] == [1, 1]
