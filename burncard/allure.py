"""`burncard report allure`: a run's Allure results as a page, by the Allure that is installed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import webbrowser
from pathlib import Path

from burncard.errors import UsageError

RESULTS = "allure-results"
REPORT = "allure-report"
HISTORY = "allure-history.jsonl"
LIMIT_S = 600
ADVICE = (
    "Allure is not installed; install it with `npm install --global allure@3.18.0` (Node 20 or "
    "newer), or Allure 2 with `npm install --global allure-commandline@2.46.1` (Java 17)"
)


def render(run_dir: Path, *, show: bool) -> int:
    """Write ``allure-report/index.html``, one file, and say where it is.

    Args:
        run_dir: the directory of a run.
        show: open it in the browser, too.

    Raises:
        UsageError: there are no results, no Allure, or Allure cannot render them.
    """
    results = run_dir / RESULTS
    if not results.is_dir() or not any(results.glob("*-result.json")):
        raise UsageError(
            f"{results}: no Allure results; name the directory of a run, which has them"
        )
    program = _program()
    version = _run([program, "--version"], run_dir).strip().split()[-1:] or ["?"]
    target = run_dir / REPORT
    shutil.rmtree(target, ignore_errors=True)  # Allure leaves the pages of an earlier run there
    if version[0].startswith("2."):
        _run([program, "generate", "--single-file", "-o", str(target.absolute()), str(results)])
    else:
        _allure_3(program, run_dir, results, target)
    page = target / "index.html"
    if not page.is_file():
        raise UsageError(f"{program} {version[0]} wrote no {page}; Allure 3.18.0 and 2.46.1 do")
    print(f"Allure {version[0]}: {page}")
    if show and not webbrowser.open(page.absolute().as_uri()):
        print("note: no browser could be opened; open the file yourself")
    return 0


def _program() -> str:
    beside = Path("node_modules/.bin/allure")
    found = shutil.which("allure") or (str(beside.absolute()) if beside.exists() else None)
    if found is None:
        raise UsageError(ADVICE)
    return found


def _allure_3(program: str, run_dir: Path, results: Path, target: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="burncard-allure-") as folder:
        config = Path(folder) / "allurerc.mjs"
        config.write_text(configuration(run_dir.absolute(), target.absolute()), "utf-8")
        words = [program, "generate", "--config", str(config), str(results.absolute())]
        _run(words, Path(folder))


def configuration(run_dir: Path, target: Path) -> str:
    """Allure 3's configuration: it does not read ``categories.json`` for its own page."""
    from reports.allure_surroundings import categories

    kinds = ",".join(
        f"{{name: {json.dumps(one['name'])}, matchers: {{statuses: "
        f"{json.dumps(one['matchedStatuses'])}, "
        # JavaScript takes the flag behind the expression only.
        f"message: new RegExp({json.dumps(one['messageRegex'].removeprefix('(?s)'))}, 's')}}}}"
        for one in categories()
    )
    options = {"singleFile": True, "groupBy": ["epic", "feature", "story"]}
    return (
        "export default {\n"
        f'name: "Burncard",\noutput: {json.dumps(str(target))},\n'
        f"historyPath: {json.dumps(str(run_dir / HISTORY))},\nappendHistory: true,\n"
        f"historyLimit: 50,\ncategories: [{kinds}],\n"
        f"plugins: {{awesome: {{options: {json.dumps(options)}}}}},\n}};\n"
    )


def _run(words: list[str], folder: Path | None = None) -> str:
    """What a program prints.

    Raises:
        UsageError: it cannot be started, fails, or takes longer than `LIMIT_S`.
    """
    environment = {**os.environ, "NO_COLOR": "1", "ALLURE_NO_ANALYTICS": "1"}
    try:
        done = subprocess.run(
            words,
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=LIMIT_S,
        )
    except OSError as error:
        raise UsageError(f"{words[0]}: cannot be started: {error.strerror}") from error
    except subprocess.TimeoutExpired as error:
        raise UsageError(f"{words[0]}: not done after {LIMIT_S} s; stopped") from error
    if done.returncode:
        told = (done.stderr.strip() or done.stdout.strip() or "it says nothing").splitlines()
        raise UsageError(f"{words[0]} {words[1]}: failed ({done.returncode}): {told[-1]}")
    return done.stdout
