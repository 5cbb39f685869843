"""``report.html`` in a browser, as a person uses it: cells, filter, a clause down to its bytes."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reports.finish import finish
from reports.lines import Discrepancy, LinkNote, Said
from reports.records import Scenario, open_record, write_ended, write_plan
from tests.reports.sample_run import write_run

sync_api = pytest.importorskip("playwright.sync_api", reason="no Playwright")
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium to open the page with")

T = time.monotonic_ns()
EVIL = '</script><img src=x onerror="window.hacked=1"><b>\x1b[31m\x00\u202eevil\u2066'


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        # No sandbox: tests may run as root in a container; the pages are our own.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    run_dir = tmp_path_factory.mktemp("run")
    write_run(run_dir)
    return finish(run_dir).report


@pytest.fixture
def page(browser: Any, report: Path) -> Iterator[Any]:
    with opened(browser, report) as page:
        yield page


class opened:  # noqa: N801 - reads as a verb
    """A page that must not complain."""

    def __init__(self, browser: Any, report: Path) -> None:
        self.page = browser.new_page(viewport={"width": 1200, "height": 900})
        self.page.set_default_timeout(15_000)
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._told)
        self.page.goto(report.as_uri())

    def _told(self, message: Any) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def __enter__(self) -> Any:
        return self.page

    def __exit__(self, *_: object) -> None:
        self.page.close()
        assert self.errors == []


def shown(page: Any) -> list[str]:
    found: list[str] = page.eval_on_selector_all(
        ".scenario:not([hidden])", "all => all.map(one => one.id)"
    )
    return found


def test_the_verdicts_come_before_the_bench(page: Any) -> None:
    titles = page.locator("main h2").all_inner_texts()
    assert titles.index("Clauses and devices") < titles.index("On the bench")


def test_a_cell_leads_to_its_scenarios(page: Any) -> None:
    assert len(shown(page)) == 8
    page.locator('tr[id="clause-665a.7(m)"] td a[href*="device=table-controller"]').click()
    page.locator("#shown", has_text="(1 of 8)").wait_for()
    assert shown(page) == ["665a09-c-bust-it-stays"]
    page.locator('[id="665a09-c-bust-it-stays"][open]').wait_for()


def test_the_filter_by_verdict_and_by_text(page: Any) -> None:
    findings = page.locator('.scenario[data-verdict="finding"]').count()
    page.locator("label.pill.finding").click()
    page.locator("#shown", has_text=f"({findings} of 8)").wait_for()
    assert len(shown(page)) == findings > 0
    page.locator("button[type=reset]").click()
    page.locator("#shown", has_text="(8)").wait_for()
    page.locator("input[name=text]").fill("KING without")
    page.locator("#shown", has_text="(1 of 8)").wait_for()
    assert shown(page) == ["665a09-b2i-king-up"]
    page.locator("input[name=text]").fill("no such words")
    page.locator("#none").wait_for()
    assert shown(page) == []


def test_from_a_clause_to_its_bytes(page: Any) -> None:
    page.locator('tr[id="clause-665a.9(c)"] th a').click()
    scenario = page.locator('[id="665a09-c-bust-it-stays"][open]')
    scenario.locator(".diff button[data-diff]").first.click()
    bad = scenario.locator('.row.bad[aria-selected="true"]')
    bad.wait_for()
    dump = scenario.locator(".bytes").inner_text()
    assert "0000  " in dump, "the bytes of the chosen message"


def test_by_keyboard(page: Any) -> None:
    summary = page.locator('[id="665a09-c-bust-it-stays"] summary')
    summary.press("Enter")
    rows = page.locator('[id="665a09-c-bust-it-stays"] .row[role=option]')
    rows.first.wait_for()
    rows.first.focus()
    page.keyboard.press("ArrowDown")
    sync_api.expect(rows.nth(1)).to_have_attribute("aria-selected", "true")


def test_hostile_text_stays_text(browser: Any, tmp_path: Path) -> None:
    planned = Scenario(
        "evil", EVIL, EVIL, EVIL, "features/evil.feature", 1, ("665a.9(c)",), ("shoe",)
    )
    write_plan(tmp_path, {"rig": EVIL, "id": "r1"}, [planned])
    record = open_record(tmp_path, planned)
    data = {EVIL: EVIL + "x" * 3_000_000}
    record.message(T, "shoe", "bench", "wire", EVIL, data, EVIL.encode())
    found = Discrepancy(
        kind="wrong",
        device=EVIL,
        weight="finding",
        role="shoe",
        clauses=("665a.9(c)",),
        t=T,
        expected=Said("card", {"card": "KH"}),
        seen=Said(EVIL, {"card": EVIL}),
        text=EVIL,
    )
    odd = LinkNote(EVIL, "doubled", 3, EVIL)
    record.close("finding", links=[odd], reason=EVIL, discrepancies=[found], judged={"shoe": True})
    write_ended(tmp_path)
    report = finish(tmp_path).report
    assert report.stat().st_size < 1_000_000
    with opened(browser, report) as page:
        page.locator("#evil summary").click()
        page.locator("#evil .diff").wait_for()
        page.locator("#evil .row[role=option]").first.dispatch_event("click")
        assert page.evaluate("window.hacked") is None
        assert page.locator("main img").count() == 0
        text = page.locator("#evil").inner_text()
        assert "doubled × 3: </script>" in page.locator("#evil .links").inner_text()
        assert '</script><img src=x onerror="window.hacked=1"><b>␛[31m␀<U+202E>evil<U+2066>' in text
        assert not set("\x1b\x00\u202e\u2066") & set(page.content())
