"""What changed, the course over nights, the morning and the certificate, as people use them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reports.certificate.build import build
from reports.finish import finish
from reports.history import store
from reports.history.database import history
from reports.history.diff import compare
from reports.history.page import diff_page, morning_page, trend_page
from reports.history.trend import trend
from reports.history.view import ClauseSeen, Device, View
from reports.history.words import sections, sentence
from reports.html import wire
from reports.html.page import command_line
from reports.lines import Latency
from reports.qualified import keep
from reports.records import Scenario, open_record, write_ended, write_plan
from tests.history.views import measured, played, view
from tests.reports.browsing import barriers, chromium, opened
from tests.reports.sample_run import SCENARIOS, write_run
from tests.reports.test_plots import points
from tests.reports.test_qualified import record

EVIL = "<img src=x onerror=alert(1)>\u202e" + "long" * 60
VERDICTS = ("conforms", "finding", "advisory", "inconclusive", "interrupted", "not run")


def night(number: int, firmware: str, verdict: str = "conforms", slow: float = 1.0) -> View:
    return view(
        f"{number:032x}",
        [
            played("stays", verdict, clauses=("665a.9(c)",), discrepancies=(f"{verdict}: {EVIL}",)),
            played("peeks", "finding" if number == 1 else "conforms"),
            played("flaky", attempts=("conforms", "finding") if number > 8 else ("conforms",)),
            *([] if number == 9 else [played("lost")]),
        ],
        started=f"2026-11-{number:02}T22:00:00.000+00:00",
        overall=verdict,
        devices=(Device("shoe", "shoe", {"serial": "77", "firmware": firmware}),),
        clauses=tuple(
            ClauseSeen(clause, "", VERDICTS[(number + place) % len(VERDICTS)])
            for place, clause in enumerate(("665a.9(b)(1)", "665a.9(c)", "685a.12(i)"))
        ),
        latencies=(
            measured([slow * (20.0 + n / 10) for n in range(60)]),
            measured([5.0 + n / 10 for n in range(60)], "reader", "answer"),
        ),
    )


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Each page with something in every part of it."""
    home = tmp_path_factory.mktemp("pages")
    nights = [night(n, "1.0.0" if n < 5 else f"1.1.{EVIL}") for n in range(1, 9)]
    last = night(9, "1.2.0", "finding", slow=1.6)
    compared = compare(nights[0], last)
    assert len(sections(compared)) > 5
    with history(str(home / "history.db")) as engine:
        for one in [*nights, last]:
            store.record(engine, one)
        course = trend(engine)
    run = home / "night" / "run"
    run.mkdir(parents=True)
    write_run(run)
    jobs = [
        {
            "name": name,
            "overall": "finding",
            "text": "4 scenarios: 3 conform, 1 finding",
            "report": report,
            "sentence": sentence(compared),
            "sections": sections(compared),
        }
        for name, report in (("bench-1", "night/run/report.html"), (EVIL, ""))
    ]
    page = morning_page("findings", "finding", [("plan", "lab"), ("began", EVIL)], jobs)
    (home / "diff.html").write_text(diff_page(compared))
    (home / "trend.html").write_text(trend_page(course))
    (home / "morning.html").write_text(page)
    lines = [
        wire.Line(1200, "bench", "shoe", "stimulus", "draw"),
        wire.Line(2400, "shoe", "bench", "wire", "card", "card KH", b":card KH\r\n"),
        wire.Line(3600, "shoe", "bench", "wire", EVIL, EVIL, b"\x00\xff", bad=True),
    ]
    log = wire.page("A log", [("of", EVIL)], lines, [f"line 4: {EVIL}"])
    (home / "wire.html").write_text(log)
    certified(run)
    keep(record(home), run)
    finish(run)
    build(run)
    names = ("diff", "trend", "morning", "wire")
    return {
        **{name: home / f"{name}.html" for name in names},
        "certificate": run / "certificate.html",
        "report": run / "report.html",
        "qualification": run / "qualification.html",
    }


def certified(run: Path) -> None:
    """Another attempt at the first scenario, with two signals measured: one came late."""
    with open_record(run, SCENARIOS[0]) as writer:
        writer.close(
            "conforms",
            judged={"card-reader": True, "table-controller": True},
            latencies=[
                Latency("reader-2", "card-reader", "answer", ms, 500.0, 1)
                for ms in (8.0, 20.0, 500.5)
            ]
            + [Latency("table-controller", "table-controller", "settle", 50.0, 500.0, 1)],
        )


@pytest.mark.parametrize(
    "name", ["diff", "trend", "morning", "wire", "qualification", "certificate"]
)
def test_no_page_keeps_anybody_out(browser: Any, pages: dict[str, Path], name: str) -> None:
    assert barriers(browser, pages[name], quick=True) == []


def test_a_page_that_keeps_people_out_is_seen(browser: Any, tmp_path: Path) -> None:
    page = tmp_path / "bad.html"
    page.write_text(
        '<!doctype html><html lang="en"><title>x</title><main><p style="color:#aaa">faint</p>'
        '<div style="width:600px">wide</div></main></html>'
    )
    found = barriers(browser, page, quick=True)
    assert any(one.startswith("light 1200: color-contrast") for one in found)
    assert any(one.startswith("dark 390: the page is 6") for one in found)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["diff", "trend", "morning", "wire", "qualification", "certificate", "report"]
)
def test_nor_in_any_other_look(browser: Any, pages: dict[str, Path], name: str) -> None:
    assert barriers(browser, pages[name]) == []


def test_what_changed_is_read_from_the_worst_down(browser: Any, pages: dict[str, Path]) -> None:
    with opened(browser, pages["diff"]) as tab:
        assert "regression" in tab.locator("h1").inner_text().lower()
        titles = tab.locator("main h2").all_inner_texts()
        assert titles[0] == "New findings: 1"
        assert titles[1].startswith("Slower")
        assert "Fixed: 1" in titles
        assert "stays: conforms → finding" in tab.locator(".lines").first.inner_text()
        assert tab.locator("main img").count() == 0
        assert "<U+202E>" in tab.locator("main").inner_text()
        tab.keyboard.press("Tab")
        tab.keyboard.press("Enter")
        assert tab.evaluate("location.hash") == "#main"


def test_the_course_is_read_cell_by_cell_and_by_keyboard(
    browser: Any, pages: dict[str, Path]
) -> None:
    with opened(browser, pages["trend"], width=390) as tab:
        row = tab.locator(".nights tbody tr", has_text="665a.9(c)")
        cells = row.locator("td i").evaluate_all("all => all.map(one => one.title)")
        # A night a column: number 1 has the third verdict for the second clause.
        assert cells == [VERDICTS[(n + 1) % 6] for n in range(1, 10)]
        scroll = tab.get_by_role("region", name="Verdicts per clause and night")
        scroll.focus()
        tab.keyboard.press("End")
        plot = tab.locator("figure.plot", has_text="shoe: card")
        assert plot.locator(".change").count() == 2, "the firmware changed twice"
        # A text of 13 units is read on a phone; the drawing scrolls in its own box.
        scale = plot.locator("svg").evaluate("one => one.getBoundingClientRect().width / 1000")
        assert 13 * scale >= 11
        plot.locator("summary").focus()
        tab.keyboard.press("Enter")
        table = plot.locator("table tr").last
        table.wait_for()
        assert table.locator("td").all_inner_texts()[1:] == [
            "36.800", "41.440", "41.440", "500.000",
        ]  # fmt: skip


def test_the_morning_leads_to_the_report(browser: Any, pages: dict[str, Path]) -> None:
    with opened(browser, pages["morning"]) as tab:
        assert tab.locator("h1").inner_text() == "✗ Findings"
        job = tab.locator("section.job").first
        assert "Compared with the last good night: regression" in job.inner_text()
        link = job.get_by_role("link", name="Report")
        link.focus()
        tab.keyboard.press("Enter")
        tab.wait_for_url("**/night/run/report.html")
        tab.locator("#shown", has_text="(8)").wait_for()


def test_the_certificate_from_a_cell_to_the_bytes(browser: Any, pages: dict[str, Path]) -> None:
    with opened(browser, pages["certificate"]) as tab:
        finding = tab.locator("#findings-title + article, #findings-title ~ article").first
        raw = finding.locator(".bad .raw").first
        assert not raw.is_visible()
        finding.locator(".bad summary").first.focus()
        tab.keyboard.press("Enter")
        raw.wait_for()
        assert "settle" in raw.inner_text()
        finding.locator("a.clause").first.click()
        assert tab.evaluate("decodeURIComponent(location.hash)") == "#clause-665a.9(c)"
        assert tab.locator(":target").inner_text().startswith("§ 665a.9(c)")


def test_the_wire_log_is_a_chart_with_its_bytes(browser: Any, pages: dict[str, Path]) -> None:
    with opened(browser, pages["wire"]) as tab:
        rows = tab.locator(".row[role=option]")
        rows.first.wait_for()
        assert rows.count() == 3
        rows.first.focus()
        tab.keyboard.press("ArrowDown")
        tab.locator(".row[aria-selected=true]", has_text="card KH").wait_for()
        assert "3a 63 61 72 64" in tab.locator(".bytes").inner_text()
        assert tab.locator(".row.bad").count() == 1
        assert tab.locator(".empty", has_text="line 4: <img src=x").is_visible()


def section(page: str, name: str) -> str:
    found = re.search(rf'aria-labelledby="{name}-title">.*?</section>', page, re.S)
    return found[0] if found else ""


def test_the_certificate_draws_latencies_against_their_limits(pages: dict[str, Path]) -> None:
    told = section(pages["certificate"].read_text(), "latencies")
    rows = re.findall(r"<tr( class=\"whole\")?><th scope=\"row\">(.*?)</tr>", told, re.S)
    reader = next(row for _, row in rows if row.startswith("reader-2") and "answer" in row)
    # Of 8, 20 and 500.5 ms: the middle one, and the last is later than its limit.
    assert "<td>3</td><td>20.0 ms</td>" in reader
    assert '<td class="late">500.5 ms late</td><td>500 ms</td>' in reader
    table = next(row for _, row in rows if row.startswith("table-controller"))
    assert "late" not in table
    drawn = dict(re.findall(r"<figcaption>(.*?)</figcaption>.*?(<svg.*?</svg>)", told, re.S))
    assert list(drawn) == ["reader-2", "table-controller"]
    assert points(drawn["reader-2"], "late"), "500.5 of 500 ms"
    assert points(drawn["table-controller"], "late") == []
    # From 0.1 ms to 1000 ms at 160 to 880, a decade has 180: 50 ms is at 2.69897 of them.
    for x, _ in points(drawn["table-controller"], "longest"):
        assert x == pytest.approx(160 + 180 * 2.69897, abs=0.01)


def test_the_certificate_with_and_without_a_qualification(
    pages: dict[str, Path], tmp_path: Path
) -> None:
    told = section(pages["certificate"].read_text(), "qualification")
    assert "not qualified</span>" in told
    assert "2 of 3 catalogued defects were caught" in told
    one = Scenario("one", "One", clauses=("665a.9(c)",), devices=("shoe",))
    write_plan(tmp_path, {"id": "r"}, [one])
    with open_record(tmp_path, one) as writer:
        writer.close("conforms", judged={"shoe": True})
    write_ended(tmp_path)
    finish(tmp_path)
    build(tmp_path)
    page = (tmp_path / "certificate.html").read_text()
    assert "No record of a qualification is with this run" in section(page, "qualification")
    assert section(page, "latencies") == "", "nothing was measured, and no empty table is drawn"


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (["burncard", "run", "-k", "665a.9(b) and not a"], "burncard run -k '665a.9(b) and not a'"),
        ("pytest features", "pytest features"),
        (None, ""),
    ],
)
def test_the_command_of_a_run_can_be_given_to_a_shell(command: object, line: str) -> None:
    assert command_line({"command": command} if command else {}) == line
