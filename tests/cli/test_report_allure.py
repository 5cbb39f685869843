"""`burncard report allure`, with a stand-in for the program of Allure."""

from __future__ import annotations

import json
import re
import stat
import subprocess
from pathlib import Path

import pytest

from burncard import allure
from burncard.errors import UsageError

PROGRAM = """#!/bin/sh
[ "$1" = --version ] && {{ echo {version}; exit 0; }}
printf '%s\\n' "$@" > "{folder}/called"
[ "$2" = --config ] && cp "$3" "{folder}/allurerc.mjs"
mkdir -p "{folder}/run/allure-report"
echo page > "{folder}/run/allure-report/index.html"
exit {code}
"""


@pytest.fixture
def run_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    results = tmp_path / "run" / "allure-results"
    results.mkdir(parents=True)
    (results / "1-result.json").write_text("{}")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "run"


def install(run_dir: Path, monkeypatch: pytest.MonkeyPatch, version: str, code: int = 0) -> None:
    place = run_dir.parent / "bin"
    place.mkdir()
    program = place / "allure"
    program.write_text(PROGRAM.format(version=version, folder=run_dir.parent, code=code))
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{place}:/usr/bin:/bin")


def test_where_there_is_none_it_says_how_to_install_it(
    run_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(UsageError, match=r"npm install --global allure@3\.18\.0") as caught:
        allure.render(run_dir, show=False)
    assert "\n" not in str(caught.value)


def test_a_directory_without_results_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no Allure results"):
        allure.render(tmp_path, show=False)


def test_allure_3_gets_a_configuration(
    run_dir: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(run_dir, monkeypatch, "3.18.0")
    stale = run_dir / "allure-report" / "old.html"
    stale.parent.mkdir()
    stale.touch()
    assert allure.render(run_dir, show=False) == 0
    assert not stale.exists()
    assert capsys.readouterr().out == f"Allure 3.18.0: {run_dir}/allure-report/index.html\n"
    text = (run_dir.parent / "allurerc.mjs").read_text()
    assert json.dumps(str(run_dir / "allure-history.jsonl")) in text
    assert text.count("new RegExp(") == 7
    assert "(?s)" not in text, "JavaScript does not know it"


def test_allure_2_is_given_the_results(run_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(run_dir, monkeypatch, "2.46.1")
    assert allure.render(run_dir, show=False) == 0
    called = (run_dir.parent / "called").read_text().split()
    assert called[:2] == ["generate", "--single-file"]
    assert called[-1] == str(run_dir / "allure-results")


def test_a_failure_is_one_line(run_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(run_dir, monkeypatch, "3.18.0", code=1)
    with pytest.raises(UsageError, match=r"allure generate: failed \(1\)"):
        allure.render(run_dir, show=False)


@pytest.mark.skipif(
    subprocess.run(["sh", "-c", "command -v node"], capture_output=True, check=False).returncode
    != 0,
    reason="no node to read the configuration",
)
def test_node_can_read_the_configuration(tmp_path: Path) -> None:
    config = tmp_path / "allurerc.mjs"
    config.write_text(allure.configuration(tmp_path / 'a "b"', tmp_path / "out"))
    script = (
        f"const c = (await import({json.dumps(str(config))})).default;"
        "const text = 'inconclusive: harness error\\nmore';"
        "console.log(c.categories.filter(k => k.matchers.message.test(text)).map(k => k.name));"
    )
    done = subprocess.run(
        ["node", "--input-type=module", "-e", script],
        capture_output=True,
        text=True,
        timeout=20,
        check=True,
    )
    assert re.findall(r"'(\w+ \w+):", done.stdout) == ["Harness errors"]
