"""How long the report of many scenarios takes, how large it is, and how fast it opens.

    python benchmarks/report/reporting.py RUN_DIR [--scenarios 10000] [--allure PATH]

RUN_DIR is a finished run; its records (and Allure results) are taken again and again under new ids.
The page is opened in headless Chromium, where there is one. With ``--allure``, the same number of
Allure results is rendered by that program, and the page it makes is opened in the same way.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import http.server
import itertools
import json
import resource
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from reports.finish import finish


def multiply(source: Path, target: Path, number: int) -> None:
    """Write a run of `number` scenarios from those of `source`."""
    plan = json.loads((source / "plan.json").read_text())
    (target / "records").mkdir(parents=True)
    shutil.copytree(source / "bench", target / "bench")
    shutil.copy(source / "ended.json", target)
    scenarios = []
    for place, one in zip(range(number), itertools.cycle(plan["scenarios"]), strict=False):
        name = f"{one['id']}.x{place}"
        record = (source / "records" / f"{one['id']}.1.jsonl").read_text()
        record = record.replace(f'"id":"{one["id"]}"', f'"id":"{name}"', 1)
        (target / "records" / f"{name}.1.jsonl").write_text(record)
        scenarios.append({**one, "id": name})
    (target / "plan.json").write_text(json.dumps({**plan, "scenarios": scenarios}))


def multiply_allure(source: Path, target: Path, number: int) -> None:
    """`number` Allure results from those in `source`, with the attachments that they share."""
    target.mkdir(parents=True)
    for path in source.iterdir():
        if not path.name.endswith("-result.json"):
            shutil.copy(path, target)
    results = [json.loads(path.read_text()) for path in sorted(source.glob("*-result.json"))]
    for place, one in zip(range(number), itertools.cycle(results), strict=False):
        name = f"{one['uuid'][:-8]}{place:08}"
        new: dict[str, Any] = {**one, "uuid": name}
        for key in ("testCaseId", "historyId"):
            new[key] = f"{one[key]}{place}"
        (target / f"{name}-result.json").write_text(json.dumps(new))


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    """The folder over HTTP, as Allure's page needs it."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder))
    )
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def opened(url: str, selector: str) -> float | None:
    """Seconds from asking for the page until `selector` is drawn; None without a browser."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        return None
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto("about:blank")
        start = time.perf_counter()
        page.goto(url, wait_until="commit")
        page.wait_for_selector(selector, timeout=120_000)
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        seconds = time.perf_counter() - start
        browser.close()
    return seconds


def megabytes(path: Path) -> float:
    files = [path] if path.is_file() else [one for one in path.rglob("*") if one.is_file()]
    return sum(one.stat().st_size for one in files) / 1e6


def measure(source: Path, number: int, allure: Path | None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        run_dir = Path(folder) / "run"
        multiply(source, run_dir, number)
        start, cpu = time.perf_counter(), time.process_time()
        summary = finish(run_dir)
        seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
        shown = opened(summary.report.as_uri(), "#shown:not(:empty)")
        print(
            f"report.html: {number} scenarios in {seconds:.1f} s ({cpu:.1f} s of processor), "
            f"{megabytes(summary.report):.1f} MB, opens in "
            + (f"{shown:.2f} s" if shown is not None else "(no Chromium)")
        )
        if allure is None:
            return
        results, page = Path(folder) / "allure-results", Path(folder) / "allure-report"
        multiply_allure(source / "allure-results", results, number)
        start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [allure.absolute(), "generate", "-o", page, results],
            check=True,
            cwd=folder,
            capture_output=True,
        )
        theirs = time.perf_counter() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        with served(page) as url:
            drawn = opened(f"{url}/index.html", "[data-testid^=tree]")
        print(
            f"Allure: {theirs:.1f} s ({used:.1f} s of processor), {megabytes(page):.1f} MB, "
            "opens in " + (f"{drawn:.2f} s" if drawn is not None else "(no Chromium)")
        )
        print(f"ours takes {cpu / used:.2f} of the processor's time to build", end="")
        print(f", {shown / drawn:.2f} to open" if shown and drawn else "")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run_dir", type=Path)
    parser.add_argument("--scenarios", type=int, default=10_000)
    parser.add_argument("--allure", type=Path, help="the program of Allure 2 or 3")
    arguments = parser.parse_args()
    measure(arguments.run_dir, arguments.scenarios, arguments.allure)
