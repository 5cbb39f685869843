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
sync_api.expect.set_options(timeout=30_000)
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
        self.page.set_default_timeout(30_000)
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


MANY = 450
"""More scenarios than `report.js` draws at once (AT_ONCE)."""


@pytest.fixture(scope="module")
def long_report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One scenario far down has a finding; the others were not run."""
    run_dir = tmp_path_factory.mktemp("long")
    planned = [
        Scenario(f"s.{n}", f"Number {n} & <more>", "A feature", clauses=("665a.9(c)",))
        for n in range(MANY)
    ]
    write_plan(run_dir, {"rig": "r", "id": "r1"}, planned)
    with open_record(run_dir, planned[440]) as record:
        found = Discrepancy(
            kind="missing",
            device="shoe",
            role="shoe",
            weight="finding",
            clauses=("665a.9(c)",),
            expected=Said("card", {"card": "KH"}),
            text="no card came",
        )
        record.close("finding", discrepancies=[found], judged={"shoe": True})
    write_ended(run_dir)
    return finish(run_dir).report


@pytest.fixture
def long_page(browser: Any, long_report: Path) -> Iterator[Any]:
    """The long list with a browser that never finds the time to draw what nobody looks at."""
    with opened(browser, long_report) as page:
        page.add_init_script("window.requestIdleCallback = () => 0")
        page.reload()
        yield page


def test_a_long_list_is_drawn_where_it_is_seen(long_page: Any) -> None:
    rows = long_page.locator(".scenario")
    assert rows.count() == 200
    assert long_page.locator("#shown").inner_text() == f"({MANY})"
    long_page.locator(".stretch").last.scroll_into_view_if_needed()
    long_page.locator('[id="s.449"] summary').wait_for()
    assert 200 < rows.count() < MANY


def test_the_filter_and_a_link_find_what_is_not_drawn(long_page: Any) -> None:
    long_page.locator("input[name=text]").fill("number 431 & <more>")
    long_page.locator("#shown", has_text=f"(1 of {MANY})").wait_for()
    long_page.locator('[id="s.431"] summary').wait_for()
    assert shown(long_page) == ["s.431"]
    long_page.locator("label.pill.finding").click()
    long_page.locator("#none").wait_for()
    long_page.locator("button[type=reset]").click()
    long_page.locator("#shown", has_text=f"({MANY})").wait_for()
    long_page.evaluate("location.hash = '#s.440'")
    long_page.locator('[id="s.440"][open] .diff').wait_for()
    # Below the filter, which stays at the top, and not under it.
    name = long_page.locator('[id="s.440"] .name')
    sync_api.expect(name).to_be_in_viewport()
    top, bar = (one.bounding_box() for one in (name, long_page.locator("#filter")))
    assert top["y"] >= bar["y"] + bar["height"]


def test_a_printed_page_has_the_whole_list(browser: Any, long_report: Path) -> None:
    with opened(browser, long_report) as page:
        sync_api.expect(page.locator(".scenario")).to_have_count(MANY)
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print")
        page.locator('[id="s.440"][open] .diff', has_text="no card came").wait_for()


def test_without_scripts_the_whole_list_is_there(browser: Any, long_report: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(long_report.as_uri())
    sync_api.expect(page.locator("details.scenario")).to_have_count(MANY)
    last = page.locator('[id="s.449"] .name')
    last.scroll_into_view_if_needed()
    sync_api.expect(last).to_be_visible()
    sync_api.expect(last).to_have_text("Number 449 & <more>")
    last.click()
    sync_api.expect(page.locator('[id="s.449"] .where')).to_contain_text("§ 665a.9(c)")
    context.close()
